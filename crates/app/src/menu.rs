//! What a person may choose, and what they may type for it.

use table::{Choice, Choices, Lang, Part, PickError, Standing};

use crate::text::{flow, padded, width};

/// Longer lists are not read: their actions are chosen by parts.
const MOST_LISTED: usize = 30;

/// What a person may choose: a list where it is short, else the parts that actions are made of.
///
/// In English both stand there as they are typed, in other languages as people read them; typed is the same.
pub(crate) struct Picker {
    choices: Choices,
    menu: Menu,
    /// What the parts are called, where that is not their name.
    called: Vec<(Part, String)>,
    lang: Lang,
    by_parts: bool,
}

/// What came of a line that was typed.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Picked {
    /// This action, or a text for the table to judge.
    Action(String),
    /// Less is left to choose from.
    Narrowed,
    /// Nothing, for this reason.
    Nothing(String),
}

impl Picker {
    /// All of these may be chosen, by parts if that was so before; `call` says what a part is called in this language.
    pub(crate) fn new(
        choices: Choices,
        lang: Lang,
        by_parts: bool,
        call: impl Fn(&Part) -> String,
    ) -> Picker {
        let (menu, mut called) = (Menu::of(&choices, lang), Vec::new());
        if lang != Lang::English {
            called = choices.offers().into_iter().map(|(part, _)| (part.clone(), call(&part))).collect();
            called.retain(|(part, name)| part.name != *name);
        }
        // A board is always chosen from by parts: its lists grow long in the middle of a game.
        let board = choices.left().flat_map(|choice| &choice.parts).any(|part| part.sort == "cell");
        let by_parts = by_parts || board;
        Picker { choices, menu, called, lang, by_parts }
    }

    /// Whether actions are chosen by parts, here and from here on.
    pub(crate) fn is_by_parts(&self) -> bool {
        self.by_parts
    }

    /// The possible input, in lines of at most this many columns.
    pub(crate) fn text(&self, columns: usize) -> String {
        let picked: Vec<&str> = self.choices.picked().iter().map(|part| part.name.as_str()).collect();
        let picked = picked.join(" ");
        let head = match (picked.is_empty(), self.choices.standing()) {
            (true, _) => String::new(),
            (false, Standing::Growing(action)) => self.lang.either(
                format!("  {picked}: Enter plays `{action}`, or add to it; `-` begins anew\n"),
                format!(
                    "  {picked}: Enter で「{}」、続けて加えることもできます。`-` で最初から\n",
                    self.menu.shown(action)
                ),
            ),
            (false, _) => {
                let anew = self.lang.either("`-` begins anew", "`-` で最初から");
                format!("  {picked} ..  ({anew})\n")
            }
        };
        let any = self.lang.either("type any of them, in any order", "どれでも、好きな順に入力できます");
        head + &match self.is_long() {
            true => format!("{}\n  {any}", self.parts(columns)),
            false => self.menu.text(columns),
        }
    }

    fn is_long(&self) -> bool {
        // What is left of several parts is short enough for a list again; so is a single action.
        let fresh = self.by_parts && self.choices.picked().is_empty() && self.menu.entries.len() > 1;
        fresh || self.menu.entries.len() > MOST_LISTED
    }

    /// What a person who typed this wants: a number of the list, an action, or some parts of one.
    pub(crate) fn pick(&mut self, typed: &str) -> Picked {
        if typed == "-" {
            return self.narrow(Choices::clear);
        }
        if let Some(action) = self.menu.find(typed).filter(|_| !self.is_long()) {
            return Picked::Action(action.to_string());
        }
        let mut choices = self.choices.clone();
        for name in typed.split_whitespace() {
            if let Err(error) = choices.pick(name) {
                return self.unpicked(typed, name, error);
            }
        }
        match choices.standing() {
            Standing::Settled(action) => Picked::Action(action.to_string()),
            Standing::Growing(_) | Standing::Open => self.narrow(|old| *old = choices),
        }
    }

    /// The action that an empty line confirms.
    pub(crate) fn confirmed(&self) -> Option<String> {
        match self.choices.standing() {
            Standing::Growing(action) => Some(action.to_string()),
            Standing::Settled(_) | Standing::Open => None,
        }
    }

    fn narrow(&mut self, change: impl FnOnce(&mut Choices)) -> Picked {
        change(&mut self.choices);
        self.menu = Menu::of(&self.choices, self.lang);
        Picked::Narrowed
    }

    /// The parts to choose from, a line a sort: `what  UD  LR  map`.
    fn parts(&self, columns: usize) -> String {
        let offers = self.choices.offers();
        let wide = offers.iter().map(|(part, _)| width(sort(part, self.lang))).max().unwrap_or(0);
        let line = |of: &[(Part, usize)]| {
            let names = of.iter().map(|(part, _)| self.name(part));
            flow([padded(sort(&of[0].0, self.lang), wide)].into_iter().chain(names), "  ", columns)
        };
        let lines: Vec<String> = offers.chunk_by(|a, b| a.0.sort == b.0.sort).map(line).collect();
        lines.join("\n")
    }

    /// A part as it is typed, and what it is called if that is something else.
    fn name(&self, part: &Part) -> String {
        match self.called.iter().find(|(known, _)| known == part) {
            Some((_, called)) => format!("{}（{called}）", part.name),
            None => part.name.clone(),
        }
    }

    fn unpicked(&self, typed: &str, name: &str, error: PickError) -> Picked {
        match error {
            PickError::Ambiguous(near) => {
                let near: Vec<&str> = near.iter().map(|part| part.name.as_str()).collect();
                let (name, near) = (name.escape_debug(), near.join(", "));
                Picked::Nothing(
                    self.lang.either(
                        format!("`{name}` may be {near}"),
                        format!("`{name}` は {near} のどれですか"),
                    ),
                )
            }
            PickError::Unknown if self.choices.picked().is_empty() => Picked::Action(typed.to_string()),
            PickError::Unknown => {
                let name = name.escape_debug();
                Picked::Nothing(self.lang.either(
                    format!("nothing that is left has `{name}`"),
                    format!("残っている手に `{name}` はありません"),
                ))
            }
        }
    }
}

/// What sort of part it is, for people.
fn sort(part: &Part, lang: Lang) -> &'static str {
    let japanese = match part.sort {
        "area" => "エリア",
        "card" => "カード",
        "cell" => "マス",
        "deck" => "山札",
        "does" => "すること",
        "goal" => "ゴール",
        "gold" => "金塊",
        "joker" => "ジョーカー",
        "says" => "言うこと",
        "seat" => "席",
        "sum" => "目",
        "tool" => "道具",
        "turn" => "向き",
        other => other,
    };
    lang.either(part.sort, japanese)
}

/// The legal actions with a short name each.
///
/// Where every action ends in a number of its own (`bids 14`) that number is its name, so that a number
/// never means two things; otherwise the actions are counted from 1.
struct Menu {
    entries: Vec<Entry>,
    counted: bool,
}

struct Entry {
    key: String,
    action: String,
    /// As a person reads it, where that is not the action as it is typed.
    label: Option<String>,
}

impl Menu {
    /// The menu of what is left to choose.
    fn of(choices: &Choices, lang: Lang) -> Menu {
        let label = |choice: &Choice| (lang != Lang::English).then(|| choice.label.clone());
        Menu::new(choices.left().map(|choice| (choice.action.clone(), label(choice))).collect())
    }

    /// The menu of these actions, some with labels.
    fn new(legal: Vec<(String, Option<String>)>) -> Menu {
        let numbers: Option<Vec<String>> = legal.iter().map(|(action, _)| own_number(action)).collect();
        let numbers = numbers.filter(|numbers| all_different(numbers));
        let counted = numbers.is_none();
        let keys = numbers.unwrap_or_else(|| (1..=legal.len()).map(|n| n.to_string()).collect());
        let entry = |(key, (action, label))| Entry { key, action, label };
        Menu { entries: keys.into_iter().zip(legal).map(entry).collect(), counted }
    }

    /// An action as a person reads it.
    fn shown<'a>(&'a self, action: &'a str) -> &'a str {
        self.entries.iter().find(|entry| entry.action == action).map_or(action, Entry::shown)
    }

    /// The action that was meant: its short name, its own text, or a beginning that no other action has.
    fn find(&self, typed: &str) -> Option<&str> {
        let named =
            |entry: &&Entry| [entry.key.as_str(), entry.action.as_str(), entry.shown()].contains(&typed);
        let exact = self.entries.iter().find(named);
        let mut starting = self.entries.iter().filter(|entry| entry.action.starts_with(typed));
        let prefix = match (starting.next(), starting.next()) {
            (Some(entry), None) if !typed.is_empty() => Some(entry),
            _ => None,
        };
        exact.or(prefix).map(|entry| entry.action.as_str())
    }

    /// The actions, drawn: `bids  1  3  13`, or each with its short name.
    fn text(&self, columns: usize) -> String {
        if self.entries.iter().any(|entry| entry.label.is_some()) {
            return self.list(columns);
        }
        if let Some(verb) = self.shared_verb() {
            let numbers = self.entries.iter().map(|entry| entry.key.clone());
            return flow([verb.to_string()].into_iter().chain(numbers), "  ", columns);
        }
        let groups = self.groups();
        if groups.iter().any(|group| !group.shared.is_empty() && group.entries.len() > 1) {
            return grouped(&groups, columns);
        }
        self.list(columns)
    }

    /// Each with its short name, unless its label says that by itself.
    fn list(&self, columns: usize) -> String {
        let wide = self.entries.iter().map(|entry| width(entry.shown())).max().unwrap_or(0);
        let keys = self.entries.iter().map(|entry| entry.key.len()).max().unwrap_or(0);
        let item = |Entry { key, action, label }: &Entry| match label {
            None => format!("{key} {}", padded(action, wide)),
            Some(label) if !self.counted && label.contains(key.as_str()) => padded(label, wide),
            Some(label) => format!("{key:>keys$}) {}", padded(label, wide)),
        };
        flow(self.entries.iter().map(item), "   ", columns)
    }

    /// What stands before its own number in every action, if that is the same.
    fn shared_verb(&self) -> Option<&str> {
        let mut verbs = self.entries.iter().map(|entry| entry.action.strip_suffix(&entry.key));
        let first = verbs.next().flatten().filter(|_| !self.counted)?;
        verbs.all(|verb| verb == Some(first)).then(|| first.trim())
    }
}

/// Entries side by side in the menu: all but the last word is the same, and stands before them once.
struct Group<'a> {
    shared: &'a str,
    entries: &'a [Entry],
}

impl Entry {
    fn shown(&self) -> &str {
        self.label.as_deref().unwrap_or(&self.action)
    }

    /// All but the last word, and the last word.
    fn split(&self) -> (&str, &str) {
        self.action.rsplit_once(' ').unwrap_or(("", &self.action))
    }
}

impl Menu {
    /// Neighbours that differ in the last word only.
    fn groups(&self) -> Vec<Group<'_>> {
        let runs = self.entries.chunk_by(|a, b| a.split().0 == b.split().0);
        runs.map(|entries| Group { shared: entries[0].split().0, entries }).collect()
    }
}

/// `digs UDR   1) 1,2  2) 3,4`, a line a group, or more where one does not do.
fn grouped(groups: &[Group<'_>], columns: usize) -> String {
    let wide = groups.iter().map(|group| width(group.shared)).max().unwrap_or(0);
    let mut lines: Vec<String> = Vec::new();
    for group in groups {
        let mut line = format!("  {} ", padded(group.shared, wide));
        for entry in group.entries {
            let item = format!("  {}) {}", entry.key, entry.split().1);
            if width(&line) + width(&item) > columns {
                lines.push(std::mem::replace(&mut line, " ".repeat(wide + 3)));
            }
            line.push_str(&item);
        }
        lines.push(line);
    }
    lines.join("\n")
}

/// The number that an action ends in.
fn own_number(action: &str) -> Option<String> {
    let last = action.rsplit(' ').next()?;
    last.parse::<u32>().ok().map(|number| number.to_string())
}

fn all_different(keys: &[String]) -> bool {
    keys.iter().enumerate().all(|(i, key)| !keys[..i].contains(key))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::WIDTH;

    fn menu(actions: &[&str]) -> Menu {
        Menu::new(actions.iter().map(|action| (action.to_string(), None)).collect())
    }

    fn picker(actions: &[String]) -> Picker {
        let choice = |action: &String| Choice {
            action: action.clone(),
            label: action.clone(),
            parts: Part::words(action),
        };
        let choices = Choices::new(actions.iter().map(choice).collect());
        Picker::new(choices, Lang::English, false, |_| unreachable!())
    }

    /// Forty places for each of two cards, and a pass.
    fn board() -> Vec<String> {
        let cards = ["UD", "LR"].map(|card| (0..40).map(move |x| format!("digs {card} {x},{x}")));
        cards.into_iter().flatten().chain(["passes".to_string()]).collect()
    }

    #[test]
    fn long_lists_are_chosen_by_parts() {
        let mut picker = picker(&board());
        assert!(
            picker.text(WIDTH).lines().count() < 8 && picker.text(WIDTH).contains("what   UD  LR"),
            "{}",
            picker.text(WIDTH)
        );
        assert_eq!(picker.pick("17,17"), Picked::Narrowed);
        assert!(
            picker.text(WIDTH).contains("17,17 ..") && picker.text(WIDTH).contains("2 digs LR 17,17"),
            "{}",
            picker.text(WIDTH)
        );
        assert_eq!(picker.pick("LR"), Picked::Action("digs LR 17,17".into()));
        assert_eq!(picker.pick("-"), Picked::Narrowed);
        assert_eq!(picker.pick("3,3 UD"), Picked::Action("digs UD 3,3".into()));
        assert_eq!(picker.pick("pas"), Picked::Action("passes".into()));
    }

    #[test]
    fn what_is_not_a_part_is_for_the_table_to_judge() {
        let mut picker = picker(&board());
        assert_eq!(picker.pick("burrows"), Picked::Action("burrows".into()));
        assert_eq!(
            picker.pick("1"),
            Picked::Nothing(
                "`1` may be 1,1, 10,10, 11,11, 12,12, 13,13, 14,14, 15,15, 16,16, 17,17, 18,18, 19,19".into()
            )
        );
        assert_eq!(picker.pick("UD"), Picked::Narrowed);
        assert_eq!(picker.pick("LR"), Picked::Nothing("nothing that is left has `LR`".into()));
    }

    #[test]
    fn an_empty_line_confirms_what_could_still_grow() {
        let choice = |cards: &str| Choice {
            action: format!("plays {cards}"),
            label: String::new(),
            parts: cards.split(' ').map(|card| Part::new("card", card)).collect(),
        };
        let choices = Choices::new(["8s", "8s 8h", "3c"].map(choice).to_vec());
        let mut picker = Picker::new(choices, Lang::English, false, |_| unreachable!());
        assert_eq!(picker.confirmed(), None);
        assert_eq!(picker.pick("8s"), Picked::Narrowed);
        assert!(picker.text(WIDTH).contains("Enter plays `plays 8s`"), "{}", picker.text(WIDTH));
        assert_eq!(picker.confirmed(), Some("plays 8s".into()));
        assert_eq!(picker.pick("8h"), Picked::Action("plays 8s 8h".into()));
    }

    #[test]
    fn actions_are_counted_from_one() {
        let menu = menu(&["passes", "bets"]);
        assert_eq!(menu.text(WIDTH).trim_end(), "  1 passes   2 bets");
        assert_eq!(menu.find("2"), Some("bets"));
        assert_eq!(menu.find("bets"), Some("bets"));
        assert_eq!(menu.find("pass"), Some("passes"));
        assert_eq!(menu.find("3"), None);
        assert_eq!(menu.find(""), None);
    }

    #[test]
    fn a_number_of_its_own_is_an_actions_name() {
        let menu = menu(&["bids 1", "bids 3", "bids 13"]);
        assert_eq!(menu.text(WIDTH), "  bids  1  3  13");
        assert_eq!(menu.find("3"), Some("bids 3"));
        assert_eq!(menu.find("1"), Some("bids 1"));
        assert_eq!(menu.find("2"), None, "the second action has another number");
        assert_eq!(menu.find("bids"), None);
    }

    #[test]
    fn actions_that_differ_in_the_last_word_share_a_line() {
        let menu = menu(&["digs UD 1,2", "digs UD 1,4", "digs LR 2,3", "maps top", "maps bottom", "waits"]);
        let lines = [
            "  digs UD   1) 1,2  2) 1,4",
            "  digs LR   3) 2,3",
            "  maps      4) top  5) bottom",
            "            6) waits",
        ];
        assert_eq!(menu.text(WIDTH), lines.join("\n"));
        assert_eq!(menu.find("5"), Some("maps bottom"));
        assert_eq!(menu.find("digs L"), Some("digs LR 2,3"));
    }

    #[test]
    fn a_long_line_goes_on_below_its_beginning() {
        let actions: Vec<String> = (0..30).map(|x| format!("digs UD {x},{x}")).collect();
        let actions: Vec<&str> = actions.iter().map(String::as_str).collect();
        let text = menu(&actions).text(WIDTH);
        assert!(text.lines().count() > 2 && text.lines().all(|line| line.len() <= WIDTH), "{text}");
        assert!(text.lines().skip(1).all(|line| line.starts_with("            ")), "{text}");
    }

    #[test]
    fn other_languages_read_labels_and_type_the_same() {
        let menu = |pairs: &[(&str, &str)]| {
            let entry = |(action, label): &(&str, &str)| (action.to_string(), Some(label.to_string()));
            Menu::new(pairs.iter().map(entry).collect())
        };
        let poker = menu(&[("passes", "パス"), ("bets", "1 を賭ける")]);
        assert_eq!(poker.text(WIDTH).trim_end(), "  1) パス         2) 1 を賭ける");
        for typed in ["2", "bets", "b", "1 を賭ける"] {
            assert_eq!(poker.find(typed), Some("bets"), "{typed}");
        }
        let bids = menu(&[("bids 3", "3 を出す"), ("bids 13", "13 を出す")]);
        assert_eq!(bids.text(WIDTH).trim_end(), "  3 を出す    13 を出す");
        assert_eq!(bids.find("13"), Some("bids 13"));
    }

    #[test]
    fn other_languages_are_told_what_parts_are_called() {
        let choice = |action: &String| Choice {
            action: action.clone(),
            label: String::new(),
            parts: action.split(' ').map(|card| Part::new("card", card)).collect(),
        };
        let choices = Choices::new(board().iter().map(choice).collect());
        let call = |part: &Part| if part.name == "UD" { "縦の道".to_string() } else { part.name.clone() };
        let text = Picker::new(choices, Lang::Japanese, false, call).text(WIDTH);
        assert!(text.contains("カード") && text.contains("UD（縦の道）  0,0"), "{text}");
    }

    #[test]
    fn numbers_that_repeat_are_no_names() {
        let menu = menu(&["gives A 1", "gives B 1"]);
        assert_eq!(menu.find("2"), Some("gives B 1"));
    }
}
