"""inspect, translate, trace and export on a small file of every format, through ``main``."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from model.record.trace import KINDS
from model.record.trace_file import load_trace
from tests.model.checkpoints.formats.samples import Sample, all_samples, written
from viz_app.cli import main

pytestmark = pytest.mark.usefixtures("qapp")  # export would make an application without widgets, for good
SAMPLES = all_samples()
#: One of each format: that its variants open alike is tests/model/checkpoints/formats/test_every_format.py's.
FIRST = {name.partition(" ")[0]: name for name, sample in reversed(list(SAMPLES.items())) if sample.opens}
OPENING = [name for name, sample in SAMPLES.items() if sample.opens and name in FIRST.values()]
#: To a command the others are one of these under another name: words, numbers or pieces, a file or a folder, a start
#: token or none. That they open, the test of inspect holds, and that their numbers are right, their own.
TRANSLATING = ("headscope", "tut6", "hyunwoongko", "nn_transformer", "joeynmt", "keras_translation", "hf_bart", "hf_t5",
               "hf_marian")  # fmt: skip
#: That words say what the numbers do, tests/model/checkpoints/test_inspection.py holds.
WORDS_TOO = [SAMPLES[name] for name in ("tut6", "hf_t5", "paul_hyun", "headscope")]
HEADLESS = [name for name, sample in SAMPLES.items() if sample.opens and not sample.translates]


@dataclass(frozen=True)
class Case:
    """A sample on disk, and a file with its sentence."""

    sample: Sample
    checkpoint: str
    lines: str

    def arguments(self, command: str, out: Path) -> list[str]:
        """The command line for this sample."""
        rest = [self.lines] if command == "translate" else [self.sample.sentence, "--out", str(out)]
        return [command, *rest, "--checkpoint", self.checkpoint]


@pytest.fixture
def case(request: pytest.FixtureRequest, tmp_path: Path) -> Case:
    """The sample that a test is about."""
    sample, lines = SAMPLES[request.param], tmp_path / "lines.txt"
    lines.write_text(f"{sample.sentence}\n\n", encoding="utf-8")
    return Case(sample, str(written(request.param)), str(lines))


@pytest.mark.parametrize("case", OPENING, indirect=True)
def test_inspect_says_what_it_is(case: Case, capsys: pytest.CaptureFixture[str]) -> None:
    if case.sample in WORDS_TOO:
        assert main(["inspect", case.checkpoint]) == 0
        assert "encoder layers" in capsys.readouterr().out
    assert main(["inspect", case.checkpoint, "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["checkpoint"]["path"] == case.checkpoint
    assert facts["architecture"]["parameters"] > 0


@pytest.mark.parametrize("case", TRANSLATING, indirect=True)
def test_translate_trace_and_export(case: Case, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trace, picture = tmp_path / "t.npz", tmp_path / "p.png"
    assert main(case.arguments("translate", trace)) == 0
    translated = capsys.readouterr().out
    assert translated.endswith("\n") and translated.count("\n") == 2  # one line each, the empty one too
    assert main([*case.arguments("trace", trace), "--max-length", "4"]) == 0
    recorded = load_trace(trace)
    assert 1 <= recorded.steps <= 4
    assert all(recorded.attention(kind) is not None for kind in KINDS)
    assert main(["export", str(trace), "--out", str(picture), "--width", "400", "--height", "300"]) == 0
    assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("case", HEADLESS, indirect=True)
def test_without_a_vocabulary_head_there_is_no_next_token(
    case: Case, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "t.npz"
    for command in (case.arguments("translate", out), [*case.arguments("trace", out), "--beam", "3"]):
        assert main(command) == 2
        lines = [line for line in capsys.readouterr().err.splitlines() if not line.startswith("not certain: ")]
        assert len(lines) == 1 and lines[0].startswith("error: ")
        assert "it has no vocabulary head, so there is no next token" in lines[0]
        assert not out.exists()


@pytest.mark.parametrize("case", HEADLESS, indirect=True)
def test_without_a_vocabulary_head_a_given_target_is_read(
    case: Case, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, picture = tmp_path / "t.npz", tmp_path / "p.png"
    for target, steps in (([], 1), (["--target", case.sample.sentence], 1 + len(case.sample.sentence.split()))):
        assert main([*case.arguments("trace", out), *target]) == 0
        assert capsys.readouterr().out == ""  # nothing was translated
        recorded = load_trace(out)
        assert recorded.steps == steps
        assert recorded.produced_ids is None and not recorded.meta.vocabulary_head
        assert all(recorded.attention(kind) is not None for kind in KINDS)
        assert main(["export", str(out), "--out", str(picture), "--width", "400", "--height", "300"]) == 0
        capsys.readouterr()


@pytest.mark.parametrize("command", ["translate", "trace", "export"])
def test_a_format_that_is_only_named_is_refused_in_one_line(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    named, lines = tmp_path / "chatbot.gguf", tmp_path / "lines.txt"
    named.write_bytes(b"GGUF\x03\0\0\0" + bytes(2_000))
    lines.write_text("Hallo\n", encoding="utf-8")
    out = tmp_path / ("t.npz" if command == "trace" else "p.png")
    case = Case(next(iter(SAMPLES.values())), str(named), str(lines))
    assert main(case.arguments(command, out)) == 2
    said = capsys.readouterr().err
    assert said.startswith("error: ") and said.count("\n") == 1
    assert named.name in said and "PyTorch" in said
    assert not out.exists()
