"""One file per view, named like its picture: a module ``x`` defines one class ``…View`` named ``x``.

What several views share lies in ``shared/``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from viz_app.views.shared.view import View


def view_of(name: str) -> type[View]:
    """The view of a picture; imports both."""
    from viz_app.views.shared.view import View

    found = vars(import_module(f"{__name__}.{name}")).values()
    return next(
        each for each in found if isinstance(each, type) and issubclass(each, View) and vars(each).get("name") == name
    )
