"""What there is: games, agents, estimators."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tefuda import _tefuda
from tefuda._checks import game_of, lang_of

__all__ = ["AgentInfo", "GameInfo", "Option", "agents_of", "estimators_of", "games", "rules"]


@dataclass(frozen=True)
class Option:
    """Something that can be set, in parentheses after a name: ``buzzard(cards=8)``, ``uct(sims=100)``."""

    key: str
    default: str
    about: str


@dataclass(frozen=True)
class GameInfo:
    """A game: its name, one line about it, the fewest and the most seats, what can be set."""

    name: str
    about: str
    seats: tuple[int, int]
    series: int
    options: list[Option]
    presets: dict[str, str]


@dataclass(frozen=True)
class AgentInfo:
    """An agent or an estimator: its name, one line about it, what can be set."""

    name: str
    about: str
    params: list[Option]


def games() -> list[GameInfo]:
    """List every game."""
    return [
        GameInfo(
            row["name"],
            row["about"],
            (row["seats"][0], row["seats"][1]),
            row["series"],
            [Option(**option) for option in row["options"]],
            {preset["name"]: preset["about"] for preset in row["presets"]},
        )
        for row in _tefuda.games_list()
    ]


def agents_of(game: str) -> list[AgentInfo]:
    """List the agents that play a game."""
    return [_info(row) for row in _tefuda.agents_list(game_of(game))]


def estimators_of(game: str) -> list[AgentInfo]:
    """List those who guess roles or forecast ranks in a game."""
    return [_info(row) for row in _tefuda.estimators_list(game_of(game))]


def rules(game: str, lang: str = "en") -> str:
    """Give the rules of a game, for people."""
    return _tefuda.rulebook(game_of(game), lang_of(lang))


def _info(row: dict[str, Any]) -> AgentInfo:
    return AgentInfo(row["name"], row["about"], [Option(**param) for param in row["params"]])
