"""Thousands of games a step, numpy arrays in and out, after Gymnasium's conventions for vectors of environments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt

from tefuda import _tefuda
from tefuda._checks import flag, game_of, one_of, seats_of, seed_of, series_of, shown, whole
from tefuda._tefuda import Refused

__all__ = ["Batch", "batch"]

Floats = npt.NDArray[np.float32]
Bools = npt.NDArray[np.bool_]


@dataclass
class _Arrays:
    """What every step is written into; the compiled half reads the fields by name."""

    obs: Floats
    mask: npt.NDArray[np.uint8]
    seat: npt.NDArray[np.uint8]
    rewards: Floats
    ended: Bools
    over: Bools
    finals: Floats | None

    @classmethod
    def make(cls, tables: int, seats: int, width: int, ids: int, same_step: bool) -> _Arrays:
        return cls(
            obs=np.zeros((tables, width), np.float32),
            mask=np.zeros((tables, ids), np.uint8),
            seat=np.zeros(tables, np.uint8),
            rewards=np.zeros((tables, seats), np.float32),
            ended=np.zeros(tables, np.bool_),
            over=np.zeros(tables, np.bool_),
            finals=np.zeros((tables, width), np.float32) if same_step else None,
        )


class Batch:
    """Many tables of one game, stepped together; :func:`batch` makes it.

    A row is the seat that must choose next at its table. Where several seats choose at once they are asked one after
    the other, and none sees what the others chose. Rows are what that seat sees, and nothing else.

    The arrays are allocated once and written in place: what :meth:`step` gave is overwritten by the next step. Copy
    what you keep, or open the batch with ``copy=True``.
    """

    def __init__(
        self,
        game: str,
        num_envs: int,
        *,
        seats: int | None = None,
        series: int | None = None,
        seed: int = 0,
        autoreset: str = "next_step",
        copy: bool = False,
    ) -> None:
        """Open the tables; :func:`batch` says what everything means."""
        self.game, self.autoreset = game_of(game), one_of("autoreset", autoreset, ("next_step", "same_step"))
        self._seed, self._copy, self._same_step = seed_of(seed), flag("copy", copy), autoreset == "same_step"
        tables, at_a_table = whole("n", num_envs, 1, 10_000_000), seats_of(game, seats)
        self._batch = _tefuda.Batch(game, at_a_table, tables, series_of(series), self._seed, self._same_step)
        self.num_envs, self.num_seats, self.num_features, self.num_actions = self._batch.shape()
        self._arrays = _Arrays.make(*self._batch.shape(), self._same_step)
        self._begun = False

    def reset(self, seed: int | None = None) -> tuple[Floats, dict[str, Any]]:
        """Begin anew at every table: rows, and ``info``. Without a seed it begins as it did before.

        Equal seeds give equal bytes, here and in Rust: table ``t`` derives its luck from the seed and ``t`` alone.
        """
        self._seed = self._seed if seed is None else seed_of(seed)
        self._batch.restart(self._seed, self._arrays)
        self._begun = True
        return self._shown(self._arrays.obs), self._info()

    def step(self, actions: npt.ArrayLike) -> tuple[Floats, Floats, Bools, Bools, dict[str, Any]]:
        """Take one action id a table: rows, rewards (tables x seats), terminations, truncations, ``info``.

        Rewards are 0 but where a game has just ended: then every seat's points. Nothing is ever truncated. ``info`` has

        * ``action_mask`` (tables x ids): which ids the next step takes. Where a game is over it takes any.
        * ``seat`` (tables): who must choose; whoever chose last where a game is over.
        * ``final_obs`` and ``_final_obs``, with ``autoreset="same_step"``: the last row of games that have just
          ended, and at which tables there is one.

        With ``autoreset="next_step"`` the step that ends a game shows its end, and the next one begins another game,
        whatever the id. An id that is not legal is refused, and then no table has changed.
        """
        if not self._begun:
            raise Refused("reset the batch before its first step")
        ids = self._ids(actions)
        try:
            self._batch.step(ids, self._arrays)
        except Refused:
            self._refuse_negative(ids)
            raise
        arrays = self._arrays
        truncations = np.zeros(self.num_envs, np.bool_)
        return (
            self._shown(arrays.obs),
            self._shown(arrays.rewards),
            self._shown(arrays.ended),
            truncations,
            self._info(),
        )

    def legal(self) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint32]]:
        """List the legal ids of all tables, one table after the other, and where those of each begin (and end)."""
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

    def _info(self) -> dict[str, Any]:
        arrays = self._arrays
        info: dict[str, Any] = {
            "action_mask": self._shown(arrays.mask.view(np.bool_)),
            "seat": self._shown(arrays.seat),
        }
        if arrays.finals is not None:
            info["final_obs"] = self._shown(arrays.finals)
            info["_final_obs"] = self._shown(arrays.ended)
        return info

    def _shown(self, array: Any) -> Any:
        return array.copy() if self._copy else array

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


def batch(
    game: str,
    n: int,
    *,
    seats: int | None = None,
    series: int | None = None,
    seed: int = 0,
    autoreset: str = "next_step",
    copy: bool = False,
) -> Batch:
    """Open ``n`` tables of a game that are stepped together, many thousand games a second.

    More than fit into 8 GiB, with their rows and masks, are refused, and the text says how many fit.

    >>> b = tefuda.batch("buzzard", 4096)
    >>> obs, info = b.reset(seed=1)
    >>> generator = np.random.default_rng(0)
    >>> obs, rewards, terminations, truncations, info = b.step(b.sample(generator))

    ``seats`` is how many sit at a table (the fewest the game has if not given); ``series`` how many games follow one
    another with what the game carries over (the game's usual number). ``autoreset`` is Gymnasium's ``"next_step"`` or
    ``"same_step"``, and ``copy=True`` gives fresh arrays every time. Python's other threads go on during a step.
    """
    return Batch(game, n, seats=seats, series=series, seed=seed, autoreset=autoreset, copy=copy)
