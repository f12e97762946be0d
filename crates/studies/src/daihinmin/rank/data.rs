//! Data sets: every decision of the played games, as a list of inputs with the place its player ended on.

use games::daihinmin::{Action, Daihinmin, MOST_SEATS, Phase, Public, Rules};
use players::daihinmin::{
    CLASSES, Classes, FinalPlaces, Inputs, ORDERS, can_play, class_of, keeps_places, order_of,
};
use players::forward::softmax;
use serde::{Deserialize, Serialize};
use table::{Event, EventOf, Game, Rng, Seat};

/// One decision besides its inputs: the answer, and what it is grouped by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decision {
    /// The place on which its player ended, from 0.
    pub place: u8,
    /// The places of all players in the order of play, its own first.
    pub places: FinalPlaces,
    /// Number of players who were out.
    pub out: u8,
    /// Whether it is the view of a player who waits: used in training, never in a test.
    pub waits: bool,
    /// Its player's place in the previous game, if ranks were carried over.
    pub before: Option<u8>,
    /// Number of cards its player held.
    pub left: u8,
    /// Whether a pass was the only legal action.
    pub forced: bool,
    /// The block of games it belongs to: games between which ranks are carried over.
    pub block: u32,
}

/// What a network predicts of a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Target {
    /// The paper's three classes: rich (places 1 and 2), middle, poor.
    Class,
    /// The order in which all players end; orders that contradict who is out are impossible.
    Order,
}

impl Target {
    /// Number of answers.
    pub fn outputs(self) -> usize {
        match self {
            Target::Class => CLASSES,
            Target::Order => ORDERS.len(),
        }
    }

    /// The right answer.
    pub fn of(self, row: &Decision) -> usize {
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

    /// Offsets added to the outputs, so that impossible orders get no probability.
    pub fn offsets<'r>(self, row: &'r Decision) -> Option<impl Iterator<Item = f32> + use<'r>> {
        let offset = |order| if keeps_places(order, &row.places, row.out) { 0.0 } else { IMPOSSIBLE };
        (self == Target::Order).then(|| ORDERS.iter().map(offset))
    }

    /// The probabilities of the classes, from the outputs of a network.
    pub fn classes(self, row: &Decision, outputs: &[f32]) -> Classes {
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

/// How data is split into training, validation and test set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Split {
    /// By whole blocks of games: no game is in two sets.
    Block,
    /// By single decisions: other decisions of the same game may be in another set.
    State,
}

/// The set a decision belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subset {
    /// The training set.
    Train,
    /// The validation set, which chooses the epoch.
    Validate,
    /// The test set.
    Test,
    /// None: views of waiting players, of games in the validation or test set.
    Aside,
}

/// A seat behind this one, another for each `number`; the seat itself only during the exchange of cards.
fn waiting(public: &Public, seat: Seat, plays: bool, number: usize) -> Seat {
    let others = public.order.len() - usize::from(plays);
    public.order.behind(seat).nth(number % others).expect("so many sit behind a seat")
}

/// One decision of this many is also recorded as seen by a waiting player.
const WAITING: usize = 3;

/// The decisions of many games, with sparse inputs.
#[derive(Clone, Debug)]
pub struct Dataset {
    inputs: Inputs,
    /// The inputs that are always present, as a row.
    constant: Vec<f32>,
    starts: Vec<u32>,
    places: Vec<u16>,
    figures: Vec<f32>,
    rows: Vec<Decision>,
    games: usize,
    blocks: u32,
    scratch: Vec<(u16, f32)>,
}

impl Dataset {
    /// An empty data set.
    pub fn new(inputs: Inputs) -> Dataset {
        let mut constant = vec![0.0; inputs.width()];
        inputs.constant().into_iter().for_each(|(place, figure)| constant[usize::from(place)] = figure);
        let (places, figures) = (Vec::new(), Vec::new());
        let (rows, scratch) = (Vec::new(), Vec::new());
        Dataset { inputs, constant, starts: vec![0], places, figures, rows, games: 0, blocks: 0, scratch }
    }

    /// Adds every decision of a game after its exchange and, for [`Inputs::Rank`], some views of waiting players.
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

    /// Adds the view of a seat, before its action or while it waits.
    fn look(&mut self, game: &Daihinmin, seat: Seat, action: Option<Action>, block: u32) {
        let (view, mut list) = (game.view(seat), std::mem::take(&mut self.scratch));
        self.inputs.list(view, action, &mut list);
        let ranked = view.public.rules.ranks.and_then(|ranks| ranks.place(seat));
        let row = Decision {
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

    fn push(&mut self, list: &[(u16, f32)], row: Decision) {
        self.places.extend(list.iter().map(|(place, _)| place));
        self.figures.extend(list.iter().map(|(_, figure)| figure));
        self.starts.push(self.places.len() as u32);
        self.rows.push(row);
    }

    /// The kind of inputs.
    pub fn inputs(&self) -> Inputs {
        self.inputs
    }

    /// Number of rows: decisions and views of waiting players.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Number of decisions, without views of waiting players.
    pub fn decisions(&self) -> usize {
        self.rows.iter().filter(|row| !row.waits).count()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Number of games.
    pub fn games(&self) -> usize {
        self.games
    }

    /// Number of blocks of games.
    pub fn blocks(&self) -> u32 {
        self.blocks
    }

    /// A decision without its inputs.
    pub fn decision(&self, at: usize) -> &Decision {
        &self.rows[at]
    }

    /// The inputs of a decision that are not 0, without those that are always present.
    pub fn list(&self, at: usize) -> impl Iterator<Item = (u16, f32)> + '_ {
        let range = self.starts[at] as usize..self.starts[at + 1] as usize;
        self.places[range.clone()].iter().copied().zip(self.figures[range].iter().copied())
    }

    /// Writes the inputs of a decision into a row, the environment multiplied by `alpha`.
    pub fn write(&self, at: usize, alpha: f32, out: &mut [f32]) {
        out.copy_from_slice(&self.constant);
        let environment = self.inputs.environment();
        for (place, figure) in self.list(at) {
            let place = usize::from(place);
            out[place] += if place < environment { alpha * figure } else { figure };
        }
    }

    /// The set of each row: fold number `fold` is the test set, an eighth of the rest the validation set.
    pub fn subsets(&self, split: Split, folds: u32, fold: u32, seed: u64) -> Vec<Subset> {
        let mut rng = Rng::new(seed);
        let mut side = |row: &Decision| {
            let (of, rest) = match split {
                // The others are numbered without the blocks of the test set.
                Split::Block => (row.block % folds, row.block - (row.block + folds - 1 - fold) / folds),
                Split::State => (rng.below(folds), rng.below(VALIDATED)),
            };
            match of == fold {
                true => Subset::Test,
                false if rest.is_multiple_of(VALIDATED) => Subset::Validate,
                false => Subset::Train,
            }
        };
        let subset = |row: &Decision| match side(row) {
            Subset::Validate | Subset::Test if row.waits => Subset::Aside,
            subset => subset,
        };
        self.rows.iter().map(subset).collect()
    }
}

/// One of this many blocks outside the test set is in the validation set.
const VALIDATED: u32 = 8;
