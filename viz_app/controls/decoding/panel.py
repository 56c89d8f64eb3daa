"""The three ways to choose the next token, each with its numbers. A choice runs the sentence on screen again."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QFrame,
    QGridLayout,
    QLabel,
    QPushButton,
    QRadioButton,
    QWidget,
)

from model.analysis.loss import is_taught
from model.decoding.beam_tree import STOPS, SearchRules, rules_of
from model.decoding.sampling import Sampling
from viz_app.platform.number_box import NumberBox
from viz_app.platform.text import fill, tooltip, translate
from viz_app.state.decoding import HOTTEST, MOST_LIKELY, WIDEST, Decoding, SetDecoding, decoding_words
from viz_app.state.state import Snapshot

GREEDY, BEAM, SAMPLED = range(3)
USUAL_SEARCH, USUAL_SAMPLING = SearchRules(5), Sampling(1)
LARGEST_SEED = 999_999
FARTHEST = 5  #: length penalty that is offered, either way
INDENT = 24  #: pixels of the numbers under their way


class DecodingPanel(QFrame):
    """It shows what the snapshot says; while a run is awaited, what was asked for. Numbers of a way that is not chosen
    stay as typed, and nothing is put where somebody is typing.
    """

    requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAccessibleName(translate("Decoding", "Decoding"))
        self._now: Decoding = None
        self._asked: Decoding = None  # for last, or what is
        self._own: SearchRules | None = None
        self.ways = QButtonGroup(self)
        self.grid = QGridLayout(self)
        self.grid.setVerticalSpacing(5)
        self.grid.setColumnMinimumWidth(0, INDENT)
        self._fields: dict[int, list[QWidget]] = {BEAM: [], SAMPLED: []}
        self._add_ways()
        self.own = QPushButton()
        self.own.clicked.connect(lambda: self.requested.emit(SetDecoding(self._own)))
        self.note = QLabel(textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self.note.setProperty("quiet", True)
        for part in (self.own, self.note):
            self.grid.addWidget(part, self.grid.rowCount(), 0, 1, 3)
        self.ways.idClicked.connect(lambda _: self._ask())
        self.display(Snapshot())

    def _add_ways(self) -> None:
        tips = _tips()
        self._add_way(GREEDY, translate("Decoding", "Greedy: the likeliest token at every step"))
        self._add_way(BEAM, translate("Decoding", "Beam search: several hypotheses go on side by side"))
        self.width_box = self._number(BEAM, translate("Decoding", "Width"), (2, WIDEST), 0, tips["width"])
        penalty, ends = translate("Decoding", "Length penalty"), (-FARTHEST, FARTHEST)
        self.penalty = self._number(BEAM, penalty, ends, 2, tips["penalty"])
        self.stop = QComboBox()
        self.stop.addItems([
            translate("Decoding", "as many have ended as it is wide"),
            translate("Decoding", "and none that goes on scores better"),
            translate("Decoding", "and none can ever score better"),
        ])  # fmt: skip
        self.stop.activated.connect(self._ask)
        self._place(BEAM, translate("Decoding", "Stop when"), self.stop, tips["stop"])
        self._add_way(SAMPLED, translate("Decoding", "Sampling: a token is drawn at random"))
        temperature, hottest = translate("Decoding", "Temperature"), (0.05, HOTTEST)
        self.temperature = self._number(SAMPLED, temperature, hottest, 2, tips["temperature"])
        self.top_k = self._number(SAMPLED, translate("Decoding", "Top-k"), (0, MOST_LIKELY), 0, tips["top_k"])
        self.top_k.setSpecialValueText(translate("Decoding", "all"))
        self.top_p = self._number(SAMPLED, translate("Decoding", "Top-p"), (0.01, 1), 2, tips["top_p"])
        self.seed = self._number(SAMPLED, translate("Decoding", "Seed"), (0, LARGEST_SEED), 0, tips["seed"])
        for box, step in ((self.penalty, 10), (self.temperature, 5), (self.top_p, 5)):
            box.setSingleStep(step)

    def _add_way(self, way: int, words: str) -> None:
        button = QRadioButton(words)
        self.ways.addButton(button, way)
        self.grid.addWidget(button, self.grid.rowCount(), 0, 1, 3)

    def _number(self, way: int, name: str, ends: tuple[float, float], places: int, tip: str) -> NumberBox:
        box = NumberBox(places)
        box.setRange(round(ends[0] * 10**places), round(ends[1] * 10**places))
        box.setKeyboardTracking(False)
        box.valueChanged.connect(self._ask)
        self._place(way, name, box, tip)
        return box

    def _place(self, way: int, name: str, field: QWidget, tip: str) -> None:
        row, label = self.grid.rowCount(), QLabel(name, textFormat=Qt.TextFormat.PlainText)
        label.setBuddy(field)
        field.setAccessibleName(name)
        for part in (label, field):
            part.setToolTip(tooltip(tip))
            self._fields[way].append(part)
        self.grid.addWidget(label, row, 1)
        self.grid.addWidget(field, row, 2)

    def begin(self) -> None:
        """The keyboard to what is chosen."""
        self.ways.button(self.ways.checkedId()).setFocus(Qt.FocusReason.PopupFocusReason)

    # --- what it shows ---

    def display(self, snapshot: Snapshot) -> None:
        """Show how tokens are chosen, and what the open checkpoint's files ask for."""
        run, info = snapshot.run, snapshot.checkpoint
        self._own = None if info is None else rules_of({"beam": info.own_search})
        if snapshot.decoding != self._now or snapshot.busy is None:
            self._now = self._asked = snapshot.decoding
            self._show(snapshot.decoding)
        self._show_own()
        self.note.setText(
            translate("Decoding", "The target on screen was given: this is for the next translation.")
            if run is not None and is_taught(run)
            else ""
        )
        self.note.setVisible(bool(self.note.text()))

    def _show(self, decoding: Decoding) -> None:
        """A way and its numbers."""
        first = self.ways.checkedId() < 0
        way = GREEDY if decoding is None else BEAM if isinstance(decoding, SearchRules) else SAMPLED
        self.ways.button(way).setChecked(True)
        if isinstance(decoding, SearchRules) or first:
            self._show_search(decoding if isinstance(decoding, SearchRules) else USUAL_SEARCH)
        if isinstance(decoding, Sampling) or first:
            self._show_sampling(decoding if isinstance(decoding, Sampling) else USUAL_SAMPLING)
        self._enable()

    def _enable(self) -> None:
        """The numbers of the chosen way, at once: they can be typed while its run is awaited."""
        for way, fields in self._fields.items():
            for field in fields:
                field.setEnabled(way == self.ways.checkedId())

    def _show_search(self, rules: SearchRules) -> None:
        self._put((self.width_box, rules.width), (self.penalty, round(rules.penalty * 100)))
        self.stop.setCurrentIndex(STOPS.index(rules.stop))

    def _show_sampling(self, rules: Sampling) -> None:
        shares = (self.temperature, round(rules.temperature * 100)), (self.top_p, round(rules.top_p * 100))
        self._put(*shares, (self.top_k, rules.top_k), (self.seed, rules.seed))

    def _put(self, *values: tuple[NumberBox, int]) -> None:
        for box, value in values:
            if not box.typing:
                with QSignalBlocker(box):
                    box.setValue(value)

    def _show_own(self) -> None:
        self.own.setVisible(self._own is not None)
        if self._own is not None:
            said = decoding_words(self._own)
            self.own.setText(fill(translate("Decoding", "This model’s own setting: %1"), said))
            self.own.setToolTip(tooltip(translate("Decoding", "What the files of the checkpoint ask for")))
            self.own.setEnabled(self._own != self._now)

    # --- what it asks for ---

    def _ask(self) -> None:
        self._enable()
        wanted = self.wanted()
        if wanted != self._asked:
            self._asked = wanted
            self.requested.emit(SetDecoding(wanted))

    def wanted(self) -> Decoding:
        """What the buttons and boxes say."""
        way = self.ways.checkedId()
        if way == BEAM:
            penalty = self.penalty.value() / 100
            return SearchRules(self.width_box.value(), penalty, STOPS[self.stop.currentIndex()])
        if way == SAMPLED:
            temperature, share = self.temperature.value() / 100, self.top_p.value() / 100
            return Sampling(self.seed.value(), temperature, self.top_k.value(), share)
        return None


def _tips() -> dict[str, str]:
    """What each number does."""
    return {
        "width": translate("Decoding", "So many hypotheses go on at every step; a beam of 1 is greedy."),
        "penalty": translate(
            "Decoding", "score = log-probability / length^penalty: above 0 favours long ones, 0 compares the sums."
        ),
        "stop": translate("Decoding", "early_stopping of Hugging Face: True, False, never"),
        "temperature": translate(
            "Decoding", "Logits are divided by it: below 1 the likely become likelier, above 1 all become more alike."
        ),
        "top_k": translate("Decoding", "Drawn from so many of the likeliest only"),
        "top_p": translate("Decoding", "Drawn from as few of the likeliest as together have this probability"),
        "seed": translate("Decoding", "The same seed draws the same translation; the arrows draw another."),
    }
