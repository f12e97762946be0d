//! Matches against closed forms.

use super::*;

fn plan(game: &str, entrants: &str, games: u64) -> Match {
    Match {
        game: game.parse().unwrap(),
        entrants: table::Spec::list(entrants).unwrap(),
        games,
        series: None,
        seed: 7,
        paired: false,
        records: None,
        resume: false,
    }
}

/// Against a uniform player, bidding the prize's own value earns (K² - 1) / 6.
#[test]
fn matching_the_prize_earns_the_closed_form() {
    for (cards, expected) in [(4, 2.5), (13, 28.0)] {
        let plan = plan(&format!("goofspiel(cards={cards})"), "match-prize,random", 20_000);
        let outcome = play_match(&plan, &GameMonitor::NOBODY).unwrap().outcome;
        let first = &outcome.seats[0];
        // Five standard errors: the interval is about two to each side.
        let slack = 2.5 * (first.mean.high - first.mean.low) / 2.0;
        assert!((first.mean.value - expected).abs() < slack, "{cards}: {first:?}");
        assert!(slack < 0.05 * expected, "the interval is narrow enough to mean something");
    }
}

#[test]
fn threads_do_not_matter() {
    let run = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let plan = plan("buzzard", "random,greedy,random", 500);
            format!("{:?}", play_match(&plan, &GameMonitor::NOBODY).unwrap().outcome)
        })
    };
    assert_eq!(run(1), run(3));
}

#[test]
fn pairing_takes_the_luck_of_the_seat_away() {
    let plan = Match { paired: true, ..plan("buzzard(cards=8)", "random,random", 999) };
    let outcome = play_match(&plan, &GameMonitor::NOBODY).unwrap().outcome;
    assert_eq!((outcome.games, outcome.deals), (1000, 500));
    let sum: f64 = outcome.seats.iter().map(|seat| seat.wins).sum();
    assert!((sum - 1000.0).abs() < 1e-9);
}

/// Deals of two seatings that all ended alike say something, not everything.
#[test]
fn a_rate_of_nothing_or_all_is_not_certain() {
    let win_rate = |deals: &[(f64, u32)]| {
        let tallies: Vec<_> = deals.iter().map(|&(sum, games)| stats::Tally { sum, games }).collect();
        let estimate = tally::win_rate(&tallies);
        (estimate.value, estimate.low, estimate.high)
    };
    // Wilson's interval for 0 of 20 and 29 of 29, as in the tests of the statistics.
    let (value, low, high) = win_rate(&[(0.0, 2); 20]);
    assert!(value == 0.0 && low == 0.0 && (high - 0.16112515805281938).abs() < 1e-12, "{high}");
    let (value, low, high) = win_rate(&[(2.0, 2); 29]);
    assert!(value == 1.0 && high == 1.0 && (low - 0.8830302015002593).abs() < 1e-12, "{low}");
    let (value, low, high) = win_rate(&[[(2.0, 2); 19].as_slice(), &[(1.0, 2)]].concat());
    assert!((value - 0.975).abs() < 1e-12 && low < value && high <= 1.0, "{low} {high}");
}

/// A shell program in a folder of this test's own: it notes its start, fails in game `$1` and else passes.
struct Program(std::path::PathBuf);

impl Program {
    fn new(test: &str) -> Program {
        let text = r#"echo started >> "$0.starts"
while read line; do case "$line" in
    *'"type":"hello"'*) n=$((n+1)); [ "$n" = "$1" ] && exit 1 ;;
    *'"type":"act"'*) echo '{"action":"passes"}' ;;
esac; done
"#;
        let folder = std::env::temp_dir().join(format!("tefuda-{test}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("agent.sh"), text).unwrap();
        Program(folder)
    }

    fn seats(&self, fails_in: u64) -> String {
        format!("exec(cmd=\"sh {} {fails_in}\"),first", self.0.join("agent.sh").display())
    }

    fn starts(&self) -> usize {
        std::fs::read_to_string(self.0.join("agent.sh.starts")).unwrap().lines().count()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
}

/// A network that takes long to load is loaded once; a player that learns keeps what it learned.
#[test]
fn a_program_is_started_once_a_worker() {
    let program = Program::new("once");
    let play = |threads| {
        let outcome =
            on_threads(threads, || play_match(&plan("kuhn", &program.seats(0), 300), &GameMonitor::NOBODY));
        (outcome.unwrap().outcome.games, program.starts())
    };
    assert_eq!(play(1), (300, 1));
    let (games, starts) = play(3);
    assert!(games == 300 && starts <= 1 + 3, "{starts} starts");
}

#[test]
fn what_was_played_before_a_fault_is_kept() {
    let program = Program::new("fault");
    let path = program.0.join("games.jsonl");
    let cut = |paired, fails_in| {
        let plan =
            Match { paired, records: Some(path.clone()), ..plan("kuhn", &program.seats(fails_in), 1000) };
        on_threads(1, || play_match(&plan, &GameMonitor::NOBODY))
    };
    for (paired, games) in [(false, 11), (true, 10)] {
        let PlayedMatch { outcome, cut } = cut(paired, 12).unwrap();
        assert_eq!(
            (outcome.games, outcome.asked, outcome.seats[1].games),
            (games, 1000, games),
            "whole deals"
        );
        assert!(cut.unwrap().to_string().starts_with("game 12 has no result: "));
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(text.matches("\"record\":2").count(), 11, "every whole game is recorded");
        assert_eq!(text.matches("\"points\":").count(), 11);
    }
    assert!(cut(false, 1).unwrap_err().to_string().starts_with("game 1 has no result"));
    assert!(!path.exists(), "no game, no file");
}

#[test]
fn who_watches_can_end_a_match() {
    for threads in [1, 3] {
        let stop = std::sync::atomic::AtomicBool::new(false);
        let done = |finished, _| stop.store(finished >= 40, std::sync::atomic::Ordering::Relaxed);
        let watch = GameMonitor::new(&done, &stop);
        let PlayedMatch { outcome, cut } =
            on_threads(threads, || play_match(&plan("kuhn", "random,first", 1_000_000), &watch)).unwrap();
        assert!((1..100_000).contains(&outcome.games), "{}", outcome.games);
        let games = outcome.games;
        assert_eq!(cut.unwrap().to_string(), format!("ended after {games} of 1000000 games"));
        // What there is, is the beginning of what would have been.
        let whole = play_match(&plan("kuhn", "random,first", games), &GameMonitor::NOBODY).unwrap().outcome;
        assert_eq!(format!("{:?}", outcome.seats), format!("{:?}", whole.seats));
    }
}

#[test]
fn what_does_not_exist_is_refused() {
    let error = |game: &str, entrants: &str| {
        play_match(&plan(game, entrants, 1), &GameMonitor::NOBODY).unwrap_err().to_string()
    };
    assert!(error("buzard", "random,random").contains("did you mean `buzzard`?"));
    assert!(error("buzzard", "random,rndom").contains("did you mean `random`?"));
    assert_eq!(error("buzzard", "random"), "buzzard is for 2 to 6 seats, not 1");
    assert!(error("buzzard(cards=99)", "random,random").contains("should be a whole number from 2 to 15"));
    assert!(error("buzzard", "match-prize,random").contains("play goofspiel"));
}

/// Series of a small game that carries ranks over.
mod series {
    use catalog::{Lots, seatings};
    use games::Daihinmin;
    use table::{RecordReader, Spec};

    use super::*;

    fn specs(entrants: &str) -> Vec<Spec> {
        Spec::list(entrants).unwrap()
    }

    fn toy(games: u64, paired: bool, series: Option<u32>) -> Match {
        let entrants = specs("random,ismcts(sims=5),first");
        Match { paired, series, entrants, ..plan("daihinmin-mini", "random", games) }
    }

    fn played(plan: &Match, threads: usize) -> Outcome {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| play_match(plan, &GameMonitor::NOBODY)).unwrap().outcome
    }

    #[test]
    fn games_are_rounded_up_to_whole_series_and_seatings() {
        let counted = |plan: &Match| {
            let Outcome { games, deals, series, .. } = played(plan, 2);
            (games, deals, series)
        };
        assert_eq!(counted(&toy(13, false, None)), (20, 2, 10), "ten games are usual");
        assert_eq!(counted(&toy(10, false, Some(5))), (10, 2, 5));
        assert_eq!(counted(&toy(10, true, Some(2))), (12, 1, 2), "six seatings of two games");
        assert_eq!(counted(&toy(13, true, Some(2))), (24, 2, 2));
    }

    #[test]
    fn below_ten_units_there_is_no_interval() {
        let ends = |games| {
            let outcome = played(&toy(games, false, Some(3)), 1);
            (outcome.seats[0].mean.low.is_finite(), outcome.seats[0].win_rate.high.is_finite())
        };
        assert_eq!((ends(27), ends(30)), ((false, false), (true, true)));
    }

    #[test]
    fn threads_do_not_matter() {
        let json = |threads| serde_json::to_string(&played(&toy(120, true, Some(4)), threads)).unwrap();
        assert_eq!(json(1), json(3));
    }

    /// Where a series is cut decides nothing: its games are those of its deal and seating alone.
    #[test]
    fn chunks_do_not_matter() {
        let (entrants, seatings) = (specs("random,ismcts(sims=5),first"), seatings(3));
        let game = "daihinmin-mini".parse().unwrap();
        let (per_deal, records) = (seatings.len() as u64, Some(36));
        let lots = Lots { game, seats: 3, entrants, series: 4, seed: 3, seatings, per_deal, records };
        let games = lots.open().unwrap();
        let text = |sittings: std::ops::Range<u64>| -> Vec<String> {
            let (mut worker, mut text) = (games.worker().unwrap(), Vec::new());
            for game in 4 * sittings.start..4 * sittings.end {
                let record = worker.play(game).unwrap().record.unwrap();
                let mut told = format!("{:?}", record.header());
                let mut tell = |event: String| {
                    told += &event;
                    Ok(())
                };
                record.each_event(&mut tell).unwrap();
                text.push(told);
            }
            text
        };
        let whole = text(0..9);
        assert_eq!(whole.len(), 36);
        assert_eq!([text(0..2), text(2..3), text(3..9)].concat(), whole);
        assert!(whole.iter().any(|game| game.contains("ranks=")), "something is carried over");
    }

    #[test]
    fn the_records_of_a_match_are_chains() {
        let path = std::env::temp_dir().join(format!("tefuda-series-{}.jsonl", std::process::id()));
        let plan = Match { records: Some(path.clone()), ..toy(18, true, Some(3)) };
        played(&plan, 2);
        let text = std::fs::read(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        let mut reader = RecordReader::new(&text[..]);
        let mut numbers = Vec::new();
        while let Some(record) = reader.read::<Daihinmin>().unwrap() {
            numbers.push((record.header.series.number, record.header.series.of));
        }
        assert_eq!(numbers.len(), 18);
        assert!(numbers.chunks(3).all(|series| series == [(0, 3), (1, 3), (2, 3)]));
    }
}
