//! Our own inputs. Cards are counted by strength, as the order stands, and weighed against what is unseen: ten thousand
//! games are too few to learn what 53 single cards mean on six sides of a table.

use games::daihinmin::{
    Card, CardSet, Daihinmin, EIGHT, MOST_SEATS, Meld, MeldKind, Phase, Public, THREE, TWO,
};
use table::{Seat, View};

use super::{LARGEST, List, can_play};
use crate::daihinmin::encode::turned;
use crate::daihinmin::worth::{
    PAIRS, SINGLE_PLACES, SINGLES, Stronger, TRIPLES, count_in, each_column, each_run,
};

/// The table: lock, kind, size, strength, revolution, lone joker, whether anything can be played.
const TABLE: usize = 4 + 4 + 5 + TWO + 1 + 3;

/// A seat: its hand size, whether it has passed, played last, opened the game and is to act, its ranks.
const SEAT: usize = (LARGEST + 1) + 4 + 2 * MOST_SEATS;

/// The own groups by how many stronger ones are unseen, four of a rank, eights, the joker, runs.
const GROUPS: usize = SINGLES + PAIRS + TRIPLES + 1 + 4 + 1 + 3;

/// The unseen cards by strength, and the two that beat everything.
const UNSEEN: usize = 4 * TWO + 2;

/// What may be played: the strongest, the weakest, how many ranks.
const PLAYS: usize = 2 * SINGLES + MOST_PLAYS;
const MOST_PLAYS: usize = 6;

pub(super) const WIDTH: usize = TABLE + MOST_SEATS * SEAT + 2 * GROUPS + UNSEEN + PLAYS;

impl List<'_> {
    pub(super) fn rank(&mut self, view: View<'_, Daihinmin>) {
        let (public, hand) = (view.public, view.private.hand);
        let (unseen, reversed) = (unseen(view), public.table.reversed());
        self.table(view);
        for place in 0..MOST_SEATS {
            match place < public.order.len() {
                true => self.seat(public, turned(view, place)),
                false => self.at += SEAT,
            }
        }
        self.groups(hand, unseen, reversed);
        self.groups(hand, unseen, !reversed);
        self.unseen(unseen, reversed);
        self.plays(view, unseen);
    }

    fn table(&mut self, view: View<'_, Daihinmin>) {
        let (public, meld) = (view.public, view.public.table.meld);
        self.lock(public);
        self.kind(public);
        self.one_of(5, meld.map(|meld| meld.len().min(5) - 1));
        let strength = meld.filter(|meld| !meld.is_lone_joker()).map(|meld| strength(public, meld.low()));
        self.one_of(TWO + 1, strength.and_then(|strength| strength.checked_sub(1)));
        self.flag(public.table.revolution);
        self.flag(meld.is_some_and(Meld::is_lone_joker));
        self.flag(can_play(view));
    }

    fn seat(&mut self, public: &Public, seat: Seat) {
        self.one_of(LARGEST + 1, Some(usize::from(public.left[seat]).min(LARGEST)));
        self.flag(public.passed.contains(seat));
        self.flag(public.last == seat);
        self.flag(public.opener == Some(seat));
        self.flag(public.phase == Phase::Play && public.now == seat);
        let ranked = public.rules.ranks.and_then(|ranks| ranks.place(seat));
        self.one_of(MOST_SEATS, ranked);
        self.one_of(MOST_SEATS, public.finished.place(seat));
    }

    fn groups(&mut self, hand: CardSet, unseen: CardSet, reversed: bool) {
        let groups = Groups::of(hand, unseen, reversed);
        let counts = [groups.singles.as_slice(), &groups.pairs, &groups.triples, &[groups.quads]];
        counts.concat().into_iter().for_each(|count| self.figure(f32::from(count)));
        self.one_of(4, hand.and(CardSet::of_column(EIGHT)).len().checked_sub(1));
        self.flag(hand.has_joker());
        let (mut runs, mut longest) = (0_u8, 0);
        each_run(hand, |_, count| (runs, longest) = (runs + 1, longest.max(count)));
        self.figure(f32::from(runs.min(4)) / 2.0);
        self.flag(longest >= 4);
        self.flag(longest >= 5);
    }

    /// By strength, how many there are: one flag for each.
    fn unseen(&mut self, unseen: CardSet, reversed: bool) {
        let counts = unseen.counts();
        for step in THREE..=TWO {
            let count = count_in(counts, if reversed { TWO + THREE - step } else { step });
            (1..=4).for_each(|least| self.flag(count >= least));
        }
        self.flag(unseen.has_joker());
        self.flag(unseen.contains(Card::SPADE_THREE));
    }

    /// How many stronger ones are unseen of the strongest and of the weakest that may follow the table. Locks and what a
    /// joker could fill up are left aside.
    fn plays(&mut self, view: View<'_, Daihinmin>, unseen: CardSet) {
        let (public, meld) = (view.public, view.public.table.meld);
        let open = meld.is_none_or(|meld| meld.kind() != MeldKind::Run && !meld.is_lone_joker());
        let (cards, above) = meld.map_or((1, 0), |meld| (meld.len().max(1), strength(public, meld.low())));
        let (own, mut places) = (view.private.hand.counts(), Vec::with_capacity(TWO));
        each_column(unseen, public.table.reversed(), |column, stronger| {
            if open && count_in(own, column) >= cards && strength(public, column) > above {
                places.push(usize::from(SINGLE_PLACES[stronger.of(cards)]));
            }
        });
        self.one_of(SINGLES, places.first().copied());
        self.one_of(SINGLES, places.last().copied());
        (1..=MOST_PLAYS).for_each(|least| self.flag(places.len() >= least));
    }
}

impl Stronger {
    /// Groups of this many cards.
    fn of(self, cards: usize) -> usize {
        match cards {
            1 => self.cards,
            2 => self.pairs,
            _ => self.triples,
        }
    }
}

/// The groups of a hand: by size and by how many stronger ones are unseen, how many there are. Eights count apart.
#[derive(Default)]
struct Groups {
    singles: [u8; SINGLES],
    pairs: [u8; PAIRS],
    triples: [u8; TRIPLES],
    quads: u8,
}

impl Groups {
    fn of(hand: CardSet, unseen: CardSet, reversed: bool) -> Groups {
        let (mut groups, own) = (Groups::default(), hand.counts());
        each_column(unseen, reversed, |column, stronger| {
            let [single, pair, triple] = stronger.places();
            match count_in(own, column) {
                _ if column == EIGHT => {}
                1 => groups.singles[single] += 1,
                2 => groups.pairs[pair] += 1,
                3 => groups.triples[triple] += 1,
                4 => groups.quads += 1,
                _ => {}
            }
        });
        groups
    }
}

/// The cards that others hold.
fn unseen(view: View<'_, Daihinmin>) -> CardSet {
    view.public.rules.deck.minus(view.public.seen_cards()).minus(view.private.hand)
}

/// How strong a column is as the order stands, from 1 on.
fn strength(public: &Public, column: usize) -> usize {
    if public.table.reversed() { TWO + THREE - column } else { column }
}

#[cfg(test)]
mod tests {
    use games::daihinmin::{Rules, Suit};
    use table::{Game, Notation, PublicState, Rng, Spec, Turn, random_event};

    use super::*;

    fn rules() -> Rules {
        Daihinmin::read_rules(&Spec::named(Daihinmin::NAME), MOST_SEATS).expect("its usual rules")
    }

    fn cards(columns: &[usize]) -> CardSet {
        let mut used = [0; TWO + 1];
        let card = |&column: &usize| {
            used[column] += 1;
            Card::new(Suit::ALL[used[column] - 1], column)
        };
        columns.iter().map(card).collect()
    }

    /// What one part of a list says.
    fn written(write: impl FnOnce(&mut List<'_>)) -> Vec<(u16, f32)> {
        let mut out = Vec::new();
        write(&mut List { out: &mut out, at: 0 });
        out
    }

    #[test]
    fn groups_are_counted_by_what_beats_them() {
        // One 2, a pair of kings, an 8 and one 5; unseen are two aces, a queen and a 4.
        let (hand, unseen) = (cards(&[13, 11, 11, 6, 3]), cards(&[12, 12, 10, 2]));
        let straight = Groups::of(hand, unseen, false);
        assert_eq!(
            (straight.singles[0], straight.singles[3]),
            (1, 1),
            "nothing beats the 2, three beat the 5"
        );
        assert_eq!((straight.pairs[1], straight.pairs.iter().sum::<u8>()), (1, 1), "the aces beat the kings");
        let turned = Groups::of(hand, unseen, true);
        assert_eq!((turned.singles[1], turned.singles[4]), (1, 1), "the 4 beats the 5, all four the 2");
        assert_eq!(turned.pairs[0], 1, "no pair is below the kings");
        let list = written(|list| list.groups(hand, unseen, false));
        let eights = (SINGLES + PAIRS + TRIPLES + 1) as u16;
        assert_eq!(list, [(0, 1.0), (3, 1.0), (SINGLES as u16 + 1, 1.0), (eights, 1.0)]);
    }

    #[test]
    fn runs_are_counted_and_measured() {
        let run = CardSet::of_suit(Suit::Heart).and(CardSet::below(6));
        let list = written(|list| list.groups(run, CardSet::NONE, false));
        let runs = (GROUPS - 3) as u16;
        // Five in a row begin a run of three or more at three cards.
        assert_eq!(list[list.len() - 3..], [(runs, 1.5), (runs + 1, 1.0), (runs + 2, 1.0)]);
    }

    #[test]
    fn the_unseen_stand_by_strength() {
        let list = |reversed| written(|list| list.unseen(cards(&[13, 13, 1]), reversed));
        assert_eq!(list(false), [(0, 1.0), (48, 1.0), (49, 1.0)]);
        assert_eq!(list(true), [(0, 1.0), (1, 1.0), (48, 1.0)]);
    }

    #[test]
    fn what_follows_the_table_is_told() {
        let mut game = Daihinmin::new(&rules());
        let mut rng = Rng::new(3);
        while game.public().turn() == Turn::Chance {
            let event = random_event(&game, &mut rng, &mut Vec::new()).expect("it has just begun");
            game.apply(&event);
        }
        let (mut public, mut private) = (*game.public(), *game.private(game.public().now));
        let six = Card::new(Suit::Club, 4);
        (private.hand, public.table.meld) = (cards(&[12, 7, 7, 2]), Some(Meld::single(six)));
        let plays = |public: &Public| {
            let view = View { seat: public.now, public, private: &private };
            written(|list| list.plays(view, cards(&[13, 13, 13, 13, 8])))
        };
        // Four beat the ace, five the 9; the 4 cannot follow a 6.
        let ranks = (2 * SINGLES) as u16;
        assert_eq!(plays(&public), [(4, 1.0), (SINGLES as u16 + 4, 1.0), (ranks, 1.0), (ranks + 1, 1.0)]);
        public.table.revolution = true;
        // Now the 4 alone follows, and nothing is below it.
        assert_eq!(plays(&public), [(0, 1.0), (SINGLES as u16, 1.0), (ranks, 1.0)]);
    }
}
