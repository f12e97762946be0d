//! Each rule of the heuristic player on a small position, what an estimate changes, and what tips may read.

use games::Raiders;
use games::raiders::{
    Action, Aim, Area, Black, Card, Chance, Character, CharacterSet, Deck, Equipment, Faction, Inference,
    Phase, Private, Public, Seen, Show, What, White,
};
use table::{Agent, Event, Game, HiddenRoles, Notation, Oracle, Rng, Seat, SeatSet, Spec, Turn, View};

use Character::{Alice, Daniel, Emi, Felix, Ulrich, Vampire};

use super::{Candidates, Estimate, Grant, Guess, Habits, Heuristic, Kin, TippedHeuristic, WhichEnemy};

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

    fn damage(mut self, seat: Seat, damage: u8) -> Scene {
        self.public.damage[seat] = damage;
        self
    }

    fn shown(mut self, seat: Seat, character: Character) -> Scene {
        self.public.shown[seat] = Some(character);
        self.public.could_be[seat] = CharacterSet::only(character);
        self
    }

    fn owns(mut self, seat: Seat, equipment: Equipment) -> Scene {
        self.public.equipment[seat] = self.public.equipment[seat].with(equipment);
        self
    }

    fn angel(mut self, seat: Seat) -> Scene {
        self.public.angels = self.public.angels.with(seat);
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

// Moving.

#[test]
fn a_ten_leads_to_questions_until_somebody_is_narrowed_down() {
    let open = Scene::of(Emi).phase(Phase::ChooseArea);
    assert_eq!(open.choice(), Action::Go(Area::Office));
    let narrowed = Scene::of(Emi).phase(Phase::ChooseArea).shown(C, Ulrich);
    assert_eq!(narrowed.choice(), Action::Go(Area::Hall));
}

#[test]
fn each_side_prefers_its_deck() {
    let choice =
        |own, low, high| Scene::of(own).shown(E, Daniel).phase(Phase::ChooseMove(low, high)).choice();
    assert_eq!([choice(Emi, 6, 7), choice(Ulrich, 6, 7)], [Action::Choose(6), Action::Choose(7)]);
    assert_eq!(choice(Emi, 2, 9), Action::Choose(9), "the office comes last");
    assert_eq!(choice(Emi, 8, 10), Action::Choose(10), "a 10 leads anywhere");
    assert_eq!(choice(Emi, 4, 7), Action::Choose(4), "mist before a single deck");
    let open = Scene::of(Emi).phase(Phase::ChooseMove(3, 8));
    assert_eq!(open.choice(), Action::Choose(3));
}

// What areas offer.

/// How often of 400 each deck is drawn at Black Mist: inference, white, black.
fn decks(scene: &Scene) -> [usize; 3] {
    let choices = scene.choices();
    let count = |deck| choices.iter().find(|(action, _)| *action == Action::Draw(deck)).map_or(0, |c| c.1);
    [Deck::Inference, Deck::White, Deck::Black].map(count)
}

#[test]
fn the_mist_gives_questions_until_half_are_narrowed_down() {
    let open = decks(&Scene::of(Emi).phase(Phase::Area(Area::Mist)).shown(C, Ulrich).shown(D, Vampire));
    assert!(open[0] > 330 && open[1] > 10 && open[2] == 0, "{open:?}");
    let open = decks(&Scene::of(Ulrich).phase(Phase::Area(Area::Mist)));
    assert!(open[0] > 330 && open[1] == 0 && open[2] > 10, "{open:?}");
    let half = |scene: Scene| scene.phase(Phase::Area(Area::Mist)).shown(B, Felix).shown(D, Vampire);
    let known = decks(&half(Scene::of(Emi)).shown(C, Ulrich));
    assert!(known[0] == 0 && (90..150).contains(&known[1]), "7 of 10 are black: {known:?}");
    let citizen = decks(&Scene::of(Daniel).phase(Phase::Area(Area::Mist)));
    assert!(citizen[0] == 0 && citizen[1].abs_diff(200) < 50, "one citizen knows all sides: {citizen:?}");
    let mut program = half(Scene::of(Emi)).shown(C, Ulrich);
    program.player = Heuristic::new(Habits { mist_as_program: true, ..Habits::default() });
    let program = decks(&program);
    assert!(program[0] == 0 && (200..280).contains(&program[1]), "6 of 10 are white: {program:?}");
}

fn hall(own: Character) -> Scene {
    Scene::of(own).phase(Phase::Area(Area::Hall))
}

#[test]
fn at_the_hall_the_weak_heal_themselves() {
    assert_eq!(hall(Emi).shown(C, Ulrich).damage(A, 6).choice(), Action::Heal(A));
    assert_eq!(hall(Emi).shown(C, Ulrich).damage(A, 5).choice(), Action::Hurt(C), "5 of 11 is not half");
}

#[test]
fn at_the_hall_enemies_come_before_friends() {
    assert_eq!(hall(Emi).shown(C, Ulrich).shown(B, Felix).choice(), Action::Hurt(C));
    assert_eq!(hall(Emi).shown(B, Felix).damage(B, 3).damage(A, 2).choice(), Action::Heal(B));
    assert_eq!(hall(Emi).shown(B, Felix).damage(B, 1).damage(A, 2).choice(), Action::Heal(A));
    assert_eq!(hall(Emi).any_of(), [B, C, D, E].map(Action::Hurt), "nobody is known: anybody but itself");
    let other = hall(Emi).shown(C, Ulrich).shown(D, Vampire).owns(C, Equipment::Brooch);
    assert_eq!(other.choice(), Action::Hurt(D), "a brooch protects");
    let mut blind = hall(Emi).shown(C, Ulrich).owns(C, Equipment::Brooch);
    blind.player = Heuristic::new(Habits { ignores_shields: true, ..Habits::default() });
    assert_eq!(blind.choice(), Action::Hurt(C));
}

#[test]
fn alice_heals_herself_and_hunts_the_side_that_loses() {
    assert_eq!(hall(Alice).damage(A, 1).choice(), Action::Heal(A));
    let known = hall(Alice).shown(B, Felix).shown(C, Ulrich);
    assert_eq!(known.damage(B, 5).damage(C, 4).choice(), Action::Hurt(B));
    let known = hall(Alice).shown(B, Felix).shown(C, Ulrich);
    assert_eq!(known.damage(B, 4).damage(C, 5).choice(), Action::Hurt(C));
    assert_eq!(hall(Alice).any_of(), [B, C, D, E].map(Action::Hurt));
}

#[test]
fn daniel_wants_to_be_the_first_out() {
    let known = |left: u8| hall(Daniel).shown(B, Felix).shown(C, Ulrich).damage(B, 5).damage(A, 11 - left);
    assert_eq!(known(2).choice(), Action::Hurt(A));
    assert_eq!(known(3).choice(), Action::Heal(B), "he keeps the weaker side alive");
    assert_eq!(hall(Daniel).choice(), Action::Hurt(A), "he knows nobody");
    let attack = Scene::of(Daniel).phase(Phase::Attack).shown(B, Felix).shown(C, Ulrich).damage(B, 5);
    assert_eq!(attack.choice(), Action::Attack(C), "he attacks the healthier side");
}

#[test]
fn daniel_wants_to_live_once_another_is_out() {
    let mut late = hall(Daniel).shown(B, Felix).shown(C, Ulrich).damage(A, 9);
    late.public.living = late.public.living.without(B);
    late.public.first_out = SeatSet::only(B);
    late.public.rules.daniel = games::raiders::Daniel::Card;
    assert_eq!(late.choice(), Action::Heal(A));
    assert_eq!(late.phase(Phase::Attack).choice(), Action::Attack(C), "he needs the shadows out");
}

#[test]
fn thieves_take_the_best_piece_of_the_first_enemy() {
    let scene = || Scene::of(Emi).phase(Phase::Henchman).owns(B, Equipment::Grail).owns(C, Equipment::Brooch);
    let all = scene().owns(C, Equipment::Sabre).shown(C, Ulrich);
    assert_eq!(all.choice(), Action::Steal(C, Equipment::Sabre));
    let all = scene().owns(C, Equipment::Grail).owns(C, Equipment::Sabre).shown(C, Ulrich);
    assert_eq!(all.choice(), Action::Steal(C, Equipment::Grail));
    let friend = Scene::of(Emi).phase(Phase::Area(Area::Hideout)).owns(B, Equipment::Compass).shown(B, Felix);
    assert_eq!(friend.choice(), Action::Steal(B, Equipment::Compass), "rather a friend's than nothing");
    let anybody = scene().any_of();
    assert_eq!(anybody, [Action::Steal(B, Equipment::Grail), Action::Steal(C, Equipment::Brooch)]);
}

// Cards.

#[test]
fn questions_go_to_whoever_is_least_known() {
    let hand = |text| {
        let mut scene = Scene::of(Emi).phase(Phase::Hand);
        scene.private.card = Some(text);
        scene
    };
    assert_eq!(hand(Inference::Slap).shown(C, Ulrich).any_of(), [B, D, E].map(Action::Hand));
    let mut half = hand(Inference::Slap).shown(C, Ulrich).shown(E, Daniel).shown(D, Vampire);
    half.private.could_be[B] = CharacterSet::of(Faction::Raider).or(CharacterSet::of(Faction::Citizen));
    assert_eq!(half.choice(), Action::Hand(B));
    let known = |text| hand(text).shown(C, Ulrich).shown(E, Daniel).shown(D, Vampire).shown(B, Felix);
    assert_eq!(known(Inference::Aid).choice(), Action::Hand(B), "a card that heals is for a friend");
    assert_eq!(known(Inference::Slap).any_of(), [C, D, E].map(Action::Hand));
}

#[test]
fn equipment_is_given_up_by_the_weak_and_to_friends() {
    let answer = |own, text| {
        let mut scene =
            Scene::of(own).phase(Phase::Answer(A)).owns(A, Equipment::Sabre).owns(A, Equipment::Rosary);
        scene.private.card = Some(text);
        scene.public.active = B;
        scene
    };
    let anger = || answer(Emi, Inference::Anger);
    assert_eq!(anger().choice(), Action::TakeOne);
    assert_eq!(anger().damage(A, 6).choice(), Action::GiveUp(Equipment::Rosary), "the less wanted");
    assert_eq!(anger().shown(B, Felix).choice(), Action::GiveUp(Equipment::Rosary));
    assert_eq!(answer(Alice, Inference::Greed).choice(), Action::GiveUp(Equipment::Rosary));
    assert_eq!(answer(Daniel, Inference::Greed).damage(A, 9).choice(), Action::TakeOne);
}

#[test]
fn first_aid_heals_the_weak_and_hurts_the_strong() {
    let aid = |own| Scene::of(own).phase(Phase::Target(Aim::FirstAid));
    assert_eq!(aid(Emi).damage(A, 8).choice(), Action::Target(A));
    assert_eq!(aid(Emi).damage(A, 7).damage(B, 8).shown(B, Felix).choice(), Action::Target(B));
    assert_eq!(aid(Emi).shown(C, Ulrich).damage(C, 6).choice(), Action::Target(C));
    assert_eq!(aid(Emi).shown(C, Ulrich).damage(C, 7).any_of(), [B, C, D, E].map(Action::Target));
    assert_eq!(aid(Daniel).damage(A, 9).damage(D, 8).choice(), Action::Target(D), "nobody dies before him");
    let mut program = aid(Emi);
    program.player = Heuristic::new(Habits { aid_anybody: true, ..Habits::default() });
    assert_eq!(program.any_of(), [A, B, C, D, E].map(Action::Target));
}

#[test]
fn grace_is_for_friends_and_bats_are_for_enemies() {
    let grace = Scene::of(Emi).phase(Phase::Target(Aim::Grace)).shown(B, Felix);
    assert_eq!(grace.choice(), Action::Target(B));
    let bat = || Scene::of(Emi).phase(Phase::Target(Aim::Bat)).shown(B, Felix);
    assert_eq!(bat().shown(C, Ulrich).choice(), Action::Target(C));
    assert_eq!(bat().any_of(), [C, D, E].map(Action::Target), "anybody but a friend");
    let warded = bat().shown(C, Ulrich).shown(D, Vampire).owns(C, Equipment::Grail);
    assert_eq!(warded.choice(), Action::Target(D), "a grail protects");
}

#[test]
fn bananas_go_to_friends_and_cost_the_least_wanted() {
    let banana =
        || Scene::of(Emi).phase(Phase::Banana).owns(A, Equipment::Grail).owns(A, Equipment::Excalibur);
    assert_eq!(banana().shown(B, Felix).choice(), Action::Give(B, Equipment::Excalibur));
    let strangers = [B, D, E].map(|seat| Action::Give(seat, Equipment::Excalibur));
    assert_eq!(banana().shown(C, Ulrich).any_of(), strangers);
}

#[test]
fn the_weak_show_themselves_to_heal() {
    let advent = || Scene::of(Emi).phase(Phase::Show(Show::Advent));
    assert_eq!(
        [advent().damage(A, 5).choice(), advent().damage(A, 6).choice()],
        [Action::Decline, Action::Reveal]
    );
    assert_eq!(advent().damage(A, 1).shown(A, Emi).choice(), Action::Reveal, "nothing is left to hide");
    let cookie = |damage| Scene::of(Alice).phase(Phase::Show(Show::Cookie)).damage(A, damage).choice();
    assert_eq!([cookie(3), cookie(4)], [Action::Decline, Action::Reveal], "4 of 8 is half");
    let cannot = Scene::of(Ulrich).phase(Phase::Show(Show::Advent)).damage(A, 6);
    assert_eq!(cannot.choice(), Action::Decline);
    let must = Scene::of(Vampire).phase(Phase::Show(Show::Mirror));
    assert_eq!(must.choice(), Action::Reveal);
}

// Attacks.

#[test]
fn attacks_hit_enemies_whom_no_angel_protects() {
    let attack = || Scene::of(Emi).phase(Phase::Attack).shown(C, Ulrich);
    assert_eq!(attack().choice(), Action::Attack(C));
    assert_eq!(attack().shown(D, Vampire).angel(C).choice(), Action::Attack(D));
    assert_eq!(attack().shown(E, Daniel).any_of(), [C, E].map(Action::Attack), "a citizen is no friend");
    let nobody = Scene::of(Emi).phase(Phase::Attack).shown(B, Felix);
    assert_eq!(nobody.any_of(), [C, D, E].map(Action::Attack));
}

#[test]
fn a_friend_is_attacked_only_where_it_must_be() {
    let mut must = Scene::of(Emi).phase(Phase::Attack).shown(B, Felix);
    must.public.living = seats(&[A, B]);
    assert_eq!(must.choice(), Action::Attack(B));
    must.public.rules.attack_optional = true;
    assert_eq!(must.choice(), Action::Decline);
}

#[test]
fn excalibur_is_shown_for_a_kill() {
    let excalibur = |damage: u8| {
        let mut scene = Scene::of(Emi).phase(Phase::Excalibur).damage(C, damage);
        scene.public.attack.attacker = A;
        scene.public.attack.targets = SeatSet::only(C);
        scene.public.attack.power = 1;
        scene.choice()
    };
    assert_eq!(
        [7, 8, 9, 10].map(excalibur).map(|action| action == Action::Reveal),
        [false, true, true, false]
    );
}

#[test]
fn loot_is_taken_by_the_same_taste() {
    let loot = Scene::of(Emi).phase(Phase::Loot(C)).owns(C, Equipment::Rosary).owns(C, Equipment::Crossbow);
    assert_eq!(loot.choice(), Action::Take(Equipment::Crossbow));
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
fn an_estimate_decides_whom_it_attacks() {
    let attack = || Scene::of(Emi).phase(Phase::Attack);
    let unknown = attack().told(B, Faction::Raider);
    assert_eq!(unknown.choice(), Action::Attack(C), "nobody is known: the first seat that is no friend");
    assert_eq!(attack().told(D, Faction::Shadow).choice(), Action::Attack(D));
    assert_eq!(attack().told(E, Faction::Shadow).told(D, Faction::Shadow).choice(), Action::Attack(D));
    let citizen = attack().told(B, Faction::Citizen).told(C, Faction::Raider);
    assert_eq!(citizen.choice(), Action::Attack(D), "a known citizen comes last");
    let angel = attack().told(D, Faction::Shadow).angel(D);
    assert_eq!(angel.choice(), Action::Attack(B));
}

#[test]
fn an_estimate_decides_whom_it_heals() {
    let grace = || Scene::of(Emi).phase(Phase::Target(Aim::Grace));
    assert_eq!(grace().told(D, Faction::Raider).damage(C, 9).choice(), Action::Target(D));
    assert_eq!(grace().told(B, Faction::Shadow).choice(), Action::Target(E), "the least like an enemy");
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
    Agent::begin(&mut player, scene.view(), &mut Rng::new(0));
    scene.player = player;
    assert_eq!(scene.choice(), Action::Attack(C));
}

#[test]
fn habits_can_be_named_one_by_one() {
    let read = |text: &str| super::habits(&mut table::Params::new(&text.parse().unwrap())).unwrap();
    assert_eq!(read("heuristic"), Habits::default());
    assert_eq!(read("heuristic(as=program)"), Habits::PROGRAM);
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
    [A, B, C, D, E].map(|seat| granted.contains(seat).then(|| game.role(seat)))
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
        let mut player = TippedHeuristic::new(Heuristic::default(), Grant::Known(known));
        player.begin(&game, A, &mut Rng::new(0));
        let (mut legal, mut luck, mut own_luck, mut mine) =
            (Vec::new(), Rng::new(5), Rng::new(6), Vec::new());
        while mine.len() < 2 {
            let Turn::Seats(asked) = Raiders::turn(game.public()) else {
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

/// How many of so many games seat A wins.
fn wins(game: &str, first: &str, games: u64) -> u64 {
    use table::{Player, Referee, Seeds};
    let rules = Raiders::read_rules(&game.parse().unwrap(), 5).unwrap();
    let others = ["heuristic"; 4].map(str::to_string);
    let specs = [first.to_string()].into_iter().chain(others);
    let seat = |spec: String| crate::seat::<Raiders>(&spec.parse::<Spec>().unwrap(), &rules).unwrap();
    let mut players: Vec<Player<Raiders>> = specs.map(seat).collect();
    let mut referee = Referee::new(&rules, Seeds::new(0));
    let mut won = 0;
    for seed in 0..games {
        referee.restart(&rules, Seeds::new(seed));
        won += u64::from(referee.play(&mut players, &mut ()).unwrap().wins[A] == 1.0);
    }
    won
}

#[test]
fn knowing_everybody_wins_many_more_games() {
    let modified = "raiders-modified(seat_a=sided)";
    let [none, all] = [0, 4].map(|known| wins(modified, &format!("tipped(known={known})"), 1500));
    assert!((510..=660).contains(&none), "38.6 % of 1500 were expected: {none}");
    assert!((930..=1080).contains(&all), "66.7 % of 1500 were expected: {all}");
}

#[test]
fn it_plays_every_preset_and_table_to_the_end() {
    use table::{Player, Referee, Seeds};
    let games = ["raiders", "raiders-modified", "raiders-as-published", "raiders-as-published-original"];
    for (spec, seats) in games.iter().flat_map(|game| [4, 5, 7, 8].map(|seats| (*game, seats))) {
        let Ok(rules) = Raiders::read_rules(&Spec::named(spec), seats) else { continue };
        let mut players: Vec<Player<Raiders>> =
            (0..seats).map(|_| Player::agent(Heuristic::default())).collect();
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
