"""The roles of tensors in a class around ``nn.Transformer``: told by shapes first, by names second.

The two stacks are PyTorch's own and have fixed names. Embeddings, position tables and vocabulary head
are the user's, under any name. Names and shapes only. Shared by the formats.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from model.checkpoints.assumptions import Answers, Assumption, assume
from model.checkpoints.files.model_file import ModelFile
from model.common.problems import Problem
from model.common.text import Text

SELF, CROSS = ".layers.0.self_attn.in_proj_weight", ".layers.0.multihead_attn.in_proj_weight"
#: Words of a name that say its side; the first line counts more than the second.
SIDES = (
    ({"src", "source"}, {"tgt", "trg", "target"}),
    ({"enc", "encoder", "input", "in"}, {"dec", "decoder", "output", "out"}),
)
#: What people call the vocabulary head; one with a bias is known by that.
HEADS = {
    "classifier", "fc", "fc_out", "final", "final_layer", "final_linear", "generator", "head", "linear", "lm_head",
    "out", "output", "output_layer", "output_projection", "proj", "projection", "to_vocab",
}  # fmt: skip
POSITION = re.compile(r"(^|[._])(pos|position\w*|pe|wpe)([._]|$)")


@dataclass(frozen=True)
class TensorPlaces:
    """The modules of one file, by role."""

    encoder: str = "transformer.encoder"
    decoder: str = "transformer.decoder"
    source: str = "src_tok_emb.embedding"
    target: str = "tgt_tok_emb.embedding"  #: the same as ``source`` where there is one table
    head: str = "generator"
    positions: tuple[str, ...] = ("positional_encoding.pos_embedding",)  #: tensors: one for both sides, two, or none
    ignored: tuple[str, ...] = ()  #: masks kept as buffers
    assumptions: tuple[Assumption, ...] = ()


def stacks(file: ModelFile) -> tuple[str, str] | None:
    """The names of encoder and decoder, as PyTorch's modules; None where they are not both there, once."""
    decoders = [name.removesuffix(CROSS) for name in file.tensors if name.endswith(CROSS)]
    owners = [name.removesuffix(SELF) for name in file.tensors if name.endswith(SELF)]
    encoders = [name for name in owners if name not in decoders]
    return (encoders[0], decoders[0]) if len(encoders) == len(decoders) == 1 else None


def locate(file: ModelFile, width: int, family: str, answers: Answers) -> TensorPlaces:
    """Every role's place. Raises :class:`Problem` where a role cannot be told."""
    found = stacks(file)
    if found is None:
        raise Problem(str(file.path), Text("it is not like %1", family), Text("Compare your code with that family's"))
    encoder, decoder = found
    outer = [name for name in file.tensors if not name.startswith((f"{encoder}.", f"{decoder}."))]
    masks = tuple(name for name in outer if "mask" in name.lower())
    positions = [name for name in outer if name not in masks and _is_position(file, name, width)]
    tables = [
        name.removesuffix(".weight")
        for name in outer
        if name.endswith(".weight") and name not in positions and file.shape(name)[1:] == (width,)
    ]
    if not tables:
        why = Text("it holds an nn.Transformer alone, without token tables and vocabulary head")
        raise Problem(str(file.path), why, Text("Save the state_dict of your whole model"))
    head = _head(file, tables, family)
    tokens = [name for name in tables if name != head]
    if not 1 <= len(tokens) <= 2 or len(positions) > 2:
        listed = ", ".join((*tokens, *positions)[:6]) or "none"
        why = Text("it is like %1, but its token and position tables cannot be told apart (%2)", family, listed)
        raise Problem(
            str(file.path), why, Text("Call them src_…, tgt_… and pos_… as the tutorial does, and save it again")
        )
    for names in (tokens, positions):
        if len(names) == 1 and _side(names[0], SIDES[:1]) is not None:
            why = Text("it is like %1, but it lacks %2", family, Text("the other side's table beside %1", names[0]))
            raise Problem(str(file.path), why, Text("Save the state_dict of your whole model"))
    sides, told = _by_side(tokens, "source_embedding", Text("Which matrix holds the source's tokens?"), answers)
    places, more = _by_side(positions, "source_positions", Text("Which matrix holds the source's positions?"), answers)
    return TensorPlaces(encoder, decoder, sides[0], sides[-1], head, places, masks, told + more)


def _is_position(file: ModelFile, name: str, width: int) -> bool:
    """[N,1,M] or [1,N,M], or [N,M] under a name that says so."""
    shape = file.shape(name)
    if shape[-1:] != (width,):
        return False
    return (len(shape) == 3 and 1 in shape[:2]) or (len(shape) == 2 and POSITION.search(name.lower()) is not None)


def _head(file: ModelFile, tables: list[str], family: str) -> str:
    """The table with a bias; without one, the table of a known name, or the one of three that has no side."""
    biased = [name for name in tables if file.shape(f"{name}.bias") == file.shape(f"{name}.weight")[:1]]
    named = [name for name in tables if name.rpartition(".")[2].lower() in HEADS]
    sideless = [name for name in tables if _side(name) is None] if len(tables) == 3 else []
    for candidates in (biased, named, sideless):
        if len(candidates) == 1:
            return candidates[0]
    listed = ", ".join(tables[:6])
    why = Text("it is like %1, but which of its tables is the vocabulary head cannot be told (%2)", family, listed)
    raise Problem(str(file.path), why, Text("Call it generator as the tutorial does, and save it again"))


def _by_side(
    names: list[str], name: str, question: str, answers: Answers
) -> tuple[tuple[str, ...], tuple[Assumption, ...]]:
    """Source first. Two whose names tell nothing are taken in the file's order, which is an assumption."""
    if len(names) < 2:
        return tuple(names), ()
    first, second = names
    if _side(first) != _side(second):
        turned = _side(first) == 1 or _side(second) == 0
        return ((second, first) if turned else (first, second)), ()
    chosen = assume(answers, name, question, first, (first, second), certain=False)
    return (chosen.value, second if chosen.value == first else first), (chosen,)


def _side(name: str, spelled: tuple[tuple[set[str], set[str]], ...] = SIDES) -> int | None:
    """0 for the source's, 1 for the target's, None where the name does not say."""
    words = {word.lower() for word in re.split(r"[._]|(?<=[a-z])(?=[A-Z])", name)}
    for pair in spelled:
        found = [side for side, spellings in enumerate(pair) if words & spellings]
        if len(found) == 1:
            return found[0]
    return None
