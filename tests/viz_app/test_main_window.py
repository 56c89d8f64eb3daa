"""The window places things: titles, drops, panes, layout. What it does is in tests/e2e."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, ClassVar

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QMenu, QWidget

from tests.viz_app.commands.test_command import INFO
from tests.viz_app.recorder import EMPTY, MIDDLE, Recorder
from tests.viz_app.sample_trace import make_trace
from viz_app.commands import all_menus
from viz_app.commands.actions import Actions
from viz_app.controls.header.headline import title_of
from viz_app.main_window import MainWindow, menu_titles
from viz_app.pictures import titles
from viz_app.platform.preferences import Memory
from viz_app.platform.settings_store import StoredLayout
from viz_app.state.intents import Intent, OpenPath, Select, SetView
from viz_app.state.state import Notice, Snapshot

FULL = replace(MIDDLE, checkpoint=INFO, engine_ready=True)


@pytest.fixture
def window(qapp: QApplication) -> Iterator[MainWindow]:
    window = MainWindow()
    window.display(FULL)
    window.resize(1280, 720)
    window.reset_columns()
    window.show()
    qapp.processEvents()
    yield window
    window.close()
    window.deleteLater()


def enter(url: QUrl) -> QDragEnterEvent:
    data = QMimeData()
    data.setUrls([url])
    data.setParent(QApplication.instance())  # an event does not own it
    return QDragEnterEvent(
        QPoint(9, 9), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )


@pytest.mark.parametrize(
    ("snapshot", "title"),
    [
        (EMPTY, "Headscope"),
        (replace(EMPTY, checkpoint=INFO), "tiny — Headscope"),
        (FULL, "sample — Two dogs play in the snow . — Headscope"),
    ],
)
def test_the_title_has_checkpoint_and_translation(snapshot: Snapshot, title: str) -> None:
    assert title_of(snapshot) == title


def test_the_title_hides_nothing_and_stays_one_line() -> None:
    trace = make_trace()
    odd = replace(trace, meta=replace(trace.meta, translation="a\nb \u202ec"))
    assert title_of(replace(FULL, trace=odd)) == "sample — a b ⟨RLO⟩c — Headscope"


def test_every_part_speaks_through_the_window(window: MainWindow) -> None:
    heard: list[Intent] = []
    window.requested.connect(heard.append)
    for number, part in enumerate(window.parts):
        part.requested.emit(Select(step=number))
    assert heard == [Select(step=number) for number in range(len(window.parts))]


def test_a_tab_asks_and_a_snapshot_does_not(window: MainWindow) -> None:
    heard: list[Intent] = []
    window.requested.connect(heard.append)
    window.display(replace(FULL, view="masks"))
    assert window.tabs.current is window.views["masks"]
    assert heard == []
    bar = window.tabs.tabBar()
    QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.tabRect(2).center())
    assert heard == [SetView("all_layers")]


def test_an_unknown_view_leaves_the_visible_one(window: MainWindow) -> None:
    window.display(replace(FULL, view="no such view"))
    assert window.tabs.current is window.views["one_head"]


def test_only_local_files_can_be_dropped(window: MainWindow, tmp_path: Path) -> None:
    local, remote = enter(QUrl.fromLocalFile(str(tmp_path))), enter(QUrl("https://example.org/run.npz"))
    for event in (local, remote):
        event.ignore()
        QApplication.sendEvent(window, event)
    assert local.isAccepted()
    assert window.drop_hint.text() == f"Drop to open {tmp_path.name}"
    QApplication.sendEvent(window, QDragLeaveEvent())
    assert not window.drop_hint.isVisible()
    assert not remote.isAccepted()


def test_a_drop_opens(window: MainWindow, tmp_path: Path) -> None:
    heard: list[Intent] = []
    window.requested.connect(heard.append)
    window.dropEvent(enter(QUrl.fromLocalFile(str(tmp_path))))
    assert heard == [OpenPath(tmp_path)]


def test_layout_comes_back(window: MainWindow, qapp: QApplication) -> None:
    window.splitter.setSizes([300, 500, 480])
    qapp.processEvents()
    sizes, pieces = window.splitter.sizes(), StoredLayout(*window.layout_pieces())
    window.reset_columns()
    assert window.splitter.sizes() != sizes
    window.restore_layout(b"", pieces.columns)
    assert window.splitter.sizes() == sizes
    window.restore_layout(*pieces)  # the geometry too, as far as this screen has room
    assert window.isVisible()


def test_another_size_keeps_the_shares(window: MainWindow, qapp: QApplication) -> None:
    window.splitter.setSizes([300, 500, 480])
    before = window.splitter.sizes()
    window.resize(1024, 600)
    qapp.processEvents()
    for old, new in zip(before, window.splitter.sizes(), strict=True):
        assert abs(new / sum(window.splitter.sizes()) - old / sum(before)) < 0.03


@pytest.mark.parametrize("hidden", ["inspector", "map"])
def test_a_column_that_was_hidden_has_its_usual_width_when_it_is_shown(window: MainWindow, hidden: str) -> None:
    pieces = StoredLayout(*window.layout_pieces())
    place = {"map": 0, "inspector": 2}[hidden]
    columns = tuple(0 if number == place else size for number, size in enumerate(pieces.columns))
    window.restore_layout(*pieces._replace(columns=columns))
    assert window.splitter.sizes()[place] > 100


def damaged(number: int, good: bytes) -> bytes:
    """A stored geometry with some bytes changed, mostly to the ends of what they may be."""
    chance = random.Random(number)
    changed = bytearray(good)
    for _ in range(chance.randint(1, 12)):
        changed[chance.randrange(len(changed))] = chance.choice((0, 1, 0x7F, 0x80, 0xFF, chance.randrange(256)))
    return bytes(changed[: chance.choice((len(changed), chance.randrange(len(changed))))])


def test_whatever_geometry_is_stored_the_window_is_on_the_screen(window: MainWindow) -> None:
    pieces = StoredLayout(*window.layout_pieces())
    for number in range(100):
        window.restore_layout(*pieces._replace(geometry=damaged(number, pieces.geometry)))
        screen = window.screen().availableGeometry()
        assert screen.intersects(window.geometry()), number
        assert window.width() <= 2 * screen.width(), number
    window.restore_layout(*pieces)


@pytest.mark.parametrize(
    ("piece", "columns"),
    [(b"", ()), (b"garbage", (1,)), (bytes(256), ()), (b"", (0, 0, 0)), (bytes(256), (100_000, 100_000, 100_000))],
)
def test_a_damaged_layout_gives_the_usual_one(window: MainWindow, piece: bytes, columns: tuple[int, ...]) -> None:
    window.restore_layout(piece, columns)
    if sum(columns) > 1:
        assert min(window.splitter.sizes()) > 100
        return
    left, middle, right = window.splitter.sizes()
    assert middle > left > 100
    assert middle > right > 100


@pytest.mark.parametrize("size", [(1024, 600), (1280, 720), (1600, 1000)])
def test_nothing_is_cut_at_the_sizes_that_are_promised(
    window: MainWindow, qapp: QApplication, size: tuple[int, int]
) -> None:
    window.resize(*size)
    window.reset_columns()
    window.display(replace(FULL, problem=Notice("out.png", "it cannot be written (No space left)", "Choose another")))
    qapp.processEvents()
    assert (window.width(), window.height()) == size
    frame = window.rect()
    for part in window.parts:
        assert isinstance(part, QWidget)
        if part.isVisible():
            assert frame.contains(part.rect().translated(part.mapTo(window, QPoint(0, 0)))), part
    for label in window.findChildren(QLabel):
        if label.isVisible() and not label.wordWrap() and label.text():
            assert label.width() >= min(label.sizeHint().width(), label.fontMetrics().horizontalAdvance(label.text()))
    for button in window.findChildren(QAbstractButton):
        if button.isVisible() and button.text():
            assert button.width() >= button.fontMetrics().horizontalAdvance(button.text()), button.text()
    assert window.views["one_head"].canvas.height() >= 200


def test_it_says_once_when_it_has_been_painted(qapp: QApplication) -> None:
    window, painted = MainWindow(), []
    window.painted.connect(lambda: painted.append(True))
    window.show()
    for _ in range(5):
        qapp.processEvents()
    window.update()
    qapp.processEvents()
    assert painted == [True]
    window.close()
    window.deleteLater()


def test_no_label_takes_tokens_for_markup(window: MainWindow) -> None:
    for label in window.findChildren(QLabel):
        assert label.textFormat() == Qt.TextFormat.PlainText, label.text()


class Watched(Snapshot):
    """Notes what is read of it, but for what its own properties read."""

    read: ClassVar[set[str]] = set()
    inside: ClassVar[bool] = False

    def __getattribute__(self, name: str) -> Any:
        if name not in {item.name for item in fields(Snapshot)} and not isinstance(vars(Snapshot).get(name), property):
            return object.__getattribute__(self, name)
        if not Watched.inside:
            Watched.read.add(name)
        was, Watched.inside = Watched.inside, True
        try:
            return object.__getattribute__(self, name)
        finally:
            Watched.inside = was


def test_a_part_that_is_told_of_some_changes_shows_nothing_else(window: MainWindow) -> None:
    several = [part for part in window.parts if hasattr(part, "shows")]
    assert several
    batch = replace(MIDDLE, batch=(make_trace(), make_trace(seed=1)), target_use="begin")
    for part in several:
        Watched.read.clear()
        for now in (MIDDLE, EMPTY, batch):
            part.display(Watched(**{item.name: getattr(now, item.name) for item in fields(Snapshot)}))
        assert Watched.read <= {name.partition(".")[0] for name in part.shows}, type(part).__name__


def test_the_first_paint_names_the_menus_that_come_after_it() -> None:
    assert menu_titles() == tuple(menu.title for menu in all_menus(tuple(titles().items())))


def test_menus_that_are_made_late_name_what_was_opened_before(window: MainWindow) -> None:
    """The actions are made with the first paint; a file on the command line may have been opened by then."""
    window.display(replace(FULL, memory=Memory(files=("/tmp/of-yesterday.npz",))))
    desk: Any = Recorder()
    window.use(Actions(all_menus(tuple(titles().items())), desk, window))
    recent = [menu for menu in window.findChildren(QMenu) if menu.title() == "Open recent"]
    assert len(recent) == 2
    assert ["of-yesterday.npz" in menu.actions()[0].text() for menu in recent] == [True, True]


ONE_BY_ONE = {
    "at rest": FULL,
    "a target is given": replace(FULL, target_use="given", target_text="Two dogs"),
    "two sentences": replace(FULL, source_text="one\ntwo"),
    "an answer lies over the view": replace(FULL, settings=replace(FULL.settings, answer="logits")),
    "every pane": replace(FULL, settings=replace(FULL.settings, notes_shown=True, what_if_shown=True)),
    **{title: replace(FULL, view=view) for view, title in titles().items()},
    "a notice": replace(FULL, problem=Notice("out.png", "it cannot be written", "Choose another", offer="cpu")),
}


@pytest.mark.parametrize("size", [(1024, 600), (1280, 720)])
@pytest.mark.parametrize("name", ONE_BY_ONE)
def test_the_tab_key_goes_through_the_whole_window_and_back_to_where_it_began(
    window: MainWindow, qapp: QApplication, name: str, size: tuple[int, int]
) -> None:
    """Forwards as backwards: what is reached by Shift+Tab alone is not found by who goes on."""
    window.resize(*size)
    window.display(ONE_BY_ONE[name])
    window.activateWindow()
    qapp.processEvents()
    window.header.checkpoint_menu.setFocus()
    forwards, backwards = ring(Qt.Key.Key_Tab), ring(Qt.Key.Key_Backtab)
    assert forwards == [forwards[0], *reversed(backwards[1:])]
    there = (window.source_box.input.shown, window.source_box.button, window.stepper.first, window.device_picker)
    assert {*there} <= {*forwards}
    assert (window.answer_sheet.close_button in forwards) == ("answer" in name)
    panes = (window.header, window.model_map, window.tabs, window.right, window.statusBar())
    stood = [number for stop in forwards for number, pane in enumerate(panes) if pane.isAncestorOf(stop)]
    if name != "every pane":  # rows of changes are made after all else
        assert stood == sorted(stood), "one pane after the other, from left to right"


def ring(key: Qt.Key) -> list[QWidget]:
    """What the keyboard comes to, from where it is until it is somewhere for the second time: that is the beginning."""
    seen: list[QWidget] = []
    focused = QApplication.focusWidget()
    while focused is not None and focused not in seen:
        seen.append(focused)
        QTest.keyClick(focused, key)
        focused = QApplication.focusWidget()
    assert focused is seen[0]
    return seen
