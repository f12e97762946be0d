//! What one does with maps: whether one looks, what one says of it, whom one believes, and where one digs then. The
//! papers' players put maps away; their rules let a seat that has looked say what it likes.

use games::Saboteur;
use games::saboteur::{Claim, Deed, Goal, Goals, Phase, Role, Rules, Treasure};
use table::{Param, Params, PublicState, SeatSet, SpecError, View, WordParam};

use crate::params::NO_YES;

/// What one does with maps, and with what others say of theirs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Talk {
    /// When a map is played.
    pub maps: Maps,
    /// Whether a digger digs towards those goals alone that may be the gold, as far as it knows and believes.
    pub heads: bool,
    /// Whether a digger says what it saw.
    pub tells: bool,
    /// What a saboteur says.
    pub bluff: Bluff,
    /// The seats that one believes.
    pub hears: Hears,
}

/// When a map is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Maps {
    /// Never: it is put away like any card.
    Away,
    /// Instead of a pass.
    Spare,
    /// By a digger before it digs; by a saboteur instead of a pass.
    First,
}

/// What a saboteur says about a goal it has looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bluff {
    /// Nothing.
    Silent,
    /// What it saw.
    Truth,
    /// Of the gold that it is a stone, of a stone that it is the gold.
    Lie,
}

/// The seats whose claims are believed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hears {
    /// Nobody's.
    Nobody,
    /// Those of everybody who is not suspected, and whom neither one's own maps nor a goal that was turned up have
    /// shown to have lied.
    Trusted,
    /// Everybody's.
    All,
}

const MAPS: WordParam<Maps> = WordParam::new(
    "maps",
    "away",
    "when a map is played: away (never), spare (instead of a pass), first (by diggers before they dig)",
    &[("away", Maps::Away), ("spare", Maps::Spare), ("first", Maps::First)],
);
const HEADS: WordParam<bool> = WordParam::new(
    "heads",
    "any",
    "where a digger digs: to any goal, or only to those that may be the gold as far as it knows and believes",
    &[("any", false), ("gold", true)],
);
const TELLS: WordParam<bool> = WordParam::new(
    "tells",
    "no",
    "yes: a digger who has looked at a goal says what it saw (talk=on)",
    NO_YES,
);
const BLUFF: WordParam<Bluff> = WordParam::new(
    "bluff",
    "silent",
    "what a saboteur says who has looked at a goal: nothing (silent), truth, or lie",
    &[("silent", Bluff::Silent), ("truth", Bluff::Truth), ("lie", Bluff::Lie)],
);
const HEARS: WordParam<Hears> = WordParam::new(
    "hears",
    "nobody",
    "whose claims are believed: nobody, trusted (not suspected, and not caught in a lie), all",
    &[("nobody", Hears::Nobody), ("trusted", Hears::Trusted), ("all", Hears::All)],
);

/// What it can be told.
pub const TALKING: &[Param] = &[MAPS.param, HEADS.param, TELLS.param, BLUFF.param, HEARS.param];

impl Talk {
    /// One who puts maps away, says nothing and believes nobody.
    pub const NONE: Talk =
        Talk { maps: Maps::Away, heads: false, tells: false, bluff: Bluff::Silent, hears: Hears::Nobody };

    /// Reads [`TALKING`].
    pub fn read(params: &mut Params<'_>) -> Result<Talk, SpecError> {
        Ok(Talk {
            maps: params.choice(&MAPS)?,
            heads: params.choice(&HEADS)?,
            tells: params.choice(&TELLS)?,
            bluff: params.choice(&BLUFF)?,
            hears: params.choice(&HEARS)?,
        })
    }

    /// Whether one can speak and listen so at such a table.
    pub fn check(&self, rules: &Rules) -> Result<(), SpecError> {
        let speaks = self.tells || self.bluff != Bluff::Silent || self.hears != Hears::Nobody;
        match speaks && !rules.talk {
            true => {
                Err(SpecError::bad("`tells`, `bluff` and `hears` are for tables where one talks: talk=on"))
            }
            false => Ok(()),
        }
    }

    /// What one who plays for this side says about the goal it has looked at, if it is asked.
    pub(super) fn claim(&self, view: View<'_, Saboteur>, side: Role) -> Option<Claim> {
        let Phase::Say(_, goal) = view.public.phase else { return None };
        let gold = view.private.known(goal) == Some(Treasure::Gold);
        let lies = match side {
            Role::Digger if self.tells => false,
            Role::Saboteur if self.bluff == Bluff::Truth => false,
            Role::Saboteur if self.bluff == Bluff::Lie => true,
            _ => return Some(Claim::Nothing),
        };
        Some(if gold != lies { Claim::Gold } else { Claim::Stone })
    }

    /// The face-down goals that may be the gold: what one saw is certain; of the rest those of which most claims that
    /// one believes say gold, less those that say stone.
    pub(super) fn hopes(&self, view: View<'_, Saboteur>, suspects: SeatSet) -> Goals {
        let known = |treasure: Treasure| {
            let saw = move |goal: &Goal| view.private.known(*goal) == Some(treasure);
            Goal::ALL.into_iter().filter(saw).collect::<Goals>()
        };
        let gold = known(Treasure::Gold);
        if !gold.is_empty() {
            return gold;
        }
        let open =
            view.public.board.face_down().minus(known(Treasure::StoneDl)).minus(known(Treasure::StoneUl));
        let votes = self.votes(view, suspects);
        let most = open.iter().map(|goal| votes[goal as usize]).max();
        open.iter().filter(|goal| Some(votes[*goal as usize]) == most).collect()
    }

    /// For each goal how many claims that one believes say gold, less those that say stone.
    fn votes(&self, view: View<'_, Saboteur>, suspects: SeatSet) -> [i8; 3] {
        let others = SeatSet::all(view.public.seats()).without(view.seat);
        let believed = match self.hears {
            Hears::Nobody => return [0; 3],
            Hears::Trusted => others.minus(suspects).minus(liars(view)),
            Hears::All => others,
        };
        let mut votes = [0; 3];
        for (seat, goal, claim) in claims(view) {
            if believed.contains(seat) {
                votes[goal as usize] += if claim == Claim::Gold { 1 } else { -1 };
            }
        }
        votes
    }

    /// The goals worth a map: to a digger those that may be the gold, unless only one is left; to a saboteur, who has
    /// something to say about each, all that it has not seen.
    pub(super) fn unseen(&self, view: View<'_, Saboteur>, side: Role, suspects: SeatSet) -> Goals {
        let sought = match side {
            Role::Saboteur => view.public.board.face_down(),
            Role::Digger => {
                Some(self.hopes(view, suspects)).filter(|hopes| hopes.len() > 1).unwrap_or_default()
            }
        };
        sought.minus(view.public.mapped[view.seat])
    }
}

/// What was said in this round, in order: who, of which goal, gold or stone.
fn claims(view: View<'_, Saboteur>) -> impl Iterator<Item = (table::Seat, Goal, Claim)> + '_ {
    view.public.log.iter().filter_map(|play| match play.deed {
        Deed::Say(goal, claim) if claim != Claim::Nothing => Some((play.seat, goal, claim)),
        _ => None,
    })
}

/// The seats whose claims this seat knows to be false, by its own maps or because the goal was turned up.
fn liars(view: View<'_, Saboteur>) -> SeatSet {
    let truth = |goal: Goal| {
        view.private.known(goal).or_else(|| view.public.board.goal(goal).map(|(treasure, _)| treasure))
    };
    let lied = |goal, claim| {
        truth(goal).is_some_and(|treasure| (treasure == Treasure::Gold) != (claim == Claim::Gold))
    };
    claims(view).filter(|&(_, goal, claim)| lied(goal, claim)).map(|(seat, ..)| seat).collect()
}
