//! What the rows say, in Japanese: players, estimators and their parameters, each sentence once.

use table::{Lang, Phrases};

/// A sentence of any row, of this crate or of a game, in a language; one that no row has stays as it is.
pub fn text(english: &str, lang: Lang) -> &str {
    PHRASES.find(english, lang).unwrap_or_else(|| games::text(english, lang))
}

/// The sentences of all rows, and of answers left in advance: a test compares them with the rows.
pub const PHRASES: Phrases = Phrases(&[
    // Answers that people leave in advance.
    ("Pass until the table is cleared", "場が流れるまでパスする"),
    ("Stay hidden until you say otherwise", "解除するまで正体を明かさない"),
    // Players for any game.
    ("each legal action with the same probability", "出せる手を同じ確率で選ぶ"),
    ("always the least of the legal actions", "いつも、選べる手のうち順序が最も小さいものを選ぶ"),
    ("tries every action equally often, plays on at random", "どの手も同じ回数試し、その先はランダムに打つ"),
    (
        "tries actions in the same worlds, drops the worse half, thinks on",
        "同じ仮想の局面で手を比べ、悪い半分を捨てながら考える",
    ),
    (
        "information-set tree search with one tree a seat (Cowling et al. 2012)",
        "席ごとに1つの木を持つ情報集合モンテカルロ木探索（Cowlingら 2012）",
    ),
    (
        "searches imagined worlds as if each were the truth, and polls them",
        "仮想の局面をそれぞれ真実とみなして探索し、投票で決める",
    ),
    ("a network that learned the game by playing it", "対戦を重ねて学習したネットワーク"),
    ("a file of weights, instead of those that come along", "付属の重みの代わりに使う重みのファイル"),
    (
        "searches some rounds deep for two seats, each round a matrix game over the values of a network",
        "2人用。数ラウンド先まで読み、各ラウンドをネットワークの評価値による行列ゲームとして解く",
    ),
    ("how many rounds it looks ahead", "何ラウンド先まで読むか"),
    (
        "so many outcomes of each chance event are looked at; where there are more, that many are drawn",
        "偶然手番ごとに調べる結果の数。それより多ければ、その数だけ抽出する",
    ),
    (
        "it looks fewer rounds ahead where there would be more leaves than this",
        "葉の数がこれを超えるなら、読むラウンドを減らす",
    ),
    (
        "how far it strays from the best action; 0 always plays the best",
        "最善と思う手からどれだけ外れるか。0 ならいつも最善と思う手",
    ),
    (
        "any program that speaks our JSON lines (`tefuda docs exec`)",
        "JSON行で話す外部プログラム（`tefuda docs exec`）",
    ),
    ("the command, e.g. \"python3 my_agent.py\"", "コマンド。例：\"python3 my_agent.py\""),
    ("what tables call it instead of its spec", "表などで使う名前"),
    ("how long an answer may take", "返事を待つ秒数"),
    ("how long the first answer may take", "最初の返事を待つ秒数"),
    (
        "on or off: whether it is shown the row of figures and the ids of each question, as networks read them",
        "onまたはoff：問いごとの数値の行と行動番号を（ネットワークが読む形で）渡すか",
    ),
    (
        "stop or forfeit: a breakdown ends the match, or costs the game alone; the seat is then played on by `random`, and such \
         games are counted apart",
        "stopまたはforfeit：故障したら対戦を打ち切るか、その1ゲームだけを失うか（残りは `random` が打ち、そのゲームは別に数える）",
    ),
    ("simulations a choice", "1手あたりのシミュレーション回数"),
    ("milliseconds a choice, in place of sims", "1手あたりのミリ秒（sims の代わり）"),
    ("weight of exploration in UCB1, rewards in 0..1", "UCB1の探索の重み（報酬は0から1）"),
    ("points, or wins", "点数（points）か、勝ち（wins）"),
    ("how many nodes its tree may have", "木のノード数の上限"),
    ("imagined worlds that share the simulations", "シミュレーションを分け合う仮想の局面の数"),
    ("how the worlds decide: visits, or votes", "決め方：訪問回数（visits）か、投票（votes）"),
    // The buzzard.
    (
        "decoupled UCT that plays its visits as a mixture (the literature's DUCT(mix))",
        "訪問回数を混合戦略として打つDecoupled UCT（文献のDUCT(mix)）",
    ),
    (
        "the equilibrium of the game for two, solved, for points or for the win",
        "2人ゲームを解いた均衡戦略（得点、または勝ち）",
    ),
    (
        "points or win: the equilibrium of which game; unless said what the game is played for",
        "points か win：どちらのゲームの均衡か。書かなければゲームの目的に従う",
    ),
    (
        "only so many last rounds are exact; unless said, all of up to 9 cards (8 for the win) and the last 7 of more, of the real 15 cards for points the first 2 and the last 10",
        "最後の何ラウンドを厳密に解くか。指定がなければ、9枚まで（勝ちを目指すなら8枚まで）はすべて、それより多ければ最後の7ラウンド、得点を目指す本来の15枚では最初の2と最後の10",
    ),
    (
        "who bids in the other rounds, e.g. opening=\"rm(sims=1000)\"",
        "ほかのラウンドを打つプレイヤー。例：opening=\"rm(sims=1000)\"",
    ),
    (
        "a file that `tefuda solve` saved: exact from the first round",
        "`tefuda solve` が保存したファイル。最初のラウンドから厳密",
    ),
    (
        "exponential weights in every node, plays its average",
        "各ノードで指数重み法を使い、その平均戦略を打つ",
    ),
    ("share of uniform exploration", "一様に探索する割合"),
    (
        "bids the prize's rank among the prizes left; for vultures the lowest card",
        "残りの中での順位に合わせて数を出す。ハゲタカにはいちばん小さい数を出す",
    ),
    ("bids the prize's own value; for goofspiel", "めくられた点と同じ数を出す（goofspiel 用）"),
    (
        "regret matching in every node, plays its average: hard to exploit",
        "各ノードでリグレットマッチングを行い、平均戦略を打つ。つけこまれにくい",
    ),
    ("how fast exploration fades with visits", "訪問とともに探索が減る速さ"),
    ("late strategies weigh more in the average", "あとの戦略ほど平均で重くする"),
    ("whether negative regret is forgotten, yes or no", "負のリグレットを忘れるか、yes か no"),
    ("whether exploration is part of what is played, yes or no", "探索の分も実際の手に含めるか、yes か no"),
    ("actions played less often than this are not played", "これより確率の低い手は打たない"),
    (
        "Basic-UCT of the paper: each seat its own UCB1, plays the most visited",
        "論文のBasic-UCT。席ごとのUCB1で探索し、訪問回数が最大の手を打つ",
    ),
    (
        "Basic-UCT(chance): UCB1 with a bias from the prizes still to come",
        "論文のBasic-UCT(chance)。これから出るカードでUCB1にバイアスをかける",
    ),
    ("weight of the bias; 0 is uct", "バイアスの重み。0なら uct と同じ"),
    (
        "what the bias looks at: the pot now, or the next chance event and the actions left then",
        "バイアスが見るもの：今の場、または次の偶然手番とそのときの合法手",
    ),
    ("Basic-UCT(mix): selects and plays in proportion", "論文のBasic-UCT(mix)。値の割合に応じて探索し、打つ"),
    // Daihinmin.
    (
        "the poor together: like `rule`, but they spare each other and beat the daifugo's plays",
        "大富豪に対して結託する貧民：`rule` と同じだが、仲間の手は見逃し、大富豪の手には重ねる",
    ),
    (
        "who goes together against the daifugo: rest (everybody else), poor (the last two)",
        "大富豪に対して組む人：rest（ほかの全員）、poor（下位2人）",
    ),
    (
        "when a member passes on what another member has played: yes (always), late (once the daifugo has passed), no",
        "仲間が出した手にパスするとき：yes（いつも）、late（大富豪がパスした後）、no（しない）",
    ),
    (
        "yes: a member never passes on a play of the daifugo that it can beat",
        "yes：大富豪の手に勝てるときは必ず出す",
    ),
    (
        "tries plays in imagined worlds, quick players play on, the last two are solved",
        "仮想の局面で手を試し、速いプレイヤーが続きを打つ。最後の2人は読み切る",
    ),
    (
        "by how many standard errors another action must beat the rule's to be played",
        "rule の手を変えるために必要な差（標準誤差の何倍か）",
    ),
    (
        "what it reads into what happened: uniform (nothing), exchange, or play (and that others play like rule)",
        "経過から読み取ること：uniform（何も）、exchange（交換）、play（ほかの人が rule のように打つことも）",
    ),
    (
        "for belief=play: how often a change of two cards is weighed between two worlds",
        "belief=play のとき：仮想の局面の間で、2枚の入れ替えを検討する回数",
    ),
    (
        "for belief=play: how far from the rule's choice others may be",
        "belief=play のとき：ほかの人が rule の手からどれだけ離れうるか",
    ),
    ("who plays the games on: rule, or random", "続きを打つプレイヤー：rule か random"),
    (
        "what it plays for: carried (this game and the rest of the block), or points (this game)",
        "目指すもの：carried（このゲームとブロックの残り）、points（このゲーム）",
    ),
    (
        "after so many games the ranks are forgotten, in place of what the rules say",
        "階級が白紙に戻るゲーム数（ルールの値の代わり）",
    ),
    (
        "whether it looks for plays that nobody can cut into, yes or no",
        "だれにも割り込まれない手順（必勝手順）を探すか、yes か no",
    ),
    ("whether it solves the game of the last two, yes or no", "最後の2人を読み切るか、yes か no"),
    (
        "company that steers the person by a coin: each game like `rule`, or at random",
        "人の順位をくじで操る相手。ゲームごとに `rule` のように打つか、ランダムに打つ",
    ),
    ("the mean place that the person is to take, from 1 for the first", "その人の目標の平均順位。1が1位"),
    ("the seat of the person", "その人の席"),
    ("plays like `rule`, but every now and then at random", "`rule` のように打ち、ときどきランダムに打つ"),
    ("how often it chooses at random", "ランダムに選ぶ割合"),
    (
        "plays what leaves the hand that needs the fewest leads, without a search",
        "上がりまでの手数がいちばん少なくなるように出す。探索はしない",
    ),
    (
        "company that steers the mean place of one seat by plays that cost it little",
        "自分の損が小さい手で、ある席の平均順位を操る相手（忖度）",
    ),
    (
        "how many points of its own a play that helps or hinders may lose, as it thinks",
        "助けたり邪魔したりする手で、自分が失ってもよいと見積もる点数",
    ),
    (
        "the paper's model: estimates the rank class it can reach and submits what comes closest to it",
        "論文のカード提出モデル。届くランクを推定し、それにいちばん近い手を出す",
    ),
    (
        "what it aims at: estimate (of evaluator A), rich, middle, poor, or points (as many as evaluator B expects)",
        "目標：estimate（Evaluator Aの推定）、rich（富裕層）、middle（庶民層）、poor（貧困層）、points（Evaluator Bの期待点）",
    ),
    (
        "what is close to the target: class (the same or the next), l2 or kl (of the probabilities)",
        "近さの測り方：class（同じか隣のランク）、l2 か kl（確率の距離）",
    ),
    (
        "of equally close ones it plays the one whose estimate is most sure of the target, or the least (weakest cards)",
        "同じ近さなら、目標の確率がいちばん高い手、またはいちばん弱いカード（least）",
    ),
    (
        "which evaluators: paper (B with alpha 0.06), even (B with alpha 1), or ours (the forecast `rank`, for B of what follows)",
        "どの評価器か: paper（B は alpha 0.06）、even（B は alpha 1）、ours（予測 `rank`。B には出した後の局面を問う）",
    ),
    ("other weights of evaluator A, from `tefuda train`", "Evaluator Aの別の重み（`tefuda train` で作る）"),
    ("other weights of evaluator B, from `tefuda train`", "Evaluator Bの別の重み（`tefuda train` で作る）"),
    (
        "where everybody ends, by a network that learned from 10,000 games of five public programs; five seats",
        "全員の順位を、公開プログラム5体の1万ゲームから学んだネットワークで予測する。5人用",
    ),
    (
        "a file that `tefuda train rank` wrote, instead of the built-in weights",
        "内蔵の重みの代わりに使う、`tefuda train rank` が書いたファイル",
    ),
    // Kuhn poker.
    ("an equilibrium of the game for two, as Kuhn found it", "クーンが示した、2人ゲームの均衡戦略"),
    ("how often A bets a jack", "AがJで賭ける割合"),
    (
        "the exact posterior over the cards, if the others play as it supposes",
        "ほかの人の打ち方を仮定したときの、カードの正確な事後確率",
    ),
    (
        "how the others play: equilibrium (two seats), or uniform",
        "ほかの人の打ち方：equilibrium（2人のとき）か uniform",
    ),
    (
        "what the deal alone says: reads nothing into what others do",
        "配られ方だけから考え、行動からは何も読み取らない",
    ),
    (
        "reads the truth: no guess is better, for experiments only",
        "真実を見る。これより良い推定はない。実験専用",
    ),
    // Raiders.
    (
        "the heuristic player, fed by an estimator of factions",
        "陣営の推定器に従うヒューリスティックプレイヤー",
    ),
    (
        "the estimator it follows, with its parameters: by=bayes(slip=0.1)",
        "従う推定器とパラメータ。例：by=bayes(slip=0.1)",
    ),
    (
        "who gets first aid that helps nobody: others (paper), or anybody (program: oneself too)",
        "だれの役にも立たない応急手当を使う相手：others（論文）、anybody（プログラム。自分も含む）",
    ),
    (
        "whose habits it has unless said otherwise: the paper's, those of its authors' program, or text (the paper's to the letter: whom it knows nothing of is no enemy)",
        "特に指定がないときの流儀：paper（論文）、program（著者のプログラム）、text（論文の文字どおり。何も知らない人は敵ではない）",
    ),
    (
        "what it takes one for who showed for a cookie: shown (paper: what it is), or raider (program)",
        "クッキーで公開した人をどう見るか：shown（論文。見たとおり）、raider（プログラム）",
    ),
    (
        "when it counts its own faction: always (paper), or asking (program: only when it asks a question)",
        "自分の陣営を数えるとき：always（論文）、asking（プログラム。推理カードを使うときだけ）",
    ),
    (
        "what is drawn at Black Mist once half are narrowed down: paper (7:3 black) or program (shadows 6:4 black, raiders 6:4 white)",
        "半数が絞れたあとにブラックミストで引くカード：paper（7:3で黒）、program（シャドウは6:4で黒、レイダーは6:4で白）",
    ),
    (
        "heed (paper), or ignore (program): whether it looks for a grail or brooch before it hurts",
        "相手の聖杯やブローチを見てから攻撃するか：heed（論文）、ignore（プログラム）",
    ),
    (
        "the paper's player: attacks, heals and draws by what it knows",
        "論文のヒューリスティックプレイヤー。知っていることに基づいて攻撃し、回復し、カードを引く",
    ),
    (
        "tries actions in an estimator's worlds, heuristic players play on",
        "推定器の考える局面で手を試し、ヒューリスティックプレイヤーが続きを打つ",
    ),
    (
        "the estimator whose worlds it thinks in, with its parameters; or oracle, who looks: a cheat to measure by",
        "局面を考える推定器とパラメータ。oracle は真実を見る（比較用のチート）",
    ),
    (
        "by how many standard errors another action must beat the heuristic one to be played",
        "ヒューリスティックの手を変えるために必要な差（標準誤差の何倍か）",
    ),
    (
        "the same, told the truth about some factions: a cheat to measure by",
        "何人かの陣営の真実を教わったヒューリスティックプレイヤー（比較用のチート）",
    ),
    ("so many others whose factions it is told", "陣営を教わる人数"),
    (
        "instead of known, two of them: enemy-citizen, friend-enemy, enemy-enemy or friend-citizen",
        "known の代わりに、教わる2人の組：enemy-citizen、friend-enemy、enemy-enemy、friend-citizen",
    ),
    (
        "which enemy a pair names: lower (the first in the order of seats), or random",
        "組で教わる敵：lower（席順で先の人）か random",
    ),
    (
        "what it supposes of those it is not told of: unknown (nothing), or counted (that they are of the factions not complete yet, each as likely)",
        "教わらなかった人をどう考えるか：unknown（何も）、counted（まだそろっていない陣営のどれか、同じ確率）",
    ),
    (
        "the posterior over the factions, if the others are heuristic players",
        "ほかの人がヒューリスティックプレイヤーだとしたときの、陣営の事後確率",
    ),
    (
        "what the others are supposed to know when they choose: cards (what their inference cards told them), all, or nothing but what everybody saw",
        "ほかの人が知っているとみなすこと：cards（推理カードでわかったこと）、all（すべて）、nothing（全員が見たことだけ）",
    ),
    ("how often the others are supposed to choose at random", "ほかの人がランダムに選ぶとみなす割合"),
    (
        "counts what inference cards, damage and shown characters leave possible",
        "推理カード、ダメージ、公開された正体から、ありうる陣営を数える",
    ),
    // Saboteur.
    (
        "a saboteur who plays break cards by the score of the paper on them; else like papers",
        "破壊カードの論文の評価関数で破壊カードを使うお邪魔者。ほかは papers と同じ",
    ),
    (
        "100 are added once the tunnel is beyond this column, counted from the start",
        "通路がスタートから数えてこの列を越えたら、100を加える",
    ),
    (
        "100 are added once so many cards were played or put away",
        "使われたか捨てられたカードがこの枚数になったら、100を加える",
    ),
    ("the score from which on a break card is played", "破壊カードを使う評価値のしきい値"),
    ("beyond the board and turn given, or at them", "board と turn の値を越えてからか、その値からか"),
    ("the column of the start", "スタートの列"),
    (
        "cards that lead sideways: through (left and right), either, any (dead ends too)",
        "横に進むカード：through（左右とも）、either（どちらか）、any（行き止まりも）",
    ),
    ("whose cards are counted: all, or others", "数えるカード：all（全員）か others（ほかの人）"),
    ("how often a digger breaks a tool of one it suspects", "金鉱掘りが、疑わしい人の道具を壊す割合"),
    ("how often it repairs another it does not suspect", "疑わしくない人の道具を直す割合"),
    (
        "a saboteur plays as a digger while the goals are at least so far; 8: attacks at once",
        "ゴールまでの距離がこの値以上の間、お邪魔者は金鉱掘りのふりをする。8ならすぐに妨害する",
    ),
    (
        "how a saboteur plays as a digger: full, or dig (neither attacks nor helps)",
        "金鉱掘りのふりのしかた：full（すべて）か dig（掘るだけで、攻撃も手助けもしない）",
    ),
    ("yes: digs sideways where that leaves the distance as it is", "yes：距離が変わらない横方向にも掘る"),
    (
        "who is suspected: none, path, path-break, break, pass, guess, attacked, oracle",
        "だれを疑うか：none、path、path-break、break、pass、guess、attacked、oracle",
    ),
    (
        "how often a digger who would pass places a dead end where it does no harm",
        "パスするはずの金鉱掘りが、害のない場所に行き止まりを置く割合",
    ),
    (
        "breaker with the score that sees all hands: a reference that cheats",
        "全員の手札を見る評価関数を使う breaker（比較用のチート）",
    ),
    (
        "a repair card stops it: target (the target holds it), unless (and not both dangers), literal (anybody, and no danger), never",
        "修理カードで見合わせる条件：target（相手が持つ）、unless（両方の危険がないとき）、literal（だれかが持ち、危険がない）、never（なし）",
    ),
    (
        "the way to a goal is held by one, or by all together (pooled)",
        "ゴールへの道を、1人が持つ（one）か、全員で合わせて持つ（pooled）",
    ),
    (
        "papers with a secret language: dead ends tell partners which corner one holds",
        "共謀する papers。行き止まりの置き方で、持っている曲がり角を仲間に伝える",
    ),
    (
        "the first placement of a dead end leaves the goals farthest (large) or nearest (small)",
        "行き止まりの最初の置き場所：ゴールからいちばん遠くなる（large）か近くなる（small）",
    ),
    (
        "a call is answered with the same corner, turned, or the other",
        "呼びかけに、同じ曲がり角を逆さで答えるか、もう一方で答えるか",
    ),
    (
        "an answer is dug where it leaves the goals nearest (least), or at an end nearest to a goal (end)",
        "答えを掘る場所：ゴールまでがいちばん近くなる所（least）か、ゴールにいちばん近い端（end）",
    ),
    (
        "with whom: all, none, found (who has dug towards the goals), told (the diggers), or seats agreed on, e.g. AB",
        "仲間：all、none、found（ゴールへ掘った人）、told（金鉱掘り）、または決めた席。例：AB",
    ),
    ("yes: a call is answered before one digs for oneself", "yes：自分で掘るより先に、呼びかけに答える"),
    (
        "saboteurs who spare and repair each other: alone (they do not), told, found (who moved the tunnel away)",
        "助け合うお邪魔者：alone（助け合わない）、told（教わる）、found（通路をそらした人）",
    ),
    (
        "for whom seats agreed on play if they are split: own (each for its own), more (the side with more of them, of equals the saboteurs), diggers, saboteurs",
        "決めた席の役割が分かれたときに味方する側：own（それぞれ自分の側）、more（多い側。同数ならお邪魔者）、diggers、saboteurs",
    ),
    (
        "how such a group learns its roles: told (outside the game), shown (by the first card: a saboteur passes)",
        "その仲間が役割を知る方法：told（ゲームの外で）、shown（最初のカードで。お邪魔者はパスする）",
    ),
    (
        "which rank says which corner: agreed (before the game), or shown (not agreed: read from what senders dig later)",
        "何番目の置き方がどの曲がり角を表すか：agreed（事前に決めておく）、shown（決めずに、送り手が後で掘るものから読み取る）",
    ),
    (
        "papers whose saboteurs find each other by signs in what they do, and divide the work",
        "お邪魔者どうしが着手の合図で見つけ合い、妨害を分担する papers",
    ),
    (
        "how a saboteur finds its fellows: nothing, told, deeds (who did obvious harm), signs (by that and their signs)",
        "お邪魔者が仲間を見つける方法：nothing（見つけない）、told（教わる）、deeds（明らかな妨害から）、signs（それと合図から）",
    ),
    (
        "yes: where the rules leave a saboteur a choice it takes what says something to its fellow",
        "yes：規則が選択を許すとき、お邪魔者は仲間への合図になる手を選ぶ",
    ),
    ("yes: a saboteur plays a rockfall that makes the way longer", "yes：お邪魔者は、道を長くする落石を使う"),
    (
        "yes: a saboteur leaves dead ends or rockfalls to a fellow that said it holds one",
        "yes：お邪魔者は、仲間が持つと伝えた行き止まりや落石を、その仲間に任せる",
    ),
    (
        "when a map is played: away (never), spare (instead of a pass), first (by diggers before they dig)",
        "宝の地図を使うとき：away（使わない）、spare（パスの代わり）、first（金鉱掘りは掘る前に）",
    ),
    (
        "where a digger digs: to any goal, or only to those that may be the gold as far as it knows and believes",
        "金鉱掘りが目指すゴール：どれでも、または知る限り金塊がありうるものだけ",
    ),
    (
        "yes: a digger who has looked at a goal says what it saw (talk=on)",
        "yes：ゴールを見た金鉱掘りは、見たものを言う（talk=on）",
    ),
    (
        "what a saboteur says who has looked at a goal: nothing (silent), truth, or lie",
        "ゴールを見たお邪魔者が言うこと：silent（何も）、truth（本当のこと）、lie（嘘）",
    ),
    (
        "whose claims are believed: nobody, trusted (not suspected, and not caught in a lie), all",
        "信じる発言：nobody（だれも）、trusted（疑わしくなく、嘘がばれていない人）、all（全員）",
    ),
    (
        "papers that suspects whom an estimator takes for a saboteur",
        "推定器がお邪魔者とみなす人を疑う papers",
    ),
    ("the estimator that says who is who; oracle cheats", "役割を推定する推定器。oracle はチート"),
    (
        "a suspect is who is a saboteur with more than this probability",
        "お邪魔者である確率がこれより高い人を疑う",
    ),
    ("the digger and the saboteur of the paper on collusion", "共謀の論文の、金鉱掘りとお邪魔者"),
    (
        "tries its actions in the worlds of an estimator, everybody playing on like papers",
        "推定器の考える局面で手を試し、全員が papers のように続きを打つ",
    ),
    ("the estimator whose worlds it thinks in; oracle cheats", "局面を考える推定器。oracle はチート"),
    (
        "by how many standard errors an action must lead what papers would do",
        "papers の手を変えるために必要な差（標準誤差の何倍か）",
    ),
    ("how everybody plays on: papers with its parameters", "続きの打ち方：papers とそのパラメータ"),
    (
        "the posterior over roles if everybody plays like papers, their hands unseen",
        "全員が papers のように打つとしたときの、役割の事後確率（手札は見えないものとする）",
    ),
    ("how often anybody does anything whatever", "だれかがでたらめな手を選ぶ割合"),
    ("no: forgets what older cards of a hand cannot be", "no：古い手札がありえないカードを忘れる"),
    (
        "whom a rule of the papers suspects, is a saboteur so probably",
        "論文の規則で疑わしい人を、この確率でお邪魔者とみなす",
    ),
    (
        "who is suspected: path, path-break, break, pass, attacked",
        "だれを疑うか：path、path-break、break、pass、attacked",
    ),
    ("how probable it is that a suspect is a saboteur", "疑わしい人がお邪魔者である確率"),
]);
