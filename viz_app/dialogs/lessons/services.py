"""The part of the window's services that is about lessons: the list, files of teachers, and the lesson on screen.

Nothing of it is made, nor imported, before somebody asks for a lesson.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, QRect, Qt
from PySide6.QtWidgets import QFileDialog, QScrollArea, QWidget

from model.common.problems import Problem
from viz_app.state.export_choices import SaveLesson
from viz_app.state.intents import Intent, TakeLesson
from viz_app.state.state import Snapshot, State, noticed

if TYPE_CHECKING:
    from model.lessons.lesson import Lesson
    from viz_app.controls.lesson.curtain import PredictionCurtain
    from viz_app.controls.lesson.panel import LessonPanel
    from viz_app.controls.lesson.ring import LessonRing
    from viz_app.dialogs.lessons.writer import Keeper, LessonWriter
    from viz_app.main_window import MainWindow
    from viz_app.state.lessons.play import LessonAct

translate = QCoreApplication.translate
LOWEST_INSPECTOR = 0.42, 0.25  #: of the column's height, while a lesson takes the rest; of a very low one's
VERY_LOW = 14  #: heights of the text of a column in which a lesson needs more of it
OF_INSPECTOR = "question.", "candidate", "cell_read_out"  #: how the names of places in it begin
LOW = 40  #: heights of the text of a column that has room for the inspector, the lesson and the dock of changes


def lesson_controls() -> frozenset[str]:
    """The names that a lesson can point at."""
    from viz_app.commands import all_commands, all_menus
    from viz_app.controls.lesson.places import PLACES
    from viz_app.pictures import titles

    return frozenset(PLACES) | {command.name for command in all_commands(all_menus(tuple(titles().items())))}


class LessonDesk(QObject):
    """Follows the state of one window."""

    def __init__(self, window: MainWindow, state: State, handle: Callable[[Intent], None], keep: Keeper) -> None:
        super().__init__(window)
        self._window, self._state, self._handle, self._keep = window, state, handle, keep
        self._made: tuple[LessonPanel, LessonRing, PredictionCurtain] | None = None
        self.writer: LessonWriter | None = None  #: made when it is first asked for
        self._tried = False  # a draft is being played
        self._shown = False
        self._stands = (False, False)  #: the dock of changes in the inspector's place; neither of the two
        state.changed.connect(self._display)
        self._display(state.snapshot)  # a window of another language takes over in the middle of a lesson

    @property
    def panel(self) -> LessonPanel:
        """With the words and the buttons."""
        return self._parts()[0]

    @property
    def ring(self) -> LessonRing:
        """Around what is to be used next."""
        return self._parts()[1]

    @property
    def curtain(self) -> PredictionCurtain:
        """Over what is to be predicted."""
        return self._parts()[2]

    # --- what is asked for ---

    def show(self) -> None:
        """The list, to begin one."""
        from model.lessons.lesson_file import LESSONS, SUFFIX, shipped_lessons
        from viz_app.dialogs.lessons.list_dialog import LessonList

        try:
            lessons = shipped_lessons(lesson_controls())
        except Problem as problem:
            self._tell(problem)
            return
        dialog = LessonList(lessons, self._state.snapshot.memory.lessons, self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.chosen.connect(self._begin_shipped)
        dialog.elsewhere.connect(self.open_file)
        dialog.written.connect(self.write)
        dialog.saved.connect(lambda lesson: self.save(LESSONS / f"{lesson.name}{SUFFIX}"))
        dialog.open()

    def open_file(self) -> None:
        """A lesson that somebody has written."""
        from viz_app.platform.file_dialog import FileDialog

        dialog = FileDialog(self._window, translate("Lesson", "Open a lesson"), QFileDialog.FileMode.ExistingFile)
        lessons = translate("Lesson", "Lessons")
        dialog.setNameFilters([f"{lessons} (*.toml)"])
        dialog.fileSelected.connect(lambda name: self.begin(Path(name)))
        dialog.open()

    def write(self) -> None:
        """The window in which one is written; a draft in it is as it was left."""
        if self.writer is None:
            from viz_app.dialogs.lessons.writer import LessonWriter

            self.writer = LessonWriter(self._state, lesson_controls(), self._keep, self._window)
            self.writer.played.connect(self._try)
            self.writer.exported.connect(self.save)
        self.writer.show()
        self.writer.raise_()
        self.writer.activateWindow()

    def _try(self, lesson: Lesson, folder: Path) -> None:
        """A draft is played where it was recorded; its writer makes room, and is there again afterwards."""
        assert self.writer is not None, "it asks"
        self.writer.hide()
        self._tried = True
        self._begin(lesson, folder)

    def save(self, lesson: Path) -> None:
        """As a page or as a handout, whose pictures are the places that its steps lead to."""
        from viz_app.platform.file_dialog import FileDialog

        dialog = FileDialog(self._window, translate("Lesson", "Save the lesson as"), QFileDialog.FileMode.AnyFile)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        page, handout = translate("Lesson", "Page"), translate("Lesson", "Handout")
        filters = {f"{page} (*.html)": "html", f"{handout} (*.pdf)": "pdf"}
        dialog.setNameFilters(list(filters))
        dialog.setDefaultSuffix("html")
        dialog.filterSelected.connect(lambda chosen: dialog.setDefaultSuffix(filters[chosen]))
        dialog.selectFile(f"{lesson.stem}.html")
        dialog.fileSelected.connect(lambda name: self._handle(SaveLesson(lesson, Path(name))))
        dialog.open()

    def begin(self, path: Path) -> None:
        """Play the lesson of a file; what is wrong with it is said where problems are."""
        from model.lessons.lesson_file import read_lesson

        try:
            lesson = read_lesson(path, lesson_controls())
        except Problem as problem:
            self._tell(problem)
            return
        self._begin(lesson, path.parent)

    def act(self, name: str) -> None:
        """What a key asks for: next, back, show, leave."""
        from viz_app.state.lessons.play import GoInLesson, LeaveLesson, PredictHere, ShowGoal

        acts: dict[str, LessonAct] = {
            "next": GoInLesson(1), "back": GoInLesson(-1), "show": ShowGoal(), "leave": LeaveLesson(),
            "predict_cell": PredictHere("cell"), "predict_word": PredictHere("word"),
        }  # fmt: skip
        self._handle(TakeLesson(acts[name]))

    def _begin_shipped(self, lesson: Lesson) -> None:
        from model.lessons.lesson_file import LESSONS

        self._begin(lesson, LESSONS)

    def _begin(self, lesson: Lesson, folder: Path) -> None:
        from viz_app.state.lessons.play import StartLesson

        self._handle(TakeLesson(StartLesson(lesson, folder)))

    def _tell(self, problem: Problem) -> None:
        self._state.update(problem=noticed(problem))

    # --- what is on screen ---

    def _display(self, now: Snapshot) -> None:
        if now.lesson is None and not self._shown:
            return
        panel, ring, curtain = self._parts()
        begins, self._shown = not self._shown, now.lesson is not None
        panel.setVisible(self._shown)
        if now.lesson is None:
            self._window.inspector.setMinimumHeight(0)
            self._window.right.away = None
            self._window.inspector.setVisible(now.settings.inspector_shown)
            ring.point_at(None, QRect())
            curtain.hide()
            self._window.setFocus()
            if self._tried:
                self._tried = False
                self.write()
            return
        self._make_room(now, begins)
        panel.display(now, self._how(now))
        curtained = now.lesson.ready and now.lesson.curtain
        if curtained:
            window = self._window
            window.setWindowTitle("Headscope")  # else it has the translation
            curtain.display(now)
            curtain.cover(window.tabs.parentWidget() or window.tabs, (window.header, window.splitter),
                          (window.header.bar, panel))  # fmt: skip
        curtain.setVisible(curtained)
        curtain.raise_()
        ring.again.start()

    def _parts(self) -> tuple[LessonPanel, LessonRing, PredictionCurtain]:
        if self._made is None:
            from viz_app.controls.lesson.curtain import PredictionCurtain
            from viz_app.controls.lesson.panel import LessonPanel
            from viz_app.controls.lesson.ring import LessonRing

            panel, ring, curtain = LessonPanel(), LessonRing(self._window), PredictionCurtain(self._window)
            self._made = panel, ring, curtain
            self._window.right.addWidget(panel)
            panel.requested.connect(self._handle)
            curtain.requested.connect(self._handle)
            ring.again.timeout.connect(self._point)
        return self._made

    def _make_room(self, now: Snapshot, begins: bool) -> None:
        """The panel stands under the inspector; where a low column has the dock of changes too, in its place.

        In a very low one there is no inspector but for a step that points at it: of it a heading was seen, of the
        lesson three lines.
        """
        window, right = self._window, self._window.right
        right.setVisible(True)
        low, very_low = (right.height() < lines * window.fontMetrics().height() for lines in (LOW, VERY_LOW))
        instead = now.settings.what_if_shown and low
        alone = very_low and not (now.lesson is not None and now.lesson.step.control.startswith(OF_INSPECTOR))
        right.away = window.inspector if instead or alone else None
        window.inspector.setVisible(now.settings.inspector_shown and right.away is None)
        if begins or self._stands != (instead, alone):
            self._stands, high, panel = (instead, alone), right.height(), self._parts()[0]
            wanted = min(panel.sizeHint().height(), round(high * (1 - LOWEST_INSPECTOR[very_low])))
            above = window.what_if if instead else window.inspector
            for pane, tall in ((window.inspector, high - wanted), (panel, wanted)):
                pane.setMinimumHeight(tall // 2 if very_low else 0)  # together they ask for more than there is
            right.share()  # which then leaves the sizes alone
            sizes = [0] * right.count()
            sizes[right.indexOf(above)], sizes[right.indexOf(panel)] = high - wanted, wanted
            right.setSizes(sizes)

    def _how(self, now: Snapshot) -> str:
        """The menu and the keys of the command that the step asks for."""
        from viz_app.controls.lesson.places import PLACES, menu_path

        control = "" if now.lesson is None else now.lesson.step.control
        return "" if not control or control in PLACES else menu_path(self._window, control)

    def _point(self) -> None:
        """The ring, around the next thing to use; at nothing while that is the panel itself, or a dialog."""
        from viz_app.controls.lesson.places import spot

        now, (panel, ring, _) = self._state.snapshot, self._parts()
        play = now.lesson
        wanted = play is not None and play.ready and play.waits and not play.curtain and not play.showing
        if play is None or not wanted or not play.step.control or play.step.card is not None or not panel.isVisible():
            ring.point_at(None, QRect())
            return
        found = spot(play.step.control, self._window, now, play.step.goal)
        if found is not None:
            _bring_in_sight(found.widget)
        if found is None:
            ring.point_at(None, QRect())
        else:
            ring.point_at(found.widget, found.part)


def _bring_in_sight(widget: QWidget) -> None:
    """Scroll the pane that a control lies in, until it is seen."""
    pane = widget.parentWidget()
    while pane is not None and not isinstance(pane, QScrollArea):
        pane = pane.parentWidget()
    if pane is not None and widget.visibleRegion().boundingRect().height() < widget.height():
        pane.ensureWidgetVisible(widget, 0, 8)
