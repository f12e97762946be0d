//! The exam for players: properties that all results rest on.
//!
//! Every question has a random stream of its own, so a player differs from another only by what it keeps.

use table::{Game, Player, PublicState, Rng};

use crate::statistics::{fits_p, same_source_p};
use crate::transcript::{Asked, Telling, Transcript, ask, play, revisit, stream};
use crate::{Failed, demand};

/// A right player fails a statistical clause once in a million questions of its kind.
const RARE: f64 = 1e-6;

/// How exactly a distribution sums to 1, and how exactly two that should be equal are.
const EXACT: f64 = 1e-9;

/// How much is asked: a number of positions, and how often each is asked.
const FEW_OF_MANY: (usize, usize) = (20, 16);
const MANY_OF_FEW: (usize, usize) = (2, 160);

/// A player to be examined: how it is made, and the rules of its table, where it sits on every seat.
pub struct PlayerExam<'a, G: Game> {
    rules: G::Rules,
    make: &'a dyn Fn() -> Player<G>,
    seed: u64,
}

impl<'a, G: Game> PlayerExam<'a, G> {
    /// Examines the players that `make` makes, from fixed seeds.
    pub fn new(rules: &G::Rules, make: &'a dyn Fn() -> Player<G>) -> PlayerExam<'a, G> {
        PlayerExam { rules: *rules, make, seed: 1 }
    }

    /// The same exam from another seed.
    pub fn with_seed(self, seed: u64) -> PlayerExam<'a, G> {
        PlayerExam { seed, ..self }
    }

    /// Every clause; what was not passed.
    pub fn all(&self) -> Vec<Failed> {
        let clauses =
            [Self::plays, Self::reused_equals_fresh, Self::mix_fits_act, Self::order_does_not_matter];
        let clauses = clauses.into_iter().chain([Self::asking_leaves_no_trace, Self::told_for_nothing]);
        clauses.filter_map(|clause| clause(self).err()).collect()
    }

    /// Plays a game to the end with legal actions.
    pub fn plays(&self) -> Result<(), Failed> {
        self.game(self.seed, &mut self.players()).map(|_| ())
    }

    /// A player that has played other games on other seats, and left one in the middle, plays like a new one.
    pub fn reused_equals_fresh(&self) -> Result<(), Failed> {
        let fresh = self.game(self.seed, &mut self.players())?;
        let mut players = self.players();
        players.rotate_left(1);
        self.game(self.seed + 1, &mut players)?;
        let half = fresh.questions.len() / 2;
        play(&self.rules, self.seed + 2, &mut players, Telling::Watchers, half)?;
        players.rotate_right(1);
        let reused = self.game(self.seed, &mut players)?;
        same("reused equals fresh", &fresh, &reused)
    }

    /// The distribution it shows sums to 1, and it chooses by it. Where the distribution itself depends on chance,
    /// its mean is what choices are compared with.
    pub fn mix_fits_act(&self) -> Result<(), Failed> {
        self.at_positions(|position| {
            let Some(mixes) = position.mixes(Order::AsListed)? else { return Ok(()) };
            let acts = position.choices(Order::AsListed);
            let p = if mixes.steady { fits_p(&acts, &mixes.sum) } else { same_source_p(&acts, &mixes.sum) };
            demand(p > RARE, "mix fits act", || {
                position.evidence(&format!("chose {acts:?}, showed {:?}, p = {p:.1e}", mixes.sum))
            })
        })
    }

    /// On a shuffled list it chooses with the same probabilities, and shows the same distribution.
    pub fn order_does_not_matter(&self) -> Result<(), Failed> {
        const CLAUSE: &str = "the order of the list does not matter";
        self.at_positions(|position| {
            let (listed, shuffled) = (position.choices(Order::AsListed), position.choices(Order::Shuffled));
            let p = same_source_p(&listed, &shuffled);
            demand(p > RARE, CLAUSE, || {
                position.evidence(&format!("chose {listed:?}, on shuffled lists {shuffled:?}, p = {p:.1e}"))
            })?;
            let (Some(listed), Some(shuffled)) =
                (position.mixes(Order::AsListed)?, position.mixes(Order::Shuffled)?)
            else {
                return Ok(());
            };
            demand(listed.agrees(&shuffled), CLAUSE, || {
                position.evidence(&format!("showed {:?}, on shuffled lists {:?}", listed.sum, shuffled.sum))
            })
        })
    }

    /// A player that was asked, once or several times, chooses like one that only watched.
    pub fn asking_leaves_no_trace(&self) -> Result<(), Failed> {
        let game = self.game(self.seed, &mut self.players())?;
        for asked in spread(&game.questions, FEW_OF_MANY.0) {
            let mut only_watched = None;
            revisit(&game, &self.rules, asked.seat, &mut (self.make)(), |truth, player, question| {
                if question.at == asked.at {
                    only_watched = Some(ask(truth, player, question, &mut stream(game.seed, question)));
                }
            })?;
            demand(only_watched == Some(asked.chosen), "asking leaves no trace", || {
                let who = asked.place();
                format!(
                    "{who}: asked before, it chose {:?}; had it only watched, {only_watched:?}",
                    asked.chosen
                )
            })?;
        }
        game.seats().try_for_each(|seat| {
            let mut strayed = None;
            revisit(&game, &self.rules, seat, &mut (self.make)(), |truth, player, question| {
                (0..2).for_each(|_| _ = ask(truth, player, question, &mut stream(!game.seed, question)));
                let again = ask(truth, player, question, &mut stream(game.seed, question));
                strayed = strayed.take().or((again != question.chosen).then(|| (question.place(), again)));
            })?;
            demand(strayed.is_none(), "asking leaves no trace", || {
                format!(
                    "asked three times at every question instead of once, it chose otherwise: {strayed:?}"
                )
            })
        })
    }

    /// A player that says that it does not watch plays the same when told.
    pub fn told_for_nothing(&self) -> Result<(), Failed> {
        let untold = self.game(self.seed, &mut self.players())?;
        let told = play(&self.rules, self.seed, &mut self.players(), Telling::All, usize::MAX)?;
        same("who does not watch plays the same when told", &untold, &told)
    }

    /// One player a seat.
    fn players(&self) -> Vec<Player<G>> {
        (0..G::new(&self.rules).public().seats()).map(|_| (self.make)()).collect()
    }

    fn game(&self, seed: u64, players: &mut [Player<G>]) -> Result<Transcript<G>, Failed> {
        play(&self.rules, seed, players, Telling::Watchers, usize::MAX)
    }

    /// Puts a new player that has watched the game so far before some of its questions: many of them a few
    /// times, for habits that chance has no part in, and a few many times, for those it has.
    fn at_positions(
        &self,
        mut check: impl FnMut(&mut Position<'_, G>) -> Result<(), Failed>,
    ) -> Result<(), Failed> {
        let game = self.game(self.seed, &mut self.players())?;
        for (positions, times) in [FEW_OF_MANY, MANY_OF_FEW] {
            for asked in spread(&game.questions, positions) {
                let mut result = Ok(());
                revisit(&game, &self.rules, asked.seat, &mut (self.make)(), |truth, player, question| {
                    if question.at == asked.at {
                        result = check(&mut Position { truth, player, question, times });
                    }
                })?;
                result?;
            }
        }
        Ok(())
    }
}

/// Two games that should be one.
fn same<G: Game>(clause: &'static str, one: &Transcript<G>, other: &Transcript<G>) -> Result<(), Failed> {
    let differ = one.questions.iter().zip(&other.questions).find(|(a, b)| a != b);
    demand(one.events == other.events && one.questions == other.questions, clause, || match differ {
        Some((a, b)) => format!("{}: {:?}, then {:?}", a.place(), a.chosen, b.chosen),
        None => format!("{} questions, then {}", one.questions.len(), other.questions.len()),
    })
}

/// At most this many of these, evenly spread.
fn spread<T>(all: &[T], most: usize) -> impl Iterator<Item = &T> {
    let count = all.len().min(most);
    (0..count).map(move |i| &all[(2 * i + 1) * all.len() / (2 * count)])
}

/// How the legal actions are listed to a player.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    AsListed,
    Shuffled,
}

/// A player before a question that it is asked many times.
struct Position<'a, G: Game> {
    truth: &'a G,
    player: &'a mut Player<G>,
    question: &'a Asked<G>,
    times: usize,
}

/// The distributions that were shown in a position, summed, in the order of the list.
struct Mixes {
    sum: Vec<f64>,
    /// Whether chance had no part in them.
    steady: bool,
}

impl Mixes {
    fn agrees(&self, other: &Mixes) -> bool {
        let near = |(a, b): (&f64, &f64)| (a - b).abs() < EXACT * self.sum.len() as f64 * a.max(1.0);
        match self.steady && other.steady {
            true => self.sum.iter().zip(&other.sum).all(near),
            false => same_source_p(&self.sum, &other.sum) > RARE,
        }
    }
}

impl<G: Game> Position<'_, G> {
    /// The stream of one of many questions, another one for each purpose.
    fn luck(&self, time: usize, purpose: u64) -> Rng {
        stream(table::derive_seed(&[purpose, time as u64]), self.question)
    }

    /// The list for one of many questions.
    fn list(&self, time: usize, order: Order) -> Vec<G::Action> {
        let mut list = self.question.legal.clone();
        if order == Order::Shuffled {
            let mut rng = self.luck(time, 9);
            (1..list.len()).rev().for_each(|i| list.swap(i, rng.below(i as u32 + 1) as usize));
        }
        list
    }

    fn place(&self, action: G::Action) -> Option<usize> {
        self.question.legal.iter().position(|&legal| legal == action)
    }

    /// How often it chose each legal action. What is not legal is the business of another clause.
    fn choices(&mut self, order: Order) -> Vec<f64> {
        let mut counts = vec![0.0; self.question.legal.len()];
        for time in 0..self.times {
            let question = Asked { legal: self.list(time, order), ..self.question.clone() };
            let mut rng = self.luck(time, 1 + u64::from(order == Order::Shuffled));
            let chosen = ask(self.truth, self.player, &question, &mut rng);
            self.place(chosen).into_iter().for_each(|place| counts[place] += 1.0);
        }
        counts
    }

    /// The distributions it shows; nothing if it shows none.
    fn mixes(&mut self, order: Order) -> Result<Option<Mixes>, Failed> {
        let actions = self.question.legal.len();
        let mut all = Mixes { sum: vec![0.0; actions], steady: true };
        for time in 0..self.times {
            let (list, mut rng) =
                (self.list(time, order), self.luck(time, 3 + u64::from(order == Order::Shuffled)));
            let mut untouched = rng.clone();
            let Some(mix) = self.mix(&list, &mut rng) else { return Ok(None) };
            all.steady &= rng.bits() == untouched.bits();
            let fair = (mix.iter().sum::<f64>() - 1.0).abs() < EXACT && mix.iter().all(|share| *share >= 0.0);
            demand(fair, "a mix sums to 1", || self.evidence(&format!("{mix:?}")))?;
            let mut placed = vec![0.0; actions];
            list.iter().zip(mix).for_each(|(action, share)| placed[self.place(*action).unwrap_or(0)] = share);
            all.sum.iter_mut().zip(&placed).for_each(|(sum, share)| *sum += share);
        }
        Ok(Some(all))
    }

    fn mix(&mut self, list: &[G::Action], rng: &mut Rng) -> Option<Vec<f64>> {
        let Player::Agent(agent) = &mut *self.player else { return None };
        let mut out = vec![0.0; list.len()];
        agent.mixed()?.mix(self.truth.view(self.question.seat), list, rng, &mut out);
        Some(out)
    }

    fn evidence(&self, what: &str) -> String {
        format!("{} of {:?}: {what}", self.question.place(), self.question.legal)
    }
}
