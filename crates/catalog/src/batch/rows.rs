//! What a batch writes of all tables, in the caller's memory.

/// A row a table of everything that is asked for; the rest is not written.
#[derive(Default)]
pub struct BatchRows<'a> {
    /// What the seat sees that is asked, [`crate::BatchFacts::width`] figures.
    pub obs: Option<&'a mut [f32]>,
    /// The same in bits and bytes, [`crate::BatchFacts::packed`] of them.
    pub packed: Option<&'a mut [u8]>,
    /// 1 for every legal id and 0 for every other; 1 everywhere where a game is over, because the next step takes any.
    pub mask: Option<&'a mut [u8]>,
    /// The seat that must choose, counted from 0; once a game is over, the seat that chose last.
    pub seat: Option<&'a mut [u8]>,
    /// What each seat earned in the last step: points where a game ended, else 0.
    pub rewards: Option<&'a mut [f32]>,
    /// Whether the last step ended a game here.
    pub ended: Option<&'a mut [bool]>,
    /// Whether the game is over, so that the next step begins another.
    pub over: Option<&'a mut [bool]>,
    /// The last row of a game that the last step ended, where tables reset in the same step.
    pub finals: Option<&'a mut [f32]>,
    /// The same in bits and bytes.
    pub packed_finals: Option<&'a mut [u8]>,
    /// The own player whose question it is.
    pub player: Option<&'a mut [i8]>,
    /// Who sits on each seat: an own player, or `-1 - k` for player `k` of the house.
    pub seating: Option<&'a mut [i8]>,
    /// What is hidden, [`crate::BatchFacts::truth_names`].
    pub truth: Option<&'a mut [f32]>,
}

/// The number of places a table has in each array.
#[derive(Clone, Copy, Debug)]
pub(super) struct Widths {
    pub(super) figures: usize,
    pub(super) packed: usize,
    pub(super) ids: usize,
    pub(super) seats: usize,
    pub(super) truth: usize,
}

macro_rules! arrays {
    ($($array:ident: $width:expr,)*) => {
        impl<'a> BatchRows<'a> {
            /// Splits the rows after this many tables.
            pub(super) fn split_at(self, tables: usize, widths: &Widths) -> (BatchRows<'a>, BatchRows<'a>) {
                let (mut first, mut rest) = (BatchRows::default(), BatchRows::default());
                $(if let Some(array) = self.$array {
                    let (before, after) = array.split_at_mut(tables * $width(widths));
                    (first.$array, rest.$array) = (Some(before), Some(after));
                })*
                (first, rest)
            }

            /// The name of an array whose number of rows is not this number of tables.
            pub(super) fn unfit(&self, tables: usize, widths: &Widths) -> Option<&'static str> {
                $(if self.$array.as_ref().is_some_and(|array| array.len() != tables * $width(widths)) {
                    return Some(stringify!($array));
                })*
                None
            }
        }
    };
}

arrays! {
    obs: |widths: &Widths| widths.figures,
    packed: |widths: &Widths| widths.packed,
    mask: |widths: &Widths| widths.ids,
    seat: |_: &Widths| 1,
    rewards: |widths: &Widths| widths.seats,
    ended: |_: &Widths| 1,
    over: |_: &Widths| 1,
    finals: |widths: &Widths| widths.figures,
    packed_finals: |widths: &Widths| widths.packed,
    player: |_: &Widths| 1,
    seating: |widths: &Widths| widths.seats,
    truth: |widths: &Widths| widths.truth,
}
