//! Logs of other programs: read, written again, and refused with the line that is wrong.

use proptest::prelude::*;
use proptest::sample::Index;
use uecda::logs::{read_fuji, read_official, write_fuji, write_official};
use uecda::{Format, convert};

use crate::common::{archive, cases};

/// The first lines and games of the archive.
fn short_log(games: usize) -> String {
    let text = archive(1);
    let end = format!("%{games:05}%");
    text.lines().take_while(|line| !line.starts_with(&end)).map(|line| format!("{line}\n")).collect()
}

#[test]
fn the_archive_is_written_again_byte_for_byte() {
    for number in 1..=4 {
        let text = archive(number);
        let log = read_official(&text).unwrap();
        assert_eq!(log.games.len(), 2500);
        assert!(write_official(&log) == text, "mixed-{number}: another text");
    }
}

#[test]
fn the_older_revision_is_read_too() {
    let newer = read_official(&short_log(5)).unwrap();
    let missing = ["hostname", "TIME_START", "change_cards", "points"];
    let is_older = |line: &&str| !missing.iter().any(|key| line.contains(&format!("%{key}%")));
    let text = short_log(5);
    let text: String = text.lines().filter(is_older).map(|line| format!("{line}\n")).collect();
    let older = read_official(&text).unwrap();
    assert_eq!(write_official(&older), text);
    for (older, newer) in older.games.iter().zip(&newer.games) {
        assert_eq!((&older.gifts, older.points), (&None, None));
        assert_eq!((&older.turns, older.result), (&newer.turns, newer.result));
    }
}

#[test]
fn what_is_wrong_is_said_with_its_line() {
    let text = short_log(2);
    let line = |key: &str| 1 + text.lines().position(|line| line.contains(key)).unwrap();
    let wrong = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        read_official(&text.replacen(from, to, 1)).unwrap_err()
    };
    let cases = [
        ("%00000%mibun% 22222", "%00000%mibun% 2222", "%00000%mibun%", "5 players are wanted, not 4"),
        ("%00001%mibun% 23014", "%00001%mibun% 23015", "%00001%mibun%", "are not the numbers 0 to 4"),
        ("%00000%seat% 21340", "%00000%seat% 21341", "%00000%seat%", "does not name the players 0 to 4"),
        ("%00000%seat% 2", "%00000%seat% x", "%00000%seat%", "five digits are wanted"),
        ("S4H5H7", "S5H5H7", "%00000%palyer_cards%", "is dealt twice"),
        ("S5S6SK", "S5S6S5SK", "%00000%palyer_cards%", "are no cards"),
        ("S5S6SK", "S5S6S", "%00000%palyer_cards%", "are no cards"),
        ("42S2C2EE", "42S2C2E", "%00001%change_cards%", "does not end with EE"),
        ("42S2C2EE", "72S2C2EE", "%00001%change_cards%", "does not begin with a player"),
        (" 0H4EE", " 0H1EE", "%00000%play%", "`H1` are no cards"),
        ("%00000%result% 23014", "%00000%result% 23015", "%00000%result%", "does not name the players"),
        ("%00000%points% 3 2", "%00000%points% 3 two", "%00000%points%", "five numbers are wanted"),
        ("%00001%seat%", "%00002%seat%", "%00001%seat%", "`%00001%seat%` is wanted here"),
        ("%00000%play%", "play", "%00000%play%", "is wanted, or `%-----%key% value`"),
        ("FujiPol jn17", "FujiPol", "%00000%mibun%", "palyer_name: 5 players are wanted, not 4"),
        ("palyer_name", "player_name", "%00000%mibun%", "`%-----%palyer_name%` is wanted"),
    ];
    for (from, to, key, why) in cases {
        let error = wrong(from, to);
        assert!(error.why.contains(why), "{from} -> {to}: {error}");
        assert_eq!(error.line, line(key), "{from} -> {to}: {error}");
    }
    assert_eq!(read_official("").unwrap_err().line, 1);
    let below = format!("{text}%-----%TIME_END% x\n%00002%mibun% 22222\n");
    assert!(read_official(&below).unwrap_err().why.contains("below the last lines"));
}

#[test]
fn the_joker_below_3_and_above_2_is_told_apart() {
    let text = short_log(1);
    let with = |play: &str| {
        let text: String = text
            .lines()
            .map(|line| {
                if line.contains("%play%") { format!("%00000%play%  {play}\n") } else { format!("{line}\n") }
            })
            .collect();
        let log = read_official(&text).unwrap();
        assert_eq!(write_official(&log), text, "{play}");
        log.games[0].turns[0].cells.meld().unwrap().to_string()
    };
    assert_eq!(with("0KxS3S4EE"), "(S-)S3S4");
    assert_eq!(with("0DAD2MxEE"), "DAD2(D+)");
    assert_eq!(with("0KxEE"), "Jo");
    assert_eq!(with("0S3H3D3C3J3EE"), "C3D3H3S3Jo");
    assert_eq!(with("0K6H6D6C6EE"), "C6D6H6(S6)");
}

const FUJI: &str = "\
player a b c d e
/* 
game 0 
score 
class 0 1 2 3 4 
seat 4 2 0 1 3 
dealt { s7 d8 s8 h9 dt dj hj sk ca da } { d3 d5 d6 c7 d7 h7 ct hq sa h2 s2 } { c4 h4 c6 c9 d9 cj cq ck hk ha d2 } \
{ c3 h3 s3 h6 c8 h8 ht st sj dk jo } { d4 s4 c5 h5 s5 s6 s9 dq sq c2 } 
changed { } { } { } { } { } 
original { s7 d8 s8 h9 dt dj hj sk ca da } { d3 d5 d6 c7 d7 h7 ct hq sa h2 s2 } { c4 h4 c6 c9 d9 cj cq ck hk ha d2 } \
{ c3 h3 s3 h6 c8 h8 ht st sj dk jo } { d4 s4 c5 h5 s5 s6 s9 dq sq c2 } 
play d-3[1] p[2] jk[3] ch-4[4] c-jqk(k)[5] h-678(7)[6] s--34(-)[7] d-a2+(+)[8] cdhsx-3(x)[9] ch-a(c)[10] dhs-9(s)[11] 
result 1 0 4 2 3 
*/ 
";

#[test]
fn fuji_gokoro_is_written_again_byte_for_byte() {
    let log = read_fuji(FUJI).unwrap();
    assert_eq!(write_fuji(&log), FUJI);
    let game = &log.games[0];
    assert_eq!((game.ranks, game.order.to_string().as_str()), (None, "CDBEA"));
    let melds: Vec<String> = game
        .turns
        .iter()
        .filter(|turn| !turn.cells.is_empty())
        .map(|turn| turn.cells.meld().unwrap().to_string())
        .collect();
    assert_eq!(
        melds,
        [
            "D3",
            "Jo",
            "C4H4",
            "CJCQ(CK)",
            "H6(H7)H8",
            "(S-)S3S4",
            "DAD2(D+)",
            "C3D3H3S3Jo",
            "(CA)HA",
            "D9H9(S9)"
        ]
    );
    assert_eq!(game.turns[1].micros, Some(2));
    let newer = FUJI.replace("game 0 \n", "");
    assert_eq!(read_fuji(&newer).unwrap(), log, "newer files do not number their games");
}

#[test]
fn fuji_gokoro_is_refused_with_its_line() {
    let cases = [
        ("player a", "players a", 1, "`player` is wanted"),
        ("class 0 1", "class 0 0", 5, "are not the numbers 0 to 4"),
        ("class 0 1", "class 0 one", 5, "is no number"),
        ("s7 d8", "s7 d1", 7, "`d1` is no card"),
        ("changed { }", "changed { s7 }", 9, "other cards than those dealt"),
        ("d-3[1]", "d-3[1", 10, "is no move"),
        ("d-3[1]", "d-35[1]", 10, "is no move"),
        ("d-3[1]", "d-3(d)[1]", 10, "is no move"),
        ("d-3[1]", "dd-3[1]", 10, "is no move"),
        ("d-3[1]", "-345(4)[1]", 10, "is no move"),
        ("*/", "", 11, "the text ends"),
    ];
    for (from, to, line, why) in cases {
        let error = read_fuji(&FUJI.replacen(from, to, 1)).unwrap_err();
        assert!(error.why.contains(why) && error.line == line, "{from} -> {to}: {error}");
    }
    assert_eq!(read_fuji("").unwrap_err().line, 1);
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn any_text_is_a_log_or_an_error(text in "\\PC{0,200}") {
        let _ = (read_official(&text), read_fuji(&text));
    }

    #[test]
    fn a_spoilt_log_is_a_log_or_an_error(at in 0..4000usize, with in "[ -~\\n]{0,3}", len in 0..4usize) {
        for (text, official) in [(short(), true), (FUJI, false)] {
            let at = at % text.len();
            let end = (at + len).min(text.len());
            let spoilt = format!("{}{with}{}", &text[..at], &text[end..]);
            let read = if official { read_official(&spoilt) } else { read_fuji(&spoilt) };
            if let Ok(log) = read {
                let again = if official { read_official(&write_official(&log)) } else { read_fuji(&write_fuji(&log)) };
                prop_assert!(again.is_ok(), "what was read is written readably");
            }
        }
    }
}

/// A change of a text: some of it goes, and some of it from elsewhere and something new come in.
#[derive(Clone, Debug)]
struct Edit {
    at: Index,
    gone: usize,
    from: Index,
    copied: usize,
    new: String,
}

impl Edit {
    fn apply(&self, text: &mut Vec<u8>) {
        let end = |at: usize, len: usize| (at + len).min(text.len());
        let (at, from) = (self.at.index(text.len() + 1), self.from.index(text.len() + 1));
        let mut put = text[from..end(from, self.copied)].to_vec();
        put.extend(self.new.bytes());
        text.splice(at..end(at, self.gone), put);
    }
}

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let edit = (any::<Index>(), 0..40usize, any::<Index>(), 0..40usize, "[ -~\\n]{0,3}");
    let edit = edit.prop_map(|(at, gone, from, copied, new)| Edit { at, gone, from, copied, new });
    prop::collection::vec(edit, 0..4)
}

/// The first games of a file of the archive, in one of the formats; without what the older revision does not have.
fn sample(file: usize, games: usize, older: bool, format: Format) -> String {
    static ARCHIVE: std::sync::OnceLock<[String; 4]> = std::sync::OnceLock::new();
    let all = &ARCHIVE.get_or_init(|| std::array::from_fn(|n| archive(n + 1)))[file];
    let end = format!("%{games:05}%");
    let newer = |line: &&str| line.contains("%change_cards%") || line.contains("%points%");
    let lines = all.lines().take_while(|line| !line.starts_with(&end)).filter(|line| !(older && newer(line)));
    let text: String = lines.map(|line| format!("{line}\n")).collect();
    match format {
        Format::Official => text,
        _ => convert(&text, format).unwrap().text,
    }
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn a_spoilt_log_is_converted_or_refused(
        (file, games, older) in (0..4usize, 1..5usize, any::<bool>()),
        format in prop::sample::select(vec![Format::Official, Format::Fuji, Format::Records]),
        edits in edits(),
        cut in prop::option::of(any::<Index>()),
    ) {
        let mut text = sample(file, games, older, format).into_bytes();
        edits.iter().for_each(|edit| edit.apply(&mut text));
        if let Some(cut) = cut {
            text.truncate(cut.index(text.len() + 1));
        }
        let text = String::from_utf8_lossy(&text);
        for format in [Format::Official, Format::Fuji, Format::Records] {
            if let Ok(converted) = convert(&text, format) {
                let again = convert(&converted.text, format).map(|again| again.text);
                prop_assert!(again.is_ok(), "what was written cannot be read: {:?}", again.err());
                prop_assert!(again.unwrap() == converted.text, "what was written is read otherwise");
            }
        }
    }
}

fn short() -> &'static str {
    static SHORT: std::sync::OnceLock<String> = std::sync::OnceLock::new();
    SHORT.get_or_init(|| short_log(2))
}
