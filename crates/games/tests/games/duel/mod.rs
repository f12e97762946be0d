//! A game for tests: everybody is secretly a fox or a hen, then all bid at once, three times.
//!
//! It has what Kuhn poker has not: turns of several seats, a forced last choice, and hidden roles.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;
use table::{
    BySeat, Event, EventOf, Game, Hidden, HiddenRoles, Lang, Notation, Payoffs, Picture, PublicState, Rng,
    Seat, SeatSet, Turn, Unreadable, View,
};

/// The cards 1, 2 and 3, a bit a card.
const HAND: u8 = 0b1110;
const ROUNDS: u8 = 3;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub(crate) enum Role {
    Fox,
    Hen,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub(crate) struct Bid(pub(crate) u8);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub(crate) struct Becomes(pub(crate) Seat, pub(crate) Role);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub(crate) struct Rules {
    pub(crate) seats: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub(crate) struct Public {
    rules: Rules,
    roles: u8,
    rounds: u8,
    committed: SeatSet,
    spent: BySeat<u8>,
    won: BySeat<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub(crate) struct Private {
    pub(crate) role: Option<Role>,
    /// The bid in the envelope.
    pub(crate) bid: Option<Bid>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub(crate) enum Seen {
    Became(Seat, Option<Role>),
    Sealed(Seat, Option<Bid>),
    Opened(BySeat<u8>),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Duel {
    public: Public,
    private: BySeat<Private>,
    opened: BySeat<u8>,
}

impl Duel {
    /// Opens the envelopes; the highest bid, if nobody made the same, wins the round.
    fn open(&mut self) {
        self.opened = self.private.map(|private| private.bid.expect("all have bid").0);
        let best = *self.opened.as_slice().iter().max().expect("somebody bids");
        let first: Vec<Seat> =
            self.opened.iter().filter(|&(_, bid)| bid == best).map(|(seat, _)| seat).collect();
        if let [winner] = first[..] {
            self.public.won[winner] += 1;
        }
        for (seat, bid) in self.opened.iter() {
            self.public.spent[seat] |= 1 << bid;
            self.private[seat].bid = None;
        }
        (self.public.committed, self.public.rounds) = (SeatSet::NONE, self.public.rounds + 1);
    }
}

impl Game for Duel {
    type Rules = Rules;
    type Action = Bid;
    type Public = Public;
    type Private = Private;
    type Seen = Seen;
    const NAME: &'static str = "duel";
    const RULES_VERSION: u32 = 1;

    fn new(rules: &Rules) -> Duel {
        let zeros = BySeat::new(usize::from(rules.seats), 0);
        let public =
            Public { rules: *rules, roles: 0, rounds: 0, committed: SeatSet::NONE, spent: zeros, won: zeros };
        let private = zeros.map(|_| Private { role: None, bid: None });
        Duel { public, private, opened: zeros }
    }
    fn public(&self) -> &Public {
        &self.public
    }
    fn private(&self, seat: Seat) -> &Private {
        &self.private[seat]
    }
    fn legal(view: View<'_, Duel>, out: &mut Vec<Bid>) {
        let left = HAND & !view.public.spent[view.seat];
        out.extend((1..=3).filter(|bid| left >> bid & 1 == 1).map(Bid));
    }
    fn apply(&mut self, event: &EventOf<Duel>) {
        match *event {
            Event::Chance(Becomes(seat, role)) => {
                self.private[seat].role = Some(role);
                self.public.roles += 1;
            }
            Event::Act(seat, bid) => {
                self.private[seat].bid = Some(bid);
                self.public.committed = self.public.committed.with(seat);
                if self.public.committed == SeatSet::all(self.opened.seats()) {
                    self.open();
                }
            }
        }
    }
    fn seen(&self, event: &EventOf<Duel>, observer: Option<Seat>) -> Seen {
        match *event {
            Event::Chance(Becomes(seat, role)) => {
                Seen::Became(seat, (observer == Some(seat)).then_some(role))
            }
            Event::Act(..) if self.public.committed.is_empty() => Seen::Opened(self.opened),
            Event::Act(seat, bid) => Seen::Sealed(seat, (observer == Some(seat)).then_some(bid)),
        }
    }
    fn as_spectator(seen: &Seen) -> Seen {
        match *seen {
            Seen::Became(seat, _) => Seen::Became(seat, None),
            Seen::Sealed(seat, _) => Seen::Sealed(seat, None),
            open => open,
        }
    }
    fn payoffs(&self) -> Payoffs {
        let points = self.public.won.map(f64::from);
        Payoffs::highest_wins(points, &points)
    }
    fn check(&self) {
        let spent = self.public.spent.as_slice().iter().map(|cards| cards.count_ones());
        assert!(spent.clone().all(|count| count == u32::from(self.public.rounds)), "a card a round");
    }
}

impl PublicState for Public {
    type Rules = Rules;

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn seats(&self) -> usize {
        usize::from(self.rules.seats)
    }

    fn turn(&self) -> Turn {
        match self {
            _ if self.roles < self.rules.seats => Turn::Chance,
            _ if self.rounds == ROUNDS => Turn::Over,
            _ => Turn::Seats(SeatSet::all(self.seats()).minus(self.committed)),
        }
    }
}

impl Hidden for Duel {
    type Chance = Becomes;

    fn draw(&self, rng: &mut Rng) -> Becomes {
        Becomes(Seat::new(usize::from(self.public.roles)), rng.pick(&[Role::Fox, Role::Hen]))
    }

    fn drawable(&self, outcome: &Becomes) -> bool {
        outcome.0.index() == usize::from(self.public.roles)
    }

    fn imagine(view: View<'_, Duel>, rng: &mut Rng) -> Duel {
        let mut world = Duel::new(&view.public.rules);
        world.public = *view.public;
        for seat in Seat::all(view.seats()) {
            let mut hand = Vec::new();
            Duel::legal(View { seat, ..view }, &mut hand);
            let known = seat.index() < usize::from(view.public.roles);
            world.private[seat] = Private {
                role: known.then(|| rng.pick(&[Role::Fox, Role::Hen])),
                bid: view.public.committed.contains(seat).then(|| rng.pick(&hand)),
            };
        }
        world.private[view.seat] = *view.private;
        world
    }
}

impl HiddenRoles for Duel {
    type Role = Role;

    fn role(&self, seat: Seat) -> Option<Role> {
        self.private[seat].role
    }
}

impl fmt::Display for Bid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bids {}", self.0)
    }
}

impl FromStr for Bid {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Bid, Unreadable> {
        let number = text.strip_prefix("bids ").and_then(|number| number.parse().ok());
        number.map(Bid).ok_or_else(|| Unreadable::new(text, "write `bids 2`"))
    }
}

impl fmt::Display for Becomes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "role {} {:?}", self.0, self.1)
    }
}

impl FromStr for Becomes {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Becomes, Unreadable> {
        match text.split(' ').collect::<Vec<_>>()[..] {
            ["role", seat, "Fox"] => Ok(Becomes(seat.parse()?, Role::Fox)),
            ["role", seat, "Hen"] => Ok(Becomes(seat.parse()?, Role::Hen)),
            _ => Err(Unreadable::new(text, "write `role A Fox`")),
        }
    }
}

impl Notation for Duel {
    const ABOUT: &'static str = "three bids in envelopes";
    const SEATS: (usize, usize) = (2, 3);
    const KINDS: &'static [&'static str] = &["role", "bid"];

    fn default_rules(seats: usize) -> Rules {
        Rules { seats: seats as u8 }
    }
    fn kind(&self, event: &EventOf<Duel>) -> &'static str {
        match event {
            Event::Chance(_) => "role",
            Event::Act(..) => "bid",
        }
    }
    fn rulebook(_lang: Lang) -> &'static str {
        "All bid at once; the highest bid that nobody else made wins the round."
    }
    fn tell(seen: &Seen, _lang: Lang) -> String {
        match seen {
            Seen::Became(seat, None) => format!("{seat} gets a role"),
            Seen::Became(seat, Some(role)) => format!("{seat} becomes a {role:?}"),
            Seen::Sealed(seat, None) => format!("{seat} has bid"),
            Seen::Sealed(seat, Some(bid)) => format!("{seat} {bid}"),
            Seen::Opened(bids) => format!("all bids are open: {bids:?}"),
        }
    }
}

impl Picture for Duel {}
