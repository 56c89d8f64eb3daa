"""Every kind of file is found in its group, and says what it takes."""

from __future__ import annotations

from dataclasses import fields
from typing import get_args

import pytest

from viz_app.dialogs.export.form import FIRST, all_kinds, kind_of, kinds_of, suffix_of
from viz_app.exports import all_exports
from viz_app.state.export_choices import ExportChoices, What

pytestmark = pytest.mark.usefixtures("qapp")


def test_every_export_is_offered_once() -> None:
    offered = [(kind.of, kind.suffix) for kind in all_kinds() if kind.of != "handout"]
    assert len(set(offered)) == len(offered)
    assert {suffix for _, suffix in offered} == set(all_exports())
    assert {kind.of for kind in all_kinds()} <= set(get_args(What))


def test_in_a_group_every_name_is_another() -> None:
    for what in get_args(What):
        labels = [kind.label() for kind in kinds_of(what)]
        assert len(set(labels)) == len(labels)
    assert {kind_of("run", ".npz").label(), kind_of("numbers", ".npz").label()} == {
        "Trace (NPZ)", "Arrays for NumPy (NPZ)"
    }  # fmt: skip


def test_what_a_kind_uses_are_choices() -> None:
    choices = {item.name for item in fields(ExportChoices)} - {"what", "suffix"}
    assert all(kind.uses <= choices for kind in all_kinds())


def test_what_most_people_want_comes_first() -> None:
    for what, suffix in FIRST.items():
        kinds = kinds_of(what)  # type: ignore[arg-type]  # the keys are such
        assert not kinds or kinds[0].suffix == suffix
    assert kinds_of("picture")[0].suffix == ".png"


def test_a_suffix_of_another_group_gives_the_first_of_this_one() -> None:
    assert kind_of("picture", ".npz").suffix == ".png"
    assert kind_of("run", ".npz").suffix == ".npz"


def test_who_types_another_ending_means_it() -> None:
    assert suffix_of("picture", "figure.svg", ".png") == ".svg"
    assert suffix_of("picture", "Figure.PDF", ".png") == ".pdf"
    assert suffix_of("picture", "table.csv", ".png") == ".png", "that is no picture, and its name is refused"
    assert suffix_of("picture", "version 3.5", ".png") == ".png"
    assert suffix_of("numbers", "a.json", ".csv") == ".json"
