//! What people type: lists of players, games with their usual company.

use std::str::FromStr;

use games::{GameInfo, find_game};
use lab::MOST_IN_SERIES;
use table::{Spec, SpecError};

use crate::failure::Failure;

/// A list of players, as typed: `uct(sims=1000),random`.
#[derive(Clone, Debug)]
pub(crate) struct Specs(pub(crate) Vec<Spec>);

impl FromStr for Specs {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Specs, SpecError> {
        Spec::list(text).map(Specs)
    }
}

/// Reads a whole number from 1 to the most there may be.
pub(crate) fn up_to(most: u64) -> impl Fn(&str) -> Result<u64, String> + Clone {
    within(1, most)
}

/// Reads a whole number between these, both included.
pub(crate) fn within(least: u64, most: u64) -> impl Fn(&str) -> Result<u64, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| format!("a whole number from {least} to {most} is wanted"))
    }
}

/// Reads a seed, which may be any whole number of 64 bits.
pub(crate) fn seed() -> impl Fn(&str) -> Result<u64, String> + Clone {
    within(0, u64::MAX)
}

/// Reads a whole number of a smaller type, within limits that it has room for.
pub(crate) fn whole<T: TryFrom<u64> + Clone>(
    low: u64,
    high: u64,
) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| {
        let number = within(low, high)(text)?;
        T::try_from(number).map_err(|_| format!("{number} is more than this option has room for"))
    }
}

/// Reads how many games a series has.
pub(crate) fn series() -> impl Fn(&str) -> Result<u32, String> + Clone {
    move |text| within(1, MOST_IN_SERIES.into())(text).map(|games| games as u32)
}

/// Who sits down with a person at this game: its usual company, or as few as it needs.
pub(crate) fn company(spec: &Spec) -> Result<Vec<Spec>, Failure> {
    Ok(catalog::company(spec)?)
}

/// How many sit at this game when nobody says.
pub(crate) fn usual_seats(spec: &Spec) -> Result<usize, Failure> {
    company(spec).map(|company| company.len() + 1)
}

/// The game of a spec whose options hold for some number of seats.
pub(crate) fn game(spec: &Spec) -> Result<&'static GameInfo, Failure> {
    let game = find_game(spec)?;
    let (fewest, most) = game.seats;
    let mut tried = (fewest..=most).map(|seats| game.canonical(spec, seats));
    match tried.next() {
        Some(Err(error)) if !tried.any(|rules| rules.is_ok()) => Err(error.into()),
        _ => Ok(game),
    }
}

/// How many may sit at a game, in words.
pub(crate) fn seats(game: &GameInfo) -> String {
    match game.seats {
        (fewest, most) if fewest == most => format!("{most} seats"),
        (fewest, most) => format!("{fewest} to {most} seats"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::GAMES;

    #[test]
    fn every_game_and_preset_has_company_that_fits() {
        for game in GAMES {
            let names = [game.name].into_iter().chain(game.presets.iter().map(|preset| preset.name));
            for spec in names.map(Spec::named) {
                let company = company(&spec).unwrap();
                assert!(game.canonical(&spec, company.len() + 1).is_ok(), "{spec}");
                company.iter().for_each(|agent| assert!(catalog::check_agent(agent, game.name).is_ok()));
            }
        }
    }
}
