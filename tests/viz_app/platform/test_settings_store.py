"""Settings come back as they were stored; whatever is not understood is set aside, never lost."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QSettings

from tests import source_tree
from tests.source_tree import PROJECT
from viz_app.platform.settings_store import MAX_BYTES, Store, StoredLayout, settings_from_json, values_of, without_given
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


@pytest.mark.parametrize(
    "memory",
    [
        "not json",
        "[1]",
        '{"files": 3, "sentences": [1, null, ["x"]]}',
        "{}",
        "[" * 100_000,
        "9" * 5_000,
        "@Variant(\\x7f)",
    ],
)
def test_a_damaged_memory_is_forgotten_and_nobody_is_bothered(tmp_path: Path, memory: str) -> None:
    (tmp_path / "headscope.ini").write_text(f"[General]\nversion=1\nmemory={memory}\n")
    store = Store(tmp_path / "headscope.ini")
    assert store.memory() == Memory()
    assert store.load() == (Settings(), None)


def test_a_memory_without_end_is_cut(tmp_path: Path) -> None:
    said = {"sentences": [*map(str, range(70_000)), 7], "files": ["/" + "x" * 20_000, "/b"]}
    (tmp_path / "headscope.ini").write_text(f"[General]\nversion=1\nmemory={json.dumps(said)}\n")
    memory = Store(tmp_path / "headscope.ini").memory()
    assert memory.sentences == tuple(map(str, range(50)))
    assert memory.files == ("/b",)


def test_what_0_4_wrote_with_qt_is_read_and_the_other_way_round(tmp_path: Path) -> None:
    path = tmp_path / "headscope.ini"
    memory = Memory(("C:\\new\\table.pt", "/b/모델.npz"), ('Er sagt: "Ja\\n".', "한\nzwei", "a=b;c,d [x] %1"))
    old = QSettings(str(path), QSettings.Format.IniFormat)
    old.setValue("version", 1)
    old.setValue("settings", json.dumps(asdict(UNUSUAL)))
    old.setValue("memory", json.dumps(asdict(memory)))
    old.setValue("layout/geometry", bytes(range(256)))
    old.sync()
    assert Store(path).load() == (UNUSUAL, None)
    assert Store(path).memory() == memory
    Store(path).save_memory(Memory(files=memory.sentences))
    new = QSettings(str(path), QSettings.Format.IniFormat)
    assert json.loads(str(new.value("memory")))["files"] == list(memory.sentences)
    assert Store(path).load() == (UNUSUAL, None)


def test_two_windows_keep_what_the_other_stored(tmp_path: Path) -> None:
    one, other = Store(tmp_path / "headscope.ini"), Store(tmp_path / "headscope.ini")
    one.load(), other.load()
    one.save(UNUSUAL)
    other.save_memory(Memory(("/a",)))
    assert Store(tmp_path / "headscope.ini").load() == (UNUSUAL, None)
    assert one.memory() == Memory(("/a",))


def test_without_a_file_the_defaults_stand_and_nobody_is_bothered(tmp_path: Path) -> None:
    assert Store(tmp_path / "headscope.ini").load() == (Settings(), None)
    assert not list(tmp_path.iterdir())


def test_layout_survives_the_program(tmp_path: Path) -> None:
    layout = StoredLayout(b"\x00\x01\xff geometry", (310, 700, 0))
    Store(tmp_path / "headscope.ini").save_layout(layout)
    assert Store(tmp_path / "headscope.ini").layout() == layout
    assert Store(tmp_path / "other.ini").layout() == StoredLayout()


@pytest.mark.parametrize(
    "layout",
    [
        "x", "[]", '{"geometry": 3, "columns": 4}', '{"geometry": "zz", "columns": [1, "2"]}',
        '{"geometry": "%s"}' % ("00" * 300), '{"columns": [1, -2, 3]}', '{"columns": [1, 1e999, 3]}',
        '{"columns": [1, 10000000000, true]}', "[" * 100_000,
    ],
)  # fmt: skip
def test_a_damaged_layout_is_none(tmp_path: Path, layout: str) -> None:
    (tmp_path / "headscope.ini").write_text(f"[General]\nversion=1\nlayout={layout}\n")
    assert Store(tmp_path / "headscope.ini").layout() == StoredLayout()


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
        b"[General]\nversion=1\nsettings=@Variant(\\0\\0\\0\\t\\x7f\\xff\\xff\\xff)\n",
        b"[General]\nversion=1\nsettings=@Variant(\\0\\0\\0\\b\\x7f\\xff\\xff\\xff)\n",
        b"[General]\nversion=@Variant(\\0\\0\\0\\t\\x7f\\xff\\xff\\xff)\nsettings={}\n",
        b"[General]\nversion=1\nsettings=" + b"[" * 100_000 + b"\n",
        b'[General]\nversion=1\nsettings={"text_size": ' + b"9" * 5_000 + b"}\n",
        b"[General]\nversion=" + b"9" * 5_000 + b"\n",
        b"[General]\nversion=1\nsettings={\0}\n",
        b"[General]\nversion=1\n" + bytes(MAX_BYTES),
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


def in_the_way(path: Path, kind: str) -> None:
    """Something that is no settings file, under its name."""
    if kind == "folder":
        path.mkdir()
        (path / "precious").write_text("mine")
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "device":
        path.symlink_to("/dev/zero")
    else:
        path.symlink_to(path)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no pipes and devices among its files")
@pytest.mark.parametrize("kind", ["folder", "pipe", "device", "circle"])
def test_whatever_has_its_name_is_set_aside_and_settings_can_be_stored(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "headscope.ini"
    in_the_way(path, kind)
    store = Store(path)
    settings, notice = store.load()
    assert settings == Settings()
    assert notice is not None
    assert "headscope.ini.bak" in notice.next_step
    assert os.path.lexists(tmp_path / "headscope.ini.bak")
    assert kind != "folder" or (tmp_path / "headscope.ini.bak" / "precious").read_text() == "mine"
    store.save(UNUSUAL)
    assert Store(path).load() == (UNUSUAL, None)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="whoever may read all files is no test")
def test_a_file_that_nobody_may_read_is_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "headscope.ini"
    path.write_text("[General]\nversion=1\n")
    path.chmod(0)
    assert Store(path).load()[1] is not None
    assert Store(path).load() == (Settings(), None)


def test_what_was_set_aside_before_stays(tmp_path: Path) -> None:
    path = tmp_path / "headscope.ini"
    for content in ("one", "two", "three"):
        path.write_text(content)
        Store(path).load()
    kept = [tmp_path / f"headscope.ini.bak{number}" for number in ("", "2", "3")]
    assert [one.read_text() for one in kept] == ["one", "two", "three"]
    assert not path.exists()


def test_damage_while_the_window_is_open_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "headscope.ini"
    store = Store(path)
    store.save(UNUSUAL)
    path.write_text("damage")
    store.save_memory(Memory(("/a",)))
    assert path.with_name("headscope.ini.bak").read_text() == "damage"
    assert store.memory() == Memory(("/a",))


def test_nothing_of_ours_lets_qt_read_what_it_stored() -> None:
    """A stored value can ask Qt for all memory there is, and then the process ends."""
    named = {"QSettings", "QDataStream", "restoreState"}
    for path in source_tree.python_files("viz_app", "headscope"):
        text = path.read_text(encoding="utf-8")
        assert not [name for name in named if name in text], path


@pytest.mark.parametrize("text", ["[General\nx", "a", "[other]\na=b", "[General]\n=\nq"])
def test_what_is_no_file_of_settings(text: str) -> None:
    with pytest.raises(ValueError, match="no INI file"):
        values_of(text)


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


@pytest.mark.skipif(os.name == "nt", reason="a test of the places that Linux and macOS have")
@pytest.mark.parametrize("said", ["/some/where", "", "relative/to/home", None])
def test_settings_lie_where_qt_would_put_them(said: str | None, tmp_path: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "XDG_CONFIG_HOME"}
    environment |= {"HOME": str(tmp_path)} | ({} if said is None else {"XDG_CONFIG_HOME": said})
    code = (
        "from PySide6.QtCore import QSettings; from viz_app.platform.settings_store import usual_file\n"
        "file = QSettings(QSettings.Format.IniFormat, QSettings.Scope.UserScope, 'Headscope', 'Headscope')\n"
        "print(file.fileName()); print(usual_file())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=PROJECT, env=environment, capture_output=True, text=True, check=True
    )
    theirs, ours = done.stdout.splitlines()
    assert ours == theirs


def test_a_theme_given_for_this_once_is_not_stored() -> None:
    chosen = Settings(theme="light", dots=False)
    assert without_given(replace(chosen, theme="dark"), chosen, "dark") == chosen
    assert without_given(replace(chosen, theme="system"), chosen, "dark") == replace(chosen, theme="system")
    assert without_given(replace(chosen, theme="dark"), chosen, None) == replace(chosen, theme="dark")
