//! Runs one game fairly and keeps the secret.

use std::fmt;

use crate::agent::{Fault, Player, Witness};
use crate::game::{Event, EventOf, Game, Payoffs, PublicState, Turn, View};
use crate::rng::{Rng, Seeds, Stream};
use crate::seat::{BySeat, Seat, SeatSet};

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
#[derive(Clone)]
pub struct Referee<G: Game> {
    truth: G,
    dealer: Rng,
    /// The seed of the players' own streams.
    players: u64,
    /// The number of events there were.
    events: u32,
    envelopes: BySeat<Option<G::Action>>,
    /// What the seat of `listed` may do now.
    legal: Vec<G::Action>,
    listed: Option<Seat>,
}

/// Who moves a game on when forced choices are taken: a node of its tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Node {
    /// Chance decides.
    Chance,
    /// This seat must choose; it has more than one action.
    Choice(Seat),
    /// Nobody: the game is over.
    Over,
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
    /// There is no choice of this seat to take back: it has not chosen, or its choice was opened.
    NothingToWithdraw(Seat),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::NotYourTurn(seat) => write!(f, "it is not {seat}'s turn"),
            Refusal::AlreadyChosen(seat) => write!(f, "{seat} has chosen already; the others have not"),
            Refusal::Illegal(seat) => write!(f, "{seat} may not do that now"),
            Refusal::NothingToWithdraw(seat) => {
                write!(f, "{seat} has no choice to take back; only one that others still wait with can be")
            }
        }
    }
}

impl std::error::Error for Refusal {}

impl<G: Game> Referee<G> {
    /// A table before the first event.
    pub fn new(rules: &G::Rules, seeds: Seeds) -> Referee<G> {
        let truth = G::new(rules);
        let seats = truth.public().seats();
        Referee {
            truth,
            dealer: Rng::stream(seeds.deal, Stream::Dealer),
            players: seeds.players,
            events: 0,
            envelopes: BySeat::new(seats, None),
            legal: Vec::new(),
            listed: None,
        }
    }

    /// Begins another game at the same table, reusing its buffers.
    pub fn restart(&mut self, rules: &G::Rules, seeds: Seeds) {
        self.truth = G::new(rules);
        self.dealer = Rng::stream(seeds.deal, Stream::Dealer);
        self.players = seeds.players;
        self.events = 0;
        self.envelopes = BySeat::new(self.truth.public().seats(), None);
        self.listed = None;
    }

    /// Goes on from another truth, as if nothing had happened before.
    pub(crate) fn set_up(&mut self, truth: G) {
        self.truth = truth;
        self.events = 0;
        self.envelopes = BySeat::new(self.truth.public().seats(), None);
        self.listed = None;
    }

    /// Reserves room for lists of this many actions, so that none grows while games are played.
    pub(crate) fn reserve(&mut self, actions: usize) {
        self.legal.reserve(actions);
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
        self.truth.public().turn()
    }

    /// The number of events there were.
    pub fn events(&self) -> u32 {
        self.events
    }

    /// The truth, for those inside this crate who keep it secret themselves.
    pub(crate) fn truth(&self) -> &G {
        &self.truth
    }

    /// What the seats of this turn have chosen, for those inside this crate.
    pub(crate) fn envelopes(&self) -> &BySeat<Option<G::Action>> {
        &self.envelopes
    }

    /// Whether this seat must act before the game can go on, and has not.
    pub fn waits_for(&self, seat: Seat) -> bool {
        matches!(self.turn(), Turn::Seats(set) if set.contains(seat)) && self.envelopes[seat].is_none()
    }

    /// Whether this seat has chosen in a turn that still waits for others.
    pub fn has_chosen(&self, seat: Seat) -> bool {
        seat.index() < self.seats() && self.envelopes[seat].is_some()
    }

    /// What this seat has chosen in a turn that still waits for others.
    pub(crate) fn chosen(&self, seat: Seat) -> Option<G::Action> {
        if self.has_chosen(seat) { self.envelopes[seat] } else { None }
    }

    /// What this seat may do now; nothing if it is not its turn.
    pub fn legal(&mut self, seat: Seat) -> &[G::Action] {
        if self.listed != Some(seat) {
            self.legal.clear();
            if self.waits_for(seat) {
                G::legal(self.truth.view(seat), &mut self.legal);
            }
            self.listed = Some(seat);
        }
        &self.legal
    }

    /// Puts an action into this seat's envelope, if it is legal. [`Referee::settle`] opens the envelopes.
    ///
    /// # Errors
    /// Refused, and nothing has changed.
    pub fn commit(&mut self, seat: Seat, action: G::Action) -> Result<(), Refusal> {
        self.check_turn(seat)?;
        if !self.legal(seat).contains(&action) {
            return Err(Refusal::Illegal(seat));
        }
        self.seal(seat, action);
        Ok(())
    }

    /// Puts the action of this number in the list that was just made for this seat into its envelope.
    #[inline]
    pub(crate) fn seal_nth(&mut self, seat: Seat, number: usize) {
        debug_assert!(self.listed == Some(seat), "the list is this seat's");
        self.seal(seat, self.legal[number]);
    }

    fn check_turn(&self, seat: Seat) -> Result<(), Refusal> {
        if seat.index() >= self.seats() || !matches!(self.turn(), Turn::Seats(set) if set.contains(seat)) {
            return Err(Refusal::NotYourTurn(seat));
        }
        if self.envelopes[seat].is_some() { Err(Refusal::AlreadyChosen(seat)) } else { Ok(()) }
    }

    fn seal(&mut self, seat: Seat, action: G::Action) {
        self.envelopes[seat] = Some(action);
        self.listed = None;
    }

    /// The same table in a world that this seat cannot tell from the truth: its own envelope stays, and the others'
    /// hold any legal action of that world.
    pub(crate) fn imagine(&self, own: Seat, rng: &mut Rng) -> Referee<G> {
        let truth = G::imagine(self.view(own), rng);
        // What chance will decide in truth is no part of it either.
        let dealer = Rng::new(rng.bits());
        let mut world = Referee { truth, dealer, listed: None, ..self.clone() };
        for seat in Seat::all(self.seats()).filter(|&seat| seat != own && self.has_chosen(seat)) {
            world.envelopes[seat] = None;
            let action = rng.pick(world.legal(seat));
            world.seal(seat, action);
        }
        world
    }

    /// Takes a choice back that is still in its envelope.
    ///
    /// # Errors
    /// Refused if there is none.
    pub fn withdraw(&mut self, seat: Seat) -> Result<(), Refusal> {
        let chosen = self.has_chosen(seat).then(|| self.envelopes[seat].take()).flatten();
        self.listed = None;
        chosen.map(drop).ok_or(Refusal::NothingToWithdraw(seat))
    }

    /// Plays chance and forced choices until somebody must choose: the first seat that has more than one
    /// action and has not chosen. `None` once the game is over.
    ///
    /// `sink` receives every event just after it was applied, where [`Game::seen`] may be asked.
    ///
    /// # Errors
    /// What the sink says; the event it was shown has happened.
    #[inline]
    pub fn settle(
        &mut self,
        sink: &mut impl FnMut(&G, &EventOf<G>) -> Result<(), Fault>,
    ) -> Result<Option<Seat>, Fault> {
        loop {
            match self.settle_choices(sink)? {
                Node::Chance => self.draw(sink)?,
                Node::Choice(seat) => return Ok(Some(seat)),
                Node::Over => return Ok(None),
            }
        }
    }

    /// Plays forced choices until somebody must choose, or until chance decides.
    #[inline]
    pub(crate) fn settle_choices(
        &mut self,
        sink: &mut impl FnMut(&G, &EventOf<G>) -> Result<(), Fault>,
    ) -> Result<Node, Fault> {
        loop {
            match self.turn() {
                Turn::Over => return Ok(Node::Over),
                Turn::Chance => return Ok(Node::Chance),
                Turn::Seats(set) => {
                    if let Some(seat) = self.first_to_choose(set) {
                        return Ok(Node::Choice(seat));
                    }
                    self.open(set, sink)?;
                }
            }
        }
    }

    /// Plays one turn: chance once, or what everybody of the turn has chosen. Unlike [`Referee::settle`] it takes no
    /// forced choice for anybody, for a game whose players are asked even then. Nothing happens once the game is over.
    ///
    /// # Errors
    /// What the sink says; the event it was shown has happened.
    ///
    /// # Panics
    /// If somebody of the turn has not chosen.
    pub fn step(&mut self, sink: &mut impl FnMut(&G, &EventOf<G>) -> Result<(), Fault>) -> Result<(), Fault> {
        match self.turn() {
            Turn::Over => Ok(()),
            Turn::Chance => self.draw(sink),
            Turn::Seats(set) => self.open(set, sink),
        }
    }

    #[inline]
    fn draw(&mut self, sink: &mut impl FnMut(&G, &EventOf<G>) -> Result<(), Fault>) -> Result<(), Fault> {
        let outcome = self.truth.draw(&mut self.dealer);
        self.happen(Event::Chance(outcome), sink)
    }

    /// The first of these seats that must choose. Seats before it with a single action have taken it.
    #[inline]
    fn first_to_choose(&mut self, set: SeatSet) -> Option<Seat> {
        for seat in set {
            if self.envelopes[seat].is_none() {
                match *self.legal(seat) {
                    [only] => self.seal(seat, only),
                    _ => return Some(seat),
                }
            }
        }
        None
    }

    /// Every seat that must choose before the game can go on. Seats with a single action have taken it.
    pub fn choosing(&mut self) -> SeatSet {
        let Turn::Seats(set) = self.turn() else { return SeatSet::NONE };
        let mut choosing = SeatSet::NONE;
        for seat in set.filter(|&seat| self.envelopes[seat].is_none()).collect::<SeatSet>() {
            match *self.legal(seat) {
                [only] => self.seal(seat, only),
                _ => choosing = choosing.with(seat),
            }
        }
        choosing
    }

    /// Opens the envelopes of one turn in seat order.
    #[inline]
    fn open(
        &mut self,
        set: SeatSet,
        sink: &mut impl FnMut(&G, &EventOf<G>) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        for seat in set {
            let action = self.envelopes[seat].take().expect("everybody of the turn has chosen");
            self.happen(Event::Act(seat, action), sink)?;
        }
        Ok(())
    }

    /// Brings an event about, which must be possible now.
    #[inline]
    pub(crate) fn happen(
        &mut self,
        event: EventOf<G>,
        sink: &mut impl FnMut(&G, &EventOf<G>) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        self.truth.apply(&event);
        self.events += 1;
        self.listed = None;
        if cfg!(debug_assertions) {
            self.truth.check();
        }
        sink(&self.truth, &event)
    }

    /// What each seat earned, once the game is over.
    pub fn payoffs(&self) -> Option<Payoffs> {
        (self.turn() == Turn::Over).then(|| self.truth.payoffs())
    }

    /// The stream of the choice that this seat makes now.
    pub fn decision(&self, seat: Seat) -> Rng {
        Rng::stream(self.players, Stream::Decision(seat, self.events))
    }

    /// The stream of what a player on this seat decides for the whole game.
    pub fn beginning(&self, seat: Seat) -> Rng {
        Rng::stream(self.players, Stream::Begin(seat))
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
        witness: &mut (impl Witness<G> + ?Sized),
    ) -> Result<Payoffs, Fault> {
        assert_eq!(players.len(), self.seats(), "one player a seat");
        for (seat, player) in seated(players) {
            player.begin(&self.truth, seat, &mut self.beginning(seat))?;
        }
        let watchers: SeatSet =
            Seat::all(players.len()).filter(|seat| players[seat.index()].watches()).collect();
        while let Some(seat) = self.settle(&mut |truth, event| {
            witness.see(truth, event);
            watchers.into_iter().try_for_each(|seat| players[seat.index()].see(truth, seat, event))
        })? {
            self.ask(seat, &mut players[seat.index()], witness)?;
        }
        let payoffs = self.truth.payoffs();
        seated(players).try_for_each(|(seat, player)| player.end(&self.truth, seat, &payoffs))?;
        Ok(payoffs)
    }

    /// Asks a player for its choice and puts it into the envelope: the number of it in the list.
    pub(crate) fn ask(
        &mut self,
        seat: Seat,
        player: &mut Player<G>,
        witness: &mut (impl Witness<G> + ?Sized),
    ) -> Result<usize, Fault> {
        self.legal(seat);
        let rng = &mut self.decision(seat);
        let chosen = match player {
            Player::Oracle(oracle) => oracle.act(&self.truth, seat, &self.legal, rng),
            Player::Agent(agent) => {
                let chosen = agent.act(self.truth.view(seat), &self.legal, rng);
                agent.fault().map_or(Ok(chosen), Err)?
            }
        };
        let number = check_choice::<G>(seat, &self.legal, &chosen)?;
        witness.asked(&self.truth, seat, &self.legal, &chosen);
        self.seal(seat, chosen);
        Ok(number)
    }
}

/// The number of a choice in the list. An illegal one is a fault that names the seat.
pub(crate) fn check_choice<G: Game>(
    seat: Seat,
    legal: &[G::Action],
    chosen: &G::Action,
) -> Result<usize, Fault> {
    let illegal = || Fault::Broken(format!("the player on seat {seat} chose {chosen:?}, which is not legal"));
    legal.iter().position(|other| other == chosen).ok_or_else(illegal)
}

/// The players with their seats.
fn seated<G: Game>(players: &mut [Player<G>]) -> impl Iterator<Item = (Seat, &mut Player<G>)> {
    players.iter_mut().enumerate().map(|(i, player)| (Seat::new(i), player))
}

/// The no-op witness.
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
