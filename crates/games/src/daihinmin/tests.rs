//! Daihinmin sits the exams.

use table::testing::{check, scenarios, secrecy};
use table::{Notation, Spec};

use super::*;

fn meld(text: &str) -> Meld {
    text.parse().unwrap()
}

#[test]
fn an_action_is_small() {
    assert_eq!(size_of::<Action>(), 16);
}

#[test]
fn sets_know_their_strongest() {
    let hand: CardSet = "S3D3H2S2Jo".parse().unwrap();
    assert_eq!(hand.strongest_of(2).to_string(), "S2Jo");
    assert_eq!(hand.suits().iter().map(Suit::letter).collect::<String>(), "DHS");
    assert_eq!(CardSet::ALL.len(), 53);
    assert_eq!(CardSet::of_suit(Suit::Heart).len(), 13);
    assert_eq!(CardSet::above(EIGHT).or(CardSet::of_column(EIGHT)).or(CardSet::below(EIGHT)).len(), 52);
}

#[test]
fn melds_are_written_and_read() {
    for text in ["S3", "Jo", "C3D3", "D5(H5)", "C3D3H3S3Jo", "S5(S6)S7", "(S-)S3S4", "SAS2(S+)", "H9HTHJHQHK"]
    {
        assert_eq!(meld(text).to_string(), text);
    }
    for text in [
        "",
        "S3S4",
        "S3H4",
        "(S3)",
        "S3(S3)",
        "S3(H4)",
        "C3D3H3Jo",
        "S3S4(S7)",
        "S-S3S4",
        "(S3)(S4)S5",
        "S3S3",
    ] {
        assert!(text.parse::<Meld>().is_err(), "{text}");
    }
}

fn rules(spec: &str, seats: usize) -> Rules {
    Daihinmin::read_rules(&spec.parse::<Spec>().unwrap(), seats).unwrap()
}

#[test]
fn conforms() {
    for (spec, seats) in [
        ("daihinmin", 5),
        ("daihinmin(ranks=CBDEA)", 5),
        ("daihinmin(order=DBCA,ranks=CBDA,passes=5)", 4),
        ("daihinmin(ranks=CBA,eleven_back=yes)", 3),
        ("daihinmin-mini", 3),
        ("daihinmin-mini(ranks=CBA)", 3),
    ] {
        check::<Daihinmin>(&rules(spec, seats), 0..20).unwrap();
    }
}

/// Rules of a tiny table that ends with the first pass; fewer cards than an option could ask for.
fn tiny(deck: &str, order: &str, ranks: &str) -> Rules {
    let [order, ranks] = [order, ranks].map(|text| Some(text.parse::<Line>().unwrap()));
    Rules { deck: deck.parse().unwrap(), order, ranks, passes: 1, ..rules("daihinmin", order.unwrap().len()) }
}

/// Every state of tiny tables: by lot and with one exchange, of one card and of two.
#[test]
fn keeps_secrets() {
    for (rules, states) in [
        (rules("daihinmin(deck=D3S3Jo,tribute=1,passes=2)", 3), 2401),
        (rules("daihinmin(deck=D3S3D8Jo,order=BAC,tribute=1,passes=3)", 3), 5398),
        (rules("daihinmin(deck=D3S3D8Jo,order=BAC,ranks=BCA,tribute=1,passes=3)", 3), 5407),
        (tiny("D3S3H4D8C2Jo", "BAC", "BCA"), 39313),
    ] {
        assert_eq!(secrecy::<Daihinmin>(&rules, 1).unwrap().states, states, "{rules:?}");
    }
}

#[test]
#[ignore = "a minute in a debug build; with two exchanges"]
fn keeps_secrets_of_two_exchanges() {
    assert_eq!(secrecy::<Daihinmin>(&tiny("D3S3H4S4C2Jo", "BADC", "BCDA"), 1).unwrap().states, 226_369);
}

#[test]
fn plays_by_the_book() {
    let demands = scenarios::<Daihinmin>(&std::fs::read_to_string("tests/rules/daihinmin.md").unwrap()).unwrap();
    assert!(demands >= 190, "{demands}");
}
