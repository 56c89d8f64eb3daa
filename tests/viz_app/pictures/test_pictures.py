"""The folder's own promise: every picture in it is found, by name and in order."""

from __future__ import annotations

from pathlib import Path

import viz_app.pictures
from viz_app.pictures import all_pictures


def test_every_module_without_an_underscore_is_found() -> None:
    folder = Path(viz_app.pictures.__file__).parent
    names = {path.stem for path in folder.glob("*.py") if not path.name.startswith("_")}
    assert set(all_pictures()) == names
    assert {"one_head", "one_layer", "all_layers", "masks"} <= names


def test_they_come_in_the_order_of_the_views() -> None:
    assert list(all_pictures())[:5] == ["one_head", "one_layer", "all_layers", "links", "masks"]
