"""Roles in somebody's class around nn.Transformer: told where they can be, asked or refused where they cannot."""

from __future__ import annotations

from pathlib import Path

import pytest

from model.checkpoints.assumptions import Answers
from model.checkpoints.files.model_file import ModelFile, TensorInfo
from model.checkpoints.formats.shared.nn_tensors import CROSS, SELF, TensorPlaces, locate, stacks
from model.common.problems import Problem

WIDTH = 4
STACKS = {f"transformer.encoder{SELF}": (12, 4), f"transformer.decoder{SELF}": (12, 4),
          f"transformer.decoder{CROSS}": (12, 4)}  # fmt: skip


def file(**shapes: tuple[int, ...]) -> ModelFile:
    """Both stacks and these tensors; two underscores are a dot."""
    named = STACKS | {name.replace("__", "."): shape for name, shape in shapes.items()}
    tensors = {name: TensorInfo(shape, "float32") for name, shape in named.items()}
    return ModelFile(Path("model.pt"), "torch", (Path("model.pt"),), tensors, {})


def roles(**shapes: tuple[int, ...]) -> TensorPlaces:
    return locate(file(**shapes), WIDTH, "nn.Transformer", Answers())


HEAD: dict[str, tuple[int, ...]] = {"generator__weight": (9, 4), "generator__bias": (9,)}


def test_the_tutorials_names() -> None:
    found = roles(
        src_tok_emb__embedding__weight=(7, 4), tgt_tok_emb__embedding__weight=(9, 4),
        positional_encoding__pos_embedding=(20, 1, 4), **HEAD,
    )  # fmt: skip
    assert found == TensorPlaces()


@pytest.mark.parametrize(
    ("first", "second", "turned"),
    [
        ("src_embedding", "tgt_embedding", False),
        ("trg_word_embedding", "src_word_embedding", True),
        ("encoder_embedding", "decoder_embedding", False),
        ("embedding", "src_embed", True),
        ("embedding_de", "target", False),
        ("output_embedding", "input_embedding", True),
        ("decoder__embed_src", "decoder__embed_tgt", False),
        ("tgtEmbedding", "srcEmbedding", True),
    ],
)
def test_sides_by_their_words(first: str, second: str, turned: bool) -> None:
    found = roles(**{f"{first}__weight": (9, 4), f"{second}__weight": (9, 4)}, **HEAD)
    names = [name.replace("__", ".") for name in (first, second)]
    assert [found.source, found.target] == (names[::-1] if turned else names)
    assert found.assumptions == ()


def test_names_without_a_side_are_asked_about() -> None:
    tables = {"emb_a__weight": (9, 4), "emb_b__weight": (9, 4)}
    found = roles(**tables, **HEAD)
    assert (found.source, found.target) == ("emb_a", "emb_b")
    assert [(one.name, one.value, one.certain) for one in found.assumptions] == [("source_embedding", "emb_a", False)]
    answered = locate(file(**tables, **HEAD), WIDTH, "nn.Transformer", Answers({"source_embedding": "emb_b"}))
    assert (answered.source, answered.target) == ("emb_b", "emb_a")


@pytest.mark.parametrize(
    ("shapes", "head"),
    [
        (
            {"src__weight": (9, 4), "tgt__weight": (9, 4), "anything__weight": (9, 4), "anything__bias": (9,)},
            "anything",
        ),
        ({"src__weight": (9, 4), "tgt__weight": (9, 4), "fc_out__weight": (9, 4)}, "fc_out"),
        ({"src__weight": (9, 4), "tgt__weight": (9, 4), "words__weight": (9, 4)}, "words"),
        ({"embedding__weight": (9, 4), "decoder__linear__weight": (9, 4)}, "decoder.linear"),
    ],
    ids=["a bias", "a name", "the third", "one table"],
)
def test_the_vocabulary_head(shapes: dict[str, tuple[int, ...]], head: str) -> None:
    assert roles(**shapes).head == head


@pytest.mark.parametrize(
    ("name", "shape", "found"),
    [
        ("pos_encoder__pe", (20, 1, 4), True),
        ("anything", (1, 20, 4), True),
        ("pe", (20, 4), True),
        ("positionalEncoding__table", (20, 4), True),
        ("position_embedding__weight", (20, 4), True),
        ("mask", (4, 4), False),
    ],
)
def test_positions(name: str, shape: tuple[int, ...], found: bool) -> None:
    places = roles(**{name: shape}, embedding__weight=(9, 4), **HEAD)
    assert places.positions == ((name.replace("__", "."),) if found else ())
    assert places.ignored == (() if found else ("mask",))


def test_what_cannot_be_told_is_refused() -> None:
    with pytest.raises(Problem, match=r"it holds an nn\.Transformer alone, without token tables"):
        roles()
    with pytest.raises(Problem, match=r"which of its tables is the vocabulary head cannot be told \(words\)"):
        roles(words__weight=(9, 4))
    with pytest.raises(Problem, match=r"cannot be told apart \(none\)"):
        roles(**HEAD)
    with pytest.raises(Problem, match=r"cannot be told apart \(a, b, c\)"):
        roles(a__weight=(9, 4), b__weight=(9, 4), c__weight=(9, 4), **HEAD)


@pytest.mark.parametrize(
    "lonely",
    [{"src_embedding__weight": (9, 4)}, {"embedding__weight": (9, 4), "trg_position__weight": (9, 4)}],
    ids=["tokens", "positions"],
)
def test_one_sides_table_does_not_serve_the_other(lonely: dict[str, tuple[int, ...]]) -> None:
    with pytest.raises(Problem, match="it lacks the other side's table beside"):
        roles(**lonely, **HEAD)


def test_stacks() -> None:
    assert stacks(file()) == ("transformer.encoder", "transformer.decoder")
    assert stacks(file(**{f"other{SELF}".replace(".", "__"): (12, 4)})) is None
    with pytest.raises(Problem, match=r"it is not like nn\.Transformer"):
        locate(file(**{f"other{SELF}".replace(".", "__"): (12, 4)}), WIDTH, "nn.Transformer", Answers())
