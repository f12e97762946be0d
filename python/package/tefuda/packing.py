"""Rows in bits and bytes, and floats of them again: in numpy, or in PyTorch on the tensor's own device."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from tefuda import _tefuda
from tefuda._checks import shown
from tefuda._tefuda import Refused

__all__ = ["Packing", "unpack"]


@dataclass(eq=False)
class Packing:
    """How rows of a game are packed; :attr:`tefuda.Batch.packing` has it.

    First come the figures that are 0 or 1 as bits, the first in the lowest bit of the first byte; then one byte for
    each figure of a few steps, ``(byte + low) * times / over``; last four bytes for each of the others, as they are.
    """

    flags: npt.NDArray[np.uint32]
    """The places of the figures that are bits."""
    steps: npt.NDArray[np.uint32]
    """The places of the figures that are bytes, and by these what the bytes mean."""
    step_low: npt.NDArray[np.float32]
    step_times: npt.NDArray[np.float32]
    step_over: npt.NDArray[np.float32]
    others: npt.NDArray[np.uint32]
    """The places of the figures that are not packed."""
    _kept: dict[Any, Any] = field(default_factory=dict, repr=False)

    @classmethod
    def _of(cls, of: _tefuda.Figures) -> Packing:
        steps = of["steps"], of["step_low"], of["step_times"], of["step_over"]
        return cls(of["flags"], *steps, of["others"])

    @property
    def width(self) -> int:
        """How many figures a row has."""
        return len(self.flags) + len(self.steps) + len(self.others)

    @property
    def bytes(self) -> int:
        """How many bytes a packed row has."""
        return self._bits + len(self.steps) + 4 * len(self.others)

    @property
    def _bits(self) -> int:
        return -(-len(self.flags) // 8)

    @property
    def _places(self) -> npt.NDArray[np.int64]:
        """For each figure its place among bits, bytes and others."""
        return np.argsort(np.concatenate([self.flags, self.steps, self.others]))

    def _on(self, device: Any) -> Any:
        """Keep what a device needs there."""
        if device not in self._kept:
            torch = _torch()
            numbers = [self.step_low, self.step_times, self.step_over]
            self._kept[device] = (
                torch.from_numpy(self._places).to(device),
                torch.arange(8, dtype=torch.uint8, device=device),
                *(torch.from_numpy(number).to(device) for number in numbers),
            )
        return self._kept[device]


def unpack(rows: Any, packing: Packing) -> Any:
    """Make floats of packed rows: those that ``rows="float"`` would have given, to the bit.

    ``rows`` is an array of numpy or a tensor of PyTorch, of uint8 and with the bytes of a row last. What comes of it is
    of the same kind, and of a tensor on the same device: nothing is copied to the host.

    >>> b = tefuda.batch("daihinmin", 1024, rows="packed")
    >>> obs, info = b.reset()
    >>> tefuda.unpack(obs, b.packing).shape
    (1024, 530)
    """
    if not isinstance(packing, Packing):
        raise Refused(f"packing is what batch.packing says, not {shown(packing)}")
    if isinstance(rows, np.ndarray):
        _check(rows.dtype == np.uint8, rows, packing)
        return _unpack_numpy(rows, packing)
    if not hasattr(rows, "device"):
        raise Refused(f"rows is an array of numpy or a tensor of PyTorch, not {shown(rows)}")
    _check(rows.dtype == _torch().uint8, rows, packing)
    return _unpack_torch(rows, packing)


def _check(is_bytes: bool, rows: Any, packing: Packing) -> None:
    if not is_bytes or rows.ndim == 0 or rows.shape[-1] != packing.bytes:
        raise Refused(f"packed rows are uint8, {packing.bytes} a row, not {rows.dtype} of shape {tuple(rows.shape)}")


def _unpack_numpy(rows: npt.NDArray[np.uint8], packing: Packing) -> npt.NDArray[np.float32]:
    end = packing._bits + len(packing.steps)
    bits = np.unpackbits(rows[..., : packing._bits], axis=-1, count=len(packing.flags), bitorder="little")
    numbers = rows[..., packing._bits : end].astype(np.float32) + packing.step_low
    steps = numbers * packing.step_times / packing.step_over
    others = np.ascontiguousarray(rows[..., end:]).view("<f4")
    return np.concatenate([bits.astype(np.float32), steps, others], axis=-1)[..., packing._places]


def _unpack_torch(rows: Any, packing: Packing) -> Any:
    torch = _torch()
    places, eight, low, times, over = packing._on(rows.device)
    end = packing._bits + len(packing.steps)
    bits = (rows[..., : packing._bits, None] >> eight) & 1
    bits = bits.flatten(-2)[..., : len(packing.flags)]
    steps = (rows[..., packing._bits : end].float() + low) * times / over
    parts = [bits.float(), steps]
    if len(packing.others):
        # PyTorch gives no other type to what is empty.
        parts.append(rows[..., end:].clone(memory_format=torch.contiguous_format).view(torch.float32))
    return torch.cat(parts, -1)[..., places]


def _torch() -> Any:
    import torch

    return torch
