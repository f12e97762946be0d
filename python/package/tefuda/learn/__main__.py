"""``python -m tefuda.learn config.toml``: train a player of any game."""

from __future__ import annotations

import argparse
import dataclasses
import sys
from pathlib import Path

from tefuda._tefuda import Broken, Refused
from tefuda.learn.config import read
from tefuda.learn.train import train


def main(arguments: list[str] | None = None) -> int:
    """Read the command and train."""
    parser = argparse.ArgumentParser(
        prog="python -m tefuda.learn", description="Train a player of any game by playing against itself."
    )
    parser.add_argument("config", help="a file of TOML; experiments/learning has examples")
    parser.add_argument("--out", help="a folder of its own; runs/<name of the config> if not given")
    parser.add_argument("--resume", action="store_true", help="go on with the training in the folder")
    parser.add_argument("--minutes", type=float, help="end after so many minutes, whatever the config says")
    parser.add_argument("--device", choices=["cuda", "cpu"], help="a card is taken where there is one")
    told = parser.parse_args(arguments)
    try:
        config = read(told.config)
        if told.minutes is not None:
            if not 0 < told.minutes <= 1e6:
                raise Refused(f"--minutes is a number above 0, not {told.minutes:g}")
            config = dataclasses.replace(config, minutes=told.minutes)
        out = told.out or Path("runs") / Path(told.config).stem
        train(config, out, resume=told.resume, device=told.device)
    except KeyboardInterrupt:
        return 130
    except (Refused, Broken) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2 if isinstance(error, Refused) else 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
