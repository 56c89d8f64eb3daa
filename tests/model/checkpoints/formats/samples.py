"""One small file or folder of every format that opens, for the tests that run over all of them.

Any module of this folder may define ``SAMPLES``, by name: the format's module name, and where there
are several a blank and the variant (``tut6``, ``tut6 shared norm``). They are found here by
themselves, so that a new format registers its samples in its own file. What is heavy to import is
imported when a sample is written.
"""

from __future__ import annotations

import atexit
import pkgutil
import shutil
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path


@dataclass(frozen=True)
class Sample:
    """How to make a file of one format, and what may be asked of it."""

    write: Callable[[Path], Path]  #: into an empty folder → what a person would open
    sentence: str = "4 5 6"  #: for its source; numbers where no vocabulary lies beside it
    opens: bool = True  #: False: it is recognised and named, and opening it is refused
    translates: bool = True  #: False: it opens, but has no vocabulary head


@cache
def all_samples() -> Mapping[str, Sample]:
    """Every registered sample by its name."""
    package = __name__.rpartition(".")[0]
    names = [item.name for item in pkgutil.iter_modules([str(Path(__file__).parent)])]
    found: dict[str, Sample] = {}
    for name in sorted(names):
        if not name.startswith(("test_", "conftest", "samples")):
            found |= getattr(import_module(f"{package}.{name}"), "SAMPLES", {})
    return found


@cache
def written(name: str) -> Path:
    """What :attr:`Sample.write` makes, once for all tests that only read it."""
    folder = Path(tempfile.mkdtemp(prefix="sample"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return all_samples()[name].write(folder)


def format_of(name: str) -> str:
    """The module name of the format that a sample belongs to."""
    return name.partition(" ")[0]
