"""How many decisions a second a training generates and learns, and where the time goes: one row a setting.

    python python/bench/learn.py experiments/learning/daihinmin.toml --minutes 0.5 'tables.batches=3;learn.epochs=2'

Each argument is one setting, or several with semicolons between, beside what the config says. Evaluation is left out.
"""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import json
import tempfile
import time
from pathlib import Path
from typing import Any

from tefuda.learn.checkpoint import Folder
from tefuda.learn.config import from_dict, read
from tefuda.learn.cores import one_core
from tefuda.learn.train import Training


def changed(told: dict[str, Any], setting: str) -> dict[str, Any]:
    """Change what a setting names."""
    told = json.loads(json.dumps(told))
    for part in filter(None, setting.split(";")):
        name, value = part.split("=", 1)
        *inner, last = name.split(".")
        at = told
        for key in inner:
            at = at.setdefault(key, {})
        at[last] = json.loads(value)
    return told


def main() -> None:
    """Measure each setting."""
    parser = argparse.ArgumentParser(description="decisions a second of tefuda.learn")
    parser.add_argument("config")
    parser.add_argument("settings", nargs="*", default=[""])
    parser.add_argument("--minutes", type=float, default=0.5)
    parser.add_argument("--device", choices=["cuda", "cpu"])
    args = parser.parse_intermixed_args()
    one_core()
    base = {**read(args.config).as_dict(), "minutes": args.minutes}
    print(f"{'made/s':>11} {'learned/s':>11} {'cores':>6} {'asking':>6} {'learning':>8}  setting")
    for setting in args.settings or [""]:
        config = dataclasses.replace(from_dict(changed(base, setting)), save_seconds=1e6)
        with tempfile.TemporaryDirectory() as out:
            folder = Folder(Path(out) / "run")
            folder.take()
            with contextlib.closing(Training(config, folder, args.device, False, None)) as training:
                begun = time.perf_counter()
                rows = measured(training)
                last = rows[len(rows) // 3 :]
                mean = {name: sum(row[name] for row in last) / len(last) for name in last[0]}
                wall = time.perf_counter() - begun
            folder.leave()
        shares = f"{mean['share_cores']:6.0%} {mean['share_card']:6.0%} {mean['share_learning']:8.0%}"
        made = f"{mean['generated_per_s']:11,.0f} {mean['learned_per_s']:11,.0f}"
        print(f"{made} {shares}  {setting or 'as the config says'} ({wall:.0f} s)", flush=True)


def measured(training: Training) -> list[dict[str, Any]]:
    """Train, and give the rows of the curve."""
    while training.progress < 1:
        training._update()
    training._write_row()
    return training.rows()


if __name__ == "__main__":
    main()
