"""What comes from outside, looked at once, with a sentence for what cannot be."""

from __future__ import annotations

import operator
from typing import Any

from tefuda import _tefuda
from tefuda._tefuda import Refused


def whole(name: str, value: Any, least: int, most: int) -> int:
    """Read a whole number between two others."""
    try:
        number = operator.index(value)
    except TypeError:
        raise Refused(f"{name} is a whole number, not {value!r}") from None
    if isinstance(value, bool) or not least <= number <= most:
        raise Refused(f"{name} is a whole number from {least} to {most}, not {value!r}")
    return number


def seed_of(value: Any) -> int:
    """Read a seed."""
    return whole("seed", value, 0, 2**64 - 1)


def seats_of(game: str, seats: Any) -> int:
    """Read a number of seats; the fewest that the game has if it is not given."""
    if seats is not None:
        return whole("seats", seats, 1, 26)
    return _tefuda.fewest_seats(game)
