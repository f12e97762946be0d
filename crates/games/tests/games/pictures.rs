//! Pictures can be played on: whatever may be picked is marked and can be touched, every mark is titled, nothing is
//! written in another language, and no secret of others is drawn.

mod xml;

use std::collections::BTreeSet;

use games::{Buzzard, Daihinmin, Kuhn, Leduc, Raiders, Saboteur};
use table::{Game, Lang, Notation, Picture, PublicState, Rng, Scene, Seat, Shape, Turn, View, random_event};
use xml::{Element, parse};

/// The sorts of parts that a person points at; the others are buttons.
const DRAWN: [&str; 8] = ["card", "cell", "goal", "seat", "area", "deck", "sum", "gold"];

/// The least that can be touched, and the least that can be read.
const TOUCH: f64 = 40.0;
const LETTERS: f64 = 12.0;

/// What a picture is held against.
struct Wanted {
    /// The parts that must be marked.
    parts: BTreeSet<String>,
    lang: Lang,
    shape: Shape,
    /// The rules in notation, which have no language.
    spec: String,
    /// Whether the board may be wider than the screen.
    grows: bool,
}

type Checked = Result<(), String>;

fn check(picture: &str, wanted: &Wanted) -> Checked {
    let elements = parse(picture)?;
    harmless(&elements)?;
    marked(&elements, &wanted.parts)?;
    titled(&elements)?;
    keyed(&elements)?;
    sized(&elements, wanted)?;
    if wanted.shape == Shape::Narrow {
        touched(&elements)?;
    }
    let texts = elements.iter().flat_map(|element| [Some(element.text.as_str()), element.get("aria-label")]);
    texts.flatten().try_for_each(|text| spoken(text, wanted))
}

/// Nothing that the page's policy forbids or that could clash with the page.
fn harmless(elements: &[Element]) -> Checked {
    let known = ["svg", "g", "title", "rect", "circle", "path", "text"];
    if let Some(element) = elements.iter().find(|element| !known.contains(&element.name.as_str())) {
        return Err(format!("<{}> in a picture", element.name));
    }
    let forbidden = |name: &str| ["style", "class", "id", "href"].contains(&name) || name.starts_with("on");
    let attributes = elements.iter().flat_map(|element| &element.attributes);
    match attributes.clone().find(|(name, _)| forbidden(name)) {
        Some((name, value)) => Err(format!("{name}='{value}' in a picture")),
        None => Ok(()),
    }
}

fn parts(elements: &[Element]) -> impl Iterator<Item = (usize, &str)> {
    elements.iter().enumerate().filter_map(|(place, element)| Some((place, element.get("data-part")?)))
}

/// Every part that may be picked has an element, and no other sort of part is drawn.
fn marked(elements: &[Element], wanted: &BTreeSet<String>) -> Checked {
    let drawn: BTreeSet<String> = parts(elements).map(|(_, part)| part.to_string()).collect();
    if let Some(part) = wanted.difference(&drawn).next() {
        return Err(format!("{part} may be picked and is not marked"));
    }
    let sorted = |part: &&String| DRAWN.iter().any(|sort| part.starts_with(&format!("{sort}:")));
    match drawn.iter().find(|part| !sorted(part)) {
        Some(part) => Err(format!("{part} is marked, and no action has such a part")),
        None => Ok(()),
    }
}

/// Every part says what it is, and none stands in another.
fn titled(elements: &[Element]) -> Checked {
    for (place, part) in parts(elements) {
        let title = elements.get(place + 1).filter(|first| first.name == "title" && !first.text.is_empty());
        title.ok_or(format!("{part} has no title"))?;
        let mut around = elements[place].within;
        while let Some(outer) = around {
            if elements[outer].get("data-part").is_some() {
                return Err(format!("{part} stands in another part"));
            }
            around = elements[outer].within;
        }
    }
    Ok(())
}

/// What moves is there once.
fn keyed(elements: &[Element]) -> Checked {
    let mut known = BTreeSet::new();
    match elements.iter().filter_map(|element| element.get("data-key")).find(|key| !known.insert(*key)) {
        Some(key) => Err(format!("the key {key} is there twice")),
        None => Ok(()),
    }
}

/// The picture is as wide as its screen, and its letters can be read.
fn sized(elements: &[Element], wanted: &Wanted) -> Checked {
    let root = elements.first().filter(|root| root.name == "svg").ok_or("no picture")?;
    let sizes: Vec<f64> =
        root.get("viewBox").unwrap_or("").split(' ').filter_map(|size| size.parse().ok()).collect();
    let [_, _, wide, high] = sizes[..] else { return Err("no viewBox".to_string()) };
    let fits = match wanted.shape {
        _ if wanted.grows => wide >= 390.0,
        Shape::Wide => wide <= 960.0,
        Shape::Narrow => wide == 390.0,
    };
    if !fits || high < 40.0 {
        return Err(format!("a picture of {wide} x {high}"));
    }
    match elements.iter().find(|text| text.name == "text" && text.length("font-size") < LETTERS) {
        Some(text) => Err(format!("`{}` is too small to read", text.text)),
        None => Ok(()),
    }
}

/// Whatever can be picked can be touched: it is large enough, and what lies over it leaves enough of it.
fn touched(elements: &[Element]) -> Checked {
    let shape =
        |place: usize| elements[place..].iter().find(|shape| ["rect", "circle"].contains(&&*shape.name));
    let mut below: Vec<&Element> = Vec::new();
    for (place, part) in parts(elements) {
        let rect =
            shape(place).filter(|shape| shape.name == "rect").ok_or(format!("{part} has no outline"))?;
        if rect.length("width") < TOUCH || rect.length("height") < TOUCH {
            return Err(format!("{part} is too small to touch"));
        }
        if below.iter().any(|lower| covers(rect, lower)) {
            return Err(format!("{part} covers what lies below it"));
        }
        below.push(rect);
    }
    Ok(())
}

/// Whether one outline lies over another and leaves neither enough at its left nor at its top.
fn covers(upper: &Element, lower: &Element) -> bool {
    let meet = |from: &str, size: &str| {
        upper.length(from) < lower.length(from) + lower.length(size)
            && lower.length(from) < upper.length(from) + upper.length(size)
    };
    let leaves = |from: &str| upper.length(from) - lower.length(from) >= TOUCH;
    meet("x", "width") && meet("y", "height") && !leaves("x") && !leaves("y")
}

/// Japanese has no English words in it: nothing with two small Latin letters, but for the rules in notation.
fn spoken(text: &str, wanted: &Wanted) -> Checked {
    if wanted.lang == Lang::English {
        return Ok(());
    }
    let text = text.replace(&wanted.spec, "");
    let words = text.split(|letter: char| !letter.is_ascii_alphabetic());
    let english = |word: &&str| word.chars().filter(char::is_ascii_lowercase).count() > 1;
    match words.into_iter().find(english) {
        Some(word) => Err(format!("`{word}` in `{text}`")),
        None => Ok(()),
    }
}

/// The parts of what this seat may do that a person points at.
fn offered<G: Notation>(game: &G, seat: Seat) -> BTreeSet<String> {
    if !matches!(game.public().turn(), Turn::Seats(seats) if seats.contains(seat)) {
        return BTreeSet::new();
    }
    let (view, mut legal) = (game.view(seat), Vec::new());
    G::legal(view, &mut legal);
    let parts = legal.iter().flat_map(|action| G::parts(view, action));
    parts
        .filter(|part| DRAWN.contains(&part.sort))
        .map(|part| format!("{}:{}", part.sort, part.name))
        .collect()
}

/// Whoever looks.
fn observers<G: Game>(game: &G) -> impl Iterator<Item = Option<Seat>> {
    Seat::all(game.public().seats()).map(Some).chain([None])
}

fn scene<G: Game>(game: &G, observer: Option<Seat>) -> Scene<'_, G> {
    observer.map_or(Scene::spectator(game.public()), |seat| Scene::of(game.view(seat)))
}

/// The keys of a picture.
fn keys(picture: &str) -> BTreeSet<String> {
    parse(picture).unwrap().iter().filter_map(|element| Some(element.get("data-key")?.to_string())).collect()
}

/// Plays games at random and looks at their states.
fn look<G: Notation>(spec: &str, seats: usize, games: u64, mut see: impl FnMut(&G, &mut Rng)) {
    let rules = G::read_rules(&spec.parse().unwrap(), seats).unwrap();
    for seed in 0..games {
        let (mut game, mut rng, mut scratch) = (G::new(&rules), Rng::new(seed), Vec::new());
        see(&game, &mut rng);
        while let Some(event) = random_event(&game, &mut rng, &mut scratch) {
            game.apply(&event);
            see(&game, &mut rng);
        }
    }
}

/// The same for one state in so many, and for the last.
fn sample<G: Notation>(spec: &str, seats: usize, games: u64, mut see: impl FnMut(&G, &mut Rng)) {
    look::<G>(spec, seats, games, |game, rng| {
        if rng.below(EVERY) == 0 || game.public().turn() == Turn::Over {
            see(game, rng);
        }
    });
}

/// How rare the states are at which every observer's pictures are looked at.
const EVERY: u32 = 24;

/// Games in whose pictures everything must be found; which sorts of parts could be picked in them, each seen.
struct Looked {
    sorts: BTreeSet<String>,
}

impl Looked {
    /// Looks at some states, and at every one in which a sort of part can be picked for the first time.
    fn at<G: Notation + Picture>(&mut self, spec: &str, seats: usize, games: u64, grows: bool) {
        look::<G>(spec, seats, games, |game, rng| {
            let asked = Seat::all(game.public().seats()).flat_map(|seat| offered(game, seat));
            let sorts: Vec<String> = asked.map(|part| part.split(':').next().unwrap().to_string()).collect();
            let new = sorts.into_iter().filter(|sort| self.sorts.insert(sort.clone())).count() > 0;
            if new || rng.below(EVERY) == 0 || game.public().turn() == Turn::Over {
                check_state(game, grows);
            }
        });
    }
}

/// Every picture of a state holds what it must, with names and notes in the language that is read.
fn check_state<G: Notation + Picture>(game: &G, grows: bool) {
    let spec = G::write_rules(game.public().rules());
    for observer in observers(game) {
        let offered = observer.map_or(BTreeSet::new(), |seat| offered(game, seat));
        for lang in Lang::ALL {
            let words = vec![lang.either("<guest>", "花子").to_string(); game.public().seats()];
            for shape in [Shape::Wide, Shape::Narrow] {
                let scene = scene(game, observer).in_lang(lang).shaped(shape);
                let scene = scene.with_names(&words).with_notes(&words);
                let wanted = Wanted { parts: offered.clone(), lang, shape, spec: spec.clone(), grows };
                let picture = G::svg(&scene);
                let checked = check(&picture, &wanted).and_then(|()| spoken(&G::text(&scene), &wanted));
                assert_eq!(checked, Ok(()), "{spec} for {observer:?} {lang} {shape:?}: {picture}");
            }
        }
    }
}

#[test]
fn pictures_can_be_played_on() {
    let mut looked = Looked { sorts: BTreeSet::new() };
    for (spec, seats) in [("buzzard", 3), ("buzzard(cards=8)", 6), ("goofspiel", 2)] {
        looked.at::<Buzzard>(spec, seats, 4, false);
    }
    for (spec, seats) in [("daihinmin(ranks=CBDEA)", 5), ("daihinmin(ranks=BAC,eleven_back=yes)", 3)] {
        looked.at::<Daihinmin>(spec, seats, 4, false);
    }
    for seats in [2, 3] {
        looked.at::<Kuhn>("kuhn", seats, 20, false);
    }
    looked.at::<Leduc>("leduc", 2, 30, false);
    for (spec, seats) in
        [("raiders", 4), ("raiders", 8), ("raiders-modified", 5), ("raiders-as-published", 5)]
    {
        looked.at::<Raiders>(spec, seats, 2, false);
    }
    for (spec, seats) in [("saboteur(talk=on)", 3), ("saboteur", 5), ("saboteur(rounds=1)", 10)] {
        looked.at::<Saboteur>(spec, seats, 1, true);
    }
    // A goal that is near is found even at random, and then there is gold to choose from.
    looked.at::<Saboteur>("saboteur(distance=2,rounds=1)", 4, 4, true);
    assert_eq!(looked.sorts, DRAWN.map(String::from).into(), "every sort of part could be picked");
}

/// What one seat's picture alone has a key for is in nobody else's.
fn check_secrets<G: Picture>(game: &G, _rng: &mut Rng) {
    let pictures = observers(game).map(|observer| G::svg(&scene(game, observer)));
    let keys: Vec<BTreeSet<String>> = pictures.map(|picture| keys(&picture)).collect();
    let (spectator, seats) = keys.split_last().unwrap();
    for (seat, own) in Seat::all(seats.len()).zip(seats) {
        let secret: BTreeSet<&String> = own.difference(spectator).collect();
        let others = Seat::all(seats.len()).filter(|&other| other != seat);
        let told = others.flat_map(|other| &seats[other.index()]).find(|key| secret.contains(key));
        assert_eq!(told, None, "a key of {seat} in another's picture");
    }
}

/// At the tables at which players are examined.
fn check_secrets_of<G: Notation + Picture>() {
    for table in G::TABLES.iter().filter(|table| table.players) {
        sample::<G>(table.spec, table.seats, 2, check_secrets);
    }
}

macro_rules! check_games {
    ($($module:ident::$game:ident),*) => {
        #[test]
        fn pictures_of_every_game_keep_secrets() {
            $(check_secrets_of::<games::$game>();)*
        }
    };
}

games::with_games!(check_games);

#[test]
fn pictures_keep_secrets() {
    sample::<Buzzard>("buzzard", 4, 6, check_secrets);
    sample::<Daihinmin>("daihinmin(ranks=CBDEA)", 5, 6, check_secrets);
    sample::<Kuhn>("kuhn", 3, 10, check_secrets);
    sample::<Leduc>("leduc", 2, 20, check_secrets);
    sample::<Raiders>("raiders", 6, 2, check_secrets);
    sample::<Saboteur>("saboteur", 5, 2, check_secrets);
}

/// Whoever does not hold a card finds no key and no mark of it.
#[test]
fn nobody_finds_the_key_of_a_card_in_another_hand() {
    sample::<Daihinmin>("daihinmin(ranks=CBDEA)", 5, 6, |game, _| {
        for observer in observers(game) {
            let picture = Daihinmin::svg(&scene(game, observer));
            for seat in Seat::all(5).filter(|&seat| observer != Some(seat)) {
                for card in game.private(seat).hand {
                    let marks = [format!("data-key='{card}'"), format!("data-part='card:{card}'")];
                    assert!(
                        !marks.iter().any(|mark| picture.contains(mark)),
                        "{observer:?} finds {card} of {seat}"
                    );
                }
            }
        }
    });
    sample::<Buzzard>("buzzard", 3, 6, |game, _| {
        for observer in observers(game) {
            let keys = keys(&Buzzard::svg(&scene(game, observer)));
            for seat in Seat::all(3).filter(|&seat| observer != Some(seat)) {
                let View { private, .. } = game.view(seat);
                let told = private.bid.is_some_and(|bid| keys.contains(&format!("{seat}{}", bid.value())));
                assert!(!told, "{observer:?} finds the bid of {seat}");
            }
        }
    });
}

/// A picture with a planted mistake, and what is said about it.
fn planted(change: impl Fn(&str) -> String) -> Checked {
    let rules = Daihinmin::read_rules(&"daihinmin".parse().unwrap(), 5).unwrap();
    let (mut game, mut rng, mut scratch) = (Daihinmin::new(&rules), Rng::new(1), Vec::new());
    while !matches!(game.public().turn(), Turn::Seats(_)) {
        game.apply(&random_event(&game, &mut rng, &mut scratch).unwrap());
    }
    let Turn::Seats(seats) = game.public().turn() else { unreachable!("somebody is asked") };
    let (seat, lang, shape) = (seats.first().unwrap(), Lang::Japanese, Shape::Narrow);
    let picture = Daihinmin::svg(&scene(&game, Some(seat)).in_lang(lang).shaped(shape));
    let parts = offered(&game, seat);
    check(&change(&picture), &Wanted { parts, lang, shape, spec: "daihinmin".to_string(), grows: false })
}

#[test]
fn every_check_can_fail() {
    let replace =
        |from: &'static str, to: &'static str| planted(move |picture| picture.replacen(from, to, 1));
    assert_eq!(planted(str::to_string), Ok(()));
    for (from, to, why) in [
        ("</g>", "", "closes"),
        ("</svg>", "", "left open"),
        ("</text>", " & </text>", "a lone &"),
        ("</svg>", "<script></script></svg>", "<script> in a picture"),
        ("<rect ", "<rect style='fill:red' ", "style='fill:red' in a picture"),
        ("<rect ", "<rect onclick='' ", "onclick='' in a picture"),
        ("<rect ", "<rect x='0' ", "an attribute `x`"),
        ("data-part='card:", "data-else='card:", "may be picked and is not marked"),
        ("</svg>", "<g data-part='hat:A'><title>A</title></g></svg>", "no action has such a part"),
        ("</svg>", "<g data-part='card:XX'><rect width='50' height='50'/></g></svg>", "has no title"),
        ("<g data-key", "<g data-part='seat:A'><title>A</title><g data-key", "closes"),
        (
            "</svg>",
            "<g data-part='seat:A'><title>A</title><g data-part='seat:B'><title>B</title></g></g></svg>",
            "stands in another part",
        ),
        ("</svg>", "<g data-key='Z'/><g data-key='Z'/></svg>", "there twice"),
        ("viewBox='0 0 390", "viewBox='0 0 400", "a picture of 400"),
        ("font-size='12'", "font-size='11'", "too small to read"),
        ("</svg>", "<text font-size='12'>your turn</text></svg>", "`your` in `your turn`"),
        ("aria-label='", "aria-label='over ", "`over` in"),
        (
            "</svg>",
            "<g data-part='seat:A'><title>A</title><rect width='39' height='50'/></g></svg>",
            "seat:A is too small to touch",
        ),
        (
            "</svg>",
            "<g data-part='seat:A'><title>A</title><circle r='50'/></g></svg>",
            "seat:A has no outline",
        ),
        (
            "</svg>",
            "<g data-part='seat:A'><title>A</title><rect x='0' y='0' width='50' height='50'/></g>\
             <g data-part='seat:B'><title>B</title><rect x='39' y='0' width='50' height='50'/></g></svg>",
            "seat:B covers what lies below it",
        ),
    ] {
        let said = replace(from, to).expect_err(why);
        assert!(said.contains(why), "`{said}` for `{to}`");
    }
}
