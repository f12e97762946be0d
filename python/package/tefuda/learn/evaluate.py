"""Matches on the way: the learned player among each opponent, with what stands beside it."""

from __future__ import annotations

import math
from typing import Any

from tefuda.agents import Policy
from tefuda.learn.config import Config
from tefuda.learn.exploit import Tree
from tefuda.learn.player import Scorer, player_of
from tefuda.matches import Figure, SeatResult, match
from tefuda.table import Table

__all__ = ["Judge"]


class Judge:
    """Plays the matches that a config asks for; what does not change is played once."""

    def __init__(self, config: Config, seats: int) -> None:
        """Play nothing yet."""
        self.config, self.seats = config, seats
        self._beside: dict[str, dict[str, Any]] = {}
        self._tree: Tree | None = None

    @property
    def asked(self) -> bool:
        """Whether there is anything to judge."""
        return bool(self.config.evaluate.against) or self.config.evaluate.exploit

    def check(self) -> None:
        """Refuse at the beginning what could not be judged later."""
        for rival in self.config.evaluate.against:
            Table(self.config.game, [None, *[rival] * (self.seats - 1)], seed=0, games=1)
        if self.config.evaluate.exploit:
            self._tree = Tree(self.config.game, self.seats)

    def judge(self, scorer: Scorer) -> dict[str, Any]:
        """Play all matches; figures with their intervals."""
        evaluate = self.config.evaluate
        temperature = 0.0 if self.config.learn.algorithm == "dmc" else evaluate.temperature
        learned = player_of(scorer, temperature)
        told: dict[str, Any] = {"matches": [self._among(learned, rival) for rival in evaluate.against]}
        if evaluate.exploit:
            self._tree = self._tree or Tree(self.config.game, self.seats)
            gained = self._tree.nash_conv(lambda rows, mask: scorer.probabilities(rows, mask, temperature))
            told["nash_conv"] = gained
        return told

    def _among(self, learned: type[Policy], rival: str) -> dict[str, Any]:
        if rival not in self._beside:
            self._beside[rival] = {name: _told(self._seat(name, rival)) for name in dict.fromkeys(["random", rival])}
        return {"against": rival, "learned": _told(self._seat(learned, rival)), "beside": self._beside[rival]}

    def _seat(self, guest: Any, rival: str) -> SeatResult:
        """Let one sit among others, in every seating of each deal."""
        config = self.config
        company = [guest, *[rival] * (self.seats - 1)]
        result = match(
            config.game,
            company,
            games=config.evaluate.games,
            series=config.series,
            seed=(config.seed + 1) % 2**64,
            paired=True,
        )
        return result.seats[0]


def _told(seat: SeatResult) -> dict[str, Any]:
    return {"games": seat.games, "mean": _figure(seat.mean), "win_rate": _figure(seat.win_rate)}


def _figure(figure: Figure) -> dict[str, float | None]:
    low, high = (end if math.isfinite(end) else None for end in (figure.low, figure.high))
    return {"value": figure.value, "low": low, "high": high}
