//! What an estimator thinks, as notes beside the seats.

use table::{Estimator, Forecast, Lang, Notes, Seat, Spec, SpecError, View};

use players::roles::{Assignment, probability};

use crate::estimators::{Estimated, estimator, forecast};
use crate::registry::Playable;

/// The most roles or places a note names.
const MOST: usize = 3;

/// Less is not worth a word.
const LEAST: f64 = 0.005;

/// The notes of the estimator a spec names, for a table with these rules.
pub fn noter<G: Estimated>(spec: &Spec, rules: &G::Rules) -> Result<Box<dyn Notes<G>>, SpecError> {
    Ok(Box::new(Noter(estimator::<G>(spec, rules)?)))
}

struct Noter<G: Estimated>(Box<dyn Estimator<G>>);

impl<G: Estimated> Notes<G> for Noter<G> {
    fn begin(&mut self, view: View<'_, G>) {
        self.0.begin(view);
    }

    fn see(&mut self, view: View<'_, G>, seen: &G::Seen) {
        self.0.see(view, seen);
    }

    fn notes(&mut self, view: View<'_, G>, lang: Lang) -> Vec<String> {
        let assignments = self.0.assignments(view);
        let note = |seat| if seat == view.seat { String::new() } else { note::<G>(assignments, seat, lang) };
        Seat::all(view.seats()).map(note).collect()
    }
}

/// The notes of the forecast of final ranks that a spec names, for a table with these rules.
///
/// # Errors
/// A game without forecasts, names and parameters that do not exist.
pub fn rank_noter<G: Playable>(spec: &Spec, rules: &G::Rules) -> Result<Box<dyn Notes<G>>, SpecError> {
    Ok(Box::new(RankNoter(forecast::<G>(spec, rules)?)))
}

struct RankNoter<G: Playable>(Box<dyn Forecast<G>>);

impl<G: Playable> Notes<G> for RankNoter<G> {
    fn begin(&mut self, view: View<'_, G>) {
        self.0.begin(view);
    }

    fn see(&mut self, view: View<'_, G>, seen: &G::Seen) {
        self.0.see(view, seen);
    }

    fn notes(&mut self, view: View<'_, G>, lang: Lang) -> Vec<String> {
        let ranks = self.0.ranks(view);
        Seat::all(view.seats()).map(|seat| ranks_note(ranks.of(seat), lang)).collect()
    }
}

/// The places a seat may end on, most probable first: `1st 62 %, 2nd 21 %, 4th 9 %`; nothing where all are alike.
fn ranks_note(chances: &[f64], lang: Lang) -> String {
    let mut likely: Vec<_> = chances.iter().enumerate().filter(|(_, chance)| **chance >= LEAST).collect();
    if chances.iter().all(|chance| chance == &chances[0]) {
        likely.clear();
    }
    likely.sort_by(|a, b| b.1.total_cmp(a.1));
    likely.truncate(MOST);
    let tell = |(place, chance): (usize, &f64)| format!("{} {}", ordinal(place, lang), per_cent(*chance));
    likely.into_iter().map(tell).collect::<Vec<_>>().join(lang.either(", ", "、"))
}

/// A place counted from 0, as people say it: `1st`.
fn ordinal(place: usize, lang: Lang) -> String {
    let ending = ["st", "nd", "rd"].get(place).unwrap_or(&"th");
    format!("{}{}", place + 1, lang.either(*ending, "位"))
}

/// The roles a seat may have, most probable first: `K 75 %, J 25 %`. Of two roles the first says all.
fn note<G: Estimated>(assignments: &[Assignment<G>], seat: Seat, lang: Lang) -> String {
    let chances = G::ROLES.iter().map(|&role| (role, probability(assignments, seat, role)));
    let mut likely: Vec<_> = chances.filter(|(_, chance)| *chance >= LEAST).collect();
    likely.sort_by(|a, b| b.1.total_cmp(&a.1));
    likely.truncate(if G::ROLES.len() == 2 { 1 } else { MOST });
    let tell = |(role, chance): (G::Role, f64)| format!("{} {}", G::role_name(role, lang), per_cent(chance));
    likely.into_iter().map(tell).collect::<Vec<_>>().join(lang.either(", ", "、"))
}

/// Only what is certain is written as 100 %.
fn per_cent(chance: f64) -> String {
    match 100.0 * chance {
        percent if (99.5..100.0 - 1e-9).contains(&percent) => "> 99 %".to_string(),
        percent => format!("{percent:.0} %"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Kuhn;
    use games::kuhn::{Action, Card, Deal, Rules};
    use table::{Event, Game, Occupant, Seeds, Session, Table};

    #[test]
    fn notes_are_marginals_from_one_seat() {
        let rules = Rules { seats: 2 };
        let mut noter = noter::<Kuhn>(&"bayes".parse().unwrap(), &rules).unwrap();
        let (seat, mut game) = (Seat::new(1), Kuhn::new(&rules));
        noter.begin(game.view(seat));
        assert_eq!(noter.notes(game.view(seat), Lang::English), ["", ""], "nobody has a card yet");
        let line = [
            (Event::Chance(Deal(Seat::new(0), Card::ALL[2])), ["", ""]),
            (Event::Chance(Deal(seat, Card::ALL[1])), ["J 50 %, K 50 %", ""]),
            (Event::Act(Seat::new(0), Action::Bet), ["K 75 %, J 25 %", ""]),
        ];
        for (event, notes) in line {
            game.apply(&event);
            noter.see(game.view(seat), &game.seen(&event, Some(seat)));
            assert_eq!(noter.notes(game.view(seat), Lang::English), notes);
        }
    }

    #[test]
    fn a_table_shows_them_to_their_seat_alone() {
        let (rules, seat) = (Rules { seats: 2 }, Seat::new(1));
        let notes = noter::<Kuhn>(&"bayes".parse().unwrap(), &rules).unwrap();
        let (people, lang) = (vec![Occupant::External(String::new()); 2], Lang::English);
        let opening = Table::<Kuhn>::opening(&rules, Seeds::new(1), 1, people);
        let mut table = Table::<Kuhn>::open(opening, Box::new(crate::seat_named)).unwrap();
        table.take_notes(seat, notes, lang);
        assert_eq!(table.text(Some(seat), lang).matches("50 %").count(), 2, "nothing but the deal is known");
        table.play(Seat::new(0), "passes").unwrap();
        let told = table.text(Some(seat), lang);
        assert!(told.contains('%') && !told.contains("50 %"), "a pass says something: {told}");
        assert!(table.svg(Some(seat), lang, table::Shape::Wide).contains('%'));
        for other in [None, Some(Seat::new(0))] {
            assert!(
                !table.text(other, lang).contains('%')
                    && !table.svg(other, lang, table::Shape::Wide).contains('%'),
                "{other:?}"
            );
        }
    }

    #[test]
    fn places_stand_with_the_most_probable_first() {
        let chances = [0.21, 0.62, 0.001, 0.079, 0.09];
        assert_eq!(ranks_note(&chances, Lang::Japanese), "2位 62 %、1位 21 %、5位 9 %");
        let note = |chances: &[f64]| ranks_note(chances, Lang::English);
        assert_eq!(note(&chances), "2nd 62 %, 1st 21 %, 5th 9 %");
        assert_eq!(note(&[0.0, 0.0, 1.0]), "3rd 100 %");
        assert_eq!(note(&[0.2; 5]), "", "that is no news");
    }

    #[test]
    fn only_the_certain_is_certain() {
        assert_eq!([0.4, 0.996, 1.0, 1.0 - 1e-12].map(per_cent), ["40 %", "> 99 %", "100 %", "100 %"]);
    }
}
