"""The devices of this machine, the choice of one, and its number of threads. torch."""

from __future__ import annotations

import os
import platform
import sys

import torch

from model.common.problems import Problem
from model.common.text import Text
from viz_app.engine.messages import Device

SMALL_WIDTH = 256  #: up to this model width a second thread costs more than it brings
_DEFAULT_THREADS = torch.get_num_threads()  # as the system or OMP_NUM_THREADS says


def devices() -> tuple[Device, ...]:
    """Every device that torch could use somewhere, those that are missing here with the reason."""
    cores = _cores()
    return (
        Device("cpu", Text("CPU (%1 cores)", cores) if cores > 1 else Text("CPU (1 core)"), True),
        _cuda(),
        _mps(),
    )


def pick_device(name: str) -> str:
    """The device to use for ``auto`` or a name. Raises :class:`Problem` where it is not available.

    ``auto`` is an NVIDIA GPU, else the CPU: Apple's GPU is slower than its CPU for one short
    sentence at a time, and lacks some operations.
    """
    available = {device.name: device for device in devices()}
    if name == "auto":
        return "cuda" if available["cuda"].available else "cpu"
    device = available.get(name)
    if device is None:
        raise Problem(
            Text("device %1", name), Text("there is no such device"), Text("Choose %1 or auto", ", ".join(available))
        )
    if not device.available:
        raise Problem(Text("device %1", name), device.reason, Text("Choose the CPU"))
    return name


def device_memory() -> dict[str, int]:
    """Bytes of memory of every device that can be used here and says so."""
    found = {}
    if hasattr(os, "sysconf") and {"SC_PAGE_SIZE", "SC_PHYS_PAGES"} <= set(os.sysconf_names):
        found["CPU"] = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    if torch.cuda.is_available():
        found["GPU"] = int(torch.cuda.get_device_properties(0).total_memory)
    elif torch.backends.mps.is_available():
        found["GPU"] = int(torch.mps.recommended_max_memory())
    return found


def use_threads(width: int) -> None:
    """One thread for a small model; for a larger one leave a core to the window."""
    wanted = 1 if width <= SMALL_WIDTH else max(1, _cores() - 1)
    torch.set_num_threads(min(wanted, _DEFAULT_THREADS))


def is_out_of_memory(error: BaseException) -> bool:
    """Whether this is any of the ways in which Python and torch say so."""
    if isinstance(error, (MemoryError, torch.OutOfMemoryError)):
        return True
    text = str(error).lower()
    return isinstance(error, RuntimeError) and any(
        phrase in text for phrase in ("can't allocate memory", "out of memory")
    )


def is_device_error(error: BaseException) -> bool:
    """Whether a GPU or its driver failed, or lacks an operation."""
    text = str(error)
    return isinstance(error, (RuntimeError, NotImplementedError)) and any(name in text for name in ("CUDA", "MPS"))


def _cuda() -> Device:
    if torch.cuda.is_available():
        return Device("cuda", f"GPU ({torch.cuda.get_device_name()})", True)
    built = torch.version.cuda is not None or torch.version.hip is not None
    mac = sys.platform == "darwin"
    reason = Text("this PyTorch was installed without GPU support", context="Engine")
    if built or mac:
        reason = Text("no NVIDIA GPU found", context="Engine")
    return Device("cuda", "GPU (NVIDIA)", False, reason)


def _mps() -> Device:
    if torch.backends.mps.is_available():
        return Device("mps", "GPU (Apple)", True)
    apple = sys.platform == "darwin" and platform.machine() == "arm64"
    reason = Text("needs a Mac with Apple silicon", context="Engine")
    if apple:
        reason = Text("needs a newer macOS or PyTorch", context="Engine")
    return Device("mps", "GPU (Apple)", False, reason)


def _cores() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
