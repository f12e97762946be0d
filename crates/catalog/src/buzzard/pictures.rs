//! The first rounds of a solved game as pictures for people who play it.

use std::fmt::Write;

use solve::{OpeningValues, State};

/// The side of a cell, and the room left of and above them.
const CELL: usize = 44;
const LEFT: usize = 150;
const TOP: usize = 96;

/// A table of coloured cells.
struct Heat {
    title: String,
    under: String,
    across: String,
    rows: Vec<String>,
    columns: Vec<String>,
    /// For each cell how dark it is, 0 to 1, and what is written in it.
    cells: Vec<Vec<(f64, String)>>,
    colour: [u8; 3],
}

/// The pictures of an opening: a file name and the SVG.
#[must_use]
pub fn pictures(opening: &OpeningValues) -> Vec<(&'static str, String)> {
    vec![
        ("first-bids.svg", shares(opening).draw()),
        ("first-costs.svg", costs(opening).draw()),
        ("second-bids.svg", after_a_tie(opening).draw()),
    ]
}

/// How often each card is bid for each first prize.
fn shares(opening: &OpeningValues) -> Heat {
    let start = &opening.setting().start;
    let cells = start.prizes().list().iter().rev().map(|&prize| row_of_shares(opening, start, prize));
    Heat {
        title: "How to bid for the first prize".to_string(),
        under: "of 100 times, how often each card is bid".to_string(),
        cells: cells.collect(),
        ..heat(start)
    }
}

/// What each card gives away when it is bid for the first prize.
fn costs(opening: &OpeningValues) -> Heat {
    let start = &opening.setting().start;
    let row = |&prize: &i32| {
        let bids = opening.bids(start, prize).expect("the first round is known");
        let best = bids.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        bids.into_iter().map(|bid| cost(best - bid)).collect()
    };
    Heat {
        title: "What a wrong first bid costs".to_string(),
        under: "points given away against one who plays best".to_string(),
        cells: start.prizes().list().iter().rev().map(row).collect(),
        colour: [178, 34, 34],
        ..heat(start)
    }
}

/// What rounds to nothing is left blank.
fn cost(points: f64) -> (f64, String) {
    let words = || ((points / 3.0).clamp(0.0, 1.0), format!("{points:.2}"));
    if points < 0.005 { (0.0, String::new()) } else { words() }
}

/// How the best prize is bid for when the first round was a tie: a row for each prize that waits.
fn after_a_tie(opening: &OpeningValues) -> Heat {
    let start = &opening.setting().start;
    let best = *start.prizes().list().last().expect("a game has prizes");
    let middle = start.hands()[0].cards().nth(start.rounds() / 2).expect("as many cards as rounds");
    let prizes = start.prizes().list().iter().rev().filter(|&&prize| prize != best);
    let hands = start.hands().map(|hand| hand.without(middle));
    let row = |&prize: &i32| {
        let carry = start.carry() + prize;
        let state = State::new(hands, start.prizes().without(prize), carry).expect("one round later");
        row_of_shares(opening, &state, best)
    };
    Heat {
        title: format!("How to bid for {best:+} when a prize waits"),
        under: format!("second round, after both bid {middle}; of 100 times"),
        rows: prizes.clone().map(|prize| format!("{prize:+} waits")).collect(),
        columns: hands[0].cards().map(|card| card.to_string()).collect(),
        cells: prizes.map(row).collect(),
        ..heat(start)
    }
}

fn row_of_shares(opening: &OpeningValues, state: &State, prize: i32) -> Vec<(f64, String)> {
    let policy = opening.policy(state, prize).expect("one of the first two rounds");
    let share = |card: u8| {
        let share = policy.a.of(card);
        if share < 0.005 { (0.0, String::new()) } else { (share, format!("{:.0}", 100.0 * share)) }
    };
    state.hands()[0].cards().map(share).collect()
}

/// A row for each prize, best first, and a column for each card.
fn heat(start: &State) -> Heat {
    Heat {
        title: String::new(),
        under: String::new(),
        across: "your bid".to_string(),
        rows: start.prizes().list().iter().rev().map(|prize| name(*prize)).collect(),
        columns: start.hands()[0].cards().map(|card| card.to_string()).collect(),
        cells: Vec::new(),
        colour: [25, 80, 160],
    }
}

fn name(prize: i32) -> String {
    if prize > 0 { format!("mouse {prize:+}") } else { format!("vulture {prize}") }
}

impl Heat {
    fn draw(&self) -> String {
        let (width, height) = (LEFT + CELL * self.columns.len() + 16, TOP + CELL * self.rows.len() + 16);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"15\">\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n\
             <text x=\"16\" y=\"28\" font-size=\"20\" font-weight=\"bold\">{}</text>\n\
             <text x=\"16\" y=\"50\" fill=\"#555\">{}</text>\n\
             <text x=\"{}\" y=\"70\" fill=\"#555\">{}</text>\n",
            self.title, self.under, LEFT, self.across
        );
        self.labels(&mut svg);
        for (i, row) in self.cells.iter().enumerate() {
            row.iter().enumerate().for_each(|(j, cell)| self.cell(&mut svg, (i, j), cell));
        }
        svg + "</svg>\n"
    }

    fn labels(&self, svg: &mut String) {
        for (j, column) in self.columns.iter().enumerate() {
            text(svg, (LEFT + CELL * j + CELL / 2, TOP - 8), "middle", "#000", column);
        }
        for (i, row) in self.rows.iter().enumerate() {
            text(svg, (LEFT - 10, TOP + CELL * i + CELL / 2 + 5), "end", "#000", row);
        }
    }

    fn cell(&self, svg: &mut String, (i, j): (usize, usize), (dark, words): &(f64, String)) {
        let (x, y) = (LEFT + CELL * j, TOP + CELL * i);
        // Faint shares would drown in the paper.
        let strength = if *dark > 0.0 { 0.06 + 0.94 * dark } else { 0.0 };
        let [r, g, b] = self.colour.map(|full| 255.0 - (255.0 - f64::from(full)) * strength);
        writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"rgb({r:.0},{g:.0},{b:.0})\" stroke=\"#ddd\"/>"
        )
        .expect("text takes what is written");
        let ink = if *dark > 0.5 { "#fff" } else { "#000" };
        text(svg, (x + CELL / 2, y + CELL / 2 + 5), "middle", ink, words);
    }
}

fn text(svg: &mut String, (x, y): (usize, usize), anchor: &str, ink: &str, words: &str) {
    if !words.is_empty() {
        writeln!(svg, "<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\" fill=\"{ink}\">{words}</text>")
            .expect("text takes what is written");
    }
}

#[cfg(test)]
mod tests {
    use games::Buzzard;
    use table::{Notation, Spec};

    use super::*;
    use players::buzzard::{built_in, setting};

    /// White for nothing, the full colour for all, and between them in proportion above a faint beginning.
    #[test]
    fn the_darker_the_more() {
        let words = |text: &str| text.to_string();
        let heat = Heat {
            title: words("shares"),
            under: String::new(),
            across: String::new(),
            rows: vec![words("a")],
            columns: vec![words("1"), words("2"), words("3")],
            cells: vec![vec![(0.0, String::new()), (0.5, words("50")), (1.0, words("100"))]],
            colour: [55, 155, 255],
        };
        let svg = heat.draw();
        let fills: Vec<&str> =
            svg.split("fill=\"rgb(").skip(1).filter_map(|rest| rest.split(')').next()).collect();
        // 255 less 0.53 of 200, of 100, of 0.
        assert_eq!(fills, ["255,255,255", "149,202,255", "55,155,255"]);
        let inks: Vec<&str> = svg.split("text-anchor=\"middle\" fill=\"").skip(4).collect();
        assert!(inks[0].starts_with("#000\">50<") && inks[1].starts_with("#fff\">100<"), "{inks:?}");
        let places: Vec<String> = (0..3).map(|j| format!("x=\"{}\" y=\"{TOP}\"", LEFT + CELL * j)).collect();
        assert!(places.iter().all(|place| svg.contains(place)), "a column after the other");
    }
    /// The pictures of the book are those of the table that is built in.
    #[test]
    fn the_book_shows_the_table() {
        let rules = <Buzzard as Notation>::read_rules(&Spec::named("buzzard"), 2).unwrap();
        let opening = built_in(&setting(&rules).unwrap()).unwrap();
        let kept = [
            include_str!("../../../../docs/pictures/buzzard-first-bids.svg"),
            include_str!("../../../../docs/pictures/buzzard-first-costs.svg"),
            include_str!("../../../../docs/pictures/buzzard-second-bids.svg"),
        ];
        for ((name, drawn), kept) in pictures(opening).into_iter().zip(kept) {
            assert!(drawn == kept, "{name} is drawn otherwise than docs/pictures has it");
        }
    }
}
