//! The saboteurs of the paper on break cards, who dig and pass like those of the other paper.

use games::Saboteur;
use games::saboteur::{Action, Public, Role, Seen};
use search::playout::Guide;
use table::{EventOf, Game, Oracle, Rng, Seat, View};

use super::breaking::{Blow, Cheat, Normal};
use super::choose::{aside, discard, farther, repair_self};
use super::distance::Distances;
use super::papers::{Papers, PlayStyle};

/// A saboteur who plays its break cards by the score of what everybody knows; a digger like any other.
#[derive(Clone, Copy, Debug)]
pub struct Breaker {
    normal: Normal,
    digger: Papers,
}

impl Breaker {
    /// One who breaks by this function and digs in this style.
    pub fn new(normal: Normal, style: PlayStyle) -> Breaker {
        Breaker { normal, digger: Papers::new(style) }
    }

    /// What it does if its break cards stay in the hand this turn.
    pub fn otherwise(view: View<'_, Saboteur>, legal: &[Action], rng: &mut Rng) -> Action {
        sabotage(view, legal, rng, || None)
    }
}

/// Repairs its own tools; breaks another's if that is decided; is in the way where it can; passes.
fn sabotage(
    view: View<'_, Saboteur>,
    legal: &[Action],
    rng: &mut Rng,
    decide: impl FnOnce() -> Option<Blow>,
) -> Action {
    if let Some(action) =
        aside(view.public, legal).or_else(|| repair_self(view.seat, view.public, legal, rng))
    {
        return action;
    }
    if let Some((tool, whom)) = decide() {
        return Action::Break(tool, whom);
    }
    let board = &view.public.board;
    let block =
        if view.public.may_dig(view.seat) { farther(board, &Distances::of(board), legal, rng) } else { None };
    block.unwrap_or_else(|| discard(view, rng))
}

impl Guide<Saboteur> for Breaker {
    fn begin(&mut self, rng: &mut Rng) {
        self.digger.begin(rng);
    }

    fn see(&mut self, public: &Public, seen: &Seen) {
        self.digger.see(public, seen);
    }

    fn act(&mut self, view: View<'_, Saboteur>, legal: &[Action], rng: &mut Rng) -> Action {
        if view.private.role != Some(Role::Saboteur) {
            return self.digger.act(view, legal, rng);
        }
        sabotage(view, legal, rng, || self.normal.decide(view.public, view.seat, view.private.hand))
    }
}

/// The same with the function that reads the others' hands: the paper's reference.
#[derive(Clone, Copy, Debug)]
pub struct Cheater {
    cheat: Cheat,
    digger: Papers,
}

impl Cheater {
    /// One who breaks by this function and digs in this style.
    pub fn new(cheat: Cheat, style: PlayStyle) -> Cheater {
        Cheater { cheat, digger: Papers::new(style) }
    }
}

impl Oracle<Saboteur> for Cheater {
    fn begin(&mut self, _truth: &Saboteur, _seat: Seat, rng: &mut Rng) {
        self.digger.begin(rng);
    }

    fn see(&mut self, truth: &Saboteur, _seat: Seat, event: &EventOf<Saboteur>) {
        self.digger.see(truth.public(), &truth.seen(event, None));
    }

    fn act(&mut self, truth: &Saboteur, seat: Seat, legal: &[Action], rng: &mut Rng) -> Action {
        let view = truth.view(seat);
        if view.private.role != Some(Role::Saboteur) {
            return self.digger.act(view, legal, rng);
        }
        sabotage(view, legal, rng, || self.cheat.decide(truth, seat))
    }
}
