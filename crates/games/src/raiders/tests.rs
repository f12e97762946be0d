//! Shadow Raiders sits the exams.

mod drawing;
mod fairness;
mod secrecy;

use std::collections::BTreeSet;

use exams::{check, perft, scenarios};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use table::{
    BySeat, Event, EventOf, Game, Hidden, HiddenRoles, Notation, PublicState, Rng, Seat, Spec, Turn,
    random_event,
};

use super::*;

fn rules(spec: &str, seats: usize) -> Rules {
    Raiders::read_rules(&spec.parse::<Spec>().unwrap(), seats).unwrap()
}

/// A table after these events, joined by ` · `.
fn after(spec: &str, seats: usize, events: &str) -> Raiders {
    let mut game = Raiders::new(&rules(spec, seats));
    for text in events.split(" · ") {
        let event: EventOf<Raiders> = text.parse().unwrap();
        let possible = match event {
            Event::Chance(outcome) => game.drawable(&outcome),
            Event::Act(seat, action) => legal(&game, seat).contains(&action),
        };
        assert!(possible, "{text}");
        game.apply(&event);
        game.check();
    }
    game
}

fn legal(game: &Raiders, seat: Seat) -> Vec<Action> {
    let mut legal = Vec::new();
    if matches!(game.public().turn(), Turn::Seats(set) if set.contains(seat)) {
        Raiders::legal(game.view(seat), &mut legal);
    }
    legal
}

#[test]
fn conforms() {
    for seats in 4..=8 {
        check::<Raiders>(&rules("raiders", seats), 0..2).unwrap();
    }
    for preset in Raiders::PRESETS {
        check::<Raiders>(&rules(preset.name, 5), 0..3).unwrap();
    }
    for range in ["ring_both", "pairs"] {
        check::<Raiders>(&rules(&format!("raiders(range={range},order=shuffled)"), 6), 0..1).unwrap();
    }
}

#[test]
fn plays_by_the_book() {
    let demands = scenarios::<Raiders>(include_str!("../../tests/rules/raiders.md")).unwrap();
    assert!(demands >= 300, "{demands}");
}

/// Three characters for three seats are dealt in 3 and 2 ways, the last is forced; nobody moves anywhere; in each
/// of two turns one of two others is attacked. 1 + 3 + 6 · (1 + 2 + 4) histories; A has seen its own character,
/// B that and whom A attacked.
#[test]
fn counts_as_by_hand() {
    use Character::{Alice, Emi, Vampire};
    let counts = perft::<Raiders>(&secrecy::quiet(3, &[Vampire, Emi, Alice], 2));
    assert_eq!((counts.histories, counts.terminals), (46, 24));
    assert_eq!(counts.information_sets, BySeat::from_fn(3, |seat| [3, 6, 0][seat.index()]));
}

#[test]
fn is_small() {
    assert!(size_of::<Raiders>() <= 1024, "{}", size_of::<Raiders>());
    assert!(size_of::<Seen>() <= 32, "{}", size_of::<Seen>());
    assert_eq!(size_of::<Action>(), 3);
}

#[test]
fn what_does_not_go_together_is_refused() {
    let refused =
        |spec: &str, seats| Raiders::read_rules(&spec.parse().unwrap(), seats).unwrap_err().to_string();
    assert_eq!(
        refused("raiders-modified", 7),
        "raiders: a table for 7 needs 3 of the faction Citizen, and `cast` has 2"
    );
    assert!(refused("raiders", 3).starts_with("raiders is for 4 to 8 seats"));
    assert!(refused("raiders(white=rosary+bat)", 4).starts_with("raiders: `white=rosary+bat` should be"));
    assert!(refused("raiders(dice=11)", 4).starts_with("raiders: `dice=11` should be all"));
    assert!(refused("raiders(hp=3)", 4).contains("a whole number from 4 to 14"));
    assert!(refused("raiders(ghosts=yes)", 4).starts_with("no parameter of raiders `ghosts`"));
}

#[test]
fn presets_keep_their_names() {
    for preset in Raiders::PRESETS {
        assert_eq!(Raiders::write_rules(&rules(preset.name, 5)), preset.name);
    }
    let spec = "raiders-modified(inference=slap+slap+spell,no_reroll=yes)";
    assert_eq!(Raiders::write_rules(&rules(spec, 5)), spec);
}

/// Who a seat can be in 400 imagined worlds.
fn imagined(game: &Raiders, observer: usize, of: usize) -> CharacterSet {
    let mut rng = Rng::new(7);
    let (observer, of) = (Seat::new(observer), Seat::new(of));
    let worlds = (0..400).map(|_| Raiders::imagine(game.view(observer), &mut rng).character(of));
    worlds.fold(CharacterSet::NONE, CharacterSet::with)
}

#[test]
fn a_hidden_seat_with_five_pieces_is_not_byron() {
    let events = "deal A Daniel · deal B Emi · deal C Vampire · deal D Werewolf · deal E Felix · move A 6 · \
        A draws white · draw A brooch · A declines · move B 6 · B draws white · draw B grail · B declines · \
        move C 6 · C draws white · draw C compass · C declines · move D 6 · D draws white · draw D robe · \
        D declines · move E 6 · E draws white · draw E rosary · E declines · move A 9 · \
        A steals grail from B · A declines · move B 2 · B declines · B declines · move C 2 · move C 2 · \
        C moves by 2 · C declines · C declines · move D 2 · D declines · D declines · move E 2 · \
        E declines · E declines · move A 7 · A draws black · draw A henchman · A steals compass from C · \
        A declines · move B 4 · B declines · B declines · move C 4 · C declines · C declines · move D 4 · \
        D declines · D declines · move E 4 · E declines · E declines · move A 9 · move A 9 · A moves by 9 · \
        A steals robe from D · A declines · move B 2 · B declines · B declines · move C 2 · C declines · \
        C declines · move D 2 · D declines · D declines · move E 2 · E declines · E declines · move A 7 · \
        move A 7 · A moves by 7 · A draws black · draw A henchman";
    let mut game = after("raiders(abilities=no,order=seats,layout=fixed,range=anyone)", 5, events);
    assert!(imagined(&game, 1, 0).contains(Character::Byron), "with four pieces A can be Byron");
    game.apply(&"A steals rosary from E".parse().unwrap());
    assert_eq!(game.public().equipment[Seat::new(0)].len(), 5);
    assert!(!imagined(&game, 1, 0).contains(Character::Byron), "with five he would have won");
}

#[test]
fn a_late_killer_is_not_craig() {
    let table = "raiders(abilities=no,areas=must,order=seats,layout=fixed,range=anyone,hp=4)";
    let events = "deal A Vampire · deal B Emi · deal C Ulrich · deal D Daniel · deal E Felix · deal F Alice · \
        move A 8 · A hurts F · A attacks B · hit A 4 · move C 9 · C attacks A";
    let mut game = after(table, 6, events);
    assert!(imagined(&game, 4, 2).contains(Character::Craig));
    game.apply(&"hit C 5".parse().unwrap());
    assert!(!imagined(&game, 4, 2).contains(Character::Craig), "he would have won");
}

#[test]
fn who_does_not_scream_is_not_daniel() {
    let table = "raiders(areas=must,order=seats,layout=fixed,range=anyone,hp=4)";
    let events = "deal A Emi · deal B Byron · deal C Felix · deal D Ulrich · deal E Vampire · \
        A declines · move A 9 · A attacks C";
    let mut game = after(table, 5, events);
    assert!(imagined(&game, 4, 1).contains(Character::Daniel));
    game.apply(&"hit A 5".parse().unwrap());
    assert!(!imagined(&game, 4, 1).contains(Character::Daniel), "he would have screamed when C went out");
}

#[test]
fn who_is_still_there_is_not_alice() {
    let events = "order ABCDE · deal A Vampire · deal B Emi · deal C Daniel · deal D Werewolf · deal E Felix · \
        move A 6 · draw A first-aid · A chooses C";
    let mut game = after("raiders-modified", 5, events);
    assert!(imagined(&game, 0, 2).contains(Character::Alice));
    game.apply(&"A attacks C".parse().unwrap());
    assert!(!imagined(&game, 0, 2).contains(Character::Alice), "8 damage are too much for Alice");
    let public = game.public();
    let hps: BTreeSet<u8> = public.could_be[Seat::new(2)].iter().map(|one| public.rules.hp_of(one)).collect();
    assert_eq!(hps, BTreeSet::from([11]), "everybody knows at which damage it is out");
}

#[test]
fn the_log_forgets_whole_decks() {
    let mut game = Raiders::new(&rules(
        "raiders-modified(inference=slap+spell+aid+bully+huddle,max_turns=1000,hp=14,dice=2)",
        5,
    ));
    let (mut rng, mut scratch) = (Rng::new(3), Vec::new());
    let mut most = 0;
    while let Some(event) = random_event(&game, &mut rng, &mut scratch) {
        game.apply(&event);
        game.check();
        most = most.max(game.public().log.len());
        for seat in Seat::all(5) {
            assert_eq!(Raiders::imagine(game.view(seat), &mut rng).view(seat), game.view(seat));
        }
    }
    assert!((29..=32).contains(&most) && game.public().turns > 35, "{most} of {}", game.public().turns);
}

/// Whole games at random, in most of which somebody is out long before the end.
#[test]
fn one_of_the_living_is_asked() {
    let (mut scratch, mut after_the_first) = (Vec::new(), 0);
    for seed in 0..40 {
        let (mut game, mut rng) = (Raiders::new(&rules("raiders", 5)), Rng::new(seed));
        while let Some(event) = random_event(&game, &mut rng, &mut scratch) {
            if let Turn::Seats(set) = game.public().turn() {
                let living = game.public().living;
                assert!(set.len() == 1 && set.minus(living).is_empty(), "{set} is asked of {living}");
                after_the_first += usize::from(living.len() < 5);
            }
            game.apply(&event);
        }
    }
    assert!(after_the_first > 1000, "{after_the_first}");
}

/// In random games everything is declined that can be, and the sentence says what.
#[test]
fn who_declines_is_told_by_what_was_asked() {
    let (mut scratch, mut told) = (Vec::new(), std::collections::BTreeMap::new());
    for seed in 0..40 {
        let (mut game, mut rng) = (Raiders::new(&rules("raiders", 5)), Rng::new(seed));
        while let Some(event) = random_event(&game, &mut rng, &mut scratch) {
            let asked = format!("{:?}", game.public().phase);
            game.apply(&event);
            if let Event::Act(seat, Action::Decline) = event {
                let sentence = Raiders::tell(&game.seen(&event, None), table::Lang::English);
                let rest = sentence.strip_prefix(&format!("{seat} ")).unwrap();
                let first = rest.split_inclusive('.').next().unwrap().to_string();
                told.insert(asked.split('(').next().unwrap().to_string(), first);
            }
        }
    }
    let told: Vec<(&str, &str)> = told.iter().map(|(asked, told)| (asked.as_str(), told.as_str())).collect();
    assert_eq!(
        told,
        [
            ("Ability", "does not use the ability."),
            ("Again", "does not attack again."),
            ("Area", "does not use the area."),
            ("Attack", "does not attack."),
            ("Barrier", "does not use the ability."),
            ("Byron", "takes no equipment."),
            ("Excalibur", "does not show itself."),
            ("React", "does not show itself."),
            ("Reveal", "does not show itself."),
            ("Show", "does not show itself."),
            ("StrikeBack", "does not strike back."),
        ]
    );
}

/// Factions that nobody was dealt, or that this seat knows to be wrong, are in no world; neither is anything before it
/// has a character.
#[test]
fn no_world_has_impossible_factions() {
    let me = Seat::new(0);
    let imagined = |game: &Raiders, factions: &[Faction]| {
        let factions = BySeat::from_fn(factions.len(), |seat| factions[seat.index()]);
        Raiders::imagine_factions(game.view(me), &factions, &mut Rng::new(1)).is_some()
    };
    for (spec, seats) in [("raiders-modified", 5), ("raiders", 5), ("raiders", 8)] {
        let (mut game, mut rng) = (Raiders::new(&rules(spec, seats)), Rng::new(6));
        let members = |game: &Raiders, one: Faction| usize::from(game.public().rules.members(one));
        let any: Vec<_> = Faction::ALL.iter().flat_map(|&one| vec![one; members(&game, one)]).collect();
        assert!(!imagined(&game, &any), "nobody is dealt yet");
        while game.public().turns == 0 {
            game.apply(&random_event(&game, &mut rng, &mut Vec::new()).unwrap());
        }
        let own = game.role(me).unwrap();
        let mut right = any.clone();
        right.swap(0, any.iter().position(|one| *one == own).unwrap());
        assert!(imagined(&game, &right));
        let mut wrong = right.clone();
        wrong.swap(0, right.iter().position(|one| *one != own).unwrap());
        assert!(!imagined(&game, &wrong), "it knows its own");
        assert!(Faction::ALL.iter().all(|&one| !imagined(&game, &vec![one; seats])), "all of one faction");
        assert!(!imagined(&game, &right[1..]), "one seat too few");
    }
}

/// Texts that nearly are events.
fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[A-H] (attacks|chooses|hurts|heals|asks|bites) [A-I]",
        "[A-H] (steals (sabre|grail|spoon) from|gives (rosary|robe|rope) to) [A-I]",
        "[A-H] (takes|gives up) (sabre|grail|spoon|[1-3] damage)",
        "[A-H] (declines|reveals|uses the ability|strikes back|does nothing|shows the character)( now)?",
        "[A-H] (attacks (again|all)|moves by 1?[0-9]|goes to (hall|mist|moon)|draws (white|black|red))",
        "(deal [A-I] (Emi|Alice|Emil)|draw [A-I] (bat|slap|bag)|(move|hit|die|riot) [A-I] 1?[0-9])",
        "(order [A-D]{3,4}|layout office( (mist|cathedral|underground|hall|hideout)){5})"
    ]
}

/// Whatever reads as an event is written as it was read, and many of these texts do.
#[test]
fn any_text_is_read_or_refused() {
    let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) };
    let (mut runner, read) = (TestRunner::new(config), std::cell::Cell::new(0));
    let checked = runner.run(&any_text(), |text| {
        if let Ok(event) = text.parse::<EventOf<Raiders>>() {
            read.set(read.get() + 1);
            prop_assert_eq!(event.to_string().parse(), Ok(event));
        }
        Ok(())
    });
    checked.unwrap();
    assert!(read.get() > 500, "only {} of 2000 were read", read.get());
}

/// The two tables of the inference cards, by character and by text, say the same.
#[test]
fn a_question_is_about_those_who_answer_it() {
    for spec in ["raiders", "raiders-modified", "raiders(hp=14)"] {
        let rules = rules(spec, 5);
        for text in Inference::ALL {
            for character in Character::ALL {
                let about = rules.asked_by(text).contains(character);
                assert_eq!(
                    about,
                    rules.questions_for(character).contains(text),
                    "{spec}: {text}, {character}"
                );
            }
        }
    }
}
