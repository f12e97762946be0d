//! What a player is: an [`Agent`] sees views, an [`Oracle`] cheats in the open, a [`Witness`] only counts.

use std::fmt;

use crate::game::{EventOf, Game, Payoffs, View};
use crate::rng::Rng;
use crate::seat::Seat;

/// A player. It receives views of its own seat and what that seat saw, and nothing else.
///
/// Being asked leaves no trace: a player that was asked and one that only watched choose alike next. After
/// [`Agent::begin_series`] a used player is as good as new.
pub trait Agent<G: Game>: Send {
    /// A series of this many games begins on this seat: forget whom it met before.
    fn begin_series(&mut self, _seat: Seat, _games: u32) {}

    /// A game begins: forget the last one, but not the company. The stream is for what lasts a game.
    fn begin(&mut self, _view: View<'_, G>, _rng: &mut Rng) {}

    /// Something happened, as this seat saw it.
    fn see(&mut self, _view: View<'_, G>, _seen: &G::Seen) {}

    /// Whether it wants to see what happens in the game that begins. Who decides by the view alone is not told,
    /// which saves much of the time of quick players.
    fn watches(&self) -> bool {
        true
    }

    /// Chooses one of the legal actions.
    fn act(&mut self, view: View<'_, G>, legal: &[G::Action], rng: &mut Rng) -> G::Action;

    /// The game is over.
    fn end(&mut self, _view: View<'_, G>, _payoffs: &Payoffs) {}

    /// The same player as one that can show its distribution, if it can.
    fn mixed(&mut self) -> Option<&mut dyn Mixed<G>> {
        None
    }

    /// What it thought of each action at its last choice, on this view, for an observer;
    /// empty if it does not think in figures.
    fn thoughts(&self, _view: View<'_, G>) -> Vec<Thought<G::Action>> {
        Vec::new()
    }

    /// What went wrong since the last question, for players outside this process: a program that crashed, a
    /// person who left. The referee asks after every call and stops the game.
    fn fault(&mut self) -> Option<Fault> {
        None
    }

    /// Why it forfeited the game that has just ended, if it did: it broke down, and played on at random from there.
    fn forfeited(&self) -> Option<Fault> {
        None
    }
}

impl<G: Game, T: Agent<G> + ?Sized> Agent<G> for Box<T> {
    fn begin_series(&mut self, seat: Seat, games: u32) {
        (**self).begin_series(seat, games);
    }

    fn begin(&mut self, view: View<'_, G>, rng: &mut Rng) {
        (**self).begin(view, rng);
    }

    fn see(&mut self, view: View<'_, G>, seen: &G::Seen) {
        (**self).see(view, seen);
    }

    fn watches(&self) -> bool {
        (**self).watches()
    }

    fn act(&mut self, view: View<'_, G>, legal: &[G::Action], rng: &mut Rng) -> G::Action {
        (**self).act(view, legal, rng)
    }

    fn end(&mut self, view: View<'_, G>, payoffs: &Payoffs) {
        (**self).end(view, payoffs);
    }

    fn mixed(&mut self) -> Option<&mut dyn Mixed<G>> {
        (**self).mixed()
    }

    fn thoughts(&self, view: View<'_, G>) -> Vec<Thought<G::Action>> {
        (**self).thoughts(view)
    }

    fn fault(&mut self) -> Option<Fault> {
        (**self).fault()
    }

    fn forfeited(&self) -> Option<Fault> {
        (**self).forfeited()
    }
}

/// What a player thought of one action of its own seat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thought<A> {
    /// The action.
    pub action: A,
    /// How many simulations tried it.
    pub visits: u32,
    /// The mean reward it earned, in [0, 1]; 0 if it was never tried.
    pub value: f64,
    /// What selection would weigh it by next; infinite if it must be tried first.
    pub score: f64,
}

/// A player that can show its distribution over the legal actions: exploitability needs it.
pub trait Mixed<G: Game> {
    /// Writes the probability of each legal action; they sum to 1.
    fn mix(&mut self, view: View<'_, G>, legal: &[G::Action], rng: &mut Rng, out: &mut [f64]);
}

/// Writes the distribution that is all on this action, wherever it is listed.
pub fn all_on<A: PartialEq>(action: Option<A>, legal: &[A], out: &mut [f64]) {
    for (share, legal) in out.iter_mut().zip(legal) {
        *share = f64::from(u8::from(Some(legal) == action.as_ref()));
    }
}

/// A cheating baseline that reads the truth; never to be confused with an [`Agent`].
pub trait Oracle<G: Game>: Send {
    /// A series of this many games begins on this seat: forget whom it met before.
    fn begin_series(&mut self, _seat: Seat, _games: u32) {}

    /// A game begins: forget the last one. The stream is for what lasts a game.
    fn begin(&mut self, _truth: &G, _seat: Seat, _rng: &mut Rng) {}

    /// An event was applied.
    fn see(&mut self, _truth: &G, _seat: Seat, _event: &EventOf<G>) {}

    /// Chooses one of the legal actions, knowing everything.
    fn act(&mut self, truth: &G, seat: Seat, legal: &[G::Action], rng: &mut Rng) -> G::Action;

    /// The game is over.
    fn end(&mut self, _truth: &G, _seat: Seat, _payoffs: &Payoffs) {}
}

/// A player on a seat.
pub enum Player<G: Game> {
    /// A player that sees views.
    Agent(Box<dyn Agent<G>>),
    /// A cheating baseline, which sees the truth.
    Oracle(Box<dyn Oracle<G>>),
}

impl<G: Game> Player<G> {
    /// A player that sees views.
    pub fn agent(agent: impl Agent<G> + 'static) -> Player<G> {
        Player::Agent(Box::new(agent))
    }

    /// Whether it wants to see what happens in the game that begins.
    pub fn watches(&self) -> bool {
        match self {
            Player::Oracle(_) => true,
            Player::Agent(agent) => agent.watches(),
        }
    }

    /// Tells it that a series of this many games begins on this seat.
    ///
    /// # Errors
    /// Its fault, as of every call below.
    pub fn begin_series(&mut self, seat: Seat, games: u32) -> Result<(), Fault> {
        match self {
            Player::Oracle(oracle) => oracle.begin_series(seat, games),
            Player::Agent(agent) => agent.begin_series(seat, games),
        }
        self.sound()
    }

    /// Tells it that a game begins.
    pub fn begin(&mut self, truth: &G, seat: Seat, rng: &mut Rng) -> Result<(), Fault> {
        match self {
            Player::Oracle(oracle) => oracle.begin(truth, seat, rng),
            Player::Agent(agent) => agent.begin(truth.view(seat), rng),
        }
        self.sound()
    }

    /// Tells it what it saw of an event that has just been applied.
    pub fn see(&mut self, truth: &G, seat: Seat, event: &EventOf<G>) -> Result<(), Fault> {
        match self {
            Player::Oracle(oracle) => oracle.see(truth, seat, event),
            Player::Agent(agent) => agent.see(truth.view(seat), &truth.seen(event, Some(seat))),
        }
        self.sound()
    }

    /// Tells it how the game ended.
    pub fn end(&mut self, truth: &G, seat: Seat, payoffs: &Payoffs) -> Result<(), Fault> {
        match self {
            Player::Oracle(oracle) => oracle.end(truth, seat, payoffs),
            Player::Agent(agent) => agent.end(truth.view(seat), payoffs),
        }
        self.sound()
    }

    /// Why it forfeited the game that has just ended, if it did.
    pub fn forfeited(&self) -> Option<Fault> {
        match self {
            Player::Oracle(_) => None,
            Player::Agent(agent) => agent.forfeited(),
        }
    }

    /// The fault of a player that cannot go on.
    pub fn sound(&mut self) -> Result<(), Fault> {
        match self {
            Player::Oracle(_) => Ok(()),
            Player::Agent(agent) => agent.fault().map_or(Ok(()), Err),
        }
    }
}

/// Measures a game while it is played. It sees everything and can only count.
pub trait Witness<G: Game> {
    /// A seat has chosen; nothing is applied yet. Seats that had no choice are not asked.
    fn asked(&mut self, _truth: &G, _seat: Seat, _legal: &[G::Action], _chosen: &G::Action) {}

    /// An event was applied.
    fn see(&mut self, _truth: &G, _event: &EventOf<G>) {}
}

/// Why a player could not go on. The game it sat at has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A person has left the table.
    Left,
    /// A player broke down; the text names it and what it did.
    Broken(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Left => f.write_str("the player has left the table"),
            Fault::Broken(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for Fault {}
