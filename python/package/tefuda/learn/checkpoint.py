"""The folder of a training: who may write there, and a checkpoint that is whole or not there at all."""

from __future__ import annotations

import io
import json
import os
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tefuda._checks import path_of
from tefuda._tefuda import Refused
from tefuda.learn.policy_file import write_whole

__all__ = ["Folder"]

FILES = ("training.json", "checkpoint.npz", "curve.jsonl", "policy.safetensors", "card.md", "report.html", "lock")
State = dict[str, npt.NDArray[Any]]


class Folder:
    """A folder that one training writes into."""

    def __init__(self, path: Any) -> None:
        """Name the folder; nothing is written yet."""
        self.path = Path(path_of("out", path))
        self._lock: Any = None

    def file(self, name: str) -> Path:
        """Name a file of the folder."""
        assert name in FILES
        return self.path / name

    def take(self) -> None:
        """Make the folder this process's own, or say why it cannot be."""
        if self.path.exists() and not self.path.is_dir():
            raise Refused(f"{self.path} is a file; name a folder")
        self.path.mkdir(parents=True, exist_ok=True)
        known = {*FILES, *(f"{name}.part" for name in FILES)}
        there = sorted(entry.name for entry in self.path.iterdir())
        foreign = [name for name in there if name not in known]
        if foreign:
            raise Refused(f"{self.path} holds {foreign[0]}, which is not of a training; name a folder of its own")
        # A player whose training was deleted is no rubbish.
        kept = [name for name in there if name != "lock" and not name.endswith(".part")]
        if kept and not self.begun:
            raise Refused(f"{self.path} holds {kept[0]} without its training; name a folder of its own")
        self._lock = _locked(self.file("lock"))
        if self._lock is None:
            raise Refused(f"another training writes into {self.path}; end it, or name another folder")

    def leave(self) -> None:
        """Let others write."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    @property
    def begun(self) -> bool:
        """Whether a training has begun here."""
        return self.file("training.json").exists()

    @property
    def saved(self) -> bool:
        """Whether there is anything that would be lost if another training began here."""
        return any(self.file(name).exists() for name in FILES if name not in ("training.json", "lock", "curve.jsonl"))

    def told(self) -> dict[str, Any]:
        """Read what the training here is."""
        try:
            told = json.loads(self.file("training.json").read_text())
        except (OSError, ValueError) as error:
            raise Refused(f"{self.file('training.json')} cannot be read: {error}") from None
        if not isinstance(told, dict):
            raise Refused(f"{self.file('training.json')} is no description of a training")
        return told

    def tell(self, told: dict[str, Any]) -> None:
        """Write down what the training here is."""
        write_whole(self.file("training.json"), (json.dumps(told, indent=1, sort_keys=True) + "\n").encode())

    def save(self, state: State) -> None:
        """Write a checkpoint."""
        data = io.BytesIO()
        np.savez(data, **state)  # type: ignore[arg-type]
        write_whole(self.file("checkpoint.npz"), data.getbuffer())  # type: ignore[arg-type]

    def load(self) -> State:
        """Read the checkpoint."""
        file = self.file("checkpoint.npz")
        try:
            with np.load(file, allow_pickle=False) as kept:
                return {name: kept[name] for name in kept.files}
        except FileNotFoundError:
            raise Refused(f"{self.path} has no checkpoint; begin without --resume") from None
        except (OSError, ValueError, EOFError, zipfile.BadZipFile) as error:
            raise Refused(f"{file} is damaged: {error}") from None


def _locked(path: Path) -> int | None:
    """Lock a file for as long as this process lives; None if another one has it."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        import fcntl
    except ImportError:  # pragma: no cover - Windows
        return handle
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        return None
    return handle
