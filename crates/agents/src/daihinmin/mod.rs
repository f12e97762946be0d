//! Players that know Daihinmin.

mod carried;
mod classes;
mod company;
mod encode;
mod endgame;
mod finish;
mod forecast;
mod inputs;
mod mate;
mod mc;
mod measures;
mod novice;
mod orders;
mod rule;
mod sontaku;
mod submission;
#[cfg(test)]
mod tests;
mod worlds;
mod worth;

use games::Daihinmin;
use games::daihinmin::{Action, Public, Rules};
use search::Scale;
use table::{Agent, Mixed, Notes, Params, Player, Rng, Spec, SpecError, View};

pub use classes::{CLASSES, Classes, class_of, likeliest};
pub use encode::{DaihinminIds, DaihinminRow};
pub use endgame::Endgame;
pub use finish::Finish;
pub use forecast::RankForecast;
pub use inputs::{Inputs, can_play};
pub use mate::mate;
pub use mc::{Mc, Playouts};
pub use orders::{ORDERS, Places, keeps_places, order_of};
pub use rule::Rule;
pub use submission::Submission;
pub use worlds::{Level, Worlds};
pub use worth::Weights;

use crate::estimators::ForecastRow;
use crate::measures::KindRow;
use crate::registry::Playable;
use crate::row::Row;

impl Playable for Daihinmin {
    type Encoder = DaihinminRow;

    const PLAYERS: &'static [Row<Daihinmin>] = &[
        mc::MC,
        company::NAIVE,
        novice::NOVICE,
        Row {
            name: "rule",
            about: "plays what leaves the hand that needs the fewest leads, without a search",
            params: &[&[mc::MATE.param, mc::SOLVER.param]],
            quick: &["", "mate=no,solver=no"],
            build: rule_player,
        },
        sontaku::SONTAKU,
        submission::SUBMISSION,
    ];
    const MEASURES: &'static [KindRow<Daihinmin>] = measures::KINDS;
    const COMPANY: &'static [(&'static str, &'static [&'static str])] =
        &[("daihinmin", &["rule"; 4]), ("daihinmin-mini", &["rule"; 2])];
    const ADVISER: &'static str = "mc";

    const FORECASTS: &'static [ForecastRow<Daihinmin>] = &[forecast::RANK];

    /// One point for the last, as many as seats for the first.
    fn note_taker(rules: &Rules) -> Option<Box<dyn Notes<Daihinmin>>> {
        crate::rank_noter(&Spec::named("rank"), rules).ok()
    }

    fn scale(public: &Public) -> Scale {
        carried::points(public)
    }

    fn most_outcomes(rules: &Rules) -> Option<u32> {
        let orders: f64 = (1..=rules.seats).map(f64::from).product();
        let most = orders.max(deals(rules));
        (most <= LISTED).then_some(most as u32)
    }

    /// Each card is played once, and before it fewer pass than end the game; then there are the gifts.
    fn most_choices(rules: &Rules) -> u32 {
        let (cards, passes) = (rules.deck.len() as u32, u32::from(rules.passes));
        cards * (passes + 1) + u32::from(rules.seats)
    }

    fn sum_of_points(rules: &Rules) -> Option<f64> {
        let seats = f64::from(rules.seats);
        Some(seats * (seats + 1.0) / 2.0)
    }
}

/// So many outcomes of a chance event can be listed.
const LISTED: f64 = 10_000.0;

/// In how many ways the cards can be dealt.
fn deals(rules: &Rules) -> f64 {
    let (seats, cards) = (usize::from(rules.seats), rules.deck.len());
    let (mut ways, mut left) = (1.0, cards as f64);
    for seat in 0..seats {
        for card in 1..=cards / seats + usize::from(seat < cards % seats) {
            ways *= left / card as f64;
            left -= 1.0;
        }
    }
    ways.round()
}

fn rule_player(params: &mut Params<'_>, _rules: &Rules) -> Result<Player<Daihinmin>, SpecError> {
    Ok(Player::agent(Quick { finish: mc::finish(params)?, rule: Rule::default() }))
}

/// The quick player at the table: sure plays first, and the rule for the rest.
#[derive(Clone, Debug)]
pub struct Quick {
    finish: Finish,
    rule: Rule,
}

impl Default for Quick {
    /// It looks for all sure plays.
    fn default() -> Quick {
        Quick { finish: Finish { mate: true, solver: Some(Endgame::default()) }, rule: Rule::default() }
    }
}

impl Quick {
    fn choose(&mut self, view: View<'_, Daihinmin>, legal: &[Action], rng: &mut Rng) -> Action {
        let sure = self.finish.find(view, legal, rng);
        sure.unwrap_or_else(|| self.rule.choose(view, legal))
    }
}

impl Agent<Daihinmin> for Quick {
    fn watches(&self) -> bool {
        false
    }

    fn act(&mut self, view: View<'_, Daihinmin>, legal: &[Action], rng: &mut Rng) -> Action {
        self.choose(view, legal, rng)
    }

    fn mixed(&mut self) -> Option<&mut dyn Mixed<Daihinmin>> {
        Some(self)
    }
}

impl Mixed<Daihinmin> for Quick {
    /// All on one action.
    fn mix(&mut self, view: View<'_, Daihinmin>, legal: &[Action], rng: &mut Rng, out: &mut [f64]) {
        let chosen = self.choose(view, legal, rng);
        out.iter_mut().zip(legal).for_each(|(out, &action)| *out = f64::from(u8::from(action == chosen)));
    }
}
