use super::words::{lettered, retold};
use super::*;

fn options(record: Option<PathBuf>) -> PlayOptions {
    let (game, agents) = (Spec::named("kuhn"), vec![Spec::named("first")]);
    let lang = Lang::English;
    PlayOptions {
        game,
        seat: Seat::new(0),
        agents,
        notes: None,
        series: None,
        seed: 3,
        record,
        lang,
        kept: None,
    }
}

#[test]
fn an_estimator_looks_over_the_shoulder() {
    let with = |game: &str, notes: &str| {
        let (game, notes) = (Spec::named(game), Some(notes.parse().unwrap()));
        let mut out = Vec::new();
        let options = PlayOptions { game, notes, ..options(None) };
        let played = options.play(&mut Console::scripted("q\ny\n", &mut out));
        played.map(|()| String::from_utf8(out).unwrap())
    };
    let screen = with("kuhn", "uniform").unwrap();
    assert_eq!(screen.matches(" 50 %").count(), 2, "two cards are left for B: {screen}");
    let refused = |game, notes| with(game, notes).unwrap_err().to_string();
    assert!(refused("buzzard", "uniform").contains("games with estimators: daihinmin, kuhn"));
    assert!(refused("kuhn", "unifrom").contains("did you mean `uniform`?"));
    assert!(refused("kuhn", "oracle").contains("no estimator for kuhn `oracle`"));
}

fn transcript(typed: &str) -> String {
    let mut out = Vec::new();
    options(None).play(&mut Console::scripted(typed, &mut out)).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn a_bet_that_nobody_calls_wins() {
    for bet in ["2", "bets", "b", "bet"] {
        let screen = transcript(&format!("{bet}\nn\n"));
        assert!(screen.contains("· A bets\n  · B passes"), "{screen}");
        assert!(screen.contains("You win.\n  A you +1   B first -1"), "{screen}");
    }
}

#[test]
fn whoever_leaves_is_let_go() {
    for typed in ["", "q\ny\n", "?\nl\n\nnonsense\nq\ny\n", "2\nq\n", "2\n", "2\nwhat?\nn\n", "q\n"] {
        assert!(transcript(typed).contains("you are seat A"), "{typed:?}");
    }
    let screen = transcript("q\nn\n2\nn\n");
    assert!(screen.contains("leave? (y/n, k leaves") && screen.contains("You win."), "{screen}");
}

#[test]
fn nonsense_is_answered_with_what_would_be_right() {
    assert!(transcript("2\nperhaps\nn\n").contains("k keeps what was played)   y, n or k\n"));
    let screen = transcript("raise\nq\ny\n");
    assert!(screen.contains("cannot read `raise`: write `passes` or `bets`"), "{screen}");
}

#[test]
fn poker_players_are_understood() {
    for (typed, told) in
        [("check", "· A, B: each passes"), ("bet", "· A bets"), ("pass", "· A, B: each passes")]
    {
        let screen = transcript(&format!("{typed}\nn\n"));
        assert!(screen.contains(told), "{typed}: {screen}");
    }
    for typed in ["call", "fold", "calls", "folds"] {
        let screen = transcript(&format!("{typed}\nq\ny\n"));
        let why = format!("cannot read `{typed}`: write `passes` or `bets`; possible: passes, bets");
        assert!(screen.contains(&why), "{screen}");
    }
}

fn told(story: &[&str]) -> Vec<String> {
    retold(&story.iter().map(ToString::to_string).collect::<Vec<_>>(), text::WIDTH, Lang::English)
}

#[test]
fn a_story_is_told_in_few_lines() {
    let story =
        ["A is dealt UD.", "A is dealt LR.", "A is dealt LR.", "B is dealt a card.", "B digs UD 1,2."];
    let lines = ["A is dealt UD. A is dealt LR, 2 times.", "B is dealt a card. B digs UD 1,2."];
    assert_eq!(told(&story), lines);
    let poker = ["A is dealt Q", "A bets"];
    assert_eq!(told(&poker), poker, "what does not end in a full stop stays apart");
}

#[test]
fn what_happens_to_several_seats_is_one_line() {
    let story = ["B gets a role.", "C gets a role.", "D gets a role.", "A is a digger."];
    assert_eq!(told(&story), ["B, C, D: each gets a role.", "A is a digger."]);
    let story = ["A is dealt a card.", "A is dealt a card.", "B is dealt a card.", "B is dealt a card."];
    assert_eq!(told(&story), ["A, B: each is dealt a card, 2 times."]);
    let story = ["B is dealt a card.", "C is dealt a card.", "C is dealt a card."];
    assert_eq!(told(&story), ["B is dealt a card.", "C is dealt a card, 2 times."]);
    let story = ["The top goal is gold.", "The low goal is gold."];
    assert_eq!(told(&story), ["The top goal is gold. The low goal is gold."]);
}

#[test]
fn a_person_plays_in_japanese() {
    let mut out = Vec::new();
    let options = PlayOptions { lang: Lang::Japanese, ..options(None) };
    options.play(&mut Console::scripted("2\ny\n?\nbets\nn\n", &mut out)).unwrap();
    let screen = String::from_utf8(out).unwrap();
    for right in [
        "あなたの席は A",
        "1) パス         2) 1 を賭ける",
        "クーンポーカー · kuhn · あなたの席は A · シード 3",
        "Aが賭けた。",
        "Bはパス。",
        "あなたの勝ちです。",
        "# クーンポーカー",
        "2回の合計",
    ] {
        assert!(screen.contains(right), "{right}: {screen}");
    }
    let story = ["Bにカードが配られた。", "Bにカードが配られた。", "Aから始める。"].map(String::from);
    assert_eq!(retold(&story, 90, Lang::Japanese), ["Bにカードが配られた。（2回）", "Aから始める。"]);
}

#[test]
fn games_are_added_up() {
    let screen = transcript("2\ny\n2\nn\n");
    assert!(screen.contains("In all, after 2 times:\n  A you +2   B first -2"), "{screen}");
}

/// Plays this game with these typed lines, against `first` on every other seat.
fn screen_of(game: &str, seats: usize, series: Option<u32>, lang: Lang, typed: &str) -> String {
    let (game, mut out) = (game.parse().unwrap(), Vec::new());
    let agents = vec![Spec::named("first"); seats - 1];
    let options = PlayOptions { game, agents, series, lang, ..options(None) };
    options.play(&mut Console::scripted(typed, &mut out)).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn a_series_has_a_total() {
    let screen = screen_of("kuhn", 2, Some(3), Lang::English, "2\ny\n2\ny\n2\nn\n");
    for right in [
        "After game 1 of 3:\n  A you +1   B first -1",
        "game 2 of 3? (y/n)",
        "After game 2 of 3:\n  A you +2   B first -2",
        "In all 3 games:\n  A you +3   B first -3",
    ] {
        assert!(screen.contains(right), "{right}: {screen}");
    }
    assert!(!screen_of("kuhn", 2, None, Lang::English, "2\nn\n").contains("In all"), "one game has said it");
    let screen = screen_of("kuhn", 2, Some(2), Lang::Japanese, "2\ny\n2\nn\n");
    assert!(
        screen.contains("第1ゲームまでの合計（全2ゲーム）") && screen.contains("全2ゲームの合計"),
        "{screen}"
    );
}

#[test]
fn whoever_asks_for_a_hint_gets_one() {
    let screen = transcript("h\nq\ny\n");
    assert!(screen.contains("h hint") && screen.contains(" would choose: "), "{screen}");
    let screen = screen_of("kuhn", 2, None, Lang::Japanese, "h\nq\ny\n");
    assert!(screen.contains(" なら：パス") || screen.contains(" なら：1 を賭ける"), "{screen}");
    let screen = screen_of("daihinmin", 5, None, Lang::English, "h\nh\nq\ny\n");
    assert_eq!(screen.matches(" would choose: ").count(), 2, "asking changes nothing: {screen}");
}

#[test]
fn what_is_not_allowed_has_a_reason() {
    let deck = "daihinmin(ranks=CBDEA,deck=C3D3H3S3C5D5H5S7D7S8H8C9D9H9STDTHTSJCJDJHQSQCKHKSADAHAC2S2Jo)";
    let screen = screen_of(deck, 5, None, Lang::English, "S4\n♠4\nS3 D7\nhoge\nq\ny\n");
    assert_eq!(screen.matches("you do not hold S4").count(), 2, "{screen}");
    assert!(screen.contains("cannot read `hoge`"), "{screen}");
    assert!(!screen.contains('♠') && !screen.contains('♥'), "a card has one name: {screen}");
    assert_eq!(lettered("♠10 ♥5 10♣"), "ST H5 10C");
    let screen = screen_of(deck, 5, None, Lang::Japanese, "S4\nhoge\nq\ny\n");
    for right in ["S4 は手札にありません", "`hoge` は読めません"] {
        assert!(screen.contains(right), "{right}: {screen}");
    }
    assert!(!screen.contains("cannot read") && screen.contains("大貧民"), "{screen}");
    let screen = screen_of("buzzard", 3, None, Lang::Japanese, "hoge\nbids 99\nq\ny\n");
    assert!(screen.contains("できること：") || screen.contains("できることを見られます"), "{screen}");
    assert_eq!(screen.matches("buzzard").count(), 1, "what is typed stands in the title alone: {screen}");
    assert!(screen.matches("ハゲタカのえじき").count() > 1, "{screen}");
}

#[test]
fn games_are_kept_after_they_were_played() {
    let folder = std::env::temp_dir().join(format!("tefuda-keep-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut out = Vec::new();
    let game: Spec = "kuhn".parse().unwrap();
    let options = PlayOptions { game, ..options(None) };
    options
        .again(Some("{}\n"), &folder.join("kept"), &mut Console::scripted("x\nk\nk\nn\n", &mut out))
        .unwrap();
    let screen = String::from_utf8(out).unwrap();
    assert!(screen.contains("k keeps what was played") && screen.contains("  y, n or k\n"), "{screen}");
    assert_eq!(screen.matches("tefuda replay").count(), 1, "{screen}");
    assert_eq!(std::fs::read_to_string(folder.join("kept-3.jsonl")).unwrap(), "{}\n");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_holds_is_told_when_it_begins() {
    let mut out = Vec::new();
    let mut console = Console::scripted("", &mut out);
    let daihinmin = PlayOptions {
        game: "daihinmin".parse().unwrap(),
        agents: vec![Spec::named("first"); 4],
        ..options(None)
    };
    let mut game = GameLoop::new(&daihinmin, 3, None, &mut console).unwrap();
    let story = |lines: &[&str]| lines.iter().map(ToString::to_string).collect::<Vec<_>>();
    let told = game
        .without_what_holds(story(&["A plays S5. The suits are locked.", "B passes. The suits are locked."]));
    assert_eq!(told, ["A plays S5. The suits are locked.", "B passes."]);
    let told = game.without_what_holds(story(&[
        "C passes. The suits are locked.",
        "D passes. The table is cleared.",
        "D plays S6. The suits are locked.",
    ]));
    assert_eq!(told, ["C passes.", "D passes. The table is cleared.", "D plays S6. The suits are locked."]);
}

#[test]
fn the_next_game_has_other_cards() {
    let screen = transcript("2\ny\n2\nn\n");
    assert!(screen.contains("seed 3") && screen.contains("seed 4"), "{screen}");
}
