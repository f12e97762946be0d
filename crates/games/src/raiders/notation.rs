//! Text in and out: `deal A Emi`, `move B 7`, `B draws white`, `B attacks C`, and sentences about what was seen.

mod labels;
mod parts;
mod story;
mod texts;

use std::fmt;
use std::str::FromStr;

use table::{
    Event, EventOf, ExamTable, Lang, Notation, OptionRow, Part, Phrases, Playthrough, Preset, Seat,
    SpecError, Unreadable, View,
};

use super::events::MOST_SEATS;
use super::options::rows::{OPTIONS, PRESETS};
use super::phrases::PHRASES;
use super::{Action, Area, Card, Chance, Equipment, Layout, Order, Raiders, Rules};

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Decline => f.write_str("declines"),
            Action::Reveal => f.write_str("reveals"),
            Action::UseAbility => f.write_str("uses the ability"),
            Action::StrikeBack => f.write_str("strikes back"),
            Action::AttackAgain => f.write_str("attacks again"),
            Action::AttackAll => f.write_str("attacks all"),
            Action::Choose(sum) => write!(f, "moves by {sum}"),
            Action::Go(area) => write!(f, "goes to {area}"),
            Action::Draw(deck) => write!(f, "draws {deck}"),
            Action::Attack(seat) => write!(f, "attacks {seat}"),
            Action::Target(seat) => write!(f, "chooses {seat}"),
            Action::Hurt(seat) => write!(f, "hurts {seat}"),
            Action::Heal(seat) => write!(f, "heals {seat}"),
            Action::Hand(seat) => write!(f, "asks {seat}"),
            Action::Steal(seat, equipment) => write!(f, "steals {equipment} from {seat}"),
            Action::Give(seat, equipment) => write!(f, "gives {equipment} to {seat}"),
            Action::Take(equipment) => write!(f, "takes {equipment}"),
            Action::Nothing => f.write_str("does nothing"),
            Action::TakeOne => f.write_str("takes 1 damage"),
            Action::TakeTwo => f.write_str("takes 2 damage"),
            Action::HealOne => f.write_str("heals 1 damage"),
            Action::GiveUp(equipment) => write!(f, "gives up {equipment}"),
            Action::Show => f.write_str("shows the character"),
        }
    }
}

impl FromStr for Action {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Action, Unreadable> {
        let unreadable = || {
            Unreadable::new(text, "write e.g. `declines`, `attacks B`, `goes to hall`, `steals sabre from B`")
        };
        let words: Vec<&str> = text.split(' ').collect();
        Ok(match words[..] {
            ["declines"] => Action::Decline,
            ["reveals"] => Action::Reveal,
            ["uses", "the", "ability"] => Action::UseAbility,
            ["strikes", "back"] => Action::StrikeBack,
            ["attacks", "again"] => Action::AttackAgain,
            ["attacks", "all"] => Action::AttackAll,
            ["moves", "by", sum] => Action::Choose(number(sum, 2..=10)?),
            ["goes", "to", area] => Action::Go(area.parse()?),
            ["draws", deck] => Action::Draw(deck.parse()?),
            ["attacks", seat] => Action::Attack(read_seat(seat)?),
            ["chooses", seat] => Action::Target(read_seat(seat)?),
            ["hurts", seat] => Action::Hurt(read_seat(seat)?),
            ["heals", "1", "damage"] => Action::HealOne,
            ["heals", seat] => Action::Heal(read_seat(seat)?),
            ["asks", seat] => Action::Hand(read_seat(seat)?),
            ["steals", equipment, "from", seat] => Action::Steal(read_seat(seat)?, equipment.parse()?),
            ["gives", "up", equipment] => Action::GiveUp(equipment.parse()?),
            ["gives", equipment, "to", seat] => Action::Give(read_seat(seat)?, equipment.parse()?),
            ["does", "nothing"] => Action::Nothing,
            ["takes", "1", "damage"] => Action::TakeOne,
            ["takes", "2", "damage"] => Action::TakeTwo,
            ["takes", equipment] => Action::Take(equipment.parse::<Equipment>()?),
            ["shows", "the", "character"] => Action::Show,
            _ => return Err(unreadable()),
        })
    }
}

/// A seat of this game.
fn read_seat(text: &str) -> Result<Seat, Unreadable> {
    let seat = text.parse().ok().filter(|seat: &Seat| seat.index() < MOST_SEATS);
    seat.ok_or_else(|| Unreadable::new(text, "a seat is one letter, A to H"))
}

fn number(text: &str, range: std::ops::RangeInclusive<u8>) -> Result<u8, Unreadable> {
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| Unreadable::new(text, format!("a number from {} to {}", range.start(), range.end())))
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.seats().iter().try_for_each(|seat| write!(f, "{seat}"))
    }
}

impl FromStr for Order {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Order, Unreadable> {
        let unreadable = || Unreadable::new(text, "an order names every seat once, e.g. `BACD`");
        let mut buffer = [0; 4];
        let seats: Result<Vec<Seat>, _> =
            text.chars().map(|c| read_seat(c.encode_utf8(&mut buffer))).collect();
        seats.ok().and_then(|seats| Order::of(&seats)).ok_or_else(unreadable)
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.map(Area::word).join(" "))
    }
}

impl FromStr for Layout {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Layout, Unreadable> {
        let areas: Vec<Area> = text.split(' ').map(str::parse).collect::<Result<_, _>>()?;
        let layout = areas.try_into().ok().map(Layout).filter(Layout::is_ring);
        layout.ok_or_else(|| Unreadable::new(text, "a layout names all six areas, the office first"))
    }
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chance::Order(order) => write!(f, "order {order}"),
            Chance::Layout(layout) => write!(f, "layout {layout}"),
            Chance::Deal(seat, character) => write!(f, "deal {seat} {character}"),
            Chance::Move(seat, sum) => write!(f, "move {seat} {sum}"),
            Chance::Draw(seat, card) => write!(f, "draw {seat} {card}"),
            Chance::Hit(seat, number) => write!(f, "hit {seat} {number}"),
            Chance::Die(seat, number) => write!(f, "die {seat} {number}"),
            Chance::Riot(seat, sum) => write!(f, "riot {seat} {sum}"),
        }
    }
}

impl FromStr for Chance {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Chance, Unreadable> {
        if let Some(layout) = text.strip_prefix("layout ") {
            return Ok(Chance::Layout(layout.parse()?));
        }
        let words: Vec<&str> = text.split(' ').collect();
        Ok(match words[..] {
            ["order", order] => Chance::Order(order.parse()?),
            ["deal", seat, character] => Chance::Deal(read_seat(seat)?, character.parse()?),
            ["move", seat, sum] => Chance::Move(read_seat(seat)?, number(sum, 2..=10)?),
            ["draw", seat, card] => Chance::Draw(read_seat(seat)?, card.parse()?),
            ["hit", seat, n] => Chance::Hit(read_seat(seat)?, number(n, 0..=5)?),
            ["die", seat, n] => Chance::Die(read_seat(seat)?, number(n, 1..=6)?),
            ["riot", seat, sum] => Chance::Riot(read_seat(seat)?, number(sum, 2..=10)?),
            _ => {
                return Err(Unreadable::new(
                    text,
                    "write e.g. `deal A Emi`, `move A 7`, `draw A bat` or `A attacks B`",
                ));
            }
        })
    }
}

impl Notation for Raiders {
    const ABOUT: &'static str =
        "シャドウレイダーズ: shadows and raiders hunt each other without knowing who is who";
    const SEATS: (usize, usize) = (4, MOST_SEATS);
    const OPTIONS: &'static [OptionRow<Rules>] = OPTIONS;
    const PRESETS: &'static [Preset] = PRESETS;
    const LANGS: &'static [Lang] = &Lang::ALL;
    const PHRASES: Phrases = PHRASES;
    const KINDS: &'static [&'static str] = &[
        "order", "layout", "deal", "move", "draw", "question", "roll", "reveal", "decline", "ask", "answer",
        "show", "act",
    ];
    const PLAYTHROUGHS: &'static [Playthrough] = &[
        Playthrough::short("raiders", "raiders(max_turns=2)", 4, 1),
        Playthrough::short("raiders_modified", "raiders-modified(max_turns=2)", 5, 2),
        Playthrough::whole("raiders_modified_whole", "raiders-modified", 5, 3),
        Playthrough::whole("raiders_published_whole", "raiders-as-published", 5, 4),
        Playthrough::whole("raiders_whole", "raiders", 8, 5),
    ];
    const TABLES: &'static [ExamTable] = &[
        ExamTable::new("raiders", 4).players().signed(1),
        ExamTable::new("raiders", 5)
            .company("heuristic(as=program),estimating,thinker(sims=12),tipped,ismcts(sims=12)")
            .wins()
            .random(20),
        ExamTable::new("raiders", 6).players(),
        ExamTable::new("raiders-as-published", 5).players(),
        ExamTable::new("raiders-as-published-original", 5).players(),
        ExamTable::new("raiders-modified", 5).players().signed(1),
        ExamTable::new("raiders-modified(seat_a=sided)", 5).parameters("heuristic"),
    ];

    fn default_rules(seats: usize) -> Rules {
        Rules::default_for(seats)
    }

    fn check_rules(rules: &Rules) -> Result<(), SpecError> {
        rules.check()
    }

    fn kind(&self, event: &EventOf<Raiders>) -> &'static str {
        match event {
            Event::Chance(Chance::Order(_)) => "order",
            Event::Chance(Chance::Layout(_)) => "layout",
            Event::Chance(Chance::Deal(..)) => "deal",
            Event::Chance(Chance::Move(..)) => "move",
            Event::Chance(Chance::Draw(_, Card::Inference(_))) => "question",
            Event::Chance(Chance::Draw(..)) => "draw",
            Event::Chance(Chance::Hit(..) | Chance::Die(..) | Chance::Riot(..)) => "roll",
            Event::Act(_, Action::Reveal) => "reveal",
            Event::Act(_, Action::Decline) => "decline",
            Event::Act(_, Action::Hand(_)) => "ask",
            Event::Act(_, Action::Show) => "show",
            Event::Act(_, action) if action.is_answer() => "answer",
            Event::Act(..) => "act",
        }
    }

    fn rulebook(lang: Lang) -> &'static str {
        match lang {
            Lang::English => include_str!("rulebook.md"),
            Lang::Japanese => include_str!("rulebook.ja.md"),
        }
    }

    fn tell(seen: &super::events::Seen, lang: Lang) -> String {
        story::tell(seen, lang)
    }

    fn label(view: View<'_, Raiders>, action: &Action, lang: Lang) -> String {
        labels::label(view, *action, lang)
    }

    fn parts(_view: View<'_, Raiders>, action: &Action) -> Vec<Part> {
        parts::parts(action)
    }

    fn part_label(part: &Part, lang: Lang) -> String {
        parts::part_label(part, lang)
    }
}

impl Action {
    /// Whether it answers an inference card.
    pub const fn is_answer(&self) -> bool {
        matches!(
            self,
            Action::Nothing
                | Action::TakeOne
                | Action::TakeTwo
                | Action::HealOne
                | Action::GiveUp(_)
                | Action::Show
        )
    }
}
