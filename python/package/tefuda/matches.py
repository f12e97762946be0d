"""Matches and arenas: many games, who is better, and how sure that is."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tefuda import _tefuda
from tefuda._checks import entrants_of, flag, game_of, listener_of, path_of, seed_of, series_of, threads_of, whole
from tefuda._tefuda import Refused
from tefuda.agents import Entrant, check_once, entrant, is_single

__all__ = ["ArenaResult", "Figure", "MatchResult", "SeatResult", "Standing", "arena", "match"]

Progress = Callable[[int, int], Any]
"""Called with how many games are played, and how many there are."""


@dataclass(frozen=True)
class Figure:
    """A value with its 95 % interval, and how many independent deals stand behind it.

    Below ten deals there is no interval: it reaches from minus to plus infinity.
    """

    value: float
    low: float
    high: float
    n: int

    @classmethod
    def _of(cls, told: dict[str, Any]) -> Figure:
        low = -math.inf if told["low"] is None else told["low"]
        high = math.inf if told["high"] is None else told["high"]
        return cls(told["value"], low, high, told["n"])

    def __str__(self) -> str:
        """Write value and interval for people."""
        if math.isinf(self.low) or math.isinf(self.high):
            return f"{self.value:.3f} (no interval)"
        return f"{self.value:.3f} [{self.low:.3f}, {self.high:.3f}]"


@dataclass(frozen=True)
class SeatResult:
    """What one entrant of a match earned."""

    agent: str
    games: int
    wins: float
    mean: Figure
    win_rate: Figure


@dataclass(frozen=True)
class MatchResult:
    """What came of a match. There is no clock in it: equal seeds, equal results."""

    game: str
    rules: str
    seats: list[SeatResult]
    games: int
    asked: int
    series: int
    deals: int
    seed: int
    paired: bool
    repeatable: bool

    @classmethod
    def _of(cls, told: dict[str, Any]) -> MatchResult:
        seats = [
            SeatResult(**{**row, "mean": Figure._of(row["mean"]), "win_rate": Figure._of(row["win_rate"])})
            for row in told["seats"]
        ]
        return cls(**{**told, "seats": seats})

    def rows(self) -> list[dict[str, Any]]:
        """Give a row an entrant, for a data frame: ``polars.DataFrame(result.rows())``."""
        return [
            {
                "agent": seat.agent,
                "games": seat.games,
                **_figure("win_rate", seat.win_rate),
                **_figure("mean", seat.mean),
            }
            for seat in self.seats
        ]

    def __str__(self) -> str:
        """Write it as a small table."""
        head = f"{self.rules} · {len(self.seats)} seats · {self.games} games · seed {self.seed}"
        lines = [f"  {s.agent}: wins {s.win_rate}, mean payoff {s.mean}" for s in self.seats]
        return "\n".join([head, *lines])


@dataclass(frozen=True)
class Standing:
    """What one agent of an arena achieved; ``rating`` is in Elo points above the mean of all."""

    agent: str
    rating: Figure
    win_rate: Figure
    mean: Figure


@dataclass(frozen=True)
class ArenaResult:
    """What came of an arena; ``cross[i][j]`` is the share of games that agent i won in company of agent j."""

    rules: str
    seats: int
    games: int
    asked: int
    series: int
    deals: int
    seed: int
    repeatable: bool
    agents: list[Standing]
    cross: list[list[Figure | None]]

    @classmethod
    def _of(cls, told: dict[str, Any]) -> ArenaResult:
        agents = [
            Standing(row["agent"], *(Figure._of(row[key]) for key in ("rating", "win_rate", "mean")))
            for row in told["agents"]
        ]
        cross = [[None if cell is None else Figure._of(cell) for cell in row] for row in told["cross"]]
        return cls(**{**told, "agents": agents, "cross": cross})

    def rows(self) -> list[dict[str, Any]]:
        """Give a row an agent, the best first, for a data frame."""
        best_first = sorted(self.agents, key=lambda agent: -agent.rating.value)
        return [
            {
                "agent": agent.agent,
                **_figure("rating", agent.rating),
                **_figure("win_rate", agent.win_rate),
                **_figure("mean", agent.mean),
            }
            for agent in best_first
        ]

    def __str__(self) -> str:
        """Write it as a small table, the best first."""
        head = f"{self.rules} · {self.seats} at a table · {self.games} games · seed {self.seed}"
        best_first = sorted(self.agents, key=lambda agent: -agent.rating.value)
        return "\n".join([head, *(f"  {a.agent}: rating {a.rating}, wins {a.win_rate}" for a in best_first)])


def match(
    game: str,
    agents: Sequence[Entrant],
    *,
    games: int = 200,
    series: int | None = None,
    seed: int = 0,
    paired: bool = False,
    records: str | os.PathLike[str] | None = None,
    overwrite: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
) -> MatchResult:
    """Play a match: the same entrants, many games; who wins how often, what each earns, and how sure that is.

    ``agents`` has one entrant a seat: names with parameters (see :func:`tefuda.agents_of`), classes written in Python,
    or objects (then the match is played on one thread). ``games`` is rounded up to whole series and, when ``paired``,
    to whole deals: each deal is then played in every seating. ``records`` names a new file for every game, to be
    read by :func:`tefuda.load_records`.

    The same seed gives the same result as ``tefuda match`` on the command line, for any number of threads.

    Raises :class:`tefuda.Refused` for names that do not exist, and :class:`tefuda.Broken` if a player breaks down; what
    was played until then stands in the exception's ``partial``.

    >>> tefuda.match("buzzard", ["greedy", "random"], games=500, paired=True)  # doctest: +SKIP
    """
    people = _entrants(agents)
    told = _tefuda.match_play(
        game_of(game),
        [entrant(who) for who in people],
        games=whole("games", games, 1, 10_000_000),
        series=series_of(series),
        seed=seed_of(seed),
        paired=flag("paired", paired),
        records=_new_file(records, flag("overwrite", overwrite)),
        threads=_threads(people, threads),
        progress=listener_of(progress),
    )
    return MatchResult._of(told)


def arena(
    game: str,
    agents: Sequence[Entrant],
    *,
    seats: int | None = None,
    games: int = 1000,
    series: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> ArenaResult:
    """Rate agents: every company of them plays, each deal in every seating, and a list of ratings comes of it.

    ``seats`` is how many sit at a table (the fewest the game has if not given); everything else is as in :func:`match`.

    >>> tefuda.arena("buzzard", ["greedy", "random", "first"])  # doctest: +SKIP
    """
    people = _entrants(agents)
    told = _tefuda.arena_play(
        game_of(game),
        [entrant(who) for who in people],
        seats=None if seats is None else whole("seats", seats, 2, 26),
        games=whole("games", games, 1, 1_000_000),
        series=series_of(series),
        seed=seed_of(seed),
        threads=_threads(people, threads),
        progress=listener_of(progress),
    )
    return ArenaResult._of(told)


def _figure(name: str, figure: Figure) -> dict[str, float]:
    return {name: figure.value, f"{name}_low": figure.low, f"{name}_high": figure.high}


def _entrants(agents: Sequence[Entrant]) -> list[Entrant]:
    people = entrants_of("agents", agents, "['greedy', 'random']")
    check_once(people)
    return people


def _threads(people: list[Entrant], threads: int | None) -> int | None:
    single, wanted = any(is_single(who) for who in people), threads_of(threads)
    if single and wanted not in (None, 1):
        raise Refused("an object sits at one table at a time: threads=1, or give its class instead")
    return 1 if single else wanted


def _new_file(path: str | os.PathLike[str] | None, overwrite: bool) -> Path | None:
    if path is None:
        return None
    file = Path(path_of("records", path))
    if file.exists() and not overwrite:
        raise Refused(f"{file} exists; overwrite=True replaces it")
    return file
