"""A training on a Ray cluster: actors on all nodes play with the newest weights, this process learns.

An actor is a process with tables and a network of its own, on a core without a card. It is given weights, plays every
table on, and sends back the decisions whose games are over. It has one request under way at a time, so that what
waits here is at most one block an actor. Actors that die are replaced by new ones, which play other games.
"""

from __future__ import annotations

import contextlib
import dataclasses
import pickle
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import ray
from ray.exceptions import RayError, RayTaskError

import tefuda
from tefuda import _tefuda
from tefuda._tefuda import Broken, Refused
from tefuda.learn.backend import Backend, Block, pairs_of
from tefuda.learn.config import Config
from tefuda.learn.cores import one_core
from tefuda.learn.generate import Acting, Generator, Times, seats_at
from tefuda.learn.network import Weights
from tefuda.learn.train import opened
from tefuda.ray import LOOK_S, connected

__all__ = ["Actor", "Actors", "Order", "Played"]

Arrays = dict[str, npt.NDArray[Any]]
#: Places and counts travel as half of what they are computed with.
_WHOLE = ("ids", "counts", "choice")
#: So many actors for each one wanted may die, one after the other, before nothing was played.
_DEATHS = 3


@dataclass
class Order:
    """What an actor plays with, until it is given another one."""

    version: int
    """How many updates the newest weights have had since the actors began."""
    newest: Weights
    past: list[Weights]
    epsilon: float | None


@dataclass
class Played:
    """What an actor sends back: decisions whose games are over."""

    version: int
    """Of the weights that it played with last."""
    chosen_by: float
    """Mean version of the weights that chose: a game that is long may have begun with older ones."""
    arrays: Arrays
    times: Times


class Actor:
    """The tables of one process, and a network on its processor that acts."""

    def __init__(self, config: Config, scale: float, number: int) -> None:
        """Deal the first games; actors of other numbers play other games."""
        one_core()
        seed = int(np.random.SeedSequence([config.seed, 5, number]).generate_state(1)[0])
        self.backend, _, _ = opened(dataclasses.replace(config, seed=seed), seats_at(config), "cpu")
        self.generator = Generator(config, self.backend, scale, number)
        self.generator.begin()
        self._versions: dict[int, int] = {}

    def play(self, order: Order) -> Played:
        """Play every table on."""
        policy = self.backend.policy
        block = self.generator.block(Acting(policy(order.newest), [policy(one) for one in order.past], order.epsilon))
        versions = [self._versions.get(id(record), order.version) for record in block.records]
        # Those that are kept for games under way are alive, so that nobody else has their id.
        kept = {id(kept.record) for source in self.generator.sources for kept in source.kept}
        self._versions = {id(r): version for r, version in zip(block.records, versions) if id(r) in kept}
        each = np.repeat(np.array(versions, np.float64), [len(record.counts) for record in block.records])
        mean = float(each[block.chosen].mean()) if block.decisions else float(order.version)
        times, self.generator.times = self.generator.times, Times()
        return Played(order.version, mean, packed(self.backend, block), times)


def packed(backend: Backend, block: Block) -> Arrays:
    """Copy the decisions of a block to the host, and nothing else of its rows."""
    hosted = [backend.hosted(record) for record in block.records]
    names: list[str] = [name for name in ("rows", "counts", "choice", "logp", "value", "truth") if name in hosted[0]]
    arrays: Arrays = {name: np.concatenate([one[name] for one in hosted])[block.chosen] for name in names}
    counts = np.concatenate([one["counts"] for one in hosted])
    begin = np.cumsum(counts) - counts
    _, place, _ = pairs_of(begin[block.chosen], arrays["counts"])
    arrays["ids"] = np.concatenate([one["ids"] for one in hosted])[place]
    arrays["advantage"], arrays["target"] = (np.asarray(a)[block.chosen] for a in (block.advantage, block.target))
    return {name: array.astype(np.int32) if name in _WHOLE else array for name, array in arrays.items()}


def unpacked(backend: Backend, parts: list[Arrays]) -> Block:
    """Make one block of what several actors sent."""
    records, advantages, targets = [], [], []
    for part in parts:
        arrays = {name: array.astype(np.int64) if name in _WHOLE else array for name, array in part.items()}
        advantages.append(backend.on_device(arrays.pop("advantage")))
        targets.append(backend.on_device(arrays.pop("target")))
        records.append(backend.taken(arrays))
    chosen = np.arange(sum(len(part["counts"]) for part in parts))
    return Block(records, chosen, backend.join(advantages), backend.join(targets))


def _shell() -> type:
    """Make the class that Ray carries to the nodes: by value, so that a node without tefuda can say so."""

    class TefudaActor:
        def __init__(self, order: bytes) -> None:
            self.order = order

        def begin(self) -> dict[str, Any]:
            """Open the tables, and tell what is installed here."""
            import pickle
            import sys

            try:
                from tefuda.learn.cluster import Actor, installed
            except ImportError as error:
                return {"missing": f"{error} (Python is {sys.executable})"}
            config, scale, number, wanted = pickle.loads(self.order)
            told = installed(config)
            if told["installed"] == wanted:
                self.actor = Actor(config, scale, number)
            return told

        def play(self, order: Any) -> Any:
            """Play every table on."""
            return self.actor.play(order)

    return TefudaActor


def installed(config: Config) -> dict[str, Any]:
    """Tell what must be the same where it is learned and where it is played, and which node this is."""
    facts = _tefuda.State(config.game, seats_at(config), 0).facts()
    same = {name: facts[name] for name in ("rules_version", "encoder_version", "ids_version", "width", "ids")}
    context = ray.get_runtime_context()
    return {"installed": {"tefuda": tefuda.__version__, **same}, "node": context.get_node_id()}


def check_installed(told: dict[str, Any], here: dict[str, Any], address: str) -> None:
    """Refuse a node that has no tefuda, or another one."""
    same = "; every node needs the same wheel: pip install 'tefuda[ray]'"
    if "missing" in told:
        raise Refused(f"the node {address} cannot play: {told['missing']}{same}")
    for name, wanted in here.items():
        if told["installed"][name] != wanted:
            raise Refused(f"the node {address} has {name} {told['installed'][name]}, this one has {wanted}{same}")


@dataclass(eq=False)
class _Remote:
    """An actor as it is seen from here."""

    handle: Any
    number: int
    node: str = ""
    """Where it plays, once it does."""
    since: float = 0.0
    """When its request was sent."""


@dataclass
class _Seen:
    """What happened since the last row of the curve."""

    lag: float = 0.0
    decisions: int = 0


class Actors:
    """All actors of a training; :meth:`block` gives what they played, as the :class:`Generator` of one machine does."""

    def __init__(self, config: Config, backend: Backend, scale: float, say: Callable[[str], None]) -> None:
        """Connect to the cluster. Nobody plays yet."""
        self.config, self.backend, self.scale, self._say = config, backend, scale, say
        self.times = Times()
        self.lost = self.stale = 0
        self._sync = config.tables.mode == "sync"
        self._open = contextlib.ExitStack()
        self._next, self._deaths, self._version, self._alone_since = 1, 0, 0, time.monotonic()
        self._living: list[_Remote] = []
        self._flying: dict[Any, _Remote] = {}
        self._seen = _Seen()
        self._connect()
        try:
            self._prepare()
        except BaseException:
            self.close()
            raise

    def _connect(self) -> None:
        address = self.config.ray
        try:
            _reach(address)
            self._open.enter_context(connected(address))
        except (OSError, RuntimeError, RayError) as error:
            why = (str(error).strip() or type(error).__name__).splitlines()[0]
            raise Refused(
                f"ray = {address!r}: no cluster can be reached ({why}); docs/cluster.md says how to start one"
                ', and ray = "off" does without'
            ) from None

    def _prepare(self) -> None:
        """Say how many actors there are, and what each is told."""
        tables, fits = self.config.tables, _places(self.config.tables.threads)
        if not fits:
            raise Refused(
                f"tables.threads is {tables.threads}, and no node of the cluster has so many cores; an actor takes them"
            )
        self.count = self.config.cluster.actors or fits
        self._expected = min(self.count, fits)
        each = -(-tables.tables // self.count)
        _check_shares(self.config, self.count, each)
        self._told = dataclasses.replace(self.config, tables=dataclasses.replace(tables, tables=each))
        self._here = installed(self.config)["installed"]
        # What is lost is counted here, and told; Ray's own restarts would play the same games again.
        self._shell = ray.remote(_shell()).options(
            num_cpus=tables.threads, max_restarts=0, max_task_retries=0, scheduling_strategy="SPREAD"
        )

    def begin(self) -> None:
        """Start the actors, and wait for those that find a core."""
        try:
            for _ in range(self.count):
                self._start()
            end = time.monotonic() + self.config.cluster.patience
            while len(self._living) < self._expected and time.monotonic() < end:
                self._listen([])
            self._check_alone()
        except BaseException:
            self.close()
            raise
        waiting = self.count - len(self._living)
        self._say(self.where + (f"; {waiting} more wait for a core" if waiting else ""))

    def policy(self, weights: Weights | None = None) -> Weights:
        """Give weights that actors play with: the newest, or these."""
        return self.backend.weights() if weights is None else weights

    def block(self, acting: Acting) -> Block:
        """Gather a block from as many actors as there are.

        With ``sync`` each actor gives one, played with these weights. With ``async`` it begins the next one at once,
        and whoever is faster gives more.
        """
        self._version += 1
        self._order = ray.put(Order(self._version, acting.newest, acting.past, acting.epsilon))
        got: list[tuple[int, Played]] = []
        self._send(got)
        while not self._enough(got):
            self._listen(got)
            self._send(got)
        # In the order of the actors: with `sync` it does not matter who was faster.
        parts = [played.arrays for _, played in sorted(got, key=lambda one: one[0])]
        return unpacked(self.backend, parts)

    def _enough(self, got: list[tuple[int, Played]]) -> bool:
        if self._sync:
            return bool(got) and {actor.number for actor in self._living} <= {number for number, _ in got}
        return len(got) >= max(1, len(self._living))

    def _send(self, got: list[tuple[int, Played]]) -> None:
        """Give the newest weights to all who wait for some."""
        busy = {actor.number for actor in self._flying.values()}
        if self._sync:
            busy |= {number for number, _ in got}
        for actor in self._living:
            if actor.number not in busy:
                self._ask(actor, actor.handle.play.remote(self._order))

    def _ask(self, actor: _Remote, reference: Any) -> None:
        actor.since = time.monotonic()
        self._flying[reference] = actor

    def _start(self) -> None:
        """Start an actor with a number that nobody had."""
        order = pickle.dumps((self._told, self.scale, self._next, self._here))
        actor = _Remote(self._shell.remote(order), self._next)
        self._next += 1
        self._ask(actor, actor.handle.begin.remote())

    def _listen(self, got: list[tuple[int, Played]]) -> None:
        """Wait a moment, take in what has come, and replace whoever is gone."""
        ready, _ = ray.wait(list(self._flying), num_returns=1, timeout=LOOK_S)
        for reference in ready:
            actor = self._flying.pop(reference)
            try:
                told = ray.get(reference)
            except RayTaskError as failed:
                raise _failure(failed) from None
            except RayError as lost:
                self._lose(actor, type(lost).__name__)
                continue
            if actor in self._living:
                self._take(actor, told, got)
            else:
                check_installed(told, self._here, _address(told.get("node")))
                actor.node = told["node"]
                self._living.append(actor)
        for reference, actor in list(self._flying.items()):
            late = actor in self._living and time.monotonic() - actor.since > self.config.cluster.patience
            # While a policy was judged nobody listened, and the answer may be there.
            if late and not ray.wait([reference], timeout=0)[0]:
                del self._flying[reference]
                self._lose(actor, f"no answer for {self.config.cluster.patience:g} s")
        self._check_alone()

    def _take(self, actor: _Remote, played: Played, got: list[tuple[int, Played]]) -> None:
        """Keep a block, or drop it where its weights are too old."""
        self._deaths = 0
        for name in ("decisions", "games"):
            setattr(self.times, name, getattr(self.times, name) + getattr(played.times, name))
        for name in ("cores", "card"):
            setattr(self.times, name, getattr(self.times, name) + getattr(played.times, name) / self.count)
        decisions = len(played.arrays["counts"])
        if self._version - played.version > self.config.cluster.most_lag:
            self.stale += decisions
            return
        got.append((actor.number, played))
        self._seen.lag += (self._version - played.chosen_by) * decisions
        self._seen.decisions += decisions

    def _lose(self, actor: _Remote, why: str) -> None:
        """Let an actor go, and start another one in its place."""
        if actor in self._living:
            self._living.remove(actor)
            self._alone_since = time.monotonic()
        ray.kill(actor.handle)
        self.lost, self._deaths = self.lost + 1, self._deaths + 1
        if self._deaths > _DEATHS * self.count:
            raise Broken(
                f"{self._deaths} actors died one after the other, the last by {why}, and nothing was played: "
                "the logs of the workers on the nodes say why"
            )
        self._start()
        self._say(f"actor {actor.number} is lost ({why}); actor {self._next - 1} takes its place")

    def _check_alone(self) -> None:
        """Give up where nobody plays for long."""
        patience = self.config.cluster.patience
        if self._living:
            self._alone_since = time.monotonic()
        elif time.monotonic() - self._alone_since > patience:
            raise Broken(
                f"no actor has found a core for {patience:g} s: are the nodes there, and are their cores free? "
                "--resume goes on from the last checkpoint"
            )

    @property
    def where(self) -> str:
        """Say who plays, and where."""
        nodes = len({actor.node for actor in self._living})
        return f"{_many(len(self._living), 'actor')} on {_many(nodes, 'node')} of a Ray cluster"

    def told(self) -> dict[str, Any]:
        """Give what a row of the curve says of the cluster."""
        seen, self._seen = self._seen, _Seen()
        counts = {"actors": len(self._living), "nodes": len({actor.node for actor in self._living})}
        return {**counts, "lost": self.lost, "stale": self.stale, "lag": seen.lag / max(1, seen.decisions)}

    def state(self) -> Arrays:
        """Write down the number of the next actor. The games under way stay with the actors, and are lost with them."""
        return {"number": np.array(self._next)}

    def load_state(self, state: Arrays) -> None:
        """Go on with actors that play other games."""
        if "number" in state:
            self._next = int(state["number"])
        self.begin()

    def close(self) -> None:
        """End the actors, and leave the cluster."""
        if ray.is_initialized():
            for actor in {*self._living, *self._flying.values()}:
                ray.kill(actor.handle)
        self._living, self._flying = [], {}
        self._open.close()


def _reach(address: str) -> None:
    """Knock at an address: Ray itself goes on for minutes where nobody is."""
    host, _, port = address.rpartition(":")
    if host and not ray.is_initialized():
        socket.create_connection((host.strip("[]"), int(port)), timeout=10).close()


def _places(threads: int) -> int:
    """Say how many actors the nodes have cores for."""
    nodes = [node for node in ray.nodes() if node["Alive"]]  # type: ignore[no-untyped-call]
    return sum(int(node["Resources"].get("CPU", 0)) // threads for node in nodes)


def _address(node: str | None) -> str:
    """Name a node by its address."""
    for one in ray.nodes():  # type: ignore[no-untyped-call]
        if one["NodeID"] == node:
            return str(one["NodeManagerAddress"])
    return "of an actor" if node is None else node


def _check_shares(config: Config, actors: int, each: int) -> None:
    """Refuse a split that leaves an actor without tables of some kind."""
    if each < config.tables.batches:
        raise Refused(
            f"{config.tables.tables} tables make {each} for each of {actors} actors, and not {config.tables.batches} "
            "batches; more tables, or fewer actors"
        )
    for share in [config.league.past, *(house.share for house in config.league.house)]:
        if share > 0 and not round(share * each):
            raise Refused(
                f"a share of {share:g} of the league is no table of the {each} that each of {actors} actors has; "
                "more tables, or fewer actors"
            )


def _failure(failed: RayTaskError) -> BaseException:
    """Give what an actor ran into, which others would run into as well; with the node if something is missing there."""
    cause = failed.cause
    if isinstance(cause, (Refused, Broken)):
        return type(cause)(f"{cause} (said by the node {failed.ip})")
    return cause or failed


def _many(count: int, name: str) -> str:
    return f"{count} {name}{'' if count == 1 else 's'}"
