#!/usr/bin/env bash
# The one test command: formatting, lints, documentation, the tests in debug and in release, the page in a real browser, and
# the Python package with its own tests, on a Ray cluster too. It needs Rust, a C compiler, Python 3.9 with venv, node 20 and npm;
# cargo, npm and pip bring everything else, and Chromium is installed where it is missing and may be.
set -euo pipefail
cd "$(dirname "$0")"

step() { printf '\n== %s\n' "$*"; "$@"; }

parts='' began=$SECONDS
part() { parts+="$(printf '  %-8s %5s s' "$1" "$((SECONDS - began))")"$'\n'; began=$SECONDS; }

command -v cargo >/dev/null || { echo 'error: cargo is missing; install Rust 1.95 or newer' >&2; exit 1; }
command -v python3 >/dev/null || { echo 'error: python3 is missing; the Python package and the tests of `exec` need it' >&2; exit 1; }
command -v npm >/dev/null || { echo 'error: node and npm are missing; the tests of the page need them' >&2; exit 1; }

node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' || { echo 'error: the tests of the page need node 20 or newer' >&2; exit 1; }

browser() { command -v chromium || command -v chromium-browser || command -v google-chrome; }
if ! browser >/dev/null && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  step apt-get -qq update
  DEBIAN_FRONTEND=noninteractive step apt-get -qq install -y chromium fonts-noto-cjk >/dev/null
fi
CHROMIUM="${CHROMIUM:-$(browser || true)}"
[ -n "$CHROMIUM" ] || { echo 'error: Chromium is missing; install it, or say where it is: CHROMIUM=/path/to/chrome' >&2; exit 1; }
export CHROMIUM

export CARGO_TERM_COLOR="${CARGO_TERM_COLOR:-never}"
step cargo fmt --all --check
step cargo clippy --workspace --all-targets --quiet -- -D warnings
# The road to a graphics card is off unless asked for; it must build where there is none.
step cargo clippy -p tefuda --features gpu --quiet -- -D warnings
# Everything else is built without training.
step cargo clippy -p tefuda --no-default-features --quiet -- -D warnings
RUSTDOCFLAGS='-D warnings' step cargo doc --workspace --no-deps --quiet
part lints
# Debug builds keep the assertions: every event of every game is followed by the game's own check.
step cargo test --workspace --quiet
# The release build is what people run: its commands, searches and exact solutions are tried through the binary.
step cargo test -p tefuda --release --quiet
part Rust
# The page, played with the program that was built for the tests above.
step npm ci --prefix crates/page/browser --no-audit --no-fund --loglevel=error
TEFUDA="$(realpath "${CARGO_TARGET_DIR:-target}")/debug/tefuda" step npm test --prefix crates/page/browser --silent
part browser
# The wheel, built with what the tests above have built, in an environment of its own; its tests end the Ray nodes they start.
TEFUDA="$(realpath "${CARGO_TARGET_DIR:-target}")/debug/tefuda" step python/test.sh
part Python
printf '\n== time by part\n%s' "$parts"
