//! Options as rows: read, written and listed.

use exams::HighCard;
use table::{Notation, NumberOr, OptionInfo, OptionValue, Text, Word, option_infos};

#[derive(Clone, Copy, PartialEq, Debug)]
struct Rules {
    hand: Option<u8>,
    deck: u32,
}

const HAND: &dyn OptionValue<Rules> = &NumberOr {
    word: "usual",
    from: 1,
    to: 6,
    get: |rules: &Rules| rules.hand,
    set: |rules, hand| rules.hand = hand,
};
const DECK: &dyn OptionValue<Rules> = &Text {
    named: &[("full", 52)],
    read: |text| u32::from_str_radix(text, 2).ok(),
    write: |deck| format!("{deck:b}"),
    wanted: "`full` or ones and zeros",
    field: |rules: &mut Rules| &mut rules.deck,
};

#[test]
fn what_is_written_is_read() {
    for rules in [Rules { hand: None, deck: 52 }, Rules { hand: Some(3), deck: 5 }] {
        let mut read = Rules { hand: Some(1), deck: 1 };
        for value in [HAND, DECK] {
            value.read(&mut read, &value.write(&rules)).unwrap();
        }
        assert_eq!(read, rules);
    }
    assert_eq!(DECK.write(&Rules { hand: None, deck: 52 }), "full", "a name goes first");
}

const POT: &dyn OptionValue<u8> =
    &Word { words: &[("carry", 0), ("discard", 1)], field: |rules: &mut u8| rules };

#[test]
fn a_word_is_written_out() {
    let mut rules = 0;
    POT.read(&mut rules, "discard").unwrap();
    assert_eq!((rules, POT.write(&0).as_str(), POT.write(&1).as_str()), (1, "carry", "discard"));
    for wrong in ["", "c", "Carry", "carry "] {
        assert_eq!(POT.read(&mut rules, wrong), Err("one of carry, discard".to_string()), "{wrong}");
    }
}

fn high_card(spec: &str, seats: usize) -> Result<String, String> {
    let rules = HighCard::read_rules(&spec.parse().unwrap(), seats);
    rules.map(|rules| HighCard::write_rules(&rules)).map_err(|error| error.to_string())
}

#[test]
fn rules_are_read_and_written_as_short_as_can_be() {
    assert_eq!(high_card("high-card(first=A)", 2).unwrap(), "high-card");
    assert_eq!(high_card("high-card(first=D)", 4).unwrap(), "high-card(first=D)");
    for (spec, seats, why) in [
        ("high-card", 1, "high-card is for 2 to 4 seats, not 1"),
        ("high-card", 5, "high-card is for 2 to 4 seats, not 5"),
        ("high-card(first=D)", 3, "high-card: D does not sit at a table for 3"),
        ("high-card(first=9)", 3, "high-card: `first=9` should be a seat, e.g. `B`"),
        ("high-card(last=A)", 3, "no parameter of high-card `last` (there are: first)"),
    ] {
        assert_eq!(high_card(spec, seats).unwrap_err(), why);
    }
}

#[test]
fn a_list_tells_what_holds_if_nothing_is_typed() {
    let info = OptionInfo { key: "first", default: "A".into(), about: "who is dealt first", range: None };
    assert_eq!(option_infos::<HighCard>(), [info]);
}

#[test]
fn what_is_wrong_changes_nothing() {
    let rules = Rules { hand: Some(3), deck: 5 };
    for (value, text, wanted) in [
        (HAND, "7", "`usual` or a whole number from 1 to 6"),
        (HAND, "many", "`usual` or a whole number from 1 to 6"),
        (DECK, "half", "`full` or ones and zeros"),
    ] {
        let mut read = rules;
        assert_eq!(value.read(&mut read, text), Err(wanted.to_string()));
        assert_eq!(read, rules);
    }
}
