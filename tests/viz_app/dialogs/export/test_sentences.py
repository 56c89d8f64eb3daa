"""Every kind of file has a sentence that is true of it."""

from __future__ import annotations

from viz_app.dialogs.export.form import all_kinds
from viz_app.dialogs.export.sentences import sentence_of


def test_only_what_headscope_opens_is_said_to_be_opened_again() -> None:
    told = {kind.suffix: sentence_of(kind.of, kind.suffix) for kind in all_kinds() if kind.of == "run"}
    assert [suffix for suffix, words in told.items() if "opens it again" in words] == [".npz"]
    assert "word" in told[".jsonl"]


def test_numbers_for_programs_are_no_spreadsheet() -> None:
    told = {kind.suffix: sentence_of(kind.of, kind.suffix) for kind in all_kinds() if kind.of == "numbers"}
    assert {suffix for suffix, words in told.items() if "spreadsheet" in words} == {".csv", ".tsv"}
