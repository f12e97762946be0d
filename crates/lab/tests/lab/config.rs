//! Configs that cannot be played are refused before anything runs, with the line and the way out.

use crate::common::work_out;
use std::path::Path;

use crate::common::{SMALL, Scratch, plan, plan_with, run};
use lab::experiment::{Config, Options, Plan, experiments_json};

/// A config with one text replaced by another is refused: on the line where `on` stands first, with this
/// reason.
#[track_caller]
fn refused(from: &str, to: &str, on: &str, why: &str) {
    assert!(SMALL.contains(from), "`{from}` is not in the config");
    let text = SMALL.replacen(from, to, 1);
    let line = 1 + text[..text.find(on).unwrap()].matches('\n').count();
    let expected = format!("some/config.toml:{line}: {why}");
    let config = Config::parse(Path::new("some/config.toml"), text);
    match config.and_then(|config| work_out(&config, &Options::default())) {
        Ok(_) => panic!("`{to}` for `{from}` is accepted"),
        Err(error) => assert!(error.to_string().starts_with(&expected), "{error}\nshould begin\n{expected}"),
    }
}

/// The same, where the replacement itself is wrong.
#[track_caller]
fn wrong(from: &str, to: &str, why: &str) {
    refused(from, to, to, why);
}

#[test]
fn misspelt_keys_and_broken_toml() {
    wrong("question =", "qestion =", "unknown field `qestion`, expected one of `name`, `title`");
    wrong("games = 300", "gmaes = 300", "unknown field `gmaes`");
    wrong("games = 40", "plays = 40", "unknown field `plays`, expected `games` or `sweep`");
    wrong("n = 100", "of = 100", "unknown field `of`");
    wrong("seed = 7", "seed = 7,", "");
    refused("seed = 7", "", "", "missing field `seed`");
    wrong("games = 300", "games = -3", "invalid value: integer `-3`");
    wrong("x = \"agent\"", "kind = \"heat\"", "duplicate key");
    wrong("games = 300", "games = \"x\"", "invalid type: string \"x\", expected a whole number, 0 or more");
    wrong("seed = 7", "seed = 99999999999999999999", "");
    wrong(
        "measures = [\"win_rate\", \"mean\"]",
        "measures = \"mean\"",
        "invalid type: string \"mean\", expected a list",
    );
    wrong("paired = true", "paired = 1", "invalid type: integer `1`, expected true or false");
    wrong("value = 0.4", "value = \"x\"", "invalid type: string \"x\", expected a number");
    wrong("kind = \"bars\"", "kind = \"pie\"", "unknown variant `pie`, expected one of");
    wrong("name = \"small\"", "name = \"../small\"", "the name `../small` should be of");
}

#[test]
fn sweeps() {
    let agents = "agent = [\"random\", \"first\"]";
    wrong(agents, "agent = []", "the sweep of `agent` is empty");
    wrong(agents, "agent = [\"first\", \"first\"]", "`agent` cannot be first here");
    wrong(agents, "agent = [nan]", "`agent` cannot be NaN here");
    wrong("players = [2, 3]", "players = [[2]]", "a value is a text or a number");
    let unused = "`c` is swept, but `{c}` stands neither in `game` nor in `seats`";
    refused("players = [2, 3]", "players = [2, 3]\nc = [1, 2]", "c = [1, 2]", unused);
    wrong("players = [2, 3]", "seed = [2, 3]", "an axis cannot be called `seed`");
    let agnet = "no swept axis for the placeholder `agnet`; did you mean `agent`? (there are: agent, other)";
    wrong("\"{agent}\"", "\"{agnet}\"", agnet);
    wrong("\"{agent}\"", "\"{agent\"", "a `}` is missing");
    wrong("sweep.agent = [\"first\"]", "sweep.agent = [\"uct\"]", "no value of `agent` `uct`");
    wrong("sweep.agent", "sweep.agnet", "no swept axis `agnet`; did you mean `agent`?");
}

#[test]
fn games_seats_and_players() {
    wrong("game = \"kuhn\"", "game = \"khun\"", "no game `khun`; did you mean `kuhn`?");
    wrong("game = \"kuhn\"", "game = \"kuhn(x=1)\"", "no parameter of kuhn `x`");
    refused(
        "agent = [\"random\", \"first\"]",
        "agent = [\"rnadom\", \"first\"]",
        "agent = [\"rnadom\"",
        "no agent for kuhn `rnadom`; did you mean `random`?",
    );
    wrong("seats = [\"random\", \"first\"]", "seats = []", "`seats` names nobody");
    let crowd = "\"{other}\", \"first\", \"first\"";
    refused("\"{other}\"", crowd, "game = \"kuhn\"", "kuhn is for 2 to 3 seats, not 4");
    let seats = "seats = [\"random\", \"first\"]";
    for odd in ["1", "2.5", "11", "\"two\""] {
        let odd = format!("players = [{odd}]");
        refused("players = [2, 3]", &odd, seats, "`players` should be a whole number from 2");
    }
    let four = "kuhn is for 2 to 3 seats, not 4 (in the cell players=4)";
    refused("players = [2, 3]", "players = [4]", "game = \"kuhn()\"", four);
    wrong("games = 300", "games = 0", "`games` should be at least 1");
    wrong("games = 40", "games = 0", "`games` should be at least 1");
}

/// A sentence quotes cells that exist; what is misspelt is told with what there is.
#[test]
fn quotes() {
    let with = |quote: &str, on: &str, why: &str| {
        let quoted = "n = 100\n[[part.compare]]\nmeasure = \"mean\"\naxis = \"agent\"\nbase = \"random\"\n";
        let text = SMALL.replacen("n = 100\n", quoted, 1) + "\n[quote]\n" + quote;
        let text = text.replacen("seed = 7", "seed = 7\nanswer = \"By {by}.\"", 1);
        let line = 1 + text[..text.find(on).unwrap()].matches('\n').count();
        let config = Config::parse(Path::new("config.toml"), text).unwrap_or_else(|error| panic!("{error}"));
        let error = work_out(&config, &Options::default()).err();
        let told = error.map_or(String::new(), |error| error.to_string());
        let expected = if why.is_empty() { String::new() } else { format!("config.toml:{line}: {why}") };
        assert!(
            told.starts_with(&expected) && told.is_empty() == why.is_empty(),
            "{told}\nshould begin\n{expected}"
        );
    };
    let at = "at = { agent = \"first\", other = \"random\" }";
    let good = format!("by = {{ part = \"alone\", measure = \"mean\", {at} }}");
    with(&good, "by =", "");
    with(&good.replace("by =", "be ="), "answer", "no quote `by`; did you mean `be`?");
    with(&good.replace("by =", "By ="), "By =", "the quote `By` should be called by small letters");
    with(
        &good.replace("alone", "aline"),
        "by =",
        "no part `aline`; did you mean `alone`? (there are: alone, paired)",
    );
    with(&good.replace("mean", "men"), "by =", "no measure of this part `men`; did you mean `mean`?");
    with(&good.replace("first", "frist"), "by =", "no value of `agent` `frist`; did you mean `first`?");
    with(&good.replace(", other = \"random\"", ""), "by =", "`at` does not say which value of `other`");
    let less = |more: &str| good.replace(at, &format!("{at}, {more}"));
    with(&less("less = { agent = \"random\" }"), "by =", "");
    with(&less("less = { other = \"first\" }"), "by =", "");
    let rate = less("less = { agent = \"random\" }").replace("\"mean\"", "\"win_rate\"");
    with(&rate, "by =", "these two are played on the same deals");
    with(&less("share = true"), "by =", "`share` needs a [[part.gap]] of this measure");
    with(
        &less("less = { agent = \"random\" }, share = true"),
        "by =",
        "a quote is a difference (`less`) or a `share`",
    );
}

#[test]
fn kinds_measures_published_figures_and_plots() {
    let plot = "[[part.plot]]";
    let twice = "`series` and `x` are both `agent`: leave `series` out";
    refused("series = \"other\"", "series = \"agent\"", plot, twice);
    let fixed = "`agent` is an axis of the plot, so it cannot be fixed";
    refused("series = \"other\"", "fixed = { agent = \"first\" }", plot, fixed);
    wrong("kind = \"match\"", "kind = \"mach\"", "no kind of part `mach`; did you mean `match`?");
    let winrate = "no measure of the kind `match` `winrate`; did you mean `win_rate`?";
    wrong("[\"win_rate\", \"mean\"]", "[\"winrate\"]", winrate);
    wrong("measures = [\"win_rate\", \"mean\"]", "measures = []", "no measure of the kind");
    wrong("[\"win_rate\", \"mean\"]", "[\"mean\", \"mean\"]", "`mean` is measured twice");

    let figure = "[[part.published]]";
    refused("{ agent = \"first\"", "{ agent = \"uct\"", figure, "no value of `agent` `uct`");
    refused("{ agent = \"first\"", "{ agnet = \"first\"", figure, "no swept axis `agnet`");
    refused("{ agent = \"first\",", "{", figure, "`at` does not say which value of `agent`");
    refused("measure = \"win_rate\"\n", "measure = \"f1\"\n", figure, "no measure of this part `f1`");
    refused("value = 0.4", "value = 40.0", figure, "`value = 40` cannot be a win_rate");
    let mean = "[[part.published]]\nat = { players = 3 }";
    refused("n = 100", "n = 0", figure, "`n` is the number of games behind the figure: at least 1");
    refused("value = 0.1", "value = inf", mean, "`value = inf` cannot be a mean");

    let plot = "[[part.plot]]";
    refused("x = \"agent\"", "x = \"sims\"", plot, "no swept axis `sims`");
    refused("series = \"other\"", "fixed = { other = 1 }", plot, "no value of `other` `1`");
    refused("measure = \"mean\"\n\n", "measure = \"f1\"\n\n", plot, "no measure of this part `f1`");
}

#[test]
fn players_that_cannot_be_repeated_need_leave() {
    let seats = "seats = [\"random\", \"first\"]";
    let why = "what `flat(ms=20)` does depends on the clock or on a program outside";
    wrong(seats, "seats = [\"flat(ms=20)\", \"first\"]", why);
    let why = "what `exec(cmd=cat)` does depends on the clock or on a program outside, so this part could not be \
        repeated: give it simulations, or say `clock = true` (in the cell players=2)";
    wrong(seats, "seats = [\"random\", \"exec(cmd=cat)\"]", why);
    plan(&SMALL.replace(seats, "clock = true\nseats = [\"flat(ms=20)\", \"exec(cmd=cat)\"]"));
}

/// The first part of the small experiment with a block after its plot.
#[track_caller]
fn refused_block(block: &str, why: &str) {
    let plot = "measure = \"mean\"\n\n";
    refused(plot, &format!("measure = \"mean\"\n{block}\n\n"), block, why);
}

#[test]
fn comparisons_and_gaps() {
    let compare = |rest: &str| format!("[[part.compare]]\n{rest}");
    let bad = |rest: &str, why: &str| refused_block(&compare(rest), why);
    bad(
        "measure = \"mean\"\naxis = \"agnet\"\nbase = \"random\"",
        "no swept axis `agnet`; did you mean `agent`?",
    );
    bad("measure = \"mean\"\naxis = \"agent\"\nbase = \"rm\"", "no value of `agent` `rm`");
    bad(
        "measure = \"maen\"\naxis = \"agent\"\nbase = \"first\"",
        "no measure of this part `maen`; did you mean `mean`?",
    );
    bad("measure = []\naxis = \"agent\"\nbase = \"first\"", "`measure` names none");
    let values = "measure = \"mean\"\naxis = \"agent\"\nbase = \"first\"\nvalues = ";
    bad(&format!("{values}[\"rm\"]"), "no value of `agent` `rm`");
    bad(&format!("{values}[\"first\"]"), "`values` names first, which the others are compared with");
    bad(&format!("{values}[]"), "`agent` has no other value to compare");
    let gap = |rest: &str| format!("[[part.gap]]\nmeasure = [\"mean\"]\naxis = \"agent\"\n{rest}");
    refused_block(&gap("low = \"first\"\nhigh = \"first\""), "there is no gap between first and itself");
    refused_block(&gap("low = \"first\"\nhigh = \"random\""), "`agent` has no other value to compare");
    let typo = "bsae = \"first\"";
    let block = compare(&format!("measure = \"mean\"\naxis = \"agent\"\n{typo}"));
    refused(
        "[[part.plot]]",
        &format!("{block}\n[[part.plot]]"),
        typo,
        "unknown field `bsae`, expected one of `measure`",
    );
    let players = "[[part.compare]]\nmeasure = \"mean\"\naxis = \"players\"\nbase = 2";
    let last = "measure = \"mean\"\nvalue = 0.1\n";
    refused(
        last,
        &format!("{last}{players}\n"),
        players,
        "tables of different sizes have no deals in common",
    );
}

#[test]
fn what_is_no_mean_is_not_compared() {
    let roles = "\n[[part]]\nname = \"who\"\nabout = \"\"\nkind = \"roles\"\ngame = \"kuhn\"\nseats = [\"random\", \"random\"]\n\
        games = 9\nmeasures = [\"brier\", \"calibration_error\"]\nsweep.estimator = [\"uniform\", \"oracle\"]\n";
    let block = |measure: &str| {
        format!("[[part.compare]]\nmeasure = \"{measure}\"\naxis = \"estimator\"\nbase = \"oracle\"\n")
    };
    plan(&format!("{SMALL}{roles}{}", block("brier")));
    let last = "value = 0.1\n";
    let why = "`calibration_error` is no mean over games, so it cannot be compared";
    refused(last, &format!("{last}{roles}{}", block("calibration_error")), "[[part.compare]]", why);
}

#[test]
fn arms_that_are_compared_share_their_deals() {
    let block = "[[part.compare]]\nmeasure = \"mean\"\naxis = \"agent\"\nbase = \"first\"\n\n[[part.plot]]";
    let seeds = |plan: Plan| plan.cells.iter().map(|cell| cell.setting.seed).collect::<Vec<_>>();
    let (before, after) = (seeds(plan(SMALL)), seeds(plan(&SMALL.replacen("[[part.plot]]", block, 1))));
    assert!(after[0] == after[2] && after[1] == after[3], "the arms have the same luck");
    assert!(after[0] != after[1], "other axes have luck of their own");
    assert_eq!(before[4..], after[4..], "other parts are as they were");
    assert!(before[..4].iter().all(|seed| !after.contains(seed)));
}

#[test]
fn parts_can_be_told_apart() {
    let twin = "name = \"alone\"\nabout = \"Each";
    refused("name = \"paired\"\nabout = \"Each", twin, twin, "there are two parts of the name `alone`");
}

/// Two games can be asked the same, in the same reading and with the same measures.
#[test]
fn parts_may_share_coordinates() {
    let part = |name: &str, game: &str| {
        format!(
            "[[part]]\nname = \"{name}\"\nabout = \"\"\nkind = \"match\"\ngame = \"{game}\"\nseats = [\"{{agent}}\", \
             \"random\"]\ngames = 5\nmeasures = [\"mean\"]\nsweep.agent = [\"first\"]\n"
        )
    };
    let head = "name = \"t\"\ntitle = \"\"\nquestion = \"\"\nseed = 1\n";
    let (scratch, plan) =
        (Scratch::new("twins"), plan(&format!("{head}{}{}", part("a", "kuhn"), part("b", "leduc"))));
    assert_ne!(plan.cells[0].setting.seed, plan.cells[1].setting.seed);
    let results = [run(&plan, &scratch.join("run"))];
    let document = serde_json::to_value(experiments_json(&results)).unwrap();
    let cells = document["experiments"][0]["cells"].as_array().unwrap();
    let told: Vec<_> =
        cells.iter().map(|cell| (cell["part"].as_str(), cell["at"]["agent"].as_str())).collect();
    assert_eq!(told, [(Some("a"), Some("first")), (Some("b"), Some("first"))], "the part tells them apart");
}

/// More than a machine can hold is refused before anything is worked out.
#[test]
fn there_is_a_limit_to_cells_and_games() {
    let many: Vec<String> = (0..300).map(|value| format!("\"first{value}\"")).collect();
    let values = many.join(", ");
    let sweep = format!("agent = [{values}]\nc = [{values}]\nd = [{values}]");
    let why =
        "an experiment has at most 50000 cells, and the sweep of `alone` alone makes 54000000 combinations";
    refused("agent = [\"random\", \"first\"]", &sweep, "name = \"alone\"", why);
    wrong("games = 300", "games = 10000001", "`games` should be at least 1 and at most 10000000");
    wrong("games = 40", "games = 9223372036854775807", "`games` should be at least 1 and at most 10000000");
    let config = Config::parse(Path::new("config.toml"), SMALL.into()).unwrap();
    for games in [0, 10_000_001, u64::MAX] {
        let options = Options { games: Some(games), ..Options::default() };
        let error = work_out(&config, &options).err().unwrap().to_string();
        assert_eq!(error, "a cell has at least 1 game and at most 10000000");
    }
    let few = plan_with(SMALL, &Options { games: Some(10_000_000), ..Options::default() });
    assert_eq!(few.cells[0].units, 10_000_000);
    let sizes: Vec<String> = (1..=60).map(|sims: u32| sims.to_string()).collect();
    let text = SMALL
        .replace("\"{other}\"", "\"flat(sims={c})\"")
        .replace("other = [\"random\", \"first\"]", &format!("c = [{}]", sizes.join(", ")))
        .replace("agent = \"first\", other = \"random\"", "agent = \"first\", c = 5")
        .replace("series = \"other\"\n", "");
    let config = Config::parse(Path::new("config.toml"), text).unwrap();
    let options = Options { games: Some(10_000_000), ..Options::default() };
    let error = work_out(&config, &options).err().unwrap().to_string();
    assert!(error.contains("an experiment has at most 1000000000"), "{error}");
}

#[test]
fn a_plan_is_the_product_of_its_sweeps() {
    let plan = plan(SMALL);
    let cells: Vec<String> = plan.cells.iter().map(|cell| plan.describe(cell)).collect();
    assert_eq!(
        cells,
        [
            "alone (agent=random, other=random)",
            "alone (agent=random, other=first)",
            "alone (agent=first, other=random)",
            "alone (agent=first, other=first)",
            "paired (players=2)",
            "paired (players=3)",
        ]
    );
    let units: Vec<u64> = plan.cells.iter().map(|cell| cell.units).collect();
    assert_eq!(units, [300, 300, 300, 300, 100, 34], "200 games are 100 deals of two seatings or 34 of six");
    assert_eq!(plan.cells[5].setting.entrants.len(), 3);
    let mut seeds: Vec<u64> = plan.cells.iter().map(|cell| cell.setting.seed).collect();
    seeds.sort_unstable();
    seeds.dedup();
    assert_eq!(seeds.len(), 6, "every cell has luck of its own");
    let mut covered = vec![0; plan.cells.len()];
    for chunk in &plan.chunks {
        assert_eq!(chunk.units.start, covered[chunk.cell]);
        covered[chunk.cell] = chunk.units.end;
    }
    assert_eq!(covered, units);
}

#[test]
fn options_change_the_plan() {
    let quick = plan_with(SMALL, &Options { quick: true, ..Options::default() });
    let units: Vec<u64> = quick.cells.iter().map(|cell| cell.units).collect();
    assert_eq!(units, [40, 40, 100, 34]);
    assert_eq!(quick.parts[0].axes[0].values.len(), 1);
    let few = plan_with(SMALL, &Options { games: Some(7), ..Options::default() });
    assert_eq!(few.cells[0].units, 7);
    assert_eq!(few.cells[5].units, 2);
    let other = plan_with(SMALL, &Options { seed: Some(8), ..Options::default() });
    let whole = plan(SMALL);
    assert_ne!(other.cells[0].setting.seed, whole.cells[0].setting.seed);
    assert_eq!(
        quick.cells[0].setting, whole.cells[2].setting,
        "a cell's luck does not depend on other cells"
    );
    let fingerprints = [&quick, &few, &other, &whole].map(|plan| plan.fingerprint().to_string());
    assert!((1..4).all(|i| !fingerprints[..i].contains(&fingerprints[i])), "{fingerprints:?}");
}

#[test]
fn words_and_published_figures_can_be_mended_without_playing_anew() {
    let before = plan(SMALL).fingerprint();
    assert_eq!(plan(&SMALL.replace("value = 0.4", "value = 0.5")).fingerprint(), before);
    assert_eq!(plan(&SMALL.replace("A small", "A very small")).fingerprint(), before);
    for change in ["games = 301", "games = 300\npaired = true"] {
        assert_ne!(plan(&SMALL.replace("games = 300", change)).fingerprint(), before, "{change}");
    }
    assert_ne!(
        plan(&SMALL.replace("\"random\", \"first\"]\ngames = 200", "\"first\", \"random\"]\ngames = 200"))
            .fingerprint(),
        before
    );
}

/// Every cell of these is built, with its players and its witness; nothing is played.
#[test]
fn the_papers_on_saboteur_can_be_planned() {
    for name in ["saboteur_break", "saboteur_collusion"] {
        let path =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../experiments").join(name).join("config.toml");
        let plan = work_out(&Config::read(&path).unwrap(), &Options::default()).unwrap();
        assert_eq!(plan.name, name);
        assert!(plan.parts.len() >= 7, "{}", plan.parts.len());
    }
}

/// The page names every field that a config may have.
#[test]
fn every_field_is_on_the_page() {
    let page = include_str!("../../../../docs/experiments.md");
    let head = "name = \"t\"\ntitle = \"\"\nquestion = \"\"\nseed = 1\n";
    let mut fields = 0;
    for stranger in [
        "zzz = 1\n",
        "[[part]]\nzzz = 1\n",
        "[[part]]\nquick.zzz = 1\n",
        "[[part]]\n[[part.published]]\nzzz = 1\n",
        "[[part]]\n[[part.plot]]\nzzz = 1\n",
        "[[part]]\n[[part.compare]]\nzzz = 1\n",
        "[[part]]\n[[part.gap]]\nzzz = 1\n",
        "[quote.q]\nzzz = 1\n",
    ] {
        let error = Config::parse(Path::new("c.toml"), format!("{head}{stranger}")).unwrap_err().to_string();
        let known = error.split("expected ").nth(1).unwrap_or_else(|| panic!("{error}"));
        for field in known.split('`').skip(1).step_by(2) {
            let ways = [
                format!("`{field}`"),
                format!("{field} ="),
                format!("[[part.{field}]]"),
                format!("[part.{field}]"),
                format!("[[{field}]]"),
                format!("`[{field}]`"),
                format!("`{field}."),
                format!("`{field} ="),
            ];
            assert!(ways.iter().any(|way| page.contains(way)), "{field}: {error}");
            fields += 1;
        }
    }
    assert!(fields > 30, "{fields}");
}

/// A config is a text; what is none is told as other mistakes are, with its line.
#[test]
fn bytes_that_are_no_text() {
    let scratch = Scratch::new("no-text");
    let path = scratch.join("bad.toml");
    std::fs::write(&path, b"name = \"x\"\ntitle = \"\xff\xfe\"\n").unwrap();
    let error = Config::read(&path).unwrap_err();
    assert!(matches!(error, lab::LabError::Config { line: 2, .. }), "{error}");
}

/// A sentence that was left behind when parts were deleted.
#[test]
fn an_answer_without_its_quotes() {
    wrong("seed = 7", "answer = \"By {all}.\"\nseed = 7", "no quote `all`");
    let text = SMALL.replacen("seed = 7", "answer = \"By {all}.\"\nseed = 7", 1);
    let config = Config::parse(Path::new("c.toml"), text).unwrap();
    let error = work_out(&config, &Options::default()).err().unwrap().to_string();
    assert!(error.ends_with("of a config that was copied in part, delete `answer`, too"), "{error}");
}

/// The line of the kind, not that of the seats.
#[test]
fn a_kind_of_another_game() {
    let text = SMALL.replacen("kind = \"match\"", "kind = \"exploit\"", 1).replacen(
        "[\"win_rate\", \"mean\"]",
        "[\"exploitability\"]",
        1,
    );
    let text = text[..text.find("[[part.published]]").unwrap()].to_string();
    let config = Config::parse(Path::new("c.toml"), text.clone()).unwrap();
    let error = work_out(&config, &Options::default()).err().unwrap().to_string();
    let line = 1 + text[..text.find("kind = ").unwrap()].matches('\n').count();
    assert!(
        error.starts_with(&format!("c.toml:{line}: the kind `exploit` is not for kuhn; it is for buzzard")),
        "{error}"
    );
}
