//! What a person may choose, and what they may type for it.

use crate::text::{WIDTH, flow};

/// The legal actions with a short name each.
///
/// Where every action ends in a number of its own (`bids 14`) that number is its name, so that a number
/// never means two things; otherwise the actions are counted from 1.
pub(crate) struct Menu {
    entries: Vec<Entry>,
    counted: bool,
}

struct Entry {
    key: String,
    action: String,
}

impl Menu {
    /// The menu of these actions.
    pub(crate) fn new(legal: Vec<String>) -> Menu {
        let numbers: Option<Vec<String>> = legal.iter().map(|action| own_number(action)).collect();
        let numbers = numbers.filter(|numbers| all_different(numbers));
        let counted = numbers.is_none();
        let keys = numbers.unwrap_or_else(|| (1..=legal.len()).map(|n| n.to_string()).collect());
        let entries = keys.into_iter().zip(legal).map(|(key, action)| Entry { key, action }).collect();
        Menu { entries, counted }
    }

    /// The action that was meant: its short name, its own text, or a beginning that no other action has.
    pub(crate) fn find(&self, typed: &str) -> Option<&str> {
        let exact = self.entries.iter().find(|entry| entry.key == typed || entry.action == typed);
        let mut starting = self.entries.iter().filter(|entry| entry.action.starts_with(typed));
        let prefix = match (starting.next(), starting.next()) {
            (Some(entry), None) if !typed.is_empty() => Some(entry),
            _ => None,
        };
        exact.or(prefix).map(|entry| entry.action.as_str())
    }

    /// The actions, drawn: `bids  1  3  13`, or each with its short name.
    pub(crate) fn text(&self) -> String {
        if let Some(verb) = self.shared_verb() {
            let numbers = self.entries.iter().map(|entry| entry.key.clone());
            return flow([verb.to_string()].into_iter().chain(numbers), "  ");
        }
        let groups = self.groups();
        if groups.iter().any(|group| !group.shared.is_empty() && group.entries.len() > 1) {
            return grouped(&groups);
        }
        let width = self.entries.iter().map(|entry| entry.action.chars().count()).max().unwrap_or(0);
        flow(self.entries.iter().map(|entry| format!("{} {:<width$}", entry.key, entry.action)), "   ")
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
fn grouped(groups: &[Group<'_>]) -> String {
    let width = groups.iter().map(|group| group.shared.chars().count()).max().unwrap_or(0);
    let mut lines: Vec<String> = Vec::new();
    for group in groups {
        let mut line = format!("  {:<width$} ", group.shared);
        for entry in group.entries {
            let item = format!("  {}) {}", entry.key, entry.split().1);
            if line.chars().count() + item.chars().count() > WIDTH {
                lines.push(std::mem::replace(&mut line, " ".repeat(width + 3)));
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

    fn menu(actions: &[&str]) -> Menu {
        Menu::new(actions.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn actions_are_counted_from_one() {
        let menu = menu(&["passes", "bets"]);
        assert_eq!(menu.text().trim_end(), "  1 passes   2 bets");
        assert_eq!(menu.find("2"), Some("bets"));
        assert_eq!(menu.find("bets"), Some("bets"));
        assert_eq!(menu.find("pass"), Some("passes"));
        assert_eq!(menu.find("3"), None);
        assert_eq!(menu.find(""), None);
    }

    #[test]
    fn a_number_of_its_own_is_an_actions_name() {
        let menu = menu(&["bids 1", "bids 3", "bids 13"]);
        assert_eq!(menu.text(), "  bids  1  3  13");
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
        assert_eq!(menu.text(), lines.join("\n"));
        assert_eq!(menu.find("5"), Some("maps bottom"));
        assert_eq!(menu.find("digs L"), Some("digs LR 2,3"));
    }

    #[test]
    fn a_long_line_goes_on_below_its_beginning() {
        let actions: Vec<String> = (0..30).map(|x| format!("digs UD {x},{x}")).collect();
        let text = Menu::new(actions).text();
        assert!(text.lines().count() > 2 && text.lines().all(|line| line.len() <= WIDTH), "{text}");
        assert!(text.lines().skip(1).all(|line| line.starts_with("            ")), "{text}");
    }

    #[test]
    fn numbers_that_repeat_are_no_names() {
        let menu = menu(&["gives A 1", "gives B 1"]);
        assert_eq!(menu.find("2"), Some("gives B 1"));
    }
}
