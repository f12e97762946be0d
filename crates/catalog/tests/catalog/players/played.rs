//! Positions of any game, reached by playing: `seats 3`, a game such as `buzzard(cards=5)`, then events. Whoever is
//! asked next is the one the demands are about; where all choose at once, it is the first of those.

use catalog::Playable;
use table::{Agent, Event, EventOf, PublicState, Rng, Spec, Turn, View};

pub(super) struct Played<G: Playable> {
    spec: Spec,
    seats: usize,
    events: Vec<EventOf<G>>,
    game: Option<G>,
}

impl<G: Playable> Default for Played<G> {
    fn default() -> Self {
        Played { spec: Spec::named(G::NAME), seats: G::SEATS.0, events: Vec::new(), game: None }
    }
}

impl<G: Playable> Played<G> {
    fn rules(&self) -> Result<G::Rules, String> {
        G::read_rules(&self.spec, self.seats).map_err(|error| error.to_string())
    }

    fn seat(&self) -> table::Seat {
        match self.game().public().turn() {
            Turn::Seats(set) => set.first().expect("a turn of seats has a seat"),
            _ => panic!("nobody is asked"),
        }
    }

    fn game(&self) -> &G {
        self.game.as_ref().expect("a block plays before it demands")
    }

    fn happens(&mut self, event: EventOf<G>) -> Result<(), String> {
        let mut game = self.game.take().map_or_else(|| Ok(G::new(&self.rules()?)), Ok::<G, String>)?;
        let possible = match (&event, game.public().turn()) {
            (Event::Chance(outcome), Turn::Chance) => game.drawable(outcome),
            (Event::Act(seat, action), Turn::Seats(set)) => {
                let mut legal = Vec::new();
                G::legal(game.view(*seat), &mut legal);
                set.contains(*seat) && legal.contains(action)
            }
            _ => false,
        };
        if !possible {
            return Err("not possible now".to_string());
        }
        game.apply(&event);
        self.events.push(event);
        self.game = Some(game);
        Ok(())
    }
}

impl<G: Playable> super::Position for Played<G> {
    type Game = G;

    fn change(&mut self, part: &str) -> Result<(), String> {
        if let Some(seats) = part.strip_prefix("seats ") {
            self.seats = seats.parse().map_err(|_| format!("`{part}`: how many?"))?;
            return Ok(());
        }
        let named = |spec: &Spec| spec.name == G::NAME || G::PRESETS.iter().any(|p| p.name == spec.name);
        match part.parse::<Spec>().ok().filter(named) {
            Some(spec) => self.spec = spec,
            None => {
                let event = part.parse::<EventOf<G>>().map_err(|error| error.to_string())?;
                self.happens(event).map_err(|why| format!("`{part}`: {why}"))?;
            }
        }
        Ok(())
    }

    fn view(&self) -> View<'_, G> {
        self.game().view(self.seat())
    }

    fn player(&self, spec: &Spec) -> Result<Box<dyn Agent<G>>, String> {
        let (rules, seat) = (self.rules()?, self.seat());
        let (mut player, mut game) = (super::seated::<G>(spec, &rules)?, G::new(&rules));
        player.begin(game.view(seat), &mut Rng::new(0));
        for event in &self.events {
            game.apply(event);
            player.see(game.view(seat), &game.seen(event, Some(seat)));
        }
        Ok(player)
    }
}
