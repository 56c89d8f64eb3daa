"""The one drawing for the screen, the command line and every export: a file or a folder for each picture.

``NAME.py``, or ``NAME/picture.py`` with the picture's own parts beside it, defines ``title`` and ``picture``. What
several pictures share is in ``drawing/``: a picture is a ``Page``, which has the heading and the painting in order, and
is left with what it shows, where that lies and how a place is found.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import lru_cache
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from viz_app.pictures.drawing.picture import PictureModule

SHARED = "drawing"


@lru_cache(maxsize=1)
def all_pictures() -> dict[str, PictureModule]:
    """Name (as in ``Snapshot.view``) → module, in the order of the views."""
    modules = picture_modules()
    return {name: cast("PictureModule", importlib.import_module(modules[name])) for name in titles()}


def picture_modules() -> dict[str, str]:
    """Name → the module that draws it, in alphabetical order. This takes no Qt."""
    found = (each for each in pkgutil.iter_modules(__path__) if each.name != SHARED)
    return {each.name: f"{__name__}.{each.name}{'.picture' if each.ispkg else ''}" for each in found}


def picture_names() -> list[str]:
    """Their names alone."""
    return list(picture_modules())


def titles() -> dict[str, str]:
    """Name → translated title, in the order of the views. A tab has a title before its picture is imported."""
    from PySide6.QtCore import QCoreApplication

    translate = QCoreApplication.translate
    return {
        "one_head": translate("pictures", "One head"),
        "one_layer": translate("pictures", "One layer"),
        "all_layers": translate("pictures", "All layers"),
        "links": translate("pictures", "Links"),
        "masks": translate("pictures", "Masks"),
        "embeddings_layers": translate("pictures", "Embeddings & layers"),
        "teacher_forcing": translate("pictures", "Teacher forcing"),
        "beam_tree": translate("pictures", "Beam tree"),
        "compare": translate("pictures", "Compare"),
    }


def short_titles() -> dict[str, str]:
    """What long titles are called where there is little room, by the name of the view or of its page."""
    from PySide6.QtCore import QCoreApplication

    translate = QCoreApplication.translate
    return {
        "embeddings_layers": translate("FittedTabBar", "Embeddings"),
        "teacher_forcing": translate("FittedTabBar", "Forcing"),
        "stream": translate("FittedTabBar", "Residual"),
        "guesses": translate("FittedTabBar", "Lens"),
    }


def shorter_titles() -> dict[str, tuple[str, ...]]:
    """And where there is hardly any: first the longest, then all, then what is still longest."""
    from PySide6.QtCore import QCoreApplication

    translate = QCoreApplication.translate
    return {
        "beam_tree": (translate("FittedTabBar", "Beam"),),
        "one_head": ("", translate("FittedTabBar", "1 head")),
        "one_layer": ("", translate("FittedTabBar", "1 layer")),
        "all_layers": ("", translate("FittedTabBar", "All")),
        "teacher_forcing": ("", "", translate("FittedTabBar", "Forc.")),
        "embeddings_layers": (translate("FittedTabBar", "Embed."), "", translate("FittedTabBar", "Emb.")),
    }
