//! `tefuda uecda`: a server that says where it listens, a client that plays there, logs that become records.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::common::{command, complains, directory, prints};

/// A server that has said where it listens, and its port.
fn serve(args: &str) -> (Child, BufReader<impl Read>, String) {
    let mut serve = command();
    serve.args(["uecda", "serve", "--port", "0"]).args(args.split_whitespace());
    let mut server = serve.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut out = BufReader::new(server.stdout.take().unwrap());
    let mut line = String::new();
    out.read_line(&mut line).unwrap();
    let port = line.trim_end().strip_prefix("listening on 127.0.0.1:").expect(&line).to_string();
    (server, out, port)
}

#[test]
fn a_client_of_ours_plays_on_a_server_of_ours() {
    let (mut server, mut out, port) = serve("--games 4 --fill random,random,random,first --watch");
    let joined = prints(&format!("uecda join --agent random --port {port} --name me"));
    assert!(joined.starts_with("player 0: 4 games, "), "{joined}");
    let (mut table, mut told) = (String::new(), String::new());
    out.read_to_string(&mut table).unwrap();
    server.stderr.take().unwrap().read_to_string(&mut told).unwrap();
    assert!(server.wait().unwrap().success());
    assert!(table.starts_with("match 1, 4 games\n"), "{table}");
    let points = |row: &str| row.split_whitespace().nth(2).unwrap().parse::<u32>().unwrap();
    let rows: Vec<&str> = table.lines().skip(2).take(5).collect();
    assert_eq!(rows.iter().map(|row| points(row)).sum::<u32>(), 4 * 15, "{table}");
    assert!(
        rows[0].contains("me") && joined.contains(&format!("{} points", points(rows[0]))),
        "{table}{joined}"
    );
    assert!(told.contains("match 1: player 0 is me (20070)\n"), "{told}");
    assert!(told.contains("match 1: game 4 ends "), "{told}");
}

#[test]
fn a_client_that_goes_is_told_of() {
    let (server, _out, port) = serve("--games 2 --fill random,random,random,random");
    drop(TcpStream::connect(format!("127.0.0.1:{port}")).unwrap());
    prints(&format!("uecda join --agent first --port {port}"));
    let output = server.wait_with_output().unwrap();
    assert!(output.status.success());
    assert!(String::from_utf8(output.stderr).unwrap().contains("was sent away: it hung up"));
}

/// Nobody waits for whoever thinks: the table stands within a second or so of the signal.
#[test]
fn a_server_shows_its_table_however_it_ends() {
    let agents = "random,random,random,random,mc(sims=100000000)";
    for (with, status, fill) in
        [(Signal::INT, 130, "first,random,random,random,random"), (Signal::TERM, 143, agents)]
    {
        let args = format!("--games 1000000 --fill {fill}");
        let (server, mut out, _) = serve(&args);
        std::thread::sleep(Duration::from_millis(300));
        let begun = Instant::now();
        kill_process(Pid::from_child(&server), with).unwrap();
        let mut table = String::new();
        out.read_to_string(&mut table).unwrap();
        let output = server.wait_with_output().unwrap();
        assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
        assert_eq!(output.status.code(), Some(status), "{table}");
        assert!(table.starts_with("match 1, ") && table.contains(" of 1000000 games\n"), "{table}");
        assert_eq!(table.lines().count(), 8, "heads, five players, a legend: {table}");
    }
}

#[test]
fn several_matches_have_totals_and_a_document() {
    let agent = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/buzzard_agent.py");
    let program = format!("exec(cmd=\"python3 {agent}\",name=mine)");
    let fill = format!("random,random,random,first,{program}");
    let mut serve = command();
    serve.args(["uecda", "serve", "--port", "0", "--games", "100", "--matches", "2", "--fill", &fill]);
    let run = |args: &[&str]| {
        let output = {
            let mut with = command();
            with.args(serve.get_args()).args(args);
            with.output().unwrap()
        };
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let (status, table, _) = run(&[]);
    assert_eq!(status, Some(0), "{table}");
    assert!(
        table.contains("all 2 matches\n")
            && table.contains("± is a 95 % interval over stretches of 10 games"),
        "{table}"
    );
    let totals: Vec<&str> = table.split_once("all 2 matches\n").unwrap().1.lines().collect();
    let random: Vec<&str> = totals[1].split_whitespace().collect();
    assert_eq!(random[..3], ["random", "6", "600"], "{table}");
    assert!(table.contains("  4        mine ") && !table.contains("buzzard_agent"), "{table}");
    let (status, json, told) = run(&["--json"]);
    assert_eq!(status, Some(0), "{told}");
    assert!(told.contains("listening on 127.0.0.1:"), "{told}");
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        (&json["tefuda"], &json["asked"], json["matches"].as_array().unwrap().len()),
        (&1.into(), &2.into(), 2)
    );
    let player = &json["matches"][1]["players"][0];
    assert_eq!(
        (&player["name"], &player["refused"], &player["per_game"]["n"]),
        (&"random".into(), &0.into(), &10.into())
    );
    let points: u64 =
        json["totals"].as_array().unwrap().iter().map(|total| total["points"].as_u64().unwrap()).sum();
    assert_eq!(points, 2 * 100 * 15);
}

#[test]
fn who_is_awaited_is_said() {
    let (mut server, _out, port) = serve("--games 1 --fill random,random,random,random");
    prints(&format!("uecda join --agent first --port {port}"));
    let mut told = String::new();
    server.stderr.take().unwrap().read_to_string(&mut told).unwrap();
    assert!(server.wait().unwrap().success());
    let line = "a match begins when 1 client is there; on the other seats: random, random, random, random\n";
    assert!(told.starts_with(line), "{told}");
}

#[test]
fn logs_become_records_and_back() {
    let directory = directory("uecda");
    let file = |name: &str| directory.join(name).display().to_string();
    let (log, records, fuji) = (file("a.log"), file("a.jsonl"), file("a.dat"));
    let fill = "random,random,random,random,random";
    prints(&format!("uecda serve --port 0 --games 5 --block 3 --fill {fill} --log {log}"));
    let error = complains(&format!("uecda serve --port 0 --games 5 --fill {fill} --log {log}"), 1);
    assert!(error.contains("a.log: it exists"), "{error}");
    prints(&format!("uecda serve --port 0 --games 5 --block 3 --fill {fill} --log {log} --force"));
    let said = prints(&format!("uecda convert {log} {records}"));
    assert!(said.starts_with("5 games in ") && said.contains("lost: what stands above and below"), "{said}");
    assert!(prints(&format!("replay {records} --game 5")).contains("game 5 of 5"));
    prints(&format!("uecda convert {records} {fuji}"));
    prints(&format!("uecda convert {fuji} {records} --force"));
    let error = complains(&format!("uecda convert {log} {records}"), 1);
    assert!(error.contains("it exists"), "{error}");
    let error = complains(&format!("uecda convert {log} {}", file("a.txt")), 2);
    assert!(error.contains("must end in one of .log, .dat, .jsonl"), "{error}");
    std::fs::write(file("bad.log"), "%-----%palyer_name% a b c d\n").unwrap();
    let error = complains(&format!("uecda convert {} {}", file("bad.log"), file("b.dat")), 1);
    assert!(error.contains("line 1: palyer_name: 5 players are wanted, not 4"), "{error}");
}

#[test]
fn what_cannot_be_is_said_in_a_line() {
    let error = complains("uecda join --agent random --port 1", 1);
    assert!(error.contains("127.0.0.1:1: no seat at this server"), "{error}");
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    let error = complains(&format!("uecda serve --port {port} --fill random"), 1);
    assert!(error.contains(&format!("127.0.0.1:{port}: cannot listen there: ")), "{error}");
    assert!(error.contains("--port"), "{error}");
    let error = complains("uecda serve --port 0 --fill random,random,random,random,random,random", 2);
    assert!(error.contains("five sit at a table"), "{error}");
    assert!(complains("uecda serve --port 0 --fill randon", 2).contains("random"));
    let error = complains("uecda join --agent random --name fifteenletters1", 2);
    assert!(error.contains("1 to 14 letters"), "{error}");
}

/// One request over a connection of its own, and the reader of its answer.
fn ask(address: &str, path: &str) -> BufReader<TcpStream> {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
    BufReader::new(stream)
}

/// Watches a table until its series is over: the last state.
fn last_state(address: &str, table: &str) -> serde_json::Value {
    let lines = ask(address, &format!("/t/{table}/events")).lines().map(Result::unwrap);
    let states = lines.filter_map(|line| serde_json::from_str(line.strip_prefix("data: ")?).ok());
    states.into_iter().find(|state: &serde_json::Value| state["over"]["last"] == true).expect("an end")
}

#[test]
fn a_match_can_be_watched_on_a_page() {
    let mut serve = command();
    let args = "uecda serve --port 0 --page 0 --pace-ms 2 --games 3 --fill first,random,random,random,random";
    serve.args(args.split_whitespace());
    let mut server = serve.stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(server.stdout.take().unwrap()).lines().map(Result::unwrap);
    let watch = lines.next().unwrap();
    let address =
        watch.strip_prefix("watch at http://").and_then(|rest| rest.strip_suffix('/')).expect(&watch);
    let table = (0..200).find_map(|_| {
        let mut lobby = String::new();
        ask(address, "/").read_to_string(&mut lobby).unwrap();
        std::thread::sleep(Duration::from_millis(10));
        let link = lobby.split_once("&quot;/t/")?.1;
        assert!(lobby.contains("match 1: first, random, random, random, random"));
        Some(link.split_once('&')?.0.to_string())
    });
    let state = last_state(address, &table.expect("the lobby lists the match"));
    let told: Vec<String> =
        lines.by_ref().take_while(|line| !line.starts_with("the matches are over")).collect();
    for (row, seat) in told.iter().skip(3).zip(state["seats"].as_array().unwrap()) {
        let points: f64 = row.split_whitespace().nth(2).unwrap().parse().unwrap();
        assert_eq!(seat["points"].as_f64(), Some(points), "{row} and {seat}");
    }
    assert_eq!((state["you"].is_null(), told.len()), (true, 9), "{told:?}");
    server.kill().unwrap();
    server.wait().unwrap();
}
