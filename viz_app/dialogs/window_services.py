"""The services of the window for commands: dialogs, the clipboard, the window's panes.

A dialog ends in an Intent; nothing is opened or written here. Rarely opened dialogs are imported when they are opened:
the window is on screen sooner.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QMessageBox

from model.common.text import fill
from model.common.version import VERSION
from viz_app.commands.command import Menu
from viz_app.controls.dropped_files import COMPANIONS, MODELS, what_to_open
from viz_app.dialogs.faults.services import FaultDesk
from viz_app.dialogs.lessons.services import LessonDesk
from viz_app.dialogs.opening.questions import OpeningQuestions
from viz_app.dialogs.presentation.services import PresentationDesk
from viz_app.dialogs.sessions import SessionDesk
from viz_app.dialogs.training.windows import TrainingDesk
from viz_app.platform.file_names import safe_name
from viz_app.state.export_choices import Export, ExportChoices, What
from viz_app.state.intents import InspectFile, Intent, LookForFiles, MeasureHeads, OpenPath, SaveCheckpoint, SaveTrace
from viz_app.state.state import Snapshot, State

if TYPE_CHECKING:
    from viz_app.dialogs.checkpoint_facts import Report
    from viz_app.dialogs.lessons.writer import Keeper
    from viz_app.dialogs.palette.palette import CommandPalette
    from viz_app.main_window import MainWindow

translate = QCoreApplication.translate
#: What the dialog shows first: models, traces, and what is chosen along with a model.
CHECKPOINTS = ("config.json", *(f"*{ending}" for ending in (*MODELS, *COMPANIONS)))


class WindowDesk(QObject):
    """The :class:`viz_app.commands.command.Desk` of a window. Dialogs do not block: the engine goes on answering."""

    def __init__(self, window: MainWindow, state: State, handle: Callable[[Intent], None], keep: Keeper) -> None:
        super().__init__(window)
        self._window = window
        self._state = state
        self._handle = handle
        self._palette: CommandPalette | None = None
        self.menus: tuple[Menu, ...] = ()
        self.sessions = SessionDesk(window, state, handle)
        self.trainings = TrainingDesk(window, state, handle)
        self.presentation = PresentationDesk(window, handle)
        self.lessons = LessonDesk(window, state, handle, keep)
        self.faults = FaultDesk(window, state, handle)
        self.questions = OpeningQuestions(window)
        self.questions.requested.connect(handle)

    def request(self, intent: Intent) -> None:
        self._handle(intent)

    # --- files ---

    def open_file(self) -> None:
        """A model and, at the same time, the vocabularies that belong to it."""
        title = translate("Desk", "Open a checkpoint, a trace or a session")
        dialog = self._dialog(title, QFileDialog.FileMode.ExistingFiles)
        known = translate("Desk", "Checkpoints, traces and sessions")
        everything = translate("Desk", "All files")
        dialog.setNameFilters([f"{known} ({' '.join(CHECKPOINTS)})", f"{everything} (*)"])
        dialog.filesSelected.connect(lambda names: self.request(what_to_open([Path(name) for name in names])))
        dialog.open()

    def open_folder(self) -> None:
        dialog = self._dialog(translate("Desk", "Open a checkpoint folder"), QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(lambda name: self.request(OpenPath(Path(name))))
        dialog.open()

    def export(self, what: What | None = None) -> None:
        """First what and how, then where. The dialog opens at ``what``, or at what was exported last."""
        from viz_app.dialogs.export.dialog import ExportDialog

        dialog = ExportDialog(self._state.snapshot, what, self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.chosen.connect(self._ask_where)
        dialog.open()

    def _ask_where(self, choices: ExportChoices) -> None:
        from viz_app.dialogs.export.form import kind_of, suffix_of

        def take(name: str) -> None:
            suffix = suffix_of(choices.what, name, choices.suffix)
            self.request(Export(Path(name), replace(choices, suffix=suffix)))

        now = self._state.snapshot
        kind = kind_of(choices.what, choices.suffix)
        detail = detail_of(now, choices)
        dialog = self._save_dialog(translate("Desk", "Export"), detail, kind.suffix, kind.label())
        dialog.fileSelected.connect(take)
        dialog.open()

    def save_trace(self) -> None:
        dialog = self._save_dialog(translate("Desk", "Save the trace"), "", ".npz", translate("Desk", "Traces"))
        dialog.fileSelected.connect(lambda name: self.request(SaveTrace(Path(name))))
        dialog.open()

    def save_session(self) -> None:
        self.sessions.save(elsewhere=False)

    def save_session_as(self) -> None:
        self.sessions.save(elsewhere=True)

    def locate_checkpoint(self) -> None:
        self.sessions.locate()

    def save_checkpoint(self) -> None:
        """A new folder: its name is typed, since a folder dialog offers only those that exist."""
        opened = self._state.snapshot.checkpoint
        if opened is None:
            return
        dialog = self._dialog(translate("Desk", "Save as Headscope checkpoint"), QFileDialog.FileMode.AnyFile)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)  # an empty folder is filled, any other refused
        dialog.setNameFilters([translate("Desk", "New folder (*)")])
        dialog.selectFile(safe_name(f"{opened.name}-headscope", ""))
        dialog.fileSelected.connect(lambda name: self.request(SaveCheckpoint(Path(name))))
        dialog.open()

    def inspect_file(self) -> None:
        dialog = self._dialog(translate("Desk", "Inspect a file"), QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda name: self.request(InspectFile(Path(name))))
        dialog.open()

    def measure_heads(self) -> None:
        """A table that is there, or sentences to make one of."""
        dialog = self._dialog(translate("Desk", "Heads over a file"), QFileDialog.FileMode.ExistingFile)
        known, others = translate("Desk", "Sentences, pairs and tables of heads"), translate("Desk", "All files")
        dialog.setNameFilters([f"{known} (*.txt *.tsv *.tsv.gz *.json)", f"{others} (*)"])
        dialog.fileSelected.connect(lambda name: self.request(MeasureHeads(Path(name))))
        dialog.open()

    def train(self) -> None:
        self.trainings.train()

    def watch_training(self) -> None:
        self.trainings.watch()

    def show_report(self, path: Path, report: Report) -> None:
        """What ``inspect`` said of a file."""
        from viz_app.dialogs.checkpoint_facts import FactsSheet

        sheet = FactsSheet(path, report, self._window)
        sheet.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        sheet.show()

    def show_cell(self) -> None:
        """The notebook cell of the open checkpoint's tutorial first, where it has one."""
        from viz_app.dialogs.notebook_cell import CellSheet, tutorial_of

        opened = self._state.snapshot.checkpoint
        sheet = CellSheet("" if opened is None else tutorial_of(opened.family), self._window)
        sheet.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        sheet.show()

    def _save_dialog(self, title: str, detail: str, suffix: str, files: str) -> QFileDialog:
        dialog = self._dialog(title, QFileDialog.FileMode.AnyFile)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters([f"{files} (*{suffix})"])
        dialog.setDefaultSuffix(suffix.removeprefix("."))
        made = self._state.snapshot.made
        if made is not None:  # who saves several files wants them together
            dialog.setDirectory(str(made.path.parent))
        dialog.selectFile(suggested_name(self._state.snapshot, detail, suffix))
        return dialog

    def _dialog(self, title: str, mode: QFileDialog.FileMode) -> QFileDialog:
        from viz_app.platform.file_dialog import FileDialog

        return FileDialog(self._window, title, mode)

    # --- clipboard ---

    def copy_citation(self) -> None:
        """What a paper says of the picture: a sentence, and BibTeX."""
        from viz_app.exports.figures.citation import citation, cited_of

        QGuiApplication.clipboard().setText(citation(cited_of(self._state.snapshot)))
        self._state.update(message=translate("Desk", "Copied the citation: a sentence and BibTeX"))

    def copy_translation(self) -> None:
        trace = self._state.snapshot.trace
        if trace is not None:
            QGuiApplication.clipboard().setText(trace.meta.translation)
            self._state.update(message=translate("Desk", "Copied the translation"))

    def copy_text(self, text: str) -> None:
        """Something short, which is told again so that one sees what it was."""
        QGuiApplication.clipboard().setText(text)
        self._state.update(message=fill(translate("Desk", "Copied %1"), text))

    # --- the window ---

    def edit_sentence(self) -> None:
        self._window.edit_sentence()

    def write_gloss(self) -> None:
        self._window.token_strip.write_gloss()

    def free_keyboard(self) -> None:
        """No control has it: the arrows step again."""
        self._window.setFocus()

    def next_pane(self) -> None:
        self._window.focus_pane(1)

    def previous_pane(self) -> None:
        self._window.focus_pane(-1)

    def reset_layout(self) -> None:
        self._window.reset_layout()

    def diagnose(self) -> None:
        """What the masks of the run on screen have wrong. The sheet stays open beside the window it points into."""
        trace = self._state.snapshot.run
        if trace is None:
            return
        from viz_app.dialogs.findings import FindingsSheet

        sheet = FindingsSheet(trace, self._window)
        sheet.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        sheet.requested.connect(self._handle)
        self._state.changed.connect(sheet.display)
        sheet.show()

    def show_table(self) -> None:
        """The map as numbers. It stays open beside the window; asked for again, it comes to the front."""
        from viz_app.dialogs.panes import pane_of, to_front
        from viz_app.dialogs.table import TableSheet

        to_front(pane_of(TableSheet, self._window, self._state, self._handle))

    def show_plots(self, name: str = "") -> None:
        """Curves and points of the run. They stay open beside the window; asked for again, they come to the front."""
        from viz_app.dialogs.panes import pane_of, to_front
        from viz_app.plots.sheet import PlotSheet

        sheet = pane_of(PlotSheet, self._window, self._state, self._handle)
        if name:
            sheet.show_named(name)
        to_front(sheet)

    def find_command(self) -> None:
        """Over the window; it stays there, hidden, for the next time."""
        from viz_app.dialogs.palette.entries import found
        from viz_app.dialogs.palette.palette import CommandPalette

        if self._palette is None:
            self._palette = CommandPalette(
                lambda query: found(self.menus, self, lambda: self._state.snapshot, query), self._window
            )
        self._handle(LookForFiles())
        self._palette.ask()

    def show_settings(self, name: str = "") -> None:
        """One dialog beside the window, which changes at once; perhaps with the keyboard on one setting."""
        from viz_app.dialogs.settings import SettingsDialog

        dialog = self._window.findChild(SettingsDialog)
        if dialog is None:
            dialog = SettingsDialog(self.menus, self._window)
            dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            dialog.requested.connect(self._handle)
            self._state.changed.connect(dialog.display)
            dialog.display(self._state.snapshot)
        dialog.show()
        dialog.raise_()
        dialog.activateWindow()
        dialog.go_to(name)

    def settings_shown(self) -> bool:
        """Whether the dialog of settings stands beside the window."""
        from viz_app.dialogs.settings import SettingsDialog

        return self._window.findChild(SettingsDialog) is not None

    def show_lessons(self) -> None:
        self.lessons.show()

    def in_lesson(self, act: str) -> None:
        self.lessons.act(act)

    def show_manual(self) -> None:
        from viz_app.dialogs.manual import show

        show(self._window)

    def show_fault(self) -> None:
        self.faults.show()

    def show_keys(self) -> None:
        from viz_app.dialogs.key_sheet import KeySheet

        sheet = KeySheet(self.menus, self._state.snapshot.settings.keys_off, self._window)
        sheet.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        sheet.open()

    def show_about(self) -> None:
        box = QMessageBox(QMessageBox.Icon.NoIcon, translate("Desk", "About Headscope"), f"Headscope {VERSION}")
        box.setParent(self._window, Qt.WindowType.Dialog)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setInformativeText(
            translate(
                "Desk",
                "Shows what an encoder-decoder Transformer gives weight to while it translates. "
                "Attention is not explanation: a weight is not a measure of influence.\n\n"
                "It works offline: no sentence, checkpoint or weight leaves this computer.",
            )
        )
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.open()

    def choose_device(self) -> None:
        self._window.device_picker.ask()

    def choose_decoding(self) -> None:
        self._window.header.decoding.open()

    def quit(self) -> None:
        self._window.close()


def detail_of(snapshot: Snapshot, choices: ExportChoices) -> str:
    """Where in the model a file is of, for its name; nothing for what is of the whole run."""
    chosen = snapshot.selection
    place = f"{chosen.kind} {chosen.layer + 1}.{chosen.head + 1}"
    step = translate("Desk", "step {0}").format(chosen.step + 1)
    return {"picture": f"{place} {step}", "numbers": f"{place} {step}", "steps": place, "training": place}.get(
        choices.what, ""
    )


def suggested_name(snapshot: Snapshot, detail: str, suffix: str) -> str:
    """A file name that says what is in it: translation, then where in the model."""
    trace = snapshot.trace
    words = [] if trace is None else [trace.meta.translation or trace.meta.source_text]
    return safe_name(" - ".join(part for part in (*words, detail) if part), suffix)
