//! For pages, reports and notebooks: the prize above, everybody's points and bids, the seat's own hand.

mod rounds;

use table::{PublicState, Scene, Seat, Shape, Turn};

use super::animals::{draw_mouse, draw_vulture};
use super::{envelope, stake, title, waiting};
use crate::buzzard::{Bid, Buzzard, Prize};
use crate::svg::{
    ACCENT, BAD, BOLD, EMPTY, FELT, GOOD, INK, MIDDLE, Mark, NARROW, PAPER, Point, QUIET, SERIF, Svg, WIDE,
    lines, row, rows,
};

/// What differs between a desktop and a phone.
struct Plan {
    width: i32,
    margin: i32,
    /// The prize turned up, and one that was or will be.
    prize: Point,
    chip: Point,
    /// Letters of what it is all about.
    says: i32,
    held: Point,
    /// Bids of the hand side by side.
    hand: usize,
}

const DESKTOP: Plan =
    Plan { width: WIDE, margin: 16, prize: (122, 168), chip: (34, 44), says: 20, held: (57, 82), hand: 15 };
const PHONE: Plan =
    Plan { width: NARROW, margin: 8, prize: (96, 132), chip: (24, 32), says: 16, held: (43, 62), hand: 8 };

const GAP: i32 = 4;
/// Where the table begins, from above.
const TOP: i32 = 6;

impl Plan {
    fn of(shape: Shape) -> &'static Plan {
        match shape {
            Shape::Wide => &DESKTOP,
            Shape::Narrow => &PHONE,
        }
    }

    const fn span(&self) -> Point {
        (self.margin, self.width - self.margin)
    }

    /// How high the table with its prize and the prizes left is.
    const fn table(&self) -> i32 {
        self.prize.1 + 28 + if self.width == NARROW { self.chip.1 + 12 } else { 0 }
    }
}

pub(super) fn draw(scene: &Scene<'_, Buzzard>) -> String {
    let plan = Plan::of(scene.shape);
    let below = TOP + plan.table() + 14;
    match scene.shape {
        Shape::Wide => {
            let hand = below + rounds::wide_high(scene) + 16;
            let mut sheet = begin(plan, scene, hand + hand_high(plan, scene));
            rounds::draw_wide(&mut sheet, scene, below);
            draw_hand(&mut sheet, plan, scene, hand);
            sheet.finish()
        }
        Shape::Narrow => {
            let hand = below + rounds::tiles_high(scene) + 12;
            let list = hand + hand_high(plan, scene) + 12;
            let mut sheet = begin(plan, scene, list + rounds::narrow_high(scene));
            rounds::draw_tiles(&mut sheet, scene, below);
            draw_hand(&mut sheet, plan, scene, hand);
            rounds::draw_narrow(&mut sheet, scene, list);
            sheet.finish()
        }
    }
}

fn begin(plan: &Plan, scene: &Scene<'_, Buzzard>, height: i32) -> Svg {
    let mut sheet = Svg::new((plan.width, height), title(scene));
    draw_table(&mut sheet, plan, scene);
    sheet
}

/// Mice are good and vultures bad.
fn ink(value: i8) -> &'static str {
    if value < 0 { BAD } else { GOOD }
}

/// A number with its sign.
fn signed(value: i8) -> String {
    if value < 0 { format!("−{}", -value) } else { value.to_string() }
}

fn prize_mark(scene: &Scene<'_, Buzzard>, prize: Prize) -> Mark {
    let value = signed(prize.value());
    let title = match prize.value() {
        ..0 => scene.lang.either(format!("vulture {value}"), format!("ハゲタカ {value}")),
        _ => scene.lang.either(format!("mouse {value}"), format!("ネズミ {value}")),
    };
    Mark::of(title).key(format_args!("prize{}", prize.value()))
}

/// The prize turned up and what it is about, what is carried, what is left.
fn draw_table(sheet: &mut Svg, plan: &Plan, scene: &Scene<'_, Buzzard>) {
    let (left, right) = plan.span();
    sheet.rect((left, TOP), (right - left, plan.table()), 18, FELT);
    let at = (left + 12, TOP + 12);
    match scene.public.prize {
        Some(prize) => sheet.group(prize_mark(scene, prize), |sheet| draw_turned_up(sheet, plan, at, prize)),
        None => sheet.rect(at, plan.prize, 11, EMPTY),
    }
    let x = at.0 + plan.prize.0 + 16;
    let mut y = TOP + 16 + plan.says;
    for line in lines(&stake(scene.public, scene.lang), plan.says, right - x - 8) {
        sheet.text((x, y), plan.says, BOLD, line);
        y += plan.says * 4 / 3;
    }
    let carried = waiting(scene.public);
    if !carried.is_empty() {
        let room = right - x - 8;
        draw_prizes(sheet, plan, scene, ((x, TOP + plan.prize.1 - plan.chip.1 * 2 - 2), room), &carried);
    }
    draw_left(sheet, plan, scene, x);
}

/// The prizes still face down, for everybody knows which they are.
fn draw_left(sheet: &mut Svg, plan: &Plan, scene: &Scene<'_, Buzzard>, x: i32) {
    let left: Vec<Prize> = scene.public.prizes_left.iter().collect();
    let under = TOP + plan.prize.1 + 22;
    let (at, room) = match plan.width {
        NARROW => ((plan.margin + 8, under), NARROW - 2 * plan.margin - 16),
        _ => ((x, TOP + plan.prize.1 + 12 - plan.chip.1), WIDE - plan.margin - x - 12),
    };
    if scene.public.turn() != Turn::Over {
        let label = scene.lang.either("left", "残り");
        sheet.text((at.0, at.1 + plan.chip.1 / 2 + 5), 13, QUIET, label);
        draw_chips(sheet, plan, scene, ((at.0 + 36, at.1), room - 36), &left);
    }
}

fn draw_prizes(
    sheet: &mut Svg,
    plan: &Plan,
    scene: &Scene<'_, Buzzard>,
    ((x, y), room): (Point, i32),
    prizes: &[Prize],
) {
    let label = scene.lang.either("carried", "持ち越し");
    sheet.text((x, y + plan.chip.1 / 2 + 5), 13, QUIET, label);
    let indent = if plan.width == NARROW { 54 } else { 64 };
    for (n, &prize) in prizes.iter().enumerate() {
        let step = (plan.chip.0 + GAP).min((room - indent - plan.chip.0) / prizes.len().max(1) as i32);
        draw_chip(sheet, plan.chip, (x + indent + step * n as i32, y), prize);
    }
}

fn draw_chips(
    sheet: &mut Svg,
    plan: &Plan,
    scene: &Scene<'_, Buzzard>,
    ((x, y), room): (Point, i32),
    prizes: &[Prize],
) {
    let most = (prizes.len() as i32 - 1).max(1);
    let step = (plan.chip.0 + GAP).min((room - plan.chip.0) / most);
    for (n, &prize) in prizes.iter().enumerate() {
        let at = (x + step * n as i32, y);
        sheet.group(prize_mark(scene, prize), |sheet| draw_chip(sheet, plan.chip, at, prize));
    }
}

fn draw_chip(sheet: &mut Svg, (wide, high): Point, (x, y): Point, prize: Prize) {
    sheet.rect((x, y), (wide, high), 4, PAPER);
    let size = if wide < 30 { 13 } else { 16 };
    let style = format!("{} {BOLD} {MIDDLE} {SERIF}", ink(prize.value()));
    sheet.text((x + wide / 2, y + high / 2 + size / 3), size, &style, signed(prize.value()));
}

fn draw_turned_up(sheet: &mut Svg, plan: &Plan, (x, y): Point, prize: Prize) {
    let (wide, high) = plan.prize;
    sheet.rect((x, y), plan.prize, 11, PAPER);
    let animal = if prize.value() < 0 { draw_vulture } else { draw_mouse };
    sheet.scaled((x + wide / 2, y + high / 3 - 4), f64::from(wide) / 80.0, animal);
    let style = format!("{} {BOLD} {MIDDLE} {SERIF}", ink(prize.value()));
    sheet.text((x + wide / 2, y + high * 6 / 7), wide * 9 / 20, &style, signed(prize.value()));
}

/// The letter with a bid: closed, or open for the seat's own bid.
fn draw_envelope(sheet: &mut Svg, scene: &Scene<'_, Buzzard>, seat: Seat, (x, y): Point) {
    let Some(bid) = envelope(scene, seat) else {
        return sheet.rect((x, y), (34, 26), 4, EMPTY);
    };
    let (title, key) = match &bid[..] {
        "?" => (scene.lang.either("a bid, face down", "伏せた数字"), format!("{seat}?")),
        _ => (scene.lang.either("your bid, face down", "あなたの伏せた数字"), format!("{seat}{bid}")),
    };
    sheet.group(Mark::of(title).key(key), |sheet| {
        sheet.rect((x, y), (34, 26), 4, PAPER);
        match &bid[..] {
            "?" => {
                sheet.rect((x, y), (34, 26), 4, "fill='var(--back, #46597c)'");
                let flap = "fill='none' stroke='var(--card, #fffdf8)' stroke-width='1.5' stroke-opacity='.8'";
                sheet.path((x + 2, y + 3), "l15 12 l15 -12", flap);
            }
            _ => sheet.text((x + 17, y + 19), 16, &format!("{ACCENT} {BOLD} {MIDDLE} {SERIF}"), bid),
        }
    });
}

fn hand_high(plan: &Plan, scene: &Scene<'_, Buzzard>) -> i32 {
    let cards = usize::from(scene.public.rules.cards);
    let rows = rows(cards, plan.hand).len() as i32;
    if scene.view.is_some() { 20 + (plan.held.1 + 6) * rows } else { 0 }
}

/// The seat's own hand. The place of a bid that is spent or committed stays empty.
fn draw_hand(sheet: &mut Svg, plan: &Plan, scene: &Scene<'_, Buzzard>, y: i32) {
    let Some(view) = scene.view else { return };
    let mut bids = (1..=view.public.rules.cards).filter_map(Bid::new);
    let mut y = y + 16;
    for count in rows(usize::from(view.public.rules.cards), plan.hand) {
        for (x, bid) in row(count, plan.span(), plan.held.0, GAP).zip(bids.by_ref()) {
            let held = view.public.hands[view.seat].contains(bid) && view.private.bid != Some(bid);
            draw_held(sheet, plan, (x, y), (view.seat, bid, held));
        }
        y += plan.held.1 + 6;
    }
}

fn draw_held(sheet: &mut Svg, plan: &Plan, (x, y): Point, (seat, bid, held): (Seat, Bid, bool)) {
    let ((wide, high), value) = (plan.held, bid.value());
    if !held {
        return sheet.rect((x, y), plan.held, wide / 8, EMPTY);
    }
    sheet.group(Mark::of(value).part("card", value).key(format_args!("{seat}{value}")), |sheet| {
        sheet.rect((x, y), plan.held, wide / 8, PAPER);
        let style = format!("{INK} {BOLD} {MIDDLE} {SERIF}");
        sheet.text((x + wide / 2, y + high * 3 / 5), wide * 9 / 20, &style, value);
    });
}
