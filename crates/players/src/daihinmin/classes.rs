//! The paper's three classes of final ranks.

/// How many there are: rich (places 1 and 2), middle, poor.
pub const CLASSES: usize = 3;

/// The probability of each class.
pub type Classes = [f64; CLASSES];

/// The class of a place, counted from 0.
pub fn class_of(place: u8) -> usize {
    match place {
        0 | 1 => 0,
        2 => 1,
        _ => 2,
    }
}

/// The likeliest class, of equals the richer.
pub fn likeliest(classes: &Classes) -> usize {
    (0..CLASSES).fold(0, |best, class| if classes[class] > classes[best] { class } else { best })
}
