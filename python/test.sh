#!/usr/bin/env bash
# The tests of the Python package: a virtual environment of its own under target/, the wheel built and installed there, the
# linters, pytest. Needs Rust and Python 3.9 or newer; pip brings everything else.
#   PYTHON   another interpreter than python3
#   PROFILE  another profile of cargo than dev, e.g. release
#   TEFUDA   the program tefuda, for what is compared with the command line
# Arguments go to pytest, and then it runs once.
set -euo pipefail
cd "$(dirname "$0")"

python="${PYTHON:-python3}"
target="$(realpath -m "${CARGO_TARGET_DIR:-../target}")"
env="$target/python"
begun=$SECONDS
part() { printf '   %s: %s s\n' "$1" "$((SECONDS - begun))"; begun=$SECONDS; }

"$python" -c 'import sys; sys.exit(sys.version_info < (3, 9))' || { echo 'error: Python 3.9 or newer is needed' >&2; exit 1; }
[ -x "$env/bin/python" ] || "$python" -m venv "$env"
"$env/bin/python" -m pip install --quiet --upgrade --disable-pip-version-check 'maturin>=1.9.4,<2' ruff mypy
part 'environment'

rm -rf "$target/wheels"
"$env/bin/maturin" build --quiet --profile "${PROFILE:-dev}" --out "$target/wheels" --interpreter "$env/bin/python"
part 'wheel'

wheel=("$target"/wheels/tefuda-*.whl)
"$env/bin/python" -m pip install --quiet --disable-pip-version-check "${wheel[0]}[${EXTRAS:-test,gymnasium,pettingzoo,openspiel,ray,frames}]"
# The same version again: what changed is the code.
"$env/bin/python" -m pip install --quiet --disable-pip-version-check --force-reinstall --no-deps "${wheel[0]}"
# What a test stands on and does not find, it leaves out: here all of it must be there.
[ -n "${EXTRAS:-}" ] || "$env/bin/python" -c 'import gymnasium, kubernetes_validate, nbclient, nbformat, pettingzoo, polars, pyspiel, ray, yaml'
part 'packages'

"$env/bin/ruff" format --quiet --check .
"$env/bin/ruff" check --quiet .
"$env/bin/mypy" --no-error-summary package
part 'linters'

if [ $# -gt 0 ]; then
  "$env/bin/python" -m pytest -q "$@"
else
  "$env/bin/python" -m pytest -q --ignore tests/test_ray.py --ignore tests/test_ray_learn.py
  part 'pytest'
  "$env/bin/python" -m pytest -q tests/test_ray.py tests/test_ray_learn.py
  part 'Ray'
fi
