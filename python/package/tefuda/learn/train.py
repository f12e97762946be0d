"""The training itself: generate, learn, judge, write down, until the end."""

from __future__ import annotations

import contextlib
import json
import platform
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

import tefuda
from tefuda import _tefuda
from tefuda._tefuda import Refused
from tefuda.batching import Batch
from tefuda.learn.backend import Backend, Block, Coefficients, array_text, open_backend, part_of, text_array
from tefuda.learn.checkpoint import Folder
from tefuda.learn.config import Config
from tefuda.learn.cores import one_core
from tefuda.learn.evaluate import Judge
from tefuda.learn.generate import Acting, Generator, Times, seats_at
from tefuda.learn.network import Description, Weights, describe
from tefuda.learn.player import Scorer
from tefuda.learn.policy_file import PolicyFile, check_finite, check_versions, read_policy, write_policy, write_whole
from tefuda.learn.progress import Line, Meter
from tefuda.learn.report import write_card, write_report

if TYPE_CHECKING:
    from tefuda.learn.cluster import Actors

__all__ = ["Training", "train"]

# What may change when a training goes on.
_FREE = ("decisions", "minutes", "save_seconds", "evaluate", "half", "ray", "cluster")
_ROW_SECONDS = 2.0


def train(
    config: Config,
    out: Any,
    *,
    resume: bool = False,
    device: str | None = None,
    quiet: bool = False,
) -> Path:
    """Train a player, and give the path of its file.

    ``out`` is a folder of its own; with ``resume`` the training in it goes on. ``device`` is ``"cuda"`` or ``"cpu"``; a
    card is taken where there is one. Ctrl-C ends it after the running update, with a checkpoint; a second one at once,
    and the last checkpoint stays.
    """
    one_core()
    folder = Folder(out)
    folder.take()
    try:
        training = Training(config, folder, device, resume, None if quiet else Line())
        with contextlib.closing(training):
            training.run()
    finally:
        folder.leave()
    if training.stopping:
        raise KeyboardInterrupt if training.signal == signal.SIGINT else SystemExit(128 + training.signal)
    return folder.file("policy.safetensors")


class Training:
    """A training and everything that it keeps."""

    def __init__(self, config: Config, folder: Folder, device: str | None, resume: bool, line: Line | None) -> None:
        """Begin, or go on from the checkpoint of the folder."""
        self.config, self.folder, self.line = config, folder, line
        self.seats = seats_at(config)
        self.stopping, self.signal = False, 0
        self.facts = _tefuda.State(config.game, self.seats, 0).facts()
        self._check_folder(resume)
        self.backend, self.description, self.described = opened(config, self.seats, device)
        self.judge = Judge(config, self.seats)
        self.judge.check()
        self.pool: list[Weights] = []
        self.mean: dict[str, npt.NDArray[np.float64]] = {}
        self.averaged = 0
        self.updates = self.learned = self.generated = self.games = 0
        self.seconds, self.judged_at, self.saved_at = 0.0, 0.0, 0.0
        self.figures: dict[str, Any] = {}
        self.scale = 1.0
        first = read_policy(config.begin) if config.begin else None
        self.begun_with: str | None = first.meta["digest"] if first else None
        self._meter = Meter()
        self._ahead: ThreadPoolExecutor | None = None
        self._pending: Future[Block] | None = None
        if resume:
            self._resume()
        else:
            self.scale = measured_scale(config, self.seats) if first is None else self._begin_with(first)
            self.generator = self._generator()
            self.generator.begin()
            folder.file("curve.jsonl").unlink(missing_ok=True)
            if config.learn.magnet.begin > 0 or config.learn.magnet.end > 0:
                self.backend.set_magnet()
            folder.tell(self._identity())

    def _begin_with(self, first: PolicyFile) -> float:
        """Take the weights of another training, and give the scale that its values are in."""
        if first.meta["game"] != self.facts["name"]:
            raise Refused(f"{self.config.begin} has learned {first.meta['rules']}, not {self.config.game}")
        check_versions(first, self.facts, self.config.begin)
        value = first.meta.get("value")
        taken = [name for name in self.description.exported if value or not name.startswith("value.")]
        wanted = {name: self.description.shapes()[name] for name in taken}
        for name in sorted({*wanted, *first.weights}):
            there = first.weights[name].shape if name in first.weights else "missing"
            if there != wanted.get(name, "missing"):
                raise Refused(
                    f"{self.config.begin}: {name} is {there}, and {wanted.get(name, 'missing')} by the config"
                )
        if first.meta["layers"] != json.loads(json.dumps(self.description.layers)):
            raise Refused(f"{self.config.begin} has other layers than the config asks for")
        self.backend.set_weights({**self.backend.weights(), **first.weights})
        return float(value["scale"]) if value else measured_scale(self.config, self.seats)

    def _generator(self) -> Generator | Actors:
        if self.config.ray == "off":
            return Generator(self.config, self.backend, self.scale)
        try:
            from tefuda.learn.cluster import Actors
        except ImportError as error:
            raise Refused(f"ray = {self.config.ray!r} cannot be: {error}") from None
        return Actors(self.config, self.backend, self.scale, self._say)

    def _say(self, text: str) -> None:
        if self.line is not None:
            self.line.say(text)

    def _identity(self) -> dict[str, Any]:
        """Say what must agree when it goes on."""
        config = {name: value for name, value in self.config.as_dict().items() if name not in _FREE}
        named = ("name", "rules", "rules_version", "encoder_version", "ids_version", "width", "ids")
        return {"config": config, "game": {name: self.facts[name] for name in named}, "tefuda": tefuda.__version__}

    def _check_folder(self, resume: bool) -> None:
        """Refuse to write over another training, or to go on from another one."""
        path = self.folder.path
        if not resume:
            # Who was killed before the first checkpoint may begin again.
            if self.folder.begun and self.folder.saved:
                raise Refused(f"{path} holds a training; --resume goes on with it, or name another folder")
            return
        if not self.folder.begun:
            raise Refused(f"{path} holds no training; begin it without --resume")
        told, wanted = self.folder.told(), json.loads(json.dumps(self._identity()))
        for what in ("config", "game", "tefuda"):
            there, here = told.get(what), wanted[what]
            if there != here:
                raise Refused(f"{path} was begun with another {what}: {_difference(there, here)}")

    @property
    def progress(self) -> float:
        """The share of the training that is done."""
        config = self.config
        shares = [self.learned / config.decisions] if config.decisions else []
        shares += [self.seconds / (60 * config.minutes)] if config.minutes else []
        return min(1.0, max(shares, default=1.0))

    def run(self) -> None:
        """Generate and learn until the end, or until somebody stops it."""
        with self._listening():
            while self.progress < 1 and not (self.stopping and self._pending is None):
                self._update()
                evaluates = self._evaluation_due() and self._pending is None
                # An evaluation takes long, and may be killed.
                if evaluates or (self._due(self.saved_at, self.config.save_seconds) and self._pending is None):
                    self.save()
                if evaluates:
                    self._evaluate()
            if self._pending is not None:
                self._update(more=False)
        self._write_row()
        self.save()
        if not self.stopping:
            if self.judge.asked and (self.judged_at < self.seconds or not self.figures):
                self._evaluate()
                self.save()
            self.finish()
        elif self.line is not None:
            self.line.say(f"stopped after {self.seconds / 60:.1f} minutes; --resume goes on in {self.folder.path}")

    def _due(self, last: float, every: float) -> bool:
        return self.seconds - last >= every

    def _evaluation_due(self) -> bool:
        every = 60 * self.config.evaluate.minutes
        return self.judge.asked and every > 0 and self._due(self.judged_at, every)

    def _update(self, more: bool = True) -> None:
        """Make one update; unless told otherwise, the next block is generated beside it."""
        begun = time.perf_counter()
        block = self._next_block()
        pause = self.stopping or self._evaluation_due() or self._due(self.saved_at, self.config.save_seconds)
        # Actors of a cluster go on by themselves.
        if more and self.config.tables.mode == "async" and self.config.ray == "off" and not pause:
            self._submit()
        learning = time.perf_counter()
        stats = self._learn(block)
        now = time.perf_counter()
        self.seconds += now - begun
        self._meter.add(stats, block.decisions, now - learning, now - begun)
        if self._meter.seconds > _ROW_SECONDS:
            self._write_row()

    def _next_block(self) -> Block:
        pending, self._pending = self._pending, None
        block: Block = self._generate(self._acting()) if pending is None else pending.result()
        self._collect(self.generator.times)
        return block

    def _generate(self, acting: Acting) -> Block:
        with self.backend.aside():
            return self.generator.block(acting)

    def _submit(self) -> None:
        """Begin to generate the next block on a thread aside."""
        if self._ahead is None:
            self._ahead = ThreadPoolExecutor(1, "tefuda-generate")
        self._pending = self._ahead.submit(self._generate, self._acting())

    def _acting(self) -> Acting:
        """Freeze who acts."""
        epsilon = self.config.learn.epsilon.at(self.progress) if self.config.learn.algorithm == "dmc" else None
        past: list[Any] = []
        if self.pool and self.config.league.past > 0:
            generator = np.random.default_rng([self.config.seed, 3, self.updates])
            past = [self.generator.policy(self.pool[int(generator.integers(len(self.pool)))])]
        return Acting(self.generator.policy(), past, epsilon)

    def _learn(self, block: Block) -> dict[str, float]:
        """Learn from a block, and keep what a league needs."""
        learn, league, progress = self.config.learn, self.config.league, self.progress
        now = Coefficients(learn.rate.at(progress), learn.entropy.at(progress), learn.magnet.at(progress))
        stats = self.backend.update(block, now) if block.decisions else {}
        self.updates += 1
        self.learned += block.decisions
        if now.magnet > 0 and self.updates % learn.magnet_every == 0:
            self.backend.set_magnet()
        if league.past > 0 and self.updates % league.every == 0:
            self.pool = [*self.pool, self.backend.weights()][-league.pool :]
        self._average()
        return {**stats, "rate": now.rate}

    def _average(self) -> None:
        """Take the newest weights into the mean, once the share of the training is reached that it is of."""
        share = self.config.learn.average
        if share == 0 or self.progress < 1 - share:
            # A training that goes on beyond its first end begins its mean anew.
            self.mean, self.averaged = {}, 0
            return
        self.averaged += 1
        for name, tensor in self.backend.weights().items():
            mean = self.mean.setdefault(name, np.zeros(tensor.shape))
            mean += (tensor - mean) / self.averaged

    def weights(self) -> Weights:
        """Give the weights of the player: the mean, where one is taken, else the newest."""
        if not self.averaged:
            return self.backend.weights()
        return {name: tensor.astype(np.float32) for name, tensor in self.mean.items()}

    def _collect(self, times: Times) -> None:
        """Take over what was counted while generating."""
        total = self._meter.times
        for name in ("decisions", "games", "cores", "card"):
            setattr(total, name, getattr(total, name) + getattr(times, name))
        self.generated, self.games = self.generated + times.decisions, self.games + times.games
        self.generator.times = Times()

    def _place(self) -> dict[str, Any]:
        counts = {"decisions": self.learned, "generated": self.generated, "games": self.games, "updates": self.updates}
        return {"minutes": self.seconds / 60, **counts}

    def _write_row(self) -> None:
        """Write a row of the curve."""
        if not self._meter.updates:
            return
        row = {**self._place(), **self._meter.row(), **self.generator.told()}
        self._meter = Meter()
        self._append(row)
        if self.line is not None:
            self.line.tell(row, self.progress)

    def _append(self, row: dict[str, Any]) -> None:
        with self.folder.file("curve.jsonl").open("a") as file:
            file.write(json.dumps(row) + "\n")

    def _evaluate(self) -> None:
        """Judge the newest policy, and write what came of it."""
        self._write_row()
        self.judged_at = self.seconds
        told = self.judge.judge(self.scorer())
        self.figures = {**self._place(), **told}
        self._append({**self._place(), "evaluation": told})
        self._write_files()
        if self.line is not None:
            self.line.say(_sentence(self.figures))

    def scorer(self) -> Scorer:
        """Give the newest policy as numpy runs it."""
        return Scorer(self.description, self.weights(), self.described)

    def finish(self) -> None:
        """Write policy, card and report."""
        self._write_files()
        if self.line is not None:
            self.line.say(f"{self.folder.file('policy.safetensors')} after {self.seconds / 60:.1f} minutes")

    def _write_files(self) -> None:
        place = self._place()
        about = {
            "text": f"trained by tefuda.learn: {self.config.learn.algorithm}, {place['decisions']:,} decisions",
            "minutes": f"{place['minutes']:.2f}",
            "games": str(place["games"]),
            "decisions": str(place["decisions"]),
            "machine": machine(self.backend) + (f", {self.generator.where}" if self.generator.where else ""),
            "config": self.config.text(),
        }
        if self.begun_with:
            about["begun_with"] = self.begun_with
        dmc = self.config.learn.algorithm == "dmc"
        path = self.folder.file("policy.safetensors")
        digest = write_policy(
            path,
            self.config.game,
            self.seats,
            self.description,
            self.weights(),
            scale=self.scale,
            value=not dmc,
            about=about,
            half=self.config.half,
        )
        rows = self.rows()
        write_card(self.folder.file("card.md"), self.config, self.seats, about, digest, rows, path.stat().st_size)
        write_report(self.folder.file("report.html"), self.config, self.seats, about, rows)

    def rows(self) -> list[dict[str, Any]]:
        """Read the curve."""
        file, rows = self.folder.file("curve.jsonl"), []
        for line in file.read_text().splitlines() if file.exists() else []:
            # Who is killed while writing leaves part of a line.
            with contextlib.suppress(ValueError):
                rows.append(json.loads(line))
        return rows

    def save(self) -> None:
        """Write a checkpoint: all that a training needs to go on as if nothing had happened."""
        self._write_row()
        # The last good checkpoint stays where the training has diverged.
        check_finite(self.weights())
        self.saved_at = self.seconds
        counts = {**self._place(), "seconds": self.seconds, "judged_at": self.judged_at, "scale": self.scale}
        counts |= {"figures": self.figures, "averaged": self.averaged}
        state: dict[str, npt.NDArray[Any]] = {"counts": text_array(json.dumps(counts))}
        state |= {f"backend/{name}": array for name, array in self.backend.state().items()}
        state |= {f"tables/{name}": array for name, array in self.generator.state().items()}
        state |= {f"mean/{name}": tensor for name, tensor in self.mean.items()}
        for number, weights in enumerate(self.pool):
            state |= {f"pool/{number}/{name}": tensor for name, tensor in weights.items()}
        self.folder.save(state)
        if self.updates:
            self._write_files()

    def _resume(self) -> None:
        """Go on from the checkpoint."""
        state = self.folder.load()
        counts = json.loads(array_text(state["counts"]))
        self.updates, self.learned = counts["updates"], counts["decisions"]
        self.generated, self.games = counts["generated"], counts["games"]
        self.seconds, self.judged_at = counts["seconds"], counts["judged_at"]
        self.saved_at, self.scale, self.figures = self.seconds, counts["scale"], counts["figures"]
        self.backend.load_state(part_of(state, "backend"))
        self.generator = self._generator()
        self.generator.load_state(part_of(state, "tables"))
        self.mean, self.averaged = part_of(state, "mean"), counts["averaged"]
        pool = part_of(state, "pool")
        numbers = sorted({int(name.split("/")[0]) for name in pool})
        self.pool = [part_of(pool, str(number)) for number in numbers]
        rows = [row for row in self.rows() if row["updates"] <= self.updates]
        write_whole(self.folder.file("curve.jsonl"), "".join(json.dumps(row) + "\n" for row in rows).encode())

    @contextlib.contextmanager
    def _listening(self) -> Iterator[None]:
        """End after the running update where somebody asks for it; at the second time at once."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return

        def stop(number: int, frame: Any) -> None:
            if self.stopping:
                raise KeyboardInterrupt
            self.stopping, self.signal = True, number

        kept = {one: signal.signal(one, stop) for one in (signal.SIGTERM, signal.SIGINT)}
        try:
            yield
        finally:
            for one, before in kept.items():
                signal.signal(one, before)

    def close(self) -> None:
        """Let tables and threads go."""
        if self._ahead is not None:
            self._ahead.shutdown()
        self.generator.close()


def opened(config: Config, seats: int, device: str | None) -> tuple[Backend, Description, npt.NDArray[np.float32]]:
    """Open the network with first weights."""
    truth = config.learn.truth
    with contextlib.closing(Batch(config.game, 1, seats=seats, series=config.series, truth=truth)) as batch:
        described, packing, names = batch.action_features, batch.packing, batch.truth_names
        width, ids = batch.num_features, batch.num_actions
    description = describe(config.network, width, ids, described.shape[1], len(names))
    name, device = _backend_of(config, device)
    return (
        open_backend(name, device, description, packing, described, config.learn, config.seed),
        description,
        described,
    )


def _backend_of(config: Config, device: str | None) -> tuple[str, str]:
    """Say which backend runs where."""
    if device not in (None, "cpu", "cuda"):
        raise Refused(f"device is 'cuda' or 'cpu', not {device!r}")
    try:
        import torch
    except ImportError:
        if config.backend == "torch" or device == "cuda":
            raise Refused('PyTorch is missing: pip install torch; or backend = "numpy" on a processor') from None
        return "numpy", "cpu"
    if config.backend == "numpy":
        if device == "cuda":
            raise Refused('backend = "numpy" runs on a processor; take torch, or device cpu')
        return "numpy", "cpu"
    return "torch", device or ("cuda" if torch.cuda.is_available() else "cpu")


def measured_scale(config: Config, seats: int) -> float:
    """Measure how far what seats earn lies apart in random games: the network learns in units of it."""
    generator = np.random.default_rng([config.seed, 4])
    arguments: Any = {"rows": "packed", "legal": "list", "autoreset": "same_step", "seed": config.seed}
    with contextlib.closing(Batch(config.game, 64, seats=seats, series=config.series, **arguments)) as batch:
        batch.reset()
        earned: list[Any] = []
        while sum(map(len, earned)) < 256:
            _, rewards, ended, _, _ = batch.step(batch.sample(generator))
            earned.append(rewards[ended].copy())
    return float(np.concatenate(earned).std()) or 1.0


def machine(backend: Backend) -> str:
    """Name what it was trained on."""
    import os

    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return f"{backend.name}, {cores} cores, {platform.machine()}"


def _difference(there: Any, here: Any, place: str = "") -> str:
    """Name the first thing that differs."""
    if isinstance(there, dict) and isinstance(here, dict):
        for name in sorted({*there, *here}):
            if there.get(name) != here.get(name):
                return _difference(there.get(name), here.get(name), f"{place}.{name}" if place else name)
    return f"{place or 'it'} was {there!r} and is {here!r}"


def _sentence(figures: dict[str, Any]) -> str:
    """Say what an evaluation found."""
    parts = [f"after {figures['minutes']:.1f} minutes:"]
    for played in figures.get("matches", []):
        wins, mean = played["learned"]["win_rate"], played["learned"]["mean"]
        parts.append(
            f"among {played['against']} wins {100 * wins['value']:.1f} %, earns {mean['value']:.3f}{_pm(mean)};"
        )
    if "nash_conv" in figures:
        parts.append(f"NashConv/2 {figures['nash_conv'] / 2:.4f}")
    return " ".join(parts)


def _pm(figure: dict[str, float | None]) -> str:
    low, high = figure["low"], figure["high"]
    return "" if low is None or high is None else f" ± {(high - low) / 2:.3f}"
