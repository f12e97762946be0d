//! A series of games at the terminal: what is shown, asked and typed.

use std::path::PathBuf;

use games::find_game;
use table::{Host, Lang, PlayError, Seat, Spec};

use super::PlayOptions;
use super::words::{advised, heading, lettered, retold};
use crate::commands::rules;
use crate::console::Console;
use crate::failure::Failure;
use crate::kept_game::KeptGame;
use crate::menu::{Picked, Picker};
use crate::{interrupt, text};

/// How a turn or a game ended.
#[derive(PartialEq, Eq)]
pub(super) enum Ended {
    Done,
    Left,
}

/// A series of games, with a person on one seat.
pub(super) struct GameLoop<'a, 'b> {
    pub(super) session: Box<dyn Host>,
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
    pub(super) fn new(
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
    pub(super) fn play(&mut self, totals: &mut [f64]) -> Result<Ended, Failure> {
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
    pub(super) fn without_what_holds(&mut self, story: Vec<String>) -> Vec<String> {
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

/// What can be typed at any time, beside the title of the table or below it.
const KEYS: &str = "? rules · t table · l what you may do · h hint · q quit";
const KEYS_JA: &str = "? ルール · t 場 · l できること · h ヒント · q やめる";
const BETWEEN: &str = "     ";

/// Asked of who wants to leave.
const LEAVE: &str = "leave? (y/n, k leaves and keeps the game) ";
const LEAVE_JA: &str = "やめますか？ (y/n、k でゲームを保存してやめる) ";

/// What a table that cannot go on says.
pub(super) fn failure(error: PlayError) -> Failure {
    Failure::Failed(error.to_string())
}
