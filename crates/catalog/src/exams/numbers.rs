//! The numbers of every game sit an exam: action ids, rows of figures, and sequential states.

use std::collections::{BTreeSet, HashMap};

use table::{
    ActionIds, Batch, Encode, ExamTable, Feature, Node, Packing, PublicState, Referee, Reset, Rng, Seat,
    Seeds, Sequential, StepError, View, derive_seed, random_event,
};

use super::tables;
use crate::registry::{Ids, Playable, Visitor, visit};
use crate::state::{AnyState, GameFacts, open_state};

/// Random games played at each table.
const GAMES: u64 = 12;

/// Does a visitor's work at every table of the exams.
fn everywhere<V: Visitor<Out = ()>>(visitor: impl Fn() -> V) {
    tables().for_each(|table| visit(&table.spec.parse().unwrap(), table.seats, visitor()).unwrap());
}

/// Plays random games through a referee and shows every question: the view, and the legal actions.
fn questions<G: Playable>(rules: &G::Rules, games: u64, mut each: impl FnMut(View<'_, G>, &[G::Action])) {
    for seed in 0..games {
        let (mut referee, mut rng) = (Referee::<G>::new(rules, Seeds::new(seed)), Rng::new(seed));
        while let Some(seat) = referee.settle(&mut |_, _| Ok(())).unwrap() {
            let legal = referee.legal(seat).to_vec();
            each(referee.view(seat), &legal);
            referee.commit(seat, rng.pick(&legal)).unwrap();
        }
    }
}

/// Ids go there and back, none is meant twice, and there are as many as are said.
struct IdsGoThereAndBack;

impl Visitor for IdsGoThereAndBack {
    type Out = ();

    fn visit<G: Playable>(self, rules: G::Rules) {
        let ids = Ids::<G>::ids(&rules);
        for id in 0..ids {
            let action = Ids::<G>::action(&rules, id).unwrap_or_else(|| panic!("{} has no id {id}", G::NAME));
            assert_eq!(Ids::<G>::id(&rules, &action), Some(id), "{}: {action}", G::NAME);
        }
        assert_eq!([ids, u32::MAX].map(|id| Ids::<G>::action(&rules, id)), [None; 2], "{}", G::NAME);
        let (mut offered, mut unoffered) = (0_u32, 0_u32);
        questions::<G>(&rules, GAMES, |_, legal| {
            let found: Vec<u32> = legal.iter().filter_map(|action| Ids::<G>::id(&rules, action)).collect();
            assert!(found.iter().all(|&id| id < ids), "{}: {legal:?}", G::NAME);
            assert_eq!(found.iter().collect::<BTreeSet<_>>().len(), found.len(), "{}: no id twice", G::NAME);
            assert!(!found.is_empty(), "{}: nothing of {legal:?} is offered", G::NAME);
            (offered, unoffered) =
                (offered + found.len() as u32, unoffered + (legal.len() - found.len()) as u32);
        });
        let text = G::write_rules(&rules);
        let share = f64::from(unoffered) / f64::from(offered + unoffered);
        match text.starts_with("saboteur") && !text.contains("board=papers") && !text.contains('-') {
            true => assert!((0.0..0.02).contains(&share), "{text}: {share} of the actions are not offered"),
            false => assert_eq!(unoffered, 0, "{text}: all actions have ids"),
        }
    }
}

#[test]
fn ids_go_there_and_back() {
    everywhere(|| IdsGoThereAndBack);
}

/// The row of a view, every place of which is written.
fn row<G: Playable>(encoder: &G::Encoder, view: View<'_, G>) -> Vec<f32> {
    let mut row = vec![f32::NAN; encoder.width()];
    encoder.observe(view, &mut row);
    assert!(row.iter().all(|figure| figure.is_finite()), "{}: every figure is written", G::NAME);
    row
}

/// What figures say of themselves is so: one name each, values inside their bounds, and a row that was packed is the same
/// to the bit.
struct FiguresAreWhatTheySay;

impl Visitor for FiguresAreWhatTheySay {
    type Out = ();

    fn visit<G: Playable>(self, rules: G::Rules) {
        let (encoder, text) = (G::Encoder::new(&rules), G::write_rules(&rules));
        let features = encoder.features().into_vec();
        let names: BTreeSet<&str> = features.iter().map(|feature| feature.name.as_str()).collect();
        assert_eq!(
            (names.len(), features.len()),
            (encoder.width(), encoder.width()),
            "{text}: one name each"
        );
        let packing = Packing::of(&features);
        let (mut packed, mut again) = (vec![0; packing.bytes()], vec![f32::NAN; packing.width()]);
        let inside = |(feature, figure): (&Feature, &f32)| {
            let bounds = feature.low()..=feature.high();
            assert!(bounds.contains(figure), "{text}: {} is {figure}, outside {bounds:?}", feature.name);
        };
        questions::<G>(&rules, GAMES, |view, _| {
            let row = row::<G>(&encoder, view);
            features.iter().zip(&row).for_each(inside);
            packing.pack(&row, &mut packed);
            packing.unpack(&packed, &mut again);
            let differs = |place: &usize| row[*place].to_bits() != again[*place].to_bits();
            let wrong: Vec<&str> = (0..row.len()).filter(differs).map(|n| &*features[n].name).collect();
            assert!(wrong.is_empty(), "{text}: packed and unpacked, these differ: {wrong:?}");
        });
    }
}

#[test]
fn figures_are_what_they_say() {
    everywhere(|| FiguresAreWhatTheySay);
}

/// A question: the view as JSON, and the names of the figures that are not 0 and begin like this, each with its figure.
struct Asked {
    view: serde_json::Value,
    shown: Vec<(String, f32)>,
}

impl Asked {
    /// Every question of a random game.
    fn all(spec: &str, seats: usize) -> Vec<Asked> {
        let spec = spec.parse().unwrap();
        let features = crate::figures(&spec, seats).unwrap().features;
        let (mut state, mut rng) = (open_state(&spec, seats, Some(3)).unwrap(), Rng::new(5));
        let (mut row, mut all) = (vec![0.0; features.len()], Vec::new());
        while let Node::Choice(seat) = state.node() {
            state.observe(seat, &mut row);
            let view = serde_json::from_str(&state.observation(Some(seat))).unwrap();
            let named = features.iter().zip(&row).filter(|(_, figure)| **figure != 0.0);
            all.push(Asked { view, shown: named.map(|(it, figure)| (it.name.clone(), *figure)).collect() });
            step(&mut *state, &mut rng);
        }
        all
    }

    /// The figures whose names begin like this, by the rest of their names.
    fn like(&self, start: &str) -> Vec<(&str, f32)> {
        self.shown.iter().filter_map(|(name, figure)| Some((name.strip_prefix(start)?, *figure))).collect()
    }

    /// The words of a list in the view, each with how often it stands there.
    fn counted(&self, pointer: &str) -> Vec<(String, f32)> {
        let mut words: Vec<(String, f32)> = Vec::new();
        for word in self.view.pointer(pointer).unwrap().as_array().unwrap() {
            let word = word.as_str().map_or_else(|| word.to_string(), str::to_string);
            match words.last_mut().filter(|(last, _)| *last == word) {
                Some((_, count)) => *count += 1.0,
                None => words.push((word, 1.0)),
            }
        }
        words
    }

    /// Holds a list of the view against the figures whose names begin like this.
    fn check(&self, pointer: &str, start: &str) {
        let counted = self.counted(pointer);
        let counted: Vec<(&str, f32)> = counted.iter().map(|(word, count)| (word.as_str(), *count)).collect();
        assert_eq!(self.like(start), counted, "{start} and {pointer} of {}", self.view);
    }

    fn seat(&self) -> usize {
        "ABCDE".find(self.view["seat"].as_str().unwrap()).unwrap()
    }
}

/// The names of figures say what stands there, held against what the views say of themselves.
#[test]
fn names_say_what_stands_there() {
    for asked in Asked::all("kuhn", 2) {
        let card = asked.view["private"]["card"].as_u64().unwrap();
        assert_eq!(asked.like("card."), [(["J", "Q", "K"][card as usize], 1.0)]);
    }
    for asked in Asked::all("buzzard(cards=6)", 3) {
        let seat = asked.seat();
        asked.check(&format!("/public/hands/{seat}"), "own.bid.");
        asked.check(&format!("/public/hands/{}", (seat + 1) % 3), "next1.bid.");
        asked.check("/public/prizes_left", "left.");
    }
    for asked in Asked::all("daihinmin(ranks=CBDEA)", 5) {
        asked.check("/private/hand", "hand.");
        asked.check("/private/received", "received.");
        asked.check(&format!("/public/played/{}", asked.seat()), "own.played.");
    }
    for asked in Asked::all("raiders", 5) {
        asked.check("/public/black_used", "black.used.");
        asked.check("/public/could_be/3", "D.could-be.");
        asked.check("/private/could_be/4", "E.known.");
        asked.check("/public/equipment/1", "B.equipment.");
    }
    for asked in Asked::all("saboteur", 4) {
        asked.check("/private/hand", "own.hand.");
        asked.check("/private/discards", "own.discards.");
        asked.check("/public/played/2", "C.played.");
        asked.check("/public/mapped/3", "D.mapped.");
    }
}

/// Every id is described by as many figures as have names, each within -1 and 1, and no two ids alike.
struct IdsAreDescribed;

impl Visitor for IdsAreDescribed {
    type Out = ();

    fn visit<G: Playable>(self, rules: G::Rules) {
        let names = Ids::<G>::features(&rules);
        let text = G::write_rules(&rules);
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "{text}: one name each");
        let (mut known, mut alive) = (HashMap::new(), vec![false; names.len()]);
        for id in 0..Ids::<G>::ids(&rules) {
            let action = Ids::<G>::action(&rules, id).expect("every id is an action's");
            let mut row = vec![f32::NAN; names.len()];
            Ids::<G>::describe(&rules, &action, &mut row);
            assert!(row.iter().all(|figure| (-1.0..=1.0).contains(figure)), "{text}: {action}: {row:?}");
            alive.iter_mut().zip(&row).for_each(|(alive, figure)| *alive |= *figure != 0.0);
            let bits: Vec<u32> = row.iter().map(|figure| figure.to_bits()).collect();
            let other = known.insert(bits, action.to_string());
            assert!(other.is_none(), "{text}: {action} and {other:?} are described alike");
        }
        let dead: Vec<_> = names.iter().zip(&alive).filter(|(_, alive)| !**alive).collect();
        assert!(dead.is_empty(), "{text}: these are 0 for every id: {dead:?}");
    }
}

#[test]
fn ids_are_described() {
    everywhere(|| IdsAreDescribed);
}

/// A row stays the same when all that is hidden is imagined anew.
struct RowsKeepSecrets;

impl Visitor for RowsKeepSecrets {
    type Out = ();

    fn visit<G: Playable>(self, rules: G::Rules) {
        let (encoder, mut rng, mut hidden) = (G::Encoder::new(&rules), Rng::new(3), false);
        questions::<G>(&rules, 3, |view, _| {
            let world = G::imagine(view, &mut rng);
            assert_eq!(row::<G>(&encoder, view), row::<G>(&encoder, world.view(view.seat)), "{}", G::NAME);
            let others = Seat::all(view.seats()).filter(|&seat| seat != view.seat);
            let again = G::imagine(view, &mut rng);
            hidden |= others.into_iter().any(|seat| world.private(seat) != again.private(seat));
        });
        assert!(hidden || G::OPEN, "{}: something was hidden", G::NAME);
    }
}

#[test]
fn rows_keep_secrets() {
    everywhere(|| RowsKeepSecrets);
}

/// Whatever else a seat may know at the same table, its row says so: worlds as another imagines them have another row
/// if the seat knows something else there.
struct RowsSayWhatASeatKnows;

impl Visitor for RowsSayWhatASeatKnows {
    type Out = ();

    fn visit<G: Playable>(self, rules: G::Rules) {
        let (encoder, mut scratch, mut differ, mut alike) = (G::Encoder::new(&rules), Vec::new(), 0, 0);
        for seed in 0..GAMES {
            let (mut truth, mut rng) = (G::new(&rules), Rng::new(seed));
            while let Some(event) = random_event(&truth, &mut rng, &mut scratch) {
                truth.apply(&event);
                let seats = truth.public().seats();
                let [own, other] = [0, 1].map(|n| Seat::new((rng.below(seats as u32) as usize + n) % seats));
                let world = G::imagine(truth.view(other), &mut rng);
                if own != other && world.private(own) != truth.private(own) {
                    let [now, then] = [&truth, &world].map(|world| row::<G>(&encoder, world.view(own)));
                    (differ, alike) = (differ + u32::from(now != then), alike + u32::from(now == then));
                }
            }
        }
        // Suits do not count in Leduc poker; in an all-at-once turn one's own envelope is not part of the row.
        let silent = G::NAME == "leduc" || G::OPEN;
        assert!(silent || differ > 5, "{}: {differ} differ", G::NAME);
        assert!(silent || alike * 200 <= differ, "{}: {alike} of {differ} are alike", G::write_rules(&rules));
    }
}

#[test]
fn rows_say_what_a_seat_knows() {
    everywhere(|| RowsSayWhatASeatKnows);
}

/// The places of a row that are the same in every state of some games, for every seat.
fn dead_figures(spec: &str, seats: usize, games: u64) -> Vec<usize> {
    let first = open_state(&spec.parse().unwrap(), seats, None).unwrap();
    let mut row = vec![0.0; first.facts().width];
    first.observe(Seat::new(0), &mut row);
    let (known, mut alive) = (row.clone(), vec![false; row.len()]);
    for seed in 0..games {
        let (mut state, mut rng) = (first.fork(), Rng::new(seed));
        loop {
            let asked = if let Node::Choice(seat) = state.node() { seat } else { Seat::new(0) };
            for seat in [asked, Seat::new(rng.below(seats as u32) as usize)] {
                state.observe(seat, &mut row);
                let places = alive.iter_mut().zip(&row).zip(&known);
                places.for_each(|((alive, now), known)| *alive |= now != known);
            }
            if !step(&mut *state, &mut rng) {
                break;
            }
        }
    }
    (0..row.len()).filter(|&place| !alive[place]).collect()
}

/// What no game of the box shows: a choice about the mirror, which is forced, a second compass in a deck or in front of
/// one of five seats, and inference cards that a seat gives to itself.
#[test]
fn every_figure_of_raiders_counts() {
    let to_itself = (0..5).flat_map(|seat| (0..7).map(move |outcome| 518 + 6 * 7 * seat + outcome));
    let never: Vec<usize> = [50, 94, 110, 192, 263, 334, 405, 476].into_iter().chain(to_itself).collect();
    assert_eq!(dead_figures("raiders", 5, 600), never);
}

/// What never changes on a board of 35 cells: the start lies open on its four sides and is connected with itself, and
/// neither it nor a goal is a dead end.
#[test]
fn every_figure_of_saboteur_counts() {
    let (cells, start, goals) = (35, 16, [8, 18, 28]);
    let mut never: Vec<usize> = (0..6).map(|plane| plane * cells + start).collect();
    never.extend(goals.map(|goal| 4 * cells + goal));
    never.sort_unstable();
    assert_eq!(dead_figures("saboteur(board=papers,distance=2,talk=on)", 3, 200), never);
}

/// A sequential state that deals plays the very game of a referee with its seed.
struct StatesPlayWhatRefereesPlay;

impl Visitor for StatesPlayWhatRefereesPlay {
    type Out = ();

    fn visit<G: Playable>(self, rules: G::Rules) {
        for seed in 0..4 {
            let mut referee = Referee::<G>::new(&rules, Seeds::new(seed));
            let mut state = Sequential::<G, G::Encoder>::dealt(&rules, seed);
            let (mut rng, mut choices) = (Rng::new(seed), 0);
            while let Some(seat) = referee.settle(&mut |_, _| Ok(())).unwrap() {
                assert_eq!(state.node(), Node::Choice(seat));
                assert_eq!(state.view(seat), referee.view(seat));
                let id = rng.pick(state.legal());
                state.choose(id).unwrap();
                referee.commit(seat, Ids::<G>::action(&rules, id).unwrap()).unwrap();
                choices += 1;
            }
            let facts = state.facts();
            assert_eq!((state.node(), state.payoffs()), (Node::Over, referee.payoffs()));
            assert!(choices <= facts.choices, "{}: {choices} choices", G::NAME);
            check_returns(&facts, &state.returns());
        }
    }
}

fn check_returns(facts: &GameFacts, returns: &[f64]) {
    let (low, high) = facts.bounds;
    assert!(
        returns.iter().all(|points| (low - 1e-9..=high + 1e-9).contains(points)),
        "{facts:?} {returns:?}"
    );
    let all: f64 = returns.iter().sum();
    assert!(facts.sum.is_none_or(|sum| (all - sum).abs() < 1e-9), "{facts:?} {returns:?}");
}

#[test]
fn states_play_what_referees_play() {
    everywhere(|| StatesPlayWhatRefereesPlay);
}

/// A batch shows to the seat that must choose what a state with the same luck shows to it: rows, lists of ids, rewards,
/// the last rows of games. None of it changes when all that is hidden is imagined anew.
struct BatchesShowWhatStatesShow(Reset);

/// A table of the batch as a state, how many games it has begun, and who chose last.
struct Twin<G: Playable> {
    state: Sequential<G, G::Encoder>,
    begun: u64,
    seat: Seat,
}

impl<G: Playable> Twin<G> {
    const SEED: u64 = 11;

    fn begin(rules: &G::Rules, table: usize, begun: u64) -> Twin<G> {
        let state = Sequential::dealt(rules, derive_seed(&[Twin::<G>::SEED, table as u64, begun]));
        let Node::Choice(seat) = state.node() else { panic!("{}: nobody chooses", G::NAME) };
        Twin { state, begun, seat }
    }

    fn choose(&mut self, id: u32) {
        self.state.choose(id).unwrap();
        if let Node::Choice(seat) = self.state.node() {
            self.seat = seat;
        }
    }

    fn row(&self, rng: &mut Rng) -> Vec<f32> {
        let world = self.state.imagine(self.seat, rng);
        let [now, then] = [&self.state, &world].map(|state| {
            let mut row = vec![f32::NAN; state.width()];
            state.observe(self.seat, &mut row);
            row
        });
        assert_eq!((&now, self.state.legal()), (&then, world.legal()), "{}", G::NAME);
        now
    }

    /// Takes the step that its table took; whether that ended a game.
    fn follow(&mut self, batch: &Batch<G, G::Encoder>, table: usize, id: u32) -> bool {
        match self.state.node() {
            Node::Over => *self = Twin::begin(self.state.rules(), table, self.begun + 1),
            _ => self.choose(id),
        }
        let (over, seats) = (self.state.node() == Node::Over, batch.seats());
        let returns: Vec<f32> = self.state.returns().iter().map(|&points| points as f32).collect();
        assert_eq!(batch.rewards()[table * seats..(table + 1) * seats], returns, "{}", G::NAME);
        assert_eq!(batch.has_ended(table), over, "{}", G::NAME);
        over
    }

    /// Holds what its table shows against what it shows itself.
    fn compare(&mut self, batch: &Batch<G, G::Encoder>, table: usize, row: &[f32], rng: &mut Rng) {
        if let Some(last) = batch.finals(table) {
            assert_eq!(last, self.row(rng), "{}", G::NAME);
            *self = Twin::begin(self.state.rules(), table, self.begun + 1);
        }
        let mut legal = batch.legal(table).to_vec();
        legal.sort_unstable();
        assert_eq!((batch.seat(table), &legal[..]), (self.seat, self.state.legal()), "{}", G::NAME);
        assert_eq!(row, self.row(rng), "{}", G::NAME);
    }
}

impl Visitor for BatchesShowWhatStatesShow {
    type Out = ();

    fn visit<G: Playable>(self, rules: G::Rules) {
        let (tables, mut rng, mut ended) = (3, Rng::new(2), 0);
        let mut batch = Batch::<G, G::Encoder>::new(&rules, tables, 1, Twin::<G>::SEED, self.0);
        let mut twins: Vec<Twin<G>> = (0..tables).map(|table| Twin::begin(&rules, table, 1)).collect();
        let (width, mut rows) = (batch.width(), vec![0.0; tables * batch.width()]);
        while ended < 2 {
            let pick = |table| if batch.is_over(table) { 0 } else { rng.pick(batch.legal(table)) };
            let ids: Vec<u32> = (0..tables).map(pick).collect();
            batch.step(&ids).unwrap();
            batch.observe(&mut rows);
            for (table, (twin, row)) in twins.iter_mut().zip(rows.chunks_exact(width)).enumerate() {
                ended += u32::from(twin.follow(&batch, table, ids[table]));
                twin.compare(&batch, table, row, &mut rng);
            }
        }
    }
}

#[test]
fn batches_show_what_states_show() {
    everywhere(|| BatchesShowWhatStatesShow(Reset::NextStep));
    everywhere(|| BatchesShowWhatStatesShow(Reset::SameStep));
}

/// One random step; whether there was one.
fn step(state: &mut dyn AnyState, rng: &mut Rng) -> bool {
    match state.node() {
        Node::Over => return false,
        Node::Choice(_) => state.choose(rng.pick(state.legal())).unwrap(),
        Node::Chance => match state.outcomes() {
            None => state.sample(rng.bits()).unwrap(),
            Some(chances) => {
                let most = state.facts().outcomes.expect("they can be listed");
                assert!(!chances.is_empty() && chances.len() <= most as usize, "{} outcomes", chances.len());
                assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{chances:?}");
                state.decide(rng.weighted(&chances)).unwrap();
            }
        },
    }
    true
}

/// All that a state shows: to every seat and to a spectator.
fn shown(state: &dyn AnyState) -> Vec<String> {
    let facts = state.facts();
    let mut shown = vec![format!("{:?} {:?}", state.node(), state.legal()), state.observation(None)];
    for seat in Seat::all(facts.seats) {
        let mut row = vec![0.0; facts.width];
        state.observe(seat, &mut row);
        shown.extend([state.information_state(seat), state.observation(Some(seat)), format!("{row:?}")]);
    }
    shown
}

/// The same for one seat.
fn shown_to(state: &dyn AnyState, seat: Seat) -> Vec<String> {
    let of_seat = [0, 1, 2].map(|n| 2 + 3 * seat.index() + n);
    shown(state)
        .into_iter()
        .enumerate()
        .filter(|(n, _)| *n == 1 || of_seat.contains(n))
        .map(|(_, text)| text)
        .collect()
}

/// Takes two random steps from one state. From whichever seat both ends look alike, what is imagined of them must be
/// alike to everybody: nothing of it comes from what the seat may not know. How often that was tried.
fn imagined_alike(text: &str, state: &dyn AnyState, rng: &mut Rng) -> u32 {
    let (mut one, mut other, mut tried) = (state.fork(), state.fork(), 0);
    let stepped = step(&mut *one, rng) && step(&mut *other, rng);
    if !stepped || one.node() != other.node() || shown(&*one) == shown(&*other) {
        return 0;
    }
    for own in Seat::all(one.facts().seats) {
        if shown_to(&*one, own) == shown_to(&*other, own) {
            let worlds = [&one, &other].map(|state| shown(&*state.resample(own, 2)));
            assert_eq!(worlds[0], worlds[1], "{text}: {own} imagines what it cannot know");
            tried += 1;
        }
    }
    tried
}

/// Imagined worlds look the same to the seat that imagines, and nothing in them comes from what it may not know.
#[test]
fn imagined_states_keep_secrets() {
    for &ExamTable { spec: text, seats, .. } in tables() {
        let mut state = open_state(&text.parse().unwrap(), seats, None).unwrap();
        let (mut rng, mut steps, mut tried, mut differ) = (Rng::new(7), 0, 0, false);
        assert!(shown(&*state).iter().all(|text| !text.is_empty()), "{text}: before the first event, too");
        while step(&mut *state, &mut rng) {
            steps += 1;
            if steps > 24 && rng.below(8) > 0 {
                continue;
            }
            tried += imagined_alike(text, &*state, &mut rng);
            let own = match state.node() {
                Node::Choice(seat) => seat,
                _ => Seat::new(rng.below(seats as u32) as usize),
            };
            let world = state.resample(own, 1);
            assert_eq!(shown_to(&*world, own), shown_to(&*state, own), "{text}: {own} sees the same");
            assert_eq!(world.node(), state.node(), "{text}");
            if state.node() == Node::Choice(own) {
                assert_eq!(world.legal(), state.legal(), "{text}");
            }
            differ |= shown(&*world) != shown(&*state.resample(own, 3));
            let mut on = world.fork();
            while step(&mut *on, &mut rng) {}
            check_returns(&on.facts(), &on.returns());
        }
        assert!(differ, "{text}: worlds differ");
        // A deal of all cards at once is seen by everybody; what is played there lies face up.
        assert!(tried > 0 || text.starts_with("daihinmin") || text == "leduc", "{text}: {steps} steps");
    }
}

/// What chance will decide in truth is not in imagined worlds either, where a state deals itself: the prizes to come.
#[test]
fn imagined_states_do_not_know_what_will_be_dealt() {
    let state = open_state(&"buzzard(cards=6)".parse().unwrap(), 2, Some(5)).unwrap();
    let prizes = |mut state: Box<dyn AnyState>| {
        while state.node() != Node::Over {
            state.choose(state.legal()[0]).unwrap();
        }
        state.observation(None)
    };
    assert_eq!(prizes(state.fork()), prizes(state.fork()), "a state plays the same again");
    let worlds: BTreeSet<String> = (0..20).map(|seed| prizes(state.resample(Seat::new(0), seed))).collect();
    assert!(worlds.len() > 10, "{} of 20 futures", worlds.len());
}

/// The text of an information state and what the seat saw in truth say the same: equal ones belong together.
struct TextsAreMemories;

impl Visitor for TextsAreMemories {
    type Out = ();

    fn visit<G: Playable>(self, rules: G::Rules) {
        let (mut memories, mut texts) = (HashMap::new(), HashMap::new());
        for seed in 0..GAMES {
            let (mut referee, mut rng) = (Referee::<G>::new(&rules, Seeds::new(seed)), Rng::new(seed));
            let mut state = Sequential::<G, G::Encoder>::dealt(&rules, seed);
            let mut seen: Vec<Vec<G::Seen>> = vec![Vec::new(); state.seats()];
            while let Some(seat) = referee
                .settle(&mut |truth, event| {
                    let seats = seen.iter_mut().enumerate();
                    seats.for_each(|(i, seen)| seen.push(truth.seen(event, Some(Seat::new(i)))));
                    Ok(())
                })
                .unwrap()
            {
                let (memory, text) = ((seat, seen[seat.index()].clone()), state.information_state(seat));
                assert_eq!(memories.entry(text.clone()).or_insert_with(|| memory.clone()), &memory);
                assert_eq!(texts.entry(memory).or_insert_with(|| text.clone()), &text);
                let id = rng.pick(state.legal());
                state.choose(id).unwrap();
                referee.commit(seat, Ids::<G>::action(&rules, id).unwrap()).unwrap();
            }
        }
        assert!(memories.len() > 10, "{}: something was seen", G::NAME);
    }
}

#[test]
fn texts_are_memories() {
    everywhere(|| TextsAreMemories);
}

/// As `docs/numbers.md` has them: ids, and figures a row.
#[test]
fn there_are_as_many_ids_and_figures_as_the_page_says() {
    let counted = |text: &str, seats: u32| {
        let facts = open_state(&text.parse().unwrap(), seats as usize, None).unwrap().facts();
        (facts.ids, facts.width as u32)
    };
    for seats in 3..=5 {
        assert_eq!(counted("buzzard(cards=7)", seats), (7, seats * 7 + 14 + 1 + seats));
        assert_eq!(counted("daihinmin", seats), (4037, 278 + 84 * seats));
        let cells = 15 * 11;
        let figures = 6 * cells + 107 + 65 * seats + seats * seats;
        assert_eq!(counted("saboteur", seats), (27 * cells + 12 * seats + 36, figures));
    }
    for seats in 4..=8 {
        assert_eq!(counted("raiders", seats), (55 + 31 * seats, 163 + 90 * seats + 8 * seats * seats));
    }
    assert_eq!((counted("kuhn", 2), counted("kuhn", 3), counted("leduc", 2)), ((2, 9), (2, 13), (3, 32)));
}

#[test]
fn steps_out_of_turn_are_refused() {
    let mut state = open_state(&"kuhn".parse().unwrap(), 2, None).unwrap();
    assert_eq!(state.choose(0), Err(StepError::ChanceIsDue));
    assert_eq!(state.decide(3), Err(StepError::NoOutcome { given: 3, outcomes: 3 }));
    state.decide(0).unwrap();
    state.sample(1).unwrap();
    let seat = Seat::new(0);
    assert_eq!(state.node(), Node::Choice(seat));
    for refused in [state.decide(0), state.sample(1)] {
        assert_eq!(refused, Err(StepError::SeatIsDue(seat)));
    }
    assert_eq!(state.choose(2), Err(StepError::Illegal { seat, id: 2 }));
    assert_eq!((state.action_text(1).as_deref(), state.action_id("bets")), (Some("bets"), Ok(1)));
    assert!(state.action_id("raises").is_err() && state.action_text(2).is_none());
    [0, 0].into_iter().for_each(|id| state.choose(id).unwrap());
    assert_eq!(state.choose(0), Err(StepError::Over));
    assert_eq!(state.returns().iter().sum::<f64>(), 0.0);
}
