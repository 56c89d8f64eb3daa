"""What a file is by its first bytes, where two kinds begin alike."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from safetensors.torch import save_file

from model.files.sniff import sniff


@pytest.mark.parametrize("length", range(632, 1416, 8))
def test_a_safetensors_header_may_be_as_long_as_a_pickle_begins(tmp_path: Path, length: int) -> None:
    """The length of the header comes first: 640, 896, 1,152 and 1,408 are 80 02 … 80 05, as a pickle's protocol is."""
    path = tmp_path / "model.safetensors"
    save_file({"a": torch.zeros(3)}, path, {"note": ""})
    spare = length - int.from_bytes(path.read_bytes()[:8], "little")
    save_file({"a": torch.zeros(3)}, path, {"note": "x" * spare})
    assert int.from_bytes(path.read_bytes()[:8], "little") == length
    assert sniff(path) == "safetensors"


@pytest.mark.parametrize("protocol", [2, 3, 4, 5])
def test_old_torch_files_are_pickles(tmp_path: Path, protocol: int) -> None:
    path = tmp_path / "model.pt"
    torch.save({"a": torch.zeros(3)}, path, pickle_protocol=protocol, _use_new_zipfile_serialization=False)
    assert sniff(path) == "pickle"
