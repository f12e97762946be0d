"""Experiments: run one or reproduce a paper's, and get its figures as a data frame.

>>> import tefuda
>>> results = tefuda.run("buzzard_uct", quick=True)  # doctest: +SKIP
>>> results.frame("simulations")  # doctest: +SKIP

An experiment is a file (`docs/experiments.md` lists every field), its folder, or the name of one that is
built in (:func:`list_experiments`). Finished chunks of work are kept as they come: what was interrupted goes on
from them. The results are the same bytes on any number of threads, from the command line, and from a cluster
(:mod:`tefuda.ray`).
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from os import PathLike
from pathlib import Path
from typing import Any, TextIO, Union

from tefuda import _tefuda
from tefuda._checks import flag, one_of, path_of, seed_of, shown, text_of, threads_of, whole
from tefuda._tefuda import Refused, Run, Worker

__all__ = ["Results", "Run", "Worker", "collect", "list_experiments", "plan", "reproduce", "run"]

Rows = list[dict[str, Any]]
Place = Union[str, "PathLike[str]"]
#: What is told how far a run is: the units (games, or deals when paired) that are done, and those in all.
Listener = Callable[[int, int], object]

#: What every figure of a table has besides its coordinates.
FIGURE = ("measure", "value", "low", "high", "n", "published", "beside")


class Results:
    """What came of an experiment: its tables, and the folder in which everything lies.

    ``data`` is `results.json` as it is; ``folder`` also has `games.parquet` and `report.html`. Printed, or as
    the last value of a notebook's cell, it shows the tables of the report.
    """

    def __init__(self, told: Mapping[str, Any]) -> None:
        """Wrap what the lab told; made by :func:`run` and :func:`collect`."""
        self.folder = Path(told["folder"])
        self.data: dict[str, Any] = told["results"]
        #: Whether all games that the config asks for were played, with its seed.
        self.full: bool = told["full"]
        self._text: str = told["text"]
        self._markdown: str = told["markdown"]

    @property
    def name(self) -> str:
        """The experiment's name."""
        return str(self.data["name"])

    @property
    def answer(self) -> str | None:
        """The answer to the experiment's question with the figures of this run, once its author wrote one."""
        answer = self.data["answer"]
        return None if answer is None else str(answer)

    @property
    def report(self) -> Path:
        """The page with tables and plots; it opens from disk."""
        return self.folder / "report.html"

    @property
    def parts(self) -> list[str]:
        """The names of the experiment's parts, each of which has a table of its own."""
        return [part["name"] for part in self.data["parts"]]

    def rows(self, part: str | None = None) -> Rows:
        """One row a figure: its part, its coordinates, the value with its 95 % interval, the paper's figure.

        ``published`` is the paper's figure where ours is of the reading that the paper states, ``beside`` one
        that only stands beside. An axis that another part of the same list does not have is ``None`` there.
        """
        parts = self._parts(part)
        axes = _distinct(axis["name"] for each in parts for axis in each["axes"])
        return [
            {
                "part": each["name"],
                "reading": cell["reading"],
                **{axis: cell["at"].get(axis) for axis in axes},
                **{key: cell[key] for key in FIGURE},
            }
            for each in parts
            for cell in each["cells"]
        ]

    def compared(self, part: str | None = None) -> Rows:
        """One row a claim: an arm against its base on the same deals, with the p-value corrected by Holm."""
        return self._claims(part, "compared")

    def recovered(self, part: str | None = None) -> Rows:
        """One row an arm: how much of the gap between two others it recovers, on the same deals."""
        return self._claims(part, "recovered")

    def frame(self, part: str | None = None, library: str | None = None) -> Any:
        """The same as :meth:`rows`, as a data frame: of Polars if it is there, else of pandas, else plain rows.

        ``library`` is ``"polars"``, ``"pandas"`` or ``"dicts"`` for whoever wants just that one.
        """
        return frame_of(self.rows(part), library)

    def games(self, library: str | None = None) -> Any:
        """`games.parquet` as a data frame: a row a game (a deal when paired), its seed and what was noted."""
        path = self.folder / "games.parquet"
        chosen = _library(library)
        if chosen != "dicts":
            return import_module(chosen).read_parquet(path)
        raise Refused("reading games.parquet needs Polars or pandas: pip install 'tefuda[frames]'")

    def _parts(self, name: str | None) -> list[dict[str, Any]]:
        wanted = None if name is None else text_of("part", name, self.parts[0])
        parts = [part for part in self.data["parts"] if wanted in (None, part["name"])]
        if not parts:
            raise Refused(f"{self.name} has no part `{name}`; there are {', '.join(self.parts)}")
        return parts

    def _claims(self, part: str | None, kind: str) -> Rows:
        claims = [(each["name"], claim) for each in self._parts(part) for claim in each[kind]]
        axes = _distinct(axis for _, claim in claims for axis in claim["at"])
        return [
            {
                "part": name,
                **{axis: claim["at"].get(axis) for axis in axes},
                **{key: value for key, value in claim.items() if key != "at"},
            }
            for name, claim in claims
        ]

    def __repr__(self) -> str:
        """Name, size and folder."""
        cells = sum(len(part["cells"]) for part in self.data["parts"])
        return f"<Results of {self.name}: {cells} figures in {len(self.parts)} parts, {self.folder}>"

    def __str__(self) -> str:
        """The tables as the command line prints them."""
        return self._text

    def _repr_markdown_(self) -> str:
        return self._markdown


def list_experiments() -> Rows:
    """Every experiment that can be run by name: its name, title and question.

    These are the built-in ones and those in a folder `experiments` here or above.
    """
    return list(_tefuda.experiments_list())


def run(
    experiment: Place,
    out: Place | None = None,
    *,
    quick: bool = False,
    games: int | None = None,
    seed: int | None = None,
    records: bool = False,
    fresh: bool = False,
    shard: str = "0/1",
    threads: int | None = None,
    progress: Listener | bool | None = None,
) -> Results | None:
    """Run an experiment on this machine, and give its results.

    ``experiment`` is a config file, its folder, or a name. ``quick`` plays the fewer games and cells that the
    config names for it, ``games`` so many a cell. ``records`` keeps every game. Everything lies in ``out``
    (usually ``runs/NAME`` or ``runs/NAME-quick``); a run that is there already is gone on from, or replaced if
    ``fresh``.

    Ctrl-C ends it after the chunks that are being played. ``progress`` is called with the units done and in
    all; by default a line tells it where the standard error is a terminal.

    With a ``shard`` such as ``"0/4"`` only this share of the work is done, and the result is ``None`` while
    chunks are missing: :func:`collect` puts the folders of all shards together.
    """
    planned = plan(experiment, out, quick=quick, games=games, seed=seed, records=records, fresh=fresh, shard=shard)
    with listening(planned.name, progress) as listener:
        told = planned.go(threads_of(threads), listener)
    return None if told is None else Results(told)


def reproduce(*names: str, out: Place = "runs", **options: Any) -> dict[str, Results]:
    """Run the papers' experiments, all or those of these names, and give the results of each.

    >>> tefuda.reproduce("buzzard_uct", quick=True)["buzzard_uct"].frame()  # doctest: +SKIP

    The options are those of :func:`run`, without its ``shard``; every experiment has its folder in ``out``.
    """
    if "shard" in options:
        raise Refused("reproduce plays whole experiments: give the shard to tefuda.run")
    suffix = "-quick" if options.get("quick") else ""
    found = {}
    folder, wanted = Path(path_of("out", out)), [text_of("a name", name, "buzzard_uct") for name in names]
    for name in wanted or [row["name"] for row in list_experiments()]:
        results = run(name, folder / f"{name}{suffix}", **options)
        assert results is not None, "the whole work was asked for"
        found[name] = results
    return found


def collect(*folders: Place) -> list[Results]:
    """The results of runs on disk. Shards of one run are put together into the first of their folders."""
    if not folders:
        raise Refused("name the folders of runs")
    return [Results(told) for told in _tefuda.collect([path_of("a folder", folder) for folder in folders])]


def plan(
    experiment: Place,
    out: Place | None,
    *,
    quick: bool = False,
    games: int | None = None,
    seed: int | None = None,
    records: bool = False,
    fresh: bool = False,
    shard: str = "0/1",
    caller: str = "tefuda.run",
) -> Run:
    """Work out an experiment for a folder, to play its chunks one by one; nothing is played or written yet.

    ``begin()`` lists the chunks that are missing, ``order()`` is what a :class:`Worker` on any machine needs to
    play some, ``keep()`` takes what it sent back, and ``finish()`` writes the results once none is missing.
    """
    games = None if games is None else whole("games", games, 1, 2**64 - 1)
    seed = None if seed is None else seed_of(seed)
    quick, records, fresh = flag("quick", quick), flag("records", records), flag("fresh", fresh)
    place, shard = path_of("experiment", experiment), text_of("shard", shard, "0/4")
    given = {"quick": quick, "games": games, "seed": seed, "records": records, "shard": shard}
    usual = {"quick": False, "games": None, "seed": None, "records": False, "shard": "0/1"}
    changed = [f"{key}={value!r}" for key, value in given.items() if value != usual[key]]
    return Run(
        place,
        None if out is None else path_of("out", out),
        quick=quick,
        games=games,
        seed=seed,
        records=records,
        existing="replace" if fresh else "resume",
        shard=shard,
        command=f"{caller}({', '.join([repr(place), *changed])})",
    )


def progress_of(value: Any) -> Any:
    """Read who is told of progress: somebody, everybody by a line (True), nobody (False), or as is usual (None)."""
    if not (value is None or isinstance(value, bool) or callable(value)):
        raise Refused(f"progress is a function, True, False or None, not {shown(value)}")
    return value


class listening:
    """Who is told of progress while a block runs: the caller's own listener, a line on the terminal, nobody."""

    def __init__(self, name: str, progress: Listener | bool | None, stream: TextIO | None = None) -> None:
        """Choose the listener: ``True`` always writes, ``None`` only to a terminal, ``False`` never."""
        progress = progress_of(progress)
        self._stream = sys.stderr if stream is None else stream
        self._name = name
        self._begun = time.monotonic()
        self._first: int | None = None
        self._shown = -1
        self._own = progress if callable(progress) else None
        self._terminal = self._stream.isatty()
        self._writes = progress is True or (progress is None and self._terminal)

    def __enter__(self) -> Listener | None:
        """The listener."""
        if self._own is not None:
            return self._own
        return self._write if self._writes else None

    def __exit__(self, *_: object) -> None:
        """Leave the terminal's line."""
        if self._shown >= 0 and self._terminal:
            self._stream.write("\n")

    def _write(self, done: int, of: int) -> None:
        if of == 0:
            return
        if self._first is None:
            self._first = done
        # A log gets a line every tenth part, a terminal one line that changes.
        step = (1000 if self._terminal else 10) * done // of
        if step == self._shown:
            return
        self._shown = step
        line = f"{self._name}: {done:,} of {of:,} units{self._left(done, of)}"
        self._stream.write(f"\r{line:<78}" if self._terminal else f"{line}\n")
        self._stream.flush()

    def _left(self, done: int, of: int) -> str:
        played, spent = done - (self._first or 0), time.monotonic() - self._begun
        return f", about {spent * (of - done) / played:.0f} s left" if played and done < of else ""


def frame_of(rows: Rows, library: str | None = None) -> Any:
    """Rows as a data frame of the chosen library, or of the first that is installed."""
    chosen = _library(library)
    columns = {key: _uniform([row[key] for row in rows]) for key in (rows[0] if rows else {})}
    return rows if chosen == "dicts" else import_module(chosen).DataFrame(columns)


def _library(wanted: str | None) -> str:
    known = ["polars", "pandas", "dicts"]
    if wanted is not None:
        return str(one_of("library", wanted, tuple(known)))
    for name in known[:2]:
        try:
            import_module(name)
        except ImportError:
            continue
        return name
    return "dicts"


def _uniform(values: Sequence[Any]) -> list[Any]:
    """A column of one type: of texts if one is a text, of floats if one is a float, as in `games.parquet`."""
    there = [value for value in values if value is not None]
    if any(isinstance(value, str) for value in there):
        return [value if value is None or isinstance(value, str) else f"{value:g}" for value in values]
    if any(isinstance(value, float) for value in there):
        return [None if value is None else float(value) for value in values]
    return list(values)


def _distinct(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(names))
