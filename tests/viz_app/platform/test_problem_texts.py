"""Problems in Korean: every template is a sentence of the code, and names in it stay as they are."""

from __future__ import annotations

import ast
import re

import pytest
from PySide6.QtWidgets import QApplication

from model.common.problems import Problem
from tests.source_tree import PROJECT, python_files, tree
from viz_app.dialogs.checkpoint_facts import said
from viz_app.platform.problem_texts import PLACE, TEMPLATES, in_their_language
from viz_app.platform.translations import speak
from viz_app.state.state import Notice

#: Files beside those folders that refuse something in the window.
ALONE = ("handlers/export_job", "handlers/session_codec")


@pytest.fixture
def korean(qapp: QApplication) -> object:
    speak(qapp, "ko")
    yield None
    speak(qapp, "en")


def _sentences() -> tuple[set[str], list[re.Pattern[str]]]:
    """Every text of the engine, of model/ and of exports: plain ones, and those with values in them as patterns."""
    plain, filled = set(), []
    alone = [PROJECT / "viz_app" / f"{name}.py" for name in ALONE]
    for path in [*python_files("model", "viz_app/engine", "viz_app/exports", "viz_app/tables"), *alone]:
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                plain.add(node.value)
            elif isinstance(node, ast.JoinedStr):
                words = [str(part.value) if isinstance(part, ast.Constant) else "" for part in node.values]
                if len("".join(words)) > 6:
                    filled.append(re.compile("".join(re.escape(word) or "(.+)" for word in words)))
    return plain, filled


def test_every_template_is_said_somewhere() -> None:
    plain, filled = _sentences()
    never = [one for one in TEMPLATES if one not in plain and not any(pattern.fullmatch(one) for pattern in filled)]
    assert never == []


def test_no_template_hides_another() -> None:
    """What a template says is found as itself, also where a more general one fits it too."""
    assert len(set(TEMPLATES)) == len(TEMPLATES)
    for template in TEMPLATES:
        assert [int(place[1]) for place in PLACE.findall(template)] == list(range(1, len(PLACE.findall(template)) + 1))


@pytest.mark.parametrize("template", TEMPLATES)
def test_every_template_is_korean(korean: object, template: str) -> None:
    filled = PLACE.sub(lambda place: f"<b>{place[0][1]}%2</b>", template)
    said = in_their_language(filled)
    assert any("가" <= letter <= "힣" for letter in said)
    for number in range(1, len(PLACE.findall(template)) + 1):
        assert f"<b>{number}%2</b>" in said, "a name is never read again for places"


def test_a_long_sentence_is_said_in_korean(korean: object) -> None:
    said = in_their_language("it has 130 tokens and tut6-model has positions for 100")
    assert said == "토큰이 130개인데 tut6-model에는 위치가 100개까지만 있습니다"


def test_what_nobody_translated_stays(korean: object) -> None:
    assert in_their_language("the moon is full") == "the moon is full"
    assert in_their_language("") == ""


def test_in_english_nothing_changes(qapp: QApplication) -> None:
    for template in TEMPLATES:
        assert in_their_language(template) == template


def test_the_banner_and_the_dialog_say_it(korean: object, qapp: QApplication) -> None:
    from viz_app.controls.problem_banner import in_one_line

    assert said("What is stored in encoder.scale?") == "encoder.scale에는 무엇이 저장되어 있나요?"
    problem = Problem("/x/m.pt", "it is empty", "Copy or download it again")
    line = in_one_line(Notice(problem.what, problem.why, problem.next_step))
    assert line == "/x/m.pt: 비어 있습니다. 다시 복사하거나 내려받으세요."
