//! One game of any kind as a sequential state, for those who know a game by its name alone.

use search::Scale;
use serde::Serialize;
use table::{
    ActionIds, Encode, Node, Rng, Scene, Seat, Sequential, Spec, SpecError, StepError, Unreadable, view_json,
};

use crate::registry::{Ids, Playable, Visitor, visit};

/// What is the same in every state of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GameFacts {
    /// The name people type.
    pub name: &'static str,
    /// One line about it.
    pub about: &'static str,
    /// The shortest spec of its rules.
    pub rules: String,
    /// The number of players at the table.
    pub seats: usize,
    /// How many action ids there are.
    pub ids: u32,
    /// The number of figures an observation has.
    pub width: usize,
    /// Raised whenever an id comes to mean something else.
    pub ids_version: u32,
    /// Raised whenever a figure comes to mean something else.
    pub encoder_version: u32,
    /// Raised whenever the rules come to play otherwise.
    pub rules_version: u32,
    /// The least and the most that one seat can earn.
    pub bounds: (f64, f64),
    /// What all seats earn together, where it is the same in every game.
    pub sum: Option<f64>,
    /// No chance event has more outcomes; nothing where they are too many to list.
    pub outcomes: Option<u32>,
    /// No game has more choices.
    pub choices: u32,
}

/// One game, one choice at a time: [`Sequential`] without its types. Seats are asked one after the other, and what is
/// shown for a seat follows from what it may see. Seats and observers must be of this table.
pub trait AnyState: Send + Sync {
    /// What is the same in every state of this game.
    fn facts(&self) -> GameFacts;

    /// The same state once more.
    fn fork(&self) -> Box<dyn AnyState>;

    /// Who moves the game on.
    fn node(&self) -> Node;

    /// The legal ids of the seat that must choose, ascending; none if nobody must.
    fn legal(&self) -> &[u32];

    /// Takes the choice of the seat that must choose.
    ///
    /// # Errors
    /// If the id is not legal now.
    fn choose(&mut self, id: u32) -> Result<(), StepError>;

    /// The probability of every outcome that chance could decide now; nothing where they are too many to list.
    fn outcomes(&self) -> Option<Vec<f64>>;

    /// The outcome of this number as text.
    fn outcome_text(&self, number: usize) -> Option<String>;

    /// Chance decides the outcome of this number.
    ///
    /// # Errors
    /// If there is none, or chance does not decide next.
    fn decide(&mut self, number: usize) -> Result<(), StepError>;

    /// Draws the chance event that is due from this seed.
    ///
    /// # Errors
    /// If chance does not decide next.
    fn sample(&mut self, seed: u64) -> Result<(), StepError>;

    /// The points of each seat; 0 until the game is over.
    fn returns(&self) -> Vec<f64>;

    /// Writes what a seat sees as a row of figures.
    ///
    /// # Panics
    /// If `out` has not as many places as [`GameFacts::width`].
    fn observe(&self, seat: Seat, out: &mut [f32]);

    /// All that a seat saw and did, in order: states that look alike to it have the same, and no others.
    fn information_state(&self, seat: Seat) -> String;

    /// What this observer (`None`: a spectator) sees now, as JSON.
    fn observation(&self, observer: Option<Seat>) -> String;

    /// What this observer sees now, as lines of text.
    fn text(&self, observer: Option<Seat>) -> String;

    /// What this observer sees now, as a picture.
    fn svg(&self, observer: Option<Seat>) -> String;

    /// The action of an id as text.
    fn action_text(&self, id: u32) -> Option<String>;

    /// The id of an action that is written as text.
    ///
    /// # Errors
    /// If the text is no action, or the action has no id under these rules.
    fn action_id(&self, text: &str) -> Result<u32, Unreadable>;

    /// The same state in a world, drawn from this seed, that this seat cannot tell from the truth.
    fn resample(&self, seat: Seat, seed: u64) -> Box<dyn AnyState>;
}

impl<G: Playable> AnyState for Sequential<G, G::Encoder> {
    fn facts(&self) -> GameFacts {
        GameFacts {
            name: G::NAME,
            about: G::ABOUT,
            rules: G::write_rules(self.rules()),
            seats: self.seats(),
            ids: self.ids(),
            width: self.width(),
            ids_version: <Ids<G> as ActionIds<G>>::VERSION,
            encoder_version: <G::Encoder as Encode<G>>::VERSION,
            rules_version: G::RULES_VERSION,
            bounds: bounds::<G>(self.public()),
            sum: G::sum_of_points(self.rules()),
            outcomes: G::most_outcomes(self.rules()),
            choices: G::most_choices(self.rules()),
        }
    }

    fn fork(&self) -> Box<dyn AnyState> {
        Box::new(self.clone())
    }

    fn node(&self) -> Node {
        Sequential::node(self)
    }

    fn legal(&self) -> &[u32] {
        Sequential::legal(self)
    }

    fn choose(&mut self, id: u32) -> Result<(), StepError> {
        Sequential::choose(self, id)
    }

    fn outcomes(&self) -> Option<Vec<f64>> {
        G::most_outcomes(self.rules())?;
        Some(Sequential::outcomes(self).into_iter().map(|(_, chance)| chance).collect())
    }

    fn outcome_text(&self, number: usize) -> Option<String> {
        G::most_outcomes(self.rules())?;
        Sequential::outcomes(self).get(number).map(|(outcome, _)| outcome.to_string())
    }

    fn decide(&mut self, number: usize) -> Result<(), StepError> {
        Sequential::decide(self, number)
    }

    fn sample(&mut self, seed: u64) -> Result<(), StepError> {
        Sequential::sample(self, &mut Rng::new(seed))
    }

    fn returns(&self) -> Vec<f64> {
        self.payoffs().map_or_else(|| vec![0.0; self.seats()], |payoffs| payoffs.points.as_slice().to_vec())
    }

    fn observe(&self, seat: Seat, out: &mut [f32]) {
        Sequential::observe(self, seat, out);
    }

    fn information_state(&self, seat: Seat) -> String {
        Sequential::information_state(self, seat)
    }

    fn observation(&self, observer: Option<Seat>) -> String {
        view_json::<G>(self.public(), observer.map(|seat| self.view(seat))).to_string()
    }

    fn text(&self, observer: Option<Seat>) -> String {
        G::text(&scene(self, observer))
    }

    fn svg(&self, observer: Option<Seat>) -> String {
        G::svg(&scene(self, observer))
    }

    fn action_text(&self, id: u32) -> Option<String> {
        Ids::<G>::action(self.rules(), id).map(|action| action.to_string())
    }

    fn action_id(&self, text: &str) -> Result<u32, Unreadable> {
        let action = text.parse()?;
        let missing = || Unreadable::new(text, "this action has no id under these rules");
        Ids::<G>::id(self.rules(), &action).ok_or_else(missing)
    }

    fn resample(&self, seat: Seat, seed: u64) -> Box<dyn AnyState> {
        Box::new(self.imagine(seat, &mut Rng::new(seed)))
    }
}

fn scene<G: Playable>(state: &Sequential<G, G::Encoder>, observer: Option<Seat>) -> Scene<'_, G> {
    observer.map_or_else(|| Scene::spectator(state.public()), |seat| Scene::of(state.view(seat)))
}

/// The least and the most points of a seat.
fn bounds<G: Playable>(public: &G::Public) -> (f64, f64) {
    match G::scale(public) {
        Scale::Points { low, high } => (low, high),
        Scale::Wins => (0.0, 1.0),
        Scale::ByPoints(rewards) => (0.0, rewards.len() as f64 - 1.0),
    }
}

/// One game of the kind that a spec names. With a seed it draws chance events itself, those of a referee with that seed;
/// without one they are given from outside.
///
/// # Errors
/// Names and options that do not exist, values that cannot be.
pub fn open_state(spec: &Spec, seats: usize, seed: Option<u64>) -> Result<Box<dyn AnyState>, SpecError> {
    visit(spec, seats, Open(seed))
}

struct Open(Option<u64>);

impl Visitor for Open {
    type Out = Box<dyn AnyState>;

    fn visit<G: Playable>(self, rules: G::Rules) -> Box<dyn AnyState> {
        Box::new(match self.0 {
            Some(seed) => Sequential::<G, G::Encoder>::dealt(&rules, seed),
            None => Sequential::<G, G::Encoder>::new(&rules),
        })
    }
}
