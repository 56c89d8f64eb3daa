"""Every window beside the main one, and every mode that lays something over it: one row each, which opens it.

The survey of windows and the test over words go through the same rows. A row names the classes and functions that it
brings on screen as ``Class`` or ``Class.function``; its test looks for those that none names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, get_args

import survey_states
import window_lessons
from PySide6.QtWidgets import QApplication, QMenu, QPushButton, QWidget

from model.common.fault import Fault
from model.common.text import Text
from viz_app import pictures
from viz_app.app import Program
from viz_app.controls.token_strip.gloss_field import GlossField
from viz_app.dialogs.export.form import kinds_of
from viz_app.engine.messages import Asked, Question
from viz_app.plots import titles as plot_titles
from viz_app.state.export_choices import ExportChoices, What
from viz_app.state.questions import opening, questions
from viz_app.state.state import Snapshot

REPORT: dict[str, dict[str, Any]] = {
    Text("checkpoint"): {Text("name"): "everyday"},
    Text("architecture"): {Text("encoder layers"): 3, Text("parameters"): 7_586_624},
    Text("tensors"): {"encoder.layers.0.self_attention.fc_q.weight": "[256, 256] float32"},
}
FAULT = Fault("engine", "KeyError", tuple(f"model/network/transformer.py:{line} in forward" for line in range(12)))
QUESTIONS = (
    Question("heads", Text("How many heads?"), 8, Text("as this family's code has it"), (8, 4, 2), False),
    Question("source_vocabulary", Text("Which file holds the source vocabulary?"), "", Text("no file tells it"),
             ("/teacher/a/src_vocab.json",), False),
    Question("source_language", Text("Which language is the source?"), "de", Text("as this family's code has it"),
             (), True),
    Question("lowercase", Text("Was the training text lower-cased?"), True, "train.ipynb", (True, False), True),
)  # fmt: skip
SENTENCES = "Ein Hund schläft.\nZwei Kinder spielen im Park."
#: Said in no language of the interface: sentences, and what the engine of a survey says.
PLANTED = (
    *SENTENCES.split("\n"), *(each.label for each in survey_states.DEVICES),
)  # fmt: skip


#: What rows change of a snapshot.
CHANGED = (
    "presentation", "asked", "problem", "settings", "training", "target_use", "target_text", "source_text", "what_if",
    "view", "devices", "trace", "pinned", "selection",
)  # fmt: skip


@dataclass(frozen=True)
class WindowRow:
    """One window or mode. ``opens`` brings it on screen in a program that shows a run."""

    name: str
    opens: Callable[[Program], object]
    of: tuple[str, ...]
    quotes: bool = False  #: says what is in English whatever the interface speaks: the guides, names of tutorials
    still: bool = True  #: nothing of the main window moves: it lies over it or beside it

    @property
    def stem(self) -> str:
        """Of its pictures' files."""
        return self.name.replace(":", "-").replace(".", "").replace("/", "-")


def window_rows() -> Iterator[WindowRow]:
    """All of them."""
    yield from _files()
    yield from _exports()
    yield from _dialogs()
    yield from _trainings()
    yield from _lessons()
    yield from _modes()
    for title in range(7):
        yield WindowRow(f"menu:{title}", _with(_menu, title), ("Actions.fill_bar",))


def beside(program: Program) -> list[QWidget]:
    """The windows that stand beside the main one, the newest last."""
    return [each for each in QApplication.topLevelWidgets() if each.isVisible() and each is not program.window]


def close_beside(program: Program, before: Snapshot) -> None:
    """As it was before a row was opened."""
    program.desk.lessons.act("leave")
    program.state.update(**{name: getattr(before, name) for name in CHANGED})
    for window in (*reversed(beside(program)), *program.window.findChildren(GlossField)):
        window.close()
    if program.desk.lessons.writer is not None:
        program.desk.lessons.writer.close()


# --- what opens what ---


def _files() -> Iterator[WindowRow]:
    names = "open_file", "open_folder", "save_trace", "save_checkpoint", "inspect_file", "measure_heads"
    common = ("FileDialog", "WindowDesk._dialog")
    for name in names:
        yield WindowRow(
            f"file:{name}",
            _with(lambda program, name: getattr(program.desk, name)(), name),
            (f"WindowDesk.{name}", *common),
        )
    yield WindowRow("file:session", lambda program: program.desk.save_session_as(), ("SessionDesk.save",))
    yield WindowRow("file:locate", lambda program: program.desk.locate_checkpoint(), ("SessionDesk.locate",))
    yield WindowRow("file:watch", lambda program: program.desk.watch_training(), ("TrainingDesk.watch",))
    yield WindowRow("file:lesson", lambda program: program.desk.lessons.open_file(), ("LessonDesk.open_file",))
    yield WindowRow("file:page", lambda program: program.desk.lessons.save(Path("masks.toml")), ("LessonDesk.save",))
    yield WindowRow("file:plot", _save_plot, ("PlotSheet._ask_where",))
    yield WindowRow("file:export", lambda program: program.desk._ask_where(ExportChoices()), ("WindowDesk._ask_where",))  # noqa: SLF001
    yield WindowRow("file:recipe", lambda program: _press_in_training(program, -1), ("TrainDialog._choose_recipe",))
    yield WindowRow("file:data", lambda program: _press_in_training(program, 0), ("TrainDialog._browse",))
    for name, ask in (("draft", "ask_file"), ("draft_place", "ask_place")):
        opens = _with(lambda program, ask: getattr(window_lessons.writer(program), ask)(), ask)
        yield WindowRow(f"file:{name}", opens, ("LessonWriter._dialog",))
    yield WindowRow("file:vocabulary", _press_in_questions, ("QuestionRow._browse",))
    yield WindowRow("file:own_run", lambda program: _open_check(program, True), ("HeadCheck._choose_run",))


def _exports() -> Iterator[WindowRow]:
    for what in get_args(What):
        if what == "training":
            continue  # a film of one: only where a training of this checkpoint is being watched
        for kind in kinds_of(what):

            def opens(program: Program, what: What = what, suffix: str = kind.suffix) -> None:
                program.desk.export(what)
                dialog = beside(program)[-1]
                dialog.form.display(replace(dialog.form.choices, suffix=suffix))  # type: ignore[attr-defined]
                dialog._follow()  # type: ignore[attr-defined]  # noqa: SLF001

            yield WindowRow(f"export:{what}{kind.suffix}", opens, ("ExportDialog",))


def _dialogs() -> Iterator[WindowRow]:
    for page in range(_settings_pages()):
        yield WindowRow(f"settings:{page}", _with(_settings, page), ("SettingsDialog",))
    for plot in plot_titles():
        yield WindowRow(
            f"plots:{plot}", _with(lambda program, name: program.desk.show_plots(name), plot), ("PlotSheet",)
        )
    for query in ("", "mask", "2.3", "schläft", "qqq"):
        yield WindowRow(f"palette:{query}", _with(_palette, query), ("CommandPalette",))
    yield WindowRow("keys", lambda program: program.desk.show_keys(), ("KeySheet",))
    yield WindowRow("about", lambda program: program.desk.show_about(), ("WindowDesk.show_about",))
    yield WindowRow("manual", lambda program: program.desk.show_manual(), ("ManualWindow",), True)
    yield WindowRow("manual:found", _search_manual, ("ManualWindow",), True)
    yield WindowRow("table", lambda program: program.desk.show_table(), ("TableSheet",))
    for at in (1, 2):
        yield WindowRow(f"table:{at}", _with(_list, at), ("TableSheet",))
    yield WindowRow("findings", lambda program: program.desk.diagnose(), ("FindingsSheet",))
    yield WindowRow("cell", lambda program: program.desk.show_cell(), ("CellSheet",), True)
    yield WindowRow("report", lambda program: program.desk.show_report(Path("model.pt"), REPORT), ("FactsSheet",))
    yield WindowRow("fault", lambda program: program.desk.faults._open(FAULT), ("FaultDialog",))  # noqa: SLF001
    yield WindowRow("opening", _ask, ("OpeningDialog", "HeadCheck", "QuestionRow"))
    yield WindowRow("opening:check", lambda program: _open_check(program, False), ("OpeningDialog",))
    yield WindowRow("unsaved", _ask_unsaved, ("SessionDesk.ask_unsaved",))
    yield WindowRow("device", lambda program: program.desk.choose_device(), ("DevicePicker.ask",))
    yield WindowRow("decoding", lambda program: program.desk.choose_decoding(), ("DecodingPanel",))


def _trainings() -> Iterator[WindowRow]:
    for part in ("choices", "planned", "wrong", "reading", "running", "failed", "elsewhere"):

        def opens(program: Program, part: str = part) -> object:
            return survey_states._open_training(part, program)  # noqa: SLF001

        yield WindowRow(f"training:{part}", opens, ("TrainDialog", "TrainingPane"))
    yield WindowRow("training:leave", _leave_training, ("TrainingDesk.may_close",))


def _lessons() -> Iterator[WindowRow]:
    panel = "LessonPanel", "LessonRing"
    yield WindowRow("lessons", lambda program: program.desk.show_lessons(), ("LessonList",))
    yield WindowRow("writer", window_lessons.writer, ("LessonWriter",))
    yield WindowRow("writer:recording", window_lessons.record, ("LessonWriter",))
    yield WindowRow("writer:draft", window_lessons.draft, ("LessonWriter",))
    for part in window_lessons.PARTS:
        yield WindowRow(f"lesson:{part}", _with(window_lessons.play, part), panel, still=False)
    for ask in ("cell", "word"):
        opens = _with(lambda program, ask: program.desk.in_lesson(f"predict_{ask}"), ask)
        yield WindowRow(f"prediction:{ask}", opens, ("PredictionCurtain",), still=False)


def _modes() -> Iterator[WindowRow]:
    for view in pictures.titles():
        opens, still = _with(window_lessons.present, view), view == "one_head"  # which is on screen already
        yield WindowRow(f"presentation:{view}", opens, ("PresentationScreen",), still=still)
    yield WindowRow("speaker", window_lessons.speak, ("SpeakerSheet",))
    yield WindowRow("gloss", lambda program: program.desk.write_gloss(), ("GlossField",))
    for place in window_lessons.PANES:
        yield WindowRow(f"panes:{place}", _with(window_lessons.part_panes, place), ("PaneWindow",), still=False)
    typed = {"source_text": SENTENCES}
    yield WindowRow("sentences", lambda program: program.state.update(**typed), ("MainWindow",), still=False)
    yield WindowRow("what_if", lambda program: _set(program, what_if_shown=True), ("WhatIfDock",), still=False)
    yield WindowRow("display", lambda program: program.window.display_bar.more._open(), ("MoreDisplay",))  # noqa: SLF001
    yield WindowRow("notes", lambda program: _set(program, notes_shown=True), ("Notes",), still=False)
    for state in ("target", "notice"):
        opens = _with(lambda program, state: survey_states.bring(state, program, window_lessons.RUNS), state)
        yield WindowRow(state, opens, ("MainWindow",))
    for name in questions():
        yield WindowRow(
            f"sheet:{name}", _with(lambda program, name: _set(program, **opening(name)), name), ("AnswerSheet",)
        )
    for name in ("cell", "more", "checkpoint"):
        yield WindowRow(f"menu:{name}", _with(_popup, name), ("Actions.fill_cell",))


# --- how ---


def _with(opens: Callable[[Program, Any], object], which: Any) -> Callable[[Program], object]:
    return lambda program: opens(program, which)


def _set(program: Program, **changed: Any) -> None:
    program.state.update(settings=replace(program.state.snapshot.settings, **changed))


def _settings_pages() -> int:
    from viz_app.platform.settings_table import pages

    return len(pages()) + 1  # and the keys


def _settings(program: Program, at: int) -> None:
    from viz_app.dialogs.settings import SettingsDialog

    program.desk.show_settings()
    for dialog in program.window.findChildren(SettingsDialog):
        dialog.tabs.setCurrentIndex(at)


def _palette(program: Program, query: str) -> None:
    from viz_app.dialogs.palette.palette import CommandPalette

    program.desk.find_command()
    for palette in program.window.findChildren(CommandPalette):
        palette.field.setText(query)
        palette._fill(query)  # noqa: SLF001 - as its timer does


def _list(program: Program, at: int) -> None:
    from viz_app.dialogs.table import TableSheet

    program.desk.show_table()
    for sheet in program.window.findChildren(TableSheet):
        sheet.which.setCurrentIndex(at)
        sheet.display(program.state.snapshot)


def _search_manual(program: Program) -> None:
    program.desk.show_manual()
    beside(program)[-1].search.setText("mask")  # type: ignore[attr-defined]


def _ask(program: Program) -> None:
    opened = program.state.snapshot.checkpoint
    assert opened is not None
    program.state.update(asked=Asked(3, opened, QUESTIONS))


def _open_check(program: Program, browse: bool) -> None:
    _ask(program)
    dialog = program.desk.questions.dialog
    assert dialog is not None, "it was asked"
    dialog.check.toggle.click()
    if browse:
        dialog.check.browse.click()


def _press_in_questions(program: Program) -> None:
    _ask(program)
    dialog = program.desk.questions.dialog
    assert dialog is not None
    next(found for row in dialog.rows if isinstance(found := getattr(row, "browse", None), QPushButton)).click()


def _press_in_training(program: Program, at: int) -> None:
    program.desk.train()
    dialog = beside(program)[-1]
    if at < 0:
        dialog._choose_recipe(dialog.recipe.count() - 1)  # type: ignore[attr-defined]  # noqa: SLF001
    else:
        next(each for each in dialog.findChildren(QPushButton) if each.text().endswith("…")).click()


def _leave_training(program: Program) -> None:
    program.state.update(training=survey_states.TRAININGS["running"])
    program.desk.trainings.may_close()


def _save_plot(program: Program) -> None:
    program.desk.show_plots()
    beside(program)[-1]._ask_where()  # type: ignore[attr-defined]  # noqa: SLF001


def _ask_unsaved(program: Program) -> None:
    program.desk.sessions.ask_unsaved(lambda: None)


def _menu(program: Program, at: int) -> None:
    menu = program.window.menuBar().actions()[at].menu()
    assert isinstance(menu, QMenu)
    menu.popup(program.window.pos())


def _popup(program: Program, name: str) -> None:
    window = program.window
    opened = window.checkpoint_menu.menu()
    menu = {"cell": window.cell_menu, "more": window.header.more_menu, "checkpoint": opened}[name]
    assert isinstance(menu, QMenu)
    menu.popup(window.pos())
