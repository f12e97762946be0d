//! Positions of Saboteur at the papers' table: six seats, two saboteurs.
//!
//! | part | what it says |
//! | --- | --- |
//! | `saboteur` | A is one; else it digs |
//! | `holds LR UL break-cart` | A's hand |
//! | `B digs LR 2,3`, `C passes` | what happened so far, from A on in turn |
//! | `lies LR 2,3` | a tunnel that lies there besides, whoever dug it |
//! | `cart of C` | it is broken |
//! | `C played LR repair-cart` | what it is known to have used up besides |
//! | `told C` | A is told that it is a saboteur |
//! | `talk` | who has looked at a goal says something; the gold is at the top |

use games::Saboteur;
use games::saboteur::{
    Action, Card, CardBag, Cell, Chance, Path, Phase, Private, Public, Role, Seen, Tool, Treasure,
};
use players::saboteur::{Colluder, Pact, Papers, PlayStyle};
use search::playout::Guided;
use table::{
    Advised, Agent, Event, EventOf, Game, Hidden, Notation, PublicState, Rng, Seat, Spec, Turn, View,
};

const A: Seat = Seat::new(0);
const SEATS: usize = 6;

pub(super) struct Scene {
    saboteur: bool,
    hand: CardBag,
    deeds: Vec<(Seat, Option<Action>)>,
    tunnels: Vec<(Path, Cell)>,
    broken: Vec<(Tool, Seat)>,
    played: Vec<(Seat, CardBag)>,
    told: Vec<Seat>,
    /// What A saw of the deeds, with the table after each.
    story: Vec<(Public, Seen)>,
    public: Public,
    private: Private,
}

impl Default for Scene {
    fn default() -> Scene {
        let rules = Saboteur::read_rules(&Spec::named("saboteur-collusion"), SEATS).expect("a preset");
        let game = Saboteur::new(&rules);
        Scene {
            saboteur: false,
            hand: CardBag::EMPTY,
            deeds: Vec::new(),
            tunnels: Vec::new(),
            broken: Vec::new(),
            played: Vec::new(),
            told: Vec::new(),
            story: Vec::new(),
            public: *game.public(),
            private: *game.private(A),
        }
    }
}

/// The card that a deed takes from the hand.
fn card_of(action: &Action) -> Option<Card> {
    Some(match *action {
        Action::Dig(path, _) => path.card(),
        Action::Break(tool, _) => Card::breaking(tool),
        Action::Repair(card, ..) | Action::Discard(card) => card,
        Action::Rockfall(_) => Card::ROCKFALL,
        Action::Map(_) => Card::MAP,
        Action::Say(_) | Action::Take(_) => return None,
    })
}

impl Scene {
    fn part(&mut self, words: &[&str]) -> Result<(), String> {
        match *words {
            ["saboteur"] => self.saboteur = true,
            ["talk"] => self.public.rules.talk = true,
            ["holds", ref cards @ ..] => self.hand = bag(cards)?,
            ["lies", path, cell] => self.tunnels.push((read(path)?, read(cell)?)),
            ["told", seat] => self.told.push(read(seat)?),
            [tool, "of", seat] => self.broken.push((tool_of(tool)?, read(seat)?)),
            [seat, "played", ref cards @ ..] => self.played.push((read(seat)?, bag(cards)?)),
            [seat, "passes"] => self.deeds.push((read(seat)?, None)),
            [seat, ref deed @ ..] => self.deeds.push((read(seat)?, Some(read(&deed.join(" "))?))),
            [] => return Err("nothing".to_string()),
        }
        self.play()
    }

    /// Plays the deeds of a deal in which everybody holds what it needs, and lays the rest on the table.
    fn play(&mut self) -> Result<(), String> {
        let (mut game, mut rng) = (Saboteur::new(&self.public.rules), Rng::new(3));
        self.story.clear();
        let mut needed: Vec<Vec<Card>> = vec![Vec::new(); SEATS];
        let named = self.deeds.iter().filter_map(|(seat, deed)| Some((seat, card_of(&(*deed)?)?)));
        named.for_each(|(seat, card)| needed[seat.index()].push(card));
        let mut deeds = self.deeds.clone().into_iter();
        loop {
            let event = match game.public().turn() {
                Turn::Chance => Event::Chance(self.luck(&game, &mut needed, &mut rng)),
                _ => match deeds.next() {
                    None => break,
                    Some((seat, deed)) => {
                        let pass = || Action::Discard(game.private(seat).hand.pick(&mut rng));
                        Event::Act(seat, deed.unwrap_or_else(pass))
                    }
                },
            };
            self.happens(&mut game, event)?;
        }
        (self.public, self.private) = (*game.public(), *game.private(A));
        self.private.hand = self.hand;
        if !matches!(self.public.phase, Phase::Say(A, _)) {
            self.public.phase = Phase::Play(A);
        }
        self.tunnels.iter().for_each(|(path, cell)| self.public.board.place(*path, *cell));
        for (tool, seat) in &self.broken {
            self.public.broken[*tool as usize] = self.public.broken[*tool as usize].with(*seat);
        }
        for (seat, cards) in &self.played {
            self.public.played[*seat] = self.public.played[*seat].plus(*cards);
        }
        Ok(())
    }

    fn luck(&self, game: &Saboteur, needed: &mut [Vec<Card>], rng: &mut Rng) -> Chance {
        match game.public().phase {
            Phase::Goals => Chance::Goals(Treasure::ALL),
            Phase::First => Chance::First(A),
            Phase::Role(seat) => {
                let mates = if self.saboteur { 0..=1 } else { 1..=2 };
                let role = if mates.contains(&seat.index()) { Role::Saboteur } else { Role::Digger };
                Chance::Role(seat, role)
            }
            Phase::Deal(seat) => {
                let kept: CardBag = needed.iter().flatten().copied().collect();
                let any = |rng: &mut Rng| game.pile().minus(kept).pick(rng);
                let card = needed[seat.index()].pop().unwrap_or_else(|| any(rng));
                Chance::Deal(seat, card)
            }
            _ => game.draw(rng),
        }
    }

    fn happens(&mut self, game: &mut Saboteur, event: EventOf<Saboteur>) -> Result<(), String> {
        if let Event::Act(seat, action) = event {
            let mut legal = Vec::new();
            Saboteur::legal(game.view(seat), &mut legal);
            let in_turn = matches!(game.public().turn(), Turn::Seats(set) if set.contains(seat));
            if !in_turn || !legal.contains(&action) {
                return Err(format!("{seat} cannot do that"));
            }
        }
        game.apply(&event);
        self.story.push((*game.public(), game.seen(&event, Some(A))));
        Ok(())
    }

    /// Tells a player what happened, and who the saboteurs are.
    fn fed<P: Agent<Saboteur>>(&self, mut player: P, tell: impl Fn(&mut P, Seat)) -> P {
        player.begin(self.view_of(&self.public), &mut Rng::new(0));
        self.story.iter().for_each(|(public, seen)| player.see(self.view_of(public), seen));
        self.told.iter().for_each(|seat| tell(&mut player, *seat));
        player
    }

    fn view_of<'a>(&'a self, public: &'a Public) -> View<'a, Saboteur> {
        View { seat: A, public, private: &self.private }
    }
}

fn tool_of(word: &str) -> Result<Tool, String> {
    let found = Tool::ALL.into_iter().find(|tool| tool.to_string() == word);
    found.ok_or_else(|| format!("`{word}` is no tool"))
}

fn bag(cards: &[&str]) -> Result<CardBag, String> {
    cards.iter().map(|card| read::<Card>(card)).collect()
}

fn read<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("`{text}` cannot be read"))
}

impl super::Position for Scene {
    type Game = Saboteur;

    fn change(&mut self, part: &str) -> Result<(), String> {
        self.part(&part.split_whitespace().collect::<Vec<_>>()).map_err(|why| format!("`{part}`: {why}"))
    }

    fn view(&self) -> View<'_, Saboteur> {
        self.view_of(&self.public)
    }

    fn player(&self, spec: &Spec) -> Result<Box<dyn Agent<Saboteur>>, String> {
        if self.told.is_empty() {
            return Ok(Box::new(self.fed(super::seated::<Saboteur>(spec, &self.public.rules)?, |_, _| {})));
        }
        let (style, pact) = (PlayStyle::of(spec), Pact::of(spec));
        let (style, pact) = (style.map_err(|e| e.to_string())?, pact.map_err(|e| e.to_string())?);
        Ok(match spec.name.as_str() {
            "papers" => {
                Box::new(self.fed(Guided(Papers::new(style)), |p, seat| p.reveal_role(seat, Role::Saboteur)))
            }
            _ => Box::new(
                self.fed(Guided(Colluder::new(pact, style)), |p, seat| p.reveal_role(seat, Role::Saboteur)),
            ),
        })
    }
}
