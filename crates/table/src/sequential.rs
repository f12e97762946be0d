//! One game as a state that goes on one choice at a time, for programs that walk game trees.

use std::fmt;
use std::sync::Arc;

use serde::Serialize;

use crate::encode::{ActionIds, Encode};
use crate::game::{Enumerable, Event, EventOf, Game, Payoffs, PublicState, View};
use crate::referee::{Node, Referee};
use crate::rng::{Rng, Seeds};
use crate::seat::Seat;

/// Why a step was refused. The state has not changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepError {
    /// The game is over.
    Over,
    /// Chance decides next, no seat.
    ChanceIsDue,
    /// This seat chooses next, not chance.
    SeatIsDue(Seat),
    /// An id is not among the legal ones.
    Illegal {
        /// Who was to choose.
        seat: Seat,
        /// The id.
        id: u32,
    },
    /// The number of the outcome is out of range.
    NoOutcome {
        /// The number that was given.
        given: usize,
        /// How many there are.
        outcomes: usize,
    },
}

impl fmt::Display for StepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StepError::Over => write!(f, "the game is over; begin another one"),
            StepError::ChanceIsDue => write!(f, "chance decides next; give an outcome or have one drawn"),
            StepError::SeatIsDue(seat) => write!(f, "{seat} chooses next, not chance; give a legal id"),
            StepError::Illegal { seat, id } => {
                write!(f, "id {id} is not legal for {seat} now; the list of legal ids says which are")
            }
            StepError::NoOutcome { given, outcomes } => {
                write!(f, "there is no outcome {given}; they are numbered from 0, and there are {outcomes}")
            }
        }
    }
}

impl std::error::Error for StepError {}

/// One game, one choice at a time. Where several seats choose at once they are asked one after the other, on the
/// state before the first of them chose; a seat with a single action is not asked.
///
/// Nothing of it but [`Sequential::outcomes`] depends on more than a seat may see.
#[derive(Clone)]
pub struct Sequential<G: Game, E: Encode<G>> {
    referee: Referee<G>,
    /// Whether it draws chance events itself.
    deals: bool,
    node: Node,
    legal: Vec<u32>,
    memory: Memory<G, E>,
}

/// What every seat has seen.
#[derive(Clone)]
struct Memory<G: Game, E> {
    /// Event after event, what each seat saw of it.
    seen: Vec<G::Seen>,
    /// For seats of an imagined world: what they knew when it was imagined, and after how many events.
    known: Vec<Option<(usize, Arc<str>)>>,
    /// One a seat if they watch, else one for all.
    observers: Vec<E>,
}

impl<G: Game, E: Encode<G>> Sequential<G, E> {
    /// The state before the first event; chance events are given from outside.
    pub fn new(rules: &G::Rules) -> Sequential<G, E> {
        Sequential::begin(rules, Seeds::new(0), false)
    }

    /// The state before the first choice. It draws chance events itself, those that a referee with this seed draws.
    pub fn dealt(rules: &G::Rules, seed: u64) -> Sequential<G, E> {
        Sequential::begin(rules, Seeds::new(seed), true)
    }

    fn begin(rules: &G::Rules, seeds: Seeds, deals: bool) -> Sequential<G, E> {
        let referee = Referee::<G>::new(rules, seeds);
        let (seats, encoder) = (referee.seats(), E::new(rules));
        let watchers = if encoder.watches() { seats } else { 1 };
        let mut observers = vec![encoder; watchers];
        let tell = |(seat, observer): (usize, &mut E)| observer.begin(referee.view(Seat::new(seat)));
        observers.iter_mut().enumerate().for_each(tell);
        let memory = Memory { seen: Vec::new(), known: vec![None; seats], observers };
        let mut state = Sequential { referee, deals, node: Node::Over, legal: Vec::new(), memory };
        state.settle();
        state
    }

    /// The number of players at the table.
    pub fn seats(&self) -> usize {
        self.referee.seats()
    }

    /// The rules of the game.
    pub fn rules(&self) -> &G::Rules {
        self.referee.public().rules()
    }

    /// What lies face up.
    pub fn public(&self) -> &G::Public {
        self.referee.public()
    }

    /// What this seat may see.
    pub fn view(&self, seat: Seat) -> View<'_, G> {
        self.referee.view(seat)
    }

    /// Who moves the game on.
    pub fn node(&self) -> Node {
        self.node
    }

    /// The legal ids of the seat that must choose, ascending; none if nobody must.
    pub fn legal(&self) -> &[u32] {
        &self.legal
    }

    /// What each seat earned, once the game is over.
    pub fn payoffs(&self) -> Option<Payoffs> {
        self.referee.payoffs()
    }

    /// The number of figures an observation has.
    pub fn width(&self) -> usize {
        self.memory.observers[0].width()
    }

    /// The number of ids.
    pub fn ids(&self) -> u32 {
        E::Ids::ids(self.rules())
    }

    /// Writes what a seat sees as a row of figures.
    ///
    /// # Panics
    /// If `out` has not [`Sequential::width`] places.
    pub fn observe(&self, seat: Seat, out: &mut [f32]) {
        assert_eq!(out.len(), self.width(), "a row has as many figures as the encoder writes");
        let observers = &self.memory.observers;
        observers.get(seat.index()).unwrap_or(&observers[0]).observe(self.view(seat), out);
    }

    /// Takes the choice of the seat that must choose.
    ///
    /// # Errors
    /// If the id is not legal now.
    pub fn choose(&mut self, id: u32) -> Result<(), StepError> {
        let Node::Choice(seat) = self.node else { return Err(self.refused()) };
        let illegal = StepError::Illegal { seat, id };
        let action = E::Ids::action(self.rules(), id).filter(|_| self.legal.contains(&id)).ok_or(illegal)?;
        self.referee.commit(seat, action).map_err(|_| illegal)?;
        self.settle();
        Ok(())
    }

    /// Draws the chance event that is due.
    ///
    /// # Errors
    /// If chance does not decide next.
    pub fn sample(&mut self, rng: &mut Rng) -> Result<(), StepError> {
        if self.node != Node::Chance {
            return Err(self.refused());
        }
        let outcome = self.referee.truth().draw(rng);
        self.bring_about(outcome);
        Ok(())
    }

    fn refused(&self) -> StepError {
        match self.node {
            Node::Chance => StepError::ChanceIsDue,
            Node::Choice(seat) => StepError::SeatIsDue(seat),
            Node::Over => StepError::Over,
        }
    }

    fn bring_about(&mut self, outcome: G::Chance) {
        let memory = &mut self.memory;
        let event = Event::Chance(outcome);
        let told = self.referee.happen(event, &mut |truth, event| {
            memory.note(truth, event);
            Ok(())
        });
        told.expect("a memory does not fail");
        self.settle();
    }

    fn settle(&mut self) {
        let Sequential { referee, memory, .. } = self;
        let mut note = |truth: &G, event: &EventOf<G>| {
            memory.note(truth, event);
            Ok(())
        };
        let next = match self.deals {
            true => referee.settle(&mut note).map(|seat| seat.map_or(Node::Over, Node::Choice)),
            false => referee.settle_choices(&mut note),
        };
        self.node = next.expect("a memory does not fail");
        self.list();
    }

    fn list(&mut self) {
        self.legal.clear();
        if let Node::Choice(seat) = self.node {
            let rules = *self.referee.public().rules();
            let actions = self.referee.legal(seat).iter();
            self.legal.extend(actions.filter_map(|action| E::Ids::id(&rules, action)));
            self.legal.sort_unstable();
        }
    }

    /// All that a seat saw and did, in order, as text: states that look alike to it have the same, and no others.
    pub fn information_state(&self, seat: Seat) -> String {
        let mut text = seat.to_string();
        let known = self.memory.known[seat.index()].as_ref();
        for (number, seen) in self.memory.of(seat, self.seats()).enumerate() {
            known
                .filter(|(after, _)| *after == number)
                .into_iter()
                .for_each(|(_, json)| line(&mut text, json));
            line(&mut text, &json(seen));
        }
        let events = self.memory.seen.len() / self.seats();
        known.filter(|(after, _)| *after == events).into_iter().for_each(|(_, json)| line(&mut text, json));
        if let Some(action) = self.referee.chosen(seat) {
            line(&mut text, &json(&action));
        }
        text
    }

    /// The same state in a world that this seat cannot tell from the truth: it saw what it saw. The others saw
    /// what a spectator did, and know what they hold in that world.
    pub fn imagine(&self, own: Seat, rng: &mut Rng) -> Sequential<G, E> {
        let referee = self.referee.imagine(own, rng);
        let memory = self.memory.imagined(own, &referee);
        let mut world = Sequential { referee, memory, legal: Vec::new(), ..*self };
        world.list();
        world
    }
}

impl<G: Enumerable, E: Encode<G>> Sequential<G, E> {
    /// Every outcome that chance could decide now, with its probability; none if it does not decide next.
    pub fn outcomes(&self) -> Vec<(G::Chance, f64)> {
        let mut outcomes = Vec::new();
        if self.node == Node::Chance {
            self.referee.truth().outcomes(&mut outcomes);
        }
        outcomes
    }

    /// Chance decides the outcome of this number in [`Sequential::outcomes`].
    ///
    /// # Errors
    /// If there is none, or chance does not decide next.
    pub fn decide(&mut self, number: usize) -> Result<(), StepError> {
        if self.node != Node::Chance {
            return Err(self.refused());
        }
        let outcomes = self.outcomes();
        let missing = StepError::NoOutcome { given: number, outcomes: outcomes.len() };
        let (outcome, _) = *outcomes.get(number).ok_or(missing)?;
        self.bring_about(outcome);
        Ok(())
    }
}

impl<G: Game, E: Encode<G>> Memory<G, E> {
    fn note(&mut self, truth: &G, event: &EventOf<G>) {
        for seat in Seat::all(self.known.len()) {
            let seen = truth.seen(event, Some(seat));
            self.seen.push(seen);
            if let Some(observer) = self.observers.get_mut(seat.index()).filter(|one| one.watches()) {
                observer.see(truth.view(seat), &seen);
            }
        }
    }

    /// What a seat saw, in order.
    fn of(&self, seat: Seat, seats: usize) -> impl Iterator<Item = &G::Seen> {
        self.seen.chunks_exact(seats).map(move |event| &event[seat.index()])
    }

    /// The memory of a world that this seat imagined: nothing of what the others saw in truth is in it.
    fn imagined(&self, own: Seat, world: &Referee<G>) -> Memory<G, E> {
        let (mut memory, seats) = (self.clone(), self.known.len());
        for event in memory.seen.chunks_exact_mut(seats) {
            let public = G::as_spectator(&event[own.index()]);
            let others = event.iter_mut().enumerate().filter(|(seat, _)| *seat != own.index());
            others.for_each(|(_, seen)| *seen = public);
        }
        let events = memory.seen.len() / seats;
        for seat in Seat::all(seats).filter(|&seat| seat != own) {
            let view = world.view(seat);
            memory.known[seat.index()] = Some((events, json(view.private).into()));
            if let Some(observer) = memory.observers.get_mut(seat.index()).filter(|one| one.watches()) {
                observer.begin(view);
            }
        }
        memory
    }
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("what is seen can be written")
}

fn line(text: &mut String, more: &str) {
    text.push('\n');
    text.push_str(more);
}
