//! A view drawn: the tunnels, the goals, who has which tools, and the own hand.

use std::fmt::Write;

use table::{Picture, Scene};

use super::Saboteur;
use super::cards::{Edges, Goal, Side, Treasure};
use super::cells::Cell;
use crate::svg::Svg;

/// The three characters of a cell.
fn glyph(scene: &Scene<'_, Saboteur>, cell: Cell) -> String {
    let board = &scene.public.board;
    let goal = Goal::ALL.into_iter().find(|&goal| board.goal_cell(goal) == cell);
    let known = goal.and_then(|goal| scene.view.and_then(|view| view.private.known(goal)));
    match (board.at(cell), goal) {
        (Some(path), _) => {
            let (edges, side) = (path.edges(), |side| if path.edges().has(side) { '─' } else { ' ' });
            let middle = if path.is_dead_end() { 'x' } else { cross(edges) };
            format!("{}{middle}{}", side(Side::Left), side(Side::Right))
        }
        (None, Some(_)) => match known {
            Some(Treasure::Gold) => "[$]".to_string(),
            Some(_) => "[o]".to_string(),
            None => "[?]".to_string(),
        },
        (None, None) => " . ".to_string(),
    }
}

fn cross(edges: Edges) -> char {
    " ╵╶└╷│┌├╴┘─┴┐┤┬┼".chars().nth(usize::from(edges.bits())).unwrap_or(' ')
}

impl Picture for Saboteur {
    fn text(scene: &Scene<'_, Saboteur>) -> String {
        let (public, mut out) = (scene.public, String::new());
        let window = public.board.window();
        for y in window.rows() {
            let row: String = window.columns().map(|x| glyph(scene, Cell::at(x, y))).collect();
            writeln!(out, "  {y:>3} {}", row.trim_end()).expect("a string takes everything");
        }
        for seat in public.all() {
            let broken: Vec<String> = public.broken_tools(seat).iter().map(|tool| tool.to_string()).collect();
            let line = format!(
                "  {seat} {:<10} hand {} put away {} {} {}",
                scene.name(seat),
                public.hands[seat],
                public.discards[seat],
                broken.join(" "),
                scene.note(seat)
            );
            writeln!(out, "{}", line.trim_end()).expect("a string takes everything");
        }
        if let Some(view) = scene.view {
            let hand: Vec<String> = view.private.hand.cards().map(|card| card.to_string()).collect();
            writeln!(out, "  hand: {}", hand.join("  ")).expect("a string takes everything");
        }
        writeln!(out, "  {}", public.doing()).expect("a string takes everything");
        out
    }

    fn svg(scene: &Scene<'_, Saboteur>) -> String {
        let text = Saboteur::text(scene);
        let lines = text.lines().count() as i32;
        let mut sheet = Svg::new(640, 20 + 18 * lines);
        for (i, line) in text.lines().enumerate() {
            sheet.text((10, 20 + 18 * i as i32), 14, "font-family='monospace' xml:space='preserve'", line);
        }
        sheet.finish()
    }
}
