//! The player that has solved the game: the whole of a small one, the last rounds of a large one, and of the real one
//! the first two rounds besides.

use std::path::Path;
use std::sync::{Arc, LazyLock, Mutex};

use games::Buzzard;
use games::buzzard::{Bid, Pot, Public, Rules, Utility};
use table::{Agent, Fault, Game, Mixed, Payoffs, Rng, Seat, SpecError, View};

use solve::{Endgame, Limits, Mix, OpeningValues, RoundPolicy, Setting, SolvedTable, State, solve_apart};

/// Games up to this many cards are solved whole for points, in well under a second.
const WHOLE: u8 = 9;

/// The same for the win, in about a second.
const WHOLE_FOR_THE_WIN: u8 = 8;

/// How many last rounds of a larger game are exact, unless said otherwise: some milliseconds each.
const USUAL_ROUNDS: usize = 7;

/// How many last rounds of the real game are exact, unless said otherwise: the first of them takes seconds.
const REAL_ROUNDS: usize = 10;

/// The number of values of ends the player remembers: 32 MiB.
const ROOM: usize = 4 << 20;

/// The first two rounds of the real game, solved on a graphics card: `docs/buzzard-solved.md` says how.
static REAL: LazyLock<OpeningValues> = LazyLock::new(|| {
    let setting = Setting::buzzard(15, solve::Pot::Carry).expect("15 cards are allowed");
    let bytes = include_bytes!("../../data/buzzard15.opening");
    OpeningValues::read(bytes, &setting).expect("a test reads the table that is built in")
});

/// The first two rounds of a game, if they are built in.
#[must_use]
pub fn built_in(setting: &Setting) -> Option<&'static OpeningValues> {
    let real = setting.start.rounds() == 15 && setting.pot == solve::Pot::Carry;
    real.then(|| &*REAL).filter(|real| real.setting() == setting)
}

/// Plays the exact equilibrium of the game for two, for points or for the win.
pub struct Exact {
    utility: Utility,
    first: Option<&'static OpeningValues>,
    book: Book,
    /// For the win: any bid is as good as another once the lead decides, and this one bids for points then.
    decided: Endgame,
    opening: Box<dyn Agent<Buzzard>>,
}

/// What an exact player is told.
#[derive(Clone, Copy, Debug, Default)]
pub struct ExactOptions<'a> {
    /// What it plays for; unless said what the game is played for.
    pub utility: Option<Utility>,
    /// How many last rounds are exact.
    pub rounds: Option<usize>,
    /// A table solved earlier.
    pub table: Option<&'a Path>,
}

enum Book {
    Whole(Arc<SolvedTable>),
    Ends(Endgame),
}

impl Exact {
    /// The last `rounds` rounds are played exactly, the ones before by `opening`. Unless said a small game is
    /// exact from the beginning, and the last 7 rounds of a larger one; of the real game for points the first two and
    /// the last ten, so that `opening` bids in three. A table solved earlier may be given as a file.
    ///
    /// # Errors
    /// Rules that are not solved, or a file that does not fit them.
    pub fn new(
        rules: &Rules,
        options: ExactOptions<'_>,
        opening: Box<dyn Agent<Buzzard>>,
    ) -> Result<Exact, SpecError> {
        let ExactOptions { utility, rounds, table } = options;
        let utility = utility.unwrap_or(rules.utility);
        let setting = setting(&Rules { utility, ..*rules })?;
        let whole = match utility {
            Utility::Points => WHOLE,
            Utility::Win => WHOLE_FOR_THE_WIN,
        };
        let ends = |most| Endgame::new(setting.pot, setting.utility, most, ROOM);
        let first = if rounds.is_none() && table.is_none() { built_in(&setting) } else { None };
        let book = match table {
            Some(path) => Book::Whole(load(path, &setting)?),
            None if rounds.is_none() && rules.cards <= whole => Book::Whole(solved(&setting)),
            None if first.is_some() => Book::Ends(ends(REAL_ROUNDS)),
            None => Book::Ends(ends(rounds.unwrap_or(USUAL_ROUNDS))),
        };
        let decided = Endgame::new(setting.pot, solve::Utility::Points, REAL_ROUNDS, ROOM);
        Ok(Exact { utility, first, book, decided, opening })
    }

    /// Optimal play of both, if this far from the end it is known.
    fn policy(&mut self, public: &Public) -> Option<RoundPolicy> {
        let (state, turned) = state(public, self.utility)?;
        if state.is_decided(turned)
            && let Ok(policy) = self.decided.policy(&state.clone().led_by(0), turned)
        {
            return Some(policy);
        }
        if let Some(policy) = self.first.and_then(|first| first.policy(&state, turned)) {
            return Some(policy);
        }
        match &mut self.book {
            Book::Whole(table) => table.policy(&state, turned),
            Book::Ends(endgame) => endgame.policy(&state, turned).ok(),
        }
    }
}

/// The game of these rules as the solver knows it.
///
/// # Errors
/// Only the game for two is solved.
pub fn setting(rules: &Rules) -> Result<Setting, SpecError> {
    if rules.seats != 2 {
        return Err(SpecError::bad(format!("exact play is solved for 2 seats, not {}", rules.seats)));
    }
    let (state, _) = state_of(Buzzard::new(rules).public(), None);
    Ok(Setting { start: state, pot: pot(rules.pot), utility: utility(rules.utility) })
}

/// What is played for, as the solver calls it.
#[must_use]
pub fn utility(utility: Utility) -> solve::Utility {
    match utility {
        Utility::Points => solve::Utility::Points,
        Utility::Win => solve::Utility::Win,
    }
}

fn pot(pot: Pot) -> solve::Pot {
    match pot {
        Pot::Carry => solve::Pot::Carry,
        Pot::Discard => solve::Pot::Discard,
    }
}

/// The state before the prize was turned up, and the prize; with the lead if it counts.
fn state(public: &Public, utility: Utility) -> Option<(State, i32)> {
    let prize = public.prize?;
    let (state, turned) = state_of(public, Some(i32::from(prize.value())));
    let [a, b] = [0, 1].map(|seat| i32::from(public.points[Seat::new(seat)]));
    match utility {
        Utility::Points => Some((state, turned)),
        Utility::Win => Some((state.led_by(a - b), turned)),
    }
}

fn state_of(public: &Public, turned: Option<i32>) -> (State, i32) {
    let hand = |seat| {
        let cards: Vec<u8> = public.hands[Seat::new(seat)].iter().map(Bid::value).collect();
        solve::BidSet::new(&cards).expect("a hand of the game is a hand of the solver")
    };
    let left = public.prizes_left.iter().map(|prize| i32::from(prize.value())).chain(turned);
    let prizes = solve::Prizes::new(&left.collect::<Vec<_>>()).expect("prizes are distinct and not 0");
    let state = State::new([hand(0), hand(1)], prizes, i32::from(public.carried));
    (state.expect("as many bids as prizes"), turned.unwrap_or(0))
}

fn load(path: &Path, setting: &Setting) -> Result<Arc<SolvedTable>, SpecError> {
    let table = SolvedTable::load(path, setting);
    table.map(Arc::new).map_err(|error| SpecError::bad(format!("{}: {error}", path.display())))
}

/// Every game is solved once a process.
static SOLVED: Mutex<Vec<Arc<SolvedTable>>> = Mutex::new(Vec::new());

fn solved(setting: &Setting) -> Arc<SolvedTable> {
    let mut solved = SOLVED.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if let Some(table) = solved.iter().find(|table| table.setting() == setting) {
        return table.clone();
    }
    let table =
        Arc::new(solve_apart(setting, &Limits::default()).expect("small games are within the limits"));
    solved.push(table.clone());
    table
}

fn shares(policy: &RoundPolicy, seat: Seat) -> &Mix {
    if seat == Seat::new(0) { &policy.a } else { &policy.b }
}

impl Agent<Buzzard> for Exact {
    fn begin_series(&mut self, seat: Seat, games: u32) {
        self.opening.begin_series(seat, games);
    }

    fn begin(&mut self, view: View<'_, Buzzard>, rng: &mut Rng) {
        self.opening.begin(view, rng);
    }

    fn see(&mut self, view: View<'_, Buzzard>, seen: &games::buzzard::Seen) {
        self.opening.see(view, seen);
    }

    fn act(&mut self, view: View<'_, Buzzard>, legal: &[Bid], rng: &mut Rng) -> Bid {
        let Some(policy) = self.policy(view.public) else { return self.opening.act(view, legal, rng) };
        let mut weights = [0.0; 15];
        let weights = &mut weights[..legal.len()];
        write_shares(&policy, view.seat, legal, weights);
        legal[rng.weighted(weights)]
    }

    fn end(&mut self, view: View<'_, Buzzard>, payoffs: &Payoffs) {
        self.opening.end(view, payoffs);
    }

    fn fault(&mut self) -> Option<Fault> {
        self.opening.fault()
    }

    /// Only if the opening can show its distribution too, or is never asked.
    fn mixed(&mut self) -> Option<&mut dyn Mixed<Buzzard>> {
        let whole = matches!(self.book, Book::Whole(_));
        if whole || self.opening.mixed().is_some() { Some(self) } else { None }
    }
}

fn write_shares(policy: &RoundPolicy, seat: Seat, legal: &[Bid], out: &mut [f64]) {
    let shares = shares(policy, seat);
    out.iter_mut().zip(legal).for_each(|(share, bid)| *share = shares.of(bid.value()));
}

impl Mixed<Buzzard> for Exact {
    fn mix(&mut self, view: View<'_, Buzzard>, legal: &[Bid], rng: &mut Rng, out: &mut [f64]) {
        match self.policy(view.public) {
            Some(policy) => write_shares(&policy, view.seat, legal, out),
            None => {
                let opening = self.opening.mixed().expect("`mixed` was asked first");
                opening.mix(view, legal, rng, out);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::buzzard::{Prize, TurnUp};
    use table::{Event, EventOf, Notation, Spec};

    fn real() -> (Rules, &'static OpeningValues) {
        let rules = Buzzard::read_rules(&Spec::named("buzzard"), 2).unwrap();
        (rules, built_in(&setting(&rules).unwrap()).expect("the real game is built in"))
    }

    #[test]
    fn the_built_in_table_is_whole() {
        let (_, opening) = real();
        assert!(opening.root().abs() <= opening.bound() && opening.bound() < 3e-5);
        let start = &opening.setting().start;
        for &prize in start.prizes().list() {
            let policy = opening.policy(start, prize).unwrap();
            assert!(policy.value.abs() <= opening.bound() && policy.a == policy.b, "{prize}");
            let mix: Vec<f64> = start.hands()[0].cards().map(|card| policy.a.of(card)).collect();
            assert!(opening.loss(start, prize, &mix).unwrap().abs() <= 2.0 * opening.bound(), "{prize}");
        }
        let smaller = Buzzard::read_rules(&"buzzard(cards=14)".parse().unwrap(), 2).unwrap();
        assert!(built_in(&setting(&smaller).unwrap()).is_none());
    }

    /// Plays rounds of the real game: the prize, then both bids.
    fn after(rules: &Rules, rounds: &[(i8, u8, u8)], turned: i8) -> Buzzard {
        let mut game = Buzzard::new(rules);
        let mut apply = |event: EventOf<Buzzard>| game.apply(&event);
        for &(prize, a, b) in rounds {
            apply(Event::Chance(TurnUp(Prize::new(prize).unwrap())));
            apply(Event::Act(Seat::new(0), Bid::new(a).unwrap()));
            apply(Event::Act(Seat::new(1), Bid::new(b).unwrap()));
        }
        apply(Event::Chance(TurnUp(Prize::new(turned).unwrap())));
        game
    }

    /// The shares of `exact` when `greedy` bids for what it has not solved.
    fn shares(rules: &Rules, game: &Buzzard, seat: usize) -> Vec<f64> {
        let greedy = Box::new(super::super::Greedy);
        let mut exact = Exact::new(rules, ExactOptions::default(), greedy).unwrap();
        let view = game.view(Seat::new(seat));
        let legal: Vec<Bid> = view.public.hands[Seat::new(seat)].iter().collect();
        let mut out = vec![0.0; legal.len()];
        exact.mixed().unwrap().mix(view, &legal, &mut Rng::new(1), &mut out);
        out
    }

    #[test]
    fn the_real_game_is_opened_from_the_table() {
        let (rules, opening) = real();
        for rounds in [&[][..], &[(10, 15, 11)], &[(-5, 12, 12)]] {
            let game = after(&rules, rounds, 8);
            let (state, turned) = state(game.public(), Utility::Points).unwrap();
            let policy = opening.policy(&state, turned).unwrap();
            for (seat, mix) in [&policy.a, &policy.b].into_iter().enumerate() {
                let wanted: Vec<f64> = state.hands()[seat].cards().map(|card| mix.of(card)).collect();
                assert_eq!(shares(&rules, &game, seat), wanted, "{rounds:?}");
            }
        }
    }

    #[test]
    fn between_table_and_ends_another_player_bids() {
        let (rules, _) = real();
        let played = [(10, 15, 11), (-5, 12, 12), (3, 1, 2), (4, 5, 3), (5, 6, 14)];
        for rounds in 2..5 {
            let game = after(&rules, &played[..rounds], 9);
            let greedy: Vec<f64> = shares(&rules, &game, 0);
            assert_eq!(greedy.iter().filter(|&&share| share == 1.0).count(), 1, "{rounds}");
            assert_eq!(greedy.last(), Some(&1.0), "the best prize left for the best card");
        }
    }
}
