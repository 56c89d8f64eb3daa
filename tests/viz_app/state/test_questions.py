"""The open question: one at a time, whoever asks; and what opening one asks of the engine."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.viz_app.controls.measured import effects, shown
from tests.viz_app.sample_trace import make_trace
from viz_app.platform.preferences import Settings
from viz_app.state.intents import ChangeSettings, MeasureEarlyGuesses, MeasureEffects, Select
from viz_app.state.questions import (
    OF_ROW,
    SWITCHES,
    asking,
    closed,
    one_at_a_time,
    opened,
    opening,
    questions,
    weights_wanted,
    with_row,
)
from viz_app.state.state import Selection

FRESH = replace(shown(), settings=Settings())


@pytest.mark.parametrize("name", [*SWITCHES, "projections", "masking", "first_input", "cost"])
def test_one_is_open_whatever_was(name: str) -> None:
    before = Settings(effects=True, head_facts=True, answer="norm_order")
    after = replace(before, **opening(name))
    assert opened(after) == name
    assert sum(getattr(after, switch) for switch in SWITCHES) + bool(after.answer) == 1
    assert opened(replace(after, **opening(""))) == ""


def test_an_older_session_with_several_shows_the_first_and_closes_all() -> None:
    older = Settings(best_heads=True, early_guesses=True, head_facts=True)
    assert opened(older) == "early_guesses"
    assert closed(older) == Settings()
    assert closed(Settings(values=False)).values is False


def test_whoever_turns_one_on_turns_the_others_off() -> None:
    assert one_at_a_time({"effects": True, "values": False}) == {"values": False} | opening("effects")
    assert one_at_a_time({"answer": "cost"}) == opening("cost")
    assert one_at_a_time({"effects": False}) == {"effects": False}
    assert one_at_a_time({"dots": True}) == {"dots": True}


def test_opening_asks_for_what_is_not_known() -> None:
    assert asking("effects", FRESH) == (ChangeSettings(opening("effects")), MeasureEffects())
    assert asking("early_guesses", FRESH) == (ChangeSettings(opening("early_guesses")), MeasureEarlyGuesses())
    assert asking("effects", replace(FRESH, effects=effects())) == (ChangeSettings(opening("effects")),)
    assert asking("cost", replace(FRESH, settings=Settings(answer="cost"))) == (ChangeSettings(opening("")),)


def test_in_the_encoder_a_cell_is_asked_about_in_the_row_of_the_steps_word() -> None:
    run = make_trace()
    cross = np.full_like(np.asarray(run.cross_attention), 0.01)
    cross[-1, :, 3, 2] = 0.9
    cross[0, :, 3, 1], cross[-1, :, 4, 4] = 1.0, 1.0  # of another layer, of another step
    now = replace(FRESH, trace=replace(run, cross_attention=cross), selection=Selection("encoder", 1, 1, 3))
    for name in OF_ROW:
        assert asking(name, now) == (ChangeSettings(opening(name)), Select(query=2))
        for chosen in (replace(now.selection, query=0), Selection("decoder", 1, 1, 3), Selection("cross", 1, 1, 3)):
            assert asking(name, replace(now, selection=chosen)) == (ChangeSettings(opening(name)),)
    assert asking("cost", now) == (ChangeSettings(opening("cost")),)
    bare = replace(now, trace=replace(run, cross_attention=None))
    assert with_row(bare, "computation", now.selection).query == 0, "any row, where no step says which"


def test_every_question_has_its_words_and_every_answer_a_setting() -> None:
    asked = questions()
    assert set(asked) == {*SWITCHES, *(value for value in _answers() if value)}
    assert all(one.title and one.tip for one in asked.values())


def _answers() -> list[str]:
    from dataclasses import fields

    row = next(field for field in fields(Settings) if field.name == "answer")
    return [value for value, _ in row.metadata["values"]]


@pytest.mark.parametrize(
    ("answer", "kind", "wanted"),
    [
        ("projections", "cross", ("cross", 1, 2)),
        ("feed_forward", "cross", ("decoder_ff", 1, 0)),
        ("feed_forward", "encoder", ("encoder_ff", 1, 0)),
        ("cost", "cross", None),
    ],
)
def test_which_matrices_an_answer_takes(answer: str, kind: str, wanted: tuple[str, int, int] | None) -> None:
    place = Selection(kind, 1, 2, 3)  # type: ignore[arg-type]  # a kind
    now = replace(FRESH, selection=place, settings=Settings(answer=answer))  # type: ignore[arg-type]  # an answer
    assert weights_wanted(now) == wanted
