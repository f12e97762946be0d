//! What a seat may do on its turn.

use table::{Rng, View};

use crate::saboteur::{Action, Card, Saboteur, Shows, Spots, Tool};

/// What a seat may do on its turn, in parts: counted without a list, and listed in order.
pub(super) struct Choices<'a> {
    view: View<'a, Saboteur>,
    spots: Option<Spots>,
    shows: Shows,
}

impl<'a> Choices<'a> {
    #[inline]
    pub(super) fn new(view: View<'a, Saboteur>) -> Choices<'a> {
        let shows = view.private.hand.shows();
        let digs = view.public.may_dig(view.seat) && shows.passages | shows.dead_ends != 0;
        Choices { view, spots: digs.then(|| view.public.board.spots()), shows }
    }

    pub(super) fn digs(&self) -> impl Iterator<Item = Action> + '_ {
        self.shows.paths().flat_map(move |path| {
            let spots = self.spots.iter().flat_map(|spots| spots.iter());
            spots.filter(move |spot| spot.takes(path)).map(move |spot| Action::Dig(path, spot.cell))
        })
    }

    #[inline]
    fn dig_count(&self) -> u32 {
        self.spots.iter().flat_map(|spots| spots.iter()).map(|spot| spot.ways(self.shows)).sum()
    }

    /// The n-th dig, counted spot by spot from 0.
    #[inline]
    fn nth_dig(&self, mut n: u32) -> Option<Action> {
        for spot in self.spots.iter().flat_map(|spots| spots.iter()) {
            match n.checked_sub(spot.ways(self.shows)) {
                Some(left) => n = left,
                None => {
                    let (passages, dead_ends) =
                        (self.shows.passages & spot.fits, self.shows.dead_ends & spot.fits);
                    let path = Shows { passages, dead_ends }.paths().nth(n as usize);
                    return path.map(|path| Action::Dig(path, spot.cell));
                }
            }
        }
        None
    }

    /// Everything that is done to seats: tools broken, tools repaired.
    pub(super) fn deeds(&self) -> impl Iterator<Item = Action> + '_ {
        let (public, hand, seat) = (self.view.public, self.view.private.hand, self.view.seat);
        let breaks = Tool::ALL.into_iter().filter(move |&tool| hand.contains(Card::breaking(tool)));
        let breaks = breaks.flat_map(move |tool| {
            public.breakable(tool, seat).map(move |target| Action::Break(tool, target))
        });
        let repairs = Card::repairs().filter(move |&card| hand.contains(card)).flat_map(move |card| {
            card.mends().iter().flat_map(move |tool| {
                public.broken[tool as usize].map(move |target| Action::Repair(card, tool, target))
            })
        });
        breaks.chain(repairs)
    }

    #[inline]
    fn deed_count(&self) -> u32 {
        let (public, hand) = (self.view.public, self.view.private.hand);
        let mut count = 0;
        if hand.has_tools() {
            for tool in Tool::ALL {
                let breaks = hand.contains(Card::breaking(tool));
                count += if breaks { public.breakable(tool, self.view.seat).len() } else { 0 };
                let repairs = Card::repairs()
                    .filter(|&card| hand.contains(card) && card.mends().contains(tool))
                    .count();
                count += repairs * public.broken[tool as usize].len();
            }
        }
        count as u32
    }

    pub(super) fn rockfalls(&self) -> impl Iterator<Item = Action> + '_ {
        let tunnels =
            self.view.private.hand.contains(Card::ROCKFALL).then(|| self.view.public.board.tunnels());
        tunnels.into_iter().flatten().map(|(cell, _)| Action::Rockfall(cell))
    }

    #[inline]
    fn rockfall_count(&self) -> u32 {
        if self.view.private.hand.contains(Card::ROCKFALL) {
            self.view.public.board.placed() as u32
        } else {
            0
        }
    }

    pub(super) fn maps(&self) -> impl Iterator<Item = Action> + '_ {
        let has = self.view.private.hand.contains(Card::MAP);
        let goals = has.then(|| self.view.public.board.face_down().iter());
        goals.into_iter().flatten().map(Action::Map)
    }

    #[inline]
    fn map_count(&self) -> u32 {
        if self.view.private.hand.contains(Card::MAP) {
            self.view.public.board.face_down().len() as u32
        } else {
            0
        }
    }

    pub(super) fn discards(&self) -> impl Iterator<Item = Action> + '_ {
        self.view.private.hand.kinds().map(Action::Discard)
    }

    /// One of all, each equally likely.
    #[inline]
    pub(super) fn pick(&self, rng: &mut Rng) -> Action {
        let counts = [
            self.dig_count(),
            self.deed_count(),
            self.rockfall_count(),
            self.map_count(),
            self.view.private.hand.kinds_len() as u32,
        ];
        let mut n = rng.below(counts.iter().sum());
        let mut part = 0;
        while n >= counts[part] {
            n -= counts[part];
            part += 1;
        }
        let nth = n as usize;
        let found = match part {
            0 => self.nth_dig(n),
            1 => self.deeds().nth(nth),
            2 => self.view.public.board.nth_tunnel(n).map(Action::Rockfall),
            3 => self.maps().nth(nth),
            _ => self.discards().nth(nth),
        };
        found.expect("there are as many as were counted")
    }
}
