//! What networks that estimate ranks are told, as lists of the inputs that are not 0. Version 1.
//!
//! The paper's two evaluators see a hand, the table, what was played, lock, kind of meld, hand sizes and revolution
//! (173 inputs), and the second also a submission (53 more: 1 for its cards and 0.5 for all others). What the paper
//! leaves open is as on the wire: hand sizes are counts, by player number; no lock and no meld are zeros and a kind
//! of their own. Ours adds what these lack.

mod rank;

use games::daihinmin::{Action, CardSet, Daihinmin, MOST_SEATS, Meld, MeldKind, Public, Suit, each_meld};
use table::{Game, View};

use super::encode::{CARDS, index};

/// A kind of inputs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Inputs {
    /// The paper's environment, for its evaluator A.
    Environment,
    /// The same with a submission, for its evaluator B.
    Submission,
    /// Ours: each seat from its own on with its rank, passes and hand size, and the values of its groups and runs
    /// against the unseen cards; suits and single cards are left aside.
    Rank,
}

/// The largest hand: eleven dealt, and two of the poorest.
const LARGEST: usize = 13;

/// The paper's environment: three sets of cards, lock, kind, sizes, revolution.
const ENVIRONMENT: usize = 3 * CARDS + 4 + 4 + MOST_SEATS + 1;

impl Inputs {
    /// All of them.
    pub const ALL: [Inputs; 3] = [Inputs::Environment, Inputs::Submission, Inputs::Rank];

    /// Raised whenever an input comes to mean something else.
    pub const VERSION: u32 = 1;

    /// The name by which files of weights know it.
    pub fn name(self) -> &'static str {
        match self {
            Inputs::Environment => "environment",
            Inputs::Submission => "submission",
            Inputs::Rank => "rank",
        }
    }

    /// The name with the version.
    pub fn versioned(self) -> String {
        format!("{} {}", self.name(), Inputs::VERSION)
    }

    /// The game with the version of its rules, as files of weights name it.
    pub fn game() -> String {
        format!("{} {}", Daihinmin::NAME, Daihinmin::RULES_VERSION)
    }

    /// The number of inputs.
    pub fn width(self) -> usize {
        match self {
            Inputs::Environment => ENVIRONMENT,
            Inputs::Submission => ENVIRONMENT + CARDS,
            Inputs::Rank => rank::WIDTH,
        }
    }

    /// How many of them are the environment, not the submission.
    pub fn environment(self) -> usize {
        match self {
            Inputs::Submission => ENVIRONMENT,
            Inputs::Environment | Inputs::Rank => self.width(),
        }
    }

    /// What is always there, and not in the lists: the paper's half for every card.
    pub fn constant(self) -> Vec<(u16, f32)> {
        (self.environment()..self.width()).map(|place| (place as u16, 0.5)).collect()
    }

    /// Lists the inputs of a view and, if they tell of one, what is submitted there.
    pub fn list(self, view: View<'_, Daihinmin>, submitted: Option<Action>, out: &mut Vec<(u16, f32)>) {
        out.clear();
        let mut list = List { out, at: 0 };
        match self {
            Inputs::Rank => list.rank(view),
            Inputs::Environment | Inputs::Submission => list.environment(view),
        }
        debug_assert_eq!(list.at, self.environment(), "every input has its place");
        if let Some(submitted) = submitted {
            self.add_submission(submitted, out);
        }
    }

    /// Adds the inputs of a submission to a list, if they tell of one.
    pub fn add_submission(self, submitted: Action, out: &mut Vec<(u16, f32)>) {
        if let (Action::Play(meld), Inputs::Submission) = (submitted, self) {
            List { out, at: ENVIRONMENT }.cards(meld.cards(), 0.5);
        }
    }
}

/// A list, written from the first input on.
struct List<'a> {
    out: &'a mut Vec<(u16, f32)>,
    at: usize,
}

impl List<'_> {
    fn figure(&mut self, figure: f32) {
        if figure != 0.0 {
            self.out.push((self.at as u16, figure));
        }
        self.at += 1;
    }

    fn flag(&mut self, flag: bool) {
        self.figure(f32::from(u8::from(flag)));
    }

    fn one_of(&mut self, count: usize, place: Option<usize>) {
        if let Some(place) = place {
            self.out.push(((self.at + place) as u16, 1.0));
        }
        self.at += count;
    }

    fn cards(&mut self, cards: CardSet, figure: f32) {
        self.out.extend(cards.iter().map(|card| ((self.at + index(card)) as u16, figure)));
        self.at += CARDS;
    }

    fn lock(&mut self, public: &Public) {
        let locked = public.table.meld.filter(|_| public.table.locked);
        let suits = locked.map(Meld::suits).unwrap_or_default();
        Suit::ALL.into_iter().for_each(|suit| self.flag(suits.contains(suit)));
    }

    fn kind(&mut self, public: &Public) {
        let kind = match public.table.meld.map(Meld::kind) {
            None => 0,
            Some(MeldKind::Single) => 1,
            Some(MeldKind::Group) => 2,
            Some(MeldKind::Run) => 3,
        };
        self.one_of(4, Some(kind));
    }

    fn environment(&mut self, view: View<'_, Daihinmin>) {
        let public = view.public;
        self.cards(view.private.hand, 1.0);
        self.cards(public.table.meld.map_or(CardSet::NONE, Meld::cards), 1.0);
        self.cards(public.seen_cards(), 1.0);
        self.lock(public);
        self.kind(public);
        for place in 0..MOST_SEATS {
            let left = public.left.as_slice().get(place).copied().unwrap_or(0);
            self.figure(f32::from(left));
        }
        self.flag(public.table.revolution);
    }
}

/// Whether a view has any meld to play.
pub fn can_play(view: View<'_, Daihinmin>) -> bool {
    let mut found = false;
    each_meld(view.private.hand, &view.public.table, |_| found = true);
    found
}

#[cfg(test)]
mod tests {
    use games::daihinmin::Rules;
    use table::{Game, Notation, PublicState, Rng, Spec, Turn, random_event};

    use super::*;

    fn rules() -> Rules {
        Daihinmin::read_rules(&Spec::named(Daihinmin::NAME), MOST_SEATS).expect("its usual rules")
    }

    #[test]
    fn inputs_are_as_many_as_they_say() {
        assert_eq!(Inputs::ALL.map(Inputs::width), [173, 226, 312]);
        assert_eq!(Inputs::Submission.constant().len(), 53);
    }

    /// Every list is in order, within its width, and says what lies on the table.
    #[test]
    fn lists_hold_what_the_view_shows() {
        let (mut game, mut rng) = (Daihinmin::new(&rules()), Rng::new(7));
        let (mut list, mut scratch) = (Vec::new(), Vec::new());
        loop {
            if let Turn::Seats(seats) = game.public().turn() {
                let view = game.view(seats.first().expect("somebody acts"));
                for inputs in Inputs::ALL {
                    inputs.list(view, None, &mut list);
                    assert!(list.windows(2).all(|pair| pair[0].0 < pair[1].0), "{inputs:?} in order");
                    assert!(list.iter().all(|&(place, _)| usize::from(place) < inputs.width()));
                }
                Inputs::Environment.list(view, None, &mut list);
                let hand = list.iter().filter(|&&(place, _)| usize::from(place) < CARDS).count();
                assert_eq!(hand, view.private.hand.len());
                let in_play = |&&(place, _): &&(u16, f32)| (106..159).contains(&place);
                assert_eq!(list.iter().filter(in_play).count(), view.public.seen_cards().len());
                let sizes = list.iter().filter(|(place, _)| (167..172).contains(place));
                let cards: f32 = sizes.map(|(_, count)| count).sum();
                assert_eq!(cards as usize, 53 - view.public.seen_cards().len());
            }
            let Some(event) = random_event(&game, &mut rng, &mut scratch) else { break };
            game.apply(&event);
        }
    }

    #[test]
    fn a_submission_adds_a_half_for_each_of_its_cards() {
        let (mut game, mut rng) = (Daihinmin::new(&rules()), Rng::new(7));
        while game.public().turn() == Turn::Chance {
            let event = random_event(&game, &mut rng, &mut Vec::new()).expect("the game has just begun");
            game.apply(&event);
        }
        let view = game.view(game.public().now);
        let card = view.private.hand.strongest().expect("a hand has cards");
        let (mut played, mut passed) = (Vec::new(), Vec::new());
        Inputs::Submission.list(view, Some(Action::Play(Meld::single(card))), &mut played);
        Inputs::Submission.list(view, Some(Action::Pass), &mut passed);
        assert_eq!(played.pop(), Some(((173 + index(card)) as u16, 0.5)));
        assert_eq!(played, passed);
    }
}
