//! For tests of what a kind measures: games told by their text, of which it is counted by hand what is to be noted.

use table::{
    BySeat, Event, EventOf, Game, Notation, Params, Payoffs, PublicState, Seat, Spec, SpecError, Turn,
};

use catalog::kinds::{KindRow, Lineup, Method, Upcoming, Watch};

/// A watch, and the rules of the game that it watches.
pub(crate) type Watched<G> = (Box<dyn Watch<G>>, <G as Game>::Rules);

/// The watch of a kind for a game with these entrants, one a seat, and these axes; and the rules of that game.
pub(crate) fn watch<G: Notation>(
    kind: &KindRow<G>,
    game: &str,
    entrants: &str,
    axes: &str,
) -> Result<Watched<G>, SpecError> {
    let entrants = Spec::list(entrants)?;
    let rules = G::read_rules(&game.parse()?, entrants.len())?;
    let Method::Watch(build) = kind.method else { panic!("{} watches no games", kind.name) };
    let axes: Spec = format!("{}({axes})", kind.name).parse()?;
    let lineup = Lineup { rules, entrants: &entrants, paired: false };
    Ok((build(&mut Params::new(&axes), &lineup)?, rules))
}

/// The row that a kind notes of a game told by its events, separated by ` · ` or line ends, with the first entrant on
/// seat A. A game that is told only in part ends without points.
pub(crate) fn noted<G: Notation>(
    kind: &KindRow<G>,
    (mut watch, rules): Watched<G>,
    script: &str,
) -> Vec<f64> {
    let mut truth = G::new(&rules);
    watch.begin(Upcoming { first: Seat::new(0), seating: 0, seed: 0 });
    for line in script.split(['\n', '·']).map(str::trim).filter(|line| !line.is_empty()) {
        let event: EventOf<G> = line.parse().unwrap_or_else(|error| panic!("`{line}`: {error}"));
        happen(&mut truth, watch.as_mut(), &event);
    }
    let nothing = BySeat::new(truth.public().seats(), 0.0);
    let payoffs = match truth.public().turn() {
        Turn::Over => truth.payoffs(),
        Turn::Chance | Turn::Seats(_) => Payoffs { points: nothing, wins: nothing },
    };
    let mut row = vec![0.0; kind.width()];
    watch.end(&payoffs, &mut row);
    row
}

/// Shows the watch one event, which must be possible.
fn happen<G: Notation>(truth: &mut G, watch: &mut dyn Watch<G>, event: &EventOf<G>) {
    match event {
        Event::Chance(outcome) => assert!(truth.drawable(outcome), "`{event}` is not possible now"),
        Event::Act(seat, action) => {
            let mut legal = Vec::new();
            G::legal(truth.view(*seat), &mut legal);
            assert!(legal.contains(action), "`{event}` is not legal now");
            watch.asked(truth, *seat, &legal, action);
        }
    }
    truth.apply(event);
    watch.see(truth, event);
}
