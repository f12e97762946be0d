//! What was seen, as sentences.

mod japanese;

use std::fmt;

use table::{Lang, Seat};

use crate::raiders::events::MOST_SEATS;
use crate::raiders::{Action, Aftermath, Chance, Character, Deck, Declined, Seen, What, area_of};
use crate::text::and;

/// What was seen, as a sentence.
pub(super) fn tell(seen: &Seen, lang: Lang) -> String {
    match (lang, seen.what, seen.after.declined) {
        (Lang::Japanese, ..) => japanese::tell(seen),
        (_, What::Acted(seat, Action::Decline), Some(what)) => {
            format!("{seat} {}.{}", declines(what), seen.after)
        }
        _ => format!("{}.{}", seen.what, seen.after),
    }
}

/// What somebody does who declines this.
fn declines(what: Declined) -> &'static str {
    match what {
        Declined::Show => "does not show itself",
        Declined::Ability => "does not use the ability",
        Declined::Area => "does not use the area",
        Declined::Attack => "does not attack",
        Declined::Again => "does not attack again",
        Declined::Take => "takes no equipment",
        Declined::StrikeBack => "does not strike back",
    }
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            What::Luck(outcome) => luck(f, outcome),
            What::Dealt(seat, Some(character)) => write!(f, "{seat} is {character}"),
            What::Dealt(seat, None) => write!(f, "{seat} is dealt a character"),
            What::Drew(seat, Some(text)) => write!(f, "{seat} draws the inference card {text}"),
            What::Drew(seat, None) => write!(f, "{seat} draws an inference card"),
            What::Acted(seat, action) => acted(f, seat, action),
            What::Handed(seat, recipient, Some(text)) => write!(f, "{seat} hands {text} to {recipient}"),
            What::Handed(seat, recipient, None) => write!(f, "{seat} hands the card to {recipient}"),
            What::Showed(seat, giver, Some(character)) => {
                write!(f, "{seat} shows {giver} its character, {character}")
            }
            What::Showed(seat, giver, None) => write!(f, "{seat} shows {giver} its character"),
        }
    }
}

fn luck(f: &mut fmt::Formatter<'_>, outcome: Chance) -> fmt::Result {
    match outcome {
        Chance::Order(order) => write!(f, "The order of turns is {order}"),
        Chance::Layout(layout) => write!(f, "The ring is {layout}"),
        Chance::Deal(seat, character) => write!(f, "{seat} is {character}"),
        Chance::Move(seat, sum) => match area_of(sum) {
            Some(area) => write!(f, "{seat} rolls {sum}, the {area}"),
            None => write!(f, "{seat} rolls {sum}, any area"),
        },
        Chance::Draw(seat, card) => write!(f, "{seat} draws {card}"),
        Chance::Hit(seat, 0) => write!(f, "{seat} rolls 0 and misses"),
        Chance::Hit(seat, number) => write!(f, "{seat} hits with {number}"),
        Chance::Die(seat, number) => write!(f, "{seat} rolls {number}"),
        Chance::Riot(_, sum) => match area_of(sum) {
            Some(area) => write!(f, "The riot comes to {sum}, the {area}"),
            None => write!(f, "The riot comes to {sum}, nowhere"),
        },
    }
}

fn acted(f: &mut fmt::Formatter<'_>, seat: Seat, action: Action) -> fmt::Result {
    match action {
        Action::Go(area) => write!(f, "{seat} goes to the {area}"),
        Action::Draw(Deck::Inference) => write!(f, "{seat} wants an inference card"),
        Action::Draw(deck) => write!(f, "{seat} wants a {deck} card"),
        Action::TakeOne | Action::TakeTwo => write!(f, "{seat} is hurt by the card"),
        Action::HealOne => write!(f, "{seat} is healed by the card"),
        _ => write!(f, "{seat} {action}"),
    }
}

impl fmt::Display for Aftermath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for seat in Seat::all(MOST_SEATS) {
            match self.change[seat.index()] {
                0 => {}
                healed @ ..0 => write!(f, " {seat} heals {}.", -healed)?,
                taken => write!(f, " {seat} takes {taken}.")?,
            }
        }
        let is_out = |(seat, _): &(Seat, Character)| self.out.contains(*seat);
        let (out, shown): (Vec<_>, Vec<_>) = self.shown.iter().partition(is_out);
        for (seat, character) in out {
            write!(f, " {seat} is out and was {character}, a {}.", faction(character))?;
        }
        for seat in self.out.filter(|&seat| self.shown.of(seat).is_none()) {
            write!(f, " {seat} is out.")?;
        }
        for (seat, character) in shown {
            write!(f, " {seat} is {character}, a {}.", faction(character))?;
        }
        match (self.over, self.winners.len()) {
            (false, _) => Ok(()),
            (true, 0) => f.write_str(" The game is over: nobody wins."),
            (true, 1) => write!(f, " The game is over: {} wins.", self.winners),
            (true, _) => write!(f, " The game is over: {} win.", and(self.winners)),
        }
    }
}

fn faction(character: Character) -> String {
    character.faction().word().to_lowercase()
}
