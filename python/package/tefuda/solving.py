"""Small games for two, solved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tefuda import _tefuda
from tefuda._checks import game_of, listener_of, threads_of, whole

__all__ = ["Situation", "Solution", "solve"]


@dataclass(frozen=True)
class Situation:
    """What a seat does where it must choose: what it has seen, and the probability of each action."""

    seat: str
    knows: tuple[str, ...]
    shares: dict[str, float]


@dataclass(frozen=True)
class Solution:
    """A game for two, solved. ``value`` is what A gains when both play like this.

    ``exploitability`` is what somebody could still gain against it, on average over the seats: 0 for an equilibrium.
    ``states`` counts the states (buzzard) or the nodes of the tree (CFR+).
    """

    game: str
    method: str
    value: float
    exploitability: float
    states: int
    iterations: int
    policy: list[Situation]

    def rows(self) -> list[dict[str, Any]]:
        """Give a row a situation and action, for a data frame."""
        return [
            {"seat": at.seat, "knows": "; ".join(at.knows), "action": action, "share": share}
            for at in self.policy
            for action, share in at.shares.items()
        ]


def solve(
    game: str,
    *,
    iterations: int = 1000,
    nodes: int = 1_000_000,
    threads: int | None = None,
    progress: Callable[[int, int], Any] | None = None,
) -> Solution:
    """Solve a small game for two.

    The buzzard is solved exactly, from the last round to the first (its ``policy`` shows the first bids), for points
    or, as ``buzzard(cards=6,utility=win)``, for the win, where values are shares of it; any other game by so many
    iterations of CFR+ over its whole tree, if that has at most so many ``nodes``. Larger games are refused: make them
    smaller by their options, as in ``buzzard(cards=6)``.

    >>> round(tefuda.solve("kuhn", iterations=2000).value, 3)
    -0.056
    """
    told = _tefuda.solve_game(
        game_of(game),
        iterations=whole("iterations", iterations, 1, 10_000_000),
        nodes=whole("nodes", nodes, 1, 100_000_000),
        threads=threads_of(threads),
        progress=listener_of(progress),
    )
    policy = [Situation(at["seat"], tuple(at["knows"]), at["shares"]) for at in told["policy"]]
    return Solution(**{**told, "policy": policy})
