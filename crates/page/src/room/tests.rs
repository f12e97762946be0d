//! The exam of time and framing: of two games that differ only in what a reader cannot see, the reader gets the same bytes at
//! the same times.
//!
//! In the middle of a game a world is imagined that one seat cannot tell from the truth. From there on both are played alike,
//! as long as what this seat sees stays the same; in one of them somebody is forced where it has a choice in the other. Each
//! runs at a table on a paused clock, with agents that think for as long as chance likes and people who take their time.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use catalog::{Playable, TableFacts, Visitor, visit};
use futures_util::StreamExt;
use serde_json::Value;
use table::{
    Agent, Event, EventOf, Lang, Notation, Occupant, Player, PublicState, Rng, Seat, SeatSet, Seeds, Shape,
    Table, Turn, View,
};
use tokio::sync::watch;
use tokio::time::{Instant, sleep, timeout};

use crate::command::{Command, NumberedCommand};
use crate::host_agents::HostAgents;
use crate::live::LiveTable;
use crate::opening::Wanted;
use crate::pace::{Pace, PaceReport, USUAL_PACE};
use crate::room::Room;
use crate::rooms::Rooms;
use crate::state::{Look, Position};
use crate::store::tests::Scratch;
use crate::store::{Store, held};
use crate::stream::{KEEP_ALIVE, events};
use crate::thinking::Thinkers;

/// The games, and how many sit at the table.
const TABLES: [(&str, usize); 8] = [
    ("buzzard(cards=6)", 3),
    ("kuhn", 3),
    ("leduc", 2),
    ("daihinmin", 5),
    ("saboteur(rounds=1)", 4),
    ("saboteur-collusion", 6),
    ("raiders", 5),
    ("raiders", 8),
];

/// The games in which what somebody holds decides whether it has a choice.
const TELLING: [&str; 2] = ["daihinmin", "raiders"];

/// Pairs of games for each table and each reader.
const PAIRS: usize = 6;

/// How far a pair is played.
const STEPS: usize = 12;

/// How long a person takes to choose.
const REACTION: Duration = Duration::from_millis(1_700);

/// No pair takes longer than this.
const LONGEST: Duration = Duration::from_secs(60);

/// Two truths that a seat cannot tell apart, and how both go on.
struct Twins<G: Playable> {
    /// The seat that cannot tell them apart.
    eye: Seat,
    truths: [G; 2],
    chance: [Vec<G::Chance>; 2],
    /// What each seat chooses, by the number of events before its turn.
    script: BTreeMap<(usize, Seat), G::Action>,
    /// The number of events there are in all.
    events: usize,
    /// How often a seat was forced in one of them and not in the other.
    differing: usize,
}

/// One of the two while they are made.
#[derive(Clone)]
struct Growing<G: Playable> {
    now: G,
    chance: Vec<G::Chance>,
}

impl<G: Playable> Growing<G> {
    fn legal(&self, seat: Seat) -> Vec<G::Action> {
        let mut legal = Vec::new();
        G::legal(self.now.view(seat), &mut legal);
        legal
    }

    fn apply(&mut self, event: &EventOf<G>) {
        self.now.apply(event);
        if let Event::Chance(outcome) = event {
            self.chance.push(*outcome);
        }
    }
}

impl<G: Playable> Twins<G> {
    /// A pair from a random moment of a game: of some, the one in which most choices differ.
    fn find(rules: &G::Rules, eye: Seat, rng: &mut Rng) -> Twins<G> {
        let tries = (0..30).map(|_| {
            let truth = moment::<G>(rules, rng);
            let world = G::imagine(truth.view(eye), rng);
            Twins::grow(eye, [truth, world], rng)
        });
        tries.max_by_key(|twins| (twins.differing, twins.script.len())).expect("there were some")
    }

    fn grow(eye: Seat, truths: [G; 2], rng: &mut Rng) -> Twins<G> {
        let mut grown = truths.clone().map(|now| Growing { now, chance: Vec::new() });
        let mut twins = Twins {
            eye,
            truths,
            chance: Default::default(),
            script: BTreeMap::new(),
            events: 0,
            differing: 0,
        };
        for _ in 0..STEPS {
            let mut next = grown.clone();
            let Some((chosen, events, differing)) = step(&mut next, eye, rng) else { break };
            twins.script.extend(chosen.into_iter().map(|(seat, action)| ((twins.events, seat), action)));
            twins.events += events;
            twins.differing += differing;
            grown = next;
        }
        twins.chance = grown.map(|growing| growing.chance);
        twins
    }
}

/// A moment of a game at which somebody is asked, before anybody of that turn has chosen. Nobody shows who it is more often
/// than need be.
fn moment<G: Playable>(rules: &G::Rules, rng: &mut Rng) -> G {
    let mut truth = G::new(rules);
    let (mut moment, mut turns, mut open) = (truth.clone(), 1 + rng.below(40), SeatSet::NONE);
    let act = |view: View<'_, G>, rng: &mut Rng| {
        let mut legal = Vec::new();
        G::legal(view, &mut legal);
        if rng.below(3) > 0 { legal[0] } else { rng.pick(&legal) }
    };
    while let Some(event) = table::next_event(&truth, Seat::new(0), rng, act) {
        if let (Event::Act(seat, _), Turn::Seats(set)) = (event, truth.public().turn()) {
            if open.is_empty() {
                (moment, turns, open) = (truth.clone(), turns - 1, set);
            }
            if turns == 0 {
                break;
            }
            open = open.without(seat);
        }
        truth.apply(&event);
    }
    moment
}

/// What the seats of a turn choose, how many events that brings, and how many of the seats were forced in one world alone.
type Step<G> = (Vec<(Seat, <G as table::Game>::Action)>, usize, usize);

/// Plays one turn in both worlds, with all that chance brings after it; nothing if the eye would see a difference.
fn step<G: Playable>(pair: &mut [Growing<G>; 2], eye: Seat, rng: &mut Rng) -> Option<Step<G>> {
    let Turn::Seats(set) = pair[0].now.public().turn() else { return None };
    let (mut chosen, mut differing) = (Vec::new(), 0);
    for seat in set {
        let lists = [0, 1].map(|i| pair[i].legal(seat));
        let both: Vec<G::Action> =
            lists[0].iter().copied().filter(|action| lists[1].contains(action)).collect();
        let forced = lists.each_ref().map(|legal| legal.len() == 1);
        assert!(seat != eye || lists[0] == lists[1], "{seat} knows what it may choose");
        let is_open = (G::ANSWERS.is_open)(pair[0].now.public());
        assert!(!is_open || forced[0] == forced[1], "{:?}: not everybody sees this", pair[0].now.public());
        differing += usize::from(forced[0] != forced[1]);
        chosen.push((seat, (!both.is_empty()).then(|| rng.pick(&both))?));
    }
    for (seat, action) in &chosen {
        alike(pair, eye, [Event::Act(*seat, *action); 2])?;
    }
    let mut events = chosen.len();
    while pair[0].now.public().turn() == Turn::Chance {
        let own = pair[0].now.draw(rng);
        let mut others = vec![own];
        others.retain(|outcome| pair[1].now.drawable(outcome));
        others.extend((0..200).map(|_| pair[1].now.draw(rng)));
        let mut found = others.into_iter().filter_map(|other| {
            let mut next = pair.clone();
            alike(&mut next, eye, [Event::Chance(own), Event::Chance(other)]).map(|()| next)
        });
        *pair = found.next()?;
        events += 1;
    }
    (pair[0].now.public().turn() != Turn::Over).then_some((chosen, events, differing))
}

/// Brings an event about in each world, if the eye and a spectator see the same.
fn alike<G: Playable>(pair: &mut [Growing<G>; 2], eye: Seat, events: [EventOf<G>; 2]) -> Option<()> {
    for (growing, event) in pair.iter_mut().zip(&events) {
        growing.apply(event);
    }
    let [a, b] = [0, 1].map(|i| &pair[i].now);
    let seen = [Some(eye), None].iter().all(|&who| a.seen(&events[0], who) == b.seen(&events[1], who));
    (seen && a.view(eye) == b.view(eye)).then_some(())
}

/// An agent that chooses what is written.
struct Scripted<G: Playable> {
    seat: Seat,
    script: Arc<BTreeMap<(usize, Seat), G::Action>>,
    /// The number of events it saw since the pair began.
    seen: Arc<AtomicUsize>,
}

impl<G: Playable> Agent<G> for Scripted<G> {
    fn begin_series(&mut self, seat: Seat, _games: u32) {
        self.seat = seat;
    }

    fn see(&mut self, _view: View<'_, G>, _seen: &G::Seen) {
        self.seen.fetch_add(1, Ordering::Relaxed);
    }

    fn act(&mut self, _view: View<'_, G>, legal: &[G::Action], _rng: &mut Rng) -> G::Action {
        let at = (self.seen.load(Ordering::Relaxed), self.seat);
        // After the end of the script nobody looks.
        self.script.get(&at).copied().unwrap_or(legal[0])
    }
}

/// How a table is run, with its leaks.
#[derive(Clone, Copy)]
struct Manner {
    /// Whether people sit on all seats, or on the reader's alone.
    all_people: bool,
    /// Whether every choice is asked. Without, what is forced is taken at once.
    asks_all: bool,
    pace: Duration,
    leaks_waiting: bool,
}

/// What the page promises.
const TIGHT: Manner = Manner { all_people: false, asks_all: true, pace: USUAL_PACE, leaks_waiting: false };

/// A runtime whose clock goes on only when nobody has anything to do.
fn paused() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap()
}

/// The times and the bytes that a reader gets.
type Frames = Vec<(Duration, String)>;

/// Plays one of the twins at a table, and returns what its eye and a spectator are sent.
fn frames<G: Playable>(
    rooms: &Arc<Rooms>,
    rules: &G::Rules,
    twins: &Twins<G>,
    i: usize,
    manner: Manner,
) -> [Frames; 2] {
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
    runtime.block_on(async {
        let room = table_of(rooms, rules, twins, i, manner);
        let (_stays_open, closing) = watch::channel(false);
        let begun = Instant::now();
        let readers = [Some(twins.eye), None].map(|observer| {
            let look = Look { observer, lang: Lang::English, shape: Shape::Wide };
            listen(room.clone(), look, closing.clone(), begun, twins.events)
        });
        let people = Seat::all(twins.truths[0].public().seats())
            .filter(|&seat| manner.all_people || seat == twins.eye)
            .map(|seat| tokio::spawn(person(room.clone(), seat, twins.script.clone())))
            .collect::<Vec<_>>();
        room.go_on().await;
        let [eye, spectator] = readers;
        let heard = [eye.await, spectator.await];
        people.iter().for_each(tokio::task::JoinHandle::abort);
        heard
    })
}

/// A room with a table at which one of the twins goes on.
fn table_of<G: Playable>(
    rooms: &Arc<Rooms>,
    rules: &G::Rules,
    twins: &Twins<G>,
    i: usize,
    manner: Manner,
) -> Arc<Room> {
    let seats = twins.truths[i].public().seats();
    let place = |seat: Seat| match manner.all_people || seat == twins.eye {
        true => Occupant::External("person".to_string()),
        false => Occupant::Agent("scripted".to_string()),
    };
    let opening = Table::<G>::opening(rules, Seeds::new(1), 1, Seat::all(seats).map(place).collect());
    let opening = table::Opening { asks_all: manner.asks_all, ..opening };
    let script = Arc::new(twins.script.clone());
    let counts: Arc<Mutex<Vec<Arc<AtomicUsize>>>> = Arc::default();
    let made = counts.clone();
    let build = move |_: &str, _: &G::Rules| {
        let seen = Arc::new(AtomicUsize::new(0));
        held(&made).push(seen.clone());
        Ok(Player::agent(Scripted::<G> { seat: Seat::new(0), script: script.clone(), seen }))
    };
    let mut table = Table::<G>::restore_with(opening, &[], Box::new(build), G::ANSWERS).unwrap();
    held(&counts).iter().for_each(|seen| seen.store(0, Ordering::Relaxed));
    table.set_up(twins.truths[i].clone(), twins.chance[i].clone()).unwrap();
    let facts = TableFacts { game: G::NAME, open: G::OPEN, adviser: G::ADVISER };
    // The delays are the same in both, as they are the same whatever anybody holds.
    let pace = Pace::new(manner.pace, 5);
    let mut live =
        LiveTable::new(Box::new(table), facts, None, u64::MAX, &Arc::new(HostAgents::default()), pace);
    live.leaks_waiting = manner.leaks_waiting;
    Room::new("twin".to_string(), rooms.clone(), Vec::new(), Some(live), false)
}

/// What a reader is sent until the script is over.
async fn listen(
    room: Arc<Room>,
    look: Look,
    closing: watch::Receiver<bool>,
    begun: Instant,
    events_in_all: usize,
) -> Frames {
    let response = events(room, look, None, closing, KEEP_ALIVE).await.unwrap();
    let mut stream = response.into_body().into_data_stream();
    let mut heard = Vec::new();
    while let Ok(Some(frame)) = timeout(LONGEST - begun.elapsed(), stream.next()).await {
        let text = String::from_utf8(frame.unwrap().to_vec()).unwrap();
        let is_last = text.starts_with("data: ") && reached(&state_of(&text)) >= events_in_all;
        heard.push((begun.elapsed(), text));
        if is_last {
            break;
        }
    }
    heard
}

/// The state of a frame.
fn state_of(frame: &str) -> Value {
    serde_json::from_str(frame.trim_start_matches("data: ").trim()).unwrap_or_default()
}

/// The number of events a state knows.
fn reached(state: &Value) -> usize {
    state["after"].as_str().unwrap().split_once('.').unwrap().1.parse().unwrap()
}

/// A person who chooses what is written, after a while, whenever the page asks.
async fn person<A: ToString>(room: Arc<Room>, seat: Seat, script: BTreeMap<(usize, Seat), A>) {
    let look = Look { observer: Some(seat), lang: Lang::English, shape: Shape::Wide };
    let (mut message, mut messages) = room.follow(look, None).await.unwrap();
    let mut entered = None;
    loop {
        let state: Value = serde_json::from_str(&message.text).unwrap();
        let turn = state["turn"].as_u64().unwrap() as usize;
        let asked = !state["choices"].as_array().unwrap().is_empty() && entered != Some(turn);
        if let Some(action) = script.get(&(message.told.events, seat)).filter(|_| asked) {
            entered = Some(turn);
            sleep(REACTION).await;
            let command = Command::Choice(action.to_string());
            room.enter(seat, NumberedCommand { turn, command }).await.unwrap();
        }
        match messages.recv().await {
            Some(next) => message = next,
            None => return,
        }
    }
}

/// Pairs of one game, told apart or not.
struct Exam<'a> {
    rooms: &'a Arc<Rooms>,
    seats: usize,
    manner: Manner,
}

/// What an exam has compared.
#[derive(Default, Debug)]
struct Compared {
    frames: usize,
    /// How many choices were forced in one of the twins and not in the other.
    differing: usize,
    /// What a reader could tell.
    told: Vec<String>,
}

impl Visitor for Exam<'_> {
    type Out = Compared;

    fn visit<G: Playable>(self, rules: G::Rules) -> Compared {
        let rules = G::next_rules(&rules, 0, None);
        let mut compared = Compared::default();
        let mut rng = Rng::new(11);
        for eye in Seat::all(self.seats) {
            for _ in 0..PAIRS {
                let twins = Twins::<G>::find(&rules, eye, &mut rng);
                let [a, b] = [0, 1].map(|i| frames(self.rooms, &rules, &twins, i, self.manner));
                compared.differing += twins.differing;
                for (reader, (a, b)) in
                    [eye.to_string(), "a spectator".to_string()].iter().zip(a.iter().zip(&b))
                {
                    compared.frames += a.len();
                    compared
                        .told
                        .extend(difference(a, b).map(|what| format!("{}, {reader}: {what}", G::NAME)));
                }
            }
        }
        compared
    }
}

/// The first thing by which two readers' frames differ.
fn difference(a: &Frames, b: &Frames) -> Option<String> {
    let differs = |i: usize| a.get(i) != b.get(i);
    let first = (0..a.len().max(b.len())).find(|&i| differs(i))?;
    let shown = |frames: &Frames| {
        frames.get(first).map_or("nothing".to_string(), |(time, text)| {
            let state = state_of(text);
            let part = |name: &str| format!("{name} {}", state[name]);
            format!(
                "{time:?}: {}",
                ["version", "waiting", "thinking", "after", "events"].map(part).join(", ")
            )
        })
    };
    Some(format!("frame {first}\n  {}\n  {}", shown(a), shown(b)))
}

/// Tables whose agents think for as long as chance likes, below this number of milliseconds.
fn rooms(scratch: &Scratch, pace: Duration, below: u32) -> Arc<Rooms> {
    let rng = Mutex::new(Rng::new(3));
    let thinkers = Thinkers::on_clock(move || Duration::from_millis(held(&rng).below(below).into()));
    let store = Store::open(&scratch.0).unwrap();
    Rooms::new(store, thinkers, HostAgents::default(), 1, pace, Box::new(|_| {})).unwrap()
}

fn exam(name: &str, tables: &[(&str, usize)], manner: Manner) -> Vec<Compared> {
    let scratch = Scratch::new(name);
    // What thinking takes differs from question to question and from world to world, and is less than any delay.
    let rooms = rooms(&scratch, manner.pace, 290);
    let compare = |&(game, seats): &(&str, usize)| {
        visit(&game.parse().unwrap(), seats, Exam { rooms: &rooms, seats, manner }).unwrap()
    };
    tables.iter().map(compare).collect()
}

fn nothing_is_told(name: &str, manner: Manner) {
    for ((game, _), compared) in TABLES.iter().zip(exam(name, &TABLES, manner)) {
        assert!(compared.frames > 30, "{game}: {} frames", compared.frames);
        assert!(compared.told.is_empty(), "{game}: {}", compared.told.join("\n"));
        let differs = compared.differing > 10;
        assert_eq!(differs, TELLING.contains(game), "{game}: {} choices differ", compared.differing);
    }
}

#[test]
fn time_and_framing_tell_nothing_of_agents() {
    nothing_is_told("twins-agents", TIGHT);
}

#[test]
fn time_and_framing_tell_nothing_of_people() {
    nothing_is_told("twins-people", Manner { all_people: true, ..TIGHT });
}

/// With a pace of nothing, the frames are the same as ever; their times tell.
#[test]
fn frames_do_not_depend_on_the_pace() {
    for game in TELLING {
        let rules = [(game, 5)];
        let texts = |pace| exam("twins-pace", &rules, Manner { pace, ..TIGHT }).remove(0).frames;
        assert_eq!(texts(USUAL_PACE), texts(Duration::ZERO));
    }
}

/// The exam notices each of these.
#[test]
fn planted_leaks_are_noticed() {
    let people = Manner { all_people: true, ..TIGHT };
    for (leak, manner) in [
        ("forced choices of agents are taken at once", Manner { asks_all: false, ..TIGHT }),
        ("forced choices of people are taken at once", Manner { asks_all: false, ..people }),
        ("who is forced is not waited for", Manner { leaks_waiting: true, ..people }),
        ("what agents chose is shown when they have chosen", Manner { pace: Duration::ZERO, ..TIGHT }),
    ] {
        for compared in exam("twins-leaks", &TELLING.map(|game| (game, 5)), manner) {
            assert!(!compared.told.is_empty(), "{leak}, and nobody notices");
        }
    }
}

/// Thinking that takes longer than the delay shows, and is counted.
#[test]
fn thinking_that_outlasts_the_delay_is_counted() {
    let scratch = Scratch::new("twins-late");
    for (below, is_late) in [(290, false), (2_000, true)] {
        let rooms = rooms(&scratch, USUAL_PACE, below);
        let compared =
            visit(&"daihinmin".parse().unwrap(), 5, Exam { rooms: &rooms, seats: 5, manner: TIGHT }).unwrap();
        let PaceReport { turns, late } = rooms.pace_counts.report();
        assert!(turns > 100 && (late > turns / 2) == is_late && (late > 0) == is_late, "{late} of {turns}");
        assert_eq!(compared.told.is_empty(), !is_late);
        rooms.close();
    }
}

/// A match that is played elsewhere is shown at the pace, too: how quickly its clients choose does not show below that.
#[test]
fn a_match_that_is_shown_tells_no_thinking_below_the_pace() {
    let scratch = Scratch::new("twins-shown");
    let rooms = rooms(&scratch, USUAL_PACE, 1);
    let shown = |thinks: fn(usize) -> u64| {
        let rules = games::Daihinmin::read_rules(&table::Spec::named("daihinmin"), 5).unwrap();
        let twins = Twins::<games::Daihinmin>::find(&rules, Seat::new(0), &mut Rng::new(2));
        paused().block_on(async {
            let room = table_of(&rooms, &rules, &twins, 0, Manner { all_people: true, ..TIGHT });
            room.go_on().await;
            let (_stays_open, closing) = watch::channel(false);
            let look = Look { observer: None, lang: Lang::English, shape: Shape::Wide };
            let reader = tokio::spawn(listen(room.clone(), look, closing, Instant::now(), twins.events));
            for (i, ((_, seat), action)) in twins.script.iter().enumerate() {
                sleep(Duration::from_millis(thinks(i))).await;
                room.repeat(|host| host.commit(*seat, &action.to_string())).await.unwrap();
            }
            reader.await.unwrap()
        })
    };
    let quick = shown(|_| 0);
    assert!(quick.len() > 5, "{} frames", quick.len());
    assert_eq!(difference(&quick, &shown(|i| 40 * (i as u64 % 7))), None);
    assert_ne!(difference(&quick, &shown(|_| 700)), None, "longer thinking shows");
}

/// A reader who takes nothing is not waited for: it gets what fits, then the newest state, and every event once.
#[test]
fn who_takes_nothing_skips_states_and_no_events() {
    let scratch = Scratch::new("twins-slow");
    let rooms = rooms(&scratch, Duration::ZERO, 5);
    let wanted = r#"{"game": "raiders", "seats": ["person", "first", "first", "first"], "series": 1}"#;
    let wanted: Wanted = serde_json::from_str(wanted).unwrap();
    paused().block_on(async {
        let (opening, _) = wanted.checked(3, &rooms.host_agents).unwrap();
        let pace = Pace::new(Duration::ZERO, 1);
        let mut live = LiveTable::restore(&opening, &[], None, 0, &rooms.host_agents, pace).unwrap();
        live.enter(Seat::new(0), 0, Command::Leave).unwrap();
        let room = Room::new("slow".to_string(), rooms.clone(), Vec::new(), Some(live), false);
        let look = Look { observer: None, lang: Lang::English, shape: Shape::Wide };
        let (_stays_open, closing) = watch::channel(false);
        let start = Some(Position { game: 0, events: 0 });
        let response = events(room.clone(), look, start, closing, KEEP_ALIVE).await.unwrap();
        room.go_on().await;
        sleep(Duration::from_secs(60)).await;
        let mut stream = response.into_body().into_data_stream();
        let (mut frames, mut told) = (0, Vec::new());
        loop {
            let state = state_of(std::str::from_utf8(&stream.next().await.unwrap().unwrap()).unwrap());
            let at = |event: &Value| event["at"].as_str().unwrap()[2..].parse::<usize>().unwrap();
            told.extend(state["events"].as_array().unwrap().iter().map(at));
            frames += 1;
            if !state["over"].is_null() {
                break;
            }
        }
        assert_eq!(frames, 130, "the first, those that waited, and the newest");
        let all: Vec<usize> = (0..=*told.last().unwrap()).collect();
        assert!(told.len() > 150 && told == all, "{told:?}");
    });
}
