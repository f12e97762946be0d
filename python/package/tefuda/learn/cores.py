"""One core for small matrices: numpy's own threads wait for each other longer than they work."""

from __future__ import annotations

import contextlib
import ctypes
from pathlib import Path

__all__ = ["one_core"]

_NAMES = ("scipy_openblas_set_num_threads64_", "openblas_set_num_threads64_", "openblas_set_num_threads")


def one_core() -> bool:
    """Tell the OpenBLAS that numpy has loaded to take one core; whether one was found."""
    found = False
    with contextlib.suppress(OSError):
        libraries = {
            line.split()[-1] for line in Path("/proc/self/maps").read_text().splitlines() if "openblas" in line
        }
        for library in sorted(libraries):
            loaded = ctypes.CDLL(library)
            for name in _NAMES:
                if hasattr(loaded, name):
                    getattr(loaded, name)(1)
                    found = True
                    break
    return found
