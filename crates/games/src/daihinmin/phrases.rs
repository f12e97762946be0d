//! What the rows of Daihinmin say, in Japanese: the game, its presets and its options.

use table::Phrases;

/// The sentences of all rows: a test compares them with the rows.
pub(super) const PHRASES: Phrases = Phrases(&[
    (
        "大貧民: get rid of your cards first; who was last gives its best to who was first",
        "手札を早くなくした人が勝ち。負けた人は、次のゲームで強いカードを献上する",
    ),
    (
        "six cards for three, small enough to look at every game",
        "3人でカード6枚。全通りを調べられる小さなゲーム",
    ),
    (
        "who plays after whom, e.g. CBDEA, or drawn at `random`",
        "プレイする順番。例：CBDEA。`random` ならくじで決める",
    ),
    (
        "who is what, from daifugo to daihinmin, e.g. CBDEA, or `none` in the first game of a block",
        "大富豪から大貧民までの階級。例：CBDEA。ブロックの最初のゲームでは `none`",
    ),
    ("games of the block that are over", "ブロックのうち、すでに終わったゲームの数"),
    ("after so many games the ranks are forgotten", "このゲーム数ごとに階級を白紙に戻す"),
    (
        "after so many games the order is drawn anew; 0 for never",
        "このゲーム数ごとに席順を決め直す。0なら決め直さない",
    ),
    (
        "cards between the richest and the poorest; the next two exchange one less",
        "大富豪と大貧民が交換する枚数。富豪と貧民は1枚少ない",
    ),
    ("passes in a row that end the game by lot", "パスがこの回数続いたら、くじで終わる"),
    (
        "whether a jack turns the order until the table is cleared: `yes` or `no`",
        "Jで場が流れるまで強さが逆になるか（イレブンバック）：`yes` か `no`",
    ),
    ("the cards, e.g. D3S3H8S8D2Jo, or `all` 53", "配るカード。例：D3S3H8S8D2Jo。`all` なら53枚"),
]);
