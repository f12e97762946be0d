//! Whether the game at a table can go on.

use table::{Seat, SeatSet};

/// Whether the game at a table can go on, and if not, what stopped it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Health {
    /// It can.
    Sound,
    /// The player on `seat` broke down or is not at this server, and so did those on `others`. Nobody is asked until
    /// somebody else sits there.
    SeatDown { seat: Seat, others: SeatSet },
    /// A player broke down while it was told what happened, and the host does not say which. Any new player heals the
    /// table.
    UnknownDown,
    /// A panic left the host in the middle of a change: memory differs from the disk, so nothing can be added to it.
    HalfDone,
}

impl Health {
    /// The health of a table where the players on these seats cannot go on.
    pub(crate) fn of(down: SeatSet) -> Health {
        down.first().map_or(Health::Sound, |seat| Health::SeatDown { seat, others: down.without(seat) })
    }

    /// The seat that another player may take so that the game goes on.
    pub(crate) fn seat(self) -> Option<Seat> {
        match self {
            Health::SeatDown { seat, .. } => Some(seat),
            Health::Sound | Health::UnknownDown | Health::HalfDone => None,
        }
    }

    /// The player on this seat broke down. The first seat stays the one that is offered.
    pub(crate) fn after_loss(self, lost: Seat) -> Health {
        match self {
            Health::Sound | Health::UnknownDown => Health::of(SeatSet::only(lost)),
            Health::SeatDown { seat, others } if seat != lost => {
                Health::SeatDown { seat, others: others.with(lost) }
            }
            Health::SeatDown { .. } | Health::HalfDone => self,
        }
    }

    /// Somebody else sat down on this seat; the players on the seats `absent` are not at this server.
    pub(crate) fn after_replacement(self, taken: Seat, absent: SeatSet) -> Health {
        match self {
            Health::Sound | Health::UnknownDown => Health::of(absent),
            Health::SeatDown { seat, others } if seat != taken => {
                Health::SeatDown { seat, others: others.without(taken) }
            }
            Health::SeatDown { others, .. } => Health::of(others.or(absent)),
            Health::HalfDone => self,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Seat = Seat::new(0);
    const B: Seat = Seat::new(1);
    const C: Seat = Seat::new(2);

    fn down(seat: Seat, others: &[Seat]) -> Health {
        Health::SeatDown { seat, others: others.iter().copied().collect() }
    }

    #[test]
    fn the_first_that_broke_down_is_offered_until_it_is_replaced() {
        let broken = Health::Sound.after_loss(C).after_loss(B).after_loss(C);
        assert_eq!(broken, down(C, &[B]));
        assert_eq!(broken.after_replacement(A, SeatSet::NONE), down(C, &[B]));
        assert_eq!(broken.after_replacement(B, SeatSet::NONE), down(C, &[]));
        let next = broken.after_replacement(C, SeatSet::only(A));
        assert_eq!(next, down(A, &[B]), "who is absent is offered, too");
        let none = SeatSet::NONE;
        assert_eq!(next.after_replacement(A, none).after_replacement(B, none), Health::Sound);
    }

    #[test]
    fn any_new_player_heals_an_unknown_fault_and_nobody_heals_a_half_done_change() {
        assert_eq!(Health::UnknownDown.after_replacement(A, SeatSet::NONE), Health::Sound);
        assert_eq!(Health::UnknownDown.after_loss(B), down(B, &[]));
        assert_eq!((Health::UnknownDown.seat(), down(B, &[C]).seat()), (None, Some(B)));
        let half_done = Health::HalfDone;
        assert_eq!(half_done.after_loss(A).after_replacement(A, SeatSet::NONE), half_done);
    }
}
