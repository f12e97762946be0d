//! Two hundred matches at once, most of them with a client that misbehaves: all are played to the end, and nothing is
//! left behind.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "the helpers of a test may fail it")]

// A process of its own: it counts open files, threads and memory.
#[path = "uecda/common/mod.rs"]
mod common;

use std::io::Write;
use std::net::TcpStream;
use std::thread::JoinHandle;

use common::hall::{Client, Hall, fillers, settings};
use table::Rng;
use uecda::server::Settings;
use uecda::{Grid, Version};

const MATCHES: usize = 200;
const GAMES: u32 = 2;

/// How many bytes more than before it are in use after one of the later rounds: far less than a table per client. What is
/// left behind is left behind by every round; the heaps of hundreds of threads grow by megabytes in some rounds.
const MORE_MEMORY: usize = 2 << 20;

fn entries(folder: &str) -> usize {
    std::fs::read_dir(folder).unwrap().count()
}

/// The bytes of this process that are in memory.
fn memory() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<usize>().unwrap() * 1024
}

/// Sends tables of anything, asked or not, and reads what comes without looking, until the server hangs up.
fn flood(client: Client, mut rng: Rng) {
    let (mut reader, mut writer) = (client.stream.try_clone().unwrap(), client.stream);
    let read = std::thread::spawn(move || std::io::copy(&mut reader, &mut std::io::sink()));
    loop {
        let mut grid = Grid::default();
        grid.0.iter_mut().flatten().for_each(|cell| *cell = rng.below(4) as i32);
        if writer.write_all(&client.version.encode(&grid)).is_err() {
            break;
        }
    }
    // It may have been cut off while it wrote.
    let _ = read.join().unwrap();
}

/// Half of a table when it is its turn, and no more.
fn half_a_table(mut client: Client) {
    client.table();
    while client.table().0[5][2] != 1 {
        client.table();
        if client.int() != 0 {
            return;
        }
    }
    client.stream.write_all(&[0; 16]).unwrap();
}

fn behave(number: usize, mut client: Client) {
    match number % 4 {
        0 => drop(client.pass_to_the_end()),
        1 => drop((client.table(), client)),
        2 => half_a_table(client),
        _ => flood(client, Rng::new(number as u64)),
    }
}

fn round() {
    let hall = Hall::open(Settings { matches: MATCHES, fill: fillers(4), ..settings(GAMES) });
    let connect = |number: usize| {
        if number.is_multiple_of(20) {
            TcpStream::connect(hall.address).unwrap().write_all(b"GET / HTTP/1.1\r\n\r\n").unwrap();
        }
        let version = if number.is_multiple_of(2) { Version::V20070 } else { Version::V20140 };
        Client::connect(hall.address, version)
    };
    // Nobody plays before all are there, so all matches are at once.
    let clients: Vec<Client> = (0..MATCHES).map(connect).collect();
    let play = |(number, client)| std::thread::spawn(move || behave(number, client));
    let threads: Vec<JoinHandle<()>> = clients.into_iter().enumerate().map(play).collect();
    threads.into_iter().for_each(|thread| thread.join().unwrap());
    assert_eq!(hall.refused().len(), MATCHES / 20);
    let reports = hall.end();
    assert_eq!(reports.len(), MATCHES);
    for (number, report) in reports.iter().enumerate() {
        let points: u64 = report.players.iter().map(|player| player.points).sum();
        assert_eq!(points, u64::from(GAMES) * 15, "match {}", report.number);
        let left = matches!(number % 4, 1 | 2);
        assert_eq!(
            report.players[0].gone.is_some(),
            left,
            "match {}: {:?}",
            report.number,
            report.players[0]
        );
    }
}

#[test]
fn two_hundred_matches_at_once_leave_nothing_behind() {
    let usage = || (entries("/proc/self/fd"), entries("/proc/self/task"));
    round();
    let before = usage();
    let grown = [(); 4].map(|()| {
        let used = memory();
        round();
        memory().saturating_sub(used)
    });
    assert_eq!(usage(), before, "open files and threads");
    assert!(grown.iter().any(|&more| more < MORE_MEMORY), "bytes that each round left behind: {grown:?}");
}
