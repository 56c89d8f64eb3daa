"""The page of commands has every command with its options, in both languages."""

from __future__ import annotations

import command_tables

from viz_app.cli import command_names


def test_every_command_has_its_section_and_its_options() -> None:
    english, korean = (command_tables.tables(language) for language in ("en", "ko"))
    for text in (english, korean):
        assert [line[3:] for line in text.splitlines() if line.startswith("## ")] == command_names()
        assert "| `--what-if CHANGE` |" in text
        assert "`--layer N\\|mean\\|all`" in text
    assert english.count("\n| `") == korean.count("\n| `")
    assert "| `WHAT` | export, handout, page, trace |" in english
    assert "| `SENTENCE` | 소스 문장 |" in korean
