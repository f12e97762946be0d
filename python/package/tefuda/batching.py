"""Thousands of games a step, numpy arrays in and out, after Gymnasium's conventions for vectors of environments."""

from __future__ import annotations

import os
from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, NoReturn, TypedDict

import numpy as np
import numpy.typing as npt

from tefuda import _tefuda
from tefuda._checks import (
    entrants_of,
    flag,
    game_of,
    number,
    one_of,
    seats_of,
    seed_of,
    series_of,
    shown,
    text_of,
    whole,
)
from tefuda._tefuda import Refused
from tefuda.packing import Packing

__all__ = ["Batch", "Info", "batch"]

Floats = npt.NDArray[np.float32]
Bools = npt.NDArray[np.bool_]
#: Rows as floats or, packed, as bytes.
Rows = npt.NDArray[Any]
Step = tuple[Rows, Floats, Bools, Bools, "Info"]


class Info(TypedDict, total=False):
    """What :meth:`Batch.reset` and :meth:`Batch.step` tell besides; what was not asked for is missing."""

    seat: npt.NDArray[np.uint8]
    """Who must choose at each table; whoever chose last where a game is over."""
    action_mask: Bools
    """Tables x ids: which ids the next step takes. Where a game is over it takes any."""
    legal_ids: npt.NDArray[np.uint32]
    """With ``legal="list"``: the legal ids of all tables, one table after the other. None where a game is over."""
    legal_offsets: npt.NDArray[np.uint32]
    """Where those of each table begin, and last where they end."""
    final_obs: Rows
    """With ``autoreset="same_step"``: the last row of games that have just ended."""
    _final_obs: Bools
    """At which tables there is one."""
    player: npt.NDArray[np.int8]
    """With ``others`` or ``own``: which own player is asked at each table."""
    seating: npt.NDArray[np.int8]
    """Tables x seats: the own player on each seat, or ``-1 - k`` for the one that is ``others[k]``."""
    truth: Floats
    """With ``truth=True``: what is hidden, a figure for each of :attr:`Batch.truth_names`."""
    events: npt.NDArray[np.int32]
    """With ``events=True``: what the seat that is asked saw since its last question, all tables one after the other."""
    event_offsets: npt.NDArray[np.uint32]
    """Which is the first event of each table, and last how many there are."""


@dataclass
class _Arrays:
    """What every step is written into; the compiled half reads the fields by name and leaves out what is None."""

    obs: Floats | None
    packed: npt.NDArray[np.uint8] | None
    mask: npt.NDArray[np.uint8] | None
    seat: npt.NDArray[np.uint8]
    rewards: Floats
    ended: Bools
    over: Bools
    finals: Floats | None
    packed_finals: npt.NDArray[np.uint8] | None
    player: npt.NDArray[np.int8] | None
    seating: npt.NDArray[np.int8] | None
    truth: Floats | None

    @property
    def rows(self) -> Rows:
        """What each seat sees, as it was asked for."""
        rows = self.packed if self.obs is None else self.obs
        assert rows is not None
        return rows


class Batch:
    """Many tables of one game, stepped together; :func:`batch` makes it.

    A row is the seat that must choose next at its table. Where several seats choose at once they are asked one after
    the other, and none sees what the others chose. Rows are what that seat sees, and nothing else.

    The arrays are allocated once and written in place: what :meth:`step` gave is overwritten by the next step, what
    :meth:`recv` gave by the second :meth:`send` after it. Copy what you keep, or open the batch with ``copy=True``.
    """

    def __init__(
        self,
        game: str,
        num_envs: int,
        *,
        seats: int | None = None,
        series: int | None = None,
        seed: int = 0,
        autoreset: Literal["next_step", "same_step"] = "next_step",
        copy: bool = False,
        threads: int = 1,
        rows: Literal["float", "packed"] = "float",
        legal: Literal["mask", "list"] = "mask",
        others: Iterable[str] | None = None,
        own: Iterable[int] | None = None,
        truth: bool = False,
        events: bool = False,
        most_gib: float = 8,
    ) -> None:
        """Open the tables; :func:`batch` says what everything means."""
        self.game, self.autoreset = game_of(game), one_of("autoreset", autoreset, ("next_step", "same_step"))
        self._seed, self._copy, self._same_step = seed_of(seed), flag("copy", copy), autoreset == "same_step"
        self._packed = one_of("rows", rows, ("float", "packed")) == "packed"
        self._lists = one_of("legal", legal, ("mask", "list")) == "list"
        tables, at_a_table = whole("n", num_envs, 1, 10_000_000), seats_of(game, seats)
        self.others, self.own = _others(others), _own(own)
        self._batch = _tefuda.Batch(
            game,
            at_a_table,
            tables,
            series=series_of(series),
            seed=self._seed,
            same_step=self._same_step,
            threads=whole("threads", threads, 1, 1024),
            own=self.own,
            others=self.others,
            truth=flag("truth", truth),
            events=flag("events", events),
            most_gib=number("most_gib", most_gib, 0, 1_000_000),
        )
        self.num_envs, self.num_seats, self.num_features, self.num_actions = self._batch.shape()
        self.truth_names, self.event_names = self._batch.names()
        self._company, self._truth, self._events = others is not None or own is not None, truth, events
        self._arrays = self._make()
        self._spare: _Arrays | None = None
        self._begun = self._closed = False
        self._sent: Future[None] | None = None
        self._aside: tuple[int, ThreadPoolExecutor] | None = None

    def _make(self) -> _Arrays:
        tables, seats, width, ids = self._batch.shape()
        packed = self._batch.packed()
        floats, bytes = (self._same_step and not self._packed), (self._same_step and self._packed)
        return _Arrays(
            obs=None if self._packed else np.zeros((tables, width), np.float32),
            packed=np.zeros((tables, packed), np.uint8) if self._packed else None,
            mask=None if self._lists else np.zeros((tables, ids), np.uint8),
            seat=np.zeros(tables, np.uint8),
            rewards=np.zeros((tables, seats), np.float32),
            ended=np.zeros(tables, np.bool_),
            over=np.zeros(tables, np.bool_),
            finals=np.zeros((tables, width), np.float32) if floats else None,
            packed_finals=np.zeros((tables, packed), np.uint8) if bytes else None,
            player=np.zeros(tables, np.int8) if self._company else None,
            seating=np.zeros((tables, seats), np.int8) if self._company else None,
            truth=np.zeros((tables, len(self.truth_names)), np.float32) if self._truth else None,
        )

    def reset(self, seed: int | None = None) -> tuple[Rows, Info]:
        """Begin anew at every table: rows, and ``info``.

        With a seed the games are those of a batch that was opened with it. Without one the first reset plays the games
        of the seed given at opening, and every later one others, which follow from it and the number of resets.

        Equal seeds give equal bytes, here and in Rust: table ``t`` derives its luck from the seed and ``t`` alone.
        """
        self._check_free("reset")
        if seed is not None:
            self._seed = seed_of(seed)
        self._batch.restart(None if seed is None else self._seed, self._arrays)
        self._begun = True
        return self._shown(self._arrays.rows), self._info()

    def step(self, actions: npt.ArrayLike) -> Step:
        """Take one action id a table: rows, rewards (tables x seats), terminations, truncations, ``info``.

        Rewards are 0 but where a game has just ended: then every seat's points. Nothing is ever truncated. ``info``
        has what :class:`Info` lists, as far as it was asked for; always ``seat``.

        With ``autoreset="next_step"`` the step that ends a game shows its end, and the next one begins another game,
        whatever the id. An id that is not legal is refused, and then no table has changed.
        """
        self._check_free("step")
        self._check_begun()
        self._step(self._ids(actions), self._arrays)
        return self._stepped()

    def send(self, actions: npt.ArrayLike) -> None:
        """Begin a step on a thread aside and return at once; :meth:`recv` waits for it and gives what it gives.

        What the last step or :meth:`recv` gave stays as it is meanwhile: the two sets of arrays take turns.
        """
        self._check_free("send")
        self._check_begun()
        ids = np.array(self._ids(actions))
        spare = self._spare or self._make()
        self._arrays, self._spare = spare, self._arrays
        if self._aside is None or self._aside[0] != os.getpid():
            self._aside = os.getpid(), ThreadPoolExecutor(1, "tefuda-batch")
        self._sent = self._aside[1].submit(self._step, ids, spare)

    def recv(self) -> Step:
        """Wait for the step that was sent: what :meth:`step` gives. It raises what that raises."""
        self._check_open()
        sent, self._sent = self._sent, None
        if sent is None:
            raise Refused("nothing was sent; send actions first")
        if self._aside is None or self._aside[0] != os.getpid():
            raise Refused("the actions were sent in another process, which alone receives what comes of them")
        try:
            sent.result()
        except BaseException:
            # What was there before is there still.
            assert self._spare is not None
            self._arrays, self._spare = self._spare, self._arrays
            raise
        return self._stepped()

    def legal(self) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint32]]:
        """List the legal ids of all tables, one table after the other, and where those of each begin (and end)."""
        self._check_free("legal")
        return self._batch.legal()

    def sample(self, generator: np.random.Generator) -> npt.NDArray[np.int64]:
        """Choose a legal id at every table, each as likely as any other."""
        if not isinstance(generator, np.random.Generator):
            raise Refused(f"generator is one of numpy, e.g. numpy.random.default_rng(0), not {shown(generator)}")
        ids, offsets = self.legal()
        counts = np.diff(offsets.astype(np.int64))
        chosen = offsets[:-1] + (generator.random(self.num_envs) * counts).astype(np.int64)
        # A table whose game is over has no legal ids: any id begins its next game.
        return np.where(counts > 0, np.append(ids, 0)[np.minimum(chosen, len(ids))], 0).astype(np.int64)

    def save(self) -> bytes:
        """Write down all tables as they stand, with their luck: a batch opened alike goes on from it by :meth:`load`.

        Whoever reads it learns what is hidden. Another version of Tefuda may refuse it.
        """
        self._check_free("save")
        self._check_begun()
        return self._batch.save()

    def load(self, saved: bytes) -> tuple[Rows, Info]:
        """Go on where a batch that was opened alike was saved: rows and ``info``, as :meth:`reset` gives them.

        Only ``threads``, ``rows``, ``legal``, ``copy``, ``truth``, ``events`` and the seed may differ. Players of the
        house are told of the games so far and not asked again.
        """
        self._check_free("load")
        if not isinstance(saved, bytes):
            raise Refused(f"saved is what save() gave, as bytes, not {shown(saved)}")
        begun, self._begun = self._begun, False
        try:
            self._batch.load(saved, self._arrays)
        except Refused:
            self._begun = begun
            raise
        self._begun = True
        return self._shown(self._arrays.rows), self._info()

    def close(self) -> None:
        """End the thread that :meth:`send` began and let the tables go."""
        if self._aside is not None and self._aside[0] == os.getpid():
            self._aside[1].shutdown()
        self._aside = self._sent = None
        if not self._closed:
            self._closed = True
            del self._batch

    def __enter__(self) -> Batch:
        """Give the batch itself: at the end of ``with`` it is closed."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self.close()

    @cached_property
    def _figures(self) -> _tefuda.Figures:
        return _tefuda.figures(self.game, self.num_seats)

    @property
    def feature_names(self) -> list[str]:
        """What each figure of a row is."""
        return list(self._figures["features"])

    @property
    def feature_low(self) -> Floats:
        """The least that each figure of a row can be."""
        return self._figures["low"]

    @property
    def feature_high(self) -> Floats:
        """The most that each figure of a row can be."""
        return self._figures["high"]

    @property
    def packing(self) -> Packing:
        """How ``rows="packed"`` packs figures: what :func:`tefuda.unpack` needs."""
        return self._packing

    @cached_property
    def _packing(self) -> Packing:
        return Packing._of(self._figures)

    @property
    def action_names(self) -> list[str]:
        """The action of each id, in the notation of the game."""
        return list(self._figures["actions"])

    @cached_property
    def action_features(self) -> Floats:
        """Ids x figures: each action described, the same in every position, for networks that score actions."""
        return self._figures["described"].reshape(self.num_actions, -1)

    @property
    def action_feature_names(self) -> list[str]:
        """What each figure of :attr:`action_features` is."""
        return list(self._figures["action_features"])

    def _step(self, ids: npt.NDArray[Any], arrays: _Arrays) -> None:
        try:
            self._batch.step(ids, arrays)
        except Refused:
            self._refuse_negative(ids)
            raise

    def _stepped(self) -> Step:
        arrays, truncations = self._arrays, np.zeros(self.num_envs, np.bool_)
        obs, rewards, terminations = map(self._shown, (arrays.rows, arrays.rewards, arrays.ended))
        return obs, rewards, terminations, truncations, self._info()

    def _info(self) -> Info:
        arrays = self._arrays
        info: Info = {"seat": self._shown(arrays.seat)}
        if arrays.mask is not None:
            info["action_mask"] = self._shown(arrays.mask.view(np.bool_))
        if self._lists:
            info["legal_ids"], info["legal_offsets"] = self._batch.legal()
        finals = arrays.packed_finals if arrays.finals is None else arrays.finals
        if finals is not None:
            info["final_obs"] = self._shown(finals)
            info["_final_obs"] = self._shown(arrays.ended)
        if arrays.player is not None:
            info["player"], info["seating"] = self._shown(arrays.player), self._shown(arrays.seating)
        if arrays.truth is not None:
            info["truth"] = self._shown(arrays.truth)
        if self._events:
            events, info["event_offsets"] = self._batch.heard()
            info["events"] = events.reshape(-1, len(self.event_names))
        return info

    def _shown(self, array: Any) -> Any:
        return array.copy() if self._copy else array

    def _check_open(self) -> None:
        if self._closed:
            raise Refused("the batch is closed; open another")

    def _check_free(self, what: str) -> None:
        self._check_open()
        if self._sent is not None:
            raise Refused(f"a step was sent and not received; call recv() before {what}()")

    def _check_begun(self) -> None:
        if not self._begun:
            raise Refused("reset the batch before its first step")

    def _ids(self, actions: npt.ArrayLike) -> npt.NDArray[Any]:
        try:
            ids = np.asarray(actions)
        except (TypeError, ValueError):
            raise Refused(f"actions has shape ({self.num_envs},), an id a table, not {shown(actions)}") from None
        if ids.shape != (self.num_envs,):
            raise Refused(f"actions has shape ({self.num_envs},), an id a table, not {ids.shape}")
        if ids.dtype in (np.int64, np.int32, np.uint32):
            return ids
        if ids.dtype.kind not in "iu":
            raise Refused(f"actions are whole numbers (int64), not {ids.dtype}")
        return ids.astype(np.int64)

    @staticmethod
    def _refuse_negative(ids: npt.NDArray[Any]) -> None:
        wrong = np.flatnonzero((ids < 0) | (ids > 2**32 - 2))
        if wrong.size:
            raise Refused(f"id {ids[wrong[0]]} at table {wrong[0]} is none; ids are counted from 0") from None

    def __repr__(self) -> str:
        """Name the game and the shape; nothing that is hidden."""
        shape = f"{self.num_envs} tables, {self.num_seats} seats, {self.num_features} figures, {self.num_actions} ids"
        return f"Batch({self.game!r}: {shape})"

    def __reduce__(self) -> NoReturn:
        """Refuse: a copy would carry what is hidden."""
        raise TypeError("a batch is not pickled or copied: it holds what is hidden; open another with the same seed")


def _others(value: Any) -> list[str]:
    """Read the players of the house."""
    example = '["rule", "mc(sims=50)"]'
    return [] if value is None else [text_of("a player", who, "rule") for who in entrants_of("others", value, example)]


def _own(value: Any) -> list[int] | None:
    """Read which own player has which place."""
    return (
        None if value is None else [whole("an own player", who, 0, 99) for who in entrants_of("own", value, "[0, 1]")]
    )


def batch(
    game: str,
    n: int,
    *,
    seats: int | None = None,
    series: int | None = None,
    seed: int = 0,
    autoreset: Literal["next_step", "same_step"] = "next_step",
    copy: bool = False,
    threads: int = 1,
    rows: Literal["float", "packed"] = "float",
    legal: Literal["mask", "list"] = "mask",
    others: Iterable[str] | None = None,
    own: Iterable[int] | None = None,
    truth: bool = False,
    events: bool = False,
    most_gib: float = 8,
) -> Batch:
    """Open ``n`` tables of a game that are stepped together, many thousand games a second.

    >>> b = tefuda.batch("buzzard", 4096)
    >>> obs, info = b.reset(seed=1)
    >>> generator = np.random.default_rng(0)
    >>> obs, rewards, terminations, truncations, info = b.step(b.sample(generator))

    * ``seats``: how many sit at a table (the fewest the game has if not given); ``series``: how many games follow one
      another with what the game carries over (the game's usual number).
    * ``autoreset`` is Gymnasium's ``"next_step"`` or ``"same_step"``; ``copy=True`` gives fresh arrays every time.
    * ``threads``: how many cores step the tables. The bytes are the same whatever their number. Python's other threads
      go on during a step.
    * ``rows="packed"`` gives rows as bits and bytes, a tenth of the size or less; :func:`tefuda.unpack` makes floats
      of them again, exactly, on a graphics card too.
    * ``legal="list"`` gives the legal ids as a list with offsets and writes no mask.
    * ``others``: players of the house, such as ``["rule", "mc(sims=50)"]``, who play inside the step; only the other
      seats are asked. ``own``: which learned player has each of the other places, such as ``[0, 0, 1]`` (the first has
      all if not given). Who sits where turns from series to series and from table to table.
    * ``truth=True`` shows what is hidden beside the rows, for labels and critics while training.
    * ``events=True`` tells what the seat that is asked saw since its last question.
    * ``most_gib``: more tables than fit into so many GiB, with their rows and masks, are refused, and the text says how
      many fit. What players of the house keep is not counted.
    """
    return Batch(
        game,
        n,
        seats=seats,
        series=series,
        seed=seed,
        autoreset=autoreset,
        copy=copy,
        threads=threads,
        rows=rows,
        legal=legal,
        others=others,
        own=own,
        truth=truth,
        events=events,
        most_gib=most_gib,
    )
