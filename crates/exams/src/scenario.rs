//! Literate rules: a Markdown file in which each heading is a rule and each indented block its proof.

use table::{BySeat, Event, EventOf, Lang, Notation, PublicState, Seat, Spec, Turn};

use crate::{Failed, demand};

/// Runs every block and every table of who sees what; the number of demands that hold.
///
/// A block's parts are separated by ` · ` or line ends. `seats 3` and a game such as `buzzard(cards=5)` may
/// come first; then events in notation; `=>` demands something of what happened since:
///
/// | demand | holds if |
/// | --- | --- |
/// | `=> C takes 8` | a spectator was told this since the last demand: all of what was said of one event, or one sentence of it; sentences end at `.` or `:` |
/// | `=> A sees: deal A K` | this is what A (or `spectator`) saw of the last event |
/// | `=> legal A: bids 1, bids 2` | exactly these are legal, in any order |
/// | `=> refused: A bids 3` | this event can be read, and is not possible now |
/// | `=> unreadable: A bids x` | this is no event of the game, whatever has happened |
/// | `=> turn: A, B` | it is their turn (or `chance`, `over`) |
/// | `=> points: A 3, B -3` | the game is over with these points (`wins:` likewise) |
///
/// A heading of the second level or deeper that demands nothing, neither by a block nor by a table, is refused: a
/// rule without a proof.
///
/// A table whose first column is `kind` says who sees what: `after` holds the events before, `event` the one
/// in question, and the columns named by seats and `spectator` what each of them sees.
///
/// # Errors
/// The first demand that does not hold, with its heading; a heading that demands nothing; or an event kind without
/// a row in the table.
pub fn scenarios<G: Notation>(markdown: &str) -> Result<usize, Failed> {
    let mut exam = Exam::default();
    let mut block = String::new();
    for line in markdown.lines().chain(["", "# End"]) {
        match line.strip_prefix("    ") {
            Some(code) => block += &format!("{code}\n"),
            None => {
                exam.block::<G>(&std::mem::take(&mut block))?;
                exam.line::<G>(line)?;
            }
        }
    }
    match G::KINDS.iter().find(|kind| !exam.kinds.iter().any(|k| k == *kind)) {
        Some(kind) => Err(Failed { clause: NO_ROW, evidence: format!("`{kind}` of {}", G::NAME) }),
        None => Ok(exam.demands),
    }
}

const HOLDS: &str = "a scenario holds";
const NO_DEMAND: &str = "every heading demands something";
const NO_ROW: &str = "secrecy 3, every event kind has a row of who sees what";
const SEES: &str = "secrecy 3, everybody sees what the table says";

#[derive(Default)]
struct Exam {
    heading: String,
    /// The number of demands there were before the heading, if it must have one.
    before: Option<usize>,
    demands: usize,
    kinds: Vec<String>,
    columns: Vec<String>,
}

impl Exam {
    fn fail(&self, why: impl AsRef<str>) -> Failed {
        Failed { clause: HOLDS, evidence: format!("\"{}\": {}", self.heading, why.as_ref()) }
    }

    fn block<G: Notation>(&mut self, block: &str) -> Result<(), Failed> {
        let mut play = Play::<G>::default();
        for line in block.lines().map(str::trim) {
            match line.strip_prefix("=>") {
                Some(demand) => {
                    play.demand(demand.trim()).map_err(|why| self.fail(why))?;
                    self.demands += 1;
                }
                None => play.parts(line).map_err(|why| self.fail(why))?,
            }
        }
        Ok(())
    }

    /// A heading, or a row of the table of who sees what.
    fn line<G: Notation>(&mut self, line: &str) -> Result<(), Failed> {
        if line.starts_with('#') {
            self.next_heading(line)?;
        }
        let Some(row) = line.strip_prefix('|') else {
            self.columns.clear();
            return Ok(());
        };
        let cells: Vec<&str> = row.trim().trim_end_matches('|').split('|').map(clean).collect();
        match cells[0] {
            "kind" => self.columns = cells.iter().map(ToString::to_string).collect(),
            _ if self.columns.is_empty() || cells[0].starts_with("--") => {}
            _ => self.row::<G>(&cells)?,
        }
        Ok(())
    }

    fn next_heading(&mut self, line: &str) -> Result<(), Failed> {
        let bare = self.before == Some(self.demands);
        demand(!bare, NO_DEMAND, || format!("\"{}\" demands nothing", self.heading))?;
        self.heading = line.trim_start_matches('#').trim().to_string();
        self.before = line.starts_with("##").then_some(self.demands);
        Ok(())
    }

    fn row<G: Notation>(&mut self, cells: &[&str]) -> Result<(), Failed> {
        let mut play = Play::<G>::default();
        let cell =
            |name: &str| self.columns.iter().position(|c| c == name).and_then(|i| cells.get(i).copied());
        let (kind, after, event) = (cells[0], cell("after").unwrap_or(""), cell("event").unwrap_or(""));
        play.parts(after).and_then(|()| play.parts(event)).map_err(|why| self.fail(why))?;
        let found = play.last_kind().unwrap_or("nothing");
        demand(found == kind, HOLDS, || format!("`{event}` after `{after}` is of kind {found}, not {kind}"))?;
        for observer in play.observers() {
            let (name, saw) = (observer_name(observer), play.last_seen(observer).unwrap_or_default());
            let wanted = cell(&name).ok_or_else(|| self.fail(format!("`{event}` has no column {name}")))?;
            demand(saw == wanted, SEES, || format!("of `{event}`, {name} sees `{saw}`, not `{wanted}`"))?;
            self.demands += 1;
        }
        self.kinds.push(kind.to_string());
        Ok(())
    }
}

fn clean(cell: &str) -> &str {
    cell.trim().trim_matches('`').trim()
}

fn observer_name(observer: Option<Seat>) -> String {
    observer.map_or("spectator".to_string(), |seat| seat.to_string())
}

/// A game in progress, with what spectators were told since the last demand.
struct Play<G: Notation> {
    spec: Spec,
    seats: usize,
    game: Option<G>,
    told: Vec<String>,
    last: Option<EventOf<G>>,
}

impl<G: Notation> Default for Play<G> {
    fn default() -> Self {
        Play { spec: Spec::named(G::NAME), seats: G::SEATS.0, game: None, told: Vec::new(), last: None }
    }
}

impl<G: Notation> Play<G> {
    fn parts(&mut self, line: &str) -> Result<(), String> {
        line.split('·').map(str::trim).filter(|part| !part.is_empty()).try_for_each(|part| self.part(part))
    }

    fn part(&mut self, part: &str) -> Result<(), String> {
        if self.game.is_none() && self.opening(part)? {
            return Ok(());
        }
        let event: EventOf<G> = part.parse().map_err(|error| format!("{error}"))?;
        if !self.possible(&event)? {
            return Err(format!("`{part}` is not possible now"));
        }
        let game = self.game()?;
        game.apply(&event);
        game.check();
        let told = G::tell(&game.seen(&event, None), Lang::English);
        self.told.push(told);
        self.last = Some(event);
        Ok(())
    }

    /// Seats and rules come before the first event.
    fn opening(&mut self, part: &str) -> Result<bool, String> {
        if let Some(seats) = part.strip_prefix("seats ") {
            self.seats = seats.trim().parse().map_err(|_| format!("`{part}`: how many?"))?;
            return Ok(true);
        }
        let named = |spec: &Spec| spec.name == G::NAME || G::PRESETS.iter().any(|p| p.name == spec.name);
        let spec = part.parse::<Spec>().ok().filter(named);
        let found = spec.is_some();
        self.spec = spec.unwrap_or(self.spec.clone());
        Ok(found)
    }

    fn game(&mut self) -> Result<&mut G, String> {
        if self.game.is_none() {
            let rules = G::read_rules(&self.spec, self.seats).map_err(|error| error.to_string())?;
            self.game = Some(G::new(&rules));
        }
        Ok(self.game.as_mut().expect("just begun"))
    }

    fn possible(&mut self, event: &EventOf<G>) -> Result<bool, String> {
        let game = self.game()?;
        Ok(match (event, game.public().turn()) {
            (Event::Chance(outcome), Turn::Chance) => game.drawable(outcome),
            (Event::Act(seat, action), Turn::Seats(set)) => {
                set.contains(*seat) && legal(game, *seat).contains(action)
            }
            _ => false,
        })
    }

    fn observers(&self) -> Vec<Option<Seat>> {
        Seat::all(self.seats).map(Some).chain([None]).collect()
    }

    fn last_seen(&self, observer: Option<Seat>) -> Option<String> {
        let (game, last) = (self.game.as_ref()?, self.last.as_ref()?);
        Some(G::tell(&game.seen(last, observer), Lang::English))
    }

    fn last_kind(&self) -> Option<&'static str> {
        Some(self.game.as_ref()?.kind(self.last.as_ref()?))
    }

    fn demand(&mut self, text: &str) -> Result<(), String> {
        let (what, wanted) = text.split_once(": ").unwrap_or((text, ""));
        let found = match what.split_whitespace().collect::<Vec<_>>()[..] {
            ["refused"] => return self.demand_refused(wanted),
            ["unreadable"] => return demand_unreadable::<G>(wanted),
            ["legal", seat] => return self.demand_legal(read_seat(seat)?, wanted),
            ["turn"] => self.turn()?,
            ["points"] => by_seat(&self.game()?.payoffs().points),
            ["wins"] => by_seat(&self.game()?.payoffs().wins),
            ["spectator", "sees"] => self.last_seen(None).unwrap_or_default(),
            [seat, "sees"] => self.last_seen(Some(read_seat(seat)?)).unwrap_or_default(),
            _ => return self.demand_told(text),
        };
        if found == wanted { Ok(()) } else { Err(format!("{what}: {found}, not {wanted}")) }
    }

    fn demand_refused(&mut self, text: &str) -> Result<(), String> {
        let event: EventOf<G> = text
            .parse()
            .map_err(|error| format!("`{text}` cannot even be read (`unreadable:`?): {error}"))?;
        if self.possible(&event)? { Err(format!("`{event}` is possible")) } else { Ok(()) }
    }

    /// The order of legal actions is not promised.
    fn demand_legal(&mut self, seat: Seat, wanted: &str) -> Result<(), String> {
        let mut found: Vec<String> = legal(self.game()?, seat).iter().map(ToString::to_string).collect();
        let mut listed: Vec<&str> = wanted.split(", ").filter(|action| !action.is_empty()).collect();
        found.sort();
        listed.sort_unstable();
        if found == listed {
            return Ok(());
        }
        Err(format!("legal {seat}: {}, not {}", found.join(", "), listed.join(", ")))
    }

    /// Sentences end with a full stop or a colon.
    fn demand_told(&mut self, wanted: &str) -> Result<(), String> {
        let told = std::mem::take(&mut self.told);
        let sentences = told.iter().flat_map(|text| text.split([':', '.']));
        let sentences: Vec<&str> = sentences.map(str::trim).filter(|sentence| !sentence.is_empty()).collect();
        if sentences.contains(&wanted) || told.iter().any(|text| text == wanted) {
            return Ok(());
        }
        Err(format!("nobody said \"{wanted}\"; what was said, by sentences: {sentences:?}"))
    }

    fn turn(&mut self) -> Result<String, String> {
        Ok(match self.game()?.public().turn() {
            Turn::Seats(set) => set.to_string(),
            Turn::Chance => "chance".to_string(),
            Turn::Over => "over".to_string(),
        })
    }
}

fn demand_unreadable<G: Notation>(text: &str) -> Result<(), String> {
    match text.parse::<EventOf<G>>() {
        Ok(event) => Err(format!("`{event}` can be read (`refused:`?)")),
        Err(_) => Ok(()),
    }
}

fn read_seat(text: &str) -> Result<Seat, String> {
    text.parse().map_err(|error| format!("{error}"))
}

fn legal<G: Notation>(game: &G, seat: Seat) -> Vec<G::Action> {
    let mut legal = Vec::new();
    G::legal(game.view(seat), &mut legal);
    legal
}

fn join<T: ToString>(items: &[T]) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

fn by_seat(values: &BySeat<f64>) -> String {
    join(&values.iter().map(|(seat, value)| format!("{seat} {value}")).collect::<Vec<_>>())
}
