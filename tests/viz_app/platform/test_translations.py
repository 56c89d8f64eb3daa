"""The interface in Korean: the right catalogue, and a real window whose words are Korean and have room."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QLocale, QTranslator
from PySide6.QtGui import QAction, QFontMetrics, QImage, QKeySequence
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QLineEdit, QScrollArea, QWidget
from shiboken6 import isValid

from model.common.languages import LANGUAGES
from model.record.trace import KINDS, Kind
from tests.viz_app.sample_trace import SOURCE, TARGET, make_trace
from viz_app.app import Program
from viz_app.cli import main
from viz_app.controls.model_map import buttons as buttonss
from viz_app.controls.widgets import FittedLabel
from viz_app.dialogs.settings import SettingsDialog
from viz_app.engine.messages import CheckpointInfo
from viz_app.example import Example
from viz_app.handlers.export_job import save_for_child
from viz_app.main_window import MainWindow
from viz_app.pictures.drawing import drawings, page
from viz_app.platform.theme import without_gloss
from viz_app.platform.translations import FOLDER, catalogues, language_for, speak, spoken
from viz_app.state.export_choices import ExportChoices
from viz_app.state.intents import ChangeSettings, Select, SetSource, SetView
from viz_app.state.state import Selection, Settings, Snapshot

HANGUL = re.compile("[가-힣]")
LATIN_WORD = re.compile(r"[A-Za-zÀ-ž]{2,}")
INFO = CheckpointInfo(
    name="sample", path="sample", sha256="0" * 64, family="tut6", device="cpu", parameters=7_600_000,
    encoder_layers=3, encoder_heads=4, decoder_layers=3, decoder_heads=4, width=256, max_length=100,
    source_language="de", target_language="en", norm_order="pre", final_norm=True, positions="sinusoidal",
    tokenizer="word",
)  # fmt: skip
#: Words on the screen that are no Korean and need not be: names, code, tokens, keys.
NOT_KOREAN = re.compile(
    r"everyday|classic|sample|CPU|de|en|English|Headscope|PNG|NPZ|Softmax|Add & Norm|FFN"
    r"|sample sample|<.*>|“.*”|.*(layers\[|softmax|_mask|_attention|\.npz).*"
)
TOKENS = {*make_trace().source_tokens.tolist(), *make_trace().candidate_tokens.ravel().tolist()}  # type: ignore[union-attr]
#: Both sentences of the run as the headline says them, one after the other or each alone.
SENTENCES = (" ".join(SOURCE), " ".join(TARGET))
HEADLINES = {*SENTENCES, " ".join(SENTENCES), " → ".join(SENTENCES)}


@pytest.fixture(autouse=True)
def english_again(qapp: QApplication) -> Iterator[None]:
    """Other tests expect the source language."""
    yield
    speak(qapp, "en")


@contextmanager
def started(qapp: QApplication, language: str) -> Iterator[Program]:
    """The whole window; its engine is never started."""
    speak(qapp, language)
    program = Program(qapp, Settings(), Example(make_trace(padding=2), Selection(layer=1, head=2, step=5), INFO))
    program.window.show()
    yield program
    program.window.close()
    program.stop()


@pytest.fixture(params=["ko", "ko+en"], scope="module")
def shared(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[tuple[str, Program, Snapshot]]:
    """One for all tests that leave it alive."""
    with started(qapp, request.param) as program:
        yield request.param, program, program.state.snapshot


@pytest.fixture
def program(shared: tuple[str, Program, Snapshot], qapp: QApplication) -> Program:
    """At the size of a small projector, as it was when it was new."""
    language, program, first = shared
    speak(qapp, language)
    program.state.update(selection=first.selection, view=first.view)
    program.window.resize(1280, 720)
    program.window.reset_columns()
    qapp.processEvents()
    return program


@pytest.fixture(params=["ko", "ko+en"])
def mortal(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[Program]:
    """One of its own, for tests that end it or look at what is laid out first."""
    with started(qapp, request.param) as program:
        program.window.resize(1280, 720)
        program.window.reset_columns()
        qapp.processEvents()
        yield program


@pytest.mark.parametrize(
    ("chosen", "system", "expected"),
    [
        ("ko", ["en-US"], "ko"),
        ("ko+en", ["en-US"], "ko+en"),
        ("en", ["ko-KR"], "en"),
        (None, ["ko-KR", "en"], "ko"),
        (None, ["ko_KR"], "ko"),
        ("system", ["ko"], "ko"),
        (None, ["en-GB", "ko"], "en"),
        (None, ["de-DE", "ko-KR"], "ko"),
        (None, ["kok-IN"], "en"),
        (None, ["tlh-001"], "en"),
        (None, [], "en"),
        ("tlh", ["de"], "en"),
    ],
)
def test_the_language_is_the_chosen_one_or_the_systems_or_english(
    chosen: str | None, system: list[str], expected: str
) -> None:
    assert language_for(chosen, system) == expected


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_replaces_the_one_before(qapp: QApplication, language: str) -> None:
    speak(qapp, "ko")
    assert (speak(qapp, language), spoken()) == (language, language)
    said = {"en": "weight", "ko": "어텐션 가중치", "ko+en": "어텐션 가중치(weight)"}
    assert translated("Inspector", "weight") == said.get(language, translated("Inspector", "weight"))
    assert translated("QPlatformTheme", "Cancel") == ("Cancel" if language == "en" else "취소")


def test_arrow_keys_are_arrows(qapp: QApplication) -> None:
    speak(qapp, "ko")
    keys = [QKeySequence(name).toString(QKeySequence.SequenceFormat.NativeText) for name in ("Left", "Alt+Up", "End")]
    assert keys == ["←", "Alt+↑", "End"]


def test_every_catalogue_that_is_named_ships() -> None:
    names = {name for language in LANGUAGES for name in catalogues(language) if name.startswith("headscope")}
    assert {path.stem for path in FOLDER.glob("*.qm")} == names
    assert all(QTranslator().load(name, str(FOLDER)) for name in names)


def test_without_a_choice_the_system_decides(qapp: QApplication) -> None:
    assert speak(qapp) == language_for(None, QLocale.system().uiLanguages())


def test_everything_that_can_be_read_is_korean(program: Program) -> None:
    english = sorted({text for text in words_of(program.window) if is_english(text)})
    assert not english


def test_tabs_and_buttons_have_room(program: Program) -> None:
    bar = program.window.tabs.tabBar()
    for index in range(bar.count()):
        assert HANGUL.search(bar.tabText(index))
        if not bar.isTabVisible(index):
            continue  # one of what this run has not; test_beam_tree and test_comparing see it
        assert bar.tabRect(index).width() >= bar.fontMetrics().horizontalAdvance(bar.tabText(index))
    buttons = [button for button in program.window.findChildren(QAbstractButton) if shows_korean(button)]
    assert len(buttons) >= 3
    for button in buttons:
        assert button.width() >= button.fontMetrics().horizontalAdvance(button.text()), button.text()


@pytest.mark.parametrize("kind", KINDS)
def test_the_inspector_does_not_scroll(mortal: Program, kind: Kind) -> None:
    mortal.window.resize(1280, 800)
    area = mortal.window.inspector.findChild(QScrollArea)
    assert area is not None
    for query, key in ((None, None), (1, 1), (1, 4)):
        mortal.controller.handle(Select(kind=kind, query=query, key=key))
        QApplication.processEvents()
        assert area.verticalScrollBar().maximum() == 0, (query, key)


def test_labels_have_room(program: Program) -> None:
    labels = [label for label in program.window.findChildren(QLabel) if shows_korean(label)]
    assert len(labels) >= 8
    for label in labels:
        if isinstance(label, FittedLabel):
            assert label.text() in label.wordings, f"cut: {label.text()}"
        else:
            assert fits(label), f"clipped: {label.text()}"


@pytest.mark.parametrize("kind", KINDS)
def test_pictures_have_room(program: Program, kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing Korean in any view is shortened; what the pictures ask to be shortened is looked at on its way."""
    cut: list[str] = []
    for module in (page, drawings):
        monkeypatch.setattr(module, "shorten", watching(module.shorten, cut))
    program.controller.handle(Select(kind=kind))
    by_turns = 1 if spoken() == "ko" else len(KINDS)  # the words are the same
    for name in list(program.window.views)[KINDS.index(kind) % by_turns :: by_turns]:
        program.controller.handle(SetView(name))
        QApplication.processEvents()
        alt = program.window.tabs.current.canvas.picture.alt
        assert HANGUL.search(alt)
    assert not cut


def test_the_map_of_the_model_has_room(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    cut: list[str] = []
    monkeypatch.setattr(buttonss, "elide_line", watching(buttonss.elide_line, cut))
    program.window.model_map.grab()
    names = [text for text in words_of(program.window.model_map) if HANGUL.search(text)]
    assert len(names) >= 9
    assert not cut


def test_the_window_keeps_its_columns(program: Program) -> None:
    """Korean words make no column wider than its share, and the views keep most of the width."""
    assert program.window.width() == 1280
    left, middle, right = program.window.splitter.sizes()
    assert middle > 2 * max(left, right)


def test_another_language_is_spoken_at_once(mortal: Program) -> None:
    """By a window in the place of the old one: with everything that was chosen, and nothing of the old words."""
    program, others = mortal, visible_windows() - 1
    old = program.window
    stored: list[Settings] = []
    program.controller.settings_changed.connect(stored.append)
    program.controller.handle(SetView("masks"))
    program.controller.handle(SetSource("Zwei Hunde"))
    program.desk.show_settings()
    before, columns = program.state.snapshot, old.splitter.sizes()
    program.controller.handle(ChangeSettings({"language": "en"}))
    assert program.window is old, "not in the middle of what asked for it"
    for _ in range(3):
        QApplication.processEvents()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert program.window is not old and not isValid(old)
    assert program.window.isVisible() and program.window.splitter.sizes() == columns
    assert program.state.snapshot.selection == before.selection
    assert program.window.tabs.current.name == "masks" and program.window.source_box.input.field.text() == "Zwei Hunde"
    assert [settings.language for settings in stored] == ["en"] and spoken() == "en"
    assert not [text for text in words_of(program.window) if HANGUL.search(text) and "한국어" not in text]
    assert program.actions.by_name["edit.undo"].isEnabled()
    dialog = program.window.findChild(SettingsDialog)
    assert dialog is not None and not [
        text for text in words_of(dialog) if HANGUL.search(text) and "한국어" not in text
    ]
    program.window.tabs.requested.emit(SetView("links"))
    assert program.state.snapshot.view == program.window.tabs.current.name == "links"
    program.controller.handle(ChangeSettings({"language": "ko"}))
    QApplication.processEvents()
    QApplication.processEvents()
    assert HANGUL.search(program.window.tabs.tabText(0)) and len(stored) == 2
    assert visible_windows() - others == 1


@pytest.mark.parametrize(
    ("language", "words"), [("en", "Attention weights of one head"), ("ko", "어텐션 가중치입니다")]
)
def test_an_exported_picture_speaks_the_language_of_the_window(
    qapp: QApplication, tmp_path: Path, language: str, words: str
) -> None:
    speak(qapp, language)
    snapshot = Snapshot(trace=make_trace(), selection=Selection())
    arguments = save_for_child(snapshot, ExportChoices(), tmp_path, ["figure.png"])
    speak(qapp, "ko+en")  # the child process starts with none of ours
    assert main(arguments) == 0
    assert words in QImage(str(tmp_path / "figure.png")).text("Description")


# --- helpers ---


def visible_windows() -> int:
    return sum(isinstance(each, MainWindow) and each.isVisible() for each in QApplication.topLevelWidgets())


def translated(context: str, text: str) -> str:
    return QCoreApplication.translate(context, text)


def words_of(widget: QWidget) -> Iterator[str]:
    """Every text of a widget and of what is in it, tooltips and names for screen readers too."""
    for each in (widget, *widget.findChildren(QWidget)):
        yield from (each.toolTip(), each.accessibleName())
        if isinstance(each, FittedLabel):
            yield from each.wordings  # whole, however much of them has room
        elif isinstance(each, QLabel | QAbstractButton):
            yield each.text()
        if isinstance(each, QLineEdit):
            yield each.placeholderText()
    for action in widget.findChildren(QAction):
        yield action.text()


def is_english(text: str) -> bool:
    """Whether a text holds a Latin word, nothing Korean, and is no name, code, token or sentence of the run."""
    plain = re.sub(r"</?qt>|<br>", " ", text).strip()
    if HANGUL.search(plain) or not LATIN_WORD.search(plain) or NOT_KOREAN.fullmatch(plain):
        return False
    return plain not in HEADLINES and plain.split(",")[0].strip("“”") not in TOKENS


def shows_korean(widget: QLabel | QAbstractButton) -> bool:
    return widget.isVisible() and bool(HANGUL.search(widget.text()))


def fits(label: QLabel) -> bool:
    room = label.contentsRect()
    if not label.wordWrap():
        return room.width() >= label.fontMetrics().horizontalAdvance(label.text())
    widest = max(QFontMetrics(label.font()).horizontalAdvance(word) for word in label.text().split())
    return room.width() >= widest and label.height() >= label.heightForWidth(label.width())


def watching(shorten: object, cut: list[str]) -> object:
    """``shorten``, which notes every Korean text that it had to cut; its English beside it may go."""

    def watched(text: str, *rest: object) -> str:
        result = str(shorten(text, *rest))  # type: ignore[operator]
        if result not in (text, without_gloss(text)) and HANGUL.search(text):
            cut.append(text)
        return result

    return watched
