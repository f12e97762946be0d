//! What the players know is so: sure plays are sure, the last two are solved as by hand, and the rule beats players that
//! know less.

use exams::chi_square_p;
use games::Daihinmin;
use games::daihinmin::{Action, Line, Phase, Rules};
use table::{
    Agent, Belief, Event, EventOf, Game, Hidden, Notation, PublicState, Rng, Seat, Turn, View, derive_seed,
    next_event,
};

use super::{EndgameSolver, Finish, Level, Quick, Rule, Worlds, mate};
use crate::simple::Random;

fn rules(spec: &str, seats: usize) -> Rules {
    Daihinmin::read_rules(&spec.parse().unwrap(), seats).unwrap()
}

/// Plays a game, each seat by its own choice.
fn play(
    rules: &Rules,
    rng: &mut Rng,
    mut act: impl FnMut(&Daihinmin, Seat, &[Action], &mut Rng) -> Action,
) -> Daihinmin {
    let (mut game, mut legal) = (Daihinmin::new(rules), Vec::new());
    loop {
        let event: EventOf<Daihinmin> = match game.public().turn() {
            Turn::Over => return game,
            Turn::Chance => Event::Chance(game.draw(rng)),
            Turn::Seats(set) => {
                let seat = set.first().unwrap();
                legal.clear();
                Daihinmin::legal(game.view(seat), &mut legal);
                Event::Act(seat, act(&game, seat, &legal, rng))
            }
        };
        game.apply(&event);
    }
}

/// Whoever has a mate keeps it at every later turn, whatever the others do, and nobody goes out in between.
#[test]
fn a_mate_is_never_lost() {
    let (rules, mut mates) = (rules("daihinmin", 5), 0);
    for seed in 0..300 {
        let mut mating: Option<(Seat, Line)> = None;
        play(&rules, &mut Rng::new(seed), |game, seat, legal, rng| {
            let public = game.public();
            if public.phase != Phase::Play {
                return rng.pick(legal);
            }
            mating = mating.filter(|(seat, _)| public.holding.contains(*seat));
            if let Some((_, finished)) = mating {
                assert_eq!(finished, public.finished, "nobody else goes out, seed {seed}");
            }
            let found = mate(public, seat, game.private(seat).hand);
            match (found, mating) {
                (None, Some((mater, _))) => assert_ne!(mater, seat, "the mate is lost, seed {seed}"),
                (Some(_), None) => (mating, mates) = (Some((seat, public.finished)), mates + 1),
                _ => {}
            }
            let own = mating.is_some_and(|(mater, _)| mater == seat);
            found.filter(|_| own).unwrap_or_else(|| rng.pick(legal))
        });
    }
    assert!(mates > 200, "{mates} mates");
}

/// The obvious solution: whether the one to play goes out first.
fn wins(game: &Daihinmin) -> bool {
    let (seat, mut legal) = (game.public().now, Vec::new());
    Daihinmin::legal(game.view(seat), &mut legal);
    let leads = game.public().table.meld.is_none();
    legal.into_iter().filter(|&action| !(leads && action == Action::Pass)).any(|action| {
        let mut after = *game;
        after.apply(&Event::Act(seat, action));
        match after.public().phase {
            Phase::Over => after.public().finished.place(seat) < Some(after.public().seats() - 1),
            _ => wins(&after) == (after.public().now == seat),
        }
    })
}

#[test]
fn the_last_two_are_solved_as_the_rules_say() {
    let (rules, mut solver, mut solved) = (rules("daihinmin", 5), EndgameSolver::default(), [0, 0]);
    for seed in 0..150 {
        play(&rules, &mut Rng::new(seed), |game, seat, legal, rng| {
            let public = game.public();
            let left: u8 = public.holding.map(|seat| public.left[seat]).sum();
            if public.phase == Phase::Play && public.holding.len() == 2 && left <= 9 {
                let winner = solver.winner(game, 1_000_000).expect("so few cards are solved");
                assert_eq!(winner == seat, wins(game), "seed {seed}: {game:?}");
                solved[usize::from(winner == seat)] += 1;
            }
            rng.pick(legal)
        });
    }
    assert!(solved.iter().all(|&count| count > 20), "{solved:?}");
}

/// With few nodes there is no answer rather than a wrong one.
#[test]
fn a_solver_without_nodes_says_nothing() {
    let mut asked = 0;
    play(&rules("daihinmin", 5), &mut Rng::new(3), |game, _, legal, rng| {
        if game.public().phase == Phase::Play && game.public().holding.len() == 2 {
            assert_eq!(EndgameSolver::default().winner(game, 0), None);
            asked += 1;
        }
        rng.pick(legal)
    });
    assert!(asked > 0);
}

/// Lays down the weakest of what may be played, many cards before few; the joker last.
fn weakest_first(view: View<'_, Daihinmin>, legal: &[Action]) -> Action {
    let table = &view.public.table;
    let key = |action: &Action| match *action {
        Action::Pass => (1, 0, 0),
        Action::Give(cards) => {
            (0, 0, cards.iter().map(|card| card.cell().map_or(20, games::daihinmin::GridCell::column)).sum())
        }
        Action::Play(meld) => {
            let strength = if table.reversed() { 15 - meld.low().min(15) } else { meld.low() };
            let size = if table.meld.is_none() { 16 - 3 * meld.len().min(5) } else { 0 };
            (0, usize::from(meld.cards().has_joker()), strength + size)
        }
    };
    *legal.iter().min_by_key(|action| (key(action), **action)).unwrap()
}

/// The mean points of seat A, who plays like this against four who play like that, over series of ten.
fn mean_of_a(
    series: u64,
    mut own: impl FnMut(View<'_, Daihinmin>, &[Action], &mut Rng) -> Action,
    mut others: impl FnMut(View<'_, Daihinmin>, &[Action], &mut Rng) -> Action,
) -> f64 {
    let (first, mut sum) = (rules("daihinmin", 5), 0.0);
    for number in 0..series {
        let (mut rng, mut last) = (Rng::new(derive_seed(&[number])), None);
        for game in 0..10 {
            let rules = Daihinmin::next_rules(&first, game, last.as_ref());
            let end = play(&rules, &mut rng, |game, seat, legal, rng| match seat.index() {
                0 => own(game.view(seat), legal, rng),
                _ => others(game.view(seat), legal, rng),
            });
            sum += end.payoffs().points[Seat::new(0)];
            last = Some(*end.public());
        }
    }
    sum / (10 * series) as f64
}

#[test]
fn the_rule_beats_those_who_know_less() {
    let rule = Rule::default();
    let quick = |view: View<'_, Daihinmin>, legal: &[Action], _: &mut Rng| rule.choose(view, legal);
    let random = mean_of_a(10, quick, |view, legal, rng| Random.act(view, legal, rng));
    assert!(random > 4.7, "{random} against random players");
    let weakest = mean_of_a(60, quick, |view, legal, _| weakest_first(view, legal));
    assert!(weakest > 3.4, "{weakest} against those who play the weakest first");
}

/// The mean of -ln of the share of worlds in which an unseen card lies where it lies, in games of five rule players.
fn loss(level: Level) -> f64 {
    let (rule, own) = (Rule::default(), Seat::new(0));
    let (mut sum, mut cards, mut legal) = (0.0, 0, Vec::new());
    for seed in 0..12 {
        let (mut belief, mut rng) = (Worlds::new(level, 20, 0.4, rule), Rng::new(seed));
        let mut game = Daihinmin::new(&rules("daihinmin(ranks=CBDEA)", 5));
        belief.begin(game.view(own));
        while let Some(event) = next_event(&game, own, &mut rng, |view, _| {
            legal.clear();
            Daihinmin::legal(view, &mut legal);
            rule.choose(view, &legal)
        }) {
            if matches!(event, Event::Act(seat, Action::Play(_)) if seat == own) {
                belief.restart();
                let worlds: Vec<_> = (0..200).map(|_| belief.imagine(game.view(own), &mut rng)).collect();
                for (seat, hand) in
                    game.public().holding.without(own).map(|seat| (seat, game.private(seat).hand))
                {
                    let hits =
                        |card| worlds.iter().filter(|world| world.private(seat).hand.contains(card)).count();
                    sum -= hand.iter().map(|card| ((hits(card) + 1) as f64 / 204.0).ln()).sum::<f64>();
                    cards += hand.len();
                }
            }
            game.apply(&event);
            belief.see(game.view(own), &game.seen(&event, Some(own)));
        }
    }
    sum / cards as f64
}

/// Each level of belief foretells the others' hands better than the one below it.
#[test]
fn whoever_reads_more_into_what_happened_knows_more() {
    let [uniform, exchange, play] = [Level::Uniform, Level::Exchange, Level::Play].map(loss);
    assert!(uniform > exchange + 0.03 && exchange > play + 0.03, "{uniform} {exchange} {play}");
}

/// Before anybody has played there is nothing to explain: a walk lays every card where a draw lays it as often, so it
/// weighs the ways of the exchange.
#[test]
fn a_walk_without_plays_is_a_draw() {
    let (own, mut rng) = (Seat::new(3), Rng::new(5));
    let mut game = Daihinmin::new(&rules("daihinmin(ranks=CBDEA)", 5));
    while game.public().phase != Phase::Play {
        let event = next_event(&game, own, &mut rng, |view, rng| Random.act(view, &legal(view), rng));
        game.apply(&event.expect("nobody has played"));
    }
    let view = game.view(own);
    let mut walk = Worlds::new(Level::Play, 100, 0.4, Rule::default());
    walk.begin(view);
    let mut counts = [[[0.0; 5]; 64]; 2];
    for n in 0..12_000 {
        // As many of the one as of the other, times five.
        let which = usize::from(n % 6 == 0);
        let world =
            if which == 1 { walk.imagine(view, &mut rng) } else { Daihinmin::imagine(view, &mut rng) };
        for seat in Seat::all(5) {
            for card in world.private(seat).hand {
                counts[which][card.index()][seat.index()] += 1.0;
            }
        }
    }
    for (drawn, walked) in counts[0].iter().zip(&counts[1]) {
        let p = chi_square_p(walked, &drawn.map(|count| count / 5.0));
        assert!(p > 1e-4, "{p}: {drawn:?} {walked:?}");
    }
}

fn legal(view: View<'_, Daihinmin>) -> Vec<Action> {
    let mut legal = Vec::new();
    Daihinmin::legal(view, &mut legal);
    legal
}

/// Sure plays make it no worse: each wins where it is found.
#[test]
fn sure_plays_help_the_rule() {
    let finish = Finish { mate: true, solver: Some(EndgameSolver::default()) };
    let (mut quick, rule) = (Quick { finish, rule: Rule::default() }, Rule::default());
    let own = |view: View<'_, Daihinmin>, legal: &[Action], rng: &mut Rng| quick.act(view, legal, rng);
    let mean = mean_of_a(150, own, |view, legal, _| rule.choose(view, legal));
    assert!(mean > 3.05, "{mean}");
}
