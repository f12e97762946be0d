//! The list of all kinds, for help, for the page about experiments, and to find one by name.

use std::sync::OnceLock;

use catalog::kinds::{Column, Kind, KindInfo, Measure, common_kinds};
use games::GAMES;
use table::Param;

/// A kind of work, with all that some game has of it.
#[derive(Clone)]
pub struct ListedKind {
    /// The name people type.
    pub name: &'static str,
    /// One line about it.
    pub about: &'static str,
    /// The games that have it.
    pub games: Vec<&'static str>,
    /// The axes of a sweep that it reads itself; all others stand in the game or its seats.
    pub axes: Vec<Param>,
    /// What is noted of every unit, where a unit has one seating.
    pub columns: Vec<Of<Column>>,
    /// What can be measured.
    pub measures: Vec<Of<Measure>>,
    /// The kind as each of these games has it.
    each: Vec<&'static dyn Kind>,
}

/// A column or a measure, with the games whose kind has it.
#[derive(Clone, Debug)]
pub struct Of<T> {
    /// What it is.
    pub it: T,
    /// The games.
    pub games: Vec<&'static str>,
}

impl ListedKind {
    /// The kind as this game has it.
    pub(in crate::experiment) fn of(&self, game: &str) -> Option<&'static dyn Kind> {
        let at = self.games.iter().position(|known| *known == game)?;
        Some(self.each[at])
    }

    /// The measure of this name, in whatever game has it.
    pub fn measure(&self, name: &str) -> Option<&Measure> {
        self.measures.iter().map(|of| &of.it).find(|measure| measure.name == name)
    }
}

/// What was registered: the kinds of papers.
static REGISTERED: OnceLock<Vec<Box<dyn Kind>>> = OnceLock::new();

/// Adds kinds of work to those for any game. It is called once, before anything else of experiments.
///
/// # Panics
/// If kinds were listed before.
pub fn register(kinds: Vec<Box<dyn Kind>>) {
    assert!(REGISTERED.set(kinds).is_ok(), "kinds are registered once, before they are listed");
}

/// Every kind of work of every game, sorted by name.
pub fn kinds() -> &'static [ListedKind] {
    static COMMON: OnceLock<Vec<Box<dyn Kind>>> = OnceLock::new();
    static ALL: OnceLock<Vec<ListedKind>> = OnceLock::new();
    ALL.get_or_init(|| {
        let common = COMMON.get_or_init(common_kinds);
        let mut kinds: Vec<&dyn Kind> =
            common.iter().chain(REGISTERED.get_or_init(Vec::new)).map(|kind| &**kind).collect();
        let place = |kind: &&dyn Kind| GAMES.iter().position(|game| game.name == kind.info(1).game);
        kinds.sort_by_key(place);
        let mut all = Vec::new();
        kinds.into_iter().for_each(|kind| enter(&mut all, kind));
        all.sort_by_key(|kind: &ListedKind| kind.name);
        all
    })
}

fn enter(all: &mut Vec<ListedKind>, kind: &'static dyn Kind) {
    let KindInfo { game, name, about, axes, columns, measures } = kind.info(1);
    let at = all.iter().position(|kind| kind.name == name).unwrap_or_else(|| {
        let (columns, measures) = (Vec::new(), Vec::new());
        all.push(ListedKind { name, about, games: Vec::new(), axes, columns, measures, each: Vec::new() });
        all.len() - 1
    });
    let entered = &mut all[at];
    entered.games.push(game);
    entered.each.push(kind);
    columns.into_iter().for_each(|it| add(&mut entered.columns, it, game, |column| &column.name));
    measures.into_iter().for_each(|it| add(&mut entered.measures, it, game, |measure| &measure.name));
}

fn add<T>(all: &mut Vec<Of<T>>, it: T, game: &'static str, name: fn(&T) -> &str) {
    match all.iter_mut().find(|of| name(&of.it) == name(&it)) {
        Some(of) => of.games.push(game),
        None => all.push(Of { it, games: vec![game] }),
    }
}

/// What stands about kinds, measures and columns on the page about experiments, in Markdown.
pub fn reference() -> String {
    kinds().iter().map(section).collect::<Vec<_>>().join("\n")
}

fn section(kind: &ListedKind) -> String {
    let everywhere = kind.games.len() == GAMES.len();
    let games = if everywhere { "any game".to_string() } else { kind.games.join(", ") };
    let mut out = format!("### `{}`\n{}: {}.\n", kind.name, first_upper(&games), kind.about);
    for axis in &kind.axes {
        let default = if axis.default.is_empty() {
            String::new()
        } else {
            format!(", `{}` unless swept", axis.default)
        };
        out += &format!("* axis `{}`: {}{default}\n", axis.key, axis.meaning());
    }
    out += "\n| measure | unit | |\n| --- | --- | --- |\n";
    for Of { it, games } in &kind.measures {
        out += &format!("| `{}` | {} | {}{} |\n", it.name, it.unit.word(), it.about, only(kind, games));
    }
    out += "\n| column | |\n| --- | --- |\n";
    // Numbered columns share their sentence, and stand in one line.
    let mut told: Vec<&str> = Vec::new();
    for of in &kind.columns {
        if !told.contains(&&*of.it.about) {
            told.push(&of.it.about);
            out += &format!("| {} | {}{} |\n", names_of(kind, &of.it), of.it.about, only(kind, &of.games));
        }
    }
    out
}

/// The columns that share the sentence of this one: the first and the last of them.
fn names_of(kind: &ListedKind, column: &Column) -> String {
    let mut alike = kind.columns.iter().map(|of| &of.it).filter(|other| other.about == column.about);
    match alike.next_back() {
        Some(last) if last.name != column.name => format!("`{}` to `{}`", column.name, last.name),
        _ => format!("`{}`", column.name),
    }
}

/// The games that have it, if not all that have the kind do.
fn only(kind: &ListedKind, games: &[&str]) -> String {
    if games.len() == kind.games.len() { String::new() } else { format!(" ({})", games.join(", ")) }
}

fn first_upper(text: &str) -> String {
    text[..1].to_uppercase() + &text[1..]
}
