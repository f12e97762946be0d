//! Daihinmin sits the exams.

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
    assert_eq!(hand.suits().to_string(), "DHS");
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
