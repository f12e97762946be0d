//! What the rows of Saboteur say, in Japanese: the game, its presets and its options.

use table::Phrases;

/// The sentences of all rows: a test compares them with the rows.
pub(super) const PHRASES: Phrases = Phrases(&[
    (
        "お邪魔者: diggers dig for gold, and some of them are saboteurs",
        "金鉱掘りが金塊を目指して掘り、まぎれたお邪魔者が妨害する",
    ),
    (
        "one round on 7 x 11 with one saboteur: the paper on break cards, for 6 seats",
        "7×11の盤面、お邪魔者1人の1ラウンド。破壊カードの論文の設定、6人用",
    ),
    (
        "one round on 7 x 11 with two saboteurs: the paper on collusion, for 6 seats",
        "7×11の盤面、お邪魔者2人の1ラウンド。共謀の論文の設定、6人用",
    ),
    (
        "`open` in all directions, or `papers`: 7 rows, 11 columns",
        "どの方向にも広がる盤面（`open`）、または縦7、横11（`papers`）",
    ),
    ("how many rounds", "ラウンド数"),
    (
        "roles are `drawn` and one card stays out, or exactly so many saboteurs",
        "役割カードを1枚余らせて引く（`drawn`）、またはお邪魔者の人数",
    ),
    (
        "`on`: after a look at a goal one says gold, stone or nothing",
        "`on`：ゴールを見たあとに、金塊、石、または何も言わないを選ぶ",
    ),
    (
        "play for nuggets of `gold`, or to `win` the rounds",
        "金塊の数（`gold`）、またはラウンドの勝ち（`win`）を争う",
    ),
    ("cards in a hand, `usual` for the seats or a number", "手札の枚数。人数に応じた `usual`、または数"),
    ("columns from the start to the goals", "スタートからゴールまでの列の数"),
    ("`full`: the 67 cards; or some of them, e.g. 3UD+map", "`full`：67枚すべて。または一部。例：3UD+map"),
    ("how many gold cards of 1, 2 and 3 nuggets", "金塊1個、2個、3個の金カードの枚数"),
]);
