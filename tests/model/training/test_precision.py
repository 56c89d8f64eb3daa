"""Number formats by device; what the GPUs of others do is decided by what PyTorch says of them."""

from __future__ import annotations

import pytest
import torch

from model.common.problems import Problem
from model.training.loss import head_loss, whole_head_loss
from model.training.precision import choose_precision
from model.training.recipe import PrecisionName

CPU, GPU, APPLE = (torch.device(name) for name in ("cpu", "cuda", "mps"))


@pytest.mark.parametrize("device", [CPU, GPU, APPLE])
def test_float32_is_float32_everywhere(device: torch.device) -> None:
    chosen = choose_precision("float32", device)
    assert (chosen.said, chosen.weights, chosen.working, chosen.autocast) == ("float32", torch.float32, None, None)


def test_bfloat16_on_the_processor_keeps_exact_weights() -> None:
    chosen = choose_precision("bfloat16", CPU)
    assert (chosen.weights, chosen.working, chosen.scaled) == (torch.float32, torch.bfloat16, False)
    assert chosen.said == "bfloat16 with float32 master weights"


@pytest.mark.parametrize(
    ("asked", "has_it", "expected", "scaled"),
    [
        ("bfloat16", True, torch.bfloat16, False),
        ("bfloat16", False, torch.float16, True),
        ("float16", True, torch.float16, True),
    ],
)
def test_a_gpu_rounds_operation_by_operation(
    asked: PrecisionName, has_it: bool, expected: torch.dtype, scaled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(torch.cuda, "is_bf16_supported", lambda including_emulation: has_it and not including_emulation)
    chosen = choose_precision(asked, GPU)
    assert (chosen.autocast, chosen.scaled, chosen.working) == (expected, scaled, None)
    assert str(expected).removeprefix("torch.") in chosen.said


@pytest.mark.parametrize(("asked", "device"), [("float16", CPU), ("bfloat16", APPLE), ("float16", APPLE)])
def test_what_is_no_gain_is_said_and_not_done(asked: PrecisionName, device: torch.device) -> None:
    chosen = choose_precision(asked, device)
    assert (chosen.weights, chosen.working, chosen.autocast) == (torch.float32, None, None)
    assert asked in chosen.said


def test_double_precision() -> None:
    assert choose_precision("float64", CPU).weights == torch.float64
    with pytest.raises(Problem, match="no float64"):
        choose_precision("float64", APPLE)


@pytest.mark.parametrize("smoothing", [0.0, 0.1])
def test_the_loss_of_a_gpu_is_that_of_the_processor(smoothing: float) -> None:
    """All rows at once: the same values and gradients; and under autocast, near them and summed in float32."""
    torch.manual_seed(1)
    parts = [torch.randn(shape, dtype=torch.float64).requires_grad_() for shape in ((70, 6), (11, 6), (11,))]
    hidden, weight, bias = parts
    targets = torch.randint(11, (70,))
    losses = [kind(hidden, weight, bias, targets, smoothing, 0.25) for kind in (head_loss, whole_head_loss)]
    assert not losses[1][1].requires_grad
    gradients = [torch.autograd.grad(loss[0], parts) for loss in losses]
    for ours, theirs in zip((*losses[0], *gradients[0]), (*losses[1], *gradients[1]), strict=True):
        assert torch.allclose(ours, theirs, rtol=1e-12, atol=1e-12)
    with torch.autocast("cpu", torch.bfloat16):
        rounded = whole_head_loss(hidden.float(), weight.float(), bias.float(), targets, smoothing, 0.25)
    assert rounded[0].dtype == rounded[1].dtype == torch.float32
    assert abs(float(rounded[0].detach()) / float(losses[0][0].detach()) - 1) < 0.01
