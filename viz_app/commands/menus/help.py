"""Help: finding, keys, the notebook cell, the program."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from viz_app.commands.command import Command, Menu, Section

translate = QCoreApplication.translate


def menu() -> Menu:
    return Menu("help", translate("Commands", "&Help"), (_help(),))


def _help() -> Section:
    return (
        Command(
            "help.find", translate("Commands", "Find a command…"), lambda desk, _: desk.find_command(),
            ("Ctrl+Shift+P", "Ctrl+K"), more=True,
            hint=translate("Hints", "Finds every command, layer, head, step, sentence and file by a few letters, also "
                           "by names from code."),
            words="palette command search find anything 명령 찾기 검색 팔레트",
        ),
        Command(
            "help.keys", translate("Commands", "Keys"), lambda desk, _: desk.show_keys(), ("F1",), more=True,
            hint=translate("Hints", "Every key on one page; single ones can be switched off in the settings."),
            words="keys shortcuts keyboard cheat sheet help 단축키 키보드 도움말",
        ),
        Command(
            "help.cell", translate("Commands", "Save my model for Headscope…"), lambda desk, _: desk.show_cell(),
            hint=translate("Hints", "A notebook cell that saves your own model with all that its weights do not say."),
            words="Headscope notebook colab save my model torch.save cell 노트북 저장 코랩",
        ),
        Command(
            "help.about", translate("Commands", "About Headscope"), lambda desk, _: desk.show_about(),
            hint=translate("Hints", "Version, and what a weight does not tell."),
            words="about version licence license 정보 버전",
        ),
    )  # fmt: skip
