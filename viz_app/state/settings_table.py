"""Every setting in words: one line each. The settings dialog and the undo menu are made from it.

A new field of :class:`viz_app.state.state.Settings` needs one line here; what it may be is in
:mod:`viz_app.platform.settings_store`.
"""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QCoreApplication

from model.common.lazy_dataclass import dataclass

translate = QCoreApplication.translate


@dataclass(frozen=True)
class SettingRow:
    """One setting. It is a switch, a number or a choice, as its value is."""

    name: str  #: of the field
    label: str
    sentence: str  #: what it does, in plain words
    choices: tuple[tuple[str, str], ...] = ()  #: value, words; for a choice
    unit: str = ""  #: behind a number


@dataclass(frozen=True)
class SettingsPage:
    """Settings that belong together."""

    title: str
    rows: tuple[SettingRow, ...]


def pages() -> tuple[SettingsPage, ...]:
    """All settings, in the order of the dialog; which keys are off is a page of its own."""
    return (
        SettingsPage(translate("SettingsTable", "Picture"), _picture()),
        SettingsPage(translate("SettingsTable", "Inspector"), _inspector()),
        SettingsPage(translate("SettingsTable", "Window"), _window()),
        SettingsPage(translate("SettingsTable", "Memory"), _memory()),
    )


def told(name: str, value: Any) -> str:
    """A change of a setting in few words: what was chosen, which switch was turned, or which number it was."""
    row = next((row for page in pages() for row in page.rows if row.name == name), None)
    if row is None:
        return translate("SettingsTable", "a setting")
    if isinstance(value, bool):
        turned = translate("SettingsTable", "%1: on") if value else translate("SettingsTable", "%1: off")
        return turned.replace("%1", row.label)
    return dict(row.choices).get(value, row.label) if isinstance(value, str) else row.label


def _picture() -> tuple[SettingRow, ...]:
    return (
        SettingRow(
            "scale", translate("SettingsTable", "Scale of colours"),
            translate("SettingsTable", "Linear: a colour twice as far along is twice the weight. √: colour follows the "
                      "square root, so that a weight of 0.04 is seen as 0.2."),
            (("linear", translate("SettingsTable", "linear scale")), ("sqrt", translate("SettingsTable", "√ scale"))),
        ),
        SettingRow(
            "per_map_scale", translate("SettingsTable", "Each map’s own maximum as full colour"),
            translate("SettingsTable", "Faint maps become readable, but colours of two maps cannot be compared then."),
        ),
        SettingRow(
            "values", translate("SettingsTable", "Numbers in cells"),
            translate("SettingsTable", "The weight is printed where a cell has room for it."),
        ),
        SettingRow(
            "dots", translate("SettingsTable", "A dot on each row’s maximum"),
            translate("SettingsTable", "The largest weight of a row is found without telling colours apart."),
        ),
        SettingRow(
            "row_totals",
            translate("SettingsTable", "Row totals in One head"),
            translate("SettingsTable", "The sum of each row’s weights, right of it: 1 wherever softmax had a say."),
        ),
        SettingRow(
            "squares",
            translate("SettingsTable", "Square size = weight"),
            translate("SettingsTable", "Each cell is a square whose area is the weight, so that colour is not needed."),
        ),
        *_single_views(),
        SettingRow(
            "captions", translate("SettingsTable", "Caption in exported pictures"),
            translate("SettingsTable", "Below every exported picture: attention weights are no measure of influence."),
        ),
    )  # fmt: skip


def _single_views() -> tuple[SettingRow, ...]:
    return (
        SettingRow(
            "masks_as_in_code",
            translate("SettingsTable", "Masks as in your code"),
            translate("SettingsTable", "With the names and values of your code: in some True means blocked."),
        ),
        SettingRow(
            "head_order", translate("SettingsTable", "Order of heads in All layers"),
            translate("SettingsTable", "As the model counts them, or by a fact of each head on this sentence."),
            _head_orders(),
        ),
        SettingRow(
            "link_threshold", translate("SettingsTable", "Links: weakest weight drawn"),
            translate("SettingsTable", "In Links, a line is drawn for a weight of at least this many hundredths."),
            unit=translate("SettingsTable", "hundredths"),
        ),
        SettingRow(
            "link_count", translate("SettingsTable", "Links: strongest of each row"),
            translate("SettingsTable", "In Links, so many lines leave each row; 0 draws all of them."),
        ),
    )  # fmt: skip


def _inspector() -> tuple[SettingRow, ...]:
    return (
        SettingRow(
            "computation", translate("SettingsTable", "How the selected number is computed"),
            translate("SettingsTable", "The inspector shows softmax(q·k / √d_k + mask)·V step by step "
                      "(Attention Is All You Need, 3.2.1)."),
        ),
        SettingRow(
            "effects", translate("SettingsTable", "What happens without each word"),
            translate("SettingsTable", "In the inspector: the change in log-probability when a token is replaced."),
        ),
        SettingRow(
            "effects_by_size", translate("SettingsTable", "Largest change first"),
            translate("SettingsTable", "There, source tokens stand in the order of their effect, not of the sentence."),
        ),
        SettingRow(
            "early_guesses", translate("SettingsTable", "What each layer would say"),
            translate("SettingsTable", "The inspector shows the vocabulary head applied to every decoder layer."),
        ),
        SettingRow(
            "head_facts", translate("SettingsTable", "What the selected head does"),
            translate("SettingsTable", "The inspector shows entropy, focus, distance and more, on this sentence."),
        ),
        SettingRow(
            "best_heads", translate("SettingsTable", "Which head aligns best"),
            translate("SettingsTable", "The inspector ranks the heads of cross attention on this sentence."),
        ),
        SettingRow(
            "aligned_by", translate("SettingsTable", "Heads align best by"),
            translate("SettingsTable", "How clearly a head points both ways, or how its weights agree with effects."),
            (
                ("focus", translate("SettingsTable", "two-way focus")),
                ("effect", translate("SettingsTable", "agreement with effects")),
            ),
        ),
    )  # fmt: skip


def _head_orders() -> tuple[tuple[str, str], ...]:
    return (
        ("model", translate("SettingsTable", "heads as the model counts")),
        ("entropy", translate("SettingsTable", "heads by entropy")),
        ("focus", translate("SettingsTable", "heads by focus")),
        ("distance", translate("SettingsTable", "heads by mean distance")),
        ("diagonal", translate("SettingsTable", "heads by likeness to the diagonal")),
        ("previous", translate("SettingsTable", "heads by weight on the previous token")),
        ("similar", translate("SettingsTable", "heads by likeness to the selected one")),
    )


def _window() -> tuple[SettingRow, ...]:
    return (
        SettingRow(
            "theme", translate("SettingsTable", "Light or dark"),
            translate("SettingsTable", "Of the window; exported pictures stay light, as paper is."),
            (
                ("system", translate("SettingsTable", "colours as the system")),
                ("light", translate("SettingsTable", "light")), ("dark", translate("SettingsTable", "dark")),
            ),
        ),
        SettingRow(
            "text_size", translate("SettingsTable", "Size of text"),
            translate("SettingsTable", "Points added to the system’s own size; for a projector, 4 or more."),
            unit=translate("SettingsTable", "pt"),
        ),
        SettingRow(
            "language", translate("SettingsTable", "Language"),
            translate("SettingsTable", "Of the interface. It changes when Headscope starts again."),
            (
                ("system", translate("SettingsTable", "as the system")), ("en", "English"), ("ko", "한국어"),
                ("ko+en", "한국어 + English terms"),
            ),
        ),
        SettingRow(
            "map_shown", translate("SettingsTable", "Map of the model"),
            translate("SettingsTable", "Left: Figure 1 of the paper; each attention block is a button."),
        ),
        SettingRow(
            "inspector_shown", translate("SettingsTable", "Inspector"),
            translate("SettingsTable", "Right: the selected number, how it is computed, and the candidates."),
        ),
        SettingRow(
            "notes_shown", translate("SettingsTable", "Notes"),
            translate("SettingsTable", "Right, below: what you write about runs and places; saved in session files."),
        ),
        SettingRow(
            "play_milliseconds", translate("SettingsTable", "Playing: time per step"),
            translate("SettingsTable", "How long each step stays while the run is played."),
            unit=translate("SettingsTable", "ms"),
        ),
    )  # fmt: skip


def _memory() -> tuple[SettingRow, ...]:
    return (
        SettingRow(
            "remember_files",
            translate("SettingsTable", "Remember what was opened"),
            translate("SettingsTable", "The last ten checkpoints and traces, by path. Switching it off forgets them."),
        ),
        SettingRow(
            "remember_sentences",
            translate("SettingsTable", "Remember sentences"),
            translate(
                "SettingsTable",
                "The last fifty that were translated, in the settings file on this computer and nowhere else. "
                "Switching it off forgets them.",
            ),
        ),
        SettingRow(
            "keep_unsaved",
            translate("SettingsTable", "Keep a copy of unsaved work"),
            translate(
                "SettingsTable",
                "Notes and sessions that are not saved survive a crash: every 30 seconds a copy is written on this "
                "computer, and deleted on leaving. Without remembered sentences none is written.",
            ),
        ),
    )
