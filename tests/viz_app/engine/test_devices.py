"""What the device picker shows and what is chosen, on this machine and on others."""

from __future__ import annotations

import platform
import sys

import pytest
import torch

from model.common.problems import Problem
from viz_app.engine import devices as module
from viz_app.engine.devices import device_memory, devices, is_device_error, is_out_of_memory, pick_device, use_threads


@pytest.fixture
def no_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    monkeypatch.setattr(torch.backends.mps, "is_available", lambda: False)


@pytest.fixture
def nvidia(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "get_device_name", lambda: "Planted 3000")


def test_the_picker_lists_every_device_once_and_the_cpu_first() -> None:
    found = devices()
    assert [device.name for device in found] == ["cpu", "cuda", "mps"]
    assert found[0].available
    assert found[0].label.startswith("CPU (")
    assert all(device.available != bool(device.reason) for device in found)


@pytest.mark.usefixtures("no_gpu")
def test_memory_is_told_where_the_system_says_it() -> None:
    memory = device_memory()
    assert set(memory) <= {"CPU"}
    assert all(size > 2**28 for size in memory.values())


@pytest.mark.usefixtures("nvidia")
def test_an_nvidia_gpu_is_named_and_chosen_by_itself() -> None:
    assert next(device.label for device in devices() if device.name == "cuda") == "GPU (Planted 3000)"
    assert pick_device("auto") == "cuda"
    assert pick_device("cpu") == "cpu"


@pytest.mark.usefixtures("no_gpu")
@pytest.mark.parametrize(
    ("system", "processor", "cuda", "cuda_reason", "mps_reason"),
    [
        ("linux", "x86_64", "12.8", "no NVIDIA GPU found", "needs a Mac with Apple silicon"),
        ("linux", "x86_64", None, "this PyTorch was installed without GPU support", "needs a Mac with Apple silicon"),
        ("darwin", "x86_64", None, "no NVIDIA GPU found", "needs a Mac with Apple silicon"),
        ("darwin", "arm64", None, "no NVIDIA GPU found", "needs a newer macOS or PyTorch"),
    ],
)
def test_a_missing_device_says_why(
    system: str, processor: str, cuda: str | None, cuda_reason: str, mps_reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(platform, "machine", lambda: processor)
    monkeypatch.setattr(torch.version, "cuda", cuda)
    assert [device.reason for device in devices()] == ["", cuda_reason, mps_reason]


@pytest.mark.usefixtures("no_gpu")
@pytest.mark.parametrize(("name", "said"), [("cuda", "GPU"), ("mps", "needs"), ("abacus", "there is no such device")])
def test_a_device_that_is_not_there_is_a_problem(name: str, said: str) -> None:
    with pytest.raises(Problem, match=said) as caught:
        pick_device(name)
    assert caught.value.what == f"device {name}"
    assert "cpu" in caught.value.next_step.lower()


@pytest.mark.usefixtures("no_gpu")
def test_without_a_gpu_the_cpu_is_chosen() -> None:
    assert pick_device("auto") == "cpu"


@pytest.mark.parametrize(
    ("width", "cores", "default", "wanted"),
    [(256, 8, 8, 1), (257, 8, 8, 7), (512, 8, 4, 4), (512, 1, 1, 1), (512, 2, 8, 1)],
)
def test_threads(width: int, cores: int, default: int, wanted: int, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen: list[int] = []
    monkeypatch.setattr(module, "_cores", lambda: cores)
    monkeypatch.setattr(module, "_DEFAULT_THREADS", default)
    monkeypatch.setattr(torch, "set_num_threads", chosen.append)
    use_threads(width)
    assert chosen == [wanted]


def test_torch_running_out_of_memory_is_recognised() -> None:
    with pytest.raises(RuntimeError) as caught:
        torch.empty(2**60)
    assert is_out_of_memory(caught.value)
    assert not is_device_error(caught.value)


@pytest.mark.parametrize(
    ("error", "memory", "device"),
    [
        (MemoryError(), True, False),
        (torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2 GiB"), True, True),
        (RuntimeError("MPS backend out of memory (MPS allocated: 5 GB)"), True, True),
        (RuntimeError("CUDA error: device-side assert triggered"), False, True),
        (NotImplementedError("The operator 'x' is not currently implemented for the MPS device"), False, True),
        (RuntimeError("mat1 and mat2 shapes cannot be multiplied"), False, False),
        (ValueError("out of memory"), False, False),
    ],
    ids=lambda value: str(value)[:30] or None,
)
def test_which_errors_are_whose(error: Exception, memory: bool, device: bool) -> None:
    assert is_out_of_memory(error) == memory
    assert is_device_error(error) == device
