"""The calm line about a sentence that is plainly not in the language that the open model translates from. Pure.

How that is told, and when not, :mod:`model.analysis.source_language` says.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from model.analysis.source_language import OtherLanguage, code_of, other_language
from model.common.text import fill
from model.record.trace import Trace
from viz_app.engine.messages import CheckpointInfo
from viz_app.platform.language_names import language_name
from viz_app.state.state import Notice

translate = QCoreApplication.translate


def language_notice(runs: Sequence[Trace], opened: CheckpointInfo | None) -> Notice | None:
    """About the first sentence of which it is plain; None where there is none, or the source language is not known."""
    if opened is None or not opened.source_language or opened.tokenizer == "ids":
        return None
    for number, run in enumerate(runs, 1):
        found = other_language(run.meta.source_text, opened.source_language)
        if found is not None:
            what = translate("LanguageNotice", "source sentence")
            if len(runs) > 1:
                what = fill(translate("LanguageNotice", "sentence %1"), number)
            mark = fill(translate("LanguageNotice", "not %1?"), language_name(opened.source_language))
            return Notice(what, _why(found, opened.source_language), _way_out(found, opened), calm=True, mark=mark)
    return None


def _why(found: OtherLanguage, source: str) -> str:
    if not found.code:
        said = translate("LanguageNotice", "it is written in %1 script, and this model translates from %2")
        return fill(said, found.script, language_name(source))
    said = translate("LanguageNotice", "it reads like %1, and this model translates from %2")
    return fill(said, language_name(found.code), language_name(source))


def _way_out(found: OtherLanguage, opened: CheckpointInfo) -> str:
    """To tell a model of many languages, to type another sentence, or to open another model."""
    source = language_name(opened.source_language)
    if not found.code:
        return fill(translate("LanguageNotice", "Type %1, or open another checkpoint"), source)
    other = language_name(found.code)
    if found.code in map(code_of, opened.source_languages):
        return fill(translate("LanguageNotice", "Choose %1 beside the checkpoint, or type %2"), other, source)
    return fill(translate("LanguageNotice", "Type %2, or open a checkpoint that translates from %1"), other, source)
