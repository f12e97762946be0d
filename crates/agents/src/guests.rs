//! Players that join while the program runs: wherever a player is named, the name of one of these will do.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use table::{Player, Spec, SpecError};

use crate::registry::{Playable, agents};
use crate::row::Info;
use crate::text_agent::{TextAgent, TextPlayer};

/// Makes a guest, once for every table at which it sits.
pub type Arrive = dyn Fn() -> Result<Box<dyn TextAgent>, String> + Send + Sync;

static GUESTS: RwLock<BTreeMap<String, Arc<Arrive>>> = RwLock::new(BTreeMap::new());

/// What lists would say about a guest. It is a stranger's code, so nothing is promised.
pub(crate) static GUEST: Info =
    Info { name: "guest", about: "a player that joined while the program runs", params: &[], quick: &[] };

/// The name that a guest has for as long as this is kept.
#[derive(Debug)]
pub struct Invitation {
    name: String,
}

impl Invitation {
    /// The name by which it is seated.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl Drop for Invitation {
    fn drop(&mut self) {
        let guest = change().remove(&self.name);
        // A guest may be the last to hold another: the list is free again before it goes.
        drop(guest);
    }
}

/// Lets a player be seated under this name or, where it is taken, under the name with a number.
///
/// # Errors
/// A text that cannot be a player's name.
pub fn invite(wanted: &str, arrive: Arc<Arrive>) -> Result<Invitation, SpecError> {
    let spec: Spec = wanted.parse()?;
    let mut guests = change();
    let is_free = |name: &String| {
        !guests.contains_key(name) && !agents().iter().any(|agent| agent.info.name == name.as_str())
    };
    let numbered = (2..).map(|number: u64| format!("{}-{number}", spec.name));
    let free = [spec.name.clone()].into_iter().chain(numbered).find(is_free);
    let name = free.expect("numbers do not run out");
    guests.insert(name.clone(), arrive);
    Ok(Invitation { name })
}

/// Whether a spec names a guest.
pub(crate) fn is_guest(spec: &Spec) -> bool {
    look().contains_key(&spec.name)
}

/// The guest that a spec names, if it does.
pub(crate) fn seat<G: Playable>(spec: &Spec) -> Option<Result<Player<G>, SpecError>> {
    let arrive = look().get(&spec.name).cloned()?;
    let seated = GUEST.check(spec).and_then(|()| arrive().map_err(SpecError::bad));
    Some(seated.map(|agent| Player::agent(TextPlayer::of(agent))))
}

/// The list stays whole whatever happens to one who reads or changes it.
fn look() -> RwLockReadGuard<'static, BTreeMap<String, Arc<Arrive>>> {
    GUESTS.read().unwrap_or_else(PoisonError::into_inner)
}

fn change() -> RwLockWriteGuard<'static, BTreeMap<String, Arc<Arrive>>> {
    GUESTS.write().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{check_agent, check_open, is_repeatable, seat_named};
    use games::Kuhn;
    use games::kuhn::Rules;
    use table::{Fault, Referee, Seat, Seeds};

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

    #[test]
    fn a_guest_plays_for_as_long_as_it_is_invited() {
        let rules = Rules { seats: 2 };
        let sits = |name: &str| seat_named::<Kuhn>(name, &rules);
        let invitation = passes("GuestOfOneTest");
        let mut players = [sits("GuestOfOneTest").unwrap(), sits("GuestOfOneTest").unwrap()];
        let payoffs = Referee::<Kuhn>::new(&rules, Seeds::new(1)).play(&mut players, &mut ()).unwrap();
        assert_eq!(payoffs.points[Seat::new(0)].abs(), 1.0, "nobody bets, the higher card takes the antes");
        let wrong = sits("GuestOfOneTest(x=1)").err().unwrap();
        assert!(wrong.starts_with("no parameter of GuestOfOneTest `x`"), "{wrong}");
        drop(invitation);
        assert!(sits("GuestOfOneTest").err().unwrap().starts_with("no agent for kuhn"));
    }

    #[test]
    fn names_are_never_shared() {
        let (one, two) = (passes("Twin"), passes("Twin"));
        assert_eq!([one.name(), two.name(), passes("random").name()], ["Twin", "Twin-2", "random-2"]);
        assert!(invite("two words", Arc::new(|| Err(String::new()))).is_err());
    }

    #[test]
    fn nothing_is_promised_of_a_guest() {
        let invitation = passes("Unknown");
        let spec = Spec::named(invitation.name());
        assert!(check_agent(&spec, "kuhn").is_ok() && !is_repeatable(&spec));
        assert!(check_open(&spec, "kuhn").unwrap_err().to_string().contains("not for guests of a page"));
    }

    #[test]
    fn one_who_cannot_come_says_why() {
        let invitation = invite("Absent", Arc::new(|| Err("no time".to_string()))).unwrap();
        let seated = seat_named::<Kuhn>(invitation.name(), &Rules { seats: 2 });
        assert_eq!(seated.err().unwrap(), "no time");
    }
}
