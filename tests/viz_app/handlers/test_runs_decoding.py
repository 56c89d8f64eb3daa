"""Decoding asked for in the window: the run on screen again as a beam finds it or as it is drawn, and undone."""

from __future__ import annotations

from pathlib import Path

from model.checkpoints.checkpoint import open_checkpoint
from model.decoding.beam_tree import SearchRules, tree_of
from model.decoding.run import run_sentence
from model.decoding.sampling import Sampling
from model.record.run_changes import said_decoding
from model.record.trace import Trace
from tests.viz_app.running import OTHER, SENTENCE, TINY, Running
from viz_app.handlers.session_codec import snapshot_of
from viz_app.state.decoding import Decoding, PointAtNode, RunNode, SetDecoding
from viz_app.state.intents import AddPadding, ForceToken, RunInOnePass, SaveSession, Select, SetSource, Translate, Undo

RULES = SearchRules(4, 0.6, "bound")
DRAWN = Sampling(3, 2.0, 20)


def decode(window: Running, decoding: SearchRules | Sampling | None) -> Trace:
    window.controller.handle(SetDecoding(decoding))
    window.until("not busy")
    assert window.now.run is not None and window.now.problem is None
    assert window.now.decoding == decoding
    return window.now.run


def ids(run: Trace) -> list[int]:
    assert run.produced_ids is not None
    return [int(index) for index in run.produced_ids]


def test_a_beam_and_drawing_run_the_sentence_again_and_undo_takes_each_back(window: Running) -> None:
    first, checkpoint = window.now.run, open_checkpoint(TINY)
    searched = decode(window, RULES)
    assert ids(searched) == ids(run_sentence(checkpoint, SENTENCE, beam=4, penalty=0.6, stop="bound"))
    assert "beam 4, length penalty 0.6" in window.now.undo
    drawn = decode(window, DRAWN)
    assert ids(drawn) == ids(run_sentence(checkpoint, SENTENCE, sampling=DRAWN))
    before: tuple[tuple[Trace | None, Decoding], ...] = ((searched, RULES), (first, None))
    for expected, decoding in before:
        window.controller.handle(Undo())
        assert window.now.run is expected and window.now.decoding == decoding


def test_what_follows_is_decoded_so_too(window: Running) -> None:
    decode(window, RULES)
    window.controller.handle(SetSource(OTHER))
    window.controller.handle(Translate())
    window.until("not busy")
    assert window.now.run is not None and window.now.decoding == RULES
    assert ids(window.now.run) == ids(run_sentence(open_checkpoint(TINY), OTHER, beam=4, penalty=0.6, stop="bound"))
    token = ids(window.now.run)[0]
    window.controller.handle(ForceToken(0, token))
    window.until("not busy")
    assert window.now.run.origin is not None and window.now.run.origin.tolist()[:2] == ["forced", "beam"]
    window.controller.handle(AddPadding(3))
    window.until("not busy")
    assert window.now.padding == 3 and window.now.run.origin.tolist()[:2] == ["forced", "beam"]
    decode(window, DRAWN)
    assert window.now.run.origin.tolist()[:2] == ["forced", "sampled"] and ids(window.now.run)[0] == token


def test_of_a_given_target_only_what_follows_is_asked(window: Running) -> None:
    window.controller.handle(RunInOnePass())
    window.until("not busy")
    taught = window.now.run
    window.controller.handle(SetDecoding(RULES))
    assert window.now.run is taught and window.now.decoding == RULES and window.now.busy is None
    window.controller.handle(Undo())
    assert window.now.decoding is None and window.now.run is taught


def test_a_hypothesis_becomes_the_run_and_undo_returns(window: Running) -> None:
    searched = decode(window, RULES)
    tree = tree_of(searched.meta.decoding)
    assert tree is not None
    third = tree.finished[2]
    window.controller.handle(PointAtNode(third))
    assert (window.now.node, window.now.run is searched) == (third, True)
    window.controller.handle(RunNode(third))
    window.until("not busy")
    run = window.now.run
    assert run is not None and tuple(ids(run)) == tree.ids(third)
    assert window.now.node is None
    assert (window.now.run_selection.step, window.now.decoding) == (run.steps - 1, RULES)
    assert "hypothesis 3 of" in (said_decoding(run.meta.decoding) or "")
    window.controller.handle(Undo())
    assert window.now.run is searched


def test_pointing_at_the_runs_own_node_goes_to_its_step_and_a_step_leaves_the_node(window: Running) -> None:
    searched = decode(window, RULES)
    tree = tree_of(searched.meta.decoding)
    assert tree is not None
    path, other = (
        tree.path(tree.best),
        next(node for node in range(len(tree.nodes)) if node not in tree.path(tree.best)),
    )
    window.controller.handle(PointAtNode(other))
    window.controller.handle(PointAtNode(path[1]))
    assert window.now.node is None and window.now.selection.step == 1
    window.controller.handle(PointAtNode(other))
    window.controller.handle(Select(step=3))
    assert window.now.node is None
    window.controller.handle(PointAtNode(len(tree.nodes)))
    assert window.now.node is None


def test_in_a_greedy_run_a_candidate_of_the_tree_is_forced(window: Running) -> None:
    first = window.now.run
    assert first is not None and first.candidate_ids is not None
    window.controller.handle(RunNode(1))  # the likeliest but one of the first step
    window.until("not busy")
    assert window.now.run is not None and ids(window.now.run)[0] == int(first.candidate_ids[0, 1])
    assert window.now.run.origin is not None and window.now.run.origin.tolist()[:2] == ["forced", "greedy"]


def test_a_session_keeps_it(window: Running, tmp_path: Path) -> None:
    decode(window, DRAWN)
    window.controller.handle(SaveSession(tmp_path / "drawn.headscope"))
    window.until("not busy")
    read = snapshot_of(tmp_path / "drawn.headscope")
    assert read.decoding == DRAWN and read.run is not None and said_decoding(read.run.meta.decoding) == DRAWN.said
