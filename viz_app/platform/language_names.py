"""Names of the languages between which models translate, in the interface's language, from the codes of checkpoints.

A code is whatever a file says: ``de``, ``deu``, ``de_DE``, ``kor_Hang``. Qt knows the codes, and English names only.
"""

from __future__ import annotations

from PySide6.QtCore import QLocale

from viz_app.platform.text import fill, translate


def language_name(code: str) -> str:
    """``German`` for ``de``; the code itself where nobody knows it, and nothing for nothing."""
    language = QLocale.codeToLanguage(code.strip(">< ").replace("-", "_").partition("_")[0].lower())
    if language == QLocale.Language.AnyLanguage:
        return code
    english = QLocale.languageToString(language)
    return _named().get(english, english)


def direction(source: str, target: str) -> str:
    """``German → English``; nothing where one of them is not known."""
    return fill("%1 → %2", language_name(source), language_name(target)) if source and target else ""


def _named() -> dict[str, str]:
    """By Qt's English name; others are shown by that name."""
    return {
        "Arabic": translate("Languages", "Arabic"),
        "Bulgarian": translate("Languages", "Bulgarian"),
        "Chinese": translate("Languages", "Chinese"),
        "Czech": translate("Languages", "Czech"),
        "Danish": translate("Languages", "Danish"),
        "Dutch": translate("Languages", "Dutch"),
        "English": translate("Languages", "English"),
        "Esperanto": translate("Languages", "Esperanto"),
        "Finnish": translate("Languages", "Finnish"),
        "French": translate("Languages", "French"),
        "German": translate("Languages", "German"),
        "Greek": translate("Languages", "Greek"),
        "Hebrew": translate("Languages", "Hebrew"),
        "Hindi": translate("Languages", "Hindi"),
        "Hungarian": translate("Languages", "Hungarian"),
        "Indonesian": translate("Languages", "Indonesian"),
        "Italian": translate("Languages", "Italian"),
        "Japanese": translate("Languages", "Japanese"),
        "Korean": translate("Languages", "Korean"),
        "Norwegian Bokmål": translate("Languages", "Norwegian"),
        "Persian": translate("Languages", "Persian"),
        "Polish": translate("Languages", "Polish"),
        "Portuguese": translate("Languages", "Portuguese"),
        "Romanian": translate("Languages", "Romanian"),
        "Russian": translate("Languages", "Russian"),
        "Spanish": translate("Languages", "Spanish"),
        "Swedish": translate("Languages", "Swedish"),
        "Thai": translate("Languages", "Thai"),
        "Turkish": translate("Languages", "Turkish"),
        "Ukrainian": translate("Languages", "Ukrainian"),
        "Vietnamese": translate("Languages", "Vietnamese"),
    }
