"""The network that learns: master weights, the copy that computes, the optimiser, and one update of them all.

Everything random depends on the seed and the number of the update alone, so that a run that was stopped and
resumed draws what it would have drawn.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from model.common.problems import Problem
from model.common.text import Text
from model.network.masks import padding_mask, target_mask
from model.network.transformer import Transformer
from model.training.consistency import Shares, consistent_loss, whole_consistent_loss
from model.training.data import PADDING_ID, Batch, Encoded, batch_of, groups
from model.training.loss import head_loss, whole_head_loss
from model.training.precision import Precision
from model.training.processes import ALONE, Processes
from model.training.recipe import Optimisation

NO_MEMORY = ("out of memory", "can't allocate memory")  #: as torch says it of GPUs and of the processor
SEED_OF_UPDATE, SEED_OF_PROCESS = 7919, 104_729  #: steps between the seeds of dropout


class Learner:
    """Master weights with their optimiser, and the network that the passes go through."""

    def __init__(self, master: Transformer, settings: Optimisation, precision: Precision, others: Processes) -> None:
        self.settings, self.precision, self.others = settings, precision, others
        self.master = master.to(device=precision.device, dtype=precision.weights)
        self.weights = list(self.master.parameters())
        self.network = self.master
        if precision.working is not None:
            self.network = Transformer(master.config).to(device=precision.device, dtype=precision.working)
            self.publish()
        self.optimiser = torch.optim.Adam(self.weights, betas=settings.betas, eps=settings.eps, fused=True)
        self.scaler = torch.amp.GradScaler(precision.device.type, enabled=precision.scaled)

    def update(self, number: int, parts: Sequence[Batch], tokens: int, rate: float) -> float:
        """Update ``number`` (from 1) by this process's ``parts`` of a batch that predicts ``tokens`` in all.

        Returns the plain loss of the whole batch, summed, in nats. Raises :class:`Problem` where the loss or its
        gradient is no number, and leaves the weights as they were.
        """
        torch.manual_seed(self.settings.seed + SEED_OF_UPDATE * number + SEED_OF_PROCESS * self.others.rank)
        self.optimiser.param_groups[0]["lr"] = rate
        loss = self.others.total(lambda: self._gradients_in_memory(parts, tokens))
        self.others.add_gradients(self.weights)
        self.scaler.unscale_(self.optimiser)
        norm = float(torch.nn.utils.clip_grad_norm_(self.weights, self.settings.clip))
        if not math.isfinite(loss) or not (math.isfinite(norm) or self.precision.scaled):
            raise self.others.said_once(_spoilt(number))
        self.scaler.step(self.optimiser)
        self.scaler.update()
        self.publish()
        return loss

    def _gradients_in_memory(self, parts: Sequence[Batch], tokens: int) -> float:
        try:
            return self._gradients(parts, tokens)
        except (MemoryError, RuntimeError) as error:
            if not isinstance(error, MemoryError) and not any(words in str(error).lower() for words in NO_MEMORY):
                raise
            what, why = Text("memory"), Text("there is not enough for a batch of this size")
            raise Problem(what, why, Text("Raise optimisation.accumulate and lower batch_tokens by as much")) from error

    def _gradients(self, parts: Sequence[Batch], tokens: int) -> float:
        """The sums over ``parts``; the passes of one are over before the next begins, so that memory holds one."""
        self.network.train()
        for weight in self.weights:
            weight.grad = None
        total = 0.0
        for part in parts:
            with self.precision.passes():
                mean, plain = self._forward_loss(part.on(self.precision.device), 1.0 / tokens)
            self.scaler.scale(mean).backward()  # type: ignore[no-untyped-call]
            self._collect()
            total += float(plain)
        return total

    def _forward_loss(self, batch: Batch, scale: float) -> tuple[Tensor, Tensor]:
        settings = self.settings
        if not settings.consistency:
            return forward_loss(self.network, batch, settings.label_smoothing, scale)
        hidden, labels = predicting_rows(self.network, batch.twice())
        head, loss = self.network.head, consistent_loss if hidden.device.type == "cpu" else whole_consistent_loss
        weighed = Shares(settings.label_smoothing, settings.consistency, scale)
        return loss(hidden, head.weight, head.bias, labels[: len(labels) // 2], weighed)

    def _collect(self) -> None:
        """Add the rounded copy's gradients to those of the master weights."""
        if self.network is self.master:
            return
        for master, working in zip(self.weights, self.network.parameters(), strict=True):
            if working.grad is not None:
                exact = working.grad.to(master.dtype)
                master.grad = exact if master.grad is None else master.grad + exact
                working.grad = None

    @torch.no_grad()
    def publish(self) -> None:
        """Round the master weights into the network that computes."""
        if self.network is not self.master:
            for master, working in zip(self.weights, self.network.parameters(), strict=True):
                working.copy_(master)

    def validation_loss(self, held_out: Encoded) -> float:
        """As :func:`validation_loss`, every process computing its share."""
        with self.precision.passes():
            return validation_loss(self.network, held_out, self.settings.batch_tokens, self.others)

    def copies(self) -> list[Tensor]:
        """The weights as they are now, in the computer's own memory."""
        return [weight.detach().to("cpu", copy=True) for weight in self.weights]

    @torch.no_grad()
    def take(self, values: Sequence[Tensor]) -> None:
        """Replace the master weights alone."""
        for weight, value in zip(self.weights, values, strict=True):
            weight.copy_(value)

    def state(self) -> dict[str, Any]:
        """What a resumed run needs."""
        master = [weight.detach() for weight in self.weights]
        return {"master": master, "optimiser": self.optimiser.state_dict(), "scaler": self.scaler.state_dict()}

    def resume(self, state: dict[str, Any]) -> None:
        """Continue from :meth:`state`."""
        self.take(state["master"])
        self.publish()
        self.optimiser.load_state_dict(state["optimiser"])
        if state.get("scaler"):
            self.scaler.load_state_dict(state["scaler"])


def shares(group: Sequence[int], accumulate: int, others: Processes) -> list[list[int]]:
    """The parts of a batch that this process computes, one after the other; of like lengths, and none empty."""
    count = accumulate * others.size
    parts = [list(group[place::count]) for place in range(others.rank, count, others.size)]
    return [part for part in parts if part]


def predicting_rows(network: Transformer, batch: Batch) -> tuple[Tensor, Tensor]:
    """Teacher forcing over a batch → the last layer's rows [N,M] that predict a token, and these tokens [N]."""
    consumed, labels = batch.target[:, :-1], batch.target[:, 1:]  # shifted by one
    encoding = network.encode(batch.source, padding_mask(batch.source, PADDING_ID))
    mask = target_mask(consumed, PADDING_ID, network.config.padding_blocks.decoder)
    decoding = network.decode(consumed, encoding, mask, visible=padding_mask(consumed, PADDING_ID))
    counts = labels != PADDING_ID  # padding is not predicted
    return decoding.hidden[counts], labels[counts]


def forward_loss(network: Transformer, batch: Batch, smoothing: float, scale: float = 1.0) -> tuple[Tensor, Tensor]:
    """Teacher forcing over a batch → the smoothed loss times ``scale`` and the plain sum, in nats."""
    hidden, labels = predicting_rows(network, batch)
    loss = head_loss if hidden.device.type == "cpu" else whole_head_loss
    return loss(hidden, network.head.weight, network.head.bias, labels, smoothing, scale)


@torch.inference_mode()
def validation_loss(network: Transformer, held_out: Encoded, batch_tokens: int, others: Processes = ALONE) -> float:
    """Mean cross-entropy per target token, without smoothing or dropout."""
    network.eval()
    device = next(network.parameters()).device
    own = groups(held_out, batch_tokens, None)[others.rank :: others.size]

    def loss() -> float:
        return sum(float(forward_loss(network, batch_of(held_out, group).on(device), 0.0)[1]) for group in own)

    return others.total(loss) / max(1, sum(len(target) - 1 for _, target in held_out))


def _spoilt(number: int) -> Problem:
    return Problem(
        Text("update %1", f"{number:,}"),
        Text("the loss or its gradient is no finite number; what was saved before it stays as it is"),
        Text("Lower schedule.peak or optimisation.clip, or choose float32, and train into another folder"),
    )
