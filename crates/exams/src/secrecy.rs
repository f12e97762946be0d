//! The secrecy exam, exhaustive on miniature rules: clauses 1 and 2. (Clause 3, the table of who sees what,
//! stands in each game's scenario file.)

use std::collections::HashMap;

use table::{Enumerable, EventOf, Game, HistoryIds, Notation, PublicState, Rng, Seat, View};

use crate::perft::next_events;
use crate::statistics::chi_square_p;
use crate::{Failed, demand};

/// What the exam went through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Secrecy {
    /// States of the whole tree.
    pub states: u64,
    /// Histories a seat can tell apart, over all seats.
    pub histories: u64,
    /// Worlds imagined and found where they belong.
    pub imagined: u64,
}

/// Everything that can be true for an observer that has seen one history.
struct Class<G: Game> {
    public: G::Public,
    private: Option<G::Private>,
    /// The first history of events found with it, as evidence.
    story: Vec<EventOf<G>>,
    worlds: HashMap<G, f64>,
}

/// Walks every state of these miniature rules and demands that
/// 1. equal histories of `Seen` give equal views, for every seat and for a spectator;
/// 2. every imagined world lies in the seat's information set, every member can be imagined, and they come
///    as often as physical cards and chance say.
pub fn secrecy<G: Enumerable + Notation>(rules: &G::Rules, seed: u64) -> Result<Secrecy, Failed> {
    let game = G::new(rules);
    let seats = game.public().seats();
    let observers = Seat::all(seats).map(Some).chain([None]).collect();
    let mut exam = Exam {
        observers,
        memories: HistoryIds::new(),
        classes: HashMap::new(),
        order: Vec::new(),
        states: 0,
    };
    exam.visit(&game, &vec![HistoryIds::<G::Seen>::EMPTY; seats + 1], 1.0, &mut Vec::new())?;
    let imagined = exam.imagine_all(&mut Rng::new(seed))?;
    Ok(Secrecy { states: exam.states, histories: exam.classes.len() as u64, imagined })
}

struct Exam<G: Game> {
    observers: Vec<Option<Seat>>,
    memories: HistoryIds<G::Seen>,
    classes: HashMap<(usize, u32), Class<G>>,
    /// The classes in the order found, so that the exam is the same every time.
    order: Vec<(usize, u32)>,
    states: u64,
}

impl<G: Enumerable + Notation> Exam<G> {
    fn visit(
        &mut self,
        game: &G,
        histories: &[u32],
        weight: f64,
        story: &mut Vec<EventOf<G>>,
    ) -> Result<(), Failed> {
        self.states += 1;
        for (observer, &history) in histories.iter().enumerate() {
            self.enter(game, observer, history, weight, story)?;
        }
        for (event, chance) in next_events(game) {
            let mut next = game.clone();
            next.apply(&event);
            let remember = |(observer, &history): (usize, &u32)| {
                self.memories.after(history, next.seen(&event, self.observers[observer]))
            };
            let histories: Vec<u32> = histories.iter().enumerate().map(remember).collect();
            story.push(event);
            self.visit(&next, &histories, weight * chance, story)?;
            story.pop();
        }
        Ok(())
    }

    /// Clause 1: what this observer sees now is what it saw whenever it had seen the same.
    fn enter(
        &mut self,
        game: &G,
        observer: usize,
        history: u32,
        weight: f64,
        story: &[EventOf<G>],
    ) -> Result<(), Failed> {
        let order = &mut self.order;
        let class = self.classes.entry((observer, history)).or_insert_with(|| {
            order.push((observer, history));
            Class {
                public: game.public().clone(),
                private: self.observers[observer].map(|seat| game.private(seat).clone()),
                story: story.to_vec(),
                worlds: HashMap::new(),
            }
        });
        let same = class.public == *game.public()
            && class.private.as_ref() == self.observers[observer].map(|seat| game.private(seat));
        demand(same, "secrecy 1, equal histories give equal views", || {
            let (one, other) = (tell::<G>(&class.story), tell::<G>(story));
            format!(
                "{} sees the same in [{one}] and in [{other}], but its view differs",
                name(self.observers[observer])
            )
        })?;
        *class.worlds.entry(game.clone()).or_insert(0.0) += weight;
        Ok(())
    }

    /// Clause 2 for every history of every seat.
    fn imagine_all(&self, rng: &mut Rng) -> Result<u64, Failed> {
        let mut imagined = 0;
        for key in &self.order {
            if let Some(seat) = self.observers[key.0] {
                imagined += imagine_class(seat, &self.classes[key], rng)?;
            }
        }
        Ok(imagined)
    }
}

/// Draws enough worlds that each would be missed with a chance below 1e-13, and compares their frequencies.
fn imagine_class<G: Notation>(seat: Seat, class: &Class<G>, rng: &mut Rng) -> Result<u64, Failed> {
    let total: f64 = sorted_weights(class).iter().sum();
    let rarest = sorted_weights(class)[0] / total;
    let draws = (30.0 / rarest).ceil() as u64;
    demand(draws <= 2_000_000, "secrecy 2, the rules are small enough to try every world", || {
        format!("a world of {seat} has probability {rarest:e}")
    })?;
    let private = class.private.as_ref().expect("a seat has a private view");
    let view = View { seat, public: &class.public, private };
    let mut counts: HashMap<G, f64> = HashMap::new();
    for _ in 0..draws {
        let world = G::imagine(view, rng);
        demand(
            class.worlds.contains_key(&world),
            "secrecy 2, imagined worlds lie in the information set",
            || format!("{seat} has seen [{}] but imagines {world:?}", tell::<G>(&class.story)),
        )?;
        *counts.entry(world).or_insert(0.0) += 1.0;
    }
    compare(seat, class, &counts, total, draws)?;
    Ok(draws)
}

fn sorted_weights<G: Game>(class: &Class<G>) -> Vec<f64> {
    let mut weights: Vec<f64> = class.worlds.values().copied().collect();
    weights.sort_by(f64::total_cmp);
    weights
}

fn compare<G: Notation>(
    seat: Seat,
    class: &Class<G>,
    counts: &HashMap<G, f64>,
    total: f64,
    draws: u64,
) -> Result<(), Failed> {
    let story = || tell::<G>(&class.story);
    let pairs = sorted_pairs(class, counts);
    demand(
        pairs.iter().all(|(_, count)| *count > 0.0),
        "secrecy 2, every possible world is imagined",
        || {
            let missed = pairs.iter().filter(|(_, count)| *count == 0.0).count();
            format!("{seat} has seen [{}]; {missed} of {} worlds never came", story(), pairs.len())
        },
    )?;
    let observed: Vec<f64> = pairs.iter().map(|(_, count)| *count).collect();
    let expected: Vec<f64> = pairs.iter().map(|(weight, _)| weight / total * draws as f64).collect();
    let p = chi_square_p(&observed, &expected);
    demand(p > 1e-6, "secrecy 2, worlds come as often as cards and chance say", || {
        format!("{seat} has seen [{}]; chi-square p = {p:e}: {observed:?} for {expected:?}", story())
    })
}

/// Weight and count of each world. The order does not matter to the statistic, but rounding wants one.
fn sorted_pairs<G: Game>(class: &Class<G>, counts: &HashMap<G, f64>) -> Vec<(f64, f64)> {
    let pair = |(world, weight): (&G, &f64)| (*weight, counts.get(world).copied().unwrap_or(0.0));
    let mut pairs: Vec<(f64, f64)> = class.worlds.iter().map(pair).collect();
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    pairs
}

fn name(observer: Option<Seat>) -> String {
    observer.map_or("a spectator".to_string(), |seat| format!("seat {seat}"))
}

fn tell<G: Notation>(story: &[EventOf<G>]) -> String {
    story.iter().map(ToString::to_string).collect::<Vec<_>>().join(" · ")
}
