"""Makes the bundle without Python, from it a Debian package and an AppImage: ``python packaging/bundle.py``. Stdlib.

It works in ``build/bundle``: an environment of its own, which has what the program needs at the tested versions and
PyInstaller; the folder ``headscope`` with the programs; then what was asked for. The bundle is tried before it is
packed. A failure is one line, ``error: <what>: <why>. <what to do>``, with exit code 2.
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "scripts"), str(Path(__file__).parent)]

import appimage
import setup_environment as environment

from model.common.version import VERSION

WORK = ROOT / "build" / "bundle"
PYINSTALLER = "pyinstaller>=6.22,<7"  # 6.22: the one that the bundle was tried with
LINUX = Path(__file__).parent / "linux"
ICON = ROOT / "assets" / "icon" / "headscope.svg"
#: The icon as Windows and macOS want it, by the library that the program has for pictures.
ICONS = (
    "import sys; from PIL import Image\nfor end in 'ico', 'icns': Image.open(sys.argv[1]).save(f'{sys.argv[2]}.{end}')"
)
SENTENCE = "Zwei Hunde spielen im Schnee."
#: Libraries of the system that Qt's plugin for X11 links to, as Debian and Ubuntu call their packages.
NEEDED = (
    "libc6", "libdbus-1-3", "libegl1", "libfontconfig1", "libgl1", "libxcb-cursor0", "libxcb-icccm4", "libxcb-image0",
    "libxcb-keysyms1", "libxcb-randr0", "libxcb-render-util0", "libxcb-shape0", "libxcb-sync1", "libxcb-xfixes0",
    "libxcb-xkb1", "libxkbcommon-x11-0", "libxkbcommon0",
)  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> int:
    """Make what is asked for; prints the path of each."""
    parser = argparse.ArgumentParser(description="Make the bundle without Python.")
    parser.add_argument("--deb", action="store_true", help="also a Debian package (dpkg-deb)")
    parser.add_argument(
        "--appimage", type=Path, metavar="RUNTIME", help="also an AppImage (mksquashfs) on this runtime"
    )
    asked = parser.parse_args(arguments)
    for wanted, tool in ((asked.deb, "dpkg-deb"), (asked.appimage, "mksquashfs")):
        if wanted and shutil.which(tool) is None:
            environment.stop(tool, "it is not installed", "Install it, or leave this package out")
    if asked.appimage and (why := appimage.wrong_with(asked.appimage)):
        step = "Give the file runtime-x86_64 of a release of AppImage/type2-runtime: docs/bundles.md says more"
        environment.stop(str(asked.appimage), why, step)
    folder = frozen(own_environment())
    tried(folder)
    print(folder)
    if asked.deb:
        print(debian_package(folder))
    if asked.appimage:
        print(app_image(folder, asked.appimage.resolve()))
    return 0


def own_environment() -> Path:
    """An environment with what the program needs and nothing of its developers; returns its interpreter."""
    home = WORK / "environment"
    python = home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not python.exists():
        _run([sys.executable, "-m", "venv", "--clear", str(home)], "virtual environment")
    wanted = [*environment.requirements(("hf",)), PYINSTALLER]
    quiet = ["--quiet", "--disable-pip-version-check", "-c", str(environment.CONSTRAINTS)]
    _run([str(python), "-m", "pip", "install", *quiet, *wanted], "libraries")
    return python


def frozen(python: Path) -> Path:
    """The folder that PyInstaller makes; on a Mac ``Headscope.app`` lies beside it."""
    icons = WORK / "icons"
    icons.mkdir(parents=True, exist_ok=True)
    _run([str(python), "-c", ICONS, str(ICON.with_suffix(".png")), str(icons / "headscope")], "the icons")
    places = ["--distpath", str(WORK), "--workpath", str(WORK / "work")]
    spec = str(Path(__file__).parent / "headscope.spec")
    _run([str(python), "-m", "PyInstaller", "--noconfirm", "--log-level", "ERROR", *places, spec], "PyInstaller")
    return WORK / "headscope"


def tried(folder: Path) -> None:
    """The bundle translates and draws, in an environment in which nothing leads to a Python."""
    end = ".exe" if os.name == "nt" else ""
    picture = WORK / "window.png"
    picture.unlink(missing_ok=True)
    _translates(folder / f"headscope-cli{end}")
    _run([str(folder / f"headscope{end}"), "window", "--snapshot", str(picture)], "the bundle")
    if not picture.exists():
        environment.stop("the bundle", "it draws no window", "See why")


def _translates(program: Path, **more: str) -> None:
    bare = {name: value for name, value in os.environ.items() if "PYTHON" not in name and name != "VIRTUAL_ENV"}
    said = subprocess.run(
        [str(program), "translate", "-"], input=f"{SENTENCE}\n".encode(), env={**bare, **more},
        capture_output=True, check=False,
    )  # fmt: skip
    if said.returncode or b"dogs" not in said.stdout:
        why = said.stderr.decode(errors="replace")[-300:]
        environment.stop(program.name, f"it does not translate: {why}", "See why")


def debian_package(folder: Path) -> Path:
    """``headscope_VERSION_ARCH.deb``: the folder in ``/usr/lib``, programs on the path, menu entry, file types."""
    tree = WORK / "deb"
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(folder, tree / "usr" / "lib" / "headscope", symlinks=True)
    programs = tree / "usr" / "bin"
    programs.mkdir(parents=True)
    for name in ("headscope", "headscope-cli"):
        (programs / name).symlink_to(f"/usr/lib/headscope/{name}")
    _desktop(tree / "usr" / "share")
    architecture = {"x86_64": "amd64", "aarch64": "arm64"}.get(platform.machine(), platform.machine())
    size = sum(path.stat().st_size for path in tree.rglob("*") if path.is_file() and not path.is_symlink()) // 1024
    about = {
        "Package": "headscope", "Version": VERSION, "Architecture": architecture, "Installed-Size": str(size),
        "Maintainer": "The Headscope authors", "Section": "science", "Priority": "optional",
        "Depends": ", ".join(NEEDED),
        "Description": "see what an encoder-decoder Transformer gives weight to while it translates\n"
                       " Opens a checkpoint, translates a sentence token by token, and shows the masks and the\n"
                       " attention of every layer and head. Works without a network.",
    }  # fmt: skip
    (tree / "DEBIAN").mkdir()
    control = "".join(f"{name}: {value}\n" for name, value in about.items())
    (tree / "DEBIAN" / "control").write_text(control, encoding="utf-8")
    out = WORK / f"headscope_{VERSION}_{architecture}.deb"
    _run(["dpkg-deb", "-Zxz", "-z2", "--root-owner-group", "--build", str(tree), str(out)], "dpkg-deb")
    return out


def app_image(folder: Path, runtime: Path) -> Path:
    """``Headscope-VERSION-MACHINE.AppImage``, one file that runs where it lies; tried, unpacked as where FUSE lacks."""
    tree = WORK / "Headscope.AppDir"
    shutil.rmtree(tree, ignore_errors=True)
    _desktop(tree / "usr" / "share")
    appimage.app_dir(tree, folder, LINUX / "headscope.desktop", ICON, VERSION)
    out = WORK / appimage.file_name(VERSION)
    print(f"runtime: SHA-256 {appimage.packed(tree, runtime, out, _run)}")
    _translates(out, APPIMAGE_EXTRACT_AND_RUN="1")
    return out


def _desktop(share: Path) -> None:
    """Menu entry, file types and icon, where a desktop looks for them."""
    for source, place in (
        (LINUX / "headscope.desktop", share / "applications"),
        (LINUX / "headscope.xml", share / "mime" / "packages"),
        (ICON, share / "icons" / "hicolor" / "scalable" / "apps"),
    ):
        place.mkdir(parents=True)
        shutil.copy(source, place)


def _run(command: list[str], what: str) -> None:
    if subprocess.run(command, check=False, cwd=ROOT).returncode:
        environment.stop(what, "it failed; it says why above", "See to that and run this again")


if __name__ == "__main__":
    sys.exit(main())
