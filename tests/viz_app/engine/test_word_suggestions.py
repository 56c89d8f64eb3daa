"""Proposals for unknown words, asked of the engine."""

from __future__ import annotations

from typing import Any

from tests.model.sample_checkpoints import make_subword_checkpoint, tiny
from tests.viz_app.engine.parts import there
from viz_app.engine.jobs import Engine
from viz_app.engine.messages import Failed, SuggestWords


def ask(checkpoint: Any, *words: str, sha256: str | None = None) -> Any:
    engine = Engine()
    engine.checkpoint = checkpoint
    known = "" if checkpoint is None else checkpoint.sha256
    return list(engine.run(SuggestWords(4, known if sha256 is None else sha256, words)))[-1]


def test_words_of_the_vocabulary_are_proposed() -> None:
    answer = there(ask(tiny(), "HUNDE", "qqqqq"))
    assert answer.words[0][0].casefold() == "hunde"
    assert answer.words[1] == ()
    assert (answer.vocabulary, answer.whole_words) == (len(tiny().source_tokenizer), True)
    assert all(tiny().source_tokenizer.id(word) is not None for word in answer.words[0])


def test_pieces_are_no_words() -> None:
    answer = ask(make_subword_checkpoint(), "漢")
    assert (answer.words, answer.whole_words) == (((),), False)


def test_another_checkpoint_is_not_asked() -> None:
    assert isinstance(ask(tiny(), "HUNDE", sha256="other"), Failed)
    assert isinstance(ask(None, "HUNDE"), Failed)
