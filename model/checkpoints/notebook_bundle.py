"""The file of our notebook cell: vocabularies, special tokens and hyper-parameters beside the weights. No torch.

The cells themselves are in ``assets/cells``, one per tutorial. They write a dictionary of plain
values, so that it passes the gate like any other file.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from model.checkpoints.assumptions import Answers
from model.checkpoints.companions import SIDES, Companions
from model.checkpoints.files.model_file import ModelFile
from model.checkpoints.tokenizer import SubwordTokenizer
from model.checkpoints.vocabularies.entries import Vocabulary, WordEntry, in_order
from model.common.problems import Problem
from model.common.text import Text

FORMAT, VERSION = "headscope-cell", 1
#: What it may say, by the names of answers, and of which type.
SAID: Mapping[str, type] = {
    "heads": int, "lowercase": bool, "max_length": int, "era": str, "source_language": str, "target_language": str,
    "scale_embeddings": bool, "norm_order": str, "activation": str, "padding_masks": str, "position_rows": str,
}  # fmt: skip
ROLES = ("unknown", "padding", "start", "end")
AGAIN = Text("Run the cell again as it was copied")


@dataclass(frozen=True)
class NotebookBundle:
    """The parts of a file that our cell wrote, each checked."""

    answers: Mapping[str, Any]
    words: Mapping[str, tuple[str, ...]]  #: by side
    pieces: Mapping[str, bytes]  #: by side: a SentencePiece model
    special: Mapping[str, str]  #: role → how it is spelled


def read_cell(file: ModelFile) -> NotebookBundle | None:
    """None for a file that no cell of ours wrote. Raises :class:`Problem` for one that was changed."""
    extras = file.extras
    if extras.get("format") != FORMAT:
        return None
    if extras.get("version") != VERSION:
        raise Problem(str(file.path), Text("its cell is of a newer Headscope"), Text("Update Headscope"))
    for name, kind in SAID.items():
        if name in extras and type(extras[name]) is not kind:
            raise _wrong(file, name)
    special = extras.get("special", {})
    if not isinstance(special, Mapping) or not all(isinstance(special.get(role, ""), str) for role in ROLES):
        raise _wrong(file, "special")
    return NotebookBundle(
        {name: extras[name] for name in SAID if name in extras},
        {side: _words(file, f"{side}_vocabulary") for side in SIDES if f"{side}_vocabulary" in extras},
        {side: _pieces(file, f"{side}_pieces") for side in SIDES if f"{side}_pieces" in extras},
        {role: special[role] for role in ROLES if role in special},
    )


def companions_in(
    file: ModelFile, cell: NotebookBundle | None, sizes: Mapping[str, int], answers: Answers
) -> Companions | None:
    """The vocabularies that the cell saved; None without a cell, and where an answer names another vocabulary.

    Raises :class:`Problem` where one does not fit the network.
    """
    others = (answers.values.get(f"{side}_vocabulary") for side in SIDES)
    if cell is None or not (cell.words or cell.pieces) or any(other not in (None, str(file.path)) for other in others):
        return None
    counts = {side: len(words) for side, words in cell.words.items()}
    counts |= {side: len(SubwordTokenizer(content)) for side, content in cell.pieces.items()}
    for side, count in counts.items():
        if count != sizes[side]:
            why = Text("its %1 vocabulary has %2 entries and the network %3", side, f"{count:,}", f"{sizes[side]:,}")
            raise Problem(str(file.path), why, Text("Name the vocabularies of this model in the cell and run it again"))
    vocabularies = {side: Vocabulary(words, file.path, side) for side, words in cell.words.items()}
    return replace(Companions(vocabularies), contents=cell.pieces)


def spelled(cell: NotebookBundle | None, usual: Any) -> dict[str, Any]:
    """The cell's spelling of the special tokens with the ids of ``usual``, as fields of a family's words."""
    return {} if cell is None else {role: (text, getattr(usual, role)[1]) for role, text in cell.special.items()}


def _words(file: ModelFile, name: str) -> tuple[str, ...]:
    listed = file.extras[name]
    if not isinstance(listed, list | tuple) or not all(isinstance(word, str) for word in listed):
        raise _wrong(file, name)
    return in_order([WordEntry(word, f"entry {number} of {name}") for number, word in enumerate(listed)], file.path)


def _pieces(file: ModelFile, name: str) -> bytes:
    try:
        return base64.b64decode(file.extras[name], validate=True)
    except (TypeError, ValueError, binascii.Error) as error:
        raise _wrong(file, name) from error


def _wrong(file: ModelFile, name: str) -> Problem:
    return Problem(str(file.path), Text("its entry %1 is not what our cell writes", repr(name)), AGAIN, offer="cell")
