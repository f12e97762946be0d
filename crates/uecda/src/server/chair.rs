//! Who sits at a table: a client, or one of our own players.

use std::time::Instant;

use games::daihinmin::{Action, CardSet, Daihinmin, TableState};
use table::{Agent, Rng, View};

use super::Filler;
use super::link::{Link, Waits};
use crate::cells::{Cells, Refused};
use crate::grid::Grid;

/// A player of a match.
pub(super) struct Chair {
    pub(super) name: String,
    pub(super) waits: Waits,
    /// How many of its submissions were void.
    pub(super) refused: u32,
    who: Who,
}

enum Who {
    Client(Link),
    /// With what went wrong, once something has.
    Ours(Box<dyn Agent<Daihinmin>>, Option<String>),
}

/// What a player submitted, and what it means.
pub(super) struct Submitted {
    /// As it is written down: nothing, if it could not be read.
    pub(super) cells: Cells,
    pub(super) meant: Result<Action, Refused>,
}

impl Chair {
    pub(super) fn client(name: String, link: Link) -> Chair {
        Chair { name, waits: Waits::default(), refused: 0, who: Who::Client(link) }
    }

    pub(super) fn ours(filler: &Filler) -> Chair {
        let who = Who::Ours((filler.build)(), None);
        let name = filler.name.replace(char::is_whitespace, "_");
        Chair { name, waits: Waits::default(), refused: 0, who }
    }

    /// Our own player, if it is one.
    pub(super) fn agent(&mut self) -> Option<&mut Box<dyn Agent<Daihinmin>>> {
        match &mut self.who {
            Who::Ours(agent, None) => Some(agent),
            _ => None,
        }
    }

    /// Why it is gone, if it is.
    pub(super) fn gone(&self) -> Option<&String> {
        match &self.who {
            Who::Client(link) => link.gone.as_ref(),
            Who::Ours(_, broken) => broken.as_ref(),
        }
    }

    pub(super) fn send(&mut self, grid: &Grid) {
        if let Who::Client(link) = &mut self.who {
            link.send(grid);
        }
    }

    pub(super) fn send_int(&mut self, number: i32) {
        if let Who::Client(link) = &mut self.who {
            link.send_int(number);
        }
    }

    /// Asks for a play. Who is gone passes.
    pub(super) fn ask(&mut self, view: View<'_, Daihinmin>, legal: &[Action], rng: &mut Rng) -> Submitted {
        let table = &view.public.table;
        let submitted = self.timed(|who| match who {
            Who::Client(link) => read_play(link, view.private.hand, table),
            Who::Ours(agent, broken) => match choose(agent, broken, view, legal, rng) {
                Some(Action::Play(meld)) => {
                    Submitted { cells: Cells::of_meld(meld), meant: Ok(Action::Play(meld)) }
                }
                _ => Submitted { cells: Cells::EMPTY, meant: Ok(Action::Pass) },
            },
        });
        self.refused += u32::from(submitted.meant.is_err());
        submitted
    }

    /// Asks what it gives away; its strongest cards, if it does not say, or why what it says is refused.
    pub(super) fn ask_gift(
        &mut self,
        view: View<'_, Daihinmin>,
        count: usize,
        legal: &[Action],
        rng: &mut Rng,
    ) -> (CardSet, Option<Refused>) {
        let hand = view.private.hand;
        let gift = self.timed(|who| match who {
            Who::Client(link) => match link.receive()? {
                Ok(grid) => Some(grid.cells().and_then(|cells| cells.gift(hand, count))),
                Err(_) => Some(Err(Refused::Unreadable)),
            },
            Who::Ours(agent, broken) => match choose(agent, broken, view, legal, rng)? {
                Action::Give(cards) => Some(Ok(cards)),
                _ => None,
            },
        });
        let strongest = || hand.strongest_of(count);
        match gift {
            Some(Ok(cards)) => (cards, None),
            None => (strongest(), None),
            Some(Err(why)) => {
                self.refused += 1;
                (strongest(), Some(why))
            }
        }
    }

    /// Does it, and counts how long it took.
    fn timed<T>(&mut self, ask: impl FnOnce(&mut Who) -> T) -> T {
        let (present, begun) = (self.gone().is_none(), Instant::now());
        let answer = ask(&mut self.who);
        if present {
            self.waits.add(begun.elapsed());
        }
        answer
    }
}

fn read_play(link: &mut Link, hand: CardSet, table: &TableState) -> Submitted {
    let cells = match link.receive() {
        None => Ok(Cells::EMPTY),
        Some(Err(_)) => Err(Refused::Unreadable),
        Some(Ok(grid)) => grid.cells(),
    };
    let meant = cells.and_then(|cells| cells.meant(hand, table));
    Submitted { cells: cells.unwrap_or(Cells::EMPTY), meant }
}

/// What our own player chooses; nothing, once something went wrong with it.
fn choose(
    agent: &mut Box<dyn Agent<Daihinmin>>,
    broken: &mut Option<String>,
    view: View<'_, Daihinmin>,
    legal: &[Action],
    rng: &mut Rng,
) -> Option<Action> {
    if broken.is_some() {
        return None;
    }
    let chosen = match legal {
        [only] => *only,
        _ => agent.act(view, legal, rng),
    };
    *broken = agent.fault().map(|fault| fault.to_string());
    if broken.is_none() && !legal.contains(&chosen) {
        *broken = Some("it chose what is not legal".into());
    }
    Some(chosen).filter(|_| broken.is_none())
}
