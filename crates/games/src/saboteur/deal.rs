//! What chance decides, and worlds that a seat cannot tell from the truth.

use table::{BySeat, Enumerable, Hidden, PublicState, Rng, Seat, View};

use super::rules::rewards;
use super::{
    Action, Card, CardBag, Chance, End, Goal, Gold, Nuggets, Phase, Private, Public, Role, Saboteur, Score,
    Treasure, Winner,
};

/// The six orders of the goals.
const ORDERS: [[Treasure; 3]; 6] = {
    use Treasure::{Gold, StoneDl, StoneUl};
    [
        [Gold, StoneDl, StoneUl],
        [Gold, StoneUl, StoneDl],
        [StoneDl, Gold, StoneUl],
        [StoneUl, Gold, StoneDl],
        [StoneDl, StoneUl, Gold],
        [StoneUl, StoneDl, Gold],
    ]
};

/// Role cards that are still in the bag.
#[derive(Clone, Copy)]
struct Roles {
    saboteurs: u8,
    diggers: u8,
}

impl Roles {
    fn without(self, role: Role) -> Roles {
        match role {
            Role::Saboteur => Roles { saboteurs: self.saboteurs - 1, ..self },
            Role::Digger => Roles { diggers: self.diggers - 1, ..self },
        }
    }

    fn count(self, role: Role) -> u8 {
        match role {
            Role::Saboteur => self.saboteurs,
            Role::Digger => self.diggers,
        }
    }

    fn pick(self, rng: &mut Rng) -> Role {
        match rng.below(u32::from(self.saboteurs + self.diggers)) < u32::from(self.saboteurs) {
            true => Role::Saboteur,
            false => Role::Digger,
        }
    }
}

impl Saboteur {
    /// The role cards that nobody has yet.
    fn roles_left(&self) -> Roles {
        let (saboteurs, diggers) = self.public.rules.role_cards();
        let dealt = self.privates.iter().filter_map(|(_, private)| private.role);
        dealt.fold(Roles { saboteurs, diggers }, Roles::without)
    }

    fn draw_bundle(&self, rng: &mut Rng) -> Gold {
        let (mut supply, mut bundle) = (self.supply, Gold::NONE);
        for _ in 0..self.bundle_size() {
            let card = supply.pick(rng);
            (supply, bundle) = (supply.without(card), bundle.with(card));
        }
        bundle
    }

    fn bundle_size(&self) -> u8 {
        self.public.end().map_or(0, |end| end.bundle)
    }

    /// Every bundle that can be drawn, with its probability.
    fn bundles(&self) -> impl Iterator<Item = (Chance, f64)> + '_ {
        let size = self.bundle_size();
        let [ones, twos, threes] = self.supply.counts();
        let all = choose(self.supply.len(), size);
        let pairs = (0..=twos.min(size)).flat_map(move |b| (0..=threes.min(size - b)).map(move |c| (b, c)));
        pairs.filter(move |(b, c)| size - b - c <= ones).map(move |(b, c)| {
            let a = size - b - c;
            let ways = choose(ones, a) * choose(twos, b) * choose(threes, c);
            (Chance::Bundle(Gold::new([a, b, c])), ways / all)
        })
    }

    /// How many seats have a role.
    fn roles_dealt(&self) -> usize {
        match self.public.phase {
            Phase::First => 0,
            Phase::Role(seat) => seat.index(),
            Phase::Goals if self.public.end().is_none() => 0,
            _ => self.public.seats(),
        }
    }

    /// Roles are shown once a round is over; until then others have any of the role cards left.
    fn imagine_roles(&mut self, own: Seat, rng: &mut Rng) {
        let shown = self.public.end().map(|end| end.saboteurs);
        let mut left = self.roles_left();
        for seat in Seat::all(self.roles_dealt()).filter(|&seat| seat != own) {
            let role = match shown {
                Some(saboteurs) if saboteurs.contains(seat) => Role::Saboteur,
                Some(_) => Role::Digger,
                None => left.pick(rng),
            };
            left = if shown.is_none() { left.without(role) } else { left };
            self.privates[seat].role = Some(role);
        }
    }

    fn imagine_cards(&mut self, view: View<'_, Saboteur>, rng: &mut Rng) {
        let seen = view.public.all_played().plus(view.private.hand).plus(view.private.discards);
        let mut unseen = view.public.rules.deck.minus(seen);
        let mut draw = |count: u8| -> CardBag {
            let cards = (0..count).map(|_| {
                let card = unseen.pick(rng);
                unseen = unseen.without(card);
                card
            });
            cards.collect()
        };
        for seat in view.public.all().filter(|&seat| seat != view.seat) {
            self.privates[seat].hand = draw(view.public.hands[seat]);
            self.privates[seat].discards = draw(view.public.discards[seat]);
        }
        self.pile = unseen;
    }

    fn imagine_gold(&mut self, view: View<'_, Saboteur>, rng: &mut Rng) {
        if view.public.ends[0].is_none() || view.public.rules.score == Score::Win {
            self.supply = view.public.rules.gold;
            return;
        }
        // Saboteurs take their change openly, so some supplies are ruled out by it. That is rare.
        let drafts = loop {
            let drafts = Drafts::imagine(view, rng);
            if drafts.pay_as_seen(view, rng) {
                break drafts;
            }
        };
        self.supply = drafts.supply;
        self.bundle = drafts.hand_out(view, &mut self.privates);
    }
}

/// The number of ways to choose.
fn choose(from: u8, count: u8) -> f64 {
    (0..count).fold(1.0, |ways, i| ways * f64::from(from - i) / f64::from(i + 1))
}

/// The number of ways to name cards of these kinds one after the other.
fn ways(from: Gold, cards: Gold) -> f64 {
    let of = |(from, count): (u8, u8)| (0..count).map(|i| f64::from(from - i)).product::<f64>();
    from.counts().into_iter().zip(cards.counts()).map(of).product()
}

/// The fewest ways there can be if up to this many cards of any kind have gone.
fn fewest_ways(from: Gold, gone: u8, cards: Gold) -> f64 {
    let (from, count) = (from.counts(), cards.counts());
    let least = std::array::from_fn(|kind| from[kind].saturating_sub(gone).max(count[kind]));
    ways(Gold::new(least), cards)
}

/// Any order of the goals that agrees with what lies face up and with what this seat has looked at.
fn imagine_goals(view: View<'_, Saboteur>, rng: &mut Rng) -> [Treasure; 3] {
    let known = Goal::ALL
        .map(|goal| view.private.known(goal).or(view.public.board.goal(goal).map(|(treasure, _)| treasure)));
    let agrees = |order: &[Treasure; 3]| {
        known.iter().zip(order).all(|(known, treasure)| known.is_none_or(|known| known == *treasure))
    };
    if Phase::Goals == view.public.phase && view.public.end().is_none() {
        return Treasure::ALL;
    }
    let orders = ORDERS.iter().filter(|order| agrees(order)).count();
    let mut orders_left = ORDERS.into_iter().filter(agrees);
    orders_left.nth(rng.below(orders as u32) as usize).expect("some order agrees")
}

/// Most gold cards in a bundle, and most drafts of a game.
const MOST_BUNDLE: usize = 9;
const MOST_DRAFTS: usize = 3;

/// The gold cards of each round's bundle, in the order in which they are taken.
struct Drafts {
    taken: [[Nuggets; MOST_BUNDLE]; MOST_DRAFTS],
    supply: Gold,
}

impl Drafts {
    /// Cards that came before this seat's eyes are where they were seen, in any order; the others are any of the
    /// rest.
    fn imagine(view: View<'_, Saboteur>, rng: &mut Rng) -> Drafts {
        let mut drafts =
            Drafts { taken: [[Nuggets::ALL[0]; MOST_BUNDLE]; MOST_DRAFTS], supply: unseen(view) };
        for (round, end) in view.public.ends().enumerate() {
            if view.public.drawn(round) {
                drafts.fill(view, round, end, rng);
            }
        }
        drafts
    }

    fn fill(&mut self, view: View<'_, Saboteur>, round: usize, end: &End, rng: &mut Rng) {
        let mut looks = view.private.looks[round].iter();
        let mut known: Option<Known> = None;
        for (place, seat) in view.public.takers(end).take(usize::from(end.bundle)).enumerate() {
            let came = if seat == view.seat { looks.next() } else { None };
            let card = match (came, &mut known) {
                (Some(look), known) => {
                    let next = looks.clone().next().map_or(Gold::NONE, |next| next.bundle);
                    let mut here = Known { bundle: look.bundle, kept: next };
                    let card = look.took.unwrap_or_else(|| here.pick(rng));
                    here.bundle = here.bundle.without(card);
                    *known = Some(here);
                    card
                }
                (None, Some(known)) => {
                    let card = known.pick(rng);
                    known.bundle = known.bundle.without(card);
                    card
                }
                (None, None) => {
                    let card = self.supply.pick(rng);
                    self.supply = self.supply.without(card);
                    card
                }
            };
            self.taken[round][place] = card;
        }
    }

    /// Whether saboteurs would have been paid as they were; and if so, whether this world is kept.
    ///
    /// Rejection step: accept with probability 1 / assignments. The bag above left out the cards that saboteurs took as if
    /// it were known which physical cards they are, so a world comes up once for each way to assign them.
    fn pay_as_seen(&self, view: View<'_, Saboteur>, rng: &mut Rng) -> bool {
        let (public, mut supply) = (view.public, view.public.rules.gold);
        let (mut unknown, mut kept) = (0, 1.0);
        // What would be left if everything taken out of sight were of the kind in question.
        let mut known = supply;
        for (round, end) in public.ends().enumerate() {
            if end.winner == Winner::Saboteurs {
                if rewards(&public.rules, end, supply) != end.rewards {
                    return false;
                }
                let paid = end.rewards.iter().fold(Gold::NONE, |paid, &reward| paid.plus(reward));
                kept *= fewest_ways(known, unknown, paid) / ways(supply, paid);
                (supply, known) = (supply.minus(paid), known.minus(paid));
            } else if public.drawn(round) {
                let drawn = &self.taken[round][..usize::from(end.bundle)];
                let seen = view.private.looks[round].iter().next().map_or(Gold::NONE, |look| look.bundle);
                supply = drawn.iter().fold(supply, |supply, &card| supply.without(card));
                (known, unknown) = (known.minus(seen), unknown + end.bundle - seen.len());
            }
        }
        kept == 1.0 || rng.f64() < kept
    }

    /// Gives everybody else its gold and its memory of the bundles; what has not been taken yet remains.
    fn hand_out(&self, view: View<'_, Saboteur>, privates: &mut BySeat<Private>) -> Gold {
        let mut remains = Gold::NONE;
        for (round, end) in view.public.ends().enumerate() {
            for (seat, reward) in end.served().zip(end.rewards).filter(|(seat, _)| *seat != view.seat) {
                privates[seat].gold = privates[seat].gold.plus(reward);
            }
            if view.public.drawn(round) {
                remains = self.share(view, round, end, privates);
            }
        }
        remains
    }

    fn share(
        &self,
        view: View<'_, Saboteur>,
        round: usize,
        end: &End,
        privates: &mut BySeat<Private>,
    ) -> Gold {
        let cards = &self.taken[round][..usize::from(end.bundle)];
        let left = if round == usize::from(view.public.round) { usize::from(view.public.bundle) } else { 0 };
        let mut bundle = cards.iter().fold(Gold::NONE, |bundle, &card| bundle.with(card));
        for (place, (seat, &card)) in view.public.takers(end).zip(cards).enumerate() {
            let waits = cards.len() - place;
            if seat != view.seat && waits >= left {
                privates[seat].looks[round].push(bundle);
            }
            if waits <= left {
                break;
            }
            if seat != view.seat {
                privates[seat].looks[round].take(card);
                privates[seat].gold = privates[seat].gold.with(card);
            }
            bundle = bundle.without(card);
        }
        bundle
    }
}

/// A bundle after this seat has seen it, and what it will see of it when it comes back.
struct Known {
    bundle: Gold,
    kept: Gold,
}

impl Known {
    /// Any card that is not in the bundle any more when it comes back.
    fn pick(&self, rng: &mut Rng) -> Nuggets {
        self.bundle.minus(self.kept).pick(rng)
    }
}

/// The gold cards that this seat has never seen: neither taken openly nor in a bundle that came to it.
fn unseen(view: View<'_, Saboteur>) -> Gold {
    let mut unseen = view.public.rules.gold;
    for (round, end) in view.public.ends().enumerate() {
        unseen = end.rewards.iter().fold(unseen, |unseen, &reward| unseen.minus(reward));
        if let Some(first) = view.private.looks[round].iter().next() {
            unseen = unseen.minus(first.bundle);
        }
    }
    unseen
}

impl Public {
    /// Whether the bundle of a round that is over has been drawn.
    fn drawn(&self, round: usize) -> bool {
        let waits = round == usize::from(self.round) && matches!(self.phase, Phase::Bundle(_));
        self.ends[round].is_some_and(|end| end.bundle > 0) && !waits
    }
}

impl Hidden for Saboteur {
    type Chance = Chance;

    #[inline]
    fn draw(&self, rng: &mut Rng) -> Chance {
        match self.public.phase {
            Phase::Draw(seat) => Chance::Draw(seat, self.pile.pick(rng)),
            Phase::Deal(seat) => Chance::Deal(seat, self.pile.pick(rng)),
            Phase::Role(seat) => Chance::Role(seat, self.roles_left().pick(rng)),
            Phase::Goals => Chance::Goals(rng.pick(&ORDERS)),
            Phase::First => Chance::First(Seat::new(rng.below(self.public.seats() as u32) as usize)),
            Phase::Bundle(_) => Chance::Bundle(self.draw_bundle(rng)),
            phase => unreachable!("no chance event in {phase:?}"),
        }
    }

    fn drawable(&self, outcome: &Chance) -> bool {
        match (self.public.phase, *outcome) {
            (Phase::Draw(seat), Chance::Draw(to, card)) | (Phase::Deal(seat), Chance::Deal(to, card)) => {
                seat == to && self.pile.contains(card)
            }
            (Phase::Role(seat), Chance::Role(to, role)) => seat == to && self.roles_left().count(role) > 0,
            (Phase::Goals, Chance::Goals(goals)) => ORDERS.contains(&goals),
            (Phase::First, Chance::First(seat)) => seat.index() < self.public.seats(),
            (Phase::Bundle(_), Chance::Bundle(gold)) => {
                self.supply.covers(gold) && gold.len() == self.bundle_size()
            }
            _ => false,
        }
    }

    /// A world in which everything this seat knows is as it is, and the rest as chance may have it.
    ///
    /// What others hold, have put away and what is in the pile is any split of the cards this seat has not seen;
    /// goals are in any order it has not seen to be wrong; what others have seen there follows.
    fn imagine(view: View<'_, Saboteur>, rng: &mut Rng) -> Saboteur {
        let mut world = Saboteur {
            public: *view.public,
            privates: BySeat::new(view.seats(), Private::NOTHING),
            goals: imagine_goals(view, rng),
            pile: CardBag::EMPTY,
            supply: Gold::NONE,
            bundle: Gold::NONE,
        };
        world.privates[view.seat] = *view.private;
        world.imagine_roles(view.seat, rng);
        world.imagine_cards(view, rng);
        for seat in view.public.all().filter(|&seat| seat != view.seat) {
            for goal in view.public.mapped[seat].iter() {
                world.privates[seat].known[goal as usize] = Some(world.treasure(goal));
            }
        }
        world.imagine_gold(view, rng);
        world
    }
}

impl Enumerable for Saboteur {
    fn outcomes(&self, out: &mut Vec<(Chance, f64)>) {
        let seats = self.public.seats();
        let cards = |name: fn(Seat, Card) -> Chance, seat: Seat| {
            let share = 1.0 / self.pile.len() as f64;
            self.pile.kinds().map(move |card| (name(seat, card), share * f64::from(self.pile.count(card))))
        };
        match self.public.phase {
            Phase::Draw(seat) => out.extend(cards(Chance::Draw, seat)),
            Phase::Deal(seat) => out.extend(cards(Chance::Deal, seat)),
            Phase::Role(seat) => {
                let left = self.roles_left();
                let all = f64::from(left.saboteurs + left.diggers);
                let roles = [Role::Digger, Role::Saboteur].into_iter().filter(|&role| left.count(role) > 0);
                out.extend(roles.map(|role| (Chance::Role(seat, role), f64::from(left.count(role)) / all)));
            }
            Phase::Goals => out.extend(ORDERS.map(|order| (Chance::Goals(order), 1.0 / 6.0))),
            Phase::First => {
                out.extend(Seat::all(seats).map(|seat| (Chance::First(seat), 1.0 / seats as f64)));
            }
            Phase::Bundle(_) => out.extend(self.bundles()),
            _ => {}
        }
    }

    fn copies(view: View<'_, Saboteur>, action: &Action) -> f64 {
        let card = match *action {
            Action::Dig(path, _) => path.card(),
            Action::Break(tool, _) => Card::breaking(tool),
            Action::Repair(card, ..) | Action::Discard(card) => card,
            Action::Rockfall(_) => Card::ROCKFALL,
            Action::Map(_) => Card::MAP,
            Action::Say(_) => return 1.0,
            Action::Take(card) => return f64::from(view.private.bundle(view.public.round).count(card)),
        };
        f64::from(view.private.hand.count(card))
    }
}
