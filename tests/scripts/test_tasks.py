"""The eight tasks and their counting: the cheap ones are done here, without an engine, by the same hands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
import tasks
import tasks_hands
import tasks_list
from PySide6.QtCore import QPoint
from PySide6.QtGui import QFont, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from tasks import Outcome
from tasks_hands import Hands, Missed

from model.common.assets import SAMPLES
from model.record.trace_file import load_trace
from viz_app.app import Program
from viz_app.example import load_example
from viz_app.platform.preferences import Settings
from viz_app.platform.translations import speak

#: The offscreen platform says so whenever a menu pops up or a window is raised.
pytestmark = pytest.mark.qt_log_ignore("does not support (raise|grabbing the keyboard)", extend=True)
#: Those that ask nothing of the engine.
CHEAP = ("heaviest", "look-ahead", "computed", "heads")


@pytest.fixture(params=["en", "ko"])
def hands(qapp: QApplication, request: pytest.FixtureRequest) -> Iterator[Hands]:
    """Before the window as it is after a first start, with all that the example's file holds."""
    font, example = QFont(qapp.font()), load_example()
    assert example is not None
    speak(qapp, request.param)
    details = load_trace(SAMPLES / f"{example.trace.meta.checkpoint}-details.npz").activations
    program = Program(qapp, Settings(), replace(example, trace=replace(example.trace, activations=details)))
    program.window.resize(1024, 600)
    program.window.reset_columns()
    program.window.show()
    program.window.activateWindow()
    program.state.update(engine_ready=True)
    QTest.qWaitForWindowActive(program.window)
    assert program.actions.by_name, "the keys are there"
    yield Hands(program)
    program.window.close()
    program.stop()
    qapp.processEvents()
    speak(qapp, "en")
    qapp.setPalette(QPalette())
    qapp.setFont(font)


@pytest.mark.parametrize("name", CHEAP)
def test_a_task_is_answered_on_the_screen_within_its_bar(hands: Hands, name: str) -> None:
    task = tasks_list.all_tasks()[name]
    assert task.do(hands)
    assert len(hands.actions) <= task.bar


def test_every_task_of_the_issue_and_all_questions_have_their_bar() -> None:
    listed = tasks_list.all_tasks().values()
    assert [task.bar for task in listed if not (task.is_question or task.is_keyboard)] == [2, 0, 2, 3, 2, 1, 2, 1]
    assert sum(task.is_question for task in listed) >= 12 + 20
    assert all(task.bar == 3 for task in listed if task.is_question)


def test_a_click_is_refused_where_something_else_would_get_it(hands: Hands) -> None:
    button = hands.program.window.questions.masked
    cover = QWidget(hands.program.window)
    cover.setGeometry(hands.program.window.rect())
    cover.show()
    with pytest.raises(Missed, match="lies not under the mouse"):
        hands.click(button)
    cover.hide()
    assert hands.actions == []
    hands.click(button)
    assert hands.now.view == "masks"
    assert len(hands.actions) == 1


def test_only_what_is_in_sight_is_read(qapp: QApplication) -> None:
    window = QWidget()
    window.resize(300, 120)
    seen, away, covered = (QLabel(text, window) for text in ("in sight", "away", "covered"))
    for label, place in ((seen, QPoint(10, 10)), (away, QPoint(400, 10)), (covered, QPoint(10, 60))):
        label.move(place)
    over = QWidget(window)
    over.setAutoFillBackground(True)
    over.setGeometry(0, 50, 300, 70)
    window.show()
    QTest.qWaitForWindowExposed(window)
    assert [list(tasks_hands.texts_of(label)) for label in (seen, away, covered)] == [["in sight"], [], []]
    window.close()


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Pretends that every task took so many actions."""

    def pretend(count: int) -> None:
        def do(name: str, bar: int, language: str, size: str, _: object) -> Outcome:
            return Outcome(name, bar, language, size, ("click",) * count, "", "")

        monkeypatch.setattr(tasks, "do", do)

    return pretend


def test_the_table_and_the_exit_code_count_what_missed(
    done: Callable[[int], None], capsys: pytest.CaptureFixture[str]
) -> None:
    done(1)
    assert tasks.main(["--only", "heaviest"]) == 4, "two languages, two sizes, and none of them in 0 actions"
    assert "| which source word “tired” gives most weight | 0 | 1, missed | 1, missed |" in capsys.readouterr().out
    assert tasks.main(["--only", "force", "--languages", "ko"]) == 0
    assert "| force another word and go back | 2 | 1 | 1 |" in capsys.readouterr().out
