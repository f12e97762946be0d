//! Records are read with suspicion: whatever was edited, moved, lost or forged is found, and never panics.

use std::sync::LazyLock;

use exams::{HighCard, high_card};
use games::Kuhn;
use proptest::prelude::*;
use table::{
    Agent, Digest, Game, Header, Notation, Player, Record, RecordError, RecordReader, RecordWriter, Referee,
    Replay, Rng, Seat, Seeds, SeriesPlace, View,
};

use crate::duel::{self, Duel};

/// Chooses anything.
struct Random;

impl<G: Game> Agent<G> for Random {
    fn act(&mut self, _view: View<'_, G>, legal: &[G::Action], rng: &mut Rng) -> G::Action {
        rng.pick(legal)
    }
}

fn played<G: Notation>(rules: &G::Rules, seed: u64, index: u64, of: u64) -> Record<G> {
    let mut referee = Referee::<G>::new(rules, Seeds::new(seed));
    let mut players: Vec<Player<G>> = (0..referee.seats()).map(|_| Player::agent(Random)).collect();
    let mut replay = Replay::default();
    let payoffs = referee.play(&mut players, &mut replay).unwrap();
    let names = (0..players.len()).map(|i| format!("player \"{i}\"")).collect();
    let header = Header { index, of, ..Header::new::<G>(rules, names, Seeds::new(seed)) };
    Record { header, events: replay.0, payoffs }
}

fn records<G: Notation>(rules: &G::Rules, of: u64) -> Vec<Record<G>> {
    (0..of).map(|i| played(rules, 100 + i, i, of)).collect()
}

fn file<G: Notation>(records: &[Record<G>]) -> String {
    let mut writer = RecordWriter::new(Vec::new());
    records.iter().for_each(|record| writer.write(record).unwrap());
    String::from_utf8(writer.finish().unwrap()).unwrap()
}

fn read<G: Notation>(bytes: impl AsRef<[u8]>) -> Result<Vec<Record<G>>, RecordError> {
    let mut reader = RecordReader::new(bytes.as_ref());
    let mut found = Vec::new();
    while let Some(record) = reader.read()? {
        found.push(record);
    }
    Ok(found)
}

fn refused<G: Notation>(text: &str) -> RecordError {
    read::<G>(text).expect_err(text)
}

const TWO: games::kuhn::Rules = games::kuhn::Rules { seats: 2 };

/// Three games of Kuhn poker, as written.
static FILE: LazyLock<String> = LazyLock::new(|| file(&records::<Kuhn>(&TWO, 3)));

fn lines(text: &str) -> Vec<String> {
    text.split_inclusive('\n').map(str::to_string).collect()
}

/// The lines with their digests computed anew, as a forger would.
fn forged(lines: &[String]) -> String {
    let mut digest = Digest::new();
    let resum = |line: &String| {
        let (content, _) = line.rsplit_once("\"sum\":").expect("a line has a digest");
        let line = format!("{content}\"sum\":\"{digest}\"}}\n");
        digest.write(line.as_bytes());
        line
    };
    lines.iter().map(resum).collect()
}

/// What is said of the file after one line was edited and all digests were made right again.
fn forgery(line: usize, from: &str, to: &str) -> RecordError {
    let mut all = lines(&FILE);
    assert!(all[line - 1].contains(from), "{from} is not in {}", all[line - 1]);
    all[line - 1] = all[line - 1].replacen(from, to, 1);
    refused::<Kuhn>(&forged(&all))
}

#[track_caller]
fn assert_says(error: &RecordError, line: usize, why: &str) {
    assert!(error.line == line && error.why.contains(why), "wanted line {line}, {why}; got {error}");
}

#[test]
fn what_was_written_is_read() {
    for of in [1, 2, 40] {
        let written = records::<Kuhn>(&TWO, of);
        assert_eq!(read::<Kuhn>(file(&written)).unwrap(), written);
        let written = records::<Duel>(&duel::Rules { seats: 3 }, of);
        assert_eq!(read::<Duel>(file(&written)).unwrap(), written);
    }
}

#[test]
fn a_record_is_these_lines() {
    let text = file(&[played::<Kuhn>(&TWO, 100, 0, 1)]);
    let wanted = r#"{"record":2,"game":"kuhn","rules_version":1,"seats":["player \"0\"","player \"1\""],"deal":100,"players":100,"series":{"first":"kuhn","number":0,"of":1},"index":0,"of":1,"sum":"cbf29ce484222325"}"#;
    assert_eq!(text.lines().next(), Some(wanted));
    assert!(text.lines().nth(1).unwrap().starts_with(r#"{"event":"deal A "#), "{text}");
    assert!(text.lines().last().unwrap().starts_with(r#"{"points":["#), "{text}");
}

#[test]
fn the_header_can_be_looked_at_first() {
    let mut reader = RecordReader::new(FILE.as_bytes());
    for index in 0..3 {
        let header = reader.header().unwrap().unwrap().clone();
        assert_eq!((header.game.as_str(), header.index, header.of), ("kuhn", index, 3));
        assert_eq!(reader.header().unwrap(), Some(&header), "looking twice changes nothing");
        assert_eq!(reader.read::<Kuhn>().unwrap().unwrap().header, header);
    }
    assert_eq!(reader.header().unwrap(), None);
    assert!(reader.read::<Kuhn>().unwrap().is_none());
}

#[test]
fn a_lost_line_is_found_where_it_was() {
    let all = lines(&FILE);
    for lost in 0..all.len() {
        let mut rest = all.clone();
        rest.remove(lost);
        let why =
            if lost + 1 == all.len() { "ends in the middle of a game" } else { "edited, moved or lost" };
        assert_says(&refused::<Kuhn>(&rest.concat()), lost + 1, why);
    }
}

#[test]
fn a_repeated_line_is_found_where_it_is() {
    let all = lines(&FILE);
    for twice in 0..all.len() {
        let mut more = all.clone();
        more.insert(twice, all[twice].clone());
        let why =
            if twice + 1 == all.len() { "follows the last of 3 records" } else { "edited, moved or lost" };
        assert_says(&refused::<Kuhn>(&more.concat()), twice + 2, why);
    }
}

#[test]
fn exchanged_lines_are_found_at_the_first() {
    let all = lines(&FILE);
    for first in 0..all.len() - 1 {
        let mut swapped = all.clone();
        swapped.swap(first, first + 1);
        assert_says(&refused::<Kuhn>(&swapped.concat()), first + 1, "edited, moved or lost");
    }
}

#[test]
fn a_file_cut_off_anywhere_is_refused() {
    for end in 0..FILE.len() {
        let error = refused::<Kuhn>(&FILE[..end]);
        let line = FILE[..end].matches('\n').count() + 1;
        let why = match end {
            0 => "the file is empty",
            _ if !FILE[..end].ends_with('\n') => "the line is cut off",
            _ if FILE[end..].starts_with("{\"record\"") => "of 3 records",
            _ => "ends in the middle of a game",
        };
        assert_says(&error, line, why);
    }
}

#[test]
fn an_edit_of_any_byte_is_found_there_or_at_the_next_line() {
    for place in 0..FILE.len() {
        let line = FILE[..place].matches('\n').count() + 1;
        for other in *b"\n \"0:}x\xff" {
            let mut bytes = FILE.clone().into_bytes();
            if std::mem::replace(&mut bytes[place], other) == other {
                continue;
            }
            let error = read::<Kuhn>(&bytes).expect_err("an edit is found");
            assert!(error.line == line || error.line == line + 1, "byte {place} to {other}: {error}");
        }
    }
}

#[test]
fn a_byte_added_or_taken_anywhere_is_found() {
    for place in 0..FILE.len() {
        let mut bytes = FILE.clone().into_bytes();
        bytes.insert(place, b' ');
        assert!(read::<Kuhn>(&bytes).is_err(), "a space at {place}");
        bytes.drain(place..place + 2);
        assert!(read::<Kuhn>(&bytes).is_err(), "nothing at {place}");
    }
}

#[test]
fn nothing_may_follow_the_last_record() {
    let end = lines(&FILE).len();
    for more in ["\n", " ", "x", "{}\n", &lines(&FILE)[0]] {
        assert_says(&refused::<Kuhn>(&format!("{}{more}", *FILE)), end + 1, "follows the last of 3 records");
    }
    let twice = forged(&[lines(&FILE), lines(&FILE)].concat());
    assert_says(&refused::<Kuhn>(&twice), end + 1, "follows the last of 3 records");
}

#[test]
fn only_one_way_to_write_a_line_is_read() {
    let wanted = "not as records are written";
    assert_says(&forgery(2, "{\"event\"", "{ \"event\""), 2, wanted);
    assert_says(&forgery(2, "\"event\"", "\"event\":\"A bets\",\"event\""), 2, wanted);
    assert_says(&forgery(2, "deal A", "d\\u0065al A"), 2, wanted);
    assert_says(&forgery(2, "{\"event\"", "{\"\\u0065vent\""), 2, wanted);
    assert_says(&forgery(1, "\"deal\":100", "\"deal\":100 "), 1, wanted);
    assert_says(&refused::<Kuhn>(&FILE.replace('\n', "\r\n")), 1, "and a line feed are wanted");
    assert_says(&forgery(2, "deal A", "deal a"), 2, "is written `deal A ");
    assert_says(&forgery(1, "\"kuhn\"", "\"kuhn()\""), 1, "the game is written `kuhn()`, not `kuhn`");
    assert_says(&forgery(1, "\"kuhn\"", "\"buzzard\""), 1, "the game is written `buzzard`, not `kuhn`");
}

#[test]
fn an_edit_of_the_last_line_is_found() {
    let last = lines(&FILE).len();
    let edits = [("[1", "[ 1"), (".0,", ","), (".0,", ".00,"), (".0]", "e0]"), ("\"wins\"", "\"wons\"")];
    for (from, to) in edits {
        assert_eq!(forgery(last, from, to).line, last);
    }
    let zero = forgery(last, "0.0]", "-0.0]");
    assert_says(&zero, last, "this game has another result: {\"points\":[");
}

/// The first line from this one on that holds a text.
fn line_with(text: &str, from: usize) -> usize {
    let found = lines(&FILE).iter().skip(from - 1).position(|line| line.contains(text));
    from + found.unwrap_or_else(|| panic!("no line has {text}"))
}

#[test]
fn what_cannot_have_happened_is_refused() {
    let first_deal = lines(&FILE)[1].clone();
    let (_, card) = first_deal.split_once("deal A ").unwrap();
    let card = &card[..1];
    assert_says(&forgery(2, "deal A ", "deal B "), 2, "luck cannot decide `deal B ");
    assert_says(&forgery(2, &format!("deal A {card}"), "deal A A"), 2, "luck cannot decide `deal A A` here");
    assert_says(&forgery(3, "deal B ", &format!("deal B {card}\",\"x\":\"")), 3, "unknown field `x`");
    let mut twice = lines(&FILE);
    twice[2] = format!("{{\"event\":\"deal B {card}\",\"sum\":\"\"}}\n");
    assert_says(&refused::<Kuhn>(&forged(&twice)), 3, "luck cannot decide");
    let act = line_with("\"A ", 2);
    assert_says(&forgery(act, "\"A ", "\"B "), act, "stands where it is the turn of A");
    assert_says(&forgery(2, "deal A ", "A bets"), 2, "cannot read");
    assert_says(&forgery(act, "\"A ", "\"A raises "), act, "cannot read");
    let mut early = lines(&FILE);
    early[1] = early[act - 1].clone();
    assert_says(&refused::<Kuhn>(&forged(&early)), 2, "stands where luck decides");
}

#[test]
fn commits_of_one_turn_stand_in_seat_order() {
    let mut all = lines(&file(&records::<Duel>(&duel::Rules { seats: 3 }, 1)));
    let bid = all.iter().position(|line| line.contains("A bids")).unwrap();
    let legal = all[bid].clone();
    all.swap(bid, bid + 1);
    assert_says(&refused::<Duel>(&forged(&all)), bid + 1, "it is the turn of A, B, C (commits of one turn");
    all.swap(bid, bid + 1);
    all[bid] = "{\"event\":\"A bids 7\",\"sum\":\"\"}\n".into();
    let why = "`A bids 7` is not legal here; legal: bids 1, bids 2, bids 3";
    assert_says(&refused::<Duel>(&forged(&all)), bid + 1, why);
    all[bid] = legal.clone();
    all[bid + 3] = legal;
    let error = refused::<Duel>(&forged(&all));
    assert_says(&error, bid + 4, "is not legal here");
}

#[test]
fn a_wrong_result_is_refused_with_the_right_one() {
    let result = line_with("\"points\"", 1);
    let line = lines(&FILE)[result - 1].clone();
    let (points, _) = line.split_once(",\"wins\"").unwrap();
    let error = forgery(result, points, "{\"points\":[5.0,-5.0]");
    assert_says(&error, result, &format!("this game has another result: {points},\"wins\":["));
    assert_says(&forgery(result, points, "{\"points\":[]"), result, "another result");
    assert_says(&forgery(result, points, "{\"points\":7"), result, "not the line wanted here");
    let mut short = lines(&FILE);
    short.remove(result - 1);
    assert_says(&refused::<Kuhn>(&forged(&short)), result, "not the line wanted here: unknown field `deal`");
}

#[test]
fn a_wrong_header_is_refused_with_the_reason() {
    let second = line_with("\"record\"", 2);
    let says = |line, from, to, why| assert_says(&forgery(line, from, to), line, why);
    says(1, "\"record\":2", "\"record\":3,\"new\":0", "record format 3, this program reads 2");
    says(1, "\"record\":2", "\"record\":\"one\"", "record format \"one\", this program reads 2");
    says(1, "\"rules_version\":1", "\"rules_version\":3", "rules version 3 of kuhn, this program plays 1");
    says(1, "\"deal\"", "\"mood\":1,\"deal\"", "unknown field `mood`");
    says(1, "\"deal\":100,", "", "missing field `deal`");
    says(1, "\"deal\":100", "\"deal\":-1", "invalid value: integer `-1`");
    says(1, "\"kuhn\"", "\"kuhn(cards=9)\"", "no parameter of kuhn `cards`");
    says(1, "\"kuhn\"", "\"kuhn(\"", "a `)` is missing");
    says(1, "\"player \\\"0\\\"\",", "", "kuhn is for 2 to 3 seats, not 1");
    says(1, "\"index\":0", "\"index\":1", "record 1 of 3 does not belong here");
    says(1, "\"of\":3", "\"of\":0", "record 0 of 0 does not belong here");
    says(1, "\"of\":1}", "\"of\":0}", "there is no game 1 of a series of 0");
    says(1, "\"number\":0", "\"number\":1", "there is no game 2 of a series of 1");
    says(second, "\"index\":1", "\"index\":2", "record 2 of 3 does not belong here");
    says(second, "\"of\":3", "\"of\":4", "record 1 of 4 does not belong here");
}

/// Two series of three games, the loser of each dealt first in the next.
fn series() -> Vec<Record<HighCard>> {
    let first = high_card::Rules { seats: 3, first: Seat::new(0) };
    let (mut all, mut rules): (Vec<Record<HighCard>>, _) = (Vec::new(), first);
    for index in 0..6 {
        let number = index as u32 % 3;
        let mut replayed = played::<HighCard>(&rules, 40 + index, index, 6);
        let place = SeriesPlace { first: "high-card".into(), number, of: 3 };
        replayed.header = replayed.header.in_series(place);
        let mut truth = HighCard::new(&rules);
        replayed.events.iter().for_each(|event| truth.apply(event));
        let last = (number < 2).then(|| truth.public());
        rules = HighCard::next_rules(&first, (number + 1) % 3, last);
        all.push(replayed);
    }
    all
}

#[test]
fn the_games_of_a_series_follow_from_one_another() {
    let all = series();
    assert_eq!(read::<HighCard>(file(&all)).unwrap(), all);
    let begun: Vec<&str> = all.iter().map(|record| record.header.game.as_str()).collect();
    assert!(begun[1] != "high-card" || begun[2] != "high-card", "the loser begins: {begun:?}");
}

/// The series with one header changed, as a forger would write it.
fn broken_chain(record: usize, change: impl FnOnce(&mut Header)) -> RecordError {
    let mut all = series();
    change(&mut all[record].header);
    read::<HighCard>(file(&all)).unwrap_err()
}

#[test]
fn a_broken_chain_is_refused_with_the_line_and_the_reason() {
    // A game is a header, three deals, three words and a result.
    let second = 9;
    let carried = series()[1].header.game.clone();
    let other = if carried == "high-card" { "high-card(first=B)" } else { "high-card" };
    let why =
        format!("the series is broken: after the game before it, this one is `{carried}`, not `{other}`");
    assert_says(&broken_chain(1, |header| header.game = other.into()), second, &why);
    let why = "game 3 of a series of 3 stands where game 2 of 3 of the series before goes on";
    assert_says(&broken_chain(1, |header| header.series.number = 2), second, why);
    let why = "game 1 of a series of 3 stands where game 2 of 3";
    assert_says(&broken_chain(1, |header| header.series.number = 0), second, why);
    let why = "game 2 of a series of 4 stands where game 2 of 3";
    assert_says(&broken_chain(1, |header| header.series.of = 4), second, why);
    assert_says(&broken_chain(1, |header| header.seats[0] = "x".into()), second, "other players than in");
    assert_says(&broken_chain(0, |header| header.series.number = 1), 1, "stands where a series should begin");
    let why = "the series begins with `high-card(first=B)`, not `high-card`";
    assert_says(&broken_chain(0, |header| header.series.first = "high-card(first=B)".into()), 1, why);
}

#[test]
fn whole_records_that_are_missing_are_missed() {
    let all = lines(&FILE);
    let second = line_with("\"record\"", 2);
    let third = line_with("\"record\"", second + 1);
    let ends = |lines: &[String]| refused::<Kuhn>(&forged(lines));
    assert_says(&ends(&all[..third - 1]), third, "the file ends after 2 of 3 records");
    assert_says(&ends(&all[..second - 1]), second, "the file ends after 1 of 3 records");
    assert_says(&ends(&all[second - 1..]), 1, "record 1 of 3 does not belong here");
}

#[test]
fn what_is_no_record_is_said_plainly() {
    assert_says(&refused::<Kuhn>("\n"), 1, "not a line of a record: EOF while parsing a value at column 0");
    assert_says(&refused::<Kuhn>("[1]\n"), 1, "not a line of a record");
    assert_says(&refused::<Kuhn>("{\"a\":1}\n"), 1, "it has no checksum");
    assert_says(&refused::<Kuhn>("{\"sum\":7}\n"), 1, "checksum differs");
    assert_says(&read::<Kuhn>(b"\xff\n").unwrap_err(), 1, "not UTF-8 text");
    assert_says(&refused::<Kuhn>(&"x".repeat(3 << 20)), 1, "the line is too long");
    assert_eq!(refused::<Kuhn>("").to_string(), "line 1: the file is empty: no record stands here");
    let nested = "[".repeat(100_000);
    assert_says(&refused::<Kuhn>(&format!("{{\"sum\":{nested}\n")), 1, "recursion limit");
}

/// One thing done to a file by chance.
#[derive(Clone, Debug)]
enum Harm {
    Set(usize, u8),
    Insert(usize, u8),
    Remove(usize, usize),
    Copy(usize, usize, usize),
}

fn harm() -> impl Strategy<Value = Harm> {
    let (place, length) = (0..FILE.len(), 1..300usize);
    prop_oneof![
        (place.clone(), any::<u8>()).prop_map(|(at, byte)| Harm::Set(at, byte)),
        (place.clone(), any::<u8>()).prop_map(|(at, byte)| Harm::Insert(at, byte)),
        (place.clone(), length.clone()).prop_map(|(at, length)| Harm::Remove(at, length)),
        (place.clone(), place, length).prop_map(|(from, to, length)| Harm::Copy(from, to, length)),
    ]
}

fn harmed(mut bytes: Vec<u8>, harms: &[Harm]) -> Vec<u8> {
    for harm in harms {
        let end = bytes.len();
        let span = |at: usize, length: usize| at.min(end)..(at + length).min(end);
        match *harm {
            Harm::Set(at, byte) => bytes[span(at, 1)].fill(byte),
            Harm::Insert(at, byte) => bytes.insert(at.min(end), byte),
            Harm::Remove(at, length) => drop(bytes.drain(span(at, length))),
            Harm::Copy(from, to, length) => {
                let piece = bytes[span(from, length)].to_vec();
                bytes.splice(to.min(end)..to.min(end), piece);
            }
        }
    }
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1000) })]

    #[test]
    fn no_harm_goes_unnoticed(harms in prop::collection::vec(harm(), 1..4)) {
        let bytes = harmed(FILE.clone().into_bytes(), &harms);
        if bytes != FILE.as_bytes() {
            prop_assert!(read::<Kuhn>(&bytes).is_err());
        }
    }

    /// The digests are right again, so the replay alone stands between the harm and the reader.
    #[test]
    fn what_a_forger_gets_through_could_have_been_played(line in 0..12usize, text in "[ -~]{0,12}", at in 0..80usize) {
        let mut all = lines(&FILE);
        let line = line % all.len();
        let place = at.min(all[line].find("\"sum\"").unwrap());
        all[line].insert_str(place, &text);
        let bytes = forged(&all);
        if let Ok(found) = read::<Kuhn>(&bytes) {
            prop_assert_eq!(file(&found), bytes, "read and written again, it is the same file");
        }
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "\\PC{0,60}\n?", bytes in prop::collection::vec(any::<u8>(), 0..80)) {
        prop_assert!(read::<Kuhn>(&text).is_err());
        prop_assert!(read::<Duel>(&bytes).is_err());
    }
}
