//! Records: what a match writes a replay reads, and what is damaged is refused with its line.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{command, complains, directory, in_terminal, prints};

fn record(directory: &Path, seats: &str) -> PathBuf {
    let file = directory.join("games.jsonl");
    prints(&format!("match {seats} --games 3 --force --records {}", file.display()));
    file
}

#[test]
fn an_estimator_takes_notes_from_the_seat() {
    let file = directory("notes").join("games.jsonl");
    prints(&format!("match kuhn --seats equilibrium,first --games 1 --seed 4 --records {}", file.display()));
    let shown = |rest: &str| prints(&format!("replay {} {rest}", file.display()));
    let told = shown("--seat B --notes uniform");
    assert_eq!(told.matches(" 50 %").count() % 2, 0, "{told}");
    assert!(told.contains(" 50 %") && !shown("--seat B").contains('%'), "{told}");
    assert!(
        !told.lines().any(|line| line.contains("you") && line.contains('%')),
        "its own card is known: {told}"
    );
    let refused = complains(&format!("replay {} --notes uniform", file.display()), 2);
    assert!(refused.contains("--seat"), "{refused}");
    let refused = complains(&format!("replay {} --seat B --notes unifrom", file.display()), 1);
    assert!(refused.contains("did you mean `uniform`?"), "{refused}");
}

/// The places of everybody stand beside the seats, and are certain in the end.
#[test]
fn a_forecast_takes_notes_of_ranks() {
    let file = directory("ranks").join("games.jsonl");
    prints(&format!(
        "match daihinmin --seats rule,rule,rule,rule,rule --games 1 --records {}",
        file.display()
    ));
    let shown = |rest: &str| prints(&format!("replay {} {rest}", file.display()));
    let (told, plain) = (shown("--seat B --notes rank"), shown("--seat B"));
    assert!(told.contains("1st ") && !plain.contains('%'), "{told}");
    let end = told.rsplit("on the table").nth(1).unwrap();
    let certain = |place: &&str| end.contains(&format!("{place} 100 %"));
    assert!(["1st", "2nd", "3rd", "4th", "5th"].iter().all(certain), "{end}");
    let refused = complains(&format!("replay {} --seat B --notes bayes", file.display()), 1);
    assert!(refused.contains("no estimator for daihinmin `bayes`"), "{refused}");
    let refused =
        complains(&format!("replay {} --seat B --notes rank(weights=Cargo.toml)", file.display()), 1);
    assert!(refused.contains("no weights of a network"), "{refused}");
}

#[test]
fn what_a_match_writes_is_read_back() {
    let directory = directory("read_back");
    for game in ["kuhn --seats random,first", "buzzard(cards=5) --seats greedy,random,random"] {
        let file = record(&directory, game);
        let events = fs::read_to_string(&file).unwrap();
        let told: String =
            (1..=3).map(|n| prints(&format!("replay {} --game {n}", file.display()))).collect();
        for line in events.lines().filter_map(|line| line.strip_prefix("{\"event\":\"")) {
            let event = line.split('"').next().unwrap();
            assert!(told.contains(event), "{event} is not told");
        }
        assert!(told.contains("game 3 of 3") && told.contains(" win"), "{told}");
    }
    assert_eq!(fs::read_dir(directory).unwrap().count(), 1, "nothing else is left behind");
}

#[test]
fn a_seat_sees_only_what_it_saw() {
    let file = record(&directory("one_seat"), "kuhn --seats random,first");
    let all = prints(&format!("replay {}", file.display()));
    let one = prints(&format!("replay {} --seat B", file.display()));
    assert!(all.contains("deal A ") && all.contains("deal B "), "{all}");
    assert!(one.contains("A is dealt a card") && !one.contains("deal A"), "{one}");
    assert!(one.contains("B you"), "{one}");
}

#[test]
fn everything_is_face_up() {
    let directory = directory("face_up");
    let file = record(&directory, "kuhn --seats random,first");
    let told = prints(&format!("replay {}", file.display()));
    let card = |seat: char| {
        let deal = told.lines().find_map(|line| line.split_once(&format!(" deal {seat} "))).unwrap();
        deal.1.to_string()
    };
    for (seat, name) in [('A', "random"), ('B', "first ")] {
        assert!(told.contains(&format!("{seat} {name}   [{}]", card(seat))), "{told}");
    }
    let file = record(&directory, "saboteur --seats random,random,random");
    let told = prints(&format!("replay {}", file.display()));
    assert!(told.contains("everything face up") && told.contains("      digger · "), "{told}");
    let file = record(&directory, "raiders --seats random,random,random,random");
    let told = prints(&format!("replay {}", file.display()));
    let dealt = told.split(" deal A ").nth(1).unwrap().lines().next().unwrap();
    assert!(told.contains(&format!("({dealt})")), "{told}");
}

/// What `run --records` leaves is read as it is.
#[test]
fn compressed_records_are_read_too() {
    let here = directory("compressed");
    crate::common::small_experiment(&here, "small");
    let ran = crate::common::finish(
        command()
            .args(["run", "experiments/small/config.toml", "--quick", "--records", "--out", "out"])
            .current_dir(&here),
    );
    assert_eq!(ran.status, Some(0), "{}", ran.err);
    let told = prints(&format!("replay {} --game 40", here.join("out/records.jsonl.zst").display()));
    assert!(told.contains("game 40 of 40"), "{told}");
}

/// A name is whatever its record says, also what would play tricks on the terminal.
#[test]
fn names_do_no_harm() {
    let directory = directory("names");
    let text = fs::read_to_string(record(&directory, "kuhn --seats first,first")).unwrap();
    let odd = "\\u001b[2J\\u001b]0;pwned\\u0007evil";
    let game: Vec<&str> = text.lines().take(6).collect();
    // The sums are made anew, so that only the name is odd.
    let mut digest = table::Digest::new();
    let mut forged = String::new();
    for line in game {
        let line = line.replacen("\"first\"", &format!("\"{odd}\""), 1).replace("\"of\":3", "\"of\":1");
        let (content, _) = line.rsplit_once(",\"sum\":").unwrap();
        let line = format!("{content},\"sum\":\"{digest}\"}}\n");
        digest.write(line.as_bytes());
        forged += &line;
    }
    let file = directory.join("odd.jsonl");
    fs::write(&file, forged).unwrap();
    for args in ["", " --seat A", " --seat B"] {
        let told = prints(&format!("replay {}{args}", file.display()));
        assert!(told.contains("\\u{1b}[2J") && !told.contains(['\u{1b}', '\u{7}']), "{told}");
    }
}

#[test]
fn a_person_steps_forwards_backwards_and_jumps() {
    let file = record(&directory("stepping"), "kuhn --seats first,first");
    let places = |args: &[&str], typed: &str| {
        let (screen, status) =
            in_terminal(command().env("NO_COLOR", "1").arg("replay").arg(&file).args(args), typed);
        assert_eq!(status, Some(0), "{screen}");
        let places =
            screen.lines().filter_map(|line| line.split_once("/4> ")).map(|(place, _)| place.to_string());
        (places.collect::<Vec<_>>(), screen)
    };
    let (stepped, screen) = places(&[], "\n\nb\n\nx\n9\n\n\n\n");
    assert_eq!(stepped, ["0", "1", "2", "1", "2", "2", "2", "3", "4"], "{screen}");
    assert_eq!(screen.matches("n next choice").count(), 3, "what is not known is answered: {screen}");
    assert!(screen.contains(" wins."), "{screen}");
    let (jumped, screen) = places(&[], "n\nn\n1\ne\n\n");
    assert_eq!(jumped, ["0", "3", "4", "1", "4"], "{screen}");
    let (own, screen) = places(&["--seat", "B"], "n\nq\n");
    assert_eq!(own, ["0", "4"], "the next choice of the seat that looks: {screen}");
}

#[test]
fn games_and_seats_that_are_not_there_are_refused() {
    let file = record(&directory("not_there"), "kuhn --seats random,first");
    for (args, right) in [
        ("--game 4", "its games are 1 to 3"),
        ("--game 0", "--game"),
        ("--seat C", "its seats are A to B"),
        ("--seat 7", "a seat is one letter"),
    ] {
        let line = complains(&format!("replay {} {args}", file.display()), 2);
        assert!(line.contains(right), "{line}");
    }
}

#[test]
fn damage_is_named_with_its_line() {
    let directory = directory("damage");
    let whole = fs::read_to_string(record(&directory, "kuhn --seats first,first")).unwrap();
    let lines: Vec<&str> = whole.lines().collect();
    let file = directory.join("damaged.jsonl");
    let damaged = |text: &[u8]| {
        fs::write(&file, text).unwrap();
        complains(&format!("replay {}", file.display()), 1)
    };
    let named = |line: String, right: &str| {
        assert!(line.contains("damaged.jsonl: line ") && line.contains(right), "{line}");
    };
    named(damaged(b""), "line 1: the file is empty");
    named(damaged(b"garbage\n"), "line 1: ");
    named(damaged(&[0xff, 0xfe, b'\n']), "line 1: not UTF-8");
    named(damaged(b"{\"a\":1}\n"), "line 1: ");
    named(
        damaged((lines[..2].join("\n") + "\n").as_bytes()),
        "line 3: the file ends in the middle of a game",
    );
    named(damaged(whole.replacen("A passes", "A bets", 1).as_bytes()), "line 5: the lines before");
    named(damaged(whole.replacen("\"kuhn\"", "\"kuhm\"", 1).as_bytes()), "line 1: no game `kuhm`");
    let third = whole.rmatch_indices("\"game\":\"kuhn\"").next().unwrap().0 + 7;
    let other = format!("{}\"kuhm\"{}", &whole[..third], &whole[third + 6..]);
    named(damaged(other.as_bytes()), "line 13: no game `kuhm`");
}

/// Whoever wrote it was interrupted: what is whole can be seen, and what is missing is said.
#[test]
fn a_file_that_ends_too_early_is_good_for_its_whole_games() {
    let directory = directory("cut");
    let whole = fs::read_to_string(record(&directory, "kuhn --seats first,first")).unwrap();
    let lines: Vec<&str> = whole.lines().collect();
    let file = directory.join("cut.jsonl");
    for (text, games, why) in [
        (whole[..whole.len() - 9].to_string(), 2, "line 18: the line is cut off"),
        (lines[..8].join("\n") + "\n", 1, "line 9: the file ends in the middle of a game"),
        (lines[..6].join("\n") + "\n", 1, "line 7: the file ends after 1 of 3 records"),
    ] {
        fs::write(&file, text).unwrap();
        let shown = prints(&format!("replay {} --game {games}", file.display()));
        let note = format!("game {games} of 3 · {games} whole games, then the file ends ({why})");
        assert!(shown.contains(&note.replace("1 whole games", "1 whole game")), "{shown}");
        let beyond = complains(&format!("replay {} --game 3", file.display()), 2);
        assert!(beyond.contains(&format!("its games are 1 to {games} (cut short, {why})")), "{beyond}");
    }
}

#[test]
fn what_is_no_file_is_refused() {
    let directory = directory("no_file");
    for place in [directory.clone(), directory.join("missing.jsonl")] {
        let line = complains(&format!("replay {}", place.display()), 1);
        assert!(line.contains(place.to_str().unwrap()), "{line}");
    }
}
