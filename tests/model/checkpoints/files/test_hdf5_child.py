"""What an HDF5 file holds, by h5py itself: arrays as Keras writes them, and everything that leads elsewhere refused."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from model.checkpoints.files.hdf5_child import KIND, LINK, MANY, PIECES, RefusedError, arrays

h5py = pytest.importorskip("h5py", reason="h5py, the extra keras, is not installed here")
WEIGHTS = np.arange(6, dtype="<f4").reshape(2, 3)
MOST = 40


def looked_into(path: Path, fill: Callable[[Any], Any]) -> list[tuple[str, str, list[int], int, int]]:
    with h5py.File(path, "w") as file:
        fill(file)
    return arrays(path, 0, path.stat().st_size, MOST)


def test_arrays_with_their_places_and_nothing_else(tmp_path: Path) -> None:
    def fill(file: Any) -> None:
        file["a/vars/0"] = WEIGHTS
        file["b"] = np.array(2.5)
        file["steps"], file["on"], file["name"] = np.arange(3), np.array(True), "text"
        file.create_group("empty")

    path = tmp_path / "a.weights.h5"
    found = {said[0]: said for said in looked_into(path, fill)}
    assert {name: said[1:3] for name, said in found.items()} == {"a/vars/0": ("<f4", [2, 3]), "b": ("<f8", [])}
    whole = path.read_bytes()
    for name, value in (("a/vars/0", WEIGHTS), ("b", np.array(2.5))):
        _, _, _, start, length = found[name]
        assert whole[start : start + length] == value.tobytes()


def test_a_member_of_an_archive_is_a_file_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "a.h5"
    found = looked_into(path, lambda file: file.update({"x": WEIGHTS}))
    around = tmp_path / "a.keras"
    around.write_bytes(bytes(77) + path.read_bytes() + bytes(1000))
    assert arrays(around, 77, path.stat().st_size, MOST) == found


def reference(file: Any) -> None:
    file["x"] = WEIGHTS
    file.create_dataset("points", data=np.array([file["x"].ref], dtype=h5py.ref_dtype))


def virtual(file: Any) -> None:
    layout = h5py.VirtualLayout(shape=(4,), dtype="f4")
    layout[:] = h5py.VirtualSource("/etc/passwd", "x", shape=(4,))
    file.create_virtual_dataset("x", layout)


def loop(file: Any) -> None:
    file["a"] = file.create_group("b")["c"] = file


def deep(file: Any) -> None:
    file["/".join("g" * 70)] = WEIGHTS


OUTSIDE = [("/etc/passwd", 0, 24)]
REFUSED: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "a soft link": (LINK, lambda file: file.update({"x": h5py.SoftLink("/y")})),
    "a link to another file": (LINK, lambda file: file.update({"x": h5py.ExternalLink("/etc/passwd", "/")})),
    "a group in itself": (LINK, loop),
    "one array under two names": (LINK, lambda file: file.update({"x": WEIGHTS}) or file.update({"y": file["x"]})),
    "values in another file": (PIECES, lambda file: file.create_dataset("x", (2, 3), "f4", external=OUTSIDE)),
    "a virtual array": (PIECES, virtual),
    "an array in pieces": (PIECES, lambda file: file.create_dataset("x", data=WEIGHTS, chunks=(1, 3))),
    "a packed array": (PIECES, lambda file: file.create_dataset("x", (9_999_999,), "f4", compression="gzip")),
    "no values at all": (PIECES, lambda file: file.create_dataset("x", (2, 3), "f4")),
    "references": (KIND, reference),
    "pairs": (KIND, lambda file: file.update({"x": np.zeros(2, dtype=[("a", "f4"), ("b", "f4")])})),
    "lists of any length": (KIND, lambda file: file.create_dataset("x", (2,), h5py.vlen_dtype(np.float32))),
    "no shape": (KIND, lambda file: file.update({"x": h5py.Empty("f4")})),
    "groups within groups": (MANY, deep),
    "too much": (MANY, lambda file: file.update({f"x{n}": WEIGHTS for n in range(MOST + 1)})),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_keras_never_writes_is_refused(name: str, tmp_path: Path) -> None:
    kind, fill = REFUSED[name]
    with pytest.raises(RefusedError) as caught:
        looked_into(tmp_path / "a.h5", fill)
    assert caught.value.args[0] == kind
