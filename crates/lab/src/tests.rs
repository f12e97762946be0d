//! Matches against closed forms.

use super::*;

fn plan(game: &str, entrants: &str, games: u64) -> Match {
    Match {
        game: game.parse().unwrap(),
        entrants: table::Spec::list(entrants).unwrap(),
        games,
        seed: 7,
        paired: false,
        records: None,
    }
}

/// Against a uniform player, bidding the prize's own value earns (K² - 1) / 6.
#[test]
fn matching_the_prize_earns_the_closed_form() {
    for (cards, expected) in [(4, 2.5), (13, 28.0)] {
        let plan = plan(&format!("goofspiel(cards={cards})"), "match-prize,random", 20_000);
        let outcome = play_match(&plan, &|_| ()).unwrap();
        let first = &outcome.seats[0];
        // Five standard errors: the interval is about two to each side.
        let slack = 2.5 * (first.high - first.low) / 2.0;
        assert!((first.mean - expected).abs() < slack, "{cards}: {first:?}");
        assert!(slack < 0.05 * expected, "the interval is narrow enough to mean something");
    }
}

#[test]
fn threads_do_not_matter() {
    let run = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            format!("{:?}", play_match(&plan("buzzard", "random,greedy,random", 500), &|_| ()).unwrap())
        })
    };
    assert_eq!(run(1), run(3));
}

#[test]
fn pairing_takes_the_luck_of_the_seat_away() {
    let outcome =
        play_match(&Match { paired: true, ..plan("buzzard(cards=8)", "random,random", 999) }, &|_| ())
            .unwrap();
    assert_eq!((outcome.games, outcome.deals), (1000, 500));
    let sum: f64 = outcome.seats.iter().map(|seat| seat.wins).sum();
    assert!((sum - 1000.0).abs() < 1e-9);
}

#[test]
fn what_does_not_exist_is_refused() {
    let error =
        |game: &str, entrants: &str| play_match(&plan(game, entrants, 1), &|_| ()).unwrap_err().to_string();
    assert!(error("buzard", "random,random").contains("did you mean `buzzard`?"));
    assert!(error("buzzard", "random,rndom").contains("did you mean `random`?"));
    assert_eq!(error("buzzard", "random"), "buzzard is for 2 to 6 seats, not 1");
    assert!(error("buzzard(cards=99)", "random,random").contains("should be a number from 2 to 15"));
    assert!(error("buzzard", "match-prize,random").contains("play goofspiel"));
}
