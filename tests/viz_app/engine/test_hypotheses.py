"""A search and drawing asked of the engine: the same as in one piece, alone and in a batch, and stopped on request."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import numpy as np
import pytest

from model.decoding.beam_tree import SearchRules, tree_of
from model.decoding.run import run_sentence
from model.decoding.sampling import Sampling
from model.record.run_changes import said_decoding
from model.record.trace import ARRAYS, Trace
from tests.model.sample_checkpoints import make_checkpoint, tiny
from tests.viz_app.engine.parts import there
from viz_app.engine import hypotheses, retention
from viz_app.engine.jobs import Engine, describe
from viz_app.engine.messages import SEARCHING, Failed, Progress, RunDone, RunSentence

SENTENCE, OTHER = "Zwei Hunde spielen im Schnee.", "Ein Mann."
RULES = SearchRules(4, 0.6, "bound")
BEAM = {"beam": asdict(RULES)}


@pytest.fixture(scope="module")
def engine() -> Engine:
    """With the trained fixture open."""
    engine = Engine()
    engine.checkpoint = tiny()
    return engine


def run(engine: Engine, **request: Any) -> Any:
    *progress, last = engine.run(RunSentence(7, **request))
    assert all(isinstance(item, Progress) for item in progress)
    return last


def same(one: Trace, other: Trace) -> None:
    for name in ARRAYS:
        mine, theirs = getattr(one, name), getattr(other, name)
        if theirs is not None and theirs.dtype.kind == "f":
            np.testing.assert_allclose(mine, theirs, atol=1e-5, err_msg=name)
        else:
            np.testing.assert_array_equal(mine, theirs, err_msg=name)


def test_a_search_and_drawing_are_those_of_one_piece(engine: Engine) -> None:
    rules = Sampling(3, 1.5, 12)
    searched = run(engine, text=SENTENCE, decoding=BEAM).trace
    same(searched, run_sentence(tiny(), SENTENCE, beam=4, penalty=0.6, stop="bound"))
    assert said_decoding(searched.meta.decoding) == "beam 4, length penalty 0.6, until none that goes on scores better"
    assert tree_of(there(RunDone(1, searched, 1.0)).trace.meta.decoding) == tree_of(searched.meta.decoding)
    drawn = run(engine, text=SENTENCE, decoding={"sampling": rules.to_json()}).trace
    same(drawn, run_sentence(tiny(), SENTENCE, sampling=rules))


def test_a_node_becomes_the_run_without_another_search(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    before = run(engine, text=SENTENCE, decoding=BEAM).trace
    tree = tree_of(before.meta.decoding)
    assert tree is not None and len(tree.finished) >= 3
    third = tree.finished[2]
    monkeypatch.setattr(hypotheses, "growing_tree", None)
    asked = {"beam": dict(before.meta.decoding["beam"]) | {"node": third}}
    after = run(engine, text=SENTENCE, decoding=asked).trace
    assert tuple(after.produced_ids.tolist()) == tree.ids(third) and set(after.origin.tolist()) == {"beam"}
    assert after.meta.decoding["beam"]["rank"] == 3 and tree_of(after.meta.decoding) == tree
    for node in (-1, len(tree.nodes), "0", True):
        wrong = {"beam": dict(before.meta.decoding["beam"]) | {"node": node}}
        assert isinstance(run(engine, text=SENTENCE, decoding=wrong), Failed)


def test_in_a_batch_each_sentence_is_searched_and_drawn_as_alone(engine: Engine) -> None:
    ways: tuple[dict[str, Any], ...] = (BEAM, {"sampling": Sampling(5, 2.0).to_json()})
    done: Any = None
    for decoding in ways:
        done = run(engine, text=f"{SENTENCE}\n{OTHER}", decoding=decoding)
        for trace, text in zip(done.batch, (SENTENCE, OTHER), strict=True):
            alone = run(engine, text=text, decoding=decoding).trace
            assert trace.produced_ids.tolist() == alone.produced_ids.tolist()
            assert trace.origin.tolist() == alone.origin.tolist()
            assert said_decoding(trace.meta.decoding) == said_decoding(alone.meta.decoding)
    begun = run(engine, text=SENTENCE, forced=tuple(done.batch[0].produced_ids[:2].tolist()), decoding=BEAM).trace
    assert begun.origin.tolist()[:2] == ["forced"] * 2 and set(begun.origin.tolist()[2:]) == {"beam"}


def test_whole_translations_are_not_searched(engine: Engine) -> None:
    greedy = run(engine, text=SENTENCE).trace
    given = run(engine, text=SENTENCE, forced=tuple(greedy.produced_ids.tolist()), decoding=BEAM).trace
    assert said_decoding(given.meta.decoding) is None and set(given.origin.tolist()) == {"forced"}


def test_a_search_says_how_far_it_is_and_ends_when_told(engine: Engine) -> None:
    items = list(engine.run(RunSentence(7, SENTENCE, decoding=BEAM)))
    told = [item.fraction for item in items if isinstance(item, Progress) and item.text == SEARCHING]
    assert told == sorted(told) and told[-1] <= 1 and len(told) > 2
    going: Any = engine.run(RunSentence(7, SENTENCE, decoding=BEAM))
    next(item for item in going if isinstance(item, Progress) and item.text == SEARCHING)
    with pytest.raises(StopIteration):
        going.send(True)


def test_a_long_search_is_asked_about(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("model.decoding.cost.RunCost.is_large", property(lambda cost: True))
    monkeypatch.setattr(retention, "keep_of", lambda *_, **__: 1)
    monkeypatch.setattr("viz_app.engine.jobs.keep_of", lambda *_, **__: 1)
    asked = run(engine, text=SENTENCE, decoding=BEAM)
    assert isinstance(asked, Failed) and asked.offer == retention.ANYWAY
    assert isinstance(run(engine, text=SENTENCE, decoding=BEAM, sure=True), RunDone)


def test_the_window_is_told_what_the_files_ask_for() -> None:
    assert describe(tiny(), "cpu").own_search == {}
    twin = make_checkpoint(1)
    object.__setattr__(twin, "own_search", RULES)
    assert describe(twin, "cpu").own_search == asdict(RULES)
