//! All kinds of work, held against their own lists.

use catalog::kinds::{Kind, common_kinds};
use lab::experiment::{Rows, estimate};

fn all() -> Vec<Box<dyn Kind>> {
    common_kinds().into_iter().chain(crate::kinds()).collect()
}

/// A place outside a row would be met only when the first figures are summed up.
#[test]
fn every_formula_stays_within_its_row() {
    for (kind, seatings) in all().iter().flat_map(|kind| [(kind, 1), (kind, 6)]) {
        let info = kind.info(seatings);
        let zeros = Rows { width: info.columns.len(), values: vec![0.0; 3 * info.columns.len()] };
        for measure in &info.measures {
            estimate(&measure.formula, &zeros, 1);
        }
    }
}

#[test]
fn a_name_is_one_kind_and_one_column_and_one_measure() {
    crate::register();
    let infos: Vec<_> = all().iter().map(|kind| kind.info(1)).collect();
    for (i, info) in infos.iter().enumerate() {
        let twice = infos[..i].iter().any(|other| other.name == info.name && other.game == info.game);
        assert!(!twice, "{} of {}", info.name, info.game);
        let known = lab::experiment::kinds().iter().find(|known| known.name == info.name).unwrap();
        assert_eq!((known.about, &known.axes), (info.about, &info.axes), "{} of {}", info.name, info.game);
        for (i, column) in info.columns.iter().enumerate() {
            assert!(info.columns[..i].iter().all(|other| other.name != column.name), "{column:?}");
        }
        for (i, measure) in info.measures.iter().enumerate() {
            assert!(info.measures[..i].iter().all(|other| other.name != measure.name), "{measure:?}");
        }
    }
}
