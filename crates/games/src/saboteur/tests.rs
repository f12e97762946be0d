//! Saboteur sits the exams.

mod by_hand;
mod fairness;
mod secrecy;

use std::collections::BTreeSet;

use exams::{check, perft, scenarios};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use table::{EventOf, Game, Hidden, Notation, Picture, Rng, Scene, random_event};

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

/// Plays this many events at random.
fn events(rules: &Rules, seed: u64, most: usize) -> (Saboteur, Vec<EventOf<Saboteur>>) {
    let (mut rng, mut game, mut events) = (Rng::new(seed), Saboteur::new(rules), Vec::new());
    while let Some(event) = random_event(&game, &mut rng, &mut Vec::new()).filter(|_| events.len() < most) {
        game.apply(&event);
        events.push(event);
    }
    (game, events)
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
        ("saboteur(rounds=4)", 3, "saboteur: `rounds=4` should be a whole number from 1 to 3"),
        ("saboteur(saboteurs=3)", 3, "saboteur: of 3 seats at most 2 can be saboteurs"),
        (
            "saboteur(saboteurs=5)",
            9,
            "saboteur: `saboteurs=5` should be `drawn` or a whole number from 0 to 4",
        ),
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
        let deck: Vec<Card> = CardBag::DECK.cards().collect();
        let chosen: BTreeSet<usize> = cards.into_iter().collect();
        let bag: CardBag = chosen.iter().map(|&n| deck[n]).collect();
        for card in Card::all() {
            let count = chosen.iter().filter(|&&n| deck[n] == card).count();
            prop_assert_eq!(usize::from(bag.count(card)), count);
            prop_assert_eq!(bag.contains(card), count > 0);
        }
        prop_assert_eq!(bag.len(), chosen.len());
        prop_assert_eq!(CardBag::DECK.minus(bag).plus(bag), CardBag::DECK);
        prop_assert!(bag.cards().is_sorted());
    }
}
