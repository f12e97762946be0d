//! Who sits at the tables of a batch: own players, who are asked, and players of the house, who play inside the step.

use crate::agent::Player;
use crate::game::{EventOf, Game, Payoffs};
use crate::referee::Referee;
use crate::seat::Seat;

/// A broken player of the house is a mistake of ours: programs outside have no place in a batch.
const SOUND: &str = "players of the house do not break down";

/// The company of every table: the caller's own players first, then the catalog's. Seats rotate from series to series.
pub(super) struct Company<G: Game> {
    seats: usize,
    /// Which own player has each of the first places.
    own: Vec<i8>,
    /// The number of players of the house each table has.
    others: usize,
    /// The players of the house, table by table.
    house: Vec<HousePlayer<G>>,
    /// Who sits on each seat, table by table: an own player, or `-1 - k` for player `k` of the house.
    seating: Vec<i8>,
}

struct HousePlayer<G: Game> {
    player: Player<G>,
    watches: bool,
}

impl<G: Game> Company<G> {
    /// The company of this many tables.
    ///
    /// # Panics
    /// If the tables have not equally many players of the house.
    pub(super) fn new(tables: usize, seats: usize, own: &[u8], house: Vec<Player<G>>) -> Company<G> {
        let others = house.len() / tables;
        assert_eq!(house.len(), others * tables, "every table has as many players of the house");
        let house = house.into_iter().map(|player| HousePlayer { player, watches: false }).collect();
        let own = own.iter().map(|&player| player as i8).collect();
        Company { seats, own, others, house, seating: vec![0; tables * seats] }
    }

    /// Whether own players have all seats.
    #[inline]
    pub(super) fn is_own(&self) -> bool {
        self.house.is_empty()
    }

    /// Who sits on each seat, table by table.
    pub(super) fn seating(&self) -> &[i8] {
        &self.seating
    }

    /// Who sits on this seat.
    #[inline]
    pub(super) fn at(&self, table: usize, seat: Seat) -> i8 {
        self.seating[table * self.seats + seat.index()]
    }

    /// The first seat of an own player; the first of all where none sits.
    pub(super) fn first_own(&self, table: usize) -> Seat {
        Seat::all(self.seats).find(|&seat| self.at(table, seat) >= 0).unwrap_or(Seat::new(0))
    }

    /// Who has a seat at this turn of the company: everybody goes a place further at each, and after a whole round the
    /// other way round.
    pub(super) fn turned(&self, turn: u64, seat: Seat) -> i8 {
        let (seats, shift) = (self.seats, (turn % self.seats as u64) as usize);
        let mirrored = turn / self.seats as u64 % 2 == 1;
        let place = if mirrored { shift + seats - seat.index() } else { shift + seat.index() } % seats;
        let beyond = || -1 - (place - self.own.len()) as i8;
        self.own.get(place).copied().unwrap_or_else(beyond)
    }

    /// Everybody sits down for a series.
    pub(super) fn sit(&mut self, table: usize, seating: &[i8], games: u32) {
        self.seating[table * self.seats..(table + 1) * self.seats].copy_from_slice(seating);
        self.each(table, |one, seat| one.player.begin_series(seat, games).expect(SOUND));
    }

    /// A game begins.
    pub(super) fn begin(&mut self, table: usize, referee: &Referee<G>) {
        self.each(table, |one, seat| {
            one.player.begin(referee.truth(), seat, &mut referee.beginning(seat)).expect(SOUND);
            one.watches = one.player.watches();
        });
    }

    /// Something happened.
    #[inline]
    pub(super) fn see(&mut self, table: usize, truth: &G, event: &EventOf<G>) {
        self.each(table, |one, seat| {
            if one.watches {
                one.player.see(truth, seat, event).expect(SOUND);
            }
        });
    }

    /// Asks a player of the house and seals its choice: the number of it in the list.
    pub(super) fn ask(&mut self, table: usize, seat: Seat, referee: &mut Referee<G>) -> usize {
        let number = self.number(table, seat).expect("a player of the house sits here");
        referee.ask(seat, &mut self.house[number].player, &mut ()).expect(SOUND)
    }

    /// The game is over.
    pub(super) fn end(&mut self, table: usize, truth: &G, payoffs: &Payoffs) {
        self.each(table, |one, seat| one.player.end(truth, seat, payoffs).expect(SOUND));
    }

    /// The place among all players of the house of the one on this seat.
    fn number(&self, table: usize, seat: Seat) -> Option<usize> {
        let of_table = usize::try_from(-1 - i32::from(self.at(table, seat))).ok()?;
        Some(table * self.others + of_table)
    }

    /// Does something with each player of the house at a table, in the order of seats.
    #[inline]
    fn each(&mut self, table: usize, mut work: impl FnMut(&mut HousePlayer<G>, Seat)) {
        if self.is_own() {
            return;
        }
        for seat in Seat::all(self.seats) {
            if let Some(number) = self.number(table, seat) {
                work(&mut self.house[number], seat);
            }
        }
    }
}
