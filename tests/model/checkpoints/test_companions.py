"""Whose vocabulary a file is: by size, by name, else asked; and what else lies beside a model."""

from __future__ import annotations

import json
import os
import pickle
from pathlib import Path
from typing import Any

import pytest
import torch

from model.checkpoints import companions, hyperparameters
from model.checkpoints.assumptions import Answers
from model.checkpoints.companions import Companions, find_companions, known
from model.checkpoints.files.gate import examine
from model.common.problems import Problem
from tests.model.sample_checkpoints import pieces

SOURCE = ("<unk>", "<pad>", "<sos>", "<eos>", "zwei", "Hund")
TARGET = ("<unk>", "<pad>", "<sos>", "<eos>", "two")
SAME = ("<unk>", "<pad>", "<sos>", "<eos>", "two", "dog")  # as many as the source
DIFFER = {"source": len(SOURCE), "target": len(TARGET)}
EQUAL = {"source": len(SOURCE), "target": len(SAME)}
GERMAN_ENGLISH = ("de", "en")


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "tut6-model.pt"
    torch.save({"embedding.weight": torch.zeros(6, 24)}, path)
    return path


def put(model: Path, name: str, words: Any) -> str:
    path = model.with_name(name)
    if path.suffix in (".pkl", ".pt"):
        path.write_bytes(pickle.dumps(words))
    else:
        path.write_text(json.dumps(words) if path.suffix == ".json" else "\n".join(words), encoding="utf-8")
    return str(path)


def find(model: Path, sizes: dict[str, int], **answers: Any) -> Companions:
    return find_companions(model, Answers(answers), sizes, GERMAN_ENGLISH)


def words(found: Companions) -> dict[str, tuple[str, ...]]:
    return {side: one.words for side, one in found.vocabularies.items()}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("src_vocab.json", "trg_vocab.json"), ("source_vocabulary.txt", "target_vocabulary.txt"),
        ("vocab.de", "vocab.en"), ("de.json", "en.json"), ("SRC.vocab", "TRG.vocab"),
        ("vocab_src.pkl", "vocab_tgt.pkl"),
        ("srcVocab.txt", "tgtVocab.txt"), ("german_vocab.txt", "english_vocab.txt"), ("dict_enc.txt", "dict_dec.txt"),
        ("input_words.json", "output_words.json"),
    ],
)  # fmt: skip
def test_names_say_the_side(model: Path, first: str, second: str) -> None:
    put(model, second, list(SAME))
    put(model, first, list(SOURCE))
    found = find(model, EQUAL)
    assert words(found) == {"source": SOURCE, "target": SAME}
    assert not found.unsure


@pytest.mark.parametrize(
    "names", [("vocab1.txt", "vocab2.txt"), ("a_vocab.json", "b_vocab.json"), ("vocab.en", "vocab.de")]
)
def test_sizes_outweigh_names_that_say_nothing_of_a_side(model: Path, names: tuple[str, str]) -> None:
    put(model, names[0], list(SOURCE))
    put(model, names[1], list(TARGET))
    found = find(model, DIFFER)
    assert words(found) == {"source": SOURCE, "target": TARGET}
    assert not found.unsure


def test_the_other_direction_is_told_by_sizes_and_names(model: Path) -> None:
    put(model, "vocab.en", list(SOURCE))
    put(model, "vocab.de", list(TARGET))
    assert find(model, DIFFER).languages == {"source": "en", "target": "de"}


def test_what_nobody_can_know_is_unsure(model: Path) -> None:
    paths = put(model, "a_vocab.txt", list(SOURCE)), put(model, "b_vocab.txt", list(SAME))
    found = find(model, EQUAL)
    assert found.unsure == {"source", "target"}
    assert found.choices == {"source": paths, "target": paths}
    assert words(found) == {"source": SOURCE, "target": SAME}  # proposed


def test_two_copies_of_one_vocabulary_are_no_question(model: Path) -> None:
    for name in ("src_vocab.json", "src_vocab.txt", "trg_vocab.txt"):
        put(model, name, list(TARGET if "trg" in name else SOURCE))
    assert not find(model, DIFFER).unsure


def test_one_file_for_both(model: Path) -> None:
    put(model, "vocab.json", list(SOURCE))
    assert words(find(model, EQUAL)) == {"source": SOURCE, "target": SOURCE}
    put(model, "vocab.pt", {"src": list(SOURCE), "trg": list(TARGET)})
    model.with_name("vocab.json").unlink()
    assert words(find(model, DIFFER)) == {"source": SOURCE, "target": TARGET}


def test_pieces(model: Path) -> None:
    (model.parent / "kowiki.model").write_bytes(pieces().model)
    size = len(pieces())
    found = find(model, {"source": size, "target": size})
    assert {side: path.name for side, path in found.pieces.items()} == dict.fromkeys(
        ("source", "target"), "kowiki.model"
    )
    assert find(model, DIFFER).pieces == {}


def test_damaged_pieces_are_named(model: Path) -> None:
    path = model.parent / "spm_src.model"
    path.write_bytes(pieces().model[:200])
    problem = refused(model, DIFFER)
    assert (problem.what, problem.why) == (str(path), "its SentencePiece model is damaged")
    assert refused(model, DIFFER, companions=[str(path)]).what == str(path)


def test_an_answer_outweighs_everything(model: Path) -> None:
    put(model, "src_vocab.txt", list(SOURCE))
    other = put(model, "mine.list", list(SAME))
    assert words(find(model, EQUAL, source_vocabulary=other))["source"] == SAME
    assert words(find(model, DIFFER, source_vocabulary="", target_vocabulary="")) == {}


def test_dropped_files_are_taken_from_anywhere(model: Path, tmp_path: Path) -> None:
    away = tmp_path / "elsewhere"
    away.mkdir()
    dropped = [put(away / "x", "liste.txt", list(SOURCE)), put(away / "x", "zweite.txt", list(TARGET))]
    assert words(find(model, DIFFER, companions=dropped)) == {"source": SOURCE, "target": TARGET}


def test_a_configuration_may_be_dropped_along(model: Path, tmp_path: Path) -> None:
    settings = tmp_path / "config_half.json"
    settings.write_text('{"n_head": 4, "d_hidn": 24, "dropout": 0.1}', encoding="utf-8")
    dropped = [put(model, "liste.txt", list(SOURCE)), str(settings)]
    assert words(find(model, EQUAL, companions=dropped)) == {"source": SOURCE, "target": SOURCE}
    assert facts(model, companions=dropped).values["heads"] == 4


def refused(model: Path, sizes: dict[str, int], **answers: Any) -> Problem:
    with pytest.raises(Problem) as caught:
        find(model, sizes, **answers)
    return caught.value


def test_a_vocabulary_with_a_fault_is_named_with_its_line(model: Path) -> None:
    path = put(model, "src_vocab.txt", ["<unk>", "a", "a"])
    problem = refused(model, DIFFER)
    assert (problem.what, problem.why) == (path, "line 3 repeats the word 'a' of line 2")
    put(model, "source_vocabulary.json", list(SOURCE))
    assert words(find(model, DIFFER)) == {"source": SOURCE}  # another one serves
    assert refused(model, EQUAL, source_vocabulary=path).what == path


def test_sentences_beside_the_model_are_no_vocabulary(model: Path) -> None:
    put(model, "train.de.txt", ["Zwei Hunde.", "Zwei Hunde."])
    put(model, "source.txt", ["a", "", "b"])
    found = find(model, DIFFER)
    assert (words(found), found.notes) == ({}, ())


def test_another_model_named_for_its_vocabulary_is_in_nobodys_way(model: Path) -> None:
    torch.save({"embedding.weight": torch.zeros(9, 24)}, model.with_name("tut6_vocab20k.pt"))
    found = find(model, DIFFER)
    assert not found.vocabularies
    assert found.notes == ("tut6_vocab20k.pt is not used: there is no vocabulary in it",)


def test_another_size_is_said_and_not_used(model: Path) -> None:
    path = put(model, "src_vocab.txt", list(SOURCE[:-2]))
    assert find(model, DIFFER).notes == ("src_vocab.txt is not used: it has 4 entries and the network 6 and 5",)
    for answers in ({"source_vocabulary": path}, {"companions": [path]}):
        assert refused(model, DIFFER, **answers).why.startswith("it has 4 entries and the network 6")


def test_a_named_file_that_is_not_there(model: Path) -> None:
    assert refused(model, DIFFER, source_vocabulary=str(model.parent / "gone.txt")).why == "there is no such file"


def test_a_folder_with_thousands_of_files_is_no_trouble(model: Path) -> None:
    for number in range(300):
        model.with_name(f"vocab{number}.txt").write_text("x\n", encoding="utf-8")
    assert find(model, DIFFER).vocabularies == {}


def test_files_beside_it_are_read_up_to_a_sum(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The likeliest first; the first is read whatever it has, and what was chosen by name as well."""
    words = [f"w{number}" for number in range(6)]
    for name in ("a_vocab.txt", "b_vocab.txt", "c_vocab.txt"):
        put(model, name, words)
    size = model.with_name("a_vocab.txt").stat().st_size
    monkeypatch.setattr(companions, "MAX_BESIDE", 2 * size)
    found = find(model, {"source": 6, "target": 6})
    assert [Path(one).name for one in found.choices["source"]] == ["a_vocab.txt", "b_vocab.txt"]
    assert found.notes == ("c_vocab.txt is not used: with the files before it there is too much to look through",)
    named = find(model, {"source": 6, "target": 6}, source_vocabulary=str(model.with_name("c_vocab.txt")))
    assert named.vocabularies["source"].path.name == "c_vocab.txt"
    monkeypatch.setattr(companions, "MAX_BESIDE", 1)
    assert [Path(one).name for one in find(model, {"source": 6, "target": 6}).choices["source"]] == ["a_vocab.txt"]


def test_a_pickle_costs_more_than_text(model: Path) -> None:
    for name, cost in (("vocab.pkl", 40), ("vocab.txt", 10), ("gone.pkl", 0)):
        if cost:
            model.with_name(name).write_bytes(bytes(10))
        assert companions._cost(model.with_name(name)) == cost


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_pipes_and_devices_beside_it_are_no_companions(model: Path) -> None:
    os.mkfifo(model.with_name("src_vocab.json"))
    os.mkfifo(model.with_name("config.json"))
    model.with_name("trg_vocab.txt").symlink_to("/dev/zero")
    assert find(model, DIFFER).vocabularies == {}
    assert facts(model).values == {}
    for name in ("src_vocab.json", "trg_vocab.txt"):
        assert "no plain file" in refused(model, DIFFER, source_vocabulary=str(model.with_name(name))).why


# --- facts ---


def test_a_script_without_end_is_read_up_to_a_line(tmp_path: Path) -> None:
    lines = ["x = 1"] * hyperparameters.MAX_LINES
    assert hyperparameters.from_lines(["n_heads = 4", *lines]) == {"heads": 4}
    assert hyperparameters.from_lines(["words"] * 10 + lines + ["n_heads = 4"]) == {}


def facts(model: Path, **answers: Any) -> Answers:
    return known(examine(model), answers)


def test_a_notebook_of_this_model_answers(model: Path) -> None:
    cell = {"cell_type": "code", "source": ["HID_DIM = 24\n", "N_HEADS = 3"]}
    model.with_name("train.ipynb").write_text(json.dumps({"cells": [cell]}), encoding="utf-8")
    found = facts(model)
    assert (found.values, found.origins) == ({"heads": 3}, {"heads": "train.ipynb"})
    found = facts(model, heads=2)
    assert (found.values, found.origins) == ({"heads": 2}, {})


def test_a_notebook_of_another_model_does_not(model: Path) -> None:
    cell = {"cell_type": "code", "source": "HID_DIM = 25\nN_HEADS = 3"}
    model.with_name("train.ipynb").write_text(json.dumps({"cells": [cell]}), encoding="utf-8")
    assert facts(model).values == {}


def test_files_that_disagree_answer_nothing(model: Path) -> None:
    model.with_name("config.json").write_text('{"n_head": 3, "dropout": 0.1}', encoding="utf-8")
    model.with_name("config_half.json").write_text('{"n_head": 4, "dropout": 0.1}', encoding="utf-8")
    assert facts(model).values == {}
    dropped = facts(model, companions=[str(model.with_name("config_half.json"))])
    assert dropped.values["heads"] == 4


def test_remembered_answers_come_before_notebooks(model: Path) -> None:
    model.with_name("config.json").write_text('{"n_head": 3}', encoding="utf-8")
    assert facts(model).origins == {"heads": "config.json"}
    content = {"format": "headscope-answers", "version": 1, "answers": {"heads": 4}}
    sidecar = model.with_name(model.name + ".headscope.json")
    sidecar.write_text(json.dumps(content), encoding="utf-8")
    found = facts(model)
    assert (found.values, found.origins) == ({"heads": 4}, {"heads": sidecar.name})
    sidecar.write_text("{", encoding="utf-8")
    assert "is damaged" in facts(model).warnings[0]


@pytest.mark.parametrize("nested", [False, True])
@pytest.mark.parametrize("form", [list, lambda words: {word: number for number, word in enumerate(words)}],
                         ids=["list", "ids"])  # fmt: skip
def test_one_file_with_both_languages(model: Path, form: Any, nested: bool) -> None:
    """``{"de": […], "en": […]}``: the tutorial's own dictionary of two, saved as JSON."""
    pair = {"en": form(list(SAME)), "de": form(list(SOURCE))}
    put(model, "vocab.json", {"vocab": pair} if nested else pair)
    found = find(model, EQUAL)
    assert words(found) == {"source": SOURCE, "target": SAME}
    assert found.languages == {"source": "de", "target": "en"}
    assert not found.unsure
    named = str(model.with_name("vocab.json"))
    found = find(model, EQUAL, source_vocabulary=named, target_vocabulary=named)
    assert words(found) == {"source": SOURCE, "target": SAME}


def test_languages_that_nobody_expects_are_told_apart_by_size_or_asked(model: Path) -> None:
    put(model, "vocab.json", {"sv": list(TARGET), "uk": list(SOURCE)})
    found = find(model, DIFFER)
    assert (words(found), found.languages) == ({"source": SOURCE, "target": TARGET}, {"source": "uk", "target": "sv"})
    put(model, "vocab.json", {"sv": list(SAME), "uk": list(SOURCE)})
    found = find(model, EQUAL)
    assert words(found) == {"source": SAME, "target": SOURCE}
    assert found.unsure == {"source", "target"}


@pytest.mark.parametrize("names", [("vocab_src", "vocab_trg"), ("SRC", "TRG"), ("src_itos", "tgt_itos")])
def test_one_file_with_both_sides_under_other_names(model: Path, names: tuple[str, str]) -> None:
    put(model, "vocab.json", {names[1]: list(SAME), names[0]: list(SOURCE)})
    assert words(find(model, EQUAL)) == {"source": SOURCE, "target": SAME}
