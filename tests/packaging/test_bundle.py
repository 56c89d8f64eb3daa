"""The packages around a bundle, made from a folder that stands for one; the bundle itself is tried when it is made."""

from __future__ import annotations

import configparser
import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree as ET

import pytest
from PySide6.QtGui import QImage

from model.common.assets import ICON, PROJECT
from model.common.version import VERSION
from viz_app.cli import build_parser

PACKAGING = PROJECT / "packaging"
MIME = "{http://www.freedesktop.org/standards/shared-mime-info}"


def loaded(name: str) -> ModuleType:
    """A script of ``packaging``, which is no package: PyPI has one of that name."""
    before = list(sys.path)
    spec = importlib.util.spec_from_file_location(name, PACKAGING / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    sys.path[:] = before
    return module


def stand_in(tmp_path: Path) -> Path:
    """A folder with two programs that say their name and what they were given."""
    folder = tmp_path / "headscope"
    (folder / "_internal").mkdir(parents=True)
    for name in ("headscope", "headscope-cli"):
        (folder / name).write_text(f'#!/bin/sh\necho {name} "$@"\n', encoding="utf-8")
        (folder / name).chmod(0o755)
    return folder


@pytest.fixture(scope="module")
def bundle() -> ModuleType:
    return loaded("bundle")


def test_the_menu_entry_opens_the_types_that_are_declared() -> None:
    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(PACKAGING / "linux" / "headscope.desktop", encoding="utf-8")
    entry = parser["Desktop Entry"]
    root = ET.parse(PACKAGING / "linux" / "headscope.xml").getroot()
    declared = {each.get("type"): each for each in root.iter(f"{MIME}mime-type")}
    assert set(entry["MimeType"].strip(";").split(";")) == set(declared)
    assert [glob.get("pattern") for glob in declared["application/x-headscope-session"].iter(f"{MIME}glob")] == [
        "*.headscope"
    ]
    assert entry["Exec"].split() == ["headscope", "window", "--reuse", "%f"]
    parsed = build_parser(["window"]).parse_args([*entry["Exec"].split()[1:-1], "a file.headscope"])
    assert (parsed.reuse, parsed.file) == (True, "a file.headscope")
    assert entry["Name"] == "Headscope"
    assert {"Comment[ko]", "GenericName[ko]"} <= set(entry)


def test_the_icon_is_the_same_in_both_forms() -> None:
    image = QImage(str(ICON))
    assert (image.width(), image.height()) == (256, 256)
    drawing = ET.parse(ICON.with_suffix(".svg")).getroot()
    cells = [each for each in drawing.iter("{http://www.w3.org/2000/svg}rect") if each.get("width") == "52"]
    assert len(cells) > 8
    for each in cells:
        x, y = (int(each.get(name, "0")) + 10 for name in ("x", "y"))
        assert image.pixelColor(x, y).name() == each.get("fill")


@pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="dpkg-deb makes Debian's packages")
def test_a_debian_package_has_program_entry_icon_and_types(
    bundle: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bundle, "WORK", tmp_path)
    package = bundle.debian_package(stand_in(tmp_path))
    listed = subprocess.run(["dpkg-deb", "-c", str(package)], capture_output=True, text=True, check=True).stdout
    for line in (
        "./usr/bin/headscope -> /usr/lib/headscope/headscope",
        "./usr/share/applications/headscope.desktop",
        "./usr/share/mime/packages/headscope.xml",
        "./usr/share/icons/hicolor/scalable/apps/headscope.svg",
    ):
        assert f" {line}\n" in listed
    assert all(" root/root " in line for line in listed.splitlines())
    about = subprocess.run(["dpkg-deb", "-f", str(package)], capture_output=True, text=True, check=True).stdout
    assert f"Version: {VERSION}\n" in about
    assert "libxcb-cursor0" in about
