"""A learned policy at the tables of matches, run by numpy."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from tefuda import _tefuda
from tefuda.agents import Policy
from tefuda.learn.network import Description, Weights, forward, run
from tefuda.learn.policy_file import check_versions, read_policy

__all__ = ["Scorer", "player", "player_of"]


class Scorer:
    """A network that gives a score to every id."""

    def __init__(self, of: Description, weights: Weights, described: npt.NDArray[np.float32]) -> None:
        """Take weights; what describes actions is run once."""
        self.of, self.weights = of, weights
        if of.by_features:
            keys = forward(of.policy["layers"], weights, described, None)
            self.keys, self.bias = keys[:, :-1].T / np.float32(np.sqrt(keys.shape[1] - 1)), keys[:, -1]
        else:
            self.keys, self.bias = weights["policy.weight"], weights["policy.bias"]

    def scores(self, rows: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        """Score all ids, legal or not."""
        hidden = run(self.of.layers, self.weights, rows)
        if self.of.by_features:
            hidden = hidden @ self.weights["query.weight"] + self.weights["query.bias"]
        return hidden @ self.keys + self.bias  # type: ignore[no-any-return]

    def probabilities(
        self, rows: npt.NDArray[np.float32], mask: npt.NDArray[np.bool_], temperature: float = 1.0
    ) -> npt.NDArray[np.float64]:
        """Give the probabilities of all ids; those that are not legal have none."""
        scores = np.where(mask, self.scores(rows).astype(np.float64), -np.inf)
        if temperature == 0:
            best = scores.argmax(1)
            return np.eye(scores.shape[1])[best]
        scores = (scores - scores.max(1, keepdims=True)) / temperature
        shares = np.exp(scores)
        return shares / shares.sum(1, keepdims=True)  # type: ignore[no-any-return]


def player_of(scorer: Scorer, temperature: float = 1.0, name: str = "Learned") -> type[Policy]:
    """Make a player of a network, for :func:`tefuda.match` and :class:`tefuda.Table`."""

    def act_many(self: Policy, obs: npt.NDArray[np.float32], mask: npt.NDArray[np.bool_]) -> npt.ArrayLike:
        if temperature == 0:
            return np.where(mask, scorer.scores(obs), -np.inf).argmax(1)
        shares = scorer.probabilities(obs, mask, temperature).cumsum(1)
        drawn = np.random.default_rng(self.random.getrandbits(64)).random((len(obs), 1)) * shares[:, -1:]
        return (shares <= drawn).sum(1)

    return type(name, (Policy,), {"act_many": act_many, "__doc__": "A learned player."})


def player(path: Any, temperature: float = 1.0) -> type[Policy]:
    """Make a player of a policy's file.

    >>> tefuda.match("leduc", [tefuda.learn.player("policy.safetensors"), "random"])  # doctest: +SKIP
    """
    policy = read_policy(path)
    rules, seats = policy.meta["rules"], policy.meta["seats"]
    facts = _tefuda.State(rules, seats, 0).facts()
    check_versions(policy, facts, path)
    described = _tefuda.figures(rules, seats)["described"].reshape(facts["ids"], -1)
    return player_of(Scorer(policy.description, policy.weights, described), temperature)
