//! Company that wants one seat, the person, to take a given place on average: what it owes the person, and the naive
//! company that plays well or badly by a coin.

use games::Daihinmin;
use games::daihinmin::{Action, Rules};
use table::{Agent, Param, Params, Payoffs, Rng, Seat, SpecError, View, WordParam};

use super::Quick;

/// The mean place that the person is to take.
pub const TARGET: Param =
    Param::number("target", "3", "the mean place that the person is to take, from 1 for the first", 1.0, 5.0);
/// The seat that the company plays for.
const PERSON: WordParam<Seat> = WordParam::new(
    "person",
    "A",
    "the seat of the person",
    &[
        ("A", Seat::new(0)),
        ("B", Seat::new(1)),
        ("C", Seat::new(2)),
        ("D", Seat::new(3)),
        ("E", Seat::new(4)),
    ],
);

/// How much of what is owed the next game is to make good.
const GAIN: f64 = 1.0;
/// The largest debt in places: what cannot be made good is forgotten.
const MOST_OWED: f64 = 20.0;

/// Which place the person should take next, from those it took in this series: an integral controller.
///
/// Everybody saw the places, so all who keep this account agree without a word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Account {
    target: f64,
    /// Its seat.
    pub(super) person: Seat,
    /// By how many places the person did better than the target in all, or worse if it is negative.
    ahead: f64,
}

impl Account {
    pub(super) const PARAMS: &[Param] = &[TARGET, PERSON.param];

    pub(super) fn read(params: &mut Params<'_>, rules: &Rules) -> Result<Account, SpecError> {
        let (target, person, seats): (f64, Seat, _) =
            (params.number(&TARGET)?, params.choice(&PERSON)?, usize::from(rules.seats));
        match () {
            () if target > seats as f64 => Err(params.refuse(
                TARGET.key,
                &target.to_string(),
                &format!("at most {seats}, the last place"),
            )),
            () if person.index() >= seats => {
                let last = Seat::new(seats - 1);
                Err(params.refuse(PERSON.param.key, &person.to_string(), &format!("a seat from A to {last}")))
            }
            () => Ok(Account { target, person, ahead: 0.0 }),
        }
    }

    /// A series begins.
    pub(super) fn forget(&mut self) {
        self.ahead = 0.0;
    }

    /// The person has taken a place.
    pub(super) fn note(&mut self, payoffs: &Payoffs) {
        let place = payoffs.points.seats() as f64 + 1.0 - payoffs.points[self.person];
        self.ahead = (self.ahead + self.target - place).clamp(-MOST_OWED, MOST_OWED);
    }

    /// The place that it should take in this game, from 1 to the last one.
    pub(super) fn wanted(&self, seats: usize) -> f64 {
        (self.target + GAIN * self.ahead).clamp(1.0, seats as f64)
    }

    /// How much the person is to be hindered, up to 1, or helped, down to -1: 0 where the place in the middle is wanted.
    pub(super) fn pull(&self, seats: usize) -> f64 {
        let half = (seats as f64 - 1.0) / 2.0;
        (self.wanted(seats) - 1.0 - half) / half
    }
}

/// Plays like `rule` in some games and at random in the others, by a coin that its account weighs.
#[derive(Clone, Debug)]
pub struct Naive {
    account: Account,
    quick: Quick,
    /// Whether it plays this game as well as it can.
    plays: bool,
}

impl Naive {
    /// Its parameters.
    pub const PARAMS: &'static [&'static [Param]] = &[Account::PARAMS];

    /// Reads its parameters.
    ///
    /// # Errors
    /// A seat or a place that such a table does not have.
    pub fn read(params: &mut Params<'_>, rules: &Rules) -> Result<Naive, SpecError> {
        Ok(Naive { account: Account::read(params, rules)?, quick: Quick::default(), plays: true })
    }
}

impl Agent<Daihinmin> for Naive {
    fn begin_series(&mut self, _seat: Seat, _games: u32) {
        self.account.forget();
    }

    /// The better the person is to do, the more often the company plays badly.
    fn begin(&mut self, view: View<'_, Daihinmin>, rng: &mut Rng) {
        let seats = view.seats();
        self.plays = rng.f64() * (seats as f64 - 1.0) < self.account.wanted(seats) - 1.0;
    }

    fn watches(&self) -> bool {
        false
    }

    fn act(&mut self, view: View<'_, Daihinmin>, legal: &[Action], rng: &mut Rng) -> Action {
        if self.plays { self.quick.choose(view, legal, rng) } else { rng.pick(legal) }
    }

    fn end(&mut self, _view: View<'_, Daihinmin>, payoffs: &Payoffs) {
        self.account.note(payoffs);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::{BySeat, Notation, Spec};

    fn account(spec: &str, seats: usize) -> Result<Account, SpecError> {
        let (spec, game): (Spec, Spec) =
            (format!("sontaku({spec})").parse().unwrap(), Spec::named("daihinmin"));
        Account::read(&mut Params::new(&spec), &Daihinmin::read_rules(&game, seats).unwrap())
    }

    /// The person on A takes these places among five, one a game.
    fn takes(account: &mut Account, places: impl IntoIterator<Item = usize>) {
        for place in places {
            let points = BySeat::from_fn(5, |seat| if seat.index() == 0 { (6 - place) as f64 } else { 0.0 });
            account.note(&Payoffs::highest_wins(points, &points));
        }
    }

    #[test]
    fn what_is_owed_is_made_good_in_the_next_games() {
        let mut account = account("target=3", 5).unwrap();
        let mut after = |places: &[usize]| {
            takes(&mut account, places.iter().copied());
            (account.wanted(5), account.pull(5))
        };
        assert_eq!(after(&[]), (3.0, 0.0));
        assert_eq!(after(&[1]), (5.0, 1.0));
        assert_eq!(after(&[4]), (4.0, 0.5));
        assert_eq!(after(&[5]), (2.0, -0.5));
        assert_eq!(after(&[5, 5, 5]), (1.0, -1.0));
    }

    /// Twenty places are owed after a hundred last ones, and ten first ones make them good.
    #[test]
    fn what_cannot_be_made_good_is_forgotten_and_a_series_begins_with_nothing() {
        let mut account = account("target=3", 5).unwrap();
        takes(&mut account, [5; 100].into_iter().chain([1; 10]));
        assert_eq!(account.wanted(5), 3.0);
        takes(&mut account, [5]);
        account.forget();
        assert_eq!(account.wanted(5), 3.0);
    }

    #[test]
    fn the_first_place_asks_for_all_help_and_the_last_for_all_hostility() {
        for (target, pull) in [("target=1", -1.0), ("target=5", 1.0)] {
            let mut account = account(target, 5).unwrap();
            for place in [1, 1, 5, 5, 3] {
                takes(&mut account, [place]);
                assert_eq!(account.pull(5), pull, "{target}");
            }
        }
    }

    #[test]
    fn places_and_seats_that_there_are_not_are_refused() {
        let refused = |spec| account(spec, 3).err().unwrap().to_string();
        assert_eq!(refused("target=4"), "sontaku: `target=4` should be at most 3, the last place");
        assert_eq!(refused("person=D"), "sontaku: `person=D` should be a seat from A to C");
    }
}
