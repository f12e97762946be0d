"""How fast it goes, where the time goes, and the line that says so."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field
from typing import Any, TextIO

from tefuda.learn.backend import Means
from tefuda.learn.generate import Times

__all__ = ["Line", "Meter"]


@dataclass
class Meter:
    """What happened since the last row of the curve."""

    seconds: float = 0.0
    learning: float = 0.0
    learned: int = 0
    updates: int = 0
    means: Means = field(default_factory=Means)
    times: Times = field(default_factory=Times)

    def add(self, stats: dict[str, float], learned: int, learning: float, seconds: float) -> None:
        """Take one update in."""
        self.means.add(stats, max(1, learned))
        self.learned, self.learning = self.learned + learned, self.learning + learning
        self.seconds, self.updates = self.seconds + seconds, self.updates + 1

    def row(self) -> dict[str, float]:
        """Give figures a second, and the share of time that each part took."""
        seconds, times = max(self.seconds, 1e-9), self.times
        return {
            **self.means.means(),
            "generated_per_s": times.decisions / seconds,
            "learned_per_s": self.learned / seconds,
            "games_per_s": times.games / seconds,
            "share_cores": times.cores / seconds,
            "share_card": times.card / seconds,
            "share_learning": self.learning / seconds,
        }


class Line:
    """A line on the terminal that is written over; elsewhere one line every quarter of a minute."""

    def __init__(self, stream: TextIO | None = None) -> None:
        """Write to the standard error."""
        self.stream = sys.stderr if stream is None else stream
        self.live, self._told, self._width = self.stream.isatty(), 0.0, 0

    def tell(self, row: dict[str, Any], share: float) -> None:
        """Say where the training stands."""
        now = time.monotonic()
        if now < self._told + (0.5 if self.live else 15.0):
            return
        self._told = now
        text = (
            f"{100 * share:3.0f} %  {row['minutes']:.1f} min  {row['decisions']:,} decisions"
            f"  {_short(row['generated_per_s'])}/s made {_short(row['learned_per_s'])}/s learned"
            f"  cores {100 * row['share_cores']:.0f} % asking {100 * row['share_card']:.0f} %"
            f" learning {100 * row['share_learning']:.0f} %"
            f"  entropy {row.get('entropy', float('nan')):.3f}  value error {row.get('value', float('nan')):.3f}"
        )
        self._write(text)

    def say(self, text: str) -> None:
        """Write a line that stays."""
        if self.live and self._width:
            self.stream.write("\r" + " " * self._width + "\r")
            self._width = 0
        self.stream.write(text + "\n")
        self.stream.flush()

    def _write(self, text: str) -> None:
        if self.live:
            self.stream.write("\r" + text.ljust(self._width))
            self._width = len(text)
            self.stream.flush()
        else:
            self.say(text)


def _short(number: float) -> str:
    for size, name in ((1e6, "M"), (1e3, "k")):
        if number >= size:
            return f"{number / size:.2f}{name}"
    return f"{number:.0f}"
