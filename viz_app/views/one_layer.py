"""One layer: every head of the chosen layer and kind, side by side."""

from __future__ import annotations

from typing import ClassVar

from viz_app.pictures import one_layer
from viz_app.pictures.drawing.picture import PictureModule
from viz_app.views.shared.view import View


class OneLayerView(View):
    """A click chooses a head, a double click opens it."""

    module: ClassVar[PictureModule] = one_layer
    name = "one_layer"
    reads_activations = False
