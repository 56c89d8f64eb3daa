"""Files made from what is on screen: one module per kind, found by being here.

Each defines ``label() -> str``, ``SUFFIX`` and ``write(snapshot, figure, path)``, which leaves a
complete file or none and raises :class:`model.problems.Problem` where it cannot. ``OF`` says what it is
of ("picture", "steps", "numbers", "run" or "page"), ``USES`` which choices of the export dialog change
it: fields of :class:`viz_app.export_choices.ExportChoices`.
"""

from __future__ import annotations

import pkgutil
from functools import lru_cache
from importlib import import_module
from types import ModuleType


@lru_cache(maxsize=1)
def all_exports() -> dict[str, ModuleType]:
    """Every export by its suffix."""
    names = sorted(found.name for found in pkgutil.iter_modules(__path__) if not found.name.startswith("_"))
    modules = [import_module(f"{__name__}.{name}") for name in names]
    return {module.SUFFIX: module for module in modules}
