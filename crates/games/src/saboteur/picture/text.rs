//! The picture as lines of text: three by three characters a card, the seats and the story beside the board.

use table::{Scene, Seat};

use super::{Lying, Place, frame, is_acting, lately, own_role, place, secrets, shown_role, title};
use crate::saboteur::{Card, Cell, Face, Path, Saboteur, Side, Treasure};
use crate::text::{columns, padded};

/// What stands beside the board needs at least this much.
const PANEL: usize = 37;

/// Passages by their edges: up 1, right 2, down 4, left 8.
const LINES: [char; 16] = [' ', '╹', '╺', '┗', '╻', '┃', '┏', '┣', '╸', '┛', '━', '┻', '┓', '┫', '┳', '╋'];

/// A card as three lines of three characters: its arms, and in the middle what they make or this mark.
///
/// ```text
///      ┃                                  ╹
///     ━╋    passage UDL         dead end ╸x╺
///      ┃                                      (and nothing below)
/// ```
fn tunnel(path: Path, mark: Option<char>) -> [String; 3] {
    let dead = path.is_dead_end();
    let arm = |side: Side, whole: char, stub: char| match path.edges().contains(side) {
        true if dead => stub,
        true => whole,
        false => ' ',
    };
    let line = LINES[usize::from(path.edges().bits())];
    let middle = mark.unwrap_or(if dead { 'x' } else { line });
    let (left, right) = (arm(Side::Left, '━', '╸'), arm(Side::Right, '━', '╺'));
    let (up, down) = (arm(Side::Up, '┃', '╹'), arm(Side::Down, '┃', '╻'));
    [format!(" {up} "), format!("{left}{middle}{right}"), format!(" {down} ")]
}

fn lying(card: &Lying) -> [String; 3] {
    let mark = match card.treasure {
        _ if card.start => Some('S'),
        Some(Treasure::Gold) => Some('$'),
        Some(_) => Some('o'),
        None => None,
    };
    let thin = |line: String| if card.reached { line } else { line.chars().map(thinner).collect() };
    tunnel(card.path, mark).map(thin)
}

/// The same line, thin: a tunnel that is cut off from the start.
fn thinner(line: char) -> char {
    let thin = [' ', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼'];
    LINES.iter().position(|&heavy| heavy == line).map_or(line, |place| thin[place])
}

fn cell(scene: &Scene<'_, Saboteur>, cell: Cell) -> [String; 3] {
    let dot = |middle: &str| ["   ", middle, "   "].map(String::from);
    match place(scene, cell) {
        Place::Blank => dot(" · "),
        Place::End => dot(" + "),
        Place::Hidden(known) => {
            let face = match known {
                None => "?",
                Some(Treasure::Gold) => "$",
                Some(_) => "o",
            };
            ["┌─┐".to_string(), format!("│{face}│"), "└─┘".to_string()]
        }
        Place::Card(card) => lying(&card),
    }
}

/// The board with its columns above and its rows at the left.
fn board(scene: &Scene<'_, Saboteur>) -> Vec<String> {
    let frame = frame(scene.public);
    let columns: String = frame.columns().map(|x| format!("{x:>2} ")).collect();
    let mut lines = vec![format!("     {columns}")];
    for y in frame.rows() {
        let cells: Vec<[String; 3]> = frame.columns().map(|x| cell(scene, Cell::at(x, y))).collect();
        for part in 0..3 {
            let label = if part == 1 { y.to_string() } else { String::new() };
            let row: String = cells.iter().map(|cell| cell[part].as_str()).collect();
            lines.push(format!("{label:>4} {row}"));
        }
    }
    lines
}

/// A text, cut where it takes more columns.
fn short(text: &str, most: usize) -> String {
    if columns(text) <= most {
        return text.to_string();
    }
    let mut kept = text.to_string();
    while columns(&kept) >= most {
        kept.pop();
    }
    kept + "…"
}

/// `▸ B random      5    1  lan car`
fn seat_line(scene: &Scene<'_, Saboteur>, seat: Seat) -> String {
    let public = scene.public;
    let marker = if is_acting(public, seat) { '▸' } else { ' ' };
    let tools = public.broken_tools(seat).iter().map(|tool| short_tool(tool.term(scene.lang)));
    let broken = tools.collect::<Vec<_>>().join(" ");
    let state = shown_role(public, seat).map_or(broken, |role| role.term(scene.lang).to_string());
    let (hand, away, gold) = (public.hands[seat], public.discards[seat], public.gold[seat]);
    let name = padded(&short(scene.name(seat), 8), 8);
    let gold = if gold == 0 { String::new() } else { gold.to_string() };
    format!("{marker} {seat} {name} {hand:>4} {away:>4}  {} {gold:>1}", padded(&state, 11))
}

/// The beginning of a tool's name: three columns.
fn short_tool(tool: &str) -> String {
    tool.chars().take(3 / columns(&tool[..tool.chars().next().map_or(0, char::len_utf8)]).max(1)).collect()
}

/// A note in as many lines as it needs.
fn noted(note: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in note.split(' ').filter(|word| !word.is_empty()) {
        match lines.last_mut() {
            Some(line) if columns(line) + 1 + columns(word) <= width => *line += &format!(" {word}"),
            _ => lines.push(format!("      {word}")),
        }
    }
    lines
}

/// What stands beside the board: who one is, the seats, and as much of the story as there is room for.
fn panel(scene: &Scene<'_, Saboteur>, width: usize, height: usize) -> Vec<String> {
    let lang = scene.lang;
    let mut lines: Vec<String> = own_role(scene).into_iter().chain(secrets(scene)).collect();
    lines.push(String::new());
    lines.push(
        lang.either("  seat       hand away  broken      $", "  席         手札 捨札 壊れた道具  $")
            .to_string(),
    );
    for seat in scene.public.all() {
        lines.push(seat_line(scene, seat));
        lines.extend(noted(scene.note(seat), width));
    }
    if scene.public.gold.as_slice().iter().any(|&cards| cards > 0) {
        let told = lang.either("  $ gold cards, 1 to 3 nuggets each", "  $ 金カード(1 枚に金塊 1〜3 個)");
        lines.push(told.to_string());
    }
    lines.push(String::new());
    let room = height.saturating_sub(lines.len()).max(4);
    let mut story: Vec<String> = lately(scene.public, lang).take(room).collect();
    story.reverse();
    lines.extend(story);
    lines.into_iter().map(|line| short(&line, width)).collect()
}

/// Two blocks side by side.
fn beside(left: &[String], right: &[String]) -> Vec<String> {
    let wide = left.iter().map(|line| line.chars().count()).max().unwrap_or(0) + 2;
    let line = |i: usize| {
        let (left, right) = (left.get(i).map_or("", String::as_str), right.get(i).map_or("", String::as_str));
        format!("{left:<wide$}{right}")
    };
    (0..left.len().max(right.len())).map(line).collect()
}

/// A card of the hand: how it looks, and its name.
fn held(scene: &Scene<'_, Saboteur>, card: Card) -> [String; 4] {
    let [top, middle, bottom] = match card.face() {
        Face::Tunnel(path) => tunnel(path, None),
        Face::Break(_) => ["", " ✗ ", ""].map(String::from),
        Face::Repair(_) => ["", " ✓ ", ""].map(String::from),
        Face::Rockfall => ["", "▗▟▖", ""].map(String::from),
        Face::Map => ["┌─┐", "│?│", "└─┘"].map(String::from),
    };
    [top, middle, bottom, card.term(scene.lang)]
}

/// The hand in rows as wide as the page.
fn hand(scene: &Scene<'_, Saboteur>) -> Vec<String> {
    let Some(view) = scene.view else { return Vec::new() };
    let mut lines: Vec<String> = Vec::new();
    let mut row: [String; 4] = Default::default();
    for card in view.private.hand.cards() {
        let card = held(scene, card);
        let wide = card.iter().map(|line| columns(line)).max().unwrap_or(0) + 3;
        if columns(&row[0]) + wide > scene.width.saturating_sub(7) && !row[0].is_empty() {
            lines.extend(std::mem::take(&mut row));
        }
        row.iter_mut().zip(card).for_each(|(row, part)| *row += &padded(&part, wide));
    }
    lines.extend(row);
    let name = scene.lang.either("  hand", "  手札");
    let label = |(i, line)| format!("{}{line}", padded(if i == 1 { name } else { "" }, 7));
    lines.into_iter().enumerate().map(label).collect()
}

pub(super) fn draw(scene: &Scene<'_, Saboteur>) -> String {
    let board = board(scene);
    let wide = board.iter().map(|line| line.chars().count()).max().unwrap_or(0) + 2;
    let mut lines = vec![format!("  {}", title(scene))];
    // The hand first: on a low screen the end stays in sight, and there stand who one is, the board and its goals.
    if scene.view.is_some_and(|view| !view.private.hand.is_empty()) {
        lines.extend(hand(scene));
    }
    match scene.width.checked_sub(wide).filter(|&left| left >= PANEL) {
        Some(left) => lines.extend(beside(&board, &panel(scene, left, board.len()))),
        None => {
            lines.extend(board);
            lines.extend(
                panel(scene, scene.width.max(PANEL) - 2, 0).into_iter().map(|line| format!("  {line}")),
            );
        }
    }
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}
