//! A view drawn.

use table::{Picture, Scene};

use super::Buzzard;

impl Picture for Buzzard {
    fn text(_scene: &Scene<'_, Buzzard>) -> String {
        "x".to_string()
    }

    fn svg(_scene: &Scene<'_, Buzzard>) -> String {
        "<svg></svg>".to_string()
    }
}
