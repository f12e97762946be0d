//! The rows of all lists: each can be built, says all that it reads, and stands in its lists once.

use crate::nim::{Matches, Nim, Take};
use catalog::{
    Estimated, Info, Playable, Row, Visitor, agents, estimator_rows, estimators, players, seat, visit,
};
use games::GAMES;
use table::{Game, Lang, Params, Player, Referee, Rng, Seat, Seeds, Spec};

/// Does some work with every game. Goofspiel stands for the buzzard: every player of the buzzard plays it.
fn visit_all<V: Visitor + Copy>(visitor: V) -> Vec<V::Out> {
    let named = |name| if name == "buzzard" { "goofspiel" } else { name };
    GAMES.iter().map(|game| visit(&Spec::named(named(game.name)), game.seats.0, visitor).unwrap()).collect()
}

/// A row as it stands, with the command that a program cannot do without.
fn plain(info: &Info) -> Spec {
    let name = info.name;
    if info.runs_programs() { format!("{name}(cmd=true)").parse().unwrap() } else { Spec::named(name) }
}

/// Whether a row cannot be built as it stands: it needs a file, and none comes along for the game.
fn needs_file(spec: &Spec, why: &str) -> bool {
    spec.params.is_empty() && why.contains("no weights come along")
}

/// Builds a row from its defaults and from every set of its quick parameters. What it reads is what it lists.
fn build<G: Game, T>(row: &Row<G, T>, rules: &G::Rules) -> usize {
    let info = row.info();
    let quick = info.quick_specs().filter(|_| !info.runs_programs());
    let specs: Vec<Spec> = [plain(&info)].into_iter().chain(quick).collect();
    for spec in &specs {
        if let Err(error) = row.make(spec, rules) {
            assert!(needs_file(spec, &error.to_string()), "{spec} for {}: {error}", G::NAME);
        }
    }
    let mut params = Params::new(&specs[0]);
    _ = (row.build)(&mut params, rules);
    let (mut asked, mut listed) = (params.asked().to_vec(), info.params().map(|p| p.key).collect::<Vec<_>>());
    asked.sort_unstable();
    listed.sort_unstable();
    assert_eq!(asked, listed, "what {} for {} reads, and what it lists", info.name, G::NAME);
    specs.len()
}

#[derive(Clone, Copy)]
struct BuildAll;

impl Visitor for BuildAll {
    type Out = (usize, usize);

    fn visit<G: Playable>(self, rules: G::Rules) -> (usize, usize) {
        (players::<G>().iter().map(|row| build(row, &rules)).sum(), 0)
    }

    fn visit_roles<G: Estimated>(self, rules: G::Rules) -> (usize, usize) {
        for lang in Lang::ALL {
            let names: Vec<&str> = G::ROLES.iter().map(|&role| G::role_name(role, lang)).collect();
            assert!(twice(&names).is_none(), "{names:?}");
        }
        assert!(!G::roles_dealt(G::new(&rules).public()), "{}: nobody has a role yet", G::NAME);
        let estimators = estimator_rows::<G>().iter().map(|row| build(row, &rules)).sum();
        (self.visit::<G>(rules).0, estimators)
    }
}

#[test]
fn every_row_is_built_from_its_defaults_and_its_quick_parameters() {
    let built = visit_all(BuildAll);
    assert!(built.iter().all(|(players, _)| *players >= 14), "{built:?}");
    assert_eq!(
        built.iter().filter(|(_, estimators)| *estimators >= 2).count(),
        3,
        "games with roles: {built:?}"
    );
}

/// What stands twice in a list.
fn twice<T: PartialEq + Copy>(list: &[T]) -> Option<T> {
    (1..list.len()).find(|&i| list[..i].contains(&list[i])).map(|i| list[i])
}

/// A name that two rows have, or a key that two parameters of a row have.
fn doubled<'a>(infos: impl Iterator<Item = &'a Info> + Clone) -> Option<&'static str> {
    let names: Vec<&str> = infos.clone().map(|info| info.name).collect();
    let keys = |info: &Info| twice(&info.params().map(|param| param.key).collect::<Vec<_>>());
    infos.clone().find_map(keys).or_else(|| twice(&names))
}

#[derive(Clone, Copy)]
struct Doubled;

impl Visitor for Doubled {
    type Out = Option<&'static str>;

    fn visit<G: Playable>(self, _rules: G::Rules) -> Self::Out {
        doubled(players::<G>().iter().map(Row::info).collect::<Vec<_>>().iter())
    }

    fn visit_roles<G: Estimated>(self, rules: G::Rules) -> Self::Out {
        let own = doubled(estimator_rows::<G>().iter().map(Row::info).collect::<Vec<_>>().iter());
        own.or_else(|| self.visit::<G>(rules))
    }
}

#[test]
fn no_name_and_no_key_stands_twice() {
    assert!(visit_all(Doubled).iter().all(Option::is_none), "{:?}", visit_all(Doubled));
    let games: Vec<&str> = GAMES
        .iter()
        .flat_map(|game| [game.name].into_iter().chain(game.presets.iter().map(|p| p.name)))
        .collect();
    assert_eq!(twice(&games), None);
    for game in GAMES {
        let keys: Vec<&str> = game.options().iter().map(|option| option.key).collect();
        assert_eq!(twice(&keys), None, "{}", game.name);
    }
}

/// The check above, seen to fail.
#[test]
fn doubles_are_found() {
    let row = |name| agents().iter().find(|listed| listed.info.name == name).unwrap().info;
    assert_eq!(doubled([row("flat"), row("random"), row("flat")].iter()), Some("flat"));
    let (flat, groups) = (row("flat"), row("flat").params);
    let again = [groups[0], groups[0]];
    let params: &'static [&'static [table::Param]] = Box::leak(Box::new(again));
    assert_eq!(doubled([Info { params, ..flat }].iter()), Some("sims"));
}

#[derive(Clone, Copy)]
struct IsListed;

impl Visitor for IsListed {
    type Out = ();

    fn visit<G: Playable>(self, _rules: G::Rules) {
        let listed =
            |row: &Row<G>| agents().iter().any(|l| l.info == row.info() && l.games.contains(&G::NAME));
        players::<G>().iter().for_each(|row| assert!(listed(row), "{} for {}", row.name, G::NAME));
    }

    fn visit_roles<G: Estimated>(self, rules: G::Rules) {
        let all = estimators();
        let listed = |info: Info| all.iter().any(|l| l.info == info && l.games.contains(&G::NAME));
        estimator_rows::<G>()
            .iter()
            .for_each(|row| assert!(listed(row.info()), "{} for {}", row.name, G::NAME));
        self.visit::<G>(rules);
    }
}

#[test]
fn every_row_stands_in_the_list_of_all_games() {
    visit_all(IsListed);
    let names: Vec<&str> = agents().iter().map(|listed| listed.info.name).collect();
    assert!(names.is_sorted(), "{names:?}");
}

/// The searchers for games in which only the turn's choices are hidden.
const DECOUPLED: [&str; 5] = ["duct-mix", "exp3", "rm", "uct", "uct-mix"];

#[test]
fn an_open_game_gets_every_searcher_without_a_line_of_its_own() {
    let names: Vec<&str> = players::<Nim>().iter().map(|row| row.name).collect();
    let expected = [
        "duct-mix",
        "exec",
        "exp3",
        "first",
        "flat",
        "halving",
        "ismcts",
        "learned",
        "lookahead",
        "pimc",
        "random",
        "rm",
        "uct",
        "uct-mix",
    ];
    assert_eq!(names, expected, "and no uct-chance, which needs a bias");
    let error = seat::<Nim>(&Spec::named("uct-chance"), &Matches(7)).err().unwrap().to_string();
    assert!(error.starts_with("no agent for nim `uct-chance`"), "{error}");
}

/// With 7 matches left whoever takes 3 wins, if it goes on well.
#[test]
fn decoupled_searchers_find_the_move_of_nim() {
    for name in DECOUPLED {
        let spec = format!("{name}(sims=3000)").parse().unwrap();
        let Ok(Player::Agent(mut agent)) = seat::<Nim>(&spec, &Matches(7)) else { panic!("{name}") };
        let (game, mut legal, mut threes) = (Nim::new(&Matches(7)), Vec::new(), 0);
        Nim::legal(game.view(Seat::new(0)), &mut legal);
        for seed in 0..20 {
            let chosen = agent.act(game.view(Seat::new(0)), &legal, &mut Rng::new(seed));
            threes += usize::from(chosen == Take(3));
        }
        assert!(threes >= 12, "{name} took 3 in {threes} of 20 games");
    }
}

/// How many of 50 games the first seat wins with this player, against chance.
fn wins(player: &str) -> f64 {
    let sit = |text: &str| seat::<Nim>(&text.parse().unwrap(), &Matches(7)).unwrap();
    let mut players = [sit(player), sit("random")];
    let play = |seed| {
        let mut referee = Referee::<Nim>::new(&Matches(7), Seeds::new(seed));
        referee.play(&mut players, &mut ()).unwrap().wins[Seat::new(0)]
    };
    (0..50).map(play).sum()
}

#[test]
fn decoupled_searchers_play_nim_to_the_end_and_better_than_chance() {
    let chance = wins("random");
    for name in DECOUPLED {
        let won = wins(&format!("{name}(sims=300)"));
        assert!(won >= chance + 10.0, "{name} won {won} of 50 games, chance {chance}");
    }
}
