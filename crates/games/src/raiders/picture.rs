//! A view drawn: the ring of areas with who stands there, a row a seat, and what is asked.

mod question;
mod svg;
mod text;

use table::{Lang, Notation, Picture, Scene, Seat};

use super::{Area, Character, CharacterSet, Deck, Faction, Phase, Raiders, Range};
use question::question;

impl Picture for Raiders {
    fn text(scene: &Scene<'_, Raiders>) -> String {
        text::draw(scene)
    }

    fn svg(scene: &Scene<'_, Raiders>) -> String {
        svg::draw(scene)
    }
}

/// Who a seat is, as far as this observer knows.
fn character(scene: &Scene<'_, Raiders>, seat: Seat) -> Option<Character> {
    let own = scene.view_of(seat).and_then(|view| view.private.character);
    scene.public.shown[seat].or(own)
}

/// Who a seat can be, as far as single facts tell this observer.
fn could_be(scene: &Scene<'_, Raiders>, seat: Seat) -> CharacterSet {
    scene.view.map_or(scene.public.could_be[seat], |view| Raiders::could_be(view, seat))
}

/// The least and the most damage that a seat can bear.
fn bears(scene: &Scene<'_, Raiders>, seat: Seat) -> (u8, u8) {
    let hps = could_be(scene, seat).iter().map(|character| scene.public.rules.hp_of(character));
    hps.fold((u8::MAX, 0), |(low, high), hp| (low.min(hp), high.max(hp)))
}

/// The factions a seat can be of: `S`, `R`, `C`, a dash where it cannot.
fn factions(scene: &Scene<'_, Raiders>, seat: Seat) -> String {
    let could_be = could_be(scene, seat);
    let letter = |faction: &Faction| if could_be.has(*faction) { &faction.word()[..1] } else { "-" };
    Faction::ALL.iter().map(letter).collect()
}

/// What holds for a seat besides damage and equipment.
fn marks(scene: &Scene<'_, Raiders>, seat: Seat) -> Vec<&'static str> {
    let public = scene.public;
    let marks = [
        (!public.living.contains(seat), "out", "脱落"),
        (public.angels.contains(seat), "angel", "守護天使"),
        (public.barriers.contains(seat), "barrier", "絶対障壁"),
        (public.extra_turn && public.active == seat, "another turn", "もう一手番"),
        (public.phase == Phase::Over && public.winners.contains(seat), "wins", "勝ち"),
    ];
    let marks = marks.into_iter().filter(|(holds, ..)| *holds);
    marks.map(|(_, english, japanese)| scene.lang.either(english, japanese)).collect()
}

/// `raiders-modified · turn 12, B's · you are A, Emi, a raider`
fn title(scene: &Scene<'_, Raiders>) -> String {
    let (public, lang) = (scene.public, scene.lang);
    let (rules, turns, active) = (Raiders::write_rules(&public.rules), public.turns, public.active);
    let title = match public.phase {
        Phase::Over => lang.either(format!(" · over after {turns} turns"), format!(" · {turns} 手番で終了")),
        _ if turns == 0 => String::new(),
        _ => lang.either(format!(" · turn {turns}, {active}'s"), format!(" · 第 {turns} 手番({active})")),
    };
    match scene.view {
        None => format!("{rules}{title}"),
        Some(view) => {
            let who = view.private.character.map_or(String::new(), |own| called(own, lang));
            let you = lang.either("you are", "あなたは");
            format!("{rules}{title} · {you} {}{who}", view.seat)
        }
    }
}

/// `, Emi, a raider`
fn called(own: Character, lang: Lang) -> String {
    let faction = own.faction();
    lang.either(
        format!(", {own}, a {}", faction.word().to_lowercase()),
        format!("、{}({})", own.term(lang), faction.term(lang)),
    )
}

/// The sums that lead to an area.
fn sums(area: Area) -> &'static str {
    ["2-3", "4-5", "6", "7", "8", "9"][area.index()]
}

/// What the seat's own character wants and can do.
fn own_card(scene: &Scene<'_, Raiders>) -> Option<String> {
    let own = scene.view?.private.character?;
    let (rules, lang) = (&scene.public.rules, scene.lang);
    let (hp, condition) = (rules.hp_of(own), own.condition(rules, lang));
    let ability = match rules.abilities {
        true => {
            lang.either(format!(" Ability: {}", own.ability(lang)), format!("能力: {}", own.ability(lang)))
        }
        false => String::new(),
    };
    Some(lang.either(
        format!("{own} bears {hp} and wins {condition}.{ability}"),
        format!("{}は {hp} ダメージで脱落。勝利条件: {condition}。{ability}", own.term(lang)),
    ))
}

/// How many cards are face down.
fn decks(scene: &Scene<'_, Raiders>) -> [(Deck, usize); 3] {
    let public = scene.public;
    [
        (Deck::Inference, usize::from(public.inference_left)),
        (Deck::White, public.white.len()),
        (Deck::Black, public.black.len()),
    ]
}

/// How far one may attack, in words.
fn range(scene: &Scene<'_, Raiders>) -> &'static str {
    match scene.public.rules.range {
        Range::RingNext => scene
            .lang
            .either("attacks reach the own area and the next", "攻撃は自分のエリアと次のエリアに届く"),
        Range::RingBoth => scene
            .lang
            .either("attacks reach the own area and both beside it", "攻撃は自分のエリアと両隣に届く"),
        Range::Pairs => {
            scene.lang.either("attacks reach the own pair of areas", "攻撃は組になった二つのエリアに届く")
        }
        Range::Anyone => scene.lang.either("attacks reach everybody", "攻撃は全員に届く"),
    }
}

/// The last inference cards this seat gave or received, newest first, as it knows them.
fn recalled(scene: &Scene<'_, Raiders>, most: usize) -> Vec<String> {
    let (Some(view), lang) = (scene.view, scene.lang) else { return Vec::new() };
    let entries = scene.public.log.entries().iter().enumerate().rev();
    let told = entries.filter_map(|(place, entry)| {
        let (rule, outcome) = (view.private.texts.of(place)?.rule(lang), entry.outcome.told(lang));
        let (giver, recipient) = (entry.giver, entry.recipient);
        Some(lang.either(
            format!("{giver} asked {recipient}: {rule}; {outcome}"),
            format!("{giver} → {recipient}: {rule} … {outcome}"),
        ))
    });
    told.take(most).collect()
}
