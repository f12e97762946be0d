//! Many games of one kind: seeds, series, seatings, and the workers that play them.
//!
//! A *sitting* is one series of games in one seating. All sittings of a deal share the dealer's random stream.

use std::fmt;
use std::ops::Range;

use table::{
    AnyRecord, EventOf, Fault, Header, Payoffs, Player, Record, Referee, Replay, Seat, Seeds, SeriesPlace,
    Spec, SpecError, Witness, derive_seed,
};

use crate::guests::shown_name;
use crate::registry::{Playable, Visitor, check_agent, seat, visit};
use crate::together::{self, Gathering, answers_rows};

/// Why games were not played.
#[derive(Clone, Debug, PartialEq)]
pub enum BulkError {
    /// What was asked for does not exist or does not fit together; ask again.
    Spec(SpecError),
    /// A player broke down.
    Fault {
        /// Which game it was, counted from 1.
        game: u64,
        /// What happened.
        fault: Fault,
    },
}

impl fmt::Display for BulkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BulkError::Spec(error) => error.fmt(f),
            BulkError::Fault { game, fault } => write!(f, "game {game} has no result: {fault}"),
        }
    }
}

impl std::error::Error for BulkError {}

impl From<SpecError> for BulkError {
    fn from(error: SpecError) -> BulkError {
        BulkError::Spec(error)
    }
}

/// Which entrant of the match sits on which seat.
pub type Seating = Vec<usize>;

/// Every seating a paired deal is played in: all permutations up to three seats, else all rotations.
pub fn seatings(seats: usize) -> Vec<Seating> {
    let rotations = (0..seats).map(|shift| (0..seats).map(|seat| (seat + shift) % seats).collect());
    match seats {
        0..=2 => rotations.collect(),
        3 => rotations.flat_map(|r: Seating| [r.clone(), vec![r[0], r[2], r[1]]]).collect(),
        _ => rotations.collect(),
    }
}

/// Many games between the same entrants, as a match or an arena asks for them.
#[derive(Clone, Debug)]
pub struct Lots {
    /// The game with its options.
    pub game: Spec,
    /// The number of players at a table.
    pub seats: usize,
    /// The entrants, at least as many as seats.
    pub entrants: Vec<Spec>,
    /// The number of games a series has.
    pub series: u32,
    /// What all randomness derives from.
    pub seed: u64,
    /// The seatings, a sitting each; after the last comes the first again.
    pub seatings: Vec<Seating>,
    /// How many sittings in a row are of one deal.
    pub per_deal: u64,
    /// How many records their file has, if they are written down.
    pub records: Option<u64>,
}

/// A seat that broke down and was played on at random.
#[derive(Clone, Debug, PartialEq)]
pub struct Forfeit {
    /// Which one.
    pub seat: Seat,
    /// What happened.
    pub fault: Fault,
}

impl Lots {
    /// Opens the games of any kind that are asked for.
    ///
    /// # Errors
    /// Names and options that do not exist, players that cannot sit at such a table.
    pub fn open(self) -> Result<Box<dyn Games>, SpecError> {
        let game = games::find_game(&self.game)?;
        self.entrants.iter().try_for_each(|entrant| check_agent(entrant, game.name).map(drop))?;
        visit(&self.game.clone(), self.seats, self)
    }
}

impl Visitor for Lots {
    type Out = Box<dyn Games>;

    fn visit<G: Playable>(self, rules: G::Rules) -> Self::Out {
        let Lots { entrants, series, seed, seatings, per_deal, records, .. } = self;
        let bulk =
            Bulk::<G> { rules, series, entrants, seed, seatings, per_deal, keep_events: records.is_some() };
        Box::new(Kept { bulk, records })
    }
}

/// Games of one kind that can be played by several workers.
pub trait Games: Send + Sync {
    /// The name of the game.
    fn game(&self) -> &'static str;

    /// The shortest spec of the rules that every series begins with.
    fn rules(&self) -> String;

    /// The number of games a series has.
    fn series(&self) -> u32;

    /// Which entrant sits on which seat in a sitting.
    fn seating(&self, sitting: u64) -> &Seating;

    /// Refuses a record that is not of this game of these, where all games are counted from 0.
    ///
    /// # Errors
    /// Says what differs.
    fn check_header(&self, header: &Header, game: u64) -> Result<(), String>;

    /// The number of sittings a worker should play together, where somebody answers the questions of many tables at once.
    fn together(&self) -> Option<u64>;

    /// A table with players of its own, for one thread.
    ///
    /// # Errors
    /// Players that cannot be made.
    fn worker(&self) -> Result<Box<dyn GameWorker + '_>, SpecError>;
}

/// One thread's table.
pub trait GameWorker {
    /// Plays this game, where all games are counted from 0. Those of one series must come one after another.
    ///
    /// # Errors
    /// Players that break down.
    fn play(&mut self, game: u64) -> Result<FinishedGame, BulkError>;

    /// Plays these sittings together: their games in order, and the first that could not be played, counted from 0. It ends
    /// early if it is `stopped`.
    fn play_together(&mut self, sittings: Range<u64>, stopped: &dyn Fn() -> bool) -> Together;
}

/// Games that were played together, and the first that could not be played, if there is one, counted from 0.
pub type Together = (Vec<FinishedGame>, Option<(u64, BulkError)>);

/// A game that was played to its end.
pub struct FinishedGame {
    /// What each seat earned.
    pub payoffs: Payoffs,
    /// Who broke down and was played on at random, by seat.
    pub forfeits: Vec<Forfeit>,
    /// What happened, if it is written down.
    pub record: Option<Box<dyn AnyRecord>>,
}

/// Games, and how many records their file has.
struct Kept<G: Playable> {
    bulk: Bulk<G>,
    records: Option<u64>,
}

impl<G: Playable> Games for Kept<G> {
    fn game(&self) -> &'static str {
        G::NAME
    }

    fn rules(&self) -> String {
        G::write_rules(&self.bulk.rules)
    }

    fn series(&self) -> u32 {
        self.bulk.series
    }

    fn seating(&self, sitting: u64) -> &Seating {
        self.bulk.seating(sitting)
    }

    fn check_header(&self, header: &Header, game: u64) -> Result<(), String> {
        let (wanted, differs) = (self.bulk.header(game), |what: &str, found: &str, wanted: &str| {
            Err(format!("game {} has another {what}: {found}, not {wanted}", game + 1))
        });
        let series = |header: &Header| format!("series of {}", header.series.of);
        match header {
            it if it.series.first != wanted.series.first => {
                differs("game or other options", &it.series.first, &wanted.series.first)
            }
            it if it.series.of != wanted.series.of => differs("series", &series(it), &series(&wanted)),
            it if it.seats != wanted.seats => {
                differs("table", &it.seats.join(", "), &wanted.seats.join(", "))
            }
            it if it.seeds() != wanted.seeds() => Err(format!("game {} has another seed", game + 1)),
            _ => Ok(()),
        }
    }

    fn together(&self) -> Option<u64> {
        // Records are written by players that sit at one table.
        (self.records.is_none() && answers_rows(&self.bulk.entrants)).then_some(together::SITTINGS)
    }

    fn worker(&self) -> Result<Box<dyn GameWorker + '_>, SpecError> {
        match self.together() {
            Some(_) => Ok(Box::new(Gathering::new(&self.bulk)?)),
            None => Ok(Box::new((Worker::new(&self.bulk)?, self.records))),
        }
    }
}

impl<G: Playable> GameWorker for (Worker<'_, G>, Option<u64>) {
    fn play(&mut self, game: u64) -> Result<FinishedGame, BulkError> {
        let played = self.0.play_nth(game)?;
        let (payoffs, forfeits, of) = (played.payoffs, played.forfeits.clone(), self.1);
        let record = of.map(|of| -> Box<dyn AnyRecord> { Box::new(self.0.bulk.record(played, game, of)) });
        Ok(FinishedGame { payoffs, forfeits, record })
    }

    fn play_together(&mut self, sittings: Range<u64>, stopped: &dyn Fn() -> bool) -> Together {
        let (mut played, series) = (Vec::new(), u64::from(self.0.bulk.series));
        for game in (sittings.start * series..sittings.end * series).take_while(|_| !stopped()) {
            match self.play(game) {
                Ok(finished) => played.push(finished),
                Err(error) => return (played, Some((game, error))),
            }
        }
        (played, None)
    }
}

/// Many games with the same rules and entrants.
pub(crate) struct Bulk<G: Playable> {
    /// The rules every series begins with.
    pub(crate) rules: G::Rules,
    /// The number of games a series has.
    pub(crate) series: u32,
    /// The entrants, at least as many as seats.
    pub(crate) entrants: Vec<Spec>,
    /// What all randomness derives from.
    pub(crate) seed: u64,
    /// The seatings, a sitting each; after the last comes the first again.
    pub(crate) seatings: Vec<Seating>,
    /// How many sittings in a row are of one deal.
    pub(crate) per_deal: u64,
    /// Whether the events of each game are kept.
    pub(crate) keep_events: bool,
}

/// One game with what was kept of it.
pub(crate) struct Played<G: Playable> {
    /// Its seeds.
    pub(crate) seeds: Seeds,
    /// Its number in the series, counted from 0.
    pub(crate) number: u32,
    /// Its rules, with what was carried over.
    pub(crate) rules: G::Rules,
    /// What each seat earned.
    pub(crate) payoffs: Payoffs,
    /// Who broke down and was played on at random, by seat.
    pub(crate) forfeits: Vec<Forfeit>,
    /// What happened, if it was kept.
    pub(crate) events: Vec<EventOf<G>>,
}

impl<G: Playable> Bulk<G> {
    /// The seating of one sitting.
    pub(crate) fn seating(&self, sitting: u64) -> &Seating {
        &self.seatings[(sitting % self.seatings.len() as u64) as usize]
    }

    /// The sitting of one game, where all games are counted from 0.
    fn sitting(&self, game: u64) -> u64 {
        game / u64::from(self.series)
    }

    /// The games of one sitting, in order.
    pub(crate) fn play_sitting(&self, sitting: u64) -> Result<Vec<Played<G>>, BulkError> {
        let (mut worker, series) = (Worker::new(self)?, u64::from(self.series));
        (sitting * series..(sitting + 1) * series).map(|game| worker.play_nth(game)).collect()
    }

    /// The seeds of a sitting. The deal decides the dealer's random stream; the players' own differ from seating to
    /// seating.
    pub(crate) fn seeds(&self, sitting: u64) -> Seeds {
        let deal = sitting / self.per_deal;
        Seeds {
            deal: derive_seed(&[self.seed, deal]),
            players: derive_seed(&[self.seed, deal, sitting % self.per_deal]),
        }
    }

    /// What stands above a record of this game, but for what is carried over to it.
    fn header(&self, game: u64) -> Header {
        let (sitting, number) = (self.sitting(game), (game % u64::from(self.series)) as u32);
        self.header_of(game, &self.rules, number, self.seeds(sitting).of_game(number))
    }

    fn header_of(&self, index: u64, rules: &G::Rules, number: u32, seeds: Seeds) -> Header {
        let seating = self.seating(self.sitting(index));
        let seats = seating.iter().map(|&entrant| shown_name(&self.entrants[entrant])).collect();
        let place = SeriesPlace { first: G::write_rules(&self.rules), number, of: self.series };
        Header { index, ..Header::new::<G>(rules, seats, seeds).in_series(place) }
    }

    /// One game as it is written down; whole rounds of seatings come before it in its file.
    pub(crate) fn record(&self, played: Played<G>, index: u64, of: u64) -> Record<G> {
        let header = self.header_of(index, &played.rules, played.number, played.seeds);
        let forfeits = played.forfeits.iter().map(|forfeit| forfeit.seat).collect();
        let header = Header { of, forfeits, ..header };
        Record { header, events: played.events, payoffs: played.payoffs }
    }
}

/// One thread's table: the players, built once.
pub(crate) struct Worker<'a, G: Playable> {
    pub(crate) bulk: &'a Bulk<G>,
    referee: Referee<G>,
    sitting: u64,
    seeds: Seeds,
    /// The number of the next game of the series.
    number: u32,
    /// The players: first those who sit, by seat, then those who wait.
    players: Vec<Player<G>>,
    /// Which entrant each of them is.
    seated: Seating,
}

impl<'a, G: Playable> Worker<'a, G> {
    pub(crate) fn new(bulk: &'a Bulk<G>) -> Result<Self, SpecError> {
        let build = |spec| seat::<G>(spec, &bulk.rules);
        let players: Vec<_> = bulk.entrants.iter().map(build).collect::<Result<_, _>>()?;
        let seated = (0..players.len()).collect();
        let (seeds, referee) = (Seeds::new(0), Referee::new(&bulk.rules, Seeds::new(0)));
        Ok(Worker { bulk, referee, sitting: 0, seeds, number: 0, players, seated })
    }

    /// Everybody sits down for a series.
    pub(crate) fn begin(&mut self, sitting: u64) -> Result<(), BulkError> {
        let series = self.bulk.series;
        self.seeds = self.bulk.seeds(sitting);
        (self.sitting, self.number) = (sitting, 0);
        self.sit(self.bulk.seating(sitting));
        let seats = self.bulk.seating(sitting).len();
        let begun = (self.players[..seats].iter_mut().enumerate())
            .try_for_each(|(seat, player)| player.begin_series(Seat::new(seat), series));
        begun.map_err(|fault| self.broken(fault))
    }

    /// Plays this game, where all games are counted from 0. Those of one series must come one after another.
    pub(crate) fn play_nth(&mut self, game: u64) -> Result<Played<G>, BulkError> {
        if game.is_multiple_of(u64::from(self.bulk.series)) {
            self.begin(self.bulk.sitting(game))?;
        }
        self.play(&mut ())
    }

    /// The seeds of the next game.
    pub(crate) fn seeds(&self) -> Seeds {
        self.seeds.of_game(self.number)
    }

    /// Plays the next game of the series before a witness.
    pub(crate) fn play(&mut self, witness: &mut impl Witness<G>) -> Result<Played<G>, BulkError> {
        let (number, seeds) = (self.number, self.seeds());
        let last = (number > 0).then(|| self.referee.public());
        let rules = G::next_rules(&self.bulk.rules, number, last);
        self.referee.restart(&rules, seeds);
        let players = &mut self.players[..self.bulk.seating(self.sitting).len()];
        let (payoffs, events) = if self.bulk.keep_events {
            let mut kept = (Replay::<G>::default(), witness);
            (self.referee.play(players, &mut kept), kept.0.0)
        } else {
            (self.referee.play(players, witness), Vec::new())
        };
        let payoffs = payoffs.map_err(|fault| self.broken(fault))?;
        self.number += 1;
        let seated = self.players[..payoffs.points.seats()].iter().enumerate();
        let forfeits = seated
            .filter_map(|(seat, player)| Some(Forfeit { seat: Seat::new(seat), fault: player.forfeited()? }));
        let forfeits = forfeits.collect();
        Ok(Played { seeds, number, rules, payoffs, forfeits, events })
    }

    /// A fault in the game that was to be played.
    fn broken(&self, fault: Fault) -> BulkError {
        let game = self.sitting * u64::from(self.bulk.series) + u64::from(self.number);
        BulkError::Fault { game: game + 1, fault }
    }

    /// Everybody goes to the seat of the next sitting.
    fn sit(&mut self, seating: &[usize]) {
        for (seat, entrant) in seating.iter().enumerate() {
            let from = self.seated.iter().position(|other| other == entrant).expect("each entrant sits once");
            self.seated.swap(seat, from);
            self.players.swap(seat, from);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paired_seatings_give_every_entrant_every_seat() {
        for (seats, count) in [(2, 2), (3, 6), (4, 4), (6, 6)] {
            let all = seatings(seats);
            assert_eq!(all.len(), count);
            for entrant in 0..seats {
                let sat: Vec<usize> =
                    (0..seats).filter(|&seat| all.iter().any(|s| s[seat] == entrant)).collect();
                assert_eq!(sat.len(), seats, "entrant {entrant} of {seats} sits everywhere");
            }
            let mut unique = all.clone();
            unique.sort();
            unique.dedup();
            assert_eq!(unique.len(), count);
        }
    }
}
