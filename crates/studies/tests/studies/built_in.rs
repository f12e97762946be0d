//! The weights that come along, asked about games that they have not learned from.

use std::path::Path;

use games::Daihinmin;
use games::daihinmin::Phase;
use players::daihinmin::RankForecast;
use table::{Event, EventOf, Forecast, Game};
use uecda::{Placed, read_games, read_text};

/// The first block of the logs.
fn first_block() -> Vec<Placed> {
    let log = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/uecda/mixed-1.log.gz");
    let mut games = read_games(&read_text(&log).unwrap()).unwrap();
    let next = games.iter().skip(1).position(|game| game.rules.ranks.is_none()).unwrap();
    games.truncate(next + 1);
    games
}

/// What the forecast gives the classes of the seat that decides, and the right one, for every decision of a game.
fn told(forecast: &mut RankForecast, placed: &Placed) -> Vec<([f64; 3], usize)> {
    let (mut game, mut told) = (Daihinmin::new(&placed.rules), Vec::new());
    let finished = placed.played.end.public().finished;
    let mut look = |game: &Daihinmin, event: &EventOf<Daihinmin>| {
        let (&Event::Act(seat, _), Phase::Play) = (event, game.public().phase) else { return };
        let ranks = forecast.ranks(game.view(seat));
        let &[first, second, third, fourth, fifth] = ranks.of(seat) else { panic!("five places") };
        let class = [0, 0, 1, 2, 2][finished.place(seat).unwrap()];
        told.push(([first + second, third, fourth + fifth], class));
    };
    for event in &placed.played.events {
        look(&game, event);
        game.apply(event);
    }
    told
}

#[test]
fn the_header_says_how_good_the_forecast_is() {
    let mut forecast = RankForecast::built_in();
    let figures = forecast.header().figures.clone();
    let games = first_block();
    assert_eq!(games.len(), 100);
    let told: Vec<_> = games.iter().flat_map(|game| told(&mut forecast, game)).collect();
    let named = |chances: &[f64; 3]| (0..3).max_by(|a, b| chances[*a].total_cmp(&chances[*b])).unwrap();
    let right = told.iter().filter(|(chances, class)| named(chances) == *class).count();
    let loss: f64 = told.iter().map(|(chances, class)| -chances[*class].ln()).sum();
    for (name, measured) in [("test_accuracy", right as f64), ("test_log_loss", loss)] {
        let (measured, said) = (measured / told.len() as f64, figures[name].parse::<f64>().unwrap());
        assert!((measured - said).abs() < 5e-4, "{name}: {measured}, and the header says {said}");
    }
}
