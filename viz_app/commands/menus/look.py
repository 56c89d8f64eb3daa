"""View, its second half: how what is shown looks. Each entry turns settings; what they are, the settings say."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QCoreApplication

from model.analysis.formulas import conventions_of
from model.common.languages import LANGUAGES
from model.common.text import fill
from viz_app.commands.code_terms import words_of_numbers
from viz_app.commands.command import Command, Desk, Section, asking, has_trace, within
from viz_app.commands.menus import panes
from viz_app.platform.translations import reads_glosses
from viz_app.state.classroom.presentation import Presentation
from viz_app.state.intents import ChangeSettings, Intent, Present, ShowFullScreen
from viz_app.state.questions import asking as asking_question
from viz_app.state.questions import opened
from viz_app.state.state import Snapshot

translate = QCoreApplication.translate
SMALLEST_TEXT, LARGEST_TEXT = -2, 12  #: points beside the system's size


def sections() -> tuple[Section, ...]:
    """The picture, then the window."""
    picture = (_masks_in_code(), _computation(), _captions(), *_full_screen())
    return (_colours(), _cells(), _glosses(), picture, _themes(), _text_sizes(), _languages(), panes.section())


def _colours() -> Section:
    return (
        Command(
            "look.sqrt", translate("Commands", "√ scale: small weights become visible"),
            asking(_other_scale), ("R",), checked=_is_root,
            hint=translate("Hints", "Colour follows √weight: 0.04 looks like 0.2. The colour bar says so; numbers stay "
                           "as they are."),
            words="sqrt square root scale colour color colormap gamma small weights 제곱근 눈금 색",
        ),
        panes.switch(
            "look.per_map", translate("Commands", "Each map’s own maximum as full colour"), "per_map_scale", "M",
            translate("Hints", "Full colour = largest weight of that map; colours of two maps cannot be compared "
                      "then."),
            "own full normalise normalize maximum vmax scale contrast per map 최댓값 눈금 맵마다", more=False,
        ),
    )  # fmt: skip


def _cells() -> Section:
    """What a cell says beside its colour, one step deeper: each has a key."""
    return within(
        translate("Commands", "In the cells"),
        panes.switch(
            "look.values", translate("Commands", "Numbers in cells"), "values", "N",
            translate("Hints", "Each weight with two decimals, where a cell has room for it."),
            "values numbers annotate annot cells weights 숫자 값 칸",
        ),
        panes.switch(
            "look.dots", translate("Commands", "A dot on each row’s maximum"), "dots", "D",
            translate("Hints", "Marks the largest weight of each row without colour; it is no statement about "
                      "influence."),
            "dot row dots maximum argmax peak 점 최댓값",
        ),
        panes.switch(
            "look.squares", translate("Commands", "Squares: their area is the weight"), "squares", "Q",
            translate("Hints", "Area ∝ weight, so that colour is not needed to compare."),
            "squares square size area hinton dots colour blind 사각형 넓이 크기 색맹",
        ),
        panes.switch(
            "look.row_totals", translate("Commands", "Row totals beside one head"), "row_totals", "T",
            translate("Hints", "Σ of a row’s weights: 1 after softmax, other only where weights were set aside."),
            "totals beside row sum total one normalised softmax 행 합계 합",
        ),
    )  # fmt: skip


def _is_root(now: Snapshot) -> bool:
    """In a presentation the projector's scale counts."""
    return now.settings.scale == "sqrt" or (now.presentation is not None and now.presentation.projector)


def _other_scale(now: Snapshot) -> Intent:
    if now.presentation is not None and (now.presentation.projector or now.settings.scale == "linear"):
        return Present(replace(now.presentation, projector=not now.presentation.projector))
    return ChangeSettings({"scale": "linear" if now.settings.scale == "sqrt" else "sqrt"})


def _glosses() -> Section:
    """What words mean, for those who read the languages of a model badly or not at all."""
    return within(
        translate("Commands", "What words mean"),
        Command(
            "look.glosses", translate("Commands", "Glosses"),
            asking(lambda now: ChangeSettings({"glosses": "off" if reads_glosses(now.settings.glosses) else "on"})),
            ("Shift+G",), checked=lambda now: reads_glosses(now.settings.glosses), more=True,
            hint=translate("Hints", "What each word means, under the tokens and beside the labels of maps; a double "
                           "click on a token writes another."),
            words="gloss glosses meaning translation of words dictionary interlinear german korean 뜻 풀이 단어 글로스",
        ),
        Command(
            "look.write_gloss", translate("Commands", "Write what the selected word means…"),
            lambda desk, _: desk.write_gloss(), (), has_trace, of_cell=True,
            hint=translate("Hints", "For any sentence; it is kept in the session and stands in exported pictures."),
            words="gloss write edit selected meaning of word 뜻 쓰기 고치기 단어 글로스",
        ),
    )  # fmt: skip


def _masks_in_code() -> Command:
    return panes.switch(
        "look.masks_in_code", translate("Commands", "Masks as in your code"), "masks_as_in_code", "",
        translate("Hints", "Names and values of the masks in the code of this model’s family: in some True means "
                  "blocked."),
        "masks as in your code mask polarity True False blocked src_mask trg_mask −inf names 마스크 표기 코드 이름 값",
    )  # fmt: skip


def _computation() -> Command:
    """Its answer opens as a sheet over the views."""

    def turn(desk: Desk, now: Snapshot) -> None:
        for intent in asking_question("computation", now):
            desk.request(intent)

    return Command(
        "look.computation", translate("Commands", "How the selected number is computed"), turn, ("H",),
        checked=lambda now: opened(now.settings) == "computation", of_cell=True,
        hint=_computed,
        words="selected explain how computed calculation query key value dot product softmax scaling sqrt d_k scores "
              "logits formula energy attn weights attention_score 계산 쿼리 키 밸류 내적 소프트맥스 스케일링 스코어 "
              f"유사도 수식 {words_of_numbers()}",
    )  # fmt: skip


def _computed(now: Snapshot) -> str:
    told = translate("Hints", "%1, with the model’s own numbers (3.2.1 and 3.2.2).")
    return fill(told, conventions_of(now.run, now.network).way(now.selection.kind))


def _captions() -> Command:
    return panes.switch(
        "look.captions", translate("Commands", "Caption in exported pictures"), "captions", "",
        translate("Hints", "“Attention weights of one head on one sentence; not a measure of influence” below each "
                  "export."),
        "pictures exported caption label text export honest 설명 캡션", more=False,
    )  # fmt: skip


def _themes() -> Section:
    return within(
        translate("Commands", "Theme"),
        _choice(
            "theme", "system", translate("Commands", "Theme of the system"),
            translate("Hints", "Light or dark as the rest of your desktop."),
            "light theme colours mode system 테마 밝기 시스템",
        ),
        _choice(
            "theme", "light", translate("Commands", "Light"),
            translate("Hints", "White paper: weight 0 is white, as in print."),
            "theme light white bright day mode 테마 밝게",
        ),
        _choice(
            "theme", "dark", translate("Commands", "Dark"),
            translate("Hints", "For dark rooms; exported pictures stay light."),
            "theme dark black night mode 테마 어둡게 다크",
        ),
    )  # fmt: skip


def _choice(setting: str, value: str, text: str, hint: str, words: str) -> Command:
    """One value of a setting; of its values exactly one is on."""
    return Command(
        f"{setting}.{value}", text, asking(lambda _: ChangeSettings({setting: value})),
        checked=lambda now: getattr(now.settings, setting) == value, more=setting == "theme", one_of=setting,
        hint=hint, words=words,
    )  # fmt: skip


def _text_sizes() -> Section:
    return within(
        translate("Commands", "Size of text"),
        _text_size(
            "text.larger", translate("Commands", "Larger text"), 1, ("Ctrl++", "Ctrl+="),
            translate("Hints", "All text of the window; for a projector press it a few times."),
            "larger zoom font bigger size projector 글자 글꼴 폰트 크게 확대",
        ),
        _text_size(
            "text.smaller", translate("Commands", "Smaller text"), -1, ("Ctrl+-",),
            translate("Hints", "All text of the window, so that more of the picture has room."),
            "smaller zoom font size 글자 글꼴 폰트 작게 축소",
        ),
        Command(
            "text.normal", translate("Commands", "Normal text size"),
            asking(_normal_text), ("Ctrl+0",), lambda now: _size_now(now) != 0,
            hint=translate("Hints", "Your system’s size; larger on a large screen."),
            words="normal zoom font reset size 글자 글꼴 폰트 보통 기본",
        ),
    )  # fmt: skip


def _text_size(name: str, text: str, by: int, keys: tuple[str, ...], hint: str, words: str) -> Command:
    def turned(now: Snapshot) -> Intent:
        if now.presentation is not None:
            return Present(now.presentation.resized(by))
        return ChangeSettings({"text_size": now.settings.text_size + by})

    def can(now: Snapshot) -> bool:
        return now.presentation is not None or SMALLEST_TEXT <= now.settings.text_size + by <= LARGEST_TEXT

    return Command(name, text, asking(turned), keys, can, hint=hint, words=words)


def _size_now(now: Snapshot) -> int:
    return now.settings.text_size if now.presentation is None else now.presentation.size


def _normal_text(now: Snapshot) -> Intent:
    if now.presentation is not None:
        return Present(replace(now.presentation, size=0))
    return ChangeSettings({"text_size": 0})


def _languages() -> Section:
    """Each in its own words, for those who cannot read the others. A choice counts at once."""
    hint = translate("Hints", "Language of the interface; it changes at once.")
    system = translate("Commands", "Language of the system")
    both = "korean english terms bilingual 한국어 영어 용어"
    words = {"en": "english 영어", "ko": "korean hangul 한국어 한글", "ko+en": both}
    named = {code: f"language 언어 {words.get(code, code)}" for code in LANGUAGES}
    return within(
        translate("Commands", "Language"),
        _choice("language", "system", system, hint, "language locale 언어 시스템"),
        *(_choice("language", code, name, hint, named[code]) for code, name in LANGUAGES.items()),
    )  # fmt: skip


def _full_screen() -> Section:
    return (
        Command(
            "window.present", translate("Commands", "Presentation"),
            asking(lambda now: Present(Presentation() if now.presentation is None else None)), ("F11",), has_trace,
            checked=lambda now: now.presentation is not None, more=True,
            hint=translate("Hints", "The view alone on the whole screen, in letters for the last row of a hall; page "
                           "keys step, B blanks, Esc or F11 goes back."),
            words="presentation present projector hall lecture slideshow beamer clicker blank f11 "
                  "발표 프레젠테이션 빔프로젝터 강의 전체화면",
        ),
        Command(
            "window.full_screen", translate("Commands", "Full screen"),
            asking(lambda now: ShowFullScreen(not now.full_screen)), ("Shift+F11",),
            checked=lambda now: now.full_screen, more=True,
            hint=translate("Hints", "The window alone, without menu bar; Esc goes back. For a hall, Presentation (F11) "
                           "shows one view in large letters."),
            words="fullscreen full screen kiosk 전체화면 전체 화면",
        ),
    )  # fmt: skip
