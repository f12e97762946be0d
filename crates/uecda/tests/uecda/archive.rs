//! The archive of 10,000 games, played again: every deal, exchange, refusal, rank and result.

use games::daihinmin::{Daihinmin, Rules};
use table::Game;
use uecda::logs::{GameLog, read_official};
use uecda::{Replayed, points_after, replay};

use crate::common::{archive, rules};

/// What a part of the archive holds.
#[derive(Debug, Default, PartialEq, Eq)]
struct Count {
    games: usize,
    exchanges: usize,
    submissions: usize,
    plays: usize,
    passes: usize,
    refused: usize,
}

impl Count {
    fn add(&mut self, game: &Replayed) {
        self.games += 1;
        self.exchanges += usize::from(!game.gifts.is_empty());
        self.submissions += game.turns.len();
        self.refused += game.turns.iter().filter(|(_, meant)| meant.is_err()).count();
        let passes =
            game.turns.iter().filter(|(_, meant)| *meant == Ok(games::daihinmin::Action::Pass)).count();
        self.passes += passes;
        self.plays = self.submissions - self.refused - self.passes;
    }
}

/// Plays the games of a match again, and checks the chain of ranks, orders and points.
fn play_again(number: usize, count: &mut Count) {
    let log = read_official(&archive(number)).unwrap();
    let first = rules(100, 3);
    let mut points = [0; 5];
    let mut now = Daihinmin::next_rules(&first, 0, None);
    for (index, game) in log.games.iter().enumerate() {
        check_chain(index, game, &now, &log.games);
        points = points_after(points, game.result);
        assert_eq!(game.points, Some(points), "mixed-{number}, game {index}: points");
        let played =
            replay(game, &now).unwrap_or_else(|error| panic!("mixed-{number}, game {index}: {error}"));
        assert_eq!(game.gifts.as_ref(), Some(&played.gifts));
        count.add(&played);
        let next = Daihinmin::next_rules(&first, index as u32 + 1, Some(played.end.public()));
        assert_eq!(
            next,
            carried(&first, index + 1, game),
            "mixed-{number}, game {index}: what is carried over"
        );
        now = carried(&first, index + 1, game);
    }
}

/// The rules of the next game, read from the log of the last.
fn carried(first: &Rules, index: usize, last: &GameLog) -> Rules {
    let (block, reseat) = (index % usize::from(first.block), index % usize::from(first.reseat));
    let (order, ranks) = ((reseat != 0).then_some(last.order), (block != 0).then_some(last.result));
    Rules { order, ranks, game: block as u16, ..*first }
}

fn check_chain(index: usize, game: &GameLog, rules: &Rules, all: &[GameLog]) {
    assert_eq!(game.ranks, rules.ranks, "game {index}: ranks");
    if !index.is_multiple_of(3) {
        assert_eq!(game.order, all[index - 1].order, "game {index}: order");
    }
}

#[test]
fn the_archive_replays_to_its_results() {
    let mut count = Count::default();
    (1..=4).for_each(|number| play_again(number, &mut count));
    let wanted = Count {
        games: 10_000,
        exchanges: 9_900,
        submissions: 824_564,
        plays: 358_770,
        passes: 465_207,
        refused: 587,
    };
    assert_eq!(count, wanted);
}

#[test]
fn gifts_that_an_older_log_does_not_tell_are_found() {
    let log = read_official(&archive(2)).unwrap();
    let first = rules(100, 3);
    for (index, game) in log.games.iter().enumerate().skip(1).step_by(500) {
        let rules = Rules { order: None, ..carried(&first, index, &log.games[index - 1]) };
        let older = GameLog { gifts: None, points: None, ..game.clone() };
        let (told, found) = (replay(game, &rules).unwrap(), replay(&older, &rules).unwrap());
        assert_eq!(found.gifts.len(), 4, "game {index}");
        assert_eq!(found.end.public(), told.end.public(), "game {index}");
    }
}

#[test]
fn a_spoilt_game_does_not_replay() {
    let log = read_official(&archive(1)).unwrap();
    let rules = Rules { order: None, ..carried(&rules(100, 3), 1, &log.games[0]) };
    let game = &log.games[1];
    let spoilt = |spoil: &dyn Fn(&mut GameLog)| {
        let mut game = game.clone();
        spoil(&mut game);
        replay(&game, &rules).unwrap_err().to_string()
    };
    assert!(replay(game, &rules).is_ok());
    let wrong = spoilt(&|game| game.result = "ABCDE".parse().unwrap());
    assert_eq!(wrong, "it ends DCABE, not ABCDE");
    let wrong = spoilt(&|game| game.ranks = None);
    assert_eq!(wrong, "its ranks or its turn order do not follow from the game before it");
    let wrong = spoilt(&|game| _ = game.turns.remove(0));
    assert_eq!(wrong, "submission 1 is of player 2, and it is the turn of 0");
    let wrong = spoilt(&|game| _ = game.turns.pop());
    assert_eq!(wrong, "its log ends before the game does");
    let wrong = spoilt(&|game| {
        let turn = *game.turns.last().unwrap();
        game.turns.push(turn);
    });
    assert_eq!(wrong, "submission 95 is of player 1, and it is the turn of nobody");
    let wrong = spoilt(&|game| game.gifts.as_mut().unwrap()[0].cards = "S2".parse().unwrap());
    assert_eq!(wrong, "player 4 cannot have given S2 to player 2");
    let wrong = spoilt(&|game| game.gifts.as_mut().unwrap()[2].cards = "S2Jo".parse().unwrap());
    assert_eq!(wrong, "player 2 cannot have given S2Jo to player 4");
    let wrong = spoilt(&|game| game.dealt[table::Seat::new(0)] = "S3".parse().unwrap());
    assert_eq!(wrong, "its hands are no deal of 53 cards in turn order");
}
