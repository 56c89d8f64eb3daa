"""The banner: there while there is a problem, plain, closed by mouse or key."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from model.transforms.view_transform import ViewTransform
from tests.model.subwords import make_run
from tests.viz_app.controls.parts import Heard, painted, ready
from viz_app.controls.header.problem_banner import ProblemBanner
from viz_app.platform.theme import LIGHT
from viz_app.state.intents import (
    ChangeSettings,
    DismissProblem,
    InspectFile,
    OpenHome,
    Recover,
    RunAnyway,
    SetDevice,
    StartEngine,
    Translate,
)
from viz_app.state.state import Notice, Snapshot
from viz_app.state.what_if import AskedChanges, SetChanges
from viz_app.tables.parts.remarks import in_one_line

PROBLEM = Notice("source sentence", "it has 600 tokens.", "Shorten it by 88 tokens.")


@pytest.fixture
def banner(qtbot: QtBot) -> ProblemBanner:
    widget = ProblemBanner()
    qtbot.addWidget(widget)
    widget.resize(700, 40)
    return widget


def test_without_a_problem_it_is_hidden(banner: ProblemBanner) -> None:
    banner.display(Snapshot())
    assert banner.isHidden()
    banner.display(Snapshot(problem=PROBLEM))
    assert not banner.isHidden()
    banner.display(Snapshot())
    assert banner.isHidden()


def test_it_says_what_why_and_what_to_do_in_one_line(banner: ProblemBanner) -> None:
    banner.display(Snapshot(problem=PROBLEM))
    assert painted(banner) == ["source sentence: it has 600 tokens. Shorten it by 88 tokens."]
    assert banner.accessibleName() == banner.text.text()


def test_a_file_name_cannot_dress_up(banner: ProblemBanner) -> None:
    banner.display(Snapshot(problem=Notice("<b>x</b>\n\u202e.pt", "it is <i>damaged</i>", "Copy it again")))
    # In pieces where ⟨ is from another font.
    assert "".join(painted(banner)) == "<b>x</b> ⟨RLO⟩.pt: it is <i>damaged</i>. Copy it again."


def test_the_button_and_the_keyboard_close_it(banner: ProblemBanner, qtbot: QtBot) -> None:
    banner.display(Snapshot(problem=PROBLEM))
    heard = Heard(banner)
    qtbot.mouseClick(banner.dismiss, Qt.MouseButton.LeftButton)
    qtbot.keyClick(banner.dismiss, Qt.Key.Key_Space)
    assert heard == [DismissProblem(), DismissProblem()]
    assert not banner.isHidden()  # until the state says so


@pytest.mark.parametrize(
    ("offer", "text", "wanted"),
    [
        ("engine", "Start the engine", [DismissProblem(), StartEngine()]),
        ("anyway", "Run it anyway", [DismissProblem(), RunAnyway()]),
        ("cpu", "Go on with the CPU", [DismissProblem(), SetDevice("cpu"), Translate()]),
        ("inspect", "Inspect the file…", [DismissProblem(), InspectFile(Path("my.pt"))]),
        ("cell", "Show the notebook cell…", [DismissProblem()]),
    ],
)
def test_one_button_does_what_can_be_done(banner: ProblemBanner, offer: str, text: str, wanted: list[object]) -> None:
    commands: list[str] = []
    heard = Heard(banner)
    banner.offered.connect(commands.append)
    banner.display(Snapshot(problem=Notice("my.pt", "it is odd", "Look at it", offer)))
    assert not banner.offer.isHidden()
    assert banner.offer.text() == text
    banner.offer.click()
    assert list(heard) == wanted
    assert commands == (["help.cell"] if offer == "cell" else [])


def test_two_buttons_offer_two_ways(banner: ProblemBanner) -> None:
    heard = Heard(banner)
    banner.display(Snapshot(problem=Notice("Headscope", "it was ended", "Recover", "recover", "discard", calm=True)))
    assert (banner.offer.text(), banner.other.text()) == ("Recover", "Discard")
    banner.offer.click()
    banner.other.click()
    assert heard == [DismissProblem(), Recover(), DismissProblem(), Recover(wanted=False)]
    banner.display(Snapshot(problem=PROBLEM))
    assert banner.other.isHidden()


def test_changes_of_last_time_are_listed_or_undone(banner: ProblemBanner) -> None:
    heard = Heard(banner)
    problem = Notice("This run has the changes of last time", "head 2 is off", "", "changes", "unchanged", calm=True)
    for button in (banner.offer, banner.other):
        banner.display(Snapshot(problem=problem))
        assert banner.text.text() == "This run has the changes of last time: head 2 is off."
        button.click()
    close = DismissProblem()
    assert heard == [close, ChangeSettings({"what_if_shown": True}), close, SetChanges(AskedChanges())]


@pytest.mark.parametrize(("offer", "commands"), [("home", []), ("locate", ["file.locate"])])
def test_a_replay_offers_to_go_on(banner: ProblemBanner, offer: str, commands: list[str]) -> None:
    heard = Heard(banner)
    offered: list[str] = []
    banner.offered.connect(offered.append)
    banner.display(Snapshot(problem=Notice("this session", "it is away", "Open it", offer, calm=True)))
    banner.offer.click()
    assert heard == [DismissProblem(), *([OpenHome()] if offer == "home" else [])]
    assert offered == commands


@pytest.mark.parametrize(("calm", "colour"), [(False, LIGHT.error), (True, LIGHT.accent)])
def test_what_is_no_problem_has_another_colour(banner: ProblemBanner, calm: bool, colour: str) -> None:
    banner.display(Snapshot(problem=Notice("a", "b", "c", calm=calm)))
    assert banner.grab().toImage().pixelColor(1, 20).name() == colour.lower()


@pytest.mark.parametrize("offer", ["", "dance"])
def test_without_an_offer_there_is_no_button(banner: ProblemBanner, offer: str) -> None:
    banner.display(Snapshot(problem=Notice("my.pt", "it is odd", "Look at it", offer)))
    assert banner.offer.isHidden()


def test_of_several_the_newest_is_shown_with_their_number(banner: ProblemBanner) -> None:
    older = Notice("disk", "it is full", "Make room")
    banner.display(Snapshot(problem=PROBLEM, waiting=(older,)))
    assert banner.text.text().startswith("source sentence")
    assert (banner.count.text(), banner.count.isHidden()) == ("1 of 2", False)
    banner.display(Snapshot(problem=older))
    assert banner.text.text().startswith("disk")
    assert banner.count.isHidden()


def test_a_remark_on_the_run_is_closed_for_this_run(banner: ProblemBanner) -> None:
    now = replace(ready(make_run()), reading=ViewTransform(quantity="score"))
    banner.display(now)
    assert banner.text.text() == "This run lacks the numbers for scores. Shown: plain weights."
    heard = Heard(banner)
    banner.dismiss.click()
    assert heard == [DismissProblem("lacking score none")]
    banner.display(replace(now, problem=PROBLEM))
    assert (banner.text.text(), banner.count.text()) == (in_one_line(PROBLEM), "1 of 2")
    banner.display(replace(now, closed=frozenset({"lacking score none"})))
    assert banner.isHidden()
