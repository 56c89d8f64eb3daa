"""The rows of the export dialog: one per choice, only where it matters, and each says what it is for."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest
from PySide6.QtWidgets import QCheckBox, QComboBox
from pytestqt.qtbot import QtBot

from viz_app.dialogs.export.form import ExportForm, all_kinds, kind_of, resolution, rows, size_of, switches
from viz_app.state.export_choices import VALUES, ExportChoices
from viz_app.state.paper_sizes import PRESETS

OTHER = ExportChoices("picture", ".svg", "paper-page", True, False, True, False, False, "ko", "paths", 600)


@pytest.fixture
def form(qtbot: QtBot) -> ExportForm:
    form = ExportForm(ExportChoices())
    qtbot.addWidget(form)
    form.show()
    return form


def test_every_choice_has_its_row(qapp: object) -> None:
    named = [row.name for row in rows()] + list(switches())
    assert sorted([*named, "what"]) == sorted(item.name for item in fields(ExportChoices))
    for row in rows():
        if row.name in VALUES:
            assert tuple(value for value, _ in row.choices) == VALUES[row.name]


def test_it_says_what_it_shows(form: ExportForm) -> None:
    assert form.choices == ExportChoices()
    form.display(OTHER)
    assert form.choices == OTHER


def test_what_a_person_changes_is_said(form: ExportForm, qtbot: QtBot) -> None:
    changes = {"preset": "screen", "dark": True, "language": "ko+en", "dpi": 300, "caption": False, "legend": False}
    for name, value in changes.items():
        control = form.controls[name]
        with qtbot.waitSignal(form.changed):
            if isinstance(control, QComboBox):
                control.setCurrentIndex(control.findData(value))
            else:
                control.click()  # type: ignore[attr-defined]  # a check box
    assert form.choices == replace(ExportChoices(), **changes)  # type: ignore[arg-type]  # as the fields are


@pytest.mark.parametrize("kind", [(kind.of, kind.suffix) for kind in all_kinds()], ids=" ".join)
def test_only_what_matters_is_seen(form: ExportForm, kind: tuple[str, str]) -> None:
    chosen = replace(OTHER, what=kind[0], suffix=kind[1])  # type: ignore[arg-type]  # one of them
    form.display(chosen)
    assert form.choices == chosen, "what is hidden is kept"
    seen = {name for name, control in form.controls.items() if control.isVisible()}
    assert seen == kind_of(*kind).uses | {"suffix"}  # type: ignore[arg-type]


def test_every_control_says_what_it_is_for(form: ExportForm) -> None:
    for name, control in form.controls.items():
        assert control.accessibleName(), name
        assert len(control.toolTip().split()) > 6, name
        assert control.accessibleDescription() in control.toolTip().replace("’", "’"), name
    labels = [box.text() for box in form.controls.values() if isinstance(box, QCheckBox)]
    assert len(set(labels)) == len(labels) == 5


def test_sizes_are_told_in_words_and_centimetres(qapp: object) -> None:
    assert size_of("slide") == "Slide, 16:9 (33.9 × 19.1 cm)"
    assert len({size_of(name) for name in PRESETS}) == len(PRESETS)
    assert not any(size_of(name).startswith(name) for name in PRESETS), "a preset without a name for people"
    assert resolution(300) == "300 dpi"
