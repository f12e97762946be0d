//! The colluding digger, and what the paper names as work to come: partners who find each other, and saboteurs who
//! collude.

use games::Saboteur;
use games::saboteur::{Action, Card, Deed, Path, Play, Public, Role, Seen};
use search::playout::Guide;
use table::{
    Advised, BySeat, MAX_SEATS, Param, Params, Rng, Seat, SeatSet, Spec, SpecError, Values, View, WordParam,
};

use super::choose::{any, aside, discard, distance_after, repair_self};
use super::code::{Bend, Order, Ranking, read};
use super::distance::{Distances, distance};
use super::papers::{Papers, PlayStyle};
use crate::thinkers::NO_YES;

/// With whom one colludes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Partners {
    /// With every digger: whoever sends is believed.
    All,
    /// With these seats, as agreed before the game.
    Agreed(SeatSet),
    /// With those who have brought the tunnel nearer to a goal and never farther away: nothing was agreed but the
    /// language.
    Found,
    /// With all who are told to be diggers.
    Told,
}

/// How saboteurs work together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fellows {
    /// They do not.
    Alone,
    /// They are told who they are: they spare and repair each other.
    Told,
    /// They take for a fellow whoever has moved the tunnel away from the goals.
    Found,
}

/// How one colludes: what the paper leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pact {
    /// Which placement of a dead end is the first.
    pub order: Order,
    /// Whether a partner answers with the other kind of corner rather than with the same one, turned.
    pub other: bool,
    /// Whether an answer goes to an end nearest to a goal, rather than wherever it leaves the goals nearest.
    pub at_end: bool,
    /// With whom.
    pub partners: Partners,
    /// Whether a call is answered before one digs for oneself.
    pub eager: bool,
    /// How saboteurs work together.
    pub fellows: Fellows,
}

const RANK: WordParam<Order> = WordParam::new(
    "rank",
    "large",
    "the first placement of a dead end leaves the goals farthest (large) or nearest (small)",
    Order::NAMES,
);
const ANSWER: WordParam<bool> = WordParam::new(
    "answer",
    "same",
    "a call is answered with the same corner, turned, or the other",
    &[("same", false), ("other", true)],
);
const WHERE: WordParam<bool> = WordParam::new(
    "where",
    "least",
    "an answer is dug where it leaves the goals nearest (least), or at an end nearest to a goal (end)",
    &[("least", false), ("end", true)],
);
const PARTNERS: Param = Param::new(
    "partners",
    "all",
    "with whom: all, none, found (who has dug towards the goals), told (the diggers), or seats agreed on, e.g. AB",
    Values::Text,
);
const EAGER: WordParam<bool> =
    WordParam::new("eager", "no", "yes: a call is answered before one digs for oneself", NO_YES);
const SABOTEURS: WordParam<Fellows> = WordParam::new(
    "saboteurs",
    "alone",
    "saboteurs who spare and repair each other: alone (they do not), told, found (who moved the tunnel away)",
    &[("alone", Fellows::Alone), ("told", Fellows::Told), ("found", Fellows::Found)],
);

/// What `colluder` can be told besides what `papers` can.
pub(super) const PACT: &[Param] =
    &[RANK.param, ANSWER.param, WHERE.param, PARTNERS, EAGER.param, SABOTEURS.param];

impl Pact {
    /// What a spec says of it; other parameters are not looked at.
    ///
    /// # Errors
    /// Values that cannot be.
    pub fn of(spec: &Spec) -> Result<Pact, SpecError> {
        Pact::read(&mut Params::new(spec))
    }

    pub(super) fn read(params: &mut Params<'_>) -> Result<Pact, SpecError> {
        let partners = match params.text(&PARTNERS) {
            "all" => Partners::All,
            "none" => Partners::Agreed(SeatSet::NONE),
            "found" => Partners::Found,
            "told" => Partners::Told,
            letters => Partners::Agreed(seats_of(letters)?),
        };
        Ok(Pact {
            order: params.choice(&RANK)?,
            other: params.choice(&ANSWER)?,
            at_end: params.choice(&WHERE)?,
            partners,
            eager: params.choice(&EAGER)?,
            fellows: params.choice(&SABOTEURS)?,
        })
    }

    /// The corner that answers a call.
    const fn answer(&self, call: Bend) -> Bend {
        if self.other { call.other() } else { call }
    }
}

fn seats_of(letters: &str) -> Result<SeatSet, SpecError> {
    let seat = |letter: char| {
        letter.to_string().parse::<Seat>().map_err(|_| {
            SpecError::bad(format!(
                "colluder: `partners={letters}` should be all, none, found, told, or seats such as AB"
            ))
        })
    };
    letters.chars().map(seat).collect()
}

/// Plays like [`Papers`] until it cannot dig nearer; then it answers a call of a partner, or sends one.
#[derive(Clone, Copy, Debug)]
pub struct Colluder {
    pact: Pact,
    player: Papers,
    /// Calls that nobody has answered, by sender.
    calls: BySeat<Option<Bend>>,
    round: u8,
    read: usize,
    distance: u8,
    /// Who has dug nearer to a goal, and who farther away.
    nearer: SeatSet,
    farther: SeatSet,
    /// Fellow saboteurs one was told of.
    told: SeatSet,
}

impl Colluder {
    /// One who plays in this style and colludes like this.
    pub fn new(pact: Pact, style: PlayStyle) -> Colluder {
        Colluder {
            pact,
            player: Papers::new(style),
            calls: BySeat::new(MAX_SEATS, None),
            round: 0,
            read: 0,
            distance: u8::MAX,
            nearer: SeatSet::NONE,
            farther: SeatSet::NONE,
            told: SeatSet::NONE,
        }
    }

    fn forget(&mut self) {
        *self = Colluder::new(self.pact, *self.player.style());
    }

    fn watches_distance(&self) -> bool {
        self.pact.partners == Partners::Found || self.pact.fellows == Fellows::Found
    }

    fn consider(&mut self, public: &Public, play: Play) {
        let Deed::Dig(path, cell, turned) = play.deed else { return };
        if self.watches_distance() {
            let before = std::mem::replace(&mut self.distance, distance(&public.board));
            let found = turned.iter().any(Option::is_some);
            if found || self.distance < before {
                self.nearer = self.nearer.with(play.seat);
            } else if self.distance > before {
                self.farther = self.farther.with(play.seat);
            }
        }
        if path.is_dead_end() {
            self.calls[play.seat] = read(&public.board, path, cell, self.pact.order);
        } else if Seat::all(MAX_SEATS)
            .any(|seat| seat != play.seat && self.answered(seat).is_some_and(|card| card == path.card()))
        {
            self.calls = BySeat::new(MAX_SEATS, None);
        }
    }

    /// The card that would answer the call of this seat.
    fn answered(&self, sender: Seat) -> Option<Card> {
        self.calls[sender].map(|call| self.pact.answer(call).card())
    }

    /// With whom this seat colludes now.
    fn partners(&self, seat: Seat) -> SeatSet {
        let set = match self.pact.partners {
            Partners::All => SeatSet::all(MAX_SEATS),
            Partners::Agreed(seats) if seats.contains(seat) => seats,
            Partners::Agreed(_) => SeatSet::NONE,
            Partners::Found => self.nearer.minus(self.farther),
            Partners::Told => SeatSet::all(MAX_SEATS).minus(self.told),
        };
        set.without(seat)
    }

    /// Answers a partner's call with one's own corner.
    fn answer(&self, view: View<'_, Saboteur>, legal: &[Action], rng: &mut Rng) -> Option<Action> {
        let partners = self.partners(view.seat);
        let asked = |card| partners.into_iter().any(|sender| self.answered(sender) == Some(card));
        let (board, map) = (&view.public.board, Distances::of(&view.public.board));
        let here = |cell| !self.pact.at_end || map.nearest().contains(cell);
        let after = |action: &Action| match *action {
            Action::Dig(path, cell) if !path.is_dead_end() && here(cell) && asked(path.card()) => {
                distance_after(board, &map, action)
            }
            _ => None,
        };
        let best = legal.iter().filter_map(after).min()?;
        any(legal, rng, |action| after(action) == Some(best))
    }

    /// Sends: a dead end of the hand, where it says which corner one holds.
    fn call(&self, view: View<'_, Saboteur>, rng: &mut Rng) -> Option<Action> {
        let hand = view.private.hand;
        if !view.public.may_dig(view.seat) || self.partners(view.seat).is_empty() {
            return None;
        }
        let is_dead_end = |card: &Card| card.path().is_some_and(Path::is_dead_end);
        let dead_ends: games::saboteur::Bag = hand.cards().filter(is_dead_end).collect();
        let bend = Bend::ALL.into_iter().find(|bend| hand.contains(bend.card()))?;
        if dead_ends.is_empty() {
            return None;
        }
        let ranking = Ranking::of(&view.public.board, dead_ends.pick(rng), self.pact.order);
        ranking.at(bend.rank()).map(|(path, cell)| Action::Dig(path, cell))
    }

    fn digger(&mut self, view: View<'_, Saboteur>, legal: &[Action], rng: &mut Rng) -> Option<Action> {
        if self.pact.eager {
            let own = repair_self(view.seat, view.public, legal, rng);
            let early = own.or_else(|| self.answer(view, legal, rng));
            if early.is_some() {
                return early;
            }
        }
        let usual = self.player.digger(view, legal, rng);
        usual.or_else(|| self.answer(view, legal, rng)).or_else(|| self.call(view, rng))
    }
}

impl Guide<Saboteur> for Colluder {
    fn begin(&mut self, rng: &mut Rng) {
        self.forget();
        self.player.begin(rng);
    }

    fn see(&mut self, public: &Public, seen: &Seen) {
        if public.round != self.round || public.log.len() < self.read {
            self.forget();
            self.round = public.round;
        }
        self.player.see(public, seen);
        if self.watches_distance() && self.distance == u8::MAX {
            self.distance = distance(&public.rules.new_board());
        }
        if public.log.len() > self.read {
            self.read = public.log.len();
            public.log.last().into_iter().for_each(|play| self.consider(public, play));
        }
    }

    fn act(&mut self, view: View<'_, Saboteur>, legal: &[Action], rng: &mut Rng) -> Action {
        if let Some(action) = aside(view.public, legal) {
            return action;
        }
        let chosen = match view.private.role {
            Some(Role::Saboteur) => {
                let fellows = match self.pact.fellows {
                    Fellows::Alone => SeatSet::NONE,
                    Fellows::Told => self.told.without(view.seat),
                    Fellows::Found => self.farther.without(view.seat),
                };
                self.player.saboteur(view, legal, fellows, rng)
            }
            _ => self.digger(view, legal, rng).or_else(|| self.player.litter(view, legal, rng)),
        };
        chosen.unwrap_or_else(|| discard(view, rng))
    }
}

impl Advised<Saboteur> for Colluder {
    fn reveal_role(&mut self, seat: Seat, role: Role) {
        self.player.reveal_role(seat, role);
        if role == Role::Saboteur {
            self.told = self.told.with(seat);
        }
    }
}
