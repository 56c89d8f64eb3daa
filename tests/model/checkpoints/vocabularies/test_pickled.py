"""Pickles of torchtext's classes, made here from stand-ins of the same names; a canary shows that none runs."""

from __future__ import annotations

import io
import os
import pickle
import sys
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest
import torch

from model.checkpoints.vocabularies import pickled
from model.checkpoints.vocabularies.entries import in_order
from model.checkpoints.vocabularies.pickled import sides_of
from model.common.problems import Problem

SOURCE = ["<unk>", "<pad>", "<sos>", "<eos>", "zwei", "Hund"]
TARGET = ["<unk>", "<pad>", "<sos>", "<eos>", "two"]
PATH = Path("vocab.pt")


class Vocab:
    """torchtext 0.8's: attributes, with a table that is made again when it is read."""

    def __init__(self, words: list[str]) -> None:
        self.freqs = Counter(words)
        self.itos = words
        self.stoi = defaultdict(int, {word: index for index, word in enumerate(words)})
        self.vectors = None


class Field:
    """What a tutorial pickles: a vocabulary among settings."""

    def __init__(self, words: list[str]) -> None:
        self.sequential, self.init_token, self.lower = True, "<sos>", True
        self.vocab = Vocab(words)


class Compiled:
    """torchtext 0.9 to 0.18: its state is a tuple from C++."""

    def __init__(self, words: list[str]) -> None:
        self.words = words

    def __getstate__(self) -> tuple[Any, ...]:
        return "0.0.2", [0], self.words, []

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        raise AssertionError("it was built")


class Module:
    """torchtext 0.12's Python side: a module that holds the compiled one."""

    def __init__(self, words: list[str]) -> None:
        self._modules = OrderedDict(vocab=Compiled(words))
        self.training = False


class Example:
    """One sentence pair of jadore's pickle."""

    def __init__(self, src: list[str], trg: list[str]) -> None:
        self.src, self.trg = src, trg


class Payload:
    """What nobody may run."""

    def __reduce__(self) -> tuple[Any, ...]:
        return os.mkdir, ("canary",)


@pytest.fixture(autouse=True)
def gone_afterwards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The classes are importable only while a test writes; the canary would be seen."""
    module = ModuleType("torchtext_stand_in")
    for kind in (Vocab, Field, Compiled, Module, Example):
        monkeypatch.setattr(kind, "__module__", module.__name__)
        setattr(module, kind.__name__, kind)
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.chdir(tmp_path)
    yield
    assert list(tmp_path.iterdir()) == []


def read(data: bytes) -> dict[str, tuple[str, ...]]:
    sys.modules.pop("torchtext_stand_in")  # whoever imports it now fails
    return {side: in_order(entries, PATH) for side, entries in sides_of(data, PATH).items()}


def saved(value: Any, *, zipped: bool = True) -> bytes:
    """What ``torch.save`` writes."""
    data = io.BytesIO()
    torch.save(value, data, _use_new_zipfile_serialization=zipped)
    return data.getvalue()


@pytest.mark.parametrize("protocol", range(2, 6))
@pytest.mark.parametrize(
    "make", [Vocab, Field, Compiled, Module, list, lambda words: {word: i for i, word in enumerate(words)}]
)
def test_one_vocabulary(make: Any, protocol: int) -> None:
    assert read(pickle.dumps(make(SOURCE), protocol)) == {"": tuple(SOURCE)}


def test_an_old_compiled_one_has_its_unknown_token_twice() -> None:
    assert read(pickle.dumps(Compiled([*SOURCE, "<unk>"]))) == {"": tuple(SOURCE)}


@pytest.mark.parametrize("zipped", [True, False])
@pytest.mark.parametrize("make", [Module, Vocab])
def test_the_annotated_transformers_pair(make: Any, zipped: bool) -> None:
    data = saved((make(SOURCE), make(TARGET)), zipped=zipped)
    assert read(data) == {"source": tuple(SOURCE), "target": tuple(TARGET)}


def test_the_pickle_of_jadore() -> None:
    examples = [Example(["zwei", "Hund"], ["two"]), Example(["Hund"], ["two", "two"])]
    value = {"settings": {"src": "de"}, "vocab": {"src": Field(SOURCE), "trg": Field(TARGET)}, "train": examples}
    assert read(pickle.dumps(value)) == {"source": tuple(SOURCE), "target": tuple(TARGET)}


def test_nothing_runs() -> None:
    data = pickle.dumps({"src": Vocab(SOURCE), "trg": Vocab(TARGET), "more": Payload()})
    assert read(data) == {"source": tuple(SOURCE), "target": tuple(TARGET)}
    with pytest.raises(Problem):
        in_order(sides_of(pickle.dumps(Payload()), PATH).get("", []), PATH)


def test_what_holds_none() -> None:
    assert read(saved({"weight": torch.ones(2)})) == {}


def test_itself_inside_itself() -> None:
    value: dict[str, Any] = {"a": SOURCE}
    value["b"] = value
    assert read(pickle.dumps(value)) == {"": tuple(SOURCE)}


def test_damage_is_said_at_every_length() -> None:
    for data in (pickle.dumps(Vocab(SOURCE)), saved(Vocab(SOURCE))):
        for length in range(2, len(data), 7):
            with pytest.raises(Problem):
                sides_of(data[:length], PATH)


def test_mutations_end_in_a_problem_or_a_vocabulary() -> None:
    random = Random(7)
    originals = [pickle.dumps(Module(SOURCE)), saved((Vocab(SOURCE), Vocab(TARGET)))]
    for number in range(3000):
        data = bytearray(originals[number % 2])
        for _ in range(1 + number % 3):
            data[random.randrange(2, len(data))] = random.randrange(256)
        with suppress(Problem):  # and nothing else
            for entries in sides_of(bytes(data), PATH).values():
                assert all(isinstance(token, str) for token in in_order(entries, PATH))


# --- a budget ---


def test_what_occurs_in_many_places_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """One list of 1,000 words in 500 dicts: half a million words where each of them is looked through."""
    monkeypatch.setattr(pickled, "MAX_LOOKED", 20_000)
    words = [f"w{number}" for number in range(1_000)]
    for name in ("itos", "nothing", "stoi"):
        inner: Any = dict(zip(words, range(1_000), strict=True)) if name == "stoi" else words
        found = sides_of(pickle.dumps([{name: inner, "x": number} for number in range(500)]), PATH)
        assert [entry.word for entry in found[""]] == words


def test_more_parts_than_the_budget_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pickled, "MAX_LOOKED", 1_000)
    many = [{"words": ["a", str(number), 3], "x": list(range(50))} for number in range(100)]
    with pytest.raises(Problem, match="more than 1,000 parts to look at"):
        sides_of(pickle.dumps(many), PATH)


def test_more_than_two_vocabularies_are_none_and_not_compared_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pickled, "MAX_LOOKED", 20_000)
    alike = [[*(f"w{number}" for number in range(50)), str(last)] for last in range(300)]
    assert sides_of(pickle.dumps(alike), PATH) == {}


def test_keys_whose_places_can_be_chosen_are_few() -> None:
    fractions = {number / 8: number for number in range(10_002)}
    with pytest.raises(Problem, match="keys that are no words or numbers"):
        sides_of(pickle.dumps(fractions), PATH)
    assert sides_of(pickle.dumps({"itos": ["a", "b"], 0.5: 1}), PATH)
