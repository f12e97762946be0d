//! Runs one game fairly and keeps the secret.

use std::fmt;

use crate::agent::{Fault, Player, Witness};
use crate::game::{Event, EventOf, Game, Payoffs, Turn, View};
use crate::rng::{Rng, Stream};
use crate::seat::{BySeat, MAX_SEATS, Seat, SeatSet};

/// Holds the truth of one game, asks for commits, checks them, and applies them in seat order.
///
/// Whatever a turn's seats choose waits in an envelope until all of them have chosen, so nobody is ever
/// asked on a state that already holds another's choice of the same turn.
///
/// The truth cannot be reached from outside:
///
/// ```compile_fail
/// fn peek<G: table::Game>(referee: &table::Referee<G>) -> &G {
///     &referee.truth
/// }
/// ```
pub struct Referee<G: Game> {
    truth: G,
    dealer: Rng,
    envelopes: BySeat<Option<G::Action>>,
    legal: Vec<G::Action>,
}

/// Why an action was refused. The game is unchanged; choose again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It is not this seat's turn.
    NotYourTurn(Seat),
    /// This seat has already chosen in this turn.
    AlreadyChosen(Seat),
    /// The action is not among the legal ones.
    Illegal(Seat),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::NotYourTurn(seat) => write!(f, "it is not {seat}'s turn"),
            Refusal::AlreadyChosen(seat) => write!(f, "{seat} has chosen already; the others have not"),
            Refusal::Illegal(seat) => write!(f, "{seat} may not do that now"),
        }
    }
}

impl std::error::Error for Refusal {}

/// The players' own luck, a stream a seat.
#[derive(Clone, Debug)]
pub struct Luck(Vec<Rng>);

impl Luck {
    /// The streams of one game's seed.
    pub fn new(seed: u64) -> Luck {
        Luck(Seat::all(MAX_SEATS).map(|seat| Rng::stream(seed, Stream::Seat(seat))).collect())
    }

    /// Begins another game's streams, in place.
    pub fn restart(&mut self, seed: u64) {
        Seat::all(MAX_SEATS).for_each(|seat| *self.of(seat) = Rng::stream(seed, Stream::Seat(seat)));
    }

    /// The stream of one seat.
    pub fn of(&mut self, seat: Seat) -> &mut Rng {
        &mut self.0[seat.index()]
    }
}

impl<G: Game> Referee<G> {
    /// A table before the first event; the seed decides the dealer's luck.
    pub fn new(rules: &G::Rules, seed: u64) -> Referee<G> {
        let truth = G::new(rules);
        let seats = G::seats(truth.public());
        let dealer = Rng::stream(seed, Stream::Dealer);
        Referee { truth, dealer, envelopes: BySeat::new(seats, None), legal: Vec::new() }
    }

    /// Begins another game at the same table, reusing its buffers.
    pub fn restart(&mut self, rules: &G::Rules, seed: u64) {
        self.truth = G::new(rules);
        self.dealer = Rng::stream(seed, Stream::Dealer);
        self.envelopes = BySeat::new(G::seats(self.truth.public()), None);
    }

    /// What lies face up.
    pub fn public(&self) -> &G::Public {
        self.truth.public()
    }

    /// What this seat may see.
    pub fn view(&self, seat: Seat) -> View<'_, G> {
        self.truth.view(seat)
    }

    /// How many sit here.
    pub fn seats(&self) -> usize {
        self.envelopes.seats()
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Turn {
        G::turn(self.truth.public())
    }

    /// Whether this seat must choose before the game can go on, and has not.
    pub fn waits_for(&self, seat: Seat) -> bool {
        matches!(self.turn(), Turn::Seats(set) if set.contains(seat)) && self.envelopes[seat].is_none()
    }

    /// What this seat may do now; nothing if it is not its turn.
    pub fn legal(&mut self, seat: Seat) -> &[G::Action] {
        self.legal.clear();
        if self.waits_for(seat) {
            G::legal(self.truth.view(seat), &mut self.legal);
        }
        &self.legal
    }

    /// Puts an action into this seat's envelope, if it is legal. [`Referee::advance`] opens the envelopes.
    pub fn commit(&mut self, seat: Seat, action: G::Action) -> Result<(), Refusal> {
        if seat.index() >= self.seats() || !matches!(self.turn(), Turn::Seats(set) if set.contains(seat)) {
            return Err(Refusal::NotYourTurn(seat));
        }
        if self.envelopes[seat].is_some() {
            return Err(Refusal::AlreadyChosen(seat));
        }
        if !self.legal(seat).contains(&action) {
            return Err(Refusal::Illegal(seat));
        }
        self.envelopes[seat] = Some(action);
        Ok(())
    }

    /// Brings the next event about: what luck decides, or the first envelope once all are in.
    /// `None` if a seat must choose first or the game is over.
    pub fn advance(&mut self) -> Option<EventOf<G>> {
        let event = match self.turn() {
            Turn::Over => return None,
            Turn::Chance => Event::Chance(self.truth.draw(&mut self.dealer)),
            Turn::Seats(set) => self.open_first(set)?,
        };
        self.truth.apply(&event);
        if cfg!(debug_assertions) {
            self.truth.check();
        }
        Some(event)
    }

    /// The first seat's envelope, once all of these seats have filled theirs.
    fn open_first(&mut self, mut set: SeatSet) -> Option<EventOf<G>> {
        let seat = set.first()?;
        if !set.all(|seat| self.envelopes[seat].is_some()) {
            return None;
        }
        self.envelopes[seat].take().map(|action| Event::Act(seat, action))
    }

    /// What this eye saw of the event that [`Referee::advance`] has just brought about.
    pub fn seen(&self, event: &EventOf<G>, eye: Option<Seat>) -> G::Seen {
        self.truth.seen(event, eye)
    }

    /// What each seat earned, once the game is over.
    pub fn payoffs(&self) -> Option<Payoffs> {
        (self.turn() == Turn::Over).then(|| self.truth.payoffs())
    }

    /// Plays the game to its end. A seat with a single legal action is not asked.
    ///
    /// # Errors
    /// The fault of the first player that could not go on; an illegal choice is such a fault.
    ///
    /// # Panics
    /// If there are not as many players as seats.
    pub fn play(
        &mut self,
        players: &mut [Player<G>],
        luck: &mut Luck,
        witness: &mut dyn Witness<G>,
    ) -> Result<Payoffs, Fault> {
        assert_eq!(players.len(), self.seats(), "one player a seat");
        self.each(players, Referee::begin)?;
        let watchers = watchers(players);
        while self.turn() != Turn::Over {
            self.ask_all(players, luck, witness)?;
            let event = self.advance().expect("everybody asked has chosen");
            witness.see(&self.truth, &event);
            for seat in watchers {
                self.tell(seat, &mut players[seat.index()], &event).map_or(Ok(()), Err)?;
            }
        }
        let payoffs = self.truth.payoffs();
        self.each(players, |referee, seat, player| referee.end(seat, player, &payoffs))?;
        Ok(payoffs)
    }

    fn each(
        &self,
        players: &mut [Player<G>],
        mut visit: impl FnMut(&Self, Seat, &mut Player<G>) -> Option<Fault>,
    ) -> Result<(), Fault> {
        for (i, player) in players.iter_mut().enumerate() {
            visit(self, Seat::new(i), player).map_or(Ok(()), Err)?;
        }
        Ok(())
    }

    /// Tells a player that the game begins.
    pub(crate) fn begin(&self, seat: Seat, player: &mut Player<G>) -> Option<Fault> {
        match player {
            Player::Oracle(oracle) => oracle.begin(&self.truth, seat),
            Player::Agent(agent) => {
                agent.begin(self.view(seat));
                return agent.fault();
            }
        }
        None
    }

    /// Tells a player what it saw of the last event.
    pub(crate) fn tell(&self, seat: Seat, player: &mut Player<G>, event: &EventOf<G>) -> Option<Fault> {
        match player {
            Player::Oracle(oracle) => oracle.see(&self.truth, seat, event),
            Player::Agent(agent) => {
                agent.see(self.view(seat), &self.seen(event, Some(seat)));
                return agent.fault();
            }
        }
        None
    }

    /// Tells a player how the game ended.
    pub(crate) fn end(&self, seat: Seat, player: &mut Player<G>, payoffs: &Payoffs) -> Option<Fault> {
        let Player::Agent(agent) = player else { return None };
        agent.end(self.view(seat), payoffs);
        agent.fault()
    }

    fn ask_all(
        &mut self,
        players: &mut [Player<G>],
        luck: &mut Luck,
        witness: &mut dyn Witness<G>,
    ) -> Result<(), Fault> {
        let Turn::Seats(set) = self.turn() else { return Ok(()) };
        for seat in set {
            if self.envelopes[seat].is_none() {
                self.ask(seat, &mut players[seat.index()], luck.of(seat), witness)?;
            }
        }
        Ok(())
    }

    /// Asks a player for its choice and puts it into the envelope. A forced choice is made without asking.
    pub(crate) fn ask(
        &mut self,
        seat: Seat,
        player: &mut Player<G>,
        rng: &mut Rng,
        witness: &mut dyn Witness<G>,
    ) -> Result<(), Fault> {
        self.legal(seat);
        if let [only] = self.legal[..] {
            self.envelopes[seat] = Some(only);
            return Ok(());
        }
        let chosen = match player {
            Player::Oracle(oracle) => oracle.act(&self.truth, seat, &self.legal, rng),
            Player::Agent(agent) => {
                let chosen = agent.act(self.truth.view(seat), &self.legal, rng);
                agent.fault().map_or(Ok(chosen), Err)?
            }
        };
        if !self.legal.contains(&chosen) {
            return Err(Fault::Broken(format!(
                "the player on seat {seat} chose {chosen:?}, which is not legal"
            )));
        }
        witness.asked(&self.truth, seat, &self.legal, &chosen);
        self.envelopes[seat] = Some(chosen);
        Ok(())
    }
}

/// Those who want to see what happens.
fn watchers<G: Game>(players: &[Player<G>]) -> SeatSet {
    let watches = |seat: &Seat| match &players[seat.index()] {
        Player::Oracle(_) => true,
        Player::Agent(agent) => agent.watches(),
    };
    Seat::all(players.len()).filter(watches).collect()
}

/// A witness that looks away.
impl<G: Game> Witness<G> for () {}

impl<G: Game, W: Witness<G> + ?Sized> Witness<G> for &mut W {
    fn asked(&mut self, truth: &G, seat: Seat, legal: &[G::Action], chosen: &G::Action) {
        (**self).asked(truth, seat, legal, chosen);
    }

    fn see(&mut self, truth: &G, event: &EventOf<G>) {
        (**self).see(truth, event);
    }
}

/// Two witnesses of one game.
impl<G: Game, V: Witness<G>, W: Witness<G>> Witness<G> for (V, W) {
    fn asked(&mut self, truth: &G, seat: Seat, legal: &[G::Action], chosen: &G::Action) {
        self.0.asked(truth, seat, legal, chosen);
        self.1.asked(truth, seat, legal, chosen);
    }

    fn see(&mut self, truth: &G, event: &EventOf<G>) {
        self.0.see(truth, event);
        self.1.see(truth, event);
    }
}
