//! Finishes a game quickly, to see who would win it.

use table::{Event, EventOf, Game, PublicState, Rng, Seat, SeatSet, Turn, View};

/// Finishes games for a search.
pub trait Playout<G: Game>: Send {
    /// A real game begins.
    fn begin(&mut self) {}

    /// Something happened in the real game, as a spectator saw it.
    fn see(&mut self, _public: &G::Public, _seen: &G::Seen) {}

    /// What the player of these playouts would do here without thinking, if they know one.
    fn usual(&mut self, _view: View<'_, G>, _legal: &[G::Action], _rng: &mut Rng) -> Option<G::Action> {
        None
    }

    /// A simulation begins where the real game stands.
    fn start(&mut self) {}

    /// The simulation has applied an event before the playout took over.
    fn follow(&mut self, _world: &G, _event: &EventOf<G>) {}

    /// Plays to the end, seats that choose at once in the order around the table from `first`.
    fn finish(&mut self, world: &mut G, first: Seat, rng: &mut Rng);
}

/// Of these seats, the one that comes first around the table from `first`.
///
/// A search that thinks in this order from its own seat on uses its luck the same way on every seat, so
/// that a turned table gives the turned choice.
#[inline]
pub(crate) fn foremost(set: SeatSet, first: Seat) -> Option<Seat> {
    set.minus(SeatSet::all(first.index())).first().or(set.first())
}

/// Every action equally likely.
#[derive(Clone, Debug)]
pub struct RandomPlayout<G: Game> {
    scratch: Vec<G::Action>,
}

impl<G: Game> Default for RandomPlayout<G> {
    fn default() -> Self {
        RandomPlayout { scratch: Vec::new() }
    }
}

impl<G: Game> Playout<G> for RandomPlayout<G> {
    #[inline]
    fn finish(&mut self, world: &mut G, first: Seat, rng: &mut Rng) {
        while let Some(event) =
            next_event(world, first, rng, |view, rng| G::random_action(view, rng, &mut self.scratch))
        {
            world.apply(&event);
        }
    }
}

/// What happens next, if the game is not over and whoever must choose chooses like this.
#[inline]
fn next_event<G: Game>(
    world: &G,
    first: Seat,
    rng: &mut Rng,
    act: impl FnOnce(View<'_, G>, &mut Rng) -> G::Action,
) -> Option<EventOf<G>> {
    match world.public().turn() {
        Turn::Over => None,
        Turn::Chance => Some(Event::Chance(world.draw(rng))),
        Turn::Seats(set) => foremost(set, first).map(|seat| Event::Act(seat, act(world.view(seat), rng))),
    }
}

/// A player quick enough for playouts, who remembers at most what a spectator could.
pub trait Guide<G: Game>: Clone + Send {
    /// Something happened, in the real game or in a simulation, as a spectator saw it.
    fn see(&mut self, _public: &G::Public, _seen: &G::Seen) {}

    /// Chooses one of the legal actions for the seat of this view.
    fn act(&mut self, view: View<'_, G>, legal: &[G::Action], rng: &mut Rng) -> G::Action;
}

/// Every seat plays like one [`Guide`].
#[derive(Clone, Debug)]
pub struct GuidedPlayout<G: Game, P> {
    fresh: P,
    now: P,
    then: P,
    legal: Vec<G::Action>,
}

impl<G: Game, P: Guide<G>> GuidedPlayout<G, P> {
    /// Plays like this guide, who has seen nothing yet.
    pub fn new(guide: P) -> Self {
        GuidedPlayout { fresh: guide.clone(), now: guide.clone(), then: guide, legal: Vec::new() }
    }

    /// The guide as it stands in the real game, for whoever can tell it something.
    pub fn guide(&mut self) -> &mut P {
        &mut self.now
    }

    fn ask(&mut self, view: View<'_, G>, rng: &mut Rng) -> G::Action {
        self.legal.clear();
        G::legal(view, &mut self.legal);
        match self.legal[..] {
            [only] => only,
            _ => self.then.act(view, &self.legal, rng),
        }
    }
}

impl<G: Game, P: Guide<G>> Playout<G> for GuidedPlayout<G, P> {
    fn begin(&mut self) {
        self.now.clone_from(&self.fresh);
    }

    fn see(&mut self, public: &G::Public, seen: &G::Seen) {
        self.now.see(public, seen);
    }

    fn usual(&mut self, view: View<'_, G>, legal: &[G::Action], rng: &mut Rng) -> Option<G::Action> {
        Some(self.now.act(view, legal, rng))
    }

    fn start(&mut self) {
        self.then.clone_from(&self.now);
    }

    fn follow(&mut self, world: &G, event: &EventOf<G>) {
        self.then.see(world.public(), &world.seen(event, None));
    }

    fn finish(&mut self, world: &mut G, first: Seat, rng: &mut Rng) {
        while let Some(event) = next_event(world, first, rng, |view, rng| self.ask(view, rng)) {
            world.apply(&event);
            self.follow(world, &event);
        }
    }
}
