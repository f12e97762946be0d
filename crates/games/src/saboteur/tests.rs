//! Saboteur sits the exams.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use table::testing::{check, chi_square_p, perft, scenarios, secrecy};
use table::{
    Enumerable, Event, EventOf, Game, Hidden, HiddenRoles, Notation, Picture, PublicState, Rng, Scene, Seat,
    Turn, View, random_event,
};

use super::*;

fn rules(spec: &str, seats: usize) -> Rules {
    Saboteur::read_rules(&spec.parse().unwrap(), seats).unwrap()
}

#[test]
fn conforms() {
    for seats in 3..=10 {
        check::<Saboteur>(&rules("saboteur", seats), 0..1).unwrap();
    }
    for spec in ["saboteur-break", "saboteur-collusion", "saboteur(talk=on)"] {
        check::<Saboteur>(&rules(spec, 6), 0..2).unwrap();
    }
}

/// Plays at random and shows every state.
fn play(rules: &Rules, seed: u64, mut each: impl FnMut(&Saboteur)) -> Saboteur {
    let (mut rng, mut game) = (Rng::new(seed), Saboteur::new(rules));
    each(&game);
    while let Some(event) = random_event(&game, &mut rng, &mut Vec::new()) {
        game.apply(&event);
        each(&game);
    }
    game
}

/// The rules of the board as a person would check them: card by card, on a plain list.
struct ByHand<'a> {
    board: &'a Board,
    rules: &'a Rules,
    cards: BTreeMap<Cell, Path>,
    reached: Vec<Cell>,
}

impl<'a> ByHand<'a> {
    fn new(board: &'a Board, rules: &'a Rules) -> ByHand<'a> {
        let mut cards: BTreeMap<Cell, Path> = board.tunnels().collect();
        cards.insert(Cell::START, Path::passage(Edges::ALL));
        for goal in Goal::ALL {
            board.goal(goal).map(|(_, path)| cards.insert(board.goal_cell(goal), path));
        }
        let mut by_hand = ByHand { board, rules, cards, reached: Vec::new() };
        by_hand.reached = by_hand.walk();
        by_hand
    }

    fn open(&self, cell: Cell, side: Side) -> bool {
        self.cards.get(&cell).is_some_and(|path| path.edges().contains(side))
    }

    /// The cards that are connected with the start and lead on.
    fn walk(&self) -> Vec<Cell> {
        let (mut found, mut next) = (vec![Cell::START], VecDeque::from([Cell::START]));
        while let Some(cell) = next.pop_front() {
            for side in Side::ALL {
                let there = cell.beside(side);
                let joined = self.open(cell, side) && self.open(there, side.opposite());
                if joined && !found.contains(&there) && !self.cards[&there].is_dead_end() {
                    found.push(there);
                    next.push_back(there);
                }
            }
        }
        found.sort();
        found
    }

    fn is_goal(&self, cell: Cell) -> bool {
        Goal::ALL.into_iter().any(|goal| self.board.goal_cell(goal) == cell)
    }

    fn is_blank(&self, cell: Cell) -> bool {
        let last = self.board.goal_cell(Goal::Top).x + 1;
        let inside = (0..=last).contains(&cell.x) && (0..=6).contains(&cell.y);
        let on_board = self.rules.board == Extent::Open || inside;
        on_board && !self.cards.contains_key(&cell) && !self.is_goal(cell)
    }

    /// Whether a card may be placed like this.
    fn fits(&self, path: Path, cell: Cell) -> bool {
        let matches = |side: Side| {
            let there = self.cards.get(&cell.beside(side));
            there.is_none_or(|there| there.edges().contains(side.opposite()) == path.edges().contains(side))
        };
        let joins = |side: Side| {
            let there = cell.beside(side);
            self.reached.contains(&there) && path.edges().contains(side) && self.open(there, side.opposite())
        };
        self.is_blank(cell) && Side::ALL.into_iter().all(matches) && Side::ALL.into_iter().any(joins)
    }
}

/// Demands that a board answers what a person would.
fn examine(board: &Board, rules: &Rules) {
    let by_hand = ByHand::new(board, rules);
    let reached: Vec<Cell> = board.window().iter(board.reached()).collect();
    assert_eq!(reached, by_hand.reached);
    for path in Path::all() {
        let placements = board.placements(path);
        let (rows, columns) = (board.window().rows(), board.window().columns());
        for cell in rows.flat_map(|y| columns.clone().map(move |x| Cell::at(x, y))) {
            assert_eq!(placements.contains(cell), by_hand.fits(path, cell), "{path} in {cell} of {board:?}");
        }
    }
}

#[test]
fn boards_are_as_found_by_hand() {
    let (mut cut, mut wide) = (0, 0);
    for (spec, seed) in [("saboteur(rounds=1)", 1), ("saboteur-break", 2), ("saboteur-break", 3)] {
        let (rules, mut last) = (rules(spec, 3), None);
        play(&rules, seed, |game| {
            let board = &game.public().board;
            if last.replace(*board) != Some(*board) {
                cut += usize::from(board.is_cut());
                wide += usize::from(board.window().rows().count() > 8);
                examine(board, &rules);
            }
        });
    }
    assert!(cut > 5 && wide > 10, "{cut} cut boards, {wide} wide");
}

/// The longest tunnel to the left: seven steps down and up with all cards that turn, then all that lead straight on.
#[test]
fn the_longest_tunnel_meets_nothing() {
    let rules = rules("saboteur", 3);
    let mut board = rules.new_board();
    let mut place = |path: &str, x: i8, y: i8| {
        let path: Path = path.parse().unwrap();
        assert!(board.placements(path).contains(Cell::at(x, y)), "{path} {x},{y}");
        board.place(path, Cell::at(x, y));
        assert_eq!(board.at(Cell::at(x, y)), Some(path));
        board
    };
    let steps = [("DR", "UL", 1), ("DR", "UL", 1), ("UR", "DL", -1), ("UR", "DL", -1), ("UDR", "UDL", 1)];
    let steps = steps.into_iter().chain([("UDR", "UDL", 1), ("UR", "UDL", -1)]);
    let (mut x, mut y) = (0, 3);
    for (first, second, down) in steps {
        place(first, x, y);
        place(second, x, y + down);
        (x, y) = (x - 1, y + down);
    }
    for passage in ["UDLR", "ULR", "LR"] {
        let copies = passage.parse::<Path>().unwrap().card().copies();
        for _ in 0..copies {
            place(passage, x, y);
            x -= 1;
        }
    }
    let board = place("xR", x, y);
    assert_eq!((x, board.window().columns().count()), (-20, 32), "21 columns left of the start");
    examine(&board, &rules);
}

#[test]
fn the_state_is_small() {
    assert!(size_of::<Action>() <= 4);
    assert!(size_of::<Saboteur>() <= 3200, "{} bytes", size_of::<Saboteur>());
}

#[test]
fn plays_by_the_book() {
    let demands = scenarios::<Saboteur>(include_str!("../../tests/rules/saboteur.md")).unwrap();
    assert!(demands >= 200, "{demands}");
}

/// A miniature of three seats: one card each, the goals two columns away.
fn miniature(options: &str) -> Rules {
    rules(&format!("saboteur(hand=1,distance=2,{options})"), 3)
}

fn keeps_secrets(options: &str, states: u64) {
    let exam = secrecy::<Saboteur>(&miniature(options), 1).unwrap();
    assert_eq!(exam.states, states, "{options}");
}

#[test]
fn keeps_secrets_of_maps_and_discards() {
    keeps_secrets("rounds=1,score=win,saboteurs=0,deck=2map+xU", 3_733);
}

#[test]
fn keeps_secrets_of_drawn_roles() {
    keeps_secrets("rounds=1,score=win,deck=break-cart+repair-cart+repair-lantern/cart", 5_443);
}

#[test]
fn keeps_secrets_of_the_pile() {
    keeps_secrets("rounds=1,score=win,saboteurs=0,deck=2break-cart+2repair-cart", 4_345);
}

#[test]
fn keeps_secrets_of_rockfalls_and_goals_turned_up() {
    keeps_secrets("rounds=1,score=win,saboteurs=0,deck=LR+rockfall+map", 2_809);
}

#[test]
fn keeps_secrets_of_those_who_talk() {
    keeps_secrets("rounds=1,score=win,saboteurs=0,talk=on,deck=map+break-cart+repair-cart", 7_513);
}

#[test]
fn keeps_secrets_of_the_gold() {
    keeps_secrets("rounds=1,nuggets=2/1/1,saboteurs=1,deck=3LR", 6_109);
}

#[test]
fn keeps_secrets_over_two_rounds() {
    keeps_secrets("rounds=2,nuggets=1/1/1,saboteurs=1,deck=2repair-cart+repair-lantern", 59_407);
}

/// What a world says about gold: what nobody has, what goes round, and what everybody has and has seen.
type Treasury = (Gold, Gold, Vec<(Gold, [Looks; 3])>);

fn treasury(world: &Saboteur) -> Treasury {
    let seats = world.privates.as_slice().iter();
    (world.supply, world.bundle, seats.map(|private| (private.gold, private.looks)).collect())
}

/// Every way in which the gold could have gone in a game, as far as a seat has seen it, by trying all of them.
fn treasuries(
    game: &Saboteur,
    events: &[EventOf<Saboteur>],
    seen: &[Seen],
    seat: Seat,
    weight: f64,
    found: &mut HashMap<Treasury, f64>,
) {
    let (Some(event), Some(wanted)) = (events.first(), seen.first()) else {
        *found.entry(treasury(game)).or_insert(0.0) += weight;
        return;
    };
    let mut ways = Vec::new();
    match *event {
        Event::Chance(Chance::Bundle(_)) => {
            game.outcomes(&mut ways);
            ways.iter_mut().for_each(|way| way.1 *= weight);
        }
        _ => ways.push((Chance::First(seat), weight)),
    }
    for (outcome, weight) in ways {
        let events_here: Vec<(EventOf<Saboteur>, f64)> = match *event {
            Event::Chance(Chance::Bundle(_)) => vec![(Event::Chance(outcome), weight)],
            Event::Act(taker, Action::Take(_)) => {
                let mut legal = Vec::new();
                Saboteur::legal(game.view(taker), &mut legal);
                let copies = |action| Saboteur::copies(game.view(taker), action);
                legal.iter().map(|action| (Event::Act(taker, *action), weight * copies(action))).collect()
            }
            event => vec![(event, weight)],
        };
        for (event, weight) in events_here {
            let mut next = *game;
            next.apply(&event);
            if next.seen(&event, Some(seat)) == *wanted {
                treasuries(&next, &events[1..], &seen[1..], seat, weight, found);
            }
        }
    }
}

/// Plays at random until so many events have happened.
fn events(rules: &Rules, seed: u64, most: usize) -> (Saboteur, Vec<EventOf<Saboteur>>) {
    let (mut rng, mut game, mut events) = (Rng::new(seed), Saboteur::new(rules), Vec::new());
    while let Some(event) = random_event(&game, &mut rng, &mut Vec::new()).filter(|_| events.len() < most) {
        game.apply(&event);
        events.push(event);
    }
    (game, events)
}

/// Cuts a random game off in the middle of its last draft or at its end, and examines what one seat imagines of
/// the gold; how many rounds the diggers have won, if any.
fn examine_gold(rules: &Rules, seed: u64, rng: &mut Rng) -> usize {
    let (whole, all) = events(rules, seed, usize::MAX);
    let drafts = whole.public.ends().filter(|end| end.winner == Winner::Diggers).count();
    let cut = all.len() - rng.below(u32::from(rules.seats) + 1) as usize;
    let seat = Seat::new(rng.below(rules.seats.into()) as usize);
    if drafts > 0 {
        let mut game = Saboteur::new(rules);
        let mut look = |event: &EventOf<Saboteur>| {
            game.apply(event);
            game.seen(event, Some(seat))
        };
        let seen: Vec<Seen> = all[..cut].iter().map(&mut look).collect();
        let mut found = HashMap::new();
        treasuries(&Saboteur::new(rules), &all[..cut], &seen, seat, 1.0, &mut found);
        compare(game.view(seat), &found, rng);
    }
    drafts
}

#[test]
fn gold_is_imagined_as_it_can_have_gone() {
    let (mut rng, mut games) = (Rng::new(3), [0; 4]);
    let three = miniature("rounds=3,nuggets=4/3/2,deck=3LR+xLR,saboteurs=1");
    let five = rules("saboteur(hand=1,distance=2,rounds=1,nuggets=6/4/2,saboteurs=0,deck=3LR+xLR+xUD)", 5);
    for seed in 0..150 {
        games[examine_gold(&three, seed, &mut rng)] += 1;
    }
    assert!(games[1..].iter().all(|&games| games > 1), "{games:?} games of so many drafts");
    let drafts: usize = (0..60).map(|seed| examine_gold(&five, seed, &mut rng)).sum();
    assert!(drafts > 10, "{drafts} drafts of five");
}

/// Imagines many worlds and demands that their gold comes as often as found.
fn compare(view: View<'_, Saboteur>, found: &HashMap<Treasury, f64>, rng: &mut Rng) {
    let (total, draws) = (found.values().sum::<f64>(), 40 * found.len().max(10));
    let mut counts: HashMap<Treasury, f64> = HashMap::new();
    for _ in 0..draws {
        let world = Saboteur::imagine(view, rng);
        *counts.entry(treasury(&world)).or_insert(0.0) += 1.0;
    }
    assert!(counts.keys().all(|gold| found.contains_key(gold)), "an impossible world");
    let mut pairs: Vec<(f64, f64)> = found
        .iter()
        .map(|(gold, weight)| (counts.get(gold).copied().unwrap_or(0.0), weight / total * draws as f64))
        .collect();
    pairs.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.total_cmp(&b.0)));
    let (observed, expected): (Vec<f64>, Vec<f64>) = pairs.into_iter().unzip();
    assert!(chi_square_p(&observed, &expected) > 1e-6, "{observed:?} for {expected:?}");
}

/// Counts how often each legal action is chosen at random; the chance that it is fair.
fn fairness(game: &Saboteur, seat: Seat, rng: &mut Rng) -> f64 {
    let mut legal = Vec::new();
    Saboteur::legal(game.view(seat), &mut legal);
    let mut counts = vec![0.0; legal.len()];
    for _ in 0..100 * legal.len() {
        let action = Saboteur::random_action(game.view(seat), rng, &mut Vec::new());
        counts[legal.binary_search(&action).unwrap()] += 1.0;
    }
    if legal.len() == 1 { 1.0 } else { chi_square_p(&counts, &vec![100.0; legal.len()]) }
}

#[test]
fn every_legal_action_is_equally_likely_at_random() {
    let (mut rng, mut most) = (Rng::new(9), 0);
    for spec in ["saboteur(talk=on)", "saboteur-collusion"] {
        play(&rules(spec, 4), 5, |game| {
            if let Turn::Seats(set) = game.public().turn() {
                let seat = set.first().unwrap();
                let p = fairness(game, seat, &mut rng);
                assert!(p > 1e-6, "{p} in {game:?}");
                let mut legal = Vec::new();
                Saboteur::legal(game.view(seat), &mut legal);
                most = most.max(legal.len());
            }
        });
    }
    assert!(most > 40, "{most} choices at most");
}

#[test]
fn cards_roles_and_goals_come_as_often_as_they_are_there() {
    let rules = rules("saboteur", 6);
    let (mut cards, mut roles, mut goals) = (vec![0.0; 27], vec![0.0; 3], vec![0.0; 3]);
    for seed in 0..6000 {
        let (game, _) = events(&rules, seed, 38);
        assert!(matches!(game.public.phase, Phase::Play(_)), "{:?}", game.public.phase);
        game.privates[Seat::new(5)].hand.cards().for_each(|card| cards[card.index()] += 1.0);
        let saboteurs = game.public.all().filter(|&seat| game.role(seat) == Some(Role::Saboteur)).count();
        roles[saboteurs] += 1.0;
        goals[game.goals.iter().position(|&treasure| treasure == Treasure::Gold).unwrap()] += 1.0;
    }
    let expected: Vec<f64> = Card::all().map(|card| 30_000.0 * f64::from(card.copies()) / 67.0).collect();
    assert!(chi_square_p(&cards, &expected) > 1e-6, "{cards:?}");
    // One of seven role cards stays out, and two of them are saboteurs.
    assert_eq!(roles[0], 0.0);
    assert!(chi_square_p(&roles[1..], &[6000.0 * 2.0 / 7.0, 6000.0 * 5.0 / 7.0]) > 1e-6, "{roles:?}");
    assert!(chi_square_p(&goals, &[2000.0; 3]) > 1e-6, "{goals:?}");
}

#[test]
fn a_round_without_gold_takes_every_card_of_the_deck() {
    for seats in 3..=10 {
        let mut turns = 0;
        let game = play(&rules("saboteur(rounds=1)", seats), seats as u64, |game| {
            turns = turns.max(game.public().turns());
        });
        let found = game.public.end().unwrap().winner == Winner::Diggers;
        assert!(found || turns == 67, "{seats} seats: {turns} turns");
    }
}

#[test]
fn counts_as_found_by_hand() {
    // Six orders of goals, three seats that may begin, and thrice a choice of three goals to map or to put the map
    // away: 1 + 6 + 18 + 18 · (4 + 16 + 64). A seat tells apart what was done before its turn: 1 + 4 + 16.
    let count = perft::<Saboteur>(&miniature("rounds=1,score=win,saboteurs=0,deck=3map"));
    let found = (count.histories, count.terminals, count.information_sets.as_slice().to_vec());
    assert_eq!(found, (1537, 1152, vec![21; 3]));
}

#[test]
fn kinds_of_cards_are_what_the_box_has() {
    let copies: u8 = Card::all().map(Card::copies).sum();
    assert_eq!(copies, 67);
    let tunnels: Vec<Card> = Card::all().filter(|card| card.path().is_some()).collect();
    let passages = tunnels.iter().filter(|card| !card.path().unwrap().is_dead_end());
    assert_eq!((tunnels.len(), passages.map(|card| card.copies()).sum::<u8>()), (16, 31));
    assert_eq!(Path::all().count(), 26);
    for path in Path::all() {
        assert_eq!(path.card(), path.turned().card(), "{path}");
        assert_eq!(path.turned().turned(), path);
        assert!(tunnels.contains(&path.card()));
    }
    for tool in Tool::ALL {
        let repairs = Card::repairs().filter(|card| card.mends().contains(tool)).map(Card::copies);
        assert_eq!(repairs.sum::<u8>(), 4, "{tool}");
    }
}

#[test]
fn change_is_made_as_well_as_it_can_be() {
    for counts in (0..60).map(|n: u8| [n % 5, n / 5 % 4, n / 20]) {
        let supply = Gold::new(counts);
        for due in 0..=4 {
            let sums = (0..=counts[0]).flat_map(|a| (0..=counts[1]).map(move |b| (a, b)));
            let sums = sums.flat_map(|(a, b)| (0..=counts[2]).map(move |c| a + 2 * b + 3 * c));
            let best = sums.filter(|&sum| sum <= due).max().unwrap();
            let change = supply.change(due);
            assert!(supply.covers(change) && change.value() == best, "{due} of {supply}: {change}");
        }
    }
}

#[test]
fn rules_are_written_short() {
    for (spec, short) in [
        ("saboteur(rounds=3,board=open)", "saboteur"),
        ("saboteur(board=papers,rounds=1,saboteurs=2,score=win)", "saboteur-collusion"),
        ("saboteur-break(saboteurs=2)", "saboteur-collusion"),
        ("saboteur-break(talk=on)", "saboteur-break(talk=on)"),
        ("saboteur(deck=2map+3UD+map,hand=1)", "saboteur(hand=1,deck=3UD+3map)"),
        ("saboteur(nuggets=4/3/2)", "saboteur(nuggets=4/3/2)"),
    ] {
        assert_eq!(Saboteur::write_rules(&rules(spec, 3)), short, "{spec}");
    }
}

#[test]
fn wrong_rules_are_refused() {
    for (spec, seats, why) in [
        ("saboteur", 2, "saboteur is for 3 to 10 seats, not 2"),
        ("saboteur", 11, "saboteur is for 3 to 10 seats, not 11"),
        ("saboteur(rounds=4)", 3, "saboteur: `rounds=4` should be a number from 1 to 3"),
        ("saboteur(saboteurs=3)", 3, "saboteur: of 3 seats at most 2 can be saboteurs"),
        ("saboteur(saboteurs=5)", 9, "saboteur: `saboteurs=5` should be `drawn` or a number from 0 to 4"),
        ("saboteur(deck=3map)", 3, "saboteur: 3 hands of 6 cards need 18 cards; the deck has 3"),
        (
            "saboteur(nuggets=17/0/0)",
            3,
            "saboteur: `nuggets=17/0/0` should be how many gold cards of 1, 2 and 3 nuggets, at most `16/8/4`",
        ),
    ] {
        assert_eq!(Saboteur::read_rules(&spec.parse().unwrap(), seats).unwrap_err().to_string(), why);
    }
    for deck in ["7map", "map+", "2", "U", "nothing"] {
        let spec = format!("saboteur(hand=1,deck={deck})");
        assert!(Saboteur::read_rules(&spec.parse().unwrap(), 3).is_err(), "{deck}");
    }
}

#[test]
fn pictures_fit_a_terminal_and_show_no_secret_of_others() {
    let names = vec!["<much> too long a name".to_string(); 10];
    let notes = vec!["a saboteur with probability 0.25, but nobody is sure of that <yet>".to_string(); 10];
    for (seats, seed) in [(3, 1), (6, 2), (10, 3)] {
        play(&rules("saboteur", seats), seed, |game| {
            for seat in game.public.all() {
                let scene = || Scene::of(game.view(seat)).with_names(&names).with_notes(&notes);
                let world = Saboteur::imagine(game.view(seat), &mut Rng::new(seed));
                let same = Scene::of(world.view(seat)).with_names(&names).with_notes(&notes);
                let (text, svg) = (Saboteur::text(&scene()), Saboteur::svg(&scene()));
                assert!(text == Saboteur::text(&same) && svg == Saboteur::svg(&same));
                let columns = game.public.board.window().columns().count();
                assert!(text.lines().all(|line| line.chars().count() <= 80.max(3 * columns + 9)), "{text}");
                assert!(!svg.contains("<much>") && svg.contains("&lt;much&gt;") && svg.contains("0.25"));
            }
        });
    }
}

fn any_rules() -> impl Strategy<Value = (Rules, usize)> {
    let words = (0..2usize, 0..2usize, 0..2usize, 1..=3u8, 2..=8u8);
    (3..=10usize, words, prop::option::of(0..=2u8), prop::option::of(1..=6u8), 0..5u8).prop_map(
        |(seats, (board, talk, score, rounds, distance), saboteurs, hand, gold)| {
            let rules = Rules {
                board: [Extent::Open, Extent::Papers][board],
                talk: talk == 1,
                score: [Score::Gold, Score::Win][score],
                rounds,
                distance,
                saboteurs,
                hand,
                gold: Gold::new([2 * gold, gold, gold]),
                ..rules("saboteur", seats)
            };
            (rules, seats)
        },
    )
}

/// Texts that nearly are events.
fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[A-K] (digs |dig |d )?x?(UDLR|UDL|LR|UL|RL|U|E) -?[0-9]{1,2},-?[0-9]{0,2}",
        "[A-K] (collapses|co|c) -?[0-9]{1,3},-?[0-9]",
        "[A-K] (breaks|repairs|br|b) (cart|lantern|pickaxe|axe) (of )?[A-K]",
        "[A-K] repairs (cart|lantern) of [A-K] with repair-(cart|lantern/cart|pickaxe/cart|cart/axe)",
        "[A-K] (maps (top|middle|cellar)|discards (LR|map|xUL|lr)|says (gold|nothing|lies)|takes [0-4])",
        "(first [A-K]|role [A-K] (digger|saboteur|thief)|(deal|draw) [A-K] (UD|map|xL|up))",
        "(goals( (gold|stone-DL|stone-UL)){2,3}|bundle( [0-4]){0,10})"
    ]
}

/// Whatever reads as an event is written as it was read, and many of these texts do.
#[test]
fn any_text_is_read_or_refused() {
    let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) };
    let (mut runner, read) = (TestRunner::new(config), std::cell::Cell::new(0));
    let checked = runner.run(&any_text(), |text| {
        if let Ok(event) = text.parse::<EventOf<Saboteur>>() {
            read.set(read.get() + 1);
            prop_assert_eq!(event.to_string().parse::<EventOf<Saboteur>>(), Ok(event));
        }
        Ok(())
    });
    checked.unwrap();
    assert!(read.get() > 500, "only {} of 2000 were read", read.get());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_rules_round_trip((rules, seats) in any_rules()) {
        let text = Saboteur::write_rules(&rules);
        prop_assert_eq!(Saboteur::read_rules(&text.parse().unwrap(), seats), Ok(rules));
    }

    #[test]
    fn any_beginning_keeps_the_invariants((rules, _) in any_rules(), most in 0..500usize, seed in any::<u64>()) {
        let (game, _) = events(&rules, seed, most);
        game.check();
        for seat in game.public.all() {
            let world = Saboteur::imagine(game.view(seat), &mut Rng::new(seed));
            world.check();
            prop_assert!(world.view(seat) == game.view(seat));
        }
    }

    #[test]
    fn any_bag_counts(cards in prop::collection::vec(0..67usize, 0..40)) {
        let deck: Vec<Card> = Bag::DECK.cards().collect();
        let chosen: BTreeSet<usize> = cards.into_iter().collect();
        let bag: Bag = chosen.iter().map(|&n| deck[n]).collect();
        for card in Card::all() {
            let count = chosen.iter().filter(|&&n| deck[n] == card).count();
            prop_assert_eq!(usize::from(bag.count(card)), count);
            prop_assert_eq!(bag.contains(card), count > 0);
        }
        prop_assert_eq!(bag.len(), chosen.len());
        prop_assert_eq!(Bag::DECK.minus(bag).plus(bag), Bag::DECK);
        prop_assert!(bag.cards().is_sorted());
    }
}
