"""Where a run comes from, as captions of pictures and of plots say it."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from model.record.trace import Meta
from viz_app.platform.theme import visible

translate = QCoreApplication.translate


def whence(meta: Meta) -> str:
    """The checkpoint and its hash, or that the run was recorded; a name stands on one line, nothing hidden in it."""
    name = " ".join(visible(word) for word in meta.checkpoint.split())
    told = name + (f" ({meta.checkpoint_sha256[:12]})" if meta.checkpoint_sha256 else "")
    if meta.recorded:
        return translate("Figure", "{0}, recorded from your own code").format(told)
    return translate("Figure", "Checkpoint {0}").format(told)
