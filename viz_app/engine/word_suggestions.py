"""Words of the open vocabulary in place of those that it does not have. No torch, no Qt of its own."""

from __future__ import annotations

from collections.abc import Generator

from model.checkpoints.checkpoint import Checkpoint
from model.checkpoints.tokenizer import WordTokenizer
from model.checkpoints.vocabularies.nearest_entries import nearest_words
from model.common.problems import Problem
from model.common.text import Text
from viz_app.engine.messages import SuggestWords, WordsSuggested

COUNT = 6  #: proposals for each word


def suggest_words(request: SuggestWords, checkpoint: Checkpoint | None) -> Generator[WordsSuggested, None, None]:
    """For each word those that are spelled like it; none where tokens are pieces of words. Raises :class:`Problem`."""
    if checkpoint is None or checkpoint.sha256 != request.sha256:
        raise Problem(
            Text("this run"), Text("the checkpoint that recorded it is not open"), Text("Open that checkpoint")
        )
    tokenizer = checkpoint.source_tokenizer
    words = isinstance(tokenizer, WordTokenizer)
    found = tuple(
        nearest_words(word, tokenizer.words, COUNT) if isinstance(tokenizer, WordTokenizer) else ()
        for word in request.words
    )
    yield WordsSuggested(request.ticket, found, len(tokenizer), words)
