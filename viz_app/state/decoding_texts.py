"""The words for how tokens are chosen: of a run, and of what is asked for."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from model.record.trace import Meta
from viz_app.platform.text import localised
from viz_app.state.decoding import OTHER_WAYS, Decoding


def decoding_words(decoding: Decoding) -> str:
    """What is asked for."""
    return greedy() if decoding is None else localised(decoding.said)


def greedy() -> str:
    """The usual way."""
    return QCoreApplication.translate("pictures", "greedy")


def decoded(meta: Meta) -> str:
    """How the tokens of a run were chosen, where not greedily."""
    if not OTHER_WAYS & meta.decoding.keys():
        return ""
    from model.record.run_changes import said_decoding

    said = said_decoding(meta.decoding)
    return "" if said is None else localised(said)
