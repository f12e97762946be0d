//! Data: every decision of the games that were played, as a list of inputs with the place its player ended on.

use agents::daihinmin::{Inputs, can_play};
use games::daihinmin::{Action, Daihinmin, Phase, Rules};
use serde::{Deserialize, Serialize};
use table::{Event, EventOf, Game, Rng};

/// What is known of one decision besides its inputs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// The place on which its player ended, from 0.
    pub place: u8,
    /// The place of its player in the game before, if ranks were carried over.
    pub before: Option<u8>,
    /// How many cards its player held.
    pub left: u8,
    /// Whether nothing but a pass was possible.
    pub forced: bool,
    /// The block of games it belongs to: games between which ranks are carried over.
    pub block: u32,
}

/// What a network is to tell of a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Target {
    /// The paper's three classes: rich (places 1 and 2), middle, poor.
    Class,
    /// The five places.
    Place,
}

impl Target {
    /// How many answers there are.
    pub fn outputs(self) -> usize {
        match self {
            Target::Class => CLASSES,
            Target::Place => 5,
        }
    }

    /// The right answer.
    pub fn of(self, row: &Row) -> usize {
        match self {
            Target::Class => class(row.place),
            Target::Place => usize::from(row.place),
        }
    }

    /// The probabilities of the classes, from those of the answers.
    pub fn classes(self, answers: &[f32]) -> [f64; CLASSES] {
        let mut classes = [0.0; CLASSES];
        for (answer, &probability) in answers.iter().enumerate() {
            let class = if self == Target::Class { answer } else { class(answer as u8) };
            classes[class] += f64::from(probability);
        }
        classes
    }
}

/// How many classes the paper has.
pub(crate) const CLASSES: usize = 3;

/// The class of a place: rich, middle, poor.
pub(crate) fn class(place: u8) -> usize {
    match place {
        0 | 1 => 0,
        2 => 1,
        _ => 2,
    }
}

/// How data is divided into what is learned from and what is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Split {
    /// Whole blocks of games: no game is on both sides.
    Block,
    /// Decision by decision: other decisions of the same game may be on the other side.
    State,
}

/// A side of the division.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// What is learned from.
    Train,
    /// What decides when learning ends.
    Validate,
    /// What is asked at last.
    Test,
}

/// The decisions of many games.
#[derive(Clone, Debug)]
pub struct Dataset {
    inputs: Inputs,
    /// What is always there, as a row.
    constant: Vec<f32>,
    starts: Vec<u32>,
    places: Vec<u16>,
    figures: Vec<f32>,
    rows: Vec<Row>,
    games: usize,
    blocks: u32,
}

impl Dataset {
    /// No decision yet.
    pub fn new(inputs: Inputs) -> Dataset {
        let mut constant = vec![0.0; inputs.width()];
        inputs.constant().into_iter().for_each(|(place, figure)| constant[usize::from(place)] = figure);
        let (places, figures) = (Vec::new(), Vec::new());
        Dataset { inputs, constant, starts: vec![0], places, figures, rows: Vec::new(), games: 0, blocks: 0 }
    }

    /// Adds every decision of a game after its exchange.
    pub fn add(&mut self, rules: &Rules, events: &[EventOf<Daihinmin>], block: u32) {
        let (mut game, mut list, mut seats) = (Daihinmin::new(rules), Vec::new(), Vec::new());
        let first = self.rows.len();
        for event in events {
            if let (&Event::Act(seat, action), Phase::Play) = (event, game.public().phase) {
                let view = game.view(seat);
                self.inputs.list(view, Some(action), &mut list);
                let before = rules.ranks.and_then(|ranks| ranks.place(seat)).map(|place| place as u8);
                let forced = action == Action::Pass && !can_play(view);
                self.push(&list, Row { place: 0, before, left: view.public.left[seat], forced, block });
                seats.push(seat);
            }
            game.apply(event);
        }
        let finished = game.public().finished;
        for (row, seat) in self.rows[first..].iter_mut().zip(seats) {
            row.place = finished.place(seat).expect("everybody is ranked at the end") as u8;
        }
        self.games += 1;
        self.blocks = self.blocks.max(block + 1);
    }

    fn push(&mut self, list: &[(u16, f32)], row: Row) {
        self.places.extend(list.iter().map(|(place, _)| place));
        self.figures.extend(list.iter().map(|(_, figure)| figure));
        self.starts.push(self.places.len() as u32);
        self.rows.push(row);
    }

    /// What its rows are lists of.
    pub fn inputs(&self) -> Inputs {
        self.inputs
    }

    /// How many decisions there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// How many games they come from.
    pub fn games(&self) -> usize {
        self.games
    }

    /// How many blocks of games they come from.
    pub fn blocks(&self) -> u32 {
        self.blocks
    }

    /// What is known of a decision.
    pub fn row(&self, at: usize) -> &Row {
        &self.rows[at]
    }

    /// The inputs of a decision that are not 0, without those that are always there.
    pub fn list(&self, at: usize) -> impl Iterator<Item = (u16, f32)> + '_ {
        let range = self.starts[at] as usize..self.starts[at + 1] as usize;
        self.places[range.clone()].iter().copied().zip(self.figures[range].iter().copied())
    }

    /// Writes the inputs of a decision, the environment `alpha` times, over a row.
    pub fn write(&self, at: usize, alpha: f32, out: &mut [f32]) {
        out.copy_from_slice(&self.constant);
        let environment = self.inputs.environment();
        for (place, figure) in self.list(at) {
            let place = usize::from(place);
            out[place] += if place < environment { alpha * figure } else { figure };
        }
    }

    /// Which side each decision is on: of `folds` parts number `fold` is asked, and an eighth of the rest validates.
    pub fn parts(&self, split: Split, folds: u32, fold: u32, seed: u64) -> Vec<Part> {
        let mut rng = Rng::new(seed);
        let part = |row: &Row| {
            let (of, rest) = match split {
                // The others are numbered without those that are asked.
                Split::Block => (row.block % folds, row.block - (row.block + folds - 1 - fold) / folds),
                Split::State => (rng.below(folds), rng.below(VALIDATED)),
            };
            match of == fold {
                true => Part::Test,
                false if rest.is_multiple_of(VALIDATED) => Part::Validate,
                false => Part::Train,
            }
        };
        self.rows.iter().map(part).collect()
    }
}

/// One of so many blocks that are not asked decides when learning ends.
const VALIDATED: u32 = 8;
