//! Players that join while the program runs: wherever a player's spec will do, that of one of these will, too.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use table::{Fault, Player, Spec, SpecError};

use crate::registry::Playable;
use crate::row::Info;
use crate::text_agent::{RowNumbers, TextAgent, TextPlayer};

/// Makes a guest, once for every table at which it sits.
pub type Arrive = dyn Fn() -> Result<Box<dyn TextAgent>, String> + Send + Sync;

/// A guest that answers the questions of many tables at once, in rows of figures.
pub trait RowGuest: Send {
    /// What the numbers of the tables are. It is told once.
    fn begin(&mut self, numbers: &RowNumbers) -> Result<(), Fault>;

    /// Chooses a legal id for every question.
    fn answer(&mut self, questions: &RowQuestions<'_>, ids: &mut Vec<u32>) -> Result<(), Fault>;
}

/// Questions of many tables, a row each.
#[derive(Clone, Copy, Debug)]
pub struct RowQuestions<'a> {
    /// How many there are.
    pub count: usize,
    /// What the seat sees, one row after the other.
    pub obs: &'a [f32],
    /// 1 for every legal id and 0 for every other, one row after the other.
    pub mask: &'a [u8],
    /// A share of the tables' luck: a guest that uses no other plays the same again.
    pub seed: u64,
}

/// Makes a guest that answers many questions, once for every thread that plays.
pub type ArriveForRows = dyn Fn() -> Result<Box<dyn RowGuest>, String> + Send + Sync;

/// A guest at one table, and the same for the questions of many if it answers those.
#[derive(Clone)]
struct Invited {
    arrive: Arc<Arrive>,
    for_rows: Option<Arc<ArriveForRows>>,
}

static GUESTS: RwLock<BTreeMap<String, Invited>> = RwLock::new(BTreeMap::new());

/// What lists would say about a guest. It is a stranger's code, so nothing is promised.
pub(crate) static GUEST: Info =
    Info { name: "guest", about: "a player that joined while the program runs", params: &[], quick: &[] };

/// What seats a guest for as long as it is kept.
#[derive(Debug)]
pub struct Invitation {
    name: String,
}

impl Invitation {
    /// The spec that seats it.
    pub fn spec(&self) -> Spec {
        Spec::named(&self.name)
    }
}

impl Drop for Invitation {
    fn drop(&mut self) {
        let guest = change().remove(&self.name);
        // A guest may be the last to hold another: the list is free again before it goes.
        drop(guest);
    }
}

/// How many were invited so far.
static INVITED: AtomicU64 = AtomicU64::new(0);

/// Lets a player be seated by its invitation alone: nobody can type its name, and no other guest has it. Results and records
/// show the label, even where another player has the same.
///
/// # Errors
/// A text that cannot be a player's name.
pub fn invite(label: &str, arrive: Arc<Arrive>) -> Result<Invitation, SpecError> {
    invite_any(label, Invited { arrive, for_rows: None })
}

/// The same with a guest that answers the questions of many tables at once where many games are played. At a single table
/// it sits as any other.
///
/// # Errors
/// A text that cannot be a player's name.
pub fn invite_for_rows(
    label: &str,
    arrive: Arc<Arrive>,
    for_rows: Arc<ArriveForRows>,
) -> Result<Invitation, SpecError> {
    invite_any(label, Invited { arrive, for_rows: Some(for_rows) })
}

fn invite_any(label: &str, guest: Invited) -> Result<Invitation, SpecError> {
    let label = label.parse::<Spec>()?.name;
    let name = format!("{label}{SECRET}{}", INVITED.fetch_add(1, Ordering::Relaxed));
    change().insert(name.clone(), guest);
    Ok(Invitation { name })
}

/// No name that is typed has it: what comes before it is a label.
const SECRET: char = ' ';

/// Somebody's name as results and records show it: its spec, or the label of a guest.
pub fn shown_name(spec: &Spec) -> String {
    spec.name.split_once(SECRET).map_or_else(|| spec.to_string(), |(label, _)| label.to_string())
}

/// Whether a spec names a guest.
pub(crate) fn is_guest(spec: &Spec) -> bool {
    look().contains_key(&spec.name)
}

/// What makes the guest that a spec names, if it answers the questions of many tables.
pub(crate) fn row_guest(spec: &Spec) -> Option<Arc<ArriveForRows>> {
    look().get(&spec.name).filter(|_| spec.params.is_empty())?.for_rows.clone()
}

/// The guest that a spec names, if it does.
pub(crate) fn seat<G: Playable>(spec: &Spec) -> Option<Result<Player<G>, SpecError>> {
    let arrive = look().get(&spec.name).map(|guest| Arc::clone(&guest.arrive))?;
    let seated = GUEST.check(spec).and_then(|()| arrive().map_err(SpecError::bad));
    Some(seated.map(|agent| Player::agent(TextPlayer::of(agent))))
}

/// The list stays whole whatever happens to one who reads or changes it.
fn look() -> RwLockReadGuard<'static, BTreeMap<String, Invited>> {
    GUESTS.read().unwrap_or_else(PoisonError::into_inner)
}

fn change() -> RwLockWriteGuard<'static, BTreeMap<String, Invited>> {
    GUESTS.write().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{check_agent, check_open, is_repeatable};
    use games::Kuhn;
    use games::kuhn::Rules;
    use table::{Referee, Seat, Seeds};

    /// Always passes.
    struct Passes;

    impl TextAgent for Passes {
        fn hello(&mut self, _seat: Seat, _json: &str) {}
        fn seen(&mut self, _json: &str) {}
        fn act(&mut self, _json: &str) -> Option<String> {
            Some("passes".to_string())
        }
        fn refuse(&mut self, _why: &str) {}
        fn end(&mut self, _json: &str) {}
        fn fault(&self) -> Option<Fault> {
            None
        }
    }

    fn passes(name: &str) -> Invitation {
        invite(name, Arc::new(|| Ok(Box::new(Passes)))).unwrap()
    }

    fn sit(spec: &Spec) -> Result<Player<Kuhn>, String> {
        crate::seat::<Kuhn>(spec, &RULES).map_err(|error| error.to_string())
    }

    const RULES: Rules = Rules { seats: 2 };

    #[test]
    fn a_guest_plays_for_as_long_as_it_is_invited() {
        let invitation = passes("GuestOfOneTest");
        let spec = invitation.spec();
        let mut players = [sit(&spec).unwrap(), sit(&spec).unwrap()];
        let payoffs = Referee::<Kuhn>::new(&RULES, Seeds::new(1)).play(&mut players, &mut ()).unwrap();
        assert_eq!(payoffs.points[Seat::new(0)].abs(), 1.0, "nobody bets, the higher card takes the antes");
        let wrong = Spec { params: vec![("x".to_string(), "1".to_string())], ..spec.clone() };
        assert!(sit(&wrong).err().unwrap().starts_with("no parameter of GuestOfOneTest"));
        drop(invitation);
        assert!(sit(&spec).err().unwrap().starts_with("no agent for kuhn"));
    }

    #[test]
    fn guests_of_one_label_are_not_mistaken_for_each_other() {
        let (one, two) = (passes("Twin"), passes("Twin"));
        assert_ne!(one.spec(), two.spec());
        assert_eq!([one.spec(), two.spec()].map(|spec| shown_name(&spec)), ["Twin", "Twin"]);
        assert!(one.spec().to_string().parse::<Spec>().is_err(), "nobody can type it");
        assert!(sit(&Spec::named("Twin")).is_err() && sit(&one.spec()).is_ok());
        assert_eq!(shown_name(&"uct(sims=10)".parse().unwrap()), "uct(sims=10)");
        assert!(invite("two words", Arc::new(|| Err(String::new()))).is_err());
    }

    #[test]
    fn nothing_is_promised_of_a_guest() {
        let invitation = passes("Unknown");
        let spec = invitation.spec();
        assert!(check_agent(&spec, "kuhn").is_ok() && !is_repeatable(&spec));
        assert!(check_open(&spec, "kuhn").unwrap_err().to_string().contains("not for guests of a page"));
    }

    #[test]
    fn one_who_cannot_come_says_why() {
        let invitation = invite("Absent", Arc::new(|| Err("no time".to_string()))).unwrap();
        assert_eq!(sit(&invitation.spec()).err().unwrap(), "no time");
    }
}
