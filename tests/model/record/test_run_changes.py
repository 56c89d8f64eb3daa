"""What a caption says of a run's changes, from JSON that may say anything."""

from __future__ import annotations

from model.decoding.sampling import Sampling
from model.network.interventions import HeadAblated, MaskOff, to_json
from model.record.run_changes import said_changes, said_decoding


def test_each_change_is_said_in_its_place() -> None:
    told = [to_json(MaskOff("padding")), {"what": "later version"}, to_json(HeadAblated("cross", 0, 1))]
    said = said_changes(told, (2,))
    assert said == (
        "padding mask off",
        "a change that this version does not know",
        "cross attention, layer 1, head 2: result set to 0 (never reached)",
    )


def test_how_tokens_were_chosen_is_said_where_it_was_not_greedily() -> None:
    rules = Sampling(7, 0.8, 10, 0.9)
    assert said_decoding({"sampling": rules.to_json()}) == "sampled with temperature 0.8, seed 7, top-k 10, top-p 0.9"
    assert said_decoding({"sampling": {"seed": "7"}}) is None
    assert said_decoding({"method": "greedy"}) is None
    beam = {"width": 5, "penalty": 1, "stop": "enough"}
    assert said_decoding({"beam": beam}) == "beam 5, length penalty 1.0"
    assert said_decoding({"beam": beam | {"node": 9, "rank": 1, "finished": 6}}) == "beam 5, length penalty 1.0"
    third = beam | {"node": 9, "rank": 3, "finished": 6}
    assert said_decoding({"beam": third}) == "beam 5, length penalty 1.0, hypothesis 3 of 6"
    late = {"width": 2, "penalty": 0.6, "stop": "never", "node": 4, "rank": 0, "finished": 2}
    said = "beam 2, length penalty 0.6, until none can ever score better, one that had not ended, then greedy"
    assert said_decoding({"beam": late}) == said
    assert said_decoding({"beam": beam | {"width": "5"}}) is None and said_decoding({"beam": 3}) is None
