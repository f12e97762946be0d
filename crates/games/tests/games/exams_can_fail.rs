//! The exams can fail: mistakes are planted in a right game, and each exam names the one it is there for.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

use exams::{Failed, check, scenarios, secrecy};
use games::{Buzzard, Kuhn, Raiders};
use serde::Serialize;
use table::{
    Enumerable, Event, EventOf, Game, Hidden, Lang, Notation, OptionRow, Payoffs, Picture, Preset,
    PublicState, Rng, Scene, Seat, Spec, SpecError, Turn, View,
};

/// A mistake to plant; each method, where not overridden, does what is right.
trait Flaw<G: Game>: Copy + Send + Sync + 'static {
    /// A bit that spectators should not get.
    fn public_bit(_truth: &G, _event: &EventOf<G>, before: u8) -> u8 {
        before
    }
    /// A bit that eyes should not see.
    fn seen_bit(_truth: &G, _event: &EventOf<G>, _eye: Option<Seat>) -> u8 {
        0
    }
    fn imagine(view: View<'_, G>, rng: &mut Rng) -> G {
        G::imagine(view, rng)
    }
    fn legal(view: View<'_, G>, out: &mut Vec<G::Action>) {
        G::legal(view, out);
    }
    fn copy(game: &G) -> G {
        game.clone()
    }
    fn as_spectator(seen: &G::Seen) -> G::Seen {
        G::as_spectator(seen)
    }
}

/// A game with a mistake in it.
#[derive(Debug)]
struct Spoilt<G: Game, F> {
    game: G,
    public: SpoiltPublic<G>,
    flaw: PhantomData<F>,
}

#[derive(Serialize)]
#[serde(bound = "")]
struct SpoiltPublic<G: Game> {
    inner: G::Public,
    bit: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
struct SpoiltSeen<S>(S, u8);

impl<G: Game, F: Flaw<G>> Clone for Spoilt<G, F> {
    fn clone(&self) -> Self {
        Spoilt { game: F::copy(&self.game), public: self.public.clone(), flaw: PhantomData }
    }
}

impl<G: Game> Clone for SpoiltPublic<G> {
    fn clone(&self) -> Self {
        SpoiltPublic { inner: self.inner.clone(), bit: self.bit }
    }
}

impl<G: Game> PartialEq for SpoiltPublic<G> {
    fn eq(&self, other: &Self) -> bool {
        self.inner == other.inner && self.bit == other.bit
    }
}

impl<G: Game> Eq for SpoiltPublic<G> {}

impl<G: Game> Hash for SpoiltPublic<G> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.inner, self.bit).hash(state);
    }
}

impl<G: Game> fmt::Debug for SpoiltPublic<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} + {}", self.inner, self.bit)
    }
}

impl<G: Game, F> PartialEq for Spoilt<G, F> {
    fn eq(&self, other: &Self) -> bool {
        self.game == other.game && self.public == other.public
    }
}

impl<G: Game, F> Eq for Spoilt<G, F> {}

impl<G: Game, F> Hash for Spoilt<G, F> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.game, &self.public).hash(state);
    }
}

fn right<'a, G: Game, F: Flaw<G> + fmt::Debug>(view: View<'a, Spoilt<G, F>>) -> View<'a, G> {
    View { seat: view.seat, public: &view.public.inner, private: view.private }
}

impl<G: Game, F: Flaw<G> + fmt::Debug> Game for Spoilt<G, F> {
    type Rules = G::Rules;
    type Action = G::Action;
    type Public = SpoiltPublic<G>;
    type Private = G::Private;
    type Seen = SpoiltSeen<G::Seen>;
    const NAME: &'static str = G::NAME;
    const RULES_VERSION: u32 = G::RULES_VERSION;

    fn new(rules: &G::Rules) -> Self {
        let game = G::new(rules);
        let public = SpoiltPublic { inner: game.public().clone(), bit: 0 };
        Spoilt { game, public, flaw: PhantomData }
    }
    fn public(&self) -> &SpoiltPublic<G> {
        &self.public
    }
    fn private(&self, seat: Seat) -> &G::Private {
        self.game.private(seat)
    }
    fn legal(view: View<'_, Self>, out: &mut Vec<G::Action>) {
        F::legal(right(view), out);
    }
    fn apply(&mut self, event: &EventOf<Self>) {
        self.game.apply(event);
        let bit = F::public_bit(&self.game, event, self.public.bit);
        self.public = SpoiltPublic { inner: self.game.public().clone(), bit };
    }
    fn seen(&self, event: &EventOf<Self>, observer: Option<Seat>) -> SpoiltSeen<G::Seen> {
        SpoiltSeen(self.game.seen(event, observer), F::seen_bit(&self.game, event, observer))
    }
    fn as_spectator(seen: &SpoiltSeen<G::Seen>) -> SpoiltSeen<G::Seen> {
        SpoiltSeen(F::as_spectator(&seen.0), seen.1)
    }
    fn payoffs(&self) -> Payoffs {
        self.game.payoffs()
    }
    fn check(&self) {
        self.game.check();
    }
}

impl<G: Game> PublicState for SpoiltPublic<G> {
    type Rules = G::Rules;

    fn rules(&self) -> &G::Rules {
        self.inner.rules()
    }

    fn seats(&self) -> usize {
        self.inner.seats()
    }

    fn turn(&self) -> Turn {
        self.inner.turn()
    }
}

impl<G: Game, F: Flaw<G> + fmt::Debug> Hidden for Spoilt<G, F> {
    type Chance = G::Chance;

    fn draw(&self, rng: &mut Rng) -> G::Chance {
        self.game.draw(rng)
    }

    fn drawable(&self, outcome: &G::Chance) -> bool {
        self.game.drawable(outcome)
    }

    fn imagine(view: View<'_, Self>, rng: &mut Rng) -> Self {
        let game = F::imagine(right(view), rng);
        let public = SpoiltPublic { inner: game.public().clone(), bit: view.public.bit };
        Spoilt { game, public, flaw: PhantomData }
    }
}

impl<G: Enumerable, F: Flaw<G> + fmt::Debug> Enumerable for Spoilt<G, F> {
    fn outcomes(&self, out: &mut Vec<(G::Chance, f64)>) {
        self.game.outcomes(out);
    }
}

impl<G: Notation, F: Flaw<G> + fmt::Debug> Notation for Spoilt<G, F> {
    const ABOUT: &'static str = G::ABOUT;
    const SEATS: (usize, usize) = G::SEATS;
    const OPTIONS: &'static [OptionRow<G::Rules>] = G::OPTIONS;
    const PRESETS: &'static [Preset] = G::PRESETS;
    const KINDS: &'static [&'static str] = G::KINDS;

    fn default_rules(seats: usize) -> G::Rules {
        G::default_rules(seats)
    }
    fn check_rules(rules: &G::Rules) -> Result<(), SpecError> {
        G::check_rules(rules)
    }
    fn kind(&self, event: &EventOf<Self>) -> &'static str {
        self.game.kind(event)
    }
    fn rulebook(lang: Lang) -> &'static str {
        G::rulebook(lang)
    }
    fn tell(seen: &SpoiltSeen<G::Seen>, lang: Lang) -> String {
        G::tell(&seen.0, lang)
    }
}

impl<G: Game, F: Flaw<G> + fmt::Debug> Picture for Spoilt<G, F> {
    fn text(_: &Scene<'_, Self>) -> String {
        "spoilt".to_string()
    }
    fn svg(_: &Scene<'_, Self>) -> String {
        "<svg></svg>".to_string()
    }
}

macro_rules! flaw {
    ($name:ident) => {
        #[derive(Clone, Copy, Debug)]
        struct $name;
    };
}

flaw!(None_);
impl<G: Game> Flaw<G> for None_ {}

/// Whether chance gave anybody an odd card, as far as its text tells.
fn odd(private: &impl Serialize) -> u8 {
    let text = serde_json::to_string(private).expect("plain data has a JSON form");
    text.bytes().rev().find(u8::is_ascii_digit).map_or(0, |digit| digit % 2)
}

flaw!(LeakInPublic);
impl Flaw<Kuhn> for LeakInPublic {
    fn public_bit(truth: &Kuhn, _: &EventOf<Kuhn>, _: u8) -> u8 {
        odd(truth.private(Seat::new(0)))
    }
}

flaw!(LeakInSeen);
impl Flaw<Kuhn> for LeakInSeen {
    fn seen_bit(truth: &Kuhn, event: &EventOf<Kuhn>, _: Option<Seat>) -> u8 {
        matches!(event, Event::Act(..)) as u8 * odd(truth.private(Seat::new(0)))
    }
}

flaw!(ForgetsItsCard);
impl Flaw<Kuhn> for ForgetsItsCard {
    fn imagine(view: View<'_, Kuhn>, rng: &mut Rng) -> Kuhn {
        let other = view.seat.next(view.seats());
        let world = Kuhn::imagine(view, rng);
        let swapped = View { seat: other, ..world.view(other) };
        Kuhn::imagine(swapped, rng)
    }
}

flaw!(Prejudiced);
impl Flaw<Kuhn> for Prejudiced {
    /// Imagines twice and prefers worlds in which A holds an odd card.
    fn imagine(view: View<'_, Kuhn>, rng: &mut Rng) -> Kuhn {
        let worlds = [Kuhn::imagine(view, rng), Kuhn::imagine(view, rng)];
        worlds[usize::from(odd(worlds[1].private(Seat::new(0))) == 1)]
    }
}

flaw!(Narrow);
impl Flaw<Kuhn> for Narrow {
    /// Always imagines the same world.
    fn imagine(view: View<'_, Kuhn>, _: &mut Rng) -> Kuhn {
        Kuhn::imagine(view, &mut Rng::new(1))
    }
}

flaw!(CopiesAnything);
impl Flaw<Kuhn> for CopiesAnything {
    /// A copy holds what its seat A imagines.
    fn copy(game: &Kuhn) -> Kuhn {
        Kuhn::imagine(game.view(Seat::new(0)), &mut Rng::new(1))
    }
}

flaw!(SameActionTwice);
impl Flaw<Kuhn> for SameActionTwice {
    fn legal(view: View<'_, Kuhn>, out: &mut Vec<games::kuhn::Action>) {
        Kuhn::legal(view, out);
        out.push(games::kuhn::Action::Bet);
    }
}

flaw!(TellsSpectatorsAll);
impl Flaw<Kuhn> for TellsSpectatorsAll {
    fn as_spectator(seen: &games::kuhn::Seen) -> games::kuhn::Seen {
        *seen
    }
}

flaw!(RemembersWhoCameLast);
impl Flaw<Buzzard> for RemembersWhoCameLast {
    fn public_bit(_: &Buzzard, event: &EventOf<Buzzard>, before: u8) -> u8 {
        match event {
            Event::Act(seat, _) => seat.index() as u8,
            Event::Chance(_) => before,
        }
    }
}

const RULES: games::kuhn::Rules = games::kuhn::Rules { seats: 2 };

fn exams<F: Flaw<Kuhn> + fmt::Debug>() -> Result<(), Failed> {
    check::<Spoilt<Kuhn, F>>(&RULES, 0..50)?;
    secrecy::<Spoilt<Kuhn, F>>(&RULES, 1)?;
    scenarios::<Spoilt<Kuhn, F>>(include_str!("../rules/kuhn.md"))?;
    Ok(())
}

fn failed_clause<F: Flaw<Kuhn> + fmt::Debug>() -> String {
    exams::<F>().expect_err("the planted mistake is found").to_string()
}

#[test]
fn a_right_game_passes() {
    exams::<None_>().unwrap();
}

#[test]
fn a_leak_in_public_is_named() {
    let text = failed_clause::<LeakInPublic>();
    assert!(
        text.starts_with("secrecy 1, equal histories give equal views: seat B sees the same in"),
        "{text}"
    );
}

#[test]
fn a_leak_in_seen_is_named() {
    let text = failed_clause::<LeakInSeen>();
    assert!(text.starts_with("secrecy 2, imagined worlds lie in the information set: B has seen"), "{text}");
}

#[test]
fn an_imagination_that_breaks_the_view_is_named() {
    assert!(failed_clause::<ForgetsItsCard>().starts_with("imagine keeps the view"));
}

#[test]
fn an_unfair_imagination_is_named() {
    assert!(
        failed_clause::<Prejudiced>().starts_with("secrecy 2, worlds come as often as cards and chance say")
    );
}

#[test]
fn a_narrow_imagination_is_named() {
    assert!(failed_clause::<Narrow>().starts_with("secrecy 2, every possible world is imagined"));
}

#[test]
fn a_clone_that_differs_is_named() {
    assert!(failed_clause::<CopiesAnything>().starts_with("a clone is equal"));
}

#[test]
fn a_repeated_action_is_named() {
    assert!(failed_clause::<SameActionTwice>().starts_with("no legal action is listed twice"));
}

#[test]
fn a_spectator_who_is_told_a_card_is_named() {
    let text = failed_clause::<TellsSpectatorsAll>();
    assert!(text.starts_with("a spectator's part of what a seat saw: deal A"), "{text}");
}

#[test]
fn a_commit_whose_order_matters_is_named() {
    let rules = Buzzard::read_rules(&Spec::named("buzzard"), 3).unwrap();
    check::<Spoilt<Buzzard, None_>>(&rules, 0..5).unwrap();
    let failed = check::<Spoilt<Buzzard, RemembersWhoCameLast>>(&rules, 0..5).unwrap_err();
    assert_eq!(failed.clause, "any commit order, the same state");
}

#[test]
fn an_event_kind_without_a_row_is_named() {
    let text = include_str!("../rules/kuhn.md").replace("| act |", "| deal |");
    let failed = scenarios::<Kuhn>(&text).unwrap_err();
    assert!(failed.evidence.contains("is of kind act, not deal"), "{failed}");
    let rows: Vec<&str> =
        include_str!("../rules/kuhn.md").lines().filter(|line| !line.starts_with("| act")).collect();
    let failed = scenarios::<Kuhn>(&rows.join("\n")).unwrap_err();
    assert_eq!(failed.to_string(), "secrecy 3, every event kind has a row of who sees what: `act` of kuhn");
}

#[test]
fn a_row_that_is_wrong_is_named() {
    let text = include_str!("../rules/kuhn.md")
        .replace("| `A is dealt K` | `A is dealt a card`", "| `A is dealt K` | `A is dealt K`");
    let failed = scenarios::<Kuhn>(&text).unwrap_err();
    assert!(failed.to_string().starts_with("secrecy 3, everybody sees what the table says"), "{failed}");
}

#[test]
fn a_heading_without_a_demand_is_named() {
    let rule = "\n## A rule without a proof\n\n    seats 2 · deal A K\n";
    let text = format!("{}{rule}", include_str!("../rules/kuhn.md"));
    let failed = scenarios::<Kuhn>(&text).unwrap_err();
    assert_eq!(
        failed.to_string(),
        "every heading demands something: \"A rule without a proof\" demands nothing"
    );
    scenarios::<Kuhn>(&format!("{text}    => turn: chance\n")).unwrap();
}

#[test]
fn a_wrong_demand_is_named() {
    let text = include_str!("../rules/kuhn.md").replace("=> points: A -2, B 2", "=> points: A 2, B -2");
    let failed = scenarios::<Kuhn>(&text).unwrap_err();
    assert!(failed.evidence.contains("A called bet shows the cards for two"), "{failed}");
}

/// The rules of Kuhn poker with one more, proved by these lines.
fn with_proof(lines: &str) -> Result<usize, Failed> {
    let block: String = lines.lines().map(|line| format!("    {line}\n")).collect();
    scenarios::<Kuhn>(&format!("{}\n## One more\n\n{block}", include_str!("../rules/kuhn.md")))
}

#[test]
fn what_is_refused_can_be_read() {
    let failed = with_proof("seats 2 · deal A Q · deal B J\n=> refused: A raises").unwrap_err();
    assert!(failed.evidence.contains("`A raises` cannot even be read (`unreadable:`?)"), "{failed}");
    let failed = with_proof("seats 2 · deal A Q · deal B J\n=> unreadable: B bets").unwrap_err();
    assert!(failed.evidence.contains("`B bets` can be read (`refused:`?)"), "{failed}");
    with_proof("seats 2 · deal A Q · deal B J\n=> refused: B bets\n=> unreadable: A raises").unwrap();
}

#[test]
fn what_is_legal_is_a_set() {
    for right in ["passes, bets", "bets, passes"] {
        with_proof(&format!("seats 2 · deal A Q · deal B J\n=> legal A: {right}")).unwrap();
    }
    for wrong in ["bets", "bets, passes, bets"] {
        let failed = with_proof(&format!("seats 2 · deal A Q · deal B J\n=> legal A: {wrong}")).unwrap_err();
        assert!(failed.evidence.contains("legal A: bets, passes, not bets"), "{failed}");
    }
}

#[test]
fn a_sentence_or_all_that_was_said() {
    const RULES: &str = include_str!("../rules/raiders.md");
    let game = "seats 4 · raiders(abilities=no,order=seats,layout=fixed) · deal A Vampire · deal B Emi · \
                deal C Werewolf · deal D Felix · move A 6 · A draws white · draw A flash";
    let told =
        |text: &str| scenarios::<Raiders>(&format!("{RULES}\n## One more\n\n    {game}\n    => {text}\n"));
    for right in ["B takes 2", "A draws flash. B takes 2. C takes 2. D takes 2."] {
        told(right).unwrap();
    }
    let failed = told("A draws flash. B takes 2").unwrap_err();
    let sentences = "\"A draws flash\", \"B takes 2\", \"C takes 2\", \"D takes 2\"]";
    assert!(failed.evidence.ends_with(sentences), "{failed}");
}
