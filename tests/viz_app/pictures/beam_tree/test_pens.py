"""What a hypothesis became is told by its line, not by a colour alone."""

from __future__ import annotations

from PySide6.QtGui import QColor

from tests.viz_app.pictures.reading import plain_style
from viz_app.pictures.beam_tree.pens import mixed, pen_of


def test_each_sign_has_dashes_or_a_width_of_its_own() -> None:
    pens = [pen_of(sign, plain_style(), line=False) for sign in ("own", "kept", "pruned", "left")]
    assert len({(pen.widthF(), *pen.dashPattern()) for pen in pens}) == 4


def test_a_ground_is_opaque_and_nearly_the_paper() -> None:
    ground = mixed("#000000", "#ffffff")
    assert ground == QColor(214, 214, 214) and ground.alpha() == 255
