//! The host's own agents: programs that guests choose by name, from the first question to the end of their process.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread::sleep;
use std::time::{Duration, Instant};

use page::{PageError, PageServer, PageSettings};
use serde_json::{Value, json};
use table::Spec;

use crate::games::{Played, play};
use crate::player::Guest;
use crate::test_server::TestServer;

/// A text in every command here that must not leave the server.
const SECRET: &str = "tell-nobody";

/// A program, the processes that ran it, and what the owner of the server was told.
struct Program {
    command: String,
    processes: PathBuf,
    told: Arc<Mutex<Vec<String>>>,
}

impl Program {
    /// The example program of the documentation.
    fn good(test: &str) -> Program {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/buzzard_agent.py");
        Program::new(test, &format!("exec python3 '{script}'"))
    }

    /// A shell script that does this when it is asked.
    fn asked(test: &str, does: &str) -> Program {
        let script = format!("while read -r line; do case $line in *'\"act\"'*) {does};; esac; done");
        Program::new(test, &script)
    }

    fn new(test: &str, script: &str) -> Program {
        let processes = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{test}.processes"));
        let _ = fs::remove_file(&processes);
        let command = format!("HINT={SECRET}; echo $$ >> '{}'; {script}", processes.display());
        Program { command, processes, told: Arc::default() }
    }

    /// Names it `mine`, with a limit for its answers.
    fn named(&self, limit: &str) -> impl FnOnce(&mut PageSettings) + use<> {
        let params = [("cmd", self.command.as_str()), ("start", limit), ("seconds", limit)];
        let params = params.map(|(key, value)| (key.to_string(), value.to_string())).to_vec();
        let (spec, told) = (Spec { name: "exec".to_string(), params }, self.told.clone());
        move |settings| {
            settings.agents = vec![format!("mine={spec}")];
            settings.tell = Box::new(move |text| told.lock().unwrap().push(text.to_string()));
        }
    }

    fn processes(&self) -> Vec<String> {
        let lines = fs::read_to_string(&self.processes).unwrap_or_default();
        lines.lines().map(ToString::to_string).collect()
    }

    /// Waits until none of its processes is left.
    #[track_caller]
    fn is_gone(&self) {
        let begun = Instant::now();
        while self.processes().iter().any(|process| Path::new("/proc").join(process).exists()) {
            assert!(begun.elapsed() < Duration::from_secs(30), "{:?} run on", self.processes());
            sleep(Duration::from_millis(10));
        }
    }
}

#[track_caller]
fn assert_silent(text: &str) {
    assert!(!text.contains(SECRET) && !text.contains("buzzard_agent"), "{text}");
}

fn alone(game: &str, agent: &str, series: u32) -> Value {
    json!({"game": game, "seats": ["person", agent], "series": series})
}

#[test]
fn a_program_plays_and_nobody_learns_its_command() {
    let program = Program::good("resident_plays");
    let server = TestServer::with("resident_plays", program.named("60"));
    for lang in ["en", "ja"] {
        let lobby = server.get(&format!("/?lang={lang}"), None).text();
        assert!(lobby.contains("{&quot;name&quot;:&quot;mine&quot;,"), "{lobby}");
        assert_silent(&lobby);
    }
    let Played { guests, record, .. } = play(&server, ("buzzard(cards=6)", &["mine", "greedy"], 2), 7);
    for guest in &guests {
        guest.messages.iter().chain(&guest.answers).for_each(|text| assert_silent(text));
        assert_eq!(
            guest.state["seats"][2],
            json!({"seat": "C", "name": "mine", "kind": "agent", "points": guest.state["seats"][2]["points"]})
        );
        assert!(guest.state["svg"].as_str().unwrap().contains("mine"));
    }
    assert!(record.lines().next().unwrap().contains("\"mine\""), "{record}");
    assert_silent(&record);
    for agent in ["mine(cmd=true)", "mien"] {
        let refused = server.post("/tables", None, &alone("kuhn", agent, 1));
        assert_eq!(refused.status, 422);
        assert_silent(&refused.text());
    }
    assert_eq!(program.processes().len(), 1, "one process plays both games");
    program.is_gone();
    assert_eq!(*program.told.lock().unwrap(), [""; 0]);
}

/// Without its program a table shows what it knew and waits; with it, it goes on with the same cards.
#[test]
fn a_table_waits_for_its_program() {
    let program = Program::good("resident_waits");
    let mut server = TestServer::with("resident_waits", program.named("60"));
    let (id, links) = server.open(&alone("buzzard(cards=6)", "mine", 1));
    let enter = |server: &TestServer, body| server.post(&format!("/t/{id}/entries"), Some(&links[0]), &body);
    let mut turns = 0;
    loop {
        let mut guest = Guest::new(&server, &id, Some(&links[0]), "", turns);
        guest.wait();
        assert!(guest.state["fault"].is_null() && guest.state["mend"].is_null(), "{}", guest.state);
        if guest.is_over() {
            break;
        }
        guest.choose();
        turns += 1;
        guest.wait();
        let before = guest.state;
        server = server.restart_with(|settings| settings.tell = Box::new(|_| {}));
        program.is_gone();
        let without = server.state(&id, Some(&links[0]));
        if before["over"].is_null() {
            let fault = without["fault"].as_str().unwrap();
            assert!(fault.starts_with("B (mine) is not at this server: "), "{fault}");
            assert!(fault.contains("--agent 'mine=..' again"), "{fault}");
            assert_eq!(without["mend"], json!({"seat": "B", "again": false}));
            assert_eq!(server.state(&id, None)["mend"], Value::Null, "spectators only watch");
            assert_eq!(enter(&server, json!({"turn": turns, "choice": "bids 1"})).status, 409);
            assert_eq!(enter(&server, json!({"turn": turns, "again": true})).status, 409);
            assert_eq!(server.post("/tables", None, &alone("kuhn", "mine", 1)).status, 422);
        } else {
            assert!(without["fault"].is_null(), "a game that is over waits for nobody: {without}");
        }
        assert_eq!(without["svg"], before["svg"], "the same cards lie there");
        server = server.restart_with(program.named("60"));
    }
    assert!(turns >= 5, "{turns} turns");
    let record = server.get(&format!("/t/{id}/record"), None);
    assert_eq!(record.status, 200);
    assert_silent(&record.text());
}

#[test]
fn another_player_takes_the_seat_of_one_that_is_away() {
    let program = Program::good("resident_replaced");
    let server = TestServer::with("resident_replaced", program.named("60"));
    let (id, links) = server.open(&alone("kuhn", "mine", 1));
    let server = server.restart();
    let mut guest = Guest::new(&server, &id, Some(&links[0]), "", 3);
    guest.wait();
    guest.enter("substitute", json!(true));
    guest.play(false);
    assert_eq!(guest.state["seats"][1]["kind"], "agent");
    assert_ne!(guest.state["seats"][1]["name"], "mine");
    assert!(program.processes().is_empty(), "nobody asked it");
}

fn play_until_broken(guest: &mut Guest) {
    guest.wait();
    while !guest.is_broken() {
        match guest.is_over() {
            true => guest.enter("next", json!(true)),
            false => guest.choose(),
        }
        guest.wait();
    }
}

/// If a program breaks down, its seat says so, another player may take it, and other tables go on.
#[test]
fn a_program_that_breaks_down_breaks_its_own_seat() {
    for (test, does, limit, did) in [
        ("resident_exits", r#"echo '{"action":"passes"}'; exit 3"#, "60", "exit status: 3"),
        ("resident_babbles", r#"echo '{"action":"raises"}'"#, "60", "cannot read `raises`"),
        ("resident_hangs", "sleep 600", "0.3", "did not answer within 0.3 s"),
    ] {
        let program = Program::asked(test, does);
        let server = TestServer::with(test, program.named(limit));
        let (id, links) = server.open(&json!({"game": "kuhn", "seats": ["mine", "person"], "series": 9}));
        let mut guest = Guest::new(&server, &id, Some(&links[0]), "", 5);
        play_until_broken(&mut guest);
        let fault = "A (mine) broke down: the game goes on when another player takes the seat";
        assert_eq!(guest.state["fault"], fault);
        assert_eq!(guest.state["mend"], json!({"seat": "A", "again": true}));
        let (other, others) = server.open(&alone("kuhn", "random", 1));
        Guest::new(&server, &other, Some(&others[0]), "", 6).play(true);
        guest.enter("again", json!(true));
        play_until_broken(&mut guest);
        guest.enter("substitute", json!(true));
        guest.play(true);
        guest.messages.iter().chain(&guest.answers).for_each(|text| assert_silent(text));
        let told = program.told.lock().unwrap();
        assert!(told.len() >= 2, "{told:?}");
        for text in &*told {
            assert!(text.starts_with(&format!("table {id}: seat A: ")), "the owner is told all: {text}");
            assert!(text.contains(SECRET) && text.contains(did), "{text}");
        }
        program.is_gone();
    }
}

/// There is one thread for agents, and a program that does not answer does not block it.
#[test]
fn whoever_waits_for_a_program_keeps_nobody_else_waiting() {
    let program = Program::asked("resident_slow", ":");
    let server = TestServer::with("resident_slow", |settings| {
        program.named("600")(settings);
        settings.thinkers = 1;
    });
    let (stuck, _) = server.open(&json!({"game": "kuhn", "seats": ["mine", "person"], "series": 1}));
    let (id, links) = server.open(&alone("kuhn", "random", 3));
    Guest::new(&server, &id, Some(&links[0]), "", 8).play(true);
    let state = server.state(&stuck, None);
    assert_eq!((state["thinking"].as_bool(), &state["fault"]), (Some(true), &Value::Null));
}

#[test]
fn no_more_programs_play_than_may() {
    let program = Program::good("resident_many");
    let server = TestServer::with("resident_many", program.named("60"));
    let open = || server.post("/tables", None, &alone("kuhn", "mine", 1));
    assert!((0..16).all(|_| open().status == 201));
    let refused = open();
    assert_eq!(refused.status, 503);
    assert!(refused.refusal().starts_with("16 programs play here already, and no more may"));
    assert!(program.processes().is_empty(), "nobody has been asked yet");
    assert_eq!(server.post("/tables", None, &alone("kuhn", "random", 1)).status, 201);
}

#[test]
fn programs_end_with_the_server() {
    let program = Program::good("resident_ends");
    let server = TestServer::with("resident_ends", program.named("60"));
    let (id, links) = server.open(&alone("buzzard(cards=6)", "mine", 1));
    let mut guest = Guest::new(&server, &id, Some(&links[0]), "", 1);
    guest.wait();
    guest.choose();
    guest.wait();
    assert_eq!(program.processes().len(), 1);
    drop(server);
    program.is_gone();
}

/// Programs are refused where others reach the server, before anything is made.
#[test]
fn programs_play_only_where_nobody_else_comes() {
    let data = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("resident_refused");
    let _ = fs::remove_dir_all(&data);
    let refused = |change: &dyn Fn(&mut PageSettings)| {
        let mut settings = PageSettings::new(([127, 0, 0, 1], 0).into(), data.clone());
        settings.agents = vec!["mine=exec(cmd=true)".to_string()];
        change(&mut settings);
        match PageServer::bind(settings) {
            Err(PageError::Agent(why)) => why,
            Err(other) => panic!("{other}"),
            Ok(_) => panic!("it is served"),
        }
    };
    let others = "others reach this server: leave --bind and --host away";
    assert!(refused(&|settings| settings.address = ([0, 0, 0, 0], 0).into()).contains(others));
    assert!(refused(&|settings| settings.hosts = vec!["games.example".to_string()]).contains(others));
    assert!(refused(&|settings| settings.agents.push("mine=random".to_string())).contains("taken"));
    assert!(!data.exists());
}
