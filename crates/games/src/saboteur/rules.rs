//! What may be done, what it does, who sees it, what it earns.

mod legal;

use table::{BySeat, Event, EventOf, Game, HiddenRoles, Payoffs, PublicState, Rng, Seat, SeatSet, View};

use super::options::MOST_SABOTEURS;
use super::{
    Action, Card, CardBag, Cell, Chance, Claim, Deed, End, Goal, Gold, Nuggets, Path, Phase, Play, Private,
    Public, Role, Rules, Score, Seen, Took, Tool, Treasure, Winner,
};
use legal::Choices;

/// The whole truth: the table, what everybody knows, and what nobody does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Saboteur {
    pub(super) public: Public,
    pub(super) privates: BySeat<Private>,
    /// The goals from top to bottom.
    pub(super) goals: [Treasure; 3],
    /// The cards of the pile; a deck is a bag.
    pub(super) pile: CardBag,
    /// The gold cards that nobody has.
    pub(super) supply: Gold,
    /// The gold cards that go round.
    pub(super) bundle: Gold,
}

impl Saboteur {
    /// What is at a goal.
    #[inline]
    pub fn treasure(&self, goal: Goal) -> Treasure {
        self.goals[goal as usize]
    }

    /// The cards of the pile.
    pub fn pile(&self) -> CardBag {
        self.pile
    }

    fn saboteurs(&self) -> SeatSet {
        let saboteur = |seat: &Seat| self.privates[*seat].role == Some(Role::Saboteur);
        self.public.all().filter(saboteur).collect()
    }

    #[inline]
    fn act(&mut self, seat: Seat, action: Action) {
        let deed = match action {
            Action::Take(card) => return self.take(seat, card),
            Action::Say(claim) => self.say(claim),
            Action::Discard(card) => self.discard(seat, card),
            Action::Dig(path, cell) => self.dig(seat, path, cell),
            Action::Break(tool, target) => self.break_tool(seat, tool, target),
            Action::Repair(card, tool, target) => self.repair(seat, card, tool, target),
            Action::Rockfall(cell) => self.rockfall(seat, cell),
            Action::Map(goal) => self.map(seat, goal),
        };
        self.public.log.push(Play { seat, deed });
        match deed {
            Deed::Map(goal, _) if self.public.rules.talk => self.public.phase = Phase::Say(seat, goal),
            Deed::Dig(.., turned) if turned.contains(&Some(Treasure::Gold)) => self.end(seat, true),
            _ => self.next_turn(seat),
        }
    }

    /// The turn goes on: the seat draws if it can; once all cards are gone the gold stays hidden.
    #[inline]
    fn next_turn(&mut self, seat: Seat) {
        let next = seat.next(self.public.seats());
        match self.public.pile {
            0 if self.public.hands[next] == 0 => self.end(seat, false),
            0 => self.public.phase = Phase::Play(next),
            _ => self.public.phase = Phase::Draw(seat),
        }
    }

    /// A card leaves the hand.
    #[inline]
    fn spend(&mut self, seat: Seat, card: Card) {
        let hand = &mut self.privates[seat].hand;
        *hand = hand.without(card);
        self.public.hands[seat] -= 1;
    }

    /// A card leaves the hand and is seen by all.
    #[inline]
    fn play(&mut self, seat: Seat, card: Card) {
        self.spend(seat, card);
        self.public.played[seat] = self.public.played[seat].with(card);
    }

    fn discard(&mut self, seat: Seat, card: Card) -> Deed {
        self.spend(seat, card);
        self.privates[seat].discards = self.privates[seat].discards.with(card);
        self.public.discards[seat] += 1;
        Deed::Discard(None)
    }

    fn dig(&mut self, seat: Seat, path: Path, cell: Cell) -> Deed {
        self.play(seat, path.card());
        let touched = self.public.board.touched(path, cell);
        self.public.board.place(path, cell);
        let mut turned = [None; 3];
        for goal in touched.iter() {
            let treasure = self.treasure(goal);
            self.public.board.turn_up(goal, treasure, cell);
            turned[goal as usize] = Some(treasure);
        }
        Deed::Dig(path, cell, turned)
    }

    fn break_tool(&mut self, seat: Seat, tool: Tool, target: Seat) -> Deed {
        self.play(seat, Card::breaking(tool));
        let broken = &mut self.public.broken[tool as usize];
        *broken = broken.with(target);
        Deed::Break(tool, target)
    }

    fn repair(&mut self, seat: Seat, card: Card, tool: Tool, target: Seat) -> Deed {
        self.play(seat, card);
        let broken = &mut self.public.broken[tool as usize];
        *broken = broken.without(target);
        Deed::Repair(card, tool, target)
    }

    fn rockfall(&mut self, seat: Seat, cell: Cell) -> Deed {
        self.play(seat, Card::ROCKFALL);
        let path = self.public.board.at(cell).expect("a rockfall hits a card");
        self.public.board.remove(cell);
        Deed::Rockfall(cell, path)
    }

    fn map(&mut self, seat: Seat, goal: Goal) -> Deed {
        self.play(seat, Card::MAP);
        self.privates[seat].known[goal as usize] = Some(self.treasure(goal));
        self.public.mapped[seat] = self.public.mapped[seat].with(goal);
        Deed::Map(goal, None)
    }

    fn say(&mut self, claim: Claim) -> Deed {
        let Phase::Say(_, goal) = self.public.phase else { unreachable!("one speaks when asked") };
        Deed::Say(goal, claim)
    }

    /// All roles are shown, saboteurs who have won are paid, and diggers who have won will draw gold.
    fn end(&mut self, last: Seat, found: bool) {
        let (rules, saboteurs) = (self.public.rules, self.saboteurs());
        let winner = match found {
            true => Winner::Diggers,
            false if saboteurs.is_empty() => Winner::Nobody,
            false => Winner::Saboteurs,
        };
        let mut end = End { winner, saboteurs, last, bundle: 0, rewards: [Gold::NONE; MOST_SABOTEURS] };
        match (rules.score, winner) {
            (Score::Gold, Winner::Saboteurs) => self.reward(&mut end),
            (Score::Gold, Winner::Diggers) => end.bundle = rules.bundle_size().min(self.supply.len()),
            _ => {}
        }
        self.public.ends[usize::from(self.public.round)] = Some(end);
        self.public.first = Some(last.next(self.public.seats()));
        match self.public.takers(&end).next() {
            Some(taker) if end.bundle > 0 => self.public.phase = Phase::Bundle(taker),
            _ => self.next_round(),
        }
    }

    /// Every saboteur takes what it is due, or as much of it as can be made of the cards left.
    fn reward(&mut self, end: &mut End) {
        end.rewards = rewards(&self.public.rules, end, self.supply);
        for (seat, reward) in end.served().zip(end.rewards) {
            self.supply = self.supply.minus(reward);
            self.privates[seat].gold = self.privates[seat].gold.plus(reward);
            self.public.gold[seat] += reward.len();
        }
    }

    fn next_round(&mut self) {
        let over = self.public.ends().count() == usize::from(self.public.rules.rounds);
        self.public.phase = if over { Phase::Over } else { Phase::Goals };
    }

    fn take(&mut self, seat: Seat, card: Nuggets) {
        let round = usize::from(self.public.round);
        self.privates[seat].looks[round].take(card);
        self.privates[seat].gold = self.privates[seat].gold.with(card);
        self.public.gold[seat] += 1;
        self.pass_on(self.bundle.without(card));
    }

    /// The bundle, or what is left of it, goes to the next digger.
    fn pass_on(&mut self, bundle: Gold) {
        (self.bundle, self.public.bundle) = (bundle, bundle.len());
        let end = self.public.end().expect("gold is shared when a round is over");
        let next = self.public.takers(end).nth(usize::from(end.bundle - bundle.len()));
        match next.filter(|_| !bundle.is_empty()) {
            None => self.next_round(),
            Some(next) => {
                self.privates[next].looks[usize::from(self.public.round)].push(bundle);
                self.public.phase = Phase::Take(next);
            }
        }
    }

    fn luck(&mut self, outcome: Chance) {
        match outcome {
            Chance::Goals(goals) => self.begin_round(goals),
            Chance::First(seat) => {
                self.public.first = Some(seat);
                self.public.phase = Phase::Role(Seat::new(0));
            }
            Chance::Role(seat, role) => {
                self.privates[seat].role = Some(role);
                self.public.phase = self.following(seat).map_or(Phase::Deal(Seat::new(0)), Phase::Role);
            }
            Chance::Deal(seat, card) => {
                self.draws(seat, card);
                if self.public.hands[seat] == self.public.rules.hand_size() {
                    let first = self.public.first.expect("it is known who begins");
                    self.public.phase = self.following(seat).map_or(Phase::Play(first), Phase::Deal);
                }
            }
            Chance::Draw(seat, card) => {
                self.draws(seat, card);
                self.public.phase = Phase::Play(seat.next(self.public.seats()));
            }
            Chance::Bundle(bundle) => {
                self.supply = self.supply.minus(bundle);
                self.pass_on(bundle);
            }
        }
    }

    /// The seat after this one, if it is not the last.
    fn following(&self, seat: Seat) -> Option<Seat> {
        let next = seat.index() + 1;
        (next < self.public.seats()).then(|| Seat::new(next))
    }

    #[inline]
    fn draws(&mut self, seat: Seat, card: Card) {
        self.pile = self.pile.without(card);
        self.public.pile -= 1;
        self.privates[seat].hand = self.privates[seat].hand.with(card);
        self.public.hands[seat] += 1;
    }

    fn begin_round(&mut self, goals: [Treasure; 3]) {
        self.public.clear();
        self.public.all().for_each(|seat| self.privates[seat].clear());
        (self.goals, self.pile) = (goals, self.public.rules.deck);
        let known = self.public.first.is_some();
        self.public.phase = if known { Phase::Role(Seat::new(0)) } else { Phase::First };
    }
}

/// What the saboteurs of a round get out of this supply, in the order in which they are served.
pub(super) fn rewards(rules: &Rules, end: &End, mut supply: Gold) -> [Gold; MOST_SABOTEURS] {
    let mut rewards = [Gold::NONE; MOST_SABOTEURS];
    for reward in &mut rewards[..end.saboteurs.len()] {
        *reward = supply.change(rules.reward(end.saboteurs.len()));
        supply = supply.minus(*reward);
    }
    rewards
}

impl Public {
    fn check_round(&self) {
        let rules = &self.rules;
        let (hands, held) = (self.hands.as_slice().iter(), usize::from(self.pile));
        let held = held + hands.map(|&held| usize::from(held)).sum::<usize>();
        assert_eq!(held + self.turns(), rules.deck.len(), "a card is held, in the pile, played or put away");
        let tunnels: CardBag = self.board.tunnels().map(|(_, path)| path.card()).collect();
        assert_eq!(tunnels.len(), self.board.placed(), "tunnel cards are counted");
        let fallen = self.log.iter().filter_map(|play| match play.deed {
            Deed::Rockfall(_, path) => Some(path.card()),
            _ => None,
        });
        let laid: CardBag = self.all_played().cards().filter(|card| card.path().is_some()).collect();
        assert_eq!(fallen.fold(tunnels, CardBag::with), laid, "what was dug lies there until a rockfall");
        let says = self.log.iter().filter(|play| matches!(play.deed, Deed::Say(..))).count();
        assert_eq!(self.log.len() - says, self.turns(), "every card is in the log");
    }
}

impl Saboteur {
    fn check_cards(&self) {
        let public = &self.public;
        let mut all = self.pile.plus(public.all_played());
        for (seat, private) in self.privates.iter() {
            all = all.plus(private.hand).plus(private.discards);
            assert_eq!(private.hand.len(), usize::from(public.hands[seat]), "{seat} holds its cards");
            assert_eq!(private.discards.len(), usize::from(public.discards[seat]), "{seat} put them away");
        }
        assert_eq!(all, public.rules.deck, "no card is lost");
        assert_eq!(self.pile.len(), usize::from(public.pile), "the pile is counted");
    }

    fn check_goals(&self) {
        assert!(
            Treasure::ALL.iter().all(|treasure| self.goals.contains(treasure)),
            "every goal is there once"
        );
        for goal in Goal::ALL {
            let up = self.public.board.goal(goal).map(|(treasure, _)| treasure);
            assert!(up.is_none_or(|treasure| treasure == self.treasure(goal)), "a goal shows what it is");
            for (seat, private) in self.privates.iter() {
                let known = self.public.mapped[seat].contains(goal).then(|| self.treasure(goal));
                assert_eq!(private.known(goal), known, "{seat} knows what it has looked at");
            }
        }
    }

    fn check_gold(&self) {
        let mut all = self.supply.plus(self.bundle);
        for (seat, private) in self.privates.iter() {
            all = all.plus(private.gold);
            assert_eq!(private.gold.len(), self.public.gold[seat], "{seat} has its gold");
        }
        assert_eq!(all, self.public.rules.gold, "no gold is lost");
        assert_eq!(self.bundle.len(), self.public.bundle, "the bundle is counted");
    }

    fn check_roles(&self) {
        let (saboteurs, diggers) = self.public.rules.role_cards();
        let roles = |role| self.privates.iter().filter(|(_, private)| private.role == Some(role)).count();
        let (found, others) = (roles(Role::Saboteur), roles(Role::Digger));
        assert!(found <= usize::from(saboteurs) && others <= usize::from(diggers), "roles are from the box");
        if let Some(end) = self.public.end() {
            assert_eq!(end.saboteurs, self.saboteurs(), "roles are shown as they are");
        }
    }
}

impl Game for Saboteur {
    type Rules = Rules;
    type Action = Action;
    type Public = Public;
    type Private = Private;
    type Seen = Seen;

    const NAME: &'static str = "saboteur";
    const RULES_VERSION: u32 = 1;

    fn new(rules: &Rules) -> Saboteur {
        Saboteur {
            public: Public::new(rules),
            privates: BySeat::new(usize::from(rules.seats), Private::NOTHING),
            goals: Treasure::ALL,
            pile: rules.deck,
            supply: rules.gold,
            bundle: Gold::NONE,
        }
    }

    #[inline]
    fn public(&self) -> &Public {
        &self.public
    }

    #[inline]
    fn private(&self, seat: Seat) -> &Private {
        &self.privates[seat]
    }

    fn legal(view: View<'_, Saboteur>, out: &mut Vec<Action>) {
        match view.public.phase {
            Phase::Say(..) => out.extend(Claim::ALL.map(Action::Say)),
            Phase::Take(_) => {
                out.extend(view.private.bundle(view.public.round).kinds().map(Action::Take));
            }
            _ => {
                let choices = Choices::new(view);
                out.extend(choices.digs());
                out.extend(choices.deeds());
                out.extend(choices.rockfalls());
                out.extend(choices.maps());
                out.extend(choices.discards());
            }
        }
    }

    #[inline]
    fn random_action(view: View<'_, Saboteur>, rng: &mut Rng, _scratch: &mut Vec<Action>) -> Action {
        match view.public.phase {
            Phase::Say(..) => Action::Say(rng.pick(&Claim::ALL)),
            Phase::Take(_) => Action::Take(view.private.bundle(view.public.round).pick_kind(rng)),
            _ => Choices::new(view).pick(rng),
        }
    }

    #[inline]
    fn apply(&mut self, event: &EventOf<Saboteur>) {
        match *event {
            Event::Act(seat, action) => self.act(seat, action),
            Event::Chance(outcome) => self.luck(outcome),
        }
    }

    fn seen(&self, event: &EventOf<Saboteur>, observer: Option<Seat>) -> Seen {
        match *event {
            Event::Chance(Chance::Goals(_)) => Seen::Shuffled(self.public.round),
            Event::Chance(Chance::First(seat)) => Seen::First(seat),
            Event::Chance(Chance::Role(seat, role)) => {
                Seen::Role(seat, (observer == Some(seat)).then_some(role))
            }
            Event::Chance(Chance::Deal(seat, card)) => {
                Seen::Dealt(seat, (observer == Some(seat)).then_some(card))
            }
            Event::Chance(Chance::Draw(seat, card)) => {
                Seen::Drew(seat, (observer == Some(seat)).then_some(card))
            }
            Event::Chance(Chance::Bundle(bundle)) => {
                let Phase::Take(first) = self.public.phase else {
                    unreachable!("a bundle is drawn to be shared")
                };
                Seen::Bundle(first, bundle.len(), (observer == Some(first)).then_some(bundle))
            }
            Event::Act(seat, Action::Take(card)) => Seen::Took(self.seen_taking(seat, card, observer)),
            Event::Act(seat, action) => {
                let deed = self.public.log.last().expect("what was done is in the log").deed;
                let deed = match action {
                    Action::Map(goal) if observer == Some(seat) => Deed::Map(goal, Some(self.treasure(goal))),
                    Action::Discard(card) if observer == Some(seat) => Deed::Discard(Some(card)),
                    _ => deed,
                };
                Seen::Did(seat, deed, self.public.end().copied())
            }
        }
    }

    fn as_spectator(seen: &Seen) -> Seen {
        match *seen {
            Seen::Role(seat, _) => Seen::Role(seat, None),
            Seen::Dealt(seat, _) => Seen::Dealt(seat, None),
            Seen::Drew(seat, _) => Seen::Drew(seat, None),
            Seen::Did(seat, Deed::Map(goal, _), end) => Seen::Did(seat, Deed::Map(goal, None), end),
            Seen::Did(seat, Deed::Discard(_), end) => Seen::Did(seat, Deed::Discard(None), end),
            Seen::Bundle(first, size, _) => Seen::Bundle(first, size, None),
            Seen::Took(took) => Seen::Took(Took { card: None, rest: None, ..took }),
            open @ (Seen::Shuffled(_) | Seen::First(_) | Seen::Did(..)) => open,
        }
    }

    /// For gold: the nuggets, and the win to the seat that has most. For the win: the rounds on the winning side; of one
    /// round all on that side are winners.
    fn payoffs(&self) -> Payoffs {
        let rounds = |seat| self.public.ends().filter(|end| end.won(seat)).count() as f64;
        let points = match self.public.rules.score {
            Score::Gold => self.privates.map(|private| f64::from(private.gold.value())),
            Score::Win => BySeat::from_fn(self.public.seats(), rounds),
        };
        match (self.public.rules.score, self.public.rules.rounds) {
            (Score::Win, 1) => Payoffs { points, wins: points },
            _ => Payoffs::highest_wins(points, &points),
        }
    }

    fn check(&self) {
        self.public.check_round();
        self.check_cards();
        self.check_goals();
        self.check_gold();
        self.check_roles();
    }
}

impl Saboteur {
    fn seen_taking(&self, seat: Seat, card: Nuggets, observer: Option<Seat>) -> Took {
        let next = match self.public.phase {
            Phase::Take(next) => Some(next),
            _ => None,
        };
        Took {
            seat,
            card: (observer == Some(seat)).then_some(card),
            next,
            rest: (next.is_some() && observer == next).then_some(self.bundle),
        }
    }
}

impl HiddenRoles for Saboteur {
    type Role = Role;

    /// Who this seat is in the round that goes on, or was in the one just over.
    fn role(&self, seat: Seat) -> Option<Role> {
        self.privates[seat].role
    }
}
