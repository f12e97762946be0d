//! A crowd at a server that runs already: people who act every two seconds, spectators who only look, and how long
//! acknowledgements take meanwhile.
//!
//! ```text
//! tefuda serve --port 8080 --data /tmp/crowd &
//! cargo run --release -p page --example load -- 127.0.0.1:8080 PID [TABLES [SPECTATORS [SECONDS]]]
//! ```
#![allow(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use table::Rng;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::sleep;

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// How often a person acts.
const PACE: Duration = Duration::from_secs(2);

/// Games and quick agents.
const GAMES: [(&str, &[&str]); 6] = [
    ("buzzard", &["greedy", "greedy"]),
    ("daihinmin", &["rule", "rule", "rule", "rule"]),
    ("kuhn", &["random"]),
    ("leduc", &["random"]),
    ("raiders", &["heuristic", "heuristic", "heuristic", "heuristic"]),
    ("saboteur", &["papers", "papers", "papers"]),
];

/// What was measured.
#[derive(Default)]
struct Measured {
    /// Milliseconds from an entry to its acknowledgement.
    acknowledged: Mutex<Vec<f64>>,
    refused: AtomicU64,
    messages: AtomicU64,
    bytes: AtomicU64,
}

fn main() -> Outcome<()> {
    let mut args = std::env::args().skip(1);
    let usage = "load ADDRESS PID [TABLES [SPECTATORS [SECONDS]]]";
    let address: SocketAddr = args.next().ok_or(usage)?.parse()?;
    let pid: u32 = args.next().ok_or(usage)?.parse()?;
    let mut number = |usual: u64| args.next().map_or(Ok(usual), |text| text.parse());
    let (tables, spectators, seconds) = (number(500)?, number(2_000)?, number(600)?);
    tokio::runtime::Runtime::new()?.block_on(crowd(address, pid, tables, spectators, seconds))
}

async fn crowd(address: SocketAddr, pid: u32, tables: u64, spectators: u64, seconds: u64) -> Outcome<()> {
    let measured = Arc::new(Measured::default());
    let mut ids = Vec::new();
    for i in 0..tables {
        let opened = open(address, i).await?;
        let (here, id) = watch::channel(opened.0.clone());
        let measured = measured.clone();
        tokio::spawn(async move {
            let played = person(address, opened, here, i, measured).await;
            played.unwrap_or_else(|error| println!("a person: {error}"));
        });
        ids.push(id);
    }
    for i in 0..spectators {
        let (id, measured) = (ids[(i % tables) as usize].clone(), measured.clone());
        tokio::spawn(async move {
            let watched = spectator(address, id, &measured).await;
            watched.unwrap_or_else(|error| println!("a spectator: {error}"));
        });
    }
    println!("{tables} tables, {spectators} spectators");
    println!("   s    acks  refused   p50 ms   p99 ms   max ms   messages/s     kB/s  resident MB");
    let mut all = Vec::new();
    for slice in 1..=seconds.div_ceil(30) {
        sleep(Duration::from_secs(30)).await;
        all.extend(report(slice * 30, pid, &measured));
    }
    all.sort_by(f64::total_cmp);
    println!(
        "in all: {} acknowledgements, p50 {:.1} ms, p99 {:.1} ms",
        all.len(),
        part(&all, 0.5),
        part(&all, 0.99)
    );
    Ok(())
}

/// One line about the last half minute.
fn report(second: u64, pid: u32, measured: &Measured) -> Vec<f64> {
    let mut times = std::mem::take(&mut *measured.acknowledged.lock().expect("nobody panics"));
    times.sort_by(f64::total_cmp);
    let taken = |count: &AtomicU64| count.swap(0, Ordering::Relaxed);
    let (messages, bytes) = (taken(&measured.messages) / 30, taken(&measured.bytes) / 30_000);
    println!(
        "{second:4} {:7} {:8} {:8.1} {:8.1} {:8.1} {messages:12} {bytes:8} {:12}",
        times.len(),
        taken(&measured.refused),
        part(&times, 0.5),
        part(&times, 0.99),
        part(&times, 1.0),
        resident(pid)
    );
    times
}

/// The value below which this part of sorted values lies.
fn part(sorted: &[f64], part: f64) -> f64 {
    let last = sorted.len().saturating_sub(1);
    sorted.get((last as f64 * part).ceil() as usize).copied().unwrap_or(f64::NAN)
}

/// The memory of a process in MB, where the system tells.
fn resident(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok());
    kilobytes.unwrap_or(0) / 1_024
}

async fn open(address: SocketAddr, i: u64) -> Outcome<(String, String)> {
    let (game, agents) = GAMES[i as usize % GAMES.len()];
    let seats: Vec<&str> = ["person"].iter().chain(agents).copied().collect();
    let wanted = json!({"game": game, "seats": seats, "series": 100});
    let mut connection = BufReader::new(TcpStream::connect(address).await?);
    let (_, opened) = post(&mut connection, "/tables", None, &wanted).await?;
    let link = opened["links"][0]["link"].as_str().ok_or("no link")?;
    let bearer = link.split_once('#').ok_or("no secret")?.1;
    Ok((opened["table"].as_str().ok_or("no table")?.to_string(), bearer.to_string()))
}

/// Somebody who acts every two seconds on what was shown last, and opens another table when the series is over.
async fn person(
    address: SocketAddr,
    (mut id, mut bearer): (String, String),
    here: watch::Sender<String>,
    seed: u64,
    measured: Arc<Measured>,
) -> Outcome<()> {
    loop {
        let (newest, states) = watch::channel(Value::Null);
        let seen = look(address, &id, Some(&bearer), &measured, Some(newest));
        tokio::select! {
            seen = seen => seen?,
            played = play(address, &id, &bearer, seed, &measured, states) => played?,
        }
        (id, bearer) = open(address, seed).await?;
        here.send_replace(id.clone());
    }
}

/// Somebody who looks at wherever a person sits.
async fn spectator(address: SocketAddr, mut id: watch::Receiver<String>, measured: &Measured) -> Outcome<()> {
    loop {
        let table = id.borrow_and_update().clone();
        tokio::select! {
            seen = look(address, &table, None, measured, None) => seen?,
            moved = id.changed() => moved?,
        }
    }
}

async fn play(
    address: SocketAddr,
    id: &str,
    bearer: &str,
    seed: u64,
    measured: &Measured,
    states: watch::Receiver<Value>,
) -> Outcome<()> {
    let mut rng = Rng::new(seed);
    let mut connection = BufReader::new(TcpStream::connect(address).await?);
    let path = format!("/t/{id}/entries");
    sleep(PACE.mul_f64(rng.f64())).await;
    loop {
        sleep(PACE).await;
        let state = states.borrow().clone();
        let choices = state["choices"].as_array().map_or(&[][..], Vec::as_slice);
        let entry = match (choices.len(), state["over"].is_object()) {
            (0, false) => continue,
            (0, true) if state["over"]["last"] == true => return Ok(()),
            (0, true) => json!({"turn": state["turn"], "next": true}),
            (many, _) => {
                json!({"turn": state["turn"], "choice": choices[rng.below(many as u32) as usize]["action"]})
            }
        };
        let begun = Instant::now();
        let (status, _) = post(&mut connection, &path, Some(bearer), &entry).await?;
        if status == 200 {
            let milliseconds = begun.elapsed().as_secs_f64() * 1e3;
            measured.acknowledged.lock().expect("nobody panics").push(milliseconds);
        } else {
            measured.refused.fetch_add(1, Ordering::Relaxed);
        }
    }
}

async fn post(
    connection: &mut BufReader<TcpStream>,
    path: &str,
    bearer: Option<&str>,
    body: &Value,
) -> Outcome<(u16, Value)> {
    let body = body.to_string();
    let bearer = bearer.map_or_else(String::new, |bearer| format!("Authorization: Bearer {bearer}\r\n"));
    let head =
        format!("POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n{bearer}");
    let request = format!("{head}Content-Length: {}\r\n\r\n{body}", body.len());
    connection.write_all(request.as_bytes()).await?;
    let head = head_of(connection).await?;
    let status = head.split(' ').nth(1).ok_or("no status")?.parse()?;
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).ok_or("no length")?;
    let mut answer = vec![0; length.trim().parse()?];
    connection.read_exact(&mut answer).await?;
    Ok((status, serde_json::from_slice(&answer)?))
}

async fn head_of(connection: &mut BufReader<TcpStream>) -> Outcome<String> {
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if connection.read_line(&mut head).await? == 0 {
            return Err("the server hung up".into());
        }
    }
    Ok(head)
}

/// Reads a table's stream to its end; a person keeps the newest state.
async fn look(
    address: SocketAddr,
    id: &str,
    bearer: Option<&str>,
    measured: &Measured,
    newest: Option<watch::Sender<Value>>,
) -> Outcome<()> {
    let mut connection = BufReader::new(TcpStream::connect(address).await?);
    let bearer = bearer.map_or_else(String::new, |bearer| format!("Authorization: Bearer {bearer}\r\n"));
    let request = format!("GET /t/{id}/events HTTP/1.1\r\nHost: localhost\r\n{bearer}\r\n");
    connection.write_all(request.as_bytes()).await?;
    let head = head_of(&mut connection).await?;
    if !head.starts_with("HTTP/1.1 200") {
        return Err(head.into());
    }
    loop {
        let mut size = String::new();
        connection.read_line(&mut size).await?;
        let mut chunk = vec![0; usize::from_str_radix(size.trim(), 16)? + 2];
        connection.read_exact(&mut chunk).await?;
        measured.messages.fetch_add(1, Ordering::Relaxed);
        measured.bytes.fetch_add(chunk.len() as u64, Ordering::Relaxed);
        let text = chunk.strip_prefix(b"data: ").and_then(|text| text.strip_suffix(b"\n\n\r\n"));
        if let (Some(newest), Some(text)) = (&newest, text) {
            newest.send_replace(serde_json::from_slice(text)?);
        }
    }
}
