//! The searches, tried in games that are solved by hand or small enough to enumerate.

mod common;
mod decoupled;
mod exact;
mod glass;
mod hidden;
mod lookahead;
