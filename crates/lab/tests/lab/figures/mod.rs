//! A figure in a README is the recorded one: `[77 %][watching]` quotes the cell that the config calls `watching`.

mod by_hand;
mod halves;
mod papers;
mod quoting;

use crate::common::work_out;
use std::fs;
use std::path::{Path, PathBuf};

use lab::experiment::{Config, Options, Plan, Quoted, RecordedFigures, Results};
use quoting::{Link, MARK, links, refill, unquoted, with_definitions};

/// With this variable the recorded figures are written into the READMEs instead.
const WRITE: &str = "TEFUDA_WRITE";

fn is_writing() -> bool {
    std::env::var_os(WRITE).is_some()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A record that is read and written again has the same bytes.
#[test]
fn records_come_back_to_the_byte() {
    for folder in recorded_folders() {
        let path = folder.join("recorded.json");
        let recorded = RecordedFigures::read(&path).unwrap_or_else(|error| panic!("{error}"));
        assert!(recorded.text() == fs::read_to_string(&path).unwrap(), "{} changes", path.display());
    }
}

/// Pages that quote experiments beside other figures, and the way from them to the root.
const QUOTING: [(&str, &str); 4] = [
    ("docs/claims.md", "../"),
    ("docs/claims-second.md", "../"),
    ("docs/neural.md", "../"),
    ("docs/games/daihinmin-players.md", "../../"),
];

/// An experiment of the house with its recorded run.
struct House {
    plan: Plan,
    recorded: Results,
}

/// Those with a record; before its first full run an experiment has nothing to quote.
fn house() -> Vec<House> {
    let folders = recorded_folders();
    assert!(folders.len() >= 6, "{folders:?}");
    folders.iter().map(|folder| read(folder)).collect()
}

fn recorded_folders() -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join("experiments")).unwrap();
    let mut folders: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    folders.retain(|folder| folder.join("recorded.json").is_file());
    folders.sort();
    folders
}

fn read(folder: &Path) -> House {
    let config = Config::read(&folder.join("config.toml")).unwrap_or_else(|error| panic!("{error}"));
    let plan = work_out(&config, &Options::default()).unwrap_or_else(|error| panic!("{error}"));
    let recorded =
        RecordedFigures::read(&folder.join("recorded.json")).unwrap_or_else(|error| panic!("{error}"));
    House { recorded: recorded.results(&plan), plan }
}

impl House {
    fn figure(&self, name: &str) -> Result<Quoted, String> {
        let found = self.plan.quoted(name, &self.recorded).map_err(|error| error.to_string())?;
        found.ok_or_else(|| format!("`{name}` is not recorded"))
    }

    /// Where the table of a quote stands, seen from the folder of the experiment.
    fn place(&self, name: &str) -> String {
        let part = self.plan.quoted_part(name);
        part.map_or("results.md".into(), |part| format!("results.md#{}", part.replace('_', "-")))
    }
}

/// What a name stands for and where its table is, or why it stands for nothing.
type Find<'a> = dyn Fn(&str) -> Result<(Quoted, String), String> + 'a;

/// A README: what its quotes stand for, and where their tables are.
struct Page<'a> {
    path: PathBuf,
    /// The part of it in which every figure is a quote.
    claims: Box<dyn Fn(&str) -> String + 'a>,
    find: Box<Find<'a>>,
}

fn pages(house: &[House]) -> Vec<Page<'_>> {
    let own = house.iter().map(|one| Page {
        path: root().join("experiments").join(&one.plan.name).join("README.md"),
        claims: Box::new(|text| text.split_once("## What follows").unwrap().1.into()),
        // Its own figures by their names, those of others as `experiment.name`.
        find: Box::new(|name| match one.figure(name) {
            Ok(figure) => Ok((figure, one.place(name))),
            Err(why) => of_any(house, name, "../../").map_err(|_| why),
        }),
    });
    own.chain(["README.md", "README.ja.md"].map(|page| Page {
        path: root().join(page),
        claims: Box::new(|text| {
            let row = |one: &House| format!("](experiments/{}/README.md) |", one.plan.name);
            let rows: Vec<String> = house.iter().map(row).collect();
            let own = text.lines().filter(|line| rows.iter().any(|row| line.contains(row)));
            own.collect::<Vec<_>>().join("\n")
        }),
        find: Box::new(|name| of_any(house, name, "")),
    }))
    .chain(QUOTING.map(|(page, way)| Page {
        path: root().join(page),
        // Figures that were read elsewhere stand there, too.
        claims: Box::new(|_| String::new()),
        find: Box::new(move |name| of_any(house, name, way)),
    }))
    .collect()
}

/// What `experiment.name` stands for, and where its table is seen from a page so far from the root.
fn of_any(house: &[House], name: &str, way: &str) -> Result<(Quoted, String), String> {
    let (of, name) = name.split_once('.').ok_or(format!("`{name}` names no experiment"))?;
    let one = house.iter().find(|one| one.plan.name == of);
    let one = one.ok_or(format!("there is no experiment `{of}`"))?;
    Ok((one.figure(name)?, format!("{way}experiments/{of}/{}", one.place(name))))
}

impl Page<'_> {
    /// The page as it should be, and what cannot be mended by writing.
    fn mended(&self, text: &str) -> (String, Vec<String>) {
        let (mut wrong, mut places) = (Vec::new(), Vec::new());
        let body = text.split_once(MARK).map_or(text, |(body, _)| body);
        let mut mended = String::new();
        let mut end = 0;
        for Link { text: quoted, name, span } in links(body) {
            mended += &body[end..span.start];
            match (self.find)(&name) {
                Ok((figure, place)) => {
                    mended += &format!("[{}][{name}]", refill(&quoted, figure));
                    places.push((name, place));
                }
                Err(why) => wrong.push(why),
            }
            end = span.end;
        }
        mended += &body[end..];
        wrong.extend(unquoted(&(self.claims)(body)).into_iter().map(|figure| {
            format!("`{figure}` quotes no cell: write [{figure}][NAME], and NAME under [quote] in the config")
        }));
        (with_definitions(&mended, places), wrong)
    }
}

#[test]
fn every_figure_of_a_readme_is_the_recorded_one() {
    let house = house();
    for page in pages(&house) {
        let text = fs::read_to_string(&page.path).unwrap();
        let (mended, wrong) = page.mended(&text);
        assert!(wrong.is_empty(), "{}:\n{}", page.path.display(), wrong.join("\n"));
        if is_writing() {
            fs::write(&page.path, mended).unwrap();
            continue;
        }
        let differs = text.lines().zip(mended.lines()).find(|(is, should)| is != should);
        assert!(
            text == mended,
            "{}: not the recorded figure (is, should be): {differs:?}; `{WRITE}=1 cargo test -p lab --profile ci figures` writes it",
            page.path.display()
        );
    }
}

/// The README in Japanese makes the same claims and shows the same commands.
#[test]
fn both_languages_have_the_same_readme() {
    let [english, japanese] =
        ["README.md", "README.ja.md"].map(|page| fs::read_to_string(root().join(page)).unwrap());
    let quotes = |text: &str| {
        let mut quotes: Vec<String> = links(text).into_iter().map(|link| link.name).collect();
        quotes.sort();
        quotes
    };
    assert_eq!(quotes(&english), quotes(&japanese));
    // A line of the list of commands, without what it is for and without its language.
    let commands = |text: &str| {
        let lines = text.lines().filter(|line| line.starts_with("tefuda ") || line.starts_with("$ tefuda "));
        let command = |line: &str| line.split("  ").next().unwrap_or_default().replace(" --lang ja", "");
        lines.map(command).collect::<Vec<_>>()
    };
    assert!(commands(&english).len() > 10);
    assert_eq!(commands(&english), commands(&japanese));
    let code = |text: &str| text.split('`').skip(1).step_by(2).filter(|code| code.contains("cargo")).count();
    assert_eq!(code(&english), code(&japanese));
}

/// The answer of the recorded run has its figures in it, all of them, and none is typed.
#[test]
fn every_answer_is_filled_from_the_record() {
    for House { plan, recorded } in house() {
        let answer = recorded.answer.unwrap();
        assert!(!answer.contains("not played") && !answer.contains('{'), "{}: {answer}", plan.name);
        assert!(unquoted(&answer).len() >= 2, "{}: {answer}", plan.name);
        let typed = plan.config.lines().find(|line| line.starts_with("answer = ")).unwrap();
        assert!(unquoted(typed).is_empty(), "{} types a figure, it should quote one: {typed}", plan.name);
    }
}
