"""Glosses along a run: pieces make a word again, and what is shown by default is told by the interface."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QApplication

from model.common.assets import ASSETS
from model.record.trace_file import load_trace
from tests.viz_app.platform.test_translations import INFO
from tests.viz_app.sample_trace import make_trace
from viz_app.pictures.drawing.glosses.run_glosses import (
    gloss_lines,
    glosses_of,
    glosses_shown,
    nearest_span,
    span_of,
    word_at,
    word_spans,
    written_at,
)
from viz_app.pictures.drawing.tokens import Token
from viz_app.platform.translations import speak
from viz_app.state.classroom.glosses import with_gloss
from viz_app.state.intents import WriteGloss
from viz_app.state.state import Settings, Snapshot

PIECES = (
    Token("be"), Token("·cause", joined=True), Token("did"), Token("·n", joined=True), Token("'", joined=True),
    Token("·t", joined=True), Token("tired"), Token(".", joined=True), Token("</s>", "special"), Token("„"),
)  # fmt: skip


def test_pieces_make_words_and_marks_around_them_are_none() -> None:
    spans = word_spans(PIECES)
    assert spans == (range(2), range(2, 6), range(6, 7))
    assert [word_at(PIECES, span) for span in spans] == ["because", "didn't", "tired"]
    assert span_of(PIECES, 4) == range(2, 6)
    assert span_of(PIECES, 7) is None
    assert span_of(PIECES, 8) is None
    assert nearest_span(PIECES, 8) == range(6, 7)


@pytest.fixture
def korean(qapp: QApplication) -> object:
    speak(qapp, "ko")
    yield None
    speak(qapp, "en")


def everyday(**settings: object) -> Snapshot:
    return Snapshot(trace=load_trace(ASSETS / "samples" / "everyday.npz"), settings=replace(Settings(), **settings))  # type: ignore[arg-type]


def test_in_korean_the_example_has_its_glosses_at_the_first_piece_of_each_word(korean: object) -> None:
    now = everyday()
    assert glosses_shown(now)
    found, trace = glosses_of(now), now.trace
    assert trace is not None
    source = dict(zip((str(token) for token in trace.source_tokens), found.source, strict=True))
    assert source["▁Tier"] == "동물"
    assert source["▁zu"] == "너무"
    assert source[","] == source["</s>"] == ""
    written = [str(token) for token in trace.produced_tokens.tolist()]  # type: ignore[union-attr]
    assert found.produced[written.index("▁be")] == "~때문에"
    assert found.produced[written.index("cause")] == ""
    assert found.consumed[1:] == found.produced[:-1]
    words = sum(token.startswith("▁") for token in source)
    assert sum(map(bool, found.source)) == words, "every word of a shipped sample"


def test_in_english_they_are_off_until_somebody_wants_them_and_then_of_the_source(qapp: QApplication) -> None:
    assert not glosses_shown(everyday())
    assert not any(glosses_of(everyday()).source)
    found = glosses_of(everyday(glosses="on"))
    assert "animal" in found.source
    assert not any(found.produced), "English in English says nothing"
    assert gloss_lines(everyday(glosses="on")) == (True, False), "and has no line"
    assert not glosses_shown(everyday(glosses="off"))


def test_what_a_person_writes_of_any_sentence_counts_first_and_nothing_takes_it_away(qapp: QApplication) -> None:
    now = Snapshot(trace=make_trace(), settings=Settings(glosses="on"), checkpoint=INFO)
    written = written_at(now, WriteGloss("source", 1, "  hounds   of mine "))
    assert written is not None
    assert (written.word, written.text, written.into) == ("hunde", "hounds of mine", "en")
    later = replace(now, glosses=with_gloss(now.glosses, written))
    assert glosses_of(later).source[1] == "hounds of mine"
    taken = written_at(later, WriteGloss("source", 1, ""))
    assert taken is not None
    assert glosses_of(replace(later, glosses=with_gloss(later.glosses, taken))).source[1] == ""
    first = written_at(now, WriteGloss("target", 1, "zwei"))
    assert first is not None
    assert first.word == "two", "the start token is 0"
    assert written_at(now, WriteGloss("source", 5, "x")) is None, "a full stop"
