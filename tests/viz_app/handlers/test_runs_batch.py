"""Several sentences, given targets and replaced words on the window's own engine; each can be taken back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from tests.viz_app.running import OTHER, OTHER_TRANSLATION, SENTENCE, TRANSLATION, Running
from viz_app.state.intents import (
    AddPadding,
    AddSentence,
    ForceToken,
    Redo,
    ReplaceWord,
    Select,
    SelectSentence,
    SetTarget,
    Translate,
    Undo,
)

SHORT = "Ein Mann."


def do(window: Running, intent: object) -> None:
    window.controller.handle(intent)  # type: ignore[arg-type]
    window.until("not busy")


def run_of(window: Running) -> Any:
    return window.now.run


def texts(window: Running) -> list[str]:
    return [run.meta.source_text for run in window.now.batch]


def test_lines_run_as_one_batch_and_any_can_be_looked_at(window: Running) -> None:
    window.translate(f"{OTHER}\n{SHORT}\n")
    assert texts(window) == [OTHER, SHORT]
    assert run_of(window) is window.now.batch[0]
    assert run_of(window).meta.translation == OTHER_TRANSLATION
    do(window, Select(kind="cross", layer=1, head=2, query=3, key=4))
    do(window, SelectSentence(1))
    assert run_of(window) is window.now.batch[1]
    chosen = window.now.selection
    assert (chosen.sentence, chosen.layer, chosen.head, chosen.query, chosen.key) == (1, 1, 2, None, None)
    assert chosen.step < run_of(window).steps
    for nowhere in (2, -1, 1):
        do(window, SelectSentence(nowhere))
        assert window.now.selection.sentence == 1
    assert window.now.padding == 0
    window.translate(SENTENCE)
    assert (window.now.batch, window.now.selection.sentence) == ((), 0)
    do(window, Undo())
    assert texts(window) == [OTHER, SHORT]
    assert window.now.selection.sentence == 1
    assert window.now.source_text == f"{OTHER}\n{SHORT}"
    do(window, Undo())
    assert run_of(window).meta.translation == TRANSLATION


def test_forcing_branches_one_sentence_of_a_batch(window: Running) -> None:
    window.translate(f"{OTHER}\n{SHORT}")
    do(window, SelectSentence(1))
    first, second = window.now.batch
    assert second.candidate_ids is not None
    token = int(second.candidate_ids[0, 2])
    do(window, ForceToken(0, token))
    assert window.now.batch[0].produced_ids is first.produced_ids
    assert run_of(window) is window.now.batch[1]
    assert (run_of(window).produced_ids[0], run_of(window).origin[0]) == (token, "forced")
    assert run_of(window).source_length == first.source_length
    do(window, AddPadding(2))
    assert [run.source_length for run in window.now.batch] == [first.source_length + 2] * 2
    assert (window.now.padding, run_of(window).produced_ids[0]) == (2, token)
    do(window, Undo())
    do(window, Undo())
    assert run_of(window) is second
    assert window.now.batch == (first, second)
    do(window, Redo())
    assert run_of(window).produced_ids[0] == token


def test_a_given_target_is_followed_and_a_forced_token_leaves_it(window: Running) -> None:
    do(window, SetTarget("Two children are sleeping.", "given"))
    do(window, Translate())
    run = run_of(window)
    assert run.meta.translation == "Two children are sleeping."
    assert run.meta.stop_reason == "end of the given target"
    assert set(run.origin) == {"teacher"}
    do(window, AddPadding(3))
    assert set(run_of(window).origin) == {"teacher"}
    np.testing.assert_allclose(run_of(window).produced_probability, run.produced_probability, atol=1e-5)
    do(window, Undo())
    token = int(run.candidate_ids[2, 1])
    do(window, ForceToken(2, token))
    branched = run_of(window)
    assert branched.produced_ids[:3].tolist() == [*run.produced_ids[:2].tolist(), token]
    assert branched.origin[:4].tolist() == ["forced", "forced", "forced", "greedy"]
    do(window, Undo())
    assert run_of(window) is run
    do(window, SetTarget(use=""))
    do(window, Translate())
    assert run_of(window).meta.translation == TRANSLATION


def test_padding_of_a_target_cannot_be_forced(window: Running) -> None:
    do(window, SetTarget("Two children are sleeping.\nA man.", "given"))
    window.translate(f"{OTHER}\n{SHORT}")
    do(window, SelectSentence(1))
    run = run_of(window)
    assert run.meta.decoding["given"] == 4 < run.steps
    assert window.now.selection.step == 3, "the last that counts"
    window.controller.handle(ForceToken(4, 5))
    assert window.now.problem is not None
    assert "padding" in window.now.problem.why
    assert run_of(window) is run


def test_a_typed_beginning_is_kept_when_padding_is_added(window: Running) -> None:
    do(window, SetTarget("A dog", "begin"))
    do(window, Translate())
    assert run_of(window).origin[:3].tolist() == ["forced", "forced", "greedy"]
    assert run_of(window).meta.translation.startswith("A dog")
    do(window, AddPadding(2))
    assert run_of(window).meta.translation.startswith("A dog")
    assert window.now.padding == 2


def test_a_target_that_is_missing_says_so_and_leaves_the_picture(window: Running) -> None:
    before = run_of(window)
    window.controller.handle(SetTarget(" ", "given"))
    window.controller.handle(Translate())
    window.until("problem", "not busy")
    assert window.now.problem is not None
    assert window.now.problem.what == "target sentence"
    assert run_of(window) is before


def test_a_shorter_sentence_joins_and_is_shown(window: Running) -> None:
    do(window, AddSentence(SHORT))
    assert texts(window) == [SENTENCE, SHORT]
    assert window.now.selection.sentence == 1
    assert not run_of(window).padding_mask.all()
    assert window.now.source_text == f"{SENTENCE}\n{SHORT}"
    do(window, AddSentence())
    assert len(texts(window)) == 3
    assert all(texts(window))
    do(window, Undo())
    do(window, Undo())
    assert (window.now.batch, window.now.source_text) == ((), SENTENCE)


def test_a_word_is_replaced_in_the_sentence(window: Running) -> None:
    window.translate("Zwei HUNDE spielen im Schnee.")
    assert run_of(window).source_tokens.tolist().count("<unk>") == 1
    position = run_of(window).source_tokens.tolist().index("<unk>")
    do(window, ReplaceWord(position, "Hunde"))
    assert window.now.source_text == SENTENCE
    assert run_of(window).meta.translation == TRANSLATION
    do(window, Undo())
    assert window.now.source_text == "Zwei HUNDE spielen im Schnee."


def test_padding_that_the_block_on_screen_cannot_show_is_told(window: Running) -> None:
    window.translate(SHORT)
    window.state.update(view="masks", selection=replace(window.now.selection, kind="decoder", query=None, key=None))
    do(window, AddPadding(4))
    assert window.now.selection.kind == "encoder"
    assert window.now.message == "Padding is in the source: the encoder’s mask shows it"
