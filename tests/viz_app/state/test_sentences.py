"""Lines of a source box; a run's padding, its unknown words, and where each of its words was typed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from model.record.trace import Trace
from tests.viz_app.sample_trace import make_trace
from viz_app.state.sentences import common_padding, lines_of, padding_of, place_of, text_of, unknown_words


def typed(text: str, *spelling: str) -> Trace:
    run = make_trace(source=[word for word in spelling if word not in ("<s>", "</s>")])
    return replace(run, meta=replace(run.meta, source_text=text, source_spelling=spelling))


@pytest.mark.parametrize(
    ("text", "expected"),
    [("a", ("a",)), ("a\n", ("a",)), (" a \n\n b\n", ("a", "b")), ("\n", ()), ("a\x0bb", ("a\x0bb",))],
)
def test_a_sentence_is_a_line(text: str, expected: tuple[str, ...]) -> None:
    assert lines_of(text) == expected


def test_a_word_is_found_where_it_was_typed() -> None:
    run = typed("der Hund, der  HUND", "<s>", "der", "Hund", ",", "der", "HUND", "</s>")
    assert [place_of(run, index) for index in range(7)] == [None, (0, 3), (4, 8), (8, 9), (10, 13), (15, 19), None]
    assert place_of(make_trace(), 0) is None, "it does not say how it was typed"


def test_padding_of_a_batch_is_what_the_longest_has() -> None:
    runs = (make_trace(source=["a", "b"], padding=1), make_trace(source=["a"], padding=2))
    assert [padding_of(run) for run in runs] == [1, 2]
    assert common_padding(runs) == 1
    assert text_of(runs) == "a b\na"
    assert padding_of(replace(runs[0], padding_mask=None)) == 0


def test_a_recorded_sentence_is_one_line() -> None:
    assert text_of([typed("a\nb", "a", "b")]) == "a b"


def test_unknown_words_are_told_by_their_id() -> None:
    run = typed("a X b", "a", "X", "b", "</s>")
    number = int(run.source_ids[1])
    assert unknown_words(run) == {}
    assert unknown_words(replace(run, meta=replace(run.meta, unknown_ids={"source": (number,)}))) == {1: "X"}
