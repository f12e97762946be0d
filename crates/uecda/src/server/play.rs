//! One match: the referee keeps the truth, the clients see their tables.

use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use games::daihinmin::{Action, CardSet, Chance, Daihinmin, Pair, Phase, Public, Rules, TableState};
use table::{BySeat, Event, EventOf, Game, Referee, Seat, Seeds, Turn, derive_seed};

use super::chair::{Chair, Submitted};
use super::{Hall, Notice, Notices, PlayerReport, Report, Settings, SoFar};
use crate::cells::{Cells, Refused};
use crate::grid::{Grid, PLAYERS, Status};
use crate::logs::{self, GameLog, Gift, LoggedTurn};
use crate::replay::{points_after, rules};

/// The acknowledgements: a play is taken, or a pass on an empty table; anything else is not.
const TAKEN: i32 = 9;
const NOT_TAKEN: i32 = 8;

/// Plays a match to its end, or as far as it may.
pub(super) fn play_match(number: usize, hall: Hall<'_>, chairs: Vec<Chair>) {
    let mut log = MatchFile::open(hall, number, &chairs);
    let mut table = MatchTable::new(number, hall, chairs);
    table.announce();
    for game in 0..hall.settings.games {
        let Some(played) = table.play(game) else { break };
        log.game(game, &played);
    }
    log.end(&table.points);
    // A client that has answered last may have gone since.
    table.report();
}

struct MatchTable<'a> {
    number: usize,
    settings: &'a Settings,
    notices: Notices<'a>,
    so_far: &'a SoFar,
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
    fn new(number: usize, hall: Hall<'a>, mut chairs: Vec<Chair>) -> MatchTable<'a> {
        let Hall { settings, notices, so_far, .. } = hall;
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
            so_far,
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

    /// Begins the report of the match, and tells who plays, and what a table elsewhere needs to show the same deals.
    fn announce(&self) {
        self.so_far.begin(Report {
            number: self.number,
            games: 0,
            asked: self.settings.games,
            players: self.players(),
            each: Vec::new(),
            log_lost: None,
        });
        let names = self.chairs.iter().map(|chair| chair.name.clone()).collect();
        (self.notices)(Notice::Begun { number: self.number, rules: self.first, seeds: self.seeds, names });
    }

    /// Plays one game; nothing is left of one that was given up.
    fn play(&mut self, number: u32) -> Option<GameLog> {
        self.begin(number);
        let mut log = self.deal();
        self.exchange(&mut log)?;
        while !matches!(self.referee.turn(), Turn::Over) {
            let turn = self.turn(number)?;
            log.turns.push(turn);
        }
        Some(self.end(number, log))
    }

    /// Goes on unless the matches are to end: what a client said when it was no longer waited for does not count.
    fn go_on(&self) -> Option<()> {
        (!self.settings.stop.load(Ordering::Relaxed)).then_some(())
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
    fn exchange(&mut self, log: &mut GameLog) -> Option<()> {
        let pairs: Vec<Pair> = self.referee.public().rules.pairs().collect();
        for Pair { rich, poor, count } in pairs {
            let legal = self.referee.legal(rich).to_vec();
            let mut rng = self.referee.decision(rich);
            let chair = &mut self.chairs[rich.index()];
            let (cards, void) = chair.ask_gift(self.referee.view(rich), count, &legal, &mut rng);
            self.go_on()?;
            self.tell_void(rich, void);
            self.commit(rich, Action::Give(cards));
            log.gifts.get_or_insert_default().push(Gift { from: rich, to: poor, cards });
        }
        if self.referee.public().phase == Phase::Exchange {
            self.step();
        }
        self.tell_gone();
        Some(())
    }

    /// One turn: hands, the submission, its acknowledgement, the table, and whether the game goes on.
    fn turn(&mut self, game: u32) -> Option<LoggedTurn> {
        let before = *self.referee.public();
        let player = before.now;
        self.show_hands(&before);
        let submitted = self.ask(player);
        self.go_on()?;
        self.tell_void(player, submitted.meant.err());
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
        Some(LoggedTurn { player: Some(player), cells: submitted.cells, micros: None })
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
        self.referee.commit(seat, action).expect("what is refused was replaced by what is legal");
        (self.notices)(Notice::Chosen { number: self.number, player: seat.index(), action });
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

    /// Says what is void of what a player submitted.
    fn tell_void(&self, player: Seat, void: Option<Refused>) {
        if let Some(why) = void {
            (self.notices)(Notice::Void { number: self.number, player: player.index(), why });
        }
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
        let before = self.points;
        self.points = points_after(before, log.result);
        let earned = std::array::from_fn(|player| (self.points[player] - before[player]) as u8);
        self.so_far.change(self.number, |report| {
            report.games += 1;
            report.each.push(earned);
        });
        self.report();
        log.points = Some(self.points);
        let notice =
            Notice::Game { number: self.number, game: game + 1, result: log.result, points: self.points };
        (self.notices)(notice);
        log
    }

    /// Writes down how the players stand.
    fn report(&self) {
        let players = self.players();
        self.so_far.change(self.number, |report| report.players = players);
    }

    fn players(&self) -> Vec<PlayerReport> {
        let player = |(chair, points): (&Chair, u64)| PlayerReport {
            name: chair.name.clone(),
            points,
            waits: chair.waits,
            refused: chair.refused,
            gone: chair.gone().cloned(),
        };
        self.chairs.iter().zip(self.points).map(player).collect()
    }
}

fn seated(chairs: &mut [Chair]) -> impl Iterator<Item = (Seat, &mut Chair)> {
    chairs.iter_mut().enumerate().map(|(player, chair)| (Seat::new(player), chair))
}

fn counts(left: &BySeat<u8>) -> [u8; PLAYERS] {
    std::array::from_fn(|player| left[Seat::new(player)])
}

/// What a submission does, and how it is acknowledged.
fn judged(submitted: &Submitted, table: &TableState) -> (Action, i32) {
    match submitted.meant {
        Ok(Action::Pass) if table.meld.is_none() => (Action::Pass, TAKEN),
        Ok(Action::Pass) | Err(_) => (Action::Pass, NOT_TAKEN),
        Ok(action) => (action, TAKEN),
    }
}

/// The status of a turn, with this on the table.
fn status(public: &Public, table: &TableState) -> Status {
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
    Status { exchange: true, give, player: None, empty: false, ..status(public, &TableState::default()) }
}

/// The log of a match, written game by game.
struct MatchFile<'a> {
    number: usize,
    hall: Hall<'a>,
    path: PathBuf,
    /// Nothing where there is no log, or no longer.
    file: Option<File>,
    /// Why there is no longer one.
    lost: Option<String>,
}

impl<'a> MatchFile<'a> {
    fn open(hall: Hall<'a>, number: usize, chairs: &[Chair]) -> MatchFile<'a> {
        let settings = hall.settings;
        let mut log = MatchFile { number, hall, path: PathBuf::new(), file: None, lost: None };
        let Some(path) = settings.log_of(number) else { return log };
        let created = File::create(&path);
        log.path = path;
        match created {
            Ok(file) => log.file = Some(file),
            Err(error) => log.lose(&error),
        }
        let names = std::array::from_fn(|player| chairs[player].name.clone());
        let head = logs::Head {
            names: &names,
            games: settings.games,
            block: settings.block,
            reseat: settings.reseat,
            port: Some(hall.port),
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
        if let Some(why) = self.lost.take() {
            let lost = Some((self.path.clone(), why));
            self.hall.so_far.change(self.number, |report| report.log_lost = lost);
        }
    }

    fn write(&mut self, text: &str) {
        if let Some(file) = &mut self.file
            && let Err(error) = file.write_all(text.as_bytes())
        {
            self.lose(&error);
        }
    }

    /// The match goes on without its log.
    fn lose(&mut self, error: &io::Error) {
        let (number, path, why) = (self.number, self.path.clone(), error.to_string());
        (self.file, self.lost) = (None, Some(why.clone()));
        (self.hall.notices)(Notice::LogLost { number, path, why });
    }
}
