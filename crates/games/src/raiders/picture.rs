//! A view drawn: the ring of areas with who stands there, and a line a seat.

use std::fmt::Write;

use table::{Notation, Picture, Scene, Seat};

use super::Raiders;
use super::cards::{Character, Equipment};
use crate::svg::Svg;

/// Who a seat is, as far as this eye knows.
fn character(scene: &Scene<'_, Raiders>, seat: Seat) -> Option<Character> {
    let own = scene.view.filter(|view| view.seat == seat).and_then(|view| view.private.character);
    scene.public.shown[seat].or(own)
}

fn row(scene: &Scene<'_, Raiders>, seat: Seat) -> String {
    let public = scene.public;
    let who = character(scene, seat).map_or("?", Character::word);
    let area = public.area(seat).map_or("-", |area| area.word());
    let equipment: Vec<&str> = public.equipment[seat].iter().map(Equipment::word).collect();
    let state = if public.living.contains(seat) { "" } else { "out" };
    let (name, damage) = (scene.name(seat), public.damage[seat]);
    format!(
        "  {seat} {name:<8} {who:<9} {damage:>2} {state:<3} {area:<11} {} {}",
        equipment.join(" "),
        scene.note(seat)
    )
}

impl Picture for Raiders {
    fn text(scene: &Scene<'_, Raiders>) -> String {
        let mut out =
            format!("{} · turn {}\n\n", Raiders::write_rules(&scene.public.rules), scene.public.turns);
        for seat in Seat::all(scene.public.seats()) {
            writeln!(out, "{}", row(scene, seat).trim_end()).expect("a string takes everything");
        }
        out
    }

    fn svg(scene: &Scene<'_, Raiders>) -> String {
        let mut sheet = Svg::new(760, 60 + 24 * scene.public.seats() as i32);
        for seat in Seat::all(scene.public.seats()) {
            sheet.text((24, 40 + 24 * seat.index() as i32), 14, "", row(scene, seat));
        }
        sheet.finish()
    }
}
