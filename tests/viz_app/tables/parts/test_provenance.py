"""Where a run comes from: its checkpoint with the hash, as far as it says so."""

from __future__ import annotations

from dataclasses import replace

from tests.viz_app.sample_trace import make_trace
from viz_app.tables.parts.provenance import whence


def test_a_checkpoint_has_its_hash_and_a_name_hides_nothing() -> None:
    meta = replace(make_trace().meta, checkpoint="my\u202e model\n2", checkpoint_sha256="ab" * 32)
    assert whence(meta).startswith("Checkpoint my") and whence(meta).endswith(" model 2 (abababababab)")
    assert "\u202e" not in whence(meta) and "\n" not in whence(meta)
    assert whence(replace(meta, checkpoint="tiny", checkpoint_sha256="")) == "Checkpoint tiny"
