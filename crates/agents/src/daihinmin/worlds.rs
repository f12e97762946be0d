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
    /// Of so many worlds one is chosen, by how well it explains what was played.
    candidates: usize,
    /// How far from the best the others' choices are supposed to be.
    spread: f32,
    rule: Rule,
    now: Option<Public>,
    observed: Vec<Observed>,
    legal: Vec<Action>,
    weights: Vec<f64>,
    imagined: Vec<Daihinmin>,
}

/// A play that the rule would never make is still made so often.
const FLOOR: f32 = 0.02;

impl Worlds {
    /// Worlds of this level, each the best explanation, by lot, of so many.
    pub fn new(level: Level, candidates: usize, spread: f32, rule: Rule) -> Worlds {
        let (observed, legal, weights, imagined) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Worlds { level, candidates, spread, rule, now: None, observed, legal, weights, imagined }
    }

    /// One of several worlds, in proportion to how likely each makes what the others played.
    fn explaining(&mut self, view: View<'_, Daihinmin>, rng: &mut Rng) -> Daihinmin {
        self.imagined.clear();
        self.weights.clear();
        for _ in 0..self.candidates {
            let world = Daihinmin::imagine(view, rng);
            let weight = self.log_likelihood(view, &world);
            self.imagined.push(world);
            self.weights.push(f64::from(weight));
        }
        let top = self.weights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        self.weights.iter_mut().for_each(|weight| *weight = (*weight - top).exp());
        self.imagined[rng.weighted(&self.weights)]
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
        self.rule.chance_of(view, &self.legal, action, self.spread) * (1.0 - FLOOR)
            + FLOOR / self.legal.len() as f32
    }
}

impl Belief<Daihinmin> for Worlds {
    fn begin(&mut self, view: View<'_, Daihinmin>) {
        self.now = Some(*view.public);
        self.observed.clear();
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
            Level::Uniform => {
                let mut public = *view.public;
                public.rules.ranks = None;
                Daihinmin::imagine(View { public: &public, ..view }, rng)
            }
            Level::Play if view.public.phase == Phase::Play => self.explaining(view, rng),
            _ => Daihinmin::imagine(view, rng),
        }
    }
}
