"""Whether there is a display, asked before Qt could end the process."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from model.common.problems import Problem
from tests.source_tree import PROJECT
from viz_app.platform import display


@pytest.mark.parametrize(
    ("environment", "platforms"),
    [
        ({}, []),
        ({"DISPLAY": ":0"}, ["xcb"]),
        ({"WAYLAND_DISPLAY": "wayland-0"}, ["wayland"]),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}, ["xcb", "wayland"]),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0", "XDG_SESSION_TYPE": "wayland"}, ["wayland", "xcb"]),
        ({"DISPLAY": ":0", "QT_QPA_PLATFORM": "offscreen"}, []),
        ({"DISPLAY": ":0", "QT_QPA_PLATFORM": "minimal:x=1;offscreen"}, []),
        ({"QT_QPA_PLATFORM": "vnc:size=800x600"}, ["vnc"]),
    ],
)
def test_what_the_environment_promises(environment: dict[str, str], platforms: list[str]) -> None:
    assert display.claimed_platforms(environment, "linux") == platforms


@pytest.mark.parametrize("system", ["win32", "darwin"])
def test_other_systems_have_a_display_of_their_own(system: str) -> None:
    assert display.claimed_platforms({}, system) == [display.NATIVE]
    assert display.answers(display.NATIVE, {})


def test_libraries_become_debian_packages() -> None:
    wanted = [
        "libEGL.so.1",
        "libdbus-1.so.3",
        "libglib-2.0.so.0",
        "libgthread-2.0.so.0",
        "libX11-xcb.so.1",
        "libX11.so.6",
    ]
    assert display.debian_packages(wanted) == ["libdbus-1-3", "libegl1", "libglib2.0-0", "libx11-6", "libx11-xcb1"]


def in_a_process_without_qt(question: str) -> str:
    """What a fresh interpreter answers: in this one Qt's libraries are loaded already."""
    program = f"import pathlib, sys; from viz_app.platform import display; print({question})"
    command = [sys.executable, "-c", program]
    return subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=True).stdout.strip()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux links to system libraries")
def test_a_missing_library_is_found_by_its_name(tmp_path: Path) -> None:
    """A real plugin whose neighbours are gone: everything it expects beside it is reported."""
    qt = display.qt_folder()
    assert qt is not None
    folder = tmp_path / "Qt" / "plugins" / "platforms"
    folder.mkdir(parents=True)
    (folder / "libqoffscreen.so").write_bytes((qt / "Qt" / "plugins" / "platforms" / "libqoffscreen.so").read_bytes())
    question = "display.missing_libraries('offscreen', pathlib.Path({!r}))"
    assert in_a_process_without_qt(question.format(str(qt))) == "[]"
    assert "'libQt6Gui.so.6'" in in_a_process_without_qt(question.format(str(tmp_path)))


def test_an_unknown_platform_has_nothing_missing(tmp_path: Path) -> None:
    assert display.missing_libraries("vnc", tmp_path) == []


def test_a_left_over_variable_is_no_display() -> None:
    assert not display.answers("xcb", {"DISPLAY": ":4711"})
    assert not display.answers("xcb", {"DISPLAY": "nonsense"})


def test_wayland_answers_through_its_socket(tmp_path: Path) -> None:
    environment = {"XDG_RUNTIME_DIR": str(tmp_path), "WAYLAND_DISPLAY": "wayland-7"}
    assert not display.answers("wayland", environment)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as server:
        server.bind(str(tmp_path / "wayland-7"))
        server.listen()
        assert display.answers("wayland", environment)


def test_no_display_is_a_problem_not_a_crash() -> None:
    with pytest.raises(Problem) as caught:
        display.require_display({})
    assert str(caught.value).startswith("window: there is no display here. ")


def test_asking_does_not_start_qt() -> None:
    question = "display.require_libraries('offscreen'), 'PySide6' in sys.modules"
    assert in_a_process_without_qt(question) == "None False"


# --- how large a picture is to be ---


@pytest.mark.parametrize(("text", "size"), [("1600x1000", (1600, 1000)), ("960X540", (960, 540))])
def test_a_size_is_two_numbers(text: str, size: tuple[int, int]) -> None:
    assert display.parse_size(text) == size


@pytest.mark.parametrize("text", ["", "1600", "x", "0x5", "-3x4", "1600x99999", "1600x1000x3", "¹x²"])
def test_anything_else_is_no_size(text: str) -> None:
    with pytest.raises(Problem, match="WIDTHxHEIGHT"):
        display.parse_size(text)
