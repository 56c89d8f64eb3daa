"""Checkpoints for the engine to open: the trained fixture, and one that never stops by itself.

The second has a SentencePiece tokenizer, so that an engine that opens it need not import spaCy.
"""

from __future__ import annotations

import io
from pathlib import Path

import torch
from sentencepiece import SentencePieceTrainer

from model.checkpoints.checkpoint import Checkpoint, Special
from model.checkpoints.formats import headscope
from model.checkpoints.tokenizer import SubwordTokenizer
from model.network.config import StackConfig, TransformerConfig
from model.network.transformer import Transformer
from viz_app.engine.messages import RunSentence

TINY = Path(__file__).resolve().parents[2] / "fixtures" / "tiny"
SENTENCE = "Zwei Hunde spielen im Schnee."
POSITIONS = 30_000
LONG_RUN = 8_000  #: steps that take many seconds on any machine
PADDING, START, END = 1, 2, 3


def write_endless(folder: Path, layers: int = 1, feed_forward: int = 7) -> Path:
    """An untrained network, seeded, whose end token is suppressed: it runs up to the limit of a request."""
    torch.manual_seed(7)
    pieces = tokenizer("Zwei Hunde spielen im Schnee . Two dogs are playing in the snow")
    config = TransformerConfig(
        source_vocabulary=len(pieces),
        target_vocabulary=len(pieces),
        width=6,
        encoder=StackConfig(layers=2, heads=3, head_width=2, feed_forward_width=5),
        decoder=StackConfig(layers=layers, heads=2, head_width=4, feed_forward_width=feed_forward),
        max_length=POSITIONS,
    )
    checkpoint = Checkpoint(
        name="endless",
        path=None,
        sha256="",
        family="Headscope",
        transformer=Transformer(config).eval(),
        source_tokenizer=pieces,
        target_tokenizer=pieces,
        special=Special(PADDING, PADDING, START, ends=(END,), source_suffix=(END,), suppressed=(PADDING, START, END)),
        languages=("de", "en"),
    )
    headscope.write(checkpoint, folder)
    return folder


def tokenizer(words: str) -> SubwordTokenizer:
    """Every word of ``words`` is one piece."""
    model = io.BytesIO()
    SentencePieceTrainer.train(
        sentence_iterator=iter([words]), model_writer=model, model_type="word", vocab_size=4 + len(words.split()),
        pad_id=PADDING, bos_id=START, eos_id=END, unk_id=0, minloglevel=2,
    )  # fmt: skip
    return SubwordTokenizer(model.getvalue())


def long_run(ticket: int) -> RunSentence:
    """For the endless checkpoint: a run that is to be given up."""
    return RunSentence(ticket, SENTENCE, max_length=LONG_RUN, sure=True)


def short_run(ticket: int) -> RunSentence:
    """A run of three steps."""
    return RunSentence(ticket, SENTENCE, max_length=3)
