"""The network in PyTorch, on a processor or a graphics card; the same interface as numpy's."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch.nn import functional

from tefuda._tefuda import Refused
from tefuda.learn.backend import Block, Coefficients, Means, Question, Record, array_text, part_of, text_array
from tefuda.learn.config import LearnConfig
from tefuda.learn.network import EPSILON, Description, Layers, Weights
from tefuda.packing import Packing, unpack

__all__ = ["TorchBackend"]

Tensors = dict[str, Any]
# Above this many ids only the legal ones are scored.
_FEW_IDS = 256


@dataclass
class _Policy:
    """Weights that act, with what each action is met with."""

    weights: Tensors
    keys: Any
    bias: Any


def _forward(layers: Layers, weights: Tensors, x: Any) -> Any:
    """Run layers forwards."""
    for layer in layers:
        (kind, what), *_ = layer.items()
        if kind == "dense":
            x = torch.addmm(weights[f"{what}.bias"], x, weights[f"{what}.weight"])
        elif kind == "relu":
            x = torch.relu(x)
        elif kind == "norm":
            x = functional.layer_norm(x, x.shape[-1:], weights[f"{what}.weight"], weights[f"{what}.bias"], EPSILON)
        else:
            x = x + _forward(what, weights, x)
    return x


class TorchBackend:
    """A network in PyTorch that acts and learns."""

    def __init__(
        self,
        description: Description,
        packing: Packing,
        described: npt.NDArray[np.float32],
        config: LearnConfig,
        first: Weights,
        seed: int,
        device: str,
    ) -> None:
        """Begin with these weights."""
        self.description, self.packing, self.config = description, packing, config
        self.device = torch.device(device)
        self.on_card = self.device.type == "cuda"
        if self.on_card and not torch.cuda.is_available():
            raise Refused("PyTorch finds no graphics card; take device cpu")
        if self.on_card:
            torch.set_float32_matmul_precision("highest" if config.precision == "float32" else "high")
        else:
            # Small matrices are slower on several cores than on one, and the tables want the others.
            torch.set_num_threads(1)
        self.name = f"PyTorch {torch.__version__} on {torch.cuda.get_device_name() if self.on_card else 'a processor'}"
        # Asking is short and waited for; learning is long.
        self._aside = torch.cuda.Stream(priority=-1) if self.on_card else None
        self.described = torch.from_numpy(np.ascontiguousarray(described)).to(self.device)
        self.drawing, self.mixing = (torch.Generator(self.device) for _ in range(2))
        self.drawing.manual_seed(2 * seed % 2**64)
        self.mixing.manual_seed((2 * seed + 1) % 2**64)
        self._magnet: _Policy | None = None
        self.set_weights(first)

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Compute beside what another thread computes; what was computed is there at the end."""
        if self._aside is None:
            yield
            return
        self._aside.wait_stream(torch.cuda.default_stream())
        with torch.cuda.stream(self._aside):
            yield
        self._aside.synchronize()

    def set_weights(self, weights: Weights) -> None:
        """Go on from other weights, with a new optimiser."""
        self._weights = {name: self._tensor(tensor).requires_grad_() for name, tensor in weights.items()}
        self._adam = torch.optim.Adam(self._weights.values(), lr=1e-3, eps=1e-8, fused=self.on_card or None)

    def _tensor(self, array: npt.NDArray[Any]) -> Any:
        return torch.tensor(np.asarray(array, np.float32), device=self.device)

    def weights(self) -> Weights:
        """Copy the newest weights."""
        return {name: tensor.detach().cpu().numpy().copy() for name, tensor in self._weights.items()}

    @torch.no_grad()
    def policy(self, weights: Weights | None = None) -> _Policy:
        """Give a policy that acts: the newest weights, or these."""
        if weights is None:
            kept = {name: tensor.detach().clone() for name, tensor in self._weights.items()}
        else:
            kept = {name: self._tensor(tensor) for name, tensor in weights.items()}
        return _Policy(kept, *self._keys(kept))

    def set_magnet(self) -> None:
        """Make the newest policy the magnet."""
        self._magnet = self.policy()

    def _keys(self, weights: Tensors) -> tuple[Any, Any]:
        """Give for each id what the state is multiplied with, and what is added."""
        of = self.description
        if not of.by_features:
            return weights["policy.weight"].t(), weights["policy.bias"]
        keys = _forward(of.policy["layers"], weights, self.described)
        return keys[:, :-1] / math.sqrt(keys.shape[1] - 1), keys[:, -1]

    def _query(self, weights: Tensors, hidden: Any) -> Any:
        if not self.description.by_features:
            return hidden
        return torch.addmm(weights["query.bias"], hidden, weights["query.weight"])

    def _scores(self, policy: _Policy, hidden: Any, row: Any, ids: Any) -> Any:
        """Score pairs of a row and a legal id."""
        query = self._query(policy.weights, hidden)
        if self.description.ids <= _FEW_IDS:
            every = torch.addmm(policy.bias, query, policy.keys.t())
            return every.view(-1).gather(0, row * self.description.ids + ids).float()
        met = query.index_select(0, row) * policy.keys.index_select(0, ids)
        return met.sum(1).float() + policy.bias.index_select(0, ids).float()

    def _precise(self) -> Any:
        """Multiply as the config says."""
        if self.on_card and self.config.precision == "bfloat16":
            return torch.autocast("cuda", torch.bfloat16)
        return nullcontext()

    def _value(self, weights: Tensors, x: Any, hidden: Any, truth: Any) -> Any:
        if self.description.truth:
            return _forward(self.description.critic, weights, torch.cat([x, truth], 1))[:, 0].float()
        return torch.addmm(weights["value.bias"], hidden, weights["value.weight"])[:, 0].float()

    @torch.no_grad()
    def act(self, question: Question, policies: list[_Policy], epsilon: float | None) -> tuple[Record, Any]:
        """Choose at every row; what was asked and answered, and the ids, still on the device."""
        total = len(question.ids)
        rows = self._sent(question.rows)
        counts = self._sent(np.diff(question.offsets.astype(np.int64)))
        ids = self._sent(question.ids.astype(np.int64))
        truth = None if question.truth is None else self._sent(question.truth)
        row = torch.repeat_interleave(counts, output_size=total)
        x = unpack(rows, self.packing)
        with self._precise():
            hidden = _forward(self.description.layers, policies[0].weights, x)
            scores = self._scores(policies[0], hidden, row, ids)
            for number, other in enumerate(policies[1:], 1):
                assert question.player is not None
                theirs = self._scores(other, _forward(self.description.layers, other.weights, x), row, ids)
                scores = torch.where((self._sent(question.player) == number)[row], theirs, scores)
            value = self._value(policies[0].weights, x, hidden, truth)
        logp = log_softmax(scores, row, len(rows))
        random = None if question.random is None else self._sent(question.random)
        chosen = self._chosen(logp, row, len(rows), epsilon, random)
        choice = chosen - (torch.cumsum(counts, 0) - counts)
        return Record(rows, ids, counts, choice, logp[chosen], value, truth), ids[chosen]

    def _sent(self, array: npt.NDArray[Any]) -> Any:
        """Copy an array to the device; what it stood in is overwritten by a later step."""
        tensor = torch.from_numpy(array)
        return tensor.to(self.device) if self.on_card else tensor.clone()

    def _chosen(self, logp: Any, row: Any, rows: int, epsilon: float | None, random: Any) -> Any:
        """Draw one pair a row: by the probabilities, or the best but for a share that is drawn among all."""
        noise = torch.empty_like(logp).exponential_(generator=self.drawing).log().neg()
        if epsilon is None:
            noisy = logp + noise
        else:
            explores = torch.rand(rows, generator=self.drawing, device=self.device) < epsilon
            noisy = torch.where(explores[row], noise, logp)
        if random is not None:
            noisy = torch.where(random[row], noise, noisy)
        best = torch.full((rows,), -math.inf, device=self.device).scatter_reduce_(0, row, noisy, "amax")
        place = torch.arange(len(row), device=self.device)
        place = torch.where(noisy == best[row], place, len(row))
        first = torch.full((rows,), len(row), dtype=torch.int64, device=self.device)
        return first.scatter_reduce_(0, row, place, "amin")

    def ids(self, chosen: Any) -> npt.NDArray[np.int64]:
        """Wait for the ids that were chosen."""
        return chosen.cpu().numpy()  # type: ignore[no-any-return]

    def note(self, record: Record, seat: Any, ended: Any, rewards: Any) -> None:
        """Note who was asked and what came of it, from arrays of the host that will be written over."""
        record.seat = self._sent(seat.astype(np.int64))
        record.ended, record.rewards = self._sent(ended), self._sent(rewards)

    @torch.no_grad()
    def judge(self, records: list[Record], scale: float) -> tuple[Any, Any]:
        """Give advantages and what was earned, of all rows of records of the same tables, in units of the scale."""
        seat, ended, value = (torch.stack([getattr(r, name) for r in records]) for name in ("seat", "ended", "value"))
        rewards = torch.stack([record.rewards for record in records]) / scale
        if self.config.gae < 1:
            advantage = gae(seat, ended, rewards, value, self.config.gae)
            return advantage.view(-1), (advantage + value).view(-1)
        steps = len(ended)
        places = torch.where(ended, torch.arange(steps, device=self.device)[:, None], steps - 1)
        end = places.flip(0).cummin(0).values.flip(0)
        tables = torch.arange(seat.shape[1], device=self.device)[None]
        earned = rewards[end, tables, seat]
        return (earned - value).view(-1), earned.view(-1)

    def join(self, parts: list[Any]) -> Any:
        """Put arrays of the device together."""
        return torch.cat(parts)

    def on_device(self, array: npt.NDArray[Any]) -> Any:
        """Take an array from the host."""
        return torch.tensor(array, device=self.device)

    def hosted(self, record: Record) -> dict[str, npt.NDArray[Any]]:
        """Copy a record to the host."""
        return {name: tensor.cpu().numpy() for name, tensor in record.arrays().items()}

    def taken(self, arrays: dict[str, npt.NDArray[Any]]) -> Record:
        """Take a record from the host."""
        tensors = {name: torch.tensor(array, device=self.device) for name, array in arrays.items()}
        return Record(**{"truth": None, **tensors})

    def update(self, block: Block, now: Coefficients) -> dict[str, float]:
        """Learn from a block; what was seen on the way."""
        every, ids = self._joined(block)
        for group in self._adam.param_groups:
            group["lr"] = now.rate
        size, seen = self.config.minibatch, []
        for _ in range(self.config.epochs):
            order = torch.randperm(block.decisions, generator=self.mixing, device=self.device)
            for among in order.split(size):
                part = {name: tensor[among] for name, tensor in every.items()}
                seen.append((self._step(part, ids, now), len(among)))
        means = Means()
        names = list(seen[0][0])
        numbers = torch.stack([torch.stack([stats[name] for name in names]) for stats, _ in seen]).tolist()
        for row, (_, weight) in zip(numbers, seen):
            means.add(dict(zip(names, row)), weight)
        return means.means()

    def _joined(self, block: Block) -> tuple[Tensors, Any]:
        """Put the records of a block together, and keep what it chose."""
        columns = ["rows", "counts", "choice", "logp"] + (["truth"] if block.records[0].truth is not None else [])
        rows = {name: torch.cat([getattr(record, name) for record in block.records]) for name in columns}
        rows["start"] = torch.cumsum(rows["counts"], 0) - rows["counts"]
        chosen = torch.from_numpy(block.chosen).to(self.device)
        every = {name: tensor[chosen] for name, tensor in rows.items()}
        advantage = block.advantage[chosen]
        if self.config.normalise:
            advantage = (advantage - advantage.mean()) / (advantage.std(correction=0) + 1e-6)
        every["advantage"], every["target"] = advantage, block.target[chosen]
        return every, torch.cat([record.ids for record in block.records])

    def _step(self, part: Tensors, ids: Any, now: Coefficients) -> Tensors:
        """Take one step of the optimiser over a minibatch."""
        loss, stats = self.loss(part, ids, now)
        self._adam.zero_grad(set_to_none=True)
        loss.backward()
        of_loss = [tensor for tensor in self._weights.values() if tensor.grad is not None]
        length = torch.nn.utils.clip_grad_norm_(of_loss, self.config.gradient or math.inf)
        self._adam.step()
        return {**stats, "gradient": length.detach()}

    def loss(self, part: Tensors, ids: Any, now: Coefficients) -> tuple[Any, Tensors]:
        """Give the loss over a minibatch, and what was seen of it."""
        of, weights, config = self.description, self._weights, self.config
        counts, rows = part["counts"], len(part["counts"])
        begin = torch.cumsum(counts, 0) - counts
        row = torch.repeat_interleave(counts)
        place = part["start"][row] + torch.arange(len(row), device=self.device) - begin[row]
        legal, choice = ids[place], begin + part["choice"]
        x = unpack(part["rows"], self.packing)
        with self._precise():
            hidden = _forward(of.layers, weights, x)
            scores = self._scores(_Policy(weights, *self._keys(weights)), hidden, row, legal)
            value = torch.addmm(weights["value.bias"], hidden, weights["value.weight"])[:, 0].float()
        if config.algorithm == "dmc":
            squared = functional.mse_loss(scores[choice], part["target"])
            return squared / 2, {"loss": squared.detach() / 2, "value": squared.detach()}
        magnet = self._magnet_logp(x, row, legal, rows) if now.magnet > 0 else None
        loss, stats = ppo_loss(scores, row, rows, choice, part["logp"], part["advantage"], magnet, config.clip, now)
        error = functional.mse_loss(value, part["target"])
        stats["value"], loss = error.detach(), loss + config.value / 2 * error
        if of.truth:
            with self._precise():
                told = self._value(weights, x, hidden, part["truth"])
            error = functional.mse_loss(told, part["target"])
            stats["critic"], loss = error.detach(), loss + config.value / 2 * error
        return loss, stats

    @torch.no_grad()
    def _magnet_logp(self, x: Any, row: Any, ids: Any, rows: int) -> Any:
        if self._magnet is None:
            return None
        with self._precise():
            hidden = _forward(self.description.layers, self._magnet.weights, x)
            scores = self._scores(self._magnet, hidden, row, ids)
        return log_softmax(scores, row, rows)

    def state(self) -> dict[str, npt.NDArray[Any]]:
        """Write down networks, optimiser and random streams."""
        kept: dict[str, npt.NDArray[Any]] = {}
        for name, tensor in self._weights.items():
            kept[f"weights/{name}"] = tensor.detach().cpu().numpy().copy()
            of = self._adam.state.get(tensor)
            if of:
                kept[f"first/{name}"] = of["exp_avg"].cpu().numpy().copy()
                kept[f"second/{name}"] = of["exp_avg_sq"].cpu().numpy().copy()
                kept["steps"] = np.array(float(of["step"]))
            if self._magnet is not None:
                kept[f"magnet/{name}"] = self._magnet.weights[name].cpu().numpy().copy()
        for name, generator in (("drawing", self.drawing), ("mixing", self.mixing)):
            kept[name] = generator.get_state().numpy().copy()
        kept["kind"] = text_array(json.dumps(self.device.type))
        return kept

    def load_state(self, state: dict[str, npt.NDArray[Any]]) -> None:
        """Go on from what was written down."""
        self.set_weights(part_of(state, "weights"))
        for name, first in part_of(state, "first").items():
            step = torch.tensor(float(state["steps"]), device=self.device if self.on_card else None)
            second = self._tensor(state[f"second/{name}"])
            self._adam.state[self._weights[name]] = {
                "step": step,
                "exp_avg": self._tensor(first),
                "exp_avg_sq": second,
            }
        magnet = part_of(state, "magnet")
        self._magnet = self.policy(magnet) if magnet else None
        if json.loads(array_text(state["kind"])) == self.device.type:
            # The streams of a card and of a processor are not the same.
            self.drawing.set_state(torch.from_numpy(state["drawing"].copy()))
            self.mixing.set_state(torch.from_numpy(state["mixing"].copy()))


def gae(seat: Any, ended: Any, rewards: Any, value: Any, share: float) -> Any:
    """Give advantages: what the next decision of the same seat was worth counts, and a share of all later ones."""
    following = torch.zeros_like(rewards[0])
    later, advantage = torch.zeros_like(following), torch.zeros_like(value)
    for step in range(len(seat) - 1, -1, -1):
        over, who = ended[step][:, None], seat[step][:, None]
        following = torch.where(over, rewards[step], following)
        later = torch.where(over, 0.0, later)
        now = following.gather(1, who)[:, 0] - value[step] + share * later.gather(1, who)[:, 0]
        following = following.scatter(1, who, value[step][:, None])
        later = later.scatter(1, who, now[:, None])
        advantage[step] = now
    return advantage


def log_softmax(scores: Any, row: Any, rows: int) -> Any:
    """Give the logarithms of the probabilities, each row over its own legal ids."""
    most = torch.full((rows,), -math.inf, device=scores.device).scatter_reduce_(0, row, scores.detach(), "amax")
    shifted = scores - most[row]
    total = torch.zeros(rows, device=scores.device).index_add(0, row, shifted.exp())
    return shifted - total.log()[row]


def ppo_loss(
    scores: Any,
    row: Any,
    rows: int,
    choice: Any,
    before: Any,
    advantage: Any,
    magnet: Any,
    clip: float,
    now: Coefficients,
) -> tuple[Any, Tensors]:
    """Give PPO's loss: clipped gain, entropy, and the divergence from the magnet."""
    logp = log_softmax(scores, row, rows)
    p = logp.exp()
    moved = logp[choice] - before
    ratio = moved.exp()
    free, held = ratio * advantage, ratio.clamp(1 - clip, 1 + clip) * advantage
    gain = torch.minimum(free, held).mean()
    entropy = -(p * logp).sum() / rows
    loss = -gain - now.entropy * entropy
    stats = {
        "gain": gain.detach(),
        "entropy": entropy.detach(),
        "change": (ratio - 1 - moved).mean().detach(),
        "clipped": (free > held).float().mean(),
    }
    if magnet is not None:
        apart = (p * (logp - magnet)).sum() / rows
        loss = loss + now.magnet * apart
        stats["magnet"] = apart.detach()
    return loss, {"loss": loss.detach(), **stats}
