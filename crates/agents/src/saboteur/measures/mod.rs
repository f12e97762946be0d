//! What experiments measure in Saboteur: break cards, what they gain, and what dead ends say.

mod breaks;
mod collusion;
mod gains;

use games::Saboteur;

use crate::measures::KindRow;

/// The kinds of this game.
pub(super) const KINDS: &[KindRow<Saboteur>] = &[breaks::BREAKS, collusion::COLLUSION, gains::GAINS];

#[cfg(test)]
mod tests {
    use games::Saboteur;
    use games::saboteur::Rules;
    use table::{BySeat, Event, EventOf, Game, Hidden, Notation, Params, Payoffs, Seat, Spec, SpecError};

    use crate::measures::{KindRow, Lineup, Method, Upcoming, Watch};

    /// The watch of a kind for a game of three with these entrants and axes.
    pub(super) fn watch(
        kind: &KindRow<Saboteur>,
        game: &str,
        entrants: &str,
        axes: &str,
    ) -> Result<(Box<dyn Watch<Saboteur>>, Rules), SpecError> {
        let (rules, entrants) = (Saboteur::read_rules(&game.parse()?, 3)?, Spec::list(entrants)?);
        let Method::Watch(build) = kind.method else { panic!("{} watches", kind.name) };
        let axes: Spec = format!("{}({axes})", kind.name).parse()?;
        let lineup = Lineup { rules, entrants: &entrants, paired: false };
        Ok((build(&mut Params::new(&axes), &lineup)?, rules))
    }

    /// What a kind notes of a game that is told by its text.
    pub(super) fn noted(
        kind: &KindRow<Saboteur>,
        (mut watch, rules): (Box<dyn Watch<Saboteur>>, Rules),
        script: &str,
    ) -> Vec<f64> {
        let (mut truth, mut legal) = (Saboteur::new(&rules), Vec::new());
        watch.begin(Upcoming { first: Seat::new(0), seating: 0, seed: 0 });
        for line in script.split(['\n', '·']).map(str::trim).filter(|line| !line.is_empty()) {
            let event: EventOf<Saboteur> = line.parse().unwrap();
            match event {
                Event::Chance(outcome) => assert!(truth.drawable(&outcome), "{line}"),
                Event::Act(seat, action) => {
                    legal.clear();
                    Saboteur::legal(truth.view(seat), &mut legal);
                    assert!(legal.contains(&action), "{line}");
                    watch.asked(&truth, seat, &legal, &action);
                }
            }
            truth.apply(&event);
            watch.see(&truth, &event);
        }
        let mut row = vec![0.0; kind.width()];
        watch.end(&Payoffs { points: BySeat::new(3, 0.0), wins: BySeat::new(3, 0.0) }, &mut row);
        row
    }
}
