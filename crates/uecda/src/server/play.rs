//! One match: the referee keeps the truth, the clients see their tables.

use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;

use games::daihinmin::{Action, CardSet, Chance, Daihinmin, Pair, Phase, Public, Rules, Table};
use table::{BySeat, Event, EventOf, Game, Referee, Seat, Seeds, Turn, derive_seed};

use super::chair::{Chair, Submitted};
use super::{Notice, Notices, Played, PlayerReport, Report, ServeError, Settings};
use crate::cells::Cells;
use crate::grid::{Grid, PLAYERS, Status};
use crate::logs::{self, GameLog, Gift, LoggedTurn};
use crate::replay::{points_after, rules};

/// The acknowledgements: a play is taken, or a pass on an empty table; anything else is not.
const TAKEN: i32 = 9;
const NOT_TAKEN: i32 = 8;

/// Plays a match to its end.
pub(super) fn play_match(
    number: usize,
    settings: &Settings,
    port: u16,
    chairs: Vec<Chair>,
    notices: Notices<'_>,
) -> Played {
    let mut log = MatchFile::open(settings, number, port, &chairs);
    let mut table = MatchTable::new(number, settings, chairs, notices);
    table.announce();
    for game in 0..settings.games {
        let played = table.play(game);
        log.game(game, &played);
    }
    log.end(&table.points);
    let report = table.report();
    log.failed.map_or(Ok(report), |error| Err(ServeError::Log { path: log.path, error }))
}

struct MatchTable<'a> {
    number: usize,
    settings: &'a Settings,
    notices: Notices<'a>,
    chairs: Vec<Chair>,
    first: Rules,
    seeds: Seeds,
    referee: Referee<Daihinmin>,
    points: [u64; PLAYERS],
    /// Who is known to be gone.
    told: [bool; PLAYERS],
    /// What happened in this game.
    events: Vec<EventOf<Daihinmin>>,
    /// What lies on the table, the joker where it was laid.
    shown: Cells,
}

impl<'a> MatchTable<'a> {
    fn new(
        number: usize,
        settings: &'a Settings,
        mut chairs: Vec<Chair>,
        notices: Notices<'a>,
    ) -> MatchTable<'a> {
        let first = rules(settings.block, settings.reseat);
        let seeds = Seeds::new(derive_seed(&[settings.seed, number as u64]));
        for (seat, chair) in seated(&mut chairs) {
            if let Some(agent) = chair.agent() {
                agent.begin_series(seat, settings.games);
            }
        }
        MatchTable {
            number,
            settings,
            notices,
            chairs,
            first,
            seeds,
            referee: Referee::new(&first, seeds),
            points: [0; PLAYERS],
            told: [false; PLAYERS],
            events: Vec::new(),
            shown: Cells::EMPTY,
        }
    }

    /// Tells who plays, and what a table elsewhere needs to show the same deals.
    fn announce(&self) {
        let names = self.chairs.iter().map(|chair| chair.name.clone()).collect();
        (self.notices)(Notice::Begun { number: self.number, rules: self.first, seeds: self.seeds, names });
    }

    /// Plays one game.
    fn play(&mut self, number: u32) -> GameLog {
        self.begin(number);
        let mut log = self.deal();
        self.exchange(&mut log);
        while !matches!(self.referee.turn(), Turn::Over) {
            let turn = self.turn(number);
            log.turns.push(turn);
        }
        self.end(number, log)
    }

    fn begin(&mut self, number: u32) {
        let last = (number > 0).then(|| *self.referee.public());
        let rules = Daihinmin::next_rules(&self.first, number, last.as_ref());
        self.referee.restart(&rules, self.seeds.of_game(number));
        self.events.clear();
        self.shown = Cells::EMPTY;
        for (seat, chair) in seated(&mut self.chairs) {
            if let Some(agent) = chair.agent() {
                let mut rng = self.referee.beginning(seat);
                agent.begin(self.referee.view(seat), &mut rng);
            }
        }
    }

    /// Deals, and shows everybody its hand, the richest first.
    fn deal(&mut self) -> GameLog {
        while self.referee.turn() == Turn::Chance {
            self.step();
        }
        let public = *self.referee.public();
        let log = self.dealt_log(&public);
        let line = public.rules.ranks.unwrap_or_else(|| Seat::all(PLAYERS).collect());
        for &seat in line.as_slice() {
            let own = self.referee.view(seat).private;
            // The poor see what they were dealt, the rich what they have now.
            let hand = own.hand.or(own.gave);
            let status = Status { left: counts(&public.dealt()), ..deal_status(&public, seat) };
            self.chairs[seat.index()].send(&Grid::new(Cells::of_hand(hand), &status));
        }
        log
    }

    fn dealt_log(&self, public: &Public) -> GameLog {
        let hands = self.events.iter().find_map(|event| match event {
            Event::Chance(Chance::Deal(hands)) => Some(*hands),
            _ => None,
        });
        let tribute = |Pair { rich, poor, .. }| {
            let cards = self.referee.view(poor).private.gave;
            Gift { from: poor, to: rich, cards }
        };
        GameLog {
            ranks: public.rules.ranks,
            order: public.order,
            dealt: hands.unwrap_or(BySeat::new(PLAYERS, CardSet::NONE)),
            gifts: Some(public.rules.pairs().map(tribute).collect()),
            turns: Vec::new(),
            result: public.finished,
            points: None,
        }
    }

    /// Asks the rich what they give, the richest first.
    fn exchange(&mut self, log: &mut GameLog) {
        let pairs: Vec<Pair> = self.referee.public().rules.pairs().collect();
        for Pair { rich, poor, count } in pairs {
            let legal = self.referee.legal(rich).to_vec();
            let mut rng = self.referee.decision(rich);
            let chair = &mut self.chairs[rich.index()];
            let cards = chair.ask_gift(self.referee.view(rich), count, &legal, &mut rng);
            self.commit(rich, Action::Give(cards));
            log.gifts.get_or_insert_default().push(Gift { from: rich, to: poor, cards });
        }
        if self.referee.public().phase == Phase::Exchange {
            self.step();
        }
        self.tell_gone();
    }

    /// One turn: hands, the submission, its acknowledgement, the table, and whether the game goes on.
    fn turn(&mut self, game: u32) -> LoggedTurn {
        let before = *self.referee.public();
        let player = before.now;
        self.show_hands(&before);
        let submitted = self.ask(player);
        let (action, ack) = judged(&submitted, &before.table);
        self.chairs[player.index()].send_int(ack);
        let mut table = before.table;
        if let Action::Play(meld) = action {
            table.lay(meld, before.rules.eleven_back);
            self.shown = submitted.cells;
        }
        self.commit(player, action);
        self.step();
        let state = Status { yours: false, left: self.left(), ..status(&before, &table) };
        self.send_all(&Grid::new(self.shown, &state));
        while self.referee.turn() == Turn::Chance {
            self.step();
        }
        if self.referee.public().table.meld.is_none() {
            self.shown = Cells::EMPTY;
        }
        self.send_flag(game);
        self.tell_gone();
        LoggedTurn { player: Some(player), cells: submitted.cells, micros: None }
    }

    fn show_hands(&mut self, public: &Public) {
        for seat in Seat::all(PLAYERS) {
            let hand = Cells::of_hand(self.referee.view(seat).private.hand);
            let status = Status { yours: seat == public.now, ..status(public, &public.table) };
            self.chairs[seat.index()].send(&Grid::new(hand, &status));
        }
    }

    fn ask(&mut self, player: Seat) -> Submitted {
        let legal = self.referee.legal(player).to_vec();
        let mut rng = self.referee.decision(player);
        self.chairs[player.index()].ask(self.referee.view(player), &legal, &mut rng)
    }

    fn commit(&mut self, seat: Seat, action: Action) {
        let had_choice = self.referee.legal(seat).len() > 1;
        self.referee.commit(seat, action).expect("what is refused was replaced by what is legal");
        if had_choice {
            (self.notices)(Notice::Chosen { number: self.number, player: seat.index(), action });
        }
    }

    /// Plays one turn of the referee. A client is asked even where only a pass is legal, so nothing is taken for it.
    fn step(&mut self) {
        let MatchTable { referee, chairs, events, .. } = self;
        let told = referee.step(&mut |truth, event| {
            events.push(*event);
            for (seat, chair) in seated(chairs) {
                if let Some(agent) = chair.agent() {
                    agent.see(truth.view(seat), &truth.seen(event, Some(seat)));
                }
            }
            Ok(())
        });
        told.expect("nobody who is told stops the game");
    }

    fn left(&self) -> [u8; PLAYERS] {
        counts(&self.referee.public().left)
    }

    fn send_all(&mut self, grid: &Grid) {
        self.chairs.iter_mut().for_each(|chair| chair.send(grid));
    }

    /// 0 while the game goes on, 1 at its end, 2 at the end of the last.
    fn send_flag(&mut self, game: u32) {
        let over = self.referee.turn() == Turn::Over;
        let flag = i32::from(over) + i32::from(over && game + 1 == self.settings.games);
        self.chairs.iter_mut().for_each(|chair| chair.send_int(flag));
    }

    /// Says once of each who is gone.
    fn tell_gone(&mut self) {
        for (player, chair) in self.chairs.iter().enumerate() {
            if let Some(why) = chair.gone().filter(|_| !self.told[player]) {
                (self.notices)(Notice::Gone { number: self.number, player, why: why.clone() });
                self.told[player] = true;
            }
        }
    }

    fn end(&mut self, game: u32, mut log: GameLog) -> GameLog {
        let payoffs = self.referee.payoffs().expect("the game is over");
        for (seat, chair) in seated(&mut self.chairs) {
            if let Some(agent) = chair.agent() {
                agent.end(self.referee.view(seat), &payoffs);
            }
        }
        log.result = self.referee.public().finished;
        self.points = points_after(self.points, log.result);
        log.points = Some(self.points);
        let notice =
            Notice::Game { number: self.number, game: game + 1, result: log.result, points: self.points };
        (self.notices)(notice);
        log
    }

    fn report(self) -> Report {
        let player = |(chair, points): (Chair, u64)| {
            let gone = chair.gone().cloned();
            PlayerReport { name: chair.name, points, waits: chair.waits, gone }
        };
        let players = self.chairs.into_iter().zip(self.points).map(player).collect();
        Report { number: self.number, games: self.settings.games, players }
    }
}

fn seated(chairs: &mut [Chair]) -> impl Iterator<Item = (Seat, &mut Chair)> {
    chairs.iter_mut().enumerate().map(|(player, chair)| (Seat::new(player), chair))
}

fn counts(left: &BySeat<u8>) -> [u8; PLAYERS] {
    std::array::from_fn(|player| left[Seat::new(player)])
}

/// What a submission does, and how it is acknowledged.
fn judged(submitted: &Submitted, table: &Table) -> (Action, i32) {
    match submitted.meant {
        Ok(Action::Pass) if table.meld.is_none() => (Action::Pass, TAKEN),
        Ok(Action::Pass) | Err(_) => (Action::Pass, NOT_TAKEN),
        Ok(action) => (action, TAKEN),
    }
}

/// The status of a turn, with this on the table.
fn status(public: &Public, table: &Table) -> Status {
    Status {
        exchange: false,
        give: 0,
        yours: false,
        player: Some(public.now),
        empty: table.meld.is_none(),
        back: table.back,
        revolution: table.revolution,
        locked: table.locked,
        left: counts(&public.left),
        ranks: public.rules.ranks,
        order: public.order,
    }
}

/// The status while cards are exchanged.
fn deal_status(public: &Public, seat: Seat) -> Status {
    let count = |pair: Pair| if pair.rich == seat { pair.count as i32 } else { -(pair.count as i32) };
    let give = public.rules.pair_of(seat).map_or(0, count);
    Status { exchange: true, give, player: None, empty: false, ..status(public, &Table::default()) }
}

/// The log of a match, written game by game.
struct MatchFile {
    path: PathBuf,
    file: Option<File>,
    /// What went wrong first.
    failed: Option<io::Error>,
}

impl MatchFile {
    fn open(settings: &Settings, number: usize, port: u16, chairs: &[Chair]) -> MatchFile {
        let Some(path) = settings.log_of(number) else {
            return MatchFile { path: PathBuf::new(), file: None, failed: None };
        };
        let (file, failed) = match File::create(&path) {
            Ok(file) => (Some(file), None),
            Err(error) => (None, Some(error)),
        };
        let mut log = MatchFile { path, file, failed };
        let names = std::array::from_fn(|player| chairs[player].name.clone());
        let head = logs::Head {
            names: &names,
            games: settings.games,
            block: settings.block,
            reseat: settings.reseat,
            port: Some(port),
            seed: Some(settings.seed),
        };
        let mut text = String::new();
        logs::write_notes(&mut text, &logs::header(&head));
        log.write(&text);
        log
    }

    fn game(&mut self, number: u32, game: &GameLog) {
        if self.file.is_some() {
            let mut text = String::new();
            logs::write_game(&mut text, number as usize, game);
            self.write(&text);
        }
    }

    fn end(&mut self, points: &[u64; PLAYERS]) {
        let mut text = String::new();
        logs::write_notes(&mut text, &logs::footer(points));
        self.write(&text);
    }

    fn write(&mut self, text: &str) {
        if let Some(file) = &mut self.file
            && let Err(error) = file.write_all(text.as_bytes())
        {
            (self.file, self.failed) = (None, Some(error));
        }
    }
}
