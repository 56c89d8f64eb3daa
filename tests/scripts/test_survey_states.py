"""Every state of a window is looked at at every size, and names the view that is on screen then."""

from __future__ import annotations

import survey
import survey_states


def test_every_state_has_cases_at_every_size() -> None:
    named = [case.name for case in survey.cases()]
    assert len(set(named)) == len(named)
    for state in survey_states.states():
        for wide, high in survey.SIZES:
            assert any(name.startswith(f"{state.replace(':', '-')}-{wide}x{high}-") for name in named), state
    views = {survey_states.view_of(state) for state in survey_states.states()}
    assert {"beam_tree", "compare", "masks", "one_head"} == views
