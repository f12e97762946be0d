//! The list of games, for help and for finding one by name.

use table::testing::{outline, playthrough};
use table::{Game, Notation, Param, Picture, Preset, Spec, SpecError, unknown};

/// What the list says about a game.
#[derive(Clone, Copy, Debug)]
pub struct GameInfo {
    /// The name people type.
    pub name: &'static str,
    /// One line about it.
    pub about: &'static str,
    /// The rules, for people.
    pub rulebook: &'static str,
    /// The fewest and the most seats.
    pub seats: (usize, usize),
    /// What can be set.
    pub options: &'static [Param],
    /// Option sets with names of their own.
    pub presets: &'static [Preset],
    /// Raised whenever the rules change.
    pub rules_version: u32,
    /// How many games a series usually has.
    pub series: u32,
    check: fn(&Spec, usize) -> Result<String, SpecError>,
    playthrough: fn(&Spec, usize, u64) -> Result<String, SpecError>,
    outline: fn(&Spec, usize, u64) -> Result<String, SpecError>,
}

impl GameInfo {
    const fn of<G: Notation + Picture>() -> GameInfo {
        GameInfo {
            name: G::NAME,
            about: G::ABOUT,
            rulebook: G::RULEBOOK,
            seats: G::SEATS,
            options: G::OPTIONS,
            presets: G::PRESETS,
            rules_version: <G as Game>::RULES_VERSION,
            series: <G as Game>::SERIES,
            check: |spec, seats| Ok(G::write_rules(&G::read_rules(spec, seats)?)),
            playthrough: |spec, seats, seed| Ok(playthrough::<G>(&G::read_rules(spec, seats)?, seed)),
            outline: |spec, seats, seed| Ok(outline::<G>(&G::read_rules(spec, seats)?, seed)),
        }
    }

    /// The shortest spec of the same rules for this many seats, or what is wrong with this one.
    pub fn canonical(&self, spec: &Spec, seats: usize) -> Result<String, SpecError> {
        (self.check)(spec, seats)
    }
}

/// A game that is played at random and kept as text, to notice whatever changes.
#[derive(Clone, Copy, Debug)]
pub struct Playthrough {
    /// The name of its file, without `.txt`.
    pub name: &'static str,
    /// The game with its options.
    pub spec: &'static str,
    /// How many sit at the table.
    pub seats: usize,
    /// The seed of its luck.
    pub seed: u64,
    /// How much of it is kept.
    pub kept: Kept,
}

/// How much of a game is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kept {
    /// Every answer of the interface at every state.
    InFull,
    /// A line an event, with a digest of all those answers.
    InOutline,
}

impl Playthrough {
    /// What its file should say.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn text(&self) -> Result<String, SpecError> {
        let spec: Spec = self.spec.parse()?;
        let game = find_game(&spec)?;
        match self.kept {
            Kept::InFull => (game.playthrough)(&spec, self.seats, self.seed),
            Kept::InOutline => (game.outline)(&spec, self.seats, self.seed),
        }
    }
}

const fn in_full(name: &'static str, spec: &'static str, seats: usize, seed: u64) -> Playthrough {
    Playthrough { name, spec, seats, seed, kept: Kept::InFull }
}

/// A whole game.
const fn whole(name: &'static str, spec: &'static str, seats: usize, seed: u64) -> Playthrough {
    Playthrough { name, spec, seats, seed, kept: Kept::InOutline }
}

/// The playthroughs that are kept: the beginning or a small form of each game in full, whole games in outline.
pub static PLAYTHROUGHS: &[Playthrough] = &[
    in_full("buzzard", "buzzard(cards=4)", 3, 1),
    whole("buzzard_whole", "buzzard", 5, 1),
    in_full("goofspiel", "goofspiel(cards=3)", 2, 1),
    in_full("kuhn", "kuhn", 2, 1),
    in_full("kuhn_three", "kuhn", 3, 1),
    in_full("leduc", "leduc", 2, 1),
    in_full("raiders", "raiders(max_turns=2)", 4, 1),
    in_full("raiders_modified", "raiders-modified(max_turns=2)", 5, 2),
    whole("raiders_modified_whole", "raiders-modified", 5, 3),
    whole("raiders_published_whole", "raiders-as-published", 5, 4),
    whole("raiders_whole", "raiders", 8, 5),
    in_full(
        "saboteur",
        "saboteur(rounds=1,hand=2,distance=2,talk=on,deck=UDLR+LR+xUL+break-cart+repair-cart+rockfall+map)",
        3,
        4,
    ),
    whole("saboteur_whole", "saboteur(talk=on)", 5, 6),
];

/// Every game of the house.
pub static GAMES: &[GameInfo] = &[
    GameInfo::of::<crate::Buzzard>(),
    GameInfo::of::<crate::Kuhn>(),
    GameInfo::of::<crate::Leduc>(),
    GameInfo::of::<crate::Raiders>(),
    GameInfo::of::<crate::Saboteur>(),
];

/// The game that a spec names, by its own name or by a preset's.
pub fn find_game(spec: &Spec) -> Result<&'static GameInfo, SpecError> {
    let named = |game: &&GameInfo| game.name == spec.name || game.presets.iter().any(|p| p.name == spec.name);
    GAMES.iter().find(named).ok_or_else(|| unknown("game", &spec.name, names()))
}

fn names() -> impl Iterator<Item = &'static str> {
    GAMES.iter().flat_map(|game| [game.name].into_iter().chain(game.presets.iter().map(|preset| preset.name)))
}

/// Refuses a number of seats that the game does not have.
pub(crate) fn check_seats<G: Notation>(seats: usize) -> Result<(), SpecError> {
    let (fewest, most) = G::SEATS;
    match seats {
        _ if (fewest..=most).contains(&seats) => Ok(()),
        _ => Err(SpecError::bad(format!("{} is for {fewest} to {most} seats, not {seats}", G::NAME))),
    }
}
