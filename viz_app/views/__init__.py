"""One file per view, found by its folder: a module ``x`` defines one class ``…View`` named ``x``.

A file whose name starts with an underscore is a shared helper.
"""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from viz_app.views._view import View


@cache
def all_views() -> tuple[type[View], ...]:
    """Every view, in the order of its tabs."""
    from viz_app.views._view import View

    names = [item.name for item in pkgutil.iter_modules(__path__) if not item.name.startswith("_")]
    found = [
        value
        for name in names
        for value in vars(import_module(f"{__name__}.{name}")).values()
        if isinstance(value, type) and issubclass(value, View) and value is not View
    ]
    return tuple(sorted(found, key=lambda view: view.module.order))
