"""What generates and learns asks of a network, whatever computes it: numpy here, PyTorch in ``torch_backend``."""

from __future__ import annotations

import json
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from tefuda.learn.config import LearnConfig
from tefuda.learn.network import Description, Weights, backward, forward, initial, run
from tefuda.packing import Packing, unpack

__all__ = ["Backend", "Block", "Coefficients", "NumpyBackend", "Question", "Record", "open_backend"]

Array = Any
"""An array of the backend's own kind: of numpy, or a tensor on the device."""


@dataclass
class Question:
    """The rows that are asked at once, one a table, with the legal ids of all of them one after the other."""

    rows: npt.NDArray[np.uint8]
    ids: npt.NDArray[np.uint32]
    offsets: npt.NDArray[np.uint32]
    truth: npt.NDArray[np.float32] | None
    player: npt.NDArray[np.int8] | None
    """Which of the acting policies is asked; None: the first everywhere."""
    random: npt.NDArray[np.bool_] | None = None
    """At which tables any legal action is as likely as any other, whatever the policy says."""


@dataclass
class Record:
    """What was asked and answered, kept until the games are over; all of it stays on the device."""

    rows: Array
    ids: Array
    counts: Array
    choice: Array
    """The place of the chosen id among the legal ones of its row."""
    logp: Array
    value: Array
    truth: Array | None
    seat: Array = None
    """Who was asked at each table; this and what follows is known once the tables have been stepped."""
    ended: Array = None
    """At which tables the choice ended the game."""
    rewards: Array = None
    """Tables x seats: what everybody earned where a game ended."""

    def arrays(self) -> dict[str, Array]:
        """Name everything that is kept."""
        return {name: array for name, array in self.__dict__.items() if array is not None}


@dataclass
class Block:
    """The decisions of one update; ``chosen`` says which of all rows have their result."""

    records: list[Record]
    chosen: npt.NDArray[np.int64]
    """The places of the decisions, among the rows of all records put together."""
    advantage: Array
    """Of all rows; it means nothing where a row is not chosen."""
    target: Array

    @property
    def decisions(self) -> int:
        """How many decisions enter the loss."""
        return len(self.chosen)


@dataclass
class Coefficients:
    """The numbers of one update, taken from their schedules."""

    rate: float
    entropy: float
    magnet: float


class Backend(Protocol):
    """A network that acts and learns."""

    description: Description
    name: str

    def aside(self) -> AbstractContextManager[Any]:
        """Compute beside what another thread computes."""

    def policy(self, weights: Weights | None = None) -> Any:
        """Give a policy that acts: the newest weights, or these."""

    def act(self, question: Question, policies: list[Any], epsilon: float | None) -> tuple[Record, Any]:
        """Choose at every row; what was asked and answered, and the ids, still on the device."""

    def ids(self, chosen: Any) -> npt.NDArray[np.int64]:
        """Wait for the ids that were chosen."""

    def note(self, record: Record, seat: Any, ended: Any, rewards: Any) -> None:
        """Note who was asked and what came of it, from arrays of the host that will be written over."""

    def judge(self, records: list[Record], scale: float) -> tuple[Array, Array]:
        """Give advantages and what was earned, of all rows of records of the same tables, in units of the scale."""

    def join(self, parts: list[Array]) -> Array:
        """Put arrays of the device together."""

    def on_device(self, array: npt.NDArray[Any]) -> Array:
        """Take an array from the host."""

    def update(self, block: Block, now: Coefficients) -> dict[str, float]:
        """Learn from a block; what was seen on the way."""

    def set_magnet(self) -> None:
        """Make the newest policy the magnet."""

    def weights(self) -> Weights:
        """Copy the newest weights."""

    def set_weights(self, weights: Weights) -> None:
        """Go on from other weights, with a new optimiser."""

    def state(self) -> dict[str, npt.NDArray[Any]]:
        """Write down networks, optimiser and random streams."""

    def load_state(self, state: dict[str, npt.NDArray[Any]]) -> None:
        """Go on from what was written down."""

    def hosted(self, record: Record) -> dict[str, npt.NDArray[Any]]:
        """Copy a record to the host."""

    def taken(self, arrays: dict[str, npt.NDArray[Any]]) -> Record:
        """Take a record from the host."""


def open_backend(
    name: str, device: str, description: Description, packing: Packing, described: Any, config: LearnConfig, seed: int
) -> Backend:
    """Open ``numpy`` or ``torch`` with first weights."""
    first = initial(description, np.random.default_rng([seed, 1]))
    if name == "numpy":
        return NumpyBackend(description, packing, described, config, first, seed)
    from tefuda.learn.torch_backend import TorchBackend

    return TorchBackend(description, packing, described, config, first, seed, device)


def pairs_of(
    start: npt.NDArray[np.int64], counts: npt.NDArray[np.int64]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """List the pairs of a row and a legal id: the row and the place of each, and where each row's begin."""
    begin = np.cumsum(counts) - counts
    row = np.repeat(np.arange(len(counts)), counts)
    return row, start[row] + np.arange(len(row)) - begin[row], begin


@dataclass
class _Policy:
    """Weights that act, with what each action is met with."""

    weights: Weights
    keys: npt.NDArray[np.float32]
    bias: npt.NDArray[np.float32]


@dataclass
class _Adam:
    first: Weights
    second: Weights
    steps: int = 0

    def step(self, weights: Weights, gradients: Weights, rate: float) -> None:
        self.steps += 1
        one, two = 1 - 0.9**self.steps, 1 - 0.999**self.steps
        for name, gradient in gradients.items():
            first, second = self.first[name], self.second[name]
            first += 0.1 * (gradient - first)
            second += 0.001 * (gradient * gradient - second)
            weights[name] -= (rate / one) * first / (np.sqrt(second / two) + 1e-8)


@dataclass
class NumpyBackend:
    """The network in numpy, with a backward pass written by hand: small games, and the tests."""

    description: Description
    packing: Packing
    described: npt.NDArray[np.float32]
    config: LearnConfig
    _weights: Weights
    seed: int
    name: str = "numpy"
    generator: np.random.Generator = field(init=False)
    _adam: _Adam = field(init=False)
    _magnet: _Policy | None = None

    def __post_init__(self) -> None:
        """Begin the optimiser and the random stream."""
        self.generator = np.random.default_rng([self.seed, 2])
        self.set_weights(self._weights)

    def aside(self) -> AbstractContextManager[Any]:
        return nullcontext()

    def set_weights(self, weights: Weights) -> None:
        self._weights = {name: np.array(tensor, np.float32) for name, tensor in weights.items()}
        first, second = ({name: np.zeros_like(tensor) for name, tensor in weights.items()} for _ in range(2))
        self._adam = _Adam(first, second)

    def weights(self) -> Weights:
        return {name: tensor.copy() for name, tensor in self._weights.items()}

    def policy(self, weights: Weights | None = None) -> _Policy:
        weights = self.weights() if weights is None else weights
        return _Policy(weights, *keys_of(self.description, weights, self.described))

    def set_magnet(self) -> None:
        self._magnet = self.policy()

    def ids(self, chosen: Any) -> npt.NDArray[np.int64]:
        return np.asarray(chosen, np.int64)

    def act(
        self, question: Question, policies: list[_Policy], epsilon: float | None
    ) -> tuple[Record, npt.NDArray[np.int64]]:
        counts: Any = np.diff(question.offsets.astype(np.int64))
        row, _, begin = pairs_of(np.zeros(len(counts), np.int64), counts)
        ids, x = question.ids.astype(np.int64), unpack(question.rows, self.packing)
        hidden = run(self.description.layers, policies[0].weights, x)
        scores = scores_of(self.description, policies[0], hidden, row, ids)
        for number, other in enumerate(policies[1:], 1):
            assert question.player is not None
            theirs = scores_of(self.description, other, run(self.description.layers, other.weights, x), row, ids)
            scores = np.where(question.player[row] == number, theirs, scores)
        logp = log_softmax(scores, row, begin)
        chosen = self._chosen(logp, row, begin, epsilon, question.random)
        value = self._value(policies[0].weights, x, hidden, question.truth)
        truth = None if question.truth is None else question.truth.copy()
        record = Record(question.rows.copy(), ids, counts, chosen - begin, logp[chosen], value, truth)
        return record, ids[chosen]

    def _chosen(
        self, logp: Any, row: Any, begin: Any, epsilon: float | None, random: npt.NDArray[np.bool_] | None
    ) -> npt.NDArray[np.int64]:
        """Draw one pair a row: by the probabilities, or the best but for a share that is drawn among all."""
        noise = -np.log(-np.log(self.generator.random(len(logp), np.float32) + np.float32(1e-20)) + np.float32(1e-20))
        if epsilon is None:
            noisy = logp + noise
        else:
            explores = self.generator.random(len(begin), np.float32) < epsilon
            noisy = np.where(explores[row], noise, logp)
        if random is not None:
            noisy = np.where(random[row], noise, noisy)
        best = np.maximum.reduceat(noisy, begin)
        place = np.where(noisy == best[row], np.arange(len(row)), len(row))
        return np.minimum.reduceat(place, begin)

    def _value(self, weights: Weights, x: Any, hidden: Any, truth: Any) -> npt.NDArray[np.float32]:
        if self.description.truth:
            return run(self.description.critic, weights, np.concatenate([x, truth], 1))[:, 0]
        return (hidden @ weights["value.weight"] + weights["value.bias"])[:, 0]

    def note(self, record: Record, seat: Any, ended: Any, rewards: Any) -> None:
        record.seat, record.ended, record.rewards = seat.astype(np.int64), ended.copy(), rewards.copy()

    def judge(self, records: list[Record], scale: float) -> tuple[Any, Any]:
        seat, ended, value = (np.stack([getattr(r, name) for r in records]) for name in ("seat", "ended", "value"))
        rewards = np.stack([record.rewards for record in records]) / np.float32(scale)
        if self.config.gae < 1:
            advantage = gae(seat, ended, rewards, value, self.config.gae)
            return advantage.ravel(), (advantage + value).ravel()
        steps = len(ended)
        places = np.where(ended, np.arange(steps)[:, None], steps - 1)
        end = np.minimum.accumulate(places[::-1], axis=0)[::-1]
        earned = rewards[end, np.arange(seat.shape[1])[None], seat]
        return (earned - value).ravel(), earned.ravel()

    def join(self, parts: list[Any]) -> Any:
        return np.concatenate(parts)

    def on_device(self, array: npt.NDArray[Any]) -> Any:
        return array

    def hosted(self, record: Record) -> dict[str, npt.NDArray[Any]]:
        return record.arrays()

    def taken(self, arrays: dict[str, npt.NDArray[Any]]) -> Record:
        return Record(**{"truth": None, **arrays})

    def update(self, block: Block, now: Coefficients) -> dict[str, float]:
        every = _joined(block, self.config.normalise)
        size, seen = self.config.minibatch, Means()
        for _ in range(self.config.epochs):
            order = self.generator.permutation(block.decisions)
            for begin in range(0, len(order), size):
                part = {name: array[order[begin : begin + size]] for name, array in every.rows.items()}
                row, place, first = pairs_of(part["start"], part["counts"])
                part["choice"] = first + part["choice"]
                gradients, stats = self.gradients(part, row, first, every.ids[place], now)
                length = float(np.sqrt(sum(float((g.astype(np.float64) ** 2).sum()) for g in gradients.values())))
                if self.config.gradient and length > self.config.gradient:
                    for gradient in gradients.values():
                        gradient *= self.config.gradient / length
                self._adam.step(self._weights, gradients, now.rate)
                seen.add({**stats, "gradient": length}, len(part["start"]))
        return seen.means()

    def gradients(
        self, part: Any, row: Any, begin: Any, ids: Any, now: Coefficients
    ) -> tuple[Weights, dict[str, float]]:
        """Run forwards and backwards over one minibatch."""
        of, weights = self.description, self._weights
        gradients = {name: np.zeros_like(tensor) for name, tensor in weights.items()}
        tape: list[Any] = []
        x = unpack(part["rows"], self.packing)
        hidden = forward(of.layers, weights, x, tape)
        key_tape: list[Any] = []
        acting = _Policy(weights, *keys_of(of, weights, self.described, key_tape))
        query = hidden @ weights["query.weight"] + weights["query.bias"] if of.by_features else hidden
        scores = (query @ acting.keys.T + acting.bias)[row, ids]
        value = (hidden @ weights["value.weight"] + weights["value.bias"])[:, 0]
        magnet = None
        if now.magnet > 0 and self._magnet is not None:
            past = run(of.layers, self._magnet.weights, x)
            magnet = log_softmax(scores_of(of, self._magnet, past, row, ids), row, begin)
        if self.config.algorithm == "dmc":
            d_scores, stats = dmc_loss(scores, part["choice"], part["target"])
            d_value = np.zeros_like(value)
        else:
            d_scores, stats = ppo_loss(
                scores, row, begin, part["choice"], part["logp"], part["advantage"], magnet, self.config.clip, now
            )
            d_value, stats["value"] = value_loss(value, part["target"], self.config.value)
        every = np.zeros((len(x), of.ids), np.float32)
        every[row, ids] = d_scores
        d_hidden = self._back_through_scores(every, hidden, query, acting, key_tape, gradients)
        d_hidden += d_value[:, None] @ weights["value.weight"].T
        gradients["value.weight"] += hidden.T @ d_value[:, None]
        gradients["value.bias"] += d_value.sum(keepdims=True)
        backward(of.layers, weights, tape, d_hidden, gradients)
        if of.truth:
            critic_tape: list[Any] = []
            told = forward(of.critic, weights, np.concatenate([x, part["truth"]], 1), critic_tape)[:, 0]
            d_told, stats["critic"] = value_loss(told, part["target"], self.config.value)
            backward(of.critic, weights, critic_tape, d_told[:, None], gradients)
        return gradients, stats

    def _back_through_scores(
        self, every: Any, hidden: Any, query: Any, acting: _Policy, tape: list[Any], gradients: Weights
    ) -> Any:
        """Give the gradient of the trunk's output, and add those of what scores actions."""
        of, weights = self.description, self._weights
        if not of.by_features:
            gradients["policy.weight"] += hidden.T @ every
            gradients["policy.bias"] += every.sum(0)
            return every @ weights["policy.weight"].T
        root = np.float32(np.sqrt(query.shape[1]))
        d_query = every @ acting.keys
        d_keys = np.concatenate([every.T @ query / root, every.sum(0)[:, None]], 1)
        backward(of.policy["layers"], weights, tape, d_keys, gradients)
        gradients["query.weight"] += hidden.T @ d_query
        gradients["query.bias"] += d_query.sum(0)
        return d_query @ weights["query.weight"].T

    def state(self) -> dict[str, npt.NDArray[Any]]:
        kept: dict[str, npt.NDArray[Any]] = {}
        for name, tensor in self._weights.items():
            kept[f"weights/{name}"] = tensor
            kept[f"first/{name}"], kept[f"second/{name}"] = self._adam.first[name], self._adam.second[name]
            if self._magnet is not None:
                kept[f"magnet/{name}"] = self._magnet.weights[name]
        kept["steps"] = np.array(self._adam.steps)
        kept["generator"] = text_array(json.dumps(self.generator.bit_generator.state))
        return kept

    def load_state(self, state: dict[str, npt.NDArray[Any]]) -> None:
        self.set_weights(part_of(state, "weights"))
        self._adam = _Adam(part_of(state, "first"), part_of(state, "second"), int(state["steps"]))
        magnet = part_of(state, "magnet")
        self._magnet = self.policy(magnet) if magnet else None
        self.generator.bit_generator.state = json.loads(array_text(state["generator"]))


def text_array(text: str) -> npt.NDArray[np.uint8]:
    """Keep a text as an array."""
    return np.frombuffer(text.encode(), np.uint8)


def array_text(array: npt.NDArray[np.uint8]) -> str:
    """Read a text from an array."""
    return bytes(array).decode()


def part_of(state: dict[str, npt.NDArray[Any]], name: str) -> dict[str, npt.NDArray[Any]]:
    """Take the arrays whose names begin with this one and a slash."""
    return {key[len(name) + 1 :]: array.copy() for key, array in state.items() if key.startswith(f"{name}/")}


@dataclass
class _Joined:
    rows: dict[str, npt.NDArray[Any]]
    ids: npt.NDArray[np.int64]


def _joined(block: Block, normalise: bool) -> _Joined:
    """Put the records of a block together, and keep what it chose."""
    columns = ["rows", "counts", "choice", "logp"] + (["truth"] if block.records[0].truth is not None else [])
    rows = {name: np.concatenate([getattr(r, name) for r in block.records]) for name in columns}
    rows["start"] = np.cumsum(rows["counts"]) - rows["counts"]
    chosen = {name: array[block.chosen] for name, array in rows.items()}
    ids = np.concatenate([record.ids for record in block.records])
    advantage = block.advantage[block.chosen]
    if normalise:
        advantage = (advantage - advantage.mean()) / (advantage.std() + np.float32(1e-6))
    return _Joined({**chosen, "advantage": advantage, "target": block.target[block.chosen]}, ids)


def gae(seat: Any, ended: Any, rewards: Any, value: Any, share: float) -> npt.NDArray[np.float32]:
    """Give advantages: what the next decision of the same seat was worth counts, and a share of all later ones."""
    tables = np.arange(seat.shape[1])
    following = np.zeros(rewards.shape[1:], np.float32)
    later, advantage = np.zeros_like(following), np.zeros_like(value)
    for step in range(len(seat) - 1, -1, -1):
        over, who = ended[step], seat[step]
        following[over], later[over] = rewards[step][over], 0.0
        advantage[step] = following[tables, who] - value[step] + np.float32(share) * later[tables, who]
        following[tables, who], later[tables, who] = value[step], advantage[step]
    return advantage


class Means:
    """Means of what is seen in many minibatches."""

    def __init__(self) -> None:
        """Begin with nothing seen."""
        self._sums: dict[str, float] = {}
        self._weights = 0

    def add(self, seen: dict[str, float], weight: int) -> None:
        """Take one minibatch in."""
        for name, number in seen.items():
            self._sums[name] = self._sums.get(name, 0.0) + number * weight
        self._weights += weight

    def means(self) -> dict[str, float]:
        """Give the means."""
        return {name: total / max(1, self._weights) for name, total in self._sums.items()}


def keys_of(
    of: Description, weights: Weights, described: npt.NDArray[np.float32], tape: list[Any] | None = None
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """Give for each id what the state is multiplied with, and what is added."""
    if not of.by_features:
        return weights["policy.weight"].T, weights["policy.bias"]
    keys = forward(of.policy["layers"], weights, described, tape)
    return keys[:, :-1] / np.float32(np.sqrt(keys.shape[1] - 1)), keys[:, -1]


def scores_of(of: Description, policy: _Policy, hidden: Any, row: Any, ids: Any) -> npt.NDArray[np.float32]:
    """Score pairs of a row and a legal id."""
    query = hidden
    if of.by_features:
        query = hidden @ policy.weights["query.weight"] + policy.weights["query.bias"]
    if of.ids <= 256:
        return (query @ policy.keys.T + policy.bias)[row, ids]  # type: ignore[no-any-return]
    return np.einsum("ij,ij->i", query[row], policy.keys[ids]) + policy.bias[ids]  # type: ignore[no-any-return]


def log_softmax(scores: Any, row: Any, begin: Any) -> npt.NDArray[np.float32]:
    """Give the logarithms of the probabilities, each row over its own legal ids."""
    shifted = scores - np.maximum.reduceat(scores, begin)[row]
    return shifted - np.log(np.add.reduceat(np.exp(shifted), begin))[row]  # type: ignore[no-any-return]


def ppo_loss(
    scores: Any,
    row: Any,
    begin: Any,
    choice: Any,
    before: Any,
    advantage: Any,
    magnet: Any,
    clip: float,
    now: Coefficients,
) -> tuple[npt.NDArray[np.float32], dict[str, float]]:
    """Give the gradient of PPO's loss by the scores: clipped gain, entropy, and the divergence from the magnet."""
    count = len(begin)
    logp = log_softmax(scores, row, begin)
    p = np.exp(logp)
    ratio = np.exp(logp[choice] - before)
    gain = np.minimum(ratio * advantage, np.clip(ratio, 1 - clip, 1 + clip) * advantage)
    moves = (ratio * advantage) <= np.clip(ratio, 1 - clip, 1 + clip) * advantage
    pull = np.where(moves, ratio * advantage, 0.0).astype(np.float32)
    d_scores = p * pull[row]
    d_scores[choice] -= pull
    entropy = -np.add.reduceat(p * logp, begin)
    d_scores += now.entropy * p * (logp + entropy[row])
    stats = {
        "gain": float(gain.mean()),
        "entropy": float(entropy.mean()),
        "change": float((ratio - 1 - (logp[choice] - before)).mean()),
        "clipped": float((~moves).mean()),
    }
    loss = -stats["gain"] - now.entropy * stats["entropy"]
    if magnet is not None:
        apart = np.add.reduceat(p * (logp - magnet), begin)
        d_scores += now.magnet * p * (logp - magnet - apart[row])
        stats["magnet"] = float(apart.mean())
        loss += now.magnet * stats["magnet"]
    return (d_scores / count).astype(np.float32), {"loss": loss, **stats}


def dmc_loss(scores: Any, choice: Any, target: Any) -> tuple[npt.NDArray[np.float32], dict[str, float]]:
    """Give the gradient of Deep Monte Carlo's loss by the scores: half the squared error of what was chosen."""
    error = scores[choice] - target
    d_scores = np.zeros_like(scores)
    d_scores[choice] = error / len(choice)
    squared = float((error * error).mean())
    return d_scores, {"loss": squared / 2, "value": squared}


def value_loss(value: Any, target: Any, weight: float) -> tuple[npt.NDArray[np.float32], float]:
    """Give the gradient of half the squared error, times its weight, and the squared error."""
    error = value - target
    return (weight * error / len(error)).astype(np.float32), float((error * error).mean())
