//! The player that thinks: it tries its plays in imagined worlds, and lets quick players play on.

use std::sync::LazyLock;

use games::daihinmin::{Action, Chance, Daihinmin, Line, Phase, Seen};
use search::playout::{Playout, RandomPlayout};
use search::{Halving, HalvingRule, ScaleFor, Searcher};
use table::{
    Agent, Event, EventOf, Game, Mixed, Param, Params, Rng, Seat, SeatSet, SpecError, Thought, Values, View,
    WordParam, next_event,
};

use super::Quick;
use super::carried::{carried, points};
use super::endgame::EndgameSolver;
use super::finish::Finish;
use super::rule::Rule;
use super::worlds::{Level, Worlds};
use crate::params::{MS, NO_YES, SIMS, budget};

const DOUBT: Param = Param::number(
    "doubt",
    "0.5",
    "by how many standard errors another action must beat the rule's to be played",
    0.0,
    100.0,
);
const BELIEF: WordParam<Level> = WordParam::new(
    "belief",
    "play",
    "what it reads into what happened: uniform (nothing), exchange, or play (and that others play like rule)",
    &[("uniform", Level::Uniform), ("exchange", Level::Exchange), ("play", Level::Play)],
);
const STEPS: Param = Param::number(
    "steps",
    "10",
    "for belief=play: how often a change of two cards is weighed between two worlds",
    1.0,
    100.0,
);
const SPREAD: Param = Param::number(
    "spread",
    "0.6",
    "for belief=play: how far from the rule's choice others may be",
    0.01,
    100.0,
);
const GUIDE: WordParam<bool> = WordParam::new(
    "guide",
    "rule",
    "who plays the games on: rule, or random",
    &[("rule", true), ("random", false)],
);
const VALUE: WordParam<ScaleFor<Daihinmin>> = WordParam::new(
    "value",
    "carried",
    "what it plays for: carried (this game and the rest of the block), or points (this game)",
    &[("carried", carried), ("points", points)],
);
const BLOCK: Param = Param::new(
    "block",
    "",
    "after so many games the ranks are forgotten, in place of what the rules say",
    Values::Number(1.0, 10_000.0),
);
/// Whether plays are looked for that nobody can cut into.
const MATE: WordParam<bool> =
    WordParam::new("mate", "yes", "whether it looks for plays that nobody can cut into, yes or no", NO_YES);
/// Whether the game of the last two is solved.
const SOLVER: WordParam<bool> =
    WordParam::new("solver", "yes", "whether it solves the game of the last two, yes or no", NO_YES);

impl Mc {
    /// Its parameters.
    pub const PARAMS: &'static [&'static [Param]] =
        &[&[SIMS, MS, DOUBT, BELIEF.param, STEPS, SPREAD, GUIDE.param, VALUE.param, BLOCK], Quick::PARAMS];

    /// Reads its parameters.
    ///
    /// # Errors
    /// Values that cannot be.
    pub fn read(params: &mut Params<'_>) -> Result<Mc, SpecError> {
        let (budget, aim) = (budget(params, &SIMS)?, params.choice(&VALUE)?);
        let rule = HalvingRule { doubt: params.number(&DOUBT)?, narrow };
        let (steps, spread) = (params.number(&STEPS)?, params.number(&SPREAD)?);
        let belief = Worlds::new(params.choice(&BELIEF)?, steps, spread, Rule::default());
        let finish = finish(params)?;
        let playout = Playouts::new(params.choice(&GUIDE)?, finish.solver.clone());
        let search = Searcher::with(Halving::new(rule), budget, aim, belief, playout);
        let search = search.preparing(|_, worlds, playouts| {
            worlds.restart();
            playouts.forget();
        });
        Ok(Mc { search, finish, block: params.maybe_number(&BLOCK)?, thought: false })
    }
}

impl Quick {
    /// Its parameters.
    pub const PARAMS: &'static [Param] = &[MATE.param, SOLVER.param];

    /// Reads its parameters.
    ///
    /// # Errors
    /// Values that cannot be.
    pub fn read(params: &mut Params<'_>) -> Result<Quick, SpecError> {
        Ok(Quick { finish: finish(params)?, rule: Rule::default() })
    }
}

/// Which sure plays a spec asks to look for.
fn finish(params: &mut Params<'_>) -> Result<Finish, SpecError> {
    let solver = params.choice(&SOLVER)?.then(EndgameSolver::default);
    Ok(Finish { mate: params.choice(&MATE)?, solver })
}

/// The number of the rule's favourites that are considered.
const FAVOURITES: usize = 16;

/// Leaves the rule's favourites.
pub fn narrow(view: View<'_, Daihinmin>, actions: &mut Vec<Action>) {
    static RULE: LazyLock<Rule> = LazyLock::new(Rule::default);
    if actions.len() > FAVOURITES {
        let mut scored: Vec<(f32, Action)> = Vec::with_capacity(actions.len());
        RULE.each_score(view, actions, |action, score| scored.push((score, action)));
        scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        actions.clear();
        actions.extend(scored.iter().take(FAVOURITES).map(|(_, action)| *action));
        actions.sort_unstable();
    }
}

/// Plays games on, and solves them once two are left.
pub struct Playouts {
    rule: Option<Rule>,
    random: RandomPlayout<Daihinmin>,
    legal: Vec<Action>,
    solver: Option<EndgameSolver>,
}

/// Limits of a solution in a playout: cards and nodes.
const SOLVED: (u8, u32) = (10, 300);

impl Playouts {
    /// Games played on by the rule, or else at random; and solved by this solver, if there is one.
    pub fn new(guided: bool, solver: Option<EndgameSolver>) -> Playouts {
        let rule = guided.then(Rule::default);
        Playouts { rule, random: RandomPlayout::default(), legal: Vec::new(), solver }
    }

    /// Forgets what was solved.
    pub fn forget(&mut self) {
        self.solver.iter_mut().for_each(EndgameSolver::forget);
    }

    /// Lets a seat do this, and the rule play on until none of these seats holds a card.
    pub(super) fn run_until_out(
        &mut self,
        world: &mut Daihinmin,
        (seat, action): (Seat, Action),
        seats: SeatSet,
        rng: &mut Rng,
    ) {
        world.apply(&Event::Act(seat, action));
        while !world.public().holding.and(seats).is_empty() {
            match self.next(world, seat, rng) {
                Some(event) => world.apply(&event),
                None => return,
            }
        }
    }

    /// What happens next if the rule plays.
    fn next(&mut self, world: &Daihinmin, first: Seat, rng: &mut Rng) -> Option<EventOf<Daihinmin>> {
        let (rule, legal) = (self.rule.as_ref().expect("it is guided"), &mut self.legal);
        next_event(world, first, rng, |view: View<'_, Daihinmin>, _: &mut Rng| {
            legal.clear();
            Daihinmin::legal(view, legal);
            rule.choose(view, legal)
        })
    }

    /// Ranks the last two, if it can tell who goes out first.
    fn solve(&mut self, world: &mut Daihinmin) -> bool {
        let public = world.public();
        let left = |seat: Seat| public.left[seat];
        if public.holding.len() != 2 || public.holding.map(left).sum::<u8>() > SOLVED.0 {
            return false;
        }
        let solver = self.solver.as_mut().filter(|_| public.phase == Phase::Play);
        let Some(first) = solver.and_then(|solver| solver.winner(world, SOLVED.1)) else { return false };
        let line: Line = [first].into_iter().chain(public.holding.without(first)).collect();
        world.apply(&Event::Chance(Chance::Lots(line)));
        true
    }
}

impl Playout<Daihinmin> for Playouts {
    fn usual(&mut self, view: View<'_, Daihinmin>, legal: &[Action], _rng: &mut Rng) -> Option<Action> {
        self.rule.as_ref().map(|rule| rule.choose(view, legal))
    }

    fn finish(&mut self, world: &mut Daihinmin, first: Seat, rng: &mut Rng) {
        if self.rule.is_none() {
            return self.random.finish(world, first, rng);
        }
        while !self.solve(world) {
            match self.next(world, first, rng) {
                Some(event) => world.apply(&event),
                None => return,
            }
        }
    }
}

/// The player that thinks: sure plays first, and a search for the rest.
pub struct Mc {
    search: Searcher<Daihinmin, Halving<Daihinmin>, Worlds, Playouts>,
    finish: Finish,
    block: Option<u16>,
    /// Whether the last choice took a thought.
    thought: bool,
}

impl Mixed<Daihinmin> for Mc {
    /// All on one action.
    fn mix(&mut self, view: View<'_, Daihinmin>, legal: &[Action], rng: &mut Rng, out: &mut [f64]) {
        let sure = self.finish.find(view, legal, rng);
        self.thought = sure.is_none();
        let Some(sure) = sure else {
            let mut public = *view.public;
            public.rules.block = self.block.unwrap_or(public.rules.block);
            return self.search.mix(View { public: &public, ..view }, legal, rng, out);
        };
        out.iter_mut().zip(legal).for_each(|(out, &action)| *out = f64::from(u8::from(action == sure)));
    }
}

impl Agent<Daihinmin> for Mc {
    fn begin(&mut self, view: View<'_, Daihinmin>, rng: &mut Rng) {
        self.search.begin(view, rng);
    }

    fn see(&mut self, view: View<'_, Daihinmin>, seen: &Seen) {
        self.search.see(view, seen);
    }

    fn act(&mut self, view: View<'_, Daihinmin>, legal: &[Action], rng: &mut Rng) -> Action {
        let mut mix = vec![0.0; legal.len()];
        self.mix(view, legal, rng, &mut mix);
        legal[rng.weighted(&mix)]
    }

    fn thoughts(&self, view: View<'_, Daihinmin>) -> Vec<Thought<Action>> {
        if self.thought { self.search.thoughts(view) } else { Vec::new() }
    }

    fn mixed(&mut self) -> Option<&mut dyn Mixed<Daihinmin>> {
        Some(self)
    }
}
