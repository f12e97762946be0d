//! The referee is fair: who is asked, on what, in which order, and what happens when somebody misbehaves.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use exams::check;
use games::kuhn::Action;
use games::{Buzzard, Kuhn};
use table::{
    Advised, Agent, Event, EventOf, Fault, Game, Grants, Lang, Notation, Oracle, Payoffs, Player, Referee,
    Refusal, Replay, Rng, Seat, SeatSet, Seeds, Spec, Stream, Tipped, Turn, View, Witness,
};

use crate::duel::{self, Bid, Duel, Role};

const A: Seat = Seat::new(0);
const B: Seat = Seat::new(1);
const C: Seat = Seat::new(2);
const THREE: duel::Rules = duel::Rules { seats: 3 };
const TWO: games::kuhn::Rules = games::kuhn::Rules { seats: 2 };

/// Chooses anything, after having drawn this many numbers for nothing.
struct Random {
    idle_draws: u32,
}

impl<G: Game> Agent<G> for Random {
    fn act(&mut self, _view: View<'_, G>, legal: &[G::Action], rng: &mut Rng) -> G::Action {
        for _ in 0..self.idle_draws {
            rng.bits();
        }
        rng.pick(legal)
    }
}

/// Always the first legal action, or the last; it uses no randomness.
#[derive(Clone, Copy)]
enum Fixed {
    First,
    Last,
}

impl<G: Game> Agent<G> for Fixed {
    fn act(&mut self, _view: View<'_, G>, legal: &[G::Action], _rng: &mut Rng) -> G::Action {
        match self {
            Fixed::First => legal[0],
            Fixed::Last => legal[legal.len() - 1],
        }
    }
}

/// What was said to a player or a witness, shared with the test.
type Log = Arc<Mutex<Vec<String>>>;

fn note(log: &Log, line: String) {
    log.lock().unwrap().push(line);
}

fn taken(log: &Log) -> Vec<String> {
    std::mem::take(&mut log.lock().unwrap())
}

/// Plays the first legal action and writes down everything it is told.
struct Scribe(Log);

impl Agent<Duel> for Scribe {
    fn begin_series(&mut self, seat: Seat, games: u32) {
        note(&self.0, format!("{seat} begins {games}"));
    }
    fn begin(&mut self, view: View<'_, Duel>, _rng: &mut Rng) {
        note(&self.0, format!("{} begins", view.seat));
    }
    fn see(&mut self, view: View<'_, Duel>, seen: &duel::Seen) {
        note(&self.0, format!("{} sees {}", view.seat, Duel::tell(seen, Lang::English)));
    }
    fn act(&mut self, view: View<'_, Duel>, legal: &[Bid], _rng: &mut Rng) -> Bid {
        let public = serde_json::to_value(view.public).unwrap();
        note(&self.0, format!("{} acts of {legal:?}, committed {}", view.seat, public["committed"]));
        legal[0]
    }
    fn end(&mut self, view: View<'_, Duel>, payoffs: &Payoffs) {
        note(&self.0, format!("{} ends with {}", view.seat, payoffs.points[view.seat]));
    }
}

fn randoms<G: Game>(seats: usize) -> Vec<Player<G>> {
    (0..seats).map(|_| Player::agent(Random { idle_draws: 0 })).collect()
}

/// The events of one game, or the fault that ended it.
fn played<G: Game>(rules: &G::Rules, seed: u64, players: &mut [Player<G>]) -> Result<Vec<EventOf<G>>, Fault> {
    let mut replay = Replay::<G>::default();
    Referee::new(rules, Seeds::new(seed)).play(players, &mut replay)?;
    Ok(replay.0)
}

#[test]
fn the_game_of_these_tests_is_a_right_one() {
    check::<Duel>(&THREE, 0..50).unwrap();
}

#[test]
fn everybody_of_a_turn_is_asked_before_anything_is_applied() {
    let log = Log::default();
    let mut players: Vec<_> = (0..3).map(|_| Player::agent(Scribe(log.clone()))).collect();
    played::<Duel>(&THREE, 5, &mut players).unwrap();
    let lines = taken(&log);
    assert_eq!(lines[..3], ["A begins", "B begins", "C begins"]);
    let asked: Vec<&String> = lines.iter().filter(|line| line.contains("acts")).collect();
    assert_eq!(asked.len(), 6, "the third bid is forced: {lines:#?}");
    assert!(asked.iter().all(|line| line.ends_with("committed []")), "{asked:#?}");
    let first = lines.iter().position(|line| line.contains("acts")).unwrap();
    let turn: Vec<&str> = lines[first..first + 12].iter().map(String::as_str).collect();
    let (open, whole) =
        ("all bids are open: {A: 1, B: 1, C: 1}", "acts of [Bid(1), Bid(2), Bid(3)], committed []");
    let wanted = [
        format!("A {whole}"),
        format!("B {whole}"),
        format!("C {whole}"),
        "A sees A bids 1".into(),
        "B sees A has bid".into(),
        "C sees A has bid".into(),
        "A sees B has bid".into(),
        "B sees B bids 1".into(),
        "C sees B has bid".into(),
        format!("A sees {open}"),
        format!("B sees {open}"),
        format!("C sees {open}"),
    ];
    assert_eq!(turn, wanted);
    assert_eq!(lines[lines.len() - 3..], ["A ends with 0", "B ends with 0", "C ends with 0"]);
}

/// Counts questions and events, and checks their order against the truth it is shown.
#[derive(Default)]
struct Order {
    asked: Vec<(Seat, Bid)>,
    opened: usize,
}

impl Witness<Duel> for Order {
    fn asked(&mut self, truth: &Duel, seat: Seat, legal: &[Bid], chosen: &Bid) {
        assert!(legal.len() > 1 && legal.contains(chosen), "only choices are witnessed");
        assert_eq!(truth.private(seat).bid, None, "nothing is applied yet");
        self.asked.push((seat, *chosen));
    }
    fn see(&mut self, truth: &Duel, event: &EventOf<Duel>) {
        if let &Event::Act(seat, bid) = event {
            let asked = self.asked.get(self.opened);
            assert!(
                asked.is_none_or(|&asked| asked == (seat, bid)),
                "commits are applied as they were asked"
            );
            self.opened += 1;
            assert!(truth.private(seat).bid.is_none_or(|kept| kept == bid), "the event is applied");
        }
    }
}

#[test]
fn a_witness_is_told_of_choices_before_and_of_events_after() {
    for seed in 0..20 {
        let mut order = Order::default();
        let mut referee = Referee::<Duel>::new(&THREE, Seeds::new(seed));
        referee.play(&mut randoms(3), &mut order).unwrap();
        assert_eq!((order.asked.len(), order.opened), (6, 9));
    }
}

#[test]
fn two_witnesses_see_the_same() {
    let mut both = (Replay::<Kuhn>::default(), Replay::<Kuhn>::default());
    Referee::new(&TWO, Seeds::new(3)).play(&mut randoms(2), &mut both).unwrap();
    assert!(!both.0.0.is_empty());
    assert_eq!(both.0.0, both.1.0);
}

/// A referee in the middle of a turn: roles are dealt, A has chosen, B and C have not.
fn half_way() -> Referee<Duel> {
    let mut referee = Referee::<Duel>::new(&THREE, Seeds::new(1));
    assert_eq!(settled(&mut referee).0, Some(A));
    referee.commit(A, Bid(2)).unwrap();
    referee
}

/// Who must choose next, and the events until then.
fn settled(referee: &mut Referee<Duel>) -> (Option<Seat>, Vec<EventOf<Duel>>) {
    let mut events = Vec::new();
    let next = referee.settle(&mut |_, event| {
        events.push(*event);
        Ok(())
    });
    (next.unwrap(), events)
}

/// Everything that can be seen of a table.
fn state(referee: &mut Referee<Duel>) -> String {
    let legal: Vec<Vec<Bid>> = Seat::all(3).map(|seat| referee.legal(seat).to_vec()).collect();
    let views: Vec<String> = Seat::all(3).map(|seat| format!("{:?}", referee.view(seat))).collect();
    format!("{:?} {legal:?} {views:?} {:?}", referee.turn(), referee.payoffs())
}

#[test]
fn refusals_leave_everything_as_it_was() {
    let mut referee = half_way();
    let before = state(&mut referee);
    assert_eq!(referee.commit(A, Bid(1)), Err(Refusal::AlreadyChosen(A)));
    assert_eq!(referee.commit(B, Bid(4)), Err(Refusal::Illegal(B)));
    let stranger = Seat::new(3);
    assert_eq!(referee.commit(stranger, Bid(1)), Err(Refusal::NotYourTurn(stranger)));
    assert_eq!(settled(&mut referee), (Some(B), vec![]), "two envelopes are missing");
    assert_eq!(state(&mut referee), before);
    assert!(referee.waits_for(B) && !referee.waits_for(A) && !referee.waits_for(stranger));
    referee.commit(C, Bid(1)).unwrap();
    referee.commit(B, Bid(3)).unwrap();
    let (next, opened) = settled(&mut referee);
    assert_eq!(opened, [Event::Act(A, Bid(2)), Event::Act(B, Bid(3)), Event::Act(C, Bid(1))]);
    assert_eq!(next, Some(A), "the next turn begins");
}

#[test]
fn a_choice_can_be_taken_back_while_others_choose() {
    let mut referee = half_way();
    assert!(referee.has_chosen(A) && !referee.has_chosen(B));
    assert_eq!(referee.choosing(), SeatSet::all(3).without(A));
    assert_eq!(referee.withdraw(B), Err(Refusal::NothingToWithdraw(B)));
    referee.withdraw(A).unwrap();
    assert_eq!(referee.choosing(), SeatSet::all(3));
    for (seat, bid) in [(A, 3), (B, 1), (C, 1)] {
        referee.commit(seat, Bid(bid)).unwrap();
    }
    assert_eq!(settled(&mut referee).1[0], Event::Act(A, Bid(3)), "the second choice counts");
    assert_eq!(referee.withdraw(A), Err(Refusal::NothingToWithdraw(A)), "what was opened stays");
}

#[test]
fn a_choice_is_held_against_the_list_of_its_own_seat() {
    let mut referee = half_way();
    let shown = referee.legal(B).to_vec();
    let first = referee.legal(C)[0];
    referee.commit(B, shown[1]).unwrap();
    assert_eq!(referee.commit(C, Bid(9)), Err(Refusal::Illegal(C)));
    assert_eq!(referee.commit(B, shown[0]), Err(Refusal::AlreadyChosen(B)));
    referee.commit(C, first).unwrap();
    assert_eq!(settled(&mut referee).1[1], Event::Act(B, shown[1]));
}

#[test]
fn a_sink_may_stop_the_game_and_the_event_has_happened() {
    let mut referee = Referee::<Duel>::new(&THREE, Seeds::new(1));
    let stopped = referee.settle(&mut |_, _| Err(Fault::Left));
    assert_eq!((stopped, referee.events()), (Err(Fault::Left), 1));
    assert_eq!(settled(&mut referee).1.len(), 2, "the rest of the deal");
}

#[test]
fn a_step_is_one_turn_and_takes_no_forced_choice() {
    let mut referee = Referee::<Duel>::new(&THREE, Seeds::new(1));
    let mut forced = 0;
    while referee.turn() != Turn::Over {
        let (before, mut events) = (referee.events(), 1);
        if let Turn::Seats(seats) = referee.turn() {
            events = seats.len() as u32;
            for seat in seats {
                assert!(referee.waits_for(seat), "nobody chose for it");
                forced += usize::from(referee.legal(seat).len() == 1);
                let first = referee.legal(seat)[0];
                referee.commit(seat, first).unwrap();
            }
        }
        referee.step(&mut |_, _| Ok(())).unwrap();
        assert_eq!(referee.events() - before, events);
    }
    assert!(forced > 0);
    let events = referee.events();
    referee.step(&mut |_, _| Err(Fault::Left)).unwrap();
    assert_eq!(referee.events(), events, "nothing happens after the end");
}

#[test]
fn nobody_acts_when_luck_does_or_after_the_end() {
    let mut referee = Referee::<Kuhn>::new(&TWO, Seeds::new(0));
    assert_eq!(referee.commit(A, Action::Bet), Err(Refusal::NotYourTurn(A)));
    assert!(referee.legal(A).is_empty() && referee.payoffs().is_none());
    referee.play(&mut randoms(2), &mut ()).unwrap();
    assert_eq!(referee.commit(A, Action::Bet), Err(Refusal::NotYourTurn(A)));
    assert!(referee.legal(A).is_empty() && referee.payoffs().is_some());
}

#[test]
fn a_refusal_says_what_is_wrong() {
    assert_eq!(Refusal::NotYourTurn(B).to_string(), "it is not B's turn");
    assert_eq!(Refusal::AlreadyChosen(B).to_string(), "B has chosen already; the others have not");
    assert_eq!(Refusal::Illegal(B).to_string(), "B may not do that now");
}

/// Bids what nobody has.
struct Cheat;

impl Agent<Duel> for Cheat {
    fn act(&mut self, _view: View<'_, Duel>, _legal: &[Bid], _rng: &mut Rng) -> Bid {
        Bid(9)
    }
}

#[test]
fn an_illegal_choice_is_a_fault_that_names_the_seat() {
    let mut players = vec![Player::agent(Fixed::First), Player::agent(Cheat), Player::agent(Fixed::First)];
    let fault = played::<Duel>(&THREE, 1, &mut players).unwrap_err();
    assert_eq!(fault.to_string(), "the player on seat B chose Bid(9), which is not legal");
}

/// Where a player breaks down.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Stage {
    Begin,
    See,
    Act,
    End,
}

/// Breaks down at one stage, and answers legally all the same.
struct Fragile {
    at: Stage,
    now: Option<Stage>,
}

impl<G: Game> Agent<G> for Fragile {
    fn begin(&mut self, _view: View<'_, G>, _rng: &mut Rng) {
        self.now = Some(Stage::Begin);
    }
    fn see(&mut self, _view: View<'_, G>, _seen: &G::Seen) {
        self.now = Some(Stage::See);
    }
    fn act(&mut self, _view: View<'_, G>, legal: &[G::Action], _rng: &mut Rng) -> G::Action {
        self.now = Some(Stage::Act);
        legal[0]
    }
    fn end(&mut self, _view: View<'_, G>, _payoffs: &Payoffs) {
        self.now = Some(Stage::End);
    }
    fn fault(&mut self) -> Option<Fault> {
        (self.now == Some(self.at)).then(|| Fault::Broken(format!("broke down at {:?}", self.at)))
    }
}

#[test]
fn a_player_that_breaks_down_stops_the_game_at_once() {
    for at in [Stage::Begin, Stage::See, Stage::Act, Stage::End] {
        let fragile: Box<dyn Agent<Kuhn>> = Box::new(Fragile { at, now: None });
        let mut players = vec![Player::agent(Fixed::First), Player::agent(fragile)];
        let fault = played::<Kuhn>(&TWO, 1, &mut players).unwrap_err();
        assert_eq!(fault.to_string(), format!("broke down at {at:?}"));
    }
    assert_eq!(Fault::Left.to_string(), "the player has left the table");
}

#[test]
fn a_table_restarted_in_the_middle_is_a_new_one() {
    let mut again = half_way();
    again.restart(&duel::Rules { seats: 2 }, Seeds::new(7));
    let (mut events, mut fresh) =
        (Replay::<Duel>::default(), Referee::<Duel>::new(&duel::Rules { seats: 2 }, Seeds::new(7)));
    again.play(&mut randoms(2), &mut events).unwrap();
    let mut wanted = Replay::<Duel>::default();
    fresh.play(&mut randoms(2), &mut wanted).unwrap();
    assert_eq!((events.0, again.payoffs()), (wanted.0, fresh.payoffs()));
}

/// The prizes in the order in which they were turned up, which goes on while players think.
fn prizes(events: &[EventOf<Buzzard>]) -> Vec<String> {
    events.iter().filter(|event| matches!(event, Event::Chance(_))).map(ToString::to_string).collect()
}

#[test]
fn what_players_think_does_not_change_the_deal() {
    let rules = Buzzard::read_rules(&Spec::named("buzzard"), 2).unwrap();
    let mut differ = 0;
    for seed in 0..50 {
        let plain = played::<Buzzard>(&rules, seed, &mut randoms(2)).unwrap();
        let again = played::<Buzzard>(&rules, seed, &mut randoms(2)).unwrap();
        assert_eq!(again, plain, "equal seeds, equal games");
        let mut thinkers = vec![Player::agent(Random { idle_draws: 3 }), Player::agent(Fixed::Last)];
        let other = played::<Buzzard>(&rules, seed, &mut thinkers).unwrap();
        assert_eq!(prizes(&other), prizes(&plain));
        differ += u32::from(other != plain);
    }
    assert_eq!(differ, 50, "the thinkers do play otherwise");
}

/// Notes the random stream it is given, by which it could foresee the deal if it were the dealer's.
struct Gambler(Log);

impl Agent<Duel> for Gambler {
    fn act(&mut self, view: View<'_, Duel>, legal: &[Bid], rng: &mut Rng) -> Bid {
        note(&self.0, format!("{} {}", view.seat, rng.bits()));
        legal[0]
    }
}

/// A stream a decision: three roles are dealt, then three bids a turn.
#[test]
fn every_choice_draws_from_a_stream_of_its_own() {
    let log = Log::default();
    let mut players: Vec<_> = (0..3).map(|_| Player::agent(Gambler(log.clone()))).collect();
    played::<Duel>(&THREE, 9, &mut players).unwrap();
    let draw = |seat, events| Rng::stream(9, Stream::Decision(seat, events)).bits();
    let draws =
        [3, 6].into_iter().flat_map(|events| [A, B, C].map(|seat| format!("{seat} {}", draw(seat, events))));
    assert_eq!(taken(&log), draws.collect::<Vec<_>>());
}

#[test]
fn a_neighbours_thinking_does_not_change_ones_own_luck() {
    let bids = |events: Vec<EventOf<Duel>>| -> Vec<Bid> {
        events.iter().filter_map(|e| if let Event::Act(B, bid) = e { Some(*bid) } else { None }).collect()
    };
    for seed in 0..20 {
        let mut players: Vec<Player<Duel>> = randoms(3);
        let alone = bids(played::<Duel>(&THREE, seed, &mut players).unwrap());
        players[0] = Player::agent(Random { idle_draws: 5 });
        assert_eq!(bids(played::<Duel>(&THREE, seed, &mut players).unwrap()), alone);
    }
}

/// Bets exactly when its card is the higher one, which only the truth tells.
struct Cheater(Log);

impl Oracle<Kuhn> for Cheater {
    fn begin(&mut self, truth: &Kuhn, seat: Seat, _rng: &mut Rng) {
        note(&self.0, format!("{seat} begins {:?}", truth.private(seat.next(2)).card));
    }
    fn see(&mut self, truth: &Kuhn, _seat: Seat, event: &EventOf<Kuhn>) {
        truth.check();
        note(&self.0, event.to_string());
    }
    fn act(&mut self, truth: &Kuhn, seat: Seat, _legal: &[Action], _rng: &mut Rng) -> Action {
        let card = |seat| truth.private(seat).card;
        if card(seat) > card(seat.next(2)) { Action::Bet } else { Action::Pass }
    }
}

#[test]
fn an_oracle_is_given_the_truth() {
    let log = Log::default();
    for seed in 0..60 {
        let mut players = vec![Player::Oracle(Box::new(Cheater(log.clone()))), Player::agent(Fixed::Last)];
        let mut referee = Referee::<Kuhn>::new(&TWO, Seeds::new(seed));
        let points = referee.play(&mut players, &mut ()).unwrap().points;
        assert!(points[A] == 2.0 || points[A] == -1.0, "never called with the worse card: {points:?}");
        let lines = taken(&log);
        assert_eq!(lines[0], "A begins None");
        assert!(lines[1].starts_with("deal A ") && lines[2].starts_with("deal B "), "{lines:?}");
    }
}

#[test]
fn an_oracle_may_not_break_the_rules_either() {
    struct Rude;
    impl Oracle<Duel> for Rude {
        fn act(&mut self, _truth: &Duel, _seat: Seat, _legal: &[Bid], _rng: &mut Rng) -> Bid {
            Bid(0)
        }
    }
    let mut players = vec![Player::Oracle(Box::new(Rude)), Player::agent(Fixed::First)];
    let fault = played::<Duel>(&duel::Rules { seats: 2 }, 1, &mut players).unwrap_err();
    assert!(fault.to_string().starts_with("the player on seat A chose Bid(0)"), "{fault}");
}

/// Writes down what it sees and what it is told about roles.
struct Listener {
    log: Log,
    told: Vec<(Seat, Role)>,
}

impl Agent<Duel> for Listener {
    fn begin(&mut self, view: View<'_, Duel>, _rng: &mut Rng) {
        self.told.clear();
        note(&self.log, format!("{} begins", view.seat));
    }
    fn see(&mut self, view: View<'_, Duel>, seen: &duel::Seen) {
        note(&self.log, format!("{} sees {}", view.seat, Duel::tell(seen, Lang::English)));
    }
    fn act(&mut self, _view: View<'_, Duel>, legal: &[Bid], _rng: &mut Rng) -> Bid {
        note(&self.log, format!("told {:?}", self.told));
        legal[0]
    }
}

impl Advised<Duel> for Listener {
    fn reveal_role(&mut self, seat: Seat, role: Role) {
        self.told.retain(|&(other, _)| other != seat);
        self.told.push((seat, role));
    }
}

/// The true roles of a game.
fn roles(seed: u64) -> Vec<Role> {
    let events = played::<Duel>(&THREE, seed, &mut randoms(3)).unwrap();
    let role =
        |event: &EventOf<Duel>| if let Event::Chance(becomes) = event { Some(becomes.1) } else { None };
    events.iter().filter_map(role).collect()
}

#[test]
fn a_tip_is_what_was_granted_and_nothing_else() {
    for seed in 0..8 {
        let log = Log::default();
        let listener = Listener { log: log.clone(), told: Vec::new() };
        let tipped = Player::Oracle(Box::new(Tipped::new(listener, SeatSet::only(C))));
        let mut players = vec![Player::agent(Fixed::First), tipped, Player::agent(Fixed::First)];
        played::<Duel>(&THREE, seed, &mut players).unwrap();
        let lines = taken(&log);
        let truth = roles(seed);
        assert_eq!(lines[0], "B begins");
        assert_eq!(
            lines[1..4],
            [
                "B sees A gets a role".to_string(),
                format!("B sees B becomes a {:?}", truth[1]),
                "B sees C gets a role".to_string(),
            ]
        );
        let told: Vec<&String> = lines.iter().filter(|line| line.starts_with("told")).collect();
        assert_eq!(told.len(), 2, "{lines:#?}");
        assert!(told.iter().all(|line| **line == format!("told [(C, {:?})]", truth[2])), "{told:?}");
    }
}

/// Grants the role of one seat, drawn at random.
struct AnySeat;

impl Grants<Duel> for AnySeat {
    fn seats(&self, _truth: &Duel, _seat: Seat, rng: &mut Rng) -> SeatSet {
        SeatSet::only(Seat::new(rng.below(3) as usize))
    }
}

#[test]
fn a_drawn_tip_stays_the_same_all_game_and_differs_between_games() {
    let told_of = |seed| {
        let log = Log::default();
        let tipped = Tipped::new(Listener { log: log.clone(), told: Vec::new() }, AnySeat);
        let mut players =
            vec![Player::agent(Fixed::First), Player::Oracle(Box::new(tipped)), Player::agent(Fixed::First)];
        played::<Duel>(&THREE, seed, &mut players).unwrap();
        let told: BTreeSet<String> =
            taken(&log).into_iter().filter(|line| line.starts_with("told")).collect();
        assert_eq!(told.len(), 1, "{told:?}");
        told.into_iter().next().unwrap()[..8].to_string()
    };
    let seats: BTreeSet<String> = (0..20).map(told_of).collect();
    assert_eq!(seats.into_iter().collect::<Vec<_>>(), ["told [(A", "told [(B", "told [(C"]);
}

#[test]
#[should_panic(expected = "one player a seat")]
fn an_empty_chair_is_a_mistake_of_the_caller() {
    let _ = played::<Kuhn>(&TWO, 0, &mut randoms(1));
}
