"""Files made from what is on screen: one module per kind, found by being here.

Each is called as its files end, and defines ``label() -> str``, ``SUFFIX`` and ``write(snapshot, figure,
path)``, which leaves a complete file or none and raises :class:`model.common.problems.Problem` where it cannot.
``OF`` says what it is of ("picture", "steps", "numbers", "run" or "page"; of several the usual first, and
then ``label`` takes one of them), ``USES`` which choices of the export dialog change it: fields of
:class:`viz_app.state.export_choices.ExportChoices`.
"""

from __future__ import annotations

import pkgutil
from functools import lru_cache
from importlib import import_module
from types import ModuleType


def suffixes() -> tuple[str, ...]:
    """What a file's name may end in. Modules are called as the files they make, so that none need be imported."""
    return tuple(sorted(f".{found.name}" for found in pkgutil.iter_modules(__path__) if not found.ispkg))


@lru_cache(maxsize=1)
def all_exports() -> dict[str, ModuleType]:
    """Every export by its suffix."""
    return {suffix: import_module(f"{__name__}{suffix}") for suffix in suffixes()}
