//! `tefuda serve`: the real process, started, stopped and killed.

use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{scope, sleep};
use std::time::Duration;

use crate::common::{command, complaint, directory, finish, listening};
use crate::http::Site;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use table::Rng;

/// A server that has said where it listens.
struct Server {
    child: Child,
    site: Site,
}

fn serve(data: &Path) -> Command {
    let mut serve = command();
    serve.args(["serve", "--port", "0", "--pace-ms", "0", "--data"]).arg(data);
    serve
}

impl Server {
    fn start(data: &Path) -> Server {
        let mut child = serve(data).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let site = Site(listening(&mut child));
        Server { child, site }
    }

    /// Ends it as nothing in the process can notice.
    fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

#[test]
fn a_server_says_where_it_is_and_ends_when_asked() {
    let data = directory("serve_end");
    let Server { mut child, site } = Server::start(&data);
    assert_eq!(site.get("/", None).status, 200);
    let (id, links) = site.open(&json!({"game": "kuhn", "seats": ["person", "person"]}));
    let mut watching = site.events(&format!("/t/{id}/events"), Some(&links[0])).unwrap();
    assert!(watching.next().is_some());
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    assert!(watching.next().is_none(), "the stream ends");
    let status = child.wait().unwrap();
    let mut told = String::new();
    child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
    assert_eq!((status.code(), told.as_str()), (Some(0), ""));
}

#[test]
fn a_folder_or_a_port_in_use_is_refused_with_a_sentence() {
    let data = directory("serve_busy");
    let mut server = Server::start(&data);
    let busy = complaint(finish(&mut serve(&data)), 2, "the same folder");
    assert!(busy.contains("another server uses this folder; choose another with --data"), "{busy}");
    let (other, port) = (directory("serve_port"), server.site.0.port().to_string());
    let taken = complaint(
        finish(command().args(["serve", "--port", &port, "--data"]).arg(other)),
        1,
        "the same port",
    );
    assert!(taken.contains("cannot listen there"), "{taken}");
    server.kill();
}

#[test]
fn what_cannot_be_served_is_refused_with_a_sentence() {
    let data = directory("serve_refused");
    std::fs::write(data.join("file"), "kept").unwrap();
    let refused =
        |args: &[&str]| complaint(finish(serve(&data.join("tables")).args(args)), 2, &args.join(" "));
    for (args, why) in [
        (&["--agent", "mine"][..], "--agent mine: write NAME=SPEC, e.g. mine=exec("),
        (&["--agent", "mine=rnadom"], "--agent mine: no agent `rnadom`; did you mean `random`?"),
        (&["--agent", "uct=random"], "--agent uct: the name uct is taken; choose another"),
        (&["--agent", "mine=exec(cmd=true)", "--bind", "0.0.0.0"], "leave --bind and --host away"),
        (&["--agent", "mine=exec(cmd=true)", "--host", "games.example"], "leave --bind and --host away"),
    ] {
        let said = refused(args);
        assert!(said.contains(why), "{said}");
    }
    assert!(!data.join("tables").exists(), "nothing is made before");
    let file = complaint(finish(&mut serve(&data.join("file"))), 2, "a file");
    assert!(file.ends_with(
        "file: this is a file, and tables are kept in a folder; name a folder that you may write to with --data\n"
    ));
    assert_eq!(std::fs::read_to_string(data.join("file")).unwrap(), "kept");
}

/// Where the server is now; nowhere while it is dead.
type Now = Mutex<Option<Site>>;

/// A person at a table who goes on whatever happens to the server.
struct Person {
    id: String,
    bearer: String,
    rng: Rng,
    /// What was acknowledged, in order.
    done: Vec<Value>,
}

impl Person {
    fn site(now: &Now) -> Option<Site> {
        let site = *now.lock().unwrap();
        if site.is_none() {
            sleep(Duration::from_millis(5));
        }
        site
    }

    /// Sends its next entry until it is acknowledged; whether the series goes on. The last game waits for calm.
    fn act(&mut self, now: &Now, calm: &AtomicBool) -> bool {
        let Some(state) = Self::site(now).and_then(|site| site.try_state(&self.id, Some(&self.bearer)))
        else {
            return true;
        };
        assert!(state["fault"].is_null(), "{state}");
        assert_eq!(state["turn"].as_u64(), Some(self.done.len() as u64), "none is lost and none is doubled");
        if state["over"]["last"] == true {
            return false;
        }
        if state["number"].as_u64().unwrap() + 1 == state["of"].as_u64().unwrap()
            && !calm.load(Ordering::Relaxed)
        {
            sleep(Duration::from_millis(5));
            return true;
        }
        let choices = state["choices"].as_array().unwrap();
        let entry = match (choices.len(), state["over"].is_null()) {
            (0, true) => return true,
            (0, false) => json!({"turn": state["turn"], "next": true}),
            (many, _) => {
                let choice = &choices[self.rng.below(many as u32) as usize]["action"];
                json!({"turn": state["turn"], "choice": choice})
            }
        };
        loop {
            let path = format!("/t/{}/entries", self.id);
            match Self::site(now).and_then(|site| site.try_post(&path, Some(&self.bearer), &entry)) {
                Some(answer) if answer.status == 200 => break,
                Some(answer) => assert_eq!(answer.status, 503, "{entry}: {}", answer.text()),
                None => {}
            }
        }
        self.done.push(entry);
        true
    }
}

/// Kills the server at random moments while people play, and looks whether what was acknowledged is what happened.
#[test]
fn nothing_acknowledged_is_lost_or_doubled_by_kill_9() {
    let kills: u32 = std::env::var("KILLS").ok().map_or(4, |kills| kills.parse().unwrap());
    let data = directory("serve_kill");
    let mut server = Server::start(&data);
    let now: Now = Mutex::new(Some(server.site));
    let cards = 8;
    let open = |i: u64| {
        let agent = ["uct(sims=50)", "greedy", "random"][i as usize % 3];
        let games = 5 + 2 * kills;
        let wanted = json!({"game": format!("buzzard(cards={cards})"), "seats": ["person", agent], "series": games.min(100)});
        let (id, mut links) = server.site.open(&wanted);
        Person { id, bearer: links.remove(0), rng: Rng::new(i), done: Vec::new() }
    };
    let mut people: Vec<Person> = (0..4).map(open).collect();
    let calm = AtomicBool::new(false);
    scope(|scope| {
        let (now, calm) = (&now, &calm);
        people.iter_mut().for_each(|person| drop(scope.spawn(move || while person.act(now, calm) {})));
        let mut rng = Rng::new(9);
        for _ in 0..kills {
            sleep(Duration::from_millis(u64::from(rng.below(250))));
            *now.lock().unwrap() = None;
            server.kill();
            server = Server::start(&data);
            *now.lock().unwrap() = Some(server.site);
        }
        calm.store(true, Ordering::Relaxed);
    });
    for person in &people {
        check(person, server.site, cards);
    }
    server.kill();
}

/// The record holds what was acknowledged: a game's bids but for the last, which is forced.
fn check(person: &Person, site: Site, cards: usize) {
    let record = site.get(&format!("/t/{}/record", person.id), None);
    assert_eq!(record.status, 200, "{}", record.text());
    let lines: Vec<Value> = record.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let bids = lines.iter().filter_map(|line| line.as_str().or_else(|| line["event"].as_str()));
    let bids: Vec<&str> = bids.filter_map(|event| event.strip_prefix("A ")).collect();
    let played: Vec<&str> = bids.chunks(cards).flat_map(|game| &game[..cards - 1]).copied().collect();
    let done: Vec<&str> = person.done.iter().filter_map(|entry| entry["choice"].as_str()).collect();
    assert!(!done.is_empty());
    assert_eq!(played, done);
}
