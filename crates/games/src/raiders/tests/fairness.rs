//! Chance is as it is said to be, and so are imagined worlds of the whole game.

use std::collections::BTreeMap;

use exams::chi_square_p;
use table::{Event, EventOf, Game, Hidden, Rng, Seat, View};

use super::super::*;
use super::{after, rules};

fn fair(observed: &[f64], expected: &[f64]) {
    let (sum, all): (f64, f64) = (observed.iter().sum(), expected.iter().sum());
    let expected: Vec<f64> = expected.iter().map(|e| e * sum / all).collect();
    let p = chi_square_p(observed, &expected);
    assert!(p > 1e-6, "p = {p:e}: {observed:?} for {expected:?}");
}

#[test]
fn dice_fall_as_dice_do() {
    let (mut sums, mut differences, mut rng) = ([0.0; 11], [0.0; 6], Rng::new(1));
    for _ in 0..60_000 {
        sums[usize::from(Dice::ALL.roll(&mut rng))] += 1.0;
        differences[usize::from(cards::areas::roll_difference(&mut rng))] += 1.0;
    }
    let (mut all_sums, mut all_differences) = ([0.0; 11], [0.0; 6]);
    for six in 1..=6_i32 {
        for four in 1..=4_i32 {
            all_sums[(six + four) as usize] += 1.0;
            all_differences[(six - four).unsigned_abs() as usize] += 1.0;
        }
    }
    fair(&sums, &all_sums);
    fair(&differences, &all_differences);
}

/// Deals this many times and counts the characters of two seats.
fn dealt(spec: &str) -> BTreeMap<(Character, Character), f64> {
    let (rules, mut counts, mut rng) = (rules(spec, 5), BTreeMap::new(), Rng::new(2));
    for _ in 0..40_000 {
        let mut game = Raiders::new(&rules);
        while matches!(game.public().phase, Phase::Order | Phase::Layout | Phase::Deal(_)) {
            let outcome = game.draw(&mut rng);
            game.apply(&Event::Chance(outcome));
        }
        let pair = [0, 3].map(|seat| game.character(Seat::new(seat)));
        *counts.entry((pair[0], pair[1])).or_insert(0.0) += 1.0;
    }
    counts
}

/// By hand: A has each of 5 places, D each of the other 4; a place is one of its faction's characters.
#[test]
fn characters_are_dealt_alike() {
    let counts = dealt("raiders-modified");
    let chance = |&(a, d): &(Character, Character)| {
        let (places, names) = ([2.0, 2.0, 1.0], [3.0, 3.0, 2.0]);
        let (fa, fd) = (a.faction().index(), d.faction().index());
        let same = f64::from(u8::from(fa == fd));
        places[fa] / 5.0 / names[fa] * (places[fd] - same) / 4.0 / (names[fd] - same)
    };
    let pairs: Vec<_> = counts.keys().copied().collect();
    assert_eq!(pairs.len(), 8 * 8 - 8 - 2, "all pairs but the same twice and two citizens");
    fair(&counts.values().copied().collect::<Vec<_>>(), &pairs.iter().map(chance).collect::<Vec<_>>());
}

#[test]
fn a_sided_seat_is_dealt_a_side() {
    let counts = dealt("raiders-modified(seat_a=sided)");
    let mut sides = [0.0; 3];
    counts.iter().for_each(|((a, _), count)| sides[a.faction().index()] += count);
    fair(&sides[..2], &[1.0, 1.0]);
    assert_eq!(sides[2], 0.0);
    let mut fourth = [0.0; 3];
    counts.iter().for_each(|((_, d), count)| fourth[d.faction().index()] += count);
    fair(&fourth, &[1.5, 1.5, 1.0]);
}

/// What a character may answer a card with, by asking the rules themselves.
fn answers(game: &Raiders, recipient: Seat, character: Character, text: Inference) -> Vec<Action> {
    let private = Private { character: Some(character), card: Some(text), ..*game.private(recipient) };
    let public = Public { phase: Phase::Answer(recipient), ..*game.public() };
    let mut legal = Vec::new();
    Raiders::legal(View { seat: recipient, public: &public, private: &private }, &mut legal);
    legal
}

/// Three cards of the whole deck were answered before the eyes of E. Every deal of the others and every three
/// physical cards are gone through by hand.
fn third_party_sees(spec: &str, cast: &str, asked: &[(&str, &str, &str)]) {
    let mut game = after(spec, 5, cast);
    let mut steps = Vec::new();
    for (question, answer, attack) in asked {
        for text in question.split(" · ") {
            game.apply(&text.parse().unwrap());
        }
        let Event::Act(recipient, action) = answer.parse::<EventOf<Raiders>>().unwrap() else {
            panic!("{answer}")
        };
        steps.push((game, recipient, action));
        game.apply(&Event::Act(recipient, action));
        attack.split(" · ").for_each(|text| game.apply(&text.parse().unwrap()));
    }
    let expected = by_hand(&steps, game.character(Seat::new(4)));
    let (mut counts, mut rng) = (BTreeMap::new(), Rng::new(4));
    for _ in 0..60_000 {
        let world = Raiders::imagine(game.view(Seat::new(4)), &mut rng);
        let who: Vec<Character> = Seat::all(4).map(|seat| world.character(seat)).collect();
        *counts.entry(who).or_insert(0.0) += 1.0;
    }
    assert!(counts.keys().all(|who| expected.contains_key(who)), "only what is possible is imagined");
    let observed: Vec<f64> = expected.keys().map(|who| counts.get(who).copied().unwrap_or(0.0)).collect();
    fair(&observed, &expected.values().copied().collect::<Vec<_>>());
}

/// How many ordered choices of physical cards explain all answers, for every deal of the other four.
fn by_hand(steps: &[(Raiders, Seat, Action)], own: Character) -> BTreeMap<Vec<Character>, f64> {
    let rules = steps[0].0.public().rules;
    let mut deals = vec![Vec::new()];
    for _ in 0..4 {
        let longer = |begun: &Vec<Character>| {
            let free = rules.cast.iter().filter(|c| *c != own && !begun.contains(c)).collect::<Vec<_>>();
            free.into_iter().map(|c| begun.iter().copied().chain([c]).collect()).collect::<Vec<Vec<_>>>()
        };
        deals = deals.iter().flat_map(longer).collect();
    }
    let count =
        |who: &[Character], faction| who.iter().chain([&own]).filter(|c| c.faction() == faction).count();
    deals.retain(|who| Faction::ALL.iter().all(|&f| count(who, f) == usize::from(rules.members(f))));
    let weight = |who: &Vec<Character>| explanations(steps, who, &mut Vec::new());
    deals
        .into_iter()
        .map(|who| (weight(&who), who))
        .filter(|(w, _)| *w > 0.0)
        .map(|(w, who)| (who, w))
        .collect()
}

fn explanations(steps: &[(Raiders, Seat, Action)], who: &[Character], used: &mut Vec<usize>) -> f64 {
    let Some((game, recipient, action)) = steps.get(used.len()) else { return 1.0 };
    let deck: Vec<Inference> = game.public().rules.inference.cards().collect();
    let mut sum = 0.0;
    for (card, &text) in deck.iter().enumerate() {
        if !used.contains(&card) && answers(game, *recipient, who[recipient.index()], text).contains(action) {
            used.push(card);
            sum += explanations(steps, who, used);
            used.pop();
        }
    }
    sum
}

#[test]
fn worlds_of_the_modified_game_come_as_often_as_they_should() {
    let cast = "order ABCDE · deal A Emi · deal B Vampire · deal C Alice · deal D Werewolf · deal E Felix";
    let asked = [
        ("move A 2 · draw A slap · A asks B", "B does nothing", "A attacks C"),
        ("move B 3 · draw B anger · B asks A", "A takes 1 damage", "B attacks C"),
        ("move C 2 · draw C slap · C asks B", "B does nothing", "C attacks A"),
    ];
    third_party_sees("raiders-modified", cast, &asked);
}

#[test]
fn worlds_with_a_liar_come_as_often_as_they_should() {
    let cast = "deal A Emi · deal B Ulrich · deal C Craig · deal D Werewolf · deal E Felix";
    let asked = [
        ("A declines · move A 2 · draw A lesson · A asks B", "B takes 2 damage", "A declines"),
        ("B declines · move B 3 · draw B bully · B asks D", "D does nothing", "B declines"),
        ("C declines · move C 2 · draw C exorcism · C asks D", "D takes 2 damage", "C declines"),
    ];
    third_party_sees("raiders(order=seats,layout=fixed,areas=must,range=anyone)", cast, &asked);
}
