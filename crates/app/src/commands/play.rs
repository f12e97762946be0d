//! `tefuda play`: a person at the terminal, agents on the other seats.

use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use catalog::{check_agent, check_notes, open_table, opening};
use games::find_game;
use table::{Advice, Host, Lang, Occupant, PlayError, Seat, Seeds, Spec};

use super::rules;
use crate::console::{self, Console};
use crate::failure::Failure;
use crate::interrupt;
use crate::kept_game::KeptGame;
use crate::menu::{Picked, Picker};
use crate::names::{self, Specs, company};
use crate::{files, output, screen, text};

/// Play in this terminal against agents
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tefuda play buzzard                           against the usual company
  tefuda play 'buzzard(cards=8)' --agents greedy,greedy,random
                                                a shorter game against these three
  tefuda play kuhn --seat B --seed 7 --lang ja  on seat B, in Japanese; the same seed deals the same cards
  tefuda play daihinmin --notes rank            what an estimator thinks: where everybody will end
  tefuda play kuhn --record game.jsonl          keep the game; `tefuda replay game.jsonl` shows it

At the table `?` shows the rules, `t` the table again, `l` what you may do, `h` what an agent would do in your \
place, and `q` leaves. Where there is much to choose from, name the parts of an action in any order: a card, then a \
place. Suits are typed as letters or as signs: `S8` or `♠8`. Games that were played to their end are recorded, also if \
you leave the next one; without --record, `k` keeps them when they are over. Ctrl-C keeps the game under way in a file, and \
`tefuda play --resume FILE` goes on with it; the file holds everybody's cards.")]
pub(crate) struct Args {
    /// The game with its options, e.g. `buzzard` or `buzzard(cards=8)`
    #[arg(required_unless_present = "resume")]
    game: Option<Spec>,
    /// Go on with the game in this file: it was kept when it was left
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "seat", "agents", "notes", "series", "seed"])]
    resume: Option<PathBuf>,
    /// Where you sit [default: A]
    #[arg(long, value_name = "A")]
    seat: Option<Seat>,
    /// Who sits on the other seats [default: the game's usual company]
    #[arg(long, value_name = "X,Y,..")]
    agents: Option<Specs>,
    /// Beside the seats, what this estimator thinks of them from your view, e.g. `uniform`
    #[arg(long, value_name = "ESTIMATOR")]
    notes: Option<Spec>,
    /// How many games are played one after another, with what the game carries over [default: the game's usual]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = crate::names::series())]
    series: Option<u32>,
    /// The seed of all random streams [default: another one each time]
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = crate::names::seed())]
    seed: Option<u64>,
    /// Write the record of the game to this new file; further games get a number
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Replace the file of the record if it exists
    #[arg(long, requires = "record")]
    force: bool,
    /// The language you are spoken to in, `en` or `ja` [default: Japanese where the locale is, else English]
    #[arg(long, value_name = "LANG")]
    lang: Option<Lang>,
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    args.record.as_deref().map_or(Ok(()), |path| files::check_new(path, args.force))?;
    let lang = args.lang.unwrap_or_else(screen::lang);
    let options = match args.resume {
        Some(file) => PlayOptions::resumed(file, args.record, lang)?,
        None => {
            let game = args.game.expect("asked for where no file is given");
            let agents = args.agents.map_or_else(|| company(&game), |agents| Ok(agents.0))?;
            let seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one("seed") % 1_000_000);
            let Args { seat, notes, series, record, .. } = args;
            let seat = seat.unwrap_or(Seat::new(0));
            PlayOptions { game, seat, agents, notes, series, seed, record, lang, kept: None }
        }
    };
    options.check()?;
    if !console::is_there() {
        return Err(options.not_here());
    }
    options.play(&mut Console::here(lang))
}

/// What is played, with whom, and where it is recorded.
struct PlayOptions {
    game: Spec,
    seat: Seat,
    agents: Vec<Spec>,
    notes: Option<Spec>,
    series: Option<u32>,
    seed: u64,
    record: Option<PathBuf>,
    lang: Lang,
    /// The game that goes on first, and its file.
    kept: Option<(PathBuf, KeptGame)>,
}

impl PlayOptions {
    /// What was played when the game in a file was left.
    fn resumed(file: PathBuf, record: Option<PathBuf>, lang: Lang) -> Result<PlayOptions, Failure> {
        let kept = KeptGame::read(&file)?;
        let nobody = || Failure::Failed(format!("{}: no seat of this game is a person's", file.display()));
        Ok(PlayOptions {
            game: kept.opening.game.parse()?,
            seat: kept.seat().ok_or_else(nobody)?,
            agents: kept.agents()?,
            notes: kept.notes()?,
            series: Some(kept.opening.games),
            seed: kept.opening.deal,
            record,
            lang,
            kept: Some((file, kept)),
        })
    }

    /// Refuses what cannot be played, before anybody is asked to sit down.
    fn check(&self) -> Result<(), Failure> {
        let (game, seats) = (names::game(&self.game)?, self.agents.len() + 1);
        self.agents.iter().try_for_each(|agent| check_agent(agent, game.name).map(drop))?;
        if self.seat.index() >= seats {
            let last = Seat::new(seats - 1);
            let why = format!("no seat {} at a table for {seats}; its seats are A to {last}", self.seat);
            return Err(Failure::Usage(why));
        }
        Ok(check_notes(&self.game, seats, self.notes.as_ref())?)
    }

    /// What can be done where nobody can be asked: an agent more in the person's place.
    fn not_here(&self) -> Failure {
        let seats: Vec<String> = self.agents.iter().chain(self.agents.first()).map(Spec::to_string).collect();
        Failure::Usage(format!(
            "play needs a terminal to show the table and to ask you; agents play with `tefuda match '{}' --seats '{}'`, \
             and a program of yours as one of them: exec(cmd=..)",
            self.game,
            seats.join(",")
        ))
    }

    /// Plays one game, or one series, after the other until the person has enough.
    fn play(&self, console: &mut Console<'_>) -> Result<(), Failure> {
        let mut totals = vec![0.0; self.agents.len() + 1];
        for number in 1.. {
            let seed = self.seed.wrapping_add(number as u64 - 1);
            let resumed = self.kept.as_ref().filter(|_| number == 1);
            let mut game = GameLoop::new(self, seed, resumed, console)?;
            let ended = game.play(&mut totals);
            let (record, names) = (game.session.record_so_far(), game.session.names().to_vec());
            match &ended {
                Ok(Ended::Done) => interrupt::keep(None),
                Ok(Ended::Left) => {}
                // A terminal that is gone, or an agent that broke down: the game can go on later.
                Err(_) => interrupt::keep_now().iter().for_each(|kept| output::note(kept)),
            }
            self.save(number, record.as_deref(), console)?;
            if ended? == Ended::Left {
                break;
            }
            if number > 1 {
                let (seat, lang) = (Some(self.seat), self.lang);
                let so_far = text::scores(&names, seat, console.columns(), lang, |s| totals[s.index()]);
                let times = lang.either(format!("In all, after {number} times"), format!("{number}回の合計"));
                console.say(&format!("\n{times}:\n{so_far}"))?;
            }
            if !self.again(record.as_deref(), Path::new(&self.game.name), console)? {
                break;
            }
        }
        Ok(())
    }

    /// Whether the person wants to play again; games that are not kept yet can be kept now, in a file that is called so and
    /// by the seed.
    fn again(&self, record: Option<&str>, called: &Path, console: &mut Console<'_>) -> Result<bool, Failure> {
        let plain = self.lang.either("\nplay again? (y/n) ", "\nもう一度遊びますか？ (y/n) ");
        let keeping = self.lang.either(
            "\nplay again? (y/n, k keeps what was played) ",
            "\nもう一度遊びますか？ (y/n、k で保存) ",
        );
        let mut unkept = record.filter(|_| self.record.is_none());
        loop {
            let question = if unkept.is_some() { keeping } else { plain };
            match (console.choose(question, if unkept.is_some() { "ynk" } else { "yn" })?, unkept) {
                ('k', Some(record)) => {
                    let first = PathBuf::from(format!("{}-{}.jsonl", called.display(), self.seed));
                    let path = if first.exists() { files::free(&first) } else { first };
                    self.keep(&path, record, console)?;
                    unkept = None;
                }
                (answer, _) => return Ok(answer == 'y'),
            }
        }
    }

    /// Opens a table, the person on one seat, the agents in order on the others; and names who may be asked for a hint.
    fn open(&self, seed: u64, kept: Option<&KeptGame>) -> Result<(Box<dyn Host>, Vec<String>), Failure> {
        let mut agents = self.agents.iter();
        let place = |seat| match if seat == self.seat { None } else { agents.next() } {
            Some(spec) => Occupant::Agent(spec.to_string()),
            None => Occupant::External("person".to_string()),
        };
        let places = Seat::all(self.agents.len() + 1).map(place).collect();
        let mut table = match kept {
            Some(kept) => open_table(&kept.opening, &kept.log, Arc::new(())),
            None => {
                let opening = opening(&self.game, Seeds::new(seed), self.series, places)?;
                open_table(&opening, &[], Arc::new(()))
            }
        }?;
        if let Some(notes) = &self.notes {
            table.take_notes(self.seat, notes, self.lang)?;
        }
        let adviser = table.facts().adviser.to_string();
        let mut table = table.into_host();
        table.think().map_err(failure)?;
        // The game's adviser may not know these rules.
        let company = self.agents.iter().map(Spec::to_string).filter(|agent| !agent.starts_with("exec"));
        Ok((table, [adviser].into_iter().chain(company).chain(["random".to_string()]).collect()))
    }

    fn save(&self, number: usize, record: Option<&str>, console: &mut Console<'_>) -> Result<(), Failure> {
        let (Some(path), Some(record)) = (&self.record, record) else { return Ok(()) };
        let path = if number == 1 { path.clone() } else { files::free(path) };
        self.keep(&path, record, console)
    }

    fn keep(&self, path: &Path, record: &str, console: &mut Console<'_>) -> Result<(), Failure> {
        files::write(path, record)?;
        let kept = "The game is kept; step through it with";
        console.say(self.lang.either(kept, "ゲームを保存しました。次のコマンドで見返せます"))?;
        console.say_whole(&format!("  tefuda replay {}", path.display()))
    }
}

/// How a turn or a game ended.
#[derive(PartialEq, Eq)]
enum Ended {
    Done,
    Left,
}

/// A series of games, with a person on one seat.
struct GameLoop<'a, 'b> {
    session: Box<dyn Host>,
    seat: Seat,
    rules: String,
    console: &'a mut Console<'b>,
    lang: Lang,
    /// What the game is called, where that is not the name people type.
    called: String,
    /// Who may be asked for a hint, the best first.
    advisers: Vec<String>,
    /// Sentences that need not be repeated while they hold.
    lasting: &'static [&'static str],
    /// Whether actions are chosen by parts: once that was so it stays so, also where the list is short.
    by_parts: bool,
    /// How much of the story has been told.
    told: usize,
    /// Which lasting sentences the story said last.
    holding: Vec<&'static str>,
    /// The estimator whose notes are shown.
    notes: Option<Spec>,
    /// The file that the game was resumed from.
    resumed: Option<PathBuf>,
}

impl<'a, 'b> GameLoop<'a, 'b> {
    fn new(
        options: &PlayOptions,
        seed: u64,
        resumed: Option<&(PathBuf, KeptGame)>,
        console: &'a mut Console<'b>,
    ) -> Result<Self, Failure> {
        let (lang, seat) = (options.lang, options.seat);
        let (session, advisers) = options.open(seed, resumed.map(|(_, kept)| kept))?;
        let rules = rules::text(&options.game, lang)?;
        let you = lang.either(
            format!("you are seat {seat} · seed {seed}"),
            format!("あなたの席は {seat} · シード {seed}"),
        );
        let called = lang.either(String::new(), heading(&rules));
        let typed = session.game();
        let name = if called.is_empty() { typed } else { format!("{called} · {typed}") };
        let (title, keys) = (format!("{name} · {you}"), lang.either(KEYS, KEYS_JA));
        let rules = console.prose(rules);
        let lasting = find_game(&options.game)?.lasting;
        let fits = text::width(&title) + BETWEEN.len() + text::width(keys) <= console.columns();
        let between = if fits { BETWEEN } else { "\n" };
        console.say(&format!("\n{}{between}{}", console.bold(&title), console.dim(keys)))?;
        let (by_parts, holding) = (false, Vec::new());
        // Somebody who comes back is told the end of what happened.
        let told = resumed.map_or(0, |_| session.events().saturating_sub(RECALLED));
        Ok(GameLoop {
            session,
            seat,
            rules,
            console,
            lang,
            called,
            advisers,
            lasting,
            by_parts,
            told,
            holding,
            notes: options.notes.clone(),
            resumed: resumed.map(|(file, _)| file.clone()),
        })
    }

    /// From now on a signal keeps the table as it stands now.
    fn keep(&self) {
        if !self.console.is_live() {
            return;
        }
        let kept = KeptGame::of(&*self.session, self.notes.as_ref());
        let (resumed, lang) = (self.resumed.clone(), self.lang);
        interrupt::keep(Some(Box::new(move || told_kept(kept.write(resumed.as_deref()), lang))));
    }

    /// Keeps the game for somebody who leaves, if anything was chosen in it.
    fn leave_kept(&mut self) -> Result<Ended, Failure> {
        let text = match self.console.is_live() {
            true => interrupt::keep_now(),
            false => None,
        };
        text.map_or(Ok(()), |text| self.console.say_whole(&text))?;
        Ok(Ended::Left)
    }

    /// Plays the games of the series and adds up what everybody earns.
    fn play(&mut self, totals: &mut [f64]) -> Result<Ended, Failure> {
        loop {
            if self.play_game()? == Ended::Left {
                return Ok(Ended::Left);
            }
            let series = self.session.points();
            let (number, games) = self.session.series();
            self.tell_series(number + 1, games, &series)?;
            let next = number + 2;
            let question = self.lang.either(
                format!("\ngame {next} of {games}? (y/n) "),
                format!("\n第{next}ゲーム（全{games}ゲーム）を始めますか？ (y/n) "),
            );
            if number + 1 == games || !self.console.agrees(&question)? {
                totals.iter_mut().zip(&series).for_each(|(total, points)| *total += points);
                return Ok(Ended::Done);
            }
            self.session.next_game().and_then(|()| self.session.think()).map_err(failure)?;
            self.keep();
            self.told = 0;
            self.holding.clear();
        }
    }

    /// What everybody has in a series so far; a single game has said it.
    fn tell_series(&mut self, played: u32, games: u32, points: &[f64]) -> Result<(), Failure> {
        if games == 1 {
            return Ok(());
        }
        let so_far = match played == games {
            true => self.lang.either(format!("In all {games} games"), format!("全{games}ゲームの合計")),
            false => self.lang.either(
                format!("After game {played} of {games}"),
                format!("第{played}ゲームまでの合計（全{games}ゲーム）"),
            ),
        };
        let (seat, columns) = (Some(self.seat), self.console.columns());
        let scores = text::scores(self.session.names(), seat, columns, self.lang, |s| points[s.index()]);
        self.say(&format!("\n{so_far}:\n{scores}"))
    }

    /// A table with the game's name as people read it.
    fn named(&self, table: &str) -> String {
        let title = table.trim_start();
        let typed = self.session.game();
        let typed = typed.split('(').next().unwrap_or(&typed);
        match title.strip_prefix(typed).filter(|_| !self.called.is_empty()) {
            Some(rest) => format!("{}{}{rest}", &table[..table.len() - title.len()], self.called),
            None => table.to_string(),
        }
    }

    /// Says something with the suits of cards as they are typed: one card has one name at the table.
    fn say(&mut self, text: &str) -> Result<(), Failure> {
        self.console.say(&lettered(text))
    }

    fn play_game(&mut self) -> Result<Ended, Failure> {
        self.tell()?;
        while self.session.payoffs().is_none() {
            if self.choose()? == Ended::Left {
                return Ok(Ended::Left);
            }
            self.tell()?;
        }
        self.finish().map(|()| Ended::Done)
    }

    /// Tells what has happened since the last time, and shows how parts that are over looked at their end.
    fn tell(&mut self) -> Result<(), Failure> {
        let (seat, columns) = (Some(self.seat), self.console.columns());
        let closed = self.session.closed_since(seat, self.told, self.lang, columns);
        let news = self.session.events_since(seat, self.told, self.lang);
        self.told += news.len();
        let news = self.without_what_holds(news);
        let news = retold(&news, columns, self.lang);
        let news: Vec<String> = news.iter().map(|line| format!("  · {line}")).collect();
        self.say(&format!("\n{}", news.join("\n")))?;
        let head = self.lang.either("So it stood at the end:", "終わったときの様子：");
        closed.iter().try_for_each(|table| self.say(&format!("\n  {head}\n{}", self.named(table))))
    }

    /// The story without sentences that were said of the event before and still hold.
    fn without_what_holds(&mut self, story: Vec<String>) -> Vec<String> {
        let mut told = Vec::new();
        for mut line in story {
            let holds: Vec<&str> = self.lasting.iter().copied().filter(|said| line.contains(said)).collect();
            for said in holds.iter().filter(|said| self.holding.contains(said)) {
                line = line.replace(&format!(" {said}"), "").replace(said, "");
            }
            self.holding = holds;
            told.push(line);
        }
        told
    }

    /// Shows the table and lets the person choose.
    fn choose(&mut self) -> Result<Ended, Failure> {
        let choices = self.session.choices(self.seat, self.lang);
        let mut picker =
            Picker::new(choices, self.lang, self.by_parts, |part| self.session.part_label(part, self.lang));
        self.by_parts = picker.is_by_parts();
        self.show_table(&picker)?;
        loop {
            let prompt = self.console.bold(&format!("{}> ", self.seat));
            let typed = self.console.ask(&prompt)?;
            let picked = match typed.as_deref() {
                None => return self.leave_kept(),
                Some("q") => match self.console.choose(self.lang.either(LEAVE, LEAVE_JA), "ynk")? {
                    'y' => {
                        interrupt::keep(None);
                        return Ok(Ended::Left);
                    }
                    'k' => {
                        self.keep();
                        return self.leave_kept();
                    }
                    _ => None,
                },
                Some("") => picker.confirmed().map(Picked::Action),
                Some("?") => self.show_rules().map(|()| None)?,
                Some("t") => self.show_table(&picker).map(|()| None)?,
                Some("h") => self.hint().map(|()| None)?,
                Some("l") => Some(Picked::Narrowed),
                Some(typed) => Some(picker.pick(&lettered(typed))),
            };
            match picked {
                None => {}
                Some(Picked::Action(action)) if self.act(&action)? => return Ok(Ended::Done),
                Some(Picked::Action(_)) => {}
                Some(Picked::Narrowed) => self.say(&picker.text(self.console.columns()))?,
                Some(Picked::Nothing(why)) => self.say(&format!("  {why}"))?,
            }
        }
    }

    fn show_rules(&mut self) -> Result<(), Failure> {
        let back = self.lang.either("t shows the table again", "t でもう一度場を見ます");
        self.console.page(&format!("\n{}\n\n{back}", self.rules))
    }

    fn show_table(&mut self, picker: &Picker) -> Result<(), Failure> {
        let columns = self.console.columns();
        let table = self.session.text_within(Some(self.seat), self.lang, columns);
        self.say(&format!("\n{}", self.named(table.trim_end_matches('\n'))))?;
        let list = picker.text(columns);
        // A blank line before the list, unless a low screen would lose the beginning of the table for it.
        let lines = text::fit(&table, columns).lines().count() + list.lines().count() + 2;
        let gap = if self.console.rows().is_some_and(|rows| lines > rows) { "" } else { "\n" };
        self.say(&format!("{gap}{list}"))
    }

    /// Says what an agent would do that has seen what the person has.
    fn hint(&mut self) -> Result<(), Failure> {
        let (seat, lang) = (self.seat, self.lang);
        let mut found = None;
        for name in self.advisers.clone() {
            if let Ok(adviser) = self.session.adviser(seat, &name, lang) {
                found = Some((name, adviser.advise()));
                break;
            }
        }
        match found {
            Some((name, Ok(advice))) => self.say(&advised(&name, &advice, lang)),
            Some((name, Err(fault))) => self.say(&format!("  {name}: {fault}")),
            None => self
                .say(lang.either("  nobody can advise you here", "  ここで助言できるエージェントはいません")),
        }
    }

    /// Whether the table took the action; if not, the person has been told why.
    fn act(&mut self, action: &str) -> Result<bool, Failure> {
        match self.session.play(self.seat, action) {
            Ok(()) => {
                self.keep();
                Ok(true)
            }
            Err(PlayError::Refused(why)) => {
                let why = self.reason(action, why);
                self.say(&format!("  {why}")).map(|()| false)
            }
            Err(error) => Err(failure(error)),
        }
    }

    /// Why an action was refused, in the person's language; the table itself speaks English.
    fn reason(&mut self, typed: &str, refused: String) -> String {
        if let Some(why) = self.session.why_not(self.seat, typed, self.lang) {
            return why;
        }
        let possible = self.session.choices(self.seat, self.lang);
        let labels: Vec<&str> =
            possible.left().map(|choice| choice.label.as_str()).take(MOST_NAMED + 1).collect();
        let typed = typed.escape_debug();
        match labels.len() > MOST_NAMED {
            true => {
                self.lang.either(refused, format!("`{typed}` は読めません。l で、できることを見られます"))
            }
            false => self
                .lang
                .either(refused, format!("`{typed}` は読めません。できること：{}", labels.join("、"))),
        }
    }

    /// Shows the table with everything face up, and who won.
    fn finish(&mut self) -> Result<(), Failure> {
        let (payoffs, columns) = (self.session.payoffs().expect("the game is over"), self.console.columns());
        let table = self.session.face_up(Some(self.seat), self.lang, columns).expect("the game is over");
        let result = text::result(self.session.names(), &payoffs, Some(self.seat), columns, self.lang);
        let result = self.console.bold(&result);
        self.say(&format!("\n{}\n{result}", self.named(&table)))
    }
}

/// The largest number of actions that the answer to unknown input names.
const MOST_NAMED: usize = 8;
/// As many actions a hint weighs up.
const MOST_WEIGHED: usize = 4;

/// The number of events that somebody who resumes a game is told again.
const RECALLED: usize = 12;

/// Where a game was kept, or why it was not.
fn told_kept(kept: Result<PathBuf, Failure>, lang: Lang) -> String {
    match kept {
        Ok(path) => {
            let said =
                lang.either("The game is kept; go on with", "ゲームを保存しました。続きは次のコマンドで");
            format!("{said}\n  tefuda play --resume {}", path.display())
        }
        Err(why) => {
            let said = lang.either("the game could not be kept", "ゲームを保存できませんでした");
            format!("{said}: {}", why.why())
        }
    }
}

/// The name of the game in the heading of its rules.
fn heading(rules: &str) -> String {
    let name = rules.lines().find_map(|line| line.strip_prefix("# "));
    name.map_or_else(String::new, |name| name.trim().to_string())
}

/// Suits as letters and tens as `T`, as they are typed.
fn lettered(text: &str) -> String {
    let (mut out, mut rest) = (String::new(), text);
    while let Some(place) = rest.find(SIGNS) {
        let (before, from) = rest.split_at(place);
        let mut letters = from.chars();
        let letter = match letters.next() {
            Some('♠') => 'S',
            Some('♥') => 'H',
            Some('♦') => 'D',
            _ => 'C',
        };
        out.extend(before.chars().chain([letter]));
        rest = letters.as_str();
        if let Some(after) = rest.strip_prefix("10") {
            out.push('T');
            rest = after;
        }
    }
    out + rest
}

/// The signs of the suits of cards.
const SIGNS: [char; 4] = ['♠', '♥', '♦', '♣'];

/// What an adviser would do, and what else it weighed.
fn advised(name: &str, advice: &Advice, lang: Lang) -> String {
    // In English actions stand as they are typed, as in the list.
    let action = lang.either(&advice.action, &advice.label);
    let mut text =
        lang.either(format!("  {name} would choose: {action}"), format!("  {name} なら：{action}"));
    let weighed = advice.rows.iter().take(MOST_WEIGHED).filter(|row| row.share > 0.0);
    let weighed: Vec<String> =
        weighed.map(|row| format!("{} {:.0} %", row.label, 100.0 * row.share)).collect();
    if !weighed.is_empty() {
        text += &format!("\n    {}", weighed.join(" · "));
    }
    for (seat, belief) in advice.beliefs() {
        text += &format!("\n    {seat}: {belief}");
    }
    text
}

/// What can be typed at any time, beside the title of the table or below it.
const KEYS: &str = "? rules · t table · l what you may do · h hint · q quit";
const KEYS_JA: &str = "? ルール · t 場 · l できること · h ヒント · q やめる";
const BETWEEN: &str = "     ";

/// Asked of who wants to leave.
const LEAVE: &str = "leave? (y/n, k leaves and keeps the game) ";
const LEAVE_JA: &str = "やめますか？ (y/n、k でゲームを保存してやめる) ";

/// What a table that cannot go on says.
fn failure(error: PlayError) -> Failure {
    Failure::Failed(error.to_string())
}

/// The same story in fewer lines: what repeats is told once, what is said of several seats is said of all of them, and
/// whole sentences about the same seat go on.
fn retold(story: &[String], columns: usize, lang: Lang) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in alike(story, lang) {
        match lines.last_mut() {
            Some(last)
                if last.ends_with('.')
                    && split_subject(last).0 == split_subject(&line).0
                    && text::width(last) + text::width(&line) + 5 < columns =>
            {
                last.push(' ');
                last.push_str(&line);
            }
            _ => lines.push(line),
        }
    }
    lines
}

/// Runs of lines that are the same, or the same of other seats, as one line each.
fn alike(story: &[String], lang: Lang) -> Vec<String> {
    let mut lines = Vec::new();
    for run in story.chunk_by(|a, b| split_subject(a).1 == split_subject(b).1) {
        let same = run.chunk_by(|a, b| a == b).map(|same| (&same[0], same.len()));
        match same.collect::<Vec<_>>()[..] {
            [(line, times)] => lines.push(repeated(line, times, lang)),
            [(first, times), ref others @ ..]
                if others.iter().all(|other| other.1 == times) && is_seat(first) =>
            {
                let seats: Vec<&str> = run.iter().step_by(times).map(|line| split_subject(line).0).collect();
                let line = format!("{}: each {}", seats.join(", "), split_subject(first).1);
                lines.push(repeated(&line, times, lang));
            }
            ref all => lines.extend(all.iter().map(|&(line, times)| repeated(line, times, lang))),
        }
    }
    lines
}

/// Whether it is a sentence about one seat.
fn is_seat(line: &str) -> bool {
    matches!(split_subject(line).0.as_bytes(), [b'A'..=b'Z'])
}

/// The first word, and the rest.
fn split_subject(line: &str) -> (&str, &str) {
    line.split_once(' ').unwrap_or((line, ""))
}

fn repeated(line: &str, times: usize, lang: Lang) -> String {
    match (times, line.strip_suffix('.')) {
        (1, _) => line.to_string(),
        _ if lang == Lang::Japanese => format!("{line}（{times}回）"),
        (_, Some(sentence)) => format!("{sentence}, {times} times."),
        (_, None) => format!("{line}, {times} times"),
    }
}

#[cfg(test)]
mod tests {
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
        assert!(
            !screen_of("kuhn", 2, None, Lang::English, "2\nn\n").contains("In all"),
            "one game has said it"
        );
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
        let told = game.without_what_holds(story(&[
            "A plays S5. The suits are locked.",
            "B passes. The suits are locked.",
        ]));
        assert_eq!(told, ["A plays S5. The suits are locked.", "B passes."]);
        let told = game.without_what_holds(story(&[
            "C passes. The suits are locked.",
            "D passes. The table is cleared.",
            "D plays S6. The suits are locked.",
        ]));
        assert_eq!(
            told,
            ["C passes.", "D passes. The table is cleared.", "D plays S6. The suits are locked."]
        );
    }

    #[test]
    fn the_next_game_has_other_cards() {
        let screen = transcript("2\ny\n2\nn\n");
        assert!(screen.contains("seed 3") && screen.contains("seed 4"), "{screen}");
    }
}
