"""Views are found by their folder."""

from __future__ import annotations

from viz_app.pictures import all_pictures
from viz_app.views import all_views


def test_every_picture_has_a_view_and_every_view_its_picture() -> None:
    assert {view.name for view in all_views()} == set(all_pictures())
    for view in all_views():
        assert view.module is all_pictures()[view.name]


def test_the_views_come_in_the_order_of_the_product() -> None:
    assert [view.name for view in all_views()][:5] == ["one_head", "one_layer", "all_layers", "links", "masks"]
