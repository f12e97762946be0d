//! Our client has no truth: what it rebuilds from its tables must be its view of the truth, event by event.

use games::daihinmin::{Daihinmin, Private, Public, Rules, Seen};
use table::{Game, Seat};
use uecda::client::{Joining, join};
use uecda::logs::{MatchLog, read_official};
use uecda::server::Settings;
use uecda::{Profile, Version, replay};

use crate::common::hall::{Anything, Hall, fillers, settings};
use crate::common::rules;

/// What one seat saw, and knew just after.
type Sight = (Public, Private, Seen);

/// Plays the log again, and looks on from a seat.
fn seen_by(log: &MatchLog, first: &Rules, seat: Seat) -> Vec<Sight> {
    let (mut sights, mut last) = (Vec::new(), None);
    for (number, game) in log.games.iter().enumerate() {
        let rules = Daihinmin::next_rules(first, number as u32, last.as_ref());
        let played = replay(game, &rules).unwrap();
        let mut truth = Daihinmin::new(&rules);
        for event in &played.events {
            truth.apply(event);
            sights.push((*truth.public(), *truth.private(seat), truth.seen(event, Some(seat))));
        }
        last = Some(*played.end.public());
    }
    sights
}

#[test]
fn the_rebuilt_view_is_the_view_along_every_game() {
    const GAMES: u32 = 25;
    let first = rules(8, 3);
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("join.log");
    let hall = Hall::open(Settings { block: 8, log: Some(path.clone()), ..settings(GAMES) });
    let versions = [Version::V20070, Version::V20140, Version::V20070, Version::V20140, Version::V20060];
    let address = hall.address;
    let play = move |version: Version, seed: u64| {
        let profile = Profile { version, name: format!("any{seed}") };
        let joining = Joining { profile, rules: first, seed };
        let mut sights: Vec<Sight> = Vec::new();
        let mut watch =
            |view: table::View<'_, Daihinmin>, seen: &Seen| sights.push((*view.public, *view.private, *seen));
        let joined = join(address, &joining, &mut Anything, &mut watch).unwrap();
        (joined, sights)
    };
    let threads: Vec<_> =
        (0..).zip(versions).map(|(seed, version)| std::thread::spawn(move || play(version, seed))).collect();
    let played: Vec<_> = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
    let [report] = hall.end().try_into().unwrap();
    let log = read_official(&std::fs::read_to_string(path).unwrap()).unwrap();
    assert_eq!(log.games.len(), GAMES as usize);
    for (joined, sights) in played {
        assert_eq!((joined.games, joined.by_lot), (GAMES, 0));
        assert_eq!(joined.points, report.players[joined.player].points);
        let wanted = seen_by(&log, &first, Seat::new(joined.player));
        let differs = wanted.iter().zip(&sights).position(|(wanted, found)| wanted != found);
        assert_eq!(differs, None, "event {differs:?} of player {}", joined.player);
        assert_eq!(wanted.len(), sights.len());
    }
}

#[test]
fn a_client_finds_out_when_seats_and_ranks_change() {
    let hall = Hall::open(Settings { block: 4, reseat: 2, fill: fillers(4), ..settings(10) });
    let profile = Profile { version: Version::V20070, name: "guess".into() };
    // It believes in blocks of 100 and three games between changes of seats.
    let joining = Joining { profile, rules: rules(100, 3), seed: 1 };
    let joined = join(hall.address, &joining, &mut Anything, &mut |_, _| {}).unwrap();
    assert_eq!(joined.games, 10);
    assert_eq!(joined.points, hall.end()[0].players[0].points);
}
