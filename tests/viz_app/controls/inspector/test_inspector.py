"""The inspector: planted cells in numbers and words, and candidates that can be forced."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage, QKeySequence, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from model.record.trace import Kind, Trace
from tests.source_tree import PROJECT
from tests.viz_app.controls.inspector.conftest import TRACE
from tests.viz_app.controls.parts import Heard, forced_trace, painted, ready
from tests.viz_app.paint_counter import Counter
from tests.viz_app.sample_trace import make_trace
from viz_app.controls.inspector.candidates import ONE_NUMBER, TWO_NUMBERS, CandidateButton, draw_bars, places
from viz_app.controls.inspector.inspector import Inspector
from viz_app.controls.widgets import number_font, text_pixels
from viz_app.pictures.drawing.code_names import FAMILIES
from viz_app.platform.theme import text_width
from viz_app.state.intents import ForceToken
from viz_app.state.state import Selection, Snapshot
from viz_app.tables.parts.candidates import Candidate

NBSP = "\u00a0"


def texts(inspector: Inspector) -> list[str]:
    cell = inspector.cell
    labels = (cell.title, cell.query, cell.key, cell.weight, cell.total)
    return [label.text().replace(NBSP, " ") for label in labels]


# --- the cell ---


def test_the_pointed_cell(inspector: Inspector) -> None:
    assert TRACE.cross_attention is not None
    assert texts(inspector) == [
        "Cross attention, layer 2, head 3",
        "“dogs” → “play”, position 2",
        "“Schnee”, position 4",
        f"{TRACE.cross_attention[1, 2, 2, 4]:.4f}",
        "1.0000",
    ]
    assert inspector.cell.about.text() == "may attend"


def test_without_a_pointed_key_the_largest_weight_of_the_newest_row(inspector: Inspector) -> None:
    assert TRACE.cross_attention is not None
    inspector.display(ready(TRACE, selection=Selection("cross", 0, 1, 5)))
    row = TRACE.cross_attention[0, 1, 5]
    key = int(row.argmax())
    wanted = ["“the” → “snow”, position 5", f"“{TRACE.source_labels[key]}”, position {key}", f"{row.max():.4f}"]
    assert texts(inspector)[1:4] == wanted
    assert inspector.cell.about.text() == "largest of its row"


@pytest.mark.parametrize(
    ("selection", "words"),
    [
        (Selection("cross", 0, 0, 3, key=8), "blocked as padding (padding mask)"),
        (Selection("encoder", 0, 0, 3, query=1, key=7), "blocked as padding (padding mask)"),
        (
            Selection("decoder", 0, 0, 3, query=1, key=3),
            "a later token: it did not exist when this row was computed, so it has no score",
        ),
    ],
)
def test_blocked_in_words(inspector: Inspector, selection: Selection, words: str) -> None:
    inspector.display(ready(TRACE, selection=selection))
    assert inspector.cell.weight.text() == "0.0000"
    assert inspector.cell.about.text() == words


@pytest.mark.parametrize(
    ("kind", "layer", "note"),
    [
        ("encoder", 0, ""),
        ("encoder", 1, "From layer 2 on,"),
        ("decoder", 2, "From layer 2 on,"),
        ("cross", 0, "encoder’s"),
    ],
)
def test_what_a_column_is(inspector: Inspector, kind: Kind, layer: int, note: str) -> None:
    inspector.display(ready(TRACE, selection=Selection(kind, layer, 0, 3, query=2)))
    assert note in inspector.cell.note.text()
    assert bool(inspector.cell.note.text()) == bool(note)


def test_a_row_that_does_not_sum_to_one_shows_its_total(inspector: Inspector) -> None:
    weights = np.array(TRACE.cross_attention)
    weights[0, 0, 3] *= 0.5
    inspector.display(ready(replace(TRACE, cross_attention=weights), selection=Selection("cross", 0, 0, 3)))
    assert inspector.cell.total.text() == "0.5000"


def test_a_row_that_sees_nothing(inspector: Inspector) -> None:
    mask = np.zeros_like(np.array(TRACE.cross_mask))
    inspector.display(ready(replace(TRACE, cross_mask=mask), selection=Selection("cross", 0, 0, 3)))
    assert inspector.cell.about.text() == "no column of this row may be attended to"


def test_nothing_pointed_in_the_encoder_and_nothing_at_all(inspector: Inspector) -> None:
    inspector.display(ready(TRACE, selection=Selection("encoder", 0, 0, 3)))
    assert inspector.cell.note.text() == "Point at a cell to read its weight"
    assert inspector.cell.weight.isHidden()
    inspector.display(Snapshot())
    assert painted(inspector) == ["No run yet", "Translate a sentence first"]


@pytest.mark.parametrize(
    ("family", "kind", "lines"),
    [
        ("tut6", "cross", "decoder.layers[1].encoder_attention\nenergy → softmax → attention"),
        ("tut6", "encoder", "encoder.layers[1].self_attention\nenergy → softmax → attention"),
        ("Headscope", "cross", "decoder_layers[1].cross\nscores → softmax → weights"),
        ("somebody's own", "cross", ""),
    ],
)
def test_the_names_in_the_users_own_code(inspector: Inspector, family: str, kind: Kind, lines: str) -> None:
    trace = replace(TRACE, meta=replace(TRACE.meta, family=family))
    inspector.display(ready(trace, selection=Selection(kind, 1, 0, 3, query=2)))
    assert "\n".join(label.text() for label in (inspector.module, inspector.numbers) if label.isVisible()) == lines
    assert inspector.code_name.isVisible() == bool(lines)


def test_the_tooltip_gives_shape_and_mask(inspector: Inspector) -> None:
    trace = replace(TRACE, meta=replace(TRACE.meta, family="tut6"))
    inspector.display(ready(trace, selection=Selection("decoder", 0, 0, 3)))
    for label in (inspector.module, inspector.numbers):
        assert label.toolTip() == (
            "<qt>decoder.layers[0].self_attention<br>energy → softmax → attention [B,H,T,T]"
            "<br>trg_mask [B,1,T,T], True = may attend</qt>"
        )


@pytest.mark.parametrize("width", [220, 260, 300])
def test_nothing_is_cut_at_the_side(inspector: Inspector, width: int) -> None:
    inspector.resize(width, 300)  # low enough for a scroll bar
    area = inspector.findChild(QScrollArea)
    assert area is not None
    content = area.widget()
    assert content is not None
    assert content.minimumSizeHint().width() <= content.width() == area.viewport().width()


def test_our_own_names_exist_in_our_own_network() -> None:
    """Read as text: importing the network would import torch."""
    network = (PROJECT / "model" / "network" / "transformer.py").read_text(encoding="utf-8")
    for place in FAMILIES["headscope"].modules.values():
        layers, _, part = place.partition("[%1].")
        assert f"self.{layers} = nn.ModuleList(" in network
        assert f"self.{part} = MultiHeadAttention(" in network


def test_numbers_can_be_selected_by_mouse_and_key(inspector: Inspector) -> None:
    numbers = (inspector.cell.query, inspector.cell.key, inspector.cell.weight, inspector.cell.total, inspector.module)
    both = Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
    assert all(label.textInteractionFlags() & both == both for label in numbers)
    inspector.cell.weight.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keySequence(inspector.cell.weight, QKeySequence(QKeySequence.StandardKey.SelectAll))
    QTest.keySequence(inspector.cell.weight, QKeySequence(QKeySequence.StandardKey.Copy))
    assert QGuiApplication.clipboard().text() == inspector.cell.weight.text()


def test_every_label_is_plain(inspector: Inspector) -> None:
    assert all(label.textFormat() == Qt.TextFormat.PlainText for label in inspector.findChildren(QLabel))


# --- the candidates ---


def test_candidates_of_the_selected_step(inspector: Inspector) -> None:
    assert TRACE.candidate_tokens is not None
    assert TRACE.candidate_probabilities is not None
    drawn = painted(inspector.candidates)
    wanted = zip(TRACE.candidate_tokens[3], TRACE.candidate_probabilities[3], strict=True)
    told = [(str(token), float(share)) for token, share in wanted]
    listed = [text for token, share in told for text in (token, f"{share:.4f}" if share >= 5e-5 else f"{share:.1e}")]
    rest = 1 - float(TRACE.candidate_probabilities[3].sum())
    assert drawn == [*listed, "all others", f"{rest:.4f}"]
    assert "0.0000" not in listed
    assert inspector.heading.text() == "Candidates of step 4"
    assert inspector.after.text() == "after “play”; a click forces one"


def test_without_a_vocabulary_head_there_are_none(inspector: Inspector) -> None:
    meta = replace(TRACE.meta, vocabulary_head=False)
    bare = replace(TRACE, candidate_ids=None, candidate_tokens=None, candidate_probabilities=None, produced_tokens=None)
    inspector.display(ready(replace(bare, meta=meta)))
    assert inspector.heading.text() == ""
    assert inspector.after.text() == "This network has no vocabulary head: it has no next token to show"
    assert all(row.isHidden() for row in inspector.candidates.rows)


def test_the_produced_one_is_marked(inspector: Inspector) -> None:
    assert [row.mark() for row in inspector.candidates.rows] == ["next token"] + [""] * 9
    assert inspector.candidates.rows[0].accessibleName().endswith(", next token")


def test_a_click_and_enter_force_exactly_that_token(inspector: Inspector, qtbot: QtBot) -> None:
    assert TRACE.candidate_ids is not None
    heard, rows = Heard(inspector), inspector.candidates.rows
    qtbot.mouseClick(rows[4], Qt.MouseButton.LeftButton)
    qtbot.keyClick(rows[1], Qt.Key.Key_Return)
    qtbot.keyClick(rows[1], Qt.Key.Key_Space)
    ids = TRACE.candidate_ids[3]
    assert heard == [ForceToken(3, int(ids[4])), ForceToken(3, int(ids[1])), ForceToken(3, int(ids[1]))]
    assert all(type(said.token_id) is int for said in heard if isinstance(said, ForceToken))


def test_a_forced_token_is_flagged_even_if_it_is_no_candidate(inspector: Inspector) -> None:
    inspector.display(ready(forced_trace(), selection=Selection("cross", 0, 0, 2)))
    rows = [row for row in inspector.candidates.rows if row.isVisible()]
    assert len(rows) == 11
    assert [row.mark() for row in rows] == [""] * 10 + ["forced"]
    assert painted(rows[-1]) == ["zzz", "forced", "0.0003"]


@pytest.mark.parametrize("label", ["Schnee", "Donaudampfschifffahrtsgesellschaft"])
def test_bars_have_one_scale_whatever_is_said_beside_the_token(qtbot: QtBot, label: str) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    row = CandidateButton(parent)
    row.resize(300, 26)
    seen = []
    for origin in ("greedy", "teacher", "forced"):
        row.show_candidate(Candidate(3, 7, label, label, 0.6, True, origin), tab_stop=False)
        image = row.grab().toImage()
        _, bar, _ = places(QRectF(row.rect()).adjusted(0, 1, 0, -1), text_pixels(row))
        line = [image.pixel(x, round(bar.center().y())) for x in range(round(bar.left()), round(bar.right()))]
        seen.append(line)
        token, *said = painted(row)[:-1]
        assert said == ({"teacher": ["label"], "forced": ["forced"]}.get(origin, []))
        assert token.rstrip("…") and label.startswith(token.rstrip("…"))
    assert seen[0] == seen[1] == seen[2]
    assert len(set(seen[0])) > 1


def test_arrows_walk_through_the_rows(inspector: Inspector, qtbot: QtBot) -> None:
    rows = inspector.candidates.rows
    assert [bool(row.focusPolicy() & Qt.FocusPolicy.TabFocus) for row in rows] == [True] + [False] * 9
    rows[0].setFocus()
    qtbot.waitUntil(rows[0].hasFocus)
    qtbot.keyClick(rows[0], Qt.Key.Key_Up)
    assert rows[0].hasFocus()
    qtbot.keyClick(rows[0], Qt.Key.Key_Down)
    assert rows[1].hasFocus()


def test_a_candidate_can_be_copied(inspector: Inspector) -> None:
    row = inspector.candidates.rows[1]
    QTest.keySequence(row, QKeySequence(QKeySequence.StandardKey.Copy))
    token, share = QGuiApplication.clipboard().text().split("\t")
    assert TRACE.candidate_probabilities is not None
    assert token == "a"
    assert float(share) == pytest.approx(float(TRACE.candidate_probabilities[3, 1]), rel=1e-5)


def with_candidates(*shares: float, tokens: tuple[str, ...] = ("a", "b", "c"), ends: bool = False) -> Trace:
    """Three candidates at every step; the run produces the first. As an older trace, without its entropy."""
    steps = TRACE.steps
    ids = np.tile(np.arange(len(shares)) + 50, (steps, 1))
    produced = np.full(steps, 50)
    return replace(
        TRACE, candidate_ids=ids, candidate_tokens=np.tile(np.array(tokens[: len(shares)]), (steps, 1)),
        candidate_probabilities=np.tile(np.array(shares, dtype=np.float32), (steps, 1)), produced_ids=produced,
        candidate_entropy=None,
        meta=replace(TRACE.meta, stop_reason="end token" if ends else "limit", special_ids={"target": (51,)}),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("shares", "others", "sure"),
    [
        ((0.5, 0.25, 0.25), "0.0000", "Entropy 1.50 bits: as unsure as an even choice among 2.8 tokens."),
        (
            (0.5, 0.25),
            "0.2500",
            "Entropy at least 1.50 bits: at least as unsure as an even choice among 2.8 tokens.",
        ),
        ((1.0,), "0.0000", "Entropy 0.00 bits: as unsure as an even choice among 1.0 tokens."),
    ],
)
def test_the_rest_and_how_sure_the_model_was(
    inspector: Inspector, shares: tuple[float, ...], others: str, sure: str
) -> None:
    inspector.display(ready(with_candidates(*shares), selection=Selection("cross", 0, 0, 2)))
    assert painted(inspector.candidates)[-2:] == ["all others", others]
    assert inspector.candidates.others.accessibleName() == f"all others, {others}"
    assert inspector.sure.text() == sure


def test_a_recorded_entropy_is_an_equality(inspector: Inspector) -> None:
    """The candidates alone, 0.5 and 0.25 and a rest, would give 1.50."""
    entropies = np.array([9.0] * TRACE.steps, dtype=np.float32)
    entropies[2] = 2.0
    trace = replace(with_candidates(0.5, 0.25), candidate_entropy=entropies)
    inspector.display(ready(trace, selection=Selection("cross", 0, 0, 2)))
    assert inspector.sure.text() == "Entropy 2.00 bits: as unsure as an even choice among 4.0 tokens."
    assert "over all tokens of the vocabulary" in inspector.sure.toolTip()
    inspector.display(ready(with_candidates(0.5, 0.25), selection=Selection("cross", 0, 0, 2)))
    assert "all others as if they were one" in inspector.sure.toolTip()


def test_what_is_not_known_is_not_summed(inspector: Inspector) -> None:
    inspector.display(ready(with_candidates(0.5, np.nan), selection=Selection("cross", 0, 0, 2)))
    assert not inspector.candidates.others.isVisible()
    assert inspector.sure.text() == ""


def test_the_end_token_says_that_the_run_stops_there(inspector: Inspector) -> None:
    trace = with_candidates(0.5, 0.3, 0.1, tokens=("x", "</s>", "<eos>"))
    inspector.display(ready(trace, selection=Selection("cross", 0, 0, 2)))
    first, second, third = inspector.candidates.rows[:3]
    assert painted(second) == ["</s>", "stop here", "0.3000"]
    assert second.accessibleName() == "“</s>”, stop here, 0.3000"
    assert "the model stops when it produces this" in second.toolTip()
    assert "stop here" not in first.accessibleName() + third.accessibleName(), "a word that is only spelled like one"
    inspector.display(ready(with_candidates(0.5, 0.3, ends=True), selection=Selection("cross", 0, 0, 2)))
    assert "stop here" in inspector.candidates.rows[0].accessibleName()


def test_the_tooltip_says_what_a_click_does(inspector: Inspector) -> None:
    assert "Click to force “a” at step 4: the run is repeated" in inspector.candidates.rows[1].toolTip()


def test_whichever_candidate_is_the_stop_of_the_tab_key_it_stands_before_the_questions(inspector: Inspector) -> None:
    """Rows are made when they are first needed, and which of them Tab reaches changes with the step."""
    for step in (3, 0, 6):
        inspector.display(ready(TRACE, selection=Selection("cross", 1, 2, step)))
        first = next(iter(inspector.questions.buttons.values()))
        chain, widget = [], inspector.nextInFocusChain()
        while widget is not None and widget is not inspector:
            chain.append(widget)
            widget = widget.nextInFocusChain()
        places = [chain.index(row) for row in inspector.candidates.rows]
        assert places == sorted(places)
        assert places[-1] < chain.index(first)


@pytest.mark.parametrize("pixels", [12, 13, 17, 26])
def test_two_of_the_smallest_probabilities_have_room_beside_each_other(qtbot: QtBot, pixels: int) -> None:
    """The network's own and the one that was drawn from, bold as those of the produced token are."""
    _, bar, box = places(QRectF(0, 0, 24 * pixels, 2 * pixels), pixels, two=True)
    face = number_font(pixels, bold=True)
    first, second = (text_width(text, face) for text in ("3.5e-05", "→ 3.5e-05"))
    assert first <= box.width() * ONE_NUMBER / TWO_NUMBERS
    assert first + second <= box.width() + 1
    assert bar.width() > 2 * pixels, "something is left to see"


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize(("wide", "shown"), [(12, False), (60, True)])
def test_a_bar_that_is_too_short_to_compare_is_not_drawn(wide: int, shown: bool) -> None:
    image = QImage(80, 20, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    draw_bars(painter, QRectF(4, 4, wide, 10), 0.9, 0.8, QColor("black"))
    painter.end()
    assert np.frombuffer(image.constBits(), np.uint8).any() == shown


def test_activations_of_the_same_run_paint_nothing_and_open_what_they_answer(
    inspector: Inspector, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = ready(TRACE, selection=Selection("cross", 1, 2, 3, query=2, key=4))
    inspector.display(now)
    for _ in range(5):  # room for the longest is made in turns of their own
        painted(inspector)
        QGuiApplication.processEvents()
    counter = Counter()
    inspector.cell.installEventFilter(counter)
    asked: list[Snapshot] = []
    monkeypatch.setattr(inspector.questions, "display", asked.append)
    explained = replace(TRACE, activations={"cross_value": np.zeros((2, 3, 4, 5), dtype=np.float32)})
    inspector.display(replace(now, trace=explained))
    QGuiApplication.processEvents()
    assert counter.paints == 0
    assert [each.trace for each in asked] == [explained]
    inspector.display(replace(now, trace=explained, selection=replace(now.selection, key=3)))
    painted(inspector)
    assert counter.paints > 0


def test_another_run_with_the_same_selection_is_told(inspector: Inspector) -> None:
    now, other = ready(TRACE, selection=Selection("cross", 1, 2, 3, query=2, key=4)), make_trace(padding=2, seed=5)
    inspector.display(now)
    before = inspector.cell.weight.text()
    inspector.display(replace(now, trace=other))
    assert other.cross_attention is not None
    assert inspector.cell.weight.text() == f"{other.cross_attention[1, 2, 2, 4]:.4f}" != before
