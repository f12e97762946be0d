//! A forecast of the final ranks by a network that has learned from games.

use std::path::Path;

use games::daihinmin::{Daihinmin, MOST_SEATS, Phase, Rules};
use table::{Forecast, Param, Params, PublicState, RankMatrix, SpecError, Values, View};

use super::encode::turned;
use super::inputs::Inputs;
use super::orders::{FinalPlaces, ORDERS, keeps_places};
use crate::forward::{Network, PassBuffers, Weights, WeightsError, WeightsHeader, softmax};

/// What `tefuda train rank --folds 100` learned from the 10,000 games of `data/uecda`: all blocks but the first, which was
/// asked at last, and the thirteen that chose the epoch.
const BUILT_IN: &[u8] = include_bytes!("../../weights/rank.safetensors");

const WEIGHTS: Param = Param::new(
    "weights",
    "",
    "a file that `tefuda train rank` wrote, instead of the built-in weights",
    Values::File,
);

/// The forecast of a network that tells how probable every order is in which all can end.
#[derive(Clone, Debug)]
pub struct RankForecast {
    header: WeightsHeader,
    network: Network,
    list: Vec<(u16, f32)>,
    work: PassBuffers,
}

impl RankForecast {
    /// Its parameters.
    pub const PARAMS: &'static [&'static [Param]] = &[&[WEIGHTS]];

    /// The forecast of these weights.
    ///
    /// # Errors
    /// Weights that are for something else.
    pub fn new(weights: &Weights) -> Result<RankForecast, WeightsError> {
        weights.check(&Inputs::Rank.versioned(), &Inputs::game(), Inputs::Rank.width(), ORDERS.len())?;
        let (header, network) = (weights.header.clone(), Network::new(weights));
        Ok(RankForecast { header, network, list: Vec::new(), work: PassBuffers::default() })
    }

    /// What its weights are for, and how they came about.
    pub fn header(&self) -> &WeightsHeader {
        &self.header
    }

    /// The forecast of the weights that come along.
    pub fn built_in() -> RankForecast {
        let weights = Weights::from_bytes(BUILT_IN).expect("weights that come along can be read");
        RankForecast::new(&weights).expect("weights that come along are for these inputs")
    }

    /// Reads its parameters.
    ///
    /// # Errors
    /// A table that does not have five seats, a file that holds no weights of this network.
    pub fn read(params: &mut Params<'_>, rules: &Rules) -> Result<RankForecast, SpecError> {
        let file = params.text(&WEIGHTS);
        if usize::from(rules.seats) != MOST_SEATS {
            let why = format!("rank forecasts games of {MOST_SEATS} seats, not of {}", rules.seats);
            return Err(SpecError::bad(why));
        }
        if file.is_empty() {
            return Ok(RankForecast::built_in());
        }
        let read = Weights::read(Path::new(file)).and_then(|weights| RankForecast::new(&weights));
        read.map_err(|error| SpecError::bad(format!("rank: {file}: {error}")))
    }

    /// How probable every order is.
    fn orders(&mut self, view: View<'_, Daihinmin>) -> Vec<f32> {
        let finished = view.public.finished;
        let taken = |at| finished.place(turned(view, at)).map_or(u8::MAX, |place| place as u8);
        let places: FinalPlaces = std::array::from_fn(taken);
        Inputs::Rank.list(view, None, &mut self.list);
        let mut orders = self.network.sparse(&self.list, &mut self.work).to_vec();
        for (output, order) in orders.iter_mut().zip(&ORDERS) {
            if !keeps_places(order, &places, finished.len() as u8) {
                *output = f32::NEG_INFINITY;
            }
        }
        softmax(&mut orders);
        orders
    }
}

impl Forecast<Daihinmin> for RankForecast {
    fn ranks(&mut self, view: View<'_, Daihinmin>) -> RankMatrix {
        let seats = view.public.seats();
        if matches!(view.public.phase, Phase::Order | Phase::First | Phase::Deal) {
            return RankMatrix::even(seats);
        }
        let (orders, mut ranks) = (self.orders(view), RankMatrix::empty(seats));
        let sum: f64 = orders.iter().map(|&chance| f64::from(chance)).sum();
        for (order, chance) in ORDERS.iter().zip(orders) {
            for (at, &place) in order.iter().enumerate() {
                ranks.add(turned(view, at), usize::from(place), f64::from(chance) / sum);
            }
        }
        ranks
    }
}

#[cfg(test)]
mod tests {
    use games::daihinmin::Public;
    use table::{Game, Hidden, Notation, Rng, Seat, Turn, random_event};

    use super::*;

    fn rules(text: &str, seats: usize) -> Rules {
        Daihinmin::read_rules(&text.parse().unwrap(), seats).unwrap()
    }

    /// Every moment of a game at random, from every seat.
    fn each_view(rules: &Rules, seed: u64, mut each: impl FnMut(View<'_, Daihinmin>)) {
        let (mut game, mut rng, mut scratch) = (Daihinmin::new(rules), Rng::new(seed), Vec::new());
        while let Some(event) = random_event(&game, &mut rng, &mut scratch) {
            game.apply(&event);
            Seat::all(MOST_SEATS).for_each(|seat| each(game.view(seat)));
        }
    }

    fn is_known(public: &Public, seat: Seat, place: usize) -> Option<bool> {
        public.finished.place(seat).map(|at| at == place)
    }

    #[test]
    fn rows_and_columns_sum_to_one_at_any_moment() {
        let mut forecast = RankForecast::built_in();
        for (seed, text) in [(1, "daihinmin"), (2, "daihinmin(ranks=CBDEA)")] {
            each_view(&rules(text, 5), seed, |view| {
                let ranks = forecast.ranks(view);
                assert!(ranks.error() < 1e-9, "{ranks:?}");
                for seat in Seat::all(MOST_SEATS) {
                    assert!(ranks.of(seat).iter().all(|chance| (0.0..=1.0 + 1e-9).contains(chance)));
                }
            });
        }
    }

    #[test]
    fn who_is_out_has_its_place_for_certain() {
        let (mut forecast, mut out) = (RankForecast::built_in(), 0);
        each_view(&rules("daihinmin", 5), 3, |view| {
            let ranks = forecast.ranks(view);
            for (seat, place) in Seat::all(MOST_SEATS).flat_map(|seat| (0..5).map(move |at| (seat, at))) {
                let Some(known) = is_known(view.public, seat, place) else { continue };
                assert!((ranks.of(seat)[place] - f64::from(u8::from(known))).abs() < 1e-9);
                out += 1;
            }
        });
        assert!(out > 0, "somebody goes out");
    }

    #[test]
    fn nothing_is_said_before_the_deal() {
        let game = Daihinmin::new(&rules("daihinmin", 5));
        assert_eq!(game.public().turn(), Turn::Chance);
        assert_eq!(RankForecast::built_in().ranks(game.view(Seat::new(2))), RankMatrix::even(5));
    }

    /// Worlds that a seat cannot tell apart have one forecast.
    #[test]
    fn hidden_cards_have_no_say() {
        let (mut forecast, mut rng) = (RankForecast::built_in(), Rng::new(9));
        let mut moved = 0;
        let (rules, mut scratch) = (rules("daihinmin(ranks=CBDEA)", 5), Vec::new());
        let (mut game, mut dealer) = (Daihinmin::new(&rules), Rng::new(4));
        while let Some(event) = random_event(&game, &mut dealer, &mut scratch) {
            game.apply(&event);
            if game.public().phase == Phase::Play {
                let (seat, other) = (Seat::new(1), Seat::new(3));
                let world = Daihinmin::imagine(game.view(seat), &mut rng);
                moved += usize::from(world.private(other) != game.private(other));
                assert_eq!(forecast.ranks(world.view(seat)), forecast.ranks(game.view(seat)));
            }
        }
        assert!(moved > 10, "others hold other cards in imagined worlds");
    }

    #[test]
    fn weights_for_something_else_are_refused() {
        let weights = Weights::from_bytes(BUILT_IN).unwrap();
        let refused = |weights: &Weights| RankForecast::new(weights).err().map(|error| error.to_string());
        assert_eq!(refused(&weights), None);
        let mut other = weights.clone();
        other.header.inputs = "rank 0".to_string();
        assert!(refused(&other).is_some_and(|why| why.contains("`rank 0`")));
        let mut other = weights.clone();
        other.header.game = "daihinmin 0".to_string();
        assert!(refused(&other).is_some_and(|why| why.contains("`daihinmin 0`")));
        let mut other = weights;
        other.layers.pop();
        assert!(refused(&other).is_some_and(|why| why.contains("shape")));
    }
}
