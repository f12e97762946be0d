//! What one seat knows: who it is, the inference cards it gave or received, and what they told it.

use serde::Serialize;
use table::{BySeat, Seat};

use super::{Character, CharacterSet, Inference, Texts};

/// What a seat knows besides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Private {
    /// Who it is, once dealt.
    pub character: Option<Character>,
    /// The inference card it holds or was just handed, until it is answered.
    pub card: Option<Inference>,
    /// The texts of the answered cards that it gave or received.
    pub texts: Texts,
    /// Who each seat can be, judged by each card that this seat gave, taken alone.
    pub could_be: BySeat<CharacterSet>,
}

impl Private {
    pub(super) const fn new(seats: usize) -> Private {
        let could_be = BySeat::new(seats, CharacterSet::ALL);
        Private { character: None, card: None, texts: Texts::NONE, could_be }
    }

    /// Learns who a seat can be.
    #[inline]
    pub(super) fn learn(&mut self, seat: Seat, could_be: CharacterSet) {
        self.could_be[seat] = self.could_be[seat].and(could_be);
    }
}
