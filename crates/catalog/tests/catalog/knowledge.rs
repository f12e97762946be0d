//! What players and estimators are told is what they use: the bounds of a game, the roles, and nothing else.

use catalog::{Playable, RoleSource, Visitor, role_source, seat, visit};
use games::{GAMES, Kuhn, Raiders, Saboteur, exam_tables};
use players::roles::probability;
use search::Scale;
use table::{Bounds, EventOf, ExamTable, Player, Rng, Seat, Spec, random_event};

const A: Seat = Seat::new(0);
const B: Seat = Seat::new(1);

fn rules<G: Playable>(spec: &str, seats: usize) -> G::Rules {
    G::read_rules(&spec.parse().unwrap(), seats).unwrap()
}

/// The bounds that players are told.
struct Told;

impl Visitor for Told {
    type Out = Bounds;

    fn visit<G: Playable>(self, rules: G::Rules) -> Bounds {
        match G::scale(G::new(&rules).public()) {
            Scale::Wins | Scale::ByPoints(_) => Bounds::Wins,
            Scale::Points { low, high } => Bounds::Points { low, high },
        }
    }
}

#[test]
fn bounds_are_those_of_the_rules() {
    for (_, table) in exam_tables() {
        let Some(bounds) = table.bounds else { continue };
        let told = visit(&table.spec.parse().unwrap(), table.seats, Told).unwrap();
        assert_eq!(told, bounds, "{} for {}", table.spec, table.seats);
    }
    every_game_has(|table| table.bounds.is_some());
}

/// Plays at random until it ends.
fn random_end<G: Playable>(rules: &G::Rules, rng: &mut Rng) -> G {
    let (mut game, mut scratch) = (G::new(rules), Vec::new());
    while let Some(event) = random_event(&game, rng, &mut scratch) {
        game.apply(&event);
    }
    game
}

/// Plays this many games at random; no seat earns less or more than its players are told.
struct StaysWithin(u64);

impl Visitor for StaysWithin {
    type Out = ();

    fn visit<G: Playable>(self, rules: G::Rules) {
        let mut rng = Rng::new(4);
        for _ in 0..self.0 {
            let end: G = random_end(&rules, &mut rng);
            let rewards = G::scale(end.public()).rewards(&end.payoffs());
            let within = rewards.iter().all(|(_, reward)| (0.0..=1.0).contains(&reward));
            assert!(within, "{}: {rewards:?}", G::write_rules(&rules));
        }
    }
}

#[test]
fn no_result_is_out_of_bounds() {
    for (_, table) in exam_tables() {
        visit(&table.spec.parse().unwrap(), table.seats, StaysWithin(table.random)).unwrap();
    }
    every_game_has(|table| table.random > 0);
}

fn every_game_has(is_for: fn(&ExamTable) -> bool) {
    let without = GAMES.iter().find(|game| !game.tables.iter().any(is_for));
    assert!(without.is_none(), "{without:?}");
}

/// A game after these events.
fn after<G: Playable>(rules: &G::Rules, events: &str) -> (G, Vec<EventOf<G>>) {
    let mut game = G::new(rules);
    let read = |text: &str| text.parse::<EventOf<G>>().unwrap_or_else(|error| panic!("{text}: {error}"));
    let events: Vec<EventOf<G>> = events.split(" · ").map(read).collect();
    events.iter().for_each(|event| game.apply(event));
    (game, events)
}

/// What a player on A does after these events, by seed.
fn choices<G: Playable>(spec: &str, rules: &G::Rules, events: &str, seeds: u64) -> Vec<String> {
    let choose = |seed: u64| {
        let (end, events) = after::<G>(rules, events);
        let (mut game, mut rng, mut legal) = (G::new(rules), Rng::new(seed), Vec::new());
        G::legal(end.view(A), &mut legal);
        match seat::<G>(&spec.parse().unwrap(), rules).unwrap() {
            Player::Agent(mut agent) => {
                agent.begin(game.view(A), &mut Rng::new(seed));
                for event in &events {
                    game.apply(event);
                    agent.see(game.view(A), &game.seen(event, Some(A)));
                }
                agent.act(end.view(A), &legal, &mut rng).to_string()
            }
            Player::Oracle(mut oracle) => {
                oracle.begin(&game, A, &mut Rng::new(seed));
                for event in &events {
                    game.apply(event);
                    oracle.see(&game, A, event);
                }
                oracle.act(&end, A, &legal, &mut rng).to_string()
            }
        }
    };
    (0..seeds).map(choose).collect()
}

/// To A, Emi, both deals look the same; in one B is on her side, in the other C.
#[test]
fn only_the_told_raiders_tell_deals_apart() {
    let rules = rules::<Raiders>("raiders-modified(order=seats)", 5);
    let deal = |b: &str, c: &str| {
        format!("deal A Emi · deal B {b} · deal C {c} · deal D Vampire · deal E Alice · move A 9")
    };
    let both = |spec: &str| {
        [deal("Felix", "Ulrich"), deal("Ulrich", "Felix")]
            .map(|events| choices::<Raiders>(spec, &rules, &events, 12))
    };
    for blind in
        ["heuristic", "estimating", "thinker(sims=40)", "thinker(sims=40,by=uniform)", "tipped(known=0)"]
    {
        let [one, other] = both(blind);
        assert_eq!(one, other, "{blind}");
    }
    let hits = |choices: &[String], seat: &str| choices.iter().filter(|text| text.ends_with(seat)).count();
    let [one, other] = both("tipped");
    assert_eq!([hits(&one, "C"), hits(&other, "B")], [12, 12], "{one:?} {other:?}");
    // The search is short, so it errs now and then.
    let [one, other] = both("thinker(sims=100,by=oracle)");
    assert!(hits(&one, "C") + hits(&other, "B") > 12, "{one:?} {other:?}");
    assert!(hits(&one, "B") + hits(&other, "C") < 6, "{one:?} {other:?}");
}

/// To A, a digger who can only break carts or pass, both deals look the same; in one C is the saboteur, in the other
/// D.
#[test]
fn only_the_told_diggers_tell_deals_apart() {
    let rules = rules::<Saboteur>("saboteur(board=papers,rounds=1,saboteurs=1,score=win,hand=2)", 4);
    let deal = |c: &str, d: &str| {
        format!(
            "goals gold stone-DL stone-UL · first A · role A digger · role B digger · role C {c} · role D {d} · \
             deal A break-cart · deal A UL · deal B LR · deal B LR · deal C xLR · deal C xUDLR · deal D xUD · deal D LR"
        )
    };
    let both = |spec: &str| {
        let deals = [deal("saboteur", "digger"), deal("digger", "saboteur")];
        deals.map(|events| choices::<Saboteur>(spec, &rules, &events, 12))
    };
    for blind in ["papers", "estimating(ma=1)", "thinker(sims=40)", "colluder", "breaker"] {
        let [one, other] = both(blind);
        assert_eq!(one, other, "{blind}");
    }
    for told in
        ["papers(suspects=oracle,ma=1)", "estimating(by=oracle,ma=1)", "colluder(suspects=oracle,ma=1)"]
    {
        let [one, other] = both(told);
        assert!(one.iter().all(|text| text == "breaks cart of C"), "{told}: {one:?}");
        assert!(other.iter().all(|text| text == "breaks cart of D"), "{told}: {other:?}");
    }
    let [one, other] = both("thinker(sims=200,by=oracle,doubt=0)");
    assert_ne!(one, other);
}

#[test]
fn the_oracle_reads_the_truth_once_there_is_one() {
    let rules = rules::<Kuhn>("kuhn", 2);
    let mut oracle = role_source::<Kuhn>(&Spec::named("oracle"), &rules).unwrap();
    let mut uniform = role_source::<Kuhn>(&Spec::named("uniform"), &rules).unwrap();
    let (end, events) = after::<Kuhn>(&rules, "deal A K · deal B J");
    let mut game = <Kuhn as table::Game>::new(&rules);
    oracle.begin(&game, A);
    uniform.begin(&game, A);
    for event in &events {
        assert!(oracle.assignments(&game, A).is_empty() && uniform.assignments(&game, A).is_empty());
        table::Game::apply(&mut game, event);
        oracle.see(&game, A, event);
        uniform.see(&game, A, event);
    }
    let jack = table::HiddenRoles::role(&end, B).unwrap();
    assert_eq!(probability(oracle.assignments(&game, A), B, jack), 1.0);
    assert_eq!(probability(uniform.assignments(&game, A), B, jack), 0.5);
    assert!(matches!(oracle, RoleSource::Oracle(_)));
}
