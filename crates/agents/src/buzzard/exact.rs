//! The player that has solved the game: the whole of a small one, the last rounds of a large one.

use std::path::Path;
use std::sync::{Arc, Mutex};

use games::Buzzard;
use games::buzzard::{Bid, Pot, Public, Rules, Utility};
use table::{Agent, Fault, Game, Mixed, Payoffs, Rng, Seat, SpecError, View};

use super::solve::{self, Endgame, Limits, Mix, Policy, Setting, State, Table};

/// Games up to this many cards are solved whole, in well under a second.
const WHOLE: u8 = 9;

/// How many last rounds of a larger game are exact, unless said otherwise: some milliseconds each.
const USUAL_ROUNDS: usize = 7;

/// How many values of ends the player remembers: 32 MiB.
const ROOM: usize = 4 << 20;

/// Plays the exact equilibrium in points of the game for two.
pub struct Exact {
    book: Book,
    opening: Box<dyn Agent<Buzzard>>,
}

enum Book {
    Whole(Arc<Table>),
    Ends(Endgame),
}

impl Exact {
    /// The last `rounds` rounds are played exactly, the ones before by `opening`. Unless said a small game is
    /// exact from the beginning, and the last 7 rounds of a larger one. A table solved earlier may be given as
    /// a file.
    ///
    /// # Errors
    /// Rules that are not solved, or a file that does not fit them.
    pub fn new(
        rules: &Rules,
        rounds: Option<usize>,
        table: Option<&Path>,
        opening: Box<dyn Agent<Buzzard>>,
    ) -> Result<Exact, SpecError> {
        let setting = setting(rules)?;
        let book = match table {
            Some(path) => Book::Whole(load(path, &setting)?),
            None if rounds.is_none() && rules.cards <= WHOLE => Book::Whole(solved(&setting)),
            None => Book::Ends(Endgame::new(setting.pot, rounds.unwrap_or(USUAL_ROUNDS), ROOM)),
        };
        Ok(Exact { book, opening })
    }

    /// Optimal play of both, if this far from the end it is known.
    fn policy(&mut self, public: &Public) -> Option<Policy> {
        let (state, turned) = state(public)?;
        match &mut self.book {
            Book::Whole(table) => table.policy(&state, turned),
            Book::Ends(endgame) => endgame.policy(&state, turned).ok(),
        }
    }
}

/// The game of these rules as the solver knows it.
///
/// # Errors
/// Only the game for two, played for points, is solved.
pub fn setting(rules: &Rules) -> Result<Setting, SpecError> {
    if rules.seats != 2 {
        return Err(SpecError::bad(format!("exact play is solved for 2 seats, not {}", rules.seats)));
    }
    if rules.utility != Utility::Points {
        return Err(SpecError::bad("exact play is solved for points: leave out `utility=win`"));
    }
    let (state, _) = state_of(Buzzard::new(rules).public(), None);
    Ok(Setting { start: state, pot: pot(rules.pot) })
}

fn pot(pot: Pot) -> solve::Pot {
    match pot {
        Pot::Carry => solve::Pot::Carry,
        Pot::Discard => solve::Pot::Discard,
    }
}

/// The state before the prize was turned up, and the prize.
fn state(public: &Public) -> Option<(State, i32)> {
    let prize = public.prize?;
    Some(state_of(public, Some(i32::from(prize.value()))))
}

fn state_of(public: &Public, turned: Option<i32>) -> (State, i32) {
    let hand = |seat| {
        let cards: Vec<u8> = public.hands[Seat::new(seat)].iter().map(Bid::value).collect();
        solve::Hand::new(&cards).expect("a hand of the game is a hand of the solver")
    };
    let left = public.prizes_left.iter().map(|prize| i32::from(prize.value())).chain(turned);
    let prizes = solve::Prizes::new(&left.collect::<Vec<_>>()).expect("prizes are distinct and not 0");
    let state = State::new([hand(0), hand(1)], prizes, i32::from(public.carried));
    (state.expect("as many bids as prizes"), turned.unwrap_or(0))
}

fn load(path: &Path, setting: &Setting) -> Result<Arc<Table>, SpecError> {
    let table = Table::load(path, setting);
    table.map(Arc::new).map_err(|error| SpecError::bad(format!("{}: {error}", path.display())))
}

/// Every game is solved once a process.
static SOLVED: Mutex<Vec<Arc<Table>>> = Mutex::new(Vec::new());

fn solved(setting: &Setting) -> Arc<Table> {
    let mut solved = SOLVED.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if let Some(table) = solved.iter().find(|table| table.setting() == setting) {
        return table.clone();
    }
    let table = Arc::new(solve_apart(setting));
    solved.push(table.clone());
    table
}

/// Solves on threads of its own. A worker of the caller's pool would, while it waits, take up other work,
/// which might want the lock that this one holds.
fn solve_apart(setting: &Setting) -> Table {
    let solve =
        || solve::solve(setting, &Limits::default(), &|_| ()).expect("small games are within the limits");
    let apart = || match rayon::ThreadPoolBuilder::new().build() {
        Ok(pool) => pool.install(solve),
        Err(_) => solve(),
    };
    std::thread::scope(|scope| scope.spawn(apart).join()).expect("the solver does not panic")
}

fn shares(policy: &Policy, seat: Seat) -> &Mix {
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

fn write_shares(policy: &Policy, seat: Seat, legal: &[Bid], out: &mut [f64]) {
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
