//! Tables as bytes: what the protocol says of every cell, there and back, and bytes that are no table.

use games::daihinmin::{Action, CardSet, Line, Meld, TableState};
use proptest::prelude::*;
use table::Seat;
use uecda::{BadStatus, BadTable, COLUMNS, Cells, Grid, Profile, ROWS, Refused, Status, Version};

const VERSIONS: [Version; 3] = [Version::V20060, Version::V20070, Version::V20140];

fn hand(text: &str) -> CardSet {
    text.parse().unwrap()
}

fn line(text: &str) -> Line {
    text.parse().unwrap()
}

fn status() -> Status {
    Status {
        exchange: true,
        give: 2,
        yours: false,
        player: None,
        empty: false,
        back: false,
        revolution: false,
        locked: false,
        left: [11, 10, 10, 11, 11],
        ranks: Some(line("CADEB")),
        order: line("CAEDB"),
    }
}

#[test]
fn cells_are_where_the_protocol_says() {
    let grid = Grid::new(Cells::of_hand(hand("S3H3D3C3S2C2H8Jo")), &status());
    for (row, column) in [(0, 1), (1, 1), (2, 1), (3, 1), (0, 13), (3, 13), (1, 6)] {
        assert_eq!(grid.0[row][column], 1, "[{row}][{column}]");
    }
    assert_eq!(grid.0[4][1], 2);
    assert_eq!(grid.0[..5].iter().flatten().sum::<i32>(), 9);
    assert_eq!(grid.0[5], [1, 2, 0, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(grid.0[6], [11, 10, 10, 11, 11, 1, 4, 0, 2, 3, 2, 0, 4, 3, 1]);
    assert_eq!(grid.0[7], [0; COLUMNS]);
    let now = Status {
        exchange: false,
        give: 0,
        yours: true,
        player: Some(Seat::new(3)),
        empty: true,
        revolution: true,
        ..status()
    };
    assert_eq!(Grid::new(Cells::EMPTY, &now).0[5], [0, 0, 1, 3, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]);
    let now = Status { locked: true, back: true, yours: false, empty: false, ranks: None, ..now };
    let grid = Grid::new(Cells::EMPTY, &now);
    assert_eq!(grid.0[5], [0, 0, 0, 3, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(grid.0[6][5..10], [0; 5]);
}

#[test]
fn melds_lie_on_their_cells() {
    let cases = [
        ("S3", vec![(0, 1, 1)]),
        ("D5(H5)", vec![(1, 3, 2), (2, 3, 1)]),
        ("S5(S6)S7", vec![(0, 3, 1), (0, 4, 2), (0, 5, 1)]),
        ("(S-)S3S4", vec![(0, 0, 2), (0, 1, 1), (0, 2, 1)]),
        ("CAC2(C+)", vec![(3, 12, 1), (3, 13, 1), (3, 14, 2)]),
        ("C3D3H3S3Jo", vec![(0, 1, 1), (1, 1, 1), (2, 1, 1), (3, 1, 1), (4, 1, 2)]),
        ("Jo", vec![(0, 14, 2)]),
    ];
    for (text, cells) in cases {
        let meld: Meld = text.parse().unwrap();
        let mut grid = Grid::default();
        cells.into_iter().for_each(|(row, column, value)| grid.0[row][column] = value);
        assert_eq!(Grid::of_cells(Cells::of_meld(meld)), grid, "{text}");
        assert_eq!(grid.cells().unwrap().meld(), Ok(meld), "{text}");
    }
}

#[test]
fn a_lone_joker_may_lie_anywhere_but_in_its_own_row() {
    for (row, column) in (0..4).flat_map(|row| (0..COLUMNS).map(move |column| (row, column))) {
        assert_eq!(Cells::EMPTY.with_joker(row, column).meld(), Ok(Meld::LONE_JOKER), "[{row}][{column}]");
    }
    for column in 0..COLUMNS {
        assert_eq!(Cells::EMPTY.with_joker(4, column).meld(), Err(Refused::NoMeld), "[4][{column}]");
    }
}

#[test]
fn submissions_are_refused_for_a_reason() {
    let (empty, held) = (TableState::default(), hand("S3S4S5H5D9Jo"));
    let five = TableState { meld: Some("C5".parse().unwrap()), ..TableState::default() };
    let joker = TableState { meld: Some(Meld::LONE_JOKER), ..TableState::default() };
    let natural = |places: &[(usize, usize)]| {
        places.iter().fold(Cells::EMPTY, |cells, &(row, column)| cells.with_natural(row, column))
    };
    let cases = [
        (Cells::EMPTY, &five, Ok(Action::Pass)),
        (natural(&[(0, 1)]), &empty, Ok("plays S3".parse().unwrap())),
        (natural(&[(2, 7)]), &five, Ok("plays D9".parse().unwrap())),
        (natural(&[(0, 1), (0, 2), (0, 3)]), &empty, Ok("plays S3S4S5".parse().unwrap())),
        (natural(&[(0, 1)]), &joker, Ok("plays S3".parse().unwrap())),
        (natural(&[(0, 3)]), &five, Err(Refused::TooWeak)),
        (natural(&[(2, 7)]), &joker, Err(Refused::TooWeak)),
        (natural(&[(0, 13)]), &five, Err(Refused::NotHeld)),
        (natural(&[(0, 1), (0, 2)]), &empty, Err(Refused::NoMeld)),
        (natural(&[(0, 0)]), &empty, Err(Refused::NoSuchCard)),
        (natural(&[(4, 1)]), &empty, Err(Refused::NoSuchCard)),
        (natural(&[(2, 7)]).with_joker(1, 7).with_joker(0, 7), &empty, Err(Refused::TwoJokers)),
        (natural(&[(2, 7)]).with_joker(4, 7), &empty, Err(Refused::NoMeld)),
        (Cells::of_hand(CardSet::ALL), &empty, Err(Refused::NoMeld)),
    ];
    for (cells, table, wanted) in cases {
        assert_eq!(cells.meant(held, table), wanted, "{cells:?}");
    }
    let mut odd = Grid::default();
    for value in [-1, 3, i32::MAX, i32::MIN] {
        odd.0[2][7] = value;
        assert_eq!(odd.cells(), Err(Refused::NoSuchValue), "{value}");
    }
}

#[test]
fn gifts_are_refused_for_a_reason() {
    let held = hand("S3S4S5H5D9Jo");
    let two = Cells::of_hand(hand("S3Jo"));
    assert_eq!(two.gift(held, 2), Ok(hand("S3Jo")));
    assert_eq!(two.gift(held, 1), Err(Refused::WrongNumber { wanted: 1, found: 2 }));
    assert_eq!(Cells::EMPTY.gift(held, 1), Err(Refused::WrongNumber { wanted: 1, found: 0 }));
    assert_eq!(Cells::of_hand(hand("S2")).gift(held, 1), Err(Refused::NotHeld));
    assert_eq!(Cells::EMPTY.with_joker(4, 1).with_joker(0, 1).gift(held, 2), Err(Refused::TwoJokers));
    assert_eq!(Cells::EMPTY.with_joker(2, 7).gift(held, 1), Ok(hand("Jo")), "the joker, wherever it lies");
}

#[test]
fn digits_are_those_of_the_official_server() {
    let bytes = b"C10004280A0C0FFA60BAABB0000020431";
    let grid = Version::V20140.decode(bytes).unwrap();
    let held = hand("D3C3S4D8H9CTHQCQDACA");
    assert_eq!(grid.cells().unwrap(), Cells::of_hand(held));
    let wanted = Status { give: 0, ranks: None, order: line("CAEDB"), ..status() };
    assert_eq!(grid.status().unwrap(), wanted);
    assert_eq!(Version::V20140.encode(&grid), bytes);
    assert_eq!(Version::V20140.encode(&Grid::new(Cells::of_hand(held), &wanted)), bytes);
}

#[test]
fn versions_write_numbers_in_their_own_way() {
    assert_eq!(Version::V20070.encode_int(9), [0, 0, 0, 9]);
    assert_eq!(Version::V20140.encode_int(9), [0, 0, 0, 9]);
    assert_eq!(Version::V20060.encode_int(9), 9i32.to_ne_bytes());
    let gave = Grid::new(Cells::EMPTY, &Status { give: -2, ..status() });
    let there_and_back = |version: Version| version.decode(&version.encode(&gave)).unwrap().0[5][1];
    assert_eq!(VERSIONS.map(there_and_back), [-2, 0, -2]);
}

#[test]
fn a_status_that_cannot_be_true_is_refused() {
    let spoil = |row: usize, column: usize, value: i32| {
        let mut grid = Grid::new(Cells::EMPTY, &status());
        grid.0[row][column] = value;
        grid.status()
    };
    assert_eq!(spoil(5, 3, 5), Err(BadStatus::Player(5)));
    assert_eq!(spoil(6, 0, 54), Err(BadStatus::Left(54)));
    assert_eq!(spoil(6, 5, 7).unwrap().ranks, None, "left over from a client");
    assert_eq!(spoil(6, 5, 4).unwrap().ranks, None, "overwritten while players go out");
    assert_eq!(spoil(6, 10, 1), Err(BadStatus::Order([1, 0, 4, 3, 1])));
}

#[test]
fn profiles_name_a_version_and_a_player() {
    let profile = Profile { version: Version::V20140, name: "tefuda".into() };
    assert_eq!(profile.grid().0[0][0], 20140);
    assert_eq!(profile.grid().0[1][..7], [116, 101, 102, 117, 100, 97, 0]);
    assert_eq!(Profile::read(&profile.grid()), Ok(profile));
    let long = Profile { version: Version::V20070, name: "abcdefghijklmnopqrst".into() };
    assert_eq!(Profile::read(&long.grid()).unwrap().name, "abcdefghijklmn");
    let mut grid = long.grid();
    (grid.0[1][0], grid.0[1][1], grid.0[1][2]) = (32, -5, 300);
    assert_eq!(Profile::read(&grid).unwrap().name, "___defghijklmn", "no spaces, no letters that are none");
    grid.0[0][0] = 20071;
    assert_eq!(Profile::read(&grid), Err(20071));
}

fn cells() -> impl Strategy<Value = Cells> {
    let places = |most| prop::collection::vec((0..5usize, 0..COLUMNS), 0..most);
    (prop_oneof![places(6), places(80)], places(6)).prop_map(|(naturals, jokers)| {
        let cells =
            naturals.into_iter().fold(Cells::EMPTY, |cells, (row, column)| cells.with_natural(row, column));
        jokers.into_iter().fold(cells, |cells, (row, column)| cells.with_joker(row, column))
    })
}

fn grids(numbers: impl Strategy<Value = i32>) -> impl Strategy<Value = Grid> {
    prop::collection::vec(numbers, ROWS * COLUMNS).prop_map(|numbers| {
        let mut grid = Grid::default();
        grid.0.iter_mut().flatten().zip(numbers).for_each(|(cell, number)| *cell = number);
        grid
    })
}

proptest! {
    #[test]
    fn numbers_come_back(grid in grids(0..=i32::MAX)) {
        for version in [Version::V20060, Version::V20070] {
            prop_assert_eq!(version.decode(&version.encode(&grid)), Ok(grid));
        }
    }

    #[test]
    fn negative_numbers_come_back_in_the_oldest_version(grid in grids(any::<i32>())) {
        prop_assert_eq!(Version::V20060.decode(&Version::V20060.encode(&grid)), Ok(grid));
        let clamped = Version::V20070.decode(&Version::V20070.encode(&grid)).unwrap();
        for (clamped, number) in clamped.0.iter().flatten().zip(grid.0.iter().flatten()) {
            prop_assert_eq!(*clamped, (*number).max(0));
        }
        prop_assert_eq!(Version::V20140.encode(&grid).len(), 33, "whatever it holds");
    }

    #[test]
    fn digits_come_back(text in "[0-9A-F]{33}") {
        match Version::V20140.decode(text.as_bytes()) {
            // A joker on a cell that also has a natural card hides it.
            Ok(grid) if text.starts_with("0000000000000") => {
                prop_assert_eq!(String::from_utf8(Version::V20140.encode(&grid)).unwrap(), text);
            }
            Ok(grid) => prop_assert_eq!(Version::V20140.decode(&Version::V20140.encode(&grid)), Ok(grid)),
            Err(error) => prop_assert!(matches!(error, BadTable::Joker(75..))),
        }
    }

    #[test]
    fn any_bytes_are_a_table_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        for version in VERSIONS {
            if let Ok(grid) = version.decode(&bytes) {
                let _ = (grid.cells(), grid.status(), Profile::read(&grid));
            }
        }
        let whole: Vec<u8> = bytes.iter().copied().cycle().take(480).collect();
        for version in VERSIONS.into_iter().filter(|_| !bytes.is_empty()) {
            let grid = version.decode(&whole[..version.table_len()]);
            let _ = grid.map(|grid| (grid.cells(), grid.status(), Profile::read(&grid)));
        }
    }

    #[test]
    fn any_cells_have_a_meaning_or_a_reason(cells in cells(), bits in any::<u64>()) {
        let held: CardSet = CardSet::ALL.iter().enumerate().filter(|(n, _)| bits >> n & 1 == 1).map(|(_, card)| card).collect();
        prop_assert_eq!(Grid::of_cells(cells).cells(), Ok(cells));
        if let Ok(Action::Play(meld)) = cells.meant(held, &TableState::default()) {
            prop_assert!(held.covers(meld.cards()));
            prop_assert_eq!(cells.cards(), Ok(meld.cards()));
            prop_assert!(meld.is_lone_joker() || Cells::of_meld(meld) == cells);
        }
        let _ = cells.gift(held, 2);
    }
}
