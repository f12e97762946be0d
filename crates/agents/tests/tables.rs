//! A referee in a hurry and a table with chairs play the same game from the same seed.
#![allow(clippy::unwrap_used, reason = "the helpers of a test may fail it")]

use agents::{Seated, Visitor, seat, visit};
use table::{
    Chair, Event, EventOf, Header, Luck, Player, Record, RecordWriter, Referee, Seat, Session, Spec, Table,
    Witness,
};

/// Players that remember and players that search, as many as seats.
const TABLES: &[(&str, &str)] = &[
    ("buzzard(cards=6)", "rm(sims=20),uct(sims=20),ismcts(sims=20)"),
    ("goofspiel(cards=6)", "exact(rounds=3,opening=\"uct(sims=9)\"),pimc(sims=20,worlds=4)"),
    ("kuhn", "equilibrium,ismcts(sims=20)"),
    ("leduc", "halving(sims=20),flat(sims=20)"),
    ("raiders", "heuristic(as=program),estimating,thinker(sims=12),tipped,ismcts(sims=12)"),
    (
        "saboteur-collusion",
        "papers(suspects=path-break),estimating,thinker(sims=12),colluder(partners=found),cheater,breaker",
    ),
];

/// Keeps what happens.
struct Events<G: Seated>(Vec<EventOf<G>>);

impl<G: Seated> Witness<G> for Events<G> {
    fn see(&mut self, _truth: &G, event: &EventOf<G>) {
        self.0.push(*event);
    }
}

struct Compare<'a>(&'a [Spec], u64);

impl Visitor for Compare<'_> {
    type Out = ();

    fn visit<G: Seated>(self, rules: G::Rules) {
        let Compare(specs, seed) = self;
        let sit = |spec: &Spec| seat::<G>(spec, &rules).unwrap();
        let mut events = Events(Vec::new());
        let mut players: Vec<Player<G>> = specs.iter().map(sit).collect();
        let payoffs = Referee::<G>::new(&rules, seed).play(&mut players, &mut Luck::new(seed), &mut events);
        let names: Vec<String> = specs.iter().map(ToString::to_string).collect();
        let header = Header::new::<G>(&rules, names.clone(), seed);
        let record = Record::<G> { header, events: events.0.clone(), payoffs: payoffs.unwrap() };
        let mut writer = RecordWriter::new(Vec::new());
        writer.write(&record).unwrap();
        let record = String::from_utf8(writer.finish().unwrap()).unwrap();

        let taken = |spec: &Spec| Chair::Taken(sit(spec));
        let table = Table::open(rules, seed, names.clone(), specs.iter().map(taken).collect()).unwrap();
        assert!(table.record().unwrap() == record, "{} differs at a table", G::write_rules(&rules));

        // A seat that is played from outside, with the same choices, changes nothing for the others.
        let outside = Seat::new(1);
        let mut chairs: Vec<_> = specs.iter().map(taken).collect();
        chairs[outside.index()] = Chair::Outside;
        let mut table = Table::open(rules, seed, names, chairs).unwrap();
        let mut chosen = events.0.iter().filter_map(|event| match event {
            Event::Act(seat, action) if *seat == outside => Some(*action),
            _ => None,
        });
        while table.payoffs().is_none() {
            let legal = table.legal(outside);
            let action =
                chosen.by_ref().map(|action| action.to_string()).find(|action| legal.contains(action));
            table.play(outside, &action.expect("the choices of the other game")).unwrap();
        }
        assert!(table.record().unwrap() == record, "{} differs from outside", G::write_rules(&rules));
    }
}

#[test]
fn referee_and_table_play_the_same_game() {
    for (text, players) in TABLES {
        let specs = Spec::list(players).unwrap();
        (1..=3).for_each(|seed| visit(&text.parse().unwrap(), specs.len(), Compare(&specs, seed)).unwrap());
    }
}
