//! What players and estimators are told is what they use: the bounds of a game, the roles, and nothing else.
#![allow(clippy::unwrap_used, reason = "the helpers of a test may fail it")]

use agents::{Playable, RoleSource, probability, role_source, seat};
use games::{Buzzard, Daihinmin, Kuhn, Leduc, Raiders, Saboteur};
use search::Scale;
use table::{EventOf, Player, Rng, Seat, Spec, random_event};

const A: Seat = Seat::new(0);
const B: Seat = Seat::new(1);

fn rules<G: Playable>(spec: &str, seats: usize) -> G::Rules {
    G::read_rules(&spec.parse().unwrap(), seats).unwrap()
}

fn bounds<G: Playable>(spec: &str, seats: usize) -> Option<(f64, f64)> {
    match G::scale(G::new(&rules::<G>(spec, seats)).public()) {
        Scale::Wins | Scale::ByPoints(_) => None,
        Scale::Points { low, high } => Some((low, high)),
    }
}

/// Mice are worth 55 and vultures 15; whoever takes all of one while the others share the other has the most.
#[test]
fn bounds_are_those_of_the_rules() {
    assert_eq!(
        [bounds::<Kuhn>("kuhn", 2), bounds::<Kuhn>("kuhn", 3)],
        [Some((-2.0, 2.0)), Some((-2.0, 4.0))]
    );
    assert_eq!(bounds::<Leduc>("leduc", 2), Some((-13.0, 13.0)));
    assert_eq!(bounds::<Daihinmin>("daihinmin", 5), Some((1.0, 5.0)));
    assert_eq!(bounds::<Buzzard>("buzzard", 2), Some((-70.0, 70.0)));
    assert_eq!(bounds::<Buzzard>("buzzard", 3), Some((-42.5, 62.5)));
    assert_eq!(bounds::<Buzzard>("goofspiel(cards=4)", 2), Some((-10.0, 10.0)));
    assert_eq!(bounds::<Buzzard>("buzzard(utility=win)", 3), None);
    // Four diggers share six cards: two of three nuggets in each of three rounds.
    assert_eq!(bounds::<Saboteur>("saboteur", 6), Some((0.0, 18.0)));
    assert_eq!(bounds::<Saboteur>("saboteur(rounds=1)", 6), Some((0.0, 6.0)));
    assert_eq!(bounds::<Saboteur>("saboteur(score=win,rounds=2)", 6), Some((0.0, 2.0)));
    assert_eq!(bounds::<Raiders>("raiders", 5), None);
}

/// Plays at random until it ends.
fn random_end<G: Playable>(rules: &G::Rules, rng: &mut Rng) -> G {
    let (mut game, mut scratch) = (G::new(rules), Vec::new());
    while let Some(event) = random_event(&game, rng, &mut scratch) {
        game.apply(&event);
    }
    game
}

fn stays_within<G: Playable>(spec: &str, seats: usize, games: u64) {
    let rules = rules::<G>(spec, seats);
    let mut rng = Rng::new(4);
    for _ in 0..games {
        let end: G = random_end(&rules, &mut rng);
        let rewards = G::scale(end.public()).rewards(&end.payoffs());
        assert!(rewards.iter().all(|(_, reward)| (0.0..=1.0).contains(&reward)), "{spec}: {rewards:?}");
    }
}

#[test]
fn no_result_is_out_of_bounds() {
    stays_within::<Kuhn>("kuhn", 3, 300);
    stays_within::<Leduc>("leduc", 2, 300);
    stays_within::<Daihinmin>("daihinmin", 5, 100);
    stays_within::<Buzzard>("buzzard(cards=4)", 4, 300);
    stays_within::<Buzzard>("goofspiel(cards=3)", 2, 100);
    stays_within::<Saboteur>("saboteur", 4, 40);
    stays_within::<Raiders>("raiders", 5, 20);
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
