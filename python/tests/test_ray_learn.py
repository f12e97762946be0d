"""A training on a real cluster of two nodes: it learns, also when actors, a node and the learner die."""

import dataclasses
import json
import os
import pickle
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("ray", reason="tefuda.ray needs Ray")

# First of all: it sets how Ray behaves, before Ray is imported.
from test_ray import Nodes, children, kill, raylet, wait_for  # isort: skip

import ray
import tefuda
from tefuda.learn import cluster
from tefuda.learn.backend import Coefficients
from tefuda.learn.checkpoint import Folder
from tefuda.learn.config import from_dict
from tefuda.learn.generate import Acting, Generator, seats_at
from tefuda.learn.network import run
from tefuda.learn.train import Training, measured_scale, opened, train

KUHN = {
    "game": "kuhn",
    "seed": 7,
    "decisions": 300_000,
    "backend": "numpy",
    "ray": "auto",
    "tables": {"tables": 256, "batches": 2, "steps": 8, "mode": "async"},
    "network": {"width": 32, "depth": 2},
    "learn": {
        "minibatch": 1024,
        "rate": {"from": 3e-3, "to": 1e-4},
        "entropy": 0.0,
        "magnet": {"from": 0.5, "to": 0.2},
        "magnet_every": 10,
    },
    "cluster": {"actors": 2},
}
UNIFORM = 0.4583
"""NashConv/2 of a player of Kuhn poker that draws among all legal actions."""


def kuhn(**changes):
    """The config with some tables of it changed."""
    told = {name: dict(table) if isinstance(table, dict) else table for name, table in KUHN.items()}
    for name, change in changes.items():
        told[name] = {**told.get(name, {}), **change} if isinstance(change, dict) else change
    return from_dict(told)


@pytest.fixture(scope="module")
def nodes():
    with Nodes(2) as nodes:
        ray.init(address=nodes.address, log_to_driver=False)
        yield nodes
        ray.shutdown()


@pytest.fixture
def quiet_cluster(nodes):
    """The cluster once all of its cores are free: actors of the test before need a moment to end."""
    wait_for(lambda: ray.available_resources().get("CPU", 0) == len(nodes.others) + 1)
    return nodes


@contextmanager
def training(config, folder, resume=False):
    folder = Folder(folder)
    folder.take()
    try:
        one = Training(config, folder, None, resume, None)
        try:
            yield one
        finally:
            one.close()
    finally:
        folder.leave()


def rows(folder):
    return [json.loads(line) for line in (folder / "curve.jsonl").read_text().splitlines()]


def actors_of(node):
    """The processes of a node that play."""
    return [pid for pid in children(raylet(node)) if b"TefudaActor" in Path(f"/proc/{pid}/cmdline").read_bytes()]


def logp_under(weights, arrays, config):
    """How likely these weights chose what was chosen: worked out anew, row by row."""
    backend, of, _ = opened(config, seats_at(config), "cpu")
    x = tefuda.unpack(arrays["rows"], backend.packing)
    scores = run(of.layers, weights, x) @ weights["policy.weight"] + weights["policy.bias"]
    begin = np.cumsum(arrays["counts"]) - arrays["counts"]
    found = []
    for row, (first, count, choice) in enumerate(zip(begin, arrays["counts"], arrays["choice"])):
        legal = scores[row, arrays["ids"][first : first + count]].astype(np.float64)
        found.append(legal[choice] - np.log(np.exp(legal).sum()))
    return np.array(found)


def test_it_learns_on_two_nodes(quiet_cluster, tmp_path, monkeypatch):
    config = kuhn(evaluate={"exploit": True, "minutes": 0})
    parts, weights, learned = [], [], []
    with training(config, tmp_path / "run") as one:
        unpacked, policy, update = cluster.unpacked, one.generator.policy, one.backend.update
        take = one.generator._take
        monkeypatch.setattr(cluster, "unpacked", lambda of, got: parts.extend(got) or unpacked(of, got))
        monkeypatch.setattr(one.generator, "policy", lambda *of: weights.append(policy(*of)) or weights[-1])
        monkeypatch.setattr(one.backend, "update", lambda of, now: learned.append(of.decisions) or update(of, now))
        played = []
        monkeypatch.setattr(one.generator, "_take", lambda a, of, got: played.append(of) or take(a, of, got))
        one.run()
    told = rows(tmp_path / "run")
    row = told[-2]
    assert (row["actors"], row["nodes"], row["lost"], row["stale"]) == (2, 2, 0, 0)
    assert 0 < row["lag"] < 3

    # Every block enters one update, and is played with weights that were the newest a moment before.
    assert len({part["rows"].tobytes() + part["choice"].tobytes() for part in parts}) == len(parts)
    assert sum(learned) == sum(len(part["counts"]) for part in parts) == row["decisions"] <= row["generated"]
    for some in played[-1], played[len(played) // 2]:
        newest = np.abs(logp_under(weights[some.version - 1], some.arrays, config) - some.arrays["logp"]) < 1e-4
        first = np.abs(logp_under(weights[0], some.arrays, config) - some.arrays["logp"]) < 1e-4
        assert newest.mean() > 0.6 > 0.4 > first.mean(), "most games began and ended with the newest weights"
    assert told[-1]["evaluation"]["nash_conv"] / 2 < 0.65 * UNIFORM
    card = (tmp_path / "run" / "card.md").read_text()
    assert "2 actors on 2 nodes of a Ray cluster" in card


def test_lost_actors_and_nodes_are_replaced(quiet_cluster, tmp_path, monkeypatch):
    nodes, config = quiet_cluster, kuhn(decisions=10**9)
    with training(config, tmp_path / "run") as one:

        def play(until):
            """Go on until something is so, and then for some updates."""
            wait_for(lambda: one._update() or until(one.generator))
            before = one.learned
            for _ in range(5):
                one._update()
            assert one.learned > before

        play(lambda all_: all_.lost == 0)
        [pid] = actors_of(nodes.cluster.head_node)
        kill(pid)
        play(lambda all_: all_.lost == 1 and len(all_._living) == 2)
        numbers = {actor.number for actor in one.generator._living}
        assert 3 in numbers and len(numbers & {1, 2}) == 1, "a new number plays other games"
        assert pid not in actors_of(nodes.cluster.head_node)

        nodes.cut_power(nodes.others.pop())
        # One more is lost where Ray sent the new one to the dead node first.
        play(lambda all_: all_.lost >= 2 and len(all_._living) == 1)
        one._write_row()
        assert rows(tmp_path / "run")[-1]["nodes"] == 1

        nodes.others.append(nodes.cluster.add_node(num_cpus=1))
        play(lambda all_: len(all_._living) == 2)
        one._write_row()
        row = rows(tmp_path / "run")[-1]
        assert row["nodes"] == 2 and row["lost"] in (2, 3), "the one that waited for a core has found the new node"


def test_a_lost_learner_goes_on_from_its_checkpoint(quiet_cluster, tmp_path):
    folder, file = tmp_path / "run", tmp_path / "config.toml"
    file.write_text(f"""
        game = "kuhn"
        decisions = 1_000_000_000
        backend = "numpy"
        ray = "{quiet_cluster.address}"
        save_seconds = 0.5
        [tables]
        tables = 256
        mode = "async"
        [cluster]
        actors = 2
    """)
    words = [sys.executable, "-m", "tefuda.learn", str(file), "--out", str(folder)]
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as learner:
        try:
            wait_for(lambda: (folder / "policy.safetensors").exists() or learner.poll() is not None)
        finally:
            learner.send_signal(signal.SIGKILL)
    kept = Folder(folder).load()
    counts = json.loads(bytes(kept["counts"]))
    assert counts["updates"] > 0 and kept["tables/number"] == 3
    wait_for(lambda: ray.available_resources().get("CPU", 0) == 2)
    config = tefuda.learn.read(file)
    with training(dataclasses.replace(config, decisions=counts["decisions"] + 20_000, ray="auto"), folder, True) as one:
        assert (one.updates, one.learned) == (counts["updates"], counts["decisions"])
        for name, tensor in one.backend.weights().items():
            assert np.array_equal(tensor, kept[f"backend/weights/{name}"])
        assert {actor.number for actor in one.generator._living} == {3, 4}, "they play other games"
        one.run()
        assert one.learned >= counts["decisions"] + 20_000
    # And on from there on one machine.
    config = dataclasses.replace(config, decisions=one.learned + 5_000, ray="off")
    train(config, folder, resume=True, quiet=True)
    assert rows(folder)[-1]["decisions"] >= one.learned + 5_000


def test_in_step_nothing_depends_on_who_is_faster(quiet_cluster, tmp_path):
    config = kuhn(decisions=30_000, tables={"mode": "sync"})
    weights = []
    for name in "one", "two":
        with training(config, tmp_path / name) as once:
            once.run()
            weights.append(once.backend.weights())
        assert rows(tmp_path / name)[-1]["stale"] == 0
        wait_for(lambda: ray.available_resources().get("CPU", 0) == 2)
    for name, tensor in weights[0].items():
        assert np.array_equal(tensor, weights[1][name]), name


def test_what_is_too_old_is_dropped_and_counted(quiet_cluster, tmp_path):
    with training(kuhn(decisions=20_000, cluster={"most_lag": 0}), tmp_path / "run") as one:
        one.run()
        assert one.generator.stale > 0
        assert one.learned + one.generator.stale <= one.generated
    assert all(row["lag"] < 1 for row in rows(tmp_path / "run"))


def test_an_actor_that_is_silent_is_replaced(quiet_cluster, tmp_path):
    nodes = quiet_cluster
    with training(kuhn(decisions=10**9, cluster={"patience": 5.0}), tmp_path / "run") as one:
        one._update()
        time.sleep(5.5)
        one._update()
        assert one.generator.lost == 0, "here nobody listened for so long"
        [pid] = actors_of(nodes.others[-1])
        os.kill(pid, signal.SIGSTOP)
        wait_for(lambda: one._update() or (one.generator.lost and len(one.generator._living) == 2))
        wait_for(lambda: not Path(f"/proc/{pid}").exists())


def test_an_actor_alone_sends_what_its_tables_played():
    """Without a cluster: two blocks of one actor, the second with other weights."""
    config = kuhn(game="leduc", tables={"tables": 64, "steps": 4})
    one = cluster.Actor(config, measured_scale(config, 2), 1)
    first = one.backend.weights()
    other = {
        name: tensor + np.float32(0.1) * np.sign(np.sin(np.arange(tensor.size))).reshape(tensor.shape)
        for name, tensor in first.items()
    }
    other = {name: tensor.astype(np.float32) for name, tensor in other.items()}
    begin = one.play(cluster.Order(1, first, [], None))
    then = one.play(cluster.Order(2, other, [], None))
    assert (begin.version, begin.chosen_by, then.version) == (1, 1.0, 2)
    assert 1 < then.chosen_by < 2, "games that began with the weights of before end with these"
    close = [np.abs(logp_under(w, then.arrays, config) - then.arrays["logp"]) < 1e-4 for w in (first, other)]
    assert (close[0] | close[1]).all() and not close[0].all()
    assert abs((close[1].mean() + 1) - then.chosen_by) < 0.1, "the version says which weights chose"
    # Two generators with two numbers play two games.
    fresh = cluster.Actor(config, 1.0, 2).play(cluster.Order(1, first, [], None))
    assert fresh.arrays["rows"].tobytes() != begin.arrays["rows"].tobytes()
    # On the other side it is a block again.
    block = cluster.unpacked(one.backend, [begin.arrays, then.arrays])
    assert block.decisions == len(begin.arrays["counts"]) + len(then.arrays["counts"]) == len(block.advantage)
    assert np.array_equal(
        np.concatenate([r.logp for r in block.records]), np.concatenate([begin.arrays["logp"], then.arrays["logp"]])
    )
    assert block.records[0].ids.dtype == np.int64


@pytest.mark.parametrize("backend", ["numpy", "torch"])
@pytest.mark.parametrize(
    "changes",
    [
        {"learn": {"truth": True, "gae": 0.9}},
        {"league": {"past": 0.5}},
        {"learn": {"algorithm": "dmc", "magnet": 0.0}, "network": {"actions": "features", "norm": True}},
    ],
)
def test_what_was_sent_teaches_what_it_would_have_taught_there(changes, backend):
    """Without a cluster: packed and unpacked, a block moves the weights as the block itself does."""
    if backend == "torch":
        pytest.importorskip("torch")
    config = kuhn(game="leduc", backend=backend, tables={"tables": 64, "steps": 6}, **changes)
    epsilon = 0.3 if config.learn.algorithm == "dmc" else None
    one, other = (opened(config, 2, "cpu")[0] for _ in range(2))
    generator = Generator(config, one, 5.0)
    generator.begin()
    for _ in range(3):
        acting = Acting(one.policy(), [one.policy()] if config.league.past else [], epsilon)
        block = generator.block(acting)
        assert 0 < block.decisions < sum(len(record.counts) for record in block.records), "some rows stay behind"
        sent = pickle.loads(pickle.dumps(cluster.packed(one, block)))
        before, now = one.weights(), Coefficients(1e-3, 0.01, 0.0)
        seen = [one.update(block, now), other.update(cluster.unpacked(other, [sent]), now)]
        assert seen[0] == pytest.approx(seen[1], rel=1e-4, abs=1e-6)
        for name, tensor in one.weights().items():
            assert np.allclose(tensor, other.weights()[name], rtol=1e-4, atol=1e-6), name
        assert any(not np.array_equal(tensor, before[name]) for name, tensor in one.weights().items())


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"ray": 5}, "ray is a text, not 5"),
        ({"ray": "somewhere"}, 'ray is "off", "auto" or an address such as "10.0.0.1:6379", not \'somewhere\''),
        ({"ray": "ray://head:10001"}, "an address such as"),
        ({"cluster": {"actors": 0}}, "cluster.actors is a whole number from 1 to 10000, not 0"),
        ({"cluster": {"most_lag": -1}}, "cluster.most_lag is a whole number from 0"),
        ({"cluster": {"patience": 0}}, "cluster.patience is a number from 1"),
        ({"cluster": {"actor": 3}}, "did you mean actors"),
    ],
)
def test_wrong_settings_are_refused(changes, says):
    with pytest.raises(tefuda.Refused) as refused:
        kuhn(**changes)
    assert says in str(refused.value)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"cluster": {"actors": 200}}, "256 tables make 2 for each of 200 actors, and not 3 batches"),
        ({"tables": {"threads": 64}}, "no node of the cluster has so many cores"),
        ({"league": {"past": 0.003}}, "a share of 0.003 of the league is no table of the 128"),
        ({"ray": "10.0.0.9:1"}, "this process is connected to another cluster"),
    ],
)
def test_what_the_cluster_cannot_do_is_refused(quiet_cluster, tmp_path, changes, says):
    config = kuhn(**{**changes, "tables": {"batches": 3, **changes.get("tables", {})}})
    with pytest.raises(tefuda.Refused, match=says):
        train(config, tmp_path / "run", quiet=True)
    assert not (tmp_path / "run" / "training.json").exists(), "nothing has begun"
    assert ray.is_initialized(), "the caller's connection stays open"


def test_a_node_without_tefuda_says_so(tmp_path):
    """What is carried to the nodes needs nothing but Ray to say that tefuda is missing there."""
    from ray import cloudpickle

    (tmp_path / "shell").write_bytes(cloudpickle.dumps(cluster._shell()))
    code = (
        "import pickle, sys; sys.modules['tefuda'] = None; import ray.cloudpickle;"
        f"print(pickle.dumps(pickle.load(open({str(tmp_path / 'shell')!r}, 'rb'))(b'').begin()).hex())"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    told = pickle.loads(bytes.fromhex(done.stdout))
    with pytest.raises(
        tefuda.Refused, match=r"the node 10.0.0.2 cannot play: .*tefuda.* every node needs the same wheel"
    ):
        cluster.check_installed(told, {}, "10.0.0.2")
    here = cluster.installed(kuhn())["installed"] if ray.is_initialized() else {"tefuda": "9.9"}
    with pytest.raises(tefuda.Refused, match="has tefuda 0, this one has"):
        cluster.check_installed({"installed": {**here, "tefuda": "0"}}, here, "10.0.0.2")


def test_an_address_where_nobody_is_is_refused_soon(tmp_path):
    """In a process that is not connected."""
    (tmp_path / "config.toml").write_text('game = "kuhn"\ndecisions = 1\nbackend = "numpy"\nray = "127.0.0.1:9"\n')
    words = [sys.executable, "-m", "tefuda.learn", str(tmp_path / "config.toml"), "--out", str(tmp_path / "run")]
    done = subprocess.run(words, capture_output=True, text=True, timeout=30)
    assert done.returncode == 2
    said = done.stderr.strip().splitlines()
    assert len(said) == 1 and said[0].startswith("error: ray = '127.0.0.1:9': no cluster can be reached (")
    assert "docs/cluster.md says how to start one" in said[0]


def test_without_ray_it_is_refused(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "tefuda.learn.cluster", None)
    with pytest.raises(tefuda.Refused, match="ray = 'auto' cannot be"):
        train(kuhn(), tmp_path / "run", quiet=True)
