//! Worlds in which a search thinks, by how much is read into what happened.

use games::daihinmin::{Action, CardSet, Daihinmin, Deals, MOST_SEATS, Phase, Private, Public, Seen};
use table::{Belief, BySeat, Game, Hidden, Rng, Seat, View};

use super::rule::Rule;

/// How much is read into what happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// Nothing: the unseen cards lie anywhere.
    Uniform,
    /// What the exchange tells.
    Exchange,
    /// The same, weighted as if the others played roughly like [`Rule`].
    Play,
}

/// What somebody did, and on which table.
#[derive(Clone, Copy, Debug)]
struct Observed {
    before: Public,
    action: Action,
}

/// A world, and how well it explains what happened.
#[derive(Clone, Copy, Debug)]
struct Weighed {
    world: Daihinmin,
    /// In how many ways the exchange can have led there.
    ways: u64,
    /// The logarithm of how likely each seat's plays are with its hand.
    likely: BySeat<f32>,
}

/// The worlds of one player.
#[derive(Clone, Debug)]
pub struct Worlds {
    level: Level,
    /// The number of changes tried before a world is used.
    steps: usize,
    /// How far from the best the others' choices are supposed to be.
    spread: f32,
    rule: Rule,
    now: Option<Public>,
    /// What each seat did.
    observed: [Vec<Observed>; MOST_SEATS],
    last: Option<Weighed>,
    legal: Vec<Action>,
    scores: Vec<(Action, f32)>,
}

/// A play that the rule would never make is still made so often.
const FLOOR: f32 = 0.02;

/// The first world of a question is this many times as far from the one drawn as a world from the next.
const FIRST: usize = 20;

impl Worlds {
    /// Worlds of this level, with this number of changes tried between two of them.
    pub fn new(level: Level, steps: usize, spread: f32, rule: Rule) -> Worlds {
        let (observed, legal, scores) = (Default::default(), Vec::new(), Vec::new());
        Worlds { level, steps, spread, rule, now: None, observed, last: None, legal, scores }
    }

    /// Another question: worlds are drawn anew.
    pub fn restart(&mut self) {
        self.last = None;
    }

    /// A world in proportion to how likely it makes what the others played, some steps from the last one.
    fn explaining(&mut self, view: View<'_, Daihinmin>, rng: &mut Rng) -> Daihinmin {
        let deals = Deals::new(view);
        let (mut at, steps) = match self.last {
            Some(last) => (last, self.steps),
            None => (self.first(view, &deals, rng), self.steps * FIRST),
        };
        (0..steps).for_each(|_| self.step(view, &deals, &mut at, rng));
        self.last = Some(at);
        deals.draw_exchange(&mut at.world, rng);
        at.world
    }

    fn first(&mut self, view: View<'_, Daihinmin>, deals: &Deals<'_>, rng: &mut Rng) -> Weighed {
        let world = Daihinmin::imagine(view, rng);
        let likely = BySeat::from_fn(view.seats(), |seat| {
            self.likely(view, &world, seat, f32::NEG_INFINITY).expect("nothing is less")
        });
        Weighed { world, ways: deals.ways(&world), likely }
    }

    /// Two seats change a card if that explains more, or else with the ratio of both (Metropolis et al. 1953).
    fn step(&mut self, view: View<'_, Daihinmin>, deals: &Deals<'_>, at: &mut Weighed, rng: &mut Rng) {
        let mut to = *at;
        let Some([one, other]) = deals.swap(&mut to.world, rng) else { return };
        to.ways = deals.ways(&to.world);
        if to.ways == 0 {
            return;
        }
        // What both seats' plays must at least be as likely as.
        let ways = (to.ways as f64 / at.ways as f64) as f32;
        let least = at.likely[one] + at.likely[other] + (rng.f64() as f32 / ways).ln();
        let Some(likely) = self.likely(view, &to.world, one, least) else { return };
        to.likely[one] = likely;
        let Some(likely) = self.likely(view, &to.world, other, least - likely) else { return };
        to.likely[other] = likely;
        *at = to;
    }

    /// The logarithm of how likely a seat's plays are with its hand in a world, unless it is less than this.
    fn likely(
        &mut self,
        view: View<'_, Daihinmin>,
        world: &Daihinmin,
        seat: Seat,
        least: f32,
    ) -> Option<f32> {
        let (mut sum, now) = (0.0, world.private(seat).hand);
        for n in 0..self.observed[seat.index()].len() {
            if sum < least {
                return None;
            }
            let Observed { before, action } = self.observed[seat.index()][n];
            let since = view.public.played[seat].minus(before.played[seat]);
            sum += self.chance(&before, seat, now.or(since), action).ln();
        }
        (sum >= least).then_some(sum)
    }

    /// How likely a seat with this hand is to do this.
    fn chance(&mut self, public: &Public, seat: Seat, hand: CardSet, action: Action) -> f32 {
        let private = Private { hand, ..Private::default() };
        let view = View { seat, public, private: &private };
        self.legal.clear();
        Daihinmin::legal(view, &mut self.legal);
        if self.legal.len() == 1 {
            return 1.0;
        }
        self.scores.clear();
        self.rule.each_score(view, &self.legal, |action, score| self.scores.push((action, score)));
        (1.0 - FLOOR) * softmax(&self.scores, action, self.spread) + FLOOR / self.scores.len() as f32
    }
}

/// The share of an action among these scores, where differences count by this spread.
fn softmax(scores: &[(Action, f32)], action: Action, spread: f32) -> f32 {
    let top = scores.iter().fold(f32::NEG_INFINITY, |top, (_, score)| top.max(*score));
    let share = |score: f32| ((score - top) / spread).exp();
    let own = scores.iter().find(|(other, _)| *other == action).map_or(0.0, |(_, score)| share(*score));
    own / scores.iter().map(|(_, score)| share(*score)).sum::<f32>()
}

impl Belief<Daihinmin> for Worlds {
    fn begin(&mut self, view: View<'_, Daihinmin>) {
        self.now = Some(*view.public);
        self.observed.iter_mut().for_each(Vec::clear);
        self.restart();
    }

    fn see(&mut self, view: View<'_, Daihinmin>, seen: &Seen) {
        let done = match *seen {
            Seen::Played { seat, meld, .. } => Some((seat, Action::Play(meld))),
            Seen::Passed { seat, .. } => Some((seat, Action::Pass)),
            _ => None,
        };
        self.restart();
        let before = self.now.replace(*view.public);
        if let (Level::Play, Some((seat, action)), Some(before)) = (self.level, done, before)
            && seat != view.seat
        {
            self.observed[seat.index()].push(Observed { before, action });
        }
    }

    fn imagine(&mut self, view: View<'_, Daihinmin>, rng: &mut Rng) -> Daihinmin {
        match self.level {
            Level::Uniform if view.public.phase == Phase::Play => {
                let mut public = *view.public;
                public.rules.ranks = None;
                Daihinmin::imagine(View { public: &public, ..view }, rng)
            }
            Level::Play if view.public.phase == Phase::Play => self.explaining(view, rng),
            _ => Daihinmin::imagine(view, rng),
        }
    }
}
