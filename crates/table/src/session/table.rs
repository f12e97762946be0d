//! The table itself: a referee, the players, what every observer has seen, and the log.

use std::collections::VecDeque;

use super::log::{Entry, FORMAT, LogLine, Occupant, OpenError, Opening};
use super::question::{Adviser, Asked, OwnedView, Pending, Question, Sight};
use super::standing::AnswerRows;
use super::{Host, Notes, PlayError, Session, no_seat};
use crate::agent::{Fault, Player};
use crate::digest::Digest;
use crate::game::{Event, EventOf, Game, Hidden, Turn, View};
use crate::lang::Lang;
use crate::notation::{Notation, Picture, Unreadable};
use crate::record::{Header, Record, SeriesPlace};
use crate::referee::{Node, Referee};
use crate::rng::Seeds;
use crate::seat::{Seat, SeatSet};
use crate::spec::Spec;

/// Builds the player of a name for a table with these rules.
pub type SeatBuilder<G> = Box<dyn FnMut(&str, &<G as Game>::Rules) -> Result<Player<G>, String> + Send>;

/// Builds the note taker for advice at tables with these rules, if there is one.
pub type NoteTaker<G> = fn(&<G as Game>::Rules) -> Option<Box<dyn Notes<G>>>;

/// The occupant of a chair.
pub(super) enum Chair<G: Game> {
    /// A player of the table.
    Taken(Player<G>),
    /// The place of a player of the table that thinks elsewhere.
    Away,
    /// The seat is played from outside.
    External,
}

impl<G: Game> Chair<G> {
    /// Takes the player from its chair, so that it can think elsewhere.
    fn leave(&mut self) -> Option<Player<G>> {
        match std::mem::replace(self, Chair::Away) {
            Chair::Taken(player) => Some(player),
            other => {
                *self = other;
                None
            }
        }
    }
}

/// A note taker for a seat, and its notes now.
pub(super) struct Noted<G: Game> {
    pub(super) seat: Seat,
    noter: Box<dyn Notes<G>>,
    lang: Lang,
    pub(super) shown: Vec<String>,
}

/// The events of this game, and what every observer saw of them.
pub(super) struct History<G: Game> {
    pub(super) events: Vec<EventOf<G>>,
    /// What each seat saw; at the end, what a spectator saw.
    pub(super) seen: Vec<Vec<G::Seen>>,
    /// The same of the game before this one.
    last: Vec<Vec<G::Seen>>,
    /// The digest of all events of the series.
    digest: Digest,
}

impl<G: Notation> History<G> {
    fn new(seats: usize) -> History<G> {
        let seen = vec![Vec::new(); seats + 1];
        History { events: Vec::new(), last: seen.clone(), seen, digest: Digest::new() }
    }

    /// The next game of the series begins.
    fn restart(&mut self) {
        self.events.clear();
        std::mem::swap(&mut self.seen, &mut self.last);
        self.seen.iter_mut().for_each(Vec::clear);
    }

    fn note(&mut self, truth: &G, event: &EventOf<G>) {
        let observers = Seat::all(self.seen.len() - 1).map(Some).chain([None]);
        for (seen, observer) in self.seen.iter_mut().zip(observers) {
            seen.push(truth.seen(event, observer));
        }
        self.digest.write(event.to_string().as_bytes());
        self.digest.write(b"\n");
        self.events.push(*event);
    }

    pub(super) fn of(&self, observer: Option<Seat>) -> &[G::Seen] {
        &self.seen[self.place(observer)]
    }

    pub(super) fn of_last(&self, observer: Option<Seat>) -> &[G::Seen] {
        &self.last[self.place(observer)]
    }

    fn place(&self, observer: Option<Seat>) -> usize {
        observer.map_or(self.seen.len() - 1, Seat::index)
    }
}

/// A series of games at a table; see [`Session`] and [`Host`](crate::Host) for what it does.
pub struct Table<G: Notation> {
    pub(super) opening: Opening,
    first: G::Rules,
    pub(super) rules: G::Rules,
    pub(super) number: u32,
    pub(super) names: Vec<String>,
    build: SeatBuilder<G>,
    note_taker: NoteTaker<G>,
    pub(super) referee: Referee<G>,
    pub(super) chairs: Vec<Chair<G>>,
    /// How often each seat changed its occupant.
    sitters: Vec<u32>,
    /// The seats that must choose before the game can go on.
    pub(super) choosing: SeatSet,
    /// Whether every choice is asked, also one that is forced.
    pub(super) asks_all: bool,
    /// The seats for which an agent chose last.
    pub(super) by_agent: SeatSet,
    pub(super) rows: AnswerRows<G>,
    /// The names of the answers that each seat has left in advance.
    pub(super) standing: Vec<Vec<&'static str>>,
    /// What chance brings next, where it is not drawn.
    chance: VecDeque<<G as Hidden>::Chance>,
    pub(super) history: History<G>,
    /// The number of games that are over, and the points of each seat in them.
    over: u32,
    pub(super) earned: Vec<f64>,
    /// The games that are over, and what was accepted; since the last time the host forgot them.
    pub(super) finished: Vec<Record<G>>,
    pub(super) log: Vec<LogLine>,
    pub(super) noted: Option<Noted<G>>,
    /// The fault that stopped the game. A broken player may answer again, but nobody should wait for it.
    pub(super) fault: Option<Fault>,
}

impl<G: Notation + Picture> Table<G> {
    /// The opening of a table with these rules.
    pub fn opening(rules: &G::Rules, seeds: Seeds, games: u32, seats: Vec<Occupant>) -> Opening {
        let (game, rules_version) = (G::write_rules(rules), G::RULES_VERSION);
        let Seeds { deal, players } = seeds;
        Opening { log: FORMAT, game, rules_version, seats, games, deal, players, asks_all: false }
    }

    /// Opens a table and settles what needs no choice. Agents think in [`Session::think`].
    ///
    /// # Errors
    /// If the opening is not possible, or a player broke down at once.
    pub fn open(opening: Opening, build: SeatBuilder<G>) -> Result<Table<G>, OpenError> {
        Table::open_with(opening, build, AnswerRows::NONE)
    }

    fn open_with(
        opening: Opening,
        mut build: SeatBuilder<G>,
        answers: AnswerRows<G>,
    ) -> Result<Table<G>, OpenError> {
        let first = read_opening::<G>(&opening)?;
        let rules = G::next_rules(&first, 0, None);
        let names = opening.seats.iter().map(|place| place.name().to_string()).collect();
        let chair = |place: &Occupant| seated(place, &rules, &mut build);
        let chairs: Vec<_> =
            opening.seats.iter().map(chair).collect::<Result<_, String>>().map_err(OpenError::Bad)?;
        let seats = chairs.len();
        let mut table = Table {
            referee: Referee::new(&rules, opening.seeds()),
            asks_all: opening.asks_all,
            opening,
            first,
            rules,
            number: 0,
            names,
            build,
            note_taker: |_| None,
            chairs,
            sitters: vec![0; seats],
            choosing: SeatSet::NONE,
            by_agent: SeatSet::NONE,
            rows: answers,
            standing: vec![Vec::new(); seats],
            chance: VecDeque::new(),
            history: History::new(seats),
            over: 0,
            earned: vec![0.0; seats],
            finished: Vec::new(),
            log: Vec::new(),
            noted: None,
            fault: None,
        };
        let games = table.opening.games;
        table.each_player(|_, seat, player| player.begin_series(seat, games))?;
        table.begin()?;
        Ok(table)
    }

    /// Opens a table again and replays its log. The players see again what they saw; none is asked again what it has
    /// answered.
    ///
    /// # Errors
    /// As [`Table::open`], and if the log does not replay: then the table must stay closed.
    pub fn restore(opening: Opening, log: &[LogLine], build: SeatBuilder<G>) -> Result<Table<G>, OpenError> {
        Table::restore_with(opening, log, build, AnswerRows::NONE)
    }

    /// The same for a table that may answer for people in advance.
    ///
    /// # Errors
    /// As [`Table::restore`].
    pub fn restore_with(
        opening: Opening,
        log: &[LogLine],
        build: SeatBuilder<G>,
        answers: AnswerRows<G>,
    ) -> Result<Table<G>, OpenError> {
        let mut table = Table::open_with(opening, build, answers)?;
        for (i, line) in log.iter().enumerate() {
            let closed = |why: String| OpenError::Closed { line: i + 1, why };
            if line.sum != table.history.digest.to_string() {
                return Err(closed("the events before it differ".to_string()));
            }
            table.accept(line.entry.clone()).map_err(|error| match error {
                PlayError::Refused(why) => closed(why),
                PlayError::Fault(fault) => OpenError::Fault(fault),
            })?;
        }
        Ok(table)
    }

    /// The rules of this game, with what the series carried over.
    pub fn rules(&self) -> &G::Rules {
        &self.rules
    }

    /// Goes on from another truth, and with these chance events before any is drawn. What happened before is forgotten, and the
    /// players are not told. With it an exam compares tables that an observer cannot tell apart.
    ///
    /// # Errors
    /// The fault of a player that broke down.
    pub fn set_up(
        &mut self,
        truth: G,
        chance: impl IntoIterator<Item = <G as Hidden>::Chance>,
    ) -> Result<(), Fault> {
        self.referee.set_up(truth);
        self.chance = chance.into_iter().collect();
        self.history.restart();
        self.settle()
    }

    /// Adds notes to advice.
    pub fn with_notes(self, note_taker: NoteTaker<G>) -> Table<G> {
        Table { note_taker, ..self }
    }

    /// Shows notes to one seat from now on. The note taker is told all that the seat saw of this game.
    pub fn take_notes(&mut self, seat: Seat, mut noter: Box<dyn Notes<G>>, lang: Lang) {
        self.catch_up(seat, &mut *noter);
        let shown = noter.notes(self.referee.view(seat), lang);
        self.noted = Some(Noted { seat, noter, lang, shown });
    }

    fn catch_up(&self, seat: Seat, noter: &mut dyn Notes<G>) {
        self.retell(seat, |view, seen| match seen {
            None => noter.begin(view),
            Some(seen) => noter.see(view, seen),
        });
    }

    /// Replays what a seat saw of this game: first the view before the first event, then each observation with the view
    /// after it. A seat beyond the table saw nothing.
    pub fn retell(&self, seat: Seat, mut visit: impl FnMut(View<'_, G>, Option<&G::Seen>)) {
        if !self.is_here(Some(seat)) {
            return;
        }
        self.replay(|truth, event| {
            let seen = event.map(|event| truth.seen(event, Some(seat)));
            visit(truth.view(seat), seen.as_ref());
        });
    }

    /// Replays this game from before its first event.
    fn replay(&self, mut visit: impl FnMut(&G, Option<&EventOf<G>>)) {
        let mut truth = G::new(&self.rules);
        visit(&truth, None);
        for event in &self.history.events {
            truth.apply(event);
            visit(&truth, Some(event));
        }
    }

    fn each_player(
        &mut self,
        mut visit: impl FnMut(&Referee<G>, Seat, &mut Player<G>) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        for (i, chair) in self.chairs.iter_mut().enumerate() {
            if let Chair::Taken(player) = chair {
                visit(&self.referee, Seat::new(i), player)?;
            }
        }
        Ok(())
    }

    /// Begins a game.
    fn begin(&mut self) -> Result<(), Fault> {
        self.each_player(|referee, seat, player| {
            player.begin(referee.truth(), seat, &mut referee.beginning(seat))
        })?;
        if let Some(Noted { seat, noter, .. }) = &mut self.noted {
            noter.begin(self.referee.view(*seat));
        }
        self.settle()
    }

    /// Plays on until somebody must choose or the game is over.
    fn settle(&mut self) -> Result<(), Fault> {
        let (history, chairs, noted) = (&mut self.history, &mut self.chairs, &mut self.noted);
        let sink = &mut |truth: &G, event: &EventOf<G>| {
            history.note(truth, event);
            if let Some(Noted { seat, noter, .. }) = noted {
                noter.see(truth.view(*seat), &truth.seen(event, Some(*seat)));
            }
            tell(chairs, truth, event)
        };
        self.choosing = if self.asks_all {
            play_turns(&mut self.referee, &mut self.chance, sink)?
        } else {
            settle(&mut self.referee, &mut self.chance, sink)?;
            self.referee.choosing()
        };
        self.end_standing();
        if let Some(noted) = &mut self.noted {
            noted.shown = noted.noter.notes(self.referee.view(noted.seat), noted.lang);
        }
        let is_over = self.referee.turn() == Turn::Over;
        if is_over && self.over == self.number { self.finish() } else { Ok(()) }
    }

    /// Ends the game.
    fn finish(&mut self) -> Result<(), Fault> {
        let payoffs = self.referee.truth().payoffs();
        self.over += 1;
        self.earned.iter_mut().zip(payoffs.points.as_slice()).for_each(|(sum, points)| *sum += points);
        let record = Record { header: self.header(), events: self.history.events.clone(), payoffs };
        self.finished.push(record);
        self.each_player(|referee, seat, player| player.end(referee.truth(), seat, &payoffs))
    }

    fn header(&self) -> Header {
        let place =
            SeriesPlace { first: self.opening.game.clone(), number: self.number, of: self.opening.games };
        let seeds = self.opening.seeds().of_game(self.number);
        Header::new::<G>(&self.rules, self.names.clone(), seeds).in_series(place)
    }

    /// Applies an entry and logs it. A refused entry leaves no trace.
    pub(super) fn accept(&mut self, entry: Entry) -> Result<(), PlayError> {
        self.accept_as(entry, |table, entry| match entry {
            Entry::Choice(seat, text) => table.choose_text(*seat, text),
            Entry::Withdrawal(seat) => table.take_back(*seat),
            Entry::Replacement(seat, place) => table.reseat(*seat, place),
            Entry::Next => table.check_next(),
            Entry::AskAll if table.asks_all => Err("every choice is asked already".to_string()),
            Entry::AskAll => {
                table.asks_all = true;
                Ok(())
            }
            Entry::Standing(seat, name, stands) => table.stand(*seat, name, *stands),
        })
    }

    /// Applies and logs what a player of the table chose. The action stays typed: notation is for the log alone.
    pub(super) fn accept_action(&mut self, seat: Seat, action: G::Action) -> Result<(), PlayError> {
        let entry = Entry::Choice(seat, action.to_string());
        self.accept_as(entry, |table, _| table.choose(seat, action))
    }

    /// Applies an entry as `apply` does and logs it.
    fn accept_as(
        &mut self,
        entry: Entry,
        apply: impl FnOnce(&mut Table<G>, &Entry) -> Result<(), String>,
    ) -> Result<(), PlayError> {
        let heals = matches!(entry, Entry::Replacement(..));
        if let Some(fault) = self.fault.as_ref().filter(|_| !heals) {
            return Err(PlayError::Fault(fault.clone()));
        }
        let sum = self.history.digest.to_string();
        apply(self, &entry).map_err(PlayError::Refused)?;
        if heals {
            self.fault = None;
        }
        let next = entry == Entry::Next;
        self.log.push(LogLine { entry, sum });
        let settled = if next { self.go_on() } else { self.settle() };
        settled.map_err(|fault| self.break_off(fault))
    }

    pub(super) fn break_off(&mut self, fault: Fault) -> PlayError {
        self.fault = Some(fault.clone());
        PlayError::Fault(fault)
    }

    /// Commits the action that a text means, or says what would be right.
    fn choose_text(&mut self, seat: Seat, text: &str) -> Result<(), String> {
        self.check_asked(seat)?;
        let action = self.read(seat, text)?;
        self.choose(seat, action)
    }

    /// Commits an action, or says what would be right.
    fn choose(&mut self, seat: Seat, action: G::Action) -> Result<(), String> {
        self.check_asked(seat)?;
        self.referee.commit(seat, action).map_err(|_| self.impossible(seat, &action.to_string()))?;
        let outside = self.is_outside(seat);
        self.by_agent = if outside { self.by_agent.without(seat) } else { self.by_agent.with(seat) };
        Ok(())
    }

    fn check_asked(&self, seat: Seat) -> Result<(), String> {
        if seat.index() >= self.names.len() {
            return Err(no_seat(&seat.to_string(), self.names.len()));
        }
        if self.choosing.contains(seat) { Ok(()) } else { Err(self.not_asked(seat)) }
    }

    /// The action that a text means for this seat now: notation first, else a word people may type besides.
    fn read(&mut self, seat: Seat, text: &str) -> Result<G::Action, String> {
        let legal = self.referee.legal(seat).to_vec();
        let view = self.referee.view(seat);
        let written: Result<G::Action, Unreadable> = text.parse();
        let is_legal = |action: &&G::Action| legal.contains(action);
        let word = || legal.iter().find(|action| G::also(view, action).contains(&text));
        match written.as_ref().ok().filter(is_legal).or_else(word) {
            Some(meant) => Ok(*meant),
            None => written.map_err(|error| self.unreadable(seat, text, &error)),
        }
    }

    /// Adds the legal actions to the message, unless they are many.
    fn unreadable(&mut self, seat: Seat, text: &str, error: &Unreadable) -> String {
        match alike(text, self.legal(seat)) {
            legal if legal.len() <= MANY => format!("{error}; possible: {}", legal.join(", ")),
            _ => error.to_string(),
        }
    }

    fn impossible(&mut self, seat: Seat, action: &str) -> String {
        let legal = alike(action, self.legal(seat)).join(", ");
        format!("`{action}` is not possible now; possible: {legal}")
    }

    fn take_back(&mut self, seat: Seat) -> Result<(), String> {
        if self.is_chosen_by_agent(seat) {
            return Err(format!("an agent has chosen for {seat} this turn, and its choice stands"));
        }
        self.referee.withdraw(seat).map_err(|refusal| refusal.to_string())
    }

    /// Does not say whom the table really waits for: a seat with one legal action is not asked, and that may tell what it
    /// holds.
    fn not_asked(&self, seat: Seat) -> String {
        match self.referee.turn() {
            Turn::Over => "the game is over".to_string(),
            Turn::Seats(set) if set.contains(seat) => {
                format!("{seat} has chosen already; wait for the others")
            }
            Turn::Seats(set) => format!("it is not {seat}'s turn; it is the turn of {set}"),
            Turn::Chance => format!("it is not {seat}'s turn"),
        }
    }

    /// Replaces the occupant of a seat. A player is told what the seat saw of this game.
    fn reseat(&mut self, seat: Seat, place: &Occupant) -> Result<(), String> {
        if seat.index() >= self.names.len() {
            return Err(no_seat(&seat.to_string(), self.names.len()));
        }
        let mut chair = seated(place, &self.rules, &mut self.build)?;
        if let Chair::Taken(player) = &mut chair {
            self.brief(seat, player).map_err(|fault| fault.to_string())?;
        }
        self.chairs[seat.index()] = chair;
        self.sitters[seat.index()] += 1;
        self.standing[seat.index()].clear();
        self.names[seat.index()] = place.name().to_string();
        Ok(())
    }

    fn brief(&self, seat: Seat, player: &mut Player<G>) -> Result<(), Fault> {
        player.begin_series(seat, self.opening.games)?;
        let mut briefed = Ok(());
        self.replay(|truth, event| {
            let told = match event {
                None => player.begin(truth, seat, &mut self.referee.beginning(seat)),
                Some(event) => player.see(truth, seat, event),
            };
            briefed = std::mem::replace(&mut briefed, Ok(())).and(told);
        });
        briefed
    }

    fn check_next(&self) -> Result<(), String> {
        let (games, over) = (self.opening.games, self.referee.turn() == Turn::Over);
        match over {
            false => Err("this game is not over".to_string()),
            true if self.number + 1 >= games => Err(format!("the series of {games} is over")),
            true => Ok(()),
        }
    }

    /// Begins the next game of the series.
    fn go_on(&mut self) -> Result<(), Fault> {
        self.number += 1;
        self.rules = G::next_rules(&self.first, self.number, Some(self.referee.public()));
        self.referee.restart(&self.rules, self.opening.seeds().of_game(self.number));
        self.history.restart();
        self.forget_standing();
        self.begin()
    }

    /// The question to the player of a seat; the player leaves its chair with it.
    pub(super) fn question(&mut self, seat: Seat) -> Option<Box<dyn Pending>> {
        let player = self.chairs[seat.index()].leave()?;
        let sight = match player {
            Player::Agent(_) => Sight::View(OwnedView::new(self.referee.view(seat))),
            Player::Oracle(_) => Sight::Truth(Box::new(self.referee.truth().clone())),
        };
        let (asked, rng) = (self.asked(seat), self.referee.decision(seat));
        let legal = self.referee.legal(seat).to_vec();
        Some(Box::new(Question { asked, player, sight, legal, rng }))
    }

    /// A new player of this name that advises a seat that must choose, and is told what the seat saw.
    pub(super) fn beside(&mut self, seat: Seat, name: &str, lang: Lang) -> Result<Adviser<G>, String> {
        if seat.index() >= self.names.len() || !self.choosing.contains(seat) {
            return Err(format!("{seat} has nothing to choose now"));
        }
        let mut player = (self.build)(name, &self.rules)?;
        self.brief(seat, &mut player).map_err(|fault| fault.to_string())?;
        let Player::Agent(player) = player else {
            return Err(format!("{name} looks at everything, and gives no advice"));
        };
        let mut noter = (self.note_taker)(&self.rules);
        noter.iter_mut().for_each(|noter| self.catch_up(seat, &mut **noter));
        let (view, rng) = (OwnedView::new(self.referee.view(seat)), self.referee.decision(seat));
        Ok(Adviser { player, view, legal: self.referee.legal(seat).to_vec(), rng, noter, lang })
    }

    /// The question that this seat would be asked now.
    pub(super) fn asked(&self, seat: Seat) -> Asked {
        let (game, events, sitter) = (self.number, self.referee.events(), self.sitters[seat.index()]);
        Asked { seat, game, events, sitter }
    }

    /// Whether this seat is played from outside.
    pub(super) fn is_outside(&self, seat: Seat) -> bool {
        matches!(self.chairs.get(seat.index()), Some(Chair::External))
    }

    /// Whether this is a spectator or a seat at this table.
    pub(super) fn is_here(&self, observer: Option<Seat>) -> bool {
        observer.is_none_or(|seat| seat.index() < self.names.len())
    }
}

/// Plays on until a seat of the turn has not chosen, and returns all that have not. Nothing is taken for a seat, not even
/// its only action.
fn play_turns<G: Game>(
    referee: &mut Referee<G>,
    chance: &mut VecDeque<<G as Hidden>::Chance>,
    sink: &mut impl FnMut(&G, &EventOf<G>) -> Result<(), Fault>,
) -> Result<SeatSet, Fault> {
    loop {
        let choosing = match referee.turn() {
            Turn::Seats(set) => set.filter(|&seat| referee.waits_for(seat)).collect(),
            Turn::Chance | Turn::Over => SeatSet::NONE,
        };
        if !choosing.is_empty() || referee.turn() == Turn::Over {
            return Ok(choosing);
        }
        step(referee, chance, sink)?;
    }
}

/// Plays chance and forced choices until somebody must choose or the game is over.
fn settle<G: Game>(
    referee: &mut Referee<G>,
    chance: &mut VecDeque<<G as Hidden>::Chance>,
    sink: &mut impl FnMut(&G, &EventOf<G>) -> Result<(), Fault>,
) -> Result<(), Fault> {
    while !chance.is_empty() {
        match referee.settle_choices(sink)? {
            Node::Chance => step(referee, chance, sink)?,
            Node::Choice(_) | Node::Over => return Ok(()),
        }
    }
    referee.settle(sink).map(drop)
}

/// Plays one turn, or what chance brings.
fn step<G: Game>(
    referee: &mut Referee<G>,
    chance: &mut VecDeque<<G as Hidden>::Chance>,
    sink: &mut impl FnMut(&G, &EventOf<G>) -> Result<(), Fault>,
) -> Result<(), Fault> {
    let set_up = if referee.turn() == Turn::Chance { chance.pop_front() } else { None };
    match set_up {
        Some(outcome) => referee.happen(Event::Chance(outcome), sink),
        None => referee.step(sink),
    }
}

/// The rules that a series begins with, if the opening is possible.
fn read_opening<G: Notation>(opening: &Opening) -> Result<G::Rules, OpenError> {
    let Opening { log, rules_version, games, .. } = opening;
    if *log != FORMAT {
        return Err(OpenError::Bad(format!("a log of version {log}; this program keeps version {FORMAT}")));
    }
    if *rules_version != G::RULES_VERSION {
        let ours = G::RULES_VERSION;
        return Err(OpenError::Bad(format!(
            "rules version {rules_version} of {}; this program plays {ours}",
            G::NAME
        )));
    }
    if *games == 0 {
        return Err(OpenError::Bad("a series has at least one game".to_string()));
    }
    let bad = |error: &dyn std::fmt::Display| OpenError::Bad(error.to_string());
    let spec: Spec = opening.game.parse().map_err(|error| bad(&error))?;
    G::read_rules(&spec, opening.seats.len()).map_err(|error| bad(&error))
}

fn seated<G: Game>(
    place: &Occupant,
    rules: &G::Rules,
    build: &mut SeatBuilder<G>,
) -> Result<Chair<G>, String> {
    match place {
        Occupant::External(_) => Ok(Chair::External),
        Occupant::Agent(name) => build(name, rules).map(Chair::Taken),
    }
}

/// Tells every player, also after one of them broke down: that one may be replaced, and the others go on.
fn tell<G: Game>(chairs: &mut [Chair<G>], truth: &G, event: &EventOf<G>) -> Result<(), Fault> {
    let see = |(i, chair): (usize, &mut Chair<G>)| match chair {
        Chair::Taken(player) => player.see(truth, Seat::new(i), event),
        Chair::Away | Chair::External => Ok(()),
    };
    chairs.iter_mut().enumerate().map(see).fold(Ok(()), Result::and)
}

/// Longer lists of actions are not written in a message.
const MANY: usize = 16;

/// Of many actions, those that differ from this one in the last word only, if there are any.
fn alike(action: &str, legal: Vec<String>) -> Vec<String> {
    let head = |action: &str| action.rsplit_once(' ').map(|(head, _)| head.to_string());
    let alike: Vec<String> = legal.iter().filter(|other| head(other) == head(action)).cloned().collect();
    if legal.len() > MANY && !alike.is_empty() { alike } else { legal }
}
