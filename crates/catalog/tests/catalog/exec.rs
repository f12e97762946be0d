//! Programs as players, the good and the bad ones, over pipes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use catalog::{Exec, ExecOptions, Playable};
use exams::PlayerExam;
use games::kuhn::{Action, Rules};
use games::{Buzzard, Kuhn, Saboteur};
use players::Random;
use table::{Agent, EventOf, Fault, Game, Hidden, Notation, Player, Referee, Replay, Rng, Seat, Seeds, Spec};

const RULES: Rules = Rules { seats: 2 };
const LEGAL: [Action; 2] = [Action::Pass, Action::Bet];

/// A program that answers every question with what this Python expression says of `line`.
fn python(answer: &str) -> String {
    let script = format!(
        "import sys, json\nfor text in sys.stdin:\n  line = json.loads(text)\n  if line[\"type\"] == \"act\":\n    print({answer}, flush=True)"
    );
    format!("exec python3 -c '{script}'")
}

const FIRST: &str = "json.dumps({\"action\": line[\"legal\"][0]})";

fn options(command: &str, seconds: f64) -> ExecOptions {
    let limit = Duration::from_secs_f64(seconds);
    ExecOptions { limit, first_limit: limit, ..ExecOptions::new(command) }
}

/// A program that is never late.
fn patient<G: Playable>(command: &str) -> Exec<G> {
    Exec::new(options(command, 60.0))
}

/// The events of one game, or the fault that ended it.
fn played<G: Notation>(
    rules: &G::Rules,
    players: &mut [Player<G>],
    seed: u64,
) -> Result<Vec<EventOf<G>>, Fault> {
    let mut replay = Replay::<G>::default();
    Referee::new(rules, Seeds::new(seed)).play(players, &mut replay)?;
    Ok(replay.0)
}

/// The program on seat A, and somebody who plays anything on seat B.
fn against_random<G: Playable>(exec: Exec<G>) -> Vec<Player<G>> {
    vec![Player::agent(exec), Player::agent(Random)]
}

/// A file of this test alone.
fn scratch(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

/// What becomes of a program in one game, or in the first of many in which it breaks down.
fn broken(exec: Exec<Kuhn>) -> String {
    let mut players = against_random(exec);
    let fault = (0..20).find_map(|seed| played(&RULES, &mut players, seed).err());
    let why = fault.expect("the program breaks down").to_string();
    assert!(!why.contains('\n'), "an error is one line: {why}");
    why
}

#[track_caller]
fn assert_has(text: &str, parts: &[&str]) {
    parts.iter().for_each(|part| assert!(text.contains(part), "no `{part}` in: {text}"));
}

#[test]
fn a_good_program_plays_many_games_in_one_process() {
    let pids = scratch("pids");
    let command = format!("echo $$ >> {}; {}", pids.display(), python(FIRST));
    let mut players = against_random(patient::<Kuhn>(&command));
    for seed in 0..50 {
        let events = played(&RULES, &mut players, seed).unwrap();
        assert_eq!(events[2].to_string(), "A passes");
    }
    assert_eq!(fs::read_to_string(pids).unwrap().lines().count(), 1);
}

/// The page's example is what a program is really told: no more and no less than its seat may know.
#[test]
fn a_program_is_told_what_the_page_says() {
    let log = scratch("told");
    let command = format!("tee {} | {}", log.display(), python(FIRST).trim_start_matches("exec "));
    let mut players = against_random(patient::<Kuhn>(&command));
    played(&RULES, &mut players, 4).unwrap();
    drop(players);
    let told = fs::read_to_string(log).unwrap();
    let page = include_str!("../../../../docs/exec.md").lines().filter_map(|line| line.strip_prefix("-> "));
    assert_eq!(told.lines().collect::<Vec<_>>(), page.collect::<Vec<_>>(), "{told}");
}

#[test]
fn equal_seeds_give_a_program_equal_luck() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/buzzard_agent.py");
    let command = format!("exec python3 '{script}'");
    let mut one = vec![Player::agent(patient(&command)), Player::agent(patient(&command))];
    let mut two = vec![Player::agent(patient(&command)), Player::agent(patient(&command))];
    let mut bets = 0;
    for seed in 0..20 {
        let events = played::<Kuhn>(&RULES, &mut one, seed).unwrap();
        assert_eq!(played::<Kuhn>(&RULES, &mut two, seed).unwrap(), events);
        bets += u32::from(events[2].to_string() == "A bets");
    }
    assert!((1..20).contains(&bets), "the example plays at random: {bets} bets of 20");
}

#[test]
fn the_example_plays_the_buzzard() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/buzzard_agent.py");
    let rules = Buzzard::read_rules(&Spec::named("buzzard"), 2).unwrap();
    let mut players = against_random(patient::<Buzzard>(&format!("exec python3 '{script}'")));
    let mut points = 0.0;
    for seed in 0..20 {
        let mut referee = Referee::<Buzzard>::new(&rules, Seeds::new(seed));
        points += referee.play(&mut players, &mut ()).unwrap().points[Seat::new(0)];
    }
    assert!(points > 0.0, "better than nothing against one that bids anything: {points}");
}

/// It promises no distribution, and shows none; the rest it passes like a player of the house.
#[test]
fn the_example_passes_the_exam_for_players() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/buzzard_agent.py");
    let rules = Buzzard::read_rules(&"buzzard(cards=6)".parse().unwrap(), 2).unwrap();
    let make = || Player::agent(patient::<Buzzard>(&format!("exec python3 '{script}'")));
    assert_eq!(PlayerExam::new(&rules, &make).all(), []);
}

/// A program that finds its hand, the board and the story in a view of Saboteur where the page says they are.
#[test]
fn a_program_plays_saboteur() {
    let answer = concat!(
        "(lambda public, private: json.dumps({\"action\": \"discards \" + private[\"hand\"][0]}) ",
        "if len(public[\"board\"][\"goals\"]) == 3 and public[\"hands\"][0] == len(private[\"hand\"]) ",
        "and all(play[\"seat\"] in \"ABC\" for play in public[\"log\"]) else \"wrong\")",
        "(line[\"view\"][\"public\"], line[\"view\"][\"private\"])"
    );
    let rules = Saboteur::read_rules(&Spec::named("saboteur-break"), 3).unwrap();
    let mut players = against_random(patient::<Saboteur>(&python(answer)));
    players.push(Player::agent(Random));
    let events = played(&rules, &mut players, 3).unwrap();
    let own = events.iter().map(ToString::to_string).filter(|event| event.starts_with("A "));
    assert!(own.clone().count() > 15 && own.into_iter().all(|event| event.starts_with("A discards ")));
}

#[test]
fn a_program_that_ends_is_named_with_its_last_words() {
    let why = broken(patient("echo >&2 'warming up'; echo >&2 'no model found'; exit 3"));
    assert_has(&why, &["seat A: the program `echo >&2 'warming up'", "exit status: 3"]);
    assert_has(&why, &["should run until its input is closed; it said on stderr: `no model found`"]);
    let why = broken(patient(&python("1 // 0")));
    assert_has(&why, &["(exit status: 1)", "it said on stderr: `ZeroDivisionError: "]);
    let why = broken(patient("kill -9 $$"));
    assert_has(&why, &["ended (signal: 9 (SIGKILL))"]);
    let why = broken(patient("exec >&-; sleep 0.2; exit 4"));
    assert_has(&why, &["ended (exit status: 4)"]);
}

#[test]
fn a_program_that_does_not_exist_is_named() {
    let why = broken(patient("no-such-program --flag"));
    assert_has(&why, &["the program `no-such-program --flag` ended (exit status: 127)", "not found`"]);
}

#[test]
fn a_program_that_ends_with_its_first_game_is_told_to_stay() {
    let exec = patient("read hello; read a; read b; read act; echo '{\"action\":\"passes\"}'");
    assert_has(&broken(exec), &["ended (exit status: 0), but should run until its input is closed"]);
}

#[test]
fn a_silent_program_is_not_waited_for() {
    let why = broken(Exec::new(options("sleep 1000", 0.3)));
    assert_has(&why, &["the program `sleep 1000` did not answer within 0.3 s", "flushed"]);
    let why = broken(Exec::new(options("printf '{\"action\":\"passes\"}'; sleep 1000", 0.3)));
    assert_has(&why, &["did not answer within 0.3 s; an answer is one line, ended by a line feed"]);
}

#[test]
fn only_the_first_answer_may_wait_for_the_start() {
    let slow = "sleep 1.2; while read line; do case $line in *act*) \
                echo >&2 answered; echo '{\"action\":\"passes\"}'; n=$((n + 1)); [ $n -lt 3 ] || sleep 1000;; \
                esac; done";
    let (limit, first_limit) = (Duration::from_secs(1), Duration::from_secs(60));
    let why = broken(Exec::new(ExecOptions { limit, first_limit, ..ExecOptions::new(slow) }));
    assert_has(&why, &["did not answer within 1 s", "it said on stderr: `answered`"]);
}

#[test]
fn garbage_is_quoted_with_what_would_be_right() {
    let why = broken(patient(&python("\"bets\"")));
    assert_has(&why, &["answered `bets`: an answer reads {\"action\":\"..\"}"]);
    let why = broken(patient(&python("json.dumps({\"move\": \"bets\"})")));
    assert_has(&why, &["answered `{\"move\": \"bets\"}`: an answer reads"]);
    let why = broken(patient(&python("json.dumps([\"bets\"])")));
    assert_has(&why, &["answered `[\"bets\"]`: an answer reads"]);
    let why = broken(patient(&python("\"\\x1b[2J\" + \"x\" * 5000")));
    assert_has(&why, &["answered `\\u{1b}[2Jxxx", "xxx..`: an answer reads"]);
    assert!(why.len() < 800, "{why}");
}

#[test]
fn bytes_that_are_no_text_are_quoted_too() {
    let why = broken(patient("while read line; do case $line in *act*) printf '\\377\\376\\n';; esac; done"));
    assert_has(&why, &["answered `\u{fffd}\u{fffd}`"]);
}

#[test]
fn an_action_that_is_none_or_illegal_is_refused() {
    let why = broken(patient(&python("json.dumps({\"action\": \"raises\"})")));
    assert_has(
        &why,
        &["answered `{\"action\": \"raises\"}`: cannot read `raises`: write `passes` or `bets`"],
    );
    let rules = Buzzard::read_rules(&"buzzard(cards=3)".parse().unwrap(), 2).unwrap();
    let exec = patient(&python("json.dumps({\"action\": \"bids 9\"})"));
    let fault = played::<Buzzard>(&rules, &mut against_random(exec), 1).unwrap_err().to_string();
    assert_has(&fault, &["bids 9\"}`, which is not legal now; legal: bids 1, bids 2, bids 3"]);
}

#[test]
fn an_endless_line_is_not_read_to_its_end() {
    let why = broken(patient("tr '\\0' x < /dev/zero"));
    assert_has(&why, &["xxx..", "; "]);
    assert!(why.contains("a line without end") || why.contains("without being asked"), "{why}");
}

/// Begins a game and, after a pause, asks for the first action; the fault that came of it.
fn ask(exec: &mut Exec<Kuhn>, pause: Duration) -> Option<Fault> {
    let mut game = Kuhn::new(&RULES);
    exec.begin(game.view(Seat::new(0)), &mut Rng::new(0));
    for _ in 0..2 {
        let deal = table::Event::Chance(game.draw(&mut Rng::new(1)));
        game.apply(&deal);
    }
    sleep(pause);
    exec.act(game.view(Seat::new(0)), &LEGAL, &mut Rng::new(1));
    exec.fault()
}

/// Waits until a program has said what it will say unasked.
fn until_exists(path: &Path) {
    let begun = Instant::now();
    while !path.exists() {
        assert!(begun.elapsed() < Duration::from_secs(30), "{} does not appear", path.display());
        sleep(Duration::from_millis(5));
    }
}

#[test]
fn an_answer_before_the_question_is_none() {
    let done = scratch("early");
    let command = format!("read hello; echo '{{\"action\":\"bets\"}}'; touch {}; sleep 1000", done.display());
    let mut exec = patient::<Kuhn>(&command);
    let game = Kuhn::new(&RULES);
    exec.begin(game.view(Seat::new(0)), &mut Rng::new(0));
    until_exists(&done);
    let why = ask(&mut exec, Duration::from_millis(50)).unwrap().to_string();
    assert_has(&why, &["wrote `{\"action\":\"bets\"}` without being asked; each `act` wants one line"]);
}

#[test]
fn two_answers_at_once_are_one_too_many() {
    let twice = python(&format!("{FIRST} + \"\\n\" + {FIRST}"));
    assert_has(
        &broken(patient(&twice)),
        &["wrote more than one line at once, the first `{\"action\": \"passes\"}`"],
    );
}

#[test]
fn a_banner_is_not_an_answer() {
    let why = broken(patient(&format!("echo 'ready to play'; {}", python(FIRST))));
    assert_has(&why, &["`ready to play`"]);
}

#[test]
fn a_broken_player_stays_broken() {
    let begun = scratch("begun");
    // Started again, it would play well; but nobody knows what it has forgotten.
    let (begun, good) = (begun.display(), python(FIRST));
    let mut exec = patient::<Kuhn>(&format!("[ -e {begun} ] || {{ touch {begun}; exit 1; }}; {good}"));
    let first = ask(&mut exec, Duration::ZERO).unwrap();
    assert_eq!(ask(&mut exec, Duration::ZERO), Some(first));
}

fn is_alive(pid: &str) -> bool {
    Command::new("sh").args(["-c", &format!("kill -0 {pid}")]).output().unwrap().status.success()
}

#[test]
fn a_program_that_will_not_go_is_killed_with_its_children() {
    let pids = scratch("stubborn");
    let written = scratch("stubborn-written");
    let command = format!(
        "trap '' HUP INT TERM PIPE; sleep 1000 & echo $$ $! > {0}; mv {0} {1}; while :; do sleep 1; done",
        pids.display(),
        written.display(),
    );
    let mut exec = patient::<Kuhn>(&command);
    exec.begin(Kuhn::new(&RULES).view(Seat::new(0)), &mut Rng::new(0));
    until_exists(&written);
    let pids = fs::read_to_string(&written).unwrap();
    assert!(pids.split_whitespace().all(is_alive), "both run: {pids}");
    drop(exec);
    let begun = Instant::now();
    while pids.split_whitespace().any(is_alive) {
        // A child whose parent was killed is reaped by the system, a little later.
        assert!(begun.elapsed() < Duration::from_secs(10), "still there: {pids}");
        sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_program_may_end_in_its_own_time() {
    let done = scratch("farewell");
    let mut exec =
        patient::<Kuhn>(&format!("while read line; do :; done; sleep 0.1; touch {}", done.display()));
    exec.begin(Kuhn::new(&RULES).view(Seat::new(0)), &mut Rng::new(0));
    drop(exec);
    assert!(done.exists(), "the program ended by itself");
}

#[test]
fn a_program_that_does_not_read_does_not_block_the_table() {
    let mut exec = Exec::<Kuhn>::new(options("sleep 1000", 0.3));
    let game = Kuhn::new(&RULES);
    let seen = games::kuhn::Seen::Acted(Seat::new(1), Action::Bet);
    exec.begin(game.view(Seat::new(0)), &mut Rng::new(0));
    (0..20_000).for_each(|_| exec.see(game.view(Seat::new(0)), &seen));
    assert_eq!(exec.fault(), None);
    assert_has(&ask(&mut exec, Duration::ZERO).unwrap().to_string(), &["did not answer within 0.3 s"]);
}

#[test]
fn options_are_read_from_a_spec() {
    let read = |text: &str| ExecOptions::read(&text.parse::<Spec>().unwrap());
    assert_eq!(read("exec(cmd=\"a b\")").unwrap(), ExecOptions::new("a b"));
    let options = read("exec(cmd=a,seconds=0.5,start=2)").unwrap();
    assert_eq!((options.limit, options.first_limit), (Duration::from_millis(500), Duration::from_secs(2)));
    for (wrong, why) in [
        ("exec", "exec needs a command: write exec(cmd=\"python3 my_agent.py\")"),
        ("exec(cmd=\" \")", "exec needs a command"),
        ("exec(cmd=a,seconds=0)", "exec: `seconds=0` should be a number from 0.01 to 86400"),
        ("exec(cmd=a,second=1)", "no parameter of exec `second`; did you mean `seconds`?"),
    ] {
        assert_has(&read(wrong).unwrap_err().to_string(), &[why]);
    }
}

#[test]
fn a_program_that_opens_for_another_player_is_heard() {
    let rules = Buzzard::read_rules(&"buzzard(cards=4)".parse().unwrap(), 2).unwrap();
    let exact: Spec = "exact(rounds=1,opening=\"exec(cmd=false)\")".parse().unwrap();
    let mut players = [catalog::seat::<Buzzard>(&exact, &rules).unwrap(), Player::agent(Random)];
    let fault = played(&rules, &mut players, 1).unwrap_err().to_string();
    assert!(fault.contains("the program `false` ended"), "{fault}");
}

/// Whoever asks for rows is shown the figures of its seat and an id for every action that has one, in the list's order.
#[test]
fn rows_are_shown_to_who_asks_for_them() {
    let file = scratch("rows.jsonl");
    let command = format!("tee {} | {}", file.display(), python(FIRST).trim_start_matches("exec "));
    let spec =
        Spec { params: vec![("cmd".into(), command), ("rows".into(), "on".into())], ..Spec::named("exec") };
    let options = ExecOptions::read(&spec).unwrap();
    played(&RULES, &mut against_random(Exec::<Kuhn>::new(options)), 3).unwrap();
    let text = fs::read_to_string(file).unwrap();
    let lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let numbers = serde_json::json!({"ids": 2, "ids_version": 1, "width": 9, "encoder_version": 1});
    assert_eq!(lines[0]["numbers"], numbers);
    let question = lines.iter().find(|line| line["type"] == "act").unwrap();
    let card = question["view"]["private"]["card"].as_u64().unwrap() as usize;
    let row: Vec<f64> = question["row"].as_array().unwrap().iter().map(|it| it.as_f64().unwrap()).collect();
    assert_eq!((row.len(), row.iter().position(|&figure| figure == 1.0)), (9, Some(card)));
    assert_eq!(question["ids"], serde_json::json!([0, 1]));
}

#[test]
fn nobody_else_is_shown_rows() {
    let file = scratch("no-rows.jsonl");
    let command = format!("tee {} | {}", file.display(), python(FIRST).trim_start_matches("exec "));
    played(&RULES, &mut against_random(patient::<Kuhn>(&command)), 3).unwrap();
    let text = fs::read_to_string(file).unwrap();
    assert!(text.contains("\"act\"") && !text.contains("\"row\"") && !text.contains("\"numbers\""), "{text}");
}
