"""Is there a display, and are the system libraries there that Qt needs to use it? Stdlib only; never Qt.

Qt ends the whole process when it finds no display or when a library is missing, and names the wrong
library while it does. So this is asked before Qt starts: by ``scripts/run.py``, which can install
what is missing, and by the window's own start, which can only say so.

Only Linux needs the question: on Windows and macOS everything is in the wheel or in the system.
Qt's own plugin is loaded for a try, and where that fails ``ldd`` says what it lacks, so that no list
of libraries can grow old.
"""

from __future__ import annotations

import ctypes
import os
import re
import sys
from collections.abc import Iterable, Mapping
from importlib.util import find_spec
from pathlib import Path

from model.common.problems import Problem
from model.common.text import Text

NATIVE = ""  #: Windows and macOS: Qt's own choice
OFFSCREEN = "offscreen"  #: paints into memory; needs no display
LINKER_SECONDS = 20  #: that a linker may think
UNSEEN = (OFFSCREEN, "minimal")  #: platforms of Qt on which nobody sees a window
PLUGINS = {"xcb": "libqxcb.so", "wayland": "libqwayland.so", OFFSCREEN: "libqoffscreen.so"}

#: Debian names a library's package after its file, libfoo.so.1 → libfoo1, except these.
DEBIAN_EXCEPTIONS = {
    "libX11.so.6": "libx11-6",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libz.so.1": "zlib1g",
}


def qt_folder() -> Path | None:
    """The installed PySide6 package of this interpreter, found without importing it."""
    spec = find_spec("PySide6")
    places = spec.submodule_search_locations if spec else None
    return Path(next(iter(places))) if places else None


def claimed_platforms(environment: Mapping[str, str], system: str = sys.platform) -> list[str]:
    """Platforms of Qt that the environment promises a display for, the likelier first; may be empty.

    A ``QT_QPA_PLATFORM`` that a person has set is taken at its word.
    """
    if chosen := environment.get("QT_QPA_PLATFORM", ""):
        names = [part.partition(":")[0] for part in chosen.split(";")]
        return [name for name in names if name not in UNSEEN]
    if not system.startswith("linux"):
        return [NATIVE]
    claims = {"xcb": "DISPLAY", "wayland": "WAYLAND_DISPLAY"}
    names = [name for name, variable in claims.items() if environment.get(variable)]
    return names[::-1] if environment.get("XDG_SESSION_TYPE") == "wayland" else names


def answers(platform: str, environment: Mapping[str, str]) -> bool:
    """Whether the display server of ``platform`` accepts us now: a variable alone may be a left-over."""
    if platform == "xcb":
        return _x_server_answers(environment.get("DISPLAY", ""))
    if platform == "wayland":
        return _wayland_answers(environment)
    return True  # the system's own, or one that a person asked for by name


def missing_libraries(platform: str, qt: Path) -> list[str]:
    """File names of the shared libraries that the plugin of ``platform`` asks for and does not find, sorted.

    ``qt`` is the folder of the PySide6 package. Empty for a platform that we know nothing about.
    """
    plugin = qt / "Qt" / "plugins" / "platforms" / PLUGINS.get(platform, "")
    if not plugin.is_file():
        return []
    return [] if _loads(plugin) else _unresolved(plugin)


def debian_packages(libraries: Iterable[str]) -> list[str]:
    """The Debian packages that hold shared libraries: ``libEGL.so.1`` → ``libegl1``, sorted."""
    return sorted({DEBIAN_EXCEPTIONS.get(name) or _debian_package(name) for name in libraries})


def install_command(libraries: Iterable[str]) -> str:
    """What a person types on Debian and its descendants to get ``libraries``."""
    return "apt-get install --no-install-recommends " + " ".join(debian_packages(libraries))


def require_display(environment: Mapping[str, str] = os.environ) -> str:
    """The platform of Qt to open a window on. Raises :class:`Problem` where Qt would end the process."""
    for platform in claimed_platforms(environment):
        require_libraries(platform)
        if answers(platform, environment):
            return platform
    raise Problem(
        Text("window"),
        Text("there is no display here"),
        Text("Start Headscope on a desktop, or add --snapshot window.png to get a picture of the window"),
    )


def require_libraries(platform: str) -> None:
    """Raise :class:`Problem` naming the libraries that ``platform`` of Qt lacks here, and how to get them."""
    qt = qt_folder()
    lacking = missing_libraries(platform, qt) if qt else []
    if lacking:
        raise Problem(
            "Qt",
            Text("system libraries are missing: %1", ", ".join(lacking)),
            Text("On Debian or Ubuntu run as root: %1", install_command(lacking)),
        )


def _loads(library: Path) -> bool:
    """A try. In the window's process it costs nothing, since Qt loads the same files in a moment."""
    try:
        ctypes.CDLL(str(library))
    except OSError:
        return False
    return True


def _unresolved(library: Path) -> list[str]:
    import subprocess  # seldom needed, and slow to import

    try:
        linked = subprocess.run(  # noqa: S603
            ["ldd", str(library)], capture_output=True, text=True, check=False, timeout=LINKER_SECONDS  # noqa: S607
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return []
    return sorted(set(re.findall(r"^\s*(\S+) => not found", linked.stdout, re.MULTILINE)))


def _debian_package(library: str) -> str:
    name, _, version = library.lower().partition(".so.")
    dash = "-" if name[-1:].isdigit() else ""
    return f"{name}{dash}{version}"


def _x_server_answers(display: str) -> bool:
    """One connection through Qt's own X library, so that the access file counts too."""
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return False
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connect.argtypes = [ctypes.c_char_p, ctypes.c_void_p]
    xcb.xcb_connection_has_error.argtypes = [ctypes.c_void_p]
    xcb.xcb_disconnect.argtypes = [ctypes.c_void_p]
    connection = xcb.xcb_connect(display.encode(), None)
    try:
        return not xcb.xcb_connection_has_error(connection)
    finally:
        xcb.xcb_disconnect(connection)


def _wayland_answers(environment: Mapping[str, str]) -> bool:
    import socket  # seldom needed, and slow to import

    name = Path(environment.get("XDG_RUNTIME_DIR", "")) / environment.get("WAYLAND_DISPLAY", "")
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        try:
            connection.connect(str(name))
        except OSError:
            return False
    return True


def parse_size(text: str) -> tuple[int, int]:
    """``1600x1000`` as two numbers. Raises :class:`Problem`."""
    width, _, height = text.lower().partition("x")
    if not (width.isdecimal() and height.isdecimal() and 1 <= int(width) <= 10_000 and 1 <= int(height) <= 10_000):
        raise Problem(f"--size {text}", Text("it is no size"), Text("Write it as WIDTHxHEIGHT, such as 1600x1000"))
    return int(width), int(height)
