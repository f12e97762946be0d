//! Games as text and as pictures: what people, pages, records and other programs read and write.

use std::fmt::{self, Display};
use std::str::FromStr;

use crate::choice::Part;
use crate::exam_table::ExamTable;
use crate::game::{Event, EventOf, Game, View};
use crate::lang::{Lang, Phrases};
use crate::options::{self, OptionRow};
use crate::plain;
use crate::seat::Seat;
use crate::spec::{Spec, SpecError};

/// A text that could not be read, and what would have been right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    text: String,
    wanted: String,
}

impl Unreadable {
    /// This text, where that was wanted.
    pub fn new(text: &str, wanted: impl Into<String>) -> Unreadable {
        Unreadable { text: text.to_string(), wanted: wanted.into() }
    }
}

impl Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot read `{}`: {}", self.text.escape_debug(), self.wanted)
    }
}

impl std::error::Error for Unreadable {}

/// A game with a name of its own that is another one's option set.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// The name people type.
    pub name: &'static str,
    /// What it stands for, e.g. `buzzard(prizes=mice,pot=discard)`; further options may follow it.
    pub spec: &'static str,
    /// One line about it.
    pub about: &'static str,
}

impl Preset {
    /// A spec with what its preset stands for filled in; what is typed comes first. Its name stays as typed.
    ///
    /// # Panics
    /// If the preset's own spec is malformed.
    pub fn expand(presets: &[Preset], spec: &Spec) -> Spec {
        let Some(preset) = presets.iter().find(|preset| preset.name == spec.name) else {
            return spec.clone();
        };
        let whole: Spec = preset.spec.parse().expect("a preset is a spec");
        let unsaid = whole.params.into_iter().filter(|(key, _)| spec.get(key).is_none());
        let params = spec.params.iter().cloned().chain(unsaid).collect();
        Spec { name: spec.name.clone(), params }
    }
}

/// A game that is played at random and kept as text, to notice whatever changes.
#[derive(Clone, Copy, Debug)]
pub struct Playthrough {
    /// The name of its file, without `.txt`.
    pub name: &'static str,
    /// The game with its options.
    pub spec: &'static str,
    /// The number of players at the table.
    pub seats: usize,
    /// The seed of its random streams.
    pub seed: u64,
    /// Whether every answer of the interface at every state is kept, or a line an event with a digest of them.
    pub in_full: bool,
}

impl Playthrough {
    /// A short game, kept in full.
    pub const fn short(name: &'static str, spec: &'static str, seats: usize, seed: u64) -> Playthrough {
        Playthrough { name, spec, seats, seed, in_full: true }
    }

    /// A whole game, kept in outline.
    pub const fn whole(name: &'static str, spec: &'static str, seats: usize, seed: u64) -> Playthrough {
        Playthrough { name, spec, seats, seed, in_full: false }
    }
}

/// A game that can be written down. `Display` and `FromStr` of its parts are each other's inverse.
///
/// An event reads as a sentence: a seat's letter and what it does (`A bids 14`), or what chance decided
/// (`turn 8`), which never starts with a lone capital letter.
pub trait Notation:
    Game<Action: Display + FromStr<Err = Unreadable>, Chance: Display + FromStr<Err = Unreadable>>
{
    /// One line about the game.
    const ABOUT: &'static str;
    /// The fewest and the most seats.
    const SEATS: (usize, usize);
    /// What can be set, besides the number of seats.
    const OPTIONS: &'static [OptionRow<Self::Rules>] = &[];
    /// Option sets with names of their own.
    const PRESETS: &'static [Preset] = &[];
    /// The languages of its texts, English among them. Where another one is asked for, rulebook, labels and sentences are
    /// the English ones.
    const LANGS: &'static [Lang] = &[Lang::English];
    /// What the rows of the game say (the game, its presets, its options), in the languages after English.
    const PHRASES: Phrases = Phrases(&[]);
    /// Sentences of [`Notation::tell`] that say how things stand, in every language: a reader who is told everything needs them
    /// only when they begin to hold.
    const LASTING: &'static [&'static str] = &[];
    /// The kinds of events, each with a row in the game's table of who sees what.
    const KINDS: &'static [&'static str];
    /// The playthroughs that are kept.
    const PLAYTHROUGHS: &'static [Playthrough] = &[];
    /// The tables at which the game and its players are examined. The signature has them in this order.
    const TABLES: &'static [ExamTable] = &[];

    /// The rules where no option is typed. Also asked for seats that the game does not have: it only fills in.
    fn default_rules(seats: usize) -> Self::Rules;

    /// Whether options and seats go together.
    ///
    /// # Errors
    /// What does not, and what would.
    fn check_rules(_rules: &Self::Rules) -> Result<(), SpecError> {
        Ok(())
    }

    /// The rules named by a spec such as `buzzard(cards=8)`, for this many seats.
    ///
    /// # Errors
    /// What is wrong with the spec or the number of seats, and what would be right.
    fn read_rules(spec: &Spec, seats: usize) -> Result<Self::Rules, SpecError> {
        options::read_rules::<Self>(spec, seats)
    }

    /// The shortest spec of these rules, without the number of seats.
    fn write_rules(rules: &Self::Rules) -> String {
        options::write_rules::<Self>(rules)
    }

    /// The kind of an event that has just been applied, one of [`Notation::KINDS`].
    fn kind(&self, event: &EventOf<Self>) -> &'static str;

    /// The rules, for people; in English where [`Notation::LANGS`] lacks the language.
    fn rulebook(lang: Lang) -> &'static str;

    /// What somebody saw, as a sentence for people.
    fn tell(seen: &Self::Seen, lang: Lang) -> String;

    /// An action of this seat as people read it.
    fn label(_view: View<'_, Self>, action: &Self::Action, _lang: Lang) -> String {
        action.to_string()
    }

    /// Other words that people type for an action of this seat, where they make sense: `call`, once there is a bet. No
    /// two legal actions share one. Records and programs use the notation alone.
    fn also(_view: View<'_, Self>, _action: &Self::Action) -> &'static [&'static str] {
        &[]
    }

    /// Why this seat may not do now what this text means, as a sentence for people; nothing where the text means no action
    /// of the game. Only asked for what is not legal.
    fn why_not(_view: View<'_, Self>, text: &str, lang: Lang) -> Option<String> {
        let read: Result<Self::Action, Unreadable> = text.parse();
        read.ok()
            .map(|_| lang.either("the rules do not allow that now", "いまはルール上できません").to_string())
    }

    /// What an action of this seat is made of, as a person picks it; no two legal actions have the same parts.
    fn parts(_view: View<'_, Self>, action: &Self::Action) -> Vec<Part> {
        Part::words(&action.to_string())
    }

    /// A part of an action as people read it, e.g. on a button.
    fn part_label(part: &Part, _lang: Lang) -> String {
        part.name.clone()
    }
}

impl<A: Display, C: Display> Display for Event<A, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Act(seat, action) => write!(f, "{seat} {action}"),
            Event::Chance(outcome) => write!(f, "{outcome}"),
        }
    }
}

impl<A, C> FromStr for Event<A, C>
where
    A: FromStr<Err = Unreadable>,
    C: FromStr<Err = Unreadable>,
{
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Self, Unreadable> {
        match text.split_once(' ') {
            Some((seat, action)) if is_seat(seat) => Ok(Event::Act(seat.parse()?, action.parse()?)),
            _ => Ok(Event::Chance(text.parse()?)),
        }
    }
}

fn is_seat(word: &str) -> bool {
    matches!(word.as_bytes(), [b'A'..=b'Z'])
}

/// The screen that a picture is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Shape {
    /// A desktop, a report, a notebook: as wide as is needed.
    #[default]
    Wide,
    /// A phone held upright: what stands side by side elsewhere stands below one another.
    Narrow,
}

/// What is to be drawn: the table as a spectator sees it, or as one seat does.
pub struct Scene<'a, G: Game> {
    /// What lies face up.
    pub public: &'a G::Public,
    /// The seat whose view it is, unless a spectator looks.
    pub view: Option<View<'a, G>>,
    /// Every seat's view, in seat order, where everything is face up; else nothing.
    pub open: &'a [View<'a, G>],
    /// Names to stand beside the seats, in seat order; may be empty.
    pub names: &'a [String],
    /// What the one who looks thinks of each seat, in seat order; may be empty.
    pub notes: &'a [String],
    /// The language of its words.
    pub lang: Lang,
    /// The screen that a picture is for.
    pub shape: Shape,
    /// The number of columns a line of text may have; the caller breaks wider ones.
    pub width: usize,
}

/// The columns of a terminal when nobody says.
pub const USUAL_WIDTH: usize = 80;

impl<'a, G: Game> Scene<'a, G> {
    /// The table as a spectator sees it.
    pub fn spectator(public: &'a G::Public) -> Scene<'a, G> {
        Scene {
            public,
            view: None,
            open: &[],
            names: &[],
            notes: &[],
            lang: Lang::default(),
            shape: Shape::default(),
            width: USUAL_WIDTH,
        }
    }

    /// The table as one seat sees it.
    pub fn of(view: View<'a, G>) -> Scene<'a, G> {
        Scene { view: Some(view), ..Scene::spectator(view.public) }
    }

    /// The same scene with everything face up.
    pub fn face_up(self, open: &'a [View<'a, G>]) -> Scene<'a, G> {
        Scene { open, ..self }
    }

    /// What a seat sees, if the one who looks may know it.
    pub fn view_of(&self, seat: Seat) -> Option<View<'a, G>> {
        self.view.filter(|view| view.seat == seat).or_else(|| self.open.get(seat.index()).copied())
    }

    /// The same scene with names beside the seats.
    pub fn with_names(self, names: &'a [String]) -> Scene<'a, G> {
        Scene { names, ..self }
    }

    /// The same scene with a note on each seat: what an estimator believes, what a search thought.
    pub fn with_notes(self, notes: &'a [String]) -> Scene<'a, G> {
        Scene { notes, ..self }
    }

    /// The same scene with words of this language.
    pub fn in_lang(self, lang: Lang) -> Scene<'a, G> {
        Scene { lang, ..self }
    }

    /// The same scene for this screen.
    pub fn shaped(self, shape: Shape) -> Scene<'a, G> {
        Scene { shape, ..self }
    }

    /// The same scene for lines of this width.
    pub fn within(self, width: usize) -> Scene<'a, G> {
        Scene { width, ..self }
    }

    /// The note on a seat, if there is one.
    pub fn note(&self, seat: Seat) -> &str {
        self.notes.get(seat.index()).map_or("", String::as_str)
    }

    /// The name beside a seat: who sits there, `you` for the one who looks.
    pub fn name(&self, seat: Seat) -> &str {
        match self.view {
            Some(view) if view.seat == seat => self.lang.either("you", "あなた"),
            _ => self.names.get(seat.index()).map_or("", String::as_str),
        }
    }
}

/// A game that can be drawn, from a [`Scene`] alone: a picture cannot show what its observer may not see.
///
/// A game without pictures of its own says `impl Picture for MyGame {}`: then every fact of the view is a line.
pub trait Picture: Game {
    /// For the terminal: lines of text without colours.
    fn text(scene: &Scene<'_, Self>) -> String {
        plain::text(scene)
    }

    /// For pages, reports and notebooks: one self-contained SVG. What may ever be a part of an action is a group with
    /// `data-part='SORT:NAME'` and a title; what moves has a `data-key` that stays the same and tells no secret. The
    /// plain list has no such groups, so that every part is picked from a list.
    fn svg(scene: &Scene<'_, Self>) -> String {
        plain::svg(scene)
    }

    /// What a seat knows that others do not, in a few words: its hand. It stands beside the seat where everything is face
    /// up. Nothing where a seat has no secrets, or where the picture shows them by itself ([`Scene::view_of`]).
    fn held(_view: View<'_, Self>, _lang: Lang) -> String {
        String::new()
    }

    /// Whether a part of the game is over and the next has not begun, so that this table is the last one of it.
    fn has_closed(_public: &Self::Public) -> bool {
        false
    }
}
