"""The folder's own promise: every picture in it is found, by name and in order."""

from __future__ import annotations

from tests.source_tree import PROJECT
from viz_app.pictures import all_pictures, picture_names, titles


def test_every_file_and_every_folder_with_a_picture_is_found() -> None:
    folder = PROJECT / "viz_app" / "pictures"
    files = {path.stem for path in folder.glob("*.py") if path.name != "__init__.py"}
    folders = {path.parent.name for path in folder.glob("*/picture.py")} - {"drawing"}
    assert set(all_pictures()) == files | folders == set(picture_names())
    assert {"one_layer", "all_layers"} <= files
    assert {"one_head", "masks"} <= folders


def test_they_come_in_the_order_of_the_views() -> None:
    assert list(all_pictures()) == list(titles())
