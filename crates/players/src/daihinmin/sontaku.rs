//! The company that reads what is wished (忖度, sontaku): it helps or hinders one seat, the person, by plays that it
//! could have made for its own sake.
//!
//! How often it does follows from the places that the person took so far. Whenever it does, it tries its plays in
//! imagined worlds and takes the one that moves the person most, among those that cost it little.

use games::daihinmin::{Action, Daihinmin, Rules};
use table::{Agent, Belief, Game, Param, Params, Payoffs, Rng, Seat, SpecError, View};

use super::Quick;
use super::company::Account;
use super::mc::Playouts;
use super::rule::Rule;
use super::worlds::{Level, Worlds};
use crate::params::SIMS;

const COST: Param = Param::number(
    "cost",
    "0.4",
    "how many points of its own a play that helps or hinders may lose, as it thinks",
    0.0,
    5.0,
);
const FEW: Param = SIMS.with_default("16");

impl Sontaku {
    /// Its parameters.
    pub const PARAMS: &'static [&'static [Param]] = &[Account::PARAMS, &[COST, FEW]];

    /// Reads its parameters.
    ///
    /// # Errors
    /// A seat or a place that such a table does not have.
    pub fn read(params: &mut Params<'_>, rules: &Rules) -> Result<Sontaku, SpecError> {
        let (account, cost, sims) =
            (Account::read(params, rules)?, params.number(&COST)?, params.number(&FEW)?);
        let worlds = Worlds::new(Level::Uniform, 1, 1.0, Rule::default());
        let (quick, playouts) = (Quick::default(), Playouts::new(true, None));
        Ok(Sontaku { account, cost, sims, quick, worlds, playouts, tried: Vec::new() })
    }
}

/// The number of plays that are tried.
const MOST: usize = 5;
/// Plays that the rule values this much below its favourite are not tried.
const MARGIN: f32 = 1.5;

/// A play, held against the rule's in the same worlds: sums over them.
#[derive(Clone, Copy, Debug)]
struct Tried {
    action: Action,
    /// How much the rule likes it.
    score: f32,
    worlds: f64,
    /// The number of points it loses.
    loss: f64,
    /// By how many places it moves the person the wanted way.
    gain: f64,
}

impl Tried {
    fn new(action: Action, score: f32) -> Tried {
        Tried { action, score, worlds: 0.0, loss: 0.0, gain: 0.0 }
    }

    fn learn(&mut self, loss: f64, gain: f64) {
        self.worlds += 1.0;
        self.loss += loss;
        self.gain += gain;
    }

    /// Whether it loses at most this many points.
    fn is_cheap(&self, cost: f64) -> bool {
        self.loss <= cost * self.worlds
    }

    fn mean_gain(&self) -> f64 {
        self.gain / self.worlds
    }
}

/// The company.
pub struct Sontaku {
    account: Account,
    cost: f64,
    sims: usize,
    quick: Quick,
    worlds: Worlds,
    playouts: Playouts,
    /// The rule's play first.
    tried: Vec<Tried>,
}

impl Sontaku {
    /// Whether the person still has a place to take, and this is another seat.
    fn concerns(&self, view: View<'_, Daihinmin>) -> bool {
        view.seat != self.account.person && view.public.holding.contains(self.account.person)
    }

    /// The play that moves the person most this way, of those that cost little; the rule's if none does.
    fn steer(&mut self, view: View<'_, Daihinmin>, legal: &[Action], way: f64, rng: &mut Rng) -> Action {
        self.gather(view, legal);
        let (all, sims) = (self.tried.len(), self.sims);
        if all > 1 {
            self.try_all(view, all, sims / 2, way, rng);
            self.promote();
            self.try_all(view, 2, sims / 2, way, rng);
        }
        match self.tried[..] {
            [_, best, ..] if best.is_cheap(self.cost) && best.gain > 0.0 => best.action,
            _ => self.tried[0].action,
        }
    }

    /// Lists the plays that are worth a thought, the rule's first.
    fn gather(&mut self, view: View<'_, Daihinmin>, legal: &[Action]) {
        let tried = &mut self.tried;
        tried.clear();
        self.quick.rule.each_score(view, legal, |action, score| tried.push(Tried::new(action, score)));
        tried.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.action.cmp(&b.action)));
        let least = tried[0].score - MARGIN;
        tried.retain(|tried| tried.score >= least);
        // Evenly spread over the list: what helps or hinders is seldom next to the favourite.
        let all = tried.len();
        if all > MOST {
            (0..MOST).for_each(|n| tried[n] = tried[n * (all - 1) / (MOST - 1)]);
            tried.truncate(MOST);
        }
    }

    /// Spends this many simulations on the first of them, and at least two worlds.
    fn try_all(&mut self, view: View<'_, Daihinmin>, standing: usize, sims: usize, way: f64, rng: &mut Rng) {
        (0..(sims / standing).max(2)).for_each(|_| self.try_in_one_world(view, standing, way, rng));
    }

    /// The same world and the same random stream for each of them.
    fn try_in_one_world(&mut self, view: View<'_, Daihinmin>, standing: usize, way: f64, rng: &mut Rng) {
        let world = self.worlds.imagine(view, rng);
        let (luck, mut usual) = (Rng::new(rng.bits()), [0.0; 2]);
        let both = [view.seat, self.account.person];
        for n in 0..standing {
            let (mut then, choice) = (world, (view.seat, self.tried[n].action));
            self.playouts.run_until_out(&mut then, choice, both.into_iter().collect(), &mut luck.clone());
            let places = both.map(|seat| place(&then, seat));
            if n == 0 {
                usual = places;
            }
            self.tried[n].learn(places[0] - usual[0], way * (places[1] - usual[1]));
        }
    }

    /// Puts the best of those that cost little second.
    fn promote(&mut self) {
        let cost = self.cost;
        self.tried[1..].sort_by(|a, b| {
            let gain = b.mean_gain().total_cmp(&a.mean_gain());
            b.is_cheap(cost).cmp(&a.is_cheap(cost)).then(gain).then(a.action.cmp(&b.action))
        });
    }
}

/// The place of a seat that holds no card any more.
fn place(world: &Daihinmin, seat: Seat) -> f64 {
    world.public().finished.place(seat).expect("who holds no card is ranked") as f64
}

impl Agent<Daihinmin> for Sontaku {
    fn begin_series(&mut self, _seat: Seat, _games: u32) {
        self.account.forget();
    }

    fn watches(&self) -> bool {
        false
    }

    fn act(&mut self, view: View<'_, Daihinmin>, legal: &[Action], rng: &mut Rng) -> Action {
        let pull = self.account.pull(view.seats());
        if !self.concerns(view) || rng.f64() >= pull.abs() {
            return self.quick.choose(view, legal, rng);
        }
        let sure = self.quick.finish.find(view, legal, rng);
        sure.unwrap_or_else(|| self.steer(view, legal, pull.signum(), rng))
    }

    fn end(&mut self, _view: View<'_, Daihinmin>, payoffs: &Payoffs) {
        self.account.note(payoffs);
    }
}
