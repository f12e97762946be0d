//! Bayes' rule with the papers' players as the model: how likely a deed is for a digger and for a saboteur.
//!
//! The model knows what everybody saw before the deed: the board, the broken tools, who is suspected. It does not
//! know the hand, so each rule of the list is taken with the probability that the hand has a card for it and none
//! for the rules before. Deeds count by their kind: a way dug nearer, farther or as near, a tool broken of this
//! seat, a tool repaired of oneself or of another, a pass. Which of several cards of one kind was played is not
//! read: that says next to nothing about the role.

use games::Saboteur;
use games::saboteur::{Board, Card, CardBag, Deed, Public, Role, Seen, Tool};
use table::{BySeat, MAX_SEATS, Param, Params, Seat, SeatSet, SpecError, View, WordParam};

use super::distance::Distances;
use super::hands::{Hand, Kinds, Unseen};
use super::papers::{Cover, PlayStyle};
use super::sideways::Sideways;
use super::suspicion::{Suspects, Suspicion};
use crate::beliefs::Model;
use crate::params::NO_YES;
use crate::roles::Assignment;

const SLIP: Param = Param::number("slip", "0.01", "how often anybody does anything whatever", 0.0, 1.0);
const MEMORY: WordParam<bool> =
    WordParam::new("memory", "yes", "no: forgets what older cards of a hand cannot be", NO_YES);

/// What `bayes` can be told besides how the players play.
pub const SUPPOSING: &[Param] = &[SLIP, MEMORY.param];

/// Supposes that everybody plays like `papers`.
#[derive(Clone, Debug)]
pub struct PapersModel {
    style: PlayStyle,
    slip: f64,
    memory: bool,
    suspicion: Suspicion,
    /// The table before what is seen next.
    before: Option<Before>,
    /// What each hand may hold if its owner is a digger, and if it is a saboteur.
    hands: BySeat<[Hand; 2]>,
}

/// What is known of the table before a deed.
#[derive(Clone, Copy, Debug)]
struct Before {
    board: Board,
    broken: [SeatSet; 3],
    seats: usize,
}

/// How likely what was seen is.
#[derive(Clone, Copy, Debug)]
enum Judged {
    /// For a digger and for a saboteur on this seat.
    ByRole(Seat, [f64; 2]),
    /// The same for both roles of another seat, whom it was done to by one who may know its role.
    ByBoth(Seat, Seat, [[f64; 2]; 2]),
}

impl Judged {
    fn likelihood(&self, roles: &BySeat<Role>) -> f64 {
        match *self {
            Judged::ByRole(seat, likely) => likely[roles[seat] as usize],
            Judged::ByBoth(seat, whom, likely) => likely[roles[seat] as usize][roles[whom] as usize],
        }
    }
}

impl PapersModel {
    pub fn read(params: &mut Params<'_>) -> Result<PapersModel, SpecError> {
        // The model knows no litter.
        let style = PlayStyle::read_tidy(params)?;
        Ok(PapersModel {
            style,
            slip: params.number(&SLIP)?,
            memory: params.choice(&MEMORY)?,
            suspicion: Suspicion::new(style.suspects),
            before: None,
            hands: BySeat::new(MAX_SEATS, [Hand::EMPTY; 2]),
        })
    }
}

impl Model<Saboteur> for PapersModel {
    fn begin(&mut self, _view: View<'_, Saboteur>) {
        self.forget();
    }

    fn weigh(
        &mut self,
        view: View<'_, Saboteur>,
        seen: &Seen,
        assignments: &[Assignment<Saboteur>],
        likely: &mut [f64],
    ) {
        let judged = match *seen {
            Seen::Shuffled(_) => {
                self.forget();
                None
            }
            Seen::Dealt(seat, _) | Seen::Drew(seat, _) => {
                self.hands[seat].iter_mut().for_each(Hand::draw);
                None
            }
            Seen::Did(seat, deed, _) if seat != view.seat => self.judge(view, seat, deed),
            _ => None,
        };
        if let Some(judged) = judged {
            let all = assignments.iter().zip(likely);
            all.for_each(|((roles, _), likely)| *likely = judged.likelihood(roles));
        }
        self.suspicion.see(view.public);
        let Public { board, broken, .. } = *view.public;
        self.before = Some(Before { board, broken, seats: view.seats() });
    }
}

impl PapersModel {
    fn forget(&mut self) {
        self.suspicion = Suspicion::new(self.style.suspects);
        self.hands = BySeat::new(MAX_SEATS, [Hand::EMPTY; 2]);
        self.before = None;
    }

    /// Weighs what another did, and learns from it what it does not hold.
    fn judge(&mut self, view: View<'_, Saboteur>, seat: Seat, deed: Deed) -> Option<Judged> {
        let before = self.before?;
        let did = Observed::of(&before, seat, deed)?;
        let suspects = self.suspects(view.public, seat);
        let outlook = Outlook::new(&before, seat, suspects, &self.style);
        let unseen = Unseen::new(unseen_before(view, did.card));
        if !self.memory {
            self.hands[seat] = [Hand::of(view.public.hands[seat] + 1); 2];
        }
        let mut likely = [0.0; 2];
        for role in [Role::Digger, Role::Saboteur] {
            let hand = &mut self.hands[seat][role as usize];
            let mode = outlook.mode(role);
            let odds = Odds { style: &self.style, outlook: &outlook, hand, unseen: &unseen };
            likely[role as usize] = odds.of(mode, did.what);
            learn(hand, mode, &self.style, &outlook, did.what);
            match did.card {
                Some(card) => hand.play(&unseen, card),
                None => hand.discard(&unseen),
            }
        }
        Some(self.slipping(&outlook, seat, did.what, likely))
    }

    /// The seats that a digger on this seat suspects.
    fn suspects(&mut self, public: &Public, seat: Seat) -> Suspected {
        match self.style.suspects {
            Suspects::Oracle | Suspects::Guess => Suspected::Some(usize::from(public.rules.role_cards().0)),
            _ => Suspected::These(self.suspicion.of(public, seat)),
        }
    }

    /// Anybody may slip. One who knows the roles does this to one of them, and never to the other.
    fn slipping(&self, outlook: &Outlook, seat: Seat, what: DeedKind, likely: [f64; 2]) -> Judged {
        let targets = if what.whom().is_some() { outlook.others } else { 1 };
        let any = self.slip / DeedKind::COUNT / targets as f64;
        let likely = likely.map(|chance| (1.0 - self.slip) * chance + any);
        let Some(whom) = what.whom().filter(|_| self.style.suspects == Suspects::Oracle) else {
            return Judged::ByRole(seat, likely);
        };
        let by_whom = |role: Role| {
            let chance = likely[role as usize];
            match (outlook.mode(role), what) {
                (Mode::Digger, DeedKind::Breaks(..)) => [any, chance],
                (Mode::Digger, DeedKind::Helps(_)) => [chance, any],
                _ => [chance; 2],
            }
        };
        Judged::ByBoth(seat, whom, [by_whom(Role::Digger), by_whom(Role::Saboteur)])
    }
}

/// The cards this seat had not seen before the deed.
fn unseen_before(view: View<'_, Saboteur>, played: Option<Card>) -> CardBag {
    let seen = view.public.all_played().plus(view.private.hand).plus(view.private.discards);
    let unseen = view.public.rules.deck.minus(seen);
    played.map_or(unseen, |card| unseen.with(card))
}

/// The seats that a digger suspects.
#[derive(Clone, Copy, Debug)]
enum Suspected {
    /// These seats.
    These(SeatSet),
    /// So many, it is not known whom.
    Some(usize),
}

impl Suspected {
    /// Whether a digger may break a tool of this seat.
    fn maybe(self, seat: Seat) -> bool {
        match self {
            Suspected::These(seats) => seats.contains(seat),
            Suspected::Some(_) => true,
        }
    }

    /// Whether a digger may repair a tool of this seat.
    fn maybe_not(self, seat: Seat) -> bool {
        match self {
            Suspected::These(seats) => !seats.contains(seat),
            Suspected::Some(_) => true,
        }
    }

    /// How many of these seats a digger may attack.
    fn among(self, seats: SeatSet) -> usize {
        match self {
            Suspected::These(suspects) => seats.filter(|&seat| suspects.contains(seat)).count(),
            Suspected::Some(count) => seats.len().min(count),
        }
    }
}

/// What a seat did, as far as it counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum DeedKind {
    Nearer,
    Farther,
    Level,
    Breaks(Tool, Seat),
    Mends,
    Helps(Seat),
    /// A rockfall or a map: no rule of the papers plays them.
    Else,
    Passes,
}

impl DeedKind {
    /// The number of kinds.
    const COUNT: f64 = 8.0;

    fn whom(self) -> Option<Seat> {
        match self {
            DeedKind::Breaks(_, whom) | DeedKind::Helps(whom) => Some(whom),
            _ => None,
        }
    }
}

/// What a seat did, and with which card; nobody knows which was put away.
#[derive(Clone, Copy, Debug)]
struct Observed {
    what: DeedKind,
    card: Option<Card>,
}

impl Observed {
    fn of(before: &Before, seat: Seat, deed: Deed) -> Option<Observed> {
        let (what, card) = match deed {
            Deed::Dig(path, cell, _) => {
                let map = Distances::of(&before.board);
                let what = match map.after(&before.board, path, cell).cmp(&map.now()) {
                    std::cmp::Ordering::Less => DeedKind::Nearer,
                    std::cmp::Ordering::Equal => DeedKind::Level,
                    std::cmp::Ordering::Greater => DeedKind::Farther,
                };
                (what, Some(path.card()))
            }
            Deed::Break(tool, whom) => (DeedKind::Breaks(tool, whom), Some(Card::breaking(tool))),
            Deed::Repair(card, _, whom) if whom == seat => (DeedKind::Mends, Some(card)),
            Deed::Repair(card, _, whom) => (DeedKind::Helps(whom), Some(card)),
            Deed::Rockfall(..) => (DeedKind::Else, Some(Card::ROCKFALL)),
            Deed::Map(..) => (DeedKind::Else, Some(Card::MAP)),
            Deed::Discard(_) => (DeedKind::Passes, None),
            Deed::Say(..) => return None,
        };
        Some(Observed { what, card })
    }
}

/// By which list of rules one plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    Digger,
    /// A saboteur who digs like a digger, and neither attacks nor helps.
    Digs,
    Saboteur,
}

/// What a seat could do with which kinds of cards.
#[derive(Clone, Copy, Debug)]
struct Outlook {
    suspects: Suspected,
    others: usize,
    nearer: Kinds,
    farther: Kinds,
    /// Played sideways by a digger who does that.
    level: Kinds,
    mends: Kinds,
    helps: Kinds,
    /// Break cards a digger has a use for, and a saboteur.
    attacks: Kinds,
    breaks: Kinds,
    /// For each tool, of how many a digger may break it, and a saboteur.
    targets: [[usize; 2]; 3],
    /// How a saboteur plays.
    cover: Mode,
}

impl Outlook {
    fn new(before: &Before, seat: Seat, suspects: Suspected, style: &PlayStyle) -> Outlook {
        let others = SeatSet::all(before.seats).without(seat);
        let broken = |tool: Tool| before.broken[tool as usize];
        let targets = Tool::ALL.map(|tool| {
            let whole = others.minus(broken(tool));
            [suspects.among(whole), whole.len()]
        });
        let breaking = |role: Role| -> Kinds {
            let tools = Tool::ALL.into_iter().filter(|&tool| targets[tool as usize][role as usize] > 0);
            tools.map(Card::breaking).collect()
        };
        let mending = |whose: SeatSet| -> Kinds {
            let mends =
                |card: &Card| card.mends().iter().any(|tool| broken(tool).any(|one| whose.contains(one)));
            Card::repairs().filter(mends).collect()
        };
        let ways = Ways::new(before, seat, style.sideways);
        Outlook {
            suspects,
            others: others.len(),
            nearer: ways.nearer,
            farther: ways.farther,
            level: ways.level,
            mends: mending(SeatSet::only(seat)),
            helps: mending(others.filter(|&one| suspects.maybe_not(one)).collect()),
            attacks: breaking(Role::Digger),
            breaks: breaking(Role::Saboteur),
            targets,
            cover: match style.cover {
                _ if ways.now < style.t => Mode::Saboteur,
                Cover::Full => Mode::Digger,
                Cover::Dig => Mode::Digs,
            },
        }
    }

    fn mode(&self, role: Role) -> Mode {
        match role {
            Role::Digger => Mode::Digger,
            Role::Saboteur => self.cover,
        }
    }
}

/// The tunnels that lead nearer, farther away, or neither.
struct Ways {
    now: u8,
    nearer: Kinds,
    farther: Kinds,
    level: Kinds,
}

impl Ways {
    fn new(before: &Before, seat: Seat, sideways: bool) -> Ways {
        let (board, map) = (&before.board, Distances::of(&before.board));
        let mut ways = Ways { now: map.now(), nearer: Kinds::NONE, farther: Kinds::NONE, level: Kinds::NONE };
        if before.broken.iter().any(|broken| broken.contains(seat)) {
            return ways;
        }
        let spots = board.spots();
        for card in Card::all() {
            let Some(path) = card.path() else { break };
            let one = Kinds::from_iter([card]);
            for lying in [path, path.turned()] {
                for spot in spots.iter().filter(|spot| spot.takes(lying)) {
                    let after = map.after(board, lying, spot.cell);
                    if after < ways.now {
                        ways.nearer = ways.nearer.or(one);
                    } else if after > ways.now {
                        ways.farther = ways.farther.or(one);
                    } else if sideways && Sideways::Through.counts(card) {
                        ways.level = ways.level.or(one);
                    }
                }
            }
        }
        ways
    }
}

/// The probabilities of what one may do, its hand unseen.
struct Odds<'a> {
    style: &'a PlayStyle,
    outlook: &'a Outlook,
    hand: &'a Hand,
    unseen: &'a Unseen,
}

impl Odds<'_> {
    /// How likely one who plays like this does that.
    fn of(&self, mode: Mode, what: DeedKind) -> f64 {
        let chance = match mode {
            Mode::Digger => self.digger(what),
            Mode::Digs => self.digs(what),
            Mode::Saboteur => self.saboteur(what),
        };
        chance.clamp(0.0, 1.0)
    }

    fn none(&self, kinds: Kinds) -> f64 {
        self.hand.avoids(self.unseen, kinds)
    }

    /// No card for what comes before, and some for this.
    fn some(&self, before: Kinds, kinds: Kinds) -> f64 {
        self.none(before) - self.none(before.or(kinds))
    }

    fn digger(&self, what: DeedKind) -> f64 {
        let Outlook { nearer, level, mends, helps, attacks, suspects, .. } = *self.outlook;
        let (ma, mend) = (self.style.ma, self.style.mend);
        // No card of these, and neither attacks nor helps though it might: each is left out now and then.
        let idle = |kinds: Kinds| {
            let calm = |kinds: Kinds| (1.0 - mend) * self.none(kinds) + mend * self.none(kinds.or(helps));
            (1.0 - ma) * calm(kinds) + ma * calm(kinds.or(attacks))
        };
        match what {
            DeedKind::Mends => 1.0 - self.none(mends),
            DeedKind::Breaks(tool, whom) if suspects.maybe(whom) => {
                ma * self.some(mends, attacks) * self.aim(tool, Role::Digger)
            }
            DeedKind::Helps(whom) if suspects.maybe_not(whom) => {
                let helped = |kinds: Kinds| self.some(kinds, helps);
                mend * ((1.0 - ma) * helped(mends) + ma * helped(mends.or(attacks)))
            }
            DeedKind::Nearer => idle(mends) - idle(mends.or(nearer)),
            DeedKind::Level => idle(mends.or(nearer)) - idle(mends.or(nearer).or(level)),
            DeedKind::Passes => idle(mends.or(nearer).or(level)),
            DeedKind::Breaks(..) | DeedKind::Helps(_) | DeedKind::Farther | DeedKind::Else => 0.0,
        }
    }

    fn digs(&self, what: DeedKind) -> f64 {
        let Outlook { nearer, level, mends, .. } = *self.outlook;
        match what {
            DeedKind::Mends => 1.0 - self.none(mends),
            DeedKind::Nearer => self.some(mends, nearer),
            DeedKind::Level => self.some(mends.or(nearer), level),
            DeedKind::Passes => self.none(mends.or(nearer).or(level)),
            DeedKind::Breaks(..) | DeedKind::Helps(_) | DeedKind::Farther | DeedKind::Else => 0.0,
        }
    }

    fn saboteur(&self, what: DeedKind) -> f64 {
        let Outlook { farther, mends, breaks, .. } = *self.outlook;
        match what {
            DeedKind::Mends => 1.0 - self.none(mends),
            DeedKind::Farther => self.some(mends, farther),
            DeedKind::Breaks(tool, _) => {
                self.some(mends.or(farther), breaks) * self.aim(tool, Role::Saboteur)
            }
            DeedKind::Passes => self.none(mends.or(farther).or(breaks)),
            DeedKind::Nearer | DeedKind::Level | DeedKind::Helps(_) | DeedKind::Else => 0.0,
        }
    }

    /// Everybody whose tool may be broken is as likely a target.
    fn aim(&self, tool: Tool, role: Role) -> f64 {
        match self.outlook.targets[tool as usize][role as usize] {
            0 => 0.0,
            targets => 1.0 / targets as f64,
        }
    }
}

/// Learns from what was done with a hand what is not in it: any card for a rule before the one that was followed.
/// What its owner never does says nothing.
fn learn(hand: &mut Hand, mode: Mode, style: &PlayStyle, outlook: &Outlook, what: DeedKind) {
    let Outlook { nearer, farther, level, mends, helps, attacks, breaks, .. } = *outlook;
    let never = match (mode, what) {
        (Mode::Saboteur, DeedKind::Farther) => mends,
        (Mode::Saboteur, DeedKind::Breaks(..)) => mends.or(farther),
        (Mode::Saboteur, DeedKind::Passes) => mends.or(farther).or(breaks),
        (Mode::Digger, DeedKind::Breaks(..) | DeedKind::Helps(_)) => mends,
        (Mode::Digger | Mode::Digs, DeedKind::Nearer) => mends,
        (Mode::Digger | Mode::Digs, DeedKind::Level) => mends.or(nearer),
        (Mode::Digger | Mode::Digs, DeedKind::Passes) => mends.or(nearer).or(level),
        _ => return,
    };
    let digs = matches!(what, DeedKind::Nearer | DeedKind::Level | DeedKind::Passes);
    let idle = mode == Mode::Digger && (digs || matches!(what, DeedKind::Helps(_)));
    hand.keep(|card| match card {
        _ if never.contains(card) => 0.0,
        _ if idle && attacks.contains(card) => 1.0 - style.ma,
        _ if idle && digs && helps.contains(card) => 1.0 - style.mend,
        _ => 1.0,
    });
}

#[cfg(test)]
mod tests;
