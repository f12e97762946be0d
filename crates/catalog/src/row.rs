//! A row of a list: the one place where a player or an estimator is named, explained and built.

use table::{Game, Param, Params, Player, Spec, SpecError, Values, unknown};

/// How a row becomes what it names, at a table with these rules.
pub type BuildRow<G, T> = fn(&mut Params<'_>, &<G as Game>::Rules) -> Result<T, SpecError>;

/// A player (or, with another `T`, an estimator) of one game.
pub struct Row<G: Game, T = Player<G>> {
    /// The name people type.
    pub name: &'static str,
    /// One line about it.
    pub about: &'static str,
    /// What can be set, in groups that rows may share.
    pub params: &'static [&'static [Param]],
    /// Parameters that make it quick, for exams and the signature; further sets make it play another way.
    pub quick: &'static [&'static str],
    /// Makes it.
    pub build: BuildRow<G, T>,
}

impl<G: Game, T> Clone for Row<G, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game, T> Copy for Row<G, T> {}

impl<G: Game, T> Row<G, T> {
    /// What lists say about it.
    pub const fn info(&self) -> Info {
        Info { name: self.name, about: self.about, params: self.params, quick: self.quick }
    }

    /// What a spec of this name makes of it.
    ///
    /// # Errors
    /// Parameters that it does not take, and values that cannot be.
    pub fn make(&self, spec: &Spec, rules: &G::Rules) -> Result<T, SpecError> {
        self.info().check(spec)?;
        let mut params = Params::new(spec);
        let made = (self.build)(&mut params, rules)?;
        params.finish().map(|()| made)
    }
}

/// What a list says about a player or an estimator.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Info {
    /// The name people type.
    pub name: &'static str,
    /// One line about it.
    pub about: &'static str,
    /// What can be set, in groups.
    pub params: &'static [&'static [Param]],
    /// Parameters that make it quick.
    pub quick: &'static [&'static str],
}

impl Info {
    /// What can be set.
    pub fn params(&self) -> impl Iterator<Item = &'static Param> + use<> {
        self.params.iter().copied().flatten()
    }

    /// Refuses a parameter that it does not take.
    ///
    /// # Errors
    /// Names what it takes.
    pub fn check(&self, spec: &Spec) -> Result<(), SpecError> {
        match spec.params.iter().find(|(key, _)| !self.params().any(|param| param.key == key)) {
            None => Ok(()),
            Some((key, _)) => {
                let known = self.params().map(|param| param.key);
                Err(unknown(&format!("parameter of {}", spec.name), key, known))
            }
        }
    }

    /// Whether it runs a program outside, which does as it likes.
    pub fn runs_programs(&self) -> bool {
        self.params().any(|param| param.values == Values::Command)
    }

    /// It with each set of quick parameters, or as it stands if it has none.
    pub fn quick_specs(&self) -> impl Iterator<Item = Spec> + use<> {
        let name = self.name;
        let sets = if self.quick.is_empty() { &[""] } else { self.quick };
        sets.iter()
            .map(move |set| format!("{name}({set})").parse().expect("a row's own parameters can be read"))
    }
}

/// The row that a spec names.
pub(crate) fn find<'r, G: Game, T>(
    rows: &'r [Row<G, T>],
    what: &str,
    spec: &Spec,
) -> Result<&'r Row<G, T>, SpecError> {
    let names = || rows.iter().map(|row| row.name);
    rows.iter()
        .find(|row| row.name == spec.name)
        .ok_or_else(|| unknown(&format!("{what} for {}", G::NAME), &spec.name, names()))
}

/// A row of some games' lists.
#[derive(Clone, Debug, PartialEq)]
pub struct Listed {
    /// What it is.
    pub info: Info,
    /// The games that have it.
    pub games: Vec<&'static str>,
}

/// The rows of all games as one list, sorted by name: what several games have stands there once.
pub(crate) fn merge(lists: impl IntoIterator<Item = (&'static str, Vec<Info>)>) -> Vec<Listed> {
    let mut all: Vec<Listed> = Vec::new();
    for (game, info) in lists.into_iter().flat_map(|(game, infos)| infos.into_iter().map(move |i| (game, i)))
    {
        match all.iter_mut().find(|listed| listed.info == info) {
            Some(listed) => listed.games.push(game),
            None => all.push(Listed { info, games: vec![game] }),
        }
    }
    all.sort_by_key(|listed| listed.info.name);
    all
}
