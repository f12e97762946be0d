"""A network as a description of its layers, and how numpy runs it forwards and backwards.

The description is the one of the policy's file. Weights are a dict of arrays by name; a dense layer is ``x @ W + b``.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from tefuda.learn.config import NetworkConfig

__all__ = ["Description", "Weights", "backward", "describe", "forward", "initial", "run"]

Floats = npt.NDArray[np.float32]
Weights = dict[str, Floats]
Layers = list[dict[str, Any]]
EPSILON = 1e-5


@dataclass(frozen=True)
class Description:
    """What there is to a network beside its weights."""

    width: int
    """How many figures a row has."""
    ids: int
    features: int
    """How many figures describe an action."""
    truth: int
    """How many figures of what is hidden the critic sees; 0: there is no critic but the value head."""
    layers: Layers
    policy: dict[str, Any]
    critic: Layers
    """Of what is put together from the row and the truth; ends with one number."""

    @property
    def by_features(self) -> bool:
        """Whether actions are scored by what describes them."""
        return bool(self.policy["by"] == "features")

    def shapes(self) -> dict[str, tuple[int, ...]]:
        """List all tensors, and how large they are."""
        shapes: dict[str, tuple[int, ...]] = {}
        hidden = self.width
        hidden = _shapes(self.layers, hidden, self._outputs(), shapes)
        if self.by_features:
            query = self._outputs()[self.policy["query"]]
            _dense(self.policy["query"], hidden, query, shapes)
            _shapes(self.policy["layers"], self.features, self._outputs(), shapes)
        else:
            _dense(self.policy["dense"], hidden, self.ids, shapes)
        _dense("value", hidden, 1, shapes)
        if self.truth:
            _shapes(self.critic, self.width + self.truth, self._outputs(), shapes)
        return shapes

    def _outputs(self) -> dict[str, int]:
        return dict(self.policy["outputs"])

    def as_dict(self) -> dict[str, Any]:
        """Write it as plain lists and dicts."""
        return json.loads(json.dumps(self.__dict__))  # type: ignore[no-any-return]

    @property
    def exported(self) -> list[str]:
        """Name the tensors that a player needs: the critic's stay behind."""
        return [name for name in self.shapes() if not name.startswith("critic.")]


def _dense(name: str, inputs: int, outputs: int, shapes: dict[str, tuple[int, ...]]) -> None:
    shapes[f"{name}.weight"], shapes[f"{name}.bias"] = (inputs, outputs), (outputs,)


def _shapes(layers: Layers, width: int, outputs: dict[str, int], shapes: dict[str, tuple[int, ...]]) -> int:
    """Note the tensors of these layers; how wide what comes out is."""
    for layer in layers:
        (kind, what), *_ = layer.items()
        if kind == "dense":
            _dense(what, width, outputs[what], shapes)
            width = outputs[what]
        elif kind == "norm":
            shapes[f"{what}.weight"], shapes[f"{what}.bias"] = (width,), (width,)
        elif kind == "residual":
            _shapes(what, width, outputs, shapes)
    return width


def describe(config: NetworkConfig, width: int, ids: int, features: int, truth: int) -> Description:
    """Describe the network that a config asks for."""
    outputs: dict[str, int] = {}
    layers = _trunk("body", config, outputs)
    policy: dict[str, Any] = {"by": "ids", "dense": "policy"}
    if config.actions == "features":
        outputs["query"], outputs["key.0"], outputs["key.1"] = config.query, config.describe, config.query + 1
        key: Layers = [{"dense": "key.0"}, {"relu": True}, {"dense": "key.1"}]
        policy = {"by": "features", "query": "query", "layers": key, "width": features}
    critic: Layers = []
    if truth:
        critic = [*_trunk("critic", config, outputs), {"dense": "critic.value"}]
        outputs["critic.value"] = 1
    return Description(width, ids, features, truth, layers, {**policy, "outputs": outputs}, critic)


def _trunk(name: str, config: NetworkConfig, outputs: dict[str, int]) -> Layers:
    """Lay out the hidden layers."""
    if config.kind == "residual":
        return _residual(name, config, outputs)
    layers: Layers = []
    for place in range(config.depth):
        outputs[f"{name}.{place}"] = config.width
        layers.append({"dense": f"{name}.{place}"})
        if config.norm:
            layers.append({"norm": f"{name}.{place}.norm"})
        layers.append({"relu": True})
    return layers


def _residual(name: str, config: NetworkConfig, outputs: dict[str, int]) -> Layers:
    layers: Layers = [{"dense": f"{name}.in"}]
    outputs[f"{name}.in"] = config.width
    for place in range(config.depth):
        one, two = f"{name}.{place}.one", f"{name}.{place}.two"
        outputs[one] = outputs[two] = config.width
        norm: Layers = [{"norm": f"{name}.{place}.norm"}] if config.norm else []
        layers.append({"residual": [*norm, {"relu": True}, {"dense": one}, {"relu": True}, {"dense": two}]})
    if config.norm:
        layers.append({"norm": f"{name}.out"})
    return [*layers, {"relu": True}]


def initial(description: Description, generator: np.random.Generator) -> Weights:
    """Draw the first weights: every legal action is as likely as any other."""
    weights: Weights = {}
    for name, shape in description.shapes().items():
        if name.endswith(".bias"):
            weights[name] = np.zeros(shape, np.float32)
        elif len(shape) == 1:
            weights[name] = np.ones(shape, np.float32)
        else:
            deviation = math.sqrt(2 / shape[0])
            weights[name] = (generator.standard_normal(shape) * deviation).astype(np.float32)
    for silent in ("policy", "query", "value", "critic.value"):
        if f"{silent}.weight" in weights:
            weights[f"{silent}.weight"] *= 0.0
    if "key.1.weight" in weights:
        weights["key.1.weight"][:, -1] = 0.0
    for name in weights:
        if name.endswith(".two.weight"):
            weights[name] *= 0.1
    return weights


def run(layers: Layers, weights: Weights, x: Floats) -> Floats:
    """Run layers forwards, and remember nothing."""
    return forward(layers, weights, x, None)


def forward(layers: Layers, weights: Weights, x: Floats, tape: list[Any] | None) -> Floats:
    """Run layers forwards; the tape, if there is one, is what :func:`backward` needs."""
    for layer in layers:
        (kind, what), *_ = layer.items()
        kept: Any = x
        if kind == "dense":
            x = x @ weights[f"{what}.weight"] + weights[f"{what}.bias"]
        elif kind == "relu":
            x = np.maximum(x, 0)
            kept = x
        elif kind == "norm":
            centred = x - x.mean(-1, keepdims=True)
            inverse = 1 / np.sqrt((centred * centred).mean(-1, keepdims=True) + np.float32(EPSILON))
            kept = (centred * inverse, inverse)
            x = kept[0] * weights[f"{what}.weight"] + weights[f"{what}.bias"]
        else:
            kept = []
            x = x + forward(what, weights, x, kept)
        if tape is not None:
            tape.append(kept)
    return x


def backward(layers: Layers, weights: Weights, tape: list[Any], dy: Floats, gradients: Weights) -> Floats:
    """Run layers backwards: add to the gradients, and give that of what went in."""
    for layer, kept in zip(reversed(layers), reversed(tape)):
        (kind, what), *_ = layer.items()
        if kind == "dense":
            gradients[f"{what}.weight"] += kept.T @ dy
            gradients[f"{what}.bias"] += dy.sum(0)
            dy = dy @ weights[f"{what}.weight"].T
        elif kind == "relu":
            dy = dy * (kept > 0)
        elif kind == "norm":
            centred, inverse = kept
            gradients[f"{what}.weight"] += (dy * centred).sum(0)
            gradients[f"{what}.bias"] += dy.sum(0)
            dy = dy * weights[f"{what}.weight"]
            along = (dy * centred).mean(-1, keepdims=True)
            dy = (dy - dy.mean(-1, keepdims=True) - centred * along) * inverse
        else:
            dy = dy + backward(what, weights, kept, dy, gradients)
    return dy
