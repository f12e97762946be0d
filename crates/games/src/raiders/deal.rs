//! What chance decides, and worlds that a seat cannot tell from the truth.

mod imagine;

use table::{Enumerable, Hidden, PublicState, Rng, Seat, View};

use super::cards::areas::{differences, roll_difference};
use super::events::MOST_SEATS;
use super::{
    Card, Chance, Character, CharacterSet, Deck, Dice, Equipment, Faction, Inference, Layout, Order,
    OrderRule, Phase, Public, Quirk, Raiders, Rules, SeatA,
};
use crate::bag::{Bag, CardKind};

impl Rules {
    /// The factions a seat may be of: A may have to take a side.
    fn may_be_citizen(&self, seat: Seat) -> bool {
        seat != Seat::new(0) || self.seat_a == SeatA::Any
    }
}

impl Public {
    /// The sums that can come now.
    fn sums(&self) -> Dice {
        let here = self.area(self.active).filter(|_| !self.rules.has(Quirk::NoReroll));
        self.rules.dice.leaving(here)
    }

    /// Whether the attack that goes on is rolled with the four-sided die alone.
    fn rolls_masamune(&self) -> bool {
        self.has(self.attack.attacker, Equipment::Masamune)
    }
}

impl Raiders {
    /// The inference cards among which the next one is.
    fn inference_to_draw(&self) -> Bag<Inference> {
        if self.inference.is_empty() { self.public.rules.inference } else { self.inference }
    }

    fn dealt(&self) -> CharacterSet {
        let dealt = self.privates.as_slice().iter().filter_map(|private| private.character);
        dealt.fold(CharacterSet::NONE, CharacterSet::with)
    }

    /// For each faction, the characters not yet dealt, and how many of them this table still gets.
    fn undealt(&self, seat: Seat) -> [(CharacterSet, u8); 3] {
        let (rules, dealt) = (&self.public.rules, self.dealt());
        [Faction::Shadow, Faction::Raider, Faction::Citizen].map(|faction| {
            let of = CharacterSet::of(faction);
            let open = rules.members(faction) - dealt.and(of).len() as u8;
            let allowed = faction != Faction::Citizen || rules.may_be_citizen(seat);
            (rules.cast.and(of).minus(dealt), if allowed { open } else { 0 })
        })
    }

    /// A faction by the places it has left, then any of its characters.
    fn draw_character(&self, seat: Seat, rng: &mut Rng) -> Character {
        let factions = self.undealt(seat);
        let mut place = rng.below(factions.iter().map(|(_, open)| u32::from(*open)).sum()) as u8;
        for (characters, open) in factions {
            if place < open {
                return characters.pick(rng);
            }
            place -= open;
        }
        unreachable!("one of the factions has this place")
    }

    fn draw_order(&self, rng: &mut Rng) -> Order {
        let seats = self.public.seats();
        if self.public.rules.order == OrderRule::Clockwise {
            return Order::clockwise(Seat::new(rng.below(seats as u32) as usize), seats);
        }
        let mut order = Order::clockwise(Seat::new(0), seats);
        for last in (1..seats).rev() {
            order.swap(last, rng.below(last as u32 + 1) as usize);
        }
        order
    }

    fn draw_card(&self, deck: Deck, rng: &mut Rng) -> Card {
        let public = &self.public;
        match deck {
            Deck::Inference => Card::Inference(self.inference_to_draw().pick(rng)),
            Deck::White => {
                let pile = public.pile_to_draw(public.white, public.white_used, public.rules.white);
                Card::White(pile.pick(rng))
            }
            Deck::Black => {
                let pile = public.pile_to_draw(public.black, public.black_used, public.rules.black);
                Card::Black(pile.pick(rng))
            }
        }
    }

    /// Each outcome with its probability, but for the order of turns.
    fn each_outcome(&self, out: &mut impl FnMut(Chance, f64)) {
        let public = &self.public;
        let seat = public.active;
        match public.phase {
            Phase::Layout => {
                let chance = 1.0 / f64::from(Layout::COUNT);
                (0..Layout::COUNT).for_each(|number| out(Chance::Layout(Layout::nth(number)), chance));
            }
            Phase::Deal(seat) => self.each_deal(seat, out),
            Phase::Move | Phase::SecondMove(_) => {
                let sums = public.sums();
                sums.iter().for_each(|sum| out(Chance::Move(seat, sum), sums.chance(sum)));
            }
            Phase::Draw(deck) => self.each_card(deck, out),
            Phase::Hit if public.rolls_masamune() => {
                (1..=4).for_each(|number| out(Chance::Hit(public.attack.attacker, number), 0.25));
            }
            Phase::Hit => {
                differences().for_each(|(n, chance)| out(Chance::Hit(public.attack.attacker, n), chance));
            }
            Phase::Die(..) => (1..=6).for_each(|number| out(Chance::Die(seat, number), 1.0 / 6.0)),
            Phase::Riot => {
                let dice = public.rules.dice;
                dice.iter().for_each(|sum| out(Chance::Riot(seat, sum), dice.chance(sum)));
            }
            _ => {}
        }
    }

    fn each_deal(&self, seat: Seat, out: &mut impl FnMut(Chance, f64)) {
        let factions = self.undealt(seat);
        let places: u8 = factions.iter().map(|(_, open)| open).sum();
        for (characters, open) in factions {
            let chance = f64::from(open) / f64::from(places) / characters.len() as f64;
            let characters = characters.iter().filter(|_| open > 0);
            characters.for_each(|character| out(Chance::Deal(seat, character), chance));
        }
    }

    fn each_card(&self, deck: Deck, out: &mut impl FnMut(Chance, f64)) {
        let (public, seat) = (&self.public, self.public.active);
        match deck {
            Deck::Inference => each_kind(self.inference_to_draw(), |text, chance| {
                out(Chance::Draw(seat, Card::Inference(text)), chance);
            }),
            Deck::White => {
                let pile = public.pile_to_draw(public.white, public.white_used, public.rules.white);
                each_kind(pile, |card, chance| out(Chance::Draw(seat, Card::White(card)), chance));
            }
            Deck::Black => {
                let pile = public.pile_to_draw(public.black, public.black_used, public.rules.black);
                each_kind(pile, |card, chance| out(Chance::Draw(seat, Card::Black(card)), chance));
            }
        }
    }

    /// Every order, each as likely.
    fn each_order(&self, out: &mut Vec<(Chance, f64)>) {
        let seats = self.public.seats();
        let all: Vec<Order> = match self.public.rules.order {
            OrderRule::Clockwise => Seat::all(seats).map(|first| Order::clockwise(first, seats)).collect(),
            _ => orders(seats),
        };
        let chance = 1.0 / all.len() as f64;
        out.extend(all.into_iter().map(|order| (Chance::Order(order), chance)));
    }
}

fn each_kind<K: CardKind>(pile: Bag<K>, mut out: impl FnMut(K, f64)) {
    let cards = pile.len() as f64;
    pile.kinds().for_each(|kind| out(kind, f64::from(pile.count(kind)) / cards));
}

/// All orders of this many seats.
fn orders(seats: usize) -> Vec<Order> {
    let mut orders = vec![Vec::with_capacity(MOST_SEATS)];
    for _ in 0..seats {
        orders = orders
            .iter()
            .flat_map(|begun: &Vec<Seat>| {
                let rest = Seat::all(seats).filter(|seat| !begun.contains(seat));
                rest.map(|seat| begun.iter().copied().chain([seat]).collect()).collect::<Vec<_>>()
            })
            .collect();
    }
    orders.iter().filter_map(|seats| Order::of(seats)).collect()
}

impl Hidden for Raiders {
    type Chance = Chance;

    #[inline]
    fn draw(&self, rng: &mut Rng) -> Chance {
        let seat = self.public.active;
        match self.public.phase {
            Phase::Order => Chance::Order(self.draw_order(rng)),
            Phase::Layout => Chance::Layout(Layout::any(rng)),
            Phase::Deal(seat) => Chance::Deal(seat, self.draw_character(seat, rng)),
            Phase::Move | Phase::SecondMove(_) => Chance::Move(seat, self.public.sums().roll(rng)),
            Phase::Draw(deck) => Chance::Draw(seat, self.draw_card(deck, rng)),
            Phase::Hit if self.public.rolls_masamune() => {
                Chance::Hit(self.public.attack.attacker, 1 + rng.below(4) as u8)
            }
            Phase::Hit => Chance::Hit(self.public.attack.attacker, roll_difference(rng)),
            Phase::Die(..) => Chance::Die(seat, 1 + rng.below(6) as u8),
            Phase::Riot => Chance::Riot(seat, self.public.rules.dice.roll(rng)),
            _ => unreachable!("luck decides nothing now"),
        }
    }

    /// Whether chance could decide this now. Without listing: there are 40,320 orders of eight seats.
    fn drawable(&self, outcome: &Chance) -> bool {
        let public = &self.public;
        let seat = public.active;
        match (public.phase, *outcome) {
            (Phase::Order, Chance::Order(order)) => {
                let seats = order.seats();
                let clockwise = || Order::clockwise(seats[0], seats.len()) == order;
                seats.len() == public.seats() && (public.rules.order == OrderRule::Shuffled || clockwise())
            }
            (Phase::Layout, Chance::Layout(layout)) => layout.is_ring(),
            (Phase::Order | Phase::Layout, _) => false,
            (Phase::Draw(_), Chance::Draw(drawer, Card::Inference(_))) if drawer != seat => false,
            _ => {
                let mut found = false;
                self.each_outcome(&mut |possible, _| found |= possible == *outcome);
                found
            }
        }
    }

    fn imagine(view: View<'_, Raiders>, rng: &mut Rng) -> Raiders {
        imagine::world(view, rng)
    }
}

impl Enumerable for Raiders {
    fn outcomes(&self, out: &mut Vec<(Chance, f64)>) {
        match self.public.phase {
            Phase::Order => self.each_order(out),
            _ => self.each_outcome(&mut |outcome, chance| out.push((outcome, chance))),
        }
    }
}
