//! Every action a seat may choose, ascending.

use table::{Seat, SeatSet, View};

use super::attack::EXCALIBUR;
use crate::bag::Bag;
use crate::raiders::{
    Action, Aim, Area, Character, CharacterSet, Deck, Equipment, Phase, Private, Public, Quirk, Raiders,
    Show, area_of,
};

#[inline]
pub(super) fn legal(view: View<'_, Raiders>, out: &mut Vec<Action>) {
    let (seat, public, private) = (view.seat, view.public, view.private);
    match public.phase {
        Phase::Reveal | Phase::React(_) => out.extend([Action::Decline, Action::Reveal]),
        Phase::Ability => ability(seat, public, out),
        Phase::ChooseMove(low, high) => {
            out.push(Action::Choose(low));
            out.extend((high > low).then_some(Action::Choose(high)));
        }
        Phase::ChooseArea => out.extend(free_areas(seat, public).map(Action::Go)),
        Phase::Teleport(sum) => teleport(seat, public, sum, out),
        Phase::Area(area) => {
            out.extend(public.rules.areas_optional.then_some(Action::Decline));
            offers(seat, public, area, out);
        }
        Phase::Henchman => steal(seat, public, out),
        Phase::Hand => out.extend(public.others(seat).map(Action::Hand)),
        Phase::Answer(_) => answers(seat, public, private, out),
        Phase::Target(Aim::FirstAid) => out.extend(public.living.map(Action::Target)),
        Phase::Target(_) => out.extend(public.others(seat).map(Action::Target)),
        Phase::Banana => {
            let equipment = public.equipment[seat];
            public.others(seat).for_each(|to| out.extend(equipment.iter().map(|e| Action::Give(to, e))));
        }
        Phase::Show(show) => show_or_not(private, show, out),
        Phase::Attack => attack(seat, public, out),
        Phase::Excalibur => may_reveal(private, EXCALIBUR, out),
        Phase::Loot(victim) => out.extend(public.equipment[victim].iter().map(Action::Take)),
        Phase::Byron(victim) => {
            out.push(Action::Decline);
            out.extend(public.equipment[victim].iter().map(Action::Take));
        }
        Phase::Again => out.extend([Action::Decline, Action::AttackAgain]),
        Phase::StrikeBack(_) => out.extend([Action::Decline, Action::StrikeBack]),
        Phase::Barrier => out.extend([Action::Decline, Action::UseAbility]),
        _ => {}
    }
}

fn ability(seat: Seat, public: &Public, out: &mut Vec<Action>) {
    out.push(Action::Decline);
    match public.shown[seat] {
        Some(Character::Felix) => out.extend(public.others(seat).map(Action::Target)),
        _ => out.push(Action::UseAbility),
    }
}

/// Where a 10 may lead.
fn free_areas(seat: Seat, public: &Public) -> impl Iterator<Item = Area> {
    let odd = public.rules.has(Quirk::TenNotOffice);
    let here = public.area(seat);
    let free = move |area: &Area| if odd { *area != Area::Office } else { Some(*area) != here };
    Area::ALL.iter().copied().filter(free)
}

fn teleport(seat: Seat, public: &Public, sum: u8, out: &mut Vec<Action>) {
    let (Some(rolled), here) = (area_of(sum), public.area(seat)) else { return };
    let beside = public.layout.beside(rolled, public.rules.range);
    let free = |area: &Area| *area == rolled || beside.contains(*area) && Some(*area) != here;
    out.extend(Area::ALL.iter().copied().filter(free).map(Action::Go));
}

fn offers(seat: Seat, public: &Public, area: Area, out: &mut Vec<Action>) {
    let mut draw = |deck: Deck| out.extend(public.has_cards(deck).then_some(Action::Draw(deck)));
    match area {
        Area::Office => draw(Deck::Inference),
        Area::Cathedral => draw(Deck::White),
        Area::Underground => draw(Deck::Black),
        Area::Mist => Deck::ALL.iter().for_each(|&deck| draw(deck)),
        Area::Hall => {
            out.extend(public.living.map(Action::Hurt));
            out.extend(public.living.map(Action::Heal));
        }
        Area::Hideout => {
            if public.rules.has(Quirk::HurtingHideout) {
                let empty_handed = |other: &Seat| public.equipment[*other].is_empty();
                out.extend(public.others(seat).filter(empty_handed).map(Action::Target));
            }
            steal(seat, public, out);
        }
    }
}

fn steal(seat: Seat, public: &Public, out: &mut Vec<Action>) {
    for other in public.others(seat) {
        out.extend(public.equipment[other].iter().map(|equipment| Action::Steal(other, equipment)));
    }
}

/// What the card does to who it is about, nothing to others; who may lie has both.
fn answers(seat: Seat, public: &Public, private: &Private, out: &mut Vec<Action>) {
    let (Some(text), Some(character)) = (private.card, private.character) else { return };
    if public.rules.has(Quirk::InertInference) {
        return out.push(Action::Nothing);
    }
    if Bag::SHOW.contains(text) {
        return out.push(Action::Show);
    }
    let (asked, lies) =
        (public.rules.questions_for(character).contains(text), public.rules.may_lie(character));
    out.extend((!asked || lies).then_some(Action::Nothing));
    if asked || lies {
        let heals = Bag::HEAL.contains(text) && public.damage[seat] > 0;
        out.push(match text {
            _ if Bag::TWO.contains(text) => Action::TakeTwo,
            _ if heals => Action::HealOne,
            _ => Action::TakeOne,
        });
        let gives = Bag::GIVE.contains(text);
        out.extend(public.equipment[seat].iter().filter(|_| gives).map(Action::GiveUp));
    }
}

fn show_or_not(private: &Private, show: Show, out: &mut Vec<Action>) {
    let about = private.character.is_some_and(|character| show.about().contains(character));
    match show {
        Show::Mirror if about => out.push(Action::Reveal),
        _ => may_reveal(private, show.about(), out),
    }
}

/// Who may not reveal looks like one who declines.
fn may_reveal(private: &Private, who: CharacterSet, out: &mut Vec<Action>) {
    out.push(Action::Decline);
    let may = private.character.is_some_and(|character| who.contains(character));
    out.extend(may.then_some(Action::Reveal));
}

fn attack(seat: Seat, public: &Public, out: &mut Vec<Action>) {
    let must = !public.rules.attack_optional || public.has(seat, Equipment::Masamune);
    out.extend((!must).then_some(Action::Decline));
    let targets: SeatSet = public.in_range(seat);
    match public.has(seat, Equipment::Gatling) {
        true => out.push(Action::AttackAll),
        false => out.extend(targets.map(Action::Attack)),
    }
}
