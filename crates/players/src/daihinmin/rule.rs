//! The quick player: it plays what leaves the hand that needs the fewest leads.

use games::daihinmin::{Action, CardSet, Daihinmin, Meld, MeldKind, Phase, Public, TableState};
use search::playout::Guide;
use table::{Rng, View};

use super::worth::{HandWeights, Order, each_run};

/// The quick player.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rule {
    weights: HandWeights,
}

impl Rule {
    /// A player that weighs hands like this.
    pub const fn new(weights: HandWeights) -> Rule {
        Rule { weights }
    }

    /// What it would do: the best by its own measure, of equals the least.
    pub fn choose(&self, view: View<'_, Daihinmin>, legal: &[Action]) -> Action {
        let mut best = (f32::NEG_INFINITY, legal[0]);
        if legal.len() > 1 {
            self.each_score(view, legal, |action, score| {
                if score > best.0 || score == best.0 && action < best.1 {
                    best = (score, action);
                }
            });
        }
        best.1
    }

    /// Calls `each` with every action and how good it is.
    pub fn each_score(&self, view: View<'_, Daihinmin>, legal: &[Action], mut each: impl FnMut(Action, f32)) {
        if view.public.phase == Phase::Exchange {
            return self.each_gift(view, legal, each);
        }
        let mind = Mind::new(&self.weights, view);
        for &action in legal {
            let score = match action {
                Action::Play(meld) => mind.play(meld),
                _ => mind.pass(),
            };
            each(action, score);
        }
    }

    /// A gift is as good as the hand without it.
    fn each_gift(&self, view: View<'_, Daihinmin>, legal: &[Action], mut each: impl FnMut(Action, f32)) {
        let hand = view.private.hand;
        let order = Order::new(&self.weights, hand, view.public.rules.deck.minus(hand), false);
        for &action in legal {
            if let Action::Give(cards) = action {
                each(action, -order.hand(hand.minus(cards)));
            }
        }
    }
}

/// Better than everything else: to be out.
const OUT: f32 = 100.0;

/// One decision.
struct Mind<'a> {
    weights: &'a HandWeights,
    public: &'a Public,
    hand: CardSet,
    order: Order<'a>,
    /// What the hand costs, if it holds no run.
    cost: Option<f32>,
    /// The part of the unseen cards that those hold who may still play on this table.
    share: f32,
    /// The fewest cards that one of them holds.
    fewest: u8,
    /// Whether a pass takes the trick.
    owns: bool,
}

impl<'a> Mind<'a> {
    fn new(weights: &'a HandWeights, view: View<'a, Daihinmin>) -> Mind<'a> {
        let (public, hand) = (view.public, view.private.hand);
        let unseen = public.rules.deck.minus(public.seen_cards()).minus(hand);
        let order = Order::new(weights, hand, unseen, public.table.reversed());
        let others = public.active().without(view.seat);
        let held: u32 = others.into_iter().map(|seat| u32::from(public.left[seat])).sum();
        let fewest = others.into_iter().map(|seat| public.left[seat]).min().unwrap_or(u8::MAX);
        let mut runs = false;
        each_run(hand, |_, _| runs = true);
        Mind {
            weights,
            public,
            hand,
            order,
            cost: (!runs).then(|| order.groups(hand)),
            share: held as f32 / unseen.len().max(1) as f32,
            fewest,
            owns: others.is_empty() && public.last == view.seat,
        }
    }

    /// What the hand costs as it is.
    fn now(&self) -> f32 {
        self.cost.unwrap_or_else(|| self.order.hand(self.hand))
    }

    fn pass(&self) -> f32 {
        let cost = self.now();
        let lead = if self.owns { self.lead(cost) } else { 0.0 };
        lead - cost + self.weights.pass
    }

    /// What the next lead is worth with a hand that costs so much.
    fn lead(&self, cost: f32) -> f32 {
        let hurry = if self.fewest <= 3 { self.weights.hurry } else { 0.0 };
        self.weights.lead + hurry + self.weights.tempo * (2.0 - cost).max(0.0)
    }

    fn play(&self, meld: Meld) -> f32 {
        let rest = self.hand.minus(meld.cards());
        if rest.is_empty() {
            return OUT;
        }
        let mut laid = self.public.table;
        laid.lay(meld, self.public.rules.eleven_back);
        let (w, cost) = match (self.cost, laid.reversed() != self.order.reversed()) {
            (_, true) => self.weigh(&self.order.turned(rest), meld, &laid, rest),
            (Some(cost), _) if meld.kind() != MeldKind::Run => {
                (self.takes(&self.order, meld, &laid), cost - self.order.spared(self.hand, meld))
            }
            _ => self.weigh(&self.order, meld, &laid, rest),
        };
        w * self.lead(cost) - cost - self.danger(meld) * (1.0 - w)
    }

    /// What part of the next lead a meld earns against those who may still follow.
    fn takes(&self, order: &Order<'_>, meld: Meld, laid: &TableState) -> f32 {
        1.0 - self.share * (1.0 - order.takes(meld, laid))
    }

    fn weigh(&self, order: &Order<'_>, meld: Meld, laid: &TableState, rest: CardSet) -> (f32, f32) {
        (self.takes(order, meld, laid), order.hand(rest))
    }

    /// Somebody who holds as many cards as these may be out with the next play.
    fn danger(&self, meld: Meld) -> f32 {
        let out = usize::from(self.fewest) == meld.len();
        if out { self.weights.danger } else { 0.0 }
    }
}

/// It reads the view alone.
impl Guide<Daihinmin> for Rule {
    fn watches(&self) -> bool {
        false
    }

    fn act(&mut self, view: View<'_, Daihinmin>, legal: &[Action], _rng: &mut Rng) -> Action {
        self.choose(view, legal)
    }
}
