//! The kind `company`: which places a person takes whom the others steer, and what the others lose by it.

use games::Daihinmin;
use games::daihinmin::Action;
use table::{EventOf, Game, Param, Params, Payoffs, Rng, Seat, SpecError, View, Witness, derive_seed};

use super::judge::Judge;
use catalog::columns;
use catalog::kinds::{Formula, KindRow, Lineup, Measure, Method, Upcoming, Watch};
use players::daihinmin::TARGET;

columns! { COLUMNS:
    GAMES "games" "games that count: those of the series from `from` on",
    PLACES "places" "the places that the first entrant took in them, summed",
    NEAR "near" "1 if their mean is within half a place of the target",
    SECOND "places_2" "the places of the second entrant, summed",
    _THIRD "places_3" "those of the third",
    _FOURTH "places_4" "those of the fourth",
    FIFTH "places_5" "those of the fifth",
    SPREAD "spread" "the standard deviation of the mean places of all but the first entrant",
    JUDGED "judged" "choices of the others that were judged",
    GIVEN "given" "those of them that lose more than half a point",
    LOST "lost" "the points that the judged choices lose, summed",
}

const FROM: Param = Param::number(
    "from",
    "21",
    "the first game of a block (of a series, if that is no longer) that counts",
    1.0,
    10_000.0,
);
const WORLDS: Param =
    Param::number("worlds", "60", "in how many worlds a choice is judged, 0 for no judge", 0.0, 100_000.0);

/// The largest distance from the target, in places, that counts as near.
const CLOSE: f64 = 0.5;
/// A choice that loses more points is given away.
const GIVE_AWAY: f64 = 0.5;
/// One game in this many has the choices of one seat judged.
const ONE_IN: u32 = 80;

pub(super) const COMPANY: KindRow<Daihinmin> = KindRow {
    name: "company",
    about: "which places the first entrant takes among others who steer it towards `target`, and what their choices lose \
            by a judge's search; a unit is a series of games",
    axes: &[&[TARGET, FROM, WORLDS]],
    columns: &[COLUMNS],
    measures: &[
        Measure::ratio("place", "the mean place of the first entrant", &[PLACES], &[GAMES]),
        Measure::rate("near", "series in which that is within half a place of the target", &[NEAR], &[]),
        Measure::rate("given", "choices of the others that lose more than half a point", &[GIVEN], &[JUDGED]),
        Measure::ratio("lost", "points that a choice of the others loses", &[LOST], &[JUDGED]),
        Measure::new(
            "spread",
            "the standard deviation of the others' mean places, on average over series",
            Formula::Mean(SPREAD),
        ),
    ],
    method: Method::Watch(|params, lineup| Ok(Box::new(Company::new(params, lineup)?))),
};

/// What is left of the choices of one seat.
struct Sample {
    seat: Seat,
    rng: Rng,
}

struct Company {
    target: f64,
    from: u16,
    judge: Option<Judge>,
    first: Seat,
    /// The seat whose choices of this game are judged.
    sample: Option<Sample>,
    /// The number of the game in its series, from 1.
    number: u16,
    judged: f64,
    given: f64,
    lost: f64,
}

impl Company {
    fn new(params: &mut Params<'_>, lineup: &Lineup<'_, Daihinmin>) -> Result<Company, SpecError> {
        if lineup.paired || lineup.entrants.len() != 5 {
            return Err(SpecError::bad("company: a table of five, the person on A, and no pairs of deals"));
        }
        let (target, from, worlds) =
            (params.number(&TARGET)?, params.number(&FROM)?, params.number(&WORLDS)?);
        let judge = (worlds > 0).then(|| Judge::new(worlds));
        let (first, sample) = (Seat::new(0), None);
        Ok(Company { target, from, judge, first, sample, number: 0, judged: 0.0, given: 0.0, lost: 0.0 })
    }

    fn judge(&mut self, view: View<'_, Daihinmin>, legal: &[Action], chosen: Action) {
        if let (Some(judge), Some(sample)) = (&mut self.judge, &mut self.sample) {
            let loss = judge.loss(view, legal, chosen, &mut sample.rng);
            self.judged += 1.0;
            self.given += f64::from(u8::from(loss > GIVE_AWAY));
            self.lost += loss;
        }
    }
}

impl Witness<Daihinmin> for Company {
    fn asked(&mut self, truth: &Daihinmin, seat: Seat, legal: &[Action], chosen: &Action) {
        let counts = truth.public().rules.game + 1 >= self.from;
        if counts && self.sample.as_ref().is_some_and(|sample| sample.seat == seat) {
            self.judge(truth.view(seat), legal, *chosen);
        }
    }

    fn see(&mut self, truth: &Daihinmin, _event: &EventOf<Daihinmin>) {
        self.number = truth.public().rules.game + 1;
    }
}

impl Watch<Daihinmin> for Company {
    fn begin(&mut self, game: Upcoming) {
        let mut rng = Rng::new(derive_seed(&[game.seed, 1]));
        let seat = Seat::new((game.first.index() + 1 + rng.below(4) as usize) % 5);
        let one = rng.below(ONE_IN) == 0;
        (self.first, self.judged, self.given, self.lost) = (game.first, 0.0, 0.0, 0.0);
        self.sample = one.then_some(Sample { seat, rng });
    }

    fn end(&mut self, payoffs: &Payoffs, row: &mut [f64]) {
        if self.number < self.from {
            return;
        }
        let place = |n: usize| 6.0 - payoffs.points[Seat::new((self.first.index() + n) % 5)];
        row[GAMES] += 1.0;
        row[PLACES] += place(0);
        (1..5).for_each(|n| row[SECOND + n - 1] += place(n));
        row[NEAR] = f64::from(u8::from((row[PLACES] / row[GAMES] - self.target).abs() <= CLOSE));
        row[SPREAD] = deviation(&row[SECOND..=FIFTH]) / row[GAMES];
        row[JUDGED] += self.judged;
        row[GIVEN] += self.given;
        row[LOST] += self.lost;
    }
}

/// The standard deviation of these numbers.
fn deviation(of: &[f64]) -> f64 {
    let mean = of.iter().sum::<f64>() / of.len() as f64;
    (of.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / of.len() as f64).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{noted, watch};
    use table::{Event, Notation, Spec};

    /// A card each, which all lay down in turn: A to E take the places 1 to 5.
    const GAME: &str = "daihinmin(deck=D3H4S5C6D7,tribute=0,game=20)";
    const DEAL: &str = "order ABCDE · first A · deal D3 H4 S5 C6 D7";
    const COMPANIONS: &str = "rule,rule,rule,rule,rule";

    fn counted(axes: &str) -> Vec<f64> {
        let script = format!("{DEAL} · A plays D3 · B plays H4 · C plays S5 · D plays C6");
        noted(&COMPANY, watch(&COMPANY, GAME, COMPANIONS, axes).unwrap(), &script)
    }

    #[test]
    fn places_count_from_a_game_on() {
        let row = counted("target=1.5");
        assert_eq!(row[..FIFTH + 1], [1.0, 1.0, 1.0, 2.0, 3.0, 4.0, 5.0]);
        assert!((row[SPREAD] - 1.25f64.sqrt()).abs() < 1e-12, "{row:?}");
        assert_eq!(counted("target=1.6")[NEAR], 0.0);
        assert_eq!(counted("from=22"), vec![0.0; COLUMNS.len()]);
    }

    /// Of two games the means count: A is second and fourth, and the others take all places as often.
    #[test]
    fn a_series_is_near_by_its_mean() {
        let rules = Daihinmin::read_rules(&GAME.parse().unwrap(), 5).unwrap();
        let (entrants, axes) = (Spec::list(COMPANIONS).unwrap(), "company(target=3,from=1)".parse().unwrap());
        let lineup = Lineup { rules, entrants: &entrants, paired: false };
        let mut company = Company::new(&mut Params::new(&axes), &lineup).unwrap();
        let (mut row, mut near) = ([0.0; COLUMNS.len()], Vec::new());
        for points in [[4.0, 5.0, 3.0, 2.0, 1.0], [2.0, 1.0, 3.0, 4.0, 5.0]] {
            company.begin(Upcoming { first: Seat::new(0), seating: 0, seed: 0 });
            company.number = 1;
            let points = table::BySeat::from_fn(5, |seat| points[seat.index()]);
            company.end(&Payoffs::highest_wins(points, &points), &mut row);
            near.push(row[NEAR]);
        }
        assert_eq!((near, row[PLACES], row[SPREAD]), (vec![0.0, 1.0], 6.0, 0.0));
    }

    /// B, who is judged, passes though its card would take it out.
    #[test]
    fn a_play_that_is_given_away_is_counted() {
        let rules = Daihinmin::read_rules(&GAME.parse().unwrap(), 5).unwrap();
        let (entrants, axes) = (Spec::list(COMPANIONS).unwrap(), "company".parse().unwrap());
        let lineup = Lineup { rules, entrants: &entrants, paired: false };
        let mut company = Company::new(&mut Params::new(&axes), &lineup).unwrap();
        company.sample = Some(Sample { seat: Seat::new(1), rng: Rng::new(1) });
        let mut truth = Daihinmin::new(&rules);
        for line in format!("{DEAL} · A plays D3 · B passes").split(" · ") {
            let event: EventOf<Daihinmin> = line.parse().unwrap();
            if let Event::Act(seat, action) = event {
                let mut legal = Vec::new();
                Daihinmin::legal(truth.view(seat), &mut legal);
                company.asked(&truth, seat, &legal, &action);
            }
            truth.apply(&event);
        }
        assert_eq!((company.judged, company.given), (1.0, 1.0));
        assert!(company.lost > 2.0, "{}", company.lost);
    }

    #[test]
    fn pairs_and_other_tables_are_refused() {
        let error = watch(&COMPANY, "daihinmin", "rule,rule,rule", "").err().unwrap();
        assert_eq!(error.to_string(), "company: a table of five, the person on A, and no pairs of deals");
    }
}
