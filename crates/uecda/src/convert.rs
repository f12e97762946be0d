//! Between the official log, FujiGokoro's records and ours.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use flate2::read::GzDecoder;
use games::daihinmin::{Action, CardSet, Chance, Daihinmin, Pair, Rules};
use table::{
    BySeat, Event, EventOf, Game, Header, Notation, Record, RecordError, RecordReader, RecordWriter, Seeds,
    SeriesPlace, Spec,
};

use crate::cells::Cells;
use crate::grid::PLAYERS;
use crate::logs::{
    GameLog, Gift, Head, LogError, LoggedTurn, MatchLog, footer, header, read_fuji, read_official,
    write_fuji, write_official,
};
use crate::replay::{ReplayError, Replayed, points_after, replay, rules};

/// A way to write matches down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// The log of the official server.
    Official,
    /// The records of FujiGokoro.
    Fuji,
    /// Our own records.
    Records,
}

impl Format {
    /// All of them, with how their files usually end.
    pub const ALL: [(Format, &'static str); 3] =
        [(Format::Official, "log"), (Format::Fuji, "dat"), (Format::Records, "jsonl")];

    /// The format of a file of this name.
    pub fn of_name(name: &str) -> Option<Format> {
        let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase())?;
        Format::ALL.into_iter().find(|(_, known)| *known == ending).map(|(format, _)| format)
    }

    /// The format of a text.
    pub fn of_text(text: &str) -> Option<Format> {
        let first = text.trim_start();
        match first.chars().next()? {
            '%' => Some(Format::Official),
            '{' => Some(Format::Records),
            _ if first.starts_with("player") => Some(Format::Fuji),
            _ => None,
        }
    }
}

/// No file holds more text, so that one which is no log cannot fill the memory.
const LONGEST: u64 = 1 << 30;

/// What compressed files begin with.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// The text of a log or record, which may be compressed with gzip.
///
/// # Errors
/// What the system says; a file that is no text, or too long.
pub fn read_text(path: &Path) -> io::Result<String> {
    text_of(BufReader::new(File::open(path)?))
}

/// The same of anything that can be read.
///
/// # Errors
/// As [`read_text`].
pub fn text_of(mut source: impl BufRead) -> io::Result<String> {
    let mut text = String::new();
    let read = match source.fill_buf()?.starts_with(&GZIP) {
        true => GzDecoder::new(source).take(LONGEST).read_to_string(&mut text)?,
        false => source.take(LONGEST).read_to_string(&mut text)?,
    };
    match read as u64 {
        LONGEST => Err(io::Error::new(io::ErrorKind::InvalidData, "longer than any log")),
        _ => Ok(text),
    }
}

/// Why a text cannot be converted.
#[derive(Debug)]
pub enum ConvertError {
    /// It is in none of the formats.
    Unknown,
    /// There is no game in it.
    NoGames,
    /// A log is wrong.
    Log(LogError),
    /// A record is wrong.
    Record(RecordError),
    /// A record is of another game, or of other rules than the tournament's.
    OtherGame(String),
    /// A game cannot have happened so.
    Replay {
        /// Which game, counted from 1.
        game: usize,
        /// Why.
        error: ReplayError,
    },
}

impl fmt::Display for ConvertError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConvertError::Unknown => f.write_str(
                "neither a log of the official server (`%-----%..`), nor records of FujiGokoro (`player ..`), nor ours (`{..`)",
            ),
            ConvertError::NoGames => f.write_str("there is no game in it"),
            ConvertError::Log(error) => error.fmt(f),
            ConvertError::Record(error) => error.fmt(f),
            ConvertError::OtherGame(game) => {
                write!(f, "logs hold daihinmin for five with the tournament's rules, not `{game}`")
            }
            ConvertError::Replay { game, error } => write!(f, "game {game}: {error}"),
        }
    }
}

impl std::error::Error for ConvertError {}

/// A text in another format, and what it does not hold any more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Converted {
    /// The text.
    pub text: String,
    /// The number of games it holds.
    pub games: usize,
    /// What was lost, a sentence each.
    pub lost: Vec<String>,
}

/// Writes a text in another format.
///
/// # Errors
/// If it cannot be read, or tells of games that cannot have happened.
pub fn convert(text: &str, to: Format) -> Result<Converted, ConvertError> {
    let (from, log) = read_log(text)?;
    let games = replay_all(&log)?;
    let lost = losses(&log, &games, from, to);
    let text = match to {
        Format::Records => write_records(&log, &games),
        _ if from == to => text.to_string(),
        Format::Official => write_official(&whole(&log, &games)),
        Format::Fuji => write_fuji(&accepted(&log, &games)),
    };
    Ok(Converted { text, games: log.games.len(), lost })
}

/// A game with its place in a series.
pub struct Placed {
    /// The game, played again.
    pub played: Replayed,
    /// Its rules, with what was carried over.
    pub rules: Rules,
    /// The rules of the first game of its series.
    pub first: Rules,
    /// Its number in the series, counted from 0.
    pub number: u32,
}

/// The games of a log or record, played again.
///
/// # Errors
/// If it cannot be read, or tells of games that cannot have happened.
pub fn read_games(text: &str) -> Result<Vec<Placed>, ConvertError> {
    replay_all(&read_log(text)?.1)
}

/// A text as a log, and the format it is in.
fn read_log(text: &str) -> Result<(Format, MatchLog), ConvertError> {
    let from = Format::of_text(text).ok_or(ConvertError::Unknown)?;
    let log = match from {
        Format::Official => read_official(text).map_err(ConvertError::Log)?,
        Format::Fuji => read_fuji(text).map_err(ConvertError::Log)?,
        Format::Records => read_records(text)?,
    };
    if log.games.is_empty() { Err(ConvertError::NoGames) } else { Ok((from, log)) }
}

/// Plays all games again, and finds the series they belong to: as long as ranks and order are what the game before
/// carries over, it goes on.
fn replay_all(log: &MatchLog) -> Result<Vec<Placed>, ConvertError> {
    let usual = usual_rules(log);
    let mut games: Vec<Placed> = Vec::with_capacity(log.games.len());
    for (index, game) in log.games.iter().enumerate() {
        let next = games.last().map(|last| {
            let rules = Daihinmin::next_rules(&last.first, last.number + 1, Some(last.played.end.public()));
            (last.first, last.number + 1, rules)
        });
        let begins = Rules { order: None, ranks: game.ranks, game: u16::from(game.ranks.is_some()), ..usual };
        let fits =
            |rules: &Rules| rules.ranks == game.ranks && rules.order.is_none_or(|order| order == game.order);
        let (first, number, rules) = next.filter(|(.., rules)| fits(rules)).unwrap_or((begins, 0, begins));
        let played = replay(game, &rules).map_err(|error| ConvertError::Replay { game: index + 1, error })?;
        games.push(Placed { played, rules, first, number });
    }
    Ok(games)
}

/// The rules of a match: as its header says or, without one, as far as its games tell.
fn usual_rules(log: &MatchLog) -> Rules {
    let said = |key: &str| {
        let note = log.header.iter().find(|(known, _)| known == key);
        note.and_then(|(_, value)| value.trim().parse().ok())
    };
    let block = said("FLASH_MIBUN_NUMBER").filter(|&block| block > 0);
    let reset = log.games.iter().skip(1).position(|game| game.ranks.is_none()).map(|index| index + 1);
    let block = block.unwrap_or_else(|| reset.and_then(|games| games.try_into().ok()).unwrap_or(100));
    let reseats = !log.header.iter().any(|(key, value)| key == "RULE_SEKIGAE" && value.trim() == "NO");
    rules(block, if reseats { said("RULE_SEKIGAE_NUM").unwrap_or_else(|| reseat_of(log)) } else { 0 })
}

/// Every third game, if the turn order changes only there; otherwise it may change in every game.
fn reseat_of(log: &MatchLog) -> u16 {
    let changes = |index: &usize| log.games[*index].order != log.games[index - 1].order;
    let third = (1..log.games.len()).filter(changes).all(|index| index.is_multiple_of(3));
    if third { 3 } else { 1 }
}

/// What the new text does not hold.
fn losses(log: &MatchLog, games: &[Placed], from: Format, to: Format) -> Vec<String> {
    if from == to {
        return Vec::new();
    }
    let refused =
        games.iter().flat_map(|game| &game.played.turns).filter(|(_, meant)| meant.is_err()).count();
    let timed = log.games.iter().flat_map(|game| &game.turns).any(|turn| turn.micros.is_some());
    let joker = |turn: &LoggedTurn| turn.cells.meld().is_ok_and(|meld| Cells::of_meld(meld) != turn.cells);
    let jokers = log.games.iter().flat_map(|game| &game.turns).filter(|turn| joker(turn)).count();
    let written = to == Format::Official;
    [
        (refused > 0 && !written).then(|| format!("{refused} refused submissions are passes now")),
        (jokers > 0 && !written).then(|| format!("the cell on which a lone joker was laid, {jokers} times")),
        timed.then(|| "the microseconds of each move".to_string()),
        (from == Format::Official).then(|| "what stands above and below the games".to_string()),
        (from == Format::Records).then(|| "the seeds".to_string()),
        (to == Format::Fuji).then(|| "how long a block is and how often seats change".to_string()),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Everything the official log has: who moved, what was given, the points, and what stands above and below.
fn whole(log: &MatchLog, games: &[Placed]) -> MatchLog {
    let mut points = [0; PLAYERS];
    let write = |(game, placed): (&GameLog, &Placed)| {
        points = points_after(points, game.result);
        let turns = game.turns.iter().zip(&placed.played.turns);
        let turns = turns.map(|(turn, (player, _))| LoggedTurn { player: Some(*player), ..*turn }).collect();
        let gifts = Some(placed.played.gifts.clone());
        GameLog { gifts, turns, points: Some(points), ..game.clone() }
    };
    let games_log = log.games.iter().zip(games).map(write).collect();
    let usual = games.first().map_or_else(|| rules(100, 3), |game| game.first);
    let head = Head {
        names: &log.names.each_ref().map(|name| name.replace(char::is_whitespace, "_")),
        games: log.games.len() as u32,
        block: usual.block,
        reseat: usual.reseat,
        port: None,
        seed: None,
    };
    MatchLog { names: head.names.clone(), header: header(&head), games: games_log, footer: footer(&points) }
}

/// What was accepted, with passes for what was refused.
fn accepted(log: &MatchLog, games: &[Placed]) -> MatchLog {
    let write = |(game, placed): (&GameLog, &Placed)| {
        let turns = game.turns.iter().zip(&placed.played.turns);
        let turn = |(turn, (_, meant)): (&LoggedTurn, &(_, Result<Action, _>))| match meant {
            Ok(Action::Play(_)) => *turn,
            _ => LoggedTurn { cells: Cells::EMPTY, ..*turn },
        };
        let gifts = Some(placed.played.gifts.clone());
        GameLog { gifts, turns: turns.map(turn).collect(), ..game.clone() }
    };
    MatchLog { games: log.games.iter().zip(games).map(write).collect(), ..log.clone() }
}

fn write_records(log: &MatchLog, games: &[Placed]) -> String {
    let mut writer = RecordWriter::new(Vec::new());
    for (index, game) in games.iter().enumerate() {
        let series = games[index - game.number as usize..].iter().enumerate();
        let of = series.take_while(|(place, other)| *place == other.number as usize).count() as u32;
        let series = SeriesPlace { first: Daihinmin::write_rules(&game.first), number: game.number, of };
        let header =
            Header::new::<Daihinmin>(&game.rules, log.names.to_vec(), Seeds::new(0)).in_series(series);
        let header = Header { index: index as u64, of: games.len() as u64, ..header };
        let record: Record<Daihinmin> =
            Record { header, events: game.played.events.clone(), payoffs: game.played.end.payoffs() };
        writer.write(&record).expect("memory takes any text");
    }
    let bytes = writer.finish().expect("memory takes any text");
    String::from_utf8(bytes).expect("records are text")
}

/// Our records as a log.
fn read_records(text: &str) -> Result<MatchLog, ConvertError> {
    let mut reader = RecordReader::new(text.as_bytes());
    let (mut names, mut games) = (None, Vec::new());
    while let Some(header) = reader.header().map_err(ConvertError::Record)? {
        check_game(&header.game)?;
        let seats = header.seats.clone();
        let record = reader.read::<Daihinmin>().map_err(ConvertError::Record)?;
        let record = record.expect("its header was just read");
        games.push(game_of(&record)?);
        names.get_or_insert(seats);
    }
    let names = names.unwrap_or_default();
    let found = names.len();
    let names = names.try_into().map_err(|_| ConvertError::OtherGame(format!("daihinmin for {found}")))?;
    Ok(MatchLog { names, header: Vec::new(), games, footer: Vec::new() })
}

/// Refuses other games, and rules that a log cannot tell.
fn check_game(game: &str) -> Result<(), ConvertError> {
    let other = || ConvertError::OtherGame(game.to_string());
    let spec: Spec = game.parse().map_err(|_| other())?;
    if spec.name != Daihinmin::NAME {
        return Err(other());
    }
    let said = Daihinmin::read_rules(&spec, PLAYERS).map_err(|_| other())?;
    let usual = rules(said.block, said.reseat);
    let plain = Rules { order: None, ranks: None, game: 0, ..said };
    if plain == usual { Ok(()) } else { Err(other()) }
}

/// A record as a log tells it.
fn game_of(record: &Record<Daihinmin>) -> Result<GameLog, ConvertError> {
    let spec = record.header.game.parse().map_err(|_| ConvertError::OtherGame(record.header.game.clone()))?;
    let rules = Daihinmin::read_rules(&spec, record.header.seats.len())
        .map_err(|_| ConvertError::OtherGame(record.header.game.clone()))?;
    let mut game = Daihinmin::new(&rules);
    let mut log = None;
    for event in &record.events {
        game.apply(event);
        add(&mut log, &game, event);
    }
    let mut log = log.ok_or_else(|| ConvertError::OtherGame(record.header.game.clone()))?;
    log.result = game.public().finished;
    Ok(log)
}

/// Adds an event to the log, which begins with the deal.
fn add(log: &mut Option<GameLog>, game: &Daihinmin, event: &EventOf<Daihinmin>) {
    match (event, log) {
        (Event::Chance(Chance::Deal(hands)), log) => *log = Some(dealt(game, hands)),
        (Event::Act(seat, Action::Give(cards)), Some(log)) => {
            let to = game.public().rules.pair_of(*seat).map_or(*seat, |pair| pair.poor);
            log.gifts.get_or_insert_default().push(Gift { from: *seat, to, cards: *cards });
        }
        (Event::Act(seat, action), Some(log)) => {
            let cells = if let Action::Play(meld) = action { Cells::of_meld(*meld) } else { Cells::EMPTY };
            log.turns.push(LoggedTurn { player: Some(*seat), cells, micros: None });
        }
        _ => {}
    }
}

fn dealt(game: &Daihinmin, hands: &BySeat<CardSet>) -> GameLog {
    let public = game.public();
    let tribute = |pair: Pair| Gift { from: pair.poor, to: pair.rich, cards: game.private(pair.poor).gave };
    GameLog {
        ranks: public.rules.ranks,
        order: public.order,
        dealt: *hands,
        gifts: Some(public.rules.pairs().map(tribute).collect()),
        turns: Vec::new(),
        result: public.finished,
        points: None,
    }
}
