"""Checkpoints for tests: the trained one, and small untrained ones of either tokenizer kind."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import torch

from model.checkpoints.checkpoint import Checkpoint, Special, open_checkpoint
from model.checkpoints.tokenizer import SubwordTokenizer, WordTokenizer
from model.network.config import Dropout, StackConfig, TransformerConfig
from tests.model.networks import make_network, make_weights

FIXTURES = Path(__file__).parents[1] / "fixtures"
TINY = FIXTURES / "tiny"
SPECIALS = ("<unk>", "<pad>", "<sos>", "<eos>")
SPECIAL = Special(source_padding=1, target_padding=1, start=2, ends=(3,), source_suffix=(3,))
PAIRS = [tuple(line.split("\t")) for line in (FIXTURES / "tiny_pairs.tsv").read_text(encoding="utf-8").splitlines()]


@cache
def tiny() -> Checkpoint:
    """The trained one; nobody may change it."""
    return open_checkpoint(TINY)


def make_checkpoint(
    seed: int = 1, words: int = 9, special: Special = SPECIAL, changes: Mapping[str, Any] | None = None
) -> Checkpoint:
    """Random weights over the words a, b, c … (source) and A, B, C … (target)."""
    config = TransformerConfig(
        words,
        words,
        width=8,
        encoder=StackConfig(layers=2, heads=3, head_width=2, feed_forward_width=7),
        decoder=StackConfig(layers=3, heads=2, head_width=5, feed_forward_width=6),
        max_length=16,
        dropout=Dropout(0.1, 0.2, 0.3, 0.4),
    )
    config = replace(config, **(changes or {}))
    letters = [chr(ord("a") + index) for index in range(words - 4)]
    source, target = (
        WordTokenizer([*SPECIALS, *side], language, lowercase=False, unknown="<unk>", special=SPECIALS)
        for side, language in ((letters, "de"), ([letter.upper() for letter in letters], "en"))
    )
    network = make_network(config, make_weights(config, seed), torch.float32)
    return Checkpoint("random", None, "", "Headscope", network, source, target, special, ("de", "en"), {"data": "none"})


@cache
def pieces() -> SubwordTokenizer:
    """A SentencePiece model of the fixtures' sentences."""
    from sentencepiece import SentencePieceTrainer

    model = io.BytesIO()
    SentencePieceTrainer.train(
        sentence_iterator=iter([text for pair in PAIRS for text in pair]), model_writer=model, vocab_size=120,
        unk_id=0, pad_id=1, bos_id=2, eos_id=3, minloglevel=2, num_threads=1, hard_vocab_limit=False,
    )  # fmt: skip
    return SubwordTokenizer(model.getvalue())


def make_subword_checkpoint() -> Checkpoint:
    """Random weights over pieces, with one table for everything."""
    tokenizer = pieces()
    tied = {"share_embeddings": True, "tie_output": True}
    sizes = {"source_vocabulary": len(tokenizer), "target_vocabulary": len(tokenizer)}
    base = make_checkpoint(changes={**tied, **sizes})
    return replace(base, source_tokenizer=tokenizer, target_tokenizer=tokenizer)
