"""A training that begins with the weights of another one."""

import json
import struct

import numpy as np
import pytest
import tefuda
from tefuda.learn.config import from_dict
from tefuda.learn.policy_file import read_policy
from tefuda.learn.train import train

NETWORK = {"width": 16, "depth": 1}


def config(**more):
    """A training of a few updates, or of none at all."""
    base = {"game": "kuhn", "decisions": 1, "backend": "numpy", "network": NETWORK}
    return from_dict({**base, "tables": {"tables": 8, "batches": 1, "steps": 4}, **more})


@pytest.fixture(scope="module")
def first(tmp_path_factory):
    """A policy that has learned a little."""
    folder = tmp_path_factory.mktemp("first") / "run"
    return train(config(decisions=2000, seed=3), folder, quiet=True)


def test_it_begins_with_the_weights_of_the_file(first, tmp_path):
    still = config(begin=str(first), learn={"rate": 0.0, "entropy": 0.0})
    path = train(still, tmp_path / "still", quiet=True)
    before, after = read_policy(first), read_policy(path)
    for name, tensor in before.weights.items():
        np.testing.assert_array_equal(tensor, after.weights[name])
    assert after.meta["value"]["scale"] == before.meta["value"]["scale"]
    assert after.meta["about"]["begun_with"] == before.meta["digest"]
    assert before.meta["digest"] in (tmp_path / "still" / "card.md").read_text()


def test_without_it_the_first_weights_are_drawn(first, tmp_path):
    path = train(config(learn={"rate": 0.0, "entropy": 0.0}), tmp_path / "drawn", quiet=True)
    assert read_policy(path).meta["digest"] != read_policy(first).meta["digest"]
    assert "begun_with" not in read_policy(path).meta["about"]


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"game": "leduc"}, "has learned kuhn, not leduc"),
        ({"network": {"width": 32, "depth": 1}}, "by the config"),
        ({"network": {"width": 16, "depth": 2}}, "missing"),
    ],
)
def test_another_game_or_network_is_refused(first, tmp_path, more, message):
    with pytest.raises(tefuda.Refused, match=message):
        train(config(begin=str(first), **more), tmp_path / "run", quiet=True)


@pytest.mark.parametrize(
    ("path", "changed", "message"),
    [
        (("rules_version",), 99, "was learned with rules_version 99"),
        (("rows", "version"), 99, "was learned with rows"),
        (("ids", "version"), 99, "was learned with ids"),
        (("layers", 1), {"norm": "none"}, "describes no network|one too many|missing"),
        (("layers",), [{"dense": "body.0"}], "has other layers than the config asks for"),
        (("rules",), None, "its description lacks rules"),
    ],
)
def test_weights_of_other_rules_or_rows_are_refused(first, tmp_path, path, changed, message):
    file = tmp_path / "other.safetensors"
    file.write_bytes(changed_file(first.read_bytes(), path, changed))
    with pytest.raises(tefuda.Refused, match=message):
        train(config(begin=str(file)), tmp_path / "run", quiet=True)


def changed_file(data, path, value):
    """A policy's file with another description: the digest is of the tensors alone."""
    (length,) = struct.unpack_from("<Q", data)
    header = json.loads(data[8 : 8 + length])
    meta = json.loads(header["__metadata__"]["tefuda"])
    at = meta
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    header["__metadata__"]["tefuda"] = json.dumps(meta)
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + data[8 + length :]


def test_a_file_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(tefuda.Refused, match="cannot be read"):
        train(config(begin=str(tmp_path / "none")), tmp_path / "run", quiet=True)
    with pytest.raises(tefuda.Refused, match="begin is a policy's file"):
        config(begin=3)
