//! Counts the whole tree of a small game: histories, ends and information sets.

use std::collections::HashMap;

use table::{BySeat, Enumerable, Event, EventOf, HistoryIds, PublicState, Seat, Turn};

/// How large a game tree is. Forced events (one outcome, one legal action) are not counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Perft {
    /// States in which something is decided, and ends.
    pub histories: u64,
    /// Ends.
    pub terminals: u64,
    /// For each seat, the situations it can tell apart in which it has a choice.
    pub information_sets: BySeat<u64>,
}

/// Walks the whole tree, asking the seats of one turn one after the other.
pub fn perft<G: Enumerable>(rules: &G::Rules) -> Perft {
    let game = G::new(rules);
    let seats = game.public().seats();
    let counts = Perft { histories: 0, terminals: 0, information_sets: BySeat::new(seats, 0) };
    let mut walk = Walk::<G> { counts, memories: HistoryIds::new(), decided: HashMap::new() };
    walk.visit(&game, BySeat::new(seats, HistoryIds::<G::Seen>::EMPTY));
    walk.counts
}

/// Every event that can happen next, with its probability (1 for a choice), in a fixed order.
pub(crate) fn next_events<G: Enumerable>(game: &G) -> Vec<(EventOf<G>, f64)> {
    match game.public().turn() {
        Turn::Over => Vec::new(),
        Turn::Chance => {
            let mut outcomes = Vec::new();
            game.outcomes(&mut outcomes);
            outcomes.into_iter().map(|(outcome, chance)| (Event::Chance(outcome), chance)).collect()
        }
        Turn::Seats(set) => {
            let seat = set.first().expect("a turn of seats has a seat");
            let mut legal = Vec::new();
            G::legal(game.view(seat), &mut legal);
            let weigh = |action| (Event::Act(seat, action), G::copies(game.view(seat), &action));
            legal.into_iter().map(weigh).collect()
        }
    }
}

struct Walk<G: Enumerable> {
    counts: Perft,
    memories: HistoryIds<G::Seen>,
    decided: HashMap<(Seat, u32), ()>,
}

impl<G: Enumerable> Walk<G> {
    fn visit(&mut self, game: &G, histories: BySeat<u32>) {
        let events = next_events(game);
        self.counts.terminals += u64::from(events.is_empty());
        self.counts.histories += u64::from(events.len() != 1);
        if let [(Event::Act(seat, _), _), _, ..] = events[..]
            && self.decided.insert((seat, histories[seat]), ()).is_none()
        {
            self.counts.information_sets[seat] += 1;
        }
        for (event, _) in events {
            let mut next = game.clone();
            next.apply(&event);
            let remember = |seat| self.memories.after(histories[seat], next.seen(&event, Some(seat)));
            let histories = BySeat::from_fn(histories.seats(), remember);
            self.visit(&next, histories);
        }
    }
}
