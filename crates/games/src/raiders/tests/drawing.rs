//! Pictures show what their observer may see, and no more.

use table::{Game, Picture, Scene, Seat};

use super::super::*;
use super::after;

const TABLE: &str = "order BACDE · deal A Emi · deal B Vampire · deal C Alice · deal D Werewolf · deal E Felix · \
    move B 2 · draw B exorcism · B asks A · A does nothing · B attacks D · move A 6 · draw A grail · A attacks D · \
    move C 7 · draw C sabre · C attacks A · move D 6 · draw D first-aid · D chooses C · D attacks C · D takes sabre · move E 3 · draw E slap";

#[test]
fn the_text_is_as_its_seat_sees_it() {
    let game = after("raiders-modified", 5, TABLE);
    let names = ["one", "two", "three", "four", "a player of a long name"].map(String::from);
    let notes = ["", "surely a shadow", "", "", ""].map(String::from);
    let scene = Scene::of(game.view(Seat::new(0))).with_names(&names).with_notes(&notes);
    let text = Raiders::text(&scene);
    let wanted = [
        "raiders-modified · turn 5, E's · you are A, Emi, a raider",
        "",
        "      office (2-3)        cathedral (6)          mist (4-5)",
        "          B E                  A D",
        "",
        "        hall (8)           hideout (9)        underground (7)",
        "",
        "",
        "  cards left: inference 14, white 13, black 13 · attacks reach everybody",
        "",
        "  seat              character  may be  damage             equipment",
        "  A you             (Emi)       -R-     2 ■■□□□□□□□□□      grail",
        "  B two             ?           SRC     0 □□□□□□□□···      « surely a shadow »",
        "  C three           Alice       --C     8 ■■■■■■■■         [out]",
        "  D four            ?           SRC     2 ■■□□□□□□···      sabre",
        "> E a player of a…  ?           SRC     0 □□□□□□□□···",
        "",
        "  Emi bears 11 and wins when all shadows are out.",
        "  B asked A: a shadow takes 2; nothing happened",
        "  E: an inference card: to whom?",
    ];
    assert_eq!(text.lines().collect::<Vec<_>>(), wanted);
}

#[test]
fn nobody_reads_what_others_hold() {
    let game = after("raiders-modified", 5, TABLE);
    for seat in Seat::all(5) {
        let scene = Scene::of(game.view(seat));
        for picture in [Raiders::text(&scene), Raiders::svg(&scene)] {
            for (other, private) in game.privates.iter() {
                let shown = game.public().shown[other].is_some() || other == seat;
                let character = private.character.unwrap().word();
                assert_eq!(picture.contains(character), shown, "{seat} looks at {other}: {picture}");
            }
            assert_eq!(picture.contains("a raider takes 1"), seat == Seat::new(4), "only E holds the slap");
            let knows = seat.index() < 2;
            assert_eq!(picture.contains("a shadow takes 2"), knows, "A and B know the exorcism");
        }
    }
    let spectator = Raiders::svg(&Scene::spectator(game.public()));
    assert!(spectator.contains("Alice") && !spectator.contains("Emi"));
}

#[test]
fn notes_and_names_are_text_not_markup() {
    let game = after("raiders-modified", 5, TABLE);
    let words = vec!["<b>&".to_string(); 5];
    let svg = Raiders::svg(&Scene::spectator(game.public()).with_names(&words).with_notes(&words));
    assert!(svg.contains("&lt;b&gt;&amp;") && !svg.contains("<b>"));
}

#[test]
fn every_way_to_reach_is_drawn() {
    let deal = "deal A Emi · deal B Vampire · deal C Felix · deal D Werewolf";
    let lines = |range: &str| {
        let game = after(&format!("raiders(order=seats,layout=fixed,range={range})"), 4, deal);
        let scene = Scene::spectator(game.public());
        (Raiders::text(&scene), Raiders::svg(&scene).matches("<path").count())
    };
    assert!(lines("ring_next").0.contains("→") && lines("ring_next").1 == 12);
    assert!(lines("ring_both").0.contains('|') && lines("ring_both").1 == 6);
    assert!(lines("pairs").0.contains("of=ca mi=un hi=ha") && lines("pairs").1 == 3);
    assert!(!lines("anyone").0.contains("→") && lines("anyone").1 == 0);
}
