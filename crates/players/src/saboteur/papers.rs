//! The digger and the saboteur of the paper on collusion.

use games::Saboteur;
use games::saboteur::{Action, Card, Public, Role, Seen};
use search::playout::Guide;
use table::{Advised, Param, Params, Rng, Seat, SeatSet, Spec, SpecError, View, WordParam};

use super::choose::{any, aside, cave_in, discard, farther, nearer, repair_self};
use super::distance::{CLOSED, Distances};
use super::sideways::Sideways;
use super::suspicion::{Suspects, Suspicion};
use super::talk::{Maps, Talk};
use crate::params::NO_YES;

/// How both roles are played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayStyle {
    /// How often a break card is played on one who is suspected.
    pub ma: f64,
    /// How often another is repaired who is not suspected.
    pub mend: f64,
    /// A saboteur plays like a digger while the goals are at least so far.
    pub t: u8,
    /// How a saboteur plays meanwhile.
    pub cover: Cover,
    /// Whether a digger who cannot come nearer digs sideways, if that leaves the distance as it is.
    pub sideways: bool,
    /// How often a digger who would pass places a dead end instead, where it does no harm.
    pub litter: f64,
    /// The seats that one suspects.
    pub suspects: Suspects,
    /// What one does with maps, and with what others say of theirs.
    pub talk: Talk,
}

/// How a saboteur plays like a digger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cover {
    /// By all of a digger's rules.
    Full,
    /// It digs as a digger does, and neither attacks nor helps.
    Dig,
}

/// What a saboteur who attacks does harm with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Harm {
    /// A tunnel card that makes the way to a goal longer.
    Block,
    /// A rockfall that does.
    Rockfall,
    /// A break card.
    Break,
}

/// With whom a saboteur works, and what it tries first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Team {
    /// Other saboteurs it knows of: it spares them, and repairs them before it would pass.
    pub(super) fellows: SeatSet,
    /// What it tries, the first first.
    pub(super) order: &'static [Harm],
}

impl Team {
    /// One who attacks as the paper has it, rules 3 and 4.
    pub(super) const fn with(fellows: SeatSet) -> Team {
        Team { fellows, order: &[Harm::Block, Harm::Break] }
    }
}

const MA: Param = Param::number("ma", "0.5", "how often a digger breaks a tool of one it suspects", 0.0, 1.0);
const MEND: Param =
    Param::number("mend", "0.2", "how often it repairs another it does not suspect", 0.0, 1.0);
const T: Param = Param::number(
    "t",
    "8",
    "a saboteur plays as a digger while the goals are at least so far; 8: attacks at once",
    0.0,
    100.0,
);
const SUSPECTS: WordParam<Suspects> = WordParam::new(
    "suspects",
    "none",
    "who is suspected: none, path, path-break, break, pass, guess, attacked, oracle",
    Suspects::NAMES,
);
const COVER: WordParam<Cover> = WordParam::new(
    "cover",
    "full",
    "how a saboteur plays as a digger: full, or dig (neither attacks nor helps)",
    &[("full", Cover::Full), ("dig", Cover::Dig)],
);
const SIDEWAYS: WordParam<bool> =
    WordParam::new("sideways", "no", "yes: digs sideways where that leaves the distance as it is", NO_YES);
const LITTER: Param = Param::number(
    "litter",
    "0",
    "how often a digger who would pass places a dead end where it does no harm",
    0.0,
    1.0,
);

/// What everybody can be told who plays like `papers`, whomever it suspects.
pub const STYLE: &[Param] = &[MA, MEND, T, COVER.param, SIDEWAYS.param];
/// The seats it suspects.
pub const SUSPECTING: &[Param] = &[SUSPECTS.param];
/// What it does with dead ends.
pub const LITTERING: &[Param] = &[LITTER];

impl PlayStyle {
    /// What a spec says of it; other parameters are not looked at.
    ///
    /// # Errors
    /// Values that cannot be.
    pub fn of(spec: &Spec) -> Result<PlayStyle, SpecError> {
        PlayStyle::read_talking(&mut Params::new(spec))
    }

    /// Reads [`STYLE`], [`SUSPECTING`], [`LITTERING`] and [`TALKING`](super::talk::TALKING).
    pub fn read_talking(params: &mut Params<'_>) -> Result<PlayStyle, SpecError> {
        Ok(PlayStyle { talk: Talk::read(params)?, ..PlayStyle::read(params)? })
    }

    /// Reads [`STYLE`], [`SUSPECTING`] and [`LITTERING`]: one who puts maps away.
    pub fn read(params: &mut Params<'_>) -> Result<PlayStyle, SpecError> {
        Ok(PlayStyle { litter: params.number(&LITTER)?, ..PlayStyle::read_tidy(params)? })
    }

    /// Reads [`STYLE`] and [`SUSPECTING`]: one who does not litter.
    pub fn read_tidy(params: &mut Params<'_>) -> Result<PlayStyle, SpecError> {
        Ok(PlayStyle { suspects: params.choice(&SUSPECTS)?, ..PlayStyle::read_common(params)? })
    }

    /// Reads [`STYLE`]: one who suspects nobody and does not litter.
    pub fn read_common(params: &mut Params<'_>) -> Result<PlayStyle, SpecError> {
        Ok(PlayStyle {
            ma: params.number(&MA)?,
            mend: params.number(&MEND)?,
            t: params.number(&T)?,
            cover: params.choice(&COVER)?,
            sideways: params.choice(&SIDEWAYS)?,
            suspects: Suspects::None,
            litter: 0.0,
            talk: Talk::NONE,
        })
    }
}

/// Plays the rules of the paper in their order; the first that applies decides. Ties are broken at random.
#[derive(Clone, Copy, Debug)]
pub struct Papers {
    style: PlayStyle,
    suspicion: Suspicion,
    /// The seats it never takes for enemies, whatever it suspects.
    spared: SeatSet,
}

impl Papers {
    /// One who plays like this.
    pub fn new(style: PlayStyle) -> Papers {
        Papers { style, suspicion: Suspicion::new(style.suspects), spared: SeatSet::NONE }
    }

    /// How it plays.
    pub const fn style(&self) -> &PlayStyle {
        &self.style
    }

    /// Trusts these seats from now on, and only these.
    pub(super) const fn spare(&mut self, friends: SeatSet) {
        self.spared = friends;
    }

    fn suspects(&self, view: View<'_, Saboteur>) -> SeatSet {
        self.suspicion.of(view.public, view.seat).minus(self.spared)
    }

    /// What is decided besides the play of a card: what one who plays for this side says of a goal, and gold.
    pub(super) fn aside(&self, view: View<'_, Saboteur>, legal: &[Action], side: Role) -> Option<Action> {
        self.style.talk.claim(view, side).map(Action::Say).or_else(|| aside(view.public, legal))
    }

    /// What one who plays for this side does where no rule applies: it looks at a goal, litters, passes.
    pub(super) fn pass(
        &self,
        view: View<'_, Saboteur>,
        legal: &[Action],
        side: Role,
        rng: &mut Rng,
    ) -> Action {
        let other = self.look(view, legal, side, rng).or_else(|| match side {
            Role::Digger => self.litter(view, legal, rng),
            Role::Saboteur => None,
        });
        other.unwrap_or_else(|| discard(view, rng))
    }

    /// A map on a goal that is worth it.
    fn look(&self, view: View<'_, Saboteur>, legal: &[Action], side: Role, rng: &mut Rng) -> Option<Action> {
        let holds = self.style.talk.maps != Maps::Away && view.private.hand.contains(Card::MAP);
        let unseen = holds.then(|| self.style.talk.unseen(view, side, self.suspects(view)))?;
        any(legal, rng, |action| matches!(action, Action::Map(goal) if unseen.contains(*goal)))
    }

    /// A dead end where it does no harm, if this is one of the times.
    fn litter(&self, view: View<'_, Saboteur>, legal: &[Action], rng: &mut Rng) -> Option<Action> {
        if self.style.litter == 0.0 || rng.f64() >= self.style.litter {
            return None;
        }
        let (board, map) = (&view.public.board, Distances::of(&view.public.board));
        any(legal, rng, |action| match action {
            Action::Dig(path, cell) => path.is_dead_end() && map.after(board, *path, *cell) <= map.now(),
            _ => false,
        })
    }

    /// The digger's rules 1 to 4; the fifth is to pass.
    pub(super) fn digger(
        &mut self,
        view: View<'_, Saboteur>,
        legal: &[Action],
        rng: &mut Rng,
    ) -> Option<Action> {
        let own = repair_self(view.seat, view.public, legal, rng);
        let first = own.or_else(|| self.meddle(view, legal, rng));
        let first = first.or_else(|| match self.style.talk.maps {
            Maps::First => self.look(view, legal, Role::Digger, rng),
            Maps::Away | Maps::Spare => None,
        });
        first.or_else(|| self.dig(view, legal, rng))
    }

    /// Rules 2 and 3: break a tool of one who is suspected, repair one who is not.
    fn meddle(&mut self, view: View<'_, Saboteur>, legal: &[Action], rng: &mut Rng) -> Option<Action> {
        let PlayStyle { ma, mend, .. } = self.style;
        let suspects = self.suspects(view);
        let attack =
            any(legal, rng, |action| matches!(action, Action::Break(_, whom) if suspects.contains(*whom)));
        if attack.is_some() && rng.f64() < ma {
            return attack;
        }
        let help = |action: &Action| matches!(action, Action::Repair(_, _, whom) if *whom != view.seat && !suspects.contains(*whom));
        any(legal, rng, help).filter(|_| rng.f64() < mend)
    }

    /// Rule 4: come nearer to a goal.
    fn dig(&self, view: View<'_, Saboteur>, legal: &[Action], rng: &mut Rng) -> Option<Action> {
        if !legal.iter().any(|action| matches!(action, Action::Dig(..))) {
            return None;
        }
        let board = &view.public.board;
        let map = self.distances(view);
        let near = nearer(board, &map, legal, rng);
        if near.is_some() || !self.style.sideways {
            return near;
        }
        any(legal, rng, |action| match action {
            Action::Dig(path, cell) => {
                Sideways::Through.counts(path.card()) && map.after(board, *path, *cell) == map.now()
            }
            _ => false,
        })
    }

    /// How far the goals are that a digger heads for; if there is no way to them, any goal.
    fn distances(&self, view: View<'_, Saboteur>) -> Distances {
        let (board, talk) = (&view.public.board, &self.style.talk);
        let hopes = || Distances::towards(board, talk.hopes(view, self.suspects(view)));
        let map = talk.heads.then(hopes).filter(|map| map.now() != CLOSED);
        map.unwrap_or_else(|| Distances::of(board))
    }

    /// The saboteur's rules 1 to 4; the fifth is to pass.
    pub(super) fn saboteur(
        &mut self,
        view: View<'_, Saboteur>,
        legal: &[Action],
        team: Team,
        rng: &mut Rng,
    ) -> Option<Action> {
        let own = repair_self(view.seat, view.public, legal, rng);
        if own.is_some() {
            return own;
        }
        let map = Distances::of(&view.public.board);
        if map.now() >= self.style.t {
            return match self.style.cover {
                Cover::Full => self.digger(view, legal, rng),
                Cover::Dig => self.dig(view, legal, rng),
            };
        }
        let (board, fellows) = (&view.public.board, team.fellows);
        let blow = |action: &Action| matches!(action, Action::Break(_, whom) if !fellows.contains(*whom));
        let help = |action: &Action| matches!(action, Action::Repair(_, _, whom) if fellows.contains(*whom));
        let harm = team.order.iter().find_map(|harm| match harm {
            Harm::Block => farther(board, &map, legal, rng),
            Harm::Rockfall => cave_in(board, &map, legal, rng),
            Harm::Break => any(legal, rng, blow),
        });
        harm.or_else(|| any(legal, rng, help))
    }
}

impl Guide<Saboteur> for Papers {
    fn begin(&mut self, rng: &mut Rng) {
        self.suspicion = Suspicion::guessing(self.style.suspects, rng.bits());
    }

    // Inlined, the spectator's view of the event that it does not look at is not made: 2 % of a match.
    #[inline]
    fn see(&mut self, public: &Public, _seen: &Seen) {
        self.suspicion.see(public);
    }

    /// Chooses by the role of the one who is asked.
    fn act(&mut self, view: View<'_, Saboteur>, legal: &[Action], rng: &mut Rng) -> Action {
        let side = view.private.role.unwrap_or(Role::Digger);
        if let Some(action) = self.aside(view, legal, side) {
            return action;
        }
        let chosen = match side {
            Role::Saboteur => self.saboteur(view, legal, Team::with(SeatSet::NONE), rng),
            Role::Digger => self.digger(view, legal, rng),
        };
        chosen.unwrap_or_else(|| self.pass(view, legal, side, rng))
    }
}

impl Advised<Saboteur> for Papers {
    fn reveal_role(&mut self, seat: Seat, role: Role) {
        if self.style.suspects == Suspects::Oracle {
            self.suspicion.told(seat, role == Role::Saboteur);
        }
    }
}
