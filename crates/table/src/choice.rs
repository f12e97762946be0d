//! Choosing by parts: an action is a set of parts (a card, a place, a target), named or clicked in any order.

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

    /// The words of an action's notation as its parts: what is done, then with what.
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
    /// What it is made of.
    pub parts: Vec<Part>,
}

/// What a seat may choose, narrowed by the parts that were picked so far.
#[derive(Clone, Debug)]
pub struct Choices {
    all: Vec<Choice>,
    picked: Vec<Part>,
}

/// Where a choice by parts stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing<'a> {
    /// Several actions are left, and what was picked is not one of them.
    Open,
    /// What was picked is this action, but it could still grow into another: it waits for a confirmation.
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

    /// What was picked so far.
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

    /// Puts a part back.
    pub fn unpick(&mut self, part: &Part) {
        self.picked.retain(|picked| picked != part);
    }

    /// Begins anew.
    pub fn clear(&mut self) {
        self.picked.clear();
    }

    /// Where the choice stands.
    pub fn standing(&self) -> Standing<'_> {
        let mut left = self.left();
        match (left.next(), left.next()) {
            (Some(only), None) => Standing::Settled(&only.action),
            _ => self
                .left()
                .find(|choice| choice.parts.len() == self.picked.len())
                .map_or(Standing::Open, |choice| Standing::Growing(&choice.action)),
        }
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
        choices.unpick(&Part::new("card", "8d"));
        assert_eq!(choices.standing(), Standing::Growing("8s 8h"));
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
