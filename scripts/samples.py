"""The finished examples that the window opens with, one per shipped checkpoint: ``python scripts/samples.py [NAME …]``.

Each is an ordinary trace beside a JSON file with the place to show, counted from 1: where any run lands
(``model/analysis/landing.py``). How well each head aligns is measured before, by ``benchmarks/alignment.py … --out
assets/samples/NAME-alignment.json``. The arrays that explain its numbers are in a file of their own, read after the
first paint. Run it whenever a shipped checkpoint changes.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from model.analysis.aligning_head import aligning_head
from model.analysis.landing import telling_step
from model.common.assets import SAMPLES
from model.record.trace import Trace
from model.record.trace_file import save_trace
from viz_app.cli.shared.common import open_named, record


@dataclass(frozen=True)
class Sample:
    checkpoint: str
    sentence: str


SAMPLES_MADE = (
    Sample("everyday", "Das Tier überquerte die Straße nicht, weil es zu müde war."),
    Sample("classic", "Gestern hat meine Schwester einen alten Freund getroffen."),
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
        text = json.dumps(place_of(trace), indent=2)
        (SAMPLES / f"{sample.checkpoint}.json").write_text(text + "\n", encoding="utf-8")
        print(f"{sample.checkpoint}: {trace.meta.translation}")
    return 0


def place_of(trace: Trace) -> dict[str, str | int]:
    """Where the example stands; layer, head and step from 1."""
    head = aligning_head(trace) or (0, 0)
    return {"kind": "cross", "layer": head[0] + 1, "head": head[1] + 1, "step": telling_step(trace, head) + 1}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
