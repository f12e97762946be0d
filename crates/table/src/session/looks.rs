//! Pictures of a table: as one observer sees it now, as it was when a part of the game ended, and face up.

use super::table::Table;
use crate::game::{Game, PublicState, View};
use crate::lang::Lang;
use crate::notation::{Notation, Picture, Scene, Shape};
use crate::seat::Seat;
use crate::spec::Spec;

impl<G: Notation + Picture> Table<G> {
    /// A picture of what this observer sees now.
    pub(super) fn draw(&self, observer: Option<Seat>, picture: impl Fn(Scene<'_, G>) -> String) -> String {
        if !self.is_here(observer) {
            return String::new();
        }
        let notes = self.noted.as_ref().filter(|noted| Some(noted.seat) == observer);
        let notes = notes.map_or(&[][..], |noted| &noted.shown);
        picture(scene(self.referee.truth(), observer).with_names(&labels(&self.names)).with_notes(notes))
    }

    /// The last picture of each part that ended after this number of events. The picture of this moment is not among
    /// them.
    pub(super) fn draw_closed(
        &self,
        observer: Option<Seat>,
        event: usize,
        picture: impl Fn(Scene<'_, G>) -> String,
    ) -> Vec<String> {
        let names = labels(&self.names);
        let (mut truth, mut last) = (G::new(self.referee.public().rules()), None);
        let mut pictures = Vec::new();
        for (i, happened) in self.history.events.iter().enumerate().filter(|_| self.is_here(observer)) {
            truth.apply(happened);
            let closed = G::has_closed(truth.public()) && i >= event;
            let now = closed.then(|| picture(scene(&truth, observer).with_names(&names)));
            if now.is_none() {
                pictures.extend(last.take());
            }
            last = now;
        }
        pictures
    }
}

fn scene<G: Game>(truth: &G, observer: Option<Seat>) -> Scene<'_, G> {
    match observer {
        None => Scene::spectator(truth.public()),
        Some(seat) => Scene::of(truth.view(seat)),
    }
}

/// The table with what every seat holds beside it, for games that are over and for readers who may see everything.
pub fn face_up<G: Picture>(truth: &G, names: &[String], lang: Lang, width: usize) -> String {
    laid_open(truth, names, lang, |scene| G::text(&scene.within(width)))
}

/// The same, drawn for a page.
pub fn face_up_svg<G: Picture>(truth: &G, names: &[String], lang: Lang, shape: Shape) -> String {
    laid_open(truth, names, lang, |scene| G::svg(&scene.shaped(shape)))
}

fn laid_open<G: Picture>(
    truth: &G,
    names: &[String],
    lang: Lang,
    picture: impl Fn(Scene<'_, G>) -> String,
) -> String {
    let open: Vec<View<'_, G>> = Seat::all(truth.public().seats()).map(|seat| truth.view(seat)).collect();
    let held: Vec<String> = open.iter().map(|&view| G::held(view, lang)).collect();
    let names = labels(names);
    picture(scene(truth, None).face_up(&open).with_names(&names).with_notes(&held).in_lang(lang))
}

/// Upper limit on the characters of a label beside a seat.
pub const LONGEST_LABEL: usize = 16;

fn labels(names: &[String]) -> Vec<String> {
    names.iter().map(|name| label(name, LONGEST_LABEL)).collect()
}

/// The label of a player at a table: the parameter `name` of its spec, or the spec itself, cut to `longest` characters.
/// Control characters, which could play tricks on a terminal, are escaped.
pub fn label(player: &str, longest: usize) -> String {
    let spec: Option<Spec> = player.parse().ok();
    let name = spec.as_ref().and_then(|spec| spec.get("name")).unwrap_or(player);
    let is_odd = |c: char| {
        c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    let plain: String =
        name.chars().flat_map(|c| if is_odd(c) { c.escape_default().collect() } else { vec![c] }).collect();
    match plain.chars().nth(longest) {
        Some(_) => plain.chars().take(longest.saturating_sub(1)).chain(['…']).collect(),
        None => plain,
    }
}
