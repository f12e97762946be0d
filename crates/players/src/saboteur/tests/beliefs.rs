//! What estimators make of play, and what players make of estimators.

use games::saboteur::Phase;
use table::{Estimator, Hidden, PublicState, Turn};

use super::*;
use crate::beliefs::{Posterior, Prior};
use crate::roles::{RoleGame, probability};

/// The estimator of this spec, as the catalog makes it.
fn estimator(spec: &Spec) -> Box<dyn Estimator<Saboteur>> {
    let params = &mut Params::new(spec);
    match spec.name.as_str() {
        "bayes" => Box::new(Posterior::new(PapersModel::read(params).unwrap()).with_floor(0.0)),
        "suspicion" => Box::new(suspicion(params).unwrap()),
        "uniform" => Box::new(Prior::<Saboteur>::default()),
        other => panic!("no estimator {other}"),
    }
}

/// A game told event by event to an estimator on one seat.
struct Story {
    game: Saboteur,
    observer: Seat,
    by: Box<dyn Estimator<Saboteur>>,
    rng: Rng,
}

impl Story {
    /// A begins; these are the saboteurs and these hands, everybody else has what is left.
    fn new(rules: &Rules, saboteurs: &str, hands: &[&str], observer: char, by: &str) -> Story {
        let by = estimator(&by.parse().unwrap());
        let mut story = Story { game: Saboteur::new(rules), observer: seat(observer), by, rng: Rng::new(8) };
        story.by.begin(story.game.view(story.observer));
        story.happens(Chance::Goals(Treasure::ALL));
        story.happens(Chance::First(seat('A')));
        for one in Seat::all(usize::from(rules.seats)) {
            let role = if saboteurs.contains(one.letter()) { Role::Saboteur } else { Role::Digger };
            story.happens(Chance::Role(one, role));
        }
        let mut hands: Vec<Vec<Card>> = hands.iter().map(|hand| bag(hand).cards().collect()).collect();
        while let Phase::Deal(to) = story.game.public().phase {
            let named = hands.get_mut(to.index()).and_then(Vec::pop);
            let kept: CardBag = hands.iter().flatten().copied().collect();
            let card = named.unwrap_or_else(|| story.game.pile().minus(kept).pick(&mut story.rng));
            story.happens(Chance::Deal(to, card));
        }
        story
    }

    fn happens(&mut self, outcome: Chance) {
        self.tell(Event::Chance(outcome));
    }

    fn tell(&mut self, event: table::EventOf<Saboteur>) {
        self.game.apply(&event);
        let seen = self.game.seen(&event, Some(self.observer));
        self.by.see(self.game.view(self.observer), &seen);
    }

    /// A seat does this, and draws anything.
    fn does(mut self, text: &str) -> Story {
        let (who, what) = text.split_once(' ').unwrap();
        self.tell(Event::Act(who.parse().unwrap(), what.parse().unwrap()));
        while self.game.public().turn() == Turn::Chance {
            let outcome = self.game.draw(&mut self.rng);
            self.happens(outcome);
        }
        self
    }

    /// How probable it is that a seat is a saboteur.
    fn suspects(&mut self, who: char) -> f64 {
        probability(self.by.assignments(self.game.view(self.observer)), seat(who), Role::Saboteur)
    }
}

fn near(value: f64, expected: f64) {
    assert!((value - expected).abs() < 1e-9, "{value} is not {expected}");
}

/// Three seats, one saboteur, hands of two out of twelve cards.
const SMALL: &str = "saboteur(board=papers,rounds=1,saboteurs=1,score=win,hand=2,\
                     deck=2LR+2UD+xLR+xULR+xUDLR+2break-cart+repair-cart+2map)";

/// Every hand of two that A may hold, drawn card by card, as a digger and as a saboteur: how often `papers` does
/// what was seen.
fn brute_force(story: &Story, papers: &str, saw: impl Fn(&Action) -> bool) -> f64 {
    let a = seat('A');
    let view = story.game.view(story.observer);
    let unseen: Vec<Card> = view.public.rules.deck.minus(view.private.hand).cards().collect();
    let spec: Spec = papers.parse().unwrap();
    let chance = |role: Role| {
        let (mut seen, mut all, mut legal) = (0.0, 0.0, Vec::new());
        for i in 0..unseen.len() {
            for j in 0..i {
                let mut private = *story.game.private(a);
                (private.role, private.hand) = (Some(role), CardBag::EMPTY.with(unseen[i]).with(unseen[j]));
                let view = View { seat: a, public: view.public, private: &private };
                legal.clear();
                Saboteur::legal(view, &mut legal);
                let mut player = Papers::new(PlayStyle::read(&mut Params::new(&spec)).unwrap());
                let mut rng = Rng::new(derive_seed(&[i as u64, j as u64]));
                for _ in 0..20 {
                    all += 1.0;
                    seen += f64::from(u8::from(saw(&player.act(view, &legal, &mut rng))));
                }
            }
        }
        seen / all
    };
    let (digger, saboteur) = (chance(Role::Digger), chance(Role::Saboteur));
    saboteur / (digger + saboteur)
}

/// Nobody is broken yet and nobody suspected, so what is done follows from the hand.
#[test]
fn the_first_deed_weighs_as_in_brute_force() {
    let rules = rules(SMALL, 3);
    let told = |hand: &str, deed: &str, t: u8| {
        let mut story = Story::new(&rules, "A", &[hand], 'C', &format!("bayes(slip=0,t={t})"));
        near(story.suspects('A'), 0.5);
        let papers = format!("papers(t={t})");
        let saw = |action: &Action| match deed.split_whitespace().nth(1) {
            Some("discards") => matches!(action, Action::Discard(_)),
            Some("breaks") => matches!(action, Action::Break(..)),
            _ => action.to_string() == deed[2..],
        };
        let expected = brute_force(&story, &papers, saw);
        story = story.does(deed);
        near(story.suspects('A'), expected);
        near(story.suspects('A') + story.suspects('B'), 1.0);
        expected
    };
    let passed = told("map UD", "A discards map", 8);
    assert!(passed > 0.2 && passed < 0.4, "a saboteur passes less often here: {passed}");
    near(told("break-cart UD", "A breaks cart of B", 8), 1.0);
    near(told("xLR LR", "A digs xLR 2,3", 8), 1.0);
    near(told("LR LR", "A digs LR 2,3", 8), 0.0);
    // Whoever hides while the goals are far plays like a digger.
    near(told("LR LR", "A digs LR 2,3", 5), 0.5);
    near(told("map UD", "A discards map", 5), 0.5);
}

/// A table of six with the papers' players, and what an estimator on seat A says of the others after each deed:
/// by tenths of the probability, how much was said and how much of it was so.
fn calibration(by: &str, players: &str, rounds: u64) -> Vec<(f64, f64, f64)> {
    let (rules, spec): (Rules, Spec) = (rules("saboteur-collusion", 6), players.parse().unwrap());
    let mut bins = vec![(0.0, 0.0, 0.0); 10];
    let (mut legal, mut by) = (Vec::new(), estimator(&by.parse().unwrap()));
    for round in 0..rounds {
        let mut players = [Papers::new(PlayStyle::read(&mut Params::new(&spec)).unwrap()); 6];
        let (mut game, mut rng) = (Saboteur::new(&rules), Rng::new(derive_seed(&[9, round])));
        by.begin(game.view(seat('A')));
        while let Some(event) = next_event(&game, seat('A'), &mut rng, |view, rng| {
            legal.clear();
            Saboteur::legal(view, &mut legal);
            players[view.seat.index()].act(view, &legal, rng)
        }) {
            game.apply(&event);
            players.iter_mut().for_each(|player| player.see(game.public(), &game.seen(&event, None)));
            by.see(game.view(seat('A')), &game.seen(&event, Some(seat('A'))));
            if matches!(event, Event::Act(..)) && game.public().end().is_none() {
                let said = by.assignments(game.view(seat('A')));
                for other in Seat::all(6).skip(1) {
                    let chance = probability(said, other, Role::Saboteur);
                    let bin = &mut bins[((chance * 10.0) as usize).min(9)];
                    let is = f64::from(u8::from(game.private(other).role == Some(Role::Saboteur)));
                    *bin = (bin.0 + 1.0, bin.1 + chance, bin.2 + is);
                }
            }
        }
    }
    bins.iter().filter(|bin| bin.0 > 0.0).map(|bin| (bin.0, bin.1 / bin.0, bin.2 / bin.0)).collect()
}

/// How far what is said is from what is so, over all that is said between a tenth and nine tenths.
fn off(by: &str, players: &str) -> f64 {
    let bins = calibration(by, players, 300);
    let middle = || bins.iter().filter(|(_, said, _)| (0.1..0.9).contains(said));
    let all: f64 = middle().map(|(count, ..)| count).sum();
    assert!(all > 500.0, "{by} {players} {bins:?}");
    middle().map(|(count, said, so)| count * (said - so).abs()).sum::<f64>() / all
}

/// What is called probable to a degree is so to that degree, all through the round, if the model is right.
#[test]
fn probabilities_are_what_they_say() {
    for setting in ["t=8", "t=8,suspects=break,ma=1", "t=6,mend=1"] {
        let off = off(&format!("bayes({setting})"), &format!("papers({setting})"));
        assert!(off < 0.04, "{setting}: {off}");
    }
    let wrong = off("bayes", "papers(t=4)");
    assert!(wrong > 0.1, "{wrong}");
}

/// What an estimator on seat C says of A on average once A has passed twice and so has everybody between, and how
/// often that is so, in games of `papers` with few cards.
fn after_two_passes(by: &str, rounds: u64) -> (f64, f64) {
    let rules = rules(SMALL, 3);
    let mut by = estimator(&by.parse().unwrap());
    let (mut count, mut said, mut so, mut legal) = (0.0, 0.0, 0.0, Vec::new());
    let (a, c) = (seat('A'), seat('C'));
    for round in 0..rounds {
        let mut player = Papers::new(PlayStyle::read(&mut Params::new(&Spec::named("papers"))).unwrap());
        let (mut game, mut rng) = (Saboteur::new(&rules), Rng::new(derive_seed(&[10, round])));
        by.begin(game.view(c));
        while game.public().discards[a] < 2 && game.public().all_played().is_empty() {
            let next = next_event(&game, a, &mut rng, |view, rng| {
                legal.clear();
                Saboteur::legal(view, &mut legal);
                player.act(view, &legal, rng)
            });
            let Some(event) = next else { break };
            game.apply(&event);
            by.see(game.view(c), &game.seen(&event, Some(c)));
        }
        if game.public().discards[a] == 2 && game.public().turns() == 4 {
            count += 1.0;
            said += probability(by.assignments(game.view(c)), a, Role::Saboteur);
            so += f64::from(u8::from(game.private(a).role == Some(Role::Saboteur)));
        }
    }
    assert!(count > 300.0, "{count}");
    (said / count, so / count)
}

/// The second pass says less than the first: most cards of the hand are the same.
#[test]
fn what_a_hand_is_not_is_remembered() {
    let (said, so) = after_two_passes("bayes(slip=0)", 30_000);
    let (forgetful, _) = after_two_passes("bayes(slip=0,memory=no)", 30_000);
    assert!((said - so).abs() < 0.04, "{said} is not {so}");
    assert!((forgetful - so).abs() > (said - so).abs() + 0.01, "{forgetful} is as near to {so} as {said}");
}

#[test]
fn a_clue_moves_the_belief() {
    let rules = rules("saboteur-collusion", 6);
    let hands = ["LR", "break-cart", "xULR", "map", "map"];
    let story = || Story::new(&rules, "BC", &hands, 'F', "bayes");
    near(story().suspects('A'), 0.4);
    let mut story = story().does("A digs LR 2,3");
    let digs = story.suspects('A');
    assert!(digs < 0.05, "who digs nearer is a digger: {digs}");
    let before = story.suspects('B');
    story = story.does("B breaks cart of A");
    let breaks = story.suspects('B');
    assert!(
        breaks > 0.95 && before > 0.4 && before < 0.6,
        "who breaks a tool is a saboteur: {before} {breaks}"
    );
    story = story.does("C digs xULR 3,3");
    let blocks = story.suspects('C');
    assert!(blocks > 0.9, "who blocks the way is a saboteur: {blocks}");
    let others = [story.suspects('D'), story.suspects('E')];
    assert!(others.iter().all(|chance| *chance < 0.05), "two are known, so the others are not: {others:?}");
}

/// Diggers who know whom to attack: a break says as much about its target.
#[test]
fn whoever_knows_attacks_saboteurs() {
    let rules = rules("saboteur-collusion", 6);
    let hands = ["break-cart", "LR"];
    let story = |by: &str| Story::new(&rules, "BC", &hands, 'F', by).does("A breaks cart of B");
    let mut trusting = story("bayes");
    assert!(trusting.suspects('A') > 0.9, "a digger who suspects nobody never does that");
    let mut knowing = story("bayes(suspects=oracle,ma=1)");
    assert!(knowing.suspects('A') < 0.5, "{}", knowing.suspects('A'));
    assert!(knowing.suspects('B') > 0.55, "{}", knowing.suspects('B'));
}

/// And a repair says as much about whom it helps.
#[test]
fn whoever_knows_helps_diggers() {
    let rules = rules("saboteur-collusion", 6);
    let hands = ["break-cart", "LR", "repair-cart"];
    let story = |by: &str| {
        let story = Story::new(&rules, "AB", &hands, 'F', by);
        story.does("A breaks cart of D").does("B digs LR 2,3").does("C repairs cart of D")
    };
    let mut trusting = story("bayes(mend=1)");
    let (by, of) = (trusting.suspects('C'), trusting.suspects('D'));
    assert!(by < 0.05 && of > 0.2, "only diggers help, whomever: {by} {of}");
    let mut knowing = story("bayes(suspects=oracle,mend=1)");
    assert!(knowing.suspects('C') < 0.05 && knowing.suspects('D') < 0.05, "{}", knowing.suspects('D'));
}

/// What narrows the list of 27 placements and 11 other cards down: each part of the rule on its own.
#[test]
fn what_is_worth_a_thought() {
    let left = |hand: &str, scene: &dyn Fn(Scene) -> Scene| {
        let scene = scene(Scene::new(Role::Saboteur, hand, &straight(3)));
        let mut actions = scene.legal();
        narrow(scene.view(), &mut actions);
        texts(&actions)
    };
    let plain = |scene: Scene| scene;
    // Nearer, farther, and on the nearest end though it changes nothing; not elsewhere.
    assert_eq!(left("LR", &plain), ["digs LR 4,3", "discards LR"]);
    assert_eq!(left("xLR", &plain), ["digs xLR 4,3", "discards xLR"]);
    assert_eq!(left("UL", &plain), ["digs UL 4,3", "discards UL"]);
    // One tool for each whom it can hit.
    let blows = ["B", "C", "D", "E", "F"].map(|whom| format!("breaks lantern of {whom}"));
    assert_eq!(left("break-cart break-lantern", &plain)[..5], blows);
    let whole = |scene: Scene| "BCDE".chars().fold(scene, |scene, whose| scene.broken(Tool::Cart, whose));
    assert_eq!(left("break-cart", &whole), ["breaks cart of F", "discards break-cart"]);
    // One card for each tool of each who needs it.
    let hurt =
        |scene: Scene| scene.broken(Tool::Cart, 'C').broken(Tool::Lantern, 'C').broken(Tool::Cart, 'D');
    let mended = left("repair-cart repair-lantern/cart", &hurt);
    let once = ["repairs cart of C", "repairs cart of D", "repairs lantern of C with repair-lantern/cart"];
    assert_eq!(mended[..3], once);
    assert_eq!(mended.len(), 5, "and two discards: {mended:?}");
    // Rockfalls where they cut the way off.
    assert_eq!(left("rockfall", &plain), ["collapses 2,3", "collapses 3,3", "discards rockfall"]);
    let aside = |mut scene: Scene| {
        scene.public.board.place(path("UD"), Cell::at(1, 2));
        scene
    };
    assert_eq!(left("rockfall", &aside), ["collapses 2,3", "collapses 3,3", "discards rockfall"]);
    // Maps of what is not known.
    let known = |mut scene: Scene| {
        scene.private.known[1] = Some(Treasure::Gold);
        scene
    };
    assert_eq!(left("map", &known), ["maps top", "maps bottom", "discards map"]);
}

/// The hidden hand and the hidden discard of A differ; what C saw does not.
#[test]
fn equal_views_give_equal_estimates() {
    let rules = rules(SMALL, 3);
    for by in ["bayes", "suspicion(rule=pass)", "uniform"] {
        let story = |hand: &str, roles: &str, card: &str| {
            let mut story = Story::new(&rules, roles, &[hand, "LR UD", "LR UD"], 'C', by);
            story = story.does(&format!("A discards {card}")).does("B digs LR 2,3");
            story.by.assignments(story.game.view(story.observer)).to_vec()
        };
        let told = story("map repair-cart", "A", "map");
        assert_eq!(told, story("xLR break-cart", "B", "xLR"), "{by}");
        assert_eq!(told.len(), 2, "{by}");
    }
}

#[test]
fn drawn_roles_are_as_likely_as_the_cards_say() {
    let rules = rules("saboteur", 6);
    let mut story = Story::new(&rules, "BC", &[], 'A', "uniform");
    near(story.suspects('D'), 2.0 / 6.0);
    near(story.suspects('A'), 0.0);
    // One of both saboteurs is out, or dealt to another.
    let both =
        |roles: &table::BySeat<Role>| roles.as_slice().iter().filter(|r| **r == Role::Saboteur).count() == 2;
    let dealt = story.by.assignments(story.game.view(seat('A')));
    assert_eq!(dealt.len(), 10 + 5);
    near(dealt.iter().filter(|(roles, _)| both(roles)).map(|(_, chance)| chance).sum(), 2.0 / 3.0);
}

#[test]
fn suspicion_is_as_sure_as_it_is_told() {
    let rules = rules("saboteur-collusion", 6);
    let mut story = Story::new(&rules, "BC", &["break-cart"], 'F', "suspicion(rule=break,trust=0.8)");
    story = story.does("A breaks cart of B");
    // 0.4 before: 0.4 * 0.8 to 0.6 * 0.2.
    near(story.suspects('A'), 0.32 / 0.44);
    near(story.suspects('B'), (2.0 - 0.32 / 0.44) / 4.0);
}

#[test]
fn roles_are_known_when_they_are_shown_and_forgotten_when_they_are_dealt_anew() {
    let rules = rules("saboteur(rounds=2,score=win,saboteurs=1,hand=1,deck=3map)", 3);
    let mut story = Story::new(&rules, "B", &[], 'A', "bayes");
    story = story.does("A discards map").does("B discards map");
    assert!(story.suspects('B') > 0.0 && story.suspects('C') > 0.0);
    // The last card ends the round; the next one is dealt right away.
    story.tell(Event::Act(seat('C'), "discards map".parse().unwrap()));
    assert_eq!([story.suspects('B'), story.suspects('C')], [1.0, 0.0]);
    story.happens(Chance::Goals(Treasure::ALL));
    assert!(!Saboteur::roles_dealt(story.game.public()));
    assert!(story.by.assignments(story.game.view(seat('A'))).is_empty());
    for one in Seat::all(3) {
        let role = if one == seat('C') { Role::Saboteur } else { Role::Digger };
        story.happens(Chance::Role(one, role));
    }
    near(story.suspects('B'), 0.5);
}

#[test]
fn few_actions_are_worth_a_thought() {
    let mut rng = Rng::new(3);
    let (mut all, mut few) = (0, 0);
    for _ in 0..20 {
        let mut game = Saboteur::new(&rules("saboteur-collusion", 6));
        let mut scratch = Vec::new();
        while let turn @ (Turn::Chance | Turn::Seats(_)) = game.public().turn() {
            let event = match turn {
                Turn::Seats(mut set) => {
                    let seat = set.next().unwrap();
                    let (mut legal, view) = (Vec::new(), game.view(seat));
                    Saboteur::legal(view, &mut legal);
                    let mut left = legal.clone();
                    narrow(view, &mut left);
                    assert!(!left.is_empty() && left.iter().all(|action| legal.contains(action)));
                    if legal.len() > 20 {
                        (all, few) = (all + legal.len(), few + left.len());
                    }
                    Event::Act(seat, Saboteur::random_action(view, &mut rng, &mut scratch))
                }
                _ => Event::Chance(game.draw(&mut rng)),
            };
            game.apply(&event);
        }
    }
    assert!(all > 1000 && few * 10 < all * 6, "{few} of {all}");
}

/// `papers(..)`, or `estimating(..)` by the estimator it names, as the catalog seats them.
fn fed_by(spec: &str, rules: &Rules) -> Box<dyn Agent<Saboteur>> {
    let spec: Spec = spec.parse().unwrap();
    let params = &mut Params::new(&spec);
    if spec.name == "papers" {
        return Box::new(Guided(Papers::new(PlayStyle::read_talking(params).unwrap())));
    }
    let given = |key: &str| spec.get(key).map(str::to_string);
    let sure = given("sure").map_or(0.5, |sure| sure.parse().unwrap());
    let by = estimator(&given("by").unwrap().parse().unwrap());
    let player = suspects(PlayStyle::read_common(params).unwrap(), sure, Some(by), rules);
    let Player::Agent(player) = player else { panic!("{spec} is an oracle") };
    player
}

/// One who is fed by an estimator attacks whom it takes for a saboteur.
#[test]
fn estimates_become_suspicion() {
    let rules = rules("saboteur-collusion", 6);
    let fed = |spec: &str| {
        let mut story =
            Story::new(&rules, "BC", &["LR", "break-cart", "", "", "", "break-pickaxe UD"], 'F', "bayes");
        let mut player = fed_by(spec, &rules);
        // The player hears the same story: only what happens from the first card on counts here.
        player.begin(story.game.view(story.observer), &mut Rng::new(0));
        let mut rng = Rng::new(1);
        for text in ["A digs LR 2,3", "B breaks cart of A"] {
            let (who, what) = text.split_once(' ').unwrap();
            let event = Event::Act(who.parse().unwrap(), what.parse().unwrap());
            story.tell(event);
            player.see(story.game.view(story.observer), &story.game.seen(&event, Some(story.observer)));
            let event = Event::Chance(story.game.draw(&mut rng));
            story.tell(event);
            player.see(story.game.view(story.observer), &story.game.seen(&event, Some(story.observer)));
        }
        let mut legal = Vec::new();
        let mut public = *story.game.public();
        public.phase = Phase::Play(story.observer);
        let view =
            View { seat: story.observer, public: &public, private: story.game.private(story.observer) };
        Saboteur::legal(view, &mut legal);
        let mut answers: Vec<Action> = (0..50).map(|_| player.act(view, &legal, &mut rng)).collect();
        answers.retain(|action| matches!(action, Action::Break(..)));
        answers.sort();
        answers.dedup();
        texts(&answers)
    };
    assert_eq!(fed("estimating(by=suspicion(rule=break),ma=1)"), ["breaks pickaxe of B"]);
    assert!(fed("estimating(by=uniform,ma=1)").is_empty(), "two of five are no reason");
    assert_eq!(fed("estimating(by=uniform,ma=1,sure=0.3)").len(), 5, "unless one is easily sure");
    assert!(fed("papers(ma=1)").is_empty());
}
