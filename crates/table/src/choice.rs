//! Choosing by parts: an action is a set of parts (a card, a place, a target), named or clicked in any order.
//!
//! The page's script does the same with clicks. Both are held to the cases in `crates/table/tests/choices.json`.

use serde::Serialize;

/// One part of an action, as people name it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Part {
    /// What sort of part it is, e.g. `card`, `place`, `target`.
    pub sort: &'static str,
    /// Its name among the parts of its sort.
    pub name: String,
}

impl Part {
    /// A part of this sort.
    pub fn new(sort: &'static str, name: impl Into<String>) -> Part {
        Part { sort, name: name.into() }
    }

    /// The words of an action's notation as its parts: the verb, then its objects.
    pub fn words(notation: &str) -> Vec<Part> {
        const SORTS: [&str; 4] = ["does", "what", "where", "how"];
        let sort = |i: usize| SORTS[i.min(SORTS.len() - 1)];
        notation.split(' ').enumerate().map(|(i, word)| Part::new(sort(i), word)).collect()
    }
}

/// An action that may be chosen, in notation and in parts.
#[derive(Clone, Debug, Serialize)]
pub struct Choice {
    /// In the game's notation.
    pub action: String,
    /// As a person reads it.
    pub label: String,
    /// Its parts.
    pub parts: Vec<Part>,
}

/// The legal actions of a seat, narrowed by the parts that were picked so far.
#[derive(Clone, Debug)]
pub struct Choices {
    all: Vec<Choice>,
    picked: Vec<Part>,
}

/// The state of a choice by parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing<'a> {
    /// Several actions are left, and what was picked is not one of them.
    Open,
    /// What was picked, with what it implies, is this action, but it could still grow into another: it waits for a
    /// confirmation.
    Growing(&'a str),
    /// One action is left.
    Settled(&'a str),
}

/// Why a part could not be picked. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PickError {
    /// No action that is left has such a part.
    Unknown,
    /// Several parts begin like this.
    Ambiguous(Vec<Part>),
}

impl Choices {
    /// All of these, nothing picked yet.
    pub fn new(all: Vec<Choice>) -> Choices {
        Choices { all, picked: Vec::new() }
    }

    /// The actions that have every part picked.
    pub fn left(&self) -> impl Iterator<Item = &Choice> {
        self.all.iter().filter(|choice| self.picked.iter().all(|part| choice.parts.contains(part)))
    }

    /// The parts that were picked so far.
    pub fn picked(&self) -> &[Part] {
        &self.picked
    }

    /// The parts that can be picked now and would still tell actions apart, by sort as they first come, each
    /// with the number of actions that have it.
    pub fn offers(&self) -> Vec<(Part, usize)> {
        let mut offers: Vec<(Part, usize)> = Vec::new();
        for part in self.left().flat_map(|choice| &choice.parts).filter(|part| !self.picked.contains(part)) {
            match offers.iter_mut().find(|(known, _)| known == part) {
                Some((_, count)) => *count += 1,
                None => offers.push((part.clone(), 1)),
            }
        }
        let all = self.left().count();
        offers.retain(|(_, count)| *count < all);
        let mut sorts: Vec<&str> = Vec::new();
        for (part, _) in &offers {
            if !sorts.contains(&part.sort) {
                sorts.push(part.sort);
            }
        }
        offers.sort_by_key(|(part, _)| sorts.iter().position(|&sort| sort == part.sort));
        offers
    }

    /// Picks the part of this name, or the only one that begins like it.
    ///
    /// # Errors
    /// If there is no such part among the actions left, or several begin like this.
    pub fn pick(&mut self, name: &str) -> Result<(), PickError> {
        let parts =
            || self.left().flat_map(|choice| &choice.parts).filter(|part| !self.picked.contains(part));
        let exact = distinct(parts().filter(|part| part.name == name));
        let near = if exact.is_empty() { distinct(parts().filter(|part| begins(part, name))) } else { exact };
        match near.len() {
            0 => Err(PickError::Unknown),
            1 => {
                self.picked.extend(near);
                Ok(())
            }
            _ => Err(PickError::Ambiguous(near)),
        }
    }

    /// What counts as picked: the parts that were picked, and those that every action left has, for nobody could pick
    /// otherwise. Nothing counts before anything was picked, unless one action alone is left.
    pub fn shown(&self) -> Vec<Part> {
        let mut left = self.left();
        let Some(first) = left.next() else { return self.picked.clone() };
        let rest: Vec<&Choice> = left.collect();
        if rest.is_empty() {
            return first.parts.clone();
        }
        let is_implied = |part: &&Part| rest.iter().all(|choice| choice.parts.contains(part));
        let implied = first.parts.iter().filter(|_| !self.picked.is_empty()).filter(is_implied);
        let implied = implied.filter(|part| !self.picked.contains(part));
        self.picked.iter().chain(implied).cloned().collect()
    }

    /// Begins anew.
    pub fn clear(&mut self) {
        self.picked.clear();
    }

    /// The state of the choice.
    pub fn standing(&self) -> Standing<'_> {
        let mut left = self.left();
        if let (Some(only), None) = (left.next(), left.next()) {
            return Standing::Settled(&only.action);
        }
        let shown = self.shown();
        let is_whole = |choice: &&Choice| choice.parts.iter().all(|part| shown.contains(part));
        let whole = self.left().find(is_whole).filter(|_| !self.picked.is_empty());
        whole.map_or(Standing::Open, |choice| Standing::Growing(&choice.action))
    }
}

fn begins(part: &Part, name: &str) -> bool {
    !name.is_empty() && part.name.to_lowercase().starts_with(&name.to_lowercase())
}

fn distinct<'a>(parts: impl Iterator<Item = &'a Part>) -> Vec<Part> {
    parts.fold(Vec::new(), |mut all, part| {
        if !all.contains(part) {
            all.push(part.clone());
        }
        all
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choices(actions: &[&str]) -> Choices {
        let choice = |text: &&str| Choice {
            action: text.to_string(),
            label: text.to_string(),
            parts: Part::words(text),
        };
        Choices::new(actions.iter().map(choice).collect())
    }

    /// Cards of one sort, several at once.
    fn cards(actions: &[&str]) -> Choices {
        let choice = |text: &&str| {
            let parts = text.split(' ').map(|card| Part::new("card", card)).collect();
            Choice { action: text.to_string(), label: text.to_string(), parts }
        };
        Choices::new(actions.iter().map(choice).collect())
    }

    const BOARD: [&str; 4] = ["digs UD 1,2", "digs UD 1,4", "digs LR 1,2", "passes"];

    #[test]
    fn parts_narrow_in_any_order() {
        for order in [["UD", "1,4"], ["1,4", "digs"]] {
            let mut choices = choices(&BOARD);
            assert_eq!(choices.standing(), Standing::Open);
            order.iter().for_each(|part| choices.pick(part).unwrap());
            assert_eq!(choices.standing(), Standing::Settled("digs UD 1,4"));
        }
        let mut choices = choices(&BOARD);
        choices.pick("1,2").unwrap();
        assert_eq!(choices.left().count(), 2);
        let offers: Vec<String> =
            choices.offers().into_iter().map(|(part, n)| format!("{} {n}", part.name)).collect();
        assert_eq!(offers, ["UD 1", "LR 1"], "`digs` would tell nothing apart");
        choices.clear();
        choices.pick("pa").unwrap();
        assert_eq!(choices.standing(), Standing::Settled("passes"));
    }

    #[test]
    fn what_could_still_grow_waits() {
        let mut choices = cards(&["8s", "8s 8h", "8s 8h 8d", "3c"]);
        choices.pick("8s").unwrap();
        assert_eq!(choices.standing(), Standing::Growing("8s"));
        choices.pick("8h").unwrap();
        assert_eq!(choices.standing(), Standing::Growing("8s 8h"));
        choices.pick("8d").unwrap();
        assert_eq!(choices.standing(), Standing::Settled("8s 8h 8d"));
        choices.clear();
        choices.pick("8h").unwrap();
        assert_eq!(choices.standing(), Standing::Growing("8s 8h"), "8h implies 8s");
    }

    /// The cases that the page's script is held to as well, in `crates/page/browser/script.test.js`.
    #[test]
    fn the_page_and_the_terminal_choose_alike() {
        let cases: serde_json::Value = serde_json::from_str(include_str!("../tests/choices.json")).unwrap();
        let sorted = |mut names: Vec<String>| {
            names.sort();
            names
        };
        let words = |value: &serde_json::Value| -> Vec<String> {
            value.as_str().unwrap().split_whitespace().map(ToString::to_string).collect()
        };
        let names = |parts: &[Part]| parts.iter().map(|part| part.name.clone()).collect();
        for case in cases.as_array().unwrap() {
            let legal = case["legal"].as_array().unwrap();
            let actions: Vec<&str> = legal.iter().map(|action| action.as_str().unwrap()).collect();
            for picks in [words(&case["picks"]), words(&case["picks"]).into_iter().rev().collect()] {
                let mut choices = cards(&actions);
                picks.iter().for_each(|name| choices.pick(name).unwrap());
                let (standing, action) = match choices.standing() {
                    Standing::Open => ("open", None),
                    Standing::Growing(action) => ("growing", Some(action)),
                    Standing::Settled(action) => ("settled", Some(action)),
                };
                let told = (standing, action);
                assert_eq!(told, (case["standing"].as_str().unwrap(), case["action"].as_str()), "{case}");
                let offers: Vec<Part> = choices.offers().into_iter().map(|(part, _)| part).collect();
                assert_eq!(sorted(names(&offers)), sorted(words(&case["offers"])), "offers of {case}");
                assert_eq!(sorted(names(&choices.shown())), sorted(words(&case["shown"])), "shown of {case}");
            }
        }
    }

    #[test]
    fn a_wrong_part_changes_nothing() {
        let mut choices = choices(&BOARD);
        assert_eq!(choices.pick("9,9"), Err(PickError::Unknown));
        assert_eq!(choices.pick(""), Err(PickError::Unknown));
        let near = vec![Part::new("where", "1,2"), Part::new("where", "1,4")];
        assert_eq!(choices.pick("1"), Err(PickError::Ambiguous(near)));
        assert!(choices.picked().is_empty());
        choices.pick("UD").unwrap();
        assert_eq!(choices.pick("LR"), Err(PickError::Unknown), "no action has both");
    }
}
