//! Between the formats: there and back, and what is lost is said.

use uecda::{Format, convert};

use crate::common::archive;

/// The first games of the archive.
fn official(games: usize) -> String {
    let end = format!("%{games:05}%");
    archive(1).lines().take_while(|line| !line.starts_with(&end)).map(|line| format!("{line}\n")).collect()
}

/// The lines of the games, without what records do not hold.
fn games(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.starts_with("%-----%")).collect()
}

#[test]
fn records_hold_the_games_of_an_official_log() {
    let log = official(120);
    let records = convert(&log, Format::Records).unwrap();
    assert_eq!(records.games, 120);
    assert!(records.lost.iter().any(|what| what.contains("above and below the games")), "{:?}", records.lost);
    let first: &str = records.text.lines().next().unwrap();
    assert!(first.contains("\"of\":120"), "one series: {first}");
    let back = convert(&records.text, Format::Official).unwrap();
    assert_eq!(back.lost, ["the seeds"]);
    for (was, is) in games(&log).iter().zip(games(&back.text)) {
        if was.contains("%play%") {
            assert_eq!(was.split_whitespace().count(), is.split_whitespace().count());
        } else {
            assert_eq!(*was, is);
        }
    }
    let again = convert(&back.text, Format::Records).unwrap();
    assert_eq!(again.text, records.text, "nothing of the game is lost");
}

#[test]
fn fuji_gokoro_holds_the_games_too() {
    let records = convert(&official(110), Format::Records).unwrap();
    let fuji = convert(&records.text, Format::Fuji).unwrap();
    let back = convert(&fuji.text, Format::Records).unwrap();
    assert_eq!(back.text, records.text, "seats and blocks are found from the games");
    assert_eq!(convert(&fuji.text, Format::Fuji).unwrap().text, fuji.text);
}

#[test]
fn the_older_revision_is_converted_too() {
    let newer = official(40);
    let is_older = |line: &&str| !line.contains("%change_cards%") && !line.contains("%points%");
    let older: String = newer.lines().filter(is_older).map(|line| format!("{line}\n")).collect();
    let records = convert(&older, Format::Records).unwrap().text;
    let back = convert(&records, Format::Official).unwrap().text;
    for (was, is) in games(&newer).iter().zip(games(&back)) {
        // What was given is found by trying, and may differ in cards that were never played.
        if !was.contains("%play%") && !was.contains("%change_cards%") {
            assert_eq!(*was, is);
        }
    }
    assert_eq!(convert(&back, Format::Records).unwrap().text, records);
}

#[test]
fn a_series_that_breaks_begins_anew() {
    let log = official(6);
    // Without its third game, the ranks of the fourth do not follow from the second.
    let cut: String = log
        .lines()
        .filter(|line| !line.starts_with("%00002%"))
        .map(|line| format!("{line}\n"))
        .collect::<String>()
        .replace("%00003%", "%00002%")
        .replace("%00004%", "%00003%")
        .replace("%00005%", "%00004%");
    let records = convert(&cut, Format::Records).unwrap();
    assert_eq!(records.games, 5);
    let places: Vec<&str> = records.text.lines().filter(|line| line.contains("\"record\":")).collect();
    assert_eq!(places.len(), 5);
    assert!(places[2].contains("\"number\":0"), "{}", places[2]);
    convert(&records.text, Format::Official).unwrap();
}

#[test]
fn what_cannot_be_converted_is_said() {
    assert!(convert("hello", Format::Records).unwrap_err().to_string().contains("neither a log"));
    assert!(convert("%-----%x% y\n", Format::Records).unwrap_err().to_string().starts_with("line 1: "));
    assert_eq!(convert(&official(0), Format::Records).unwrap_err().to_string(), "there is no game in it");
    let spoilt = official(3).replacen("%00001%result% 32014", "%00001%result% 32041", 1);
    assert_eq!(
        convert(&spoilt, Format::Records).unwrap_err().to_string(),
        "game 2: it ends DCABE, not DCAEB"
    );
    let records = convert(&official(2), Format::Records).unwrap().text;
    let other = records.replacen("\"game\":\"daihinmin\"", "\"game\":\"kuhn\"", 1);
    assert!(convert(&other, Format::Official).is_err());
}
