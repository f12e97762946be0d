//! A logged game, played again by the rules: what was accepted, what was refused, and whether it ends as the log says.

use std::fmt;

use games::daihinmin::{Action, Chance, Daihinmin, Line, Pair, Phase, Public, Rules};
use table::{Event, EventOf, Game, Hidden, Notation, PublicState, Seat, Spec, Turn};

use crate::cells::{Cells, Refused};
use crate::grid::PLAYERS;
use crate::logs::{GameLog, Gift};

/// A logged game as the rules tell it.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// What happened, with refused submissions as passes.
    pub events: Vec<EventOf<Daihinmin>>,
    /// The table at the end.
    pub end: Daihinmin,
    /// What was given away, in the order of the official log.
    pub gifts: Vec<Gift>,
    /// Who submitted what, and what came of it.
    pub turns: Vec<(Seat, Result<Action, Refused>)>,
}

/// Why a log cannot be what happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReplayError {
    /// The ranks or the turn order are not those of the rules.
    Carried,
    /// The hands are no deal of the deck, or nobody can have been dealt first.
    Deal,
    /// A gift cannot have been given.
    Gift(Gift),
    /// The log does not tell the gifts, and none lead to this game.
    NoGifts,
    /// It is somebody else's turn.
    Turn {
        /// Which submission, counted from 0.
        turn: usize,
        /// Whose turn it is, if the game is not over.
        wanted: Option<Seat>,
        /// Who submitted.
        found: Option<Seat>,
    },
    /// The rules and the list of legal actions differ about a submission.
    Legal {
        /// Which submission, counted from 0.
        turn: usize,
    },
    /// The game ends otherwise.
    Result {
        /// As the rules have it.
        wanted: Line,
        /// As the log has it.
        found: Line,
    },
    /// The log ends before the game does.
    Unfinished,
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |seat: &Option<Seat>| seat.map_or("nobody".to_string(), |seat| seat.index().to_string());
        match self {
            ReplayError::Carried => {
                f.write_str("its ranks or its turn order do not follow from the game before it")
            }
            ReplayError::Deal => f.write_str("its hands are no deal of 53 cards in turn order"),
            ReplayError::Gift(Gift { from, to, cards }) => {
                write!(f, "player {} cannot have given {cards} to player {}", from.index(), to.index())
            }
            ReplayError::NoGifts => {
                f.write_str("it does not say what was given, and no gifts lead to its result")
            }
            ReplayError::Turn { turn, wanted, found } => write!(
                f,
                "submission {} is of player {}, and it is the turn of {}",
                turn + 1,
                name(found),
                name(wanted)
            ),
            ReplayError::Legal { turn } => write!(f, "submission {} is legal by one account only", turn + 1),
            ReplayError::Result { wanted, found } => write!(f, "it ends {wanted}, not {found}"),
            ReplayError::Unfinished => f.write_str("its log ends before the game does"),
        }
    }
}

impl std::error::Error for ReplayError {}

/// Plays a logged game again.
///
/// # Errors
/// If it cannot have happened so.
pub fn replay(log: &GameLog, rules: &Rules) -> Result<Replayed, ReplayError> {
    let mut game = begin(log, rules)?;
    match (&log.gifts, game.end.public().phase) {
        (Some(gifts), _) => give(&mut game, gifts)?,
        (None, Phase::Exchange) => return with_unknown_gifts(log, &game),
        (None, _) => {}
    }
    play(game, log)
}

/// The table up to the deal.
fn begin(log: &GameLog, rules: &Rules) -> Result<Replayed, ReplayError> {
    let carried = rules.ranks == log.ranks && rules.order.is_none_or(|order| order == log.order);
    if !carried {
        return Err(ReplayError::Carried);
    }
    let end = Daihinmin::new(rules);
    let mut game = Replayed { events: Vec::new(), end, gifts: Vec::new(), turns: Vec::new() };
    loop {
        let outcome = match game.end.public().phase {
            Phase::Order => Chance::Order(log.order),
            Phase::First => Chance::First(dealt_first(log).ok_or(ReplayError::Deal)?),
            Phase::Deal => Chance::Deal(log.dealt),
            _ => return Ok(game),
        };
        game.draw(outcome).ok_or(ReplayError::Deal)?;
    }
}

/// Who was dealt the first card: from there on, the first three hold one card more.
fn dealt_first(log: &GameLog) -> Option<Seat> {
    let more = |place: usize| log.dealt[log.order.at(place % PLAYERS)].len() > CARDS / PLAYERS;
    let first = (0..PLAYERS).find(|&place| more(place) && !more(place + PLAYERS - 1))?;
    Some(log.order.at(first))
}

/// The number of cards the deck has.
const CARDS: usize = 53;

impl Replayed {
    fn public(&self) -> &Public {
        self.end.public()
    }

    fn draw(&mut self, outcome: Chance) -> Option<()> {
        let drawable = self.public().turn() == Turn::Chance && self.end.drawable(&outcome);
        drawable.then(|| self.happen(Event::Chance(outcome)))
    }

    fn happen(&mut self, event: EventOf<Daihinmin>) {
        self.end.apply(&event);
        self.events.push(event);
    }
}

/// What the poor gave, the poorest first, as the rules have it.
fn tributes(game: &Replayed) -> Vec<Gift> {
    let tribute = |Pair { rich, poor, .. }| Gift { from: poor, to: rich, cards: game.end.private(poor).gave };
    game.public().rules.pairs().map(tribute).collect()
}

/// Checks what the poor gave, and lets the rich give, in seat order.
fn give(game: &mut Replayed, gifts: &[Gift]) -> Result<(), ReplayError> {
    let tributes = tributes(game);
    let (given, back) = gifts.split_at(tributes.len().min(gifts.len()));
    if let Some((_, wrong)) = tributes.iter().zip(given).find(|(wanted, found)| wanted != found) {
        return Err(ReplayError::Gift(*wrong));
    }
    while let Turn::Seats(seats) = game.public().turn()
        && game.public().phase == Phase::Exchange
    {
        let giver = seats.first().expect("somebody is to give");
        let gift = back.iter().find(|gift| gift.from == giver).ok_or(ReplayError::NoGifts)?;
        give_one(game, gift)?;
    }
    game.gifts = listed(game.public(), tributes, back);
    Ok(())
}

/// All that was given, as logs have it: what the poor gave, then what the rich gave, the richest first.
fn listed(public: &Public, tributes: Vec<Gift>, back: &[Gift]) -> Vec<Gift> {
    let of_pair = |pair: Pair| back.iter().copied().find(|gift| gift.from == pair.rich);
    tributes.into_iter().chain(public.rules.pairs().filter_map(of_pair)).collect()
}

fn give_one(game: &mut Replayed, gift: &Gift) -> Result<(), ReplayError> {
    let (action, mut legal) = (Action::Give(gift.cards), Vec::new());
    Daihinmin::legal(game.end.view(gift.from), &mut legal);
    let receiver = game.public().rules.pair_of(gift.from).map(|pair| pair.poor);
    if !legal.contains(&action) || receiver != Some(gift.to) {
        return Err(ReplayError::Gift(*gift));
    }
    game.happen(Event::Act(gift.from, action));
    Ok(())
}

/// Tries all that the rich can have given. The older logs do not tell; usually a single way leads to the result, and
/// otherwise the ways differ in cards that were never played.
fn with_unknown_gifts(log: &GameLog, game: &Replayed) -> Result<Replayed, ReplayError> {
    let mut pairs: Vec<Pair> = game.public().rules.pairs().collect();
    // What is chosen at once happens in seat order.
    pairs.sort_by_key(|pair| pair.rich);
    let mut ways = vec![(game.clone(), Vec::new())];
    for Pair { rich, poor, .. } in pairs {
        ways = ways.iter().flat_map(|(game, back)| each_gift(game, back, rich, poor)).collect();
    }
    let played = |(way, back): (Replayed, Vec<Gift>)| {
        let gifts = listed(game.public(), tributes(game), &back);
        play(Replayed { gifts, ..way }, log).ok()
    };
    ways.into_iter().find_map(played).ok_or(ReplayError::NoGifts)
}

fn each_gift(game: &Replayed, back: &[Gift], rich: Seat, poor: Seat) -> Vec<(Replayed, Vec<Gift>)> {
    let mut legal = Vec::new();
    Daihinmin::legal(game.end.view(rich), &mut legal);
    let given = legal.into_iter().filter_map(|action| match action {
        Action::Give(cards) => Some(Gift { from: rich, to: poor, cards }),
        _ => None,
    });
    given
        .map(|gift| {
            let mut game = game.clone();
            game.happen(Event::Act(rich, Action::Give(gift.cards)));
            (game, back.iter().copied().chain([gift]).collect())
        })
        .collect()
}

/// Plays the submissions to the end.
fn play(mut game: Replayed, log: &GameLog) -> Result<Replayed, ReplayError> {
    let mut legal = Vec::new();
    for (turn, submitted) in log.turns.iter().enumerate() {
        let now = match game.public().turn() {
            Turn::Seats(seats) => seats.first(),
            _ => None,
        };
        let Some(player) = now.filter(|&now| submitted.player.is_none_or(|player| player == now)) else {
            return Err(ReplayError::Turn { turn, wanted: now, found: submitted.player });
        };
        let meant =
            judge(&game.end, player, submitted.cells, &mut legal).ok_or(ReplayError::Legal { turn })?;
        game.turns.push((player, meant));
        game.happen(Event::Act(player, meant.unwrap_or(Action::Pass)));
    }
    finish(game, log.result)
}

/// What a submission means; nothing if the list of legal actions has another opinion.
fn judge(
    game: &Daihinmin,
    player: Seat,
    cells: Cells,
    legal: &mut Vec<Action>,
) -> Option<Result<Action, Refused>> {
    legal.clear();
    Daihinmin::legal(game.view(player), legal);
    let meant = cells.meant(game.private(player).hand, &game.public().table);
    let listed = match (meant, cells.meld()) {
        (Ok(action), _) => legal.contains(&action),
        (Err(_), Ok(meld)) => !legal.contains(&Action::Play(meld)),
        (Err(_), Err(_)) => true,
    };
    listed.then_some(meant)
}

/// Draws the lots if nobody plays any more, and compares the result.
fn finish(mut game: Replayed, found: Line) -> Result<Replayed, ReplayError> {
    if game.public().phase == Phase::Lots {
        let out = game.public().finished.len();
        let rest: Line = found.as_slice()[out..].iter().copied().collect();
        game.draw(Chance::Lots(rest)).ok_or(ReplayError::Result { wanted: game.public().finished, found })?;
    }
    match game.public().phase {
        Phase::Over if game.public().finished == found => Ok(game),
        Phase::Over => Err(ReplayError::Result { wanted: game.public().finished, found }),
        _ => Err(ReplayError::Unfinished),
    }
}

/// The rules of the tournament: ranks are forgotten after `block` games, and the turn order is drawn anew after `reseat`
/// (never, if that is 0).
///
/// # Panics
/// If `block` is 0.
pub fn rules(block: u16, reseat: u16) -> Rules {
    assert!(block > 0, "a block has games");
    let spec = Spec::named(Daihinmin::NAME);
    let usual = Daihinmin::read_rules(&spec, PLAYERS).expect("the game's name alone names its usual rules");
    Rules { block, reseat, ..usual }
}

/// The points of each player after a game.
pub fn points_after(before: [u64; PLAYERS], result: Line) -> [u64; PLAYERS] {
    let mut points = before;
    let earned = result.as_slice().iter().zip((1..=PLAYERS as u64).rev());
    earned.for_each(|(seat, more)| points[seat.index()] += more);
    points
}
