//! Every rule on a small position; the code both ways; the base rate with a fixed seed.

use games::Saboteur;
use games::saboteur::{
    Action, Bag, Card, Cell, Chance, Path, Private, Public, Role, Rules, Seen, Tool, Treasure,
};
use search::playout::Guide;
use table::{
    Advised, Agent, Event, Game, Notation, Params, Player, Referee, Rng, Seat, SeatSet, Seeds, Spec, View,
    derive_seed,
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

fn bag(cards: &str) -> Bag {
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

    /// Everything a player does here over many questions.
    fn answers(&self, spec: &str) -> Vec<Action> {
        let Player::Agent(mut player) =
            crate::seat::<Saboteur>(&spec.parse().unwrap(), &self.public.rules).unwrap()
        else {
            panic!("{spec} is an oracle")
        };
        player.begin(self.view(), &mut Rng::new(0));
        self.asked(&mut *player)
    }

    fn asked(&self, player: &mut dyn Agent<Saboteur>) -> Vec<Action> {
        let (legal, mut rng) = (self.legal(), Rng::new(1));
        let mut answers: Vec<Action> = (0..200).map(|_| player.act(self.view(), &legal, &mut rng)).collect();
        answers.sort();
        answers.dedup();
        answers
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
    while !matches!(Saboteur::turn(game.public()), table::Turn::Seats(_)) {
        let event = Event::Chance(game.draw(&mut rng));
        game.apply(&event);
    }
    game
}

/// The share of rounds that saboteurs win when everybody plays like this.
fn saboteurs_win(spec: &str, players: &str, rounds: u64) -> f64 {
    let rules = rules(spec, 6);
    let spec: Spec = players.parse().unwrap();
    let mut seated: Vec<Player<Saboteur>> = (0..6).map(|_| crate::seat(&spec, &rules).unwrap()).collect();
    let (mut referee, mut won) = (Referee::new(&rules, Seeds::new(0)), 0);
    for round in 0..rounds {
        let seed = derive_seed(&[7, round]);
        referee.restart(&rules, Seeds::new(seed));
        referee.play(&mut seated, &mut ()).unwrap();
        won += u64::from(referee.public().end().unwrap().winner == games::saboteur::Winner::Saboteurs);
    }
    won as f64 / rounds as f64
}

/// A straight tunnel to the column x, in the row of the start: its end is the one nearest to a goal.
fn straight(x: i8) -> Vec<(&'static str, i8, i8)> {
    (2..=x).map(|x| (if x > 4 { "ULR" } else { "LR" }, x, 3)).collect()
}

#[test]
fn a_digger_repairs_itself_first() {
    let scene = Scene::new(Role::Digger, "repair-cart repair-lantern/cart LR break-cart", &[]);
    let scene = scene.broken(Tool::Cart, 'A').broken(Tool::Cart, 'C');
    assert_eq!(
        texts(&scene.answers("papers(mend=1)")),
        ["repairs cart of A", "repairs cart of A with repair-lantern/cart"]
    );
}

#[test]
fn a_digger_breaks_tools_of_those_it_suspects_and_repairs_the_others() {
    let scene = Scene::new(Role::Digger, "break-cart break-lantern repair-pickaxe LR", &[]);
    let scene = scene.broken(Tool::Lantern, 'B').broken(Tool::Pickaxe, 'B').broken(Tool::Pickaxe, 'C');
    let told = |spec: &str| {
        let spec: Spec = spec.parse().unwrap();
        let mut player = Papers::new(Manner::read(&mut Params::new(&spec)).unwrap());
        player.told(seat('B'), Role::Saboteur);
        player.told(seat('C'), Role::Digger);
        texts(&scene.asked(&mut player))
    };
    assert_eq!(told("papers(ma=1,suspects=oracle)"), ["breaks cart of B"]);
    assert_eq!(told("papers(ma=0,mend=1,suspects=oracle)"), ["repairs pickaxe of C"]);
    let sometimes = ["digs LR 2,3", "breaks cart of B", "repairs pickaxe of C"];
    assert_eq!(told("papers(ma=0.5,mend=0.5,suspects=oracle)"), sometimes);
    let trusting = ["repairs pickaxe of B", "repairs pickaxe of C"];
    assert_eq!(told("papers(mend=1)"), trusting, "who suspects nobody listens to nobody");
}

#[test]
fn a_digger_comes_nearer_or_passes() {
    let scene = Scene::new(Role::Digger, "LR UD UL xLR", &straight(4));
    assert_eq!(texts(&scene.answers("papers")), ["digs LR 5,3"]);
    let passes = ["discards UL", "discards UD", "discards xLR", "discards map"];
    let stuck = Scene::new(Role::Digger, "UL UD xLR map", &straight(4));
    assert_eq!(texts(&stuck.answers("papers")), passes);
    let broken = Scene::new(Role::Digger, "UL UD xLR map", &straight(4)).broken(Tool::Cart, 'A');
    assert_eq!(texts(&broken.answers("papers")), passes);
    // Up from the start and to the right leads no nearer, and no farther away either.
    let sideways = Scene::new(Role::Digger, "LR UD", &[("LR", 2, 3), ("xLR", 3, 3), ("UDR", 1, 2)]);
    assert_eq!(texts(&sideways.answers("papers")), ["digs LR 2,2"]);
    let along = Scene::new(Role::Digger, "LR", &[("xLR", 2, 3)]);
    assert_eq!(texts(&along.answers("papers")), ["discards LR"]);
    assert_eq!(texts(&along.answers("papers(sideways=yes)")), ["digs LR 0,3"]);
}

#[test]
fn every_goal_is_worth_reaching() {
    // From the column of the goals, between the middle one and the one below.
    let ends: Vec<(&str, i8, i8)> = straight(7).into_iter().chain([("DL", 8, 3)]).collect();
    let scene = Scene::new(Role::Digger, "UR UDR UDLR", &ends);
    assert_eq!(
        texts(&scene.answers("papers")),
        ["digs UR 8,4", "digs UDR 8,4", "digs UDL 8,4", "digs UDLR 8,4"]
    );
}

#[test]
fn a_saboteur_is_in_the_way_then_breaks_then_passes() {
    let scene = Scene::new(Role::Saboteur, "xLR xUDLR UL break-cart map", &straight(4));
    // A corner leads to a way as short as before; dead ends leave the other ends of the start.
    assert_eq!(texts(&scene.answers("papers")), ["digs xLR 5,3", "digs xUDLR 5,3"]);
    let scene = Scene::new(Role::Saboteur, "LR break-cart map", &straight(4)).broken(Tool::Cart, 'C');
    let blows = ["breaks cart of B", "breaks cart of D", "breaks cart of E", "breaks cart of F"];
    assert_eq!(texts(&scene.answers("papers")), blows);
    let scene = Scene::new(Role::Saboteur, "LR map", &straight(4));
    assert_eq!(texts(&scene.answers("papers")), ["discards LR", "discards map"]);
    let scene = Scene::new(Role::Saboteur, "repair-cart xLR", &straight(4)).broken(Tool::Cart, 'A');
    assert_eq!(texts(&scene.answers("papers")), ["repairs cart of A"]);
}

#[test]
fn a_saboteur_hides_while_the_goals_are_far() {
    let scene = Scene::new(Role::Saboteur, "LR xLR break-cart", &straight(4)).broken(Tool::Cart, 'C');
    assert_eq!(scene.public.board.distance(), 4);
    assert_eq!(texts(&scene.answers("papers(t=4)")), ["digs LR 5,3"]);
    assert_eq!(texts(&scene.answers("papers(t=5)")), ["digs xLR 5,3"]);
    let scene = Scene::new(Role::Saboteur, "UL repair-cart", &straight(4)).broken(Tool::Cart, 'C');
    let helps = ["repairs cart of C"];
    assert_eq!(texts(&scene.answers("papers(t=4,mend=1)")), helps);
    assert_eq!(
        texts(&scene.answers("papers(t=4,mend=1,cover=dig)")),
        ["discards UL", "discards repair-cart"]
    );
}

/// Plays these actions in turn from seat A on; whoever acts is given the card, and everybody draws anything.
fn after(actions: &[&str], eye: &mut impl FnMut(&Public)) {
    let mut game = dealt("saboteur-collusion", 6);
    let mut rng = Rng::new(2);
    for text in actions {
        let (who, what) = text.split_once(' ').unwrap();
        let (who, action) = (who.parse().unwrap(), what.parse::<Action>().unwrap());
        game = holding(&game, who, action, &mut rng);
        game.apply(&Event::Act(who, action));
        eye(game.public());
        while Saboteur::turn(game.public()) == table::Turn::Chance {
            let event = Event::Chance(game.draw(&mut rng));
            game.apply(&event);
            eye(game.public());
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
        let event = match Saboteur::turn(game.public()) {
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
fn agreed<P>(player: P, tell: bool) -> (usize, usize)
where
    P: Agent<Saboteur> + Guide<Saboteur> + Copy,
{
    let rounds = (0..8).map(|seed| agreed_in(player, tell, Rng::new(seed)));
    rounds.fold((0, 0), |sum, round| (sum.0 + round.0, sum.1 + round.1))
}

fn agreed_in<P>(player: P, tell: bool, mut rng: Rng) -> (usize, usize)
where
    P: Agent<Saboteur> + Guide<Saboteur> + Copy,
{
    let mut game = dealt("saboteur-collusion", 6);
    let (mut agents, mut guide) = ([player; 6], player);
    let (mut legal, mut same, mut all) = (Vec::new(), 0, 0);
    while Saboteur::turn(game.public()) != table::Turn::Over {
        let event = match Saboteur::turn(game.public()) {
            table::Turn::Seats(set) => {
                let seat = set.first().unwrap();
                legal.clear();
                Saboteur::legal(game.view(seat), &mut legal);
                let (view, mut luck) = (game.view(seat), rng.clone());
                let action = Agent::act(&mut agents[seat.index()], view, &legal, &mut rng);
                same += usize::from(Guide::act(&mut guide, view, &legal, &mut luck) == action);
                all += 1;
                Event::Act(seat, action)
            }
            _ => Event::Chance(game.draw(&mut rng)),
        };
        game.apply(&event);
        if tell {
            Guide::see(&mut guide, game.public(), &game.seen(&event, None));
        }
        for seat in Seat::all(6) {
            Agent::see(&mut agents[seat.index()], game.view(seat), &game.seen(&event, Some(seat)));
        }
    }
    (same, all)
}

/// What everybody knows is enough: a guide that saw a spectator's events plays like agents that saw their own; and
/// it is needed: one that saw nothing does not.
#[test]
fn a_guide_remembers_what_an_agent_does() {
    let manner = |spec: &str| Manner::of(&spec.parse().unwrap()).unwrap();
    let papers = Papers::new(manner("papers(suspects=path-break,ma=1,mend=1)"));
    let breaker = Breaker::new(normal("breaker"), manner("breaker(suspects=break,ma=1)"));
    for (told, deaf) in [
        (agreed(papers, true), agreed(papers, false)),
        (agreed(colluder("colluder(rank=small)"), true), agreed(colluder("colluder(rank=small)"), false)),
        (agreed(breaker, true), agreed(breaker, false)),
    ] {
        assert!(told.1 > 30 && told.0 == told.1, "{told:?}");
        assert!(deaf.0 < deaf.1, "what it saw made no difference: {deaf:?}");
    }
}

/// 0.752 of 512 games is the paper's figure without collusion: the middle of 0.715 to 0.789.
#[test]
fn saboteurs_win_as_often_as_the_paper_says() {
    let rate = saboteurs_win("saboteur-collusion", "papers", 2000);
    assert!((0.72..0.78).contains(&rate), "{rate}");
    let seen_through = saboteurs_win("saboteur-collusion", "papers(ma=1,mend=1,suspects=oracle)", 500);
    assert!((0.15..0.33).contains(&seen_through), "{seen_through}");
}

fn colluder(spec: &str) -> Colluder {
    let spec: Spec = spec.parse().unwrap();
    Colluder::new(Pact::of(&spec).unwrap(), Manner::of(&spec).unwrap())
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
        for order in [Order::Large, Order::Small] {
            for card in Card::all().filter(|card| card.path().is_some_and(Path::is_dead_end)) {
                let ranking = Ranking::of(&board, card, order);
                for rank in 1..=ranking.len() {
                    let (path, cell) = ranking.at(rank).unwrap();
                    assert_eq!(ranking.rank(path, cell), Some(rank));
                    let mut next = board;
                    next.place(path, cell);
                    assert_eq!(read(&next, path, cell, order), Bend::of_rank(rank), "{path} {cell}");
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
    assert_eq!(ranked(Order::Large), ["3,3", "0,3", "1,2", "1,4"]);
    assert_eq!(ranked(Order::Small), ["0,3", "1,2", "1,4", "3,3"]);
    let both_ways = Ranking::of(&board, "xUL".parse().unwrap(), Order::Small);
    let texts: Vec<String> = (1..=both_ways.len())
        .map(|rank| both_ways.at(rank).map(|(path, cell)| format!("{path} {cell}")).unwrap())
        .collect();
    assert_eq!(texts, ["xDR 0,3", "xDR 1,2", "xUL 1,4", "xUL 3,3"]);
}

#[test]
fn a_colluder_says_which_corner_it_holds() {
    let digs = [("LR", 2, 3)];
    let says = |hand: &str| texts(&Scene::new(Role::Digger, hand, &digs).answers("colluder(rank=small)"));
    assert_eq!(says("xUDLR UL DL"), ["digs xUDLR 1,2"], "left and up comes first");
    assert_eq!(says("xUDLR DL"), ["digs xUDLR 1,4"]);
    assert_eq!(says("xUDLR UD"), ["discards UD", "discards xUDLR"], "no corner");
    assert_eq!(says("UL map"), ["discards UL", "discards map"], "no dead end");
    assert_eq!(says("xUDLR UL LR"), ["digs LR 3,3"], "it digs if it can");
    let broken = Scene::new(Role::Digger, "xUDLR UL", &digs).broken(Tool::Cart, 'A');
    assert_eq!(texts(&broken.answers("colluder(rank=small)")), ["discards UL", "discards xUDLR"]);
    let stranger = Scene::new(Role::Digger, "xUDLR UL", &digs);
    assert_eq!(texts(&stranger.answers("colluder(partners=BC)")), ["discards UL", "discards xUDLR"]);
    assert_eq!(texts(&stranger.answers("colluder(partners=found)")), ["discards UL", "discards xUDLR"]);
}

/// What seat A does with this hand after all this, seen from its own seat.
fn reply(spec: &str, hand: &str, actions: &[&str]) -> Vec<String> {
    let (mut player, mut scene) = (colluder(spec), Scene::new(Role::Digger, hand, &[]));
    player.begin(scene.view(), &mut Rng::new(0));
    after(actions, &mut |public| {
        scene.public = *public;
        Guide::see(&mut player, public, &Seen::First(seat('A')));
    });
    assert!(matches!(scene.public.phase, games::saboteur::Phase::Play(next) if next == seat('A')));
    texts(&scene.asked(&mut player))
}

#[test]
fn a_colluder_answers_with_its_corner() {
    // F says "left and up" in the order of the small: its dead end has rank 2.
    let called = ["A digs LR 2,3", "B discards map", "C discards map", "D discards map", "E discards map"];
    let with = |last| called.into_iter().chain([last]).collect::<Vec<_>>();
    let call = with("F digs xUDLR 1,2");
    let answer = reply("colluder(where=end,rank=small)", "UL DL map", &call);
    assert_eq!(answer, ["digs UL 3,3"], "the corner of the same kind");
    let least = reply("colluder(rank=small)", "UL DL map", &call);
    assert_eq!(least, ["digs DR 0,3", "digs UL 1,4"], "elsewhere it leaves the goals nearer");
    let other = reply("colluder(where=end,rank=small,answer=other)", "UL DL map", &call);
    assert_eq!(other, ["digs DL 3,3"]);
    let deaf = reply("colluder(where=end,rank=small,partners=AB)", "UL DL map", &call);
    assert_eq!(deaf, ["discards UL", "discards DL", "discards map"], "F is no partner");
    let agreed = reply("colluder(where=end,rank=small,partners=AF)", "UL DL map", &call);
    assert_eq!(agreed, ["digs UL 3,3"]);
    let (mut told, mut scene) = (colluder("colluder(where=end,rank=small,partners=told)"), None);
    after(&call, &mut |public| {
        Guide::see(&mut told, public, &Seen::First(seat('A')));
        scene = Some(Scene { public: *public, ..Scene::new(Role::Digger, "UL DL map", &[]) });
    });
    let scene = scene.unwrap();
    assert_eq!(texts(&scene.asked(&mut told)), ["digs UL 3,3"]);
    told.told(seat('F'), Role::Saboteur);
    assert_eq!(
        texts(&scene.asked(&mut told)),
        ["discards UL", "discards DL", "discards map"],
        "F is a saboteur"
    );
    let busy = reply("colluder(where=end,rank=small)", "UL LR", &call);
    assert_eq!(busy, ["digs LR 3,3"]);
    let eager = reply("colluder(where=end,rank=small,eager=yes)", "UL LR", &call);
    assert_eq!(eager, ["digs UL 3,3"]);
    let silent = reply("colluder(where=end,rank=small)", "UL DL map", &with("F digs xUDLR 0,3"));
    assert_eq!(silent, ["discards UL", "discards DL", "discards map"], "rank 1 says nothing");
    let answered: Vec<&str> = with("F digs xUDLR 1,2")
        .into_iter()
        .chain(["A discards map", "B digs UL 1,4", "C discards map", "D discards map"])
        .chain(["E discards rockfall", "F discards rockfall"])
        .collect();
    let late = reply("colluder(where=end,rank=small)", "UL map", &answered);
    assert_eq!(late, ["discards UL", "discards map"], "one answer is enough");
}

#[test]
fn partners_are_found_by_what_they_dig() {
    let game = ["A discards map", "B digs LR 2,3", "C digs xLR 3,3", "D digs xUDLR 1,2", "E discards map"];
    let all: Vec<&str> = game.into_iter().chain(["F discards map"]).collect();
    // B has dug towards the goals and C away from them; only D has said anything, and nobody knows D.
    assert_eq!(reply("colluder(rank=small,partners=found)", "map", &all), ["discards map"]);
    let spec: Spec = "colluder(saboteurs=found,t=99)".parse().unwrap();
    let mut player = Colluder::new(Pact::of(&spec).unwrap(), Manner::of(&spec).unwrap());
    let mut scene = Scene::new(Role::Saboteur, "break-cart repair-lantern", &[]);
    after(&all, &mut |public| {
        scene.public = *public;
        Guide::see(&mut player, public, &Seen::First(seat('A')));
    });
    let blows = ["breaks cart of B", "breaks cart of D", "breaks cart of E", "breaks cart of F"];
    assert_eq!(texts(&scene.asked(&mut player)), blows, "C has shown what it is");
    let scene = scene.broken(Tool::Lantern, 'C').broken(Tool::Lantern, 'B');
    let scene = "BDEF".chars().fold(scene, |scene, whose| scene.broken(Tool::Cart, whose));
    assert_eq!(texts(&scene.asked(&mut player)), ["repairs lantern of C"]);
}

fn normal(spec: &str) -> Normal {
    Normal(Scoring::of(&spec.parse().unwrap()).unwrap())
}

#[test]
fn the_score_adds_up_what_everybody_knows() {
    let mut scene = Scene::new(Role::Saboteur, "break-cart break-lantern UL", &[]);
    let decide = |scene: &Scene, spec: &str| {
        normal(spec)
            .decide(&scene.public, seat('A'), scene.private.hand)
            .map(|(tool, whom)| format!("{tool} {whom}"))
    };
    // Nothing has happened: no score at all.
    assert_eq!(decide(&scene, "breaker(board=5,turn=0,threshold=10)"), None);
    scene.public.played[seat('C')] = bag("LR ULR repair-cart");
    scene.public.played[seat('D')] = bag("UDR repair-lantern/pickaxe UL xLR");
    // Two cards lead through sideways, and one repair card matches either tool: 40.
    assert_eq!(decide(&scene, "breaker(turn=40,threshold=40)").as_deref(), Some("lantern C"));
    assert_eq!(decide(&scene, "breaker(turn=40,threshold=50)"), None);
    // Forks and corners too: 60; and the dead end: 70.
    assert!(decide(&scene, "breaker(turn=40,threshold=60,through=either)").is_some());
    assert!(decide(&scene, "breaker(turn=40,threshold=70,through=either)").is_none());
    assert!(decide(&scene, "breaker(turn=40,threshold=70,through=any)").is_some());
    // Seven cards were played.
    assert!(decide(&scene, "breaker(turn=6,threshold=140)").is_some());
    assert!(decide(&scene, "breaker(turn=7,threshold=140)").is_none());
    assert!(decide(&scene, "breaker(turn=7,threshold=140,from=at)").is_some());
    // The tunnel has reached the third column after the start.
    let far = Scene::new(Role::Saboteur, "break-cart", &straight(4));
    assert!(decide(&far, "breaker(board=2,turn=40,threshold=100)").is_some());
    assert!(decide(&far, "breaker(board=3,turn=40,threshold=100)").is_none());
    assert!(decide(&far, "breaker(board=3,turn=40,threshold=100,x0=1)").is_some());
    // The own cards count unless they are left out.
    let mut own = far.clone();
    own.public.played[seat('A')] = bag("LR");
    assert!(decide(&own, "breaker(board=8,turn=40,threshold=10)").is_some());
    assert!(decide(&own, "breaker(board=8,turn=40,threshold=10,count=others)").is_none());
    // Whoever has a broken tool is left alone; of equals the next after A is hit.
    let broken = scene.clone().broken(Tool::Pickaxe, 'C');
    assert_eq!(decide(&broken, "breaker(turn=0)").as_deref(), Some("lantern B"));
    let nobody = "BCDEF".chars().fold(scene, |scene, whose| scene.broken(Tool::Pickaxe, whose));
    assert_eq!(decide(&nobody, "breaker(turn=0)"), None);
}

#[test]
fn a_breaker_breaks_by_its_score_and_else_gets_in_the_way() {
    let scene = Scene::new(Role::Saboteur, "break-cart xLR", &straight(4));
    assert_eq!(texts(&scene.answers("breaker(board=2)")), ["breaks cart of B"]);
    assert_eq!(texts(&scene.answers("breaker(board=5)")), ["digs xLR 5,3"]);
    let scene = Scene::new(Role::Saboteur, "break-cart map", &straight(4));
    assert_eq!(texts(&scene.answers("breaker(board=5)")), ["discards break-cart", "discards map"]);
    let scene = Scene::new(Role::Digger, "break-cart LR", &straight(4));
    assert_eq!(texts(&scene.answers("breaker(board=2)")), ["digs LR 5,3"]);
    let scene =
        Scene::new(Role::Saboteur, "break-cart repair-lantern", &straight(4)).broken(Tool::Lantern, 'A');
    assert_eq!(texts(&scene.answers("breaker(board=2)")), ["repairs lantern of A"]);
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
