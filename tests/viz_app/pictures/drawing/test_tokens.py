"""Tokens for reading: labels, roles by id, and the pieces of a word."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from model.record.trace import Trace
from tests.viz_app.sample_trace import make_trace
from viz_app.pictures.drawing.tokens import TokenSide, is_special, is_unknown, tokens_of, typed_side


def with_meta(trace: Trace, **changes: Any) -> Trace:
    return replace(trace, meta=replace(trace.meta, **changes))


def texts(tokens: tuple[Any, ...]) -> list[str]:
    return [token.text for token in tokens]


def test_pieces_lose_their_mark_and_say_where_a_word_goes_on() -> None:
    run = tokens_of(make_trace(source=("▁Hal", "lo", "▁du", "."), target=("▁Hi", "ya")))
    assert texts(run.source) == ["Hal", "·lo", "du", ".", "</s>"]
    assert [token.joined for token in run.source] == [False, True, False, True, False]
    assert texts(run.consumed) == ["<s>", "Hi", "·ya"]
    assert texts(run.produced) == ["Hi", "·ya", "</s>"]


def test_bytes_are_read_as_what_they_spell() -> None:
    """As BART has them: Ġ is a space, Ċ a new line, a Hangul syllable three letters, in one piece or two."""
    source = ("<s>", "íķľêµŃ", "ìĸ", "´", "ĠHunde", "Ġspiel", "en", "Ċ")
    trace = make_trace(source=source, target=("Dogs", "ĠcafÃ©", "."))
    run = tokens_of(trace)
    assert texts(run.source) == ["<s>", "한국", "·⟨ec⟩⟨96⟩", "·⟨b4⟩", "Hunde", "spiel", "·en", "⟨LF⟩", "</s>"]
    assert [token.joined for token in run.source] == [False, False, True, True, False, False, True, True, False]
    assert texts(run.consumed)[:4] == ["<s>", "Dogs", "café", "."]
    assert [run.candidate(token, 0) for token in ("ĠÐ´Ð°", "ing", "Ġ")] == ["да", "·ing", "␣"]
    assert trace.source_tokens.tolist()[4] == "ĠHunde", "the data keep the token"


def test_a_short_target_is_read_as_its_source_is() -> None:
    trace = make_trace(source=("Zwei", "ĠHunde"), target=("íķľ", "êµ", "Ń"))
    assert texts(tokens_of(trace).consumed)[1:4] == ["한", "·⟨ea⟩⟨b5⟩", "·⟨ad⟩"]
    trace = make_trace(source=("Zwei", "ĠHunde"), target=("▁한", "국"))
    assert texts(tokens_of(trace).consumed)[1:3] == ["한", "·국"]


def test_a_reading_in_words_is_not_taken_for_bytes_again() -> None:
    """Its words are spelled; its candidates are still pieces."""
    trace = with_meta(make_trace(target=("Dogs", "é", "한국")), word_marks={"source": "▁", "target": "Ġ"})
    run = tokens_of(trace)
    assert texts(run.consumed)[1:4] == ["Dogs", "é", "한국"]
    assert [run.candidate(token, 0) for token in ("ĠcafÃ©", "íķľ", "ìĸ")] == ["café", "·한", "·⟨ec⟩⟨96⟩"]


def test_letters_that_look_like_bytes_are_letters_elsewhere() -> None:
    """Ġ is a letter of Maltese, é a byte, and words that a reading has put together are spelled already."""
    for target in (("Ġwanni", "żgħir"), ("▁Ġ", "anni"), ("café", "noir")):
        run = tokens_of(make_trace(target=target))
        assert texts(run.consumed)[1].endswith(target[0].removeprefix("▁")), target


def test_words_stay_as_they_are() -> None:
    run = tokens_of(make_trace(source=("Hallo", "du"), target=("▁Hi",)))
    assert texts(run.source) == ["Hallo", "du", "</s>"]  # each side has its own vocabulary
    assert not any(token.joined for token in run.source)


def test_a_typed_mark_is_text_where_the_vocabulary_has_none() -> None:
    trace = with_meta(make_trace(source=("<unk>", "du")), source_spelling=("▁Xyl", "du", "</s>"))
    assert texts(tokens_of(trace).source) == ["▁Xyl", "du", "</s>"]


def test_candidates_are_read_like_the_run() -> None:
    run = tokens_of(make_trace(target=("▁play", "ing")))
    assert [run.candidate(token, 0) for token in ("▁go", "ing", "</s>", "<unk>")] == ["go", "·ing", "</s>", "<unk>"]


def test_roles_are_told_by_ids_where_the_run_has_them() -> None:
    trace = make_trace(source=("<b>", "du", "oov"), target=("__en__", "Hi"), padding=1)
    source, produced = trace.source_ids, trace.produced_ids
    assert produced is not None
    known = with_meta(
        trace,
        special_ids={"source": (int(source[3]), int(source[4])), "target": (int(produced[0]), int(produced[-1]))},
        unknown_ids={"source": (int(source[2]),), "target": ()},
    )
    run = tokens_of(known)
    assert [token.role for token in run.source] == ["plain", "plain", "unknown", "special", "padding"]
    assert [token.role for token in run.produced] == ["special", "plain", "special"]
    spelt = tokens_of(trace)
    assert [token.role for token in spelt.source] == ["special", "plain", "plain", "special", "padding"]
    assert [token.role for token in spelt.produced] == ["plain", "plain", "special"]


def test_padding_is_what_the_run_says_it_is() -> None:
    trace = replace(make_trace(source=("a", "b")), padding_mask=np.array([True, False, True]))
    assert [token.role for token in tokens_of(trace).source] == ["plain", "padding", "special"]
    assert TokenSide().role("<pad>", 0) == "padding"
    assert TokenSide().role("pad", 0) == "plain"


def test_a_start_token_is_called_what_it_does() -> None:
    trace = with_meta(make_trace(target=("Hi",)), start_label="start")
    assert [(token.text, token.role) for token in tokens_of(trace).consumed] == [("start", "special"), ("Hi", "plain")]


def test_a_run_may_lack_a_side() -> None:
    nothing: dict[str, Any] = dict.fromkeys(
        ("consumed_ids", "consumed_tokens", "produced_ids", "produced_tokens", "candidate_ids", "candidate_tokens")
    )
    run = tokens_of(replace(make_trace(), **nothing))
    assert (run.consumed, run.produced) == ((), ())


@pytest.mark.parametrize("token", ["<s>", "</s>", "<pad>", "[CLS]", "<2de>", "<unk>"])
def test_special_spellings(token: str) -> None:
    assert is_special(token)
    assert is_unknown(token) == (token == "<unk>")


@pytest.mark.parametrize("token", ["s", "<", "a<b>c", "< s >", "[note]", "<>", "unk"])
def test_ordinary_spellings(token: str) -> None:
    assert not is_special(token)
    assert not is_unknown(token)


def test_a_typed_sentence_is_read_by_its_pieces() -> None:
    tokens, typed = ("Zwei", "ĠHunde", "Ġíķľ", "<unk>"), ("Zwei", "▁Hunde", "▁한", "▁Xy")
    side = typed_side(tokens, None)
    labels = side.labels(typed, tokens, ["plain", "plain", "plain", "unknown"])
    assert labels == ("Zwei", "ĠHunde", "Ġíķľ", "▁Xy")
    shown = side.read_all(labels, ["plain", "plain", "plain", "unknown"])
    assert texts(shown) == ["Zwei", "Hunde", "한", "Xy"]
    assert not any(token.joined for token in shown)
    assert typed_side(("▁Zwei",), None) == TokenSide(pieces=True, unknown=frozenset())


def test_runs_of_the_same_words_share_what_is_read() -> None:
    """Whatever it is read from makes another."""
    trace = make_trace(source=("▁Hal", "lo", "<pad>"), target=("▁Hi", "ya"))
    again = replace(trace, source_tokens=trace.source_tokens.copy())
    assert tokens_of(again) is tokens_of(trace)
    other = replace(trace, padding_mask=np.array([True, True, False, True]))
    assert [token.role for token in tokens_of(other).source] == ["plain", "plain", "padding", "special"]
    for changed in (
        with_meta(trace, special_ids={"source": (0,), "target": ()}),
        with_meta(trace, unknown_ids={"source": (0,), "target": ()}),
        with_meta(trace, word_marks={"source": "", "target": ""}),
        with_meta(trace, start_label="<start>"),
        with_meta(trace, source_spelling=("Hall", "o", "<pad>", "</s>")),
        replace(trace, source_tokens=np.array(["▁Hal", "la", "<pad>", "</s>"])),
        replace(trace, source_ids=trace.source_ids + 1),
        replace(trace, produced_tokens=np.array(["▁Hi", "yo", "</s>"])),
        replace(trace, consumed_tokens=np.array(["<s>", "▁Hi", "yo"])),
    ):
        assert tokens_of(changed) is not tokens_of(trace)
