"""The arithmetic of learning: losses, their gradients and returns, each against a slow and obvious version."""

import math

import numpy as np
import pytest
import tefuda
from tefuda.learn import backend as backends
from tefuda.learn.backend import Block, Coefficients, NumpyBackend, Question, Record
from tefuda.learn.config import from_dict
from tefuda.learn.generate import Acting, Generator, seats_at
from tefuda.learn.train import opened as opened_network
from tefuda.packing import unpack

NOW = Coefficients(rate=0.01, entropy=0.3, magnet=0.2)

#: Every part of the network and of the losses at least once.
KINDS = {
    "ids": {"network": {"width": 9, "depth": 2}},
    "critic": {"network": {"width": 7, "depth": 1, "norm": True}, "learn": {"truth": True}},
    "features": {
        "network": {
            "width": 8,
            "depth": 1,
            "kind": "residual",
            "norm": True,
            "actions": "features",
            "query": 5,
            "describe": 6,
        },
        "learn": {"truth": True},
    },
    "dmc": {"network": {"width": 9, "depth": 1}, "learn": {"algorithm": "dmc"}},
    "dmc by features": {
        "network": {"width": 9, "depth": 1, "actions": "features", "query": 4, "describe": 6},
        "learn": {"algorithm": "dmc"},
    },
}


def opened(game, backend="numpy", **more):
    config = from_dict(
        {"game": game, "decisions": 1000, "backend": backend, "tables": {"tables": 24, "steps": 12}, **more}
    )
    return config, opened_network(config, seats_at(config), "cpu")[0]


def shaken(weights, generator, size=0.4):
    """Weights of which none is 0."""
    return {name: np.float32(w + size * generator.standard_normal(w.shape)) for name, w in weights.items()}


def played(kind, game="leduc"):
    """A backend with a block of decisions, weights that have moved since, and a magnet elsewhere."""
    config, backend = opened(game, **KINDS[kind])
    generator = np.random.default_rng(3)
    backend.set_weights(shaken(backend.weights(), generator))
    tables = Generator(config, backend, 2.0)
    tables.begin()
    block = tables.block(Acting(backend.policy(), [], 0.5 if "dmc" in kind else None))
    tables.close()
    backend.set_weights(shaken(backend.weights(), generator, 0.2))
    backend.set_magnet()
    backend.set_weights(shaken(backend.weights(), generator, 0.2))
    assert block.decisions > 100
    return config, backend, block


def part_of(backend, block):
    """All decisions of a block as one minibatch, as `update` makes it."""
    every = backends._joined(block, backend.config.normalise)
    part = dict(every.rows)
    row, place, first = backends.pairs_of(part["start"], part["counts"])
    part["choice"] = first + part["choice"]
    return part, row, first, every.ids[place]


def run(layers, weights, x):
    """One row through layers, as their names say."""
    for layer in layers:
        ((kind, what),) = layer.items()
        if kind == "dense":
            x = weights[f"{what}.weight"].T @ x + weights[f"{what}.bias"]
        elif kind == "relu":
            x = np.array([max(0.0, each) for each in x])
        elif kind == "norm":
            x = (x - np.mean(x)) / math.sqrt(np.var(x) + 1e-5)
            x = x * weights[f"{what}.weight"] + weights[f"{what}.bias"]
        else:
            x = x + run(what, weights, x)
    return x


def scores(of, weights, described, hidden):
    """The scores of all ids in one row."""
    if of.policy["by"] == "ids":
        return run([{"dense": of.policy["dense"]}], weights, hidden)
    query = run([{"dense": of.policy["query"]}], weights, hidden)
    keys = [run(of.policy["layers"], weights, each) for each in described]
    return np.array([query @ key[:-1] / math.sqrt(len(query)) + key[-1] for key in keys])


def softmax(values):
    shares = np.exp(np.array(values) - max(values))
    return shares / shares.sum()


def obvious_loss(backend, weights, magnet, part, ids):
    """The loss of a minibatch, a decision at a time, in double precision."""
    of, config = backend.description, backend.config
    rows, losses = unpack(part["rows"], backend.packing).astype(float), []
    described = np.asarray(backend.described, float)
    begin = 0
    for n, row in enumerate(rows):
        legal = ids[begin : begin + part["counts"][n]]
        hidden = run(of.layers, weights, row)
        scored = scores(of, weights, described, hidden)[legal]
        chosen = part["choice"][n] - begin
        begin += part["counts"][n]
        if config.algorithm == "dmc":
            losses.append((scored[chosen] - part["target"][n]) ** 2 / 2)
            continue
        shares = softmax(scored)
        ratio = shares[chosen] / math.exp(part["logp"][n])
        held = min(max(ratio, 1 - config.clip), 1 + config.clip)
        gain = min(ratio * part["advantage"][n], held * part["advantage"][n])
        entropy = -sum(p * math.log(p) for p in shares)
        then = softmax(scores(of, magnet, described, run(of.layers, magnet, row))[legal])
        apart = sum(p * math.log(p / q) for p, q in zip(shares, then))
        error = (run([{"dense": "value"}], weights, hidden)[0] - part["target"][n]) ** 2
        loss = -gain - NOW.entropy * entropy + NOW.magnet * apart + config.value / 2 * error
        if of.truth:
            told = run(of.critic, weights, np.concatenate([row, part["truth"][n]]))[0]
            loss += config.value / 2 * (told - part["target"][n]) ** 2
        losses.append(loss)
    return np.mean(losses)


def few_of(part, row, ids, count):
    """The first decisions of a minibatch: the obvious way is slow."""
    pairs = part["counts"][:count].sum()
    return {name: array[:count] for name, array in part.items()}, row[:pairs], ids[:pairs]


@pytest.mark.parametrize("kind", KINDS)
def test_gradients_are_those_of_the_obvious_loss(kind):
    _, backend, block = played(kind)
    part, row, first, ids = part_of(backend, block)
    part, row, ids = few_of(part, row, ids, 40)
    first = first[:40]
    weights = {name: tensor.astype(float) for name, tensor in backend.weights().items()}
    magnet = {name: tensor.astype(float) for name, tensor in backend._magnet.weights.items()}
    backend._weights = weights
    gradients, stats = backend.gradients(part, row, first, ids, NOW)
    assert "dmc" in kind or 0 < stats["clipped"] < 1, "both sides of the clip are there"
    generator, checked = np.random.default_rng(0), 0
    for name, tensor in weights.items():
        for place in generator.permutation(tensor.size)[:4]:
            at, ends = np.unravel_index(place, tensor.shape), []
            for step in (1e-6, -1e-6):
                moved = {**weights, name: tensor.copy()}
                moved[name][at] += step
                ends.append(obvious_loss(backend, moved, magnet, part, ids))
            slope = (ends[0] - ends[1]) / 2e-6
            assert gradients[name][at] == pytest.approx(slope, abs=2e-6, rel=2e-4), (name, at)
            checked += slope != 0
    assert checked > 10


def test_the_critic_learns_from_the_truth_and_the_policy_does_not():
    _, backend, block = played("critic")
    part, row, first, ids = part_of(backend, block)
    blind = {**part, "truth": np.zeros_like(part["truth"])}
    gradients, others = (backend.gradients(each, row, first, ids, NOW)[0] for each in (part, blind))
    differ = {name for name in gradients if not np.array_equal(gradients[name], others[name])}
    assert differ and all(name.startswith("critic.") for name in differ), differ
    assert not [name for name in backend.description.exported if name.startswith("critic.")]


def records_of(generator, steps, tables, seats):
    """Games of any length, with seats that are asked in any order."""
    records = []
    for _ in range(steps):
        ended = generator.random(tables) < 0.2
        rewards = np.float32(generator.standard_normal((tables, seats)) * ended[:, None])
        value = np.float32(generator.standard_normal(tables))
        record = Record(None, None, None, None, None, value, None)
        record.seat, record.ended, record.rewards = generator.integers(0, seats, tables), ended, rewards
        records.append(record)
    return records


def obvious_advantages(records, share, scale):
    """Of every decision whose game came to an end: the sum of what its seat was surprised by from then on."""
    found = {}
    for table in range(len(records[0].seat)):
        for step, record in enumerate(records):
            end = next((n for n in range(step, len(records)) if records[n].ended[table]), None)
            if end is None:
                continue
            seat = record.seat[table]
            own = [n for n in range(step, end + 1) if records[n].seat[table] == seat]
            worth = [records[n].value[table] for n in own] + [records[end].rewards[table][seat] / scale]
            found[step, table] = sum(share**k * (worth[k + 1] - worth[k]) for k in range(len(own)))
    return found


@pytest.mark.parametrize("share", [0.0, 0.7, 0.95, 1.0])
@pytest.mark.parametrize("backend", ["numpy", "torch"])
def test_advantages_are_those_of_the_obvious_way(backend, share):
    if backend == "torch":
        pytest.importorskip("torch")
    _, network = opened("kuhn", backend, learn={"gae": share})
    generator = np.random.default_rng(1)
    records = records_of(generator, 40, 7, 3)
    wanted = obvious_advantages(records, share, 1.5)
    if backend == "torch":
        missing = dict.fromkeys(["rows", "ids", "counts", "choice", "logp"], np.zeros(1))
        records = [network.taken({**missing, **record.arrays()}) for record in records]
    advantage, target = (np.asarray(each).reshape(40, 7) for each in network.judge(records, 1.5))
    values = np.stack([np.asarray(record.value) for record in records])
    assert 200 < len(wanted) < 280, "not all games end"
    for at, number in wanted.items():
        assert advantage[at] == pytest.approx(number, abs=1e-5), at
        assert target[at] == pytest.approx(number + values[at], abs=1e-5), at


def question(tables, ids):
    """The same row at every table, with all ids legal."""
    packing = tefuda.batch("leduc", 1, rows="packed").packing
    rows = np.zeros((tables, packing.bytes), np.uint8)
    offsets = np.arange(tables + 1, dtype=np.uint32) * ids
    return Question(rows, np.tile(np.arange(ids, dtype=np.uint32), tables), offsets, None, None)


@pytest.mark.parametrize("backend", ["numpy", "torch"])
@pytest.mark.parametrize("epsilon", [None, 0.3])
def test_choices_come_as_often_as_they_should(backend, epsilon):
    if backend == "torch":
        pytest.importorskip("torch")
    _, network = opened("leduc", backend, seed=5)
    weights = network.weights()
    weights["policy.bias"] = np.float32([0.0, 1.0, -1.0])
    network.set_weights(weights)
    tables = 60_000
    record, chosen = network.act(question(tables, 3), [network.policy()], epsilon)
    ids = network.ids(chosen)
    wanted = softmax([0.0, 1.0, -1.0]) if epsilon is None else np.array([0.1, 0.8, 0.1])
    counts = np.bincount(ids, minlength=3)
    surprise = ((counts - tables * wanted) ** 2 / (tables * wanted)).sum()
    assert surprise < 20, f"{counts / tables} instead of {wanted}"
    if epsilon is None:
        assert np.allclose(np.exp(np.asarray(record.logp)), wanted[ids], atol=1e-6)


def test_each_player_is_asked_for_its_own_rows():
    _, network = opened("leduc")
    low, high = network.weights(), network.weights()
    low["policy.bias"], high["policy.bias"] = np.float32([50, 0, 0]), np.float32([0, 0, 50])
    asked = question(50, 3)
    asked.player = np.arange(50, dtype=np.int8) % 2
    _, chosen = network.act(asked, [network.policy(low), network.policy(high)], None)
    assert np.array_equal(network.ids(chosen), np.where(asked.player == 0, 0, 2))


@pytest.mark.parametrize("kind", KINDS)
def test_pytorch_gives_the_losses_and_gradients_of_numpy(kind):
    torch = pytest.importorskip("torch")
    _, backend, block = played(kind)
    _, other = opened("leduc", "torch", **KINDS[kind])
    other.set_weights(backend._magnet.weights)
    other.set_magnet()
    other.set_weights(backend.weights())
    part, row, first, ids = part_of(backend, block)
    gradients, stats = backend.gradients(part, row, first, ids, NOW)
    theirs = {name: torch.from_numpy(np.ascontiguousarray(array)) for name, array in part.items()}
    theirs["start"] = torch.cumsum(theirs["counts"], 0) - theirs["counts"]
    theirs["choice"] = torch.from_numpy(part["choice"] - first)
    loss, seen = other.loss(theirs, torch.from_numpy(ids), NOW)
    loss.backward()
    for name, number in seen.items():
        assert float(number) == pytest.approx(stats[name], abs=2e-5, rel=1e-4), name
    for name, gradient in gradients.items():
        tensor = other._weights[name].grad
        mine = np.zeros_like(gradient) if tensor is None else tensor.numpy()
        np.testing.assert_allclose(mine, gradient, atol=2e-5, rtol=1e-3, err_msg=name)


@pytest.mark.parametrize("kind", ["ids", "features", "dmc"])
def test_an_update_of_pytorch_is_one_of_numpy(kind):
    torch = pytest.importorskip("torch")
    _, backend, block = played(kind)
    config, other = opened("leduc", "torch", **KINDS[kind])
    other.set_weights(backend._magnet.weights)
    other.set_magnet()
    other.set_weights(backend.weights())
    records = [other.taken(record.arrays()) for record in block.records]
    moved = Block(records, block.chosen, torch.from_numpy(block.advantage), torch.from_numpy(block.target))
    assert config.learn.minibatch >= block.decisions, "one step an epoch: the order does not matter"
    here, there = backend.update(block, NOW), other.update(moved, NOW)
    assert here.keys() == there.keys()
    for name, number in here.items():
        assert there[name] == pytest.approx(number, abs=1e-4, rel=1e-3), name
    after = other.weights()
    for name, tensor in backend.weights().items():
        # Adam divides by the length of the gradient: where there is next to none, its last bits decide.
        moved = np.sqrt(backend._adam.second[name]) > 1e-6
        # What is added to every score moves no probability.
        assert moved.any() or name in ("value.weight", "value.bias", "key.1.bias"), name
        np.testing.assert_allclose(after[name][moved], tensor[moved], atol=2e-4, err_msg=name)


def test_long_gradients_are_shortened():
    _, backend, block = played("ids")
    before, steps = backend.weights(), []
    for longest in (1e9, 1e-3):
        object.__setattr__(backend.config, "gradient", longest)
        backend.set_weights(before)
        length = backend.update(block, NOW)["gradient"]
        first = backend._adam.first
        steps.append(math.sqrt(sum(float((tensor**2).sum()) for tensor in first.values())))
    assert length > 0.05 and steps[0] > 0.01
    # Of two equal gradients the mean is 0.19 of one.
    assert steps[1] == pytest.approx(0.19e-3, rel=0.1)


def test_adam_is_adam():
    weights, gradient = {"w": np.float32([1.0, -2.0])}, np.float32([0.5, -0.25])
    adam = backends._Adam({"w": np.zeros(2, np.float32)}, {"w": np.zeros(2, np.float32)})
    first = second = np.zeros(2)
    wanted = weights["w"].astype(float)
    for step in range(1, 6):
        now = gradient * step
        adam.step(weights, {"w": now}, 0.1)
        first, second = 0.9 * first + 0.1 * now, 0.999 * second + 0.001 * now**2
        wanted = wanted - 0.1 * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
        assert np.allclose(weights["w"], wanted, atol=1e-6)


def test_the_first_network_plays_any_legal_action_as_often_as_any_other():
    for kind in KINDS:
        _, backend = opened("leduc", **KINDS[kind])
        record, _ = backend.act(
            question(8, 3) if not backend.description.truth else with_truth(backend), [backend.policy()], None
        )
        assert np.allclose(np.exp(record.logp), 1 / 3, atol=1e-6), kind


def with_truth(backend):
    asked = question(8, 3)
    asked.truth = np.zeros((8, backend.description.truth), np.float32)
    return asked


@pytest.mark.parametrize("name", ["numpy", "torch"])
def test_the_truth_moves_no_choice(name):
    if name == "torch":
        pytest.importorskip("torch")
    answers = []
    for share in (0.0, 1.0):
        _, backend = opened("leduc", name, **KINDS["features"])
        backend.set_weights(shaken(backend.weights(), np.random.default_rng(2)))
        asked = with_truth(backend)
        asked.truth[:, 0] += np.float32(share)
        record, chosen = backend.act(asked, [backend.policy()], None)
        answers.append([np.asarray(each) for each in (backend.ids(chosen), record.logp, record.value)])
    (ids, logp, value), (others, then, told) = answers
    assert np.array_equal(ids, others) and np.array_equal(logp, then), "the truth shows in a choice"
    assert not np.array_equal(value, told), "the critic sees it"


class Peeking(NumpyBackend):
    """It lets the truth into the scores."""

    def act(self, asked, policies, epsilon):
        peeking = self.policy()
        peeking.bias = peeking.bias + asked.truth[0, :3]
        return super().act(asked, [peeking, *policies[1:]], epsilon)


def test_a_planted_peek_at_the_truth_is_found(monkeypatch):
    monkeypatch.setattr(backends, "NumpyBackend", Peeking)
    with pytest.raises(AssertionError, match="the truth shows in a choice"):
        test_the_truth_moves_no_choice("numpy")
