//! A run gives the same bytes however it is cut, and says clearly what is wrong with its folder.

use std::fs;
use std::path::Path;
use std::sync::Mutex;

use crate::common::{SMALL, Scratch, chunk_files, outcome, plan, plan_with, run, run_shard};
use lab::LabError;
use lab::experiment::{
    Build, Existing, Options, Plan, Progress, Ran, RecordedFigures, Run, Shard, Value, collect,
    collect_so_far, experiments_json, run_progress,
};

#[test]
fn threads_and_shards_do_not_change_a_byte() {
    let (scratch, plan) = (Scratch::new("equal"), plan(SMALL));
    run(&plan, &scratch.join("two"));
    run_shard(&plan, &scratch.join("one"), Shard::WHOLE, 1, &()).unwrap();
    assert!(outcome(&scratch.join("one")) == outcome(&scratch.join("two")));

    let shards = [0, 1, 2].map(|index| {
        let folder = scratch.join(&format!("shard{index}"));
        let ran = run_shard(&plan, &folder, Shard { index, of: 3 }, 2, &()).unwrap();
        assert!(matches!(ran, Ran::Shard { chunks, of } if chunks < of));
        folder
    });
    let merged = collect(&shards).unwrap();
    assert_eq!(merged.len(), 1);
    assert!(outcome(&merged[0].0) == outcome(&scratch.join("one")));

    // Shards may also share a folder.
    for index in [1, 0] {
        run_shard(&plan, &scratch.join("shared"), Shard { index, of: 2 }, 1, &()).unwrap();
    }
    assert!(outcome(&scratch.join("shared")) == outcome(&scratch.join("one")));
}

#[test]
fn quick_cells_are_prefixes_of_the_same_games() {
    let (scratch, whole) = (Scratch::new("quick"), plan(SMALL));
    let quick = plan_with(SMALL, &Options { quick: true, ..Options::default() });
    let play = |plan: &Plan, cell: usize| plan.cells[cell].job.play(0..40, false).unwrap();
    assert_eq!(play(&quick, 1), play(&whole, 3));
    assert_ne!(play(&whole, 0), play(&whole, 1));
    let results = run(&quick, &scratch.join("quick"));
    assert!(results.quick);
    assert_eq!(results.parts[0].cells[0].figure.n, 40);
}

#[test]
fn figures_stand_beside_the_published_ones() {
    let (scratch, plan) = (Scratch::new("figures"), plan(SMALL));
    let results = run(&plan, &scratch.join("run"));
    let find = |part: usize, at: &[(&str, Value)], measure: &str| {
        let same = |known: &[(String, Value)]| known.iter().zip(at).all(|((a, x), (b, y))| a == b && x == y);
        results.parts[part].cells.iter().find(|cell| same(&cell.at) && cell.measure == measure).unwrap()
    };
    let text = |text: &str| Value::Text(text.into());
    let compared = find(0, &[("agent", text("first")), ("other", text("random"))], "win_rate");
    assert_eq!((compared.published, compared.beside, compared.figure.n), (Some(0.4), None, 300));
    assert!(compared.figure.low < compared.figure.value && compared.figure.value < compared.figure.high);
    let played = plan.cells[2].job.play(0..300, false).unwrap().values;
    let mean_of = |column: usize| played.iter().skip(column).step_by(2).sum::<f64>() / 300.0;
    let points = find(0, &[("agent", text("first")), ("other", text("random"))], "mean");
    assert_eq!((points.figure.value, compared.figure.value), (mean_of(0), mean_of(1)));
    let beside = find(1, &[("players", Value::Integer(3))], "mean");
    assert_eq!((beside.published, beside.beside, beside.figure.n), (None, Some(0.1), 34));
    let fit = results.fit.unwrap();
    assert_eq!(fit.of, 1);
    assert!((fit.rmse - (compared.figure.value - 0.4).abs()).abs() < 1e-12);

    let json: serde_json::Value =
        serde_json::to_value(experiments_json(std::slice::from_ref(&results))).unwrap();
    let cell = &json["experiments"][0]["cells"][11];
    assert_eq!(json["experiments"][0]["name"], "small");
    assert_eq!(cell["at"]["players"], 3);
    let keys: Vec<&String> = cell.as_object().unwrap().keys().collect();
    assert_eq!(
        keys,
        ["at", "beside", "high", "low", "measure", "n", "part", "published", "reading", "value"]
    );
    let fit: Vec<&String> = json["experiments"][0]["fit"].as_object().unwrap().keys().collect();
    assert_eq!(fit, ["agree", "bias", "largest", "of", "rmse"]);
}

/// A sentence has the figures of its own run, and says whether that is the full one; a record gives the same figures.
#[test]
fn an_answer_is_filled_from_the_run() {
    let arms = "n = 100\n[[part.compare]]\nmeasure = \"win_rate\"\naxis = \"agent\"\nbase = \"random\"\n";
    let quotes = "\n[quote]\nrate = { part = \"alone\", measure = \"win_rate\", at = { agent = \"first\", other = \"random\" } }\n\
        more = { part = \"alone\", measure = \"win_rate\", at = { agent = \"first\", other = \"random\" }, less = { agent = \"random\" } }\n\
        apart = { part = \"alone\", measure = \"win_rate\", at = { agent = \"first\", other = \"random\" }, less = { other = \"first\" } }\n";
    let answer =
        "answer = \"{rate}, {more}, {apart}; {paper:rate} of {fit:of}, {fit:win_rate.of}.\"\nseed = 7";
    let text = SMALL.replacen("n = 100\n", arms, 1).replacen("seed = 7", answer, 1) + quotes;
    let (scratch, plan) = (Scratch::new("answers"), plan(&text));
    let results = run(&plan, &scratch.join("full"));
    let compared =
        results.parts[0].compared.iter().find(|it| it.at[0].1 == Value::Text("random".into())).unwrap();
    let more = plan.quoted("more", &results).unwrap().unwrap();
    assert_eq!(
        (more.figure.value, more.figure.low, more.figure.high),
        (compared.figure.value, compared.figure.low, compared.figure.high)
    );
    let cell = |place: usize| &results.parts[0].cells[place];
    let apart = plan.quoted("apart", &results).unwrap().unwrap();
    assert_eq!(apart.figure.value, cell(4).figure.value - cell(6).figure.value);
    let wider = (cell(4).figure.high - cell(4).figure.low).hypot(cell(6).figure.high - cell(6).figure.low);
    assert!(
        (apart.figure.high - apart.figure.low - wider).abs() < 0.01,
        "errors of independent cells add up"
    );
    let full = results.answer.clone().unwrap();
    assert!(full.contains(" points; 40 % of 1, 1.") && !full.contains("run"), "{full}");

    let recorded = RecordedFigures::of(&results);
    fs::write(scratch.join("recorded.json"), recorded.text()).unwrap();
    let again = RecordedFigures::read(&scratch.join("recorded.json")).unwrap();
    assert_eq!(again.text(), recorded.text());
    assert_eq!(again.results(&plan).answer.unwrap(), full);
    assert!(plan.quoted("mor", &results).unwrap_err().to_string().contains("did you mean `more`?"));

    let quick = plan_with(&text, &Options { quick: true, ..Options::default() });
    let answer = run(&quick, &scratch.join("quick")).answer.unwrap();
    let left_out = "The answer is left out: it quotes ";
    assert!(answer.starts_with(left_out), "the base is not played in the quick run: {answer}");
    assert!(answer.contains(" figures, and this quick run played ") && !answer.contains('–'), "{answer}");
}

/// What another reading meets of the paper does not count for the experiment, but can be told beside it.
#[test]
fn a_part_of_another_reading_has_a_fit_of_its_own() {
    let (scratch, plan) = (Scratch::new("fits"), plan(SMALL));
    let results = run(&plan, &scratch.join("run"));
    let quoted =
        |name: &str| plan.quoted(name, &results).map(|found| found.map(|figure| figure.figure.value));
    let cell = results.parts[1].cells.iter().find(|cell| cell.beside.is_some()).unwrap();
    let off = cell.figure.value - cell.beside.unwrap();
    assert_ne!(off, 0.0);
    for (name, value) in [
        ("fit:paired.of", 1.0),
        ("fit:paired.mean.of", 1.0),
        ("fit:paired.bias", off),
        ("fit:paired.mean.largest", off),
        ("fit:alone.win_rate.of", 1.0),
        ("fit:of", 1.0),
    ] {
        assert_eq!(quoted(name).unwrap(), Some(value), "{name}");
    }
    assert_eq!(quoted("fit:paired.win_rate.of").unwrap(), None, "the paper has no such figure");
    assert!(quoted("fit:nobody.of").is_err() && quoted("fit:paired.nothing.of").is_err());
    assert_eq!(plan.quoted_part("fit:paired.mean.of"), Some("paired"));
    let page = lab::report::markdown(&results);
    let (_, paired) = page.split_once("## Paired").unwrap();
    let said = format!("1 published figure · {} agree · RMSE ", u8::from(cell.agrees(cell.beside.unwrap())));
    assert!(paired.contains(&said), "{said}: {paired}");
    let recorded = RecordedFigures::of(&results).results(&plan);
    assert_eq!(recorded.parts[1].fits, results.parts[1].fits);
}

/// A kind knows whether its figures are shares; reports write these in per cent, whatever they are called.
#[test]
fn units_reach_the_reports() {
    let part = "\n[[part]]\nname = \"who\"\nabout = \"\"\nkind = \"roles\"\ngame = \"kuhn\"\nseats = [\"random\", \"random\"]\n\
        games = 40\nmeasures = [\"accuracy\", \"brier\"]\nsweep.estimator = [\"uniform\", \"oracle\"]\n\
        [[part.compare]]\nmeasure = [\"accuracy\", \"brier\"]\naxis = \"estimator\"\nbase = \"uniform\"\n";
    let scratch = Scratch::new("units");
    let results = run(&plan(&format!("{SMALL}{part}")), &scratch.join("run"));
    let page = lab::report::markdown(&results);
    for text in
        ["Accuracy (%)", "| Brier |", "Accuracy (%), difference", "**Brier, difference", "Win rate (%)"]
    {
        assert!(page.contains(text), "{text}: {page}");
    }
    let of = |estimator: usize, cell: usize| results.parts[2].cells[2 * estimator + cell].figure.value;
    assert_eq!((of(0, 0), of(1, 0), of(0, 1)), (0.5, 1.0, 0.5), "files keep fractions");
    let line = |head: &str| page.lines().find(|line| line.starts_with(head)).map(String::from);
    assert!(line("| uniform | 50").is_some() && line("| oracle | 100").is_some(), "{page}");
}

#[test]
fn a_finished_run_is_read_from_its_parquet_file() {
    let (scratch, plan) = (Scratch::new("parquet"), plan(SMALL));
    let folder = scratch.join("run");
    let mut first = run(&plan, &folder);
    fs::remove_dir_all(folder.join("chunks")).unwrap();
    let again = collect(std::slice::from_ref(&folder)).unwrap().remove(0).1;
    first.info.seconds = again.info.seconds;
    assert_eq!(again, first);
    assert_eq!(again.info.rules_versions, [("kuhn".to_string(), 1)]);
}

/// Bytes of a file, with every occurrence of some replaced by others of the same length.
fn patch(path: &Path, from: &str, to: &str) {
    assert_eq!(from.len(), to.len());
    let (mut bytes, mut found) = (fs::read(path).unwrap(), false);
    for start in 0..=bytes.len() - from.len() {
        if &bytes[start..start + from.len()] == from.as_bytes() {
            bytes[start..start + to.len()].copy_from_slice(to.as_bytes());
            found = true;
        }
    }
    assert!(found, "`{from}` is not in {}", path.display());
    fs::write(path, bytes).unwrap();
}

#[test]
fn parquet_files_of_another_make_are_refused() {
    let (scratch, plan) = (Scratch::new("foreign"), plan(SMALL));
    let folder = scratch.join("run");
    run(&plan, &folder);
    // As an earlier version has left it, and without the chunks.
    fs::remove_dir_all(folder.join("chunks")).unwrap();
    without_sums(&folder);
    let file = folder.join("games.parquet");
    let whole = fs::read(&file).unwrap();
    let error = || collect(std::slice::from_ref(&folder)).unwrap_err().to_string();

    patch(&file, &plan.fingerprint().to_string(), "0123456789abcdef");
    assert!(error().contains("games.parquet: the games of another plan"), "{}", error());
    fs::write(&file, &whole).unwrap();
    // Thrift writes the length of a string before it: 13 letters of key, then 1 of value.
    patch(&file, "tefuda.format\u{18}\u{1}1", "tefuda.format\u{18}\u{1}2");
    assert!(error().contains("columns of format 2, this program reads 1"), "{}", error());
    fs::write(&file, &whole).unwrap();
    patch(&file, "tefuda.format", "pandas.format");
    assert!(error().contains("not one that a run of an experiment wrote"), "{}", error());
    fs::write(&file, &whole[..whole.len() / 2]).unwrap();
    assert!(error().contains("games.parquet: cannot be read as Parquet"), "{}", error());
    fs::write(folder.join("run.json"), "{}").unwrap();
    assert!(error().contains("run.json: not what a run leaves here"), "{}", error());
}

/// Takes the digests of its files from what a run says of itself.
fn without_sums(folder: &Path) {
    let path = folder.join("run.json");
    let mut run: serde_json::Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    assert!(run.as_object_mut().unwrap().remove("sums").is_some());
    fs::write(path, run.to_string()).unwrap();
}

/// Figures are never taken from a damaged file: the chunks give the same ones, and without them nothing is written.
#[test]
fn a_damaged_parquet_file_is_not_believed() {
    let (scratch, plan) = (Scratch::new("flipped"), plan(SMALL));
    let folder = scratch.join("run");
    let folders = std::slice::from_ref(&folder);
    let first = run(&plan, &folder);
    let before = outcome(&folder);
    let file = folder.join("games.parquet");
    let damage = |place: usize| {
        let mut bytes = before[0].clone();
        bytes[place] ^= 4;
        fs::write(&file, bytes).unwrap();
    };
    for place in (0..before[0].len()).step_by(before[0].len() / 60) {
        damage(place);
        fs::write(folder.join("results.json"), "{").unwrap();
        let again = collect_so_far(folders).unwrap().remove(0);
        assert_eq!(again.results.parts, first.parts);
        assert!(
            again.notes[0].contains("games.parquet: damaged; made anew from the chunks"),
            "{:?}",
            again.notes
        );
        assert!(outcome(&folder) == before, "byte {place} flipped");
        assert!(collect_so_far(folders).unwrap().remove(0).notes.is_empty(), "it is mended");
    }
    fs::remove_file(chunk_files(&folder).remove(0)).unwrap();
    for place in [100, before[0].len() / 2] {
        damage(place);
        let error = collect_so_far(folders).unwrap_err().to_string();
        assert!(error.contains("games.parquet: damaged") && error.contains("resume the run"), "{error}");
        assert!(outcome(&folder)[1] == before[1], "nothing was written");
    }
    run(&plan, &folder);
    assert!(outcome(&folder) == before, "resumed, it is whole again");
}

#[test]
fn damaged_records_are_told_of() {
    let scratch = Scratch::new("cut-records");
    let plan = plan_with(SMALL, &Options { records: true, games: Some(12), ..Options::default() });
    let folder = scratch.join("run");
    run(&plan, &folder);
    let file = folder.join("records.jsonl.zst");
    let whole = fs::read(&file).unwrap();
    let notes = || collect_so_far(std::slice::from_ref(&folder)).unwrap().remove(0).notes;
    assert!(notes().is_empty());
    for damaged in [&b""[..], &whole[..whole.len() / 2], &[&whole[..], b"x"].concat()] {
        fs::write(&file, damaged).unwrap();
        assert!(notes()[0].contains("records.jsonl.zst: damaged or gone; made anew"), "{:?}", notes());
        assert!(fs::read(&file).unwrap() == whole);
    }
    fs::remove_dir_all(folder.join("chunks")).unwrap();
    for strip in [false, true] {
        if strip {
            without_sums(&folder);
        }
        fs::write(&file, &whole[..whole.len() / 2]).unwrap();
        assert!(notes()[0].contains("the chunks that it was made from are not there"), "{:?}", notes());
        fs::write(&file, &whole).unwrap();
        assert!(notes().is_empty());
    }
}

/// What there is of a run is told, with what is missing; its files stay as they are.
#[test]
fn an_unfinished_run_has_results_so_far() {
    let (scratch, plan) = (Scratch::new("so-far"), plan(ARMS));
    let whole = run(&plan, &scratch.join("whole"));
    let folder = scratch.join("half");
    run_shard(&plan, &folder, Shard { index: 0, of: 2 }, 2, &()).unwrap();
    let so_far = collect_so_far(std::slice::from_ref(&folder)).unwrap().remove(0);
    let (there, of) = so_far.unfinished.unwrap();
    assert!(0 < there && there < of && of == plan.chunks.len());
    assert!(so_far.results.title.ends_with(&format!("(unfinished: {there} of {of} chunks)")));
    assert!(so_far.missing(&folder).unwrap().to_string().contains("chunks are missing"));
    let (cells, all) = (&so_far.results.parts[0].cells, &whole.parts[0].cells);
    assert_eq!(cells.len(), all.len());
    assert!(cells.iter().zip(all).all(|(half, whole)| 0 < half.figure.n && half.figure.n < whole.figure.n));
    assert!(so_far.results.parts[0].compared.is_empty(), "arms of other deals are not compared");
    assert!(!folder.join("results.json").exists() && !folder.join("games.parquet").exists());
    lab::report::publish(&folder, &so_far.results, false).unwrap();
    let page = fs::read_to_string(folder.join("report.html")).unwrap();
    assert!(page.contains(&format!("(unfinished: {there} of {of} chunks)")));
    // With nothing there at all, too.
    fs::remove_dir_all(folder.join("chunks")).unwrap();
    fs::create_dir(folder.join("chunks")).unwrap();
    let nothing = collect_so_far(std::slice::from_ref(&folder)).unwrap().remove(0);
    assert!(nothing.results.parts[0].cells.is_empty());
    for text in [lab::report::text, lab::report::markdown] {
        assert!(text(&nothing.results).to_lowercase().contains("nothing measured"));
    }
}

/// Where a player breaks down, the other cells are played to their end.
#[test]
fn a_breakdown_costs_its_cell_alone() {
    let text = SMALL
        .replace("seats = [\"{agent}\", \"{other}\"]", "clock = true\nseats = [\"{agent}\", \"{other}\"]")
        .replace(
            "agent = [\"random\", \"first\"]\nother",
            "agent = [\"first\", 'exec(cmd=\"exit 3\",name=mine)']\nother",
        )
        .replace("sweep.agent = [\"first\"]", "");
    let (scratch, plan) = (Scratch::new("breakdown"), plan(&text));
    let folder = scratch.join("run");
    let error = error_of(&plan, &folder);
    assert!(error.contains("agent=mine") && error.contains("exit status: 3"), "{error}");
    assert!(error.ends_with("; 1 more cell broke down") && !error.contains("cmd="), "{error}");
    let so_far = collect_so_far(std::slice::from_ref(&folder)).unwrap().remove(0);
    let cells = &so_far.results.parts[0].cells;
    assert!(
        cells.len() == 4
            && cells.iter().all(|cell| cell.at[0].1.to_string() == "first" && cell.figure.n == 300)
    );
    assert_eq!(so_far.results.parts[1].cells.len(), 4, "the other part is played");
}

/// Nothing that nobody says this program made is replaced, whatever is asked for.
#[test]
fn files_of_others_are_not_replaced() {
    let (scratch, plan) = (Scratch::new("of-others"), plan(SMALL));
    for name in
        ["config.toml", "README.md", "results.json", "games.parquet", "report.html", "report.md", "run.json"]
    {
        for existing in [Existing::Refuse, Existing::Resume, Existing::Replace] {
            let folder = scratch.join("proj");
            let _ = fs::remove_dir_all(&folder);
            fs::create_dir_all(&folder).unwrap();
            fs::write(folder.join(name), "{\"precious\": 1}").unwrap();
            let (shard, build) = (Shard::WHOLE, Build::current());
            let error = Run { plan: &plan, folder: &folder, existing, shard, command: "", build: &build };
            let error = error.go(&()).unwrap_err().to_string();
            assert!(error.contains(name) && error.contains("choose another folder with --out"), "{error}");
            assert_eq!(fs::read_to_string(folder.join(name)).unwrap(), "{\"precious\": 1}");
            assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "nothing was put there");
        }
    }
    // What else is there does not matter.
    let folder = scratch.join("beside");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("notes.txt"), "mine").unwrap();
    run(&plan, &folder);
}

/// Two runs of one folder would do the same work twice; readers are let in.
#[test]
fn a_folder_has_one_writer() {
    struct Tries<'a>(&'a Plan, &'a Path, Mutex<Vec<String>>);
    impl Progress for Tries<'_> {
        fn begin(&self, _plan: &Plan, _done: &[u64]) {
            self.2.lock().unwrap().push(error_of(self.0, self.1));
            run_progress(self.1).unwrap();
        }
    }
    let (scratch, plan) = (Scratch::new("two"), plan(SMALL));
    let folder = scratch.join("run");
    let tries = Tries(&plan, &folder, Mutex::default());
    run_shard(&plan, &folder, Shard::WHOLE, 2, &tries).unwrap();
    let said = tries.2.into_inner().unwrap();
    assert!(
        said[0].contains(&format!("another process ({}) is writing here", std::process::id())),
        "{said:?}"
    );
    assert!(!folder.join(".tefuda-lock").exists());
}

#[test]
fn other_options_are_told_by_their_names() {
    let scratch = Scratch::new("options");
    let folder = scratch.join("run");
    run(&plan_with(SMALL, &Options { records: true, ..Options::default() }), &folder);
    let error = error_of(&plan_with(SMALL, &Options { games: Some(9), ..Options::default() }), &folder);
    let why = "other options (without --games, now 9, with --records, now without): resume it as it was begun, `tefuda run`";
    assert!(error.contains(why), "{error}");
}

fn error_of(plan: &Plan, folder: &Path) -> String {
    run_shard(plan, folder, Shard::WHOLE, 2, &()).unwrap_err().to_string()
}

#[test]
fn another_plan_does_not_mix_with_old_chunks() {
    let (scratch, small) = (Scratch::new("mixed"), plan(SMALL));
    let folder = scratch.join("run");
    run(&small, &folder);
    let before = outcome(&folder);
    let changed = plan(&SMALL.replace("games = 300", "games = 301"));
    let error = error_of(&changed, &folder);
    assert!(error.contains("was begun with another config"), "{error}");
    // Nor if the chunks were carried over by hand.
    let other = scratch.join("other");
    run(&changed, &other);
    fs::remove_dir_all(other.join("chunks")).unwrap();
    fs::rename(folder.join("chunks"), other.join("chunks")).unwrap();
    let error = error_of(&changed, &other);
    assert!(error.contains("a chunk of another plan"), "{error}");
    assert!(outcome(&folder) == before, "nothing was touched");
}

#[test]
fn finished_chunks_are_gone_on_from_only_when_asked() {
    let scratch = Scratch::new("fresh");
    let folder = scratch.join("run");
    let run = |plan: &Plan, existing| {
        Run { plan, folder: &folder, existing, shard: Shard::WHOLE, command: "", build: &Build::current() }
            .go(&())
    };
    let (small, changed) = (plan(SMALL), plan(&SMALL.replace("games = 300", "games = 301")));
    assert!(matches!(run(&small, Existing::Refuse), Ok(Ran::Whole(_))));
    let error = run(&small, Existing::Refuse).unwrap_err().to_string();
    assert!(
        error.contains("there are finished chunks: go on from them with --resume, replace them with --fresh"),
        "{error}"
    );
    fs::write(folder.join("notes.txt"), "mine").unwrap();
    assert!(
        matches!(run(&changed, Existing::Replace), Ok(Ran::Whole(results)) if results.parts[0].cells[0].figure.n == 301)
    );
    assert!(folder.join("notes.txt").exists(), "only what runs left is removed");
}

#[test]
fn another_build_of_the_program_does_not_go_on() {
    let (scratch, plan) = (Scratch::new("build"), plan(SMALL));
    let folder = scratch.join("run");
    run(&plan, &folder);
    let text = fs::read_to_string(folder.join("run.json")).unwrap();
    let build = text.split("\"build\": \"").nth(1).unwrap()[..16].to_string();
    fs::write(folder.join("run.json"), text.replace(&build, "0123456789abcdef")).unwrap();
    let error = error_of(&plan, &folder);
    assert!(error.contains("was begun with another build of this program (0123456789abcdef, now"), "{error}");
}

#[test]
fn every_damage_to_a_chunk_is_noticed() {
    let (scratch, plan) = (Scratch::new("damage"), plan(SMALL));
    let folder = scratch.join("run");
    run(&plan, &folder);
    let before = outcome(&folder);
    let file = chunk_files(&folder).remove(0);
    let whole = fs::read(&file).unwrap();
    let name = file.file_name().unwrap().to_str().unwrap().to_string();
    let noticed = |bytes: &[u8], why: &str| {
        fs::write(&file, bytes).unwrap();
        let error = error_of(&plan, &folder);
        assert!(error.contains(&name) && error.contains("delete this"), "{why}: {error}");
    };
    for place in (0..whole.len()).step_by(whole.len() / 97) {
        let mut bytes = whole.clone();
        bytes[place] ^= 4;
        noticed(&bytes, &format!("byte {place} of {} flipped", whole.len()));
    }
    for length in [0, 10, whole.len() / 2, whole.len() - 1] {
        noticed(&whole[..length], &format!("cut off at {length}"));
    }
    noticed(&[&whole[..], b"x"].concat(), "too long");
    noticed(b"\x89PNG\r\n\x1a\n", "another program's");
    fs::remove_file(&file).unwrap();
    run(&plan, &folder);
    assert!(outcome(&folder) == before, "the games of the deleted file were played anew");
}

#[test]
fn strangers_in_the_folder_are_named() {
    let (scratch, plan) = (Scratch::new("strangers"), plan(SMALL));
    let folder = scratch.join("run");
    run(&plan, &folder);
    fs::write(folder.join("chunks/notes.txt"), "mine").unwrap();
    let error = error_of(&plan, &folder);
    assert!(error.contains("notes.txt: does not belong among the chunks"), "{error}");
    fs::remove_file(folder.join("chunks/notes.txt")).unwrap();
    fs::write(folder.join("chunks/0000000-1.chunks.1.unfinished"), "half").unwrap();
    run(&plan, &folder);
    assert!(!folder.join("chunks/0000000-1.chunks.1.unfinished").exists(), "leftovers are swept up");

    let shard = scratch.join("shard");
    run_shard(&plan, &shard, Shard { index: 0, of: 2 }, 2, &()).unwrap();
    let error = collect(&[shard]).unwrap_err().to_string();
    assert!(error.contains("chunks are missing: resume the run, or name the folders"), "{error}");
    let error = collect(&[scratch.join("nowhere")]).unwrap_err().to_string();
    assert!(error.contains("nowhere/run.json"), "{error}");
}

#[test]
fn a_place_that_cannot_be_written_to_is_named() {
    let (scratch, plan) = (Scratch::new("readonly"), plan(SMALL));
    fs::write(scratch.join("file"), "a file, not a folder").unwrap();
    let error = run_shard(&plan, &scratch.join("file/run"), Shard::WHOLE, 1, &()).unwrap_err();
    assert!(matches!(&error, LabError::File { path, .. } if path.ends_with("file/run")), "{error}");
}

/// Counts what it is told.
#[derive(Default)]
struct Count(Mutex<Vec<u64>>);

impl Progress for Count {
    fn begin(&self, _plan: &Plan, done: &[u64]) {
        *self.0.lock().unwrap() = done.to_vec();
    }

    fn advance(&self, cell: usize, units: u64) {
        self.0.lock().unwrap()[cell] += units;
    }
}

#[test]
fn progress_adds_up_across_a_resume() {
    let (scratch, plan) = (Scratch::new("progress"), plan(SMALL));
    let folder = scratch.join("run");
    let done = |shard| {
        let count = Count::default();
        run_shard(&plan, &folder, shard, 2, &count).unwrap();
        count.0.into_inner().unwrap()
    };
    let half = done(Shard { index: 0, of: 2 });
    assert!(half.iter().zip(&plan.cells).all(|(done, cell)| *done > 0 && *done < cell.units), "{half:?}");
    let units: Vec<u64> = plan.cells.iter().map(|cell| cell.units).collect();
    assert_eq!(done(Shard::WHOLE), units);
}

#[test]
fn records_replay_and_do_not_depend_on_threads() {
    let scratch = Scratch::new("records");
    let plan = plan_with(SMALL, &Options { records: true, games: Some(12), ..Options::default() });
    let bytes = [1, 2].map(|threads| {
        let folder = scratch.join(&threads.to_string());
        run_shard(&plan, &folder, Shard::WHOLE, threads, &()).unwrap();
        fs::read(folder.join("records.jsonl.zst")).unwrap()
    });
    assert!(bytes[0] == bytes[1]);
    let text = zstd::decode_all(&bytes[0][..]).unwrap();
    let mut reader = table::RecordReader::new(&text[..]);
    let mut records = Vec::new();
    while let Some(record) = reader.read::<games::Kuhn>().unwrap() {
        records.push(record);
    }
    assert_eq!(records.len(), 6 * 12);
    assert_eq!(records[71].header.seats.len(), 3);
    // The rows tell the same games.
    let rows = plan.cells[2].job.play(0..12, false).unwrap().values;
    let points: Vec<f64> = records[24..36].iter().map(|record| record.payoffs.points.as_slice()[0]).collect();
    assert_eq!(rows.iter().step_by(2).copied().collect::<Vec<_>>(), points);
}

#[test]
fn a_trial_covers_every_cell() {
    let trial = plan(SMALL).trial(std::time::Duration::from_millis(50)).unwrap();
    assert_eq!(trial.len(), 6);
    assert_eq!(trial[5].games, 34 * 6);
    assert!(trial.iter().all(|cell| cell.seconds > 0.0), "{trial:?}");
}

#[test]
fn shards_are_numbered_from_zero() {
    assert_eq!("2/3".parse(), Ok(Shard { index: 2, of: 3 }));
    for (bad, why) in
        [("3/3", "numbered from 0 to 2"), ("x", "should be like 0/4"), ("0/0", "like 0/4"), ("-1/2", "like")]
    {
        let error = bad.parse::<Shard>().unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    }
}

/// Three agents on the same deals against two others.
const ARMS: &str = r#"
name = "arms"
title = "Arms"
question = "How much of the way from passing to an equilibrium is chance?"
seed = 3

[[part]]
name = "arms"
about = "Three arms."
kind = "match"
game = "kuhn"
seats = ["{agent}", "{other}"]
games = 400
paired = true
measures = ["mean", "win_rate"]
[part.sweep]
agent = ["first", "random", "equilibrium"]
other = ["random", "equilibrium"]
[part.quick]
games = 20
sweep.agent = ["random", "equilibrium"]
[[part.compare]]
measure = ["mean", "win_rate"]
axis = "agent"
base = "first"
[[part.gap]]
measure = "mean"
axis = "agent"
low = "first"
high = "equilibrium"
"#;

#[test]
fn arms_are_compared_deal_by_deal() {
    let (scratch, plan) = (Scratch::new("arms"), plan(ARMS));
    let results = run(&plan, &scratch.join("run"));
    let part = &results.parts[0];
    let told = |claim: &lab::experiment::Compared| {
        format!("{} {} {} against {}", claim.measure, claim.at[0].1, claim.arm, claim.base)
    };
    let claims: Vec<String> = part.compared.iter().map(told).collect();
    let pairs = ["random random", "random equilibrium", "equilibrium random", "equilibrium equilibrium"];
    let expected = ["mean", "win_rate"].map(|m| pairs.map(|pair| format!("{m} {pair} against first")));
    assert_eq!(claims, expected.concat());
    let cell = |agent: &str, other: &str, measure: &str| {
        let here = |at: &lab::experiment::At| at[0].1.to_string() == agent && at[1].1.to_string() == other;
        part.cells.iter().find(|cell| here(&cell.at) && cell.measure == measure).unwrap()
    };
    for claim in &part.compared {
        let other = claim.at[0].1.to_string();
        let [arm, base] = [&claim.arm.to_string(), "first"].map(|agent| cell(agent, &other, &claim.measure));
        assert!((claim.figure.value - (arm.figure.value - base.figure.value)).abs() < 1e-12, "{claim:?}");
        assert!(
            claim.figure.low < claim.figure.value
                && claim.figure.value < claim.figure.high
                && claim.figure.n == 200,
            "{claim:?}"
        );
        assert!(claim.p_holm >= claim.p && claim.p_holm <= 8.0 * claim.p, "{claim:?}");
    }
    assert!(part.compared.iter().any(|claim| claim.p_holm > claim.p), "eight claims are corrected for");
    for share in &part.recovered {
        let [arm, low, high] = ["random", "first", "equilibrium"]
            .map(|agent| cell(agent, &share.at[0].1.to_string(), "mean").figure.value);
        assert!((share.figure.value - (arm - low) / (high - low)).abs() < 1e-12, "{share:?}");
    }
    assert_eq!(part.recovered.len(), 2);
    for text in
        [lab::report::text(&results), lab::report::markdown(&results), lab::report::html(&results, "", None)]
    {
        assert!(text.contains("Mean, difference from agent first") && text.contains("p (Holm)"), "{text}");
        assert!(text.contains("Mean, share of the gap from first to equilibrium"), "{text}");
    }
    let json = serde_json::to_value(experiments_json(&[results])).unwrap();
    let claim = &json["experiments"][0]["compared"][0];
    assert_eq!((&claim["arm"], &claim["at"]["other"]), (&"random".into(), &"random".into()));
    assert!(claim["p_holm"].is_number() && json["experiments"][0]["recovered"][1]["share"].is_number());
}

/// A quick run without the base has nothing to compare with.
#[test]
fn arms_that_are_not_played_are_not_compared() {
    let scratch = Scratch::new("arms-quick");
    let plan = plan_with(ARMS, &Options { quick: true, ..Options::default() });
    let results = run(&plan, &scratch.join("run"));
    assert!(results.parts[0].compared.is_empty() && results.parts[0].recovered.is_empty());
}
