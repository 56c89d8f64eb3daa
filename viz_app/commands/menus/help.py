"""Help: finding, keys, the notebook cell, the program."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from viz_app.commands.command import Command, Menu, Section
from viz_app.state.questions import has_map, has_next_tokens, has_steps

translate = QCoreApplication.translate


def menu() -> Menu:
    return Menu("help", translate("Commands", "&Help"), (_lessons(), _help()))


def _lessons() -> Section:
    """The list, and the buttons of the lesson on screen by keys."""
    return (
        Command(
            "help.lessons", translate("Commands", "Lessons…"), lambda desk, _: desk.show_lessons(), ("Shift+F1",),
            more=True,
            hint=translate("Hints", "Guided tours through this window, from stepping to beam search, with predictions "
                           "and statements to judge."),
            words="lessons tour tutorial guide course teach learn exercise quiz "
                  "학습 길잡이 수업 강의 튜토리얼 안내 퀴즈",
        ),
        Command(
            "help.predict_cell", translate("Commands", "Predict the largest weight of this row"),
            lambda desk, _: desk.in_lesson("predict_cell"), (), lambda now: now.lesson is None and has_map(now),
            hint=translate("Hints", "A curtain over any view, until you have said which column has most weight; the "
                           "answers of a whole class are counted."),
            words="predict reveal curtain guess class quiz exercise 예측 가림막 맞히기 수업 퀴즈",
        ),
        Command(
            "help.predict_word", translate("Commands", "Predict the next word"),
            lambda desk, _: desk.in_lesson("predict_word"), (),
            lambda now: now.lesson is None and has_steps(now) and has_next_tokens(now),
            hint=translate("Hints", "A curtain over any view, until you have typed the word that you expect at this "
                           "step; the answers of a whole class are counted."),
            words="predict reveal curtain guess word class quiz exercise 예측 가림막 맞히기 단어 수업 퀴즈",
        ),
        _in_lesson(
            "help.lesson_next", translate("Commands", "Next step of the lesson"), "next", "F8",
            translate("Hints", "Goes on, whether what the step asks for was done or not; after the last one the lesson "
                      "ends."),
            "lesson next skip finish 학습 길잡이 다음",
        ),
        _in_lesson(
            "help.lesson_back", translate("Commands", "Previous step of the lesson"), "back", "Shift+F8",
            translate("Hints", "One step of the lesson back; the run on screen stays as it is."),
            "lesson back previous 학습 길잡이 이전",
        ),
        _in_lesson(
            "help.lesson_show", translate("Commands", "Show what the lesson asks for"), "show", "F9",
            translate("Hints", "Does what the step asks for, so that one can watch."),
            "lesson show me do it 학습 길잡이 보여 주기",
        ),
        _in_lesson(
            "help.lesson_leave", translate("Commands", "Leave the lesson"), "leave", "",
            translate("Hints", "What was on screen before the lesson is there again."),
            "lesson leave close end quit 학습 길잡이 나가기 끝",
        ),
    )  # fmt: skip


def _in_lesson(name: str, text: str, act: str, key: str, hint: str, words: str) -> Command:
    return Command(
        name, text, lambda desk, _: desk.in_lesson(act), (key,) if key else (), lambda now: now.lesson is not None,
        hint=hint, words=words,
    )  # fmt: skip


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
            "help.manual", translate("Commands", "Manual"), lambda desk, _: desk.show_manual(),
            hint=translate("Hints", "The guides, with contents and search; they are on this computer."),
            words="manual help documentation docs guide handbook readme 설명서 도움말 문서 매뉴얼",
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
            "help.fault", translate("Commands", "What went wrong…"), lambda desk, _: desk.show_fault(),
            enabled=lambda now: any(one is not None and one.fault for one in (now.problem, *now.waiting)),
            hint=translate("Hints", "The number of the last unforeseen error and its details, to be copied for whoever "
                           "can mend it."),
            words="went wrong error bug crash fault log report details traceback id 오류 버그 로그 신고",
        ),
        Command(
            "help.about", translate("Commands", "About Headscope"), lambda desk, _: desk.show_about(),
            hint=translate("Hints", "Version, and what a weight does not tell."),
            words="about version licence license 정보 버전",
        ),
    )  # fmt: skip
