//! Positions of Shadow Raiders, as the modified rules deal them unless said otherwise.
//!
//! | part | what it says |
//! | --- | --- |
//! | `eight`, `raiders-modified(daniel=paper)` | eight seats, other rules; before anything else |
//! | `A Emi` | who a seat is; whoever was that is what the seat was |
//! | `B shows`, `B out`, `B spent`, `B angel`, `B barrier` | it is shown to be who it is, out, has used its ability, is protected |
//! | `B hurt 6`, `B has sabre`, `B on 8` | its damage, its equipment, where it stands |
//! | `B not Shadow`, `B not Alice` | A knows this from a card it handed over |
//! | `B either Vampire Werewolf` | everybody knows this |
//! | `told B Raider`, `told B 0.2 0.5 0.3` | an estimate: sure, or shadow, raider, citizen |
//! | `at hall`, `with bat`, `moves 6 7`, `asks slap`, … | what A is asked |

use games::Raiders;
use games::raiders::{
    Aim, Chance, Character, CharacterSet, Faction, Inference, Phase, Private, Public, Show,
};
use players::raiders::{Estimate, Guess, Habits, Heuristic};
use search::playout::Guided;
use table::{Agent, Event, Game, Hidden, Notation, Rng, Seat, SeatSet, Spec, View};

const A: Seat = Seat::new(0);

/// Two of each side and a citizen.
const USUAL: [Character; 5] =
    [Character::Emi, Character::Felix, Character::Ulrich, Character::Vampire, Character::Daniel];

/// Three of each side and two citizens, the first five as usual.
const EIGHT: [Character; 3] = [Character::Gordon, Character::Werewolf, Character::Alice];

pub(super) struct Scene {
    characters: Vec<Character>,
    public: Public,
    private: Private,
    estimate: Option<Estimate>,
}

impl Default for Scene {
    fn default() -> Scene {
        Scene::dealt(&Spec::named("raiders-modified"), &USUAL).expect("the usual game")
    }
}

impl Scene {
    fn dealt(spec: &Spec, characters: &[Character]) -> Result<Scene, String> {
        let rules = Raiders::read_rules(spec, characters.len()).map_err(|error| error.to_string())?;
        let (mut game, mut rng) = (Raiders::new(&rules), Rng::new(1));
        while game.public().turns == 0 {
            let outcome = match game.public().phase {
                Phase::Deal(seat) => Chance::Deal(seat, characters[seat.index()]),
                _ => game.draw(&mut rng),
            };
            game.apply(&Event::Chance(outcome));
        }
        let (mut public, private) = (*game.public(), *game.private(A));
        public.active = A;
        Ok(Scene { characters: characters.to_vec(), public, private, estimate: None })
    }

    /// Another is this character; whoever was is what it was before.
    fn cast(&mut self, seat: Seat, character: Character) {
        if let Some(place) = self.characters.iter().position(|&other| other == character) {
            self.characters.swap(seat.index(), place);
        }
        self.characters[seat.index()] = character;
        self.private.character = Some(self.characters[0]);
    }

    fn of_seat(&mut self, seat: Seat, words: &[&str]) -> Result<(), String> {
        match *words {
            ["shows"] => {
                let character = self.characters[seat.index()];
                self.public.shown[seat] = Some(character);
                self.public.could_be[seat] = CharacterSet::only(character);
            }
            ["out"] => {
                if self.public.first_out.is_empty() {
                    self.public.first_out = SeatSet::only(seat);
                }
                self.public.living = self.public.living.without(seat);
                self.of_seat(seat, &["shows"])?;
            }
            ["spent"] => self.public.spent = self.public.spent.with(seat),
            ["angel"] => self.public.angels = self.public.angels.with(seat),
            ["barrier"] => self.public.barriers = self.public.barriers.with(seat),
            ["hurt", damage] => self.public.damage[seat] = read(damage)?,
            ["on", sum] => self.public.spot[seat] = read(sum)?,
            ["has", equipment] => {
                self.public.equipment[seat] = self.public.equipment[seat].with(read(equipment)?);
            }
            ["not", what] => {
                let not = match faction(what) {
                    Some(faction) => CharacterSet::of(faction),
                    None => CharacterSet::only(read(what)?),
                };
                self.private.could_be[seat] = self.private.could_be[seat].minus(not);
            }
            ["either", ref characters @ ..] => {
                let characters = characters.iter().map(|character| read(character));
                let none = CharacterSet::NONE;
                self.public.could_be[seat] =
                    characters.collect::<Result<Vec<_>, _>>()?.into_iter().fold(none, CharacterSet::with);
            }
            [character] => self.cast(seat, read(character)?),
            _ => return Err("unknown".to_string()),
        }
        Ok(())
    }

    fn told(&mut self, seat: Seat, words: &[&str]) -> Result<(), String> {
        let mut estimate = self.estimate.unwrap_or(Estimate::unknown(A));
        estimate.set(
            seat,
            match *words {
                [shadow, raider, citizen] => Guess([read(shadow)?, read(raider)?, read(citizen)?]),
                [word] => Guess::sure(faction(word).ok_or("which faction?")?),
                _ => return Err("told what?".to_string()),
            },
        );
        self.estimate = Some(estimate);
        Ok(())
    }

    /// What A, or another whose turn it is, asks of A.
    fn asked(&mut self, words: &[&str]) -> Result<(), String> {
        self.public.phase = match *words {
            ["at", area] => Phase::Area(read(area)?),
            ["anywhere"] => Phase::ChooseArea,
            ["beside", sum] => Phase::Teleport(read(sum)?),
            ["moves", low, high] => Phase::ChooseMove(read(low)?, read(high)?),
            ["asks", text] => {
                self.private.card = Some(read::<Inference>(text)?);
                Phase::Hand
            }
            ["answers", seat, text] => {
                self.public.active = read(seat)?;
                self.private.card = Some(read::<Inference>(text)?);
                Phase::Answer(A)
            }
            ["with", card] => with(card)?,
            ["attacks"] => Phase::Attack,
            ["hits", seat, power] => {
                self.public.attack.attacker = A;
                self.public.attack.targets = self.public.attack.targets.with(read(seat)?);
                self.public.attack.power = read(power)?;
                Phase::Excalibur
            }
            ["loots", seat] => Phase::Loot(read(seat)?),
            ["robs", seat] => Phase::Byron(read(seat)?),
            ["hidden"] => Phase::Reveal,
            ["able"] => Phase::Ability,
            ["ends"] => Phase::Barrier,
            ["again"] => Phase::Again,
            ["struck", seat] => self.struck(seat, Phase::React(A))?,
            ["strikes", seat] => self.struck(seat, Phase::StrikeBack(A))?,
            _ => return Err("unknown".to_string()),
        };
        Ok(())
    }

    fn struck(&mut self, by: &str, phase: Phase) -> Result<Phase, String> {
        self.public.attack.attacker = read(by)?;
        Ok(phase)
    }
}

/// A card that asks something.
fn with(card: &str) -> Result<Phase, String> {
    Ok(match card {
        "bat" => Phase::Target(Aim::Bat),
        "dog" => Phase::Target(Aim::Dog),
        "doll" => Phase::Target(Aim::Doll),
        "first-aid" => Phase::Target(Aim::FirstAid),
        "grace" => Phase::Target(Aim::Grace),
        "banana" => Phase::Banana,
        "henchman" => Phase::Henchman,
        "advent" => Phase::Show(Show::Advent),
        "cookie" => Phase::Show(Show::Cookie),
        "ritual" => Phase::Show(Show::Ritual),
        "mirror" => Phase::Show(Show::Mirror),
        _ => return Err(format!("`{card}` asks nothing")),
    })
}

fn faction(word: &str) -> Option<Faction> {
    Faction::ALL.iter().copied().find(|faction| faction.word() == word)
}

fn read<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("`{text}` cannot be read"))
}

impl super::Position for Scene {
    type Game = Raiders;

    fn change(&mut self, part: &str) -> Result<(), String> {
        let words: Vec<&str> = part.split_whitespace().collect();
        if part == "eight" {
            self.characters.extend(EIGHT);
            return Ok(());
        }
        if part.starts_with("raiders") {
            *self = Scene::dealt(&read(part)?, &self.characters)?;
            return Ok(());
        }
        match (words[0].parse::<Seat>(), &words[..]) {
            (_, ["told", seat, rest @ ..]) => self.told(read(seat)?, rest),
            (Ok(seat), [_, rest @ ..]) => self.of_seat(seat, rest),
            _ => self.asked(&words),
        }
        .map_err(|why| format!("`{part}`: {why}"))
    }

    fn view(&self) -> View<'_, Raiders> {
        View { seat: A, public: &self.public, private: &self.private }
    }

    fn player(&self, spec: &Spec) -> Result<Box<dyn Agent<Raiders>>, String> {
        if self.estimate.is_some() {
            let habits = match &spec.params[..] {
                [] => Habits::PAPER,
                [(key, value)] if key == "as" && value == "text" => Habits::TEXT,
                _ => return Err(format!("`{spec}` with an estimate is not tried here")),
            };
            let mut player = Heuristic::new(habits);
            player.believe(self.estimate);
            return Ok(Box::new(Guided(player)));
        }
        super::seated(spec, &self.public.rules)
    }
}
