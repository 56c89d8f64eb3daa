"""The processes of one training run: one, or those that PyTorch's launcher (``torchrun``) started, on any machines.

Each computes the gradients of its share of every batch; they are added up, so that all take the same step. The first
process (rank 0) writes and speaks. A failure anywhere ends all of them, and one says why.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

import torch
import torch.distributed
from torch import Tensor

from model.common.problems import Problem
from model.common.text import Text

MEETING = "env://"  #: they meet where the launcher says
LAUNCHED = {"RANK", "WORLD_SIZE", "LOCAL_RANK", "MASTER_ADDR", "MASTER_PORT"}  #: what the launcher sets


class FailedElsewhereError(Exception):
    """Another process of the run failed, and says why."""


class Processes:
    """A run in this process alone; :class:`JoinedProcesses` is one of several."""

    rank = 0
    size = 1

    @property
    def first(self) -> bool:
        """Does this process write and speak?"""
        return self.rank == 0

    def total(self, action: Callable[[], float]) -> float:
        """What ``action`` gives, over all processes; if it fails in one, it fails in all."""
        return action()

    def together(self, action: Callable[[], Any]) -> Any:
        """What ``action`` gives here; if it fails in one process, it fails in all."""
        return action()

    def alike(self, number: int) -> bool:  # noqa: ARG002 (of several)
        """Whether every process has the same ``number``."""
        return True

    def add_gradients(self, weights: Sequence[Tensor]) -> None:
        """Replace each gradient by the sum of all processes'."""

    def said_once(self, problem: Problem) -> Exception:
        """The exception to raise for a problem that every process has."""
        return problem

    def leave(self) -> None:
        """Let go of the others."""


ALONE = Processes()


class JoinedProcesses(Processes):
    """One of several processes that train together."""

    def __init__(self, rank: int, size: int, device: torch.device, place: str) -> None:
        """``place`` is where they meet, as ``init_method`` of torch.distributed. Raises :class:`Problem`."""
        self.rank, self.size, self.device = rank, size, device
        backend = "nccl" if device.type == "cuda" else "gloo"
        try:
            torch.distributed.init_process_group(backend, init_method=place, rank=rank, world_size=size)
        except (RuntimeError, ValueError) as error:
            why = Text("the processes did not find each other (%1)", str(error).partition("\n")[0][:120])
            raise Problem(Text("training in %1 processes", size), why, Text("Start all of them again")) from error

    def total(self, action: Callable[[], float]) -> float:
        value, failure = 0.0, None
        try:
            value = action()
        except Exception as error:  # noqa: BLE001 (raised below, once all know)
            failure = error
        sums = torch.zeros(1 + self.size, dtype=torch.float64, device=self.device)
        sums[0], sums[1 + self.rank] = value, failure is not None
        self._reduce(sums)
        if failure is not None and not sums[1 : 1 + self.rank].any():
            raise failure
        if sums[1:].any():
            raise FailedElsewhereError
        return float(sums[0])

    def together(self, action: Callable[[], Any]) -> Any:
        given: list[Any] = []

        def done() -> float:
            given.append(action())
            return 0.0

        self.total(done)
        return given[0]

    def alike(self, number: int) -> bool:
        both = torch.tensor([number, -number], dtype=torch.int64, device=self.device)
        self._reduce(both, largest=True)
        return bool(both[0] == -both[1])

    def add_gradients(self, weights: Sequence[Tensor]) -> None:
        gradients = [torch.zeros_like(one) if one.grad is None else one.grad for one in weights]
        joined = torch.cat([gradient.reshape(-1) for gradient in gradients])  # one message instead of hundreds
        self._reduce(joined)
        for one, part in zip(weights, torch.split(joined, [one.numel() for one in weights]), strict=True):
            one.grad = part.view_as(one)

    def said_once(self, problem: Problem) -> Exception:
        return problem if self.first else FailedElsewhereError()

    def leave(self) -> None:
        torch.distributed.destroy_process_group()

    def _reduce(self, values: Tensor, largest: bool = False) -> None:
        operations = torch.distributed.ReduceOp
        try:
            torch.distributed.all_reduce(values, operations.MAX if largest else operations.SUM)
        except RuntimeError as error:
            what, why = Text("training in %1 processes", self.size), Text("one of them has ended")
            raise self.said_once(Problem(what, why, Text("Start all again: the run is resumed"))) from error


def join(device: str) -> tuple[Processes, torch.device]:
    """The processes that the launcher started, and this one's device; without a launcher this one alone.

    Each process of a machine takes a GPU of its own. Raises :class:`Problem`.
    """
    if not os.environ.keys() >= LAUNCHED or os.environ["WORLD_SIZE"] == "1":
        return ALONE, torch.device(device)
    rank, size, local = (int(os.environ[name]) for name in ("RANK", "WORLD_SIZE", "LOCAL_RANK"))
    if not torch.distributed.is_available():
        why = Text("this PyTorch was built without them")
        raise Problem(Text("training in %1 processes", size), why, Text("Train in one process"))
    own = torch.device(device)
    if own.type == "cuda":
        if local >= torch.cuda.device_count():
            why = Text("this machine has only %1 GPUs", torch.cuda.device_count())
            raise Problem(Text("training in %1 processes", size), why, Text("Start fewer, or use --device cpu"))
        own = torch.device("cuda", local)
        torch.cuda.set_device(own)
    return JoinedProcesses(rank, size, own, MEETING), own
