//! Both languages say the same: whatever is told, offered or written on a button names the same seats and numbers in
//! Japanese as in English, and nothing stays untranslated.

use std::collections::{BTreeMap, BTreeSet};

use games::{Buzzard, Daihinmin, GameInfo, Raiders, Saboteur};
use table::{EventOf, Lang, Notation, Picture, PublicState, Rng, Seat, Turn, View, random_event};

const BOTH: [Lang; 2] = [Lang::English, Lang::Japanese];

/// A text in both languages.
type Pair = [String; 2];

fn pair(say: impl Fn(Lang) -> String) -> Pair {
    BOTH.map(say)
}

/// What people read in some games, each once.
#[derive(Default)]
struct Texts {
    told: BTreeSet<Pair>,
    labels: BTreeSet<Pair>,
    parts: BTreeSet<Pair>,
}

impl Texts {
    /// What everybody reads in games played at random.
    fn of<G: Notation>(spec: &str, seats: usize, games: u64) -> Texts {
        let rules = G::read_rules(&spec.parse().unwrap(), seats).unwrap();
        let mut texts = Texts::default();
        for seed in 0..games {
            texts.play(G::new(&rules), &mut Rng::new(seed));
        }
        texts
    }

    fn play<G: Notation>(&mut self, mut game: G, rng: &mut Rng) {
        let mut scratch = Vec::new();
        loop {
            if let Turn::Seats(seats) = game.public().turn() {
                seats.for_each(|seat| self.offer(game.view(seat)));
            }
            let Some(event) = random_event(&game, rng, &mut scratch) else { return };
            game.apply(&event);
            self.tell(&game, &event);
        }
    }

    fn tell<G: Notation>(&mut self, game: &G, event: &EventOf<G>) {
        let seats = Seat::all(game.public().seats()).map(Some);
        for observer in seats.chain([None]) {
            let seen = game.seen(event, observer);
            self.told.insert(pair(|lang| G::tell(&seen, lang)));
        }
    }

    fn offer<G: Notation>(&mut self, view: View<'_, G>) {
        let mut legal = Vec::new();
        G::legal(view, &mut legal);
        for lang in BOTH {
            let labels = legal.iter().map(|action| (G::label(view, action, lang), action.to_string()));
            assert_all_differ(labels);
            let parts = legal.iter().flat_map(|action| G::parts(view, action));
            assert_all_differ(parts.map(|part| {
                (
                    format!("{} {}", part.sort, G::part_label(&part, lang)),
                    format!("{} {}", part.sort, part.name),
                )
            }));
        }
        self.labels.extend(legal.iter().map(|action| pair(|lang| G::label(view, action, lang))));
        let parts = legal.iter().flat_map(|action| G::parts(view, action));
        self.parts.extend(parts.map(|part| pair(|lang| G::part_label(&part, lang))));
    }
}

/// No two things may have the same label.
fn assert_all_differ(labelled: impl Iterator<Item = (String, String)>) {
    let mut known = BTreeMap::new();
    for (label, thing) in labelled {
        let first = known.entry(label.clone()).or_insert_with(|| thing.clone());
        assert_eq!(*first, thing, "both are labelled {label:?}");
    }
}

/// What is particular about a game's words.
struct Dialect {
    /// Latin words that a Japanese sentence may have.
    known: fn(&str) -> bool,
}

/// What is wrong with these texts; nothing, where both languages say the same.
fn faults(texts: &Texts, dialect: &Dialect) -> Vec<String> {
    let mut faults = Vec::new();
    let all = texts.told.iter().chain(&texts.labels).chain(&texts.parts);
    for [english, japanese] in all {
        if seats(english) != seats(japanese) || numbers(english) != numbers(japanese) {
            faults.push(format!("they differ: {english} / {japanese}"));
        }
        faults.extend(leftover(japanese, dialect).map(|word| format!("{word} is left in {japanese}")));
    }
    for [english, japanese] in texts.told.iter().chain(&texts.labels) {
        if !japanese.chars().any(is_kana_or_kanji) {
            faults.push(format!("not Japanese: {english} / {japanese}"));
        }
    }
    for [english, _] in texts.labels.iter().chain(&texts.parts) {
        if english.chars().next().is_none_or(char::is_lowercase) {
            faults.push(format!("a label begins with a capital letter: {english:?}"));
        }
    }
    faults
}

fn is_kana_or_kanji(letter: char) -> bool {
    matches!(letter, '\u{3041}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}')
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_ascii_alphabetic()).filter(|word| !word.is_empty())
}

/// Whether a word is a seat, or several in a row.
fn is_seats(word: &str) -> bool {
    word.bytes().all(|letter| matches!(letter, b'A'..=b'J'))
}

/// The seats that a text names.
fn seats(text: &str) -> BTreeSet<char> {
    words(text).filter(|word| is_seats(word)).flat_map(str::chars).collect()
}

/// The numbers that a text names, in order of size, each as often as it stands there.
fn numbers(text: &str) -> Vec<i32> {
    let is_part = |letter: char| letter.is_ascii_digit() || letter == '-';
    let mut numbers: Vec<i32> =
        text.split(|letter| !is_part(letter)).filter_map(|word| word.parse().ok()).collect();
    numbers.sort_unstable();
    numbers
}

/// The Latin words of a Japanese text that are no seats, ranks of cards or the like.
fn leftover<'a>(japanese: &'a str, dialect: &Dialect) -> impl Iterator<Item = &'a str> {
    let is_rank = |word: &str| matches!(word, "J" | "Q" | "K" | "A");
    words(japanese).filter(move |word| !is_seats(word) && !is_rank(word) && !(dialect.known)(word))
}

const PLAIN: Dialect = Dialect { known: |_| false };

/// The first letters of factions are the same in both languages.
const RAIDERS: Dialect = Dialect { known: |word| matches!(word, "L" | "R") };

fn check<G: Notation>(spec: &str, seats: usize, games: u64, dialect: &Dialect) {
    assert_eq!(G::LANGS, Lang::ALL, "{spec} is there in both languages");
    let texts = Texts::of::<G>(spec, seats, games);
    assert!(texts.told.len() > 5 && !texts.labels.is_empty() && !texts.parts.is_empty(), "{spec}");
    let faults = faults(&texts, dialect);
    assert!(
        faults.is_empty(),
        "{spec}: {} faults\n{}",
        faults.len(),
        faults[..faults.len().min(40)].join("\n")
    );
}

#[test]
fn the_buzzard_says_the_same_in_both_languages() {
    for (spec, seats) in
        [("buzzard", 2), ("buzzard(cards=5)", 4), ("goofspiel(cards=4)", 2), ("buzzard(pot=discard)", 3)]
    {
        check::<Buzzard>(spec, seats, 30, &PLAIN);
    }
}

#[test]
fn daihinmin_says_the_same_in_both_languages() {
    for (spec, seats) in
        [("daihinmin(ranks=CBDEA)", 5), ("daihinmin(passes=3)", 4), ("daihinmin-mini(ranks=BAC)", 3)]
    {
        check::<Daihinmin>(spec, seats, 40, &PLAIN);
    }
}

/// At the tables at which its players are examined; games with more to say are played at others as well, below.
fn check_exam_tables<G: Notation + Picture>() {
    let game = GameInfo::of::<G>();
    let dialect = if game.name == "raiders" { &RAIDERS } else { &PLAIN };
    for table in game.tables.iter().filter(|table| table.players && game.speaks(Lang::Japanese)) {
        check::<G>(table.spec, table.seats, 30, dialect);
    }
}

macro_rules! check_games {
    ($($module:ident::$game:ident),*) => {
        #[test]
        fn every_game_of_two_languages_says_the_same_in_both() {
            $(check_exam_tables::<games::$game>();)*
        }
    };
}

games::with_games!(check_games);

#[test]
fn saboteur_says_the_same_in_both_languages() {
    for (spec, seats) in [("saboteur(talk=on)", 5), ("saboteur", 10), ("saboteur-collusion", 6)] {
        check::<Saboteur>(spec, seats, 20, &PLAIN);
    }
}

#[test]
fn raiders_say_the_same_in_both_languages() {
    let specs = [("raiders", 8), ("raiders", 5), ("raiders-modified", 5), ("raiders-as-published", 5)];
    for (spec, seats) in specs {
        check::<Raiders>(spec, seats, 60, &RAIDERS);
    }
}

#[test]
fn planted_faults_are_found() {
    let told = |english: &str, japanese: &str| {
        let told = BTreeSet::from([[english.to_string(), japanese.to_string()]]);
        faults(&Texts { told, ..Texts::default() }, &PLAIN).len()
    };
    assert_eq!(told("A gives 2 cards to B.", "AがBに2枚渡した。"), 0);
    assert_eq!(told("A gives 2 cards to B.", "Aが2枚渡した。"), 1, "a seat is missing");
    assert_eq!(told("A gives 2 cards to B.", "AがBに3枚渡した。"), 1, "another number");
    assert_eq!(told("-3 is turned up.", "3がめくられた。"), 1, "the sign is lost");
    assert_eq!(told("A passes.", "Aはpass。"), 1, "a word is left");
    assert_eq!(told("A 3.", "A 3."), 1, "no translation at all");
    let label = |english: &str| {
        let labels = BTreeSet::from([[english.to_string(), "パス".to_string()]]);
        faults(&Texts { labels, ..Texts::default() }, &PLAIN).len()
    };
    assert_eq!([label("Pass"), label("passes")], [0, 1]);
}

#[test]
#[should_panic(expected = "both are labelled \"Pass\"")]
fn labels_that_are_the_same_are_found() {
    assert_all_differ([("Pass", "passes"), ("Pass", "waits")].map(|(a, b)| (a.into(), b.into())).into_iter());
}
