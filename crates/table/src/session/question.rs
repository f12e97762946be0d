//! Questions to players: a question holds all that a player needs to choose, and can travel to another thread.

use std::any::Any;

use super::Notes;
use crate::agent::{Agent, Fault, Player, Thought};
use crate::game::{Game, View};
use crate::lang::Lang;
use crate::notation::Notation;
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

/// What a player sees while it thinks: an agent its view, an oracle the truth.
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

/// The identity of a question: an answer to any other is late.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Asked {
    pub(super) seat: Seat,
    /// The number of the game in its series.
    pub(super) game: u32,
    /// The number of events before it.
    pub(super) events: u32,
    /// How often the seat changed its occupant before.
    pub(super) sitter: u32,
}

/// The answer, with the player, which goes back to its chair.
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

    /// An agent is not asked where one action is left, and nobody else learns that.
    fn choose(&mut self) -> Result<G::Action, Fault> {
        if let [only] = self.legal[..] {
            return Ok(only);
        }
        let (seat, legal, rng) = (self.asked.seat, &self.legal, &mut self.rng);
        let chosen = match (&mut self.player, &self.sight) {
            (Player::Agent(agent), Sight::View(view)) => {
                let chosen = agent.act(view.view(), legal, rng);
                agent.fault().map_or(Ok(chosen), Err)?
            }
            (Player::Oracle(oracle), Sight::Truth(truth)) => oracle.act(truth, seat, legal, rng),
            _ => unreachable!("agents are shown views, oracles the truth"),
        };
        check_choice::<G>(seat, legal, &chosen).map(|_| chosen)
    }
}

/// A choice that a player of the table has to make; it may think on any thread.
pub trait Pending: Send {
    /// Whose choice it is.
    fn seat(&self) -> Seat;

    /// Whether one action is left, so that nobody thinks.
    fn is_forced(&self) -> bool;

    /// Thinks. The result goes to [`super::Session::answer`] of the same table.
    fn think(self: Box<Self>) -> Thinking;
}

/// The answer to a [`Pending`] choice; only its own table can read it.
pub struct Thinking(pub(super) Box<dyn Any + Send>);

impl<G: Game> Pending for Question<G> {
    fn seat(&self) -> Seat {
        self.asked.seat
    }

    fn is_forced(&self) -> bool {
        self.legal.len() == 1
    }

    fn think(self: Box<Self>) -> Thinking {
        Thinking(Box::new(self.answer()))
    }
}

/// The action that a player would choose on a seat, and its reasons.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The action, in notation.
    pub action: String,
    /// The same as people read it.
    pub label: String,
    /// A row for each action, the best first; empty if the player does not think in figures.
    pub rows: Vec<AdviceRow>,
    /// A note about each seat, in seat order; empty where nobody takes notes.
    pub notes: Vec<String>,
}

impl Advice {
    /// The notes that are not empty, each with its seat.
    pub fn beliefs(&self) -> impl Iterator<Item = (Seat, &str)> {
        let notes = self.notes.iter().enumerate().filter(|(_, text)| !text.is_empty());
        notes.map(|(seat, text)| (Seat::new(seat), text.as_str()))
    }
}

/// A player's figures for one action.
#[derive(Clone, Debug, PartialEq)]
pub struct AdviceRow {
    /// The action as people read it.
    pub label: String,
    /// How many simulations tried it; `None` from a player that does not simulate.
    pub visits: Option<u32>,
    /// The mean reward it earned, in [0, 1].
    pub value: Option<f64>,
    /// Its share of the simulations, or the probability that the player chooses it.
    pub share: f64,
}

/// A player that is asked for advice; it may think on any thread. The table does not notice.
pub trait Advising: Send {
    /// Thinks.
    ///
    /// # Errors
    /// If it broke down.
    fn advise(self: Box<Self>) -> Result<Advice, Fault>;
}

/// A player that has seen what a seat saw, and advises it.
pub(super) struct Adviser<G: Game> {
    pub(super) player: Box<dyn Agent<G>>,
    pub(super) view: OwnedView<G>,
    pub(super) legal: Vec<G::Action>,
    pub(super) rng: Rng,
    pub(super) noter: Option<Box<dyn Notes<G>>>,
    pub(super) lang: Lang,
}

impl<G: Notation> Advising for Adviser<G> {
    fn advise(mut self: Box<Self>) -> Result<Advice, Fault> {
        let view = self.view.view();
        if let [only] = self.legal[..] {
            let (action, label) = (only.to_string(), self.label(&only));
            return Ok(Advice { action, label, rows: Vec::new(), notes: self.notes() });
        }
        let mut luck = self.rng.clone();
        let chosen = self.player.act(view, &self.legal, &mut self.rng);
        self.player.fault().map_or(Ok(()), Err)?;
        check_choice::<G>(view.seat, &self.legal, &chosen)?;
        let thoughts = self.player.thoughts(view);
        let mut rows = self.thought_rows(&thoughts);
        if let (true, Some(mixed)) = (thoughts.is_empty(), self.player.mixed()) {
            let mut shares = vec![0.0; self.legal.len()];
            mixed.mix(self.view.view(), &self.legal, &mut luck, &mut shares);
            let row = |(action, &share): (&G::Action, &f64)| self.row(action, None, None, share);
            rows = self.legal.iter().zip(&shares).map(row).collect();
        }
        rows.sort_by(|a, b| b.share.total_cmp(&a.share));
        Ok(Advice { action: chosen.to_string(), label: self.label(&chosen), rows, notes: self.notes() })
    }
}

impl<G: Notation> Adviser<G> {
    fn notes(&mut self) -> Vec<String> {
        let lang = self.lang;
        self.noter.as_mut().map(|noter| noter.notes(self.view.view(), lang)).unwrap_or_default()
    }

    fn label(&self, action: &G::Action) -> String {
        G::label(self.view.view(), action, self.lang)
    }

    fn row(&self, action: &G::Action, visits: Option<u32>, value: Option<f64>, share: f64) -> AdviceRow {
        AdviceRow { label: self.label(action), visits, value, share }
    }

    fn thought_rows(&self, thoughts: &[Thought<G::Action>]) -> Vec<AdviceRow> {
        let all: f64 = thoughts.iter().map(|thought| f64::from(thought.visits)).sum();
        let share = |visits: u32| if all > 0.0 { f64::from(visits) / all } else { 0.0 };
        let row = |thought: &Thought<G::Action>| {
            let Thought { action, visits, value, .. } = thought;
            self.row(action, Some(*visits), Some(*value), share(*visits))
        };
        thoughts.iter().map(row).collect()
    }
}
