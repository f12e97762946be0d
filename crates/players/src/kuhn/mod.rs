//! What a player of Kuhn poker knows: the equilibria, and what they say about a card.

mod encode;
mod labels;

use games::Kuhn;
use games::kuhn::{Action, Card, Public, Rules, Seen};
use table::{Agent, Estimator, Lang, Mixed, Param, Params, Rng, Seat, SpecError, View, WordParam};

pub use encode::{KuhnIds, KuhnRow};
pub use labels::{KuhnEvents, KuhnTruth};

use crate::beliefs::{Model, Posterior};
use crate::roles::{Assignment, RoleGame};

const ALPHA: Param = Param::number("alpha", "0.2", "how often A bets a jack", 0.0, 1.0 / 3.0);
const PLAY: WordParam<bool> = WordParam::new(
    "play",
    "equilibrium",
    "how the others play: equilibrium (two seats), or uniform",
    &[("equilibrium", true), ("uniform", false)],
);

/// One of the equilibria of the game for two (Kuhn 1950): they differ in how often A bluffs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Equilibrium {
    /// How often A bets a jack, 0 to 1/3.
    pub alpha: f64,
}

impl Equilibrium {
    /// Its parameters.
    pub const PARAMS: &'static [&'static [Param]] = &[&[ALPHA]];

    /// The probability that a seat with this card bets, after this many actions, with or without a bet to answer.
    pub fn bets(self, card: Card, actions: usize, answers: bool) -> f64 {
        let third = 1.0 / 3.0;
        let by_rank = match (actions, answers) {
            (0, _) => [self.alpha, 0.0, 3.0 * self.alpha],
            (1, false) => [third, 0.0, 1.0],
            (1, true) => [0.0, third, 1.0],
            _ => [0.0, self.alpha + third, 1.0],
        };
        by_rank[card.rank()]
    }

    /// How often the seat of this view bets now.
    fn bets_on(self, view: View<'_, Kuhn>) -> f64 {
        let Public { actions, first_bet, .. } = view.public;
        let card = view.private.card.expect("a seat acts once it has a card");
        self.bets(card, usize::from(*actions), first_bet.is_some())
    }

    /// Reads `alpha`.
    ///
    /// # Errors
    /// More than two seats: only the game for two is solved by hand.
    pub fn read(params: &mut Params<'_>, rules: &Rules) -> Result<Equilibrium, SpecError> {
        match rules.seats {
            2 => Ok(Equilibrium { alpha: params.number(&ALPHA)? }),
            _ => Err(SpecError::bad("the equilibrium is that of kuhn for 2 seats")),
        }
    }
}

impl Agent<Kuhn> for Equilibrium {
    fn act(&mut self, view: View<'_, Kuhn>, _legal: &[Action], rng: &mut Rng) -> Action {
        if rng.f64() < 1.0 - self.bets_on(view) { Action::Pass } else { Action::Bet }
    }

    fn mixed(&mut self) -> Option<&mut dyn Mixed<Kuhn>> {
        Some(self)
    }
}

impl Mixed<Kuhn> for Equilibrium {
    fn mix(&mut self, view: View<'_, Kuhn>, legal: &[Action], _rng: &mut Rng, out: &mut [f64]) {
        let bets = self.bets_on(view);
        let share = |action: &Action| if *action == Action::Bet { bets } else { 1.0 - bets };
        out.iter_mut().zip(legal).for_each(|(out, action)| *out = share(action));
    }
}

/// Supposes that everybody plays an equilibrium.
#[derive(Clone, Copy, Debug)]
struct EquilibriumModel(Equilibrium);

impl Model<Kuhn> for EquilibriumModel {
    fn weigh(
        &mut self,
        view: View<'_, Kuhn>,
        seen: &Seen,
        assignments: &[Assignment<Kuhn>],
        likely: &mut [f64],
    ) {
        let Seen::Acted(seat, action) = *seen else { return };
        let before = usize::from(view.public.actions) - 1;
        // Who has bet first does not act again.
        let answers = view.public.first_bet.is_some_and(|first| first != seat);
        for ((cards, _), likely) in assignments.iter().zip(likely) {
            let bets = self.0.bets(cards[seat], before, answers);
            *likely = if action == Action::Bet { bets } else { 1.0 - bets };
        }
    }
}

/// Supposes that nobody looks at the card.
#[derive(Clone, Copy, Debug)]
struct Careless;

impl Model<Kuhn> for Careless {
    fn weigh(&mut self, _: View<'_, Kuhn>, _: &Seen, _: &[Assignment<Kuhn>], _: &mut [f64]) {}
}

impl RoleGame for Kuhn {
    const ROLES: &'static [Card] = &Card::ALL;

    fn role_name(card: Card, _lang: Lang) -> &'static str {
        ["J", "Q", "K", "A"][card.rank()]
    }

    fn roles_dealt(public: &Public) -> bool {
        public.dealt == public.rules.seats
    }

    fn role_cards(public: &Public) -> impl AsMut<[(Card, u32)]> {
        Card::ALL.map(|card| (card, u32::from(card.rank() <= usize::from(public.rules.seats))))
    }

    fn may_have(view: View<'_, Kuhn>, seat: Seat, card: Card) -> bool {
        seat != view.seat || view.private.card.is_none_or(|own| own == card)
    }
}

/// The parameters of [`bayes`].
pub const SUPPOSING: &[&[Param]] = &[&[PLAY.param, ALPHA]];

/// The exact posterior over the cards, if the others play as it supposes.
///
/// # Errors
/// An equilibrium is supposed of more than two seats.
pub fn bayes(params: &mut Params<'_>, rules: &Rules) -> Result<Box<dyn Estimator<Kuhn>>, SpecError> {
    Ok(if params.choice(&PLAY)? {
        let model = EquilibriumModel(Equilibrium::read(params, rules)?);
        Box::new(Posterior::new(model).with_floor(0.0))
    } else {
        Box::new(Posterior::new(Careless).with_floor(0.0))
    })
}

#[cfg(test)]
mod tests;
