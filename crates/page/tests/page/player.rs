//! A client that plays like a person with a browser: it watches, chooses at random, loses the connection now and then.

use serde_json::{Value, json};
use table::Rng;

use crate::http::{Site, Stream};

/// A person on a seat, or a spectator.
pub(crate) struct Guest {
    site: Site,
    id: String,
    bearer: Option<String>,
    query: &'static str,
    stream: Option<Stream>,
    after: Option<String>,
    /// The turn of its last entry.
    entered: Option<u64>,
    rng: Rng,
    /// Every event it was told, with its number.
    pub(crate) story: Vec<(String, String)>,
    /// Every message as it came.
    pub(crate) messages: Vec<String>,
    /// The heads of all answers, and the bodies of those to its entries.
    pub(crate) answers: Vec<String>,
    pub(crate) state: Value,
}

impl Guest {
    pub(crate) fn new(site: &Site, id: &str, bearer: Option<&str>, query: &'static str, seed: u64) -> Guest {
        Guest {
            site: *site,
            id: id.to_string(),
            bearer: bearer.map(ToString::to_string),
            query,
            stream: None,
            after: None,
            entered: None,
            rng: Rng::new(seed),
            story: Vec::new(),
            messages: Vec::new(),
            answers: Vec::new(),
            state: json!({"over": null}),
        }
    }

    /// Waits for the next state. Now and then the connection is lost before.
    pub(crate) fn look(&mut self) {
        if self.rng.below(6) == 0 {
            self.stream = None;
        }
        let mut stream = self.stream.take().unwrap_or_else(|| self.connect());
        let text = stream.next_text().expect("the table goes on");
        self.stream = Some(stream);
        self.state = serde_json::from_str(&text).unwrap();
        self.after = Some(self.state["after"].as_str().unwrap().to_string());
        for event in self.state["events"].as_array().unwrap() {
            let part = |name: &str| event[name].as_str().unwrap().to_string();
            self.story.push((part("at"), part("text")));
        }
        self.messages.push(text);
    }

    fn connect(&mut self) -> Stream {
        let after = self.after.as_ref().map_or_else(String::new, |after| format!("&after={after}"));
        let path = format!("/t/{}/events?{}{after}", self.id, self.query);
        let stream = self.site.events(&path, self.bearer.as_deref());
        let stream = stream.unwrap_or_else(|refusal| panic!("{path}: {refusal:?}"));
        self.answers.push(stream.head.clone());
        stream
    }

    /// Whether the table asks this seat.
    pub(crate) fn is_asked(&self) -> bool {
        self.state["choices"].as_array().is_some_and(|choices| !choices.is_empty())
    }

    pub(crate) fn is_over(&self) -> bool {
        !self.state["over"].is_null()
    }

    pub(crate) fn is_last(&self) -> bool {
        self.state["over"]["last"] == true
    }

    /// Sends an entry of this seat's next turn; sometimes twice, as after a lost answer.
    pub(crate) fn enter(&mut self, what: &str, value: Value) {
        let body = json!({"turn": self.state["turn"], what: value});
        let path = format!("/t/{}/entries", self.id);
        let answer = self.site.post(&path, self.bearer.as_deref(), &body);
        assert_eq!(answer.status, 200, "{body}: {}", answer.text());
        self.entered = self.state["turn"].as_u64();
        self.answers.push(format!("{}\r\n{}", answer.head, answer.text()));
        if self.rng.below(4) == 0 {
            let again = self.site.post(&path, self.bearer.as_deref(), &body);
            assert_eq!(
                (again.status, again.json()["again"].as_bool()),
                (200, Some(true)),
                "{}",
                again.text()
            );
        }
    }

    /// Takes one of its choices.
    pub(crate) fn choose(&mut self) {
        let choices = self.state["choices"].as_array().unwrap();
        let choice = choices[self.rng.below(choices.len() as u32) as usize]["action"].clone();
        self.enter("choice", choice);
    }

    /// Whether the state is newer than its last command: a state that was on its way meanwhile is not.
    fn is_new(&self) -> bool {
        let turn = self.state["turn"].as_u64();
        turn.is_some() && turn > self.entered
    }

    /// Waits until it can do something: it is asked, the game is over, or somebody broke down.
    pub(crate) fn wait(&mut self) {
        self.look();
        while !(self.is_new() && (self.is_asked() || self.is_over() || self.is_broken())) {
            self.look();
        }
    }

    pub(crate) fn is_broken(&self) -> bool {
        !self.state["fault"].is_null()
    }

    /// Plays until the series is over. One of the people begins the next game.
    pub(crate) fn play(&mut self, begins_games: bool) {
        while !self.is_last() {
            self.look();
            if !self.is_new() {
                continue;
            }
            if self.is_asked() {
                self.choose();
            } else if self.is_over() && !self.is_last() && begins_games {
                self.enter("next", json!(true));
            }
        }
    }
}
