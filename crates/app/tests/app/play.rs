//! Playing: in a terminal a whole game, without one a line that says what to do instead.

use crate::common::{Ran, command, complains, complaint, directory, in_terminal, in_terminal_of, prints};

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
    assert_eq!(ran.out.matches("leave? this game is not kept (y/n)").count(), 2, "{}", ran.out);
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
