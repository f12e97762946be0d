"""Games that are over: records read back, verified line by line, and replayed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any, overload

from tefuda import _tefuda
from tefuda._checks import lang_of, observer_of, path_of, text_of, whole, width_of
from tefuda.table import Payoffs

__all__ = ["Records", "Replay", "load_records", "read_records"]


class Replay:
    """A recorded game, to be stepped through: as one seat saw it or, as it is over, with everything face up.

    In a notebook it draws its last moment; ``replay.svg(12)`` is the table after twelve events.
    """

    def __init__(self, recorded: _tefuda.Recorded) -> None:
        """Take what :func:`load_records` read."""
        self._recorded = recorded
        self._header = recorded.header()
        self._events = recorded.notation()

    @property
    def game(self) -> str:
        """The game with its options."""
        return str(self._header["game"])

    @property
    def names(self) -> list[str]:
        """Who sat where."""
        return list(self._header["seats"])

    @property
    def header(self) -> dict[str, Any]:
        """All that stands above the record: also the seeds, and the place in the series."""
        return dict(self._header)

    @property
    def events(self) -> list[str]:
        """What happened, in order, in the game's notation."""
        return list(self._events)

    @property
    def payoffs(self) -> Payoffs:
        """What each seat earned."""
        return Payoffs(**self._recorded.payoffs())

    def __len__(self) -> int:
        """Count the events."""
        return len(self._events)

    def told(self, seat: str | None = None, lang: str = "en") -> list[str]:
        """Tell what a seat saw, a sentence an event; without a seat, everything in notation."""
        return self._recorded.told(observer_of(seat), lang_of(lang))

    def text(
        self,
        after: int | None = None,
        *,
        seat: str | None = None,
        notes: str | None = None,
        lang: str = "en",
        width: int = 80,
    ) -> str:
        """Draw the table for a terminal after so many events (all, if not given).

        ``notes`` names an estimator, whose thoughts from that seat then stand beside the seats.
        """
        return self._recorded.text(self._after(after), *_look(seat, notes, lang), width_of(width))

    def svg(
        self,
        after: int | None = None,
        *,
        seat: str | None = None,
        notes: str | None = None,
        lang: str = "en",
    ) -> str:
        """Draw the same for a page or a notebook."""
        return self._recorded.svg(self._after(after), *_look(seat, notes, lang))

    def _after(self, after: int | None) -> int:
        return len(self) if after is None else whole("after", after, 0, len(self))

    def _repr_svg_(self) -> str:
        return self.svg()

    def __reduce__(self) -> tuple[Callable[..., Replay], tuple[Any, ...]]:
        """Pickle it as the record it is, which is verified again when it is read."""
        return _unpickled, (self._recorded.file(), self._header)

    def __repr__(self) -> str:
        """Name the game and who sat where."""
        return f"Replay({self.game!r}, {self.names!r}, {len(self)} events)"


def _unpickled(file: str, header: dict[str, Any]) -> Replay:
    games, _ = _tefuda.records_read(file)
    replay = Replay(games[0])
    # A record that stands alone says so; this one keeps its place in its file.
    replay._header = header
    return replay


def _look(seat: Any, notes: Any, lang: Any) -> tuple[str | None, str | None, str]:
    return observer_of(seat), None if notes is None else text_of("notes", notes, "uniform"), lang_of(lang)


class Records(Sequence[Replay]):
    """The games of a file. ``cut`` says where it ends too early, if whoever wrote it was interrupted."""

    def __init__(self, games: list[Replay], cut: str | None) -> None:
        """Take the games in order."""
        self._games, self.cut = games, cut

    def __len__(self) -> int:
        """Count the whole games."""
        return len(self._games)

    @overload
    def __getitem__(self, index: int) -> Replay: ...
    @overload
    def __getitem__(self, index: slice) -> list[Replay]: ...
    def __getitem__(self, index: int | slice) -> Replay | list[Replay]:
        """Give one game, or some."""
        return self._games[index]

    def __iter__(self) -> Iterator[Replay]:
        """Go through the games."""
        return iter(self._games)

    def rows(self) -> list[dict[str, Any]]:
        """Give a row a game and seat, for a data frame: ``polars.DataFrame(records.rows())``."""
        return [
            {
                "record": number,
                "game": replay.game,
                "seat": chr(ord("A") + seat),
                "agent": name,
                "points": replay.payoffs.points[seat],
                "win": replay.payoffs.wins[seat],
                "events": len(replay),
            }
            for number, replay in enumerate(self)
            for seat, name in enumerate(replay.names)
        ]

    def __repr__(self) -> str:
        """Count the games."""
        short = "" if self.cut is None else f", cut short: {self.cut}"
        return f"Records({len(self)} games{short})"


def load_records(path: str | os.PathLike[str]) -> Records:
    """Read and verify a file of records, plain or compressed with zstd.

    They come from :func:`tefuda.match`, ``tefuda match --records``, ``tefuda play --record`` and
    ``tefuda run --records``. Every event is checked against the rules: a file that was edited is
    :class:`tefuda.Broken`, with the line.
    """
    games, cut = _tefuda.records_load(path_of("path", path))
    return Records([Replay(game) for game in games], cut)


def read_records(text: str) -> Records:
    """Read and verify the same from a text, as :attr:`tefuda.Table.record` gives it."""
    games, cut = _tefuda.records_read(text_of("text", text, "the lines of a record"))
    return Records([Replay(game) for game in games], cut)
