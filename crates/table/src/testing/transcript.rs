//! Games that can be revisited: who was asked what and when, and what was chosen.

use super::{Failed, demand};
use crate::agent::Player;
use crate::game::{Event, EventOf, Game, Turn};
use crate::rng::{Rng, Stream, derive_seed};
use crate::seat::{BySeat, Seat};

/// No game of the house lasts longer.
const MOST_EVENTS: usize = 100_000;

/// A question that was asked, and its answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Asked<G: Game> {
    /// How many events had happened.
    pub(super) at: usize,
    pub(super) seat: Seat,
    pub(super) legal: Vec<G::Action>,
    pub(super) chosen: G::Action,
}

impl<G: Game> Asked<G> {
    pub(super) fn place(&self) -> String {
        format!("seat {} after {} events", self.seat, self.at)
    }
}

/// A game as it was played.
pub(super) struct Transcript<G: Game> {
    pub(super) seed: u64,
    pub(super) events: Vec<EventOf<G>>,
    pub(super) questions: Vec<Asked<G>>,
    seats: usize,
}

impl<G: Game> Transcript<G> {
    pub(super) fn seats(&self) -> impl Iterator<Item = Seat> + use<G> {
        Seat::all(self.seats)
    }
}

/// Who is told what happens.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Telling {
    /// Those who say that they watch, and those who cheat.
    Watchers,
    /// Everybody.
    All,
}

/// The random stream of one question: of the seed, the seat and what has happened, and of nothing else.
pub(super) fn stream<G: Game>(seed: u64, question: &Asked<G>) -> Rng {
    Rng::new(derive_seed(&[seed, 2 + question.seat.index() as u64, question.at as u64]))
}

/// Plays one game, or as much of it as takes `most` questions.
pub(super) fn play<G: Game>(
    rules: &G::Rules,
    seed: u64,
    players: &mut [Player<G>],
    telling: Telling,
    most: usize,
) -> Result<Transcript<G>, Failed> {
    let mut truth = G::new(rules);
    let (seats, mut dealer) = (G::seats(truth.public()), Rng::stream(seed, Stream::Dealer));
    let mut envelopes = BySeat::new(seats, None);
    let mut game = Transcript { seed, events: Vec::new(), questions: Vec::new(), seats };
    game.seats().for_each(|seat| begin(&truth, seat, &mut players[seat.index()]));
    let told: Vec<Seat> =
        game.seats().filter(|seat| telling == Telling::All || watches(&players[seat.index()])).collect();
    while game.questions.len() < most {
        let Some(event) = game.next_event(&truth, &mut dealer, &mut envelopes, players)? else {
            game.seats().for_each(|seat| end(&truth, seat, &mut players[seat.index()]));
            break;
        };
        truth.apply(&event);
        game.events.push(event);
        told.iter().for_each(|&seat| tell(&truth, seat, &mut players[seat.index()], &event));
        demand(game.events.len() < MOST_EVENTS, "the game ends", || {
            format!("not after {MOST_EVENTS} events")
        })?;
    }
    Ok(game)
}

impl<G: Game> Transcript<G> {
    /// What happens next, if the game goes on. All seats of a turn choose before the first choice is applied.
    fn next_event(
        &mut self,
        truth: &G,
        dealer: &mut Rng,
        envelopes: &mut BySeat<Option<G::Action>>,
        players: &mut [Player<G>],
    ) -> Result<Option<EventOf<G>>, Failed> {
        let mut set = match G::turn(truth.public()) {
            Turn::Over => return Ok(None),
            Turn::Chance => return Ok(Some(Event::Chance(truth.draw(dealer)))),
            Turn::Seats(set) => set,
        };
        for seat in set {
            if envelopes[seat].is_none() {
                envelopes[seat] = Some(self.choose(truth, seat, &mut players[seat.index()])?);
            }
        }
        let seat = set.next().expect("a turn of seats has a seat");
        Ok(envelopes[seat].take().map(|action| Event::Act(seat, action)))
    }

    /// What a seat chooses now; it is not asked where it has no choice.
    fn choose(&mut self, truth: &G, seat: Seat, player: &mut Player<G>) -> Result<G::Action, Failed> {
        let mut legal = Vec::new();
        G::legal(truth.view(seat), &mut legal);
        if let [only] = legal[..] {
            return Ok(only);
        }
        let mut asked = Asked { at: self.events.len(), seat, chosen: legal[0], legal };
        asked.chosen = ask(truth, player, &asked, &mut stream(self.seed, &asked));
        let (chosen, fault) = (asked.chosen, fault(player));
        demand(fault.is_none(), "plays to the end", || format!("{}: {fault:?}", asked.place()))?;
        demand(asked.legal.contains(&chosen), "chooses a legal action", || {
            format!("{}: {chosen:?} of {:?}", asked.place(), asked.legal)
        })?;
        self.questions.push(asked);
        Ok(chosen)
    }
}

/// Shows a player on one seat the game once more, and stops before each question that this seat was asked.
pub(super) fn revisit<G: Game>(
    game: &Transcript<G>,
    rules: &G::Rules,
    seat: Seat,
    player: &mut Player<G>,
    mut each: impl FnMut(&G, &mut Player<G>, &Asked<G>),
) {
    let mut truth = G::new(rules);
    begin(&truth, seat, player);
    let told = watches(player);
    let mut questions = game.questions.iter().filter(|asked| asked.seat == seat).peekable();
    for (at, event) in game.events.iter().enumerate() {
        if let Some(asked) = questions.next_if(|asked| asked.at == at) {
            each(&truth, player, asked);
        }
        truth.apply(event);
        if told {
            tell(&truth, seat, player, event);
        }
    }
}

/// Asks a player.
pub(super) fn ask<G: Game>(
    truth: &G,
    player: &mut Player<G>,
    question: &Asked<G>,
    rng: &mut Rng,
) -> G::Action {
    match player {
        Player::Agent(agent) => agent.act(truth.view(question.seat), &question.legal, rng),
        Player::Oracle(oracle) => oracle.act(truth, question.seat, &question.legal, rng),
    }
}

fn begin<G: Game>(truth: &G, seat: Seat, player: &mut Player<G>) {
    match player {
        Player::Agent(agent) => agent.begin(truth.view(seat)),
        Player::Oracle(oracle) => oracle.begin(truth, seat),
    }
}

fn tell<G: Game>(truth: &G, seat: Seat, player: &mut Player<G>, event: &EventOf<G>) {
    match player {
        Player::Agent(agent) => agent.see(truth.view(seat), &truth.seen(event, Some(seat))),
        Player::Oracle(oracle) => oracle.see(truth, seat, event),
    }
}

fn end<G: Game>(truth: &G, seat: Seat, player: &mut Player<G>) {
    if let Player::Agent(agent) = player {
        agent.end(truth.view(seat), &truth.payoffs());
    }
}

fn watches<G: Game>(player: &Player<G>) -> bool {
    match player {
        Player::Agent(agent) => agent.watches(),
        Player::Oracle(_) => true,
    }
}

fn fault<G: Game>(player: &mut Player<G>) -> Option<String> {
    match player {
        Player::Agent(agent) => agent.fault().map(|fault| fault.to_string()),
        Player::Oracle(_) => None,
    }
}
