//! The kind `lasting`: how long a tool that a saboteur has broken stays broken, and what that costs its owner.

use games::Saboteur;
use games::saboteur::{Action, Phase, Role, Tool, Winner};
use table::{BySeat, Event, EventOf, Game, MAX_SEATS, Payoffs, Seat, View, Witness};

use super::is;
use super::turns::{Turns, WHEN};
use catalog::columns;
use catalog::kinds::{KindRow, Measure, Method, Upcoming, Watch};
use players::saboteur::Distances;
use players::saboteur::distance_after;

columns! { COLUMNS:
    ROUNDS "rounds" "rounds played",
    BROKEN "broken" "tools that saboteurs broke in the turns that count",
    REPAIRED "repaired" "those of them repaired before the round was over",
    REPAIRED_OWN "repaired_own" "those of them that their owners repaired",
    CARDS "cards" "cards used by anybody while they were broken",
    LOST "lost" "turns of their owners meanwhile, the one at which an owner repairs it included",
    COST "cost" "those of these turns at which the owner, with all tools, could have dug nearer to a goal",
    IDLE "idle" "broken tools that cost their owners no turn",
    TOO_LATE "too_late" "those after which the gold was found within two cards",
}

/// Gold found within this many cards of the break card is found in spite of it: one or two moves, says the paper.
const SOON: usize = 2;

pub(super) const LASTING: KindRow<Saboteur> = KindRow {
    name: "lasting",
    about: "how long tools stay broken that saboteurs break after `when` cards of the round, who repairs them, and what \
            that costs their owners",
    axes: &[&[WHEN]],
    columns: &[COLUMNS],
    measures: &[
        Measure::ratio("broken", "tools that saboteurs break a round, in these turns", &[BROKEN], &[ROUNDS]),
        Measure::rate(
            "repaired",
            "of these, those repaired before the round is over",
            &[REPAIRED],
            &[BROKEN],
        ),
        Measure::rate("repaired_own", "of these, those that the owner repairs", &[REPAIRED_OWN], &[BROKEN]),
        Measure::ratio("cards", "cards used by anybody while it is broken", &[CARDS], &[BROKEN]),
        Measure::ratio("lost", "turns of the owner while it is broken", &[LOST], &[BROKEN]),
        Measure::ratio(
            "cost",
            "turns of the owner at which it could have dug nearer to a goal",
            &[COST],
            &[BROKEN],
        ),
        Measure::rate("idle", "of these, those that cost the owner no turn", &[IDLE], &[BROKEN]),
        Measure::rate(
            "too_late",
            "of these, those after which the gold is found within two cards",
            &[TOO_LATE],
            &[BROKEN],
        ),
    ],
    method: Method::Watch(|params, _lineup| Ok(Box::new(Lasting::new(Turns::read(params)?)))),
};

/// A broken tool.
#[derive(Clone, Copy, Debug)]
struct Break {
    /// How many cards had been used when it was broken, the break card included.
    since: usize,
    lost: f64,
    cost: f64,
}

struct Lasting {
    turns: Turns,
    /// The table before the event that is shown next.
    before: Option<Saboteur>,
    open: [BySeat<Option<Break>>; 3],
    legal: Vec<Action>,
    row: [f64; COLUMNS.len()],
}

impl Lasting {
    fn new(turns: Turns) -> Lasting {
        let open = [BySeat::new(MAX_SEATS, None); 3];
        Lasting { turns, before: None, open, legal: Vec::new(), row: [0.0; COLUMNS.len()] }
    }

    /// A seat plays a card.
    fn plays(&mut self, before: &Saboteur, seat: Seat, action: Action) {
        self.waits(before, seat);
        let (public, used) = (before.public(), before.public().turns() + 1);
        match action {
            Action::Break(tool, whom)
                if before.private(seat).role == Some(Role::Saboteur) && self.turns.contains(public) =>
            {
                self.open[tool as usize][whom] = Some(Break { since: used, lost: 0.0, cost: 0.0 });
            }
            Action::Repair(_, tool, whom) => {
                if let Some(closed) = self.close(tool, whom, used) {
                    self.row[REPAIRED] += 1.0;
                    self.row[REPAIRED_OWN] += is(whom == seat);
                    self.row[IDLE] += is(closed.lost == 0.0);
                }
            }
            _ => {}
        }
    }

    /// A turn of one whose tools may be broken.
    fn waits(&mut self, before: &Saboteur, seat: Seat) {
        if !self.open.iter().any(|open| open[seat].is_some()) {
            return;
        }
        let cost = is(self.would_dig(before, seat));
        for open in self.open.iter_mut().filter_map(|open| open[seat].as_mut()) {
            open.lost += 1.0;
            open.cost += cost;
        }
    }

    /// Whether a digger could come nearer to a goal if it had all its tools.
    fn would_dig(&mut self, before: &Saboteur, seat: Seat) -> bool {
        let (mut public, private) = (*before.public(), before.private(seat));
        public.broken = public.broken.map(|broken| broken.without(seat));
        self.legal.clear();
        Saboteur::legal(View { seat, public: &public, private }, &mut self.legal);
        let (board, map) = (&public.board, Distances::of(&public.board));
        let nearer =
            |action: &Action| distance_after(board, &map, action).is_some_and(|after| after < map.now());
        private.role == Some(Role::Digger) && self.legal.iter().any(nearer)
    }

    /// A tool is whole again, or the round is over, after this many cards.
    fn close(&mut self, tool: Tool, whose: Seat, used: usize) -> Option<Break> {
        let closed = self.open[tool as usize][whose].take()?;
        self.row[BROKEN] += 1.0;
        self.row[CARDS] += (used - closed.since) as f64;
        self.row[LOST] += closed.lost;
        self.row[COST] += closed.cost;
        Some(closed)
    }

    fn end_round(&mut self, winner: Winner, used: usize) {
        self.row[ROUNDS] += 1.0;
        for (tool, whose) in
            Tool::ALL.into_iter().flat_map(|tool| Seat::all(MAX_SEATS).map(move |seat| (tool, seat)))
        {
            if let Some(closed) = self.close(tool, whose, used) {
                self.row[IDLE] += is(closed.lost == 0.0);
                self.row[TOO_LATE] += is(winner == Winner::Diggers && used <= closed.since + SOON);
            }
        }
    }
}

impl Witness<Saboteur> for Lasting {
    fn see(&mut self, truth: &Saboteur, event: &EventOf<Saboteur>) {
        if let Some(before) = self.before.replace(*truth) {
            match event {
                Event::Act(seat, action) if matches!(before.public().phase, Phase::Play(_)) => {
                    self.plays(&before, *seat, *action);
                }
                _ => {}
            }
            if let (None, Some(end)) = (before.public().end(), truth.public().end()) {
                self.end_round(end.winner, truth.public().turns());
            }
        }
    }
}

impl Watch<Saboteur> for Lasting {
    fn begin(&mut self, _game: Upcoming) {
        *self = Lasting::new(self.turns);
    }

    fn end(&mut self, _payoffs: &Payoffs, row: &mut [f64]) {
        row.iter_mut().zip(self.row).for_each(|(sum, count)| *sum += count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{noted, watch};

    /// One cell lies before the goals. A breaks B's cart, which C repairs after B has passed with a card that leads to the
    /// gold; then A breaks the cart of C, who digs no more: B finds the gold with the next card but one.
    const SCRIPT: &str = "
        goals stone-DL gold stone-UL · first A
        role A saboteur · role B digger · role C digger
        deal A break-cart · deal A break-cart · deal B LR · deal B map · deal C repair-cart · deal C map
        A breaks cart of B · draw A map · B discards map · draw B map · C repairs cart of B with repair-cart · draw C map
        A breaks cart of C · B digs LR 2,3
    ";

    fn counted(axes: &str) -> Vec<f64> {
        let game = "saboteur(board=papers,rounds=1,saboteurs=1,score=win,distance=2,hand=2,deck=2break-cart+LR+repair-cart+5map)";
        noted(&LASTING, watch(&LASTING, game, "papers,papers,papers", axes).unwrap(), SCRIPT)
    }

    #[test]
    fn a_broken_tool_is_followed_to_its_repair_or_to_the_end() {
        // Broken twice, once repaired, not by its owner. Two cards follow until the repair and one until the gold. B
        // lost a turn and a card to the goal, C nothing; the second break was too late.
        assert_eq!(counted(""), [1.0, 2.0, 1.0, 0.0, 3.0, 1.0, 1.0, 1.0, 1.0]);
        assert_eq!(counted("when=0-2"), [1.0, 1.0, 1.0, 0.0, 2.0, 1.0, 1.0, 0.0, 0.0]);
        assert_eq!(counted("when=3-5"), [1.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0]);
    }

    #[test]
    fn turns_that_cannot_be_read_are_refused() {
        for text in ["5", "7-3", "a-b"] {
            let game = "saboteur(rounds=1,saboteurs=1,score=win)";
            let error = watch(&LASTING, game, "papers,papers,papers", &format!("when={text}")).err().unwrap();
            let wanted = format!("lasting: `when={text}` should be the first and the last turn, e.g. 12-17");
            assert_eq!(error.to_string(), wanted);
        }
    }
}
