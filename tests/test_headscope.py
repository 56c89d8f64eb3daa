"""The Python interface: what it returns is what the engine computes, and a failure is a Problem."""

from __future__ import annotations

import doctest
import html
import os
import re
import subprocess
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import headscope
from headscope import KINDS, Model, Problem, Run, Session
from headscope._export import option_words, reading_words
from model.checkpoints.checkpoint import open_checkpoint
from model.decoding.session import DecodingSession
from model.transforms.view_transform import ViewTransform
from tests.forks import SCRIPT, Forks
from tests.source_tree import PROJECT
from viz_app.cli import main

TINY = PROJECT / "tests" / "fixtures" / "tiny"
SENTENCE = "Zwei Hunde spielen im Schnee."


@pytest.fixture(scope="module")
def model() -> Model:
    return headscope.open(TINY)


@pytest.fixture(scope="module")
def run(model: Model) -> Run:
    return model.run(SENTENCE)


def test_the_examples_of_its_documentation_hold() -> None:
    failed, tried = doctest.testmod(headscope)
    assert (failed, tried) == (0, 6)


def test_a_run_is_the_engines_own(run: Run) -> None:
    checkpoint = open_checkpoint(TINY)
    expected = DecodingSession(checkpoint, checkpoint.source(SENTENCE), text=SENTENCE).run().trace()
    assert run.translation == expected.meta.translation
    assert (run.source, run.consumed) == (expected.source_labels, expected.consumed_labels)
    assert run.produced == expected.rows("cross")
    for kind in KINDS:
        np.testing.assert_array_equal(run.attention(kind), expected.attention(kind))
        for layer, head in np.ndindex(run.attention(kind).shape[:2]):
            found = run.map(kind, layer, head, step=1)
            np.testing.assert_array_equal(found.values, expected.matrix(kind, layer, head, 1).values)


def test_stepping_and_forcing_end_in_the_same_run(model: Model) -> None:
    whole, session = model.run(SENTENCE), model.start(SENTENCE)
    steps = list(session)
    assert [step.produced_id for step in steps] == whole.trace.produced_ids.tolist()  # type: ignore[union-attr]
    np.testing.assert_allclose(session.run().attention("cross"), whole.attention("cross"), rtol=0, atol=1e-6)
    forced = model.start(SENTENCE)
    other = int(steps[0].candidate_ids[3])
    step = forced.force(other)
    assert step is not None
    assert (step.produced_id, step.origin) == (other, "forced")
    rest = forced.step()
    assert rest is not None
    assert (rest.consumed_id, rest.origin) == (other, "greedy")
    assert "activations" not in repr(rest)


def test_a_beginning_and_a_whole_target_can_be_given(model: Model) -> None:
    begun = model.run(SENTENCE, prefix="the cat").trace
    taught = model.run(SENTENCE, target="the cat").trace
    assert begun.origin is not None
    assert taught.origin is not None
    count = len(model.checkpoint.target_tokenizer.encode("the cat").ids)
    assert begun.origin.tolist()[:count] == ["forced"] * count
    assert begun.produced_ids is not None
    assert taught.produced_ids is not None
    assert begun.produced_ids[:count].tolist() == taught.produced_ids[:count].tolist()
    assert set(taught.origin.tolist()) == {"teacher"}
    searched = model.run(SENTENCE, prefix="the cat", beam=4).trace
    assert searched.produced_ids is not None and searched.origin is not None
    assert searched.produced_ids[:count].tolist() == begun.produced_ids[:count].tolist()
    assert searched.origin.tolist() == ["forced"] * count + ["beam"] * (searched.steps - count)


def test_a_number_is_explained(model: Model, run: Run) -> None:
    place = "cross", 1, 1, 2, 3
    assert run.explain(*place).weight == float(run.attention("cross")[1, 1, 2, 3])  # type: ignore[arg-type]
    assert run.facts("encoder").entropy.shape == run.attention("encoder").shape[:2]
    with pytest.raises(Problem, match="activations=True"):
        model.run(SENTENCE, activations=False).explain(*place)  # type: ignore[arg-type]


@pytest.mark.parametrize("place", [(9, 0, 0, 0), (0, 9, 0, 0), (0, 0, 99, 0), (0, 0, 0, -1)])
def test_a_place_that_a_run_does_not_have_is_an_index_error_with_the_range(
    run: Run, place: tuple[int, int, int, int]
) -> None:
    with pytest.raises(IndexError, match=r"this run has .*0 to [0-9]+"):
        run.explain("cross", *place)
    if max(place[:2]):
        with pytest.raises(IndexError, match=r"this run has .*0 to [0-9]+"):
            run.map("cross", *place[:2])
    with pytest.raises(IndexError, match=f"steps 0 to {run.trace.steps - 1}"):
        run.map("cross", 0, 0, step=99)
    ways: tuple[Any, ...] = (run.map, run.explain)
    for ask in ways:
        with pytest.raises(Problem, match="Use one of: encoder, decoder, cross"):
            ask("sideways", *place[: 2 if ask == run.map else 4])


@pytest.mark.parametrize("sentence", [5, None, b"Hunde", ["Hunde"], 1.5])
def test_what_is_no_text_is_refused_in_a_sentence(model: Model, sentence: Any) -> None:
    for ask in (model.run, model.start):
        with pytest.raises(Problem, match="it is no text but"):
            ask(sentence)
    with pytest.raises(Problem, match=r"^prefix 5: it is no text"):
        model.run(SENTENCE, prefix=5)  # type: ignore[arg-type]
    with pytest.raises(Problem, match=r"^target 5: it is no text"):
        model.run(SENTENCE, target=5)  # type: ignore[arg-type]


def test_a_trace_goes_through_a_file(run: Run, tmp_path: Path) -> None:
    run.save(tmp_path / "t.npz")
    again = headscope.load(tmp_path / "t.npz")
    np.testing.assert_array_equal(again.attention("decoder"), run.attention("decoder"))
    assert repr(again) == repr(run)


def test_the_entropy_of_every_step_comes_along(run: Run, tmp_path: Path) -> None:
    """The session's steps and the run say the same, and a file keeps it."""
    assert run.trace.candidate_entropy is not None
    assert run.trace.candidate_entropy.shape == (run.trace.steps,)
    run.save(tmp_path / "t.npz")
    kept = headscope.load(tmp_path / "t.npz").trace.candidate_entropy
    np.testing.assert_array_equal(kept, run.trace.candidate_entropy)


def test_bertviz_gets_its_tuples(run: Run) -> None:
    """As it documents them: per layer a tensor (batch 1, heads, queries, keys), and as many tokens as each side has."""
    given = run.to_bertviz()
    names = {f"{kind}_attention" for kind in KINDS} | {"encoder_tokens", "decoder_tokens"}
    assert set(given) == names
    sides = {"encoder": ("encoder", "encoder"), "decoder": ("decoder", "decoder"), "cross": ("decoder", "encoder")}
    for kind in KINDS:
        layers, (left, right) = given[f"{kind}_attention"], sides[kind]
        assert isinstance(layers, tuple)
        stacked = torch.stack([layer.squeeze(0) for layer in layers])  # what it does with them
        assert stacked.ndim == 4
        assert stacked.shape[2:] == (len(given[f"{left}_tokens"]), len(given[f"{right}_tokens"]))
        np.testing.assert_array_equal(stacked.numpy(), run.attention(kind))
    assert given["encoder_tokens"] == list(run.source)
    assert given["decoder_tokens"] == list(run.consumed)
    given["cross_attention"][0][:] = 0
    assert run.attention("cross").any(), "its tensors are its own"


def test_a_run_is_read_otherwise(run: Run, tmp_path: Path) -> None:
    mean = run.read(aggregate="heads", aside="specials", renormalise=True)
    expected = run.attention("encoder").astype(np.float64).mean(axis=1, keepdims=True)
    special = [place for place, token in enumerate(run.source) if token.startswith("<")]
    expected[..., special] = 0
    expected /= expected.sum(axis=-1, keepdims=True)
    np.testing.assert_allclose(mean.attention("encoder"), expected, atol=1e-6)
    assert mean.read().trace is run.trace
    mean.save(tmp_path / "t.npz")
    np.testing.assert_array_equal(headscope.load(tmp_path / "t.npz").attention("cross"), run.attention("cross"))
    ways: tuple[dict[str, Any], ...] = (
        {"quantity": "difference"}, {"aggregate": "x"}, {"aside": 1}, {"source_columns": (99,)}, {"target_columns": "0"}
    )  # fmt: skip
    for way in ways:
        with pytest.raises(Problem, match=rf"^{next(iter(way))} .*(Use one of: |from 0 to )"):
            run.read(**way)
    with pytest.raises(Problem, match="read otherwise"):
        mean.explain("cross", 0, 0, 0, 0)
    with pytest.raises(Problem, match="shows weights, not norms"):
        run.read(quantity="norm").page(tmp_path / "p.html")
    shown = run.read(quantity="norm")._repr_html_()
    assert "it shows weights, not norms" in shown
    assert "<iframe" not in shown
    with pytest.raises(Problem, match="multiplies weights"):
        run.read(quantity="score", aggregate="rollout")


@pytest.mark.usefixtures("qapp")
def test_pictures_and_numbers_are_those_of_the_command_line(run: Run, tmp_path: Path) -> None:
    small: dict[str, Any] = {"width": 240, "height": 200, "ratio": 1, "no_caption": True}
    made = run.read(aggregate="heads").export(tmp_path / "f.png", layer="all", step=2, **small)
    assert [path.name for path in made] == ["f-layer1.png", "f-layer2.png"]
    run.save(tmp_path / "t.npz")
    words = ["--width=240", "--height=200", "--ratio=1", "--no-caption", "--head=mean", "--layer=all", "--step=3"]
    assert main(["export", str(tmp_path / "t.npz"), f"--out={tmp_path / 'g.png'}", *words]) == 0
    for path in made:
        assert path.read_bytes() == path.with_name(path.name.replace("f-", "g-")).read_bytes()
    with pytest.raises(Problem) as caught:
        run.export(tmp_path / "f.png", layer=9)
    assert str(caught.value) == str(Problem("layer 9", "this run has 2", "Use a number from 0 to 1"))


@pytest.mark.parametrize(
    ("reading", "words"),
    [
        (ViewTransform(), ["--quantity=weight"]),
        (ViewTransform(aggregate="all", words=True), ["--layer=mean", "--head=mean", "--quantity=weight", "--words"]),
        (ViewTransform(aggregate="rollout", aside="punctuation", renormalise=True),
         ["--quantity=weight", "--rollout", "--without=punctuation", "--renormalise"]),
        (ViewTransform(quantity="norm", source_columns=(1, 3), target_columns=(0,)),
         ["--quantity=norm", "--without-source=1,3", "--without-target=0"]),
    ],
)  # fmt: skip
def test_a_reading_as_options(reading: ViewTransform, words: list[str]) -> None:
    assert reading_words(reading) == words


def test_options_count_from_0_here_and_from_1_there() -> None:
    given = {"layer": 0, "head": "all", "step": 4, "no_title": True, "no_legend": False, "dpi": None, "query": 0}
    assert option_words(given) == ["--layer=1", "--head=all", "--step=5", "--no-title", "--query=0"]


def test_what_is_shown_can_be_left_out_by_its_name() -> None:
    assert option_words({"caption": False, "title": True, "honest": False}) == ["--no-caption", "--no-honest"]
    assert option_words({"emphasis": False}) == ["--no-emphasis"]
    assert option_words({"emphasis": True}) == ["--emphasis"]
    assert option_words({"honest": True, "values": False, "squares": False}) == ["--honest", "--no-values"]


def test_everything_public_is_documented() -> None:
    """docs/python.md names each function, class, method and property, and nothing that is not there."""
    text = (PROJECT / "docs" / "python.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(?:(headscope|model|session|run)\.)(\w+)", text))
    public = {("headscope", name) for name in headscope.__all__ if not name.startswith("__")}
    for name, kind in (("model", Model), ("session", Session), ("run", Run)):
        public |= {(name, member) for member in vars(kind) if not member.startswith("_")}
    fields = {("run", "trace"), ("run", "recorded"), ("run", "reading"), ("model", "checkpoint")}
    assert public | fields == named


def test_a_notebook_shows_the_page_in_a_frame_of_its_own(run: Run, tmp_path: Path) -> None:
    class Frames(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            found.append((tag, dict(attrs)))

    found: list[tuple[str, dict[str, str | None]]] = []
    Frames().feed(run._repr_html_())
    assert [tag for tag, _ in found] == ["iframe"]
    run.page(tmp_path / "p.html")
    page = (tmp_path / "p.html").read_text(encoding="utf-8")
    assert found[0][1]["srcdoc"] == page
    assert found[0][1]["sandbox"] == "allow-scripts"
    assert html.escape(run.translation) in page


def test_a_notebook_needs_no_qt(tmp_path: Path, forks: Forks) -> None:
    """Everything that the interface offers, in a process that cannot import Qt, nor has."""
    program = (
        "import sys; sys.modules['PySide6'] = None; import headscope; from pathlib import Path;"
        f"run = headscope.open({str(TINY)!r}).run({SENTENCE!r});"
        "run.save('t.npz'); run = headscope.load('t.npz'); run.page('p.html');"
        "assert run._repr_html_().startswith('<iframe'); assert run.facts('cross') and run.to_bertviz();"
        "assert not [name for name in sys.modules if name.startswith('PySide6.')]"
    )
    environment = {**os.environ, "PYTHONPATH": str(PROJECT)}
    done = subprocess.run(
        forks.words(SCRIPT, program), cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "p.html").read_text(encoding="utf-8").startswith("<!doctype html>")


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (lambda model: headscope.open("nothing-here"), "there is no such file or folder"),
        (lambda model: headscope.load("nothing-here.npz"), "there is no such file"),
        (lambda model: model.run("   "), "it has no words"),
        (lambda model: model.start(SENTENCE).force("the cat"), "it is 2 tokens of this vocabulary"),
        (lambda model: model.start(SENTENCE).force(10**6), "the vocabulary has no token 1000000"),
        (lambda model: model.start(SENTENCE).run(), "no step has been made"),
        (lambda model: model.run(SENTENCE).attention("crossed"), "Use one of: encoder, decoder, cross"),
        (lambda model: model.run(SENTENCE, beam=0), "^beam 0: .* from 1"),
        (lambda model: model.run(SENTENCE, max_length=True), "^max_length True: .* from 0"),
        (lambda model: model.start(SENTENCE, pad_to=-1), "^pad_to -1: .* from 0"),
        (lambda model: headscope.open(TINY, answers={"haeds": 2}), "^answers haeds: "),
    ],
)
def test_what_goes_wrong_is_one_sentence(wrong: Callable[[Model], object], sentence: str, model: Model) -> None:
    with pytest.raises(Problem, match=sentence):
        wrong(model)
