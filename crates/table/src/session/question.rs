//! Thinking apart from playing: what a player needs to choose is handed out and can travel to another thread.

use std::any::Any;

use crate::agent::{Fault, Player};
use crate::game::{Game, View};
use crate::referee::check_choice;
use crate::rng::Rng;
use crate::seat::Seat;

/// A view that owns what it shows.
#[derive(Clone, Debug)]
pub struct OwnedView<G: Game> {
    seat: Seat,
    public: G::Public,
    private: G::Private,
}

impl<G: Game> OwnedView<G> {
    /// A copy of what this view shows.
    pub fn new(view: View<'_, G>) -> OwnedView<G> {
        OwnedView { seat: view.seat, public: view.public.clone(), private: view.private.clone() }
    }

    /// The view.
    pub fn view(&self) -> View<'_, G> {
        View { seat: self.seat, public: &self.public, private: &self.private }
    }
}

/// What a player may look at while it thinks: an agent its view, an oracle everything.
pub(super) enum Sight<G: Game> {
    View(OwnedView<G>),
    Truth(Box<G>),
}

/// A question to a player of the table, with the player itself.
pub(super) struct Question<G: Game> {
    pub(super) asked: Asked,
    pub(super) player: Player<G>,
    pub(super) sight: Sight<G>,
    pub(super) legal: Vec<G::Action>,
    pub(super) rng: Rng,
}

/// Which question it is: an answer to any other comes too late.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Asked {
    pub(super) seat: Seat,
    /// Which game of the series.
    pub(super) game: u32,
    /// After how many of its events.
    pub(super) events: u32,
    /// How often somebody else took the seat before.
    pub(super) sitter: u32,
}

/// The answer, with the player, who goes back to its chair.
pub(super) struct Answered<G: Game> {
    pub(super) asked: Asked,
    pub(super) player: Player<G>,
    pub(super) chosen: Result<G::Action, Fault>,
}

impl<G: Game> Question<G> {
    pub(super) fn answer(mut self) -> Answered<G> {
        let chosen = self.choose();
        Answered { asked: self.asked, player: self.player, chosen }
    }

    fn choose(&mut self) -> Result<G::Action, Fault> {
        let (seat, legal, rng) = (self.asked.seat, &self.legal, &mut self.rng);
        let chosen = match (&mut self.player, &self.sight) {
            (Player::Agent(agent), Sight::View(view)) => {
                let chosen = agent.act(view.view(), legal, rng);
                agent.fault().map_or(Ok(chosen), Err)?
            }
            (Player::Oracle(oracle), Sight::Truth(truth)) => oracle.act(truth, seat, legal, rng),
            _ => unreachable!("agents are shown views, oracles the truth"),
        };
        check_choice::<G>(seat, legal, &chosen).map(|()| chosen)
    }
}

/// A choice that a player of the table has to think about, wherever there is time for it.
pub trait Pending: Send {
    /// Whose choice it is.
    fn seat(&self) -> Seat;

    /// Thinks. The result goes to [`super::Session::answer`] of the same table.
    fn think(self: Box<Self>) -> Thinking;
}

/// What came of a [`Pending`] choice; only its own table can read it.
pub struct Thinking(pub(super) Box<dyn Any + Send>);

impl<G: Game> Pending for Question<G> {
    fn seat(&self) -> Seat {
        self.asked.seat
    }

    fn think(self: Box<Self>) -> Thinking {
        Thinking(Box::new(self.answer()))
    }
}
