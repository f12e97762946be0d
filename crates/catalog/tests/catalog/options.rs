//! What the lists say of options is so: the default named is the default, and any other value is heard.

use std::sync::LazyLock;

use catalog::{Estimated, Info, Playable, Visitor, agents, estimator, estimator_rows, seat, visit};
use games::exam_tables;
use players::buzzard::BuzzardRow;
use players::learned::testing::{Scored, untrained};
use table::{Notation, Param, Player, PublicState, Rng, Seat, Spec, Values, next_event};

const A: Seat = Seat::new(0);
const B: Seat = Seat::new(1);

/// Players of any game are tried at a table of this game alone, and those who know a game at its table.
const ANY: &str = "leduc";

/// Where players are tried: the game, its seats, and who sits on the other seats.
fn tables() -> impl Iterator<Item = (&'static str, usize, &'static str)> {
    exam_tables().filter_map(|(_, table)| Some((table.spec, table.seats, table.parameters?)))
}

fn tried(game: &str) -> impl Iterator<Item = &'static Info> {
    let everywhere = |games: &[&str]| games.contains(&ANY);
    let here = move |games: &[&str]| games.contains(&game) && (game == ANY || !everywhere(games));
    agents().iter().filter(move |agent| here(&agent.games)).map(|agent| &agent.info)
}

/// A network for [`ANY`].
const NETWORK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../players/data/policy-leduc.safetensors");

/// A network that has learned nothing, for a table of the buzzard.
fn untaught(spec: &str) -> String {
    let rules = games::Buzzard::read_rules(&spec.parse().unwrap(), 2).unwrap();
    let file = untrained::<games::Buzzard, BuzzardRow>(&rules, Scored::ById, 1);
    let path = concat!(env!("CARGO_TARGET_TMPDIR"), "/options.safetensors");
    std::fs::write(path, file.to_bytes()).unwrap();
    path.to_string()
}

/// The network of a player that needs one, where none comes along.
fn network(agent: &Info) -> Option<&'static str> {
    static OTHER: LazyLock<String> = LazyLock::new(|| untaught("goofspiel(cards=10)"));
    match agent.name {
        "learned" => Some(NETWORK),
        "lookahead" => Some(&OTHER),
        _ => None,
    }
}

/// What every trial gives a player, so that it is quick: fewer simulations, an opening without thought. And a
/// network.
fn quick(agent: &Info) -> Vec<(&'static str, &'static str)> {
    let takes = |key: &str| agent.params().any(|param| param.key == key);
    let plain = [("sims", "40"), ("opening", "first")];
    let plain = plain.into_iter().filter(|(key, _)| takes(key));
    plain.chain(network(agent).map(|file| ("weights", file))).collect()
}

/// A value other than the default, for whom it matters as it is; none where it is no matter of a game's course.
fn another(agent: &Info, param: &Param) -> Option<&'static str> {
    Some(match (agent.name, param.key) {
        // A time is not repeatable; a file and a program are not at hand.
        _ if matches!(param.values, Values::Millis(..) | Values::File) || agent.runs_programs() => {
            return None;
        }
        ("breaker" | "cheater", "count") => "others",
        ("lookahead", "outcomes") => "2",
        ("rm", "threshold") => "0.4",
        ("submission", "target") => "rich",
        // Whom a pair names is of no interest without one.
        ("tipped", "enemy") => return None,
        // Whoever ranks everybody by an estimate finds somebody for first aid, and needs no cookie to know.
        ("tipped" | "estimating", "aid" | "cookie") => return None,
        // Whose places are counted shows in the next game at the earliest.
        ("naive", "person") => return None,
        // Nobody is daifugo in a first game.
        ("league", "members" | "spares" | "beats") => return None,
        // Listed, but these saboteurs never play as diggers.
        ("breaker" | "cheater", "t" | "cover") => return None,
        (name, key) => match OTHERS.iter().find(|(other, _)| *other == key) {
            Some((_, value)) => value,
            None => panic!("no other value is known of {key} of {name}"),
        },
    })
}

const OTHERS: &[(&str, &str)] = &[
    ("aid", "anybody"),
    ("aim", "wins"),
    ("alpha", "0"),
    ("answer", "other"),
    ("as", "program"),
    ("belief", "uniform"),
    ("bias", "5"),
    ("block", "1"),
    ("bluff", "lie"),
    ("board", "1"),
    ("by", "uniform"),
    ("c", "5"),
    ("steps", "1"),
    ("code", "shown"),
    ("cookie", "raider"),
    ("cost", "0"),
    ("count", "asking"),
    ("cover", "dig"),
    ("decay", "1"),
    ("depth", "2"),
    ("distance", "kl"),
    ("doubt", "9"),
    ("eager", "yes"),
    ("evaluator", "even"),
    ("explores", "yes"),
    ("finds", "nothing"),
    ("from", "at"),
    ("gamma", "0.9"),
    ("guide", "random"),
    ("hands", "pooled"),
    ("heads", "gold"),
    ("hears", "all"),
    ("known", "0"),
    ("knows", "nothing"),
    ("leaves", "1"),
    ("litter", "1"),
    ("look", "next"),
    ("ma", "1"),
    ("maps", "spare"),
    ("mate", "no"),
    ("memory", "no"),
    ("mend", "1"),
    ("mist", "program"),
    ("nodes", "3"),
    ("opening", "greedy"),
    ("pair", "enemy-enemy"),
    ("partners", "none"),
    ("person", "B"),
    ("play", "papers(t=3)"),
    ("plus", "no"),
    ("poll", "votes"),
    ("rank", "small"),
    ("rest", "counted"),
    ("rockfalls", "no"),
    ("roles", "shown"),
    ("rounds", "2"),
    ("rule", "pass"),
    ("saboteurs", "found"),
    ("shares", "no"),
    ("shields", "ignore"),
    ("side", "more"),
    ("sideways", "yes"),
    ("signs", "no"),
    ("sims", "7"),
    ("slip", "0.5"),
    ("solver", "no"),
    ("spread", "50"),
    ("sure", "0.1"),
    ("suspects", "pass"),
    ("t", "3"),
    ("target", "1"),
    ("temperature", "0"),
    ("tells", "yes"),
    ("threshold", "0"),
    ("through", "any"),
    ("ties", "least"),
    ("trust", "0.6"),
    ("turn", "3"),
    ("utility", "win"),
    ("value", "points"),
    ("veto", "never"),
    ("weight", "0"),
    ("where", "end"),
    ("worlds", "2"),
    ("x0", "1"),
];

/// What an option needs besides to matter: suspects for those who attack them, an attack for those suspected.
fn besides(agent: &Info, key: &str) -> Vec<(&'static str, &'static str)> {
    let takes = |key: &str| agent.params().any(|param| param.key == key);
    let needed: &[(&str, &str)] = match key {
        "ma" => &[("suspects", "pass")],
        "suspects" | "sure" | "by" => &[("ma", "1")],
        "cover" => &[("t", "5"), ("mend", "1")],
        // Enough simulations in each world, or below each action.
        "c" | "nodes" => &[("worlds", "2"), ("sims", "150")],
        "explores" => &[("gamma", "0.9")],
        // Somebody it is not told of.
        "rest" => &[("known", "2")],
        // Who looks at goals has something to say and to use, and a group has agreed.
        "heads" | "tells" | "bluff" => &[("maps", "first")],
        "hears" => &[("heads", "gold")],
        "side" => &[("partners", "ABC")],
        "roles" => &[("partners", "ABC"), ("side", "more")],
        "steps" => &[("sims", "150")],
        // Somebody else is to be helped.
        "person" | "cost" | "sims" => &[("target", "1"), ("person", "B")],
        "target" => &[("person", "B")],
        // So few that what is found for certain is not found anyway.
        "mate" | "solver" => &[("sims", "4")],
        // More rounds than one, of which there may be too many leaves.
        "leaves" => &[("depth", "2")],
        // Nothing else that is dangerous.
        "count" | "x0" => &[("turn", "40"), ("board", "3"), ("threshold", "40")],
        _ => &[],
    };
    needed.iter().copied().filter(|(key, _)| takes(key)).collect()
}

/// A player with these values; what is named later counts.
fn spec(name: &str, values: &[&[(&str, &str)]]) -> Spec {
    let mut spec = Spec::named(name);
    for (key, value) in values.concat() {
        spec.params.retain(|(other, _)| other != key);
        spec.params.push((key.to_string(), value.to_string()));
    }
    spec
}

/// Plays one game with this player on A, and writes down what it did and thought.
fn trace<G: Playable>(rules: &G::Rules, player: &Spec, others: &str, seed: u64, most: usize) -> String {
    let mut players: Vec<Player<G>> = (0..G::new(rules).public().seats())
        .map(|i| if i == 0 { player.clone() } else { others.parse().unwrap() })
        .map(|spec| seat::<G>(&spec, rules).unwrap_or_else(|error| panic!("{spec}: {error}")))
        .collect();
    let (mut game, mut dealer, mut told, mut asked) = (G::new(rules), Rng::new(seed), String::new(), 0);
    let mut luck: Vec<Rng> = (0..players.len() as u64).map(|i| Rng::new((seed << 8) | (i + 1))).collect();
    begin(&mut players, &game);
    while asked < most {
        let next = next_event(&game, A, &mut dealer, |view, _| {
            let (seat, mut legal) = (view.seat, Vec::new());
            G::legal(view, &mut legal);
            let action = act(&mut players[seat.index()], &game, seat, &legal, &mut luck[seat.index()]);
            if seat == A {
                asked += 1;
                told += &format!("{action}{}\n", thoughts(&players[0], &game));
            }
            action
        });
        let Some(event) = next else { break };
        game.apply(&event);
        see(&mut players, &game, &event);
    }
    told
}

fn begin<G: Playable>(players: &mut [Player<G>], game: &G) {
    for (player, seat) in players.iter_mut().zip(Seat::all(game.public().seats())) {
        match player {
            Player::Agent(agent) => agent.begin(game.view(seat), &mut Rng::new(7)),
            Player::Oracle(oracle) => oracle.begin(game, seat, &mut Rng::new(7)),
        }
    }
}

fn see<G: Playable>(players: &mut [Player<G>], game: &G, event: &table::EventOf<G>) {
    for (player, seat) in players.iter_mut().zip(Seat::all(game.public().seats())) {
        match player {
            Player::Agent(agent) => agent.see(game.view(seat), &game.seen(event, Some(seat))),
            Player::Oracle(oracle) => oracle.see(game, seat, event),
        }
    }
}

fn act<G: Playable>(
    player: &mut Player<G>,
    game: &G,
    seat: Seat,
    legal: &[G::Action],
    rng: &mut Rng,
) -> G::Action {
    match player {
        Player::Agent(agent) => agent.act(game.view(seat), legal, rng),
        Player::Oracle(oracle) => oracle.act(game, seat, legal, rng),
    }
}

fn thoughts<G: Playable>(player: &Player<G>, game: &G) -> String {
    match player {
        Player::Agent(agent) => format!("{:?}", agent.thoughts(game.view(A))),
        Player::Oracle(_) => String::new(),
    }
}

/// How many choices of each game are looked at, and how many games for what should be alike and what should not.
fn patience(agent: &Info) -> (usize, u64, u64) {
    match agent.params().any(|param| param.key == "sims") {
        // What it finds for certain it finds near the end, and it helps or hinders now and then.
        _ if agent.name == "mc" || agent.name == "sontaku" => (usize::MAX, 2, 20),
        true => (6, 2, 3),
        // The last rounds are the quickest.
        false if agent.name == "lookahead" => (usize::MAX, 1, 3),
        false => (usize::MAX, 60, 300),
    }
}

struct Options(&'static Info, &'static str);

impl Options {
    /// Whether both players do and think the same in so many games.
    fn alike<G: Playable>(&self, rules: &G::Rules, one: &Spec, other: &Spec, games: u64) -> bool {
        let (most, ..) = patience(self.0);
        // A language is spoken among those who know it.
        let others = match self.0.name {
            "colluder" => "colluder(maps=first,tells=yes)",
            "signaller" => "signaller",
            _ => self.1,
        };
        (0..games).all(|seed| {
            trace::<G>(rules, one, others, seed, most) == trace::<G>(rules, other, others, seed, most)
        })
    }
}

impl Visitor for Options {
    type Out = Vec<String>;

    /// The options that are not as listed.
    fn visit<G: Playable>(self, rules: G::Rules) -> Vec<String> {
        let (agent, mut wrong) = (self.0, Vec::new());
        let (_, few, many) = patience(agent);
        for param in agent.params() {
            let Some(value) = another(agent, param) else { continue };
            let given = [&quick(agent)[..], &besides(agent, param.key)[..]].concat();
            let given: Vec<_> = given.into_iter().filter(|(key, _)| *key != param.key).collect();
            let plain = spec(agent.name, &[&given]);
            let named = spec(agent.name, &[&given, &[(param.key, param.default)]]);
            let told = spec(agent.name, &[&given, &[(param.key, value)]]);
            if !param.default.is_empty() && !self.alike::<G>(&rules, &plain, &named, few) {
                wrong.push(format!("{plain} is not {named}"));
            }
            if self.alike::<G>(&rules, &plain, &told, many) {
                wrong.push(format!("{told} is {plain}"));
            }
        }
        wrong
    }
}

#[test]
fn options_are_as_listed() {
    let mut wrong = Vec::new();
    for (game, seats, others) in tables() {
        let spec: Spec = game.parse().unwrap();
        for agent in tried(games::find_game(&spec).unwrap().name) {
            wrong.extend(visit(&spec, seats, Options(agent, others)).unwrap());
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Simulations or a time, and nothing in between.
#[test]
fn a_budget_is_one_or_the_other() {
    struct Both(&'static Info);
    impl Visitor for Both {
        type Out = [bool; 3];

        fn visit<G: Playable>(self, rules: G::Rules) -> [bool; 3] {
            [&[("sims", "1"), ("ms", "1")][..], &[("ms", "1")], &[("sims", "0")]]
                .map(|values| seat::<G>(&spec(self.0.name, &[values]), &rules).is_ok())
        }
    }
    for (game, seats, _) in tables() {
        let spec: Spec = game.parse().unwrap();
        let takes_both =
            |agent: &&Info| ["sims", "ms"].iter().all(|key| agent.params().any(|param| param.key == *key));
        for agent in tried(games::find_game(&spec).unwrap().name).filter(takes_both) {
            let built = visit(&spec, seats, Both(agent)).unwrap();
            assert_eq!(built, [false, true, false], "{}", agent.name);
        }
    }
}

/// What an estimator on B says after every event of one game.
fn said<G: Estimated>(rules: &G::Rules, by: &Spec, players: &str, seed: u64) -> String {
    let mut by = estimator::<G>(by, rules).unwrap_or_else(|error| panic!("{by}: {error}"));
    let sit = |_| seat::<G>(&players.parse().unwrap(), rules).unwrap();
    let mut players: Vec<Player<G>> = (0..G::new(rules).public().seats()).map(sit).collect();
    let (mut game, mut rng, mut told) = (G::new(rules), Rng::new(seed), String::new());
    begin(&mut players, &game);
    by.begin(game.view(B));
    while let Some(event) = next_event(&game, A, &mut rng, |view, rng| {
        let (seat, mut legal) = (view.seat, Vec::new());
        G::legal(view, &mut legal);
        act(&mut players[seat.index()], &game, seat, &legal, rng)
    }) {
        game.apply(&event);
        see(&mut players, &game, &event);
        by.see(game.view(B), &game.seen(&event, Some(B)));
        told += &format!("{:?}\n", by.assignments(game.view(B)));
    }
    told
}

struct Beliefs(&'static str);

impl Visitor for Beliefs {
    type Out = Vec<String>;

    fn visit<G: Playable>(self, _rules: G::Rules) -> Vec<String> {
        panic!("{} has no roles", G::NAME)
    }

    /// The options that are not as listed.
    fn visit_roles<G: Estimated>(self, rules: G::Rules) -> Vec<String> {
        let mut wrong = Vec::new();
        let alike = |one: &Spec, other: &Spec, games: u64| {
            let said = |by: &Spec, seed| said::<G>(&rules, by, self.0, seed);
            (0..games).all(|seed| said(one, seed) == said(other, seed))
        };
        for (row, param) in estimator_rows::<G>()
            .iter()
            .flat_map(|row| row.info().params().map(move |param| (row.info(), param)))
        {
            let value = if param.key == "play" { "uniform" } else { another(&row, param).expect("a value") };
            let [plain, named, told] = [&[][..], &[(param.key, param.default)], &[(param.key, value)]]
                .map(|values| spec(row.name, &[&besides(&row, param.key), values]));
            if !param.default.is_empty() && !alike(&plain, &named, 2) {
                wrong.push(format!("{plain} is not {named}"));
            }
            if alike(&plain, &told, 3000) {
                wrong.push(format!("{told} is {plain}"));
            }
        }
        wrong
    }
}

#[test]
fn options_of_estimators_are_as_listed() {
    let tables = [
        ("kuhn", 2, "equilibrium"),
        ("raiders-modified", 5, "heuristic(as=program)"),
        ("saboteur-collusion", 6, "papers"),
    ];
    let mut wrong = Vec::new();
    for (game, seats, players) in tables {
        wrong.extend(visit(&game.parse().unwrap(), seats, Beliefs(players)).unwrap());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_game_has_a_table() {
    let game = |text: &str| games::find_game(&text.parse().unwrap()).unwrap().name;
    for listed in games::GAMES {
        assert!(
            tables().any(|(text, ..)| game(text) == listed.name),
            "{}: no table of its `TABLES` is for parameters",
            listed.name
        );
    }
}
