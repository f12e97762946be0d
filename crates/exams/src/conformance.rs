//! The conformance exam: what every game promises, tried along random games.

use std::ops::Range;

use table::{
    Event, EventOf, Game, Header, Notation, Picture, PublicState, Record, RecordReader, RecordWriter, Rng,
    Scene, Seat, SeatSet, Seeds, Spec, Stream, Turn, View, random_event,
};

use crate::{Failed, demand};

/// No game of the house lasts longer.
const MOST_EVENTS: usize = 100_000;

/// Plays one random game a seed and demands at every state what [`Game`] and [`Notation`] promise.
pub fn check<G: Notation + Picture>(rules: &G::Rules, seeds: Range<u64>) -> Result<(), Failed> {
    check_rules::<G>(rules)?;
    seeds.into_iter().try_for_each(|seed| check_game::<G>(rules, seed))
}

fn check_rules<G: Notation>(rules: &G::Rules) -> Result<(), Failed> {
    let text = G::write_rules(rules);
    let seats = G::new(rules).public().seats();
    let again = text.parse::<Spec>().map_err(|e| e.to_string());
    let again = again.and_then(|spec| G::read_rules(&spec, seats).map_err(|e| e.to_string()));
    demand(again == Ok(*rules), "rules round-trip", || format!("`{text}` reads back as {again:?}"))?;
    let bytes = size_of::<G::Action>();
    demand(bytes <= 16, "an action is small", || format!("{bytes} bytes"))
}

fn check_game<G: Notation + Picture>(rules: &G::Rules, seed: u64) -> Result<(), Failed> {
    let mut exam = Exam {
        dealer: Rng::stream(seed, Stream::Dealer),
        luck: Rng::stream(seed, Stream::Lab),
        scratch: Vec::new(),
    };
    let mut game = G::new(rules);
    let mut events = Vec::new();
    loop {
        exam.check_state(&game)?;
        let Some(event) = random_event(&game, &mut exam.dealer, &mut exam.scratch) else { break };
        exam.check_event(&game, &event)?;
        game.apply(&event);
        check_seen(&game, &event)?;
        events.push(event);
        let kind = game.kind(&event);
        demand(G::KINDS.contains(&kind), "event kinds are listed", || kind.to_string())?;
        demand(events.len() < MOST_EVENTS, "the game ends", || format!("not after {MOST_EVENTS} events"))?;
    }
    check_payoffs(&game)?;
    check_rules::<G>(&G::next_rules(rules, 0, None))?;
    check_rules::<G>(&G::next_rules(rules, 1, Some(game.public())))?;
    check_record::<G>(rules, seed, events, &game)
}

struct Exam<G: Game> {
    dealer: Rng,
    luck: Rng,
    scratch: Vec<G::Action>,
}

impl<G: Notation + Picture> Exam<G> {
    fn check_state(&mut self, game: &G) -> Result<(), Failed> {
        game.check();
        demand(game.clone() == *game, "a clone is equal", || format!("{game:?}"))?;
        for seat in Seat::all(game.public().seats()) {
            self.check_imagine(game, game.view(seat))?;
        }
        check_pictures(game)?;
        match game.public().turn() {
            Turn::Seats(set) => self.check_turn(game, set),
            _ => Ok(()),
        }
    }

    fn check_imagine(&mut self, game: &G, view: View<'_, G>) -> Result<(), Failed> {
        let world = G::imagine(view, &mut self.luck);
        demand(world.view(view.seat) == view, "imagine keeps the view", || {
            format!("{} imagines {world:?} in {game:?}", view.seat)
        })?;
        world.check();
        let mut world = world;
        for _ in 0..4 {
            let Some(event) = random_event(&world, &mut self.luck, &mut self.scratch) else { break };
            world.apply(&event);
            world.check();
        }
        Ok(())
    }

    fn check_turn(&mut self, game: &G, set: SeatSet) -> Result<(), Failed> {
        let seats = game.public().seats();
        demand(!set.is_empty() && set.minus(SeatSet::all(seats)).is_empty(), "a turn names seats", || {
            format!("{set:?} of {seats}")
        })?;
        let mut commits = Vec::new();
        for seat in set {
            let legal = legal_list(game, seat);
            check_legal::<G>(seat, &legal)?;
            check_parts::<G>(game.view(seat), &legal)?;
            check_words::<G>(game.view(seat), &legal)?;
            let action = G::random_action(game.view(seat), &mut self.luck, &mut self.scratch);
            demand(legal.contains(&action), "a random action is legal", || format!("{seat} {action}"))?;
            commits.push((seat, self.luck.pick(&legal)));
        }
        self.check_order(game, &commits)
    }

    /// The order in which one turn's seats commit changes neither the state nor what the others may do.
    fn check_order(&mut self, game: &G, commits: &[(Seat, G::Action)]) -> Result<(), Failed> {
        let settled = commit_in_order(game, commits)?;
        let mut other = commits.to_vec();
        for _ in 0..commits.len().min(3) {
            let swap = self.luck.below(other.len() as u32) as usize;
            other.rotate_left(1);
            other.swap(0, swap);
            demand(commit_in_order(game, &other)? == settled, "any commit order, the same state", || {
                format!("{commits:?} and {other:?} in {game:?}")
            })?;
        }
        Ok(())
    }

    fn check_event(&mut self, game: &G, event: &EventOf<G>) -> Result<(), Failed> {
        let text = event.to_string();
        let again = text.parse::<EventOf<G>>();
        demand(again.as_ref() == Ok(event), "notation round-trip", || {
            format!("`{text}` reads back as {again:?}")
        })?;
        match event {
            Event::Chance(outcome) => demand(game.drawable(outcome), "what is drawn is drawable", || text),
            Event::Act(..) => Ok(()),
        }
    }
}

/// What a spectator saw follows from what any seat saw.
fn check_seen<G: Notation>(game: &G, event: &EventOf<G>) -> Result<(), Failed> {
    let open = game.seen(event, None);
    let told = |seat| G::as_spectator(&game.seen(event, Some(seat)));
    let wrong = Seat::all(game.public().seats()).find(|&seat| told(seat) != open);
    demand(wrong.is_none() && G::as_spectator(&open) == open, "a spectator's part of what a seat saw", || {
        format!("{event}: {wrong:?} saw {:?}, a spectator {open:?}", wrong.map(told))
    })
}

fn legal_list<G: Game>(game: &G, seat: Seat) -> Vec<G::Action> {
    let mut legal = Vec::new();
    G::legal(game.view(seat), &mut legal);
    legal
}

fn check_legal<G: Notation>(seat: Seat, legal: &[G::Action]) -> Result<(), Failed> {
    demand(!legal.is_empty(), "a seat that is asked can answer", || format!("seat {seat}"))?;
    let mut sorted = legal.to_vec();
    sorted.sort_unstable();
    demand(sorted.is_sorted_by(|a, b| a < b), "no legal action is listed twice", || {
        format!("{seat}: {legal:?}")
    })
}

/// All parts of an action together name one action.
fn check_parts<G: Notation>(view: View<'_, G>, legal: &[G::Action]) -> Result<(), Failed> {
    let parts = |action| {
        let mut parts: Vec<String> =
            G::parts(view, action).iter().map(|part| format!("{} {}", part.sort, part.name)).collect();
        parts.sort();
        parts
    };
    let mut all: Vec<_> = legal.iter().map(|action| (parts(action), action.to_string())).collect();
    all.sort();
    match all.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        None => Ok(()),
        Some(pair) => {
            demand(false, "no two actions have the same parts", || format!("{} and {}", pair[0].1, pair[1].1))
        }
    }
}

/// An action and each other word for it name one action.
fn check_words<G: Notation>(view: View<'_, G>, legal: &[G::Action]) -> Result<(), Failed> {
    let words = |action: &G::Action| {
        let also = G::also(view, action).iter().map(ToString::to_string);
        also.chain([action.to_string()]).collect::<Vec<_>>()
    };
    let mut all: Vec<String> = legal.iter().flat_map(words).collect();
    all.sort();
    let twice = all.windows(2).find(|pair| pair[0] == pair[1]);
    demand(twice.is_none(), "no two actions share a word", || format!("{twice:?}"))
}

fn commit_in_order<G: Game>(game: &G, commits: &[(Seat, G::Action)]) -> Result<G, Failed> {
    let mut game = game.clone();
    let last = commits.len() - 1;
    for (i, &(seat, action)) in commits.iter().enumerate() {
        demand(
            legal_list(&game, seat).contains(&action),
            "a commit leaves the others' choices alone",
            || format!("{seat} {action:?} after {:?}", &commits[..i]),
        )?;
        game.apply(&Event::Act(seat, action));
        let still = matches!(game.public().turn(), Turn::Seats(set) if commits[i + 1..].iter().all(|c| set.contains(c.0)));
        demand(i == last || still, "a turn waits for all its seats", || {
            format!("after {:?}", &commits[..=i])
        })?;
    }
    Ok(game)
}

fn check_pictures<G: Notation + Picture>(game: &G) -> Result<(), Failed> {
    let seats = game.public().seats();
    let scenes =
        Seat::all(seats).map(|seat| Scene::of(game.view(seat))).chain([Scene::spectator(game.public())]);
    for scene in scenes {
        let (text, svg) = (G::text(&scene), G::svg(&scene));
        demand(
            !text.is_empty() && svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"),
            "a picture is drawn",
            || format!("{text}\n{svg}"),
        )?;
    }
    Ok(())
}

fn check_payoffs<G: Game>(game: &G) -> Result<(), Failed> {
    let payoffs = game.payoffs();
    let (points, wins) = (payoffs.points.as_slice(), payoffs.wins.as_slice());
    let fair = points.iter().all(|p| p.is_finite()) && wins.iter().all(|w| (0.0..=1.0).contains(w));
    demand(fair && points.len() == game.public().seats(), "payoffs are finite, win shares in 0..1", || {
        format!("{payoffs:?}")
    })
}

fn check_record<G: Notation>(
    rules: &G::Rules,
    seed: u64,
    events: Vec<EventOf<G>>,
    game: &G,
) -> Result<(), Failed> {
    let seats = vec!["random".to_string(); game.public().seats()];
    let record = Record::<G> {
        header: Header::new::<G>(rules, seats, Seeds::new(seed)),
        events,
        payoffs: game.payoffs(),
    };
    let mut writer = RecordWriter::new(Vec::new());
    writer.write(&record).expect("a buffer takes everything");
    let bytes = writer.finish().expect("a buffer takes everything");
    let again = RecordReader::new(&bytes[..]).read::<G>();
    demand(again.as_ref() == Ok(&Some(record)), "record round-trip", || format!("{again:?}"))
}
