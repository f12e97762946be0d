//! Players of Raiders by name.

use games::Raiders;
use games::raiders::Rules;
use players::raiders::Heuristic;
use table::{Agent, Game, Notation, Player, Rng, Seat, Spec, next_event};

use crate::seat;

/// The seat that is looked at.
const ME: Seat = Seat::new(0);
const A: Seat = ME;

fn rules(spec: &str) -> Rules {
    Raiders::read_rules(&spec.parse().unwrap(), 5).unwrap()
}

/// How many of so many games seat A wins.
fn wins(game: &str, first: &str, games: u64) -> u64 {
    use table::{Player, Referee, Seeds};
    let rules = Raiders::read_rules(&game.parse().unwrap(), 5).unwrap();
    let others = ["heuristic"; 4].map(str::to_string);
    let specs = [first.to_string()].into_iter().chain(others);
    let seat = |spec: String| seat::<Raiders>(&spec.parse::<Spec>().unwrap(), &rules).unwrap();
    let mut players: Vec<Player<Raiders>> = specs.map(seat).collect();
    let mut referee = Referee::new(&rules, Seeds::new(0));
    let mut won = 0;
    for seed in 0..games {
        referee.restart(&rules, Seeds::new(seed));
        won += u64::from(referee.play(&mut players, &mut ()).unwrap().wins[A] == 1.0);
    }
    won
}

#[test]
fn knowing_everybody_wins_many_more_games() {
    let modified = "raiders-modified(seat_a=sided)";
    let [none, all] = [0, 4].map(|known| wins(modified, &format!("tipped(known={known})"), 1500));
    assert!((510..=660).contains(&none), "38.6 % of 1500 were expected: {none}");
    assert!((930..=1080).contains(&all), "66.7 % of 1500 were expected: {all}");
}

/// Two games with the same randomness are the same game, and the one who looks is an oracle.
#[test]
fn the_thinker_repeats_itself() {
    let rules = rules("raiders-modified");
    let play = |seed: u64| {
        let spec: Spec = "thinker(sims=60)".parse().unwrap();
        let Ok(Player::Agent(mut thinker)) = seat::<Raiders>(&spec, &rules) else { panic!("an agent") };
        let (mut game, mut rng, mut legal) = (Raiders::new(&rules), Rng::new(seed), Vec::new());
        let (mut luck, mut choices) = (Rng::new(seed + 1), Vec::new());
        thinker.begin(game.view(ME), &mut Rng::new(0));
        while game.public().turns < 12 {
            let next = next_event(&game, ME, &mut rng, |view, rng| {
                legal.clear();
                Raiders::legal(view, &mut legal);
                let action = match view.seat {
                    ME => thinker.act(view, &legal, &mut luck),
                    _ => Heuristic::default().choose(view, &legal, rng),
                };
                assert!(legal.contains(&action));
                choices.push(action);
                action
            });
            let Some(event) = next else { break };
            game.apply(&event);
            thinker.see(game.view(ME), &game.seen(&event, Some(ME)));
        }
        choices
    };
    assert_eq!(play(5), play(5));
    assert_ne!(play(5), play(6));
    let oracle = seat::<Raiders>(&"thinker(by=oracle)".parse().unwrap(), &rules);
    assert!(matches!(oracle, Ok(Player::Oracle(_))), "who is told the truth is no agent");
}
