//! Games that can be revisited: who was asked what and when, and what was chosen.

use table::{BySeat, Event, EventOf, Fault, Game, Player, PublicState, Rng, Seat, Stream, Turn};

use crate::{Failed, demand};

/// No game of the house lasts longer.
const MOST_EVENTS: usize = 100_000;

/// A question that was asked, and its answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Asked<G: Game> {
    /// How many events had happened.
    pub(crate) at: usize,
    pub(crate) seat: Seat,
    pub(crate) legal: Vec<G::Action>,
    pub(crate) chosen: G::Action,
}

impl<G: Game> Asked<G> {
    pub(crate) fn place(&self) -> String {
        format!("seat {} after {} events", self.seat, self.at)
    }
}

/// A game as it was played.
pub(crate) struct Transcript<G: Game> {
    pub(crate) seed: u64,
    pub(crate) events: Vec<EventOf<G>>,
    pub(crate) questions: Vec<Asked<G>>,
    seats: usize,
}

impl<G: Game> Transcript<G> {
    pub(crate) fn seats(&self) -> impl Iterator<Item = Seat> + use<G> {
        Seat::all(self.seats)
    }
}

/// Who is told what happens.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Telling {
    /// Those who say that they watch, and those who cheat.
    Watchers,
    /// Everybody.
    All,
}

/// The random stream of one question.
pub(crate) fn stream<G: Game>(seed: u64, question: &Asked<G>) -> Rng {
    Rng::stream(seed, Stream::Decision(question.seat, question.at as u32))
}

/// Plays one game, or as much of it as takes `most` questions.
pub(crate) fn play<G: Game>(
    rules: &G::Rules,
    seed: u64,
    players: &mut [Player<G>],
    telling: Telling,
    most: usize,
) -> Result<Transcript<G>, Failed> {
    let mut truth = G::new(rules);
    let (seats, mut dealer) = (truth.public().seats(), Rng::stream(seed, Stream::Dealer));
    let mut envelopes = BySeat::new(seats, None);
    let mut game = Transcript { seed, events: Vec::new(), questions: Vec::new(), seats };
    for seat in game.seats() {
        sound(begin(&truth, seed, seat, &mut players[seat.index()]))?;
    }
    let told: Vec<Seat> =
        game.seats().filter(|seat| telling == Telling::All || players[seat.index()].watches()).collect();
    while game.questions.len() < most {
        let Some(event) = game.next_event(&truth, &mut dealer, &mut envelopes, players)? else {
            let payoffs = truth.payoffs();
            game.seats().try_for_each(|seat| sound(players[seat.index()].end(&truth, seat, &payoffs)))?;
            break;
        };
        truth.apply(&event);
        game.events.push(event);
        told.iter().try_for_each(|&seat| sound(players[seat.index()].see(&truth, seat, &event)))?;
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
        let mut set = match truth.public().turn() {
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
        let chosen = asked.chosen;
        sound(player.sound())?;
        demand(asked.legal.contains(&chosen), "chooses a legal action", || {
            format!("{}: {chosen:?} of {:?}", asked.place(), asked.legal)
        })?;
        self.questions.push(asked);
        Ok(chosen)
    }
}

/// Shows a player on one seat the game once more, and stops before each question that this seat was asked.
pub(crate) fn revisit<G: Game>(
    game: &Transcript<G>,
    rules: &G::Rules,
    seat: Seat,
    player: &mut Player<G>,
    mut each: impl FnMut(&G, &mut Player<G>, &Asked<G>),
) -> Result<(), Failed> {
    let mut truth = G::new(rules);
    sound(begin(&truth, game.seed, seat, player))?;
    let told = player.watches();
    let mut questions = game.questions.iter().filter(|asked| asked.seat == seat).peekable();
    for (at, event) in game.events.iter().enumerate() {
        if let Some(asked) = questions.next_if(|asked| asked.at == at) {
            each(&truth, player, asked);
        }
        truth.apply(event);
        if told {
            sound(player.see(&truth, seat, event))?;
        }
    }
    Ok(())
}

/// Asks a player.
pub(crate) fn ask<G: Game>(
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

/// A series of one game begins.
fn begin<G: Game>(truth: &G, seed: u64, seat: Seat, player: &mut Player<G>) -> Result<(), Fault> {
    player.begin_series(seat, 1)?;
    player.begin(truth, seat, &mut Rng::stream(seed, Stream::Begin(seat)))
}

/// A player that breaks down has not played to the end.
fn sound(result: Result<(), Fault>) -> Result<(), Failed> {
    result.map_err(|fault| Failed { clause: "plays to the end", evidence: fault.to_string() })
}
