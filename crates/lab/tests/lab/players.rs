//! Games of players that remember and that search are the same bytes however they are cut.

use crate::common::{Scratch, outcome, plan, run, run_shard};
use lab::experiment::Shard;

/// Cells of 100 games and fewer: several chunks in which the same players sit at table after table.
const THINKING: &str = r#"
name = "thinking"
title = "Players that remember and search"
question = "Are they the same whoever plays their games?"
seed = 11

[[part]]
name = "mines"
about = "Saboteur."
reading = "mines"
kind = "match"
game = "saboteur-collusion"
seats = ["papers(suspects=path-break)", "estimating", "thinker(sims=6)", "colluder(partners=found)", "ismcts(sims=6)", "papers(suspects=guess)"]
games = 24
measures = ["win_rate", "mean"]

[[part]]
name = "factions"
about = "Raiders, each deal in every seating."
reading = "factions"
kind = "match"
game = "raiders-modified"
seats = ["heuristic(as=program)", "estimating", "thinker(sims=6)", "tipped", "pimc(sims=6,worlds=2)"]
games = 20
paired = true
measures = ["win_rate", "mean"]

[[part]]
name = "bids"
about = "Goofspiel."
reading = "bids"
kind = "match"
game = "goofspiel(cards=5)"
seats = ["{agent}", "exact(rounds=2,opening=\"uct(sims=9)\")"]
games = 100
measures = ["win_rate", "mean"]
[part.sweep]
agent = ["rm(sims=9)", "halving(sims=9)"]
"#;

#[test]
fn threads_shards_and_resuming_do_not_change_a_byte() {
    let (scratch, plan) = (Scratch::new("thinking"), plan(THINKING));
    run(&plan, &scratch.join("two"));
    run_shard(&plan, &scratch.join("one"), Shard::WHOLE, 1, &()).unwrap();
    assert!(outcome(&scratch.join("one")) == outcome(&scratch.join("two")), "threads");
    run_shard(&plan, &scratch.join("cut"), Shard { index: 1, of: 3 }, 2, &()).unwrap();
    run_shard(&plan, &scratch.join("cut"), Shard::WHOLE, 1, &()).unwrap();
    assert!(outcome(&scratch.join("cut")) == outcome(&scratch.join("one")), "resumed");
}

/// Chunks are the same for any number of threads, so only pieces show whether a player forgets its last game.
#[test]
fn games_played_in_pieces_are_the_same_games() {
    for cell in &plan(THINKING).cells {
        let play = |games| cell.job.play(games, false).unwrap().values;
        let whole = play(0..20);
        let pieces = [play(0..5), play(5..15), play(15..20)].concat();
        assert_eq!(pieces, whole);
    }
}
