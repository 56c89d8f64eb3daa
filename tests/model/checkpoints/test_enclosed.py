"""Vocabularies and settings in a model's own file: every form opens it as files beside it would, and nothing runs."""

from __future__ import annotations

import argparse
import os
import pathlib
import sys
import types
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
import torch

from model.checkpoints.assumptions import INSIDE
from model.checkpoints.checkpoint import Checkpoint, open_checkpoint
from model.checkpoints.enclosed import settings_in
from model.checkpoints.files.gate import examine
from model.checkpoints.files.tensors import load
from model.common.problems import Problem
from tests.model.checkpoints.formats.nn_transformer_network import RENAMED, make
from tests.model.checkpoints.formats.references import DECODER, ENCODER
from tests.model.checkpoints.formats.samples import all_samples

SPECIAL = ["<unk>", "<pad>", "<sos>", "<eos>"]
SOURCE = [*SPECIAL, *(f"s{index}" for index in range(4, ENCODER.vocabulary))]
TARGET = [*SPECIAL, *(f"t{index}" for index in range(4, DECODER.vocabulary))]
MODULE = "somebodys_code"


def absent(token: str = "") -> int:
    """What torchtext's tables call for a word that they lack."""
    return len(token)


class Vocab:
    """torchtext's first: a list, a table with a default, counts."""

    def __init__(self, words: list[str]) -> None:
        self.freqs = Counter(words)
        self.itos = words
        self.stoi = defaultdict(absent, ids(words))
        self.vectors = None


class Compiled:
    """torchtext's later one: its state is a tuple from C++."""

    def __init__(self, words: list[str]) -> None:
        self.words = words

    def __getstate__(self) -> tuple[Any, ...]:
        return "0.0.2", [0], self.words, []

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        raise AssertionError("it was built")


class Field:
    """torchtext's Field around a vocabulary."""

    def __init__(self, words: list[str]) -> None:
        self.init_token, self.lower, self.vocab = "<sos>", True, Vocab(words)


class Vocabulary:
    """Somebody's own."""

    def __init__(self, words: list[str]) -> None:
        self.size, self.token_to_id, self.id_to_token = len(words), ids(words), dict(enumerate(words))


class AttributeDict(dict[str, Any]):
    """Lightning's hyper-parameters."""


class Config:
    """A dataclass, as its instances are stored."""

    def __init__(self, **values: Any) -> None:
        self.__dict__.update(values)


class Trap:
    """What nobody may run."""

    def __reduce__(self) -> tuple[Any, ...]:
        return os.mkdir, ("canary",)


CLASSES = (Vocab, Compiled, Field, Vocabulary, AttributeDict, Config)


def ids(words: list[str]) -> dict[str, int]:
    return {word: index for index, word in enumerate(words)}


@pytest.fixture(autouse=True)
def nobody_imports(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Everything here lies in a module that exists while a file is written."""
    for one in (*CLASSES, absent):
        monkeypatch.setattr(one, "__module__", MODULE)
    yield
    assert MODULE not in sys.modules


def write(path: Path, content: dict[str, Any], state: dict[str, torch.Tensor], **options: Any) -> Path:
    module = ModuleType(MODULE)
    vars(module).update({one.__name__: one for one in (*CLASSES, absent)})
    sys.modules[MODULE] = module
    try:
        torch.save({"epoch": 3, "model_state_dict": state, **content}, path, **options)
    finally:
        del sys.modules[MODULE]
    return path


@cache
def _tut6() -> dict[str, torch.Tensor]:
    with TemporaryDirectory() as folder:
        return dict(torch.load(all_samples()["tut6"].write(Path(folder))))


def tut6() -> dict[str, torch.Tensor]:
    """Weights of the sample, made once; whoever asks may change them."""
    return {name: value.clone() for name, value in _tut6().items()}


FORMS: dict[str, Callable[[list[str]], Any]] = {
    "list": list, "word to id": ids, "id to word": lambda words: dict(enumerate(words)), "torchtext": Vocab,
    "compiled": Compiled, "field": Field, "somebody's own": Vocabulary,
    "attributes": lambda words: SimpleNamespace(itos=words), "ordered": lambda words: Counter(ids(words)),
}  # fmt: skip
PLACES: dict[str, Callable[[Any, Any], dict[str, Any]]] = {
    "src_vocab": lambda source, target: {"src_vocab": source, "tgt_vocab": target},
    "vocab_src": lambda source, target: {"vocab_trg": target, "vocab_src": source},
    "SRC": lambda source, target: {"SRC": source, "TRG": target},
    "src_itos": lambda source, target: {"src_itos": source, "trg_itos": target},
    "vocab": lambda source, target: {"vocab": {"src": source, "tgt": target}},
    "vocabs": lambda source, target: {"vocabs": {"de": source, "en": target}},
    "lang": lambda source, target: {"input_lang": source, "output_lang": target},
    "apart": lambda source, target: {"words": source, "more": target},  # by their sizes
}


@pytest.mark.parametrize(
    ("form", "place"),  # each form at two of the eight places, each place with two or three of the nine forms
    [(form, place) for i, form in enumerate(FORMS) for j, place in enumerate(PLACES) if (i + j) % 4 == 0],
)
def test_vocabularies_of_every_form_at_every_place(form: str, place: str, tmp_path: Path) -> None:
    content = PLACES[place](FORMS[form](SOURCE), FORMS[form](TARGET))
    path = write(tmp_path / "model.pt", content, tut6())
    check(open_checkpoint(path), path)
    if (list(FORMS).index(form) + list(PLACES).index(place)) % 8 == 0:  # each form and each place
        path = write(tmp_path / "old.pt", content, load(examine(path)), _use_new_zipfile_serialization=False)
        check(open_checkpoint(path), path)


def check(checkpoint: Checkpoint, path: Path) -> None:
    tokenizers = (checkpoint.source_tokenizer, checkpoint.target_tokenizer)
    for tokenizer, words in zip(tokenizers, (SOURCE, TARGET), strict=True):
        assert [tokenizer.token(index) for index in range(len(tokenizer))] == words
    told = {one.name: one for one in checkpoint.assumptions}
    for name in ("source_vocabulary", "target_vocabulary"):
        assert (told[name].value, told[name].origin, told[name].certain) == (str(path), INSIDE, True)
    assert checkpoint.source("s7 unheard").tokens == ("<sos>", "s7", "<unk>", "<eos>")
    assert not checkpoint.warnings


def test_an_answer_and_a_file_given_along_outweigh_it(tmp_path: Path) -> None:
    path = write(tmp_path / "model.pt", {"src_vocab": SOURCE, "trg_vocab": TARGET}, tut6())
    mine = tmp_path / "mine.txt"
    mine.write_text("\n".join([*SPECIAL, *(f"m{index}" for index in range(4, len(SOURCE)))]), encoding="utf-8")
    for answers in ({"source_vocabulary": str(mine)}, {"companions": [str(mine)]}):
        opened = open_checkpoint(path, answers)
        assert (opened.source_tokenizer.token(7), opened.target_tokenizer.token(7)) == ("m7", "t7")
    assert open_checkpoint(path, {"source_vocabulary": str(path)}).source_tokenizer.token(7) == "s7"
    assert open_checkpoint(path, {"source_vocabulary": ""}).source_tokenizer.kind == "ids"


def test_one_that_does_not_fit_is_told_and_the_file_opens(tmp_path: Path) -> None:
    without = [f"w{index}" for index in range(len(TARGET))]
    content = {"src_vocab": SOURCE[:-1], "trg_vocab": without, "classes": ["a", "b", "c"]}
    opened = open_checkpoint(write(tmp_path / "model.pt", content, tut6()))
    assert opened.source_tokenizer.kind == opened.target_tokenizer.kind == "ids"
    assert opened.warnings == (
        f"src_vocab in the file is not used: it has {len(SOURCE) - 1} entries and the network "
        f"{len(SOURCE)} and {len(TARGET)}",
        "trg_vocab in the file is not used: it has no entry for the unknown token, such as <unk>",
    )


KEYS = ("config", "args", "hparams", "hyper_parameters", "model_args", "cfg", "opt", "")
KINDS = (dict, argparse.Namespace, SimpleNamespace, Config, AttributeDict)


@pytest.mark.parametrize(
    ("key", "make"),  # where they stand and what they are: each key twice, each kind three times or more
    [(key, KINDS[(i + shift) % len(KINDS)]) for i, key in enumerate(KEYS) for shift in (0, 2)],
)
def test_settings_of_every_kind(key: str, make: Any, tmp_path: Path) -> None:
    values = {"n_heads": 6, "hid_dim": 24, "dropout": 0.25, "pad_idx": 3, "lr": 1e-4, "data": pathlib.Path("/data/de")}
    content = {key: make(**values)} if key else values
    opened = open_checkpoint(write(tmp_path / "model.pt", content, tut6()))
    told = {one.name: one for one in opened.assumptions}
    assert opened.transformer.config.encoder.heads == opened.transformer.config.decoder.heads == 6
    assert set(vars(opened.transformer.config.dropout).values()) == {0.25}
    assert opened.special.source_padding == opened.special.target_padding == 3
    for name, value in (("heads", 6), ("dropout", 0.25), ("padding_id", 3)):
        assert (told[name].value, told[name].origin, told[name].certain) == (value, INSIDE, True)


def test_settings_tell_the_order_of_norms_and_more(tmp_path: Path) -> None:
    reference = make(design=RENAMED)
    settings = {
        "model": {"encoder": {"num_heads": 3}, "decoder": {"num_heads": 3}, "norm_first": True, "activation": "gelu"},
        "transformer": {"scale_embedding": False, "d_model": 12},
    }
    path = write(tmp_path / "model.pt", {"hyper_parameters": settings}, dict(reference.state_dict()))
    told = {one.name: one for one in open_checkpoint(path).assumptions}
    wanted = {"heads": 3, "norm_order": "pre", "activation": "gelu", "scale_embeddings": False}
    assert {name: told[name].value for name in wanted} == wanted
    assert {told[name].origin for name in wanted} == {INSIDE}
    assert all(told[name].certain for name in wanted)
    assert open_checkpoint(path, {"norm_order": "post"}).transformer.config.norm_order == "post"


@pytest.mark.parametrize(
    ("content", "wanted"),
    [
        ({"config": {"n_heads": 4, "model": {"nhead": 8}}}, {}),  # it says two things
        ({"config": {"n_heads": 4, "d_model": 999}}, {}),  # of another network
        ({"config": {"n_heads": "many", "dropout": 3, "pad_idx": -1, "norm_first": "perhaps", "max_len": 0}}, {}),
        ({"optimizer": {"n_heads": 4}, "history": {"heads": 4}}, {}),
        ({"config": {"encoder": {"heads": 4}, "decoder": {"heads": 2}}}, {"heads": 4, "decoder_heads": 2}),
        ({"config": {"post_norm": True, "activation": "torch.nn.functional.gelu"}},
         {"norm_order": "post", "activation": "gelu"}),
        ({"config": {f"word{index}": index for index in range(300)} | {"heads": 8}}, {}),
        ({"config": {"pre_norm": False, "max_len": 77, "bos_id": 1, "eos_id": 2, "unk_id": 0, "src_lang": "ko"}},
         {"norm_order": "post", "max_length": 77, "start_id": 1, "end_id": 2, "unknown_id": 0,
          "source_language": "ko"}),
        ({"config": {"src_pad_idx": 1, "trg_pad_idx": 2}}, {}),
    ],
    ids=lambda value: str(value)[:60],
)  # fmt: skip
def test_what_settings_say(content: dict[str, Any], wanted: dict[str, Any], tmp_path: Path) -> None:
    assert settings_in(examine(write(tmp_path / "model.pt", content, {"a.b": torch.zeros(24, 24)}))) == wanted


def test_an_id_that_settings_tell_spells_the_role_of_a_vocabulary(tmp_path: Path) -> None:
    """Where its own spelling says nothing; where it does, that decides."""
    own = ["NOTHING", "FILL", "GO", "STOP"]
    content: dict[str, Any] = {"src_vocab": [*own, *SOURCE[4:]], "trg_vocab": [*own, *TARGET[4:]]}
    settings = {"unk_idx": 0, "pad_idx": 1, "sos_idx": 2, "eos_idx": 3}
    opened = open_checkpoint(write(tmp_path / "a.pt", content | {"config": settings}, tut6()))
    assert opened.source("s5 s6").tokens == ("GO", "s5", "s6", "STOP")
    assert opened.source_tokenizer.unknown_id == 0
    content |= {"src_vocab": SOURCE, "trg_vocab": TARGET, "config": {"pad_idx": 3}}
    opened = open_checkpoint(write(tmp_path / "b.pt", content, tut6()))
    assert opened.special.source_padding == 1
    assert "padding_id" not in {one.name for one in opened.assumptions}


@pytest.mark.parametrize(
    "content",
    [{"src_vocab": Trap()}, {"config": {"heads": Trap()}}, {"vocab": [Trap(), SOURCE]}],
    ids=["vocabulary", "setting", "inside"],
)
def test_nothing_runs(content: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = write(tmp_path / "model.pt", content, {"a.b": torch.ones(2)})
    with pytest.raises(Problem, match=f"it refers to {os.mkdir.__module__}.mkdir, which is neither weights"):
        open_checkpoint(path)
    assert [one.name for one in tmp_path.iterdir()] == ["model.pt"]


def test_a_class_of_the_same_name_is_not_looked_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where a module of that name can be imported, and its class would do something."""
    path = write(tmp_path / "model.pt", {"src_vocab": Vocab(SOURCE), "x": Compiled(SOURCE)}, tut6())
    trap = types.ModuleType(MODULE)
    monkeypatch.setitem(sys.modules, MODULE, trap)  # without a single name in it
    assert open_checkpoint(path).source_tokenizer.token(5) == "s5"
    monkeypatch.delitem(sys.modules, MODULE)
