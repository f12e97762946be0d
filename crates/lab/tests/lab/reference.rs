//! The page about experiments lists what there is.

use std::fs;
use std::path::Path;

use lab::experiment::reference;

const BEGIN: &str = "<!-- kinds: written by a test, see CONTRIBUTING -->\n";
const END: &str = "<!-- end of kinds -->";
/// With this variable the list is written into the page instead.
const WRITE: &str = "TEFUDA_WRITE";

#[test]
fn the_page_lists_every_kind_measure_and_column() {
    studies::register();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/experiments.md");
    let page = fs::read_to_string(&path).unwrap();
    let (before, rest) = page.split_once(BEGIN).unwrap();
    let ((listed, after), reference) = (rest.split_once(END).unwrap(), reference());
    if std::env::var_os(WRITE).is_some() {
        return fs::write(&path, format!("{before}{BEGIN}{reference}{END}{after}")).unwrap();
    }
    let differs = listed.lines().zip(reference.lines()).find(|(is, should)| is != should);
    assert!(
        listed == reference,
        "{differs:?}: `{WRITE}=1 cargo test -p lab --profile ci reference` writes the list"
    );
}
