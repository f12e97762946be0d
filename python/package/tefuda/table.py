"""A table: people, players of the house and players written in Python, at one game."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Integral
from typing import Any, NoReturn

from tefuda import _tefuda
from tefuda._checks import entrants_of, game_of, lang_of, observer_of, seat_of, seed_of, text_of, whole, width_of
from tefuda.agents import Entrant, check_once, entrant

__all__ = ["Advice", "Belief", "Payoffs", "Table", "View"]


class View(dict[str, Any]):
    """All that one seat, or a spectator, may know now: a dict that draws itself in a notebook.

    ``game`` (the spec), ``seat`` (a letter, or None for a spectator), ``turn`` (the seats that are asked, ``"chance"``
    or ``"over"``), ``public`` and ``private`` (the game's own fields, described on its page in ``docs/games``).
    """

    def __init__(self, fields: dict[str, Any], svg: str, text: str) -> None:
        """Take a copy of what the table shows."""
        super().__init__(fields)
        self._svg, self._text = svg, text

    def _repr_svg_(self) -> str:
        return self._svg

    def __str__(self) -> str:
        """Draw it for a terminal."""
        return self._text


@dataclass(frozen=True)
class Payoffs:
    """What each seat earned, in seat order: points, and shares of the win."""

    points: list[float]
    wins: list[float]


@dataclass(frozen=True)
class Belief:
    """What an estimator thinks from one seat: how probable each role, or each final place, is for each seat.

    ``about`` is ``"roles"`` or ``"places"``; ``seats["B"]["saboteur"]`` or ``seats["B"]["1"]`` is a probability.
    """

    seat: str
    estimator: str
    about: str
    seats: dict[str, dict[str, float]]


@dataclass(frozen=True)
class Advice:
    """What a player would do, and what it thought of each action, the best first.

    A row has ``label`` (the action as people read it), ``visits`` and ``value`` (of a player that simulates, else None)
    and ``share``. ``notes["B"]`` says what is believed of seat B from what the advised seat saw, in words; it is there
    in games whose seats hide a role, a card or a rank, and only for seats of which something is believed.
    """

    action: str
    label: str
    rows: list[dict[str, Any]]
    notes: dict[str, str]


def _people(seats: Any) -> list[Entrant | None]:
    """Read who sits where; a number means as many people."""
    if isinstance(seats, Integral):
        return [None] * whole("seats", seats, 1, 26)
    return entrants_of("seats", seats, "[None, 'random']")


class Table:
    """A game at a table, played as a series of one or more games.

    ``seats`` says who sits where: ``None`` is a person, for whom :meth:`choose` chooses; everybody else is an agent by
    name, a class or an object written in Python. Agents choose by themselves, as soon as they are asked.

    >>> table = tefuda.Table("kuhn", [None, "equilibrium"], seed=7)
    >>> table.legal("A")
    ['passes', 'bets']
    >>> table.choose("A", "bets")
    >>> table.is_over
    True

    A table shows nothing but views. What was dealt, and the seed, stand in the record, once the last game is over. It
    belongs to its process and is not pickled: the seed in it tells the cards to come.
    """

    def __init__(
        self,
        game: str,
        seats: int | Sequence[Entrant | None],
        *,
        seed: int | None = None,
        games: int | None = None,
        lang: str = "en",
    ) -> None:
        """Open a table; a number of seats means as many people. Without a seed it is drawn at random."""
        self._lang, self._people = lang_of(lang), _people(seats)
        check_once(self._people)
        entrants = [None if who is None else entrant(who) for who in self._people]
        games = None if games is None else whole("games", games, 1, 10_000)
        chosen = secrets.randbits(64) if seed is None else seed_of(seed)
        self._session = _tefuda.Session(game_of(game), entrants, chosen, games)
        self._session.think()

    @property
    def game(self) -> str:
        """The game with its options."""
        return self._session.game()

    @property
    def names(self) -> list[str]:
        """Who sits where."""
        return self._session.names()

    @property
    def series(self) -> tuple[int, int]:
        """The number of this game in its series, counted from 0, and how many games the series has."""
        return self._session.series()

    @property
    def waiting(self) -> list[str]:
        """The seats of people that must choose before the game can go on."""
        return self._session.waiting()

    @property
    def turn(self) -> list[str]:
        """The seats that the rules ask now, in everybody's eyes."""
        return self._session.turn()

    @property
    def fault(self) -> str | None:
        """Why the game cannot go on, once a player broke down; :meth:`replace` lets somebody else go on for it."""
        return self._session.fault()

    @property
    def is_over(self) -> bool:
        """Whether this game is over."""
        return self._session.payoffs() is not None

    @property
    def payoffs(self) -> Payoffs | None:
        """What each seat earned, once the game is over."""
        told = self._session.payoffs()
        return None if told is None else Payoffs(**told)

    @property
    def points(self) -> list[float]:
        """What each seat earned in the games of the series that are over."""
        return self._session.points()

    @property
    def record(self) -> str | None:
        """The games of the series as the lines of a record, once all are over (:func:`tefuda.read_records`)."""
        return self._session.record()

    def view(self, seat: str | None = None) -> View:
        """Show what a seat sees; without one, what a spectator sees."""
        return View(self._session.view(observer_of(seat)), self.svg(seat), self.text(seat))

    def legal(self, seat: str) -> list[str]:
        """List what a seat may do now, in the game's notation; nothing if it is not its turn."""
        return self._session.legal(seat_of(seat))

    def labels(self, seat: str) -> dict[str, str]:
        """List the same with the words that people read."""
        return dict(self._session.labels(seat_of(seat), self._lang))

    def choose(self, seat: str, action: str) -> None:
        """Choose for a person; then agents think until a person must choose again.

        Raises :class:`tefuda.Refused`, and changes nothing, if that is not possible now; the text says what is.
        """
        self._session.commit(seat_of(seat), text_of("action", action, "passes"))
        self._session.think()

    def withdraw(self, seat: str) -> None:
        """Take back a choice that the others have not seen yet."""
        self._session.withdraw(seat_of(seat))

    def next_game(self) -> None:
        """Begin the next game of the series."""
        self._session.next_game()
        self._session.think()

    def replace(self, seat: str, who: Entrant | None) -> None:
        """Let somebody else sit down, who is told what the seat saw of this game."""
        named = seat_of(seat)
        people = [who if chr(ord("A") + number) == named else sits for number, sits in enumerate(self._people)]
        check_once(people)
        self._session.replace(named, None if who is None else entrant(who))
        self._people = people
        self._session.think()

    def events(self, seat: str | None = None, since: int = 0) -> list[str]:
        """Tell what a seat (or a spectator) saw happen in this game, a sentence an event."""
        return self._session.events(observer_of(seat), whole("since", since, 0, 2**32), self._lang)

    def belief(self, seat: str, estimator: str) -> Belief:
        """Ask an estimator or a forecast what it thinks from a seat (:func:`tefuda.estimators_of` lists them)."""
        told = self._session.belief(seat_of(seat), text_of("estimator", estimator, "uniform"))
        return Belief(seat, estimator, told["about"], told["seats"])

    def advice(self, seat: str, agent: str = "ismcts") -> Advice:
        """Ask a player what it would do on a seat that must choose now; the table does not notice.

        ``notes`` of the answer says what is believed of the seats.
        """
        return Advice(**self._session.advice(seat_of(seat), text_of("agent", agent, "ismcts"), self._lang))

    def text(self, seat: str | None = None, width: int = 80) -> str:
        """Draw the table for a terminal."""
        return self._session.text(observer_of(seat), self._lang, width_of(width))

    def svg(self, seat: str | None = None) -> str:
        """Draw the table for a page or a notebook, as a seat (or a spectator) sees it."""
        return self._session.svg(observer_of(seat), self._lang)

    def face_up(self, width: int = 80) -> str | None:
        """Draw the table with everything face up, once the game is over."""
        return self._session.face_up(self._lang, width_of(width))

    def _repr_svg_(self) -> str:
        return self.svg(None)

    def __str__(self) -> str:
        """Draw it as a spectator sees it."""
        return self.text(None)

    def __repr__(self) -> str:
        """Name the game and who sits where; nothing that is hidden."""
        return f"Table({self.game!r}, {self.names!r})"

    def __reduce__(self) -> NoReturn:
        """Refuse: a copy would carry the seed, which tells the cards to come."""
        raise TypeError(
            "a table is not pickled or copied: it holds the seed, which tells the cards to come; keep `record` once "
            "the series is over, or open another table with the same seed and choices"
        )
