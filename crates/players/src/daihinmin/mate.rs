//! Can a hand be played out without anybody cutting in?
//!
//! The answer is careful: what nobody could beat if one seat held all unseen cards, nobody can beat. So a play found
//! here wins against every deal, and where none is found there may still be one.

use games::daihinmin::{Action, Card, CardSet, Joker, Meld, Public, TableState, each_meld};
use table::Seat;

use super::worth::each_run;

/// How many positions are looked at before the search gives up.
const NODES: u32 = 500;

/// With what this seat can begin to play out this hand, whatever the others do with the unseen cards: the least such
/// meld or, if there is none, a pass that clears the table for it.
pub fn mate(public: &Public, seat: Seat, hand: CardSet) -> Option<Action> {
    let unseen = public.rules.deck.minus(public.seen_cards()).minus(hand);
    let mut search = Search { unseen, eleven_back: public.rules.eleven_back, nodes: NODES };
    if public.table.meld.is_none() && search.is_hopeless(hand, &public.table) {
        return None;
    }
    let alone = public.active().without(seat).is_empty();
    let mut found: Option<Meld> = None;
    each_meld(hand, &public.table, |meld| {
        if found.is_none_or(|best| meld < best) && search.works(hand, &public.table, alone, meld) {
            found = Some(meld);
        }
    });
    let clears = alone && public.last == seat && public.table.meld.is_some();
    let pass = found.is_none() && clears && search.leads(hand, public.table);
    if pass { Some(Action::Pass) } else { found.map(Action::Play) }
}

struct Search {
    unseen: CardSet,
    eleven_back: bool,
    nodes: u32,
}

impl Search {
    /// Whether more than one rank could be beaten, in a hand of plain groups that is led: only the last may be.
    fn is_hopeless(&self, hand: CardSet, table: &TableState) -> bool {
        let (mut rest, mut weak, mut plain) = (hand, 0, !hand.has_joker());
        while let (true, Some(cell)) = (plain, rest.weakest().and_then(Card::cell)) {
            let group = rest.and(CardSet::of_column(cell.column()));
            plain = group.len() < 4;
            weak += usize::from(self.beats_group(group, table));
            rest = rest.minus(group);
        }
        each_run(hand, |_, _| plain = false);
        plain && weak > 1
    }

    /// Whether something unseen beats the whole of a group that is led.
    fn beats_group(&self, group: CardSet, table: &TableState) -> bool {
        let mut laid = *table;
        laid.clear();
        let Some(meld) = Meld::of(group, Joker::Absent) else { return true };
        laid.meld = Some(meld);
        !meld.cuts_eight() && !self.is_unbeaten(&laid)
    }

    /// Whether the hand can be played out from this table on.
    fn goes_on(&mut self, hand: CardSet, table: &TableState, alone: bool) -> bool {
        let mut found = false;
        each_meld(hand, table, |meld| found = found || self.works(hand, table, alone, meld));
        found
    }

    /// Whether the hand can be played out after this meld.
    fn works(&mut self, hand: CardSet, table: &TableState, alone: bool, meld: Meld) -> bool {
        let rest = hand.minus(meld.cards());
        if rest.is_empty() {
            return true;
        }
        if self.nodes == 0 {
            return false;
        }
        self.nodes -= 1;
        let returns = table.meld.is_some_and(Meld::is_lone_joker);
        let mut laid = *table;
        laid.lay(meld, self.eleven_back);
        if returns || meld.cuts_eight() {
            return self.leads(rest, laid);
        }
        (alone || self.is_unbeaten(&laid)) && (self.leads(rest, laid) || self.goes_on(rest, &laid, true))
    }

    /// Whether the hand can be played out once the table is cleared.
    fn leads(&mut self, hand: CardSet, mut table: TableState) -> bool {
        table.clear();
        self.goes_on(hand, &table, false)
    }

    /// Whether nothing unseen can follow.
    fn is_unbeaten(&self, table: &TableState) -> bool {
        let mut beaten = false;
        each_meld(self.unseen, table, |_| beaten = true);
        !beaten
    }
}
