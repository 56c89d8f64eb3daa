"""Claims hold of what the run says and of nothing that it lacks; words show the same quantities."""

from __future__ import annotations

from dataclasses import replace

from model.lessons.claims import filled, holds, number_text, read_off, told
from model.lessons.lesson import Claim
from model.lessons.quantities import QUANTITIES, RowPlace
from tests.model.traces import META, make_trace

RUN = make_trace(meta=replace(META, source_spelling=(), network={"norm_order": "pre"}))
HERE = RowPlace("cross", 1, 0, 2)


def test_a_claim_holds_or_not_and_never_of_what_is_lacking() -> None:
    token = QUANTITIES["token"](RUN, HERE)
    assert token == "</s>"
    assert holds(RUN, Claim("token", "is", "</s>"), HERE)
    assert not holds(RUN, Claim("token", "is", "dogs"), HERE)
    assert holds(RUN, Claim("token", "is_not", "dogs"), HERE)
    assert holds(RUN, Claim("probability", "at_most", 0.125), HERE)
    assert not holds(RUN, Claim("probability", "at_least", 0.126), HERE)
    assert holds(RUN, Claim("probability", "is", 0.5, {"step": 1}), HERE)
    assert not holds(RUN, Claim("score", "at_most", 1e9), HERE)  # it holds no scores
    assert not holds(RUN, Claim("token", "is_not", "x", {"row": "cats"}), HERE)
    assert read_off(RUN, Claim("norm_order", "is", "pre"), HERE) == "pre"


def test_words_show_what_the_run_holds() -> None:
    assert filled("“{input}” → “{token}” {probability}, {score}", RUN, HERE) == "“dogs” → “</s>” 0.12, –"
    assert filled("{steps}", None, HERE) == "–"
    assert [number_text(one) for one in (8.0, 0.9995, 0.003, -1.25, 0.99999)] == ["8", "0.9995", "0.0030", "−1.25", "1"]
    assert told(Claim("largest", "is_not", "x", {"row": 2})) == "largest is not x (row 2)"


def test_a_korean_particle_agrees_with_the_digit_before_it() -> None:
    """By how the last digit is spoken: 영 일 삼 육 칠 팔 end in a consonant, 일 칠 팔 in ㄹ."""
    said = {
        "0.93예요.": "0.93이에요.", "0.92이에요.": "0.92예요.", "“war”(0.83)예요": "“war”(0.83)이에요",
        "√64 = 8으로 나누면": "√64 = 8로 나누면", "0.46로 비슷": "0.46으로 비슷", "(256)는 너비": "(256)은 너비",
        "0.9995이 돼요": "0.9995가 돼요", "1를 나누기": "1을 나누기", "17개예요": "17개예요", "2이고": "2이고",
        "It is 3.": "It is 3.",
    }  # fmt: skip
    assert {text: filled(text, None, HERE) for text in said} == said
