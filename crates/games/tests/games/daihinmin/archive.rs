//! Ten thousand games of the official server, replayed: deals, exchanges, refusals, results, ranks and points.

use games::Daihinmin;
use games::daihinmin::{Action, Chance, Meld, Phase, Public, Rules};
use table::{Event, Game, Hidden, Notation, PublicState, Seat, Turn};

use super::log::{Logged, Submitted, read};
use super::moves::fast;
use super::slow::{self, Play, all_plays};

/// What a replay met.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Met {
    games: usize,
    decisions: usize,
    passes: usize,
    refused: usize,
    gifts: usize,
    /// Positions whose melds were also found slowly.
    compared: usize,
}

struct Replay {
    plays: Vec<Play>,
    met: Met,
    /// Every so many positions are compared with the slow rules.
    every: usize,
}

impl Replay {
    fn new(every: usize) -> Replay {
        Replay { plays: all_plays(), met: Met::default(), every }
    }

    /// Replays a file's games as one series; its rules must be those that carry over.
    fn series(&mut self, games: &[Logged]) {
        let first = Daihinmin::read_rules(&"daihinmin".parse().unwrap(), 5).unwrap();
        let mut last: Option<Public> = None;
        let mut points = vec![0; 5];
        for (number, logged) in games.iter().enumerate() {
            let rules = Daihinmin::next_rules(&first, number as u32, last.as_ref());
            let game = self.game(&rules, logged);
            assert_eq!(game.public().finished, logged.result, "game {number}");
            for (seat, earned) in game.payoffs().points.iter() {
                points[seat.index()] += earned as u32;
            }
            assert_eq!(points, logged.points, "game {number}");
            last = Some(*game.public());
        }
    }

    fn game(&mut self, rules: &Rules, logged: &Logged) -> Daihinmin {
        self.met.games += 1;
        assert_eq!(rules.ranks, logged.ranks);
        let mut game = Daihinmin::new(rules);
        if game.public().phase == Phase::Order {
            chance(&mut game, Chance::Order(logged.order));
        }
        assert_eq!(game.public().order, logged.order);
        if game.public().phase == Phase::First {
            chance(&mut game, Chance::First(logged.dealt_first()));
        }
        chance(&mut game, Chance::Deal(logged.hands));
        self.exchange(&mut game, logged);
        for (seat, submitted) in &logged.plays {
            self.submit(&mut game, *seat, submitted);
        }
        assert_eq!(game.public().turn(), Turn::Over);
        game
    }

    /// The tribute is what we took; gifts are legal.
    fn exchange(&mut self, game: &mut Daihinmin, logged: &Logged) {
        for &(from, to, cards) in &logged.gifts {
            match game.public().giving.contains(from) {
                false => assert_eq!(game.private(from).gave, cards),
                true => {
                    self.met.gifts += 1;
                    assert_eq!(game.public().rules.pair_of(from).unwrap().poor, to);
                    act(game, from, Action::Give(cards));
                }
            }
        }
        assert_eq!(game.public().phase, Phase::Play);
    }

    /// What is a legal play is played; anything else is a pass, as on the server.
    fn submit(&mut self, game: &mut Daihinmin, seat: Seat, submitted: &Submitted) {
        self.met.decisions += 1;
        assert_eq!(game.public().now, seat);
        let (hand, table) = (game.private(seat).hand, game.public().table);
        let melds = fast(hand, &table);
        if self.met.decisions.is_multiple_of(self.every) {
            self.met.compared += 1;
            assert_eq!(melds, slow::legal(&self.plays, hand, &table), "{hand} on {table:?}");
        }
        let meld: Option<Meld> = submitted.meld().filter(|_| hand.covers(submitted.cards()));
        let play = meld.filter(|&meld| table.takes(meld));
        assert_eq!(play, meld.filter(|meld| melds.contains(meld)), "{submitted:?} on {table:?}");
        self.met.passes += usize::from(submitted.is_pass());
        self.met.refused += usize::from(!submitted.is_pass() && play.is_none());
        act(game, seat, play.map_or(Action::Pass, Action::Play));
    }
}

fn chance(game: &mut Daihinmin, outcome: Chance) {
    assert!(game.drawable(&outcome), "{outcome}");
    game.apply(&Event::Chance(outcome));
}

fn act(game: &mut Daihinmin, seat: Seat, action: Action) {
    let mut legal = Vec::new();
    Daihinmin::legal(game.view(seat), &mut legal);
    assert!(legal.contains(&action), "{seat} {action}");
    game.apply(&Event::Act(seat, action));
}

#[test]
fn a_block_of_the_archive_replays() {
    let games = read("mixed-1");
    assert_eq!(games.len(), 2500);
    let mut replay = Replay::new(20);
    replay.series(&games[..210]);
    println!("{:?}", replay.met);
}

/// All of it takes a while; by hand with `cargo test --release -p games --test games -- --ignored daihinmin`.
#[test]
#[ignore = "half a minute in a release build"]
fn the_whole_archive_replays() {
    let mut replay = Replay::new(10);
    for file in ["mixed-1", "mixed-2", "mixed-3", "mixed-4"] {
        replay.series(&read(file));
    }
    println!("{:?}", replay.met);
}
