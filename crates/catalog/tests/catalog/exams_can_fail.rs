//! The exam for players can fail: mistakes are planted in a right player, and each is named by its clause.

use exams::{PlayerExam, parameters};
use games::Buzzard;
use games::buzzard::{Bid, Rules, Seen};
use table::{Agent, Mixed, Notation, Param, Params, Player, Rng, Spec, SpecError, Values, View};

/// What is wrong with a player that else bids at random.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flaw {
    Nothing,
    /// Bids by how many games it has played.
    RemembersGames,
    /// Bids by how often it was asked.
    CountsQuestions,
    /// Gives the answer to a question again if it is asked again.
    RepeatsItself,
    /// Shows a distribution other than the one it bids by.
    ShowsAnother,
    /// Shows shares that are no distribution.
    ShowsTooLittle,
    /// Bids whatever is listed first.
    BidsTheFirst,
    /// Says that it does not watch, and bids by how much it was told.
    WatchesInSecret,
    /// Bids what it does not have.
    Cheats,
    /// Shows its distribution in the order of bids, however they are listed.
    ShowsInOrder,
}

struct Spoilt {
    flaw: Flaw,
    games: usize,
    questions: usize,
    told: usize,
    last: Option<(usize, Bid)>,
}

impl Spoilt {
    fn new(flaw: Flaw) -> Spoilt {
        Spoilt { flaw, games: 0, questions: 0, told: 0, last: None }
    }
}

/// One of these bids by a number, in whatever order they are listed.
fn by_number(legal: &[Bid], number: usize) -> Bid {
    let mut sorted = legal.to_vec();
    sorted.sort_unstable();
    sorted[number % sorted.len()]
}

impl Agent<Buzzard> for Spoilt {
    fn begin(&mut self, _view: View<'_, Buzzard>, _rng: &mut Rng) {
        *self = Spoilt { games: self.games + 1, ..Spoilt::new(self.flaw) };
    }

    fn see(&mut self, _view: View<'_, Buzzard>, _seen: &Seen) {
        self.told += 1;
    }

    fn watches(&self) -> bool {
        self.flaw != Flaw::WatchesInSecret
    }

    fn act(&mut self, view: View<'_, Buzzard>, legal: &[Bid], rng: &mut Rng) -> Bid {
        self.questions += 1;
        match self.flaw {
            Flaw::RemembersGames => by_number(legal, self.games),
            Flaw::CountsQuestions => by_number(legal, self.questions),
            Flaw::WatchesInSecret => by_number(legal, self.told),
            Flaw::BidsTheFirst => legal[0],
            Flaw::Cheats => Bid::new(9).unwrap(),
            Flaw::ShowsAnother | Flaw::ShowsInOrder => by_number(legal, 0),
            Flaw::RepeatsItself => {
                let here = view.public.prizes_left.iter().count();
                let (_, bid) = self.last.filter(|last| last.0 == here).unwrap_or((here, rng.pick(legal)));
                self.last = Some((here, bid));
                bid
            }
            Flaw::Nothing | Flaw::ShowsTooLittle => rng.pick(legal),
        }
    }

    fn mixed(&mut self) -> Option<&mut dyn Mixed<Buzzard>> {
        let shows = [Flaw::Nothing, Flaw::ShowsAnother, Flaw::ShowsTooLittle, Flaw::ShowsInOrder];
        if shows.contains(&self.flaw) { Some(self) } else { None }
    }
}

impl Mixed<Buzzard> for Spoilt {
    fn mix(&mut self, _view: View<'_, Buzzard>, legal: &[Bid], _rng: &mut Rng, out: &mut [f64]) {
        out.fill(1.0 / legal.len() as f64);
        match self.flaw {
            Flaw::ShowsTooLittle => out[0] = 0.0,
            Flaw::ShowsInOrder => {
                out.fill(0.0);
                out[0] = 1.0;
            }
            _ => {}
        }
    }
}

fn rules() -> Rules {
    Buzzard::read_rules(&"buzzard(cards=8)".parse().unwrap(), 2).unwrap()
}

/// The clauses that a player with this flaw does not pass, and the evidence for the first.
fn failed(flaw: Flaw) -> (Vec<&'static str>, String) {
    let failed = PlayerExam::new(&rules(), &|| Player::agent(Spoilt::new(flaw))).all();
    let evidence = failed.first().map_or(String::new(), ToString::to_string);
    (failed.iter().map(|failed| failed.clause).collect(), evidence)
}

#[test]
fn a_right_player_passes() {
    assert_eq!(failed(Flaw::Nothing).0, [""; 0]);
}

#[test]
fn each_mistake_is_named_by_its_clause() {
    let cases: &[(Flaw, &[&str])] = &[
        (Flaw::RemembersGames, &["reused equals fresh"]),
        (Flaw::CountsQuestions, &["asking leaves no trace"]),
        (Flaw::RepeatsItself, &["asking leaves no trace"]),
        (Flaw::ShowsAnother, &["mix fits act"]),
        (Flaw::ShowsTooLittle, &["a mix sums to 1", "a mix sums to 1"]),
        (Flaw::BidsTheFirst, &["the order of the list does not matter"]),
        (Flaw::ShowsInOrder, &["the order of the list does not matter"]),
        (Flaw::WatchesInSecret, &["who does not watch plays the same when told"]),
    ];
    for (flaw, clauses) in cases {
        let (failed, evidence) = failed(*flaw);
        assert_eq!(failed, *clauses, "{flaw:?}: {evidence}");
        assert!(evidence.contains("seat ") && evidence.contains(" events"), "{flaw:?} is shown: {evidence}");
    }
}

#[test]
fn what_is_not_legal_is_refused_by_every_clause() {
    let (clauses, evidence) = failed(Flaw::Cheats);
    assert_eq!(clauses, ["chooses a legal action"; 6]);
    assert!(evidence.starts_with("chooses a legal action: seat A after 1 events: Bid("), "{evidence}");
}

const RANK: Param = Param::number("rank", "0", "which bid, from the lowest", 0.0, 7.0);
const SECRET: Param = Param::new("secret", "", "not listed", Values::Text);

/// A player with one parameter that is listed, and one that may not be.
fn build(spec: &Spec, hidden: bool) -> Result<Player<Buzzard>, SpecError> {
    let mut params = Params::new(spec);
    let rank = params.number(&RANK)?;
    let hidden = hidden && params.given(&SECRET).is_some();
    params.finish()?;
    Ok(Player::agent(Ranked(if hidden { 1 } else { rank })))
}

struct Ranked(usize);

impl Agent<Buzzard> for Ranked {
    fn act(&mut self, _view: View<'_, Buzzard>, legal: &[Bid], _rng: &mut Rng) -> Bid {
        by_number(legal, self.0)
    }
}

#[test]
fn lists_of_parameters_are_compared_with_what_is_read() {
    let examine = |listed: &[Param], hidden: bool| {
        let failed = parameters::<Buzzard>(&rules(), &Spec::named("p"), listed, &|spec| build(spec, hidden));
        failed.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(examine(&[RANK], false), [""; 0]);
    let read = "what is listed is what is read: only listed:";
    assert_eq!(examine(&[RANK], true), [format!("{read} [], only read: [secret]")]);
    let extra = Param::new("extra", "", "nobody reads it", Values::Text);
    assert_eq!(examine(&[RANK, extra], false), [format!("{read} [extra], only read: []")]);
    let [default] = &examine(&[RANK.with_default("1")], false)[..] else { panic!("one failure") };
    assert!(
        default.starts_with("the default listed is the default: rank=1: Some((\"seat A after"),
        "{default}"
    );
}
