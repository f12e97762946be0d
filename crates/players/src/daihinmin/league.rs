//! The poor together against the daifugo, as a paper on collusion has it: who is a friend is read from the ranks.

use games::Daihinmin;
use games::daihinmin::{Action, Phase, Public};
use table::{Agent, Param, Params, PublicState, Rng, Seat, SeatSet, SpecError, View, WordParam};

use super::Quick;
use crate::params::NO_YES;

/// Who goes together against the daifugo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Members {
    /// Everybody else.
    Rest,
    /// The last two.
    Poor,
}

const MEMBERS: WordParam<Members> = WordParam::new(
    "members",
    "rest",
    "who goes together against the daifugo: rest (everybody else), poor (the last two)",
    &[("rest", Members::Rest), ("poor", Members::Poor)],
);
/// When a member passes on what another member has played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spares {
    /// Never for that reason.
    No,
    /// Once the daifugo has passed and cannot take the trick.
    Late,
    /// Always.
    Yes,
}

const SPARES: WordParam<Spares> = WordParam::new(
    "spares",
    "yes",
    "when a member passes on what another member has played: yes (always), late (once the daifugo has passed), no",
    &[("yes", Spares::Yes), ("late", Spares::Late), ("no", Spares::No)],
);
const BEATS: WordParam<bool> = WordParam::new(
    "beats",
    "yes",
    "yes: a member never passes on a play of the daifugo that it can beat",
    NO_YES,
);

/// Plays like [`Quick`], but members of the league spare each other and beat the daifugo, while it holds cards.
#[derive(Clone, Debug)]
pub struct League {
    members: Members,
    spares: Spares,
    beats: bool,
    quick: Quick,
}

impl League {
    /// Its parameters.
    pub const PARAMS: &'static [&'static [Param]] = &[&[MEMBERS.param, SPARES.param, BEATS.param]];

    /// Reads its parameters.
    ///
    /// # Errors
    /// Values that cannot be.
    pub fn read(params: &mut Params<'_>) -> Result<League, SpecError> {
        Ok(League {
            members: params.choice(&MEMBERS)?,
            spares: params.choice(&SPARES)?,
            beats: params.choice(&BEATS)?,
            quick: Quick::default(),
        })
    }

    /// The daifugo that still holds cards, and who goes together against it; nobody without ranks.
    fn sides(&self, public: &Public) -> Option<(Seat, SeatSet)> {
        let (ranks, seats) = (public.rules.ranks?, public.seats());
        let members = match self.members {
            Members::Rest => &ranks.as_slice()[1..],
            Members::Poor => &ranks.as_slice()[seats - 2..],
        };
        let daifugo = ranks.at(0);
        public.holding.contains(daifugo).then(|| (daifugo, members.iter().copied().collect()))
    }

    /// What a member does for the others, on a play of another member or of the daifugo.
    fn together(&self, view: View<'_, Daihinmin>, legal: &[Action]) -> Option<Action> {
        let (public, last) = (view.public, view.public.last);
        let (daifugo, members) = self.sides(public)?;
        if public.table.meld.is_none() || last == view.seat || !members.contains(view.seat) {
            return None;
        }
        let spared = members.contains(last) && public.holding.contains(last);
        let now = match self.spares {
            Spares::Yes => true,
            Spares::Late => !public.active().contains(daifugo),
            Spares::No => false,
        };
        if now && spared && legal.contains(&Action::Pass) {
            return Some(Action::Pass);
        }
        (self.beats && last == daifugo).then(|| self.beat(view, legal)).flatten()
    }

    /// The best play by the rule's own measure, of equals the least; none if there is only the pass.
    fn beat(&self, view: View<'_, Daihinmin>, legal: &[Action]) -> Option<Action> {
        let mut best: Option<(f32, Action)> = None;
        self.quick.rule.each_score(view, legal, |action, score| {
            let better = best.is_none_or(|(top, least)| score > top || score == top && action < least);
            if action != Action::Pass && better {
                best = Some((score, action));
            }
        });
        best.map(|(_, action)| action)
    }
}

impl Agent<Daihinmin> for League {
    fn watches(&self) -> bool {
        false
    }

    fn act(&mut self, view: View<'_, Daihinmin>, legal: &[Action], rng: &mut Rng) -> Action {
        if view.public.phase != Phase::Play {
            return self.quick.choose(view, legal, rng);
        }
        let sure = self.quick.finish.find(view, legal, rng);
        let chosen = sure.or_else(|| self.together(view, legal));
        chosen.unwrap_or_else(|| self.quick.rule.choose(view, legal))
    }
}
