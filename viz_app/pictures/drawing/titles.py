"""The titles of the pictures, in the order of their views. Apart from them: a tab has a name before it is opened."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

translate = QCoreApplication.translate


def titles() -> dict[str, str]:
    """Module name (as in ``Snapshot.view``) → translated name, in the order of the views."""
    return {
        "one_head": translate("pictures", "One head"),
        "one_layer": translate("pictures", "One layer"),
        "all_layers": translate("pictures", "All layers"),
        "links": translate("pictures", "Links"),
        "masks": translate("pictures", "Masks"),
        "embeddings_layers": translate("pictures", "Embeddings & layers"),
        "teacher_forcing": translate("pictures", "Teacher forcing"),
    }
