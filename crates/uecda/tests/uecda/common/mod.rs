//! What several tests need.
#![allow(dead_code, unreachable_pub, reason = "each test takes its part")]

pub mod hall;
pub mod model;

use std::path::Path;

use proptest::prelude::ProptestConfig;

/// The text of one file of the archive.
pub fn archive(number: usize) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../data/uecda/mixed-{number}.log.gz"));
    uecda::read_text(&path).expect("the archive is in the repository, and whole")
}

/// The rules of the tournament, with these blocks and this reseating.
pub fn rules(block: u16, reseat: u16) -> games::daihinmin::Rules {
    uecda::rules(block, reseat)
}

/// So many random cases, or as many as `PROPTEST_CASES` says.
pub fn cases(count: u32) -> ProptestConfig {
    let asked = std::env::var_os("PROPTEST_CASES").is_some();
    if asked { ProptestConfig::default() } else { ProptestConfig::with_cases(count) }
}
