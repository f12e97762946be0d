"""Policy files as Python and Rust read them: two small ones are kept, with rows and what numpy makes of them.

With TEFUDA_WRITE=1 they are written anew. `cargo test -p players learned` holds Rust to the same figures.
"""

import hashlib
import json
import os
import struct
from pathlib import Path

import numpy as np
import pytest
import tefuda

DATA = Path(__file__).resolve().parents[2] / "crates" / "players" / "data"
#: How many figures a row has, and how many ids there are.
SHAPES = {"kuhn": (9, 2), "leduc": (32, 3)}
DTYPES = {"F32": np.dtype("<f4"), "F16": np.dtype("<f2")}


def encode(head, tensors):
    """A safetensors file: the length of the header, the header as JSON, the figures."""
    names = {kind: name for name, kind in DTYPES.items()}
    digest = hashlib.sha256()
    entries, blob = {}, b""
    for name in sorted(tensors):
        figures = np.ascontiguousarray(tensors[name]).tobytes()
        entries[name] = {
            "dtype": names[tensors[name].dtype],
            "shape": list(tensors[name].shape),
            "data_offsets": [len(blob), len(blob) + len(figures)],
        }
        digest.update(name.encode() + b"\n" + figures)
        blob += figures
    described = json.dumps(
        {"kind": "policy", "version": 1, **head, "digest": digest.hexdigest()}, sort_keys=True, separators=(",", ":")
    )
    header = json.dumps({"__metadata__": {"tefuda": described}, **entries}, separators=(",", ":")).encode()
    header += b" " * (-len(header) % 8)
    return struct.pack("<Q", len(header)) + header + blob


def decode(data):
    (length,) = struct.unpack("<Q", data[:8])
    entries = json.loads(data[8 : 8 + length])
    head = json.loads(entries.pop("__metadata__")["tefuda"])
    digest, tensors = hashlib.sha256(), {}
    for name, entry in sorted(entries.items()):
        begin, end = (8 + length + at for at in entry["data_offsets"])
        digest.update(name.encode() + b"\n" + data[begin:end])
        tensors[name] = np.frombuffer(data[begin:end], DTYPES[entry["dtype"]]).reshape(entry["shape"])
    assert head.pop("digest") == digest.hexdigest()
    return head, tensors


def run(layers, x, tensors):
    for layer in layers:
        ((kind, what),) = layer.items()
        if kind == "dense":
            x = x @ tensors[f"{what}.weight"].astype(np.float64) + tensors[f"{what}.bias"]
        elif kind == "relu":
            x = np.maximum(x, 0)
        elif kind == "norm":
            even = (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-5)
            x = even * tensors[f"{what}.weight"] + tensors[f"{what}.bias"]
        else:
            x = x + run(what, x, tensors)
    return x


def forward(head, tensors, rows, features):
    """The scores of all ids, and the values."""
    h = run(head["layers"], rows.astype(np.float64), tensors)
    policy = head["policy"]
    if policy["by"] == "ids":
        scores = run([{"dense": policy["dense"]}], h, tensors)
    else:
        query = run([{"dense": policy["query"]}], h, tensors)
        keys = run(policy["layers"], features.astype(np.float64), tensors)
        size = query.shape[-1]
        scores = query @ keys[:, :size].T / np.sqrt(size) + keys[:, size]
    value = head["value"]
    return scores, value["scale"] * run([{"dense": value["dense"]}], h, tensors)[:, 0]


def dense(tensors, rng, name, inputs, outputs, kind):
    tensors[f"{name}.weight"] = rng.normal(0, 1 / np.sqrt(inputs), (inputs, outputs)).astype(kind)
    tensors[f"{name}.bias"] = rng.normal(0, 0.3, outputs).astype(kind)
    return {"dense": name}


def made(game, by, kind):
    """A network of all kinds of steps, rows of a few ones, and actions each described by its id."""
    rng, tensors = np.random.default_rng(7), {}
    width, count = SHAPES[game]
    rows = (rng.random((12, width)) < 0.25).astype(np.float32)
    features = np.eye(count, dtype=np.float32)
    layers = [dense(tensors, rng, "in", width, 21, kind), {"norm": "norm"}, {"relu": True}]
    tensors["norm.weight"] = rng.normal(1, 0.2, 21).astype(kind)
    tensors["norm.bias"] = rng.normal(0, 0.2, 21).astype(kind)
    inside = [dense(tensors, rng, "up", 21, 18, kind), {"relu": True}, dense(tensors, rng, "down", 18, 21, kind)]
    layers.append({"residual": inside})
    if by == "ids":
        policy = {"by": "ids", **dense(tensors, rng, "policy", 21, count, kind)}
    else:
        wide = features.shape[1]
        key = [dense(tensors, rng, "first", wide, 9, kind), {"relu": True}, dense(tensors, rng, "key", 9, 6, kind)]
        query = dense(tensors, rng, "query", 21, 5, kind)["dense"]
        policy = {"by": "features", "query": query, "layers": key, "width": wide}
    head = {
        "game": game,
        "rules_version": 1,
        "rules": game,
        "seats": 2,
        "rows": {"version": 1, "width": width},
        "ids": {"version": 1, "count": count},
        "layers": layers,
        "policy": policy,
        "value": {**dense(tensors, rng, "value", 21, 1, kind), "scale": 2.0},
        "about": {"how": "drawn, not trained: for tests"},
    }
    return encode(head, tensors), rows, features


FILES = [("kuhn", "ids", "<f4"), ("leduc", "features", "<f2")]


@pytest.mark.parametrize(("game", "by", "kind"), FILES)
def test_a_kept_file_gives_the_kept_figures(game, by, kind):
    path = DATA / f"policy-{game}"
    if os.environ.get("TEFUDA_WRITE"):
        data, rows, features = made(game, by, np.dtype(kind))
        head, tensors = decode(data)
        scores, values = forward(head, tensors, rows, features)
        figures = {"rows": rows, "features": features, "scores": scores.round(6), "values": values.round(6)}
        text = json.dumps({name: array.tolist() for name, array in figures.items()}, separators=(",", ":"))
        path.with_suffix(".safetensors").write_bytes(data)
        path.with_suffix(".json").write_text(text + "\n")
    data = path.with_suffix(".safetensors").read_bytes()
    kept = {name: np.array(rows) for name, rows in json.loads(path.with_suffix(".json").read_text()).items()}
    head, tensors = decode(data)
    assert encode({key: head[key] for key in head if key not in ("kind", "version")}, tensors) == data
    scores, values = forward(head, tensors, kept["rows"], kept["features"])
    np.testing.assert_allclose(scores, kept["scores"], atol=1e-5)
    np.testing.assert_allclose(values, kept["values"], atol=1e-5)


@pytest.mark.parametrize(("game", "by", "kind"), FILES)
def test_a_policy_file_plays_in_matches(game, by, kind):
    result = tefuda.match(game, [f"learned(weights={DATA}/policy-{game}.safetensors)", "random"], games=20)
    assert result.games == 20
