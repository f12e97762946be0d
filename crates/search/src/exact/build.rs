//! Laying a game out: every history, walked once.

use std::collections::HashMap;

use table::{BySeat, Enumerable, Event, EventOf, Game, HistoryIds, PublicState, Seat, SeatSet, Turn};

use super::tree::{InfoSet, InfoSetId, NodeId, Packed, Stakes, TooLarge, Tree};

impl<G: Enumerable> Tree<G> {
    /// Enumerates the whole game, if it has at most `limit` nodes.
    ///
    /// # Panics
    /// If the game breaks its promises: a seat that has seen the same must have the same choices, and must have
    /// seen what it chose itself.
    pub fn build(rules: &G::Rules, stakes: Stakes, limit: usize) -> Result<Tree<G>, TooLarge> {
        let game = G::new(rules);
        let seats = game.public().seats();
        let mut builder = Builder {
            tree: Tree::unbuilt(rules, seats),
            stakes,
            limit: limit.min(u32::MAX as usize),
            memories: HistoryIds::new(),
            known: HashMap::new(),
            story: Vec::new(),
            seen: Vec::new(),
        };
        builder.visit(&game, Path::new::<G>(seats))?;
        Ok(builder.tree.with_starts())
    }
}

impl<G: Game> Tree<G> {
    fn unbuilt(rules: &G::Rules, seats: usize) -> Tree<G> {
        Tree {
            rules: *rules,
            seats,
            nodes: Vec::new(),
            children: Vec::new(),
            probabilities: Vec::new(),
            payoffs: Vec::new(),
            infosets: Vec::new(),
            starts: [].into(),
        }
    }

    fn with_starts(self) -> Tree<G> {
        let ends = self.infosets.iter().scan(0, |end, infoset| {
            *end += infoset.actions.len() as u32;
            Some(*end)
        });
        Tree { starts: std::iter::once(0).chain(ends).collect(), ..self }
    }
}

/// How the seats came to a state.
#[derive(Clone, Copy)]
struct Path {
    /// What each seat had seen when it was last asked, as a number of [`HistoryIds`], and how long the story was.
    recalled: BySeat<(u32, usize)>,
    /// Each seat's last choice.
    choices: BySeat<Option<(InfoSetId, usize)>>,
    /// Who has not chosen yet in the turn that goes on.
    pending: SeatSet,
    /// How long the story was when that turn began.
    turn: usize,
}

impl Path {
    fn new<G: Game>(seats: usize) -> Path {
        let recalled = BySeat::new(seats, (HistoryIds::<G::Seen>::EMPTY, 0));
        Path { recalled, choices: BySeat::new(seats, None), pending: SeatSet::NONE, turn: 0 }
    }

    /// These seats are asked, on what they have seen by now; unless some have been asked and have not chosen.
    fn asking(self, set: SeatSet, turn: usize) -> Path {
        match self.pending.is_empty() {
            true => Path { pending: set, turn, ..self },
            false => self,
        }
    }

    fn chosen(mut self, seat: Seat, infoset: InfoSetId, place: usize) -> Path {
        self.choices[seat] = Some((infoset, place));
        self
    }
}

struct Builder<G: Game> {
    tree: Tree<G>,
    stakes: Stakes,
    limit: usize,
    memories: HistoryIds<G::Seen>,
    known: HashMap<(Seat, u32), InfoSetId>,
    /// The events on the way to where the walk is.
    story: Vec<EventOf<G>>,
    /// What each seat saw of them.
    seen: Vec<BySeat<G::Seen>>,
}

impl<G: Enumerable> Builder<G> {
    /// The node of this state, or of the first below it where something is decided.
    fn visit(&mut self, game: &G, path: Path) -> Result<NodeId, TooLarge> {
        match game.public().turn() {
            Turn::Over => self.end(game),
            Turn::Chance => self.chance(game, path),
            Turn::Seats(set) => self.decision(game, path.asking(set, self.story.len())),
        }
    }

    fn end(&mut self, game: &G) -> Result<NodeId, TooLarge> {
        let (payoffs, earned) = ((self.tree.payoffs.len() / self.tree.seats) as u32, game.payoffs());
        self.tree.payoffs.extend(Seat::all(self.tree.seats).map(|seat| self.stakes.of(&earned, seat)));
        self.add(Packed::End { payoffs })
    }

    fn chance(&mut self, game: &G, path: Path) -> Result<NodeId, TooLarge> {
        let mut outcomes = Vec::new();
        game.outcomes(&mut outcomes);
        if let [(only, _)] = outcomes[..] {
            return self.follow(game, path, Event::Chance(only));
        }
        let (children, count) = self.reserve(outcomes.len());
        let probabilities = self.tree.probabilities.len() as u32;
        self.tree.probabilities.extend(outcomes.iter().map(|&(_, probability)| probability));
        let node = self.add(Packed::Chance { probabilities, children, count })?;
        for (slot, (outcome, _)) in (children as usize..).zip(outcomes) {
            self.tree.children[slot] = self.follow(game, path, Event::Chance(outcome))?;
        }
        Ok(node)
    }

    fn decision(&mut self, game: &G, path: Path) -> Result<NodeId, TooLarge> {
        let seat = path.pending.first().expect("a turn of seats has a seat");
        let mut path = Path { pending: path.pending.without(seat), ..path };
        let mut legal = Vec::new();
        G::legal(game.view(seat), &mut legal);
        if let [only] = legal[..] {
            return self.follow(game, path, Event::Act(seat, only));
        }
        let infoset = self.infoset(seat, &legal, &mut path);
        let (children, count) = self.reserve(legal.len());
        let node = self.add(Packed::Decision { infoset, children, count })?;
        self.tree.infosets[infoset.index()].nodes.push(node);
        for (place, action) in legal.into_iter().enumerate() {
            let path = path.chosen(seat, infoset, place);
            self.tree.children[children as usize + place] =
                self.follow(game, path, Event::Act(seat, action))?;
        }
        Ok(node)
    }

    /// The node that this event leads to.
    fn follow(&mut self, game: &G, path: Path, event: EventOf<G>) -> Result<NodeId, TooLarge> {
        let mut next = game.clone();
        next.apply(&event);
        self.story.push(event);
        self.seen.push(BySeat::from_fn(self.tree.seats, |seat| next.seen(&event, Some(seat))));
        let node = self.visit(&next, path);
        self.seen.pop();
        self.story.pop();
        node
    }

    fn add(&mut self, node: Packed) -> Result<NodeId, TooLarge> {
        if self.tree.nodes.len() == self.limit {
            return Err(TooLarge { limit: self.limit });
        }
        self.tree.nodes.push(node);
        Ok(NodeId(self.tree.nodes.len() as u32 - 1))
    }

    /// Room for the children of one node: where it begins and how much it is.
    fn reserve(&mut self, count: usize) -> (u32, u32) {
        let first = self.tree.children.len();
        self.tree.children.resize(first + count, self.tree.root());
        (first as u32, count as u32)
    }

    /// Everything this seat had seen when the turn began, as one number. It is found only when the seat has a
    /// choice: most of a tree are ends, and nobody needs to recall what happened there.
    fn recall(&mut self, seat: Seat, path: &mut Path) -> u32 {
        let (known, from) = path.recalled[seat];
        let since = self.seen[from..path.turn].iter();
        let history = since.fold(known, |history, seen| self.memories.after(history, seen[seat]));
        path.recalled[seat] = (history, path.turn);
        history
    }

    /// The set of everything this seat cannot tell from here, found or founded.
    fn infoset(&mut self, seat: Seat, legal: &[G::Action], path: &mut Path) -> InfoSetId {
        let (next, before) = (InfoSetId(self.tree.infosets.len() as u32), path.choices[seat]);
        let history = self.recall(seat, path);
        let id = *self.known.entry((seat, history)).or_insert(next);
        if id == next {
            let (actions, story) = (legal.into(), self.story[..path.turn].into());
            self.tree.infosets.push(InfoSet { seat, actions, before, story, nodes: Vec::new() });
        }
        let infoset = &self.tree[id];
        assert_eq!(*infoset.actions, *legal, "{seat} has seen the same but may do other things");
        assert_eq!(infoset.before, before, "{seat} has seen the same but has chosen otherwise");
        id
    }
}
