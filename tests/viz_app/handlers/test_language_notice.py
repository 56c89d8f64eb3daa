"""The calm line about a sentence in another language: what it says, and what way out it names."""

from __future__ import annotations

from dataclasses import replace

from tests.viz_app.controls.parts import info
from tests.viz_app.sample_trace import make_trace
from viz_app.handlers.language_notice import language_notice
from viz_app.tables.parts.remarks import in_one_line

ENGLISH, KOREAN = "Two dogs are playing in the snow .", "두 마리의 개가 놀고 있다 ."


def said(text: str, **changes: object) -> str:
    opened = replace(info(), source_language="de", target_language="en", **changes)  # type: ignore[arg-type]
    notice = language_notice([make_trace(source=text.split())], opened)
    assert notice is None or notice.calm
    return "" if notice is None else in_one_line(notice)


def test_it_names_both_languages_and_a_way_out(qapp: object) -> None:
    assert said(ENGLISH) == (
        "source sentence: it reads like English, and this model translates from German. "
        "Type German, or open a checkpoint that translates from English."
    )
    assert "it reads like Korean" in said(KOREAN)
    assert said("Я не знаю где он").startswith("source sentence: it is written in Cyrillic script, and this model")


def test_a_model_of_many_languages_can_be_told(qapp: object) -> None:
    told = said(ENGLISH, source_languages=("deu_Latn", "eng_Latn"))
    assert told.endswith("Choose English beside the checkpoint, or type German.")
    assert said(KOREAN, source_languages=("deu_Latn", "eng_Latn")).endswith(
        "open a checkpoint that translates from Korean."
    )


def test_it_is_silent_where_nothing_can_be_said(qapp: object) -> None:
    assert said("Zwei Hunde spielen im Schnee .") == ""
    assert said(ENGLISH, tokenizer="ids") == ""
    assert language_notice([make_trace(source=ENGLISH.split())], None) is None
    unknown = replace(info(), source_language="")
    assert language_notice([make_trace(source=ENGLISH.split())], unknown) is None


def test_of_several_sentences_the_first_such_one_is_numbered(qapp: object) -> None:
    runs = [make_trace(), make_trace(source=ENGLISH.split()), make_trace(source=KOREAN.split())]
    notice = language_notice(runs, replace(info(), source_language="de"))
    assert notice is not None
    assert in_one_line(notice).startswith("sentence 2: it reads like English")
