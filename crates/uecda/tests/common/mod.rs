//! What several tests need.
#![allow(dead_code, unreachable_pub, reason = "each test takes its part")]

pub mod hall;
pub mod model;

use std::io::Read;
use std::path::Path;

/// The text of one file of the archive.
pub fn archive(number: usize) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../data/uecda/mixed-{number}.log.gz"));
    let mut text = String::new();
    let file = std::fs::File::open(path).expect("the archive is in the repository");
    flate2::read::GzDecoder::new(file).read_to_string(&mut text).expect("the archive is whole");
    text
}

/// The rules of the tournament, with these blocks and this reseating.
pub fn rules(block: u16, reseat: u16) -> games::daihinmin::Rules {
    uecda::rules(block, reseat)
}
