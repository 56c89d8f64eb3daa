"""Each view as named columns of exact numbers: one module per view, found by being here.

A module is named like its view and defines ``table(snapshot) -> Table``. Files of data and the clipboard are made
from these. Column names and states are the same in every language, so that a program can rely on them.
"""

from __future__ import annotations

import pkgutil
from functools import lru_cache
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from viz_app.state.state import Snapshot
    from viz_app.tables.parts.table import Table


@lru_cache(maxsize=1)
def all_tables() -> dict[str, ModuleType]:
    """Every table by the name of its view."""
    names = sorted(found.name for found in pkgutil.iter_modules(__path__) if not found.ispkg)
    return {name: import_module(f"{__name__}.{name}") for name in names}


def table_of(snapshot: Snapshot) -> Table:
    """What the visible view shows. Raises :class:`model.common.problems.Problem` where it shows no numbers."""
    return cast("Table", all_tables()[snapshot.view].table(snapshot))
