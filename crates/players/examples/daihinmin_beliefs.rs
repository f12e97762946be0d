//! How well the beliefs of `mc` foretell the others' hands in recorded games, and what that costs:
//! `cargo run --release -p players --example daihinmin_beliefs -- RECORDS.jsonl [GAMES]`.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a measurement that is run by hand")]

use std::fs::File;
use std::io::BufReader;
use std::time::{Duration, Instant};

use games::Daihinmin;
use games::daihinmin::Phase;
use players::daihinmin::{Level, Rule, Worlds};
use table::{Belief, Event, Game, Notation, Record, RecordReader, Rng, Seat, View};

/// The number of worlds drawn for each question.
const WORLDS: usize = 200;

/// One belief, and how it has done so far.
struct Tally {
    name: String,
    belief: Worlds,
    /// The sum of -ln of the share of worlds in which a card lies where it lay.
    loss: f64,
    cards: u32,
    questions: u32,
    time: Duration,
}

impl Tally {
    fn new(name: String, level: Level, steps: usize, spread: f32) -> Tally {
        let belief = Worlds::new(level, steps, spread, Rule::default());
        Tally { name, belief, loss: 0.0, cards: 0, questions: 0, time: Duration::ZERO }
    }

    /// Asks at every choice of this seat.
    fn watch(&mut self, record: &Record<Daihinmin>, seat: Seat) {
        let spec = record.header.game.parse().unwrap();
        let rules = Daihinmin::read_rules(&spec, record.header.seats.len()).unwrap();
        let (mut game, mut rng, mut legal) = (Daihinmin::new(&rules), Rng::new(0), Vec::new());
        self.belief.begin(game.view(seat));
        for event in &record.events {
            if matches!(event, Event::Act(by, _) if *by == seat) && game.public().phase == Phase::Play {
                legal.clear();
                Daihinmin::legal(game.view(seat), &mut legal);
                if legal.len() > 1 && game.public().holding.len() > 2 {
                    self.ask(game.view(seat), &game, &mut rng);
                }
            }
            game.apply(event);
            self.belief.see(game.view(seat), &game.seen(event, Some(seat)));
        }
    }

    fn ask(&mut self, view: View<'_, Daihinmin>, truth: &Daihinmin, rng: &mut Rng) {
        let begun = Instant::now();
        self.belief.restart();
        let worlds: Vec<Daihinmin> = (0..WORLDS).map(|_| self.belief.imagine(view, rng)).collect();
        self.time += begun.elapsed();
        self.questions += 1;
        let others = view.public.holding.without(view.seat);
        for seat in others {
            for card in truth.private(seat).hand {
                let hits = worlds.iter().filter(|world| world.private(seat).hand.contains(card)).count();
                self.loss -= ((hits + 1) as f64 / (WORLDS + others.len()) as f64).ln();
                self.cards += 1;
            }
        }
    }
}

fn main() {
    let mut args = std::env::args().skip(1);
    let file = args.next().expect("a file of records, then how many games of it");
    let games: usize = args.next().map_or(100, |games| games.parse().unwrap());
    let mut tallies = vec![
        Tally::new("uniform".to_string(), Level::Uniform, 1, 1.0),
        Tally::new("exchange".to_string(), Level::Exchange, 1, 1.0),
    ];
    for (steps, spread) in [(5, 0.4), (5, 0.8), (10, 0.2), (10, 0.4), (10, 0.8), (20, 0.4), (20, 0.8)] {
        tallies.push(Tally::new(format!("play, steps={steps}, spread={spread}"), Level::Play, steps, spread));
    }
    let mut reader = RecordReader::new(BufReader::new(File::open(file).unwrap()));
    for game in 0..games {
        let Some(record) = reader.read::<Daihinmin>().unwrap() else { break };
        let seat = Seat::new(game % record.header.seats.len());
        tallies.iter_mut().for_each(|tally| tally.watch(&record, seat));
    }
    for Tally { name, loss, cards, questions, time, .. } in tallies {
        let (loss, micros) = (loss / f64::from(cards), time.as_micros() as f64 / f64::from(questions));
        println!(
            "{name:28} {loss:.4} nats a card, {micros:6.0} us for {WORLDS} worlds, {questions} questions"
        );
    }
}
