//! What the heuristic player knows and remembers, and what tips may read. Its rules are in `tests/players/raiders.md`.

use games::Raiders;
use games::raiders::{
    Action, Area, Black, Card, Chance, Character, CharacterSet, Deck, Faction, Inference, Phase, Private,
    Public, Seen, What, White,
};
use table::{
    Advised as _, Agent, Event, Game, Grants as _, Hidden, HiddenRoles, Notation, Oracle, PublicState, Rng,
    Seat, SeatSet, Spec, Tipped, Turn, View,
};

use Character::{Daniel, Emi, Felix, Ulrich, Vampire};

use super::{Candidates, Estimate, Grant, Guess, Habits, Heuristic, Informed, Kin, Rest, WhichEnemy};
use search::playout::{Guide, Guided};

const A: Seat = Seat::new(0);
const B: Seat = Seat::new(1);
const C: Seat = Seat::new(2);
const D: Seat = Seat::new(3);
const E: Seat = Seat::new(4);

/// Two of each side and a citizen, as the modified rules deal them.
const USUAL: [Character; 5] = [Emi, Felix, Ulrich, Vampire, Daniel];

/// A game of these rules in which the seats got these characters.
fn dealt(spec: &str, characters: [Character; 5]) -> Raiders {
    let rules = Raiders::read_rules(&spec.parse().unwrap(), 5).unwrap();
    let (mut game, mut rng) = (Raiders::new(&rules), Rng::new(1));
    while game.public().turns == 0 {
        let outcome = match game.public().phase {
            Phase::Deal(seat) => Chance::Deal(seat, characters[seat.index()]),
            _ => game.draw(&mut rng),
        };
        game.apply(&Event::Chance(outcome));
    }
    game
}

/// One seat's place in a game, to be changed at will.
struct Scene {
    seat: Seat,
    public: Public,
    private: Private,
    player: Heuristic,
}

impl Scene {
    /// Seat A as this character, hidden, at the start of its turn.
    fn of(character: Character) -> Scene {
        let mut characters = USUAL;
        if let Some(place) = characters.iter().position(|&other| other == character) {
            characters.swap(0, place);
        } else {
            characters[0] = character;
        }
        Scene::at("raiders-modified", characters)
    }

    fn at(spec: &str, characters: [Character; 5]) -> Scene {
        let game = dealt(spec, characters);
        let mut public = *game.public();
        public.active = A;
        Scene { seat: A, public, private: *game.private(A), player: Heuristic::default() }
    }

    fn phase(mut self, phase: Phase) -> Scene {
        self.public.phase = phase;
        self
    }

    fn shown(mut self, seat: Seat, character: Character) -> Scene {
        self.public.shown[seat] = Some(character);
        self.public.could_be[seat] = CharacterSet::only(character);
        self
    }

    fn told(mut self, seat: Seat, faction: Faction) -> Scene {
        let mut estimate = self.player_estimate();
        estimate.set(seat, Guess::sure(faction));
        self.player.believe(Some(estimate));
        self
    }

    fn player_estimate(&self) -> Estimate {
        self.player.estimate().unwrap_or(Estimate::unknown(self.seat))
    }

    fn view(&self) -> View<'_, Raiders> {
        View { seat: self.seat, public: &self.public, private: &self.private }
    }

    /// How often each action is chosen in 400 tries, most often first.
    fn choices(&self) -> Vec<(Action, usize)> {
        let (mut legal, mut rng, mut counts) = (Vec::new(), Rng::new(7), Vec::<(Action, usize)>::new());
        Raiders::legal(self.view(), &mut legal);
        for _ in 0..400 {
            let chosen = self.player.choose(self.view(), &legal, &mut rng);
            assert!(legal.contains(&chosen), "{chosen:?} is legal");
            match counts.iter_mut().find(|(action, _)| *action == chosen) {
                Some((_, count)) => *count += 1,
                None => counts.push((chosen, 1)),
            }
        }
        counts.sort_by_key(|(action, count)| (usize::MAX - count, *action));
        counts
    }

    /// What is always chosen.
    fn choice(&self) -> Action {
        match self.choices()[..] {
            [(action, _)] => action,
            ref several => panic!("not always the same: {several:?}"),
        }
    }

    /// All that is ever chosen, ascending.
    fn any_of(&self) -> Vec<Action> {
        let mut actions: Vec<Action> = self.choices().into_iter().map(|(action, _)| action).collect();
        actions.sort();
        actions
    }
}

fn seats(seats: &[Seat]) -> SeatSet {
    seats.iter().copied().collect()
}

/// How often of 400 each deck is drawn at Black Mist: inference, white, black.
fn decks(scene: &Scene) -> [usize; 3] {
    let choices = scene.choices();
    let count = |deck| choices.iter().find(|(action, _)| *action == Action::Draw(deck)).map_or(0, |c| c.1);
    [Deck::Inference, Deck::White, Deck::Black].map(count)
}

// Knowledge and estimates.

#[test]
fn candidates_come_from_questions_shows_and_counting() {
    let mut scene = Scene::of(Emi);
    scene.private.could_be[D] = CharacterSet::ALL.minus(CharacterSet::of(Faction::Shadow));
    let candidates = |scene: &Scene| Candidates::of(scene.view(), Faction::Raider);
    let before = candidates(&scene);
    assert_eq!((before.narrowed, before.set(D).len(), before.set(B).len()), (1, 2, 3));
    let after = candidates(&scene.shown(B, Felix));
    assert_eq!(after.known(D), Some(Faction::Citizen), "there are two raiders, and B is the other");
    assert_eq!((after.narrowed, after.set(C).len(), after.set(E).len()), (4, 2, 2));
}

#[test]
fn an_estimate_of_another_seat_changes_nothing() {
    let mut scene = Scene::of(Emi).phase(Phase::Attack);
    let mut estimate = Estimate::unknown(B);
    estimate.set(D, Guess::sure(Faction::Shadow));
    scene.player.believe(Some(estimate));
    assert_eq!(scene.any_of(), [B, C, D, E].map(Action::Attack));
}

#[test]
fn an_estimate_leaves_questions_to_the_candidates() {
    let mut scene = Scene::of(Emi).phase(Phase::Hand).told(B, Faction::Shadow).told(C, Faction::Raider);
    scene.private.card = Some(Inference::Slap);
    assert_eq!(scene.any_of(), [B, C, D, E].map(Action::Hand));
}

// Habits of the program.

/// A player with the program's habits on A, who has seen this happen.
fn program(mut scene: Scene, happened: &[What]) -> Scene {
    scene.player = Heuristic::new(Habits::PROGRAM);
    for &what in happened {
        scene.player.watch(&scene.public, &Seen { what, after: Default::default() });
    }
    scene
}

#[test]
fn the_program_counts_its_faction_only_when_it_asks() {
    let mist = || Scene::of(Emi).phase(Phase::Area(Area::Mist)).shown(B, Felix);
    assert_eq!(decks(&mist())[0], 0, "the other raider is known, so all are narrowed down");
    assert!(decks(&program(mist(), &[]))[0] > 300, "it has asked nobody");
    assert!(decks(&program(mist(), &[What::Handed(C, D, None)]))[0] > 300, "another has asked");
    assert_eq!(decks(&program(mist(), &[What::Handed(A, D, None)]))[0], 0);
    let before = program(Scene::of(Emi).phase(Phase::Area(Area::Mist)), &[What::Handed(A, D, None)]);
    assert!(decks(&before.shown(B, Felix))[0] > 300, "it asked before the other was shown");
}

#[test]
fn the_program_takes_cookie_eaters_for_raiders() {
    let attack = || Scene::of(Emi).phase(Phase::Attack).shown(C, Ulrich);
    let cookie = What::Luck(Chance::Draw(C, Card::White(White::Cookie)));
    let ritual = What::Luck(Chance::Draw(C, Card::Black(Black::Ritual)));
    let reveal = What::Acted(C, Action::Reveal);
    assert_eq!(program(attack(), &[ritual, reveal]).choice(), Action::Attack(C));
    assert_eq!(program(attack(), &[cookie, reveal]).any_of(), [B, D, E].map(Action::Attack));
}

#[test]
fn memory_is_of_one_game() {
    let mut scene = program(
        Scene::of(Emi).phase(Phase::Attack).shown(C, Ulrich),
        &[What::Luck(Chance::Draw(C, Card::White(White::Cookie))), What::Acted(C, Action::Reveal)],
    );
    let mut player = scene.player;
    player.begin(&mut Rng::new(0));
    scene.player = player;
    assert_eq!(scene.choice(), Action::Attack(C));
}

#[test]
fn habits_can_be_named_one_by_one() {
    let read = |text: &str| super::habits(&mut table::Params::new(&text.parse().unwrap())).unwrap();
    assert_eq!(read("heuristic"), Habits::default());
    assert_eq!(read("heuristic(as=program)"), Habits::PROGRAM);
    assert_eq!(read("heuristic(as=text)"), Habits { by_text: true, ..Habits::default() });
    assert_eq!(
        read("heuristic(as=program,count=always)"),
        Habits { counts_when_asking: false, ..Habits::PROGRAM }
    );
    assert_eq!(read("heuristic(shields=ignore)"), Habits { ignores_shields: true, ..Habits::default() });
}

// Tips.

/// What a tipped player on A is told of each other seat, in a game with these characters.
fn told(grant: Grant, characters: [Character; 5]) -> [Option<Faction>; 5] {
    let game = dealt("raiders-modified", characters);
    let granted = grant.seats(&game, A, &mut Rng::new(3));
    [A, B, C, D, E].map(|seat| granted.contains(seat).then(|| game.role(seat)).flatten())
}

#[test]
fn tips_are_about_so_many_seats() {
    let (raider, shadow) = (Some(Faction::Raider), Some(Faction::Shadow));
    assert_eq!(told(Grant::Known(0), USUAL), [None; 5]);
    assert_eq!(told(Grant::Known(2), USUAL), [None, raider, shadow, None, None]);
    assert_eq!(told(Grant::Known(4), USUAL), [None, raider, shadow, shadow, Some(Faction::Citizen)]);
}

#[test]
fn tips_name_the_pair_that_was_asked_for() {
    use Kin::{Citizen, Enemy, Friend};
    let pair = |one, other| told(Grant::Pair(one, other, WhichEnemy::Lower), USUAL);
    let (raider, shadow, citizen) = (Some(Faction::Raider), Some(Faction::Shadow), Some(Faction::Citizen));
    assert_eq!(pair(Enemy, Citizen), [None, None, shadow, None, citizen]);
    assert_eq!(pair(Friend, Enemy), [None, raider, shadow, None, None]);
    assert_eq!(pair(Enemy, Enemy), [None, None, shadow, shadow, None]);
    assert_eq!(pair(Friend, Citizen), [None, raider, None, None, citizen]);
    let (game, mut rng) = (dealt("raiders-modified", USUAL), Rng::new(3));
    let random = Grant::Pair(Enemy, Citizen, WhichEnemy::Random);
    let enemies: SeatSet = (0..40).flat_map(|_| random.seats(&game, A, &mut rng)).collect();
    assert_eq!(enemies, seats(&[C, D, E]), "either enemy, and the citizen");
}

/// Whom a player on A with these tips attacks first in two deals that differ in everybody but B.
fn first_attacks(known: usize) -> [Vec<Action>; 2] {
    [USUAL, [Emi, Felix, Daniel, Ulrich, Vampire]].map(|characters| {
        let mut game = dealt("raiders-modified", characters);
        let mut player = Tipped::new(Informed::new(Heuristic::default(), Rest::Unknown), Grant::Known(known));
        player.begin(&game, A, &mut Rng::new(0));
        let (mut legal, mut luck, mut own_luck, mut mine) =
            (Vec::new(), Rng::new(5), Rng::new(6), Vec::new());
        while mine.len() < 2 {
            let Turn::Seats(asked) = game.public().turn() else {
                game.apply(&Event::Chance(game.draw(&mut luck)));
                continue;
            };
            let seat = asked.first().unwrap();
            legal.clear();
            Raiders::legal(game.view(seat), &mut legal);
            let any = legal[usize::from(game.public().turns) % legal.len()];
            let chosen = if seat == A { player.act(&game, A, &legal, &mut own_luck) } else { any };
            mine.extend((seat == A && matches!(chosen, Action::Attack(_))).then_some(chosen));
            game.apply(&Event::Act(seat, chosen));
        }
        mine
    })
}

#[test]
fn a_tipped_player_reads_only_what_it_is_granted() {
    let [one, other] = first_attacks(1);
    assert_eq!(one, other);
    let [one, other] = first_attacks(4);
    assert_ne!(one, other, "who is told of them tells the deals apart");
}

/// What a player on A who is told of B and counts takes everybody else for.
fn counted(characters: [Character; 5], told: &[Seat]) -> [Guess; 5] {
    let game = dealt("raiders-modified", characters);
    let mut player = Informed::new(Heuristic::default(), Rest::Counted);
    player.begin(game.view(A), &mut Rng::new(0));
    told.iter().for_each(|&seat| player.reveal_role(seat, game.role(seat).unwrap()));
    let mut estimate = Estimate::unknown(A);
    player.count(game.view(A), &mut estimate);
    [A, B, C, D, E].map(|seat| *estimate.guess(seat))
}

#[test]
fn who_counts_knows_what_is_left() {
    let half = Guess([0.5, 0.0, 0.5]);
    assert_eq!(counted(USUAL, &[B])[2..], [half; 3], "A and B are all raiders there are");
    assert_eq!(counted(USUAL, &[C, D])[1], Guess([0.0, 0.5, 0.5]));
    assert_eq!(counted(USUAL, &[B, E])[2..4], [Guess::sure(Faction::Shadow); 2]);
    assert_eq!(counted(USUAL, &[C, D, E])[1], Guess::sure(Faction::Raider));
    let third = 1.0 / 3.0;
    assert_eq!(counted(USUAL, &[])[1..], [Guess([third; 3]); 4]);
}

#[test]
fn tips_are_known_or_a_pair() {
    let grant = |text: &str| super::grant(&mut table::Params::new(&text.parse().unwrap()));
    assert_eq!(grant("tipped").unwrap(), Grant::Known(4));
    assert_eq!(grant("tipped(known=1)").unwrap(), Grant::Known(1));
    let pair = Grant::Pair(Kin::Friend, Kin::Enemy, WhichEnemy::Random);
    assert_eq!(grant("tipped(pair=friend-enemy,enemy=random)").unwrap(), pair);
    assert!(grant("tipped(pair=friend-enemy,known=2)").unwrap_err().to_string().contains("not both"));
}

// Whole games.

/// Counts what it is told.
struct Counter(std::sync::Arc<std::sync::atomic::AtomicUsize>, bool);

impl Agent<Raiders> for Counter {
    fn see(&mut self, _view: View<'_, Raiders>, _seen: &Seen) {
        self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    }

    fn watches(&self) -> bool {
        self.1
    }

    fn act(&mut self, _view: View<'_, Raiders>, legal: &[Action], _rng: &mut Rng) -> Action {
        legal[legal.len() - 1]
    }
}

#[test]
fn who_does_not_watch_is_not_told() {
    use table::{Player, Referee, Seeds};
    let rules = Raiders::read_rules(&Spec::named("raiders-modified"), 5).unwrap();
    let counts: [std::sync::Arc<std::sync::atomic::AtomicUsize>; 5] = Default::default();
    let watches = [true, false, true, false, false];
    let sit = |(count, watches): (&std::sync::Arc<std::sync::atomic::AtomicUsize>, bool)| {
        let boxed: Box<dyn Agent<Raiders>> = Box::new(Counter(count.clone(), watches));
        Player::agent(boxed)
    };
    let mut players: Vec<_> = counts.iter().zip(watches).map(sit).collect();
    Referee::new(&rules, Seeds::new(3)).play(&mut players, &mut ()).unwrap();
    let told = counts.map(|count| count.load(std::sync::atomic::Ordering::Relaxed));
    assert!(told[0] > 30 && told == [told[0], 0, told[0], 0, 0], "{told:?}");
}

#[test]
fn it_plays_every_preset_and_table_to_the_end() {
    use table::{Player, Referee, Seeds};
    let games = ["raiders", "raiders-modified", "raiders-as-published", "raiders-as-published-original"];
    for (spec, seats) in games.iter().flat_map(|game| [4, 5, 7, 8].map(|seats| (*game, seats))) {
        let Ok(rules) = Raiders::read_rules(&Spec::named(spec), seats) else { continue };
        let mut players: Vec<Player<Raiders>> =
            (0..seats).map(|_| Player::agent(Guided(Heuristic::default()))).collect();
        let mut referee = Referee::new(&rules, Seeds::new(0));
        let mut winners = 0.0;
        for seed in 0..60 {
            referee.restart(&rules, Seeds::new(seed));
            let payoffs = referee.play(&mut players, &mut ()).unwrap();
            winners += payoffs.wins.as_slice().iter().sum::<f64>();
        }
        assert!(winners > 55.0, "{spec} for {seats} seldom ends: {winners}");
    }
}
