//! Literate players: a Markdown file in which each heading is a sentence about a player, most of them a paper's,
//! and each indented block a position with what the player does there.
//!
//! A block's parts are separated by ` · ` or line ends and change the position, from the usual one on; `=>` asks a
//! player on the seat that is to act (in raiders and saboteur seat A):
//!
//! | demand | holds if |
//! | --- | --- |
//! | `=> heuristic: hurts C` | it always does this |
//! | `=> papers: discards UL or discards map` | it does each of these equally often, and nothing else |
//! | `=> heuristic: 70 % draws black or 30 % draws white` | it does each of these so often |
//!
//! A player that can show its distribution must show the demanded one, too.
//!
//! What the parts are is said where positions are made: `raiders.rs`, `saboteur.rs`, and for every other game
//! `played.rs`. A file is read by its test below.

mod played;
mod raiders;
mod saboteur;

use catalog::Playable;
use table::{Agent, Player, Rng, Spec, View};

/// A position that seat A is asked about, put together part by part.
pub(super) trait Position: Default {
    type Game: Playable;

    /// Changes the position as a part of a block says.
    fn change(&mut self, part: &str) -> Result<(), String>;

    /// What the one who is asked sees.
    fn view(&self) -> View<'_, Self::Game>;

    /// A player who has sat here from the beginning.
    fn player(&self, spec: &Spec) -> Result<Box<dyn Agent<Self::Game>>, String>;
}

/// The listed player of this name, if it is none that must be told more than a seat sees.
pub(super) fn seated<G: Playable>(spec: &Spec, rules: &G::Rules) -> Result<Box<dyn Agent<G>>, String> {
    match catalog::seat::<G>(spec, rules).map_err(|error| error.to_string())? {
        Player::Agent(agent) => Ok(agent),
        Player::Oracle(_) => Err(format!("{} sees more than a position shows", spec.name)),
    }
}

/// Runs every block; the number of demands that hold.
fn examine<P: Position>(markdown: &str) -> Result<usize, String> {
    let (mut heading, mut position, mut all, mut here) = ("", P::default(), 0, 1);
    for line in markdown.lines().chain(["## the end"]) {
        if let Some(next) = line.strip_prefix("## ") {
            if here == 0 {
                return Err(format!("\"{heading}\" demands nothing"));
            }
            (heading, here) = (next, 0);
        }
        let Some(code) = line.strip_prefix("    ") else {
            position = P::default();
            continue;
        };
        let failed = |why: String| format!("\"{heading}\", `{}`: {why}", code.trim());
        match code.trim().strip_prefix("=> ") {
            Some(demand) => {
                holds(&position, demand).map_err(failed)?;
                (all, here) = (all + 1, here + 1);
            }
            None => changes(&mut position, code).map_err(failed)?,
        }
    }
    Ok(all)
}

fn changes<P: Position>(position: &mut P, code: &str) -> Result<(), String> {
    code.split('·').map(str::trim).filter(|part| !part.is_empty()).try_for_each(|part| position.change(part))
}

/// Whether a player does what a line demands, as often as it demands.
fn holds<P: Position>(position: &P, demand: &str) -> Result<(), String> {
    let (name, wanted) = demand.split_once(": ").ok_or("who does what?")?;
    let spec: Spec = name.parse().map_err(|error| format!("{error}"))?;
    let wanted = shares(wanted)?;
    let asked = if wanted.len() == 1 { 200 } else { 2000 };
    let found = choices(position, &spec, asked)?;
    let counted = |action: &str| found.iter().find(|(other, _)| other == action).map_or(0, |found| found.1);
    let as_often = |(action, share): &(String, f64)| {
        let (expected, all) = (share * f64::from(asked), f64::from(asked));
        let spread = (expected * (all - expected) / all).max(0.0).sqrt();
        (f64::from(counted(action)) - expected).abs() <= 4.0 * spread
    };
    mixes(position, &spec, &wanted)?;
    let nothing_else = found.iter().all(|(action, _)| wanted.iter().any(|(other, _)| other == action));
    match nothing_else && wanted.iter().all(as_often) {
        true => Ok(()),
        false => Err(format!("of {asked} times {found:?}")),
    }
}

/// Shares are written with two decimals at most.
const ROUNDED: f64 = 2e-4;

/// `70 % this or 30 % that`, or `this or that` with equal shares.
fn shares(text: &str) -> Result<Vec<(String, f64)>, String> {
    let parts: Vec<&str> = text.split(" or ").collect();
    let even = 1.0 / parts.len() as f64;
    let share = |part: &&str| match part.split_once(" % ") {
        Some((percent, action)) => {
            let percent: f64 = percent.parse().map_err(|_| format!("`{part}`: how often?"))?;
            Ok((action.to_string(), percent / 100.0))
        }
        None => Ok((part.to_string(), even)),
    };
    let shares: Vec<(String, f64)> = parts.iter().map(share).collect::<Result<_, String>>()?;
    match (shares.iter().map(|(_, share)| share).sum::<f64>() - 1.0).abs() < ROUNDED {
        true => Ok(shares),
        false => Err("the shares are not 100 % in all".to_string()),
    }
}

/// Whether a player that can show its distribution shows these shares.
fn mixes<P: Position>(position: &P, spec: &Spec, wanted: &[(String, f64)]) -> Result<(), String> {
    let (view, mut legal, mut player) = (position.view(), Vec::new(), position.player(spec)?);
    <P::Game as table::Game>::legal(view, &mut legal);
    let Some(mixed) = player.mixed() else { return Ok(()) };
    let mut mix = vec![0.0; legal.len()];
    mixed.mix(view, &legal, &mut Rng::new(11), &mut mix);
    for (action, shown) in legal.iter().zip(mix) {
        let share = wanted.iter().find(|(other, _)| *other == action.to_string()).map_or(0.0, |one| one.1);
        if (shown - share).abs() > ROUNDED {
            return Err(format!("shows that it {action} with {shown}"));
        }
    }
    Ok(())
}

/// What a player does when it is asked so often, with how often it does it.
fn choices<P: Position>(position: &P, spec: &Spec, asked: u32) -> Result<Vec<(String, u32)>, String> {
    let (view, mut legal, mut player) = (position.view(), Vec::new(), position.player(spec)?);
    <P::Game as table::Game>::legal(view, &mut legal);
    let (mut rng, mut found) = (Rng::new(11), Vec::<(String, u32)>::new());
    for _ in 0..asked {
        let chosen = player.act(view, &legal, &mut rng);
        if !legal.contains(&chosen) {
            return Err(format!("{chosen} is not legal"));
        }
        let text = chosen.to_string();
        match found.iter_mut().find(|(other, _)| *other == text) {
            Some((_, count)) => *count += 1,
            None => found.push((text, 1)),
        }
    }
    Ok(found)
}

/// All of a file's demands hold, and there are at least so many.
fn hold<P: Position>(markdown: &str, least: usize) {
    let demands = examine::<P>(markdown).unwrap_or_else(|why| panic!("{why}"));
    assert!(demands >= least, "{demands}");
}

#[test]
fn buzzard() {
    hold::<played::Played<games::Buzzard>>(include_str!("buzzard.md"), 19);
}

#[test]
fn daihinmin() {
    hold::<played::Played<games::Daihinmin>>(include_str!("daihinmin.md"), 24);
}

#[test]
fn kuhn() {
    hold::<played::Played<games::Kuhn>>(include_str!("kuhn.md"), 15);
}

#[test]
fn raiders() {
    hold::<raiders::Scene>(include_str!("raiders.md"), 270);
}

#[test]
fn saboteur() {
    hold::<saboteur::Scene>(include_str!("saboteur.md"), 120);
}

/// The driver itself: each of these is refused, and for this reason.
#[test]
fn what_does_not_hold_is_refused() {
    let refused = |block: &str, why: &str| {
        let error = examine::<raiders::Scene>(&format!("## A rule\n\n{block}\n")).unwrap_err();
        assert!(error.contains(why), "{error}");
    };
    refused("text without a block", "\"A rule\" demands nothing");
    refused("    A Emi · at the moon", "moon");
    refused("    at hall\n    => heuristic: heals A", "of 200 times [(\"hurts");
    refused("    at hall\n    => heuristic: hurts B or hurts C or hurts D", "of 2000 times");
    let uneven = "    => heuristic: 40 % hurts B or 20 % hurts C or 20 % hurts D or 20 % hurts E";
    refused(&format!("    at hall\n{uneven}"), "of 2000 times");
    refused("    at hall\n    => heuristic: 50 % hurts B or 40 % hurts C", "100 % in all");
    refused("    at hall\n    => heuristc: hurts B", "did you mean `heuristic`");
    refused("    at hall\n    => tipped: hurts B", "sees more");
}
