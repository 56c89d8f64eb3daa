"""The small picture is the figure that will be made, with fewer pixels, and comes when there is time."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QRect, QSize, QTimer
from pytestqt.qtbot import QtBot

from tests.viz_app.recorder import EMPTY, MIDDLE
from tests.viz_app.running import wait_until
from tests.viz_app.sample_trace import make_trace
from viz_app.dialogs.export import dialog as previews
from viz_app.dialogs.export.dialog import LONGEST, ExportDialog, ExportPreview, fitted, small
from viz_app.exports.figures.figure import draw, figure_of
from viz_app.state.export_choices import ExportChoices
from viz_app.state.paper_sizes import PRESETS
from viz_app.state.state import Selection, Snapshot


@pytest.fixture
def preview(qtbot: QtBot) -> ExportPreview:
    preview = ExportPreview(MIDDLE)
    qtbot.addWidget(preview)
    preview.show()
    return preview


def test_it_shows_what_will_be_made(preview: ExportPreview) -> None:
    chosen = ExportChoices(dark=True, title=False)
    preview.display(chosen)
    assert preview.image.isNull(), "it waits until the dialog is there"
    wait_until(lambda: not preview.image.isNull())
    assert preview.image == draw(MIDDLE, small(figure_of(chosen), preview.devicePixelRatioF()))
    before = preview.image
    preview.display(replace(chosen, dark=False))
    assert preview.image == before
    wait_until(lambda: preview.image != before)


def test_what_the_window_knows_beside_the_run_is_not_in_it(qtbot: QtBot) -> None:
    """What undo would take back, say; a file is made from the run."""
    known = replace(MIDDLE, undo="force “cats”", message="Saved")
    preview = ExportPreview(known)
    qtbot.addWidget(preview)
    preview.display(ExportChoices())
    wait_until(lambda: not preview.image.isNull())
    figure = small(figure_of(ExportChoices()), preview.devicePixelRatioF())
    assert preview.image == draw(MIDDLE, figure)


def test_a_figure_that_becomes_higher_is_shown_and_told_so(qtbot: QtBot) -> None:
    target = tuple(f"token{number}" for number in range(60))
    dialog = ExportDialog(Snapshot(trace=make_trace(layers=1, heads=2, target=target)))
    qtbot.addWidget(dialog)
    dialog.form.display(ExportChoices(preset="paper-column"))
    dialog.form.changed.emit()
    wait_until(lambda: not dialog.preview.image.isNull())
    wide, high = (int(word) for word in re.findall("[0-9]+", dialog.pixels.text()))
    assert wide == 2010
    assert high > 1.3 * 2280
    shown = dialog.preview.image
    assert abs(shown.height() / shown.width() - high / wide) < 0.02


def test_a_large_run_is_not_drawn_while_somebody_waits(preview: ExportPreview, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(previews, "MOST_WEIGHTS", 10)
    preview.display(ExportChoices())
    assert not preview.possible
    assert not preview.grab().isNull()
    soon = preview.findChild(QTimer)
    assert soon is not None
    wait_until(lambda: not soon.isActive())
    assert preview.image.isNull()


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"view": "embeddings_layers"}, "without the vectors behind its weights"),
        ({"selection": Selection("encoder")}, "no weights of this kind"),
    ],
)
def test_where_there_is_nothing_to_show_it_says_why(qtbot: QtBot, changes: dict[str, Any], said: str) -> None:
    assert MIDDLE.trace is not None
    bare = replace(MIDDLE.trace, encoder_attention=None, activations={})
    preview = ExportPreview(replace(MIDDLE, trace=bare, unread=None, **changes))
    qtbot.addWidget(preview)
    preview.display(ExportChoices())
    wait_until(lambda: bool(preview.said))
    assert said in preview.said and preview.image.isNull() and preview.possible
    nothing = preview.grab()
    preview.said = ""
    assert preview.grab().toImage() != nothing.toImage(), "and not only to itself"


def test_without_a_run_there_is_none(qtbot: QtBot) -> None:
    preview = ExportPreview(EMPTY)
    qtbot.addWidget(preview)
    assert not preview.possible


@pytest.mark.parametrize("preset", PRESETS)
def test_its_figure_is_the_presets(preset: str) -> None:
    figure = figure_of(ExportChoices(preset=preset, caption=False, honest=True, legend=False, text="paths"))
    lengths = PRESETS[preset].lengths
    assert (figure.width, figure.height, figure.dpi) == (lengths["width"], lengths["height"], lengths["dpi"])
    assert (figure.caption, figure.honest, figure.title, figure.legend, figure.text) == (
        False, True, True, False, "paths",
    )  # fmt: skip
    assert figure_of(ExportChoices(preset=preset, dpi=300)).dpi == 300
    for ratio in (1.0, 2.0):
        shown = small(figure_of(ExportChoices(preset=preset, dpi=600)), ratio)
        assert (shown.width, shown.height) == (figure.width, figure.height)
        assert 100 < max(shown.pixels) <= LONGEST + 1


def test_a_picture_stands_in_the_middle_of_its_room() -> None:
    assert fitted(QSize(200, 100), QRect(0, 0, 100, 100)) == QRect(0, 25, 100, 50)
