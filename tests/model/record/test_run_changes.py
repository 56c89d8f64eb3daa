"""What a caption says of a run's changes, from JSON that may say anything."""

from __future__ import annotations

from model.decoding.sampling import Sampling
from model.network.interventions import HeadAblated, MaskOff, to_json
from model.record.run_changes import said_changes


def test_each_change_is_said_in_its_place() -> None:
    told = [to_json(MaskOff("padding")), {"what": "later version"}, to_json(HeadAblated("cross", 0, 1))]
    rules = Sampling(7, 0.8, 10, 0.9)
    said = said_changes(told, (2,), {"method": "sampled", "sampling": rules.to_json()})
    assert said == (
        "padding mask off",
        "a change that this version does not know",
        "cross attention, layer 1, head 2: result 0 (never reached)",
        "sampled with temperature 0.8, seed 7, top-k 10, top-p 0.9",
    )
    assert said_changes((), (), {"sampling": {"seed": "7"}}) == ()
