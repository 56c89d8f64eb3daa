"""View, its part about panes: which are there, where they stand, and presets of all that."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from viz_app.commands.command import Command, Desk, Section, asking, within
from viz_app.platform.presets import PRESETS, WindowPreset
from viz_app.platform.settings_table import DEFAULTS
from viz_app.platform.text import localised
from viz_app.state.intents import ChangeSettings, Intent
from viz_app.state.state import Snapshot

translate = QCoreApplication.translate
PANES = ("map", "inspector", "notes", "what_if")


def _presets() -> Section:
    """Panes, size of text and look at once; undo takes all of it back."""
    searched = {
        "student": "student beginner learner course preset layout 학생 배치 수업",
        "lecture": "lecture teacher hall projector talk presentation preset layout 강의 발표 배치",
        "research": "paper researcher expert preset layout 연구 배치",
    }
    return tuple(_preset(each, searched[each.name]) for each in PRESETS)


def _preset(preset: WindowPreset, words: str) -> Command:
    return Command(
        f"preset.{preset.name}", localised(preset.label), asking(lambda _: ChangeSettings(dict(preset.values))),
        checked=lambda now: preset.is_on(now.settings), hint=localised(preset.sentence), words=words,
    )  # fmt: skip


def section() -> Section:
    """One submenu."""
    return within(
        translate("Commands", "Panes"),
        switch(
            "pane.map", translate("Commands", "Map of the model"), "map_shown", "Ctrl+Shift+M",
            translate("Hints", "Figure 1 of the paper with this model’s layers; every attention block is a button."),
            "map model architecture figure diagram sidebar panel hide show 구조 그림 사이드바 숨기기 보이기",
        ),
        switch(
            "pane.inspector", translate("Commands", "Inspector"), "inspector_shown", "Ctrl+Shift+I",
            translate("Hints", "The selected number and its row, how it is computed, and the candidates of the step."),
            "inspector details panel sidebar candidates hide show 인스펙터 후보 사이드바 숨기기 보이기",
        ),
        switch(
            "pane.notes", translate("Commands", "Notes"), "notes_shown", "Ctrl+Shift+N",
            translate("Hints", "What you write about the run and its places; it is saved with the session (Ctrl+S)."),
            "notes comments pane text memo 메모 주석",
        ),
        switch(
            "pane.what_if", translate("Commands", "What if"), "what_if_shown", "Ctrl+Shift+W",
            translate("Hints", "Masks, heads, rows and positions changed for the run on screen, and what that does."),
            "what if intervention change ablate mask off head dock pane 만약 개입 바꾸기 절제",
        ),
        *_windows_of_panes(),
        *_focus(),
        *_presets(),
        Command(
            "pane.reset", translate("Commands", "Reset the layout"), _reset_layout,
            hint=translate("Hints", "The default panes, at their widths."),
            words="layout default restore panes window splitter 배치 초기화 되돌리기",
        ),
    )  # fmt: skip


def _focus() -> Section:
    """By key from pane to pane."""
    return (
        Command(
            "pane.next", translate("Commands", "Next pane"), lambda desk, _: desk.next_pane(), ("F6",),
            hint=translate("Hints", "Moves focus to the next visible pane."),
            words="next focus keyboard pane 포커스 다음 창",
        ),
        Command(
            "pane.previous", translate("Commands", "Previous pane"), lambda desk, _: desk.previous_pane(),
            ("Shift+F6",),
            hint=translate("Hints", "Moves focus to the previous visible pane."),
            words="previous focus keyboard pane 포커스 이전 창",
        ),
    )  # fmt: skip


def _windows_of_panes() -> Section:
    """Out into a window of its own, and back; on which side a pane stands, the settings say."""
    texts = {
        "map": translate("Commands", "Map of the model in its own window"),
        "inspector": translate("Commands", "Inspector in its own window"),
        "notes": translate("Commands", "Notes in their own window"),
        "what_if": translate("Commands", "What if in its own window"),
    }
    hint = translate("Hints", "Moves freely, also to another screen; once more, and it is back in the window.")
    return tuple(_window_of(name, texts[name], hint) for name in PANES)


def _window_of(name: str, text: str, hint: str) -> Command:
    place = f"{name}_place"

    def turn(now: Snapshot) -> Intent:
        if getattr(now.settings, place) == "window":
            return ChangeSettings({place: DEFAULTS[place]})
        return ChangeSettings({place: "window", f"{name}_shown": True})

    return Command(
        f"pane.{name}_window", text, asking(turn), checked=lambda now: getattr(now.settings, place) == "window",
        hint=hint, words=f"{name} float dock undock detach window screen pane move own 창 분리 띄우기 떼어내기 화면",
    )  # fmt: skip


def _reset_layout(desk: Desk, _: Snapshot) -> None:
    """The default panes at their widths."""
    desk.request(
        ChangeSettings({name: DEFAULTS[name] for pane in PANES for name in (f"{pane}_shown", f"{pane}_place")})
    )
    desk.reset_layout()


def switch(name: str, text: str, setting: str, key: str, hint: str, words: str, more: bool = True) -> Command:
    """A setting that is on or off; ``more``: also in *More*."""
    turn = asking(lambda now: ChangeSettings({setting: not getattr(now.settings, setting)}))
    return Command(
        name, text, turn, (key,) if key else (), checked=lambda now: bool(getattr(now.settings, setting)), more=more,
        hint=hint, words=words,
    )  # fmt: skip
