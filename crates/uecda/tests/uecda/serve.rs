//! Clients that die, stall, flood or send garbage: nobody else is harmed, and the match goes on.

use std::io::Write;
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use uecda::client::{Joining, join};
use uecda::logs::read_official;
use uecda::server::{Notice, Server, Settings};
use uecda::{Grid, Profile, Version, points_after, rules};

use crate::common::hall::{Anything, Client, Hall, fillers, settings};

fn total(report: &uecda::server::Report) -> u64 {
    report.players.iter().map(|player| player.points).sum()
}

#[test]
fn the_dead_pass_and_the_match_goes_on() {
    let hall = Hall::open(Settings { fill: fillers(3), ..settings(5) });
    let mut alive = Client::connect(hall.address, Version::V20070);
    let mut dead = Client::connect(hall.address, Version::V20070);
    dead.table();
    drop(dead);
    assert!(alive.pass_to_the_end() > 5);
    let [report] = hall.end().try_into().unwrap();
    assert_eq!(total(&report), 5 * 15);
    assert_eq!(report.players[0].gone, None);
    assert!(report.players[1].gone.is_some());
    assert!(report.players[1].waits.count <= 1, "it is not waited for again");
}

#[test]
fn the_stalled_pass_after_their_time() {
    let limit = Some(Duration::from_millis(150));
    let hall = Hall::open(Settings { fill: fillers(3), move_limit: limit, ..settings(2) });
    let mut alive = Client::connect(hall.address, Version::V20140);
    let mut stalled = Client::connect(hall.address, Version::V20070);
    // Half a table is no table.
    stalled.stream.write_all(&[0; 200]).unwrap();
    alive.pass_to_the_end();
    let [report] = hall.end().try_into().unwrap();
    assert_eq!(report.players[1].gone.as_deref(), Some("it took too long"));
    assert_eq!(report.players[1].waits.count, 1, "it is waited for once");
    assert!(report.players[1].waits.largest >= Duration::from_millis(150));
    assert_eq!(report.players[0].gone, None);
}

#[test]
fn who_does_not_read_is_cut() {
    const GAMES: u32 = 150;
    let unread_limit = Duration::from_millis(200);
    let hall = Hall::open(Settings { fill: fillers(3), unread_limit, ..settings(GAMES) });
    let mut alive = Client::connect(hall.address, Version::V20140);
    let mut deaf = Client::connect(hall.address, Version::V20070);
    // It passes without looking, until the system holds no more of what it is sent and the server hangs up.
    let passes = std::thread::spawn(move || while deaf.stream.write_all(&[0; 480]).is_ok() {});
    alive.pass_to_the_end();
    passes.join().unwrap();
    let [report] = hall.end().try_into().unwrap();
    assert_eq!(report.players[1].gone.as_deref(), Some("it does not read"));
    assert_eq!(report.players[0].gone, None);
    assert_eq!(total(&report), u64::from(GAMES) * 15);
}

#[test]
fn a_flood_is_refused_table_by_table() {
    let hall = Hall::open(Settings { fill: fillers(4), ..settings(3) });
    let mut flood = Client::connect(hall.address, Version::V20140);
    // Far more than it will be asked for; the rest stays in the system's buffers.
    flood.stream.write_all(&b"?".repeat(200 * 33)).unwrap();
    let mut acks = Vec::new();
    for _ in 0..3 {
        let deal = flood.table();
        assert_eq!(deal.0[5][0], 1);
        loop {
            if flood.table().0[5][2] == 1 {
                acks.push(flood.int());
            }
            flood.table();
            if flood.int() != 0 {
                break;
            }
        }
    }
    assert!(!acks.is_empty() && acks.iter().all(|&ack| ack == 8), "{acks:?}");
    assert_eq!(hall.end()[0].players[0].points, 3);
}

#[test]
fn garbage_at_the_door_is_sent_away() {
    let hall = Hall::open(Settings { fill: fillers(4), ..settings(1) });
    let knock = |bytes: &[u8]| {
        let mut stream = TcpStream::connect(hall.address).unwrap();
        stream.write_all(bytes).unwrap();
        stream
    };
    let mut other = Profile { version: Version::V20070, name: "other".into() }.grid();
    other.0[0][0] = 20071;
    drop(knock(b"GET / HTTP/1.1\r\n\r\n"));
    drop(knock(b""));
    let _open = knock(&Version::V20070.encode(&other));
    let _open = knock(&[0xff; 480]);
    let mut client = Client::connect(hall.address, Version::V20070);
    assert_eq!(client.number, 0, "nobody else took a seat");
    client.pass_to_the_end();
    let refused = hall.refused();
    assert_eq!(refused.len(), 4, "{refused:?}");
    assert!(refused[0].contains("half a profile"), "{refused:?}");
    assert!(refused[1].contains("hung up"), "{refused:?}");
    assert!(refused[2].contains("version 20071"), "{refused:?}");
    assert!(refused[3].contains("version -1"), "{refused:?}");
    assert_eq!(hall.end().len(), 1);
}

#[test]
fn many_matches_at_once_and_in_order_of_arrival() {
    const MATCHES: usize = 8;
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("many.log");
    let hall = Hall::open(Settings { matches: MATCHES, log: Some(path.clone()), ..settings(3) });
    let clients: Vec<Client> =
        (0..5 * MATCHES).map(|_| Client::connect(hall.address, Version::V20070)).collect();
    assert!(clients.iter().enumerate().all(|(n, client)| client.number == (n % 5) as i32));
    let address = hall.address;
    let threads: Vec<_> = clients
        .into_iter()
        .enumerate()
        .map(|(n, mut client)| {
            std::thread::spawn(move || match n {
                // One leaves in the middle, one sends nonsense for ever.
                7 => drop((client.table(), client)),
                11 => while client.stream.write_all(&[7; 480]).is_ok() {},
                _ => drop(client.pass_to_the_end()),
            })
        })
        .collect();
    threads.into_iter().for_each(|thread| thread.join().unwrap());
    let reports = hall.end();
    assert_eq!(reports.len(), MATCHES);
    for (report, number) in reports.iter().zip(1..) {
        assert_eq!((report.number, total(report)), (number, 3 * 15));
        let log = std::fs::read_to_string(path.with_file_name(format!("many-{number}.log"))).unwrap();
        let log = read_official(&log).unwrap();
        assert_eq!(log.games.len(), 3);
        let points = log.games.iter().fold([0; 5], |points, game| points_after(points, game.result));
        assert_eq!(points.to_vec(), report.players.iter().map(|player| player.points).collect::<Vec<_>>());
    }
    assert!(TcpStream::connect(address).is_err(), "the door is closed");
}

#[test]
fn equal_seeds_deal_equal_cards_to_every_match() {
    let play = |seed| {
        let server = Server::bind("127.0.0.1:0", Settings { fill: fillers(5), seed, ..settings(4) }).unwrap();
        let reports = server.run(&|_| {}).unwrap();
        reports[0].players.iter().map(|player| player.points).collect::<Vec<_>>()
    };
    assert_eq!(play(3), play(3));
    assert_ne!(play(3), play(4));
}

#[test]
fn more_than_five_of_ours_are_too_many() {
    let error = Server::bind("127.0.0.1:0", Settings { fill: fillers(6), ..settings(1) }).err().unwrap();
    assert_eq!(error.to_string(), "five sit at a table, and 6 of our own are to take a seat");
}

#[test]
fn a_match_goes_on_without_its_log() {
    // One cannot be made, the other is full from its first byte on.
    for path in ["/nonexistent/place/x.log", "/dev/full"] {
        let hall = Hall::open(Settings { fill: fillers(5), log: Some(path.into()), ..settings(3) });
        let lost = |notice: &Notice| matches!(notice, Notice::LogLost { path: lost, .. } if lost.as_os_str() == path);
        let notices = hall.notices.clone();
        let [report] = hall.end().try_into().unwrap();
        assert_eq!((report.games, total(&report)), (3, 3 * 15), "{path}");
        assert_eq!(report.log_lost.expect("it is said").0.as_os_str(), path);
        assert_eq!(
            notices.lock().unwrap().iter().filter(|notice| lost(notice)).count(),
            1,
            "it is said once"
        );
    }
}

/// Raised by the test of a server that is stopped.
static STOP: AtomicBool = AtomicBool::new(false);

#[test]
fn a_server_that_is_stopped_tells_what_was_played() {
    let hall = Hall::open(Settings { fill: fillers(4), stop: &STOP, matches: 2, ..settings(1000) });
    let mut client = Client::connect(hall.address, Version::V20070);
    // It plays two games, and then leaves the server waiting; nobody comes for the second match.
    for _ in 0..2 {
        client.pass_a_game();
    }
    STOP.store(true, Ordering::Relaxed);
    let [report] = hall.end().try_into().unwrap();
    assert_eq!((report.games, report.asked, report.each.len()), (2, 1000, 2));
    assert_eq!(total(&report), 2 * 15, "the game under way does not count");
    assert_eq!(report.players[0].gone, None, "nobody was lost");
}

/// Raised by the test of a client whose server is stopped.
static LOST: AtomicBool = AtomicBool::new(false);

#[test]
fn a_client_that_loses_its_server_tells_what_it_played() {
    let hall = Hall::open(Settings { fill: fillers(4), stop: &LOST, ..settings(1_000_000) });
    let address = hall.address;
    let client =
        std::thread::spawn(move || join(address, &joining(Version::V20070), &mut Anything, &mut |_, _| {}));
    let over = |notice: &Notice| matches!(notice, Notice::Game { game: 3, .. });
    while !hall.notices.lock().unwrap().iter().any(over) {
        std::thread::yield_now();
    }
    LOST.store(true, Ordering::Relaxed);
    let error = client.join().unwrap().unwrap_err();
    let [report] = hall.end().try_into().unwrap();
    let so_far = error.so_far();
    assert!(so_far.games >= 3 && so_far.games <= report.games, "{so_far:?}");
    assert!(so_far.points >= 3 && so_far.points <= report.players[0].points, "{so_far:?}");
    assert!(error.to_string().starts_with("the server was lost in game "), "{error}");
}

#[test]
fn what_is_void_is_counted_and_told() {
    let hall = Hall::open(Settings { fill: fillers(4), ..settings(1) });
    let mut flood = Client::connect(hall.address, Version::V20140);
    flood.stream.write_all(&b"?".repeat(200 * 33)).unwrap();
    flood.table();
    let mut asked = 0;
    loop {
        if flood.table().0[5][2] == 1 {
            flood.int();
            asked += 1;
        }
        flood.table();
        if flood.int() != 0 {
            break;
        }
    }
    let notices = hall.notices.clone();
    let [report] = hall.end().try_into().unwrap();
    assert_eq!(report.players.iter().map(|player| player.refused).collect::<Vec<_>>(), [asked, 0, 0, 0, 0]);
    let void = |notice: &Notice| matches!(notice, Notice::Void { number: 1, player: 0, .. });
    assert_eq!(notices.lock().unwrap().iter().filter(|notice| void(notice)).count(), asked as usize);
}

fn joining(version: Version) -> Joining {
    Joining { profile: Profile { version, name: "tefuda".into() }, rules: rules(100, 3), seed: 5 }
}

#[test]
fn a_lost_server_is_said_with_the_game() {
    let fake = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = fake.local_addr().unwrap();
    let thread =
        std::thread::spawn(move || join(address, &joining(Version::V20070), &mut Anything, &mut |_, _| {}));
    let (mut stream, _) = fake.accept().unwrap();
    stream.write_all(&Version::V20070.encode_int(3)).unwrap();
    stream.write_all(&[0; 100]).unwrap();
    drop(stream);
    let error = thread.join().unwrap().unwrap_err().to_string();
    assert_eq!(error, "the server was lost in game 1: it closed the connection");
    let nobody = join(address_of_nobody(), &joining(Version::V20070), &mut Anything, &mut |_, _| {});
    assert!(nobody.unwrap_err().to_string().starts_with("no seat at this server: "));
}

fn address_of_nobody() -> std::net::SocketAddr {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap()
}

#[test]
fn a_server_that_makes_no_sense_is_said_to() {
    let odd = |what: &dyn Fn(&mut Grid)| {
        let fake = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = fake.local_addr().unwrap();
        let thread = std::thread::spawn(move || {
            join(address, &joining(Version::V20070), &mut Anything, &mut |_, _| {})
        });
        let (mut stream, _) = fake.accept().unwrap();
        let mut grid = Grid::default();
        grid.0[5][..4].copy_from_slice(&[1, 0, 0, 6]);
        grid.0[6] = [11, 11, 11, 10, 10, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4];
        what(&mut grid);
        stream.write_all(&Version::V20070.encode_int(0)).unwrap();
        stream.write_all(&Version::V20070.encode(&grid)).unwrap();
        drop(stream);
        thread.join().unwrap().unwrap_err().to_string()
    };
    assert!(odd(&|grid| grid.0[6][10] = 9).contains("is no turn order"));
    assert!(odd(&|grid| grid.0[6][0] = 99).contains("no player can hold 99 cards"));
    assert!(odd(&|grid| grid.0[1][1] = 5).contains("a cell holds neither 0 nor 1 nor 2"));
    assert!(odd(&|grid| grid.0[6][..5].copy_from_slice(&[10; 5])).contains("cards are dealt"));
    assert!(odd(&|_| {}).starts_with("the server was lost in game 1"));
}
