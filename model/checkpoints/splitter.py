"""A SentencePiece model beside a toolkit's vocabulary: it splits sentences, and the vocabulary gives the ids.

JoeyNMT, OpenNMT-py and fairseq number the pieces themselves, so that the model's own numbers mean nothing to them.
Among several models the one whose name says the side or its language comes first.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from model.checkpoints.hf_tokenizer import SPACE, PieceTokenizer
from model.checkpoints.sentencepiece_model import load_pieces
from model.checkpoints.vocabularies.entries import Vocabulary
from model.checkpoints.vocabularies.name_parts import language_of, side_of
from model.checkpoints.vocabularies.vocabulary_file import PIECES, read_limited
from model.common.problems import Problem

MAX_FILES = 8  #: models that are looked into
MAX_BYTES = 16 * 2**20  #: of one
SHARE = 0.9  #: of the words of a vocabulary that are pieces of its model, at least; the rest was added


def split_by_model(
    vocabulary: Vocabulary, side: str, language: str, unknown: str, special: Collection[str]
) -> PieceTokenizer | None:
    """A tokenizer for whole sentences; None where the words are no pieces of a model beside them."""
    words = {word: index for index, word in enumerate(vocabulary.words)}
    plain = words.keys() - set(special)
    if not any(word.startswith(SPACE) for word in plain):
        return None
    for path in _beside(vocabulary.path.parent, side, language):
        try:
            content = read_limited(path)
            found = load_pieces(content)
        except Problem:
            continue
        listed = {str(found.id_to_piece(index)) for index in range(found.get_piece_size())}
        if len(plain & listed) >= SHARE * len(plain):
            return PieceTokenizer(content, {"<unk>": words[unknown], **words}, special, len(words))
    return None


def _beside(folder: Path, side: str, language: str) -> list[Path]:
    """The models of a folder, the likeliest first, without those that say the other side."""
    try:
        names = sorted(path for path in folder.iterdir() if path.suffix in PIECES and path.is_file())
        fitting = [path for path in names if path.stat().st_size <= MAX_BYTES and side_of(path.name) in ("", side)]
    except OSError:
        return []
    return sorted(fitting, key=lambda path: (not side_of(path.name), language_of(path.name) != language))[:MAX_FILES]
