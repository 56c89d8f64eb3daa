"""Everything that inspect says about a checkpoint or a trace has words in the interface's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from model.checkpoints.assumptions import ANSWER, CONVENTION, Assumption
from model.checkpoints.checkpoint import open_checkpoint
from model.checkpoints.files.gate import examine
from model.checkpoints.inspection import describe
from model.checkpoints.unopened import Facts, describe_unopened
from model.common.problems import Problem
from model.common.text import Text
from model.decoding.session import DecodingSession
from model.record.recorded_facts import describe_trace
from tests.model.sample_checkpoints import TINY
from viz_app.dialogs.checkpoint_facts import in_words, value_of

#: Sections whose names come out of a file or a family's code.
FREE = {"assumed", "names in your code", "provenance", "tensors", "warnings"}
SAME = {"sha256"}  #: called so in every language


def everything() -> list[Facts]:
    checkpoint = open_checkpoint(TINY)
    trace = DecodingSession(checkpoint, checkpoint.source("Zwei Hunde"), text="Zwei Hunde").run().trace()
    unopened = describe_unopened(examine(TINY), Problem("a", "b", "c"))
    return [describe(checkpoint, {"CPU": 10**9, "GPU": 10**9}), describe_trace(trace), unopened]


def test_every_name_can_be_translated() -> None:
    unknown = set()
    for facts in everything():
        for title, values in facts.items():
            names: Mapping[str, Any] = {} if title in FREE else values
            unknown |= {text for text in (title, *names) if not isinstance(text, Text)}
    assert unknown == SAME


def test_values() -> None:
    assert (value_of(True), value_of(12345), value_of(["a", "b"]), value_of(1.5)) == ("yes", "12,345", "a, b", "1.5")
    assert value_of(["x" * 50, "y" * 50]) == "x" * 50 + "\n" + "y" * 50


def test_what_was_assumed_is_a_question_with_its_value_origin_and_alternatives() -> None:
    heads = Assumption("heads", 4, CONVENTION, "How many heads?", (2, 4, 8), certain=False)
    scale = Assumption("scale_embeddings", False, ANSWER, "Times √d_model?", (True, False))
    nothing = Assumption("source_vocabulary", "", CONVENTION, "Which file?", certain=False)
    [(_, lines)] = in_words({"assumed": {one.name: one.fact for one in (heads, scale, nothing)}})
    assert lines == [
        ("How many heads? (heads)", "4 (as this family's code has it), not certain; else 2, 8"),
        ("Times √d_model? (scale_embeddings)", "no (your answer); else yes"),
        ("Which file? (source_vocabulary)", "none (as this family's code has it), not certain"),
    ]
