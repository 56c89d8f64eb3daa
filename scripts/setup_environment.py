"""Everything that has to be on a machine before Headscope can start: used by run.py and test.py. Stdlib only.

Makes the virtual environment ``.venv`` beside this folder, installs into it what pyproject.toml asks
for at the versions of constraints.txt, and sees to the system libraries that Qt needs. What has been
installed is noted in the environment itself, so a second run installs nothing and asks no index.
It never installs the project: ``main.py`` runs from where it lies.

A failure prints one line, ``error: <what>: <why>. <what to do>``, and ends with exit code 2.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

OLDEST_PYTHON = (3, 11)  # as requires-python in pyproject.toml says; a test compares them
FIRST_PYTHON_TOO_NEW = (3, 15)

PROJECT = Path(__file__).resolve().parent.parent
ENVIRONMENT = PROJECT / ".venv"
NOTE = ENVIRONMENT / "headscope-installed.json"
ALWAYS = ("models",)  #: extras without which the program only replays
CONSTRAINTS = PROJECT / "constraints.txt"

sys.path.insert(0, str(PROJECT))


def stop(what: str, why: str, next_step: str) -> NoReturn:
    """End with the one line of a failure."""
    print(f"error: {what}: {why}. {next_step}.", file=sys.stderr)
    raise SystemExit(2)


def say(sentence: str) -> None:
    """Print what is going on, at once, also through a pipe."""
    print(sentence, flush=True)


def check_python() -> None:
    """Stop on a Python that the libraries have no wheels for."""
    here = sys.version_info[:2]
    if not OLDEST_PYTHON <= here < FIRST_PYTHON_TOO_NEW:
        oldest, newest = _version(OLDEST_PYTHON), f"3.{FIRST_PYTHON_TOO_NEW[1] - 1}"
        stop("Python", f"this is {_version(here)}", f"Use Python {oldest} to {newest}")


def environment_python() -> Path:
    """The interpreter inside the virtual environment, whether it is there yet or not."""
    return ENVIRONMENT / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def ensure_environment(extras: Sequence[str] = ()) -> Path:
    """Make the virtual environment and fill it, if that has not been done; return its interpreter.

    ``extras`` names groups of [project.optional-dependencies].
    """
    check_python()
    wanted = requirements(extras)
    python = environment_python()
    if python.exists() and is_installed(wanted):
        return python
    if not python.exists():
        _make_environment()
    say(f"Installing Headscope's libraries into {ENVIRONMENT.name}, once. PyTorch is large: this takes minutes.")
    command = [str(python), "-m", "pip", "install", "--disable-pip-version-check", "-c", str(CONSTRAINTS), *wanted]
    if subprocess.run(command, check=False).returncode:
        stop("libraries", "pip could not install them; it says why above", "See to that and run this again")
    note_installed(wanted)
    return python


def requirements(extras: Sequence[str] = ()) -> list[str]:
    """The requirements of pyproject.toml, as pip understands them."""
    import tomllib  # here, so that an older Python gets as far as our own sentence

    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    optional: Mapping[str, list[str]] = project["optional-dependencies"]
    extras = [*(name for name in ALWAYS if name in optional), *extras]
    return [*project["dependencies"], *(item for extra in extras for item in optional[extra])]


def is_installed(wanted: Sequence[str]) -> bool:
    """Whether an earlier run installed all of ``wanted`` at today's constraints."""
    try:
        note = json.loads(NOTE.read_text(encoding="utf-8"))
        return bool(note["constraints"] == _constraints_hash() and set(wanted) <= set(note["requirements"]))
    except (OSError, ValueError, KeyError, TypeError):
        return False


def note_installed(wanted: Sequence[str]) -> None:
    """Remember that ``wanted`` is installed. Written last and whole, so that a broken run counts as none."""
    note = {"constraints": _constraints_hash(), "requirements": list(wanted)}
    part = NOTE.with_suffix(".part")
    part.write_text(json.dumps(note, indent=1), encoding="utf-8")
    part.replace(NOTE)


def ensure_libraries(platform: str) -> None:
    """See to the system libraries that Qt's plugin for ``platform`` links to; stop if they cannot be had."""
    from viz_app.platform import display

    lacking = display.missing_libraries(platform, _qt_folder())
    if not lacking:
        return
    install_packages(display.debian_packages(lacking), f"Qt needs {', '.join(lacking)}")
    if still := display.missing_libraries(platform, _qt_folder()):
        stop("system libraries", f"{', '.join(still)} are still missing", "Install the packages that hold them")


def install_packages(packages: Sequence[str], why: str) -> None:
    """Install Debian packages as root; anyone else is told the exact command."""
    if not shutil.which("apt-get"):
        stop("system libraries", why, "Install the packages of your system that hold them, and run this again")
    update = ["apt-get", "update"]
    install = ["apt-get", "install", "--yes", "--no-install-recommends", *packages]
    if os.geteuid() != 0:
        stop("system libraries", why, f"Run: sudo {' '.join(update)} && sudo {' '.join(install)}")
    say(f"{why}: installing {', '.join(packages)}.")
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (update, install):
        # A hundred lines about unpacking help nobody; what goes wrong comes on the other stream.
        if subprocess.run(command, env=quiet, stdout=subprocess.DEVNULL, check=False).returncode:
            stop("system libraries", f"{' '.join(command[:2])} failed; it says why above", "See to that and try again")


def _make_environment() -> None:
    """A new virtual environment. Debian keeps what Python needs for that in a package of its own."""
    if find_spec("ensurepip") is None:
        install_packages(["python3-venv"], "Python has no ensurepip, which makes virtual environments")
    say(f"Making a virtual environment in {ENVIRONMENT}.")
    command = [sys.executable, "-m", "venv", "--clear", str(ENVIRONMENT)]
    if subprocess.run(command, check=False).returncode:
        stop("virtual environment", f"{ENVIRONMENT} could not be made; Python says why above", "See to that first")


def _qt_folder() -> Path:
    return next(iter(ENVIRONMENT.glob("lib/python3*/site-packages/PySide6")), ENVIRONMENT)


def _constraints_hash() -> str:
    return hashlib.sha256(CONSTRAINTS.read_bytes()).hexdigest()


def _version(parts: Sequence[int]) -> str:
    return ".".join(map(str, parts))
