//! A toy game played in series: the highest card wins, and who did worst is dealt first in the next game.
//!
//! Everybody is dealt one of nine cards, from the seat of `first` on, and says in the same order whether it
//! plays or folds. Of those who play the highest card takes a point from each of the others who play; who folds
//! pays half a point to nobody. It exists for the tests of series, which need something carried over.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;
use table::{
    BySeat, Enumerable, Event, EventOf, Game, Hidden, Lang, Notation, OptionRow, Payoffs, Picture,
    PublicState, Rng, Seat, SeatSet, SpecError, Text, Turn, Unreadable, View,
};

/// The highest card.
const CARDS: u8 = 9;

/// The truth of one game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct HighCard {
    public: Public,
    cards: BySeat<Option<u8>>,
}

/// Who sits there, and who is dealt first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Rules {
    /// The number of players at the table, 2 to 4.
    pub seats: u8,
    /// Who is dealt first.
    pub first: Seat,
}

/// What lies face up.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Public {
    /// The rules.
    pub rules: Rules,
    /// How many cards were dealt.
    pub dealt: u8,
    /// Who plays, of those who have spoken.
    pub plays: SeatSet,
    /// Who has spoken.
    pub spoken: SeatSet,
    /// Half points of each seat, once all have spoken.
    pub halves: Option<BySeat<i8>>,
}

/// What one seat knows besides: its card.
pub type Private = Option<u8>;

/// What a seat may say.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub enum Action {
    /// Out.
    Fold,
    /// In.
    Play,
}

/// A seat is dealt a card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Deal(pub Seat, pub u8);

/// One event as one observer saw it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Seen {
    /// A seat was dealt a card, which only it sees.
    Dealt(Seat, Option<u8>),
    /// A seat has spoken.
    Said(Seat, Action),
}

impl Public {
    fn seats(&self) -> usize {
        usize::from(self.rules.seats)
    }

    /// The seat that is this many places behind the first.
    fn nth(&self, n: usize) -> Seat {
        Seat::new((self.rules.first.index() + n) % self.seats())
    }
}

impl HighCard {
    fn left(&self) -> Vec<u8> {
        (1..=CARDS).filter(|&card| !self.cards.as_slice().contains(&Some(card))).collect()
    }

    /// Half points of each seat.
    fn count(&self) -> BySeat<i8> {
        let plays = self.public.plays;
        let winner = plays.max_by_key(|&seat| self.cards[seat]);
        let others = plays.len() as i8 - 1;
        BySeat::from_fn(self.public.seats(), |seat| match () {
            () if Some(seat) == winner => 2 * others,
            () if plays.contains(seat) => -2,
            () => -1,
        })
    }
}

impl Game for HighCard {
    type Rules = Rules;
    type Action = Action;
    type Public = Public;
    type Private = Private;
    type Seen = Seen;
    const NAME: &'static str = "high-card";
    const RULES_VERSION: u32 = 1;
    const SERIES: u32 = 3;

    fn new(rules: &Rules) -> HighCard {
        let (plays, spoken) = (SeatSet::NONE, SeatSet::NONE);
        let public = Public { rules: *rules, dealt: 0, plays, spoken, halves: None };
        HighCard { public, cards: BySeat::new(usize::from(rules.seats), None) }
    }

    /// The seat that did worst is dealt first; of several, the one that was dealt earliest.
    fn next_rules(first: &Rules, _number: u32, last: Option<&Public>) -> Rules {
        let Some((last, halves)) = last.and_then(|last| Some((last, last.halves?))) else { return *first };
        let worst = (0..last.seats()).map(|n| last.nth(n)).min_by_key(|&seat| halves[seat]);
        Rules { first: worst.unwrap_or(first.first), ..*first }
    }

    fn public(&self) -> &Public {
        &self.public
    }

    fn private(&self, seat: Seat) -> &Private {
        &self.cards[seat]
    }

    fn legal(_view: View<'_, HighCard>, out: &mut Vec<Action>) {
        // Not in the order of `Ord`: nobody may choose by position.
        out.extend([Action::Play, Action::Fold]);
    }

    fn apply(&mut self, event: &EventOf<HighCard>) {
        match *event {
            Event::Chance(Deal(seat, card)) => {
                self.cards[seat] = Some(card);
                self.public.dealt += 1;
            }
            Event::Act(seat, action) => {
                let public = &mut self.public;
                public.spoken = public.spoken.with(seat);
                if action == Action::Play {
                    public.plays = public.plays.with(seat);
                }
                if public.spoken.len() == public.seats() {
                    self.public.halves = Some(self.count());
                }
            }
        }
    }

    fn seen(&self, event: &EventOf<HighCard>, observer: Option<Seat>) -> Seen {
        match *event {
            Event::Chance(Deal(seat, card)) => Seen::Dealt(seat, (observer == Some(seat)).then_some(card)),
            Event::Act(seat, action) => Seen::Said(seat, action),
        }
    }

    fn as_spectator(seen: &Seen) -> Seen {
        match *seen {
            Seen::Dealt(seat, _) => Seen::Dealt(seat, None),
            said => said,
        }
    }

    fn payoffs(&self) -> Payoffs {
        let points = self.count().map(|halves| f64::from(halves) / 2.0);
        Payoffs::highest_wins(points, &points)
    }

    fn check(&self) {
        let dealt = self.cards.as_slice().iter().flatten().count();
        assert_eq!(dealt, usize::from(self.public.dealt), "as many cards as were dealt");
        assert_eq!(self.left().len(), usize::from(CARDS) - dealt, "no card twice");
    }
}

impl PublicState for Public {
    type Rules = Rules;

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn seats(&self) -> usize {
        self.seats()
    }

    fn turn(&self) -> Turn {
        match (usize::from(self.dealt) < self.seats(), self.spoken.len()) {
            (true, _) => Turn::Chance,
            (false, said) if said < self.seats() => Turn::Seats(SeatSet::only(self.nth(said))),
            _ => Turn::Over,
        }
    }
}

impl Hidden for HighCard {
    type Chance = Deal;

    fn draw(&self, rng: &mut Rng) -> Deal {
        Deal(self.public.nth(usize::from(self.public.dealt)), rng.pick(&self.left()))
    }

    fn drawable(&self, &Deal(seat, card): &Deal) -> bool {
        seat == self.public.nth(usize::from(self.public.dealt)) && self.left().contains(&card)
    }

    /// The others' cards are anything; once they are counted, whatever gives the same count.
    fn imagine(view: View<'_, HighCard>, rng: &mut Rng) -> HighCard {
        loop {
            let mut world = HighCard::new(&view.public.rules);
            world.cards[view.seat] = *view.private;
            for n in 0..usize::from(view.public.dealt) {
                let seat = view.public.nth(n);
                if seat != view.seat {
                    world.cards[seat] = Some(rng.pick(&world.left()));
                }
            }
            world.public = view.public.clone();
            if view.public.halves.is_none_or(|halves| halves == world.count()) {
                return world;
            }
        }
    }
}

impl Enumerable for HighCard {
    fn outcomes(&self, out: &mut Vec<(Deal, f64)>) {
        let (seat, left) = (self.public.nth(usize::from(self.public.dealt)), self.left());
        out.extend(left.iter().map(|&card| (Deal(seat, card), 1.0 / left.len() as f64)));
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Action::Play { "plays" } else { "folds" })
    }
}

impl FromStr for Action {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Action, Unreadable> {
        match text {
            "plays" => Ok(Action::Play),
            "folds" => Ok(Action::Fold),
            _ => Err(Unreadable::new(text, "write `plays` or `folds`")),
        }
    }
}

impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "deal {} {}", self.0, self.1)
    }
}

impl FromStr for Deal {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Deal, Unreadable> {
        let wrong = || Unreadable::new(text, "write `deal A 7`");
        let ["deal", seat, card] = text.split(' ').collect::<Vec<_>>()[..] else { return Err(wrong()) };
        let card: u8 = card.parse().map_err(|_| wrong())?;
        if (1..=CARDS).contains(&card) { Ok(Deal(seat.parse()?, card)) } else { Err(wrong()) }
    }
}

impl Notation for HighCard {
    const ABOUT: &'static str = "the highest card; who did worst is dealt first next";
    const SEATS: (usize, usize) = (2, 4);
    const OPTIONS: &'static [OptionRow<Rules>] = &[OptionRow {
        key: "first",
        about: "who is dealt first",
        value: &Text {
            named: &[],
            read: |text| text.parse().ok(),
            write: |seat: Seat| seat.to_string(),
            wanted: "a seat, e.g. `B`",
            field: |rules: &mut Rules| &mut rules.first,
        },
    }];
    const KINDS: &'static [&'static str] = &["deal", "play", "fold"];

    fn default_rules(seats: usize) -> Rules {
        Rules { seats: seats as u8, first: Seat::new(0) }
    }

    fn check_rules(rules: &Rules) -> Result<(), SpecError> {
        match rules.first.index() < usize::from(rules.seats) {
            true => Ok(()),
            false => Err(SpecError::bad(format!(
                "high-card: {} does not sit at a table for {}",
                rules.first, rules.seats
            ))),
        }
    }

    fn kind(&self, event: &EventOf<HighCard>) -> &'static str {
        match event {
            Event::Chance(_) => "deal",
            Event::Act(_, Action::Play) => "play",
            Event::Act(_, Action::Fold) => "fold",
        }
    }

    fn rulebook(_lang: Lang) -> &'static str {
        "Everybody is dealt a card, then plays or folds. The highest card wins.\n"
    }

    fn tell(seen: &Seen, _lang: Lang) -> String {
        match seen {
            Seen::Dealt(seat, None) => format!("{seat} is dealt a card"),
            Seen::Dealt(seat, Some(card)) => format!("{seat} is dealt {card}"),
            Seen::Said(seat, action) => format!("{seat} {action}"),
        }
    }
}

impl Picture for HighCard {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check;

    const THREE: Rules = Rules { seats: 3, first: Seat::new(1) };

    #[test]
    fn it_is_a_right_game() {
        check::<HighCard>(&THREE, 0..40).unwrap();
    }

    #[test]
    fn who_did_worst_is_dealt_first() {
        let mut game = HighCard::new(&THREE);
        let (a, b, c) = (Seat::new(0), Seat::new(1), Seat::new(2));
        for (seat, card) in [(b, 9), (c, 5), (a, 7)] {
            game.apply(&Event::Chance(Deal(seat, card)));
        }
        for (seat, action) in [(b, Action::Play), (c, Action::Fold), (a, Action::Play)] {
            game.apply(&Event::Act(seat, action));
        }
        assert_eq!(game.payoffs().points.as_slice(), [-1.0, 1.0, -0.5]);
        assert_eq!(HighCard::next_rules(&THREE, 1, Some(game.public())), Rules { first: a, ..THREE });
        assert_eq!(HighCard::next_rules(&THREE, 0, None), THREE);
    }
}
