//! What a seat makes of the others' doings if it supposes that they are heuristic players.
//!
//! Whether a choice is likely depends on what its maker knows, and that is hidden too: an inference card tells the
//! one who hands it over something that others can only guess at. So the model keeps, for every other seat, the
//! states of mind it may be in (who it is, and whom it can be taking whom for), weighed for each assignment of factions
//! apart. A choice weighs them by how likely each state makes it; a card that was answered splits them by what its
//! text may have been.

use games::raiders::{
    Action, AnsweredCard, Character, CharacterSet, Faction, Hp, Inference, Outcome, Phase, Private, Public,
    Rules, Seen, Texts, What,
};
use games::{Bag, Raiders};
use table::{BySeat, Game as _, PublicState, Seat, View};

use super::heuristic::Heuristic;
use crate::beliefs::Model;
use crate::roles::Assignment;

/// What those who act are supposed to know of the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Knows {
    /// What the inference cards they handed over told them, and what everybody saw.
    Cards,
    /// Everything.
    All,
    /// What everybody saw: who is shown, who is out.
    Nothing,
}

/// How the others are supposed to choose.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ModelOptions {
    /// What they know when they choose.
    pub knows: Knows,
    /// How often any legal action is chosen instead: at 1 choices say nothing.
    pub slip: f64,
}

impl ModelOptions {
    /// Any legal action: only what cards, damage and shown characters prove says anything.
    pub const ANY: ModelOptions = ModelOptions { knows: Knows::Nothing, slip: 1.0 };
}

/// A state of mind: who one is, up to characters that act alike, and who one can be taking the others for.
#[derive(Clone, Copy, PartialEq, Debug)]
struct State {
    own: CharacterSet,
    could_be: BySeat<CharacterSet>,
}

/// The states of mind that one seat may be in.
#[derive(Clone, Debug, Default)]
struct Mind {
    states: Vec<State>,
    /// For each assignment of factions in turn, the probability of each state.
    weights: Vec<f64>,
}

/// States that no assignment makes more likely than this are dropped.
const LEAST: f64 = 1e-6;
/// The most states of mind kept for one seat.
const MOST: usize = 256;

impl Mind {
    fn rows(&self) -> std::slice::ChunksExact<'_, f64> {
        self.weights.chunks_exact(self.states.len().max(1))
    }

    /// Weighs the states by how likely each makes an event; each assignment's score by how likely it makes it in all.
    fn weigh(&mut self, likely: impl Fn(usize, usize) -> f64, scores: &mut [f64]) {
        let width = self.states.len().max(1);
        for (place, (row, score)) in self.weights.chunks_exact_mut(width).zip(scores).enumerate() {
            let each = || row.iter().enumerate().map(|(i, weight)| weight * likely(place, i));
            let total: f64 = each().sum();
            *score *= total;
            if total > 0.0 {
                for (i, weight) in row.iter_mut().enumerate() {
                    *weight *= likely(place, i) / total;
                }
            }
        }
    }

    /// The seat is one of these characters.
    fn narrow(&mut self, now: CharacterSet, scores: &mut [f64]) {
        let part = |state: &State| state.own.and(now).len() as f64 / state.own.len() as f64;
        let parts: Vec<f64> = self.states.iter().map(part).collect();
        self.weigh(|_, i| parts[i], scores);
        for state in self.states.iter_mut().filter(|state| !state.own.and(now).is_empty()) {
            state.own = state.own.and(now);
        }
    }

    /// Every state goes on with each of the things that may have been learned about a seat, with the
    /// probability it has in each assignment.
    fn learn(&mut self, about: Seat, learned: &[(CharacterSet, Vec<f64>)]) {
        let old = std::mem::take(self);
        let (width, rows) = (old.states.len(), old.rows().len());
        let mut origins: Vec<(usize, usize, usize)> = Vec::new();
        for (from, state) in old.states.iter().enumerate() {
            for (what, (could_be, _)) in learned.iter().enumerate() {
                let mut state = *state;
                state.could_be[about] = state.could_be[about].and(*could_be);
                if !state.could_be[about].is_empty() {
                    let known = self.states.iter().position(|other| *other == state);
                    let to = known.unwrap_or(self.states.len());
                    if known.is_none() {
                        self.states.push(state);
                    }
                    origins.push((to, from, what));
                }
            }
        }
        self.weights = vec![0.0; self.states.len() * rows];
        for (place, row) in self.weights.chunks_exact_mut(self.states.len().max(1)).enumerate() {
            for &(to, from, what) in &origins {
                row[to] += old.weights[place * width + from] * learned[what].1[place];
            }
            normalise(row);
        }
        self.prune();
    }

    /// Drops the states that hardly any assignment allows.
    fn prune(&mut self) {
        let width = self.states.len();
        let mut best = vec![0.0; width];
        for row in self.rows() {
            best.iter_mut().zip(row).for_each(|(best, weight)| *best = weight.max(*best));
        }
        let mut kept: Vec<usize> = (0..width).filter(|&i| best[i] > LEAST).collect();
        if kept.len() > MOST {
            kept.sort_by(|&a, &b| best[b].total_cmp(&best[a]).then(a.cmp(&b)));
            kept.truncate(MOST);
            kept.sort();
        }
        if kept.is_empty() || kept.len() == width {
            return;
        }
        let rows = self.rows().flat_map(|row| kept.iter().map(|&i| row[i]).collect::<Vec<_>>());
        self.weights = rows.collect();
        self.states = kept.iter().map(|&i| self.states[i]).collect();
        self.weights.chunks_exact_mut(kept.len()).for_each(normalise);
    }
}

/// Makes the weights sum to 1, unless they are all 0.
fn normalise(weights: &mut [f64]) {
    let total: f64 = weights.iter().sum();
    if total > 0.0 {
        weights.iter_mut().for_each(|weight| *weight /= total);
    }
}

/// The heuristic player as a model of everybody else.
#[derive(Clone, Debug)]
pub struct HeuristicModel {
    player: Heuristic,
    options: ModelOptions,
    /// The table before the last event.
    before: Option<Public>,
    /// One for each seat, without a state for one's own; empty until all are dealt.
    minds: Vec<Mind>,
    /// Who each seat could be when last looked at.
    possible: Vec<CharacterSet>,
    /// The characters that are known to be somebody's.
    taken: CharacterSet,
    /// The inference cards of this deck that one's own seat has lost sight of.
    unseen: Bag<Inference>,
    legal: Vec<Action>,
}

/// The assignments of factions, and how likely each makes what was just seen.
struct Scores<'a> {
    assignments: &'a [Assignment<Raiders>],
    likely: &'a mut [f64],
}

/// An inference card that was answered: what everybody saw of it, and what the recipient did.
struct Answer<'a> {
    entry: &'a AnsweredCard,
    before: &'a Public,
    recipient: Seat,
    action: Action,
}

/// What was done, as far as one seat knows it.
struct Choice<'a> {
    before: &'a Public,
    actor: Seat,
    action: Action,
    /// The inference cards that the actor may hold, with their probabilities; one without a card if there is none.
    cards: &'a [(Option<Inference>, f64)],
}

impl HeuristicModel {
    /// Supposes that the others are this player and choose like this.
    pub fn new(player: Heuristic, options: ModelOptions) -> HeuristicModel {
        HeuristicModel {
            player,
            options,
            before: None,
            minds: Vec::new(),
            possible: Vec::new(),
            taken: CharacterSet::NONE,
            unseen: Bag::EMPTY,
            legal: Vec::new(),
        }
    }

    /// Everybody is dealt: nobody knows more than who it is itself.
    fn start(&mut self, view: View<'_, Raiders>, assignments: &[Assignment<Raiders>]) {
        let (public, seats) = (view.public, view.public.seats());
        self.unseen = public.rules.inference;
        self.possible = Seat::all(seats).map(|seat| possible(view, seat)).collect();
        let fresh = |seat| match seat == view.seat {
            true => Mind::default(),
            false => self.fresh_mind(public, seat, assignments),
        };
        self.minds = Seat::all(seats).map(fresh).collect();
        self.taken = CharacterSet::NONE;
        self.take(view, assignments.len());
    }

    fn fresh_mind(&self, public: &Public, seat: Seat, assignments: &[Assignment<Raiders>]) -> Mind {
        let could_be = BySeat::new(public.seats(), CharacterSet::ALL);
        let own = alike(&public.rules).into_iter().map(|own| own.and(self.possible[seat.index()]));
        let states: Vec<State> =
            own.filter(|own| !own.is_empty()).map(|own| State { own, could_be }).collect();
        let mut weights = Vec::with_capacity(states.len() * assignments.len());
        for (roles, _) in assignments {
            let members = CharacterSet::of(roles[seat]);
            weights.extend(states.iter().map(|state| state.own.and(members).len() as f64));
        }
        weights.chunks_exact_mut(states.len().max(1)).for_each(normalise);
        Mind { states, weights }
    }

    /// How likely a state of mind makes a choice; 0 if the rules forbid it.
    fn chance(&mut self, state: &State, choice: &Choice<'_>) -> f64 {
        let Choice { before, actor, action, cards } = *choice;
        let slip = self.options.slip;
        let mut total = 0.0;
        for &(card, share) in cards {
            let private = Private {
                character: state.own.iter().next(),
                card,
                texts: Texts::NONE,
                could_be: state.could_be,
            };
            let view = View { seat: actor, public: before, private: &private };
            self.legal.clear();
            Raiders::legal(view, &mut self.legal);
            if self.legal.contains(&action) {
                let meant = if slip < 1.0 { self.player.chance_of(view, &self.legal, action) } else { 0.0 };
                total += share * ((1.0 - slip) * meant + slip / self.legal.len() as f64);
            }
        }
        total
    }

    /// How likely each state of the actor's mind makes what it did: for each assignment if it is supposed to know the
    /// roles, else once.
    fn chances(&mut self, choice: &Choice<'_>, assignments: &[Assignment<Raiders>]) -> Vec<f64> {
        let states = self.minds[choice.actor.index()].states.clone();
        if self.options.knows != Knows::All {
            return states.iter().map(|state| self.chance(state, choice)).collect();
        }
        let mut chances = Vec::with_capacity(assignments.len() * states.len());
        for (roles, _) in assignments {
            let could_be = roles.map(CharacterSet::of);
            for state in &states {
                chances.push(self.chance(&State { could_be, ..*state }, choice));
            }
        }
        chances
    }

    /// Somebody else chose.
    fn chosen(&mut self, choice: &Choice<'_>, scores: &mut Scores<'_>) {
        if self.options.slip >= 1.0 {
            return;
        }
        let chances = self.chances(choice, scores.assignments);
        let mind = &mut self.minds[choice.actor.index()];
        let apart = if self.options.knows == Knows::All { mind.states.len() } else { 0 };
        mind.weigh(|place, i| chances[place * apart + i], scores.likely);
    }

    /// The cards that may be handed over: of the unseen ones only whether they heal matters to the player.
    fn held(&self, text: Option<Inference>) -> Vec<(Option<Inference>, f64)> {
        if text.is_some() {
            return vec![(text, 1.0)];
        }
        let share = |pile: Bag<Inference>| pile.len() as f64 / self.unseen.len() as f64;
        let halves = [self.unseen.and(Bag::HEAL), self.unseen.without_kinds(Bag::HEAL)];
        halves.into_iter().filter_map(|pile| Some((Some(pile.cards().next()?), share(pile)))).collect()
    }

    /// An inference card was answered. Its recipient gives itself away a little, and the one who asked knows more.
    fn answered(
        &mut self,
        view: View<'_, Raiders>,
        before: &Public,
        (recipient, action): (Seat, Action),
        scores: &mut Scores<'_>,
    ) {
        let log = &view.public.log;
        let Some(entry) = log.entries().last() else { return };
        let texts: Vec<(Inference, f64)> = match view.private.texts.of(log.len() - 1) {
            Some(text) => vec![(text, 1.0)],
            None => {
                let share = |text| f64::from(self.unseen.count(text)) / self.unseen.len() as f64;
                self.unseen.kinds().map(|text| (text, share(text))).collect()
            }
        };
        let learned = if recipient == view.seat {
            let text = texts[0].0;
            let own = view.private.character.map_or(CharacterSet::ALL, CharacterSet::only);
            vec![(learned(entry, before, text, own), vec![1.0; scores.assignments.len()])]
        } else {
            self.answered_by(&Answer { entry, before, recipient, action }, &texts, scores)
        };
        if entry.giver != view.seat && self.options.knows == Knows::Cards {
            self.minds[entry.giver.index()].learn(recipient, &learned);
        }
    }

    /// Weighs the recipient's states, and tells what its answer may have taught with which probability in each
    /// assignment.
    fn answered_by(
        &mut self,
        answer: &Answer<'_>,
        texts: &[(Inference, f64)],
        scores: &mut Scores<'_>,
    ) -> Vec<(CharacterSet, Vec<f64>)> {
        let Answer { entry, before, recipient, action } = *answer;
        let states = self.minds[recipient.index()].states.clone();
        let mut taught: Vec<(CharacterSet, Vec<f64>)> = Vec::new();
        let mut likely = vec![0.0; states.len()];
        for (i, state) in states.iter().enumerate() {
            for &(text, share) in texts {
                let cards = [(Some(text), share)];
                let chance = self.chance(state, &Choice { before, actor: recipient, action, cards: &cards });
                if chance > 0.0 {
                    likely[i] += chance;
                    let set = learned(entry, before, text, state.own);
                    let known = taught.iter().position(|(other, _)| *other == set);
                    let place = known.unwrap_or(taught.len());
                    if known.is_none() {
                        taught.push((set, vec![0.0; scores.assignments.len()]));
                    }
                    let rows = self.minds[recipient.index()].rows();
                    rows.zip(&mut taught[place].1).for_each(|(row, total)| *total += row[i] * chance);
                }
            }
        }
        self.minds[recipient.index()].weigh(|_, i| likely[i], scores.likely);
        taught
    }

    /// Removes what an event made impossible for a seat: shown, out, alive in spite of the damage.
    fn settle(&mut self, view: View<'_, Raiders>, scores: &mut Scores<'_>) {
        for seat in Seat::all(view.seats()).filter(|&seat| seat != view.seat) {
            let now = possible(view, seat);
            if now != self.possible[seat.index()] {
                self.possible[seat.index()] = now;
                self.minds[seat.index()].narrow(now, scores.likely);
            }
        }
        self.take(view, scores.assignments.len());
    }

    /// Nobody is who somebody else is known to be. That is no news about factions.
    fn take(&mut self, view: View<'_, Raiders>, assignments: usize) {
        let shown = view.public.shown.iter().filter_map(|(_, shown)| shown);
        let taken = shown.chain(view.private.character).fold(CharacterSet::NONE, CharacterSet::with);
        if taken != std::mem::replace(&mut self.taken, taken) {
            let mut ignored = vec![1.0; assignments];
            for (seat, shown) in view.public.shown.iter().filter(|(seat, _)| *seat != view.seat) {
                let own = shown.map_or(CharacterSet::NONE, CharacterSet::only);
                let free = CharacterSet::ALL.minus(taken.minus(own));
                self.minds[seat.index()].narrow(free, &mut ignored);
            }
        }
    }

    /// Weighs what somebody did.
    fn judge(&mut self, view: View<'_, Raiders>, before: &Public, what: &What, scores: &mut Scores<'_>) {
        match (*what, before.phase) {
            (What::Acted(actor, action), Phase::Answer(_)) => {
                self.answered(view, before, (actor, action), scores);
            }
            (What::Showed(actor, ..), _) => self.answered(view, before, (actor, Action::Show), scores),
            (What::Acted(actor, action), _) if actor != view.seat => {
                self.chosen(&Choice { before, actor, action, cards: &[(None, 1.0)] }, scores);
            }
            (What::Handed(giver, recipient, text), _) if giver != view.seat => {
                let (action, cards) = (Action::Hand(recipient), self.held(text));
                self.chosen(&Choice { before, actor: giver, action, cards: &cards }, scores);
                self.unseen = text.map_or(self.unseen, |text| self.unseen.without(text));
            }
            _ => {}
        }
    }

    /// Counts the inference cards that one's own seat has seen.
    fn count(&mut self, before: &Public, what: &What) {
        if matches!(what, What::Drew(..)) && before.inference_left == 0 {
            self.unseen = before.rules.inference;
        }
        if let What::Drew(_, Some(text)) = *what {
            self.unseen = self.unseen.without(text);
        }
    }
}

/// What one who asked learned of the recipient, as far as factions go: a shown card may be any of those who are
/// alike.
fn learned(entry: &AnsweredCard, before: &Public, text: Inference, recipient: CharacterSet) -> CharacterSet {
    match entry.outcome {
        Outcome::Showed => recipient,
        _ => entry.answerers(&before.rules, text),
    }
}

/// Who a seat can be, by all that the seat of this view knows for sure.
pub(super) fn possible(view: View<'_, Raiders>, seat: Seat) -> CharacterSet {
    match view.private.character {
        Some(own) if seat == view.seat => CharacterSet::only(own),
        _ => view.public.could_be[seat].and(view.private.could_be[seat]).and(view.public.rules.cast),
    }
}

/// Sets of characters that act alike: with equal limits and no abilities only the mirror and the cookie tell
/// shadows apart.
fn alike(rules: &Rules) -> Vec<CharacterSet> {
    let characters = Character::ALL.iter().map(|&character| CharacterSet::only(character));
    if rules.abilities || rules.hp == Hp::Printed {
        return characters.collect();
    }
    let ulrich = CharacterSet::only(Character::Ulrich);
    let shadows = CharacterSet::of(Faction::Shadow).minus(ulrich);
    let citizens = characters.filter(|one| !one.and(CharacterSet::of(Faction::Citizen)).is_empty());
    [ulrich, shadows, CharacterSet::of(Faction::Raider)].into_iter().chain(citizens).collect()
}

impl Model<Raiders> for HeuristicModel {
    fn begin(&mut self, view: View<'_, Raiders>) {
        self.player.forget();
        self.before = Some(*view.public);
        self.minds.clear();
    }

    fn weigh(
        &mut self,
        view: View<'_, Raiders>,
        seen: &Seen,
        assignments: &[Assignment<Raiders>],
        likely: &mut [f64],
    ) {
        match self.before.replace(*view.public) {
            _ if assignments.is_empty() => self.minds.clear(),
            Some(before) if !self.minds.is_empty() => {
                let scores = &mut Scores { assignments, likely };
                self.count(&before, &seen.what);
                self.judge(view, &before, &seen.what, scores);
                self.settle(view, scores);
            }
            _ => self.start(view, assignments),
        }
        // What the others choose next, they choose after this.
        self.player.watch(view.public, seen);
    }
}

#[cfg(test)]
mod tests;
