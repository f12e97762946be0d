//! A whole match seen from all five seats at once: every table, every acknowledgement, every flag, against a slow model
//! of the rules on raw cells. The clients play by chance, and a third of what they send is wrong.

use std::io::Write;
use std::net::Shutdown;
use std::time::Duration;

use table::Rng;
use uecda::server::Settings;
use uecda::{Grid, Version};

use crate::common::hall::{Client, Hall, settings};
use crate::common::model::{Cards, Model, cells, count, strongest};

const GAMES: u32 = 60;
const BLOCK: u16 = 6;

/// Five clients of all versions, and what they know together.
struct Five {
    clients: Vec<Client>,
    rng: Rng,
    /// How often each kind of thing was seen, so that a match that shows too little fails.
    seen: [usize; 8],
    /// Who has left.
    gone: [bool; 5],
    /// Who leaves when asked next, and how.
    leaving: Option<(usize, Way)>,
}

/// How a client leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    /// It hangs up instead of answering.
    HangsUp,
    /// It hangs up in the middle of its answer.
    HalfATable,
    /// It answers nothing until its time is over.
    Stalls,
}

const REFUSED: usize = 0;
const LOCKED: usize = 1;
const REVOLUTION: usize = 2;
const JOKER: usize = 3;
const RUN: usize = 4;
const BAD_GIFT: usize = 5;
const EMPTY_PASS: usize = 6;
const STUCK: usize = 7;

fn cards(grid: &Grid) -> Cards {
    std::array::from_fn(|row| grid.0[row])
}

fn grid(cards: &Cards) -> Grid {
    let mut grid = Grid::default();
    grid.0[..5].copy_from_slice(cards);
    grid
}

/// The number that stands for a negative one in a version.
fn shown(version: Version, number: i32) -> i32 {
    if version == Version::V20070 { number.max(0) } else { number }
}

impl Five {
    fn connect(hall: &Hall, versions: [Version; 5], seed: u64) -> Five {
        let clients: Vec<Client> =
            versions.iter().map(|&version| Client::connect(hall.address, version)).collect();
        let in_order = clients.iter().zip(0..).all(|(client, number)| client.number == number);
        assert!(in_order, "in order of arrival");
        Five { clients, rng: Rng::new(seed), seen: [0; 8], gone: [false; 5], leaving: None }
    }

    /// Answers the server, or leaves; what the server then has, if it has anything.
    fn answer(&mut self, player: usize, cards: &Cards) -> Option<Cards> {
        if let Some((leaver, way)) = self.leaving
            && leaver == player
        {
            self.leave(player, way);
        }
        if self.gone[player] {
            return None;
        }
        self.clients[player].send(&grid(cards));
        Some(self.sent(player, cards))
    }

    fn leave(&mut self, player: usize, way: Way) {
        let stream = &mut self.clients[player].stream;
        match way {
            Way::HangsUp => stream.shutdown(Shutdown::Both).unwrap(),
            Way::HalfATable => {
                stream.write_all(b"0123456789").unwrap();
                stream.shutdown(Shutdown::Both).unwrap();
            }
            Way::Stalls => {}
        }
        (self.gone[player], self.leaving) = (true, None);
    }

    /// What a server makes of a table on its way.
    fn sent(&self, player: usize, cards: &Cards) -> Cards {
        let version = self.clients[player].version;
        self::cards(&version.decode(&version.encode(&grid(cards))).unwrap())
    }

    /// Reads the deal, checks it and exchanges cards; the hands after it.
    fn deal(&mut self, game: u32, ranks: Option<[usize; 5]>, last: Option<[usize; 5]>) -> Model {
        let deals: Vec<Grid> = self.clients.iter_mut().map(Client::table).collect();
        let seats: [usize; 5] = std::array::from_fn(|seat| deals[0].0[6][10 + seat] as usize);
        if !game.is_multiple_of(3) {
            assert_eq!(Some(seats), last, "game {game}: seats change every three games");
        }
        let mut hands: [Cards; 5] = std::array::from_fn(|player| cards(&deals[player]));
        self.check_deal(&deals, ranks, seats);
        if let Some(ranks) = ranks {
            self.exchange(&mut hands, ranks);
        }
        let all: i32 = hands.iter().map(count).sum();
        assert_eq!(all, 53);
        Model::new(hands, seats)
    }

    fn check_deal(&self, deals: &[Grid], ranks: Option<[usize; 5]>, seats: [usize; 5]) {
        let left = &deals[0].0[6][..5];
        let mut by_seat = seats.map(|player| left[player]);
        match ranks {
            Some(ranks) => {
                let first = seats.iter().position(|&player| player == ranks[0]).unwrap();
                by_seat.rotate_left(first);
            }
            None => {
                let first = (0..5).find(|&at| by_seat[at] == 11 && by_seat[(at + 4) % 5] == 10).unwrap();
                by_seat.rotate_left(first);
            }
        }
        assert_eq!(by_seat, [11, 11, 11, 10, 10], "dealt in turn order, from the first on");
        for (player, deal) in deals.iter().enumerate() {
            let rank = ranks.map(|ranks| ranks.iter().position(|&other| other == player).unwrap());
            let give = rank.map_or(0, |rank| 2 - rank as i32);
            let give = shown(self.clients[player].version, give);
            assert_eq!(deal.0[5], [1, give, 0, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
            assert_eq!(deal.0[6], deals[0].0[6]);
            assert_eq!(deal.0[7], [0; 15]);
            let cells = ranks.map_or([0; 5], |ranks| {
                std::array::from_fn(|player| ranks.iter().position(|&other| other == player).unwrap() as i32)
            });
            assert_eq!(deal.0[6][5..10], cells, "ranks");
            let more = rank.map_or(0, |rank| (2 - rank as i32).max(0));
            assert_eq!(
                count(&cards(deal)),
                left[player] + more,
                "the rich see what came, the poor what they had"
            );
        }
    }

    /// The poor give their best; the rich give two and one, or their best if what they send is wrong.
    fn exchange(&mut self, hands: &mut [Cards; 5], ranks: [usize; 5]) {
        for (rich, poor, wanted) in [(ranks[0], ranks[4], 2), (ranks[1], ranks[3], 1)] {
            for (row, column) in strongest(&hands[poor], wanted) {
                assert_eq!(hands[rich][row][column], if row == 4 { 2 } else { 1 }, "the tribute has arrived");
                hands[poor][row][column] = 0;
            }
            let held = hands[rich];
            let gift = self.gift(&held, wanted);
            let gift = self.answer(rich, &gift).unwrap_or_default();
            let owned = |&(row, column, value): &(usize, usize, i32)| held[row][column] == value;
            let right = cells(&gift).len() == wanted && cells(&gift).iter().all(owned);
            let given = match right {
                true => cells(&gift).iter().map(|cell| (cell.0, cell.1)).collect(),
                false => strongest(&held, wanted),
            };
            self.seen[BAD_GIFT] += usize::from(!right);
            for (row, column) in given {
                hands[poor][row][column] = hands[rich][row][column];
                hands[rich][row][column] = 0;
            }
        }
    }

    /// Some cards of the hand; sometimes too many, too few, or others.
    fn gift(&mut self, held: &Cards, wanted: usize) -> Cards {
        let mut gift = Cards::default();
        let all = cells(held);
        let number = if self.rng.below(4) == 0 { self.rng.below(4) as usize } else { wanted };
        for _ in 0..number {
            let (row, column, value) = self.rng.pick(&all);
            gift[row][column] = value;
        }
        if self.rng.below(6) == 0 {
            gift[self.rng.below(4) as usize][1 + self.rng.below(13) as usize] = 1;
        }
        gift
    }

    /// A submission: mostly one that is taken, a pass now and then, and often anything.
    fn submission(&mut self, model: &Model) -> Cards {
        let hand = model.hands[model.now];
        if self.rng.below(5) == 0 {
            return Cards::default();
        }
        let tries: Vec<Cards> = (0..90).map(|_| self.attempt(&hand)).collect();
        let taken = tries.iter().filter(|cards| model.takes(cards)).max_by_key(|cards| count(cards));
        match taken {
            Some(cards) if self.rng.below(4) > 0 => *cards,
            _ => tries[0],
        }
    }

    /// Some cards in a row, side by side or anyhow, with the joker now and then.
    fn attempt(&mut self, hand: &Cards) -> Cards {
        let mut cards = Cards::default();
        let (row, column) = (self.rng.below(4) as usize, self.rng.below(15) as usize);
        match self.rng.below(5) {
            0 => (0..15).for_each(|column| cards[row][column] = hand[row][column]),
            1 => (0..4).for_each(|row| cards[row][column] = hand[row][column]),
            2 => (column..15.min(column + 6)).for_each(|column| cards[row][column] = hand[row][column]),
            3 => {
                let (row, column, value) = self.rng.pick(&cells(hand));
                cards[row][column] = value;
            }
            _ => cards[self.rng.below(5) as usize][column] = 1 + self.rng.below(3) as i32,
        }
        if hand[4][1] == 2 && self.rng.below(2) == 0 {
            let column = if self.rng.below(2) == 0 { column } else { self.rng.below(15) as usize };
            cards[self.rng.below(5) as usize][column] = 2;
        }
        cards
    }

    /// One turn from all seats.
    fn turn(&mut self, model: &mut Model, ranks: Option<[usize; 5]>, last_game: bool) {
        let (player, before) = (model.now, model.clone());
        for index in (0..5).filter(|&index| !self.gone[index]).collect::<Vec<_>>() {
            let table = self.clients[index].table();
            assert_eq!(cards(&table), model.hands[index], "hand of {index}");
            let mut status = status(model, &before);
            status[2] = i32::from(index == player);
            assert_eq!(table.0[5], status, "turn of {player}, seen by {index}");
            assert_eq!(table.0[6], players(model, ranks));
            assert_eq!(table.0[7], [0; 15]);
        }
        let cards = self.submission(model);
        let answer = self.answer(player, &cards);
        let arrived = answer.unwrap_or_default();
        let ack = model.submit(&arrived);
        if answer.is_some() {
            let said = self.clients[player].int();
            assert_eq!(said, ack, "{player} submits {:?} on {:?}", cells(&arrived), before.table);
        }
        self.count(model, &arrived, ack);
        let flag = i32::from(model.over()) + i32::from(model.over() && last_game);
        let state = status(model, &before);
        for (client, _) in self.clients.iter_mut().zip(self.gone).filter(|(_, gone)| !gone) {
            let table = client.table();
            assert_eq!(self::cards(&table), model.shown, "what lies on the table");
            assert_eq!(table.0[5], state, "after the turn of {player}");
            assert_eq!(table.0[6], players(model, ranks));
            assert_eq!(client.int(), flag, "the flag");
        }
        if !model.over() {
            model.go_on();
        }
    }

    /// A whole game from all seats; how it ended.
    fn play(
        &mut self,
        game: u32,
        ranks: Option<[usize; 5]>,
        seats: Option<[usize; 5]>,
        last_game: bool,
    ) -> Model {
        let mut model = self.deal(game, ranks, seats);
        while !model.over() {
            self.turn(&mut model, ranks, last_game);
        }
        model
    }

    fn count(&mut self, model: &Model, cards: &Cards, ack: i32) {
        let seen = [
            (REFUSED, ack == 8 && count(cards) > 0),
            (LOCKED, model.locked),
            (REVOLUTION, model.revolution),
            (JOKER, ack == 9 && count(cards) == 1 && cells(cards)[0].2 == 2),
            (RUN, ack == 9 && cells(cards).len() > 2 && cells(cards)[0].0 == cells(cards)[2].0),
            (EMPTY_PASS, ack == 9 && count(cards) == 0),
            (STUCK, model.stuck()),
        ];
        seen.into_iter().for_each(|(kind, yes)| self.seen[kind] += usize::from(yes));
    }
}

/// The row of the status, without whose turn it is for the reader.
fn status(model: &Model, turn: &Model) -> [i32; 15] {
    let flags = [model.table.is_none(), false, model.revolution, model.locked].map(i32::from);
    let mut row = [0; 15];
    row[3] = turn.now as i32;
    row[4..8].copy_from_slice(&flags);
    row
}

/// The row of the players.
fn players(model: &Model, ranks: Option<[usize; 5]>) -> [i32; 15] {
    let mut row = [0; 15];
    for player in 0..5 {
        row[player] = count(&model.hands[player]);
        row[5 + player] =
            ranks.map_or(0, |ranks| ranks.iter().position(|&other| other == player).unwrap() as i32);
        row[10 + player] = model.seats[player] as i32;
    }
    row
}

/// Who went out when, of a game that was played to the end.
fn result(model: &Model) -> [usize; 5] {
    assert!(!model.stuck(), "no game of this match ends by lot, so that all ranks are known");
    let last = (0..5).find(|player| !model.finished.contains(player)).unwrap();
    let all: Vec<usize> = model.finished.iter().copied().chain([last]).collect();
    all.try_into().unwrap()
}

#[test]
fn every_cell_of_a_match_is_as_described() {
    let hall = Hall::open(Settings { block: BLOCK, ..settings(GAMES) });
    let versions = [Version::V20070, Version::V20140, Version::V20070, Version::V20060, Version::V20140];
    let mut five = Five::connect(&hall, versions, 7);
    let (mut ranks, mut seats, mut points) = (None, None, [0; 5]);
    for game in 0..GAMES {
        let carried = ranks.filter(|_| !game.is_multiple_of(BLOCK.into()));
        let model = five.play(game, carried, seats, game + 1 == GAMES);
        let result = result(&model);
        result.iter().zip([5, 4, 3, 2, 1]).for_each(|(&player, more)| points[player] += more);
        (ranks, seats) = (Some(result), Some(model.seats));
    }
    for client in &mut five.clients {
        let mut rest = Vec::new();
        std::io::Read::read_to_end(&mut client.stream, &mut rest).unwrap();
        assert!(rest.is_empty(), "the server hangs up after the last flag");
    }
    let [report] = hall.end().try_into().unwrap();
    assert_eq!(report.players.iter().map(|player| player.points).collect::<Vec<_>>(), points);
    assert!(report.players.iter().all(|player| player.gone.is_none() && player.waits.count > 0));
    println!("{:?}", five.seen);
    let wanted = [REFUSED, LOCKED, REVOLUTION, JOKER, RUN, BAD_GIFT, EMPTY_PASS];
    assert!(wanted.iter().all(|&kind| five.seen[kind] > 0), "everything was seen: {:?}", five.seen);
}

/// The others see every cell of a game in which somebody leaves: when it is to give, or when it is to play.
#[test]
fn who_leaves_has_passed_and_has_given_its_strongest() {
    const LIMIT: Duration = Duration::from_millis(200);
    let ways = [Way::HangsUp, Way::HalfATable, Way::Stalls];
    for (seed, (way, rank)) in
        ways.into_iter().flat_map(|way| [0, 1, 2, 4].map(|rank| (way, rank))).enumerate()
    {
        let hall = Hall::open(Settings { move_limit: Some(LIMIT), seed: seed as u64, ..settings(2) });
        let versions = [Version::V20070, Version::V20140, Version::V20070, Version::V20140, Version::V20070];
        let mut five = Five::connect(&hall, versions, 20 + seed as u64);
        let first = five.play(0, None, None, false);
        let ranks = result(&first);
        let leaver = ranks[rank];
        five.leaving = Some((leaver, way));
        let end = five.play(1, Some(ranks), Some(first.seats), true);
        assert!(five.gone[leaver] && !end.finished.contains(&leaver), "{way:?} as {rank}");
        let [report] = hall.end().try_into().unwrap();
        let why = if way == Way::Stalls { "it took too long" } else { "it hung up" };
        for (player, report) in report.players.iter().enumerate() {
            assert_eq!(report.gone.as_deref(), (player == leaver).then_some(why), "{way:?} as {rank}");
        }
    }
}

/// Nobody plays: twenty passes end the game, and the ranks of the next are drawn by lot.
#[test]
fn twenty_passes_end_a_game() {
    let hall = Hall::open(settings(2));
    let mut clients: Vec<Client> = (0..5).map(|_| Client::connect(hall.address, Version::V20070)).collect();
    for game in 0..2 {
        let deals: Vec<Grid> = clients.iter_mut().map(Client::table).collect();
        let mut ranks = deals[0].0[6][5..10].to_vec();
        ranks.sort_unstable();
        assert_eq!(ranks, if game == 0 { [0; 5] } else { [0, 1, 2, 3, 4] });
        for (client, _) in clients.iter_mut().zip(&deals).filter(|(_, deal)| deal.0[5][1] > 0) {
            client.send(&Grid::default());
        }
        for pass in 1..=20 {
            let hands: Vec<Grid> = clients.iter_mut().map(Client::table).collect();
            let player = hands[0].0[5][3] as usize;
            assert_eq!(hands[player].0[5][..5], [0, 0, 1, player as i32, 1], "it leads");
            clients[player].send(&Grid::default());
            assert_eq!(clients[player].int(), 9, "a pass on an empty table is taken");
            let flag = if pass < 20 { 0 } else { 1 + game };
            for client in &mut clients {
                let state = client.table();
                assert_eq!(state.0[..5], [[0; 15]; 5], "nothing lies there");
                assert_eq!(state.0[5][2..5], [0, player as i32, 1]);
                assert_eq!(client.int(), flag, "after {pass} passes");
            }
        }
    }
    assert_eq!(hall.end()[0].players.iter().map(|player| player.points).sum::<u64>(), 30);
}
