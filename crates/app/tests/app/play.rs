//! Playing: in a terminal a whole game, without one a line that says what to do instead.

use std::fs;

use crate::common::{
    Ran, command, complains, complaint, directory, ignores_hangup, in_terminal, in_terminal_of,
    interrupted_in_terminal, prints, tefuda,
};
use rustix::process::Signal;

fn play(args: &str, typed: &str) -> Ran {
    let (out, status) = in_terminal(command().arg("play").args(args.split_whitespace()), typed);
    Ran { status, out, err: String::new() }
}

#[test]
fn a_person_plays_a_whole_game_and_keeps_it() {
    let file = directory("whole_game").join("game.jsonl");
    let args =
        format!("buzzard(cards=4) --agents greedy,random --seat B --seed 1 --record {}", file.display());
    let ran = play(&args, "1\nbids 4\n2\nn\n");
    assert_eq!(ran.status, Some(0), "{}", ran.out);
    for right in ["you are seat B", "B bids 3", "win", "play again? (y/n)", "tefuda replay"] {
        assert!(ran.out.contains(right), "{right}: {}", ran.out);
    }
    assert!(!ran.out.contains("person"), "who plays is `you` to the end: {}", ran.out);
    let story = prints(&format!("replay {}", file.display()));
    let bids: Vec<&str> =
        story.lines().filter_map(|line| line.split_once(" B bids ")).map(|(_, bid)| bid).collect();
    assert_eq!(bids, ["1", "4", "2", "3"], "{story}");
}

#[test]
fn further_games_are_kept_beside_the_first() {
    let directory = directory("further_games");
    let args = format!("kuhn --agents first --seed 1 --record {}", directory.join("game.jsonl").display());
    let ran = play(&args, "bets\ny\nbets\nn\n");
    assert_eq!(ran.status, Some(0), "{}", ran.out);
    for name in ["game.jsonl", "game-2.jsonl"] {
        assert!(prints(&format!("replay {}", directory.join(name).display())).contains("A bets"));
    }
    // Whoever plays again replaces nothing.
    let ran = play(&args, "bets\nn\n");
    assert_eq!(ran.status, Some(1), "{}", ran.out);
    assert!(ran.out.contains("it exists; name another one, e.g. "), "{}", ran.out);
    assert!(ran.out.contains("game-3.jsonl, or replace it with --force"), "{}", ran.out);
}

#[test]
fn help_is_at_hand_and_leaving_is_easy() {
    let ran = play("kuhn --seed 1", "?\nt\nl\nnonsense\n9\nq\nn\nq\ny\n");
    assert_eq!(ran.status, Some(0), "{}", ran.out);
    assert!(ran.out.contains("# Kuhn Poker"), "{}", ran.out);
    assert!(ran.out.contains("cannot read `nonsense`: write `passes` or `bets`"), "{}", ran.out);
    assert_eq!(ran.out.matches("leave? (y/n, k leaves and keeps the game)").count(), 2, "{}", ran.out);
    assert_eq!(
        ran.out.matches("seat       card   in   has").count(),
        2,
        "t shows the table again: {}",
        ran.out
    );
    let end_of_input = "\x04";
    assert_eq!(play("kuhn", end_of_input).status, Some(0));
    assert_eq!(play("kuhn", "2\nq\n").status, Some(0));
}

/// The options of a game in which a person answers twice.
const SHORT: &str = "buzzard(cards=4) --agents greedy,random --seed 1";

#[test]
fn a_game_that_was_interrupted_goes_on() {
    let here = directory("interrupted_game");
    let whole = format!("{SHORT} --record {}", here.join("whole.jsonl").display());
    assert_eq!(play(&whole, "1\nbids 4\n2\nn\n").status, Some(0));
    let file = here.join("buzzard-1-unfinished.json");
    for (signal, status) in [(Signal::INT, 130), (Signal::TERM, 143), (Signal::HUP, 129)] {
        // Under `nohup` a hangup ends nothing.
        if signal == Signal::HUP && ignores_hangup() {
            continue;
        }
        let _ = fs::remove_file(&file);
        let begin = || {
            let mut begin = command();
            begin.current_dir(&here).arg("play").args(SHORT.split_whitespace());
            begin
        };
        // Before anything was chosen there is nothing to keep.
        let (screen, ended) = interrupted_in_terminal(&mut begin(), "", ("A> ", 1), signal);
        assert_eq!(ended, Some(status), "{screen}");
        assert!(!screen.contains("kept") && !file.exists(), "{screen}");
        let (screen, ended) = interrupted_in_terminal(&mut begin(), "1\n", ("A> ", 2), signal);
        assert_eq!(ended, Some(status), "{screen}");
        let said = "The game is kept; go on with\n  tefuda play --resume buzzard-1-unfinished.json";
        assert!(screen.contains(said), "{screen}");
        // Interrupted again it is kept in its own file.
        let resume = |args: &str, typed: &str, until| {
            let mut again = command();
            again.current_dir(&here).args(["play", "--resume", "buzzard-1-unfinished.json"]);
            again.args(args.split_whitespace());
            match until {
                Some(until) => interrupted_in_terminal(&mut again, typed, until, signal),
                None => in_terminal(&mut again, typed),
            }
        };
        let (screen, _) = resume("", "bids 4\n", Some(("A> ", 2)));
        assert!(screen.contains("· A bids 1") && screen.contains(said), "{screen}");
        let (screen, ended) = resume("--record resumed.jsonl --force", "2\nn\n", None);
        assert_eq!(ended, Some(0), "{screen}");
        let read = |name| fs::read_to_string(here.join(name)).unwrap();
        assert_eq!(read("resumed.jsonl"), read("whole.jsonl"), "it is the game that nobody interrupted");
    }
}

#[test]
fn a_game_is_kept_by_who_leaves_it() {
    let here = directory("left_game");
    let begin = |game: &str, typed: &str| {
        let mut begin = command();
        begin.current_dir(&here).arg("play").args(game.split_whitespace());
        in_terminal(&mut begin, typed)
    };
    let (screen, status) = begin(SHORT, "1\nq\nk\n");
    assert_eq!(status, Some(0), "{screen}");
    assert!(screen.contains("tefuda play --resume buzzard-1-unfinished.json"), "{screen}");
    // The end of the input is no answer: the game is kept, in a file beside the first.
    let (screen, _) = begin(SHORT, "1\n\x04");
    assert!(screen.contains("tefuda play --resume buzzard-1-unfinished-2.json"), "{screen}");
    let (screen, _) = begin(SHORT, "1\nq\ny\n");
    assert!(!screen.contains("--resume"), "{screen}");
    // A series goes on with its points.
    let series = "kuhn --agents first --seed 1 --series 3";
    let (screen, _) = begin(series, "bets\ny\nq\nk\n");
    assert!(screen.contains("tefuda play --resume kuhn-1-unfinished.json"), "{screen}");
    let (resumed, _) = begin("--resume kuhn-1-unfinished.json", "bets\ny\nbets\nn\n");
    let (whole, _) = begin(series, "bets\ny\nbets\ny\nbets\nn\n");
    let total = |screen: &str| screen.split("In all 3 games:").nth(1).map(String::from);
    assert!(total(&whole).is_some(), "{whole}");
    assert_eq!(total(&resumed), total(&whole), "{resumed}");
}

#[test]
fn a_file_that_is_no_game_is_refused() {
    let here = directory("no_game");
    let kept = here.join("kept.json");
    let mut begin = command();
    begin.current_dir(&here).arg("play").args(SHORT.split_whitespace());
    in_terminal(&mut begin, "1\nq\nk\n");
    let text = fs::read_to_string(here.join("buzzard-1-unfinished.json")).unwrap();
    let file = kept.display().to_string();
    let refused = |text: &str| {
        fs::write(&kept, text).unwrap();
        complaint(tefuda(&format!("play --resume {file}")), 1, "play --resume")
    };
    for bad in ["", "{}", "[1]", "{\"unfinished_game\":1}", &text[..text.len() / 2]] {
        assert!(refused(bad).contains("not a game that `tefuda play` has kept"), "{bad}");
    }
    assert!(refused(&text.replace("game\":1,", "game\":9,")).contains("kept in version 9"));
    let nobody = text.replace("{\"outside\":\"person\"}", "{\"agent\":\"random\"}");
    assert!(refused(&nobody).contains("no seat of this game is a person's"), "{nobody}");
    assert!(complains(&format!("play kuhn --resume {file}"), 2).contains("cannot be used with"));
    fs::write(&kept, text.replace("bids 1", "bids 9")).unwrap();
    let mut again = command();
    again.args(["play", "--resume", &file]);
    let (screen, status) = in_terminal(&mut again, "");
    assert_eq!(status, Some(1), "another log than the table wrote: {screen}");
    assert!(screen.contains("line 3 of its log does not replay"), "{screen}");
}

#[test]
fn colours_are_modest_and_can_be_refused() {
    let screen = |plain: bool| {
        let mut command = command();
        if plain {
            command.env("NO_COLOR", "1");
        }
        in_terminal(command.args(["play", "kuhn"]), "q\ny\n").0
    };
    assert!(screen(false).contains("\x1b[1m"));
    assert!(!screen(true).contains('\x1b'));
    let screen = |name, value| in_terminal(command().env(name, value).args(["play", "kuhn"]), "q\ny\n").0;
    assert!(!screen("TERM", "dumb").contains('\x1b'));
    assert!(screen("LC_ALL", "C").is_ascii() && !screen("LC_ALL", "en_US.UTF-8").is_ascii());
}

/// Who one is and all three goals are in sight when one is asked, on the screen that most terminals begin with.
#[test]
fn saboteur_fits_a_low_screen() {
    for lang in ["en", "ja"] {
        let mut command = command();
        command.env("NO_COLOR", "1").args(["play", "saboteur", "--seed", "3", "--lang", lang]);
        let (screen, _) = in_terminal_of(&mut command, "q\ny\n", (80, 24));
        let asked = screen.split("A> ").next().unwrap();
        let lines: Vec<&str> = asked.lines().collect();
        let seen = lines[lines.len() - 23..].join("\n");
        let you = if lang == "en" { "you are A, a " } else { "あなた" };
        assert!(seen.contains(you) && seen.matches("│?│").count() == 3, "{seen}");
    }
}

#[test]
fn the_locale_says_which_language_is_spoken() {
    let screen = |locale: &str, args: &[&str]| {
        let mut command = command();
        command
            .env_remove("LC_ALL")
            .env_remove("LC_MESSAGES")
            .env("LANG", locale)
            .args(["play", "kuhn"])
            .args(args);
        in_terminal(&mut command, "q\ny\n").0
    };
    assert!(screen("ja_JP.UTF-8", &[]).contains("あなたの席は A"));
    assert!(screen("en_US.UTF-8", &[]).contains("you are seat A"));
    assert!(screen("ja_JP.UTF-8", &["--lang", "en"]).contains("you are seat A"));
}

/// Nothing is wider than the screen, and no word is broken, at 80 columns and at 40.
#[test]
fn lines_fit_the_screen() {
    let args = [
        "play raiders --notes bayes --seed 1",
        "play saboteur --notes bayes --seed 1",
        "play buzzard --seed 1",
        "play daihinmin --notes rank --seed 1",
    ];
    for (args, columns) in args.into_iter().flat_map(|args| [40, 60, 80].map(|columns| (args, columns))) {
        let mut command = command();
        command.env("NO_COLOR", "1").args(args.split(' '));
        let (screen, _) = in_terminal_of(&mut command, "?\nq\nq\ny\n", (columns, 24));
        // What is typed is not echoed here, so that prompts stand one after another.
        let widest =
            screen.lines().flat_map(|line| line.split("> ")).map(|line| line.chars().count()).max().unwrap();
        assert!(widest <= usize::from(columns), "{args} at {columns}: {widest}\n{screen}");
        assert!(
            screen.contains(" more lines: Enter goes on, q stops"),
            "the rules come a screen at a time: {screen}"
        );
    }
}

#[test]
fn long_names_keep_the_columns() {
    let seats = ["play", "kuhn", "--agents", "exec(cmd=\"python3 a/long/way/to/agent.py --and options\")"];
    let (screen, _) = in_terminal(command().env("NO_COLOR", "1").args(seats), "q\ny\n");
    let card = |line: &str| line.find('[').map(|at| line[..at].chars().count());
    let cards: Vec<_> = screen.lines().filter(|line| line.contains("[")).map(card).collect();
    assert!(cards.len() >= 2 && cards.iter().all(|at| *at == cards[0]), "{screen}");
}

#[test]
fn a_table_that_cannot_be_set_is_refused() {
    for (args, status, right) in [
        ("kun", 2, "did you mean `kuhn`?"),
        ("kuhn --agents rnadom", 2, "did you mean `random`?"),
        ("kuhn --agents random,random,random", 2, "2 to 3 seats, not 4"),
        ("kuhn --seat C", 2, "its seats are A to B"),
        ("kuhn --record /nowhere/game.jsonl", 1, "/nowhere/game.jsonl"),
    ] {
        let Ran { status: ended, out, .. } = play(args, "");
        let line = complaint(Ran { status: ended, out: String::new(), err: out }, status, args);
        assert!(line.contains(right), "{line}");
    }
}

#[test]
fn without_a_terminal_there_is_no_play() {
    let line = complains("play kuhn", 2);
    assert!(line.contains("terminal") && line.contains("tefuda match 'kuhn' --seats"), "{line}");
    // It is advised to seat as many as the table has, and that can be done.
    for (args, seats) in
        [("buzzard", "rm,uct,rm"), ("saboteur --agents random,first,random", "random,first,random,random")]
    {
        let line = complains(&format!("play {args}"), 2);
        assert!(line.contains(&format!("--seats '{seats}'`")), "{line}");
    }
    // What no terminal would help is said first.
    for (args, right) in [
        ("khun", "kuhn"),
        ("kuhn --agents nobody", "nobody"),
        ("kuhn --seat C", "A to B"),
        ("buzzard --notes uniform", "no hidden roles"),
    ] {
        let line = complains(&format!("play {args}"), 2);
        assert!(line.contains(right) && !line.contains("terminal"), "{line}");
    }
}
