#!/usr/bin/env bash
# The one test command: formatting, lints, documentation, all tests of Rust, the page in a real browser, and the Python package
# with its own tests, on a Ray cluster too. It needs Rust, a C compiler, Python 3.9 with venv, node 20 and npm;
# cargo, npm and pip bring everything else, and Chromium is installed where it is missing and may be.
#   ./test.sh                 everything
#   ./test.sh lints python    some parts: lints, rust, browser, python
set -euo pipefail
cd "$(dirname "$0")"

fail() { printf 'error: %s\n' "$*" >&2; exit 1; }
step() { printf '\n== %s\n' "$*"; "$@"; }

export CARGO_TERM_COLOR="${CARGO_TERM_COLOR:-never}"
target="$(realpath -m "${CARGO_TARGET_DIR:-target}")"
# One profile for all that is built here: release with debug assertions and overflow checks, so that every event of every game is
# followed by the game's own check, and exhaustive exams are quick.
profile=(--profile ci)

# The whole workspace is selected, so that every crate is built once and with the same features, the wheel's library too.
build() { step cargo build --workspace "${profile[@]}" --quiet; }

lints() {
  step cargo fmt --all --check
  step cargo clippy --workspace --all-targets "${profile[@]}" --quiet -- -D warnings
  RUSTDOCFLAGS='-D warnings' step cargo doc --workspace --no-deps "${profile[@]}" --quiet
}

rust() {
  build
  step cargo test --workspace "${profile[@]}" --quiet
}

find_browser() { command -v chromium || command -v chromium-browser || command -v google-chrome; }

browser() {
  command -v npm >/dev/null || fail 'node and npm are missing; the tests of the page need them'
  node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' || fail 'the tests of the page need node 20 or newer'
  if [ -z "${CHROMIUM:-}" ] && ! find_browser >/dev/null && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    step apt-get -qq update
    DEBIAN_FRONTEND=noninteractive step apt-get -qq install -y chromium fonts-noto-cjk >/dev/null
  fi
  CHROMIUM="${CHROMIUM:-$(find_browser || true)}"
  [ -n "$CHROMIUM" ] || fail 'Chromium is missing; install it, or say where it is: CHROMIUM=/path/to/chrome'
  export CHROMIUM
  build
  step npm ci --prefix crates/page/browser --no-audit --no-fund --loglevel=error
  TEFUDA="$target/ci/tefuda" step npm test --prefix crates/page/browser --silent
}

# The wheel, made of what was built for the rest, in an environment of its own; its tests end the Ray nodes they start.
python() {
  build
  TEFUDA="$target/ci/tefuda" PROFILE=ci step python/test.sh
}

command -v cargo >/dev/null || fail 'cargo is missing; install Rust 1.95 or newer'
command -v python3 >/dev/null || fail 'python3 is missing; the Python package and the tests of `exec` need it'

[ $# -gt 0 ] || set -- lints rust browser python
for part in "$@"; do
  case "$part" in lints | rust | browser | python) ;; *) fail "no part '$part'; there are: lints, rust, browser, python" ;; esac
done
# What is missing is said before anything is built.
case " $* " in *' browser '*) command -v npm >/dev/null || fail 'node and npm are missing; the tests of the page need them' ;; esac

times=''
for part in "$@"; do
  began=$SECONDS
  "$part"
  times+="$(printf '  %-8s %5s s' "$part" "$((SECONDS - began))")"$'\n'
done
printf '\n== time by part\n%s' "$times"
