//! A referee in a hurry and a table with chairs play the same game from the same seed, and so does a table that was
//! restored from its log.

use catalog::{Playable, Visitor, seat, seat_named, visit};
use games::exam_tables;
use table::{
    Game, Header, Host, Lang, Occupant, Player, Record, RecordWriter, Referee, Replay, Rng, Seat, Seeds,
    Session, Spec, Table, Witness,
};

/// Players that remember and players that search, as many as seats.
fn tables() -> impl Iterator<Item = (&'static str, &'static str)> {
    exam_tables().filter_map(|(_, table)| Some((table.spec, table.company?)))
}

struct Compare<'a>(&'a [Spec], u64);

impl Visitor for Compare<'_> {
    type Out = ();

    fn visit<G: Playable>(self, rules: G::Rules) {
        let Compare(specs, seed) = self;
        let names: Vec<String> = specs.iter().map(ToString::to_string).collect();
        let outside = Seat::new(1);
        let (record, chosen) = refereed::<G>(&rules, specs, seed, outside);
        let table = opened::<G>(&rules, seed, names.iter().cloned().map(Occupant::Agent).collect());
        assert!(table.record().unwrap() == record, "{} differs at a table", G::write_rules(&rules));

        // A seat that is played from outside, with the same choices, changes nothing for the others.
        let mut places: Vec<_> = names.iter().cloned().map(Occupant::Agent).collect();
        places[outside.index()] = Occupant::External(names[outside.index()].clone());
        let mut table = opened::<G>(&rules, seed, places);
        for action in chosen {
            table.play(outside, &action.to_string()).unwrap();
        }
        assert!(table.record().unwrap() == record, "{} differs from outside", G::write_rules(&rules));
    }
}

/// Notes what one seat chose where it was asked: what is forced is not.
struct Asked<G: Game>(Seat, Vec<G::Action>);

impl<G: Game> Witness<G> for Asked<G> {
    fn asked(&mut self, _: &G, seat: Seat, _: &[G::Action], chosen: &G::Action) {
        if seat == self.0 {
            self.1.push(*chosen);
        }
    }
}

/// The record of a game as the referee plays it, and the choices of one seat.
fn refereed<G: Playable>(
    rules: &G::Rules,
    specs: &[Spec],
    seed: u64,
    outside: Seat,
) -> (String, Vec<G::Action>) {
    let mut players: Vec<Player<G>> = specs.iter().map(|spec| seat::<G>(spec, rules).unwrap()).collect();
    let seeds = Seeds::new(seed);
    let mut noted = (Replay::<G>::default(), Asked(outside, Vec::new()));
    let payoffs = Referee::<G>::new(rules, seeds).play(&mut players, &mut noted).unwrap();
    let (replay, Asked(_, chosen)) = noted;
    let header = Header::new::<G>(rules, specs.iter().map(ToString::to_string).collect(), seeds);
    let record = Record::<G> { header, events: replay.0, payoffs };
    let mut writer = RecordWriter::new(Vec::new());
    writer.write(&record).unwrap();
    (String::from_utf8(writer.finish().unwrap()).unwrap(), chosen)
}

/// A table at which everybody has thought.
fn opened<G: Playable>(rules: &G::Rules, seed: u64, places: Vec<Occupant>) -> Table<G> {
    let opening = Table::<G>::opening(rules, Seeds::new(seed), 1, places);
    let mut table = Table::open(opening, Box::new(|name, rules| seat_named::<G>(name, rules))).unwrap();
    table.think().unwrap();
    table
}

#[test]
fn referee_and_table_play_the_same_game() {
    for (text, players) in tables() {
        let specs = Spec::list(players).unwrap();
        (1..=3).for_each(|seed| visit(&text.parse().unwrap(), specs.len(), Compare(&specs, seed)).unwrap());
    }
}

/// Restores a table from prefixes of its log: everybody is shown the same, and it plays on to the same bytes.
struct Restore<'a>(&'a [Spec], u64);

impl Visitor for Restore<'_> {
    type Out = ();

    fn visit<G: Playable>(self, rules: G::Rules) {
        let Restore(specs, seed) = self;
        let mut places: Vec<_> = specs.iter().map(|spec| Occupant::Agent(spec.to_string())).collect();
        places[0] = Occupant::External("ann".to_string());
        let (mut table, mut rng) = (opened::<G>(&rules, seed, places), Rng::new(seed));
        let mut moments = vec![(table.log().len(), shown(&mut table))];
        while table.payoffs().is_none() {
            choose(&mut table, &mut rng);
            moments.push((table.log().len(), shown(&mut table)));
        }
        let (opening, log) = (Host::opening(&table).clone(), table.log().to_vec());
        let again = |lines: usize| {
            Table::<G>::restore(opening.clone(), &log[..lines], Box::new(seat_named::<G>)).unwrap()
        };
        let few = moments.len().div_ceil(5);
        for (lines, picture) in moments.iter().step_by(few) {
            let mut restored = again(*lines);
            assert_eq!(&shown(&mut restored), picture, "{} after {lines} lines", G::write_rules(&rules));
        }
        let (mut middle, mut rng) = (again(moments[moments.len() / 2].0), Rng::new(seed));
        // The person's random stream up to here, then on as before.
        (0..moments.len() / 2).for_each(|_| _ = rng.bits());
        while middle.payoffs().is_none() {
            choose(&mut middle, &mut rng);
        }
        assert_eq!(middle.record(), table.record(), "{} played on", G::write_rules(&rules));
    }
}

/// The person chooses anything, the players answer.
fn choose<G: Playable>(table: &mut Table<G>, rng: &mut Rng) {
    let seat = table.waiting().first().unwrap();
    let legal = table.legal(seat);
    let action = &legal[(rng.bits() % legal.len() as u64) as usize];
    table.play(seat, action).unwrap();
}

/// All that anybody is shown.
fn shown<G: Playable>(table: &mut Table<G>) -> String {
    let observers = Seat::all(table.names().len()).map(Some).chain([None]);
    let show = |observer| {
        let story = table.events_since(observer, 0, Lang::English);
        let pictures =
            (table.text(observer, Lang::English), table.svg(observer, Lang::English, table::Shape::Wide));
        format!("{} {story:?} {pictures:?}", table.view(observer))
    };
    observers.map(show).collect::<String>() + &format!("{:?}", table.waiting())
}

#[test]
fn a_table_of_any_game_is_restored_from_its_log() {
    for (text, players) in tables() {
        let specs = Spec::list(players).unwrap();
        visit(&text.parse().unwrap(), specs.len(), Restore(&specs, 5)).unwrap();
    }
}

#[test]
fn every_game_has_a_table() {
    let game = |text: &str| games::find_game(&text.parse().unwrap()).unwrap().name;
    for listed in games::GAMES {
        assert!(
            tables().any(|(text, _)| game(text) == listed.name),
            "{}: no table of its `TABLES` has company",
            listed.name
        );
    }
}
