//! `tefuda solve`: small games for two solved, the buzzard exactly, and its players exploited.

use crate::common::{complains, json, prints, tefuda};

fn near(found: &serde_json::Value, wanted: f64) -> bool {
    found.as_f64().is_some_and(|found| (found - wanted).abs() < 1e-6)
}

#[test]
fn known_answers() {
    for (args, value) in [
        ("--hands 2,3/1,3 --prizes 2,3", 25.0 / 14.0),
        ("--hands 2,3/1,3 --prizes 2,3 --carry-in 2", 104.0 / 33.0),
        ("--hands 2,3/1,3 --prizes 2,3 --discard", 1.4),
        ("--hands 1/2 --prizes -3", -3.0),
        ("--cards 6", 0.0),
    ] {
        let answer = json(&format!("solve buzzard {args} --json"));
        assert!(near(&answer["value"], value) && near(&answer["exploitability"], 0.0), "{args}: {answer}");
        assert!(answer["states"].as_u64() > Some(0) && answer["exploit"].is_null(), "{args}: {answer}");
        let shares = answer["policy"][0]["a"].as_array().expect("bids with their shares");
        let sum: f64 = shares.iter().filter_map(|bid| bid["share"].as_f64()).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{args}: {answer}");
    }
}

#[test]
fn small_games_are_solved_by_cfr() {
    for (args, value, within, nodes, policy) in [
        ("kuhn", -1.0 / 18.0, 1e-5, 58, 12),
        ("leduc --iterations 200 --nodes 9457", -0.085_606_424_1, 2e-3, 9457, 936),
    ] {
        let answer = json(&format!("solve {args} --json"));
        let off = answer["value"].as_f64().unwrap() - value;
        assert!(off.abs() < within && answer["exploitability"].as_f64() < Some(0.01), "{args}: {off}");
        assert_eq!((&answer["states"], &answer["method"]), (&nodes.into(), &"CFR+".into()));
        assert_eq!(answer["policy"].as_array().map(Vec::len), Some(policy), "{args}");
        let game = args.split(' ').next().unwrap();
        assert_eq!((&answer["game"], &answer["rules"]), (&game.into(), &game.into()));
    }
    let first = &json("solve kuhn --json --iterations 7")["policy"][0];
    assert_eq!(first["seat"], "A");
    let shares = first["shares"].as_object().expect("an action, a share");
    assert!(shares.contains_key("bets") && shares.contains_key("passes"), "{first}");
}

#[test]
fn a_small_game_is_shown_in_a_small_table() {
    let kuhn = prints("solve kuhn");
    let head = "kuhn · 2 seats · 58 nodes · 12 information sets · 1000 iterations of CFR+\n";
    assert!(kuhn.starts_with(head) && kuhn.contains("value to A                         -0.0555"), "{kuhn}");
    let king = |line: &&str| line.contains("B is dealt K, A bets");
    assert!(kuhn.lines().find(king).is_some_and(|line| line.ends_with("bets 100.0 %")), "{kuhn}");
    assert!(kuhn.lines().count() == 5 + 1 + 12, "a row a situation: {kuhn}");
    let leduc = prints("solve leduc --iterations 1");
    assert!(leduc.contains("1 iteration of CFR+") && leduc.lines().count() == 5 + 1 + 24 + 2, "{leduc}");
    assert!(leduc.ends_with("and 912 more: --json has all of them\n"), "{leduc}");
}

#[test]
fn exploitability_is_the_same_for_any_number_of_threads() {
    let of = |threads| {
        prints(&format!(
            "solve buzzard --cards 3 --exploit rm(sims=20) --repeats 3 --threads {threads} --json"
        ))
    };
    assert_eq!(of(1), of(3));
    let answer = json("solve goofspiel --cards 3 --exploit random --repeats 1 --json");
    let (found, wanted) = (&answer["exploit"], ("random", 3, 1));
    assert_eq!(
        (&found["agent"], &found["cards"], &found["repeats"]),
        (&wanted.0.into(), &wanted.1.into(), &wanted.2.into())
    );
    assert!(near(&found["exploitability"], 8.0 / 6.0), "{answer}");
    assert!(found["low"].is_null() && found["high"].is_null(), "one repeat has no interval: {answer}");
    let text = prints("solve goofspiel --cards 3 --exploit random --repeats 1");
    assert!(text.contains("wins 1.333 points from random (1 repeat, so no interval)"), "{text}");
}

#[test]
fn a_player_of_any_small_game_is_exploited() {
    // OpenSpiel 2.0.2 reports twice that as the NashConv of the uniform policy.
    let answer = json("solve kuhn --exploit random --repeats 1 --iterations 10 --json");
    let found = &answer["exploit"];
    assert!(
        near(&found["exploitability"], 0.916_666_666_7 / 2.0) && near(&found["value"], 0.125),
        "{answer}"
    );
    assert_eq!(
        (&found["agent"], &found["infosets"], &found["repeats"]),
        (&"random".into(), &12.into(), &1.into())
    );
    assert!(found["low"].is_null(), "one repeat has no interval: {answer}");
    let weights = concat!(env!("CARGO_MANIFEST_DIR"), "/../players/data/policy-leduc.safetensors");
    let learned = format!("learned(weights={weights})");
    let asked = format!("solve leduc --exploit {learned} --repeats 2 --iterations 1");
    let found = &json(&format!("{asked} --json"))["exploit"];
    assert!(found["exploitability"].as_f64() > Some(0.5), "it learned nothing: {found}");
    assert_eq!(
        (&found["low"], &found["agent"]),
        (&found["high"], &learned.as_str().into()),
        "it answers alike"
    );
    let text = prints(&asked);
    assert!(
        text.contains("  a best response wins ") && text.contains("\n  against itself it is worth "),
        "{text}"
    );
}

#[test]
fn what_takes_too_long_is_refused_at_once() {
    for (args, right) in [
        ("buzzard --cards 15", "247.9 GB"),
        ("buzzard(cards=15,utility=win)", "too large: about"),
        ("buzzard(cards=12,utility=win)", "too large: about"),
        ("buzzard --cards 13 --both", "too large: about"),
        ("buzzard --cards 7 --exploit random", "about 2282462 states"),
        ("buzzard --cards 15 --exploit random", "take fewer cards"),
        ("buzzard --cards 5 --exploit random --repeats 10000", "--repeats 1069"),
    ] {
        let line = complains(&format!("solve {args}"), 2);
        assert!(line.contains(right), "{args}: {line}");
    }
}

#[test]
fn what_is_not_solved_is_refused() {
    for (args, right) in [
        ("buzzard", "--cards 8"),
        ("buzzard --cards 4 --iterations 5", "--iterations is for games that CFR+ solves"),
        ("goofspiel --cards 4 --nodes 5", "--nodes is for games that CFR+ solves"),
        ("kuhn --cards 3", "--cards is for the buzzard alone; kuhn takes --iterations"),
        ("kuhn --hands 1/2 --prizes 1 --carry-in 0", "--hands is for the buzzard alone"),
        ("leduc --discard", "--discard is for the buzzard alone"),
        ("leduc --repeats 16", "--repeats is for an agent: name one with --exploit"),
        ("kuhn --exploit nobody", "no agent for kuhn `nobody`"),
        ("leduc --exploit random --nodes 100", "more than 100 nodes: allow more nodes with --nodes"),
        ("kuhn --opening x --audit 0", "--opening is for the buzzard alone"),
        ("kuhn --iterations 0", "a whole number from 1 to 10000000"),
        ("leduc --nodes 100", "more than 100 nodes: allow more nodes with --nodes"),
        ("saboteur", "needs 3 seats or more, and games for two are solved: buzzard, kuhn"),
        ("kuhm", "did you mean `kuhn`"),
        ("buzzard --cards 16", "2 to 15"),
        ("buzzard(utility=win) --cards 4 --gpu", "--gpu solves games for points alone"),
        (
            "buzzard(utility=win) --cards 4 --opening x --pictures .",
            "--pictures draws games for points alone",
        ),
        ("buzzard --hands 1,2/1,3 --prizes 1,2 --lead 3", "a lead of 3 changes nothing where points count"),
        ("buzzard --cards 4 --exploit exact(utility=win)", "ask for --both"),
        ("buzzard(utility=win) --cards 7 --exploit random", "states, and 500000 can be asked"),
        ("buzzard --cards 4 --both --table x", "cannot be used with"),
        ("buzzard --hands 1,2 --prizes 1,2", "2,3/1,3"),
        ("buzzard --hands 1,2/1,x --prizes 1,2", "`x` is none of the bids"),
        ("buzzard --hands 1,2/1,2 --prizes 1,1", "prize 1 is listed twice"),
        ("buzzard --cards 3 --exploit nobody", "there are: "),
    ] {
        let line = complains(&format!("solve {args}"), 2);
        assert!(line.contains(right), "{args}: {line}");
    }
}

#[test]
fn a_solution_is_kept_and_found_again() {
    let folder = crate::common::directory("solve");
    let path = folder.join("four.table");
    let kept = format!("solve buzzard --cards 4 --table {} --json", path.display());
    assert_eq!(prints(&kept), prints(&kept));
    assert!(
        tefuda(&format!("match buzzard(cards=4) --seats exact(table={}),random", path.display())).status
            == Some(0)
    );
    let line = complains(&format!("solve buzzard --cards 5 --table {}", path.display()), 1);
    assert!(line.contains("a table of another game: hands 1,2,3,4/1,2,3,4"), "{line}");
}

#[test]
fn the_first_rounds_are_kept_and_found_again() {
    let folder = crate::common::directory("opening");
    let path = folder.join("six.opening");
    let kept = format!("solve buzzard --cards 6 --opening {} --audit 300 --json", path.display());
    assert_eq!(prints(&kept), prints(&kept));
    let (opened, whole) = (json(&kept), json("solve buzzard --cards 6 --json"));
    assert!(near(&opened["value"], 0.0) && opened["bound"].as_f64() < Some(1e-5), "{opened}");
    for (opened, whole) in
        std::iter::zip(opened["policy"].as_array().unwrap(), whole["policy"].as_array().unwrap())
    {
        assert_eq!(opened["prize"], whole["prize"]);
        assert!(near(&opened["value"], whole["value"].as_f64().unwrap()), "{opened} {whole}");
    }
    let judged = prints(&format!(
        "solve buzzard --cards 6 --opening {} --judge random --judge rm(sims=20)",
        path.display()
    ));
    assert!(judged.contains("points lost in the first round") && judged.contains("rm(sims=20)"), "{judged}");
    let line = complains(&format!("solve buzzard --cards 7 --opening {}", path.display()), 1);
    assert!(line.contains("a table of another game"), "{line}");
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[200] ^= 1;
    std::fs::write(&path, bytes).unwrap();
    let line = complains(&format!("solve buzzard --cards 6 --opening {}", path.display()), 1);
    assert!(line.contains("the checksum does not agree"), "{line}");
}

#[test]
fn a_solution_goes_on_from_its_checkpoint() {
    let folder = crate::common::directory("checkpoints");
    let solve = format!(
        "solve buzzard --cards 6 --opening {} --checkpoints {}",
        folder.join("x").display(),
        folder.display()
    );
    assert!(prints(&solve).contains(" 1 rounds left: "));
    std::fs::remove_file(folder.join("x")).unwrap();
    let again = prints(&solve);
    assert!(!again.contains(" 3 rounds left: ") && again.contains(" 4 rounds left: "), "{again}");
}

#[test]
fn rules_of_thumb_have_a_price() {
    let prices = json("solve goofspiel --cards 6 --price uniform,rank --json");
    let price = |k: usize| prices["prices"][k]["price"].as_f64().unwrap();
    // Against any bid, bidding the prize earns (K² - 1) / 6; a rule known beforehand costs far more.
    assert!((price(0) - 35.0 / 6.0).abs() < 0.01 && price(1) > price(0), "{prices}");
    let line = complains("solve buzzard --cards 6 --price rnak", 2);
    assert!(line.contains("rank, prize, greedy, uniform"), "{line}");
}

#[test]
fn limits_can_be_lifted_and_lowered() {
    let refused = |args: &str, right: &str| {
        let line = complains(&format!("solve buzzard {args}"), 2);
        assert!(line.contains(right), "{args}: {line}");
    };
    refused("--cards 8 --memory 0.001", "the limits are 0.0 GB");
    refused("--cards 9 --hours 0.000001", "the limits are 4.3 GB, 0 s");
    refused("--cards 15 --memory 300", "the limits are 300.0 GB, 60 minutes");
    refused("--cards 15 --opening x.opening", "85.");
    refused("--cards 8 --memory 0", "above 0");
    assert!(near(&json("solve buzzard --cards 4 --memory 8 --hours 2 --json")["value"], 0.0));
}

#[test]
fn the_real_game_is_judged_and_drawn_from_the_table_that_is_built_in() {
    let folder = crate::common::directory("pictures");
    let drawn = format!(
        "solve buzzard --cards 15 --judge greedy --seconds 5 --repeats 1 --pictures {}",
        folder.display()
    );
    let text = prints(&drawn);
    assert!(text.contains("greedy") && text.contains("error of a value, at most   2.2e-5"), "{text}");
    for name in ["first-bids.svg", "first-costs.svg", "second-bids.svg"] {
        let kept = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/pictures/");
        let kept = std::fs::read_to_string(format!("{kept}buzzard-{name}")).expect("a picture of the docs");
        assert!(std::fs::read_to_string(folder.join(name)).unwrap() == kept, "draw {name} again");
    }
}

/// Built without a card's support it says so; with it, it says what is missing or does the work.
#[test]
fn without_a_card_a_sentence_says_so() {
    let ran = tefuda("solve buzzard --cards 4 --gpu");
    let said = ["--features gpu", "no GPU can be used: ", "value to A"];
    assert!(said.iter().any(|said| ran.err.contains(said) || ran.out.contains(said)), "{}", ran.err);
    assert!(ran.err.lines().count() <= 1, "{}", ran.err);
}

/// For the win a value is the share of it that A has, and what is lost is lost of it.
#[test]
fn games_for_the_win_are_solved() {
    let solved = |args: &str| json(&format!("solve buzzard(utility=win) {args} --json"));
    for (args, value) in [
        ("--cards 5", 0.5),
        ("--cards 5 --discard", 0.5),
        ("--hands 3/5 --prizes 2", 0.0),
        ("--hands 3/5 --prizes 2 --lead 2", 0.5),
        ("--hands 3/5 --prizes 2 --lead 3", 1.0),
    ] {
        let answer = solved(args);
        assert!(near(&answer["value"], value) && near(&answer["exploitability"], 0.0), "{args}: {answer}");
    }
    let text = prints("solve buzzard(cards=5,utility=win)");
    assert!(text.contains("value to A                         50.0000 %\n"), "{text}");
    assert!(text.contains("ties until the lead decides"), "{text}");
    let led = prints("solve buzzard(utility=win) --hands 2,3/1,4 --prizes 2,3 --lead -1");
    assert!(led.starts_with("hands 2,3/1,4 · prizes 2,3 · lead -1 · 2 seats"), "{led}");
    let exploit = |agent: &str| {
        let answer = solved(&format!("--cards 4 --exploit {agent} --repeats 1"));
        answer["exploit"]["exploitability"].as_f64().unwrap()
    };
    assert!(exploit("exact").abs() < 1e-9 && exploit("random") > 0.05, "{}", exploit("random"));
    assert!(exploit("exact(utility=points)") > 0.001);
}

/// The opening, its file, its audit, judges and prices are the same for both utilities.
#[test]
fn levels_for_the_win_are_kept_judged_and_priced() {
    let folder = crate::common::directory("win");
    let (kept, game) = (folder.join("six.opening"), "buzzard(cards=6,utility=win)");
    let solve = format!("solve {game} --opening {} --checkpoints {}", kept.display(), folder.display());
    let text = prints(&format!("{solve} --audit 300 --judge exact --judge random --seconds 8 --repeats 2"));
    assert!(
        text.contains("states solved again differ by at most")
            && text.contains("value to A                  50.0000 %"),
        "{text}"
    );
    assert!(text.contains("percentage points lost in the first round"), "{text}");
    let lost = |agent: &str| {
        let row = text.lines().rev().find(|line| line.trim_start().starts_with(agent)).expect("judged");
        row.split_whitespace().nth(1).unwrap().parse::<f64>().unwrap()
    };
    assert!(lost("exact").abs() < 1e-3 && lost("random") > 1.0, "{text}");
    let line = complains(&format!("solve buzzard --cards 6 --opening {}", kept.display()), 1);
    assert!(line.contains("a table of another game") && line.contains("for the win"), "{line}");
    assert!(folder.join("buzzard-win-6-0.level").exists(), "a checkpoint with its own name");
    let prices = json(&format!("solve {game} --price uniform,greedy --json"));
    let price = |k: usize| prices["prices"][k]["price"].as_f64().unwrap();
    assert!(0.05 < price(0) && price(0) < price(1) && price(1) <= 0.5, "{prices}");
}

/// Two roads to what the equilibrium for points loses for the win: asked at every state, and level by level.
#[test]
fn both_equilibria_stand_side_by_side() {
    let both = json("solve buzzard --cards 4 --both --json");
    let (points, win) = (&both["points"], &both["win"]);
    assert!(near(&points["value"], 0.0) && near(&win["value"], 0.5), "{both}");
    assert!(points["states"].as_u64() < win["states"].as_u64(), "{both}");
    let asked = json("solve buzzard(cards=4,utility=win) --exploit exact(utility=points) --repeats 1 --json");
    let (found, wanted) = (points["loses"].as_f64().unwrap(), &asked["exploit"]["exploitability"]);
    assert!((found - wanted.as_f64().unwrap()).abs() < 1e-5, "{both} {asked}");
    assert!(win["loses"].as_f64() > Some(0.0), "{both}");
    let text = prints("solve buzzard --cards 4 --both");
    assert!(text.contains("loses for the win") && text.contains("percentage points"), "{text}");
}
