//! Data: every decision of the games that were played, as a list of inputs with the place its player ended on.

use agents::daihinmin::{
    CLASSES, Classes, Inputs, ORDERS, Places, can_play, class_of, keeps_places, order_of,
};
use agents::forward::softmax;
use games::daihinmin::{Action, Daihinmin, MOST_SEATS, Phase, Public, Rules};
use serde::{Deserialize, Serialize};
use table::{Event, EventOf, Game, Rng, Seat};

/// What is known of one decision besides its inputs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// The place on which its player ended, from 0.
    pub place: u8,
    /// The places of all, from its player on in the order of play.
    pub places: Places,
    /// How many were out.
    pub out: u8,
    /// Whether its player only looked on: such rows are learned from and not asked about.
    pub waits: bool,
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
    /// The orders in which all can end, without those that who is out rules out.
    Order,
}

impl Target {
    /// How many answers there are.
    pub fn outputs(self) -> usize {
        match self {
            Target::Class => CLASSES,
            Target::Order => ORDERS.len(),
        }
    }

    /// The right answer.
    pub fn of(self, row: &Row) -> usize {
        match self {
            Target::Class => class_of(row.place),
            Target::Order => order_of(&row.places),
        }
    }

    /// The class of an answer.
    fn class(self, answer: usize) -> usize {
        match self {
            Target::Class => answer,
            Target::Order => class_of(ORDERS[answer][0]),
        }
    }

    /// What is added to the outputs: answers that cannot be right any more are left no probability.
    pub fn offsets<'r>(self, row: &'r Row) -> Option<impl Iterator<Item = f32> + use<'r>> {
        let offset = |order| if keeps_places(order, &row.places, row.out) { 0.0 } else { IMPOSSIBLE };
        (self == Target::Order).then(|| ORDERS.iter().map(offset))
    }

    /// The probabilities of the classes, from the outputs of a network.
    pub fn classes(self, row: &Row, outputs: &[f32]) -> Classes {
        let (mut answers, mut classes) = (outputs.to_vec(), [0.0; CLASSES]);
        let offsets = self.offsets(row).into_iter().flatten();
        answers.iter_mut().zip(offsets).for_each(|(answer, offset)| *answer += offset);
        softmax(&mut answers);
        for (answer, &probability) in answers.iter().enumerate() {
            classes[self.class(answer)] += f64::from(probability);
        }
        classes
    }
}

/// Far below every output.
const IMPOSSIBLE: f32 = -1e4;

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
    /// Nothing: whoever only looked on while others were asked.
    Aside,
}

/// Somebody behind this seat, another one each time; itself only while cards are given.
fn waiting(public: &Public, seat: Seat, plays: bool, number: usize) -> Seat {
    let others = public.order.len() - usize::from(plays);
    public.order.behind(seat).nth(number % others).expect("so many sit behind a seat")
}

/// Of so many decisions, one is also seen by somebody who waits.
const WAITING: usize = 3;

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
    scratch: Vec<(u16, f32)>,
}

impl Dataset {
    /// No decision yet.
    pub fn new(inputs: Inputs) -> Dataset {
        let mut constant = vec![0.0; inputs.width()];
        inputs.constant().into_iter().for_each(|(place, figure)| constant[usize::from(place)] = figure);
        let (places, figures) = (Vec::new(), Vec::new());
        let (rows, scratch) = (Vec::new(), Vec::new());
        Dataset { inputs, constant, starts: vec![0], places, figures, rows, games: 0, blocks: 0, scratch }
    }

    /// Adds every decision of a game after its exchange and, for inputs that are to tell at any time, some views of those
    /// who wait meanwhile.
    pub fn add(&mut self, rules: &Rules, events: &[EventOf<Daihinmin>], block: u32) {
        let (mut game, mut seats) = (Daihinmin::new(rules), Vec::new());
        let (first, mut acts) = (self.rows.len(), self.games);
        for event in events {
            if let &Event::Act(seat, action) = event {
                let plays = game.public().phase == Phase::Play;
                if plays {
                    self.look(&game, seat, Some(action), block);
                    seats.push(seat);
                }
                if self.inputs == Inputs::Rank && (!plays || acts.is_multiple_of(WAITING)) {
                    let other = waiting(game.public(), seat, plays, acts);
                    self.look(&game, other, None, block);
                    seats.push(other);
                }
                acts += 1;
            }
            game.apply(event);
        }
        let public = *game.public();
        let place = |seat| public.finished.place(seat).expect("everybody is ranked at the end") as u8;
        for (row, seat) in self.rows[first..].iter_mut().zip(seats) {
            let mut behind = public.order.behind(seat);
            row.place = place(seat);
            row.places = [place(seat); MOST_SEATS];
            row.places[1..].iter_mut().zip(&mut behind).for_each(|(at, other)| *at = place(other));
        }
        self.games += 1;
        self.blocks = self.blocks.max(block + 1);
    }

    /// Adds what a seat sees, before it does this or while it waits.
    fn look(&mut self, game: &Daihinmin, seat: Seat, action: Option<Action>, block: u32) {
        let (view, mut list) = (game.view(seat), std::mem::take(&mut self.scratch));
        self.inputs.list(view, action, &mut list);
        let ranked = view.public.rules.ranks.and_then(|ranks| ranks.place(seat));
        let row = Row {
            place: 0,
            places: [0; MOST_SEATS],
            out: view.public.finished.len() as u8,
            waits: action.is_none(),
            before: ranked.map(|place| place as u8),
            left: view.public.left[seat],
            forced: action == Some(Action::Pass) && !can_play(view),
            block,
        };
        self.push(&list, row);
        self.scratch = list;
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

    /// How many rows there are: decisions, and views of who waited.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// How many decisions there are.
    pub fn decisions(&self) -> usize {
        self.rows.iter().filter(|row| !row.waits).count()
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
        let mut side = |row: &Row| {
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
        let part = |row: &Row| match side(row) {
            Part::Validate | Part::Test if row.waits => Part::Aside,
            part => part,
        };
        self.rows.iter().map(part).collect()
    }
}

/// One of so many blocks that are not asked decides when learning ends.
const VALIDATED: u32 = 8;
