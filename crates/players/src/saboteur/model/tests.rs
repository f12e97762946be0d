//! What the model says of a deed against the player itself with every hand there is.

use games::saboteur::{Action, Cell, Phase, Private, Rules};
use search::playout::Guide as _;
use table::{Advised as _, Game as _, Notation as _, Rng, derive_seed};

use super::super::papers::Papers;
use super::*;

const A: Seat = Seat::new(0);

/// Four seats, hands of two out of thirteen cards.
const SMALL: &str = "saboteur(board=papers,rounds=1,saboteurs=1,score=win,hand=2,\
                     deck=2LR+2UD+xLR+xUDLR+2break-cart+break-lantern+repair-cart+repair-lantern/cart+2map)";

/// A table at which A plays next, as all others see it.
#[derive(Clone)]
struct Scene {
    public: Public,
    private: Private,
    style: PlayStyle,
    suspects: SeatSet,
}

impl Scene {
    fn new(style: &str) -> Scene {
        let rules: Rules = Saboteur::read_rules(&SMALL.parse().unwrap(), 4).unwrap();
        let game = Saboteur::new(&rules);
        let (mut public, private) = (*game.public(), *game.private(A));
        public.phase = Phase::Play(A);
        let style = PlayStyle::of(&format!("papers({style})").parse().unwrap()).unwrap();
        Scene { public, private, style, suspects: SeatSet::NONE }
    }

    fn lies(mut self, path: &str, x: i8, y: i8) -> Scene {
        self.public.board.place(path.parse().unwrap(), Cell::at(x, y));
        self
    }

    fn broken(mut self, tool: Tool, whose: usize) -> Scene {
        self.public.broken[tool as usize] = self.public.broken[tool as usize].with(Seat::new(whose));
        self
    }

    fn suspects(mut self, whom: usize) -> Scene {
        self.suspects = self.suspects.with(Seat::new(whom));
        self
    }

    fn before(&self) -> Before {
        Before { board: self.public.board, broken: self.public.broken, seats: 4 }
    }

    fn outlook(&self) -> Outlook {
        Outlook::new(&self.before(), A, Suspected::These(self.suspects), &self.style)
    }

    /// How often the player does each kind of deed, whatever its hand; with what it did and what it keeps.
    fn played(&self, role: Role) -> Vec<(DeedKind, Option<Card>, Card, f64)> {
        let cards: Vec<Card> = self.public.rules.deck.cards().collect();
        let (mut did, mut legal) = (Vec::new(), Vec::new());
        for i in 0..cards.len() {
            for j in 0..i {
                let hand = CardBag::EMPTY.with(cards[i]).with(cards[j]);
                let private = Private { role: Some(role), hand, ..self.private };
                let view = View { seat: A, public: &self.public, private: &private };
                legal.clear();
                Saboteur::legal(view, &mut legal);
                let mut player = Papers::new(PlayStyle { suspects: Suspects::Oracle, ..self.style });
                self.suspects.for_each(|seat| player.reveal_role(seat, Role::Saboteur));
                let mut rng = Rng::new(derive_seed(&[i as u64, j as u64]));
                for _ in 0..TRIES {
                    let action = player.act(view, &legal, &mut rng);
                    let (deed, used) = deed(action);
                    let found = Observed::of(&self.before(), A, deed).unwrap();
                    let kept = hand.without(used).cards().next().unwrap();
                    did.push((found.what, found.card, kept, 1.0 / f64::from(TRIES) / 78.0));
                }
            }
        }
        did
    }

    /// Every kind of deed there is here, with the model's probability against the player's. All breaks are one kind
    /// to the model, whichever tool and whosever, and so are all helps.
    fn compare(&self) {
        let (outlook, unseen) = (self.outlook(), Unseen::new(self.public.rules.deck));
        for role in [Role::Digger, Role::Saboteur] {
            let (played, mode, hand) = (self.played(role), outlook.mode(role), Hand::of(2));
            let odds = Odds { style: &self.style, outlook: &outlook, hand: &hand, unseen: &unseen };
            let shown = |like: &dyn Fn(DeedKind) -> bool| -> f64 {
                played.iter().filter(|did| like(did.0)).map(|did| did.3).sum()
            };
            let near = |what: DeedKind, told: f64, shown: f64| {
                assert!((told - shown).abs() < 0.012, "{role:?} {what:?}: {told}, not {shown}");
            };
            for what in [
                DeedKind::Nearer,
                DeedKind::Farther,
                DeedKind::Level,
                DeedKind::Mends,
                DeedKind::Else,
                DeedKind::Passes,
            ] {
                near(what, odds.of(mode, what), shown(&|other| other == what));
            }
            for whom in (1..4).map(Seat::new) {
                if !self.suspects.contains(whom) {
                    let helps = DeedKind::Helps(whom);
                    near(helps, odds.of(mode, helps), shown(&|other| matches!(other, DeedKind::Helps(_))));
                } else if mode == Mode::Digger {
                    near(DeedKind::Helps(whom), odds.of(mode, DeedKind::Helps(whom)), 0.0);
                }
            }
            for tool in Tool::ALL {
                let likes = |whom: &Seat| mode == Mode::Saboteur || self.suspects.contains(*whom);
                let whole = |whom: &Seat| !self.public.broken[tool as usize].contains(*whom);
                let targets: Vec<Seat> = (1..4).map(Seat::new).filter(likes).filter(whole).collect();
                for spared in (1..4).map(Seat::new).filter(|whom| !likes(whom)) {
                    near(DeedKind::Breaks(tool, spared), odds.of(mode, DeedKind::Breaks(tool, spared)), 0.0);
                }
                let told = targets.iter().map(|whom| odds.of(mode, DeedKind::Breaks(tool, *whom))).sum();
                if !targets.is_empty() && mode != Mode::Digs {
                    let breaks = |other| matches!(other, DeedKind::Breaks(..));
                    near(DeedKind::Breaks(tool, targets[0]), told, shown(&breaks));
                }
            }
        }
    }
}

const TRIES: u32 = 60;

/// What others see of an action, and the card it takes.
fn deed(action: Action) -> (Deed, Card) {
    match action {
        Action::Dig(path, cell) => (Deed::Dig(path, cell, [None; 3]), path.card()),
        Action::Break(tool, whom) => (Deed::Break(tool, whom), Card::breaking(tool)),
        Action::Repair(card, tool, whom) => (Deed::Repair(card, tool, whom), card),
        Action::Discard(card) => (Deed::Discard(None), card),
        other => panic!("papers never {other}"),
    }
}

#[test]
fn a_digger_who_knows_nobody() {
    Scene::new("mend=0.5").compare();
    Scene::new("mend=0.5").broken(Tool::Cart, 2).compare();
    Scene::new("mend=0.5").broken(Tool::Cart, 2).broken(Tool::Lantern, 3).compare();
}

#[test]
fn who_has_a_broken_tool_repairs_it_and_cannot_dig() {
    Scene::new("mend=0.5").broken(Tool::Cart, 0).compare();
    Scene::new("mend=0.5").broken(Tool::Pickaxe, 0).broken(Tool::Cart, 1).compare();
}

#[test]
fn suspects_are_attacked_and_not_helped() {
    Scene::new("ma=0.6,mend=0.5").suspects(2).compare();
    Scene::new("ma=0.6,mend=0.5").suspects(2).broken(Tool::Cart, 2).broken(Tool::Lantern, 3).compare();
    Scene::new("ma=1,mend=1").suspects(2).suspects(3).broken(Tool::Lantern, 1).compare();
}

#[test]
fn a_saboteur_may_play_as_a_digger() {
    for cover in ["full", "dig"] {
        let hidden = format!("t=7,ma=0.6,mend=0.5,cover={cover}");
        Scene::new(&hidden).suspects(2).broken(Tool::Cart, 3).compare();
        Scene::new(&format!("{hidden},sideways=yes")).lies("xLR", 2, 3).compare();
    }
}

#[test]
fn ways_lead_nearer_farther_or_neither() {
    Scene::new("mend=0.5").lies("LR", 2, 3).compare();
    Scene::new("mend=0.5,sideways=yes").lies("LR", 2, 3).compare();
    Scene::new("mend=0.5,sideways=yes").lies("xLR", 2, 3).compare();
    Scene::new("mend=0.5,t=99").lies("LR", 2, 3).lies("UDL", 3, 3).compare();
}

/// What is kept after a deed: the chance that it is no card of a kind, in the model and among all hands.
fn keeps(scene: &Scene, role: Role, what: DeedKind, kinds: &str) -> (f64, f64) {
    let (outlook, unseen) = (scene.outlook(), Unseen::new(scene.public.rules.deck));
    let (mut hand, kinds): (Hand, Kinds) =
        (Hand::of(2), kinds.split(' ').map(|card| card.parse::<Card>().unwrap()).collect());
    let played = scene.played(role);
    let such = || played.iter().filter(|did| did.0 == what);
    let card = such().next().expect("it is done").1;
    let all: f64 = such().filter(|did| did.1 == card).map(|did| did.3).sum();
    let without =
        such().filter(|did| did.1 == card && !kinds.contains(did.2)).map(|did| did.3).sum::<f64>() / all;
    learn(&mut hand, outlook.mode(role), &scene.style, &outlook, what);
    match card {
        Some(card) => hand.play(&unseen, card),
        None => hand.discard(&unseen),
    }
    let left = card.map_or(scene.public.rules.deck, |card| scene.public.rules.deck.without(card));
    (hand.avoids(&Unseen::new(left), kinds), without)
}

/// A card for a rule before the one that was followed is not kept; one for an attack or a help not made, less often.
#[test]
fn what_was_not_played_is_less_likely_to_be_there() {
    let plain = Scene::new("ma=0.6,mend=0.5").suspects(2).broken(Tool::Lantern, 3);
    let way = Scene::new("mend=0.5,t=99").lies("LR", 2, 3);
    let shut = Scene::new("mend=0.5,sideways=yes").lies("xLR", 2, 3);
    for (scene, role, what, kinds) in [
        (&plain, Role::Digger, DeedKind::Passes, "LR"),
        (&plain, Role::Digger, DeedKind::Passes, "break-cart"),
        (&plain, Role::Digger, DeedKind::Passes, "repair-lantern/cart"),
        (&plain, Role::Digger, DeedKind::Nearer, "break-cart"),
        (&plain, Role::Digger, DeedKind::Nearer, "repair-lantern/cart"),
        (&plain, Role::Digger, DeedKind::Helps(Seat::new(3)), "break-cart break-lantern"),
        (&plain, Role::Saboteur, DeedKind::Passes, "break-cart"),
        (&plain, Role::Saboteur, DeedKind::Breaks(Tool::Cart, Seat::new(1)), "xLR"),
        (&shut, Role::Digger, DeedKind::Level, "UD"),
        (&way, Role::Saboteur, DeedKind::Farther, "break-cart"),
        (&way, Role::Saboteur, DeedKind::Passes, "xLR xUDLR"),
    ] {
        let (told, shown) = keeps(scene, role, what, kinds);
        assert!((told - shown).abs() < 0.05, "{role:?} {what:?}, {kinds}: {told}, not {shown}");
    }
}
