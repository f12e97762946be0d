//! Finishes a game quickly, to see who would win it.

use table::{Advised, Agent, Event, EventOf, Game, HiddenRoles, Rng, Seat, View, next_event};

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

    /// Lets a seat do this in a world, and plays that to the end: a whole simulation.
    #[inline]
    fn run_from(&mut self, world: &mut G, seat: Seat, action: G::Action, rng: &mut Rng) {
        let event = Event::Act(seat, action);
        self.start();
        world.apply(&event);
        self.follow(world, &event);
        self.finish(world, seat, rng);
    }
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

/// A player quick enough for playouts, who remembers at most what a spectator could. [`Guided`] seats it itself.
pub trait Guide<G: Game>: Clone + Send {
    /// It sits down to a game itself: forget the last one. The stream is for what lasts a game; playouts begin with a
    /// guide as it was made.
    fn begin(&mut self, _rng: &mut Rng) {}

    /// Something happened, in the real game or in a simulation, as a spectator saw it.
    fn see(&mut self, _public: &G::Public, _seen: &G::Seen) {}

    /// Whether what happens makes any difference to it; if not, it need not be shown.
    fn watches(&self) -> bool {
        true
    }

    /// Chooses one of the legal actions for the seat of this view.
    fn act(&mut self, view: View<'_, G>, legal: &[G::Action], rng: &mut Rng) -> G::Action;
}

/// A [`Guide`] as a player: it chooses at the table as it does in playouts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Guided<P>(pub P);

impl<G: Game, P: Guide<G>> Agent<G> for Guided<P> {
    fn begin(&mut self, _view: View<'_, G>, rng: &mut Rng) {
        self.0.begin(rng);
    }

    fn see(&mut self, view: View<'_, G>, seen: &G::Seen) {
        self.0.see(view.public, &G::as_spectator(seen));
    }

    fn watches(&self) -> bool {
        self.0.watches()
    }

    fn act(&mut self, view: View<'_, G>, legal: &[G::Action], rng: &mut Rng) -> G::Action {
        self.0.act(view, legal, rng)
    }
}

impl<G: HiddenRoles, P: Advised<G>> Advised<G> for Guided<P> {
    fn reveal_role(&mut self, seat: Seat, role: G::Role) {
        self.0.reveal_role(seat, role);
    }
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

    /// The guide as it stands in the real game, to be told something.
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
        if self.then.watches() {
            self.then.see(world.public(), &world.seen(event, None));
        }
    }

    fn finish(&mut self, world: &mut G, first: Seat, rng: &mut Rng) {
        while let Some(event) = next_event(world, first, rng, |view, rng| self.ask(view, rng)) {
            world.apply(&event);
            self.follow(world, &event);
        }
    }
}
