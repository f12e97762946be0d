//! The secrecy exam on miniatures, and gold as it can have gone.

use std::collections::HashMap;

use exams::{chi_square_p, secrecy};
use table::{Enumerable, Event, EventOf, Game, Hidden, Rng, Seat, View};

use super::super::*;
use super::{events, miniature, rules};

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
