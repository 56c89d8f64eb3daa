"""The AppImage around a bundle, made from a folder that stands for one and a header that stands for the runtime."""

from __future__ import annotations

import hashlib
import os
import shutil
import struct
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from model.common.assets import ICON, PROJECT
from model.common.version import VERSION
from tests.packaging.test_bundle import loaded, stand_in

#: An ELF header of 64 bits, and nothing behind it: its sections, of which it has none, would begin where it ends.
RUNTIME = struct.pack(
    "<4sBBBB3s5xHHLQQQLHHHHHH", b"\x7fELF", 2, 1, 1, 0, b"AI\x02", 2, 62, 1, 0, 0, 64, 0, 64, 56, 0, 64, 0, 0
)


@pytest.fixture(scope="module")
def appimage() -> ModuleType:
    return loaded("appimage")


def test_only_a_runtime_is_taken_for_one(appimage: ModuleType, tmp_path: Path) -> None:
    file = tmp_path / "runtime"
    said = {}
    for what, content in {
        "a runtime": RUNTIME,
        "an AppImage": RUNTIME + b"hsqs",
        "any program": RUNTIME.replace(b"AI\x02", bytes(3)),
        "for 32 bits": RUNTIME.replace(b"ELF\x02", b"ELF\x01"),
        "a script": b"#!/bin/sh\n".ljust(64),
        "a page": b"<html>",
    }.items():
        file.write_bytes(content)
        said[what] = appimage.wrong_with(file)
    assert said == {
        "a runtime": "",
        "an AppImage": "it holds more than a runtime",
        "any program": "it has no mark of an AppImage of type 2",
        "for 32 bits": "it is no 64-bit program of Linux",
        "a script": "it is no 64-bit program of Linux",
        "a page": "it is no program",
    }
    assert appimage.wrong_with(tmp_path / "absent") == "No such file or directory"


def test_with_a_wrong_runtime_nothing_is_made(tmp_path: Path) -> None:
    tools = tmp_path / "mksquashfs"
    tools.write_text("#!/bin/sh\n", encoding="utf-8")
    tools.chmod(0o755)
    command = [sys.executable, "-I", str(PROJECT / "packaging" / "bundle.py"), "--appimage", str(tools)]
    ended = subprocess.run(command, env={"PATH": str(tmp_path)}, capture_output=True, text=True, check=False)
    assert ended.returncode == 2
    assert ended.stderr.startswith(f"error: {tools}: it is no program. Give the file runtime-x86_64 of a release ")
    assert not ended.stdout


def test_an_app_dir_starts_the_bundle_and_has_entry_and_icon(appimage: ModuleType, tmp_path: Path) -> None:
    tree, desktop = tmp_path / "Headscope.AppDir", PROJECT / "packaging" / "linux" / "headscope.desktop"
    appimage.app_dir(tree, stand_in(tmp_path), desktop, ICON.with_suffix(".svg"), VERSION)
    assert subprocess.run([tree / "AppRun", "a b"], capture_output=True, check=True).stdout == b"headscope a b\n"
    assert (
        (tree / ".DirIcon").read_bytes()
        == (tree / "headscope.svg").read_bytes()
        == ICON.with_suffix(".svg").read_bytes()
    )
    entry = (tree / "headscope.desktop").read_text(encoding="utf-8").splitlines()
    assert f"X-AppImage-Version={VERSION}" in entry
    assert "Icon=headscope" in entry


@pytest.mark.skipif(shutil.which("mksquashfs") is None, reason="mksquashfs makes the image of an AppImage")
def test_an_appimage_is_the_runtime_and_behind_it_the_tree(appimage: ModuleType, tmp_path: Path) -> None:
    tree, runtime, out = tmp_path / "tree", tmp_path / "runtime", tmp_path / "it.AppImage"
    tree.mkdir()
    (tree / "AppRun").write_text("한국어", encoding="utf-8")
    runtime.write_bytes(RUNTIME)
    digest = appimage.packed(tree, runtime, out, lambda command, _: subprocess.run(command, check=True))
    assert digest == hashlib.sha256(RUNTIME).hexdigest()
    assert os.access(out, os.X_OK)
    made = out.read_bytes()
    assert made.startswith(RUNTIME + b"hsqs")
    unpack = [
        "unsquashfs",
        "-quiet",
        "-no-progress",
        "-offset",
        str(len(RUNTIME)),
        "-dest",
        str(tmp_path / "out"),
        str(out),
    ]
    subprocess.run(unpack, check=True, capture_output=True)
    assert (tmp_path / "out" / "AppRun").read_text(encoding="utf-8") == "한국어"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["it.AppImage", "out", "runtime", "tree"]
