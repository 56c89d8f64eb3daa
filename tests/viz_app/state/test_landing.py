"""Where one stands in a new run, and what of the selection outlives a change of the run."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from model.record.trace import Trace
from tests.viz_app.sample_trace import make_trace, taught
from viz_app.state.landing import is_again, is_reworded, land, stay
from viz_app.state.state import Landed, Selection, Snapshot

TARGET = ("Cattle", "eat", "grass", ".")


def aligned(trace: Trace, layer: int, head: int) -> Trace:
    """The run with one head that points at one word after the other, all others at nothing."""
    weights = np.full_like(np.asarray(trace.cross_attention), 1 / trace.source_length)
    weights[layer, head] = np.eye(trace.steps, trace.source_length)
    special = {"source": (int(trace.source_ids[-1]),), "target": (int(trace.produced_ids[-1]),)}  # type: ignore[index]
    return replace(trace, cross_attention=weights, meta=replace(trace.meta, special_ids=special))


FIRST = aligned(make_trace(), 1, 2)
OTHER = aligned(make_trace(source=("Rinder", "fressen", "Gras", "."), target=TARGET), 2, 3)


def test_the_first_run_lands_on_its_head_and_a_content_word() -> None:
    found = land(Snapshot(), OTHER)
    assert found["landed"] == Landed("cross", 2, 3)
    chosen = found["selection"]
    assert (chosen.kind, chosen.layer, chosen.head, chosen.query, chosen.key) == ("cross", 2, 3, None, None)
    assert TARGET[chosen.step] == "grass"


def test_the_next_sentence_lands_again_and_lets_the_cell_go() -> None:
    stood = Selection("cross", 1, 2, 0, query=0, key=4)
    found = land(Snapshot(trace=FIRST, selection=stood, landed=Landed("cross", 1, 2)), OTHER)
    assert found["selection"] == Selection("cross", 2, 3, 2)


def test_what_a_person_has_chosen_stays() -> None:
    landed = Landed("cross", 1, 2)
    for chosen in (Selection("cross", 1, 0, 5), Selection("encoder", 1, 2, 5), Selection("decoder", 0, 1, 5)):
        found = land(Snapshot(trace=FIRST, selection=chosen, landed=landed), OTHER)["selection"]
        assert (found.kind, found.layer, found.head, found.step) == (chosen.kind, chosen.layer, chosen.head, 2)
    opened = Snapshot(trace=FIRST, selection=Selection("decoder", 0, 1, 5))  # a session: nobody has landed
    assert land(opened, OTHER)["selection"].kind == "decoder"


def test_another_checkpoint_has_other_heads() -> None:
    foreign = replace(OTHER, meta=replace(OTHER.meta, checkpoint_sha256="3" * 64))
    chosen = Snapshot(trace=FIRST, selection=Selection("encoder", 1, 0, 5), landed=Landed("cross", 1, 2))
    assert land(chosen, foreign)["selection"] == Selection("cross", 2, 3, 2)
    assert not is_again(OTHER, foreign)


def test_a_given_target_opens_at_its_last_label() -> None:
    given = taught(OTHER)
    given = replace(given, meta=replace(given.meta, decoding={"method": "teacher forcing", "given": 3}))
    assert land(Snapshot(), given)["selection"].step == 2
    assert land(Snapshot(), given)["landed"] == Landed("cross", 2, 3)


def test_where_no_head_can_be_told_the_kind_stays() -> None:
    bare = replace(OTHER, cross_attention=None, cross_mask=None)
    found = land(Snapshot(), bare)
    assert found["selection"] == Selection("cross", 0, 0, 2)


def test_the_same_sentence_keeps_step_and_head_and_what_still_is_the_same_token() -> None:
    """Another word is forced at step 2: row 2 and later ones are others."""
    ids = np.array(FIRST.produced_ids)
    ids[2:] += 100
    consumed = np.array(FIRST.consumed_ids)
    consumed[3:] += 100
    forced = replace(FIRST, produced_ids=ids, consumed_ids=consumed)
    cases = {
        Selection("cross", 0, 1, 5, 1, 4): (1, 4), Selection("cross", 0, 1, 5, 2, 4): (None, 4),
        Selection("decoder", 0, 1, 5, 4, 2): (None, 2), Selection("decoder", 0, 1, 5, 2, 3): (2, None),
        Selection("encoder", 0, 1, 5, 3, 6): (3, 6),
    }  # fmt: skip
    for stood, kept in cases.items():
        found = stay(Snapshot(trace=FIRST, selection=stood, landed=Landed("cross", 1, 2)), FIRST, forced, 0)
        chosen = found["selection"]
        assert (chosen.query, chosen.key) == kept, stood
        assert (chosen.kind, chosen.layer, chosen.head, chosen.step) == (stood.kind, 0, 1, 5)
        assert found["landed"] == Landed("cross", 1, 2, untouched=False)


def test_a_step_that_is_gone_is_the_last_one() -> None:
    short = aligned(make_trace(target=("Two", "dogs")), 1, 2)
    assert stay(Snapshot(trace=FIRST, selection=Selection(step=7)), FIRST, short, 0)["selection"].step == 2


def test_the_same_tokens_are_no_other_translation() -> None:
    ids = np.array(FIRST.produced_ids)
    assert not is_reworded(FIRST, replace(FIRST, produced_ids=ids.copy()))
    ids[2] += 1
    assert is_reworded(FIRST, replace(FIRST, produced_ids=ids))
    assert is_reworded(FIRST, replace(FIRST, produced_ids=ids[:3]))
