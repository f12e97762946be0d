//! A byte between our client and the server is spoilt on its way: an error or a game, never a panic, and the others
//! play on.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::time::Duration;

use proptest::prelude::*;
use uecda::client::{JoinError, Joined, Joining, join};
use uecda::server::Settings;
use uecda::{Profile, Version, rules};

use crate::common::cases;
use crate::common::hall::{Anything, Hall, fillers, settings};

const GAMES: u32 = 2;

/// The byte at `at`, counted from the first that is sent, is changed by `mask`.
#[derive(Clone, Copy, Debug)]
struct Spoilt {
    at: usize,
    mask: u8,
}

/// Hands on what comes, until one side hangs up.
fn pass_on(mut from: TcpStream, mut to: TcpStream, spoilt: Option<Spoilt>) {
    let (mut bytes, mut passed) = ([0; 4096], 0);
    while let Ok(count @ 1..) = from.read(&mut bytes) {
        if let Some(Spoilt { at, mask }) = spoilt
            && (passed..passed + count).contains(&at)
        {
            bytes[at - passed] ^= mask;
        }
        passed += count;
        if to.write_all(&bytes[..count]).is_err() {
            break;
        }
    }
    let _ = (from.shutdown(Shutdown::Read), to.shutdown(Shutdown::Write));
}

/// Stands between one client and the server.
fn between(server: SocketAddr, up: Option<Spoilt>, down: Option<Spoilt>) -> SocketAddr {
    let door = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = door.local_addr().unwrap();
    std::thread::spawn(move || {
        let client = door.accept().unwrap().0;
        let server = TcpStream::connect(server).unwrap();
        let nodelay = [&client, &server].map(|stream| stream.set_nodelay(true));
        assert!(nodelay.iter().all(Result::is_ok));
        let ends = (client.try_clone().unwrap(), server.try_clone().unwrap());
        let upwards = std::thread::spawn(move || pass_on(ends.0, ends.1, up));
        pass_on(server, client, down);
        upwards.join().unwrap();
    });
    address
}

/// A client of ours on a spoilt way; what it says, and the points of all.
fn play(version: Version, up: Option<Spoilt>, down: Option<Spoilt>) -> (Result<Joined, JoinError>, u64) {
    let move_limit = Some(Duration::from_millis(100));
    let hall = Hall::open(Settings { fill: fillers(4), move_limit, ..settings(GAMES) });
    let profile = Profile { version, name: "tefuda".into() };
    let joining = Joining { profile, rules: rules(100, 3), seed: 5 };
    let joined = join(between(hall.address, up, down), &joining, &mut Anything, &mut |_, _| {});
    // The client may notice that it was refused before the server says so.
    while !hall.is_over() && hall.refused().is_empty() {
        std::thread::sleep(Duration::from_millis(1));
    }
    if !hall.refused().is_empty() {
        // Its profile was spoilt; somebody else takes the seat.
        join(hall.address, &joining, &mut Anything, &mut |_, _| {}).unwrap();
    }
    let points = hall.end()[0].players.iter().map(|player| player.points).sum();
    (joined, points)
}

#[test]
fn a_way_that_spoils_nothing_is_no_matter() {
    let (joined, points) = play(Version::V20070, None, None);
    assert_eq!((joined.unwrap().games, points), (GAMES, u64::from(GAMES) * 15));
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn a_spoilt_byte_is_an_error_or_no_matter(
        short in any::<bool>(),
        at in prop_oneof![0..1_000usize, 0..100_000usize],
        mask in 1..=255u8,
        upwards in any::<bool>(),
    ) {
        let (version, at) = if short { (Version::V20140, at / 10) } else { (Version::V20070, at) };
        let (way, none) = (Some(Spoilt { at, mask }), None);
        let (joined, points) = if upwards { play(version, way, none) } else { play(version, none, way) };
        prop_assert_eq!(points, u64::from(GAMES) * 15, "{:?}", joined);
    }
}
