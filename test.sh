#!/usr/bin/env bash
# The one test command: formatting, lints, documentation, all tests of Rust, the page in a real browser, and the Python package
# with its own tests, on a Ray cluster too. It needs Rust, a C compiler, Python 3.9 with venv, node 20 and npm;
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
target="$(realpath -m "${CARGO_TARGET_DIR:-target}")"
# One profile for all that is built here: release with debug assertions and overflow checks, so that every event of every game is
# followed by the game's own check, and exhaustive exams are quick.
step cargo fmt --all --check
step cargo clippy --workspace --all-targets --profile ci --quiet -- -D warnings
RUSTDOCFLAGS='-D warnings' step cargo doc --workspace --no-deps --profile ci --quiet
part lints
# The whole workspace is selected, so that every crate is built once and with the same features, the wheel's library too.
step cargo build --workspace --profile ci --quiet
step cargo test --workspace --profile ci --quiet
part Rust
# The page, played with the program that was built for the tests above.
step npm ci --prefix crates/page/browser --no-audit --no-fund --loglevel=error
TEFUDA="$target/ci/tefuda" step npm test --prefix crates/page/browser --silent
part browser
# The wheel, made of what was built above, in an environment of its own; its tests end the Ray nodes they start.
TEFUDA="$target/ci/tefuda" PROFILE=ci step python/test.sh
part Python
printf '\n== time by part\n%s' "$parts"
