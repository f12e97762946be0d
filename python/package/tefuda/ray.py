"""Experiments on a Ray cluster: the lab's chunks on every node, the bytes of one machine.

>>> import tefuda.ray
>>> tefuda.ray.run("experiments/buzzard_uct", address="auto", quick=True)  # doctest: +SKIP

This machine gives out chunks and keeps what comes back in its own folder; nodes need the same wheel of `tefuda`
and no shared disk. A worker or a node that dies costs the chunks it was playing, which are given out again. If
the whole cluster is lost, or this machine, the same call goes on from the finished chunks. `docs/cluster.md` has
more.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from tefuda._checks import text_of, whole
from tefuda._tefuda import Broken, Refused, Run, Worker
from tefuda.experiments import Place, Results, listening, plan, progress_of

try:
    import ray
    from ray.exceptions import RayError, RayTaskError
except ImportError as missing:
    raise ImportError("tefuda.ray needs Ray: pip install 'tefuda[ray]'") from missing

__all__ = ["Progress", "run"]

#: Enough tasks for each core that none waits long for the last one, and few enough that giving out is cheap.
TASKS_PER_CORE = 16
#: More chunks in one task would be lost with one worker.
MOST_CHUNKS = 32
#: How often the driver looks up while nothing comes back, so that Ctrl-C is heard.
LOOK_S = 1.0


@dataclass(frozen=True)
class Progress:
    """How far a run on a cluster is."""

    #: Units (games, or deals when paired) that are done.
    done: int
    #: Units in all.
    of: int
    #: The nodes that have played so far, by Ray's ids.
    nodes: frozenset[str]
    #: Tasks that were lost with their worker or node, and given out again.
    lost: int


Listener = Callable[[Progress], object]


def run(
    experiment: Place,
    address: str | None = None,
    *,
    out: Place | None = None,
    quick: bool = False,
    games: int | None = None,
    seed: int | None = None,
    records: bool = False,
    fresh: bool = False,
    retries: int = 5,
    progress: Listener | bool | None = None,
) -> Results:
    """Run an experiment on a Ray cluster, and give its results: the same bytes as :func:`tefuda.run` gives.

    ``address`` is the cluster's, as `ray.init` takes it (``"auto"``, ``"10.0.0.1:6379"``); without one, the
    connection that is open already is used, or a cluster of this machine alone. ``out`` is a folder of *this*
    machine. ``retries`` is how often the same chunks may be lost with their worker before the run is given up.

    ``progress`` is called with a :class:`Progress` whenever chunks come back; ``True`` writes lines instead.
    The other arguments are those of :func:`tefuda.run`.
    """
    address = None if address is None else text_of("address", address, "auto")
    retries, progress = whole("retries", retries, 0, 1000), progress_of(progress)
    planned = plan(
        experiment,
        out,
        quick=quick,
        games=games,
        seed=seed,
        records=records,
        fresh=fresh,
        caller="tefuda.ray.run",
    )
    begun = time.monotonic()
    missing = planned.begin()
    cores = 1
    with connected(address), _told(planned.name, progress) as listener:
        cores = _cores()
        _Driver(planned, missing, retries, listener).go()
    told = planned.finish(time.monotonic() - begun, cores)
    assert told is not None, "every chunk was played"
    return Results(told)


def play(order: str, chunks: list[int]) -> tuple[str, bytes]:
    """What a node does: plays chunks after a run's order, and says which node it is."""
    return ray.get_runtime_context().get_node_id(), _worker(order).play(chunks)


@lru_cache(maxsize=1)
def _worker(order: str) -> Worker:
    """A process plays many tasks of one run, and to work out a plan can take half a second."""
    return Worker(order)


@contextmanager
def connected(address: str | None) -> Iterator[None]:
    """The caller's own connection to a cluster, which stays open, or one for this run alone."""
    if ray.is_initialized():
        here = ray.get_runtime_context().gcs_address
        if address not in (None, "auto", here):
            raise Refused(f"this process is connected to another cluster ({here}): call ray.shutdown() first")
        yield
        return
    ray.init(address=address, log_to_driver=False, include_dashboard=False if address is None else None)
    try:
        yield
    finally:
        ray.shutdown()


@contextmanager
def _told(name: str, progress: Listener | bool | None) -> Iterator[Listener]:
    if callable(progress):
        yield progress
        return
    with listening(name, progress) as line:
        yield lambda now: None if line is None else line(now.done, now.of)


def _cores() -> int:
    there: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]
    return max(1, int(there.get("CPU", 1)))


@dataclass
class _Task:
    chunks: list[int]
    #: How often it was lost.
    lost: int = 0


def _tasks(missing: list[int], cores: int) -> list[_Task]:
    """Cuts the work. Neighbouring chunks cost alike, so every task takes some from everywhere."""
    size = max(1, min(MOST_CHUNKS, len(missing) // (TASKS_PER_CORE * cores)))
    count = -(-len(missing) // size)
    return [_Task(missing[start::count]) for start in range(count)]


@dataclass
class _Driver:
    """Gives out tasks, keeps what comes back, and gives out again what was lost."""

    planned: Run
    missing: list[int]
    retries: int
    listener: Listener
    flying: dict[Any, _Task] = field(default_factory=dict)
    nodes: set[str] = field(default_factory=set)
    lost: int = 0

    def go(self) -> None:
        """Play everything that is missing."""
        waiting = deque(_tasks(self.missing, _cores()))
        # Ray's own retries stay off: what is lost is counted here, and told.
        self.play = ray.remote(num_cpus=1, max_retries=0)(play)
        self.order = self.planned.order()
        self.done = self.of = self.planned.units_of(list(range(self.planned.chunks)))
        self.done -= self.planned.units_of(self.missing)
        self._tell()
        try:
            while waiting or self.flying:
                self._send(waiting)
                back, _ = ray.wait(list(self.flying), timeout=LOOK_S)
                for reference in back:
                    self._receive(reference, waiting)
        finally:
            # Whatever ended it: the cluster's owner wants no orphans.
            for reference in self.flying:
                ray.cancel(reference, force=True)

    def _send(self, waiting: deque[_Task]) -> None:
        """Keeps every core busy, also of nodes that join later, with one task more for each in the queue."""
        while waiting and len(self.flying) < 2 * _cores():
            task = waiting.popleft()
            self.flying[self.play.remote(self.order, task.chunks)] = task

    def _receive(self, reference: Any, waiting: deque[_Task]) -> None:
        task = self.flying.pop(reference)
        try:
            node, sent = ray.get(reference)
        except RayTaskError as failed:
            # The task itself failed, and would fail again anywhere.
            raise failed.cause or failed from None
        except RayError as lost:
            self._again(task, lost, waiting)
        else:
            self.nodes.add(node)
            self.done += self.planned.units_of(self.planned.keep(sent))
        self._tell()

    def _again(self, task: _Task, why: RayError, waiting: deque[_Task]) -> None:
        task.lost += 1
        self.lost += 1
        if task.lost > self.retries:
            raise Broken(
                f"chunks {task.chunks} were lost {task.lost} times with their worker ({why}): "
                f"run it again to go on from the finished chunks in {self.planned.folder}"
            ) from why
        waiting.append(task)

    def _tell(self) -> None:
        self.listener(Progress(self.done, self.of, frozenset(self.nodes), self.lost))
