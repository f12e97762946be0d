//! The secrecy exam on miniatures: few characters, few cards, few turns, every state of them.

use exams::secrecy;

use super::super::*;
use crate::bag::{Bag, CardKind};

/// A table on which nothing happens but what is added to it: everybody stays where nothing is offered, and
/// attacks somebody for 1.
pub(super) fn quiet(seats: u8, cast: &[Character], max_turns: u16) -> Rules {
    Rules {
        seats,
        cast: cast.iter().fold(CharacterSet::NONE, |set, &character| set.with(character)),
        hp: Hp::Flat(5),
        abilities: false,
        white: Bag::EMPTY,
        black: Bag::EMPTY,
        inference: Bag::EMPTY,
        dice: Dice::of([2]).unwrap(),
        range: Range::Anyone,
        layout: LayoutRule::Fixed,
        order: OrderRule::Seats,
        areas_optional: false,
        attack_optional: false,
        damage: Damage::One,
        daniel: Daniel::Card,
        max_turns,
        seat_a: SeatA::Any,
        quirks: Quirks::NONE,
    }
}

fn pile<K: CardKind>(kinds: &[K]) -> Bag<K> {
    kinds.iter().fold(Bag::EMPTY, |pile, &kind| pile.with(kind))
}

use Character::{Alice, Byron, Daniel as Dan, Emi, Felix, Ulrich, Vampire, Werewolf};

/// The number of states of the miniature; another one is not the one that was meant.
#[track_caller]
fn keeps_secrets(rules: &Rules, states: u64) {
    assert_eq!(secrecy::<Raiders>(rules, 1).unwrap().states, states);
}

#[test]
fn an_answer_tells_its_text_to_two_and_its_outcome_to_all() {
    let inference = pile(&[Inference::Greed, Inference::Slap, Inference::Huddle]);
    keeps_secrets(&Rules { inference, ..quiet(3, &[Vampire, Emi, Alice], 3) }, 6480);
}

#[test]
fn two_copies_count_twice() {
    let inference = pile(&[Inference::Slap, Inference::Slap, Inference::Exorcism]);
    keeps_secrets(&Rules { inference, ..quiet(3, &[Vampire, Felix, Dan], 2) }, 826);
}

#[test]
fn the_deck_comes_round() {
    let inference = pile(&[Inference::Slap, Inference::Exorcism]);
    keeps_secrets(&Rules { inference, ..quiet(3, &[Vampire, Felix, Dan], 3) }, 4226);
}

#[test]
fn a_character_is_shown_to_one() {
    let inference = pile(&[Inference::Prediction, Inference::Spell]);
    keeps_secrets(&Rules { inference, ..quiet(3, &[Vampire, Werewolf, Emi, Alice], 2) }, 1215);
}

#[test]
fn hit_points_leak_through_damage_alone() {
    let inference = pile(&[Inference::Bully, Inference::Lesson]);
    let rules = quiet(3, &[Vampire, Emi, Alice, Dan], 4);
    keeps_secrets(&rules, 549);
    let printed = Rules { hp: Hp::Printed, inference, max_turns: 2, ..rules };
    keeps_secrets(&printed, 1215);
}

#[test]
fn ulrich_may_lie() {
    let inference = pile(&[Inference::Slap, Inference::Spell]);
    let rules = Rules { inference, abilities: true, ..quiet(3, &[Ulrich, Werewolf, Emi, Byron], 2) };
    keeps_secrets(&rules, 30286);
}

#[test]
fn equipment_or_damage() {
    let (inference, white) = (pile(&[Inference::Anger, Inference::Greed]), pile(&[White::Brooch]));
    let rules =
        Rules { inference, white, dice: Dice::of([4]).unwrap(), ..quiet(3, &[Vampire, Emi, Alice], 3) };
    keeps_secrets(&rules, 7665);
}

#[test]
fn who_may_not_reveal_looks_like_one_who_declines() {
    let white = pile(&[White::Advent, White::Mirror, White::Cookie]);
    let rules = Rules { white, dice: Dice::of([6]).unwrap(), ..quiet(3, &[Ulrich, Vampire, Emi, Alice], 3) };
    keeps_secrets(&rules, 3872);
    let black = pile(&[Black::Ritual]);
    let rules = Rules { black, dice: Dice::of([7]).unwrap(), ..quiet(3, &[Ulrich, Vampire, Emi, Alice], 3) };
    keeps_secrets(&rules, 725);
}

#[test]
fn excalibur_is_declined_by_all_who_are_no_raiders() {
    let white = pile(&[White::Excalibur]);
    let rules = Rules { white, dice: Dice::of([6]).unwrap(), ..quiet(3, &[Vampire, Emi, Felix, Alice], 4) };
    keeps_secrets(&rules, 905);
}

#[test]
fn daniel_screams_and_anybody_may_reveal() {
    let rules = Rules { abilities: true, hp: Hp::Flat(4), ..quiet(3, &[Werewolf, Emi, Alice, Dan], 2) };
    keeps_secrets(&rules, 4434);
}

#[test]
fn inert_cards_tell_nothing() {
    let inference = pile(&[Inference::Slap, Inference::Exorcism]);
    let quirks = Quirks::NONE.with(Quirk::InertInference);
    keeps_secrets(&Rules { inference, quirks, ..quiet(3, &[Vampire, Emi, Alice, Dan], 3) }, 8351);
}

#[test]
fn a_sided_seat_is_no_citizen() {
    let inference = pile(&[Inference::Nurturance]);
    let rules = quiet(3, &[Vampire, Werewolf, Emi, Alice], 1);
    keeps_secrets(&Rules { inference, seat_a: SeatA::Sided, ..rules }, 99);
}
