//! What the rows of the buzzard say, in Japanese: the game, its presets and its options.

use table::Phrases;

/// The sentences of all rows: a test compares them with the rows.
pub(super) const PHRASES: Phrases = Phrases(&[
    (
        "ハゲタカのえじき: all bid at once for mice and vultures, equal bids cancel",
        "全員が同時に数字を出し、ネズミとハゲタカを争う。同じ数はバッティング",
    ),
    (
        "the classic: mice only, and a tie for the highest bid loses the prize",
        "古典ゲーム。ネズミだけで、最大の数が並ぶとだれも取れない",
    ),
    ("bids in a hand, and prizes", "手札の数字カードと、得点カードの枚数"),
    (
        "`both` mice and vultures, or `mice` only",
        "ネズミとハゲタカの両方（`both`）、またはネズミだけ（`mice`）",
    ),
    (
        "equal bids `cancel`, and the next unique one counts; or a tie for the best `discard`s the pot",
        "同じ数は無効で次の数が有効（`cancel`）、または最良の数が並ぶと流れる（`discard`）",
    ),
    (
        "a pot nobody takes: `carry` it, or `discard` it",
        "だれも取れなかったカードは、持ち越す（`carry`）か、流れる（`discard`）",
    ),
    (
        "play for `points` above the others' mean, or for the `win`",
        "ほかの人の平均より上の点数（`points`）、または勝ち（`win`）を目指す",
    ),
]);
