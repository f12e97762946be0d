"""Players written in Python.

A player is a class with a method ``choose``. It is told what its seat sees and nothing else::

    class Cautious(tefuda.Agent):
        def choose(self, view, legal):
            return "passes" if "passes" in legal else legal[0]

    tefuda.match("kuhn", [Cautious, "equilibrium"], games=1000)

What was trained with :func:`tefuda.batch` is a :class:`Policy`: it is shown rows of figures and answers with an id.

Either sits wherever an agent is named: in :func:`tefuda.match`, :func:`tefuda.arena`, :class:`tefuda.Table`; and, by
``python -m tefuda.serve_agent``, at the tables of the command line.
"""

from __future__ import annotations

import inspect
import json
import operator
import random
from collections.abc import Callable, Iterable
from typing import Any, Union

import numpy as np
import numpy.typing as npt

from tefuda._checks import shown, text_of
from tefuda._tefuda import Refused

__all__ = ["Agent", "Entrant", "Policy", "hear"]


class Agent:
    """A player. Override :meth:`choose`; the other methods may stay as they are.

    ``self.random`` is a generator that is seeded before every choice from the table's own stream: who uses no other
    randomness plays the same games again under the same seed.
    """

    random: random.Random
    """Seeded anew before every choice."""

    def __init__(self) -> None:
        """Make a player; it is made without arguments, once for every table."""
        self.random = random.Random(0)

    def begin(self, game: dict[str, Any]) -> None:
        """Hear that a game begins: ``game``, ``spec``, ``seat``, ``seats``, ``number``, ``games``, ``rules``."""

    def see(self, event: dict[str, Any]) -> None:
        """Hear what happened, as this seat saw it: ``text`` is a sentence, ``seen`` the same as data."""

    def choose(self, view: dict[str, Any], legal: list[str]) -> str:
        """Choose one of the legal actions, which come in no promised order.

        ``view`` is all this seat may know now: ``game``, ``seat``, ``turn``, ``public``, ``private``.
        """
        raise NotImplementedError(f"{type(self).__name__} has no method `choose(self, view, legal)`")

    def end(self, points: list[float], wins: list[float]) -> None:
        """Hear that the game is over: what every seat earned, and its share of the win."""


class Policy(Agent):
    """A player that sees a game as numbers, as :func:`tefuda.batch` shows it. Override :meth:`act` or :meth:`act_many`.

    A class that overrides :meth:`act_many` is asked the questions of many tables at once in :func:`tefuda.match` and
    :func:`tefuda.arena`. One object then sits at all tables of a thread: it is told ``self.numbers`` and nothing else,
    and keeps nothing of one table for the next question. At a single :class:`tefuda.Table`, in a match that writes
    records and for the command line the same object is asked one question at a time.

    ``self.numbers`` says what the numbers of this table are: ``ids`` and ``width``, how many ids and figures there are,
    ``ids_version`` and ``encoder_version``, which change when one of them comes to mean something else. Where a legal
    action has no id (tunnels far out on Saboteur's open board) it is not offered.
    """

    reads_rows = True
    """Any class with this attribute is shown rows and asked for ids."""

    numbers: dict[str, int]
    """What the numbers of this table are, from the beginning of a game on."""

    def act(self, obs: npt.NDArray[np.float32], mask: npt.NDArray[np.bool_]) -> int:
        """Choose an id: ``obs`` is the row of what this seat sees, ``mask`` says of every id whether it is legal."""
        if not _acts_many(type(self)):
            raise NotImplementedError(f"{type(self).__name__} has no method `act(self, obs, mask)`")
        return int(np.asarray(self.act_many(obs[np.newaxis], mask[np.newaxis]))[0])

    def act_many(self, obs: npt.NDArray[np.float32], mask: npt.NDArray[np.bool_]) -> npt.ArrayLike:
        """Choose an id a row: ``obs`` and ``mask`` have a row for every question, each of another table.

        ``self.random`` is seeded before every call: who uses no other randomness plays the same games again.
        """
        return [self.act(row, legal) for row, legal in zip(obs, mask)]


Entrant = Union[str, type, Agent, Callable[[], Any]]
"""Who may sit down: a player by its name with parameters (``"uct(sims=100)"``), a class or function that makes
one, or a player that is made already."""


def hear(agent: Any, line: str) -> str | None:
    """Tell a player one line of the protocol that ``docs/exec.md`` describes; what it answers, if it is asked."""
    told = json.loads(line)
    kind = told.pop("type")
    if kind == "act":
        return _chosen(agent, told)
    if kind == "hello":
        if "numbers" in told:
            agent.numbers = told["numbers"]
        _call(agent, "begin", told)
    elif kind == "seen":
        _call(agent, "see", told)
    elif kind == "end":
        _call(agent, "end", told["points"], told["wins"])
    return None


def _chosen(agent: Any, told: dict[str, Any]) -> str:
    generator = getattr(agent, "random", None)
    if isinstance(generator, random.Random):
        generator.seed(told["seed"])
    elif isinstance(agent, Agent):
        # Its class has an __init__ of its own that does not call ours.
        agent.random = random.Random(told["seed"])
    if not _plays(agent):
        raise TypeError(f"{shown(agent)} is no player: {lacking(agent)}")
    if _method(agent) == "act":
        return _acted(agent, told)
    answer = agent.choose(told["view"], told["legal"])
    if not isinstance(answer, str):
        kind = type(answer).__name__
        raise TypeError(f"choose returned {answer!r} ({kind}); it returns the text of one of the legal actions")
    return answer


def _acted(agent: Any, told: dict[str, Any]) -> str:
    """Ask one that reads rows; the text of the action whose id it answers."""
    if "row" not in told:
        raise TypeError(f"{type(agent).__name__} reads rows, and is shown none: add rows=on to its exec(..)")
    actions: dict[int, str] = {id: action for id, action in zip(told["ids"], told["legal"]) if id is not None}
    mask = np.zeros(agent.numbers["ids"], np.bool_)
    mask[list(actions)] = True
    answer = agent.act(np.array(told["row"], np.float32), mask)
    try:
        return actions[operator.index(answer)]
    except (TypeError, KeyError):
        raise ValueError(
            f"act returned {answer!r}; it returns a whole number, one of the legal ids {sorted(actions)}"
        ) from None


def begin_rows(agent: Any, numbers: dict[str, int]) -> None:
    """Tell one that answers many questions what the numbers of the tables are."""
    agent.numbers = numbers


def hear_rows(
    agent: Any, obs: npt.NDArray[np.float32], mask: npt.NDArray[np.uint8], seed: int
) -> npt.NDArray[np.int64]:
    """Ask the questions of many tables; the ids that are answered."""
    generator = getattr(agent, "random", None)
    if isinstance(generator, random.Random):
        generator.seed(seed)
    elif isinstance(agent, Agent):
        agent.random = random.Random(seed)
    answer = agent.act_many(obs, mask.view(np.bool_))
    ids = np.asarray(answer)
    if ids.shape != (len(obs),) or ids.dtype.kind not in "iu":
        raise ValueError(f"act_many returned {shown(answer)}; it returns {len(obs)} whole numbers, a legal id a row")
    return ids.astype(np.int64)


def _acts_many(kind: type) -> bool:
    """Whether players of a class answer the questions of many tables at once."""
    many = getattr(kind, "act_many", None)
    return bool(getattr(kind, "reads_rows", False)) and callable(many) and many is not Policy.act_many


def _call(agent: Any, name: str, *args: Any) -> None:
    method = getattr(agent, name, None)
    if method is not None:
        method(*args)


def entrant(who: Entrant) -> str | tuple[str, Callable[[], Any], bool]:
    """Turn whoever was named into what the compiled half seats, and whether it answers many questions at once."""
    if isinstance(who, str):
        return text_of("a player", who, "random")
    if isinstance(who, type):
        if _plays(who):
            return _name(who.__name__), who, _acts_many(who)
    elif callable(who) and not hasattr(who, _method(who)):
        _check_maker(who)
        # What it makes is known once it is called, which is too late.
        return _name(getattr(who, "__name__", "guest")), who, False
    elif _plays(who):
        return _name(type(who).__name__), lambda: who, _acts_many(type(who))
    raise Refused(
        f"{shown(who)} is no player: give a name such as 'random', a class with a method `choose(self, view, legal)`, "
        "or an object that has one"
    )


def _check_maker(who: Callable[..., Any]) -> None:
    """Refuse a function that cannot be called without arguments: it is no maker of players."""
    try:
        inspect.signature(who).bind()
    except TypeError:
        raise Refused(
            f"{shown(who)} wants arguments: a function here makes a player and is called without any; one that chooses "
            "is the method `choose(self, view, legal)` of a class"
        ) from None
    except ValueError:
        # Some of what is written in C does not say what it takes.
        return


def _method(who: Any) -> str:
    """Name the method that is called when it must choose."""
    return "act" if getattr(who, "reads_rows", False) else "choose"


def lacking(who: Any) -> str | None:
    """Say which method somebody would need to be a player, if it lacks one."""
    wanted = "act(self, obs, mask)" if _method(who) == "act" else "choose(self, view, legal)"
    return None if _plays(who) else f"it has no method `{wanted}`"


def _plays(who: Any) -> bool:
    # Arrays of numpy and their numbers have a method `choose`, which is another one.
    kind = who if isinstance(who, type) else type(who)
    return callable(getattr(who, _method(who), None)) and not issubclass(kind, (np.ndarray, np.generic))


def is_single(who: Entrant) -> bool:
    """Whether it is one object, which can sit at one table at a time."""
    return not isinstance(who, type) and _plays(who)


def check_once(people: Iterable[Entrant | None]) -> None:
    """Refuse an object on two seats: it would hear what both hold."""
    singles = [id(who) for who in people if who is not None and is_single(who)]
    if len(set(singles)) < len(singles):
        raise Refused("one object cannot sit on two seats: give its class, or make two")


def _name(text: Any) -> str:
    """Leave what a player's name may contain."""
    kept = "".join(c for c in str(text) if c.isascii() and (c.isalnum() or c in "-_"))
    return kept or "guest"
