//! The client: any agent of ours on any server.
//!
//! It has no truth. What happened is rebuilt from the tables, and the agent sees it as it would at a table of ours.

mod known;

use std::fmt;
use std::io::{self, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};

use games::daihinmin::{Action, CardSet, Daihinmin, Meld, Phase, Rules, Seen};
use table::{Agent, Fault, Game, Rng, Seat, Seeds, Stream, View};

use crate::cells::{Cells, Refused};
use crate::grid::{BadStatus, Grid, PLAYERS, Status};
use crate::wire::{BadTable, Profile, Version};
use known::Known;

/// Why a table from a server cannot be understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OddTable {
    /// Its bytes.
    Bytes(BadTable),
    /// What it says of the players.
    Status(BadStatus),
    /// Its cards.
    Cells(Refused),
    /// The counts of cards are those of no deal.
    Counts([u8; PLAYERS]),
    /// By our rules it is somebody else's turn.
    Turn {
        /// Whose turn it is by our rules.
        wanted: Seat,
        /// Whose turn the server says it is.
        found: Option<Seat>,
    },
    /// Our rules do not allow this play.
    Play(Meld),
    /// The game is over by one account only.
    End,
}

impl fmt::Display for OddTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OddTable::Bytes(error) => error.fmt(f),
            OddTable::Status(error) => error.fmt(f),
            OddTable::Cells(error) => error.fmt(f),
            OddTable::Counts(counts) => write!(f, "{counts:?} cards are dealt to nobody's first three"),
            OddTable::Turn { wanted, found } => {
                let found = found.map_or("nobody".to_string(), |seat| seat.index().to_string());
                write!(f, "it is the turn of {found}, and by our rules of {}", wanted.index())
            }
            OddTable::Play(meld) => write!(f, "{meld} was played, which our rules do not allow"),
            OddTable::End => f.write_str("the game is over by one account only"),
        }
    }
}

/// Why a client cannot go on.
#[derive(Debug)]
pub enum JoinError {
    /// Nobody answers there, or it does not give us a seat.
    Connect(io::Error),
    /// The connection broke in the middle of a match.
    Lost {
        /// In which game, counted from 1.
        game: u32,
        /// What the system said.
        error: io::Error,
        /// What was played before.
        so_far: Joined,
    },
    /// The server sent something that our rules do not know; it plays other rules, or another protocol.
    Odd {
        /// In which game, counted from 1.
        game: u32,
        /// What it was.
        what: OddTable,
        /// What was played before.
        so_far: Joined,
    },
    /// The agent cannot go on.
    Agent {
        /// What is wrong with it.
        fault: Fault,
        /// What was played before.
        so_far: Joined,
    },
}

impl JoinError {
    /// What was played before it went wrong.
    pub fn so_far(&self) -> Joined {
        match self {
            JoinError::Connect(_) => Joined::default(),
            JoinError::Lost { so_far, .. }
            | JoinError::Odd { so_far, .. }
            | JoinError::Agent { so_far, .. } => *so_far,
        }
    }
}

impl fmt::Display for JoinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JoinError::Connect(error) => write!(f, "no seat at this server: {}", Broken(error)),
            JoinError::Lost { game, error, .. } => {
                write!(f, "the server was lost in game {game}: {}", Broken(error))
            }
            JoinError::Odd { game, what, .. } => {
                write!(f, "the server plays other rules or another protocol (game {game}): {what}")
            }
            JoinError::Agent { fault, .. } => fault.fmt(f),
        }
    }
}

/// Why a connection broke, in words where the system has none.
struct Broken<'a>(&'a io::Error);

impl fmt::Display for Broken<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.kind() {
            io::ErrorKind::UnexpectedEof | io::ErrorKind::ConnectionReset | io::ErrorKind::BrokenPipe => {
                f.write_str("it closed the connection")
            }
            _ => self.0.fmt(f),
        }
    }
}

impl std::error::Error for JoinError {}

/// What a client played.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Joined {
    /// Its number.
    pub player: usize,
    /// The number of games it played.
    pub games: u32,
    /// The points it earned in the games whose result it could see.
    pub points: u64,
    /// How many games were ended by lot, where the wire does not tell who was ranked how.
    pub by_lot: u32,
}

/// How to play at a server.
#[derive(Clone, Debug)]
pub struct Joining {
    /// The name to give, and the version to speak.
    pub profile: Profile,
    /// The rules with which the first game begins: how long a block is and how often seats change, the wire does not
    /// tell.
    pub rules: Rules,
    /// What the agent's luck derives from.
    pub seed: u64,
}

/// Called with everything that was seen, after the agent.
pub type OnSeen<'a> = &'a mut dyn FnMut(View<'_, Daihinmin>, &Seen);

/// Plays a match at a server.
///
/// # Errors
/// If there is no seat, the server is lost or odd, or the agent cannot go on.
pub fn join(
    address: impl ToSocketAddrs,
    joining: &Joining,
    agent: &mut dyn Agent<Daihinmin>,
    watch: OnSeen<'_>,
) -> Result<Joined, JoinError> {
    let (wire, seat) = Wire::open(address, &joining.profile).map_err(JoinError::Connect)?;
    agent.begin_series(seat, u32::from(joining.rules.block));
    let known = Known::new(seat, &joining.rules);
    let so_far = Joined { player: seat.index(), ..Joined::default() };
    let mut player =
        Player { wire, seat, joining, agent, watch, known, game: 0, events: 0, legal: Vec::new(), so_far };
    loop {
        let last = player.play()?;
        player.so_far.games += 1;
        match player.known.payoffs() {
            Some(payoffs) => player.so_far.points += payoffs.points[seat] as u64,
            None => player.so_far.by_lot += 1,
        }
        if last {
            return Ok(player.so_far);
        }
    }
}

/// The connection to a server.
struct Wire {
    stream: TcpStream,
    version: Version,
}

impl Wire {
    /// Connects, says who we are and learns our number.
    fn open(address: impl ToSocketAddrs, profile: &Profile) -> io::Result<(Wire, Seat)> {
        let mut stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        if profile.version != Version::V20060 {
            stream.write_all(&Version::V20070.encode(&profile.grid()))?;
        }
        let mut wire = Wire { stream, version: profile.version };
        let number = wire.read_int()?;
        let index = usize::try_from(number).ok().filter(|&index| index < PLAYERS);
        let odd = || io::Error::new(io::ErrorKind::InvalidData, format!("it calls us player {number}"));
        Ok((wire, Seat::new(index.ok_or_else(odd)?)))
    }

    fn read_int(&mut self) -> io::Result<i32> {
        let mut bytes = [0; 4];
        self.stream.read_exact(&mut bytes)?;
        Ok(self.version.decode_int(bytes))
    }

    fn read_table(&mut self) -> io::Result<Result<Grid, BadTable>> {
        let mut bytes = vec![0; self.version.table_len()];
        self.stream.read_exact(&mut bytes)?;
        Ok(self.version.decode(&bytes))
    }

    fn send(&mut self, cells: Cells) -> io::Result<()> {
        self.stream.write_all(&self.version.encode(&Grid::of_cells(cells)))
    }
}

/// One agent at one server.
struct Player<'a, 'b> {
    wire: Wire,
    seat: Seat,
    joining: &'a Joining,
    agent: &'a mut dyn Agent<Daihinmin>,
    watch: OnSeen<'b>,
    known: Known,
    /// How many games were begun.
    game: u32,
    /// How many events this game had.
    events: u32,
    legal: Vec<Action>,
    so_far: Joined,
}

impl Player<'_, '_> {
    fn lost(&self, error: io::Error) -> JoinError {
        JoinError::Lost { game: self.game, error, so_far: self.so_far }
    }

    fn odd(&self, what: OddTable) -> JoinError {
        JoinError::Odd { game: self.game, what, so_far: self.so_far }
    }

    fn table(&mut self) -> Result<(Grid, Status), JoinError> {
        let grid = self.wire.read_table().map_err(|error| self.lost(error))?;
        let grid = grid.map_err(|error| self.odd(OddTable::Bytes(error)))?;
        let status = grid.status().map_err(|error| self.odd(OddTable::Status(error)))?;
        Ok((grid, status))
    }

    fn hand(&self, grid: &Grid) -> Result<CardSet, JoinError> {
        grid.cells().and_then(Cells::cards).map_err(|error| self.odd(OddTable::Cells(error)))
    }

    /// Plays one game; whether it was the last.
    fn play(&mut self) -> Result<bool, JoinError> {
        let (number, last) = (self.game, self.known.public);
        self.game += 1;
        let (grid, status) = self.table()?;
        let hand = self.hand(&grid)?;
        let rules = self.rules(number, &last, &status);
        self.begin(&rules);
        self.chance(&status)?;
        if self.known.public.rules.pairs().next().is_some() {
            self.exchange(hand)?;
        }
        let mut first = Some(hand);
        loop {
            let (grid, status) = self.table()?;
            if let Some(dealt) = first.take() {
                self.open(dealt, &grid, &status)?;
            }
            if let Some(flag) = self.turn(&status)? {
                return Ok(flag == 2);
            }
        }
    }

    /// The rules of this game: what is carried over as we know it, corrected by what the server says.
    fn rules(&self, number: u32, last: &games::daihinmin::Public, status: &Status) -> Rules {
        let last = (number > 0).then_some(last);
        let mut rules = Daihinmin::next_rules(&self.joining.rules, number, last);
        if rules.ranks != status.ranks {
            rules.ranks = status.ranks;
            rules.game = if status.ranks.is_some() { rules.game.max(1) } else { 0 };
        }
        rules.order = rules.order.filter(|order| *order == status.order);
        rules
    }

    fn seeds(&self) -> Seeds {
        Seeds::new(self.joining.seed).of_game(self.game - 1)
    }

    fn begin(&mut self, rules: &Rules) {
        self.known = Known::new(self.seat, rules);
        self.events = 0;
        let mut rng = Rng::stream(self.seeds().players, Stream::Begin(self.seat));
        self.agent.begin(self.known.view(), &mut rng);
    }

    fn see(&mut self, seen: &Seen) {
        self.events += 1;
        self.agent.see(self.known.view(), seen);
        (self.watch)(self.known.view(), seen);
    }

    /// What was drawn before the deal.
    fn chance(&mut self, status: &Status) -> Result<(), JoinError> {
        if self.known.public.phase == Phase::Order {
            let seen = self.known.order(status.order);
            self.see(&seen);
        }
        if self.known.public.phase == Phase::First {
            let first = dealt_first(status).ok_or_else(|| self.odd(OddTable::Counts(status.left)))?;
            let seen = self.known.first(first);
            self.see(&seen);
        }
        Ok(())
    }

    /// The deal of a game with an exchange, and our part in it.
    fn exchange(&mut self, hand: CardSet) -> Result<(), JoinError> {
        let seen = self.known.deal(hand, None);
        self.see(&seen);
        if !self.known.public.giving.contains(self.seat) {
            return Ok(());
        }
        match self.choose()? {
            Action::Give(cards) => self.send(Cells::of_hand(cards)),
            _ => self.send(Cells::EMPTY),
        }
    }

    /// The first hand that is shown tells what was given, and who leads.
    fn open(&mut self, dealt: CardSet, grid: &Grid, status: &Status) -> Result<(), JoinError> {
        let hand = self.hand(grid)?;
        let opener = status.player.ok_or_else(|| self.odd(OddTable::Status(BadStatus::Player(6))))?;
        if self.known.public.phase == Phase::Deal {
            let seen = self.known.deal(dealt, Some(opener));
            self.see(&seen);
        }
        while let Some(seen) = self.known.gift(hand, opener) {
            self.see(&seen);
        }
        Ok(())
    }

    /// One turn, ours or another's; the flag that ends the game, if it does.
    fn turn(&mut self, status: &Status) -> Result<Option<i32>, JoinError> {
        if status.player != Some(self.known.public.now) {
            let (wanted, found) = (self.known.public.now, status.player);
            return Err(self.odd(OddTable::Turn { wanted, found }));
        }
        if status.yours {
            self.submit()?;
        }
        let (grid, state) = self.table()?;
        let seen = self.known.moved(&grid, &state).map_err(|what| self.odd(what))?;
        self.see(&seen);
        let flag = self.wire.read_int().map_err(|error| self.lost(error))?;
        let over = matches!(self.known.public.phase, Phase::Over | Phase::Lots);
        match flag {
            0 if !over => Ok(None),
            1 | 2 if over => {
                self.end();
                Ok(Some(flag))
            }
            _ => Err(self.odd(OddTable::End)),
        }
    }

    fn submit(&mut self) -> Result<(), JoinError> {
        match self.choose()? {
            Action::Play(meld) => self.send(Cells::of_meld(meld))?,
            _ => self.send(Cells::EMPTY)?,
        }
        // Whether it was taken, the table that follows says.
        self.wire.read_int().map_err(|error| self.lost(error)).map(drop)
    }

    fn send(&mut self, cells: Cells) -> Result<(), JoinError> {
        self.wire.send(cells).map_err(|error| self.lost(error))
    }

    fn choose(&mut self) -> Result<Action, JoinError> {
        self.legal.clear();
        Daihinmin::legal(self.known.view(), &mut self.legal);
        if let [only] = *self.legal {
            return Ok(only);
        }
        let mut rng = Rng::stream(self.seeds().players, Stream::Decision(self.seat, self.events));
        let chosen = self.agent.act(self.known.view(), &self.legal, &mut rng);
        let so_far = self.so_far;
        self.agent.fault().map_or(Ok(chosen), |fault| Err(JoinError::Agent { fault, so_far }))
    }

    fn end(&mut self) {
        if let Some(payoffs) = self.known.payoffs() {
            self.agent.end(self.known.view(), &payoffs);
        }
    }
}

/// Who was dealt the first card: from there on, the first three hold one card more.
fn dealt_first(status: &Status) -> Option<Seat> {
    let (order, most) = (status.order, *status.left.iter().max()?);
    let more = |place: usize| status.left[order.at(place % PLAYERS).index()] == most;
    let first = (0..PLAYERS).find(|&place| more(place) && !more(place + PLAYERS - 1))?;
    Some(order.at(first))
}
