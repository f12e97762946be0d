//! Players that are told of a game in JSON and answer with the text of an action: programs outside, and whatever
//! else is added at run time.

use serde::Serialize;
use serde_json::Value;
use table::{
    ActionIds, Agent, BySeat, Encode, Fault, Lang, Notation, Payoffs, PublicState, Rng, Seat, View, view_json,
};

use crate::registry::{Ids, Playable};

/// The version of the documents. It changes when a player written for the old ones could no longer play.
const PROTOCOL: u32 = 1;

/// A player that receives JSON documents, as `docs/exec.md` describes them, and answers with texts.
pub trait TextAgent: Send {
    /// A game begins, on this seat.
    fn hello(&mut self, seat: Seat, json: &str);

    /// Something happened, as its seat saw it.
    fn seen(&mut self, json: &str);

    /// Chooses: the text of one of the legal actions. Without one, [`TextAgent::fault`] says why.
    fn act(&mut self, json: &str) -> Option<String>;

    /// What it answered last cannot be played, and why: it is broken from now on.
    fn refuse(&mut self, why: &str);

    /// The game is over.
    fn end(&mut self, json: &str);

    /// Why it cannot go on, if it cannot. It is told and asked nothing more then.
    fn fault(&self) -> Option<Fault>;

    /// Whether a breakdown costs it the game and no more: its seat is played on at random, and with the next game it begins
    /// anew.
    fn forfeits(&self) -> bool {
        false
    }

    /// Begins anew after a breakdown.
    fn begin_anew(&mut self) {}

    /// Whether it wants to be shown rows of figures and ids of actions besides, as networks read them.
    fn reads_rows(&self) -> bool {
        false
    }
}

impl<T: TextAgent + ?Sized> TextAgent for Box<T> {
    fn hello(&mut self, seat: Seat, json: &str) {
        (**self).hello(seat, json);
    }

    fn seen(&mut self, json: &str) {
        (**self).seen(json);
    }

    fn act(&mut self, json: &str) -> Option<String> {
        (**self).act(json)
    }

    fn refuse(&mut self, why: &str) {
        (**self).refuse(why);
    }

    fn end(&mut self, json: &str) {
        (**self).end(json);
    }

    fn fault(&self) -> Option<Fault> {
        (**self).fault()
    }

    fn forfeits(&self) -> bool {
        (**self).forfeits()
    }

    fn begin_anew(&mut self) {
        (**self).begin_anew();
    }

    fn reads_rows(&self) -> bool {
        (**self).reads_rows()
    }
}

/// A [`TextAgent`] at the table of a game that has players.
pub struct TextPlayer<G: Playable, A> {
    agent: A,
    /// The number of games the series has, and the number of the next one.
    games: u32,
    number: u32,
    /// What writes the rows of this game, if they are wanted.
    encoder: Option<G::Encoder>,
    /// How it broke down in the game that ended last, if it did and forfeited it.
    forfeited: Option<Fault>,
}

impl<G: Playable, A: TextAgent> TextPlayer<G, A> {
    /// Seats this one.
    pub fn of(agent: A) -> TextPlayer<G, A> {
        TextPlayer { agent, games: 1, number: 0, encoder: None, forfeited: None }
    }

    fn broken(&self) -> bool {
        self.agent.fault().is_some()
    }

    /// What is played for it from a breakdown on. Where the breakdown ends the game, it does not matter.
    fn instead(&self, legal: &[G::Action], rng: &mut Rng) -> G::Action {
        if self.agent.forfeits() { rng.pick(legal) } else { legal[0] }
    }
}

/// What it is told.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase", bound = "")]
enum Told<'a, G: Notation> {
    /// A game begins.
    Hello {
        protocol: u32,
        game: &'static str,
        spec: String,
        seat: Seat,
        seats: usize,
        /// Which game of its series it is, counted from 0, and how many there are.
        number: u32,
        games: u32,
        rules: &'a G::Rules,
        #[serde(skip_serializing_if = "Option::is_none")]
        numbers: Option<RowNumbers>,
    },
    /// Something happened, as this seat saw it.
    Seen { text: String, seen: &'a G::Seen },
    /// Choose. The seed is its share of the table's randomness: who uses no other plays the same again.
    Act {
        view: Value,
        legal: Vec<String>,
        seed: u32,
        #[serde(flatten)]
        figures: Option<Figures>,
    },
    /// The game is over.
    End { points: &'a BySeat<f64>, wins: &'a BySeat<f64> },
}

/// The versions of a game's rows and ids, for players that have learned from them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct RowNumbers {
    /// The number of ids.
    pub ids: u32,
    /// Raised whenever an id comes to mean something else.
    pub ids_version: u32,
    /// The number of figures a row has.
    pub width: usize,
    /// Raised whenever a figure comes to mean something else.
    pub encoder_version: u32,
}

impl RowNumbers {
    pub(crate) fn of<G: Playable>(encoder: &G::Encoder, rules: &G::Rules) -> RowNumbers {
        RowNumbers {
            ids: Ids::<G>::ids(rules),
            ids_version: Ids::<G>::VERSION,
            width: encoder.width(),
            encoder_version: G::Encoder::VERSION,
        }
    }
}

/// A question as numbers: what the seat sees, and the id of every legal action that has one, in the list's order.
#[derive(Serialize)]
struct Figures {
    row: Vec<f32>,
    ids: Vec<Option<u32>>,
}

impl Figures {
    fn of<G: Playable>(encoder: &G::Encoder, view: View<'_, G>, legal: &[G::Action]) -> Figures {
        let (mut row, rules) = (vec![0.0; encoder.width()], view.public.rules());
        encoder.observe(view, &mut row);
        Figures { row, ids: legal.iter().map(|action| Ids::<G>::id(rules, action)).collect() }
    }
}

fn json<G: Notation>(told: &Told<'_, G>) -> String {
    serde_json::to_string(told).expect("plain data has a JSON form")
}

/// The action an answer names, or why it is none.
fn read_answer<G: Notation>(answer: &str, legal: &[G::Action]) -> Result<G::Action, String> {
    let action = answer.parse().map_err(|error| format!(": {error}"))?;
    if legal.contains(&action) {
        return Ok(action);
    }
    let list: Vec<String> = legal.iter().map(ToString::to_string).collect();
    Err(format!(", which is not legal now; legal: {}", quoted(&list.join(", "))))
}

/// As much of a foreign text as an error quotes.
const QUOTED_CHARS: usize = 200;

/// A foreign text as a short piece of one line, JSON as it was sent.
pub(crate) fn quoted(text: &str) -> String {
    let mut quote = String::new();
    for c in text.chars().take(QUOTED_CHARS) {
        match c {
            '"' | '\'' | '\\' => quote.push(c),
            _ => quote.extend(c.escape_debug()),
        }
    }
    let dots = if text.chars().nth(QUOTED_CHARS).is_some() { ".." } else { "" };
    quote + dots
}

impl<G: Playable, A: TextAgent> Agent<G> for TextPlayer<G, A> {
    fn begin_series(&mut self, _seat: Seat, games: u32) {
        (self.games, self.number) = (games, 0);
    }

    fn begin(&mut self, view: View<'_, G>, _rng: &mut Rng) {
        let (rules, seat, seats) = (view.public.rules(), view.seat, view.seats());
        let (spec, games, number) = (G::write_rules(rules), self.games, self.number);
        self.number += 1;
        self.forfeited = None;
        if self.agent.forfeits() && self.broken() {
            self.agent.begin_anew();
        }
        self.encoder = self.agent.reads_rows().then(|| G::Encoder::new(rules));
        if let Some(encoder) = &mut self.encoder {
            encoder.begin(view);
        }
        let numbers = self.encoder.as_ref().map(|encoder| RowNumbers::of::<G>(encoder, rules));
        let (protocol, game) = (PROTOCOL, G::NAME);
        let hello = Told::Hello { protocol, game, spec, seat, seats, number, games, rules, numbers };
        if !self.broken() {
            self.agent.hello(view.seat, &json::<G>(&hello));
        }
    }

    fn see(&mut self, view: View<'_, G>, seen: &G::Seen) {
        if let Some(encoder) = &mut self.encoder {
            encoder.see(view, seen);
        }
        if !self.broken() {
            self.agent.seen(&json::<G>(&Told::Seen { text: G::tell(seen, Lang::English), seen }));
        }
    }

    fn act(&mut self, view: View<'_, G>, legal: &[G::Action], rng: &mut Rng) -> G::Action {
        if self.broken() {
            return self.instead(legal, rng);
        }
        let texts = legal.iter().map(ToString::to_string).collect();
        let (public, seed) = (view.public, (rng.bits() >> 32) as u32);
        let figures = self.encoder.as_ref().map(|encoder| Figures::of(encoder, view, legal));
        let question = Told::Act { view: view_json(public, Some(view)), legal: texts, seed, figures };
        let Some(answer) = self.agent.act(&json::<G>(&question)) else { return self.instead(legal, rng) };
        read_answer::<G>(&answer, legal).unwrap_or_else(|why| {
            self.agent.refuse(&why);
            self.instead(legal, rng)
        })
    }

    fn end(&mut self, _view: View<'_, G>, payoffs: &Payoffs) {
        // A player that breaks down after the game is over has played it.
        self.forfeited = self.agent.fault().filter(|_| self.agent.forfeits());
        if !self.broken() {
            self.agent.end(&json::<G>(&Told::End { points: &payoffs.points, wins: &payoffs.wins }));
        }
    }

    fn fault(&mut self) -> Option<Fault> {
        if self.agent.forfeits() { None } else { self.agent.fault() }
    }

    fn forfeited(&self) -> Option<Fault> {
        self.forfeited.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Kuhn;
    use table::{Game, Player, Referee, Seeds};

    /// Answers the last legal action it is shown, until it is told to answer something else.
    #[derive(Default)]
    struct Last {
        instead: Option<&'static str>,
        heard: Vec<String>,
        fault: Option<Fault>,
    }

    impl TextAgent for Last {
        fn hello(&mut self, seat: Seat, json: &str) {
            self.heard.push(format!("{seat} {json}"));
        }
        fn seen(&mut self, json: &str) {
            self.heard.push(json.to_string());
        }
        fn act(&mut self, json: &str) -> Option<String> {
            let question: Value = serde_json::from_str(json).unwrap();
            let last = question["legal"].as_array().unwrap().last().unwrap().as_str().unwrap().to_string();
            Some(self.instead.map_or(last, str::to_string))
        }
        fn refuse(&mut self, why: &str) {
            self.fault = Some(Fault::Broken(format!("it answered{why}")));
        }
        fn end(&mut self, json: &str) {
            self.heard.push(json.to_string());
        }
        fn fault(&self) -> Option<Fault> {
            self.fault.clone()
        }
    }

    fn play(agent: Last) -> Result<f64, String> {
        let rules = games::kuhn::Rules { seats: 2 };
        let mut players = [Player::agent(TextPlayer::<Kuhn, _>::of(agent)), Player::agent(players::First)];
        let mut referee = Referee::<Kuhn>::new(&rules, Seeds::new(1));
        let payoffs = referee.play(&mut players, &mut ());
        payoffs.map(|payoffs| payoffs.points[Seat::new(0)]).map_err(|error| error.to_string())
    }

    #[test]
    fn a_player_of_texts_plays_like_any_other() {
        assert_eq!(play(Last::default()), Ok(1.0), "it bets, the other passes");
    }

    #[test]
    fn what_it_cannot_play_ends_the_game() {
        let why = |instead| play(Last { instead: Some(instead), ..Last::default() }).unwrap_err();
        assert!(why("raises").contains("it answered: cannot read `raises`"), "{}", why("raises"));
    }

    #[test]
    fn it_is_told_what_its_seat_sees() {
        let mut player = TextPlayer::<Kuhn, _>::of(Last::default());
        let game = Kuhn::new(&games::kuhn::Rules { seats: 2 });
        player.begin(game.view(Seat::new(1)), &mut Rng::new(0));
        let hello = "B {\"type\":\"hello\",\"protocol\":1,\"game\":\"kuhn\",\"spec\":\"kuhn\",\"seat\":\"B\",\"seats\":2,\
                     \"number\":0,\"games\":1,\"rules\":{\"seats\":2}}";
        assert_eq!(player.agent.heard, [hello]);
    }
}
