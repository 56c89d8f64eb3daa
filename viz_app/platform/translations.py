"""The language of the interface, and the catalogues that make it so.

The source is English. Catalogues are in ``assets/translations``, made by ``scripts/translations.py``;
Qt's own words (Close, Cancel, file dialogs) come with Qt. Widgets take their words when they are made: for another
language the window is made again.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QLibraryInfo, QLocale, QTranslator

from model.common.assets import ASSETS
from model.common.languages import LANGUAGES

FOLDER = ASSETS / "translations"
#: Qt's Korean calls these keys up and down in words that read as directions in a menu; an arrow is an arrow.
ARROW_KEYS = (
    QT_TRANSLATE_NOOP("QShortcut", "Left"),
    QT_TRANSLATE_NOOP("QShortcut", "Right"),
    QT_TRANSLATE_NOOP("QShortcut", "Up"),
    QT_TRANSLATE_NOOP("QShortcut", "Down"),
)


def language_for(chosen: str | None, system: Sequence[str]) -> str:
    """``chosen`` if it is a language of ours, else what the system asks for; English where that is none of ours.

    ``system`` are names such as ``ko-KR``, the most wanted first.
    """
    wanted = [chosen or "", *(name.replace("_", "-").partition("-")[0] for name in system)]
    return next((name for name in wanted if name in LANGUAGES), "en")


def speak(application: QCoreApplication, chosen: str | None = None) -> str:
    """Install the catalogues of a language in place of earlier ones; returns the language.

    Anything that is no language of ours, such as None or ``system``, follows the system.
    """
    for earlier in application.findChildren(QTranslator):
        application.removeTranslator(earlier)
        earlier.deleteLater()
    language = language_for(chosen, QLocale.system().uiLanguages())
    qt = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    for name in reversed(catalogues(language)):
        translator = QTranslator(application)
        if translator.load(name, str(FOLDER)) or translator.load(name, qt):
            application.installTranslator(translator)
    return language


def catalogues(language: str) -> tuple[str, ...]:
    """Ours, then Qt's own; the source is English. Where a message is in several, the first one counts."""
    code = language.partition("+")[0]
    return () if code == "en" else (f"headscope_{language.replace('+', '_')}", f"qtbase_{code}")


def reads_glosses(choice: str) -> bool:
    """May words have glosses? Where that is chosen, or by default for those who read Korean."""
    return choice == "on" or (choice == "auto" and spoken().startswith("ko"))


def spoken() -> str:
    """The language that is spoken now: every catalogue translates ``en`` into its own name."""
    return QCoreApplication.translate("Translations", "en")
