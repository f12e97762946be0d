#!/usr/bin/env bash
# The one test command: formatting, lints, documentation, then the tests in debug and in release. It needs Rust
# and, for the program that plays over JSON lines, python3; cargo builds everything else.
set -euo pipefail
cd "$(dirname "$0")"

step() { printf '\n== %s\n' "$*"; "$@"; }

command -v cargo >/dev/null || { echo 'error: cargo is missing; install Rust 1.95 or newer' >&2; exit 1; }
command -v python3 >/dev/null || { echo 'error: python3 is missing; the tests of `exec` need it' >&2; exit 1; }

export CARGO_TERM_COLOR="${CARGO_TERM_COLOR:-never}"
step cargo fmt --all --check
step cargo clippy --workspace --all-targets --quiet -- -D warnings
# The road to a graphics card is off unless asked for; it must build where there is none.
step cargo clippy -p tefuda --features gpu --quiet -- -D warnings
# Everything but training is built without the framework.
step cargo clippy -p tefuda --no-default-features --quiet -- -D warnings
RUSTDOCFLAGS='-D warnings' step cargo doc --workspace --no-deps --quiet
# Debug builds keep the assertions: every event of every game is followed by the game's own check.
step cargo test --workspace --quiet
# The release build is what people run: its commands, searches and exact solutions are tried through the binary.
step cargo test -p tefuda --release --quiet
