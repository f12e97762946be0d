//! What the rows say, in Japanese: games, presets and options, each sentence once.

use table::{Lang, Phrases};

/// A sentence of a row of this crate in a language; one that no row has stays as it is.
pub fn text(english: &str, lang: Lang) -> &str {
    PHRASES.find(english, lang).unwrap_or(english)
}

/// The sentences of all rows: a test compares them with the rows.
pub const PHRASES: Phrases = Phrases(&[
    // Games and presets.
    (
        "ハゲタカのえじき: all bid at once for mice and vultures, equal bids cancel",
        "全員が同時に数字を出し、ネズミとハゲタカを争う。同じ数はバッティング",
    ),
    (
        "the classic: mice only, and a tie for the highest bid loses the prize",
        "古典ゲーム。ネズミだけで、最大の数が並ぶとだれも取れない",
    ),
    (
        "大貧民: get rid of your cards first; who was last gives its best to who was first",
        "手札を早くなくした人が勝ち。負けた人は、次のゲームで強いカードを献上する",
    ),
    (
        "six cards for three, small enough to look at every game",
        "3人でカード6枚。全通りを調べられる小さなゲーム",
    ),
    (
        "Kuhn poker: one card each, one bet; solved by hand",
        "カード1枚、賭け1回のポーカー。手計算で解かれている",
    ),
    (
        "Leduc poker: one card each, one for all, two rounds of bets",
        "手札1枚と共通カード1枚で、賭けを2回行うポーカー",
    ),
    (
        "シャドウレイダーズ: shadows and raiders hunt each other without knowing who is who",
        "シャドウとレイダーが、正体を隠したまま敵を探して戦う",
    ),
    (
        "the modified rules as the paper's own program played them: tables 2 and 3",
        "論文のプログラムが実際に行った改変ルール（表2と表3）",
    ),
    (
        "the original attack, hit points and range as the paper's own program played them: table 4",
        "論文のプログラムが行った、本来の攻撃、HP、届く範囲（表4）",
    ),
    (
        "the paper's rules: attack anybody for 1, 11 hit points, no abilities",
        "論文の改変ルール。だれでも1ダメージで攻撃でき、HPは11、特殊能力なし",
    ),
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
    // Options of the buzzard.
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
    // Options of daihinmin.
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
    // Options of the raiders.
    (
        "whether characters have abilities, and may reveal to use them",
        "特殊能力があり、正体を公開して使えるかどうか",
    ),
    (
        "`may`: what an area offers can be declined; `must`: it cannot",
        "`may`：エリアの効果を断れる。`must`：断れない",
    ),
    (
        "`may`: to attack is a choice; `must`: it is not",
        "`may`：攻撃するかどうかは自由。`must`：必ず攻撃する",
    ),
    (
        "the black deck: `box`, `paper` (no gatling, no masamune), `published` (no crossbow either), or cards joined by +",
        "黒のカードの山札：`box`、`paper`（ガトリングと妖刀マサムネなし）、`published`（クロスボウガンもなし）、またはカードを + でつなぐ",
    ),
    (
        "who can be dealt: `all`, `paper` (citizens Alice and Daniel), or names joined by +",
        "配られるキャラクター：`all`、`paper`（シチズンはアリスとダニエル）、または名前を + でつなぐ",
    ),
    (
        "an attack does the difference of both `dice`, the same but `at_least_one`, or always `one`",
        "攻撃のダメージ：2つのダイスの差（`dice`）、同じだが1以上（`at_least_one`）、いつも1（`one`）",
    ),
    (
        "Daniel also wins if he lives when all shadows are out (`card`), when the shadows win (`paper`), or never (`first`)",
        "ダニエルは、シャドウが全員脱落したとき（`card`）、シャドウが勝ったとき（`paper`）に脱落していなくても勝つ。`first` なら最初の脱落だけ",
    ),
    (
        "the sums the dice can show: `all`, or some joined by +, for small tables",
        "出るダイスの合計：`all`、または + でつなぐ（小さなゲームのため）",
    ),
    (
        "what a character bears: `printed`, or one number for all, Alice 3 less",
        "HP：`printed` は元のまま、または全員同じ数（アリスは3少ない）",
    ),
    ("the inference deck: `box`, or cards joined by +", "推理カードの山札：`box`、またはカードを + でつなぐ"),
    (
        "the ring of areas: `random`, or `fixed` as in the published program",
        "エリアの並び：`random`、または公開されたプログラムと同じ `fixed`",
    ),
    ("after so many turns the game ends and nobody wins", "この手番数を過ぎたら、勝者なしで終わる"),
    (
        "turns go `clockwise` from anybody, in `shuffled` order, or from A by `seats`",
        "手番の順：だれかから時計回り（`clockwise`）、順不同（`shuffled`）、Aから席順（`seats`）",
    ),
    (
        "who can be attacked: the same area and the next (`ring_next`), both beside (`ring_both`), the same pair (`pairs`), or `anyone`",
        "攻撃できる相手：同じエリアと次のエリア（`ring_next`）、両隣（`ring_both`）、同じ対（`pairs`）、だれでも（`anyone`）",
    ),
    (
        "`sided`: A is never a citizen, for experiments that measure A",
        "`sided`：Aはシチズンにならない（Aを測る実験のため）",
    ),
    (
        "the white deck: `box`, `paper` (no robe), `published` (a second compass for the robe), or cards joined by +",
        "白のカードの山札：`box`、`paper`（賢者のローブなし）、`published`（ローブの代わりにもう1枚のコンパス）、またはカードを + でつなぐ",
    ),
    (
        "as published: inference cards do nothing, since a name was compared with a list",
        "公開版のとおり：推理カードに効果がない（名前をリストと比べているため）",
    ),
    (
        "as published: a guardian angel stays for the game, since nothing ends it",
        "公開版のとおり：守護天使の効果が最後まで消えない（終わらせる処理がないため）",
    ),
    (
        "as published: stealing and looting move nothing, since the thief's copy is deleted",
        "公開版のとおり：装備を奪っても動かない（奪った側のものが消されるため）",
    ),
    (
        "as published: the hideout does 1 damage to a thief who finds nothing",
        "公開版のとおり：オリバーの隠れ家で奪うものがないと、1ダメージを受ける",
    ),
    (
        "as published: an empty deck is replaced by a whole one, equipment in play included",
        "公開版のとおり：山札がなくなると、場の装備も含めた新しい山札になる",
    ),
    (
        "as published: the compass does nothing, since its name is looked for with quotes",
        "公開版のとおり：コンパスに効果がない（引用符つきの名前を探しているため）",
    ),
    (
        "as published: a 10 leads anywhere but the office, by a condition that always holds",
        "公開版のとおり：10では探偵事務所以外のどこへでも行ける（いつも真になる条件のため）",
    ),
    (
        "as published: a roll that names the own area is not repeated",
        "公開版のとおり：今いるエリアの目が出ても振り直さない",
    ),
    (
        "as published: a riot hits only those whose last roll was the same number",
        "公開版のとおり：暴動は、最後の出目が同じ数の人にだけ当たる",
    ),
    (
        "as published: the grail stops neither the doll's victim nor the own dog, but the bat's healing",
        "公開版のとおり：聖杯は人形の被害も自分の黒犬も防がず、コウモリの回復を止める",
    ),
    (
        "as published: who goes out by the own area or card still attacks in that turn",
        "公開版のとおり：エリアやカードで自分が脱落しても、その手番に攻撃する",
    ),
    (
        "as published: both handguns count once, since they have one name",
        "公開版のとおり：2丁の拳銃は1つとして数える（名前が同じため）",
    ),
    (
        "as published: weapons add their damage to an attack that rolled 0",
        "公開版のとおり：0が出た攻撃にも、武器のダメージが加わる",
    ),
    (
        "as published: if both factions go out at once only the raiders win",
        "公開版のとおり：両陣営が同時に全滅すると、レイダーだけが勝つ",
    ),
    // Options of saboteur.
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
