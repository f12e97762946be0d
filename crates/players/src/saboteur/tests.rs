//! Suspicion, the code both ways, the cheat, and the base rate with a fixed seed. The players' rules are in
//! `tests/players/saboteur.md`.

use games::Saboteur;
use games::saboteur::{
    Action, Card, CardBag, Cell, Chance, Path, Private, Public, Role, Rules, Tool, Treasure,
};
use search::playout::{Guide, Guided};
use table::{
    Agent, Event, Game, Hidden, Notation, Params, Player, PublicState, Rng, Seat, SeatSet, Spec, View,
    derive_seed, next_event,
};

use super::*;

mod beliefs;

fn rules(spec: &str, seats: usize) -> Rules {
    Saboteur::read_rules(&spec.parse().unwrap(), seats).unwrap()
}

fn seat(letter: char) -> Seat {
    letter.to_string().parse().unwrap()
}

fn path(text: &str) -> Path {
    text.parse().unwrap()
}

fn bag(cards: &str) -> CardBag {
    cards.split_whitespace().map(|card| card.parse::<Card>().unwrap()).collect()
}

/// A table of the papers at which it is A's turn, put together by hand.
#[derive(Clone)]
struct Scene {
    public: Public,
    private: Private,
}

impl Scene {
    /// Six seats; A has this role and this hand, and these cards lie there.
    fn new(role: Role, hand: &str, digs: &[(&str, i8, i8)]) -> Scene {
        let truth = dealt("saboteur-collusion", 6);
        let (mut public, mut private) = (*truth.public(), *truth.private(seat('A')));
        private.role = Some(role);
        private.hand = bag(hand);
        digs.iter().for_each(|(tunnel, x, y)| public.board.place(path(tunnel), Cell::at(*x, *y)));
        Scene { public, private }
    }

    fn broken(mut self, tool: Tool, whose: char) -> Scene {
        self.public.broken[tool as usize] = self.public.broken[tool as usize].with(seat(whose));
        self
    }

    fn view(&self) -> View<'_, Saboteur> {
        View { seat: seat('A'), public: &self.public, private: &self.private }
    }

    fn legal(&self) -> Vec<Action> {
        let mut legal = Vec::new();
        Saboteur::legal(self.view(), &mut legal);
        legal
    }
}

fn texts(actions: &[Action]) -> Vec<String> {
    actions.iter().map(Action::to_string).collect()
}

/// A game after the deal: seat A begins, and so many saboteurs sit from B on.
fn dealt(spec: &str, seats: usize) -> Saboteur {
    let rules = rules(spec, seats);
    let mut game = Saboteur::new(&rules);
    let saboteurs = usize::from(rules.saboteurs.unwrap());
    game.apply(&Event::Chance(Chance::Goals(Treasure::ALL)));
    game.apply(&Event::Chance(Chance::First(seat('A'))));
    for other in Seat::all(seats) {
        let role = if (1..=saboteurs).contains(&other.index()) { Role::Saboteur } else { Role::Digger };
        game.apply(&Event::Chance(Chance::Role(other, role)));
    }
    let mut rng = Rng::new(5);
    while !matches!(game.public().turn(), table::Turn::Seats(_)) {
        let event = Event::Chance(game.draw(&mut rng));
        game.apply(&event);
    }
    game
}

/// A straight tunnel to the column x, in the row of the start: its end is the one nearest to a goal.
fn straight(x: i8) -> Vec<(&'static str, i8, i8)> {
    (2..=x).map(|x| (if x > 4 { "ULR" } else { "LR" }, x, 3)).collect()
}

/// Plays these actions in turn from seat A on; whoever acts is given the card, and everybody draws anything.
fn after(actions: &[&str], observer: &mut impl FnMut(&Public)) {
    let mut game = dealt("saboteur-collusion", 6);
    let mut rng = Rng::new(2);
    for text in actions {
        let (who, what) = text.split_once(' ').unwrap();
        let (who, action) = (who.parse().unwrap(), what.parse::<Action>().unwrap());
        game = holding(&game, who, action, &mut rng);
        game.apply(&Event::Act(who, action));
        observer(game.public());
        while game.public().turn() == table::Turn::Chance {
            let event = Event::Chance(game.draw(&mut rng));
            game.apply(&event);
            observer(game.public());
        }
    }
}

/// The same game in which this seat may do this: imagined from the view of a spectator until it fits.
fn holding(game: &Saboteur, seat: Seat, action: Action, rng: &mut Rng) -> Saboteur {
    let other = Seat::all(6).find(|other| *other != seat).unwrap();
    let mut legal = Vec::new();
    for _ in 0..100_000 {
        let world = Saboteur::imagine(game.view(other), rng);
        legal.clear();
        Saboteur::legal(world.view(seat), &mut legal);
        if legal.contains(&action) {
            return world;
        }
    }
    panic!("{seat} cannot {action}")
}

/// Whom seat A suspects after all this.
fn suspected(rule: Suspects, actions: &[&str]) -> String {
    let mut suspicion = Suspicion::new(rule);
    let mut last = None;
    after(actions, &mut |public| {
        suspicion.see(public);
        last = Some(*public);
    });
    suspicion.of(&last.unwrap(), seat('A')).to_string()
}

#[test]
fn suspicion_follows_its_rule() {
    let game = [
        "A digs LR 2,3",
        "B digs xULR 3,3",
        "C breaks cart of A",
        "D breaks cart of B",
        "E discards map",
        "F digs UD 1,2",
    ];
    assert_eq!(suspected(Suspects::None, &game), "");
    assert_eq!(suspected(Suspects::Path, &game), "B", "F's card leaves the distance as it is");
    assert_eq!(suspected(Suspects::PathBreak, &game), "B, C", "D attacked a suspect");
    assert_eq!(suspected(Suspects::Break, &game), "C, D");
    assert_eq!(suspected(Suspects::Pass, &game), "E");
    assert_eq!(suspected(Suspects::Attacked, &game), "C");
    assert_eq!(suspected(Suspects::Guess, &game).len(), "X, Y".len(), "two are guessed");
    assert_eq!(suspected(Suspects::Oracle, &game), "", "nobody was told");
}

#[test]
fn suspicion_ends_with_the_round() {
    let mut suspicion = Suspicion::new(Suspects::Pass);
    let mut game = dealt("saboteur(rounds=2,score=win,saboteurs=2)", 3);
    let mut rng = Rng::new(4);
    let passes = |game: &mut Saboteur, suspicion: &mut Suspicion, rng: &mut Rng| {
        let event = match game.public().turn() {
            table::Turn::Seats(set) => {
                let seat = set.first().unwrap();
                Event::Act(seat, Action::Discard(game.private(seat).hand.pick(rng)))
            }
            _ => Event::Chance(game.draw(rng)),
        };
        game.apply(&event);
        suspicion.see(game.public());
    };
    while game.public().log.len() < 2 {
        passes(&mut game, &mut suspicion, &mut rng);
    }
    assert_eq!(suspicion.of(game.public(), seat('C')).to_string(), "A, B");
    while game.public().round == 0 {
        passes(&mut game, &mut suspicion, &mut rng);
    }
    assert_eq!(suspicion.of(game.public(), seat('C')), SeatSet::NONE);
}

/// Plays rounds with an agent on every seat, who sees what it sees, and asks a guide the same, who sees what a
/// spectator does. How often they agreed, of all the times they were asked.
fn agreed<P: Guide<Saboteur> + Copy>(player: P, tell: bool) -> (usize, usize) {
    let rounds = (0..8).map(|seed| agreed_in(player, tell, Rng::new(seed)));
    rounds.fold((0, 0), |sum, round| (sum.0 + round.0, sum.1 + round.1))
}

fn agreed_in<P: Guide<Saboteur> + Copy>(player: P, tell: bool, mut rng: Rng) -> (usize, usize) {
    let mut game = dealt("saboteur-collusion", 6);
    let (mut agents, mut guide) = ([Guided(player); 6], player);
    let (mut legal, mut same, mut all) = (Vec::new(), 0, 0);
    while let Some(event) = next_event(&game, seat('A'), &mut rng, |view, rng| {
        legal.clear();
        Saboteur::legal(view, &mut legal);
        let mut luck = rng.clone();
        let action = agents[view.seat.index()].act(view, &legal, rng);
        same += usize::from(guide.act(view, &legal, &mut luck) == action);
        all += 1;
        action
    }) {
        game.apply(&event);
        if tell {
            guide.see(game.public(), &game.seen(&event, None));
        }
        for seat in Seat::all(6) {
            agents[seat.index()].see(game.view(seat), &game.seen(&event, Some(seat)));
        }
    }
    (same, all)
}

/// What everybody knows is enough: a guide that saw a spectator's events plays like agents that saw their own; and
/// it is needed: one that saw nothing does not.
#[test]
fn a_guide_remembers_what_an_agent_does() {
    let style = |spec: &str| PlayStyle::of(&spec.parse().unwrap()).unwrap();
    let papers = Papers::new(style("papers(suspects=path-break,ma=1,mend=1)"));
    let breaker = Breaker::new(normal("breaker"), style("breaker(suspects=break,ma=1)"));
    for (told, deaf) in [
        (agreed(papers, true), agreed(papers, false)),
        (agreed(colluder("colluder(rank=small)"), true), agreed(colluder("colluder(rank=small)"), false)),
        (agreed(breaker, true), agreed(breaker, false)),
    ] {
        assert!(told.1 > 30 && told.0 == told.1, "{told:?}");
        assert!(deaf.0 < deaf.1, "what it saw made no difference: {deaf:?}");
    }
}

fn colluder(spec: &str) -> Colluder {
    let spec: Spec = spec.parse().unwrap();
    Colluder::new(Pact::of(&spec).unwrap(), PlayStyle::of(&spec).unwrap())
}

/// A board as play leaves it: digs at random.
fn board_at_random(rng: &mut Rng) -> games::saboteur::Board {
    let mut board = rules("saboteur-collusion", 6).new_board();
    for _ in 0..rng.below(14) {
        let spots = board.spots();
        let fitting: Vec<(Path, Cell)> = spots
            .iter()
            .flat_map(|spot| Path::all().filter(|path| spot.takes(*path)).map(|path| (path, spot.cell)))
            .filter(|(path, cell)| board.touched(*path, *cell).is_empty())
            .collect();
        if !fitting.is_empty() {
            let (path, cell) = rng.pick(&fitting);
            board.place(path, cell);
        }
    }
    board
}

#[test]
fn what_is_said_is_read() {
    let (mut rng, mut said) = (Rng::new(8), 0);
    for _ in 0..300 {
        let board = board_at_random(&mut rng);
        for order in [PlacementOrder::Large, PlacementOrder::Small] {
            for card in Card::all().filter(|card| card.path().is_some_and(Path::is_dead_end)) {
                let ranking = Ranking::of(&board, card, order);
                for rank in 1..=ranking.len() {
                    let (path, cell) = ranking.at(rank).unwrap();
                    assert_eq!(ranking.rank(path, cell), Some(rank));
                    let mut next = board;
                    next.place(path, cell);
                    assert_eq!(rank_of(&next, path, cell, order), Some(rank), "{path} {cell}");
                    said += usize::from(Bend::of_rank(rank).is_some());
                }
                assert_eq!(ranking.at(ranking.len() + 1), None);
                assert_eq!(ranking.at(0), None);
            }
        }
    }
    assert!(said > 1000, "{said}");
}

#[test]
fn placements_are_ranked_by_distance_and_then_by_place() {
    // One end is nearest, at 3,3; it is closed first in one order and last in the other.
    let mut board = rules("saboteur-collusion", 6).new_board();
    board.place(path("LR"), Cell::at(2, 3));
    let ranked = |order| {
        let ranking = Ranking::of(&board, "xUDLR".parse().unwrap(), order);
        (1..=ranking.len()).map(|rank| ranking.at(rank).unwrap().1.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(ranked(PlacementOrder::Large), ["3,3", "0,3", "1,2", "1,4"]);
    assert_eq!(ranked(PlacementOrder::Small), ["0,3", "1,2", "1,4", "3,3"]);
    let both_ways = Ranking::of(&board, "xUL".parse().unwrap(), PlacementOrder::Small);
    let texts: Vec<String> = (1..=both_ways.len())
        .map(|rank| both_ways.at(rank).map(|(path, cell)| format!("{path} {cell}")).unwrap())
        .collect();
    assert_eq!(texts, ["xDR 0,3", "xDR 1,2", "xUL 1,4", "xUL 3,3"]);
}

fn normal(spec: &str) -> Normal {
    Normal(Scoring::of(&spec.parse().unwrap()).unwrap())
}

/// A truth in which B, the only saboteur, holds one break card and the others what is given, from C on.
fn truth(hand: &str, others: &[&str], digs: &[&str]) -> Saboteur {
    let rules = rules("saboteur(board=papers,rounds=1,saboteurs=1,score=win,hand=5)", 3);
    let mut game = Saboteur::new(&rules);
    game.apply(&Event::Chance(Chance::Goals(Treasure::ALL)));
    game.apply(&Event::Chance(Chance::First(seat('B'))));
    for other in Seat::all(3) {
        let role = if other == seat('B') { Role::Saboteur } else { Role::Digger };
        game.apply(&Event::Chance(Chance::Role(other, role)));
    }
    for (other, hand) in Seat::all(3).zip([others[0], hand, others[1]]) {
        for card in hand.split_whitespace() {
            game.apply(&Event::Chance(Chance::Deal(other, card.parse().unwrap())));
        }
    }
    // Everybody digs or passes in turn, and draws maps and dead ends.
    let mut drawn = "map map map map map map xUD xUR xU xL xUDLR".split_whitespace();
    for dig in digs {
        let (who, what) = dig.split_once(' ').unwrap();
        game.apply(&Event::Act(who.parse().unwrap(), what.parse().unwrap()));
        let card = drawn.next().unwrap().parse().unwrap();
        game.apply(&Event::Chance(Chance::Draw(who.parse().unwrap(), card)));
    }
    game
}

#[test]
fn the_cheat_sees_hands_and_what_was_put_away() {
    let cheat = |spec: &str, game: &Saboteur| {
        let decided = Cheat::of(&spec.parse().unwrap()).unwrap().decide(game, seat('B'));
        decided.map(|(tool, whom)| format!("{tool} {whom}"))
    };
    let hand = "break-cart UD UD UD UL";
    let plain = ["UL UL UL DL DL", "UDLR DL DL DL rockfall"];
    // C put two cards away that lead sideways: the cheat counts them, nobody else can.
    let digs = ["B discards UD", "C discards UDLR", "A discards UL"];
    let game = truth(hand, &plain, &digs);
    assert!(cheat("cheater(threshold=10,turn=40)", &game).is_some());
    assert!(cheat("cheater(threshold=11,turn=40)", &game).is_none());
    assert_eq!(
        normal("breaker(threshold=10,turn=40)").decide(
            game.public(),
            seat('B'),
            game.private(seat('B')).hand
        ),
        None
    );
    // Aims at whoever holds crosses and forks.
    let game = truth(hand, &plain, &[]);
    assert_eq!(cheat("cheater(threshold=0)", &game).as_deref(), Some("cart C"));
    let game = truth(hand, &["ULR UDR UL UL DL", "UDLR DL DL DL rockfall"], &[]);
    assert_eq!(cheat("cheater(threshold=0)", &game).as_deref(), Some("cart A"));
}

#[test]
fn a_repair_card_stops_the_cheat_in_every_reading_its_own_way() {
    let decides = |spec: &str, game: &Saboteur| {
        Cheat::of(&format!("cheater(threshold=0,{spec})").parse().unwrap())
            .unwrap()
            .decide(game, seat('B'))
            .is_some()
    };
    let hand = "break-cart UD UD UD UL";
    // C is the target and holds nothing; A could repair.
    let other = truth(hand, &["repair-cart UL UL DL DL", "UDLR DL DL DL rockfall"], &[]);
    let target = truth(hand, &["UL UL UL DL DL", "UDLR repair-lantern/cart DL DL rockfall"], &[]);
    let calm = "board=5,turn=12";
    let dangers = ["board=-1,turn=12", "board=5,turn=0,from=at", "board=-1,turn=0,from=at"];
    for (veto, at_other, at_target) in [
        ("literal", [false, true, true, true], [false, true, true, true]),
        ("unless", [true; 4], [false, false, false, true]),
        ("target", [true; 4], [false; 4]),
        ("never", [true; 4], [true; 4]),
    ] {
        let found = |game: &Saboteur| {
            let situations = [calm, dangers[0], dangers[1], dangers[2]];
            situations.map(|situation| decides(&format!("veto={veto},{situation}"), game))
        };
        assert_eq!((found(&other), found(&target)), (at_other, at_target), "{veto}");
    }
}

#[test]
fn fifty_are_added_when_one_hand_leads_to_a_goal() {
    let game = |a: &str, c: &str| {
        // Dug to column 6: the end at 7,3 is two cells from the middle goal.
        let mut digs = vec!["B digs LR 2,3", "C digs LR 3,3", "A digs LR 4,3"];
        digs.extend(["B digs ULR 5,3", "C digs ULR 6,3", "A discards UL"]);
        truth("break-cart LR ULR UD UL", &[&format!("LR UL {a}"), &format!("LR ULR {c}")], &digs)
    };
    let score = |game: &Saboteur, hands: &str| {
        let at_least = |threshold: u32| {
            let spec = format!("cheater(threshold={threshold},board=9,turn=40,hands={hands},veto=never)");
            Cheat::of(&spec.parse().unwrap()).unwrap().decide(game, seat('B')).is_some()
        };
        (0..30).map(|tens| 10 * tens).rev().find(|threshold| at_least(*threshold))
    };
    let spread = game("UDLR DL DL", "UDLR DL DL");
    assert_eq!(score(&spread, "one"), Some(50), "five cards lead sideways");
    assert_eq!(score(&spread, "pooled"), Some(100));
    let held = game("UL DL DL", "UDLR UDLR DL");
    assert_eq!(score(&held, "one"), Some(100));
    let forks = game("UL DL DL", "UDR UDR DL");
    assert_eq!(score(&forks, "one"), Some(50), "these lead up and down");
}

#[test]
fn a_language_is_read_from_what_is_dug() {
    let (mut lexicon, own) = (Lexicon::default(), [3, 1, 2, 4]);
    let ranks = |lexicon: &Lexicon, bend| lexicon.ranks(bend, &own).collect::<Vec<_>>();
    assert_eq!(ranks(&lexicon, Bend::LeftUp), [3, 1]);
    assert_eq!(ranks(&lexicon, Bend::LeftDown), [2, 4]);
    // B's third rank is followed by a corner of left and up; C's second by another card; nobody calls for D's.
    lexicon.called(seat('B'), Some(3));
    lexicon.called(seat('C'), Some(2));
    lexicon.dug(seat('C'), "LR".parse().unwrap());
    lexicon.dug(seat('B'), Bend::LeftUp.card());
    lexicon.dug(seat('D'), Bend::LeftDown.card());
    assert_eq!(
        (1..=RANKS + 1).map(|rank| lexicon.meaning(rank)).collect::<Vec<_>>(),
        [None, None, Some(Bend::LeftUp), None, None]
    );
    assert_eq!(ranks(&lexicon, Bend::LeftUp), [3, 1]);
    // A round later hands are new: C's call is forgotten, and what was shown is not.
    lexicon.begin_round();
    lexicon.dug(seat('C'), Bend::LeftDown.card());
    assert_eq!((lexicon.meaning(2), lexicon.meaning(3)), (None, Some(Bend::LeftUp)));
    // The first rank comes to mean left and down: it is no longer one's own word for left and up, and beats one's own for left and down.
    lexicon.called(seat('E'), Some(1));
    lexicon.dug(seat('E'), Bend::LeftDown.card());
    assert_eq!(ranks(&lexicon, Bend::LeftUp), [3]);
    assert_eq!(ranks(&lexicon, Bend::LeftDown), [1, 2, 4]);
    // As often shown for one as for the other it means nothing.
    lexicon.called(seat('E'), Some(3));
    lexicon.dug(seat('E'), Bend::LeftDown.card());
    assert_eq!(lexicon.meaning(3), None);
}

/// A whole round in which this one plays every seat and sees what everybody sees.
fn round_of(player: &mut impl Guide<Saboteur>, seed: u64) -> String {
    let (mut game, mut rng, mut told) = (dealt("saboteur-collusion", 6), Rng::new(seed), String::new());
    player.begin(&mut rng);
    while let Some(event) = next_event(&game, seat('A'), &mut rng, |view, rng| {
        let mut legal = Vec::new();
        Saboteur::legal(view, &mut legal);
        player.act(view, &legal, rng)
    }) {
        game.apply(&event);
        player.see(game.public(), &game.seen(&event, None));
        told += &format!("{event}\n");
    }
    told
}

/// The whole round of six who signal nothing, share nothing and play no rockfalls is that of six papers' players.
#[test]
fn who_does_not_signal_plays_like_papers() {
    for manner in ["", ",suspects=path-break,t=4"] {
        let spec = format!("signaller(finds=nothing,signs=no,rockfalls=no,shares=no{manner})");
        let spec: Spec = spec.parse().unwrap();
        let (scheme, style) = (Scheme::of(&spec).unwrap(), PlayStyle::of(&spec).unwrap());
        for seed in 0..20 {
            let (mut one, mut other) = (Signaller::new(scheme, style), Papers::new(style));
            assert_eq!(round_of(&mut one, seed), round_of(&mut other, seed), "{spec}, seed {seed}");
        }
    }
}

#[test]
fn words_are_of_the_rarest_harm() {
    for (hand, word) in [
        ("LR map repair-cart", Held::Nothing),
        ("LR break-cart", Held::Break),
        ("break-cart xUD LR", Held::DeadEnd),
        ("xUD rockfall break-cart", Held::Rockfall),
    ] {
        assert_eq!(Held::of(bag(hand)), word, "{hand}");
    }
}
