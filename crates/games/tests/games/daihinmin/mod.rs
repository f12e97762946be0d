//! Daihinmin against a slow, obvious reading of its rules, and against ten thousand games of the official server.

mod archive;
mod log;
mod moves;
mod slow;
