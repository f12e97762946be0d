//! What the rows of Shadow Raiders say, in Japanese: the game, its presets and its options.

use table::Phrases;

/// The sentences of all rows: a test compares them with the rows.
pub(super) const PHRASES: Phrases = Phrases(&[
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
]);
