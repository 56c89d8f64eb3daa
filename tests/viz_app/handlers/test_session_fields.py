"""One validation of sessions for every door: the window, each command and Python refuse the same files alike."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest

import headscope
from model.common.problems import Problem
from model.record.session_file import read_session
from tests.viz_app.handlers.test_session_codec import saved, snapshot
from viz_app.cli import main
from viz_app.handlers.session_codec import session_of, snapshot_of
from viz_app.handlers.session_fields import USES, run_shown
from viz_app.state.state import TargetUse

PROJECT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Decoder attention, layer 2 of 3, head 3 of 4, step 5 of 8."""
    return saved(snapshot(), tmp_path_factory.mktemp("session") / "a.headscope")


def changed(session: Path, folder: Path, change: Callable[[dict[str, Any]], None]) -> Path:
    """The same file with other facts."""
    path = folder / "b.headscope"
    with zipfile.ZipFile(session) as old, zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as new:
        for name in old.namelist():
            content = old.read(name)
            if name == "session.json":
                facts = json.loads(content)
                change(facts)
                content = json.dumps(facts).encode()
            new.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content)
    return path


def put(*way: str, value: Any) -> Callable[[dict[str, Any]], None]:
    def change(facts: dict[str, Any]) -> None:
        inner = facts
        for name in way[:-1]:
            inner = inner[name]
        inner[way[-1]] = value

    return change


WRONG = {
    "view 5": (put("view", value=5), "view"),
    "no such view": (put("view", value="two_heads"), "view"),
    "view null": (put("view", value=None), "view"),
    "layer -1": (put("place", "layer", value=-1), "place.layer"),
    "layer 3 of 3": (put("place", "layer", value=3), "place.layer"),
    "layer 99": (put("place", "layer", value=99), "place.layer"),
    "layer 1.0": (put("place", "layer", value=1.0), "place.layer"),
    "layer true": (put("place", "layer", value=True), "place.layer"),
    "head 4 of 4": (put("place", "head", value=4), "place.head"),
    "head '1'": (put("place", "head", value="1"), "place.head"),
    "step 8 of 8": (put("place", "step", value=8), "place.step"),
    "kind": (put("place", "kind", value=["cross"]), "place.kind"),
    "query -1": (put("place", "query", value=-1), "place.query"),
    "sentence 1 of 1": (put("place", "sentence", value=1), "place.sentence"),
    "place is a list": (put("place", value=[1]), "place"),
    "reading": (put("reading", "aggregate", value="median"), "reading.aggregate"),
    "setting": (put("settings", "scale", value=3), "settings.scale"),
    "notes": (put("notes", "places", value=[5]), "notes.places"),
    "columns": (put("columns", value="wide"), "columns"),
}
DOORS: dict[str, Callable[[Path], object]] = {
    "the window": lambda path: session_of(read_session(path)),
    "without a window": snapshot_of,
    "one run": lambda path: run_shown(read_session(path)),
    "Python": headscope.load,
}
COMMANDS = {
    "export": ["export", "{}", "--out", "{}.png"],
    "page": ["page", "{}", "--out", "{}.html"],
    "handout": ["handout", "{}", "--out", "{}.pdf"],
    "cite": ["cite", "{}"],
    "inspect": ["inspect", "{}"],
}


def test_every_door_opens_what_is_right(session: Path) -> None:
    for door in DOORS.values():
        door(session)
    assert headscope.load(session).translation
    assert get_args(TargetUse) == USES


@pytest.mark.parametrize("name", list(WRONG))
def test_every_door_names_the_field(name: str, session: Path, tmp_path: Path) -> None:
    change, field = WRONG[name]
    path = changed(session, tmp_path, change)
    for door, opens in DOORS.items():
        with pytest.raises(Problem) as caught:
            opens(path)
        assert field in caught.value.why, door
        assert caught.value.what == str(path), door


@pytest.mark.parametrize("command", list(COMMANDS))
def test_every_command_does(
    command: str, session: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], qapp: object
) -> None:
    path = changed(session, tmp_path, WRONG["layer 99"][0])
    assert main([word.format(path) for word in COMMANDS[command]]) == 2
    said = capsys.readouterr().err
    assert "place.layer" in said
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("version", "update"), [(2, True), (99, True), (0, False), (-1, False), ("1", False), (None, False), (1.5, False)]
)
def test_only_a_later_version_is_a_reason_to_update(
    version: object, update: bool, session: Path, tmp_path: Path
) -> None:
    path = changed(session, tmp_path, put("version", value=version))
    for opens in DOORS.values():
        with pytest.raises(Problem) as caught:
            opens(path)
        assert ("Update" in str(caught.value.next_step)) == update
        assert str(version)[:3] in caught.value.why


def test_python_opens_a_session_without_qt(session: Path) -> None:
    code = (
        "import sys\nfor name in ('PySide6', 'torch'): sys.modules[name] = None\n"
        "import headscope\nprint(headscope.load(sys.argv[1]).trace.steps)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(session)], cwd=PROJECT, capture_output=True, text=True, check=False
    )
    assert done.stdout.strip() == "8", done.stderr
