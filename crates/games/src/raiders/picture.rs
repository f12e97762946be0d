//! A view drawn: the ring of areas with who stands there, a row a seat, and what is asked.

mod svg;
mod text;

use table::{Notation, Picture, Scene, Seat};

use super::{Aim, Area, Card, Character, CharacterSet, Deck, Faction, Phase, Raiders, Range, Show};

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
        (!public.living.contains(seat), "out"),
        (public.angels.contains(seat), "angel"),
        (public.barriers.contains(seat), "barrier"),
        (public.extra_turn && public.active == seat, "another turn"),
        (public.phase == Phase::Over && public.winners.contains(seat), "wins"),
    ];
    marks.into_iter().filter(|(holds, _)| *holds).map(|(_, mark)| mark).collect()
}

/// Names longer than this are cut.
const NAME: usize = 14;

fn name(scene: &Scene<'_, Raiders>, seat: Seat) -> String {
    let name = scene.name(seat);
    match name.chars().nth(NAME) {
        Some(_) => name.chars().take(NAME - 1).chain(['…']).collect(),
        None => name.to_string(),
    }
}

/// `raiders-modified · turn 12, B's · you are A, Emi, a raider`
fn title(scene: &Scene<'_, Raiders>) -> String {
    let public = scene.public;
    let rules = Raiders::write_rules(&public.rules);
    let title = match public.phase {
        Phase::Over => format!("{rules} · over after {} turns", public.turns),
        _ if public.turns == 0 => rules,
        _ => format!("{rules} · turn {}, {}'s", public.turns, public.active),
    };
    match scene.view {
        None => title,
        Some(view) => {
            let who = view.private.character.map(|own| format!(", {own}, {}", a(own.faction().word())));
            format!("{title} · you are {}{}", view.seat, who.unwrap_or_default())
        }
    }
}

/// `a raider`.
fn a(word: &str) -> String {
    format!("a {}", word.to_lowercase())
}

/// The sums that lead to an area.
fn sums(area: Area) -> &'static str {
    ["2-3", "4-5", "6", "7", "8", "9"][area.index()]
}

/// What the own character wants and can do.
fn own_card(scene: &Scene<'_, Raiders>) -> Option<String> {
    let own = scene.view?.private.character?;
    let rules = &scene.public.rules;
    let ability = if rules.abilities { format!(" Ability: {}", own.ability()) } else { String::new() };
    let condition = own.condition(rules);
    Some(format!("{own} bears {} and wins {condition}.{ability}", rules.hp_of(own)))
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
        Range::RingNext => "attacks reach the own area and the next",
        Range::RingBoth => "attacks reach the own area and both beside it",
        Range::Pairs => "attacks reach the own pair of areas",
        Range::Anyone => "attacks reach everybody",
    }
}

/// What is asked, and of whom; of an inference card only those who hold it read more.
fn question(scene: &Scene<'_, Raiders>) -> String {
    let public = scene.public;
    let Some(asked) = public.asked() else { return waiting(scene) };
    let card = scene.view.and_then(|view| view.private.card);
    let reads = card.map_or(String::new(), |card| format!(" It says: {}", card.rule()));
    let attacker = public.attack.attacker;
    let what = match public.phase {
        Phase::Reveal => "show yourself?".to_string(),
        Phase::Ability | Phase::Barrier => "use the ability?".to_string(),
        Phase::ChooseMove(..) => "the compass: by which roll?".to_string(),
        Phase::ChooseArea => "a 10: to which area?".to_string(),
        Phase::Teleport(sum) => format!("a {sum}: there, or beside it?"),
        Phase::Area(area) => format!("the {area}: {}", offer(area)),
        Phase::Henchman => "the henchman: what from whom?".to_string(),
        Phase::Hand => format!("an inference card: to whom?{reads}"),
        Phase::Answer(_) => format!("{} has handed over an inference card.{reads}", public.active),
        Phase::Target(aim) => format!("{}: at whom?", aimed(aim)),
        Phase::Banana => "the banana: what to whom?".to_string(),
        Phase::Show(Show::Mirror) => "the mirror: a shadow but Ulrich must be shown.".to_string(),
        Phase::Show(show) => format!("{}: show yourself to heal completely, if you may?", shown(show)),
        Phase::Attack => "attack whom?".to_string(),
        Phase::Excalibur => "Excalibur: a raider may be shown for 2 more damage.".to_string(),
        Phase::Loot(victim) => format!("what to take from {victim}?"),
        Phase::Byron(victim) => format!("take a piece of {victim} instead of hurting?"),
        Phase::Again => "attack once more, for 2 damage?".to_string(),
        Phase::React(_) => format!("attacked by {attacker}: show yourself?"),
        Phase::StrikeBack(_) => format!("strike back at {attacker}?"),
        _ => String::new(),
    };
    let who =
        if scene.view.is_some_and(|view| view.seat == asked) { "You".to_string() } else { asked.to_string() };
    format!("{who}: {what}")
}

/// What chance decides next.
fn waiting(scene: &Scene<'_, Raiders>) -> String {
    let public = scene.public;
    match public.phase {
        Phase::Over if public.winners.is_empty() => "Nobody wins.".to_string(),
        Phase::Over if public.winners.len() == 1 => format!("{} wins.", public.winners),
        Phase::Over => format!("{} win.", public.winners),
        Phase::Order | Phase::Layout | Phase::Deal(_) => "The table is being set.".to_string(),
        Phase::Draw(deck) => format!("{} draws from the {deck} deck.", public.active),
        _ => format!("{} rolls.", public.attacker_or_active()),
    }
}

fn offer(area: Area) -> &'static str {
    match area {
        Area::Office => "an inference card?",
        Area::Mist => "from which deck?",
        Area::Cathedral => "a white card?",
        Area::Underground => "a black card?",
        Area::Hall => "hurt somebody by 2, or heal somebody by 1?",
        Area::Hideout => "take what from whom?",
    }
}

fn aimed(aim: Aim) -> &'static str {
    match aim {
        Aim::Bat => "the bat, 2 damage",
        Aim::Dog => "the dog, 2 damage, and 2 to yourself",
        Aim::Doll => "the doll, 3 damage, or on 5 and 6 to yourself",
        Aim::FirstAid => "first aid, damage becomes 7",
        Aim::Grace => "grace, heals what a die shows",
        Aim::Mace => "the mace, a die's damage",
    }
}

fn shown(show: Show) -> &'static str {
    match show {
        Show::Advent => "advent, for raiders",
        Show::Cookie => "the cookie, for Alice and Ulrich",
        Show::Ritual => "the ritual, for shadows",
        Show::Mirror => "the mirror",
    }
}

/// The last inference cards this seat gave or received, newest first, as it knows them.
fn recalled(scene: &Scene<'_, Raiders>, most: usize) -> Vec<String> {
    let Some(view) = scene.view else { return Vec::new() };
    let entries = scene.public.log.entries().iter().enumerate().rev();
    let told = entries.filter_map(|(place, entry)| {
        let text = view.private.texts.of(place)?;
        Some(format!("{} asked {}: {}; {}", entry.giver, entry.recipient, text.rule(), entry.outcome.told()))
    });
    told.take(most).collect()
}

/// The white and black cards a seat has in front of it.
fn pieces(scene: &Scene<'_, Raiders>, seat: Seat) -> Vec<(&'static str, Deck)> {
    scene.public.equipment[seat].iter().map(|piece| (piece.word(), Card::deck(piece.card()))).collect()
}
