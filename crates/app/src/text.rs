//! Text in columns and paragraphs, as wide as the reader's screen.

use table::{Lang, Payoffs, Seat, label};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The widest line we write by ourselves where nobody says how wide the screen is.
pub(crate) const WIDTH: usize = 96;

/// How many columns a text takes; the codes of colours take none.
pub(crate) fn width(text: &str) -> usize {
    let mut parts = text.split('\x1b');
    let plain = parts.next().map_or(0, UnicodeWidthStr::width);
    plain + parts.map(|part| part.split_once('m').map_or(0, |(_, rest)| rest.width())).sum::<usize>()
}

/// The same text, padded with blanks to at least this many columns.
pub(crate) fn padded(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(width(text))))
}

/// Rows with every column as wide as its widest cell; the columns that are named lean left.
pub(crate) fn columns(rows: &[Vec<String>], left: &[usize]) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widest = |i: usize| rows.iter().filter_map(|row| row.get(i)).map(|cell| width(cell)).max();
    let widths: Vec<usize> = (0..count).map(|i| widest(i).unwrap_or(0)).collect();
    let cell = |(i, text): (usize, &String)| match left.contains(&i) {
        true => padded(text, widths[i]),
        false => format!("{}{text}", " ".repeat(widths[i].saturating_sub(width(text)))),
    };
    let line = |row: &Vec<String>| row.iter().enumerate().map(cell).collect::<Vec<_>>().join("   ");
    rows.iter().map(|row| format!("  {}\n", line(row).trim_end())).collect()
}

/// Items side by side, on as many lines of this width as they need.
pub(crate) fn flow(items: impl IntoIterator<Item = String>, between: &str, columns: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    for item in items {
        match lines.last_mut() {
            Some(line) if width(line) + width(between) + width(&item) <= columns => {
                line.push_str(between);
                line.push_str(&item);
            }
            _ => lines.push(format!("  {item}")),
        }
    }
    lines.join("\n")
}

/// A line of prose as wide as this was broken by hand, and goes on in the next one.
const BROKEN: usize = 92;

/// The same text with paragraphs in one line each, for a screen that is narrower than they were written for. The rows of
/// tables and the items of lists stay apart.
pub(crate) fn unfolded(text: &str) -> String {
    let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let (mut lines, mut goes_on): (Vec<String>, bool) = (Vec::new(), false);
    for line in text.split('\n') {
        match lines.last_mut() {
            Some(last) if goes_on && !begins(line.trim()) && indent(line) >= indent(last) => {
                last.push(' ');
                last.push_str(line.trim_start());
            }
            _ => lines.push(line.to_string()),
        }
        goes_on = width(line) >= BROKEN;
    }
    lines.join("\n")
}

/// Whether a line stands for itself: a blank one, a heading, an item of a list, a row of a table.
fn begins(line: &str) -> bool {
    let first = line.split(' ').next().unwrap_or_default();
    let numbered = first.strip_suffix('.').is_some_and(|number| number.parse::<u8>().is_ok());
    let marked = first.starts_with(['*', '#', '|']);
    first.is_empty() || marked || numbered || line.contains("   ")
}

/// The same text with every line that is wider than this broken between words; what goes on is indented a little
/// more than where it began. Only a word that is too wide by itself is broken.
pub(crate) fn fit(text: &str, columns: usize) -> String {
    let lines: Vec<String> = text.split('\n').map(|line| fit_line(line, columns.max(10))).collect();
    lines.join("\n")
}

fn fit_line(line: &str, columns: usize) -> String {
    if width(line) <= columns {
        return line.to_string();
    }
    // Blanks at the end need no line of their own.
    let line = line.trim_end_matches(' ');
    if width(line) <= columns {
        return line.to_string();
    }
    let indent = line.len() - line.trim_start_matches(' ').len();
    let deeper = " ".repeat((indent + 2).min(columns / 2));
    let (mut out, mut used) = (String::new(), 0);
    for piece in line.split_inclusive(' ').flat_map(|word| pieces(word, columns - deeper.len())) {
        let wide = width(piece.trim_end_matches(' '));
        if used > deeper.len() && used + wide > columns {
            out.truncate(out.trim_end_matches(' ').len());
            out = out + "\n" + &deeper;
            used = deeper.len();
        }
        out += piece;
        used += width(piece);
    }
    out
}

/// A word, in parts if it is wider than a line.
fn pieces(word: &str, columns: usize) -> Vec<&str> {
    let (mut parts, mut rest) = (Vec::new(), word);
    while width(rest.trim_end_matches(' ')) > columns && !rest.contains('\x1b') {
        let mut used = 0;
        let fits = |&(_, c): &(usize, char)| {
            used += c.width().unwrap_or(0);
            used > columns
        };
        let Some((cut, _)) = rest.char_indices().find(fits).filter(|&(cut, _)| cut > 0) else { break };
        let (part, more) = rest.split_at(cut);
        parts.push(part);
        rest = more;
    }
    parts.push(rest);
    parts
}

/// The same text without anything that is not ASCII, for a screen that knows nothing else.
pub(crate) fn ascii(text: &str) -> String {
    text.chars().map(|c| if c.is_ascii() { c.to_string() } else { spelled(c).to_string() }).collect()
}

/// The nearest that ASCII has, as wide as the original where it is part of a picture.
fn spelled(c: char) -> &'static str {
    match c {
        '·' | '○' => ".",
        '─' | '━' | '╴' | '╶' | '╸' | '╺' | '–' => "-",
        '│' | '┃' | '╵' | '╷' | '╹' | '╻' => "|",
        '\u{2500}'..='\u{257f}' => "+",
        '■' | '█' | '▟' => "#",
        '□' => "o",
        '▸' | '→' | '›' => ">",
        '←' => "<",
        '↑' => "^",
        '↓' => "v",
        '♠' => "S",
        '♥' => "H",
        '♦' => "D",
        '♣' => "C",
        '«' | '»' | '“' | '”' => "\"",
        '’' => "'",
        '±' => "+-",
        '×' | '✗' => "x",
        '✓' => "v",
        '…' => "~",
        '≠' => "!",
        _ => "?",
    }
}

/// The bounds of what can be anything.
pub(crate) const UNBOUNDED: (f64, f64) = (f64::NEG_INFINITY, f64::INFINITY);

/// An interval beside its value: the distance to its farther end, or both ends where that would leave what is
/// possible; few deals leave it open.
pub(crate) fn interval(value: f64, (low, high): (f64, f64), possible: (f64, f64), decimals: usize) -> String {
    let half = (value - low).max(high - value);
    if !half.is_finite() {
        "± ?".to_string()
    } else if value - half < possible.0 || value + half > possible.1 {
        format!("({low:.decimals$} to {high:.decimals$})")
    } else {
        format!("± {half:>0$.decimals$}", decimals + 3)
    }
}

/// A number with its noun: `1 deal`, `2 deals`.
pub(crate) fn counted(number: u64, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// A time that is not sure: `about 5 s`, `under 1 s`.
pub(crate) fn about(seconds: f64) -> String {
    if seconds < 1.0 { duration(seconds) } else { format!("about {}", duration(seconds)) }
}

/// A time as people say it.
pub(crate) fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 1.0 => "under 1 s".to_string(),
        s if s < 120.0 => format!("{s:.0} s"),
        s if s < 7200.0 => format!("{:.0} min", s / 60.0),
        s if s < 172_800.0 => format!("{:.1} h", s / 3600.0),
        s => format!("{:.1} days", s / 86_400.0),
    }
}

/// A signed number with this many decimals; a number shown as zero has no sign.
pub(crate) fn signed(value: f64, decimals: usize) -> String {
    let text = format!("{value:+.decimals$}");
    if text.trim_start_matches(['+', '-', '0', '.']).is_empty() { text.replace('-', "+") } else { text }
}

/// Points as people write them: signed, without empty decimals.
pub(crate) fn points(value: f64) -> String {
    let text = format!("{value:+.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if matches!(text, "+0" | "-0") { "0".to_string() } else { text.to_string() }
}

/// As much of a player's name as stands in a list of all seats.
const LONGEST_NAME: usize = 24;

/// What each seat has, in as many lines as it needs; `you` is the reader's seat.
pub(crate) fn scores(
    names: &[String],
    you: Option<Seat>,
    columns: usize,
    lang: Lang,
    score: impl Fn(Seat) -> f64,
) -> String {
    let own = lang.either("you", "あなた");
    let name = |seat: Seat| {
        if you == Some(seat) { own.to_string() } else { label(&names[seat.index()], LONGEST_NAME) }
    };
    let earned = |seat: Seat| format!("{seat} {} {}", name(seat), points(score(seat)));
    flow(Seat::all(names.len()).map(earned), "   ", columns)
}

/// Who won and what each seat earned; `you` is the reader's seat.
pub(crate) fn result(
    names: &[String],
    payoffs: &Payoffs,
    you: Option<Seat>,
    columns: usize,
    lang: Lang,
) -> String {
    let all = scores(names, you, columns, lang, |seat| payoffs.points[seat]);
    let winners: Vec<Seat> = Seat::all(names.len()).filter(|&seat| payoffs.wins[seat] > 0.0).collect();
    let verdict = lang.either(verdict as fn(&[Seat], Option<Seat>) -> String, verdict_ja);
    format!("{}\n{all}", verdict(&winners, you))
}

fn verdict_ja(winners: &[Seat], you: Option<Seat>) -> String {
    let name = |seat: &Seat| if you == Some(*seat) { "あなた".to_string() } else { seat.to_string() };
    let names: Vec<String> = winners.iter().map(name).collect();
    match winners {
        [] => "勝者はいません。".to_string(),
        [_] => format!("{}の勝ちです。", names[0]),
        _ => format!("{}が勝ちを分け合います。", names.join("と")),
    }
}

fn verdict(winners: &[Seat], you: Option<Seat>) -> String {
    let name = |seat: &Seat| if you == Some(*seat) { "you".to_string() } else { seat.to_string() };
    match *winners {
        [] => "Nobody wins.".to_string(),
        [winner] if you == Some(winner) => "You win.".to_string(),
        [winner] => format!("{winner} wins."),
        _ => format!("The win is shared by {}.", winners.iter().map(name).collect::<Vec<_>>().join(" and ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::BySeat;

    #[test]
    fn prose_is_put_together_and_tables_are_not() {
        let long = "x".repeat(BROKEN);
        let text = |next: &str| format!("  {long}\n{next}");
        for next in ["  goes on", "    goes on"] {
            assert_eq!(unfolded(&text(next)), format!("  {long} goes on"));
        }
        for next in ["", "  * an item", "  2. an item", "  a   row", "  | a | row |", "A heading", "  ## one"]
        {
            assert_eq!(unfolded(&text(next)), text(next));
        }
        assert_eq!(unfolded("short\nlines"), "short\nlines");
    }

    #[test]
    fn columns_are_aligned_and_leave_no_blanks_behind() {
        let row = |cells: [&str; 3]| cells.map(String::from).to_vec();
        let table = columns(&[row(["agent", "games", "note"]), row(["a", "12", ""])], &[0, 2]);
        assert_eq!(table, "  agent   games   note\n  a          12\n");
        let table = columns(&[row(["名前", "1", "x"]), row(["abc", "2", "y"])], &[0, 2]);
        assert_eq!(table, "  名前   1   x\n  abc    2   y\n", "wide characters take two columns");
    }

    #[test]
    fn long_lists_flow_onto_further_lines() {
        for columns in [40, WIDTH] {
            let text = flow((0..30).map(|i| format!("item-{i:02}")), "  ", columns);
            assert!(text.lines().count() > 1 && text.lines().all(|line| line.len() <= columns), "{text}");
        }
    }

    #[test]
    fn long_lines_are_broken_between_words() {
        let line = "  B heuristic  ?  SRC  « Shadow 51 %, Raider 49 %, Citizen 1 % »";
        assert_eq!(fit(line, 40), "  B heuristic  ?  SRC  « Shadow 51 %,\n    Raider 49 %, Citizen 1 % »");
        assert_eq!(fit("short\n\n  lines stay", 40), "short\n\n  lines stay");
        assert_eq!(fit("  padded    ", 10), "  padded", "blanks make no line");
        assert_eq!(fit("\x1b[1mexactly ten\x1b[0m", 11), "\x1b[1mexactly ten\x1b[0m");
        assert_eq!(fit("one-word-that-is-far-too-long", 12), "one-word-t\n  hat-is-far\n  -too-long");
        assert_eq!(fit("名前名前名前名前", 10), "名前名前\n  名前名前", "nothing is cut in halves");
        for columns in 20..60 {
            let fitted = fit(line, columns);
            assert!(fitted.lines().all(|line| width(line) <= columns), "{columns}: {fitted}");
            assert!(fitted.split_whitespace().eq(line.split_whitespace()), "{columns}: {fitted}");
        }
    }

    #[test]
    fn a_screen_of_ascii_is_spared_the_rest() {
        assert_eq!(ascii("kuhn · ┌─┐ 50 % ± 3 · 名"), "kuhn . +-+ 50 % +- 3 . ?");
        assert_eq!(ascii("A plays ♠5 ♥5."), "A plays S5 H5.", "suits are the letters that are typed");
    }

    #[test]
    fn intervals_stay_within_the_possible() {
        let share = |value, low, high| interval(value, (low, high), (0.0, 100.0), 1);
        assert_eq!(share(50.0, 40.0, 61.0), "± 11.0");
        assert_eq!(share(50.0, 45.0, 52.0), "±  5.0");
        assert_eq!(share(100.0, 72.2, 100.0), "(72.2 to 100.0)");
        assert_eq!(share(3.0, 1.0, 9.5), "(1.0 to 9.5)");
        assert_eq!(share(50.0, f64::NEG_INFINITY, f64::INFINITY), "± ?");
        assert_eq!(interval(-1.0, (-1.5, 0.0), UNBOUNDED, 3), "±  1.000");
    }

    #[test]
    fn a_result_is_told_in_both_languages() {
        let (names, seats) = (["first".to_string(), "mc".to_string()], [Seat::new(0), Seat::new(1)]);
        let told = |wins: [f64; 2], lang| {
            let by = |figures: [f64; 2]| BySeat::from_fn(2, |seat| figures[seat.index()]);
            let payoffs = Payoffs { points: by([1.0, -1.0]), wins: by(wins) };
            result(&names, &payoffs, Some(seats[0]), WIDTH, lang)
        };
        assert_eq!(told([1.0, 0.0], Lang::English), "You win.\n  A you +1   B mc -1");
        assert_eq!(told([1.0, 0.0], Lang::Japanese), "あなたの勝ちです。\n  A あなた +1   B mc -1");
        let verdict = |wins| told(wins, Lang::Japanese).lines().next().map(str::to_string);
        assert_eq!(verdict([0.0, 1.0]).as_deref(), Some("Bの勝ちです。"));
        assert_eq!(verdict([0.5, 0.5]).as_deref(), Some("あなたとBが勝ちを分け合います。"));
        assert_eq!(verdict([0.0, 0.0]).as_deref(), Some("勝者はいません。"));
    }

    #[test]
    fn points_are_short() {
        assert_eq!(
            [1.0, -2.0, 0.0, -0.001, 4.5, 1.0 / 3.0].map(points),
            ["+1", "-2", "0", "0", "+4.5", "+0.33"]
        );
        assert_eq!([-0.0, -1e-9, -0.5, 2.0].map(|x| signed(x, 3)), ["+0.000", "+0.000", "-0.500", "+2.000"]);
    }
}
