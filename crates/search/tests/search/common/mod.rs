//! Positions, aims and a one-shot game for the tests of searches.

use games::Buzzard;
use games::buzzard::{Bid, Pot, Prize, Prizes, Public, Rules, Ties, TurnUp, Utility};
use search::Scale;
use serde::Serialize;
use table::{BySeat, Event, EventOf, Game, Hidden, Payoffs, PublicState, Rng, Seat, SeatSet, Turn, View};

pub(crate) mod coin;

pub(crate) const A: Seat = Seat::new(0);
pub(crate) const B: Seat = Seat::new(1);

pub(crate) fn buzzard(seats: u8, cards: u8) -> Rules {
    let (prizes, ties, pot, utility) = (Prizes::Buzzard, Ties::Cancel, Pot::Carry, Utility::Points);
    Rules { seats, cards, prizes, ties, pot, utility }
}

pub(crate) fn mice(seats: u8, cards: u8) -> Rules {
    Rules { prizes: Prizes::Mice, ..buzzard(seats, cards) }
}

/// Points of the buzzard: nobody can take more than every prize.
pub(crate) fn points(public: &Public) -> Scale {
    let most: f64 = public.rules.all_prizes().iter().map(|prize| f64::from(prize.value().abs())).sum();
    Scale::Points { low: -most, high: most }
}

/// A game after these rounds (a prize and everybody's bid), and with the next prize turned up.
pub(crate) fn after(rules: &Rules, rounds: &[(i8, &[u8])], next: i8) -> Buzzard {
    let mut game = Buzzard::new(rules);
    for &(prize, bids) in rounds {
        game.apply(&turn(prize));
        for (i, &bid) in bids.iter().enumerate() {
            game.apply(&Event::Act(Seat::new(i), Bid::new(bid).expect("bids are 1 to 15")));
        }
    }
    game.apply(&turn(next));
    game.check();
    game
}

fn turn(prize: i8) -> EventOf<Buzzard> {
    Event::Chance(TurnUp(Prize::new(prize).expect("prizes are -5 to 15, but not 0")))
}

pub(crate) fn legal<G: Game>(view: View<'_, G>) -> Vec<G::Action> {
    let mut legal = Vec::new();
    G::legal(view, &mut legal);
    legal
}

/// Two seats choose once, at the same time; what A earns is what B loses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Duel {
    table: Table,
    chosen: BySeat<Option<u8>>,
}

/// What A earns, by A's choice and B's, in tenths.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub(crate) struct Matrix(pub(crate) [[i8; 2]; 2]);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub(crate) struct Table {
    matrix: Matrix,
    done: SeatSet,
}

/// Points of a duel.
pub(crate) fn tenths(_: &Table) -> Scale {
    Scale::Points { low: -10.0, high: 10.0 }
}

impl Game for Duel {
    type Rules = Matrix;
    type Action = u8;
    type Public = Table;
    type Private = Option<u8>;
    type Seen = Option<u8>;
    const NAME: &'static str = "duel";
    const RULES_VERSION: u32 = 1;

    fn new(rules: &Matrix) -> Duel {
        Duel { table: Table { matrix: *rules, done: SeatSet::NONE }, chosen: BySeat::new(2, None) }
    }
    fn public(&self) -> &Table {
        &self.table
    }
    fn private(&self, seat: Seat) -> &Option<u8> {
        &self.chosen[seat]
    }
    fn legal(_: View<'_, Duel>, out: &mut Vec<u8>) {
        out.extend([0, 1]);
    }
    fn apply(&mut self, event: &EventOf<Duel>) {
        let Event::Act(seat, action) = *event else { unreachable!("nothing is left to luck") };
        self.chosen[seat] = Some(action);
        self.table.done = self.table.done.with(seat);
    }
    fn seen(&self, event: &EventOf<Duel>, observer: Option<Seat>) -> Option<u8> {
        let Event::Act(seat, action) = *event else { unreachable!("nothing is left to luck") };
        (observer == Some(seat)).then_some(action)
    }
    fn as_spectator(_: &Option<u8>) -> Option<u8> {
        None
    }
    fn payoffs(&self) -> Payoffs {
        let [a, b] = [A, B].map(|seat| usize::from(self.chosen[seat].expect("both have chosen")));
        let earned = f64::from(self.table.matrix.0[a][b]);
        let points = BySeat::from_fn(2, |seat| if seat == A { earned } else { -earned });
        Payoffs::highest_wins(points, &points)
    }
    fn check(&self) {}
}

impl PublicState for Table {
    type Rules = Matrix;

    fn rules(&self) -> &Matrix {
        &self.matrix
    }

    fn seats(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        match SeatSet::all(2).minus(self.done) {
            SeatSet::NONE => Turn::Over,
            set => Turn::Seats(set),
        }
    }
}

impl Hidden for Duel {
    type Chance = u8;

    fn draw(&self, _: &mut Rng) -> u8 {
        unreachable!("nothing is left to luck")
    }

    fn drawable(&self, _: &u8) -> bool {
        false
    }

    fn imagine(view: View<'_, Duel>, rng: &mut Rng) -> Duel {
        let mut chosen = BySeat::new(2, None);
        view.public.done.for_each(|seat| chosen[seat] = Some(rng.below(2) as u8));
        chosen[view.seat] = *view.private;
        Duel { table: *view.public, chosen }
    }
}
