//! The kind `sides`: how often the first entrant wins as a digger and as a saboteur.

use games::Saboteur;
use games::saboteur::{Role, Rules};
use table::{EventOf, Game, Payoffs, Seat, SpecError, Witness};

use super::watched::{Row, Watch, watched};
use super::{Kind, Measure, Setting};
use crate::stats::Share;

pub(super) const SIDES: Kind = Kind {
    name: "sides",
    about: "one round of Saboteur for the win, seen from the first entrant: how often it wins in each role, and how \
            often saboteurs do; a unit is one game, or one deal in every seating if paired",
    measures: Sides::MEASURES,
    situation: &[],
    build: watched::<Saboteur, Sides>,
};

/// Counts wins by role.
struct Sides {
    first: Seat,
    role: Option<Role>,
}

impl Witness<Saboteur> for Sides {
    fn see(&mut self, truth: &Saboteur, _event: &EventOf<Saboteur>) {
        if self.role.is_none() {
            self.role = truth.private(self.first).role;
        }
    }
}

impl Watch<Saboteur> for Sides {
    const MEASURES: &'static [Measure] = &[
        Measure { name: "digger_wins", about: "how often the first entrant wins as a digger", rate: true },
        Measure { name: "saboteur_wins", about: "how often it wins as a saboteur", rate: true },
        Measure { name: "win_rate", about: "how often it wins in either role", rate: true },
    ];

    fn new(_setting: &Setting, rules: &Rules) -> Result<Sides, SpecError> {
        match rules.rounds {
            1 => Ok(Sides { first: Seat::new(0), role: None }),
            _ => Err(SpecError::bad("sides needs games of one round: one role a game")),
        }
    }

    fn columns(&self) -> Vec<String> {
        ["digger", "digger_won", "saboteur", "saboteur_won"].map(String::from).to_vec()
    }

    fn begin(&mut self, first: Seat, _seed: u64) {
        *self = Sides { first, role: None };
    }

    fn end(&mut self, payoffs: &Payoffs, row: &mut [f64]) {
        let place = if self.role == Some(Role::Saboteur) { 2 } else { 0 };
        row[place] += 1.0;
        row[place + 1] += payoffs.wins[self.first];
    }

    fn share(measure: &str, row: &Row<'_>) -> Option<Share> {
        Some(match measure {
            "digger_wins" => row.share("digger_won", "digger"),
            "saboteur_wins" => row.share("saboteur_won", "saboteur"),
            _ => Share {
                part: row["digger_won"] + row["saboteur_won"],
                whole: row["digger"] + row["saboteur"],
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::kinds::{Rows, Setting};
    use table::Spec;

    fn found(game: &str, entrants: &str, measure: &str) -> (f64, usize) {
        let (game, entrants) = (game.parse().unwrap(), Spec::list(entrants).unwrap());
        let setting = Setting { game, entrants, paired: true, series: 1, situation: Vec::new(), seed: 3 };
        let job = (SIDES.build)(setting).unwrap();
        let rows = Rows { width: 4, values: job.play(0..40, false).unwrap().values };
        let estimate = job.summarise(measure, &rows);
        (estimate.value, estimate.n)
    }

    /// Nobody digs, so saboteurs win and diggers do not; of three seats one is a saboteur in every deal.
    #[test]
    fn wins_are_counted_by_role() {
        let game = "saboteur(rounds=1,saboteurs=1,score=win,deck=6map+3rockfall,hand=2)";
        let passes = "random,random,random";
        assert_eq!(found(game, passes, "digger_wins"), (0.0, 40));
        assert_eq!(found(game, passes, "saboteur_wins"), (1.0, 40));
        let (rate, _) = found(game, passes, "win_rate");
        assert!((rate - 1.0 / 3.0).abs() < 1e-12, "{rate}");
    }

    #[test]
    fn one_role_a_game() {
        let (game, entrants) = ("saboteur".parse().unwrap(), Spec::list("random,random,random").unwrap());
        let setting = Setting { game, entrants, paired: false, series: 1, situation: Vec::new(), seed: 3 };
        let error = (SIDES.build)(setting).err().unwrap().to_string();
        assert!(error.contains("one role a game"), "{error}");
    }
}
