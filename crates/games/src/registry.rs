//! The list of games, for help and for finding one by name.

use table::{
    ExamTable, Game, Lang, Notation, OptionInfo, Phrases, Picture, Playthrough, Preset, Spec, SpecError,
    option_infos, outline, playthrough, unknown,
};

/// What the list says about a game.
#[derive(Clone, Copy, Debug)]
pub struct GameInfo {
    /// The name people type.
    pub name: &'static str,
    /// One line about it.
    pub about: &'static str,
    /// The fewest and the most seats.
    pub seats: (usize, usize),
    /// Option sets with names of their own.
    pub presets: &'static [Preset],
    /// Raised whenever the rules change.
    pub rules_version: u32,
    /// The number of games a series usually has.
    pub series: u32,
    /// The playthroughs that are kept.
    pub playthroughs: &'static [Playthrough],
    /// The tables at which the game and its players are examined.
    pub tables: &'static [ExamTable],
    /// The languages of its texts.
    pub langs: &'static [Lang],
    /// What its rows say, in the languages after English.
    pub phrases: Phrases,
    /// Sentences of its story that need not be repeated while they hold.
    pub lasting: &'static [&'static str],
    options: fn() -> Vec<OptionInfo>,
    rulebook: fn(Lang) -> &'static str,
    check: fn(&Spec, usize) -> Result<String, SpecError>,
    playthrough: fn(&Spec, usize, u64) -> Result<String, SpecError>,
    outline: fn(&Spec, usize, u64) -> Result<String, SpecError>,
}

impl GameInfo {
    /// What the list says about this game.
    pub const fn of<G: Notation + Picture>() -> GameInfo {
        GameInfo {
            name: G::NAME,
            about: G::ABOUT,
            rulebook: G::rulebook,
            seats: G::SEATS,
            options: option_infos::<G>,
            presets: G::PRESETS,
            rules_version: <G as Game>::RULES_VERSION,
            series: <G as Game>::SERIES,
            playthroughs: G::PLAYTHROUGHS,
            tables: G::TABLES,
            langs: G::LANGS,
            phrases: G::PHRASES,
            lasting: G::LASTING,
            check: |spec, seats| Ok(G::write_rules(&G::read_rules(spec, seats)?)),
            playthrough: |spec, seats, seed| Ok(playthrough::<G>(&G::read_rules(spec, seats)?, seed)),
            outline: |spec, seats, seed| Ok(outline::<G>(&G::read_rules(spec, seats)?, seed)),
        }
    }

    /// Whether a spec names this game or one of its presets.
    pub fn is_named(&self, spec: &Spec) -> bool {
        self.name == spec.name || self.presets.iter().any(|preset| preset.name == spec.name)
    }

    /// What the file of a playthrough should say.
    ///
    /// # Errors
    /// If its spec cannot be read.
    pub fn play_through(&self, kept: &Playthrough) -> Result<String, SpecError> {
        let write = if kept.in_full { self.playthrough } else { self.outline };
        write(&kept.spec.parse()?, kept.seats, kept.seed)
    }

    /// Every answer of the API along one game of these rules, played at random from this seed.
    ///
    /// # Errors
    /// If its spec cannot be read.
    pub fn playthrough(&self, spec: &Spec, seats: usize, seed: u64) -> Result<String, SpecError> {
        (self.playthrough)(spec, seats, seed)
    }

    /// What can be set.
    pub fn options(&self) -> Vec<OptionInfo> {
        (self.options)()
    }

    /// Whether its texts are there in this language; if not, they are in English.
    pub fn speaks(&self, lang: Lang) -> bool {
        self.langs.contains(&lang)
    }

    /// The rules, for people.
    pub fn rulebook(&self, lang: Lang) -> &'static str {
        (self.rulebook)(lang)
    }

    /// The title of its rulebook: what people call the game.
    pub fn title(&self, lang: Lang) -> &'static str {
        let first = self.rulebook(lang).lines().next();
        first.map_or(self.name, |line| line.trim_start_matches(['#', ' ']))
    }

    /// The shortest spec of the same rules for this many seats, or what is wrong with this one.
    pub fn canonical(&self, spec: &Spec, seats: usize) -> Result<String, SpecError> {
        (self.check)(spec, seats)
    }
}

/// The playthroughs that are kept, each with its game.
pub fn playthroughs() -> impl Iterator<Item = (&'static GameInfo, &'static Playthrough)> {
    GAMES.iter().flat_map(|game| game.playthroughs.iter().map(move |kept| (game, kept)))
}

/// The tables of all exams, each with its game.
pub fn exam_tables() -> impl Iterator<Item = (&'static GameInfo, &'static ExamTable)> {
    GAMES.iter().flat_map(|game| game.tables.iter().map(move |table| (game, table)))
}

macro_rules! list {
    ($($module:ident::$game:ident),*) => {
        /// Every game of the house.
        pub static GAMES: &[GameInfo] = &[$(GameInfo::of::<crate::$game>()),*];
    };
}

with_games!(list);

/// A sentence of a game's row in a language; one that no row has stays as it is.
pub fn text(english: &str, lang: Lang) -> &str {
    GAMES.iter().find_map(|game| game.phrases.find(english, lang)).unwrap_or(english)
}

/// The game that a spec names, by its own name or by a preset's.
pub fn find_game(spec: &Spec) -> Result<&'static GameInfo, SpecError> {
    GAMES.iter().find(|game| game.is_named(spec)).ok_or_else(|| unknown_game(spec))
}

/// The error for a spec that names no game.
pub fn unknown_game(spec: &Spec) -> SpecError {
    unknown("game", &spec.name, names())
}

fn names() -> impl Iterator<Item = &'static str> {
    GAMES.iter().flat_map(|game| [game.name].into_iter().chain(game.presets.iter().map(|preset| preset.name)))
}
