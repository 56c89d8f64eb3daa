"""The words of the controls: placeholders, tokens for reading, and texts that Qt could mistake for markup."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from model.common.text import Text
from viz_app.platform.text import decimal, equation, fill, in_menu, localised, on_one_line, quoted, said, tooltip
from viz_app.platform.translations import speak
from viz_app.state.state import Notice
from viz_app.tables.parts.remarks import in_one_line


@pytest.fixture
def korean(qapp: QApplication) -> object:
    speak(qapp, "ko")
    yield None
    speak(qapp, "en")


def test_placeholders_are_filled_in_one_pass() -> None:
    assert fill("%2 reads %1", "%2", "<s>") == "<s> reads %2"


def test_a_quoted_label_hides_nothing() -> None:
    assert [quoted(label) for label in ("Hunde", "·ing", "", "a\x00")] == ["“Hunde”", "“·ing”", "“⟨⟩”", "“a⟨NUL⟩”"]


@pytest.mark.parametrize("mark", ["“", "”", "„", '"', "“„"])
def test_a_quotation_mark_stands_between_others(mark: str) -> None:
    assert quoted(mark) == f"‘{mark}’"
    assert quoted(f"{mark}a") == f"“{mark}a”"


def test_right_to_left_letters_stay_between_their_quotes() -> None:
    assert quoted("שלום") == "“\u2068שלום\u2069”"


def test_a_tooltip_is_always_rich_text_and_always_escaped() -> None:
    tip = tooltip("<b>x</b>", "", "a & b")
    assert tip == "<qt>&lt;b&gt;x&lt;/b&gt;<br>a &amp; b</qt>"
    assert tooltip("plain") == "<qt>plain</qt>"


def test_a_menu_text_has_no_mnemonic_and_no_second_column() -> None:
    assert in_menu("a & b\tc") == "a && b c"


def test_sentences_on_one_line() -> None:
    assert on_one_line("Ein  Hund\u202e.") == "Ein Hund⟨RLO⟩."
    assert on_one_line("Ein Hund.\n\n Zwei\tKatzen.\n") == "Ein Hund. / Zwei Katzen."
    assert on_one_line("") == ""


def test_a_marked_text_is_said_in_the_interfaces_language(korean: object) -> None:
    long = Text("it has %1 tokens and %2 has positions for %3", 130, "tut6-%1", 100)
    assert localised(long) == "토큰이 130개인데 tut6-%1에는 위치가 100개까지만 있습니다"
    assert localised(Text("What is stored in %1?", "encoder.scale")) == "encoder.scale에는 무엇이 저장되어 있나요?"
    assert (localised(Text("memory")), localised(Text("memory", context="Facts"))) == ("메모리", "인코더 출력")


def test_what_is_not_marked_or_not_known_stays(korean: object) -> None:
    assert [localised(text) for text in ("memory", "", Text("the moon is %1", "full"))] == [
        "memory",
        "",
        "the moon is full",
    ]


def test_in_english_a_marked_text_is_itself(qapp: QApplication) -> None:
    assert localised(Text("%1 is missing", "%1")) == "%1 is missing"


def test_a_problem_is_one_line_in_the_interfaces_language(korean: object) -> None:
    line = in_one_line(Notice("/x/m.pt", Text("it is empty"), Text("Copy or download it again")))
    assert line == "/x/m.pt: 비어 있습니다. 다시 복사하거나 내려받으세요."


# --- numbers that follow from each other ---


@pytest.mark.parametrize("places", [2, 4])
@pytest.mark.parametrize(
    ("formula", "low", "high"),
    [
        (lambda a, b: a / b, 0.05, 30.0),
        (lambda a, b: a + b, -20.0, 20.0),
        (lambda a, b: math.exp(a - b), -9.0, 2.0),
        (lambda a, b: math.sqrt(a * a + abs(b) * 1e-5), 1e-5, 3.0),
        (lambda a, b: a * b, -400.0, 400.0),
    ],
)
def test_what_is_printed_follows_from_what_is_printed(
    formula: Callable[[float, float], float], low: float, high: float, places: int
) -> None:
    rng = np.random.default_rng(7)
    for _ in range(400):
        given = tuple(map(float, rng.uniform(low, high, 2) * 10.0 ** rng.integers(-3, 1)))
        given = given if min(map(abs, given)) > 1e-4 else (0.5, 0.25)
        told = equation(formula, given, float(np.float32(formula(*given))), places)
        assert told.sign == "=", (given, told)
        decimals = len(told.result.partition(".")[2]) if "e" not in told.result else places
        assert said(decimal(formula(*map(said, told.given)), decimals)) == said(told.result)
        for text, value in zip(told.given, given, strict=True):
            assert text == decimal(value, len(text.partition(".")[2])) or "e" in text, "each is the rounded number"


def test_where_no_digits_will_do_the_sign_says_so() -> None:
    assert equation(lambda a, b: a / b, (1.0, 3.0), 0.7) == (("1.0000", "3.0000"), "≈", "0.7000")
    assert equation(lambda a, b: a / b, (1.0, 0.0), 0.7).sign == "≈"
    assert equation(math.exp, (-math.inf,), 0.0) == (("−∞",), "=", "0.0000")
    assert equation(lambda a: a, (math.nan,), math.nan) == (("nan",), "=", "nan")


@pytest.mark.parametrize("number", [0.0, -0.00001, 12.34567, -1e10, 123456.0, math.inf, -math.inf])
def test_a_printed_number_can_be_read(number: float) -> None:
    assert said(decimal(number)) == pytest.approx(number, rel=1e-3, abs=1e-4)
    assert decimal(-0.00001) == "0.0000"
