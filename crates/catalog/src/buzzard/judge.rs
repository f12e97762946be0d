//! How far players are from the equilibrium in the first two rounds of a game too large to be exploited whole.
//!
//! A player is asked for its distribution; what a best reply in that round gains on it, if both play optimally
//! afterwards, is its loss. An optimal mixture loses nothing.

use games::Buzzard;
use games::buzzard::{Bid, Rules};
use rayon::prelude::*;
use table::{Enumerable, Event, EventOf, Game, Rng, Seat, Spec, SpecError, derive_seed};

use super::exploit::shown;
use solve::{Mix, OpeningValues, State};

/// The seat that is asked; the game is the same for both.
const ASKED: usize = 0;

/// A question: how to bid in the first or second round.
struct Question {
    path: Vec<EventOf<Buzzard>>,
    state: State,
    turned: i32,
}

/// What a player gives away a bid, in points.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// For each first prize, lowest first.
    pub first: Vec<(i32, f64)>,
    /// In each of the second rounds asked about.
    pub second: Vec<f64>,
}

impl Judged {
    /// The mean over first prizes, which are equally likely.
    pub fn first_mean(&self) -> f64 {
        self.first.iter().map(|(_, loss)| loss).sum::<f64>() / self.first.len() as f64
    }

    /// The mean over second rounds.
    pub fn second_mean(&self) -> f64 {
        self.second.iter().sum::<f64>() / self.second.len().max(1) as f64
    }

    /// The standard error of that mean: how much it owes to the second rounds that were drawn.
    pub fn second_error(&self) -> f64 {
        let (count, mean) = (self.second.len() as f64, self.second_mean());
        let squares: f64 = self.second.iter().map(|loss| (loss - mean).powi(2)).sum();
        (squares / (count - 1.0).max(1.0) / count.max(1.0)).sqrt()
    }
}

/// Asks a player for every first prize, and in this many second rounds that optimal play leads to; each question is repeated,
/// with random streams of its own, and takes the mean of its answers.
///
/// # Errors
/// If the player does not exist or cannot show its distribution.
pub fn judge(
    opening: &OpeningValues,
    rules: &Rules,
    agent: &Spec,
    (seconds, repeats): (usize, usize),
    seed: u64,
) -> Result<Judged, SpecError> {
    let prizes = opening.setting().start.prizes().list();
    let firsts: Vec<Question> = prizes.iter().map(|&prize| first(opening, rules, prize)).collect();
    let drawn = (0..seconds as u64).map(|k| second(opening, rules, &mut Rng::new(derive_seed(&[seed, k]))));
    let questions: Vec<Question> = firsts.into_iter().chain(drawn).collect();
    let ask = |(number, question): (usize, &Question)| {
        let mix = mean_mix(rules, agent, question, repeats, derive_seed(&[seed, 1, number as u64]))?;
        Ok(opening.loss(&question.state, question.turned, &mix).expect("a state of the first two rounds"))
    };
    let losses = questions.par_iter().enumerate().map(ask).collect::<Result<Vec<f64>, SpecError>>()?;
    let (first, second) = losses.split_at(prizes.len());
    Ok(Judged { first: prizes.iter().copied().zip(first.iter().copied()).collect(), second: second.to_vec() })
}

fn mean_mix(
    rules: &Rules,
    agent: &Spec,
    question: &Question,
    repeats: usize,
    seed: u64,
) -> Result<Vec<f64>, SpecError> {
    let legal: Vec<Bid> = question.state.hands()[ASKED].cards().filter_map(Bid::new).collect();
    let mut mean = vec![0.0; legal.len()];
    for repeat in 0..repeats {
        let mut rng = Rng::new(derive_seed(&[seed, repeat as u64]));
        let mix = shown(rules, &question.path, Seat::new(ASKED), &legal, agent, &mut rng)?;
        mean.iter_mut().zip(&mix).for_each(|(mean, share)| *mean += share / repeats as f64);
    }
    Ok(mean)
}

fn first(opening: &OpeningValues, rules: &Rules, prize: i32) -> Question {
    let path = vec![turn_up(&Buzzard::new(rules), prize)];
    Question { path, state: opening.setting().start.clone(), turned: prize }
}

/// A second round that follows optimal play.
fn second(opening: &OpeningValues, rules: &Rules, rng: &mut Rng) -> Question {
    let start = &opening.setting().start;
    let prize = one_of(start.prizes().list(), rng);
    let policy = opening.policy(start, prize).expect("the first round is known");
    let [a, b] = [drawn(&policy.a, rng), drawn(&policy.b, rng)];
    let bid = |seat, card| Event::Act(Seat::new(seat), Bid::new(card).expect("a card of the game"));
    let mut path = vec![turn_up(&Buzzard::new(rules), prize), bid(0, a), bid(1, b)];
    let state = opening.after(prize, (a, b)).expect("a game of two rounds at least");
    let turned = one_of(state.prizes().list(), rng);
    let mut game = Buzzard::new(rules);
    path.iter().for_each(|event| game.apply(event));
    path.push(turn_up(&game, turned));
    Question { path, state, turned }
}

fn one_of(prizes: &[i32], rng: &mut Rng) -> i32 {
    prizes[rng.below(prizes.len() as u32) as usize]
}

fn drawn(mix: &Mix, rng: &mut Rng) -> u8 {
    let (cards, shares): (Vec<u8>, Vec<f64>) = mix.iter().unzip();
    cards[rng.weighted(&shares)]
}

/// The event that turns this prize up.
fn turn_up(game: &Buzzard, prize: i32) -> EventOf<Buzzard> {
    let mut outcomes = Vec::new();
    game.outcomes(&mut outcomes);
    let event = outcomes.into_iter().map(|(outcome, _)| Event::Chance(outcome)).find(|event| {
        let mut next = *game;
        next.apply(event);
        next.public().prize.is_some_and(|turned| i32::from(turned.value()) == prize)
    });
    event.expect("a prize that is left")
}

#[cfg(test)]
mod tests {
    use super::*;
    use solve::{Cores, LevelTask, LevelsJob, Setting, solve_levels};
    use table::Notation;

    fn judged(agent: &str) -> Judged {
        let rules = Buzzard::read_rules(&"buzzard(cards=5)".parse().unwrap(), 2).unwrap();
        let setting: Setting = players::buzzard::setting(&rules).unwrap();
        let job = LevelsJob {
            setting: setting.clone(),
            task: LevelTask::Equilibrium,
            checkpoints: None,
            largest: 0,
            audit: 0,
        };
        let opening = OpeningValues::new(
            &setting,
            solve_levels(&job, &mut Cores { room: 1 << 30 }, &mut |_| ()).unwrap(),
        );
        judge(&opening, &rules, &agent.parse().unwrap(), (40, 2), 1).unwrap()
    }

    #[test]
    fn only_optimal_play_loses_nothing() {
        let exact = judged("exact");
        assert!(exact.first.len() == 5 && exact.second.len() == 40);
        assert!(exact.first.iter().all(|(_, loss)| loss.abs() < 1e-5), "{exact:?}");
        assert!(exact.second.iter().all(|loss| loss.abs() < 1e-5), "{exact:?}");
        assert!(exact.second_error() < 1e-5);
        let random = judged("random");
        assert!((0.01..0.5).contains(&random.second_error()), "{}", random.second_error());
        assert!(random.first_mean() > 0.3 && random.second_mean() > 0.3, "{random:?}");
        assert!(random.first.iter().all(|(_, loss)| *loss > -1e-9), "{random:?}");
    }
}
