//! When and on whom a saboteur plays a break card: the two evaluation functions of the paper on break cards.

use games::Saboteur;
use games::saboteur::{Card, CardBag, Cell, Edges, Goal, Private, Public, Side, Tool};
use table::{Game, Param, Params, Seat, SeatSet, Spec, SpecError, WordParam};

use super::distance::Distances;
use super::sideways::Sideways;

/// What both functions add up, and what the paper leaves open about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scoring {
    /// The tunnel is dangerous beyond this column.
    pub board: i8,
    /// The number of cards after which the round is dangerous.
    pub turn: u8,
    /// The score from which on a card is played.
    pub threshold: u32,
    /// Whether the board and the turn themselves count as dangerous already.
    pub inclusive: bool,
    /// The column of the start: 0, or 1 as in the other paper.
    pub origin: i8,
    /// Which cards lead sideways.
    pub sideways: Sideways,
    /// Whether the saboteur's own cards are left out of the count.
    pub others_only: bool,
}

pub const BOARD: Param = Param::number(
    "board",
    "5",
    "100 are added once the tunnel is beyond this column, counted from the start",
    -40.0,
    40.0,
);
pub const TURN: Param =
    Param::number("turn", "12", "100 are added once so many cards were played or put away", 0.0, 100.0);
const THRESHOLD: Param =
    Param::number("threshold", "50", "the score from which on a break card is played", 0.0, 10_000.0);
const FROM: WordParam<bool> = WordParam::new(
    "from",
    "beyond",
    "beyond the board and turn given, or at them",
    &[("beyond", false), ("at", true)],
);
const X0: Param = Param::number("x0", "0", "the column of the start", 0.0, 1.0);
const THROUGH: WordParam<Sideways> = WordParam::new(
    "through",
    "through",
    "cards that lead sideways: through (left and right), either, any (dead ends too)",
    Sideways::NAMES,
);
const COUNT: WordParam<bool> = WordParam::new(
    "count",
    "all",
    "whose cards are counted: all, or others",
    &[("all", false), ("others", true)],
);

/// What all break-card players can be told.
pub const SCORING: &[Param] = &[BOARD, TURN, THRESHOLD, FROM.param, X0, THROUGH.param, COUNT.param];

impl Scoring {
    /// What a spec says of it; other parameters are not looked at.
    ///
    /// # Errors
    /// Values that cannot be.
    pub fn of(spec: &Spec) -> Result<Scoring, SpecError> {
        Scoring::read(&mut Params::new(spec))
    }

    pub fn read(params: &mut Params<'_>) -> Result<Scoring, SpecError> {
        Ok(Scoring {
            board: params.number(&BOARD)?,
            turn: params.number(&TURN)?,
            threshold: params.number(&THRESHOLD)?,
            inclusive: params.choice(&FROM)?,
            origin: params.number(&X0)?,
            sideways: params.choice(&THROUGH)?,
            others_only: params.choice(&COUNT)?,
        })
    }

    fn beyond<T: PartialOrd>(&self, value: T, limit: T) -> bool {
        value > limit || (self.inclusive && value == limit)
    }

    /// What does not depend on the tool: the tunnel's reach, the turn, and the cards that lead sideways.
    fn situation(&self, public: &Public, seat: Seat, put_away: &dyn Fn(Seat) -> CardBag) -> Situation {
        let whose = SeatSet::all(usize::from(public.rules.seats));
        let whose = if self.others_only { whose.without(seat) } else { whose };
        let used = |counts: &dyn Fn(CardBag) -> u32| -> u32 {
            whose.map(|seat| counts(public.played[seat]) + counts(put_away(seat))).sum()
        };
        let sideways = used(&|bag| self.sideways.of(bag));
        let repairs = Tool::ALL.map(|tool| used(&|bag| repairs(bag, tool)));
        let column = reach(public) - Cell::START.x + self.origin;
        Situation {
            far: self.beyond(column, self.board),
            late: self.beyond(public.turns(), usize::from(self.turn)),
            sideways,
            repairs,
        }
    }
}

/// The column the tunnel has reached.
fn reach(public: &Public) -> i8 {
    let board = &public.board;
    board.window().iter(board.reached()).map(|cell| cell.x).max().unwrap_or(Cell::START.x)
}

/// How many of these cards can repair a tool.
fn repairs(bag: CardBag, tool: Tool) -> u32 {
    Card::repairs().filter(|card| card.mends().contains(tool)).map(|card| u32::from(bag.count(card))).sum()
}

/// A position as the two functions see it.
#[derive(Clone, Copy, Debug)]
struct Situation {
    far: bool,
    late: bool,
    sideways: u32,
    repairs: [u32; 3],
}

impl Situation {
    fn score(&self, tool: Tool) -> u32 {
        let danger = u32::from(self.far) + u32::from(self.late);
        10 * self.sideways + 20 * self.repairs[tool as usize] + 100 * danger
    }
}

/// The break card to play, and on whom.
pub type Blow = (Tool, Seat);

/// The function that knows what everybody knows (通常関数).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Normal(pub Scoring);

impl Normal {
    /// Whether a break card of this hand is to be played, and on whom.
    pub fn decide(&self, public: &Public, seat: Seat, hand: CardBag) -> Option<Blow> {
        self.weigh(public, seat, hand).filter(|(_, score)| *score >= self.0.threshold).map(|(blow, _)| blow)
    }

    /// The break card that would be played, and on whom, whatever the score.
    pub fn aim(&self, public: &Public, seat: Seat, hand: CardBag) -> Option<Blow> {
        self.weigh(public, seat, hand).map(|(blow, _)| blow)
    }

    fn weigh(&self, public: &Public, seat: Seat, hand: CardBag) -> Option<(Blow, u32)> {
        let situation = self.0.situation(public, seat, &|_| CardBag::EMPTY);
        let target = foremost(public, seat, |other| self.0.sideways.of(public.played[other]))?;
        let tool = best_tool(hand, |tool| situation.score(tool))?;
        Some(((tool, target), situation.score(tool)))
    }
}

/// The tool of the hand's break cards with the highest score; the first of equals.
fn best_tool(hand: CardBag, score: impl Fn(Tool) -> u32) -> Option<Tool> {
    let held = Tool::ALL.into_iter().filter(|tool| hand.contains(Card::breaking(*tool)));
    held.rev().max_by_key(|tool| score(*tool))
}

/// Of the others with all their tools, the one with the most; of equals the first after the one who asks.
fn foremost(public: &Public, seat: Seat, most: impl Fn(Seat) -> u32) -> Option<Seat> {
    let seats = usize::from(public.rules.seats);
    let others = (1..seats).rev().map(|on| Seat::new((seat.index() + on) % seats));
    others.filter(|other| public.may_dig(*other)).max_by_key(|other| most(*other))
}

/// When a repair card in another's hand keeps the cheater from playing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Veto {
    /// As printed: anybody holds one, and neither the board nor the turn is dangerous.
    Literal,
    /// The target holds one, and not both the board and the turn are dangerous.
    Unless,
    /// The target holds one, whatever the position.
    Target,
    /// Never.
    Never,
}

/// The function that sees the others' hands and what they put away (チート関数).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cheat {
    /// What it has in common with the other function.
    pub scoring: Scoring,
    /// When a repair card keeps it from playing.
    pub veto: Veto,
    /// Whether the cards to a goal may be spread over several hands.
    pub pooled: bool,
}

pub const VETO: WordParam<Veto> = WordParam::new(
    "veto",
    "target",
    "a repair card stops it: target (the target holds it), unless (and not both dangers), literal (anybody, and no \
     danger), never",
    Veto::NAMES,
);
pub const HANDS: WordParam<bool> = WordParam::new(
    "hands",
    "one",
    "the way to a goal is held by one, or by all together (pooled)",
    &[("one", false), ("pooled", true)],
);

/// What `cheater` can be told besides.
pub const CHEATING: &[Param] = &[VETO.param, HANDS.param];

impl Cheat {
    /// What a spec says of it; other parameters are not looked at.
    ///
    /// # Errors
    /// Values that cannot be.
    pub fn of(spec: &Spec) -> Result<Cheat, SpecError> {
        Cheat::read(&mut Params::new(spec))
    }

    pub fn read(params: &mut Params<'_>) -> Result<Cheat, SpecError> {
        Ok(Cheat {
            scoring: Scoring::read(params)?,
            veto: params.choice(&VETO)?,
            pooled: params.choice(&HANDS)?,
        })
    }

    /// Whether a break card of this seat's hand is to be played, and on whom.
    pub fn decide(&self, truth: &Saboteur, seat: Seat) -> Option<Blow> {
        let (situation, target) = (self.situation(truth, seat), target(truth, seat)?);
        let threat = if self.threatened(truth, seat) { 50 } else { 0 };
        let tool = best_tool(self.allowed(truth, seat, target, &situation), |tool| situation.score(tool))?;
        (situation.score(tool) + threat >= self.scoring.threshold).then_some((tool, target))
    }

    /// The break card that would be played, and on whom, whatever the score; if repair cards make all of them useless,
    /// one of these.
    pub fn aim(&self, truth: &Saboteur, seat: Seat) -> Option<Blow> {
        let (situation, target) = (self.situation(truth, seat), target(truth, seat)?);
        let best = |hand: CardBag| best_tool(hand, |tool| situation.score(tool));
        let allowed = best(self.allowed(truth, seat, target, &situation));
        allowed.or_else(|| best(truth.private(seat).hand)).map(|tool| (tool, target))
    }

    fn situation(&self, truth: &Saboteur, seat: Seat) -> Situation {
        self.scoring.situation(truth.public(), seat, &|seat| put_away(truth.private(seat)))
    }

    /// The hand without the break cards that a repair card makes useless.
    fn allowed(&self, truth: &Saboteur, seat: Seat, target: Seat, situation: &Situation) -> CardBag {
        let holds = |other: Seat, tool: Tool| repairs(truth.private(other).hand, tool) > 0;
        let Situation { far, late, .. } = *situation;
        let stopped = |tool: Tool| match self.veto {
            Veto::Literal => {
                let mut others = SeatSet::all(usize::from(truth.public().rules.seats)).without(seat);
                !far && !late && others.any(|other| holds(other, tool))
            }
            Veto::Unless => !(far && late) && holds(target, tool),
            Veto::Target => holds(target, tool),
            Veto::Never => false,
        };
        let hand = truth.private(seat).hand;
        hand.cards()
            .filter(|card| !Tool::ALL.iter().any(|&tool| *card == Card::breaking(tool) && stopped(tool)))
            .collect()
    }

    /// Whether another holds all cards that are needed from the nearest end to a goal.
    fn threatened(&self, truth: &Saboteur, seat: Seat) -> bool {
        let Some(needed) = Steps::to_goal(truth.public()) else { return false };
        let mut others = SeatSet::all(usize::from(truth.public().rules.seats)).without(seat);
        if self.pooled {
            let held = others.map(|other| Steps::held(truth.private(other).hand));
            return held.fold(Held::default(), Held::plus).covers(needed);
        }
        others.any(|other| Steps::held(truth.private(other).hand).covers(needed))
    }
}

impl Veto {
    /// The readings by name.
    pub const NAMES: &'static [(&'static str, Veto)] = &[
        ("target", Veto::Target),
        ("unless", Veto::Unless),
        ("literal", Veto::Literal),
        ("never", Veto::Never),
    ];
}

/// The seat that the cheat hits: the one with the best tunnel cards.
fn target(truth: &Saboteur, seat: Seat) -> Option<Seat> {
    foremost(truth.public(), seat, |other| worth(truth.private(other).hand))
}

fn put_away(private: &Private) -> CardBag {
    private.discards
}

/// How good the tunnel cards of a hand are: the open sides of its crosses and forks.
fn worth(hand: CardBag) -> u32 {
    let sides = |card: Card| match card.path() {
        Some(path) if !path.is_dead_end() => path.edges().bits().count_ones(),
        _ => 0,
    };
    hand.cards().map(sides).filter(|sides| *sides >= 3).sum()
}

/// Cells to fill on the way to a goal: along rows, and along columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Steps {
    across: u32,
    along: u32,
}

impl Steps {
    /// From the first of the ends that are nearest to a face-down goal.
    fn to_goal(public: &Public) -> Option<Steps> {
        let board = &public.board;
        let map = Distances::of(board);
        let end = board.window().iter(map.nearest()).next()?;
        let steps = |goal: Goal| {
            let there = board.goal_cell(goal);
            Steps { across: there.x.abs_diff(end.x).into(), along: there.y.abs_diff(end.y).into() }
        };
        board.face_down().iter().map(steps).min_by_key(|steps| steps.across + steps.along)
    }

    fn held(hand: CardBag) -> Held {
        let open = |edges: Edges, sides: [Side; 2]| sides.iter().all(|side| edges.contains(*side));
        let mut held = Held::default();
        for path in hand.cards().filter_map(Card::path).filter(|path| !path.is_dead_end()) {
            let (across, along) =
                (open(path.edges(), [Side::Left, Side::Right]), open(path.edges(), [Side::Up, Side::Down]));
            held.both += u32::from(across && along);
            held.across += u32::from(across && !along);
            held.along += u32::from(along && !across);
        }
        held
    }
}

/// Passages that serve a step across, a step along, or either.
#[derive(Clone, Copy, Debug, Default)]
struct Held {
    across: u32,
    along: u32,
    both: u32,
}

impl Held {
    fn plus(self, other: Held) -> Held {
        Held {
            across: self.across + other.across,
            along: self.along + other.along,
            both: self.both + other.both,
        }
    }

    /// Whether each step has a card of its own.
    fn covers(self, needed: Steps) -> bool {
        let missing = needed.across.saturating_sub(self.across) + needed.along.saturating_sub(self.along);
        missing <= self.both
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::saboteur::Path;
    use table::Notation;

    fn bag(cards: &str) -> CardBag {
        cards.split_whitespace().map(|card| card.parse::<Card>().unwrap()).collect()
    }

    fn held(cards: &str) -> [u32; 3] {
        let Held { across, along, both } = Steps::held(bag(cards));
        [across, along, both]
    }

    #[test]
    fn passages_serve_the_steps_they_are_open_to() {
        assert_eq!(held("LR ULR UD UDR UDLR UDLR"), [2, 2, 2]);
        assert_eq!(held("UD UD UDR"), [0, 3, 0]);
        assert_eq!(held("xLR xUD xUDLR UL DL map"), [0, 0, 0]);
        let sum = Steps::held(bag("LR UD UDLR")).plus(Steps::held(bag("LR LR UD UD UD UDLR")));
        assert_eq!([sum.across, sum.along, sum.both], [3, 4, 2]);
    }

    #[test]
    fn each_step_takes_a_card_of_its_own() {
        let covers = |across, along| Steps::held(bag("LR LR UD UDLR")).covers(Steps { across, along });
        assert_eq!([covers(2, 1), covers(3, 1), covers(2, 2), covers(0, 0)], [true; 4]);
        assert_eq!([covers(3, 2), covers(4, 1), covers(2, 3)], [false; 3]);
    }

    #[test]
    fn crosses_and_forks_are_worth_their_open_sides() {
        let worths =
            ["UDLR", "UDLR ULR", "UL LR UD", "xUDLR xULR", "UDR UDR map"].map(|hand| worth(bag(hand)));
        assert_eq!(worths, [4, 7, 0, 0, 6]);
    }

    /// The start lies at 1,3 and the goals at 9,1, 9,3 and 9,5.
    #[test]
    fn steps_lead_from_the_nearest_end_to_the_nearest_goal() {
        let rules = Saboteur::read_rules(&"saboteur-collusion".parse().unwrap(), 6).unwrap();
        let steps = |digs: &[(&str, i8, i8)]| {
            let mut public = *Saboteur::new(&rules).public();
            let lay = |&(path, x, y): &(&str, i8, i8)| {
                public.board.place(path.parse::<Path>().unwrap(), Cell::at(x, y));
            };
            digs.iter().for_each(lay);
            (Steps::to_goal(&public), reach(&public))
        };
        let to = |across, along| Some(Steps { across, along });
        assert_eq!(steps(&[]), (to(7, 0), 1));
        assert_eq!(steps(&[("LR", 2, 3), ("LR", 3, 3)]), (to(5, 0), 3));
        assert_eq!(steps(&[("LR", 2, 3), ("UL", 3, 3)]), (to(6, 1), 3));
        let down = [("LR", 2, 3), ("DL", 3, 3), ("UD", 3, 4), ("UR", 3, 5)];
        assert_eq!(steps(&down), (to(5, 0), 3));
    }
}
