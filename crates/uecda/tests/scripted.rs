//! A whole match seen from all five seats at once: every table, every acknowledgement, every flag, against a slow model
//! of the rules on raw cells. The clients play by chance, and a third of what they send is wrong.
#![allow(clippy::unwrap_used, reason = "the helpers of a test may fail it")]

mod common;

use common::hall::{Client, Hall, settings};
use common::model::{Cards, Model, cells, count, strongest};
use table::Rng;
use uecda::server::Settings;
use uecda::{Grid, Version};

const GAMES: u32 = 60;
const BLOCK: u16 = 6;

/// Five clients of all versions, and what they know together.
struct Five {
    clients: Vec<Client>,
    rng: Rng,
    /// How often each kind of thing was seen, so that a match that shows too little fails.
    seen: [usize; 8],
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
            self.clients[rich].send(&grid(&gift));
            let gift = self.sent(rich, &gift);
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
        for index in 0..5 {
            let table = self.clients[index].table();
            assert_eq!(cards(&table), model.hands[index], "hand of {index}");
            let mut status = status(model, &before);
            status[2] = i32::from(index == player);
            assert_eq!(table.0[5], status, "turn of {player}, seen by {index}");
            assert_eq!(table.0[6], players(model, ranks));
            assert_eq!(table.0[7], [0; 15]);
        }
        let cards = self.submission(model);
        self.clients[player].send(&grid(&cards));
        let arrived = self.sent(player, &cards);
        let ack = model.submit(&arrived);
        assert_eq!(
            self.clients[player].int(),
            ack,
            "{player} submits {:?} on {:?}",
            cells(&arrived),
            before.table
        );
        self.count(model, &arrived, ack);
        let flag = i32::from(model.over()) + i32::from(model.over() && last_game);
        let state = status(model, &before);
        for client in &mut self.clients {
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

#[test]
fn every_cell_of_a_match_is_as_described() {
    let hall = Hall::open(Settings { block: BLOCK, ..settings(GAMES) });
    let versions = [Version::V20070, Version::V20140, Version::V20070, Version::V20060, Version::V20140];
    let clients: Vec<Client> =
        versions.iter().map(|&version| Client::connect(hall.address, version)).collect();
    assert!(clients.iter().zip(0..).all(|(client, number)| client.number == number), "in order of arrival");
    let mut five = Five { clients, rng: Rng::new(7), seen: [0; 8] };
    let (mut ranks, mut seats, mut points) = (None, None, [0; 5]);
    for game in 0..GAMES {
        let carried = ranks.filter(|_| !game.is_multiple_of(BLOCK.into()));
        let mut model = five.deal(game, carried, seats);
        while !model.over() {
            five.turn(&mut model, carried, game + 1 == GAMES);
        }
        assert!(!model.stuck(), "no game of this match ends by lot, so that all ranks are known");
        let last = (0..5).find(|player| !model.finished.contains(player)).unwrap();
        model.finished.push(last);
        let result: [usize; 5] = model.finished.try_into().unwrap();
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
