//! What is asked, and of whom, in words.

use table::{Lang, Scene, Seat};

use crate::raiders::{Aim, Area, Phase, Raiders, Show};

/// What is asked, and of whom; of an inference card only those who hold it read more.
pub(super) fn question(scene: &Scene<'_, Raiders>) -> String {
    let Some(asked) = scene.public.asked() else { return waiting(scene) };
    let what = match scene.lang {
        Lang::English => english(scene),
        Lang::Japanese => japanese(scene),
    };
    let own = scene.view.is_some_and(|view| view.seat == asked);
    let who = if own { scene.lang.either("You", "あなた").to_string() } else { asked.to_string() };
    format!("{who}: {what}")
}

/// What an inference card says, for those who hold it.
fn reads(scene: &Scene<'_, Raiders>) -> String {
    let card = scene.view.and_then(|view| view.private.card);
    let says = |rule| scene.lang.either(format!(" It says: {rule}"), format!(" 内容: {rule}"));
    card.map_or(String::new(), |card| says(card.rule(scene.lang)))
}

fn english(scene: &Scene<'_, Raiders>) -> String {
    let (public, reads) = (scene.public, reads(scene));
    let attacker = public.attack.attacker;
    match public.phase {
        Phase::Reveal => "show yourself?".to_string(),
        Phase::Ability | Phase::Barrier => "use the ability?".to_string(),
        Phase::ChooseMove(..) => "the compass: by which roll?".to_string(),
        Phase::ChooseArea => "a 10: to which area?".to_string(),
        Phase::Teleport(sum) => format!("a {sum}: there, or beside it?"),
        Phase::Area(area) => format!("the {area}: {}", offer(area, scene.lang)),
        Phase::Henchman => "the henchman: what from whom?".to_string(),
        Phase::Hand => format!("an inference card: to whom?{reads}"),
        Phase::Answer(_) => format!("{} has handed over an inference card.{reads}", public.active),
        Phase::Target(aim) => format!("{}: at whom?", aimed(aim, scene.lang)),
        Phase::Banana => "the banana: what to whom?".to_string(),
        Phase::Show(Show::Mirror) => "the mirror: a shadow but Ulrich must be shown.".to_string(),
        Phase::Show(show) => {
            format!("{}: show yourself to heal completely, if you may?", shown(show, scene.lang))
        }
        Phase::Attack => "attack whom?".to_string(),
        Phase::Excalibur => "Excalibur: a raider may be shown for 2 more damage.".to_string(),
        Phase::Loot(victim) => format!("what to take from {victim}?"),
        Phase::Byron(victim) => format!("take a piece of {victim} instead of hurting?"),
        Phase::Again => "attack once more, for 2 damage?".to_string(),
        Phase::React(_) => format!("attacked by {attacker}: show yourself?"),
        Phase::StrikeBack(_) => format!("strike back at {attacker}?"),
        _ => String::new(),
    }
}

fn japanese(scene: &Scene<'_, Raiders>) -> String {
    let (public, reads) = (scene.public, reads(scene));
    let attacker = public.attack.attacker;
    match public.phase {
        Phase::Reveal => "正体を公開しますか?".to_string(),
        Phase::Ability | Phase::Barrier => "能力を使いますか?".to_string(),
        Phase::ChooseMove(..) => "コンパス: どちらの目で移動しますか?".to_string(),
        Phase::ChooseArea => "出目は 10: どのエリアへ移動しますか?".to_string(),
        Phase::Teleport(sum) => format!("出目は {sum}: そのエリアか、隣のエリアか?"),
        Phase::Area(area) => format!("{}: {}", area.term(scene.lang), offer(area, scene.lang)),
        Phase::Henchman => "オリバーの子分: だれから何を奪いますか?".to_string(),
        Phase::Hand => format!("推理カードをだれに渡しますか?{reads}"),
        Phase::Answer(_) => format!("{} から推理カードを渡された。{reads}", public.active),
        Phase::Target(aim) => format!("{}: だれに?", aimed(aim, scene.lang)),
        Phase::Banana => "バナナの皮: 何をだれに渡しますか?".to_string(),
        Phase::Show(Show::Mirror) => "闇を祓う鏡: ウルリッヒ以外のシャドウは正体を公開する。".to_string(),
        Phase::Show(show) => format!("{}: 正体を公開して全回復しますか?", shown(show, scene.lang)),
        Phase::Attack => "だれを攻撃しますか?".to_string(),
        Phase::Excalibur => "エクスカリバー: レイダーは正体を公開すれば、さらに 2 ダメージ。".to_string(),
        Phase::Loot(victim) => format!("{victim} から何を取りますか?"),
        Phase::Byron(victim) => format!("ダメージの代わりに {victim} の装備を取りますか?"),
        Phase::Again => "2 ダメージを受けて、もう一度攻撃しますか?".to_string(),
        Phase::React(_) => format!("{attacker} に攻撃された: 正体を公開しますか?"),
        Phase::StrikeBack(_) => format!("{attacker} に反撃しますか?"),
        _ => String::new(),
    }
}

/// What chance decides next.
fn waiting(scene: &Scene<'_, Raiders>) -> String {
    let (public, lang) = (scene.public, scene.lang);
    let (winners, active) = (public.winners, public.active);
    match public.phase {
        Phase::Over if winners.is_empty() => lang.either("Nobody wins.", "勝者なし。").to_string(),
        Phase::Over if winners.len() == 1 => {
            lang.either(format!("{winners} wins."), format!("{winners} の勝ち。"))
        }
        Phase::Over => lang.either(format!("{winners} win."), format!("{winners} の勝ち。")),
        Phase::Order | Phase::Layout | Phase::Deal(_) => {
            lang.either("The table is being set.", "準備をしています。").to_string()
        }
        Phase::Draw(deck) => lang.either(
            format!("{active} draws from the {deck} deck."),
            format!("{active} が{}を引く。", deck.term(lang)),
        ),
        _ => rolls(public.attacker_or_active(), lang),
    }
}

fn rolls(seat: Seat, lang: Lang) -> String {
    lang.either(format!("{seat} rolls."), format!("{seat} がダイスを振る。"))
}

fn offer(area: Area, lang: Lang) -> &'static str {
    match area {
        Area::Office => lang.either("an inference card?", "推理カードを引きますか?"),
        Area::Mist => lang.either("from which deck?", "どのカードを引きますか?"),
        Area::Cathedral => lang.either("a white card?", "白のカードを引きますか?"),
        Area::Underground => lang.either("a black card?", "黒のカードを引きますか?"),
        Area::Hall => {
            lang.either("hurt somebody by 2, or heal somebody by 1?", "だれかに 2 ダメージ、または 1 回復?")
        }
        Area::Hideout => lang.either("take what from whom?", "だれから何を奪いますか?"),
    }
}

fn aimed(aim: Aim, lang: Lang) -> &'static str {
    match aim {
        Aim::Bat => lang.either("the bat, 2 damage", "吸血コウモリ、2 ダメージ"),
        Aim::Dog => {
            lang.either("the dog, 2 damage, and 2 to yourself", "三つ目の黒犬、2 ダメージ(自分にも 2)")
        }
        Aim::Doll => lang.either(
            "the doll, 3 damage, or on 5 and 6 to yourself",
            "呪いの人形、3 ダメージ(5 と 6 なら自分に)",
        ),
        Aim::FirstAid => lang.either("first aid, damage becomes 7", "応急手当、ダメージを 7 にする"),
        Aim::Grace => lang.either("grace, heals what a die shows", "恩恵、ダイスの目だけ回復"),
        Aim::Mace => lang.either("the mace, a die's damage", "能力、ダイスの目のダメージ"),
    }
}

fn shown(show: Show, lang: Lang) -> &'static str {
    match show {
        Show::Advent => lang.either("advent, for raiders", "光臨(レイダー)"),
        Show::Cookie => lang.either("the cookie, for Alice and Ulrich", "幸せのクッキー(アリスとウルリッヒ)"),
        Show::Ritual => lang.either("the ritual, for shadows", "戦慄の闇儀式(シャドウ)"),
        Show::Mirror => lang.either("the mirror", "闇を祓う鏡"),
    }
}
