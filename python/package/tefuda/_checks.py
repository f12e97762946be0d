"""What comes from outside, looked at once, with a sentence for what cannot be."""

from __future__ import annotations

import contextlib
import operator
import os
import reprlib
from collections.abc import Iterable, Mapping, Set
from typing import Any

import numpy as np

from tefuda import _tefuda
from tefuda._tefuda import Refused


def shown(value: Any) -> str:
    """Write what was given, shortened, whatever it is."""
    try:
        return reprlib.repr(value)
    except Exception:
        return f"a {type(value).__name__}"


def whole(name: str, value: Any, least: int, most: int) -> int:
    """Read a whole number between two others."""
    try:
        number = None if isinstance(value, bool) else operator.index(value)
    except TypeError:
        number = None
    if number is None or not least <= number <= most:
        raise Refused(f"{name} is a whole number from {least} to {most}, not {shown(value)}")
    return number


def number(name: str, value: Any, above: float, most: float) -> float:
    """Read a number above one and up to another."""
    try:
        read = None if isinstance(value, (bool, str)) else float(value)
    except (TypeError, ValueError, OverflowError):
        read = None
    if read is None or not above < read <= most:
        raise Refused(f"{name} is a number above {above} and up to {most}, not {shown(value)}")
    return read


def flag(name: str, value: Any) -> bool:
    """Read a truth value."""
    if not isinstance(value, (bool, np.bool_)):
        raise Refused(f"{name} is True or False, not {shown(value)}")
    return bool(value)


def text_of(name: str, value: Any, example: str) -> str:
    """Read a text."""
    if not isinstance(value, str):
        raise Refused(f"{name} is a text such as {example!r}, not {shown(value)}")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise Refused(f"{name} is a text such as {example!r}; {value!r} cannot be written down") from None
    return value


def one_of(name: str, value: Any, words: tuple[str | None, ...]) -> Any:
    """Read one of a few words."""
    if not (value is None or isinstance(value, str)) or value not in words:
        raise Refused(f"{name} is {' or '.join(map(repr, words))}, not {shown(value)}")
    return value


def path_of(name: str, value: Any) -> str:
    """Read the path of a file or a folder."""
    path = os.fspath(value) if isinstance(value, (str, os.PathLike)) else None
    if isinstance(path, str) and path and "\0" not in path:
        with contextlib.suppress(UnicodeEncodeError):
            os.fsencode(path)
            return path
    raise Refused(f"{name} is a path, as a text or a pathlib.Path, not {shown(value)}")


def entrants_of(name: str, value: Any, example: str) -> list[Any]:
    """Read a list of those who sit down, whatever kind of list it is."""
    if isinstance(value, (str, bytes, Mapping, Set)) or not isinstance(value, Iterable):
        raise Refused(f"{name} is a list with one entrant a seat, e.g. {example}, not {shown(value)}")
    return list(value)


def listener_of(value: Any) -> Any:
    """Read who is told of progress, if anybody is."""
    if value is not None and not callable(value):
        raise Refused(f"progress is a function of two numbers, or None, not {shown(value)}")
    return value


def game_of(value: Any) -> str:
    """Read the name of a game, with its options."""
    return text_of("game", value, "buzzard(cards=8)")


def seat_of(value: Any) -> str:
    """Read the name of a seat."""
    return text_of("seat", value, "A")


def observer_of(value: Any) -> str | None:
    """Read the name of a seat, or None for a spectator."""
    return None if value is None else seat_of(value)


def lang_of(value: Any) -> str:
    """Read a language."""
    return str(one_of("lang", value, ("en", "ja")))


def width_of(value: Any) -> int:
    """Read how many characters a line may have."""
    return whole("width", value, 20, 1000)


def seed_of(value: Any) -> int:
    """Read a seed."""
    return whole("seed", value, 0, 2**64 - 1)


def series_of(value: Any) -> int | None:
    """Read how many games a series has, if that is given."""
    return None if value is None else whole("series", value, 1, 10_000)


def threads_of(value: Any) -> int | None:
    """Read how many threads work, if that is given."""
    return None if value is None else whole("threads", value, 1, 1024)


def seats_of(game: Any, seats: Any) -> int:
    """Read a number of seats; the fewest that the game has if it is not given."""
    fewest = _tefuda.fewest_seats(game_of(game))
    return fewest if seats is None else whole("seats", seats, 1, 26)
