"""Views are found by their folder."""

from __future__ import annotations

from viz_app.pictures import all_pictures, titles
from viz_app.views import view_of


def test_every_picture_has_a_view_and_every_view_its_picture() -> None:
    assert set(titles()) == set(all_pictures())
    for name in titles():
        assert view_of(name).module is all_pictures()[name]


def test_the_views_come_in_the_order_of_the_product() -> None:
    product = ["one_head", "one_layer", "all_layers", "links", "masks"]
    assert [name for name in titles() if name in product] == product
