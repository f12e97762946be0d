//! `tefuda play`: a person at the terminal, agents on the other seats.

mod game_loop;
mod words;

use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use catalog::{check_agent, check_notes, open_table, opening};
use game_loop::{Ended, GameLoop, failure};
use table::{Host, Lang, Occupant, Seat, Seeds, Spec};

use crate::console::{self, Console};
use crate::failure::Failure;
use crate::interrupt;
use crate::kept_game::KeptGame;
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

#[cfg(test)]
mod tests;
