"""One own seat among players of the house, as a vector of environments of Gymnasium.

    env = tefuda.gymnasium.vector("raiders", 256, others=["heuristic"] * 4, threads=4)
    env = gymnasium.wrappers.vector.RecordEpisodeStatistics(env)
    obs, info = env.reset(seed=1)
    obs, rewards, terminations, truncations, info = env.step(actions)

``info["action_mask"]`` says which ids the next step takes. Needs ``pip install 'tefuda[gymnasium]'``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Box, Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from tefuda._checks import entrants_of, seats_of, shown
from tefuda._tefuda import Refused
from tefuda.batching import Batch, Info

__all__ = ["BatchVector", "vector"]

_MODES = {"next_step": AutoresetMode.NEXT_STEP, "same_step": AutoresetMode.SAME_STEP}


class BatchVector(VectorEnv[Any, Any, Any]):
    """Tables of one game at which one seat is asked; :func:`vector` makes it."""

    batch: Batch
    """The tables: names of figures and actions are there."""

    def __init__(self, batch: Batch) -> None:
        """Stand on a batch that asks one own seat at every table."""
        self.batch, self.num_envs = batch, batch.num_envs
        self.metadata = {"autoreset_mode": _MODES[batch.autoreset], "render_modes": []}
        self.single_observation_space = Box(batch.feature_low, batch.feature_high, dtype=np.float32)
        self.single_action_space = Discrete(batch.num_actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._own = np.zeros(self.num_envs, np.int64)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.float32], dict[str, Any]]:
        """Begin anew at every table, as :meth:`tefuda.Batch.reset` does. All tables have one seed, and no options."""
        if options:
            raise Refused(f"there are no options of a reset, so none is {shown(next(iter(options)))}")
        if isinstance(seed, list):
            raise Refused("seed is one number: every table derives its luck from it and its own number")
        obs, info = self.batch.reset(seed=seed)
        self._note_seats(info)
        return obs, self._told(info)

    def step(
        self, actions: Any
    ) -> tuple[
        npt.NDArray[np.float32],
        npt.NDArray[np.float64],
        npt.NDArray[np.bool_],
        npt.NDArray[np.bool_],
        dict[str, Any],
    ]:
        """Take one id a table; rewards are the points of the own seat where a game has just ended, else 0."""
        before = self._own
        obs, points, terminations, truncations, info = self.batch.step(actions)
        self._note_seats(info)
        # Where tables reset at once, the company may have turned since the game that ended.
        seats = before if self.batch.autoreset == "same_step" else self._own
        rewards = points[np.arange(self.num_envs), seats].astype(np.float64)
        return obs, rewards, terminations, truncations, self._told(info)

    def close_extras(self, **kwargs: Any) -> None:
        """Let the tables go."""
        self.batch.close()

    def _note_seats(self, info: Info) -> None:
        self._own = np.argmax(info["seating"] >= 0, axis=1)

    def _told(self, info: Info) -> dict[str, Any]:
        """Mark, as Gymnasium does, at which tables something is told: at all."""
        everywhere = np.ones(self.num_envs, np.bool_)
        marks = {f"_{key}": everywhere for key in info if key not in ("final_obs", "_final_obs")}
        return {**info, **marks}


def vector(
    game: str,
    n: int,
    *,
    others: str | Iterable[str],
    seats: int | None = None,
    series: int | None = None,
    seed: int = 0,
    autoreset: Literal["next_step", "same_step"] = "next_step",
    copy: bool = True,
    threads: int = 1,
) -> BatchVector:
    """Open ``n`` tables with one own seat each, as a ``gymnasium.vector.VectorEnv``.

    ``others`` are players of the house, one for each of the other seats, or one name for all of them. Everything else
    is as in :func:`tefuda.batch`, but that arrays are fresh at every step unless ``copy=False``.
    Gymnasium's own wrappers of observations want ``"next_step"``.

    >>> env = tefuda.gymnasium.vector("kuhn", 64, others=["random"])  # doctest: +SKIP
    """
    if isinstance(others, str):
        company: list[str] = [others] * (seats_of(game, seats) - 1)
    else:
        company = entrants_of("others", others, "['random']")
        if seats is not None and seats_of(game, seats) != len(company) + 1:
            raise Refused(f"{len(company)} others and the own seat are {len(company) + 1} seats, not {seats}")
    opened = Batch(
        game,
        n,
        seats=len(company) + 1,
        series=series,
        seed=seed,
        autoreset=autoreset,
        copy=copy,
        threads=threads,
        others=company,
    )
    return BatchVector(opened)
