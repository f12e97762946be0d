//! Two seats choose at once, then a bent coin falls, and that again: what A earns is what B loses.

use serde::Serialize;
use table::{
    BySeat, Enumerable, Event, EventOf, Game, Hidden, Payoffs, PublicState, Rng, Seat, SeatSet, Turn, View,
};

use super::A;

/// What A earns in a round, by how the coin falls, by A's choice and B's; and how often it falls on its first side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub(crate) struct Bent {
    pub(crate) earns: [[[i8; 3]; 2]; 2],
    pub(crate) percent: u8,
    pub(crate) rounds: u8,
}

/// What lies face up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub(crate) struct Thrown {
    rules: Bent,
    done: SeatSet,
    /// What both chose, once both have.
    shown: Option<[u8; 2]>,
    pub(crate) points: i8,
    pub(crate) left: u8,
}

/// A chooses among two, B among three.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Coin {
    public: Thrown,
    chosen: BySeat<Option<u8>>,
}

impl Game for Coin {
    type Rules = Bent;
    type Action = u8;
    type Public = Thrown;
    type Private = Option<u8>;
    type Seen = ();
    const NAME: &'static str = "coin";
    const RULES_VERSION: u32 = 1;

    fn new(rules: &Bent) -> Coin {
        let public =
            Thrown { rules: *rules, done: SeatSet::NONE, shown: None, points: 0, left: rules.rounds };
        Coin { public, chosen: BySeat::new(2, None) }
    }
    fn public(&self) -> &Thrown {
        &self.public
    }
    fn private(&self, seat: Seat) -> &Option<u8> {
        &self.chosen[seat]
    }
    fn legal(view: View<'_, Coin>, out: &mut Vec<u8>) {
        out.extend(0..if view.seat == A { 2 } else { 3 });
    }
    fn apply(&mut self, event: &EventOf<Coin>) {
        let public = &mut self.public;
        match *event {
            Event::Act(seat, action) => {
                self.chosen[seat] = Some(action);
                public.done = public.done.with(seat);
                if public.done == SeatSet::all(2) {
                    let take = |seat| self.chosen[Seat::new(seat)].take().expect("both have chosen");
                    public.shown = Some([0, 1].map(take));
                    public.done = SeatSet::NONE;
                }
            }
            Event::Chance(side) => {
                let [a, b] = public.shown.take().expect("both have chosen").map(usize::from);
                public.points += public.rules.earns[usize::from(side)][a][b];
                public.left -= 1;
            }
        }
    }
    fn seen(&self, _: &EventOf<Coin>, _: Option<Seat>) {}
    fn as_spectator((): &()) {}
    fn payoffs(&self) -> Payoffs {
        let points = f64::from(self.public.points);
        let points = BySeat::from_fn(2, |seat| if seat == A { points } else { -points });
        Payoffs::highest_wins(points, &points)
    }
    fn check(&self) {}
}

impl PublicState for Thrown {
    type Rules = Bent;

    fn rules(&self) -> &Bent {
        &self.rules
    }
    fn seats(&self) -> usize {
        2
    }
    fn turn(&self) -> Turn {
        match (self.left, self.shown) {
            (0, _) => Turn::Over,
            (_, Some(_)) => Turn::Chance,
            _ => Turn::Seats(SeatSet::all(2).minus(self.done)),
        }
    }
}

impl Hidden for Coin {
    type Chance = u8;

    fn draw(&self, rng: &mut Rng) -> u8 {
        u8::from(rng.below(100) >= u32::from(self.public.rules.percent))
    }
    fn drawable(&self, side: &u8) -> bool {
        *side < 2
    }
    fn imagine(view: View<'_, Coin>, _: &mut Rng) -> Coin {
        let mut chosen = BySeat::new(2, None);
        chosen[view.seat] = *view.private;
        Coin { public: *view.public, chosen }
    }
}

impl Enumerable for Coin {
    fn outcomes(&self, out: &mut Vec<(u8, f64)>) {
        let first = f64::from(self.public.rules.percent) / 100.0;
        out.extend([(0, first), (1, 1.0 - first)]);
    }
}
