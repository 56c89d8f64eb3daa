"""The header never changes its height, and nothing that a person points at moves: measured before and after."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QFont
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from model.record.learning_run import LearningRun, TrainingSnapshot
from model.transforms.view_transform import ViewTransform
from tests.viz_app.controls.parts import info, tokens
from tests.viz_app.controls.token_strip.test_token_strip_unknown_word_help import unknown_run
from tests.viz_app.recorder import MIDDLE
from tests.viz_app.sample_trace import make_trace
from viz_app.main_window import MainWindow
from viz_app.pictures import titles
from viz_app.state.intents import SetLanguages
from viz_app.state.state import Notice, Selection, Snapshot
from viz_app.state.watched_training import Watched

FULL = replace(MIDDLE, checkpoint=info(), engine_ready=True, source_text="Zwei Hunde spielen im Schnee .")
LONG = Notice("/models/one.pt", "it holds tensors of no family that this program knows " * 6, "Look at it", "inspect")
BATCH = (make_trace(), make_trace(seed=1), make_trace(seed=2))
TRAINING = Watched(LearningRun("out", tuple(TrainingSnapshot(f"update-{at}", 10**at, at / 3) for at in range(6))), 3)
#: What comes and goes while a person works.
EVENTS: dict[str, dict[str, Any]] = {
    "mean of heads": {"reading": ViewTransform(aggregate="heads", aside="specials")},
    "unknown words": {"trace": unknown_run(), "selection": Selection()},
    "a problem": {"problem": Notice("out.png", "it cannot be written", "Choose another")},
    "a long problem": {"problem": LONG},
    "two problems": {"problem": LONG, "waiting": (LONG,)},
    "a batch of three": {"batch": BATCH, "trace": BATCH[0]},
    "a prefix": {"target_use": "begin", "target_text": "A dog"},
    "several prefixes": {"target_use": "begin", "target_text": "A dog\nA cat\nA cow"},
    "typing": {"source_text": "Neu", "tokens": tokens("Neu", "</s>")},
    "several sentences": {"source_text": "Neu\nAlt\nGanz alt"},
    "a training": {"learning": TRAINING},
    "a prefix in a training": {"learning": TRAINING, "target_use": "begin", "target_text": "A dog"},
    "a problem in a training": {"learning": TRAINING, "problem": LONG},
    "no run": {"trace": None, "selection": Selection()},
    "a long run": {"trace": make_trace(target=("incomprehensibilities",) * 140), "selection": Selection(step=120)},
    "a pinned run": {"pinned": make_trace(seed=3)},
    **{name: {"view": name} for name in titles()},
}  # fmt: skip


SIZES = ((1024, 600), (1280, 720), (1600, 1000))
#: Each in the window that has the least room, and in one of the others.
SEEN = [
    (size, event) for size in SIZES for place, event in enumerate(EVENTS) if size in (SIZES[0], SIZES[1 + place % 2])
]


@pytest.fixture(scope="module")
def windows(qapp: QApplication) -> Iterator[dict[tuple[int, int], MainWindow]]:
    """One of each size for all tests."""
    made = {size: MainWindow() for size in SIZES}
    for size, window in made.items():
        window.display(FULL)
        window.resize(*size)
        window.reset_columns()
        window.show()
        settle(window, FULL)
    yield made
    for window in made.values():
        window.close()
        window.deleteLater()


@pytest.fixture(params=SIZES, ids=str)
def window(request: pytest.FixtureRequest, windows: dict[tuple[int, int], MainWindow]) -> MainWindow:
    """As it was before the first test: nothing has moved in the last one's."""
    window = windows[request.param]
    window.activateWindow()
    settle(window, FULL)
    return window


def settle(window: MainWindow, now: Snapshot) -> None:
    window.display(now)
    for _ in range(12):  # a request to be laid out goes up one parent at a time
        QApplication.processEvents()


def places(window: MainWindow) -> dict[str, QRect]:
    """Everything that can be pointed at, by a name; and where the picture is."""
    header = window.header
    parts: dict[str, QWidget] = {
        "checkpoint": header.checkpoint_menu, "field": header.source_box.input, "translate": header.source_box.button,
        "target": header.source_box.target, "samples": header.source_box.samples, "more": header.more,
        "source": header.token_strip.source, "tokens": header.token_strip.target,
        "first": header.stepper.first, "back": header.stepper.previous, "next": header.stepper.next,
        "last": header.stepper.last, "play": header.stepper.play,
        "why": header.questions.why, "without": header.questions.without, "masked": header.questions.masked,
        "tabs": window.tabs.tabBar(), **{f"kind {kind}": each for kind, each in window.kind_switch.buttons.items()},
        **{f"display {number}": each for number, each in enumerate(window.display_bar.controls) if each.isVisible()},
        "views": window.tabs, "map": window.model_map, "inspector": window.inspector, "device": window.device_picker,
    }  # fmt: skip
    found = {name: QRect(part.mapTo(window, QPoint()), part.size()) for name, part in parts.items()}
    for growing in ("field",):  # an editor of several lines may grow downwards, over what is below
        found[growing] = QRect(found[growing].topLeft(), QPoint(found[growing].right(), 0))
    return found


@pytest.mark.parametrize(("window", "event"), SEEN, indirect=["window"], ids=str)
def test_nothing_jumps(window: MainWindow, event: str) -> None:
    before, high = places(window), window.header.height()
    settle(window, replace(FULL, **EVENTS[event]))
    assert window.header.height() == high
    after = places(window)
    assert {name: (before[name], after[name]) for name in before if before[name] != after[name]} == {}


def test_unknown_words_leave_the_headline_in_sight(window: MainWindow) -> None:
    settle(window, replace(FULL, **EVENTS["unknown words"]))
    assert window.banner.isHidden()
    assert window.headline.isVisible()
    assert window.headline.mark.isVisible()
    middle = window.headline.mark.mapTo(window, window.headline.mark.rect().center())
    assert window.childAt(middle) is window.headline.mark


@pytest.mark.parametrize("event", ["a problem", "a long problem"])
def test_a_notice_covers_the_line_and_can_be_read_whole(window: MainWindow, event: str) -> None:
    settle(window, replace(FULL, **EVENTS[event]))
    banner, line = window.banner, window.headline.geometry()
    assert banner.isVisible()
    assert banner.geometry().contains(line)
    text = banner.text
    needed = text.fontMetrics().boundingRect(QRect(0, 0, text.width(), 9999), Qt.TextFlag.TextWordWrap, text.text())
    assert needed.height() <= text.height()
    assert window.header.rect().contains(banner.geometry())
    middle = banner.mapTo(window, banner.rect().center())
    covering = window.childAt(middle)
    assert covering is banner or banner.isAncestorOf(covering)  # type: ignore[arg-type]


def test_the_line_shows_one_thing_at_a_time(window: MainWindow) -> None:
    line = (window.headline, window.typed_row, window.target_line)

    def shown() -> list[str]:
        return [type(each).__name__ for each in line if each.isVisible()]

    assert shown() == ["Headline"]
    settle(window, replace(FULL, **EVENTS["typing"]))
    assert shown() == ["TypedRow"]
    settle(window, replace(FULL, **EVENTS["a prefix"]))
    assert shown() == ["TargetLine"]
    settle(window, FULL)
    assert shown() == ["Headline"]


def test_a_training_stands_at_the_end_of_the_line(window: MainWindow) -> None:
    """Beside whatever the line shows, whichever snapshot it is; a notice alone covers it."""
    found = set()
    for at in range(6):
        settle(window, replace(FULL, learning=replace(TRAINING, at=at)))
        (bar,) = window.header.learning
        found.add((bar.geometry().getRect(), window.headline.geometry().getRect()))
        assert bar.where.text()
    assert len(found) == 1, "nothing moves from one to another"
    (bar,) = window.header.learning
    line, place = window.headline.geometry(), bar.geometry()
    assert place.right() == window.header.steps.geometry().right()
    assert line.right() < place.left() and line.width() >= place.width()
    assert (place.top(), place.height()) == (line.top(), line.height())
    settle(window, replace(FULL, **EVENTS["a prefix in a training"]))
    assert window.target_line.geometry().right() < bar.geometry().left()
    settle(window, replace(FULL, **EVENTS["a problem in a training"]))
    assert window.childAt(bar.mapTo(window, bar.rect().center())) is not bar.slider
    settle(window, FULL)
    assert bar.isHidden()
    assert window.headline.geometry().right() == window.header.steps.geometry().right()


def test_nothing_of_the_target_line_lies_under_the_line_above_where_text_is_large(window: MainWindow) -> None:
    """An icon was higher than the fields beside it, and its line covered the frame of the target's field."""
    usual = QApplication.font()
    large = QFont(usual)
    large.setPointSizeF(usual.pointSizeF() + 9)
    QApplication.setFont(large)
    try:
        settle(window, replace(FULL, target_use="begin", target_text="A dog"))
        header = window.header
        assert header.bar.geometry().bottom() < header.target_line.geometry().top()
        assert header.target_line.geometry().bottom() < header.token_strip.geometry().top()
    finally:
        QApplication.setFont(usual)


def test_an_editor_of_several_lines_is_one_line_until_somebody_writes_there(window: MainWindow) -> None:
    settle(window, replace(FULL, **EVENTS["several sentences"]))
    lines, bar = window.source_box.lines, window.header.bar
    resting = bar.height()
    window.activateWindow()
    QApplication.processEvents()
    lines.setFocus()
    settle(window, replace(FULL, **EVENTS["several sentences"]))
    assert bar.height() > resting + lines.fontMetrics().height()
    assert lines.viewport().height() >= 3 * lines.fontMetrics().lineSpacing()
    assert window.childAt(lines.mapTo(window, QPoint(20, lines.height() - 12))) is not None
    assert lines.isAncestorOf(window.childAt(lines.mapTo(window, QPoint(20, lines.height() - 12))))  # type: ignore[arg-type]
    window.setFocus()
    settle(window, replace(FULL, **EVENTS["several sentences"]))
    assert bar.height() == resting


def test_the_tab_key_goes_through_all_of_it_from_left_to_right(window: MainWindow) -> None:
    """From the bar to the view: every control that takes the keyboard, once, row by row."""
    window.activateWindow()
    window.header.checkpoint_menu.setFocus()
    seen: list[QWidget] = []
    while (focused := QApplication.focusWidget()) is not None and focused not in seen and len(seen) < 60:
        seen.append(focused)
        QTest.keyClick(focused, Qt.Key.Key_Tab)
    header, display = window.header, window.display_bar
    wanted: list[QWidget] = [
        header.checkpoint_menu, header.source_box.field, header.source_box.button, header.source_box.target,
        header.source_box.samples, header.source_box.earlier, header.more, header.token_strip.source,
        header.token_strip.target, header.stepper.first, header.stepper.previous, header.stepper.next,
        header.stepper.last, header.stepper.play, header.stepper.slider, header.questions.why,
        header.questions.without, header.questions.masked,
    ]  # fmt: skip
    place = seen.index(header.source_box.field)
    assert [each for each in seen[place - 1 :] if each in wanted] == wanted
    line = [*window.kind_switch.buttons.values(), display.more.button, *display.controls]
    line = [each for each in line if each.isEnabled()]
    line = [each for each in line if each.focusPolicy() & Qt.FocusPolicy.TabFocus and each.isVisible()]
    assert display.switches["words"] in line
    reached = [each for each in seen if each in line]
    assert reached == line
    assert seen.index(line[-1]) + 1 == seen.index(window.tabs.current.canvas)


def test_languages_are_chosen_beside_the_checkpoint_where_it_has_several(window: MainWindow) -> None:
    heard: list[object] = []
    window.requested.connect(heard.append)
    several = info(source_languages=("de", "ko"), target_languages=("en",), source_language="de", target_language="en")
    settle(window, replace(FULL, checkpoint=several))
    (picker,) = window.header.languages
    menu, field = window.header.checkpoint_menu, window.header.source_box
    assert picker.isVisible()
    assert menu.geometry().right() < picker.x() and picker.geometry().right() < field.x()
    picker.source.setCurrentIndex(1)
    picker.source.activated.emit(1)
    assert heard == [SetLanguages("ko", "en")]
    settle(window, FULL)
    assert not picker.isVisible() and window.header.languages == (picker,)


@pytest.mark.parametrize("notice", ["a problem", "a long problem", "two problems"])
def test_nothing_sticks_out_below_a_notice(window: MainWindow, notice: str) -> None:
    """A row in the place of the line may be a little higher: its lower edge stood between notice and chips."""
    header = window.header
    settle(window, replace(FULL, **EVENTS["typing"]))
    covered = header.typed_row
    before = covered.geometry()
    settle(window, replace(FULL, **EVENTS["typing"], **EVENTS[notice]))
    assert covered.isVisible() and header.banner.isVisible()
    assert covered.geometry().bottom() <= header.banner.geometry().bottom()
    settle(window, replace(FULL, **EVENTS["typing"]))
    assert covered.geometry() == before


@pytest.mark.parametrize("under", ["a prefix", "a prefix in a training"])
@pytest.mark.parametrize("notice", ["a problem", "a long problem", "two problems"])
def test_a_notice_leaves_the_target_that_it_asks_to_correct_in_sight(
    window: MainWindow, under: str, notice: str
) -> None:
    header = window.header
    settle(window, replace(FULL, **EVENTS[under]))
    target, before = header.target_line, header.target_line.geometry()
    settle(window, replace(FULL, **EVENTS[under], **EVENTS[notice]))
    banner = header.banner
    assert target.geometry() == before
    middle = target.mapTo(window, target.rect().center())
    covering = window.childAt(middle)
    assert target.isAncestorOf(covering)  # type: ignore[arg-type]
    assert banner.isVisible() and header.rect().contains(banner.geometry())
    needed = banner.text.fontMetrics().boundingRect(
        QRect(0, 0, banner.text.width(), 9999), Qt.TextFlag.TextWordWrap, banner.text.text()
    )
    assert needed.height() <= banner.text.height(), "it can be read whole"
