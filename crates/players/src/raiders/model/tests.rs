//! The player's probabilities against its choices, the posterior against all worlds one by one, clues, and secrets.

use games::Raiders;
use games::raiders::{Action, Card, Chance, Character, CharacterSet, Faction, Inference, Phase, Rules};
use table::{
    BySeat, Estimator, Event, EventOf, Game, Hidden, HiddenRoles, Notation, Params, Rng, Seat, Spec,
    next_event,
};

use super::super::{Heuristic, bayes, candidates};
use super::{HeuristicModel, Knows, ModelOptions};
use crate::beliefs::Posterior;
use crate::beliefs::Prior;
use crate::roles::{Assignment, probability};

const ME: Seat = Seat::new(0);

fn rules(spec: &str) -> Rules {
    Raiders::read_rules(&spec.parse().unwrap(), 5).unwrap()
}

/// One game among heuristic players, as the list of its events, up to so many turns.
fn played(rules: &Rules, seed: u64, turns: u16) -> Vec<EventOf<Raiders>> {
    let (mut game, mut rng, mut legal) = (Raiders::new(rules), Rng::new(seed), Vec::new());
    let mut events = Vec::new();
    while game.public().turns <= turns {
        let next = next_event(&game, ME, &mut rng, |view, rng| {
            legal.clear();
            Raiders::legal(view, &mut legal);
            Heuristic::default().choose(view, &legal, rng)
        });
        let Some(event) = next else { break };
        game.apply(&event);
        events.push(event);
    }
    events
}

/// Shows a game to an estimator on a seat.
fn show<'a>(
    rules: &Rules,
    events: &[EventOf<Raiders>],
    estimator: &'a mut dyn Estimator<Raiders>,
) -> (Raiders, &'a [Assignment<Raiders>]) {
    let mut game = Raiders::new(rules);
    estimator.begin(game.view(ME));
    for event in events {
        game.apply(event);
        estimator.see(game.view(ME), &game.seen(event, Some(ME)));
    }
    let assignments = estimator.assignments(game.view(ME));
    (game, assignments)
}

/// The estimator of this spec, as the catalog makes it.
fn named(spec: &str) -> Box<dyn Estimator<Raiders>> {
    let spec: Spec = spec.parse().unwrap();
    match spec.name.as_str() {
        "bayes" => bayes(&mut Params::new(&spec)).unwrap(),
        "candidates" => Box::new(candidates()),
        "uniform" => Box::new(Prior::<Raiders>::default()),
        other => panic!("no estimator {other}"),
    }
}

#[test]
fn probabilities_are_those_of_the_choices() {
    let mut rng = Rng::new(3);
    for (spec, games) in [("raiders-modified", 6), ("raiders", 6), ("raiders-as-published", 2)] {
        let rules = rules(spec);
        for seed in 0..games {
            let (mut game, mut legal) = (Raiders::new(&rules), Vec::new());
            for event in played(&rules, seed, 300) {
                if let Event::Act(seat, _) = event {
                    legal.clear();
                    Raiders::legal(game.view(seat), &mut legal);
                    compare(&game, seat, &legal, &mut rng);
                }
                game.apply(&event);
            }
        }
    }
}

/// The probabilities of all actions against 200 choices.
fn compare(game: &Raiders, seat: Seat, legal: &[Action], rng: &mut Rng) {
    let (player, tries) = (Heuristic::default(), 200);
    let mut counts = vec![0u32; legal.len()];
    for _ in 0..tries {
        let chosen = player.choose(game.view(seat), legal, rng);
        counts[legal.iter().position(|&action| action == chosen).unwrap()] += 1;
    }
    let chances: Vec<f64> =
        legal.iter().map(|&action| player.chance_of(game.view(seat), legal, action)).collect();
    assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{chances:?}");
    for (count, chance) in counts.into_iter().zip(chances) {
        // Five and a half standard deviations; thousands of actions are looked at.
        let off = (f64::from(count) - chance * f64::from(tries)).abs();
        assert!(off <= 5.5 * (f64::from(tries) * chance * (1.0 - chance)).sqrt() + 1e-9, "{count} {chance}");
    }
}

/// Every world with the weight of its deal, its hidden cards and the others' choices: the slow and obvious way.
struct Worlds<'a> {
    rules: &'a Rules,
    events: &'a [EventOf<Raiders>],
    slip: f64,
    legal: Vec<Action>,
    found: Vec<(BySeat<Faction>, f64)>,
}

impl Worlds<'_> {
    fn posterior(rules: &Rules, events: &[EventOf<Raiders>], slip: f64) -> Vec<Assignment<Raiders>> {
        let mut worlds = Worlds { rules, events, slip, legal: Vec::new(), found: Vec::new() };
        worlds.deal(0, Raiders::new(rules), 1.0);
        let total: f64 = worlds.found.iter().map(|(_, weight)| weight).sum();
        worlds.found.iter_mut().for_each(|(_, weight)| *weight /= total);
        worlds.found
    }

    /// Goes on from the event at this place in a world of this weight.
    fn deal(&mut self, place: usize, world: Raiders, weight: f64) {
        let Some(event) = self.events.get(place) else { return self.found(&world, weight) };
        match *event {
            Event::Chance(Chance::Deal(seat, _)) if seat != ME => {
                for &character in self.rules.cast.iter().collect::<Vec<_>>().iter() {
                    self.luck(place, world, weight, Chance::Deal(seat, character));
                }
            }
            Event::Chance(Chance::Draw(seat, Card::Inference(_))) if self.is_hidden(place, seat) => {
                for text in Inference::ALL {
                    self.luck(place, world, weight, Chance::Draw(seat, Card::Inference(text)));
                }
            }
            Event::Chance(outcome) => self.luck(place, world, weight, outcome),
            Event::Act(seat, action) => self.act(place, world, weight, seat, action),
        }
    }

    /// Whether the card that this seat draws is neither drawn by nor handed to the own seat.
    fn is_hidden(&self, place: usize, seat: Seat) -> bool {
        seat != ME && !matches!(self.events.get(place + 1), Some(Event::Act(_, Action::Hand(ME))))
    }

    fn luck(&mut self, place: usize, mut world: Raiders, weight: f64, outcome: Chance) {
        if !matches!(outcome, Chance::Deal(..) | Chance::Draw(..)) {
            world.apply(&Event::Chance(outcome));
            return self.deal(place + 1, world, weight);
        }
        let mut outcomes = Vec::new();
        table::Enumerable::outcomes(&world, &mut outcomes);
        if let Some((_, chance)) = outcomes.into_iter().find(|(other, _)| *other == outcome) {
            world.apply(&Event::Chance(outcome));
            self.deal(place + 1, world, weight * chance);
        }
    }

    fn act(&mut self, place: usize, mut world: Raiders, weight: f64, seat: Seat, action: Action) {
        self.legal.clear();
        Raiders::legal(world.view(seat), &mut self.legal);
        if !self.legal.contains(&action) {
            return;
        }
        let meant = Heuristic::default().chance_of(world.view(seat), &self.legal, action);
        let chance = (1.0 - self.slip) * meant + self.slip / self.legal.len() as f64;
        world.apply(&Event::Act(seat, action));
        if self.seen_as_it_was(place, &world) {
            self.deal(place + 1, world, if seat == ME { weight } else { weight * chance });
        }
    }

    /// Whether what came of it is what everybody saw: who went out and what was shown depends on characters.
    fn seen_as_it_was(&self, place: usize, world: &Raiders) -> bool {
        let mut truth = Raiders::new(self.rules);
        self.events[..=place].iter().for_each(|event| truth.apply(event));
        truth.public() == world.public() && truth.private(ME) == world.private(ME)
    }

    fn found(&mut self, world: &Raiders, weight: f64) {
        let roles = world.roles().expect("all are dealt");
        match self.found.iter_mut().find(|(other, _)| *other == roles) {
            Some((_, total)) => *total += weight,
            None => self.found.push((roles, weight)),
        }
    }
}

/// How many inference cards the own seat knows nothing of, and whether cards follow the first of them: two cards of
/// one deck are not the same, which the model does not look back at.
fn hidden_cards(rules: &Rules, events: &[EventOf<Raiders>]) -> (usize, bool) {
    let worlds = Worlds { rules, events, slip: 0.0, legal: Vec::new(), found: Vec::new() };
    let cards = (0..events.len()).filter_map(|place| match events[place] {
        Event::Chance(Chance::Draw(seat, Card::Inference(_))) => Some(worlds.is_hidden(place, seat)),
        _ => None,
    });
    let cards: Vec<bool> = cards.collect();
    let first = cards.iter().position(|hidden| *hidden);
    let followed = first.is_some_and(|first| first + 1 < cards.len());
    (cards.iter().filter(|hidden| **hidden).count(), followed)
}

/// The largest difference between two posteriors.
fn distance(one: &[Assignment<Raiders>], other: &[Assignment<Raiders>]) -> f64 {
    let chance = |deals: &[Assignment<Raiders>], roles: &BySeat<Faction>| {
        deals.iter().find(|(these, _)| these == roles).map_or(0.0, |(_, chance)| *chance)
    };
    let off = |roles: &BySeat<Faction>| (chance(one, roles) - chance(other, roles)).abs();
    one.iter().chain(other).map(|(roles, _)| off(roles)).fold(0.0, f64::max)
}

#[test]
fn the_posterior_is_that_of_all_worlds() {
    let rules = rules("raiders-modified");
    let (slip, mut exact, mut near, mut sharpest) = (0.1, [0; 2], 0, 0.0f64);
    for seed in 0..60 {
        let events = played(&rules, seed, 3 + (seed % 4) as u16);
        let (hidden, followed) = hidden_cards(&rules, &events);
        if hidden > 2 {
            continue;
        }
        let options = ModelOptions { knows: Knows::Cards, slip };
        let mut model = Posterior::new(HeuristicModel::new(Heuristic::default(), options)).with_floor(0.0);
        let (_, found) = show(&rules, &events, &mut model);
        let off = distance(found, &Worlds::posterior(&rules, &events, slip));
        assert!(off < if followed { 0.06 } else { 1e-9 }, "seed {seed}, {hidden} hidden cards: {off}");
        sharpest = found.iter().map(|(_, chance)| *chance).fold(sharpest, f64::max);
        if followed { near += 1 } else { exact[hidden] += 1 }
    }
    assert!(exact[0] >= 5 && exact[1] >= 5 && near >= 5, "{exact:?} {near}");
    assert!(sharpest > 0.4, "something was learned, not only {sharpest}");
}

/// Whether this seat was told by a card what side the own seat is on, as the own seat knows.
fn knows_me(game: &Raiders, seat: Seat) -> bool {
    let (public, private) = (game.public(), game.private(ME));
    let side = CharacterSet::of(game.role(ME).unwrap());
    public.log.entries().iter().enumerate().any(|(place, entry)| {
        let told = |text| entry.answerers(&public.rules, text).minus(side).is_empty();
        entry.giver == seat && entry.recipient == ME && private.texts.of(place).is_some_and(told)
    })
}

/// Who was told that the own seat is a friend does not attack it: whoever does so is hardly one, whoever attacks
/// somebody else instead is rather one than before.
#[test]
fn whom_they_attack_who_know_says_who_they_are() {
    let rules = rules("raiders-modified");
    let (mut struck, mut spared) = (0, 0);
    for seed in 0..200 {
        let mut game = Raiders::new(&rules);
        let mut bayes = named("bayes");
        bayes.begin(game.view(ME));
        for event in &played(&rules, seed, 300) {
            let friend = |game: &Raiders, bayes: &mut Box<dyn Estimator<Raiders>>, seat| {
                probability(bayes.assignments(game.view(ME)), seat, game.role(ME).unwrap())
            };
            let clue = match *event {
                Event::Act(actor, Action::Attack(target))
                    if actor != ME && game.public().living.len() > 3 =>
                {
                    let before = friend(&game, &mut bayes, actor);
                    (knows_me(&game, actor) && (0.1..0.9).contains(&before))
                        .then_some((actor, target, before))
                }
                _ => None,
            };
            game.apply(event);
            bayes.see(game.view(ME), &game.seen(event, Some(ME)));
            let Some((actor, target, before)) = clue.filter(|_| !game.public().after.over) else { continue };
            let after = friend(&game, &mut bayes, actor);
            let angel = game.public().angels.contains(ME);
            if target == ME {
                assert!(after < before / 2.0, "seed {seed}: {before} {after}");
                struck += 1;
            } else if !angel && game.public().after.out.is_empty() {
                assert!(after > before, "seed {seed}: {before} {after}");
                spared += 1;
            }
        }
    }
    assert!(struck >= 10 && spared >= 10, "{struck} {spared}");
}

/// Worlds that a seat cannot tell apart give the same estimates, to the last bit.
#[test]
fn equal_views_give_equal_estimates() {
    let rules = rules("raiders-modified");
    let (mut compared, mut rng) = (0, Rng::new(9));
    for seed in 0..30 {
        let events = played(&rules, seed, 4);
        for name in ["bayes", "bayes(knows=all)", "candidates", "uniform"] {
            let mut mine = named(name);
            let (truth, expected) = show(&rules, &events, &mut mine);
            let other = Raiders::imagine(truth.view(ME), &mut rng);
            let Some(retold) = retell(&rules, &events, &other) else { continue };
            let mut theirs = named(name);
            let (world, found) = show(&rules, &retold, &mut theirs);
            assert_eq!(world.view(ME).private, truth.view(ME).private);
            assert_eq!(found, expected, "{name}, seed {seed}");
            let same = Seat::all(5).all(|seat| truth.role(seat) == world.role(seat));
            compared += usize::from(!same);
        }
    }
    assert!(compared > 40, "{compared}");
}

/// The same events in a world with other characters and cards, if the seat would have seen the same.
fn retell(rules: &Rules, events: &[EventOf<Raiders>], world: &Raiders) -> Option<Vec<EventOf<Raiders>>> {
    let (mut game, mut truth, mut retold) = (Raiders::new(rules), Raiders::new(rules), Vec::new());
    for event in events {
        let event = match *event {
            Event::Chance(Chance::Deal(seat, _)) => {
                Event::Chance(Chance::Deal(seat, world.private(seat).character?))
            }
            Event::Chance(Chance::Draw(seat, Card::Inference(_))) => {
                let place = game.public().log.len();
                let text = world.private(seat).texts.of(place).or(world.private(seat).card)?;
                Event::Chance(Chance::Draw(seat, Card::Inference(text)))
            }
            other => other,
        };
        retold.push(event);
        game.apply(&event);
        truth.apply(&events[retold.len() - 1]);
        if game.seen(&event, Some(ME)) != truth.seen(&events[retold.len() - 1], Some(ME)) {
            return None;
        }
    }
    Some(retold)
}

#[test]
fn worlds_have_the_factions_asked_for() {
    let rules = rules("raiders-modified");
    let (mut rng, mut imagined) = (Rng::new(4), 0);
    for seed in 0..20 {
        let events = played(&rules, seed, 12);
        let mut bayes = named("bayes");
        let (truth, deals) = show(&rules, &events, &mut bayes);
        for (roles, _) in deals {
            if let Some(world) = Raiders::imagine_factions(truth.view(ME), roles, &mut rng) {
                assert!(roles.iter().all(|(seat, role)| world.role(seat) == Some(role)));
                assert_eq!(world.public(), truth.public());
                assert_eq!(world.private(ME), truth.private(ME));
                world.check();
                imagined += 1;
            }
        }
        let roles = truth.roles().expect("all are dealt");
        assert!(
            Raiders::imagine_factions(truth.view(ME), &roles, &mut rng).is_some(),
            "the truth is possible"
        );
    }
    assert!(imagined > 100, "{imagined}");
}

/// What somebody is known for sure to be never changes, whatever the model thinks of it.
#[test]
fn what_is_known_for_sure_is_certain() {
    let rules = rules("raiders-modified");
    for seed in 0..10 {
        let events = played(&rules, seed, 300);
        for name in ["bayes", "bayes(knows=all,slip=0)", "bayes(knows=nothing)", "candidates", "uniform"] {
            let mut estimator = named(name);
            let (game, deals) = show(&rules, &events, &mut estimator);
            let total: f64 = deals.iter().map(|(_, chance)| chance).sum();
            assert!((total - 1.0).abs() < 1e-9);
            assert!(game.public().phase == Phase::Over, "all is shown in the end");
            assert!(Seat::all(5).all(|seat| probability(deals, seat, game.role(seat).unwrap()) > 0.999_999));
        }
    }
}

/// With abilities, printed limits and any number of seats: what is certain in the end is found, and probabilities are
/// probabilities all along.
#[test]
fn it_watches_every_table() {
    for (spec, seats) in [
        ("raiders", 4),
        ("raiders", 5),
        ("raiders", 6),
        ("raiders", 7),
        ("raiders", 8),
        ("raiders-modified", 8),
    ] {
        let rules = Raiders::read_rules(&spec.parse().unwrap(), seats).unwrap();
        let (mut bayes, mut game) = (named("bayes"), Raiders::new(&rules));
        bayes.begin(game.view(ME));
        for event in played(&rules, 1, 300) {
            game.apply(&event);
            bayes.see(game.view(ME), &game.seen(&event, Some(ME)));
            let deals = bayes.assignments(game.view(ME));
            let total: f64 = deals.iter().map(|(_, chance)| chance).sum();
            assert!(deals.is_empty() || (total - 1.0).abs() < 1e-9, "{spec} {seats}: {total}");
        }
        let deals = bayes.assignments(game.view(ME));
        assert!(Seat::all(seats).all(|seat| probability(deals, seat, game.role(seat).unwrap()) > 0.999_999));
    }
}

/// A survivor of 8 damage is not Alice, so it is less likely a citizen; the deal alone does not say so.
#[test]
fn damage_speaks_against_alice() {
    let rules = rules("raiders-modified");
    let mut game = Raiders::new(&rules);
    let mut rng = Rng::new(2);
    let mut candidates = named("candidates");
    candidates.begin(game.view(ME));
    let characters =
        [Character::Emi, Character::Daniel, Character::Ulrich, Character::Vampire, Character::Felix];
    while game.public().turns == 0 {
        let outcome = match game.public().phase {
            Phase::Deal(seat) => Chance::Deal(seat, characters[seat.index()]),
            _ => game.draw(&mut rng),
        };
        game.apply(&Event::Chance(outcome));
        candidates.see(game.view(ME), &game.seen(&Event::Chance(outcome), Some(ME)));
    }
    let before = probability(candidates.assignments(game.view(ME)), Seat::new(1), Faction::Citizen);
    assert!((before - 0.25).abs() < 1e-9, "{before}");
    let mut public = *game.public();
    public.could_be[Seat::new(1)] = public.could_be[Seat::new(1)].minus(CharacterSet::only(Character::Alice));
    let event = Event::Chance(game.draw(&mut rng));
    let seen = game.seen(&event, Some(ME));
    let view = table::View { seat: ME, public: &public, private: game.private(ME) };
    candidates.see(view, &seen);
    // One of two citizens is left for this seat: 1 to 3 becomes 1/2 to 3.
    let found = probability(candidates.assignments(view), Seat::new(1), Faction::Citizen);
    assert!((found - 1.0 / 7.0).abs() < 1e-9, "{found}");
}
