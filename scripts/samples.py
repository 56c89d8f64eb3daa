"""The finished examples that the window opens with, one per shipped checkpoint: ``python scripts/samples.py [NAME …]``.

Each is an ordinary trace beside a JSON file with the place to show, counted from 1, and the measure
by which the head was chosen; the arrays that explain its numbers are in a file of their own, read
after the first paint. Run it whenever a shipped checkpoint changes.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from model.common.assets import SAMPLES
from model.record.trace import Trace
from model.record.trace_file import save_trace
from viz_app.cli.shared.common import open_named, record

#: By which the heads were chosen: ``benchmarks/alignment.py`` on the first test sentences.
MEASURE = {"measure": "word alignment", "sentences": 200}


@dataclass(frozen=True)
class Sample:
    checkpoint: str
    sentence: str
    layer: int  #: from 1, of the head that aligns best
    head: int
    word: str  #: the example stands where this token is produced


SAMPLES_MADE = (
    Sample("everyday", "Das Tier überquerte die Straße nicht, weil es zu müde war.", 3, 1, "▁tired"),
    Sample("classic", "Gestern hat meine Schwester einen alten Freund getroffen.", 3, 8, "friend"),
)


def main(names: Sequence[str]) -> int:
    """Write the traces of these checkpoints, or of all, and where to stand; returns the exit code."""
    for sample in (each for each in SAMPLES_MADE if not names or each.checkpoint in names):
        checkpoint = open_named(sample.checkpoint)
        whole = record(checkpoint, sample.sentence, activations=True)
        trace = replace(whole, activations={})  # small, since nothing is on screen before it is read
        save_trace(trace, SAMPLES / f"{sample.checkpoint}.npz")
        details = Trace(whole.meta, whole.source_ids, whole.source_tokens, activations=whole.activations)
        save_trace(details, SAMPLES / f"{sample.checkpoint}-details.npz")
        if sample.checkpoint == "everyday":  # for the picture of the masks
            padded = record(checkpoint, sample.sentence, pad_to=trace.source_length + 4)
            save_trace(padded, SAMPLES / f"{sample.checkpoint}-padded.npz")
        place = {"kind": "cross", "layer": sample.layer, "head": sample.head, "step": _step(sample, trace)}
        text = json.dumps({**place, **MEASURE}, indent=2)
        (SAMPLES / f"{sample.checkpoint}.json").write_text(text + "\n", encoding="utf-8")
        print(f"{sample.checkpoint}: {trace.meta.translation}")
    return 0


def _step(sample: Sample, trace: Trace) -> int:
    """From 1: where the word is produced, or the last step."""
    assert trace.produced_tokens is not None
    produced = [str(token) for token in trace.produced_tokens]
    return produced.index(sample.word) + 1 if sample.word in produced else len(produced)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
