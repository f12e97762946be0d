//! What a game is, and what one seat sees of it.

use std::fmt::{self, Debug};
use std::hash::Hash;

use serde::Serialize;

use crate::rng::Rng;
use crate::seat::{BySeat, Seat, SeatSet};

/// Who must act before the game can go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// These seats choose an action, all on the state as it is now.
    Seats(SeatSet),
    /// Chance decides: a card is drawn, a die rolled.
    Chance,
    /// Nobody: the game is over.
    Over,
}

/// The only input of [`Game::apply`] and the only content of a record.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Event<A, C> {
    /// A seat commits an action.
    Act(Seat, A),
    /// Chance has decided.
    Chance(C),
}

/// The event of a game.
pub type EventOf<G> = Event<<G as Game>::Action, <G as Hidden>::Chance>;

/// What every spectator may read: the rules, who sits at the table and whose turn it is follow from it alone.
pub trait PublicState {
    /// Number of seats and options.
    type Rules;

    /// The rules this table plays by.
    fn rules(&self) -> &Self::Rules;

    /// The number of players at this table.
    fn seats(&self) -> usize;

    /// Whose turn it is. A seat that could have a choice in a spectator's eyes is asked.
    fn turn(&self) -> Turn;
}

/// Chance and hidden information: sampling what is drawn, and worlds that agree with what a seat knows.
pub trait Hidden: Sized {
    /// What chance can decide. An outcome names the seat it concerns.
    type Chance: Copy + Eq + Hash + Debug + Serialize + Send + Sync + 'static;

    /// Samples the chance event that is due. The only method that decides anything by a random stream.
    fn draw(&self, rng: &mut Rng) -> Self::Chance;

    /// Whether chance could decide this now; records from outside are checked with it.
    fn drawable(&self, outcome: &Self::Chance) -> bool;

    /// A world this seat cannot tell from the truth: reachable with this seat's history of [`Game::Seen`].
    ///
    /// Worlds come with the weight of physical cards and chance, every unknown choice counting alike;
    /// weighing them by how others behave is the work of a [`crate::Belief`].
    fn imagine(view: View<'_, Self>, rng: &mut Rng) -> Self
    where
        Self: Game;
}

/// The whole truth of one game in progress: plain data, no heap, no generator, no clock.
///
/// The truth is split by type into what lies face up ([`Game::Public`]), what each seat knows besides
/// ([`Game::Private`]) and what nobody knows. A [`View`] is two borrows of it, so there is no masking code
/// to get wrong.
pub trait Game: Hidden + Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// Number of seats and options; `Public` embeds it.
    type Rules: Copy + Eq + Hash + Debug + Serialize + Send + Sync + 'static;
    /// What a seat can do: a small `Copy` enum.
    type Action: Copy + Ord + Hash + Debug + Serialize + Send + Sync + 'static;
    /// What every spectator may read.
    type Public: PublicState<Rules = Self::Rules>
        + Clone
        + Eq
        + Hash
        + Debug
        + Serialize
        + Send
        + Sync
        + 'static;
    /// What one seat knows besides.
    type Private: Clone + Eq + Hash + Debug + Serialize + Send + Sync + 'static;
    /// One event as one observer saw it.
    type Seen: Copy + Eq + Hash + Debug + Serialize + Send + Sync + 'static;

    /// The name people type.
    const NAME: &'static str;
    /// Raised whenever the rules, options or notation change what happens.
    const RULES_VERSION: u32;
    /// How many games are usually played one after another, with something carried over.
    const SERIES: u32 = 1;

    /// The table before the first event.
    fn new(rules: &Self::Rules) -> Self;

    /// The rules of one game of a series, counted from 0: what is carried over from the last game's end.
    ///
    /// `first` are the rules the series was opened with, and `last` is `None` for game 0 alone. What is random
    /// between games is a chance event of the next game, so that a chain of records needs no seed.
    fn next_rules(first: &Self::Rules, _number: u32, _last: Option<&Self::Public>) -> Self::Rules {
        *first
    }

    /// What lies face up.
    fn public(&self) -> &Self::Public;

    /// What this seat knows besides.
    fn private(&self, seat: Seat) -> &Self::Private;

    /// Every action this seat may choose now, each once, in an order that the view alone decides, into an empty
    /// buffer. Players match actions, never positions.
    fn legal(view: View<'_, Self>, out: &mut Vec<Self::Action>);

    /// Brings an event about. Deterministic; the order in which one turn's seats commit does not matter.
    ///
    /// # Panics
    /// May panic, or leave an impossible state, if the event is not legal now: [`crate::Referee`] checks.
    fn apply(&mut self, event: &EventOf<Self>);

    /// What this observer (`None`: a spectator) saw of an event that has just been applied.
    fn seen(&self, event: &EventOf<Self>, observer: Option<Seat>) -> Self::Seen;

    /// The spectator's part of what a seat saw of an event. Playouts need it to tell the other seats' players.
    fn as_spectator(seen: &Self::Seen) -> Self::Seen;

    /// What each seat earned.
    ///
    /// # Panics
    /// May panic if the game is not over.
    fn payoffs(&self) -> Payoffs;

    /// One legal action, each equally likely. Override it where a list is not needed for that.
    #[inline]
    fn random_action(view: View<'_, Self>, rng: &mut Rng, scratch: &mut Vec<Self::Action>) -> Self::Action {
        scratch.clear();
        Self::legal(view, scratch);
        rng.pick(scratch)
    }

    /// Panics if an invariant is broken: cards are conserved, counts agree.
    fn check(&self);

    /// What this seat receives of the truth.
    #[inline]
    fn view(&self, seat: Seat) -> View<'_, Self> {
        View { seat, public: self.public(), private: self.private(seat) }
    }
}

/// Games whose chance events are few enough to list, for exact search and exhaustive exams.
pub trait Enumerable: Game {
    /// Every outcome chance could decide now, with its probability.
    fn outcomes(&self, out: &mut Vec<(Self::Chance, f64)>);

    /// How many physical cards the name of this action stands for.
    fn copies(_view: View<'_, Self>, _action: &Self::Action) -> f64 {
        1.0
    }
}

/// All that an agent, an encoder, a picture or a web client ever receives.
///
/// An agent cannot name the truth, because a view does not hold it:
///
/// ```compile_fail
/// use table::{Game, Seat, View};
/// fn cheat<G: Game>(view: View<'_, G>, other: Seat) -> &G::Private {
///     view.truth.private(other)
/// }
/// ```
///
/// The same function compiles when it asks only for what is its own:
///
/// ```
/// use table::{Game, View};
/// fn honest<G: Game>(view: View<'_, G>) -> &G::Private {
///     view.private
/// }
/// ```
pub struct View<'a, G: Game> {
    /// Whose view it is.
    pub seat: Seat,
    /// What lies face up.
    pub public: &'a G::Public,
    /// What this seat knows besides.
    pub private: &'a G::Private,
}

impl<G: Game> View<'_, G> {
    /// The number of players at the table.
    pub fn seats(&self) -> usize {
        self.public.seats()
    }
}

impl<G: Game> Clone for View<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for View<'_, G> {}

impl<G: Game> PartialEq for View<'_, G> {
    fn eq(&self, other: &Self) -> bool {
        self.seat == other.seat && self.public == other.public && self.private == other.private
    }
}

impl<G: Game> Debug for View<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("View")
            .field("seat", &self.seat)
            .field("public", self.public)
            .field("private", self.private)
            .finish()
    }
}

/// What each seat earned: the game's own points, and its share of the win.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Payoffs {
    /// The utility the game is played for.
    pub points: BySeat<f64>,
    /// One win, shared among those who tie for it; 0 for everybody where nobody wins.
    pub wins: BySeat<f64>,
}

impl Payoffs {
    /// The win goes to the highest total, shared on ties.
    pub fn highest_wins(points: BySeat<f64>, totals: &BySeat<f64>) -> Payoffs {
        Payoffs { points, wins: win_shares(totals) }
    }
}

fn win_shares(totals: &BySeat<f64>) -> BySeat<f64> {
    let best = totals.as_slice().iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let winners = totals.as_slice().iter().filter(|&&total| total == best).count();
    totals.map(|total| if total == best { 1.0 / winners as f64 } else { 0.0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_totals_share_the_win() {
        let totals = BySeat::from_fn(3, |seat| [4.0, 7.0, 7.0][seat.index()]);
        assert_eq!(win_shares(&totals).as_slice(), [0.0, 0.5, 0.5]);
    }
}
