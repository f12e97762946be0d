"""A learned policy as a file: safetensors with a description, checked by a digest when it is read."""

from __future__ import annotations

import hashlib
import json
import os
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tefuda import _tefuda
from tefuda._checks import path_of
from tefuda._tefuda import Broken, Refused
from tefuda.learn.network import Description, Weights

__all__ = ["PolicyFile", "check_finite", "check_versions", "digest", "read_policy", "write_policy", "write_whole"]

VERSION = 1
_KINDS: dict[str, Any] = {"F32": np.dtype("<f4"), "F16": np.dtype("<f2")}
_MOST_HEADER = 100_000_000
_FIELDS = {"game": str, "rules": str, "rules_version": int, "seats": int, "rows": dict, "ids": dict, "layers": list}


@dataclass(frozen=True)
class PolicyFile:
    """What a policy's file holds: the description as it stands there, and the weights in single precision."""

    meta: dict[str, Any]
    weights: Weights

    @property
    def description(self) -> Description:
        """What its network looks like; there is no critic."""
        meta = self.meta
        outputs = {
            name[: -len(".bias")]: len(tensor) for name, tensor in self.weights.items() if name.endswith(".bias")
        }
        width, ids = meta["rows"]["width"], meta["ids"]["count"]
        policy = {**meta["policy"], "outputs": outputs}
        return Description(width, ids, meta["policy"].get("width", 0), 0, meta["layers"], policy, [])


def digest(tensors: dict[str, npt.NDArray[Any]]) -> str:
    """Give the SHA-256 of all tensors, each after its name, in the order of the names."""
    sha = hashlib.sha256()
    for name in sorted(tensors):
        sha.update(f"{name}\n".encode())
        sha.update(np.ascontiguousarray(tensors[name]).tobytes())
    return sha.hexdigest()


def write_policy(
    path: Any,
    game: str,
    seats: int,
    description: Description,
    weights: Weights,
    *,
    scale: float = 1.0,
    value: bool = True,
    about: dict[str, str] | None = None,
    half: bool = False,
) -> str:
    """Write a policy's file, whole or not at all, and give its digest."""
    kept = [name for name in description.exported if value or not name.startswith("value.")]
    kind = _KINDS["F16" if half else "F32"]
    tensors = {name: np.ascontiguousarray(weights[name].astype(kind)) for name in sorted(kept)}
    check_finite(tensors)
    facts = _tefuda.State(game, seats, 0).facts()
    policy = {key: what for key, what in description.policy.items() if key != "outputs"}
    meta = {
        "kind": "policy",
        "version": VERSION,
        "game": facts["name"],
        "rules_version": facts["rules_version"],
        "rules": facts["rules"],
        "seats": seats,
        "rows": {"version": facts["encoder_version"], "width": description.width},
        "ids": {"version": facts["ids_version"], "count": description.ids},
        "layers": description.layers,
        "policy": policy,
        "value": {"dense": "value", "scale": float(scale)} if value else None,
        "about": about or {},
        "digest": digest(tensors),
    }
    write_whole(Path(path_of("path", path)), _safetensors(meta, tensors))
    return str(meta["digest"])


def check_finite(tensors: dict[str, npt.NDArray[Any]]) -> None:
    """Refuse weights that no player could play by."""
    wrong = [name for name, tensor in tensors.items() if not np.isfinite(tensor).all()]
    if wrong:
        raise Broken(f"{wrong[0]} has a number that is not finite: the training has diverged, or half is too narrow")


def check_versions(policy: PolicyFile, facts: dict[str, Any], path: Any) -> None:
    """Refuse a policy that was learned with other rules, rows or ids than those of this game."""
    there = {
        "rules_version": facts["rules_version"],
        "rows": {"version": facts["encoder_version"], "width": facts["width"]},
        "ids": {"version": facts["ids_version"], "count": facts["ids"]},
    }
    for what, wanted in there.items():
        if policy.meta[what] != wanted:
            raise Refused(f"{path} was learned with {what} {policy.meta[what]}; this Tefuda has {wanted}")


def _safetensors(meta: dict[str, Any], tensors: dict[str, npt.NDArray[Any]]) -> bytes:
    header: dict[str, Any] = {"__metadata__": {"tefuda": _compact(meta)}}
    at = 0
    for name, tensor in tensors.items():
        kind = "F16" if tensor.dtype == _KINDS["F16"] else "F32"
        header[name] = {"dtype": kind, "shape": list(tensor.shape), "data_offsets": [at, at + tensor.nbytes]}
        at += tensor.nbytes
    text = _compact(header).encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text + b"".join(tensor.tobytes() for tensor in tensors.values())


def _compact(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that whoever looks sees the old one or the new one, and nothing between."""
    part = path.with_name(path.name + ".part")
    with part.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)


def read_policy(path: Any) -> PolicyFile:
    """Read a policy's file and check everything that can be checked without playing."""
    file = Path(path_of("path", path))
    try:
        data = file.read_bytes()
    except OSError as error:
        raise Refused(f"{file} cannot be read: {error.strerror}") from None
    meta, tensors = _parsed(file, data)
    if meta.get("kind") != "policy" or meta.get("version") != VERSION:
        found = f"{meta.get('kind')} of version {meta.get('version')}"
        raise Refused(f"{file} is a {found}; a policy of version {VERSION} can be read")
    missing = [name for name, kind in _FIELDS.items() if not isinstance(meta.get(name), kind)]
    if missing:
        raise Refused(f"{file} is no policy of tefuda: its description lacks {missing[0]}")
    found = digest(tensors)
    if found != meta.get("digest"):
        raise Refused(f"{file} is damaged: its digest is {meta.get('digest')}, that of its tensors {found}")
    weights = {name: tensor.astype(np.float32) for name, tensor in tensors.items()}
    policy = PolicyFile(meta, weights)
    _check_tensors(file, policy)
    return policy


def _parsed(file: Path, data: bytes) -> tuple[dict[str, Any], dict[str, npt.NDArray[Any]]]:
    """Take the file apart."""
    try:
        (length,) = struct.unpack_from("<Q", data)
        if length > min(_MOST_HEADER, len(data) - 8):
            raise ValueError("its header is longer than the file")
        header = json.loads(data[8 : 8 + length])
        meta = json.loads(header.pop("__metadata__")["tefuda"])
        body, tensors = memoryview(data)[8 + length :], {}
        for name, told in header.items():
            begin, end = told["data_offsets"]
            if not 0 <= begin <= end <= len(body):
                raise ValueError(f"{name} reaches beyond the file")
            tensors[name] = np.frombuffer(body[begin:end], _KINDS[told["dtype"]]).reshape(told["shape"])
    except (ValueError, KeyError, TypeError, AttributeError, struct.error) as error:
        raise Refused(f"{file} is no policy of tefuda: {error}") from None
    return meta, tensors


def _check_tensors(file: Path, policy: PolicyFile) -> None:
    """Hold names, shapes and numbers against the description."""
    try:
        wanted = policy.description.shapes()
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise Refused(f"{file} describes no network that can be run: {error!r}") from None
    if policy.meta.get("value") is None:
        wanted = {name: shape for name, shape in wanted.items() if not name.startswith("value.")}
    for name in sorted(set(wanted) ^ set(policy.weights)):
        raise Refused(f"{file}: the tensor {name} is {'missing' if name in wanted else 'one too many'}")
    for name, shape in wanted.items():
        tensor = policy.weights[name]
        if tensor.shape != shape:
            raise Refused(f"{file}: {name} has the shape {tensor.shape}; {shape} would follow from the layers")
        if not np.isfinite(tensor).all():
            raise Refused(f"{file}: {name} has a number that is not finite")
