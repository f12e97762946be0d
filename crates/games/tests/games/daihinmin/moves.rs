//! Every meld that is found fast is found slowly, and the other way round.

use games::Daihinmin;
use games::daihinmin::{CardSet, GridCell, Joker, Meld, Suit, TableState, each_meld};
use table::{Event, Game, Hidden, Notation, PublicState, Rng, Turn};

use super::slow::{Play, all_plays, legal};

pub(crate) fn fast(hand: CardSet, table: &TableState) -> Vec<Meld> {
    let mut melds = Vec::new();
    each_meld(hand, table, |meld| melds.push(meld));
    melds.sort();
    melds
}

#[test]
fn there_are_2605_plays() {
    let plays = all_plays();
    assert_eq!(plays.len(), 2605);
    let mut melds: Vec<Meld> = plays.iter().map(|play| play.meld().unwrap()).collect();
    assert_eq!(fast(CardSet::ALL, &TableState::default()).len(), 2605);
    melds.sort();
    assert_eq!(fast(CardSet::ALL, &TableState::default()), melds);
}

/// Cards at random, mostly near each other, with or without the joker somewhere: a meld only if it is a play.
#[test]
fn nothing_else_is_a_meld() {
    let (plays, mut rng) = (all_plays(), Rng::new(1));
    let mut melds = 0;
    for _ in 0..60_000 {
        let near = CardSet::above(rng.below(10) as usize).and(CardSet::below(14));
        let cards: CardSet = (0..rng.below(5)).map(|_| near.pick(&mut rng)).collect();
        let cell = GridCell::new(Suit::ALL[rng.below(4) as usize], rng.below(15) as usize);
        let joker = rng.pick(&[Joker::Absent, Joker::Alone, Joker::Fifth, Joker::For(cell)]);
        let is_play = |play: &Play| play.naturals() == cards && play.place() == joker;
        let lone = cards.is_empty() && matches!(joker, Joker::For(_) | Joker::Alone);
        let meld = Meld::of(cards, joker);
        assert_eq!(meld.is_some(), lone || plays.iter().any(is_play), "{cards} {joker:?}");
        assert!(!lone || meld == Some(Meld::LONE_JOKER));
        melds += usize::from(meld.is_some());
    }
    assert!(melds > 1000, "{melds}");
}

/// Plays random games and compares all hands on every table, whoever's turn it is.
fn compare_along_games(spec: &str, seats: usize, games: u64) -> usize {
    let (plays, mut compared) = (all_plays(), 0);
    let rules = Daihinmin::read_rules(&spec.parse().unwrap(), seats).unwrap();
    for seed in 0..games {
        let (mut rng, mut game, mut scratch) = (Rng::new(seed), Daihinmin::new(&rules), Vec::new());
        loop {
            let event = match game.public().turn() {
                Turn::Over => break,
                Turn::Chance => Event::Chance(game.draw(&mut rng)),
                Turn::Seats(set) => {
                    let seat = set.first().unwrap();
                    Event::Act(seat, Daihinmin::random_action(game.view(seat), &mut rng, &mut scratch))
                }
            };
            game.apply(&event);
            for seat in game.public().holding {
                let (hand, table) = (game.private(seat).hand, &game.public().table);
                assert_eq!(fast(hand, table), legal(&plays, hand, table), "{hand} on {table:?}");
                compared += 1;
            }
        }
    }
    compared
}

#[test]
fn random_games_agree() {
    assert!(compare_along_games("daihinmin", 5, 12) > 4000);
    assert!(compare_along_games("daihinmin(eleven_back=yes)", 3, 3) > 500);
}

/// Full tables: whatever a third of the pack can play on whatever can lie there; a joker only where none lies.
#[test]
fn every_meld_can_lie_on_the_table() {
    let (plays, mut rng) = (all_plays(), Rng::new(2));
    for play in plays.iter().step_by(2) {
        let meld = play.meld().unwrap();
        let unseen = CardSet::ALL.minus(meld.cards());
        let [locked, revolution, back] = [1, 2, 4].map(|bit| rng.bits() & bit != 0);
        let table = TableState { meld: Some(meld), locked, revolution, back };
        for joker in [CardSet::NONE, CardSet::JOKER.and(unseen)] {
            let hand = unseen.naturals().pick_some(17, &mut rng).or(joker);
            assert_eq!(fast(hand, &table), legal(&plays, hand, &table), "{hand} on {table:?}");
        }
    }
}
