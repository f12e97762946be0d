//! Saboteurs who find each other by signs in their deeds and divide the work: what the paper on collusion leaves to come.

use games::Saboteur;
use games::saboteur::{Action, CardBag, Public, Role, Seen};
use search::playout::Guide;
use table::{Advised, Param, Params, Rng, Seat, SeatSet, Spec, SpecError, View, WordParam};

use super::papers::{Harm, Papers, PlayStyle, Team};
use super::signs::{Held, Signs};
use super::suspicion::{Suspects, Suspicion};
use crate::params::NO_YES;

/// How a saboteur finds the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FindBy {
    /// It does not.
    Nothing,
    /// It is told.
    Told,
    /// By what they have done: whoever moved the tunnel away, or broke a tool of one who had not.
    Deeds,
    /// By that, and by their signs.
    Signs,
}

/// How saboteurs work together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scheme {
    /// How they find each other.
    pub finds: FindBy,
    /// Whether what the rules leave to chance is chosen so that it says something.
    pub signs: bool,
    /// Whether rockfalls are played.
    pub rockfalls: bool,
    /// Whether one leaves to its fellow what the fellow said it holds.
    pub shares: bool,
}

const SIGNING: WordParam<bool> = WordParam::new(
    "signs",
    "yes",
    "yes: where the rules leave a saboteur a choice it takes what says something to its fellow",
    NO_YES,
);
const FINDS: WordParam<FindBy> = WordParam::new(
    "finds",
    "signs",
    "how a saboteur finds its fellows: nothing, told, deeds (who did obvious harm), signs (by that and their signs)",
    &[
        ("nothing", FindBy::Nothing),
        ("told", FindBy::Told),
        ("deeds", FindBy::Deeds),
        ("signs", FindBy::Signs),
    ],
);
const ROCKFALLS: WordParam<bool> =
    WordParam::new("rockfalls", "yes", "yes: a saboteur plays a rockfall that makes the way longer", NO_YES);
const SHARES: WordParam<bool> = WordParam::new(
    "shares",
    "yes",
    "yes: a saboteur leaves dead ends or rockfalls to a fellow that said it holds one",
    NO_YES,
);

/// What `signaller` can be told besides what `papers` can.
pub const SIGNALLING: &[Param] = &[FINDS.param, SIGNING.param, ROCKFALLS.param, SHARES.param];

impl Scheme {
    /// What a spec says of it; other parameters are not looked at.
    ///
    /// # Errors
    /// Values that cannot be.
    pub fn of(spec: &Spec) -> Result<Scheme, SpecError> {
        Scheme::read(&mut Params::new(spec))
    }

    /// Reads [`SIGNALLING`].
    ///
    /// # Errors
    /// Values that cannot be.
    pub fn read(params: &mut Params<'_>) -> Result<Scheme, SpecError> {
        Ok(Scheme {
            finds: params.choice(&FINDS)?,
            signs: params.choice(&SIGNING)?,
            rockfalls: params.choice(&ROCKFALLS)?,
            shares: params.choice(&SHARES)?,
        })
    }

    /// What is tried first by one whose fellow said this last.
    const fn order(&self, said: Option<Held>) -> &'static [Harm] {
        match (self.rockfalls, said) {
            (true, Some(Held::DeadEnd)) => &[Harm::Rockfall, Harm::Break, Harm::Block],
            (true, Some(Held::Rockfall)) => &[Harm::Block, Harm::Break, Harm::Rockfall],
            (true, _) => &[Harm::Block, Harm::Rockfall, Harm::Break],
            (false, Some(Held::DeadEnd)) => &[Harm::Break, Harm::Block],
            (false, _) => &[Harm::Block, Harm::Break],
        }
    }
}

/// Finds the saboteurs among the others, from what everybody saw.
#[derive(Clone, Copy, Debug)]
pub struct Finder {
    by: FindBy,
    signs: Signs,
    deeds: Suspicion,
}

impl Finder {
    /// One who has seen nothing.
    pub fn new(by: FindBy) -> Finder {
        Finder { by, signs: Signs::default(), deeds: Suspicion::new(Suspects::PathBreak) }
    }

    /// Takes notice of what happened last.
    pub fn see(&mut self, public: &Public) {
        self.signs.see(public, self.deeds.common());
        self.deeds.see(public);
    }

    /// Whether this seat has done no obvious harm yet, so that its next deed is to say "here".
    pub const fn is_hidden(&self, seat: Seat) -> bool {
        !self.deeds.common().contains(seat)
    }

    /// What a seat with this hand wants to say now: 0 for "here", or a word.
    pub fn wanted(&self, seat: Seat, hand: CardBag) -> usize {
        if self.is_hidden(seat) { 0 } else { Held::of(hand) as usize }
    }

    /// What was said so far.
    pub const fn signs(&self) -> &Signs {
        &self.signs
    }

    /// The saboteurs that a saboteur on this seat takes for its fellows; `told` are those it was told of.
    pub fn fellows(&self, public: &Public, seat: Seat, told: SeatSet) -> SeatSet {
        match self.by {
            FindBy::Nothing => SeatSet::NONE,
            FindBy::Told => told.without(seat),
            FindBy::Deeds => self.deeds.of(public, seat),
            FindBy::Signs => self.likely(public, seat),
        }
    }

    /// Whoever did obvious harm, and of the rest those who are saboteurs more probably than not: by Bayes' rule where one
    /// fellow is missing, roughly where there are more.
    fn likely(&self, public: &Public, seat: Seat) -> SeatSet {
        let known = self.deeds.of(public, seat);
        let others = SeatSet::all(public.rules.seats.into()).without(seat).minus(known);
        let missing = usize::from(public.rules.role_cards().0).saturating_sub(1 + known.len());
        let all: f64 = others.map(|other| self.signs.likelihood(other)).sum();
        // A tie is not more probable than not, however its sums are rounded.
        let half = all / 2.0 * (1.0 + 1e-9);
        let probable = |other: &Seat| missing as f64 * self.signs.likelihood(*other) > half;
        known.or(others.filter(probable).collect())
    }
}

/// How often what chance chose is chosen anew until it says the right thing.
const DRAWS: usize = 12;

/// Plays like [`Papers`]; as a saboteur it signals, finds its fellows and divides the work with them.
#[derive(Clone, Copy, Debug)]
pub struct Signaller {
    scheme: Scheme,
    player: Papers,
    finder: Finder,
    /// Saboteurs it was told of.
    told: SeatSet,
}

impl Signaller {
    /// One who plays in this style and signals like this.
    pub fn new(scheme: Scheme, style: PlayStyle) -> Signaller {
        let finder = Finder::new(scheme.finds);
        Signaller { scheme, player: Papers::new(style), finder, told: SeatSet::NONE }
    }

    /// With whom this seat works, and what it tries first.
    fn team(&self, view: View<'_, Saboteur>) -> Team {
        let fellows = self.finder.fellows(view.public, view.seat, self.told);
        let said = fellows.map(|fellow| self.finder.signs.word(fellow)).find(Option::is_some).flatten();
        Team { fellows, order: self.scheme.order(said.filter(|_| self.scheme.shares)) }
    }

    /// What the rules choose; of what they leave to chance, what says the right thing, if it comes up.
    fn saboteur(&mut self, view: View<'_, Saboteur>, legal: &[Action], rng: &mut Rng) -> Option<Action> {
        let team = self.team(view);
        self.player.spare(team.fellows);
        let first = self.player.saboteur(view, legal, team, rng)?;
        let wanted = self.finder.wanted(view.seat, view.private.hand);
        let says = |action: &Action| self.finder.signs.said(view.public, view.seat, action) == Some(wanted);
        if !self.scheme.signs || says(&first) {
            return Some(first);
        }
        let alike = |other: &Action| std::mem::discriminant(other) == std::mem::discriminant(&first);
        let mut player = self.player;
        let others = (0..DRAWS).filter_map(|_| player.saboteur(view, legal, team, rng));
        others.filter(alike).find(says).or(Some(first))
    }
}

impl Guide<Saboteur> for Signaller {
    fn begin(&mut self, rng: &mut Rng) {
        *self = Signaller::new(self.scheme, *self.player.style());
        self.player.begin(rng);
    }

    fn see(&mut self, public: &Public, seen: &Seen) {
        self.player.see(public, seen);
        self.finder.see(public);
    }

    fn act(&mut self, view: View<'_, Saboteur>, legal: &[Action], rng: &mut Rng) -> Action {
        let side = view.private.role.unwrap_or(Role::Digger);
        if let Some(action) = self.player.aside(view, legal, side) {
            return action;
        }
        let chosen = match side {
            Role::Saboteur => self.saboteur(view, legal, rng),
            Role::Digger => {
                self.player.spare(SeatSet::NONE);
                self.player.digger(view, legal, rng)
            }
        };
        chosen.unwrap_or_else(|| self.player.pass(view, legal, side, rng))
    }
}

impl Advised<Saboteur> for Signaller {
    fn reveal_role(&mut self, seat: Seat, role: Role) {
        self.player.reveal_role(seat, role);
        // A new round has new roles.
        self.told = match role {
            Role::Saboteur => self.told.with(seat),
            Role::Digger => self.told.without(seat),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_it_was_told_holds_until_it_is_told_otherwise() {
        let spec = "signaller(finds=told)".parse().unwrap();
        let mut player = Signaller::new(Scheme::of(&spec).unwrap(), PlayStyle::of(&spec).unwrap());
        let (b, c) = (Seat::new(1), Seat::new(2));
        player.reveal_role(b, Role::Saboteur);
        player.reveal_role(c, Role::Digger);
        assert_eq!(player.told, SeatSet::NONE.with(b));
        // Roles of the next round.
        player.reveal_role(b, Role::Digger);
        player.reveal_role(c, Role::Saboteur);
        assert_eq!(player.told, SeatSet::NONE.with(c));
    }
}
