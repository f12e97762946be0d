//! Saboteur as numbers, version 1: one row of figures a view, one id an action.

use games::saboteur::{
    Action, Board, Card, CardBag, Cell, Claim, Deed, Edges, Extent, Goal, Nuggets, Path, Phase, Role, Rules,
    Saboteur, Side, Tool, Treasure, Window, Winner,
};
use table::{ActionIds, Encode, Features, Seat, View};

use crate::figures::{Figures, names};

/// The cells that have numbers: the whole board of the papers, and of the open one a margin on every side. Tunnels
/// beyond are neither shown nor offered.
const MARGIN: i8 = 2;

/// The part of the board that has numbers, and how many cells of a row and in all.
#[derive(Clone, Copy, Debug)]
struct Frame {
    window: Window,
    columns: u32,
    cells: u32,
}

impl Frame {
    #[inline]
    fn new(rules: &Rules) -> Frame {
        let margin = if rules.board == Extent::Open { MARGIN } else { 0 };
        let right = Cell::START.x + rules.distance as i8 + 1;
        let window = Window { left: -margin, top: -margin, right: right + margin, bottom: 6 + margin };
        let columns = (window.right - window.left) as u32 + 1;
        Frame { window, columns, cells: columns * ((window.bottom - window.top) as u32 + 1) }
    }

    /// The number of a cell, as one reads.
    #[inline]
    fn place(&self, cell: Cell) -> Option<u32> {
        let Window { left, top, .. } = self.window;
        let place = || (cell.y - top) as u32 * self.columns + (cell.x - left) as u32;
        self.window.contains(cell).then(place)
    }

    /// The cells that have numbers, as one reads.
    fn all(&self) -> impl Iterator<Item = Cell> + use<> {
        let frame = *self;
        (0..frame.cells).map(move |place| frame.cell(place))
    }

    fn rows(&self) -> u32 {
        self.cells / self.columns
    }

    fn cell(&self, place: u32) -> Cell {
        let (x, y) = (place % self.columns, place / self.columns);
        Cell::at(self.window.left + x as i8, self.window.top + y as i8)
    }
}

/// Digs by the way the card lies and the cell; then tools broken and repaired by tool and seat, rockfalls by cell, maps by
/// goal, cards put away, what is said, and gold cards taken. Seats are named by their letter, whichever seat acts.
#[derive(Clone, Copy, Debug)]
pub struct SaboteurIds;

/// The ways a tunnel card can lie: passages have two open sides or more, dead ends any.
const PATHS: u32 = 26;
const PASSAGES: u32 = 11;
/// Cards that repair one tool, and those of two with either: 3 + 3 × 2.
const REPAIRS: u32 = 9;
const TOOLS: u32 = Tool::COUNT as u32;

/// For each set of sides its place among those with two sides or more.
const PLACES: [u8; 16] = {
    let (mut places, mut bits, mut next) = ([0; 16], 1_usize, 0);
    while bits < 16 {
        if bits.count_ones() > 1 {
            places[bits] = next;
            next += 1;
        }
        bits += 1;
    }
    places
};

/// The passages in order.
const WAYS: [u8; PASSAGES as usize] = {
    let (mut ways, mut bits) = ([0; PASSAGES as usize], 1_usize);
    while bits < 16 {
        if bits.count_ones() > 1 {
            ways[PLACES[bits] as usize] = bits as u8;
        }
        bits += 1;
    }
    ways
};

#[inline]
const fn path_place(path: Path) -> u32 {
    let bits = path.edges().bits();
    if path.is_dead_end() { PASSAGES + bits as u32 - 1 } else { PLACES[bits as usize] as u32 }
}

const fn path_at(place: u32) -> Path {
    match place.checked_sub(PASSAGES) {
        Some(dead) => Path::dead_end(Edges::of_bits(dead as u8 + 1)),
        None => Path::passage(Edges::of_bits(WAYS[place as usize])),
    }
}

/// The place of a card that repairs this tool.
fn repair_place(card: Card, tool: Tool) -> Option<u32> {
    let number = card.index().checked_sub(Card::repairing(Tool::Lantern).index())? as u32;
    let way = card.mends().iter().position(|other| other == tool)? as u32;
    Some(if number < TOOLS { number } else { TOOLS + 2 * (number - TOOLS) + way })
}

fn repair_at(place: u32) -> Option<(Card, Tool)> {
    let (number, way) = match place.checked_sub(TOOLS) {
        None => (place, 0),
        Some(pair) => (TOOLS + pair / 2, pair % 2),
    };
    let card = Card::repairs().nth(number as usize)?;
    Some((card, card.mends().iter().nth(way as usize)?))
}

/// The number of ids each kind of action has, in their order.
#[inline]
fn counts(frame: &Frame, seats: u32) -> [u32; 8] {
    let (goals, claims, gold) = (Goal::COUNT as u32, Claim::COUNT as u32, Nuggets::ALL.len() as u32);
    let (breaks, repairs) = (TOOLS * seats, REPAIRS * seats);
    [PATHS * frame.cells, breaks, repairs, frame.cells, goals, Card::COUNT as u32, claims, gold]
}

impl ActionIds<Saboteur> for SaboteurIds {
    const VERSION: u32 = 1;

    fn ids(rules: &Rules) -> u32 {
        counts(&Frame::new(rules), u32::from(rules.seats)).iter().sum()
    }

    #[inline]
    fn id(rules: &Rules, action: &Action) -> Option<u32> {
        let (frame, seats) = (Frame::new(rules), u32::from(rules.seats));
        let at = |kind: u32, seat: Seat| {
            let index = seat.index() as u32;
            (index < seats).then_some(kind * seats + index)
        };
        let (kind, place) = match *action {
            Action::Dig(path, cell) => return Some(path_place(path) * frame.cells + frame.place(cell)?),
            Action::Break(tool, seat) => (1, at(tool.index() as u32, seat)?),
            Action::Repair(card, tool, seat) => (2, at(repair_place(card, tool)?, seat)?),
            Action::Rockfall(cell) => (3, frame.place(cell)?),
            Action::Map(goal) => (4, goal.index() as u32),
            Action::Discard(card) => (5, card.index() as u32),
            Action::Say(claim) => (6, claim.index() as u32),
            Action::Take(card) => (7, u32::from(card.value()) - 1),
        };
        Some(counts(&frame, seats)[..kind].iter().sum::<u32>() + place)
    }

    fn action(rules: &Rules, id: u32) -> Option<Action> {
        let (frame, seats) = (Frame::new(rules), u32::from(rules.seats));
        let (mut kind, mut place) = (0, id);
        for count in counts(&frame, seats) {
            match place.checked_sub(count) {
                None => break,
                Some(left) => (kind, place) = (kind + 1, left),
            }
        }
        let seat = || Seat::new((place % seats) as usize);
        Some(match kind {
            0 => Action::Dig(path_at(place / frame.cells), frame.cell(place % frame.cells)),
            1 => Action::Break(Tool::of_index((place / seats) as usize), seat()),
            2 => repair_at(place / seats).map(|(card, tool)| Action::Repair(card, tool, seat()))?,
            3 => Action::Rockfall(frame.cell(place)),
            4 => Action::Map(Goal::of_index(place as usize)),
            5 => Action::Discard(Card::of_index(place as usize)),
            6 => Action::Say(Claim::of_index(place as usize)),
            7 => Action::Take(Nuggets::ALL[place as usize]),
            _ => return None,
        })
    }

    /// What is done; the card that is played; how a tunnel lies; the column and the row of the cell; the tool, the seat, the
    /// goal, the claim and the gold card that are named.
    fn features(rules: &Rules) -> Vec<String> {
        let frame = Frame::new(rules);
        let mut all = names("kind", KIND_NAMES);
        all.extend(names("card", Card::all()));
        all.extend(names("open", SIDE_NAMES));
        all.push("dead-end".to_string());
        all.extend(names("column", frame.window.left..=frame.window.right));
        all.extend(names("row", frame.window.top..=frame.window.bottom));
        all.extend(names("tool", Tool::ALL));
        all.extend(names("seat", Seat::all(usize::from(rules.seats))));
        all.extend(names("goal", Goal::ALL));
        all.extend(names("claim", Claim::ALL));
        all.push("gold".to_string());
        all
    }

    fn describe(rules: &Rules, action: &Action, out: &mut [f32]) {
        let (frame, mut row) = (Frame::new(rules), Figures::blank(out));
        let named = Named::by(action);
        row.one_of(KIND_NAMES.len(), Some(named.kind));
        row.one_of(Card::COUNT, named.card.map(Card::index));
        row.bits(Side::COUNT, named.path.map_or(0, |path| path.edges().bits()));
        row.flag(named.path.is_some_and(Path::is_dead_end));
        let place = named.cell.and_then(|cell| frame.place(cell));
        row.one_of(frame.columns as usize, place.map(|place| (place % frame.columns) as usize));
        row.one_of(frame.rows() as usize, place.map(|place| (place / frame.columns) as usize));
        row.one_of(Tool::COUNT, named.tool.map(Tool::index));
        row.one_of(usize::from(rules.seats), named.seat.map(Seat::index));
        row.one_of(Goal::COUNT, named.goal.map(Goal::index));
        row.one_of(Claim::COUNT, named.claim.map(Claim::index));
        row.figure(f32::from(named.gold) / 3.0);
    }
}

/// The kinds of actions in the order of the ids, for names.
const KIND_NAMES: [&str; 8] = ["dig", "break", "repair", "rockfall", "map", "discard", "say", "take"];
/// The sides in their order.
const SIDE_NAMES: [&str; Side::COUNT] = ["up", "right", "down", "left"];

/// What an action names.
#[derive(Default)]
struct Named {
    kind: usize,
    card: Option<Card>,
    path: Option<Path>,
    cell: Option<Cell>,
    tool: Option<Tool>,
    seat: Option<Seat>,
    goal: Option<Goal>,
    claim: Option<Claim>,
    gold: u8,
}

impl Named {
    fn by(action: &Action) -> Named {
        let of = |kind: usize| Named { kind, ..Named::default() };
        let with = |kind: usize, card: Card| Named { card: Some(card), ..of(kind) };
        match *action {
            Action::Dig(path, cell) => Named { path: Some(path), cell: Some(cell), ..with(0, path.card()) },
            Action::Break(tool, seat) => {
                Named { tool: Some(tool), seat: Some(seat), ..with(1, Card::breaking(tool)) }
            }
            Action::Repair(card, tool, seat) => Named { tool: Some(tool), seat: Some(seat), ..with(2, card) },
            Action::Rockfall(cell) => Named { cell: Some(cell), ..with(3, Card::ROCKFALL) },
            Action::Map(goal) => Named { goal: Some(goal), ..with(4, Card::MAP) },
            Action::Discard(card) => with(5, card),
            Action::Say(claim) => Named { claim: Some(claim), ..of(6) },
            Action::Take(card) => Named { gold: card.value(), ..of(7) },
        }
    }
}

/// What a seat sees, seats in the order of their letters, as the ids name them.
///
/// | figures | what |
/// |---|---|
/// | 6 × cells | the board, a plane after the other: open up, right, down, left, dead end, connected with the start |
/// | 3 × 6 | each goal: what it shows, what this seat saw there |
/// | 10 + 3 + 3 + 2 | what comes next, the goal spoken about, the round, cards in the pile (of 67), gold cards that wait (of 9) |
/// | 3 × 3 | who won each round that is over |
/// | 2 + 27 + 27 + 3 + 3 | the own role, hand, cards put away, gold cards (of 16, 8, 4), the bundle before it |
/// | seats × (12 + 3 + 27) | of each seat: see `seat`; whether it was a saboteur in each round that is over; cards played |
/// | seats × (23 + seats) | the last deed of each seat in this round: kind, card, place, target, tool, goal, claim |
///
/// Deeds before the last one are in the rows before: who remembers its rows misses nothing.
#[derive(Clone, Copy, Debug)]
pub struct SaboteurRow {
    seats: usize,
    frame: Frame,
    distance: u8,
}

const PLANES: usize = 6;
const GOALS: usize = Goal::COUNT * 2 * Treasure::COUNT;
const PHASES: usize = 10;
const ROUNDS: usize = 3;
const TABLE: usize = PHASES + Goal::COUNT + ROUNDS + 2 + ROUNDS * 3;
const OWN: usize = Role::COUNT + 2 * Card::COUNT + 2 * 3;
const SEAT: usize = 12 + ROUNDS + Card::COUNT;
const DEEDS: usize = 7;
const DEED: usize = DEEDS + Side::COUNT + 1 + 2 + Tool::COUNT + Goal::COUNT + Claim::COUNT;

impl Encode<Saboteur> for SaboteurRow {
    type Ids = SaboteurIds;
    const VERSION: u32 = 1;

    fn new(rules: &Rules) -> SaboteurRow {
        SaboteurRow { seats: usize::from(rules.seats), frame: Frame::new(rules), distance: rules.distance }
    }

    fn width(&self) -> usize {
        let board = PLANES * self.frame.cells as usize + GOALS;
        board + TABLE + OWN + self.seats * (SEAT + DEED + self.seats)
    }

    fn features(&self) -> Features {
        let mut told = Features::new();
        tell_board(&mut told, &self.frame);
        tell_table(&mut told);
        tell_own(&mut told);
        Seat::all(self.seats).for_each(|seat| tell_seat(&mut told, seat));
        Seat::all(self.seats).for_each(|seat| tell_deed(&mut told, seat, self.seats, self.distance));
        told
    }

    fn observe(&self, view: View<'_, Saboteur>, out: &mut [f32]) {
        let mut row = Figures::blank(out);
        board(&mut row, &self.frame, &view.public.board);
        goals(&mut row, view);
        table(&mut row, view);
        own(&mut row, view);
        Seat::all(self.seats).for_each(|other| seat(&mut row, view, other));
        deeds(&mut row, view);
        debug_assert_eq!(row.left(), 0, "the row is as wide as it says");
    }
}

/// Names of what [`board`] and [`goals`] write.
fn tell_board(told: &mut Features, frame: &Frame) {
    let planes = SIDE_NAMES.iter().map(|side| format!("board.{side}"));
    let planes = planes.chain(["board.dead-end", "board.reached"].map(String::from));
    planes.for_each(|plane| told.flags(&plane, frame.all()));
    for goal in Goal::ALL {
        told.flags(&format!("goal.{goal}.shows"), Treasure::ALL);
        told.flags(&format!("goal.{goal}.known"), Treasure::ALL);
    }
}

/// Names of what [`table`] writes.
fn tell_table(told: &mut Features) {
    const NAMES: [&str; PHASES] =
        ["goals", "first", "role", "deal", "play", "say", "draw", "bundle", "take", "over"];
    told.flags("phase", NAMES);
    told.flags("phase.goal", Goal::ALL);
    told.flags("round", 1..=ROUNDS);
    told.share("pile", 0..=67, 67.0);
    told.share("bundle", 0..=9, 9.0);
    (1..=ROUNDS).for_each(|round| told.flags(&format!("won{round}"), ["diggers", "saboteurs", "nobody"]));
}

/// Names of what [`own`] writes.
fn tell_own(told: &mut Features) {
    told.flags("own.role", Role::ALL);
    ["own.hand", "own.discards"].iter().for_each(|of| tell_bag(told, of));
    for of in ["own.gold", "own.bundle"] {
        let counts = (1..).zip([16_i16, 8, 4]);
        counts.for_each(|(gold, all)| told.share(format!("{of}.{gold}"), 0..=all, f32::from(all)));
    }
}

fn tell_bag(told: &mut Features, of: &str) {
    Card::all().for_each(|card| told.count(format!("{of}.{card}"), 0..=i16::from(card.copies())));
}

/// Names of what [`seat`] writes.
fn tell_seat(told: &mut Features, seat: Seat) {
    let of = |what: &str| format!("{seat}.{what}");
    told.flags(&seat.to_string(), ["own", "named", "first"]);
    told.flags(&of("broken"), Tool::ALL);
    told.share(of("hand"), 0..=67, 6.0);
    told.share(of("discards"), 0..=67, 10.0);
    told.share(of("gold"), 0..=28, 9.0);
    told.flags(&of("mapped"), Goal::ALL);
    told.flags(&of("saboteur"), 1..=ROUNDS);
    tell_bag(told, &of("played"));
}

/// Names of what [`deed`] writes of a seat.
fn tell_deed(told: &mut Features, seat: Seat, seats: usize, distance: u8) {
    let of = |what: &str| format!("{seat}.last.{what}");
    told.flags(&of("kind"), &KIND_NAMES[..DEEDS]);
    told.flags(&of("open"), SIDE_NAMES);
    told.flag(of("dead-end"));
    let far = i16::from(i8::MAX);
    told.share(of("across"), -far..=far, f32::from(distance));
    told.share(of("down"), -far..=far, 6.0);
    told.flags(&of("target"), Seat::all(seats));
    told.flags(&of("tool"), Tool::ALL);
    told.flags(&of("goal"), Goal::ALL);
    told.flags(&of("claim"), Claim::ALL);
}

/// What lies on the table, a plane a fact.
fn board(row: &mut Figures<'_>, frame: &Frame, board: &Board) {
    let cells = frame.cells as usize;
    let planes = row.take(PLANES * cells);
    let mut show = |cell: Cell, path: Path| {
        let Some(place) = frame.place(cell) else { return };
        let place = place as usize;
        path.edges().iter().for_each(|side| planes[side.index() * cells + place] = 1.0);
        let flags = [path.is_dead_end(), board.is_reached(cell)];
        let rest = planes[Side::COUNT * cells..].chunks_exact_mut(cells);
        rest.zip(flags).for_each(|(plane, flag)| plane[place] = f32::from(u8::from(flag)));
    };
    show(Cell::START, Path::passage(Edges::ALL));
    board.tunnels().for_each(|(cell, path)| show(cell, path));
    for goal in Goal::ALL {
        if let Some((_, path)) = board.goal(goal) {
            show(board.goal_cell(goal), path);
        }
    }
}

fn goals(row: &mut Figures<'_>, view: View<'_, Saboteur>) {
    for goal in Goal::ALL {
        let shown = view.public.board.goal(goal).map(|(treasure, _)| treasure);
        for found in [shown, view.private.known(goal)] {
            row.one_of(Treasure::COUNT, found.map(Treasure::index));
        }
    }
}

/// What comes next, who is named by it, and which goal.
fn described(phase: Phase) -> (usize, Option<Seat>, Option<Goal>) {
    match phase {
        Phase::Goals => (0, None, None),
        Phase::First => (1, None, None),
        Phase::Role(seat) => (2, Some(seat), None),
        Phase::Deal(seat) => (3, Some(seat), None),
        Phase::Play(seat) => (4, Some(seat), None),
        Phase::Say(seat, goal) => (5, Some(seat), Some(goal)),
        Phase::Draw(seat) => (6, Some(seat), None),
        Phase::Bundle(seat) => (7, Some(seat), None),
        Phase::Take(seat) => (8, Some(seat), None),
        Phase::Over => (9, None, None),
    }
}

fn table(row: &mut Figures<'_>, view: View<'_, Saboteur>) {
    let public = view.public;
    let (phase, _, goal) = described(public.phase);
    row.one_of(PHASES, Some(phase));
    row.one_of(Goal::COUNT, goal.map(Goal::index));
    row.one_of(ROUNDS, Some(usize::from(public.round)));
    row.figure(f32::from(public.pile) / 67.0);
    row.figure(f32::from(public.bundle) / 9.0);
    for end in &public.ends {
        let winner = end.as_ref().map(|end| match end.winner {
            Winner::Diggers => 0,
            Winner::Saboteurs => 1,
            Winner::Nobody => 2,
        });
        row.one_of(3, winner);
    }
}

fn own(row: &mut Figures<'_>, view: View<'_, Saboteur>) {
    let own = view.private;
    row.one_of(Role::COUNT, own.role.map(Role::index));
    bag(row, own.hand);
    bag(row, own.discards);
    let last = own.looks[usize::from(view.public.round)].iter().last();
    let bundle = last.filter(|look| look.took.is_none()).map(|look| look.bundle).unwrap_or_default();
    for gold in [own.gold, bundle] {
        let shares = gold.counts().map(f32::from).into_iter().zip([16.0, 8.0, 4.0]);
        shares.for_each(|(count, all)| row.figure(count / all));
    }
}

fn bag(row: &mut Figures<'_>, bag: CardBag) {
    let places = row.take(Card::COUNT);
    bag.kinds().for_each(|card| places[card.index()] = f32::from(bag.count(card)));
}

/// Whether it is one's own seat, is named by what comes next, begins; its broken tools; cards in hand (of 6) and put away
/// (of 10), gold cards (of 9); the goals it has looked at.
fn seat(row: &mut Figures<'_>, view: View<'_, Saboteur>, seat: Seat) {
    let public = view.public;
    let (_, named, _) = described(public.phase);
    row.flags([seat == view.seat, named == Some(seat), public.first == Some(seat)]);
    row.flags(public.broken.map(|broken| broken.contains(seat)));
    row.figure(f32::from(public.hands[seat]) / 6.0);
    row.figure(f32::from(public.discards[seat]) / 10.0);
    row.figure(f32::from(public.gold[seat]) / 9.0);
    row.bits(Goal::COUNT, public.mapped[seat].bits());
    row.flags(public.ends.map(|end| end.is_some_and(|end| end.saboteurs.contains(seat))));
    bag(row, public.played[seat]);
}

/// The last deed of each seat.
fn deeds(row: &mut Figures<'_>, view: View<'_, Saboteur>) {
    let seats = usize::from(view.public.rules.seats);
    let rows = row.take(seats * (DEED + seats));
    let mut missing = (1_u32 << seats) - 1;
    for play in view.public.log.iter().rev() {
        let (index, bit) = (play.seat.index(), 1 << play.seat.index());
        if missing & bit != 0 {
            missing &= !bit;
            deed(&mut rows[index * (DEED + seats)..][..DEED + seats], seats, view, &play.deed);
        }
        if missing == 0 {
            break;
        }
    }
}

fn deed(out: &mut [f32], seats: usize, view: View<'_, Saboteur>, deed: &Deed) {
    let mut row = Figures::blank(out);
    let parts = Parts::of(deed);
    row.one_of(DEEDS, Some(parts.kind));
    row.bits(Side::COUNT, parts.path.map_or(0, |path| path.edges().bits()));
    row.flag(parts.path.is_some_and(Path::is_dead_end));
    let from_start = |cell: Cell| {
        let (across, down) = (cell.x - Cell::START.x, cell.y - Cell::START.y);
        [f32::from(across) / f32::from(view.public.rules.distance), f32::from(down) / 6.0]
    };
    row.take(2).copy_from_slice(&parts.cell.map_or([0.0; 2], from_start));
    row.one_of(seats, parts.target.map(Seat::index));
    row.one_of(Tool::COUNT, parts.tool.map(Tool::index));
    row.one_of(Goal::COUNT, parts.goal.map(Goal::index));
    row.one_of(Claim::COUNT, parts.claim.map(Claim::index));
}

/// What a deed is made of.
#[derive(Default)]
struct Parts {
    kind: usize,
    path: Option<Path>,
    cell: Option<Cell>,
    target: Option<Seat>,
    tool: Option<Tool>,
    goal: Option<Goal>,
    claim: Option<Claim>,
}

impl Parts {
    fn of(deed: &Deed) -> Parts {
        let parts = |kind| Parts { kind, ..Parts::default() };
        match *deed {
            Deed::Dig(path, cell, _) => Parts { path: Some(path), cell: Some(cell), ..parts(0) },
            Deed::Break(tool, target) => Parts { tool: Some(tool), target: Some(target), ..parts(1) },
            Deed::Repair(_, tool, target) => Parts { tool: Some(tool), target: Some(target), ..parts(2) },
            Deed::Rockfall(cell, path) => Parts { path: Some(path), cell: Some(cell), ..parts(3) },
            Deed::Map(goal, _) => Parts { goal: Some(goal), ..parts(4) },
            Deed::Discard(_) => parts(5),
            Deed::Say(goal, claim) => Parts { goal: Some(goal), claim: Some(claim), ..parts(6) },
        }
    }
}
