"""All layers: every head of every layer of the chosen kind, as small maps."""

from __future__ import annotations

from typing import ClassVar

from viz_app.pictures import all_layers
from viz_app.pictures._picture import PictureModule
from viz_app.views._view import View


class AllLayersView(View):
    """A click chooses a layer and head, a double click opens it."""

    module: ClassVar[PictureModule] = all_layers
    name = "all_layers"
