"""The help of every command in Korean for who works in Korean, as it always was for others, and without Qt."""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from model.common.text import Text
from tests.source_tree import PROJECT
from viz_app.cli import build_parser, command_names
from viz_app.cli.shared import help as helping

HANGUL = re.compile("[가-힣]")


def parsers(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """The whole command line: every command, and the commands of batch."""
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for each in action.choices.values():
                yield from parsers(each)


@pytest.fixture
def korean(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(helping, "is_korean", lambda: True)


def test_every_help_is_marked_and_translated() -> None:
    known = helping.korean()
    seen = 0
    for parser in parsers(build_parser()):
        texts = [parser.description, *(action.help for action in parser._actions)]
        texts += [group.title for group in parser._action_groups]
        for text in texts:
            if not text or text == argparse.SUPPRESS or text in map(str, helping.ITS_OWN):
                continue
            assert isinstance(text, Text), (parser.prog, text)
            assert (text.context, text.template) in known, (parser.prog, text)
            seen += 1
    assert seen > 200
    for own in helping.ITS_OWN:
        assert HANGUL.search(known[own.context, own.template])


@pytest.mark.parametrize("name", [None, *command_names()])
def test_korean_from_the_first_line_to_the_last(name: str | None, korean: None) -> None:
    """Three English words in a row are a sentence that nobody translated; names, options and choices are none."""
    parser = (
        build_parser()
        if name is None
        else next(each for each in parsers(build_parser()) if each.prog.endswith(f" {name}"))
    )
    told = parser.format_help()
    assert told.startswith("사용법: ")
    assert "옵션:" in told and "이 도움말을 보이고 끝냄" in told
    behind = told.partition("\n\n")[2]
    assert not re.search(r"(?<![\w./_|{,-])[a-z]{2,} [a-z]+ [a-z]{2,}(?![\w./_|},])", behind), behind
    assert all(helping.columns(line) <= 120 for line in behind.splitlines())


def test_english_is_as_argparse_writes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(helping, "is_korean", lambda: False)
    monkeypatch.setenv("COLUMNS", "80")
    told = build_parser(["cite"]).format_help()
    assert told.startswith("usage: ") and "show this help message and exit" in told
    assert not HANGUL.search(told)


@pytest.mark.parametrize(
    ("settings", "names", "expected"),
    [
        ("", {"LANG": "ko_KR.UTF-8"}, True),
        ("", {"LANG": "en_US.UTF-8"}, False),
        ("", {}, False),
        ("", {"LANG": "en_US.UTF-8", "LC_ALL": "ko_KR.utf8"}, True),
        ("", {"LANG": "ko_KR.UTF-8", "LC_MESSAGES": "de_DE.UTF-8"}, False),
        ("", {"LANG": "en_US.UTF-8", "LANGUAGE": "ko:en"}, True),
        ("", {"LANG": "C.UTF-8", "LANGUAGE": "ko"}, False),
        ("ko", {"LANG": "en_US.UTF-8"}, True),
        ("ko+en", {}, True),
        ("en", {"LANG": "ko_KR.UTF-8"}, False),
        ("system", {"LANG": "ko_KR.UTF-8"}, True),
        ("system", {"LANG": "fr_FR.UTF-8"}, False),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="Windows says its language in another way")
def test_the_settings_decide_and_then_the_system(
    settings: str, names: dict[str, str], expected: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE"):
        monkeypatch.delenv(name, raising=False)
    for name, value in names.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    if settings:
        from viz_app.platform.preferences import Settings
        from viz_app.platform.settings_store import Store

        store = Store(tmp_path / "Headscope" / "Headscope.ini")
        store.save(Settings(language=settings))
    assert helping.is_korean() is expected


def test_a_strange_settings_file_decides_nothing(tmp_path: Path) -> None:
    strange = tmp_path / "Headscope.ini"
    strange.write_bytes(b"\xff\x00" * 5_000 + b'"language": [')
    assert helping.chosen_language([tmp_path, tmp_path / "none", strange]) == ""


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("가나 다라 마", 9, ["가나 다라", "마"]),
        ("가나 다라 마", 8, ["가나", "다라 마"]),
        ("ab cd", 4, ["ab", "cd"]),
        ("abcdef g", 3, ["abcdef", "g"]),
        ("", 5, [""]),
    ],
)
def test_hangul_takes_two_columns(text: str, width: int, lines: list[str]) -> None:
    assert helping.wrapped(text, width) == lines


def test_help_needs_no_qt_and_no_torch() -> None:
    code = (
        "import sys; from viz_app.cli import main\n"
        "try: main(['--help'])\nexcept SystemExit: pass\n"
        "assert not {name.partition('.')[0] for name in sys.modules} & {'PySide6', 'torch'}, 'imported'"
    )
    surroundings = {**os.environ, "LANG": "ko_KR.UTF-8", "LC_ALL": "ko_KR.UTF-8", "PYTHONUTF8": "1"}
    done = subprocess.run([sys.executable, "-c", code], cwd=PROJECT, env=surroundings, capture_output=True, check=False)
    assert not done.returncode, done.stderr.decode()
    assert "사용법: ".encode() in done.stdout


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
@pytest.mark.parametrize("kind", ["pipe", "device", "folder", "backslashes"])
def test_what_is_no_settings_file_says_no_language_and_is_not_waited_for(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "Headscope.ini"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "device":
        path.symlink_to("/dev/zero")
    elif kind == "folder":
        path.mkdir()
    else:
        path.write_text("\\" * 4_000_000 + '\\"language\\": \\"ko\\"')
    assert helping.chosen_language([path]) == ("ko" if kind == "backslashes" else "")
