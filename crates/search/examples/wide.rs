//! Simulations a second of ISMCTS where every choice is among many actions: `cargo run --release -p search --example wide [ACTIONS]`.

use std::time::Instant;

use search::{Budget, Ismcts, Scale, Searcher};
use serde::Serialize;
use table::{BySeat, Event, EventOf, Game, Hidden, Payoffs, PublicState, Rng, Seat, SeatSet, Turn, View};

/// Two seats choose in turn, four times in all; the higher sum wins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
struct Wide {
    actions: u16,
    turns: u8,
    sums: [u16; 2],
}

impl Game for Wide {
    type Rules = u16;
    type Action = u16;
    type Public = Wide;
    type Private = ();
    type Seen = u16;
    const NAME: &'static str = "wide";
    const RULES_VERSION: u32 = 1;

    fn new(rules: &u16) -> Wide {
        Wide { actions: *rules, turns: 0, sums: [0; 2] }
    }
    fn public(&self) -> &Wide {
        self
    }
    fn private(&self, _: Seat) -> &() {
        &()
    }
    fn legal(view: View<'_, Wide>, out: &mut Vec<u16>) {
        out.extend(0..view.public.actions);
    }
    fn apply(&mut self, event: &EventOf<Wide>) {
        if let Event::Act(seat, action) = *event {
            self.sums[seat.index()] += action % 7;
            self.turns += 1;
        }
    }
    fn seen(&self, event: &EventOf<Wide>, _: Option<Seat>) -> u16 {
        match *event {
            Event::Act(_, action) => action,
            Event::Chance(_) => 0,
        }
    }
    fn as_spectator(seen: &u16) -> u16 {
        *seen
    }
    fn payoffs(&self) -> Payoffs {
        let points = BySeat::from_fn(2, |seat| f64::from(self.sums[seat.index()]));
        Payoffs::highest_wins(points, &points)
    }
    fn check(&self) {}
}

impl PublicState for Wide {
    type Rules = u16;

    fn rules(&self) -> &u16 {
        &self.actions
    }

    fn seats(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        match self.turns {
            4 => Turn::Over,
            turns => Turn::Seats(SeatSet::only(Seat::new(usize::from(turns % 2)))),
        }
    }
}

impl Hidden for Wide {
    type Chance = u8;

    fn draw(&self, _: &mut Rng) -> u8 {
        unreachable!("nothing is left to chance")
    }

    fn drawable(&self, _: &u8) -> bool {
        false
    }

    fn imagine(view: View<'_, Wide>, _: &mut Rng) -> Wide {
        *view.public
    }
}

#[allow(clippy::print_stdout, reason = "an example says what it measured")]
fn main() {
    let actions = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(300);
    let simulations = 20_000;
    let mut search =
        Searcher::<Wide, _>::new(Ismcts::new(0.7), Budget::simulations(simulations), |_| Scale::Wins);
    let game = Wide::new(&actions);
    let (view, mut legal) = (game.view(Seat::new(0)), Vec::new());
    Wide::legal(view, &mut legal);
    let begun = Instant::now();
    search.search(view, &legal, &mut Rng::new(1));
    let speed = f64::from(simulations) / begun.elapsed().as_secs_f64();
    println!("{actions} actions: {speed:.0} simulations a second");
}
