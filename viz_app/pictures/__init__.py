"""The one drawing for the screen, the command line and every export: one module per picture.

A module without a leading underscore is a picture; ``_titles`` names each, in the order of the views.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import lru_cache
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from viz_app.pictures._picture import PictureModule


@lru_cache(maxsize=1)
def all_pictures() -> dict[str, PictureModule]:
    """Module name (as in ``Snapshot.view``) → module, in the order of the views."""
    from viz_app.pictures._titles import titles

    return {name: cast("PictureModule", importlib.import_module(f"{__name__}.{name}")) for name in titles()}


def picture_names() -> list[str]:
    """Their names alone, which takes no Qt."""
    return sorted(found.name for found in pkgutil.iter_modules(__path__) if not found.name.startswith("_"))
