//! The list of players, and the door from names to types.

use std::sync::OnceLock;

use games::{GAMES, GameInfo};
use search::Scale;
use search::decoupled::Bias;
use solve::OnProgress;
use table::{
    AllRows, AnswerRows, Encode, Enumerable, EventRow, Game, Notation, Notes, Param, Picture, Player,
    PublicState, Spec, SpecError, TruthRow, Values,
};

use crate::estimators::{Estimated, ForecastRow};
use crate::row::{Info, Listed, Row, find, merge};
use crate::solving::{Effort, Solution, Unsolved};
use crate::{exec, guests, learned, simple, solving, thinkers};

/// The ids of a game's actions.
pub(crate) type Ids<G> = <<G as Playable>::Encoder as Encode<G>>::Ids;

/// A game with players.
pub trait Playable: Notation + Picture + Enumerable {
    /// The ids of its actions and the rows of figures of its views, for networks and Python.
    type Encoder: Encode<Self>;

    /// What is hidden, as figures, for those who train: the rows of all seats, unless the game knows better.
    fn truth_row(rules: &Self::Rules) -> Box<dyn TruthRow<Self>> {
        Box::new(AllRows::new(Self::Encoder::new(rules), Self::new(rules).public().seats()))
    }

    /// An event as whole numbers, as a seat saw it.
    fn event_row(rules: &Self::Rules) -> Box<dyn EventRow<Self>>;

    /// The players that know this game.
    const PLAYERS: &'static [Row<Self>];

    /// Who sits down with a person when nobody is named, by the name of the game or of a preset. Where nobody
    /// is listed, as few random players as the game needs.
    const COMPANY: &'static [(&'static str, &'static [&'static str])] = &[];

    /// Agent that gives hints; must report per-action statistics.
    const ADVISER: &'static str = "ismcts";

    /// Who notes what it believes of the seats beside advice, where somebody can under these rules.
    fn note_taker(_rules: &Self::Rules) -> Option<Box<dyn Notes<Self>>> {
        None
    }

    /// What each seat begins a game with that the series carries over, in a word; nothing in a first game, or where the game
    /// carries nothing over.
    fn ranks(_rules: &Self::Rules) -> Option<Vec<&'static str>> {
        None
    }

    /// Rules and numbers of seats whose speed is measured, besides the fewest and the most seats.
    const TIMED: &'static [(&'static str, &'static [usize])] = &[];

    /// The forecasts of final ranks that know this game.
    const FORECASTS: &'static [ForecastRow<Self>] = &[];

    /// Whether nothing is ever hidden but the choices of the turn and the chance events to come. Searchers that imagine
    /// nothing else then play this game, too.
    const OPEN: bool = false;

    /// The answers that people may leave in advance at a table that asks for all choices, and where it may take the only
    /// action for them because everybody can see that it is the only one.
    const ANSWERS: AnswerRows<Self> = AnswerRows { standing: &[], is_open: |_| Self::OPEN };

    /// What is added to the value of an action in `uct-chance`, where the game has such biases.
    const BIAS: Option<Biases<Self>> = None;

    /// The bounds of what can be earned, for searches that want rewards in [0, 1].
    fn scale(public: &Self::Public) -> Scale;

    /// No chance event has more outcomes than this; nothing where they are too many to list.
    fn most_outcomes(rules: &Self::Rules) -> Option<u32>;

    /// No game has more choices than this, forced ones not counted.
    fn most_choices(rules: &Self::Rules) -> u32;

    /// What all seats earn together, where it is the same in every game.
    fn sum_of_points(_rules: &Self::Rules) -> Option<f64> {
        None
    }

    /// Solves the game for two, where it is small enough: by CFR+ over its whole tree, unless it knows better.
    ///
    /// # Errors
    /// If it is too large, or the progress callback stops it.
    fn solve(rules: &Self::Rules, effort: &Effort, look: &OnProgress<'_>) -> Result<Solution, Unsolved> {
        solving::by_cfr::<Self>(rules, effort, look)
    }

    /// Lets a visitor do its work with this game. A game with roles calls [`Visitor::visit_roles`].
    fn accept<V: Visitor>(visitor: V, rules: Self::Rules) -> V::Out {
        visitor.visit::<Self>(rules)
    }
}

/// Two ways to tell from what chance may bring how good an action is.
#[derive(Clone, Copy, Debug)]
pub struct Biases<G: Game> {
    /// By what lies in the middle now, among what may still come.
    pub pot: Bias<G>,
    /// By what the next chance event may bring, and the legal actions that are left then.
    pub next: Bias<G>,
}

/// Work that can be done with any game.
pub trait Visitor: Sized {
    /// What comes of it.
    type Out;

    /// Does it with this game.
    fn visit<G: Playable>(self, rules: G::Rules) -> Self::Out;

    /// Does it with this game, which has hidden roles.
    fn visit_roles<G: Estimated>(self, rules: G::Rules) -> Self::Out {
        self.visit::<G>(rules)
    }
}

macro_rules! dispatch {
    ($($module:ident::$game:ident),*) => {
        /// Does some work with the game that a spec names, for this many seats.
        ///
        /// # Errors
        /// Names and options that do not exist, values that cannot be.
        pub fn visit<V: Visitor>(spec: &Spec, seats: usize, visitor: V) -> Result<V::Out, SpecError> {
            $(if is_named::<games::$game>(spec) {
                let rules = <games::$game as Notation>::read_rules(spec, seats)?;
                return Ok(<games::$game as Playable>::accept(visitor, rules));
            })*
            Err(games::unknown_game(spec))
        }
    };
}

games::with_games!(dispatch);

/// Whether a spec names this game or one of its presets. `GameInfo::of` would compile here what `games` has compiled for its list.
fn is_named<G: Notation>(spec: &Spec) -> bool {
    G::NAME == spec.name || G::PRESETS.iter().any(|preset| preset.name == spec.name)
}

/// Does some work with the usual rules of a game.
pub fn visit_usual<V: Visitor>(game: &GameInfo, visitor: V) -> V::Out {
    visit(&Spec::named(game.name), game.seats.0, visitor).expect("a game's name alone is a spec")
}

/// Every player of a game, sorted by name.
pub fn players<G: Playable>() -> Vec<Row<G>> {
    let mut rows = G::PLAYERS.to_vec();
    rows.extend(simple::rows());
    rows.push(exec::row());
    rows.push(learned::row());
    rows.extend(thinkers::rows());
    rows.sort_by_key(|row| row.name);
    rows
}

/// Lists the players of a game.
struct Infos;

impl Visitor for Infos {
    type Out = Vec<Info>;

    fn visit<G: Playable>(self, _rules: G::Rules) -> Vec<Info> {
        players::<G>().iter().map(Row::info).collect()
    }
}

/// Every player of every game, sorted by name.
pub fn agents() -> &'static [Listed] {
    static ALL: OnceLock<Vec<Listed>> = OnceLock::new();
    ALL.get_or_init(|| merge(GAMES.iter().map(|game| (game.name, visit_usual(game, Infos)))))
}

/// The players of one game, sorted by name.
pub fn agents_for(game: &str) -> impl Iterator<Item = &'static Info> {
    agents().iter().filter(move |agent| agent.games.contains(&game)).map(|agent| &agent.info)
}

/// The players of a game with budgets small enough for exams and the signature, sorted by name: each row with all
/// its sets of quick parameters. Programs outside are left out.
pub fn quick_agents(game: &str) -> Vec<Spec> {
    agents_for(game).filter(|agent| !agent.runs_programs()).flat_map(Info::quick_specs).collect()
}

/// Refuses a name that no player of this game has, or a parameter that it does not take.
///
/// # Errors
/// Says what there is.
pub fn check_agent(spec: &Spec, game: &str) -> Result<&'static Info, SpecError> {
    if guests::is_guest(spec) {
        return guests::GUEST.check(spec).map(|()| &guests::GUEST);
    }
    let names = || agents_for(game).map(|agent| agent.name);
    let agent = agents_for(game)
        .find(|agent| agent.name == spec.name)
        .ok_or_else(|| not_of(&spec.name, game, names()))?;
    agent.check(spec).map(|()| agent)
}

/// The error for a name that no player of this game has. Whose it is in another game is said, too.
fn not_of<'n>(name: &str, game: &str, known: impl Iterator<Item = &'n str>) -> SpecError {
    let error = table::unknown(&format!("agent for {game}"), name, known);
    let elsewhere = agents().iter().filter(|agent| agent.info.name == name).flat_map(|agent| &agent.games);
    let elsewhere: Vec<&str> = elsewhere.copied().collect();
    match elsewhere.is_empty() {
        true => error,
        false => SpecError::bad(format!("{error}; `{name}` plays {}", elsewhere.join(", "))),
    }
}

/// The players of this name, each with what a spec gives it.
fn givens(spec: &Spec) -> impl Iterator<Item = (&'static Param, &str)> {
    let named = agents().iter().filter(move |agent| agent.info.name == spec.name);
    named.flat_map(|agent| agent.info.params()).filter_map(|param| Some((param, spec.get(param.key)?)))
}

/// A spec and every player that its parameters name.
fn with_inner(spec: &Spec) -> Vec<Spec> {
    let named = givens(spec).filter(|(param, _)| param.values == Values::Spec);
    let inner = named.filter_map(|(_, value)| value.parse().ok());
    [spec.clone()].into_iter().chain(inner.flat_map(|inner: Spec| with_inner(&inner))).collect()
}

/// Whether it is itself a program outside, of this machine or somebody's own.
fn is_program(spec: &Spec) -> bool {
    let runs = |agent: &Listed| agent.info.name == spec.name && agent.info.runs_programs();
    guests::is_guest(spec) || agents().iter().any(runs)
}

/// Whether it runs a program outside, or a player does that one of its parameters names.
pub fn runs_programs(spec: &Spec) -> bool {
    with_inner(spec).iter().any(is_program)
}

/// Whether it runs programs or reads files of this machine, or a player does that one of its parameters names.
pub fn reaches_out(spec: &Spec) -> bool {
    let reads = |(param, _): (&Param, _)| matches!(param.values, Values::File | Values::Command);
    runs_programs(spec) || with_inner(spec).iter().any(|inner| givens(inner).any(reads))
}

/// Whether equal seeds make it play the same again: neither the clock nor a program outside has a say, not even
/// in a player that one of its parameters names.
pub fn is_repeatable(spec: &Spec) -> bool {
    let looks_at_clock = |(param, _): (&Param, _)| matches!(param.values, Values::Millis(..));
    !runs_programs(spec) && !with_inner(spec).iter().any(|inner| givens(inner).any(looks_at_clock))
}

/// The most that a stranger may ask of a host's machine.
const CAPS: &[(&str, f64)] =
    &[("sims", 20_000.0), ("ms", 2_000.0), ("nodes", 1_048_576.0), ("worlds", 1_000.0), ("leaves", 20_000.0)];

/// Refuses what a stranger may not choose at somebody's table: commands, files, and budgets beyond what a host
/// can spare.
///
/// # Errors
/// Says what is not for strangers; names and parameters that do not exist are refused first.
pub fn check_open(spec: &Spec, game: &str) -> Result<(), SpecError> {
    if check_agent(spec, game)?.runs_programs() {
        return Err(SpecError::bad(format!("{} runs a program of this machine: not for guests", spec.name)));
    }
    if guests::is_guest(spec) {
        return Err(SpecError::bad(format!(
            "{} is somebody's own program: not for guests of a page",
            spec.name
        )));
    }
    givens(spec).try_for_each(|(param, value)| open_value(spec, param, value))?;
    // Whether it can sit down at the table at hand depends on its rules, too.
    match try_seat(spec, game)? {
        Sees::View => Ok(()),
        Sees::Everything => {
            Err(SpecError::bad(format!("{} sees what others hold: not for guests", spec.name)))
        }
    }
}

/// What a player looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sees {
    /// Its own seat's view.
    View,
    /// The truth.
    Everything,
}

impl Sees {
    pub(crate) fn of<G: Game>(player: &Player<G>) -> Sees {
        if matches!(player, Player::Oracle(_)) { Sees::Everything } else { Sees::View }
    }
}

/// Lets a player sit down at a game and leave again: what it would look at. The usual rules are tried first, with few seats,
/// then more seats and the presets.
///
/// # Errors
/// Games, names and parameters that do not exist, values that cannot be.
pub fn try_seat(spec: &Spec, game: &str) -> Result<Sees, SpecError> {
    let game = games::find_game(&Spec::named(game))?;
    let names = [game.name].into_iter().chain(game.presets.iter().map(|preset| preset.name));
    let (fewest, most) = game.seats;
    let tables = names.flat_map(|name| (fewest..=most).map(move |seats| (name, seats)));
    let sits = |(name, seats)| visit(&Spec::named(name), seats, Try(spec)).flatten();
    sits((game.name, fewest)).or_else(|why| tables.skip(1).find_map(|table| sits(table).ok()).ok_or(why))
}

struct Try<'a>(&'a Spec);

impl Visitor for Try<'_> {
    type Out = Result<Sees, SpecError>;

    fn visit<G: Playable>(self, rules: G::Rules) -> Self::Out {
        Ok(Sees::of(&seat::<G>(self.0, &rules)?))
    }
}

fn open_value(spec: &Spec, param: &Param, value: &str) -> Result<(), SpecError> {
    let refuse = |why: &str| Err(SpecError::bad(format!("{}: `{}` {why}", spec.name, param.key)));
    let cap = CAPS.iter().find(|(key, _)| *key == param.key).map(|(_, cap)| *cap);
    match (param.values, cap) {
        (Values::File | Values::Command, _) => refuse("reaches into this machine: not for guests"),
        (Values::Spec, _) => match value.parse::<Spec>() {
            Ok(inner) if is_program(&inner) => refuse("runs a program of this machine: not for guests"),
            Ok(inner) => givens(&inner).try_for_each(|(param, value)| open_value(&inner, param, value)),
            Err(error) => Err(error),
        },
        (_, Some(cap)) if value.parse().is_ok_and(|number: f64| number > cap) => {
            refuse(&format!("may be at most {cap} for guests"))
        }
        _ => Ok(()),
    }
}

/// The player a spec names, for a table with these rules.
///
/// # Errors
/// Names and parameters that do not exist, values that cannot be.
pub fn seat<G: Playable>(spec: &Spec, rules: &G::Rules) -> Result<Player<G>, SpecError> {
    match guests::seat(spec) {
        Some(guest) => guest,
        None => find(&players::<G>(), "agent", spec)?.make(spec, rules),
    }
}

/// The player of this name, as tables build them.
///
/// # Errors
/// What is wrong with the name, as text.
pub fn seat_named<G: Playable>(name: &str, rules: &G::Rules) -> Result<Player<G>, String> {
    let spec = name.parse().map_err(|error: SpecError| error.to_string())?;
    seat::<G>(&spec, rules).map_err(|error| error.to_string())
}

/// Who sits down with a person at the game that a spec names: its usual company, or as few as it needs.
///
/// # Errors
/// Games that do not exist.
pub fn company(spec: &Spec) -> Result<Vec<Spec>, SpecError> {
    Ok(visit_usual(games::find_game(spec)?, Company(&spec.name)))
}

struct Company<'a>(&'a str);

impl Visitor for Company<'_> {
    type Out = Vec<Spec>;

    fn visit<G: Playable>(self, _rules: G::Rules) -> Vec<Spec> {
        let usual =
            |name: &str| G::COMPANY.iter().find(|(of, _)| *of == name).map(|(_, company)| company.to_vec());
        let company = usual(self.0).or_else(|| usual(G::NAME));
        company.unwrap_or_else(|| vec!["random"; G::SEATS.0 - 1]).into_iter().map(Spec::named).collect()
    }
}

/// The tables whose speed is measured, besides those with the fewest and the most seats: rules, and seats.
pub(crate) fn measured_tables() -> Vec<(&'static str, usize)> {
    GAMES.iter().flat_map(|game| visit_usual(game, Measured)).collect()
}

struct Measured;

impl Visitor for Measured {
    type Out = Vec<(&'static str, usize)>;

    fn visit<G: Playable>(self, _rules: G::Rules) -> Self::Out {
        G::TIMED.iter().flat_map(|(spec, seats)| seats.iter().map(|&seats| (*spec, seats))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_can_be_repeated_is_known() {
        let repeatable = |text: &str| is_repeatable(&text.parse().unwrap());
        let opened = "exact(rounds=3,opening=\"rm(ms=5)\")";
        for text in ["rm(ms=20)", "exec(cmd=true)", opened, "thinker(ms=50)"] {
            assert!(!repeatable(text), "{text}");
        }
        let opened = "exact(opening=\"rm(sims=5)\")";
        for text in ["rm", "rm(sims=20)", opened, "exact(table=\"ms\")", "papers(mend=0.2)"] {
            assert!(repeatable(text), "{text}");
        }
    }

    #[test]
    fn who_reaches_out_of_the_table_is_known() {
        let of = |text: &str| {
            let spec: Spec = text.parse().unwrap();
            (runs_programs(&spec), reaches_out(&spec))
        };
        for text in ["exec(cmd=true)", "exact(opening=\"exec(cmd=true)\")"] {
            assert_eq!(of(text), (true, true), "{text}");
        }
        assert_eq!(of("exact(table=a.tbl)"), (false, true));
        assert_eq!(of("exact(opening=\"exact(table=a.tbl)\")"), (false, true));
        for text in ["random", "uct(ms=60000)", "exact(opening=\"rm(ms=5)\")"] {
            assert_eq!(of(text), (false, false), "{text}");
        }
    }

    #[test]
    fn who_sees_everything_is_known() {
        let try_in = |text: &str, game| try_seat(&text.parse().unwrap(), game);
        assert_eq!(try_in("random", "kuhn"), Ok(Sees::View));
        assert!(try_in("random(x=1)", "kuhn").is_err() && try_in("random", "chess").is_err());
    }

    #[test]
    fn names_and_parameters_are_checked() {
        let error = |text: &str| check_agent(&text.parse().unwrap(), "kuhn").unwrap_err().to_string();
        assert!(error("rnadom").starts_with("no agent for kuhn `rnadom`; did you mean `random`?"));
        assert!(error("random(x=1)").starts_with("no parameter of random `x`"));
    }

    #[test]
    fn guests_reach_neither_files_nor_programs_nor_the_last_core() {
        let refused = |text: &str| check_open(&text.parse().unwrap(), "buzzard").err().map(|e| e.to_string());
        for (text, why) in [
            ("exec(cmd=true)", "exec runs a program of this machine: not for guests"),
            ("exact(table=a.tbl)", "exact: `table` reaches into this machine: not for guests"),
            (
                "learned(weights=a.safetensors)",
                "learned: `weights` reaches into this machine: not for guests",
            ),
            (
                "lookahead(weights=a.safetensors)",
                "lookahead: `weights` reaches into this machine: not for guests",
            ),
            ("lookahead(leaves=20001)", "lookahead: `leaves` may be at most 20000 for guests"),
            ("exact(opening=\"exec(cmd=true)\")", "exact: `opening` runs a program"),
            (
                "exact(opening=\"learned(weights=a.safetensors)\")",
                "learned: `weights` reaches into this machine: not for guests",
            ),
            ("exact(opening=\"rm(sims=1000000)\")", "rm: `sims` may be at most 20000 for guests"),
            ("uct(ms=60000)", "uct: `ms` may be at most 2000 for guests"),
            ("utc", "no agent for buzzard `utc`"),
        ] {
            assert!(refused(text).is_some_and(|error| error.starts_with(why)), "{text}: {:?}", refused(text));
        }
        let comes_along = try_seat(&Spec::named("learned"), "buzzard").is_ok();
        assert_eq!(refused("learned").is_none(), comes_along, "who cannot sit down is not offered");
        let told = "colluder(partners=BD,side=more)".parse().unwrap();
        let oracle = check_open(&told, "saboteur").unwrap_err().to_string();
        assert!(
            oracle.ends_with("sees what others hold: not for guests"),
            "also where it needs more seats: {oracle}"
        );
        for text in ["greedy", "rm", "uct(sims=20000)", "pimc(ms=500)", "exact(opening=\"rm(sims=500)\")"] {
            assert_eq!(refused(text), None, "{text}");
        }
    }

    #[test]
    fn usual_company_names_games_and_players_that_exist() {
        struct Fits;
        impl Visitor for Fits {
            type Out = ();
            fn visit<G: Playable>(self, _rules: G::Rules) {
                for (name, company) in G::COMPANY {
                    assert!(is_named::<G>(&Spec::named(name)), "{name} is no {}", G::NAME);
                    company.iter().for_each(|agent| _ = check_agent(&Spec::named(agent), G::NAME).unwrap());
                }
                check_open(&Spec::named(G::ADVISER), G::NAME).unwrap();
            }
        }
        GAMES.iter().for_each(|game| visit_usual(game, Fits));
    }
}
