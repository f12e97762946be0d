//! The pieces: sides and tunnels, tools, the 27 kinds of cards and bags of them, goals, roles and gold.

use serde::{Serialize, Serializer};
use table::Rng;

use super::cells::Cell;

/// One of the four sides of a card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub enum Side {
    /// Towards smaller y.
    Up,
    /// Towards larger x, where the goals are.
    Right,
    /// Towards larger y.
    Down,
    /// Towards smaller x.
    Left,
}

impl Side {
    /// The sides, clockwise from the top.
    pub const ALL: [Side; 4] = [Side::Up, Side::Right, Side::Down, Side::Left];

    /// The side of a neighbour that touches this one.
    #[inline]
    pub const fn opposite(self) -> Side {
        Side::ALL[self as usize ^ 2]
    }
}

/// The sides at which a card is open, a bit a side: at least one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Edges(u8);

impl Edges {
    /// Open at all four sides.
    pub const CROSS: Edges = Edges(15);

    /// The edges with these bits: up 1, right 2, down 4, left 8.
    #[inline]
    pub const fn of_bits(bits: u8) -> Edges {
        assert!(bits > 0 && bits < 16, "a card is open somewhere");
        Edges(bits)
    }

    /// Their bits: up 1, right 2, down 4, left 8.
    #[inline]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Whether this side is open.
    #[inline]
    pub const fn has(self, side: Side) -> bool {
        self.0 >> side as u8 & 1 == 1
    }

    /// The same card turned by 180 degrees: up and down change places, and so do left and right.
    #[inline]
    pub const fn turned(self) -> Edges {
        Edges((self.0 << 2 | self.0 >> 2) & 15)
    }

    /// The number of its kind, 0 to 8: edges that are each other's rotation share one.
    pub(super) const fn orbit(self) -> u8 {
        match self.0 {
            0b1111 => 0,
            0b0111 | 0b1101 => 1,
            0b1011 | 0b1110 => 2,
            0b1001 | 0b0110 => 3,
            0b1100 | 0b0011 => 4,
            0b0101 => 5,
            0b1010 => 6,
            0b0001 | 0b0100 => 7,
            _ => 8,
        }
    }
}

/// One edge set of each kind, in the order of the kinds.
const ORBITS: [Edges; 9] = [
    Edges(0b1111),
    Edges(0b0111),
    Edges(0b1011),
    Edges(0b1001),
    Edges(0b1100),
    Edges(0b0101),
    Edges(0b1010),
    Edges(0b0001),
    Edges(0b1000),
];

/// A tunnel card as it lies on the table: its open sides, and whether it is a dead end.
///
/// All open sides of a passage are connected in its middle. The sides of a dead end match those of its
/// neighbours, but nothing leads through it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Path(u8);

/// The bit of a dead end.
const DEAD: u8 = 16;

impl Path {
    /// A passage open at these sides; whether the deck has such a card is another question.
    #[inline]
    pub const fn passage(edges: Edges) -> Path {
        Path(edges.0)
    }

    /// A dead end with these sides.
    #[inline]
    pub const fn dead_end(edges: Edges) -> Path {
        Path(edges.0 | DEAD)
    }

    /// The 26 ways in which a card of the deck can lie on the table.
    pub fn all() -> impl Iterator<Item = Path> {
        let passages = (1..16).filter(|bits: &u8| bits.count_ones() > 1).map(Path);
        passages.chain((1..16).map(|bits| Path(bits | DEAD)))
    }

    /// The open sides.
    #[inline]
    pub const fn edges(self) -> Edges {
        Edges(self.0 & 15)
    }

    /// Whether nothing leads through it.
    #[inline]
    pub const fn is_dead_end(self) -> bool {
        self.0 & DEAD != 0
    }

    /// The card it is.
    #[inline]
    pub const fn card(self) -> Card {
        Card(if self.is_dead_end() { PASSAGES } else { 0 } + self.edges().orbit())
    }

    /// The same card the other way round.
    #[inline]
    pub const fn turned(self) -> Path {
        Path(self.0 & DEAD | self.edges().turned().0)
    }
}

/// What a digger needs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Tool {
    /// To see.
    Lantern,
    /// To dig.
    Pickaxe,
    /// To carry.
    Cart,
}

impl Tool {
    /// The three tools.
    pub const ALL: [Tool; 3] = [Tool::Lantern, Tool::Pickaxe, Tool::Cart];
}

/// A set of tools, a bit a tool.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Tools(u8);

impl Tools {
    /// The same set and this tool.
    #[inline]
    pub const fn with(self, tool: Tool) -> Tools {
        Tools(self.0 | 1 << tool as u8)
    }

    /// Whether this tool is in it.
    #[inline]
    pub const fn has(self, tool: Tool) -> bool {
        self.0 >> tool as u8 & 1 == 1
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The tools in it, in order.
    pub fn iter(self) -> impl Iterator<Item = Tool> {
        Tool::ALL.into_iter().filter(move |&tool| self.has(tool))
    }
}

impl Serialize for Tools {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

/// A kind of card, 0 to 26: seven passages, nine dead ends, then what is not a tunnel.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Card(u8);

/// Kinds of passages, kinds of tunnels, and kinds in all.
const PASSAGES: u8 = 7;
const TUNNELS: u8 = 16;
pub(super) const KINDS: usize = 27;

/// How many of each kind the deck of 67 has.
const COPIES: [u8; KINDS] = [5, 5, 5, 4, 5, 4, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3, 3, 3, 2, 2, 2, 1, 1, 1, 3, 6];

/// The cards of the whole deck.
pub(super) const DECK: usize = 67;

/// The tools that a repair card of two names.
const PAIRS: [Tools; 3] = [Tools(0b011), Tools(0b110), Tools(0b101)];

/// What a card is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Face {
    /// A tunnel, in one of its two rotations.
    Tunnel(Path),
    /// Breaks this tool of another.
    Break(Tool),
    /// Repairs one of these tools of anybody.
    Repair(Tools),
    /// Takes a tunnel card away.
    Rockfall,
    /// Shows a goal to the one who plays it.
    Map,
}

impl Card {
    /// Takes a tunnel card away.
    pub const ROCKFALL: Card = Card(25);
    /// Shows a goal.
    pub const MAP: Card = Card(26);

    /// Every kind, in order.
    pub fn all() -> impl Iterator<Item = Card> {
        (0..KINDS as u8).map(Card)
    }

    /// The card that breaks this tool.
    #[inline]
    pub const fn breaking(tool: Tool) -> Card {
        Card(16 + tool as u8)
    }

    /// The card that repairs this tool alone.
    #[inline]
    pub const fn repairing(tool: Tool) -> Card {
        Card(19 + tool as u8)
    }

    /// The cards that can repair something, in order.
    pub fn repairs() -> impl Iterator<Item = Card> {
        (19..25).map(Card)
    }

    /// Its number among the kinds, 0 to 26.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// How many the whole deck has.
    #[inline]
    pub const fn copies(self) -> u8 {
        COPIES[self.index()]
    }

    /// What it is for.
    #[inline]
    pub const fn face(self) -> Face {
        match self.0 {
            0..PASSAGES => Face::Tunnel(Path::passage(ORBITS[self.index()])),
            PASSAGES..TUNNELS => Face::Tunnel(Path::dead_end(ORBITS[(self.0 - PASSAGES) as usize])),
            16..19 => Face::Break(Tool::ALL[(self.0 - 16) as usize]),
            19..22 => Face::Repair(Tools(1 << (self.0 - 19))),
            22..25 => Face::Repair(PAIRS[(self.0 - 22) as usize]),
            25 => Face::Rockfall,
            _ => Face::Map,
        }
    }

    /// The tunnel it is, if it is one.
    #[inline]
    pub const fn path(self) -> Option<Path> {
        match self.face() {
            Face::Tunnel(path) => Some(path),
            _ => None,
        }
    }

    /// The tools it can repair.
    #[inline]
    pub const fn mends(self) -> Tools {
        match self.face() {
            Face::Repair(tools) => tools,
            _ => Tools(0),
        }
    }
}

/// A bag of cards: how many of each kind.
///
/// Each kind has as many bits as the deck has copies, and as many of its lowest are set as are in the bag.
/// So every set bit is one physical card, and picking a set bit picks a card fairly.
///
/// ```text
///             .. LR   UD    DL     UL    URL    URD    URDL
/// deck           111  1111  11111  1111  11111  11111  11111
/// a hand         001  0000  00011  0000  00000  00001  00000     1 LR, 2 DL, 1 URD
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Bag(u128);

/// Where the bits of a kind begin.
const OFFSETS: [u8; KINDS] = {
    let (mut offsets, mut kind) = ([0; KINDS], 1);
    while kind < KINDS {
        offsets[kind] = offsets[kind - 1] + COPIES[kind - 1];
        kind += 1;
    }
    offsets
};

/// The kind that a bit belongs to.
const KIND_OF: [u8; DECK] = {
    let (mut kinds, mut kind) = ([0; DECK], 0);
    while kind < KINDS {
        let mut copy = 0;
        while copy < COPIES[kind] {
            kinds[(OFFSETS[kind] + copy) as usize] = kind as u8;
            copy += 1;
        }
        kind += 1;
    }
    kinds
};

/// The lowest bit of every kind.
const FIRSTS: u128 = {
    let (mut bits, mut kind) = (0, 0);
    while kind < KINDS {
        bits |= 1 << OFFSETS[kind];
        kind += 1;
    }
    bits
};

/// For each kind of tunnel the edge sets it can show, a bit an edge set.
const SHOWS: [u16; TUNNELS as usize] = {
    let (mut masks, mut kind) = ([0; TUNNELS as usize], 0);
    while kind < TUNNELS as usize {
        let edges = ORBITS[if kind < PASSAGES as usize { kind } else { kind - PASSAGES as usize }];
        masks[kind] = 1 << edges.0 | 1 << edges.turned().0;
        kind += 1;
    }
    masks
};

impl Bag {
    /// Nothing.
    pub const EMPTY: Bag = Bag(0);
    /// The whole deck of 67.
    pub const DECK: Bag = Bag((1 << DECK) - 1);

    /// How many of this kind.
    #[inline]
    pub const fn count(self, card: Card) -> u8 {
        self.segment(card).trailing_ones() as u8
    }

    /// The bits of a kind, moved down.
    #[inline]
    const fn segment(self, card: Card) -> u32 {
        (self.0 >> OFFSETS[card.index()]) as u32 & ((1 << card.copies()) - 1)
    }

    /// Whether one of this kind is in it.
    #[inline]
    pub const fn has(self, card: Card) -> bool {
        self.0 >> OFFSETS[card.index()] & 1 == 1
    }

    /// The same bag and one more of this kind.
    #[inline]
    pub const fn with(self, card: Card) -> Bag {
        debug_assert!(self.count(card) < card.copies(), "the deck has no more");
        Bag(self.0 | ((self.segment(card) + 1) as u128) << OFFSETS[card.index()])
    }

    /// The same bag and one fewer of this kind, which is in it.
    #[inline]
    pub const fn without(self, card: Card) -> Bag {
        debug_assert!(self.has(card), "only what is in a bag can be taken out");
        Bag(self.0 & !(((self.segment(card) + 1) as u128 >> 1) << OFFSETS[card.index()]))
    }

    /// The cards of both; the deck has as many.
    pub fn plus(self, other: Bag) -> Bag {
        other.cards().fold(self, Bag::with)
    }

    /// The cards that are here and not there; whatever is there is here.
    pub fn minus(self, other: Bag) -> Bag {
        other.cards().fold(self, Bag::without)
    }

    /// How many cards.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether it is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The kinds in it, each once, in order.
    #[inline]
    pub fn kinds(self) -> impl Iterator<Item = Card> {
        Bag(self.0 & FIRSTS).cards()
    }

    /// How many kinds are in it.
    #[inline]
    pub const fn kinds_len(self) -> usize {
        (self.0 & FIRSTS).count_ones() as usize
    }

    /// The cards in it, each as often as it is there, in order.
    #[inline]
    pub fn cards(self) -> impl Iterator<Item = Card> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            let bit = bits.trailing_zeros();
            bits = bits.checked_sub(1)? & bits;
            Some(Card(KIND_OF[bit as usize]))
        })
    }

    /// One of the cards, each equally likely.
    ///
    /// # Panics
    /// If there is none.
    #[inline]
    pub fn pick(self, rng: &mut Rng) -> Card {
        let (low, high) = (self.0 as u64, (self.0 >> 64) as u64);
        let bit = if high == 0 || rng.below(self.len() as u32) < low.count_ones() {
            rng.pick_bit(low)
        } else {
            64 + rng.pick_bit(high)
        };
        Card(KIND_OF[bit as usize])
    }

    /// Whether there is a card in it that breaks or repairs.
    #[inline]
    pub(super) const fn has_tools(self) -> bool {
        self.0 >> OFFSETS[16] & ((1 << (OFFSETS[25] - OFFSETS[16])) - 1) != 0
    }

    /// The edge sets its passages and its dead ends can show, a bit an edge set.
    #[inline]
    pub fn shows(self) -> Shows {
        let mut shows = Shows { passages: 0, dead_ends: 0 };
        let tunnels = self.0 as u64 & FIRSTS as u64 & ((1 << OFFSETS[TUNNELS as usize]) - 1);
        for kind in Bag(tunnels.into()).cards() {
            match kind.0 {
                0..PASSAGES => shows.passages |= SHOWS[kind.index()],
                _ => shows.dead_ends |= SHOWS[kind.index()],
            }
        }
        shows
    }
}

impl FromIterator<Card> for Bag {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Bag {
        cards.into_iter().fold(Bag::EMPTY, Bag::with)
    }
}

impl Serialize for Bag {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.cards())
    }
}

/// The edge sets that the tunnels of a hand can show: bit 5 is the edge set of bits 5, up and down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shows {
    /// With passages.
    pub passages: u16,
    /// With dead ends.
    pub dead_ends: u16,
}

impl Shows {
    /// The ways these tunnels can lie, in order.
    #[inline]
    pub fn paths(self) -> impl Iterator<Item = Path> {
        let mut bits = u32::from(self.passages) | u32::from(self.dead_ends) << DEAD;
        std::iter::from_fn(move || {
            let bit = bits.trailing_zeros();
            bits = bits.checked_sub(1)? & bits;
            Some(Path(bit as u8))
        })
    }
}

/// One of the three goals.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Goal {
    /// Two rows above the start.
    Top,
    /// In the row of the start.
    Middle,
    /// Two rows below the start.
    Bottom,
}

impl Goal {
    /// The goals from top to bottom.
    pub const ALL: [Goal; 3] = [Goal::Top, Goal::Middle, Goal::Bottom];
}

/// A set of goals, a bit a goal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Goals(u8);

impl Goals {
    /// All three.
    pub const ALL: Goals = Goals(7);

    /// Whether this goal is in it.
    #[inline]
    pub const fn has(self, goal: Goal) -> bool {
        self.0 >> goal as u8 & 1 == 1
    }

    /// The same set and this goal.
    #[inline]
    pub const fn with(self, goal: Goal) -> Goals {
        Goals(self.0 | 1 << goal as u8)
    }

    /// The same set without this goal.
    #[inline]
    pub const fn without(self, goal: Goal) -> Goals {
        Goals(self.0 & !(1 << goal as u8))
    }

    /// How many.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The goals in it, from top to bottom.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Goal> {
        Goal::ALL.into_iter().filter(move |&goal| self.has(goal))
    }
}

impl Serialize for Goals {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

/// What is on a goal card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Treasure {
    /// The gold, on a cross.
    Gold,
    /// A stone on a bend of left and down (or, turned, of right and up).
    #[serde(rename = "stone-DL")]
    StoneDl,
    /// A stone on a bend of left and up (or, turned, of right and down).
    #[serde(rename = "stone-UL")]
    StoneUl,
}

impl Treasure {
    /// The three goal cards.
    pub const ALL: [Treasure; 3] = [Treasure::Gold, Treasure::StoneDl, Treasure::StoneUl];

    /// How the card lies when it is turned up from this side: so that it is open there.
    #[inline]
    pub const fn lies(self, side: Side) -> Path {
        let edges = match self {
            Treasure::Gold => Edges::CROSS,
            Treasure::StoneDl => ORBITS[4],
            Treasure::StoneUl => ORBITS[3],
        };
        Path::passage(if edges.has(side) { edges } else { edges.turned() })
    }
}

/// Which side one is on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Wants the gold found.
    Digger,
    /// Wants it not found.
    Saboteur,
}

/// A gold card, worth 1 to 3 nuggets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub struct Nuggets(u8);

impl Nuggets {
    /// The gold cards, the least first.
    pub const ALL: [Nuggets; 3] = [Nuggets(1), Nuggets(2), Nuggets(3)];

    /// The card worth this much, if there is one.
    pub fn new(value: u8) -> Option<Nuggets> {
        (1..=3).contains(&value).then_some(Nuggets(value))
    }

    /// What it is worth.
    #[inline]
    pub const fn value(self) -> u8 {
        self.0
    }
}

/// Gold cards: how many of one, two and three nuggets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Gold([u8; 3]);

impl Gold {
    /// None.
    pub const NONE: Gold = Gold([0; 3]);
    /// The 28 gold cards of the box.
    pub const BOX: Gold = Gold([16, 8, 4]);

    /// So many of one, two and three nuggets.
    pub const fn new(counts: [u8; 3]) -> Gold {
        Gold(counts)
    }

    /// How many of one, two and three nuggets.
    pub const fn counts(self) -> [u8; 3] {
        self.0
    }

    /// How many of this card.
    #[inline]
    pub const fn count(self, card: Nuggets) -> u8 {
        self.0[card.0 as usize - 1]
    }

    /// How many cards.
    #[inline]
    pub const fn len(self) -> u8 {
        self.0[0] + self.0[1] + self.0[2]
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// What they are worth together.
    pub const fn value(self) -> u8 {
        self.0[0] + 2 * self.0[1] + 3 * self.0[2]
    }

    /// The same and one more.
    #[inline]
    pub const fn with(mut self, card: Nuggets) -> Gold {
        self.0[card.0 as usize - 1] += 1;
        self
    }

    /// The same and one fewer.
    #[inline]
    pub const fn without(mut self, card: Nuggets) -> Gold {
        self.0[card.0 as usize - 1] -= 1;
        self
    }

    /// Both together.
    pub const fn plus(self, other: Gold) -> Gold {
        Gold([self.0[0] + other.0[0], self.0[1] + other.0[1], self.0[2] + other.0[2]])
    }

    /// What is here and not there; whatever is there is here.
    pub const fn minus(self, other: Gold) -> Gold {
        Gold([self.0[0] - other.0[0], self.0[1] - other.0[1], self.0[2] - other.0[2]])
    }

    /// Whether all of these are here.
    pub const fn covers(self, other: Gold) -> bool {
        self.0[0] >= other.0[0] && self.0[1] >= other.0[1] && self.0[2] >= other.0[2]
    }

    /// The cards, each as often as it is there, the least first.
    pub fn cards(self) -> impl Iterator<Item = Nuggets> {
        let of = move |card| std::iter::repeat_n(card, usize::from(self.count(card)));
        Nuggets::ALL.into_iter().flat_map(of)
    }

    /// One of the cards, each equally likely.
    ///
    /// # Panics
    /// If there is none.
    #[inline]
    pub fn pick(self, rng: &mut Rng) -> Nuggets {
        let place = rng.below(u32::from(self.len())) as u8;
        let kind = usize::from(place >= self.0[0]) + usize::from(place >= self.0[0] + self.0[1]);
        Nuggets::ALL[kind]
    }

    /// The kinds in it, each once, the least first.
    pub fn kinds(self) -> impl Iterator<Item = Nuggets> {
        Nuggets::ALL.into_iter().filter(move |&card| self.count(card) > 0)
    }

    /// One of the kinds in it, each equally likely.
    ///
    /// # Panics
    /// If there is none.
    pub(super) fn pick_kind(self, rng: &mut Rng) -> Nuggets {
        let kind = rng.below(self.kinds().count() as u32);
        self.kinds().nth(kind as usize).expect("there are as many as were counted")
    }

    /// What makes the most of this sum without going above it, with as few cards as possible.
    pub(super) fn change(self, due: u8) -> Gold {
        let mut best = Gold::NONE;
        for threes in (0..=self.0[2].min(due / 3)).rev() {
            let rest = due - 3 * threes;
            for twos in (0..=self.0[1].min(rest / 2)).rev() {
                let made = Gold([self.0[0].min(rest - 2 * twos), twos, threes]);
                best = if made.value() > best.value() { made } else { best };
            }
        }
        best
    }
}

impl Serialize for Gold {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.cards())
    }
}

/// What one says about a goal one has looked at.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Claim {
    /// It is the gold.
    Gold,
    /// It is a stone.
    Stone,
    /// No comment.
    Nothing,
}

impl Claim {
    /// What can be said.
    pub const ALL: [Claim; 3] = [Claim::Gold, Claim::Stone, Claim::Nothing];
}

/// What a seat can do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Place a tunnel card.
    Dig(Path, Cell),
    /// Break a tool of another seat.
    Break(Tool, table::Seat),
    /// Repair a tool of any seat with this card.
    Repair(Card, Tool, table::Seat),
    /// Take a tunnel card away.
    Rockfall(Cell),
    /// Look at a goal.
    Map(Goal),
    /// Pass: put a card away face down.
    Discard(Card),
    /// Say something about the goal just looked at.
    Say(Claim),
    /// Keep a gold card of the bundle and pass on the rest.
    Take(Nuggets),
}

/// What luck decides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Chance {
    /// The goals are shuffled; from top to bottom they are these. A round begins with it.
    Goals([Treasure; 3]),
    /// This seat begins.
    First(table::Seat),
    /// A seat gets its role.
    Role(table::Seat, Role),
    /// A seat is dealt a card.
    Deal(table::Seat, Card),
    /// A seat draws a card after its turn.
    Draw(table::Seat, Card),
    /// These gold cards are drawn for those who found the gold.
    Bundle(Gold),
}
