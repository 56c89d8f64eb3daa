"""Opening as a conversation, through the engine: asked, answered, remembered; and the quick check."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from threading import active_count
from typing import Any

import pytest
import torch

from headscope_recorder import record
from model.checkpoints.formats.nn_transformer import MASKS
from tests.model.checkpoints.formats.references import DECODER, ENCODER, clones, saved
from tests.model.checkpoints.formats.samples import all_samples
from tests.model.checkpoints.formats.test_nn_transformer_answers import network as own_network
from tests.model.checkpoints.formats.tut6_network import SAMPLES
from tests.viz_app.engine.checkpoints import TINY
from viz_app.engine.jobs import Engine
from viz_app.engine.messages import (
    CHECKING,
    OPENING,
    Asked,
    CheckHeads,
    Failed,
    HeadsChecked,
    OpenCheckpoint,
    Opened,
    Progress,
    RunDone,
    RunSentence,
)

SPECIALS = ["<unk>", "<pad>", "<sos>", "<eos>"]
IDS = {"heads": 4, "source_vocabulary": "", "target_vocabulary": ""}


@pytest.fixture
def model(tmp_path: Path) -> Path:
    return SAMPLES["tut6"].write(tmp_path)


@pytest.fixture
def engine() -> Engine:
    """With the trained fixture open."""
    engine = Engine()
    assert isinstance(last(engine, OpenCheckpoint(1, str(TINY), "cpu")), Opened)
    return engine


def last(engine: Engine, request: Any) -> Any:
    return list(engine.run(request))[-1]


def put(model: Path) -> list[str]:
    paths = []
    for name, size in (("a.words.txt", ENCODER.vocabulary), ("b.words.txt", DECODER.vocabulary)):
        path = model.with_name(name)
        path.write_text("\n".join([*SPECIALS, *(f"w{n}" for n in range(size - 4))]), encoding="utf-8")
        paths.append(str(path))
    return paths


def test_what_the_file_does_not_say_is_asked_and_the_old_one_stays(engine: Engine, model: Path) -> None:
    before = engine.checkpoint
    asked = last(engine, OpenCheckpoint(2, str(model), "cpu"))
    assert isinstance(asked, Asked)
    assert engine.checkpoint is before
    assert (asked.info.family, asked.info.path) == ("tut6", str(model))
    names = [one.name for one in asked.questions]
    assert set(names[:3]) == {"heads", "source_vocabulary", "target_vocabulary"}
    assert [one.certain for one in asked.questions[:4]] == [False, False, False, True]
    heads = asked.questions[names.index("heads")]
    assert heads.value in heads.options
    assert all(asked.info.width % count == 0 for count in heads.options)


def test_an_answer_opens_it_and_is_remembered(engine: Engine, model: Path) -> None:
    opened = last(engine, OpenCheckpoint(2, str(model), "cpu", IDS, ask=False))
    assert isinstance(opened, Opened)
    assert opened.info.encoder_heads == 4
    assert json.loads(model.with_name(model.name + ".headscope.json").read_text())["answers"] == IDS
    again = last(engine, OpenCheckpoint(3, str(model), "cpu"))
    assert isinstance(again, Opened)
    assert again.info.encoder_heads == 4


def test_without_asking_it_opens_as_its_family_has_it_and_nothing_is_remembered(engine: Engine, model: Path) -> None:
    assert isinstance(last(engine, OpenCheckpoint(2, str(model), "cpu", ask=False)), Opened)
    assert [one.name for one in model.parent.iterdir()] == [model.name]


def test_no_weights_are_read_before_the_answers(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Engine()
    with monkeypatch.context() as patch:
        patch.setattr("model.checkpoints.formats.shared.assemble.load", lambda *_: pytest.fail("the weights were read"))
        asked = last(engine, OpenCheckpoint(2, str(model), "cpu"))
    assert isinstance(asked, Asked)
    assert asked.info.parameters == sum(value.numel() for value in torch.load(model, weights_only=True).values())
    assert isinstance(last(engine, OpenCheckpoint(3, str(model), "cpu", IDS)), Opened)


def test_a_folder_of_many_languages_asks_by_its_header(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = all_samples()["hf_m2m100 nllb"].write(tmp_path)
    monkeypatch.setattr("model.checkpoints.formats.shared.hf.load", lambda *_: pytest.fail("the weights were read"))
    asked = last(Engine(), OpenCheckpoint(2, str(folder), "cpu"))
    assert isinstance(asked, Asked)
    assert "target_language" in {one.name for one in asked.questions if not one.certain}


def test_the_share_that_is_read_is_told(model: Path) -> None:
    *said, opened = Engine().run(OpenCheckpoint(2, str(model), "cpu", IDS, ask=False))
    assert isinstance(opened, Opened)
    shares = [item.fraction for item in said if isinstance(item, Progress) and item.text == OPENING]
    tensors = len(torch.load(model, weights_only=True))
    assert shares[0] == -1.0 and len(shares) > 2 * tensors, "one for each that is read, and for each in its place"
    assert shares[1:] == sorted(shares[1:])
    assert 0 < shares[1] < 0.2 and 0.99 < shares[-1] <= 1


@pytest.mark.parametrize("sample", ["tut6", "headscope", "hf_bart"])
def test_opening_can_be_left_between_two_tensors(sample: str, tmp_path: Path) -> None:
    """In the file's own words: no later tensor is touched, the old model stays, and no thread is left."""
    path, engine = all_samples()[sample].write(tmp_path), Engine()
    before = active_count()
    items = engine.run(OpenCheckpoint(2, str(path), "cpu", {"heads": 4} if sample == "tut6" else {}, ask=False))
    while not isinstance(item := next(items), Progress) or item.fraction <= 0:
        pass
    items.close()
    assert engine.checkpoint is None
    assert active_count() == before


def test_what_was_answered_can_be_asked_again(engine: Engine, model: Path) -> None:
    opened = last(engine, OpenCheckpoint(2, str(model), "cpu", IDS, ask=False))
    assert isinstance(opened, Opened)
    asked = last(engine, OpenCheckpoint(3, str(model), "cpu", again=True))
    assert isinstance(asked, Asked)
    assert len(asked.questions) == opened.info.assumptions > 0
    assert last(engine, OpenCheckpoint(4, str(TINY), "cpu")).info.assumptions == 0
    assert {one.name: one.value for one in asked.questions}["heads"] == 4
    assert all(one.certain for one in asked.questions)


def test_ids_are_proposed_where_there_are_no_words(engine: Engine, model: Path) -> None:
    opened = last(engine, OpenCheckpoint(2, str(model), "cpu", IDS))
    for sample in opened.info.samples:
        assert isinstance(last(engine, RunSentence(3, sample, max_length=2)), RunDone)
    assert all(int(token) < ENCODER.vocabulary for sample in opened.info.samples for token in sample.split())


def test_files_given_along_are_used_and_remembered(engine: Engine, model: Path, tmp_path: Path) -> None:
    files = put(model)
    opened = last(engine, OpenCheckpoint(2, str(model), "cpu", {"companions": files, "heads": 2}))
    assert isinstance(opened, Opened)
    kept = json.loads(model.with_name(model.name + ".headscope.json").read_text())["answers"]
    assert kept == {"heads": 2, "source_vocabulary": "a.words.txt", "target_vocabulary": "b.words.txt"}


def test_a_wrong_answer_leaves_the_old_one(engine: Engine, model: Path) -> None:
    before = engine.checkpoint
    for answers in ({"heads": 7}, {**IDS, "source_vocabulary": str(model)}, {**IDS, "source_vocabulary": "/nowhere"}):
        assert isinstance(last(engine, OpenCheckpoint(2, str(model), "cpu", answers, ask=False)), Failed)
        assert engine.checkpoint is before
    assert [one.name for one in model.parent.iterdir()] == [model.name]


def test_the_quick_check_gives_one_loss_for_each_count(engine: Engine, model: Path) -> None:
    *progress, checked = engine.run(CheckHeads(5, str(model), IDS, (2, 4, 8), "4 5 | 6 7\n8 9 | 10"))
    assert isinstance(checked, HeadsChecked)
    assert (checked.counts, checked.pairs, len(checked.losses)) == ((2, 4, 8), 2, 3)
    assert len(set(checked.losses)) == 3
    assert [item.fraction for item in progress if isinstance(item, Progress)] == [0.0, 1 / 3, 2 / 3, 1.0]
    assert {item.text for item in progress if isinstance(item, Progress)} == {CHECKING}
    assert engine.checkpoint is not None
    assert engine.checkpoint.name == "tiny"


def test_the_quick_check_says_what_is_wrong_with_the_pairs(engine: Engine, model: Path) -> None:
    for pairs in ("", "4 5", "4 5 | words"):
        failed = last(engine, CheckHeads(5, str(model), IDS, (2, 4), pairs))
        assert isinstance(failed, Failed)
        assert failed.what in ("sentence pairs", "sentence")


def test_a_recorded_run_is_judged_in_the_engine(engine: Engine, tmp_path: Path) -> None:
    network = own_network(scaled=False, masks="src", norm_first=True)
    path = saved(clones(network), tmp_path / "translator.pt")
    source, target = torch.tensor([[2, 4, 9, 5, 3], [2, 7, 3, 1, 1]]), torch.tensor([[2, 8, 16, 3], [2, 5, 3, 1]])
    with torch.no_grad(), record(tmp_path / "own.npz", source, target, pad=1):
        network(source, target)
    others = {"norm_order": ("post", "pre"), "scale_embeddings": (True, False), "padding_masks": MASKS}
    request = CheckHeads(5, str(path), {}, (6, 4, 3), "", others, str(tmp_path / "own-2.npz"))
    *progress, checked = engine.run(request)
    assert isinstance(checked, HeadsChecked)
    assert (checked.counts, checked.pairs) == ((3,), 0) and checked.losses[0] < 1e-5
    assert dict(checked.others) == {"norm_order": "pre", "scale_embeddings": False, "padding_masks": "src"}
    assert [item.fraction for item in progress if isinstance(item, Progress)] == [0.0, 0.25, 0.5, 0.75, 1.0]
    assert isinstance(last(engine, replace(request, run=str(tmp_path / "nowhere.npz"))), Failed)


def test_answers_of_a_command_line_count_and_are_not_remembered(engine: Engine, model: Path) -> None:
    typed = {"heads": "2", "source_vocabulary": "", "target_vocabulary": ""}
    opened = last(engine, OpenCheckpoint(2, str(model), "cpu", typed=typed))
    assert isinstance(opened, Opened) and opened.info.encoder_heads == 2
    assert not model.with_name(model.name + ".headscope.json").exists()
    failed = last(engine, OpenCheckpoint(3, str(model), "cpu", typed={"hedas": "2"}, ask=False))
    assert isinstance(failed, Failed) and "heads" in failed.next_step
