//! Every rule on a small position; the code both ways; the base rate with a fixed seed.

use games::Saboteur;
use games::saboteur::{
    Action, Bag, Card, Cell, Chance, Path, Private, Public, Role, Rules, Seen, Tool, Treasure,
};
use search::playout::Guide;
use table::{
    Advised, Agent, Event, Game, Luck, Notation, Params, Player, Referee, Rng, Seat, SeatSet, Spec, View,
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
        player.begin(self.view());
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
    let (mut referee, mut luck, mut won) = (Referee::new(&rules, 0), Luck::new(0), 0);
    for round in 0..rounds {
        let seed = derive_seed(&[7, round]);
        referee.restart(&rules, seed);
        luck.restart(seed);
        referee.play(&mut seated, &mut luck, &mut ()).unwrap();
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
        texts(&scene.answers("papers(ms=1)")),
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
    assert_eq!(told("papers(ma=0,ms=1,suspects=oracle)"), ["repairs pickaxe of C"]);
    let sometimes = ["digs LR 2,3", "breaks cart of B", "repairs pickaxe of C"];
    assert_eq!(told("papers(ma=0.5,ms=0.5,suspects=oracle)"), sometimes);
    let trusting = ["repairs pickaxe of B", "repairs pickaxe of C"];
    assert_eq!(told("papers(ms=1)"), trusting, "who suspects nobody listens to nobody");
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
    assert_eq!(texts(&scene.answers("papers(t=4,ms=1)")), helps);
    assert_eq!(texts(&scene.answers("papers(t=4,ms=1,cover=dig)")), ["discards UL", "discards repair-cart"]);
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
    suspicion.of(&last.unwrap(), seat('A'), &mut Rng::new(3)).to_string()
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
    assert_eq!(suspicion.of(game.public(), seat('C'), &mut rng).to_string(), "A, B");
    while game.public().round == 0 {
        passes(&mut game, &mut suspicion, &mut rng);
    }
    assert_eq!(suspicion.of(game.public(), seat('C'), &mut rng), SeatSet::NONE);
}

/// What everybody knows is enough: a player that saw a spectator's events plays like one that saw its own.
#[test]
fn a_guide_remembers_what_an_agent_does() {
    for spec in ["papers(suspects=path-break,ma=1)", "colluder(partners=found)"] {
        let rules = rules("saboteur-collusion", 6);
        let mut game = dealt("saboteur-collusion", 6);
        let spec: Spec = spec.parse().unwrap();
        let mut params = Params::new(&spec);
        let mut guide = Colluder::new(Pact::read(&mut params).unwrap(), Manner::read(&mut params).unwrap());
        let mut agents = [guide; 6];
        let (mut rng, mut legal) = (Rng::new(6), Vec::new());
        while Saboteur::turn(game.public()) != table::Turn::Over {
            let event = match Saboteur::turn(game.public()) {
                table::Turn::Seats(set) => {
                    let seat = set.first().unwrap();
                    legal.clear();
                    Saboteur::legal(game.view(seat), &mut legal);
                    let (view, mut same) = (game.view(seat), rng.clone());
                    let action = Agent::act(&mut agents[seat.index()], view, &legal, &mut rng);
                    assert_eq!(Guide::act(&mut guide, view, &legal, &mut same), action);
                    Event::Act(seat, action)
                }
                _ => Event::Chance(game.draw(&mut rng)),
            };
            game.apply(&event);
            let seen = |eye| -> Seen { game.seen(&event, eye) };
            Guide::see(&mut guide, game.public(), &seen(None));
            for seat in Seat::all(6) {
                Agent::see(&mut agents[seat.index()], game.view(seat), &seen(Some(seat)));
            }
        }
        assert_eq!(rules.seats, 6);
    }
}

/// 0.752 of 512 games is the paper's figure without collusion: the middle of 0.715 to 0.789.
#[test]
fn saboteurs_win_as_often_as_the_paper_says() {
    let rate = saboteurs_win("saboteur-collusion", "papers", 2000);
    assert!((0.72..0.78).contains(&rate), "{rate}");
    let seen_through = saboteurs_win("saboteur-collusion", "papers(ma=1,ms=1,suspects=oracle)", 500);
    assert!((0.15..0.33).contains(&seen_through), "{seen_through}");
}
