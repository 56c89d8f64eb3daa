"""An AppImage: a runtime, which is a small program, and behind it the bundle as a squashfs image. Standard library.

The runtime mounts the image (or unpacks it, where it may not) and starts ``AppRun``. It belongs to the AppImage
project and is not kept here: whoever makes the file supplies it, and its hash is printed.
"""

from __future__ import annotations

import hashlib
import platform
import shutil
import struct
from collections.abc import Callable
from pathlib import Path

MAGIC = b"AI\x02"  #: at byte 8 of the runtime: desktops know an AppImage by it
HEADER = struct.Struct("<4sBB2x3s5x24xQ10xHH2x")  #: what is read of a 64-bit ELF header: marks, sections, their size
ELF, BITS_64, LITTLE_ENDIAN = b"\x7fELF", 2, 1


def wrong_with(runtime: Path) -> str:
    """Why a file cannot be the runtime, as half a sentence; empty where it can.

    The runtime looks for the image where its own sections end, so nothing else may follow them.
    """
    try:
        content = runtime.read_bytes()
    except OSError as error:
        return error.strerror or "it cannot be read"
    if len(content) < HEADER.size:
        return "it is no program"
    elf, bits, order, magic, sections, size, count = HEADER.unpack_from(content)
    if (elf, bits, order) != (ELF, BITS_64, LITTLE_ENDIAN):
        return "it is no 64-bit program of Linux"
    if magic != MAGIC:
        return "it has no mark of an AppImage of type 2"
    if sections + size * count != len(content):
        return "it holds more than a runtime"
    return ""


def app_dir(tree: Path, folder: Path, desktop: Path, icon: Path, version: str) -> None:
    """Fill ``tree``, which has menu entry, file types and icon under ``usr/share``, with the bundle and the marks of
    an AppDir: ``AppRun``, an entry and an icon at its top.
    """
    shutil.copytree(folder, tree / "usr" / "lib" / "headscope", symlinks=True)
    entry = desktop.read_text(encoding="utf-8").rstrip("\n")
    (tree / desktop.name).write_text(f"{entry}\nX-AppImage-Version={version}\n", encoding="utf-8")
    shutil.copy(icon, tree / icon.name)
    (tree / ".DirIcon").symlink_to(icon.name)
    (tree / "AppRun").symlink_to("usr/lib/headscope/headscope")


def packed(tree: Path, runtime: Path, out: Path, run: Callable[[list[str], str], None]) -> str:
    """Write the AppImage of ``tree``; returns the SHA-256 of the runtime."""
    image, part = out.with_suffix(".squashfs"), out.with_suffix(".part")
    image.unlink(missing_ok=True)
    quiet = ["-noappend", "-root-owned", "-no-progress", "-quiet"]
    run(["mksquashfs", str(tree), str(image), "-comp", "zstd", "-b", "1M", *quiet], "mksquashfs")
    program = runtime.read_bytes()
    with part.open("wb") as written, image.open("rb") as packed_tree:
        written.write(program)
        shutil.copyfileobj(packed_tree, written, 1 << 20)
    part.chmod(0o755)
    part.replace(out)
    image.unlink()
    return hashlib.sha256(program).hexdigest()


def file_name(version: str) -> str:
    """What the AppImage of this machine is called."""
    return f"Headscope-{version}-{platform.machine()}.AppImage"
