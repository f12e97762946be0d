//! A game that draws no picture and speaks no Japanese: its facts are a plain list, and its words stay English.

use exams::HighCard;
use exams::high_card::{Action, Deal, Rules, Seen};
use table::{Event, Game, Lang, Notation, Picture, Scene, Seat, Shape, face_up, face_up_svg};

const A: Seat = Seat::new(0);
const B: Seat = Seat::new(1);

/// A holds 9 and B holds 5.
fn dealt() -> HighCard {
    let mut game = HighCard::new(&Rules { seats: 2, first: A });
    game.apply(&Event::Chance(Deal(A, 9)));
    game.apply(&Event::Chance(Deal(B, 5)));
    game
}

#[test]
fn every_observer_reads_the_facts_that_it_may_know() {
    let game = dealt();
    let names = ["ann".to_string(), "bob <b>".to_string()];
    let text = |scene: Scene<'_, HighCard>| HighCard::text(&scene.with_names(&names));
    let spectator = text(Scene::spectator(game.public()));
    for fact in ["dealt: 2\n", "halves: null\n", "plays: []\n", "A · ann\n", "B · bob <b>\n"] {
        assert!(spectator.contains(fact), "{fact:?} in {spectator}");
    }
    assert_eq!(text(Scene::of(game.view(A))), spectator.replace("A · ann\n", "A · you\n- 9\n"));
    assert_eq!(text(Scene::of(game.view(B))), spectator.replace("B · bob <b>\n", "B · you\n- 5\n"));
    let open = face_up(&game, &names, Lang::English, 80);
    assert!(open.contains("A · ann\n- 9\n") && open.contains("B · bob <b>\n- 5\n"), "{open}");
}

#[test]
fn a_drawing_has_the_same_lines() {
    let game = dealt();
    let names = ["ann".to_string(), "bob <b>".to_string()];
    for shape in [Shape::Wide, Shape::Narrow] {
        let scene = || Scene::of(game.view(A)).with_names(&names).shaped(shape);
        let picture = HighCard::svg(&scene());
        let lines: Vec<&str> = picture.split('>').filter_map(|part| part.strip_suffix("</text")).collect();
        let text = HighCard::text(&scene().within(if shape == Shape::Wide { 90 } else { 36 }));
        let text = text.replace('<', "&lt;").replace('>', "&gt;");
        assert_eq!(lines, text.lines().collect::<Vec<_>>(), "{picture}");
        assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
    }
    let open = face_up_svg(&game, &names, Lang::English, Shape::Wide);
    assert!(open.contains(">- 9<") && open.contains(">- 5<"), "{open}");
}

#[test]
fn long_lines_are_broken_and_lose_nothing() {
    let (game, names) = (dealt(), ["名前の長い人".to_string(), "b".to_string()]);
    let text =
        |width: usize| HighCard::text(&Scene::spectator(game.public()).with_names(&names).within(width));
    assert!(text(12).lines().all(|line| line.chars().count() <= 12), "{}", text(12));
    assert_eq!(text(12).replace("\n  ", ""), text(80));
}

#[test]
fn without_japanese_every_word_is_the_english_one() {
    let game = dealt();
    assert_eq!(HighCard::LANGS, [Lang::English]);
    let [english, japanese] = Lang::ALL.map(|lang| {
        let (view, seen) = (game.view(A), Seen::Dealt(B, None));
        let words = [HighCard::rulebook(lang), &HighCard::tell(&seen, lang)].join(" ");
        let label = HighCard::label(view, &Action::Play, lang);
        (words, label, HighCard::text(&Scene::spectator(game.public()).in_lang(lang)))
    });
    assert_eq!(english, japanese);
}
