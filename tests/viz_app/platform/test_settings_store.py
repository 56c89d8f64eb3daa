"""Settings come back as they were stored; whatever is not understood is set aside, never lost."""

from __future__ import annotations

import json
import os
import stat
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QByteArray, QSettings

from viz_app.platform.settings_store import Store, settings_from_json
from viz_app.platform.settings_table import rows
from viz_app.state.state import Memory, Settings


def other(name: str, default: Any) -> Any:
    """A value that a setting may have and has not by itself."""
    row = rows().get(name)
    if row is not None and row.choices:
        return next(choice for choice, _ in reversed(row.choices) if choice != default)
    if row is not None and row.limits is not None:
        return next(number for number in row.limits[:2] if number != default)
    return ("step.next", "nobody’s") if isinstance(default, tuple) else not default


UNUSUAL = Settings(**{item.name: other(item.name, item.default) for item in fields(Settings)})


def test_the_unusual_differs_from_the_default_in_every_field() -> None:
    assert all(getattr(UNUSUAL, item.name) != item.default for item in fields(Settings))


def test_settings_survive_the_program(tmp_path: Path) -> None:
    Store(tmp_path / "headscope.ini").save(UNUSUAL)
    assert Store(tmp_path / "headscope.ini").load() == (UNUSUAL, None)


def test_what_was_opened_and_translated_survives_the_program(tmp_path: Path) -> None:
    memory = Memory(("/a/모델.pt", "/b/x.npz"), ("Ein Hund.", "한 문장\nzwei", "\ud83d"))
    Store(tmp_path / "headscope.ini").save_memory(memory)
    store = Store(tmp_path / "headscope.ini")
    assert store.memory() == memory
    assert store.load() == (Settings(), None)


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps a person's folder to that person by itself")
def test_nobody_else_may_read_what_was_translated(tmp_path: Path) -> None:
    path = tmp_path / "headscope.ini"
    store = Store(path)
    store.save(UNUSUAL)
    store.save_memory(Memory(sentences=("a secret",)))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    store.save_memory(Memory())
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert b"secret" not in path.read_bytes()


@pytest.mark.parametrize("memory", ["not json", "[1]", '{"files": 3, "sentences": [1, null, ["x"]]}', "{}"])
def test_a_damaged_memory_is_forgotten_and_nobody_is_bothered(tmp_path: Path, memory: str) -> None:
    file = QSettings(str(tmp_path / "headscope.ini"), QSettings.Format.IniFormat)
    file.setValue("version", 1)
    file.setValue("memory", memory)
    file.sync()
    store = Store(tmp_path / "headscope.ini")
    assert store.memory() == Memory()
    assert store.load() == (Settings(), None)


def test_without_a_file_the_defaults_stand_and_nobody_is_bothered(tmp_path: Path) -> None:
    assert Store(tmp_path / "headscope.ini").load() == (Settings(), None)
    assert not list(tmp_path.iterdir())


def test_layout_survives_the_program(tmp_path: Path) -> None:
    piece = QByteArray(b"\x00\x01\xff geometry")
    Store(tmp_path / "headscope.ini").save_layout(geometry=piece)
    again = Store(tmp_path / "headscope.ini")
    assert again.layout("geometry") == piece
    assert again.layout("splitter").isEmpty()


@pytest.mark.parametrize(
    "content",
    [
        b"\x00\x01\x02\xff\xfe garbage",
        b"no ini at all",
        b"[General]\nversion=1\nsettings=not json\n",
        b"[General]\nversion=99\nsettings={}\n",
        b"[General]\nversion=one\n",
        b"[General]\nsettings={}\n",
        b"\x89PNG\r\n\x1a\n" + bytes(200),
    ],
)
def test_what_cannot_be_read_is_kept_beside_and_the_defaults_stand(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "headscope.ini"
    path.write_bytes(content)
    settings, notice = Store(path).load()
    assert settings == Settings()
    assert notice is not None
    assert "headscope.ini.bak" in notice.next_step
    assert path.with_name("headscope.ini.bak").read_bytes() == content


def test_after_damage_settings_can_be_stored_again(tmp_path: Path) -> None:
    path = tmp_path / "headscope.ini"
    path.write_bytes(b"no ini at all")
    store = Store(path)
    store.load()
    store.save(UNUSUAL)
    assert Store(path).load() == (UNUSUAL, None)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("scale", "log"),
        ("scale", 1),
        ("theme", None),
        ("values", "true"),
        ("dots", 1),
        ("play_milliseconds", 0),
        ("play_milliseconds", True),
        ("text_size", 99),
        ("text_size", 1.5),
        ("keys_off", "step.next"),
        ("keys_off", [1]),
    ],
)
def test_a_value_of_the_wrong_kind_or_size_is_refused(name: str, value: Any) -> None:
    with pytest.raises(ValueError, match=name):
        settings_from_json(json.dumps({name: value}))


def test_a_setting_of_another_version_is_left_out() -> None:
    assert settings_from_json(json.dumps(asdict(UNUSUAL) | {"colour_of_tomorrow": "red"})) == UNUSUAL


def test_every_choice_and_range_holds_the_default() -> None:
    for name, row in rows().items():
        if row.choices:
            assert getattr(Settings(), name) in dict(row.choices)
        if row.limits is not None:
            assert row.limits.least <= getattr(Settings(), name) <= row.limits.most


def test_a_place_that_cannot_be_written_stops_nobody(tmp_path: Path) -> None:
    path = tmp_path / "a file" / "headscope.ini"
    (tmp_path / "a file").write_text("in the way")
    Store(path).save(UNUSUAL)
    assert (tmp_path / "a file").read_text() == "in the way"


def test_settings_lie_where_the_system_wants_them() -> None:
    name = Path(QSettings(QSettings.Format.IniFormat, QSettings.Scope.UserScope, "Headscope", "Headscope").fileName())
    assert name.name == "Headscope.ini"
