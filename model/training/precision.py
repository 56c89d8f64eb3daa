"""The number formats of a training run on a device: of the weights, and of the passes through the network.

bfloat16 on the CPU: the network that runs is a rounded copy, the optimiser updates float32 master weights. On an
NVIDIA GPU PyTorch itself decides operation by operation (autocast), with float16 where the GPU has no bfloat16; the
loss is scaled then, so that small gradients do not vanish (GradScaler).
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass

import torch

from model.common.problems import Problem
from model.common.text import Text
from model.training.recipe import PrecisionName


@dataclass(frozen=True)
class Precision:
    """The formats that were chosen, and how people are told."""

    said: str
    device: torch.device
    weights: torch.dtype = torch.float32  #: of the master weights
    working: torch.dtype | None = None  #: of a rounded copy that the passes go through; None: there is none
    autocast: torch.dtype | None = None
    scaled: bool = False  #: is the loss scaled before the gradients are computed?

    def passes(self) -> AbstractContextManager[object]:
        """Forward passes and losses belong inside this."""
        if self.autocast is None:
            return nullcontext()
        return torch.autocast(self.device.type, self.autocast)


def choose_precision(asked: PrecisionName, device: torch.device) -> Precision:
    """What ``asked`` means on ``device``. Raises :class:`Problem` for float64 on a device without it."""
    if asked == "float64":
        if device.type == "mps":
            raise Problem(Text("device %1", "mps"), Text("it has no float64"), Text("Choose the CPU"))
        return Precision(asked, device, torch.float64)
    if asked == "float32":
        return Precision(asked, device)
    if device.type == "cuda":
        if asked == "bfloat16" and torch.cuda.is_bf16_supported(including_emulation=False):
            return Precision(Text("bfloat16 (autocast) and float32"), device, autocast=torch.bfloat16)
        return Precision(
            Text("float16 (autocast, scaled loss) and float32"), device, autocast=torch.float16, scaled=True
        )
    if device.type == "cpu" and asked == "bfloat16":
        return Precision(Text("bfloat16 with float32 master weights"), device, working=torch.bfloat16)
    return Precision(Text("float32, as %1 is no gain on this device", asked), device)
