//! Worlds in which a search thinks, by how much is read into what happened.

use games::daihinmin::{Action, CardSet, Daihinmin, Phase, Private, Public, Seen};
use table::{Belief, Game, Hidden, Rng, Seat, View};

use super::rule::Rule;

/// How much is read into what happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// Nothing: the unseen cards lie anywhere.
    Uniform,
    /// What the exchange tells.
    Exchange,
    /// That, and that the others play like [`Rule`], more or less.
    Play,
}

/// What somebody did, and on which table.
#[derive(Clone, Copy, Debug)]
struct Observed {
    before: Public,
    seat: Seat,
    action: Action,
}

/// The worlds of one player.
#[derive(Clone, Debug)]
pub struct Worlds {
    level: Level,
    /// So many worlds are weighed for each that is thought in.
    candidates: usize,
    /// How far from the best the others' choices are supposed to be.
    spread: f32,
    rule: Rule,
    now: Option<Public>,
    observed: Vec<Observed>,
    /// The last world thought in, and the logarithm of how likely it makes what was played.
    last: Option<(Daihinmin, f32)>,
    legal: Vec<Action>,
    scores: Vec<(Action, f32)>,
}

/// A play that the rule would never make is still made so often.
const FLOOR: f32 = 0.02;

impl Worlds {
    /// Worlds of this level; so many are weighed for each that is thought in.
    pub fn new(level: Level, candidates: usize, spread: f32, rule: Rule) -> Worlds {
        let (observed, legal, scores) = (Vec::new(), Vec::new(), Vec::new());
        Worlds { level, candidates, spread, rule, now: None, observed, last: None, legal, scores }
    }

    /// Another question: worlds are drawn anew.
    pub fn restart(&mut self) {
        self.last = None;
    }

    /// A world in proportion to how likely it makes what the others played: a step from the last one to each candidate
    /// that explains it better, or else with the ratio of both (Metropolis, Hastings 1970).
    fn explaining(&mut self, view: View<'_, Daihinmin>, rng: &mut Rng) -> Daihinmin {
        for _ in 0..self.candidates {
            let world = Daihinmin::imagine(view, rng);
            let weight = self.log_likelihood(view, &world);
            let step = self.last.is_none_or(|(_, last)| rng.f64() < f64::from(weight - last).exp());
            if step {
                self.last = Some((world, weight));
            }
        }
        self.last.expect("the first candidate is taken").0
    }

    /// The logarithm of how likely the others' plays are in a world.
    fn log_likelihood(&mut self, view: View<'_, Daihinmin>, world: &Daihinmin) -> f32 {
        let mut sum = 0.0;
        for n in 0..self.observed.len() {
            let Observed { before, seat, action } = self.observed[n];
            let since = view.public.played[seat].minus(before.played[seat]);
            let hand = world.private(seat).hand.or(since);
            sum += self.chance(&before, seat, hand, action).ln();
        }
        sum
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
        self.observed.clear();
        self.restart();
    }

    fn see(&mut self, view: View<'_, Daihinmin>, seen: &Seen) {
        let done = match *seen {
            Seen::Played { seat, meld, .. } => Some((seat, Action::Play(meld))),
            Seen::Passed { seat, .. } => Some((seat, Action::Pass)),
            _ => None,
        };
        let before = self.now.replace(*view.public);
        if let (Level::Play, Some((seat, action)), Some(before)) = (self.level, done, before)
            && seat != view.seat
        {
            self.observed.push(Observed { before, seat, action });
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
