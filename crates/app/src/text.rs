//! Text in columns and paragraphs.

use table::{Payoffs, Seat};

/// The widest line we write by ourselves.
pub(crate) const WIDTH: usize = 96;

/// Rows with every column as wide as its widest cell; the first column and, if asked, the last lean left.
pub(crate) fn columns(rows: &[Vec<String>], left: &[usize]) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |i: usize| rows.iter().filter_map(|row| row.get(i)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..count).map(|i| width(i).unwrap_or(0)).collect();
    let cell = |(i, text): (usize, &String)| match left.contains(&i) {
        true => format!("{text:<0$}", widths[i]),
        false => format!("{text:>0$}", widths[i]),
    };
    let line = |row: &Vec<String>| row.iter().enumerate().map(cell).collect::<Vec<_>>().join("   ");
    rows.iter().map(|row| format!("  {}\n", line(row).trim_end())).collect()
}

/// Items side by side, on as many lines as they need.
pub(crate) fn flow(items: impl IntoIterator<Item = String>, between: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for item in items {
        match lines.last_mut() {
            Some(line) if line.chars().count() + between.len() + item.chars().count() <= WIDTH => {
                line.push_str(between);
                line.push_str(&item);
            }
            _ => lines.push(format!("  {item}")),
        }
    }
    lines.join("\n")
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

/// So many of something: `1 deal`, `2 deals`.
pub(crate) fn counted(number: u64, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
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

/// Points as people write them: signed, without empty decimals.
pub(crate) fn points(value: f64) -> String {
    let text = format!("{value:+.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if matches!(text, "+0" | "-0") { "0".to_string() } else { text.to_string() }
}

/// Who won and what each seat earned; `you` is the seat of whoever reads it.
pub(crate) fn result(names: &[String], payoffs: &Payoffs, you: Option<Seat>) -> String {
    let name = |seat: Seat| if you == Some(seat) { "you" } else { names[seat.index()].as_str() };
    let earned = |seat: Seat| format!("{seat} {} {}", name(seat), points(payoffs.points[seat]));
    let all = flow(Seat::all(names.len()).map(earned), "   ");
    format!("{}\n{all}", verdict(payoffs, names.len(), you))
}

fn verdict(payoffs: &Payoffs, seats: usize, you: Option<Seat>) -> String {
    let winners: Vec<Seat> = Seat::all(seats).filter(|&seat| payoffs.wins[seat] > 0.0).collect();
    let name = |seat: &Seat| if you == Some(*seat) { "you".to_string() } else { seat.to_string() };
    match winners[..] {
        [] => "Nobody wins.".to_string(),
        [winner] if you == Some(winner) => "You win.".to_string(),
        [winner] => format!("{winner} wins."),
        _ => format!("The win is shared by {}.", winners.iter().map(name).collect::<Vec<_>>().join(" and ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned_and_leave_no_blanks_behind() {
        let row = |cells: [&str; 3]| cells.map(String::from).to_vec();
        let table = columns(&[row(["agent", "games", "note"]), row(["a", "12", ""])], &[0, 2]);
        assert_eq!(table, "  agent   games   note\n  a          12\n");
    }

    #[test]
    fn long_lists_flow_onto_further_lines() {
        let text = flow((0..30).map(|i| format!("item-{i:02}")), "  ");
        assert!(text.lines().count() > 1 && text.lines().all(|line| line.len() <= WIDTH), "{text}");
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
    fn points_are_short() {
        assert_eq!(
            [1.0, -2.0, 0.0, -0.001, 4.5, 1.0 / 3.0].map(points),
            ["+1", "-2", "0", "0", "+4.5", "+0.33"]
        );
    }
}
