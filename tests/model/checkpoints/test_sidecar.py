"""Answers come back: beside the file, from the person's own folder, or not at all, but never with a crash."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

import pytest

from model.checkpoints.sidecar import recall, remember, sidecar_of
from model.common.assets import data_folder
from model.common.problems import Problem

SHA256 = hashlib.sha256(b"weights").hexdigest()
ANSWERS = {"heads": 4, "lowercase": False, "source_vocabulary": ""}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "home"))
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    return tmp_path / "home"


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "models" / "tut6-model.pt"
    path.parent.mkdir()
    path.write_bytes(b"weights")
    return path


def test_beside_the_file(model: Path) -> None:
    assert recall(model, model).answers == {}
    assert remember(model, SHA256, ANSWERS) == model.with_name("tut6-model.pt.headscope.json")
    assert recall(model, model).answers == ANSWERS


def test_a_folder_has_its_answers_beside_it(model: Path) -> None:
    remember(model.parent, SHA256, ANSWERS)
    assert sidecar_of(model.parent).name == "models.headscope.json"
    assert recall(model.parent, model).answers == ANSWERS


def test_a_vocabulary_moves_with_its_folder(model: Path) -> None:
    words = model.with_name("src.txt")
    words.write_text("a", encoding="utf-8")
    remember(model, SHA256, {"source_vocabulary": str(words)})
    moved = model.parent.rename(model.parent.with_name("moved"))
    assert recall(moved / model.name, None).answers == {"source_vocabulary": str(moved / "src.txt")}


def test_a_vocabulary_that_has_gone_is_asked_for_again(model: Path) -> None:
    words = model.with_name("src.txt")
    words.write_text("a", encoding="utf-8")
    remember(model, SHA256, {"source_vocabulary": str(words), "heads": 2})
    words.unlink()
    found = recall(model, model)
    assert found.answers == {"heads": 2}
    assert found.warning == "tut6-model.pt.headscope.json names src.txt, which is not there any more"


@pytest.mark.parametrize("name", ["\\\\server\\share\\words.txt", "//server/share/words.txt"])
def test_no_other_machine_is_asked(model: Path, name: str) -> None:
    write(model, {"source_vocabulary": name})
    assert recall(model, model).answers == {}


def test_where_the_place_is_read_only_the_own_folder_holds_them(
    model: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refuse_below(model.parent, monkeypatch)
    where = remember(model, SHA256, ANSWERS)
    assert where.parent == data_folder() / "answers"
    assert home in where.parents
    assert not sidecar_of(model).exists()
    assert recall(model, model).answers == ANSWERS
    other = model.with_name("other.pt")
    other.write_bytes(b"other weights")
    assert recall(other, other).answers == {}


def test_where_nothing_can_be_written_one_sentence_says_so(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refuse_below(model.parents[1], monkeypatch)
    with pytest.raises(Problem) as caught:
        remember(model, SHA256, ANSWERS)
    assert model.name in caught.value.what


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"\xff", b"[]", b"{}", b'{"format": "headscope-answers", "version": 2, "answers": {}}',
     b'{"format": "headscope-answers", "version": 1, "answers": []}', b"[" * 200_000, b" " * (2**20 + 1)],
)  # fmt: skip
def test_a_damaged_one_is_kept_and_not_used(model: Path, content: bytes) -> None:
    sidecar_of(model).write_bytes(content)
    found = recall(model, model)
    assert found.answers == {}
    assert found.warning.startswith("tut6-model.pt.headscope.json is damaged")
    assert sidecar_of(model).with_name(sidecar_of(model).name + ".bak").read_bytes() == content


def test_only_plain_values_are_taken(model: Path) -> None:
    write(model, {"heads": 4, "era": ["x"], "deep": {"a": 1}, "source_vocabulary": 7, "lowercase": True})
    assert recall(model, model).answers == {"heads": 4, "lowercase": True}


def write(model: Path, answers: dict[str, Any]) -> None:
    content = {"format": "headscope-answers", "version": 1, "answers": answers}
    sidecar_of(model).write_text(json.dumps(content), encoding="utf-8")


def refuse_below(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing can be written there, also not by root, for whom permissions mean nothing."""
    real_open, real_mkdir, system_open = Path.open, Path.mkdir, os.open

    def guarded(real: Any) -> Any:
        def call(path: Path, *arguments: Any, **more: Any) -> Any:
            writing = real is real_mkdir or (arguments and arguments[0] != "rb")
            if writing and folder in path.parents:
                raise PermissionError(13, "Permission denied", str(path))
            return real(path, *arguments, **more)

        return call

    def low(path: Any, flags: int, *arguments: Any, **more: Any) -> int:
        if flags & (os.O_WRONLY | os.O_RDWR) and folder in (Path(path), *Path(path).parents):
            raise PermissionError(13, "Permission denied", str(path))
        return system_open(path, flags, *arguments, **more)

    monkeypatch.setattr(os, "open", low)
    monkeypatch.setattr(Path, "open", guarded(real_open))
    monkeypatch.setattr(Path, "mkdir", guarded(real_mkdir))
