"""Numbers of heads for plots: this sentence's own, or those of the file that is chosen, each with its base."""

from __future__ import annotations

from model.analysis.alignment import two_way_focus
from model.analysis.head_facts import head_facts
from tests.viz_app.state.test_file_heads import RUN, now, table
from viz_app.plots.shared.head_measures import FILE, OF_SENTENCES, base_options, measures, names, not_here, numbers_of
from viz_app.state.state import Snapshot

PLAIN = Snapshot(trace=RUN)


def test_without_a_table_there_is_nothing_to_choose_and_no_measure_of_files(qapp: object) -> None:
    assert base_options(PLAIN) == ()
    assert [name for name, _ in measures(PLAIN)] == [name for name in names() if name in OF_SENTENCES]
    (option,) = base_options(now(table()))
    assert option.values == ((FILE, "200 sentences of pairs.tsv"), ("sentence", "this sentence"))
    assert [name for name, _ in measures(now(table()))][-1] == "aer"


def test_each_number_comes_from_where_it_is_said_to(qapp: object) -> None:
    facts, sharp = head_facts(RUN, "encoder"), two_way_focus(RUN)
    assert facts is not None and sharp is not None
    own = numbers_of(now(table()), "encoder", "first", "sentence")
    assert own is not None and (own.values == facts.first).all()
    assert own.base == "Means over the rows of this one sentence, n = 1."
    focus = numbers_of(PLAIN, "cross", "sharpness", "")
    assert focus is not None and (focus.values == sharp).all()
    filed = numbers_of(now(table()), "encoder", "entropy", FILE)
    assert filed is not None and (filed.values == table().kinds["encoder"]["entropy"].mean).all()
    assert filed.base == "Means over 200 sentences of pairs.tsv."
    assert numbers_of(PLAIN, "encoder", "sharpness", "") is None
    assert numbers_of(now(table()), "cross", "aer", "sentence") is None
    assert "over a file only" in not_here("aer", "sentence").why
