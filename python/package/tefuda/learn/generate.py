"""Tables become decisions: who is asked, what came of it, and what of it enters the next update."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from tefuda import _tefuda
from tefuda._tefuda import Refused
from tefuda.batching import Batch, Info
from tefuda.learn.backend import Backend, Block, Question, Record, array_text, text_array
from tefuda.learn.config import Config
from tefuda.learn.network import Weights

__all__ = ["Acting", "Generator", "Times", "seats_at"]

Arrays = dict[str, npt.NDArray[Any]]


@dataclass
class Acting:
    """The policies that act while a block is generated."""

    newest: Any
    past: list[Any]
    epsilon: float | None


@dataclass
class Times:
    """What was generated, and where the time went."""

    decisions: int = 0
    games: int = 0
    cores: float = 0.0
    """Seconds of waiting for the tables."""
    card: float = 0.0
    """Seconds of asking the network."""


@dataclass(eq=False)
class _Kept:
    """A record with what of it the host knows."""

    record: Record
    seat: npt.NDArray[np.uint8]
    open: npt.NDArray[np.bool_]
    """Which of its decisions are the newest network's and have not entered an update."""
    ended: npt.NDArray[np.bool_] | None = None


@dataclass(eq=False)
class _Source:
    """One set of tables, with one kind of company."""

    batch: Batch
    past: bool
    kept: list[_Kept] = field(default_factory=list)
    rows: Any = None
    info: Info = field(default_factory=lambda: Info())
    opening: Opening | None = None


class Opening:
    """The random choices with which games begin: how many are left at each table."""

    def __init__(self, longest: int, asked: int, tables: int, seed: int) -> None:
        """Draw the openings of the first games, at tables where so many of the seats are asked."""
        self.longest, self.asked = longest, asked
        self.generator = np.random.default_rng(seed)
        self.left = np.zeros(tables, np.int64)
        self.deal(np.ones(tables, np.bool_))

    def deal(self, begins: npt.NDArray[np.bool_]) -> None:
        """Draw the openings of the games that begin."""
        drawn = self.generator.integers(0, self.longest + 1, int(begins.sum()))
        self.left[begins] = self.asked * drawn

    def random(self) -> npt.NDArray[np.bool_]:
        """Say at which tables the next choice is a random one."""
        random = self.left > 0
        self.left -= random
        return random

    def state(self) -> Arrays:
        """Write down where it stands."""
        return {"opening": self.left.copy(), "opening luck": text_array(json.dumps(self.generator.bit_generator.state))}

    def load_state(self, left: npt.NDArray[np.int64], luck: npt.NDArray[np.uint8]) -> None:
        """Go on where it stood."""
        self.left = left.copy()
        self.generator.bit_generator.state = json.loads(array_text(luck))


def seats_at(config: Config) -> int:
    """Say how many sit at a table."""
    return _tefuda.fewest_seats(config.game) if config.seats is None else config.seats


class Generator:
    """All tables of a training; :meth:`block` plays them on."""

    def __init__(self, config: Config, backend: Backend, scale: float, number: int = 0) -> None:
        """Open the tables. Generators of other numbers play other games."""
        self.config, self.backend, self.scale = config, backend, scale
        self.sources = [_open(config, number, place, *one) for place, one in enumerate(_companies(config))]
        self.times = Times()

    @property
    def where(self) -> str:
        """Say where it is played, if not here."""
        return ""

    def told(self) -> dict[str, Any]:
        """Give what a row of the curve says besides."""
        return {}

    def policy(self, weights: Weights | None = None) -> Any:
        """Give a policy that :meth:`block` plays with: the newest weights, or these."""
        return self.backend.policy(weights)

    def begin(self) -> None:
        """Deal the first games."""
        for source in self.sources:
            source.rows, source.info = source.batch.reset()

    def block(self, acting: Acting) -> Block:
        """Play every table on by so many steps; all decisions whose games are over."""
        steps = self.config.tables.steps
        for step in range(steps):
            for source in self.sources:
                if step:
                    self._receive(source)
                self._ask(source, acting)
        for source in self.sources:
            self._receive(source)
        return self._finished()

    def _ask(self, source: _Source, acting: Acting) -> None:
        """Ask the network at every table of a source, and send what it chose."""
        begun, info = time.perf_counter(), source.info
        truth = info.get("truth") if self.config.learn.truth else None
        player = info.get("player")
        random = source.opening.random() if source.opening else None
        question = Question(source.rows, info["legal_ids"], info["legal_offsets"], truth, player, random)
        policies = [acting.newest]
        if source.past:
            policies.append(
                acting.past[self.sources.index(source) % len(acting.past)] if acting.past else acting.newest
            )
        record, chosen = self.backend.act(question, policies, acting.epsilon)
        own = np.ones(len(source.rows), np.bool_) if player is None else player == 0
        if random is not None:
            own = own & ~random
        source.kept.append(_Kept(record, info["seat"].copy(), own))
        source.batch.send(self.backend.ids(chosen))
        self.times.card += time.perf_counter() - begun
        self.times.decisions += int(own.sum())

    def _receive(self, source: _Source) -> None:
        """Wait for the tables of a source, and note which games are over."""
        begun = time.perf_counter()
        source.rows, rewards, ended, _, source.info = source.batch.recv()
        self.times.cores += time.perf_counter() - begun
        last = source.kept[-1]
        last.ended = ended.copy()
        if source.opening:
            source.opening.deal(last.ended)
        self.backend.note(last.record, last.seat, ended, rewards)
        self.times.games += int(ended.sum())

    def _finished(self) -> Block:
        """Take what is finished out of what is kept."""
        records: list[Record] = []
        parts: list[tuple[Any, Any, Any]] = []
        base = 0
        for source in self.sources:
            advantage, target = self.backend.judge([kept.record for kept in source.kept], self.scale)
            parts.append((_taken(source) + base, advantage, target))
            records += [kept.record for kept in source.kept]
            base += len(source.kept) * source.batch.num_envs
            source.kept = [kept for kept in source.kept if kept.open.any()]
        chosen, advantages, targets = zip(*parts)
        join = self.backend.join
        return Block(records, np.concatenate(chosen), join(list(advantages)), join(list(targets)))

    def state(self) -> Arrays:
        """Write down all tables and what is kept; between two blocks."""
        state: Arrays = {}
        for number, source in enumerate(self.sources):
            state[f"{number}/batch"] = np.frombuffer(source.batch.save(), np.uint8)
            state[f"{number}/kept"] = np.array(len(source.kept))
            if source.opening:
                state |= {f"{number}/{name}": array for name, array in source.opening.state().items()}
            for place, kept in enumerate(source.kept):
                assert kept.ended is not None
                host = {"host seat": kept.seat, "host open": kept.open, "host ended": kept.ended}
                for name, array in {**self.backend.hosted(kept.record), **host}.items():
                    state[f"{number}/{place}/{name}"] = array
        return state

    def load_state(self, state: Arrays) -> None:
        """Go on where the tables were written down; with new games where a cluster had them."""
        if "0/batch" not in state:
            self.begin()
            return
        for number, source in enumerate(self.sources):
            source.rows, source.info = source.batch.load(bytes(state[f"{number}/batch"]))
            source.kept = []
            if source.opening:
                source.opening.load_state(state[f"{number}/opening"], state[f"{number}/opening luck"])
            for place in range(int(state[f"{number}/kept"])):
                name = f"{number}/{place}/"
                arrays = {key[len(name) :]: array for key, array in state.items() if key.startswith(name)}
                host = [arrays.pop(key) for key in ("host seat", "host open", "host ended")]
                source.kept.append(_Kept(self.backend.taken(arrays), *host))

    def close(self) -> None:
        """Let the tables go."""
        for source in self.sources:
            source.batch.close()


def _companies(config: Config) -> list[tuple[int, tuple[str, ...] | None, bool]]:
    """Split the tables: how many, which players of the house, whether past selves sit there."""
    total, league = config.tables.tables, config.league
    groups: list[tuple[int, tuple[str, ...] | None, bool]] = []
    for house in league.house:
        groups.append((round(total * house.share), house.players, False))
    groups.append((round(total * league.past), None, True))
    rest = total - sum(tables for tables, _, _ in groups)
    for share, (tables, _, _) in zip([*(house.share for house in league.house), league.past], groups):
        if (share > 0 and not tables) or rest < 0:
            raise Refused(f"{total} tables cannot be split by the shares of the league: {share:g} is {tables} of them")
    sets = max(1, config.tables.batches - sum(tables > 0 for tables, _, _ in groups))
    each = [rest // sets + (number < rest % sets) for number in range(sets)]
    return [
        (tables, players, past) for tables, players, past in groups + [(n, None, False) for n in each] if tables > 0
    ]


def _open(config: Config, number: int, place: int, tables: int, players: tuple[str, ...] | None, past: bool) -> _Source:
    """Open one set of tables."""
    seats = seats_at(config)
    others = None if players is None else list(players) * ((seats - 1) if len(players) == 1 else 1)
    if others is not None and len(others) != seats - 1:
        raise Refused(f"league.house names {len(others)} players for {seats - 1} other seats; one, or one for each")
    own = [0] + [1] * (seats - 1) if past else None
    seed = int(np.random.SeedSequence([config.seed, number, place]).generate_state(1, np.uint64)[0])
    batch = Batch(
        config.game,
        tables,
        seats=seats,
        series=config.series,
        seed=seed,
        autoreset="same_step",
        threads=config.tables.threads,
        rows="packed",
        legal="list",
        others=others,
        own=own,
        truth=config.learn.truth,
        most_gib=64,
    )
    longest = config.tables.opening
    asked = seats if others is None else 1
    return _Source(batch, past, opening=Opening(longest, asked, tables, seed) if longest else None)


def _taken(source: _Source) -> npt.NDArray[np.int64]:
    """Take the decisions of a source whose games are over: their places among all of its rows."""
    ended = np.stack([kept.ended for kept in source.kept if kept.ended is not None])
    over = np.logical_or.accumulate(ended[::-1], axis=0)[::-1]
    now = np.stack([kept.open for kept in source.kept]) & over
    for kept, taken in zip(source.kept, now):
        kept.open = kept.open & ~taken
    return np.flatnonzero(now)
