//! The colluding digger; what the paper names as work to come, partners who find each other and saboteurs who collude;
//! and the group of its §3.2 that agreed before the game and is split over both roles.

use games::Saboteur;
use games::saboteur::{Action, Card, Cell, Deed, Path, Play, Public, Role, Rules, Seen};
use search::playout::Guide;
use table::{
    Advised, BySeat, MAX_SEATS, Param, Params, Rng, Seat, SeatSet, Spec, SpecError, Values, View, WordParam,
};

use super::choose::{any, discard, distance_after, repair_self};
use super::code::{Bend, Lexicon, PlacementOrder, RANKS, Ranking, own_ranks, rank_of};
use super::distance::{Distances, distance};
use super::papers::{Papers, PlayStyle, Team};
use crate::params::NO_YES;

/// With whom one colludes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Partners {
    /// With every digger: each sender is believed.
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
    /// They take every seat that has moved the tunnel away from the goals for a fellow.
    Found,
}

/// For which side those who agreed play when they are split over both roles. The paper has the group go after its own
/// profit, with saboteurs who help the diggers or diggers who are in the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupSide {
    /// For the side with more of them; if there are as many of both, for the saboteurs, who are paid better.
    More,
    /// For the diggers.
    Diggers,
    /// For the saboteurs.
    Saboteurs,
}

impl GroupSide {
    /// The side of a group with this many saboteurs.
    const fn side(self, saboteurs: usize, members: usize) -> Role {
        let sabotages = match self {
            _ if saboteurs == 0 => false,
            _ if saboteurs == members => true,
            GroupSide::More => 2 * saboteurs >= members,
            GroupSide::Diggers => false,
            GroupSide::Saboteurs => true,
        };
        if sabotages { Role::Saboteur } else { Role::Digger }
    }
}

/// How those who agreed learn each other's roles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RolesBy {
    /// They are told, outside the game.
    Told,
    /// Everybody shows it by the first card of a round: a saboteur passes, a digger plays a card face up.
    Shown,
}

/// Where the language comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeBy {
    /// It was agreed before the game: the second rank says one corner, the third the other.
    Agreed,
    /// Nobody agreed on it: a sender begins with ranks of its own choice that do no harm, and all read a rank by what its
    /// senders dug afterwards, and speak so from then on.
    Shown,
}

impl CodeBy {
    /// What a rank says.
    pub fn meaning(self, lexicon: &Lexicon, rank: usize) -> Option<Bend> {
        match self {
            CodeBy::Agreed => Bend::of_rank(rank),
            CodeBy::Shown => lexicon.meaning(rank),
        }
    }
}

/// How one colludes: what the paper leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pact {
    /// Which placement of a dead end is the first.
    pub order: PlacementOrder,
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
    /// For which side those who agreed play if they are split; none: each for its own.
    pub split: Option<GroupSide>,
    /// How they learn of it.
    pub roles: RolesBy,
    /// Whether the language was agreed.
    pub code: CodeBy,
}

const RANK: WordParam<PlacementOrder> = WordParam::new(
    "rank",
    "large",
    "the first placement of a dead end leaves the goals farthest (large) or nearest (small)",
    PlacementOrder::NAMES,
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

const SIDE: WordParam<Option<GroupSide>> = WordParam::new(
    "side",
    "own",
    "for whom seats agreed on play if they are split: own (each for its own), more (the side with more of them, of \
     equals the saboteurs), diggers, saboteurs",
    &[
        ("own", None),
        ("more", Some(GroupSide::More)),
        ("diggers", Some(GroupSide::Diggers)),
        ("saboteurs", Some(GroupSide::Saboteurs)),
    ],
);
const ROLES: WordParam<RolesBy> = WordParam::new(
    "roles",
    "told",
    "how such a group learns its roles: told (outside the game), shown (by the first card: a saboteur passes)",
    &[("told", RolesBy::Told), ("shown", RolesBy::Shown)],
);
const CODE: WordParam<CodeBy> = WordParam::new(
    "code",
    "agreed",
    "which rank says which corner: agreed (before the game), or shown (not agreed: read from what senders dig later)",
    &[("agreed", CodeBy::Agreed), ("shown", CodeBy::Shown)],
);

/// What `colluder` can be told besides what `papers` can.
pub const PACT: &[Param] = &[
    RANK.param,
    ANSWER.param,
    WHERE.param,
    PARTNERS,
    EAGER.param,
    SABOTEURS.param,
    SIDE.param,
    ROLES.param,
    CODE.param,
];

impl Pact {
    /// What a spec says of it; other parameters are not looked at.
    ///
    /// # Errors
    /// Values that cannot be.
    pub fn of(spec: &Spec) -> Result<Pact, SpecError> {
        Pact::read(&mut Params::new(spec))
    }

    pub fn read(params: &mut Params<'_>) -> Result<Pact, SpecError> {
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
            split: params.choice(&SIDE)?,
            roles: params.choice(&ROLES)?,
            code: params.choice(&CODE)?,
        })
    }

    /// Whether these seats can have agreed at such a table.
    pub fn check(&self, rules: &Rules) -> Result<(), SpecError> {
        let seats = usize::from(rules.seats);
        if self.roles == RolesBy::Shown && self.split.is_none() {
            return Err(SpecError::bad("colluder: `roles` is for a group that has a `side`, e.g. side=more"));
        }
        match self.partners {
            Partners::Agreed(set) if !set.minus(SeatSet::all(seats)).is_empty() => {
                Err(SpecError::bad(format!(
                    "colluder: `partners` names {}, and there are {seats} seats",
                    set.minus(SeatSet::all(seats))
                )))
            }
            Partners::Agreed(set) if !set.is_empty() => Ok(()),
            _ if self.split.is_none() => Ok(()),
            _ => {
                Err(SpecError::bad("colluder: `side` is for seats that agreed: name them, e.g. partners=AB"))
            }
        }
    }

    /// The group that plays for one side.
    const fn group(&self) -> SeatSet {
        match (self.partners, self.split) {
            (Partners::Agreed(seats), Some(_)) => seats,
            _ => SeatSet::NONE,
        }
    }

    /// The seats whose roles the group must be told.
    pub const fn told(&self) -> SeatSet {
        match self.roles {
            RolesBy::Told => self.group(),
            RolesBy::Shown => SeatSet::NONE,
        }
    }

    /// The corner that answers a call.
    const fn answer(&self, call: Bend) -> Bend {
        if self.other { call.other() } else { call }
    }
}

/// The seats that letters name.
pub fn seats_of(letters: &str) -> Result<SeatSet, SpecError> {
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
    /// What was shown of a language that was not agreed, in all rounds of the game, and the ranks one would choose.
    lexicon: Lexicon,
    own: [usize; RANKS],
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
            lexicon: Lexicon::default(),
            own: std::array::from_fn(|place| place + 1),
        }
    }

    /// A round begins; a language stays.
    fn forget(&mut self) {
        let (mut lexicon, own) = (self.lexicon, self.own);
        lexicon.begin_round();
        *self = Colluder { lexicon, own, ..Colluder::new(self.pact, *self.player.style()) };
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
            self.calls[play.seat] = self.hear(public, play.seat, path, cell);
            return;
        }
        self.lexicon.dug(play.seat, path.card());
        if Seat::all(MAX_SEATS)
            .any(|seat| seat != play.seat && self.answered(seat).is_some_and(|card| card == path.card()))
        {
            self.calls = BySeat::new(MAX_SEATS, None);
        }
    }

    /// What a dead end that was just placed says.
    fn hear(&mut self, public: &Public, seat: Seat, path: Path, cell: Cell) -> Option<Bend> {
        let rank = rank_of(&public.board, path, cell, self.pact.order);
        self.lexicon.called(seat, rank);
        rank.and_then(|rank| self.pact.code.meaning(&self.lexicon, rank))
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
        let dead_ends: games::saboteur::CardBag = hand.cards().filter(is_dead_end).collect();
        let bend = Bend::ALL.into_iter().find(|bend| hand.contains(bend.card()))?;
        if dead_ends.is_empty() {
            return None;
        }
        let ranking = Ranking::of(&view.public.board, dead_ends.pick(rng), self.pact.order);
        let placed = match self.pact.code {
            CodeBy::Agreed => ranking.at(bend.rank()),
            CodeBy::Shown => {
                let (board, map) = (&view.public.board, Distances::of(&view.public.board));
                let harmless = |(path, cell): &(Path, Cell)| map.after(board, *path, *cell) <= map.now();
                let ranks = self.lexicon.ranks(bend, &self.own);
                ranks.filter_map(|rank| ranking.at(rank)).find(harmless)
            }
        };
        placed.map(|(path, cell)| Action::Dig(path, cell))
    }

    /// The others of the group that this seat plays for.
    fn friends(&self, seat: Seat) -> SeatSet {
        let group = self.pact.group();
        if group.contains(seat) { group.without(seat) } else { SeatSet::NONE }
    }

    /// The side this seat plays for: that of its group once its roles are known, else its own.
    fn side(&self, view: View<'_, Saboteur>) -> Role {
        let (group, own) = (self.pact.group(), view.private.role.unwrap_or(Role::Digger));
        let saboteurs = match (self.pact.split, self.pact.roles) {
            (Some(_), _) if !group.contains(view.seat) => None,
            (Some(split), RolesBy::Told) => Some((split, group.and(self.told))),
            (Some(split), RolesBy::Shown) => shown(view.public, group).map(|set| (split, set)),
            (None, _) => None,
        };
        saboteurs.map_or(own, |(split, saboteurs)| split.side(saboteurs.len(), group.len()))
    }

    /// Whether this seat's first card of the round is to show its role.
    fn shows(&self, view: View<'_, Saboteur>) -> bool {
        let group = self.pact.roles == RolesBy::Shown && self.pact.group().contains(view.seat);
        group && first_deed(view.public, view.seat).is_none()
    }

    /// The first card of a round: a saboteur passes; a digger plays by its rules, or any card face up that does no
    /// harm. A digger who has none must pass, too, and is taken for a saboteur.
    fn show(&mut self, view: View<'_, Saboteur>, legal: &[Action], rng: &mut Rng) -> Action {
        if view.private.role == Some(Role::Saboteur) {
            return discard(view, rng);
        }
        let (board, map) = (&view.public.board, Distances::of(&view.public.board));
        let harmless = |action: &Action| match *action {
            Action::Dig(path, cell) => map.after(board, path, cell) <= map.now(),
            Action::Map(_) | Action::Repair(..) => true,
            _ => false,
        };
        let usual = self.digger(view, legal, rng).or_else(|| any(legal, rng, harmless));
        usual.unwrap_or_else(|| discard(view, rng))
    }

    /// The saboteurs that one in this seat spares and repairs.
    fn fellows(&self, seat: Seat) -> SeatSet {
        let fellows = match self.pact.fellows {
            Fellows::Alone => SeatSet::NONE,
            Fellows::Told => self.told.without(seat),
            Fellows::Found => self.farther.without(seat),
        };
        fellows.or(self.friends(seat))
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
        *self = Colluder::new(self.pact, *self.player.style());
        self.player.begin(rng);
        if self.pact.code == CodeBy::Shown {
            self.own = own_ranks(rng);
        }
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
        let side = self.side(view);
        if let Some(action) = self.player.aside(view, legal, side) {
            return action;
        }
        self.player.spare(self.friends(view.seat));
        if self.shows(view) {
            return self.show(view, legal, rng);
        }
        let chosen = match side {
            Role::Saboteur => self.player.saboteur(view, legal, Team::with(self.fellows(view.seat)), rng),
            Role::Digger => self.digger(view, legal, rng),
        };
        chosen.unwrap_or_else(|| self.player.pass(view, legal, side, rng))
    }
}

/// What a seat did first in this round.
fn first_deed(public: &Public, seat: Seat) -> Option<Deed> {
    public.log.iter().find(|play| play.seat == seat).map(|play| play.deed)
}

/// The saboteurs of a group in which everybody shows its role by the first card, once all have.
fn shown(public: &Public, group: SeatSet) -> Option<SeatSet> {
    let passed = |seat| first_deed(public, seat).map(|deed| matches!(deed, Deed::Discard(_)));
    group.map(|seat| Some((seat, passed(seat)?))).try_fold(SeatSet::NONE, |saboteurs, shown| {
        let (seat, passed) = shown?;
        Some(if passed { saboteurs.with(seat) } else { saboteurs })
    })
}

impl Advised<Saboteur> for Colluder {
    fn reveal_role(&mut self, seat: Seat, role: Role) {
        self.player.reveal_role(seat, role);
        if role == Role::Saboteur {
            self.told = self.told.with(seat);
        }
    }
}
