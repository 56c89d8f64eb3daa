"""Every question that a format can ask stands in the catalogue, and nothing that none asks."""

from __future__ import annotations

import ast

from tests.source_tree import python_files, tree
from viz_app.platform.question_texts import KNOWN, ORIGINS, QUESTIONS

#: Questions that a format makes from a name; shown in English, or listed as what they become.
MADE = {
    "Which file holds the source vocabulary?", "Which file holds the target vocabulary?",
    "Which language is the source?", "Which language is the target?",
    "How many tokens may a sentence have? The network itself has no limit",
}  # fmt: skip


def asked() -> set[str]:
    """Texts in ``model/`` that end as questions do, docstrings left out."""
    texts = set()
    for path in python_files("model"):
        code = tree(path)
        documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
        pages = {ast.get_docstring(node, clean=False) for node in ast.walk(code) if isinstance(node, documented)}
        for node in ast.walk(code):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value not in pages:
                text = node.value
                if text.endswith("?") and text[0].isupper() and " " in text and "\n" not in text:
                    texts.add(text)
    return texts


def test_every_question_is_there() -> None:
    assert asked() <= set(QUESTIONS), asked() - set(QUESTIONS)


def test_nothing_else_is() -> None:
    assert set(QUESTIONS) - MADE <= asked(), set(QUESTIONS) - MADE - asked()


def test_no_text_means_two_things() -> None:
    assert len(KNOWN) >= len(set(QUESTIONS)) + len(set(ORIGINS))
