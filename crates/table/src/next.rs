//! The next event of a game that is played without a referee.

use crate::game::{Event, EventOf, Game, PublicState, Turn, View};
use crate::rng::Rng;
use crate::seat::Seat;

/// The event that comes next: chance draws its outcome, or one seat of the turn chooses by `act`; `None` once the
/// game is over.
///
/// Of seats that choose at once, the first around the table from `first` is asked. Its choice is applied before the
/// next is asked, so `act` must not look into envelopes; the [`crate::Referee`] asks all of them first.
#[inline]
pub fn next_event<G: Game>(
    game: &G,
    first: Seat,
    rng: &mut Rng,
    act: impl FnOnce(View<'_, G>, &mut Rng) -> G::Action,
) -> Option<EventOf<G>> {
    match game.public().turn() {
        Turn::Over => None,
        Turn::Chance => Some(Event::Chance(game.draw(rng))),
        Turn::Seats(set) => set.first_from(first).map(|seat| Event::Act(seat, act(game.view(seat), rng))),
    }
}

/// The event that comes next if everybody plays at random; `scratch` is a buffer.
#[inline]
pub fn random_event<G: Game>(game: &G, rng: &mut Rng, scratch: &mut Vec<G::Action>) -> Option<EventOf<G>> {
    next_event(game, Seat::new(0), rng, |view, rng| G::random_action(view, rng, scratch))
}
