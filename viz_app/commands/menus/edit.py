"""Edit: what was changed taken back, copies, the sentence, its padding."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import numpy as np
from PySide6.QtCore import QCoreApplication

from model.decoding.beam_tree import SearchRules, rules_of
from model.decoding.sampling import Sampling
from viz_app.commands.command import (
    Act,
    Command,
    Desk,
    Menu,
    Section,
    asking,
    can_cite,
    has_sentence,
    has_sentences,
    has_trace,
    leave,
    within,
)
from viz_app.commands.menus import change
from viz_app.state.decoding import Decoding, SetDecoding
from viz_app.state.export_choices import Copy
from viz_app.state.intents import (
    AddPadding,
    AddSentence,
    ForgetSentences,
    NotePlace,
    RecallSentence,
    Redo,
    SetTarget,
    Translate,
    Undo,
)
from viz_app.state.state import Snapshot
from viz_app.tables.parts.current_row import current_key, current_row

translate = QCoreApplication.translate
MORE_PADDING = 4


def menu() -> Menu:
    sentence = (*_sentence(), *_target_line(), *_decoding(), *_batch())
    sections = _history(), _copying(), sentence, change.section(), _notes(), _leaving()
    return Menu("edit", translate("Commands", "&Edit"), sections)


def _history() -> Section:
    back, forward = translate("Commands", "Undo"), translate("Commands", "Redo")
    return (
        Command(
            "edit.undo", back, asking(lambda _: Undo()), ("Ctrl+Z",), lambda now: bool(now.undo),
            naming=lambda now: f"{back}: {now.undo}" if now.undo else back,
            hint=translate("Hints", "Undoes the last change of the run or of its display; the selection stays."),
            words="undo back revert before 실행취소 되돌리기",
        ),
        Command(
            "edit.redo", forward, asking(lambda _: Redo()), ("Ctrl+Shift+Z", "Ctrl+Y"), lambda now: bool(now.redo),
            naming=lambda now: f"{forward}: {now.redo}" if now.redo else forward,
            hint=translate("Hints", "Applies the undone change again."),
            words="redo forward again after 다시실행",
        ),
    )  # fmt: skip


def _copying() -> Section:
    return (
        Command(
            "edit.copy_picture", translate("Commands", "Copy the picture"), asking(lambda _: Copy("picture")),
            ("Ctrl+C",), has_trace, more=True,
            hint=translate("Hints", "As pixels and as lines (PNG, SVG, PDF), with its numbers as a table: each program "
                           "takes what it can."),
            words="picture copy clipboard image figure svg pdf vector paste 복사 그림 붙여넣기",
        ),
        Command(
            "edit.copy_image", translate("Commands", "Copy the picture alone"), asking(lambda _: Copy("image")), (),
            has_trace,
            hint=translate("Hints", "Without its numbers, for programs that would paste the table in place of the "
                           "picture."),
            words="copy picture image alone without table clipboard word powerpoint slide 복사 그림만 슬라이드",
        ),
        Command(
            "edit.copy_numbers", translate("Commands", "Copy the numbers"), asking(lambda _: Copy("numbers")), (),
            has_trace,
            hint=translate("Hints", "What the picture shows as a table, ready to be pasted into a spreadsheet."),
            words="copy numbers table clipboard excel spreadsheet tsv weights paste 복사 숫자 표 엑셀",
        ),
        Command(
            "edit.copy_translation", translate("Commands", "Copy the translation"),
            lambda desk, _: desk.copy_translation(), ("Ctrl+Shift+C",), has_trace, more=True,
            hint=translate("Hints", "The target sentence as plain text."),
            words="copy clipboard text translation target 복사 번역",
        ),
        Command(
            "edit.copy_citation", translate("Commands", "Copy the citation"),
            lambda desk, _: desk.copy_citation(), (), can_cite,
            hint=translate("Hints", "A sentence and BibTeX for a paper: the program with its version, the checkpoint "
                           "with its hash."),
            words="copy cite citation reference bibtex latex bibliography paper 인용 참고문헌 복사 논문",
        ),
        Command(
            "edit.copy_number", translate("Commands", "Copy the number"), _copy_number, (),
            lambda now: _number(now) is not None, of_cell=True,
            hint=translate("Hints", "The selected cell’s number with every digit that the run holds; right click a "
                           "cell to find this."),
            words="copy number weight value cell exact digits clipboard 복사 숫자 값 셀",
        ),
    )  # fmt: skip


def _copy_number(desk: Desk, now: Snapshot) -> None:
    """Every digit that the run holds, with a point, as programs read it."""
    number = _number(now)
    if number is not None:
        desk.copy_text(str(number))


def _number(now: Snapshot) -> np.float32 | None:
    """What the inspector reads out."""
    row = current_row(now)
    key = None if row is None else current_key(row, now.selection)
    return None if row is None or key is None else np.float32(row.weights[key])


def _sentence() -> Section:
    return (
        Command(
            "edit.sentence", translate("Commands", "Edit the sentence"), lambda desk, _: desk.edit_sentence(),
            ("Ctrl+L",),
            hint=translate("Hints", "Puts the cursor into the source sentence; Enter translates it."),
            words="edit sentence source input text type 문장 입력 소스 고치기",
        ),
        Command(
            "edit.translate", translate("Commands", "Translate"), asking(lambda _: Translate()),
            ("Ctrl+Return", "Ctrl+Enter"), has_sentence,
            hint=translate("Hints", "Encodes the source once, then generates the target token by token, each "
                           "time the most probable one unless Decoding says otherwise."),
            words="translate run generate inference greedy decode predict 번역 실행 생성 추론",
        ),
        Command(
            "edit.earlier", translate("Commands", "Earlier sentence"), _recalling(1), ("Ctrl+Up",), has_sentences,
            hint=translate("Hints", "Brings back what was translated before this one; Enter runs it."),
            words="earlier sentence history previous recall 이전 문장 기록",
        ),
        Command(
            "edit.later", translate("Commands", "Later sentence"), _recalling(-1), ("Ctrl+Down",), has_sentences,
            hint=translate("Hints", "Towards the newest sentence, and back to what you were typing."),
            words="later sentence history next recall 다음 문장 기록",
        ),
        Command(
            "edit.forget", translate("Commands", "Forget the translated sentences"),
            asking(lambda _: ForgetSentences()), (), has_sentences,
            hint=translate("Hints", "Empties the list of sentences; it was kept on this computer only."),
            words="translated clear sentences history privacy forget 문장 기록 지우기",
        ),
    )  # fmt: skip


def _recalling(by: int) -> Act:
    """Fill the box with an earlier or later sentence, ready for Enter."""

    def act(desk: Desk, _: Snapshot) -> None:
        desk.request(RecallSentence(by))
        desk.edit_sentence()

    return act


def _target_line() -> Section:
    return (
        Command(
            "edit.begin", translate("Commands", "Start the translation with…"), _target("begin"), ("Ctrl+T",),
            checked=lambda now: now.target_use == "begin",
            hint=translate("Hints", "The first tokens of the target are yours, the rest the model’s: log p of what "
                           "follows changes with them."),
            words="start begin prefix translation prompt force decoder 접두 시작 앞부분",
        ),
        Command(
            "edit.given", translate("Commands", "Give the target…"), _target("given"), ("Ctrl+Shift+T",),
            checked=lambda now: now.target_use == "given",
            hint=translate("Hints", "Teacher forcing: all positions of a given target in one pass, as in training; "
                           "loss = −log p(given token)."),
            words="teacher forcing target given gold reference loss perplexity training "
                  "티처 포싱 교사 강요 정답 퍼플렉시티",
        ),
    )  # fmt: skip


def _target(use: Literal["begin", "given"]) -> Act:
    """Open the target line for this use; a second time closes it."""
    return asking(lambda now: SetTarget(use="" if now.target_use == use else use))


def _decoding() -> Section:
    """The ways to choose the next token, with usual numbers; the panel has all of them."""
    ways: tuple[tuple[str, str, Callable[[Snapshot], Decoding], str, str], ...] = (
        (
            "edit.greedy", translate("Commands", "Greedy"), lambda _: None,
            translate("Hints", "The likeliest token at every step; what comes after it is not looked at."),
            "greedy argmax likeliest decoding 그리디 탐욕",
        ),
        (
            "edit.beam", translate("Commands", "Beam search"), lambda _: SearchRules(5),
            translate("Hints", "The best hypotheses go on side by side; all that were looked at are in the beam tree."),
            "beam beams search num_beams hypotheses n-best width length penalty 빔 서치 빔서치",
        ),
        (
            "edit.sampling", translate("Commands", "Sampling"), lambda _: Sampling(1),
            translate("Hints", "Each token is drawn from the distribution, sharpened and cut off as you say; a seed "
                      "repeats it."),
            "temperature top-k topk top k top-p topp top p nucleus sampling sample random seed 온도 샘플링 무작위",
        ),
        (
            "edit.own_search", translate("Commands", "This model’s own setting"), own_search,
            translate("Hints", "The beam that the files of the checkpoint ask for."),
            "generation_config num_beams length_penalty early_stopping own setting 모델 설정",
        ),
    )  # fmt: skip
    chosen = tuple(
        Command(
            name, text, _asking_for(make), (), _can_decode(name),
            checked=_is_decoded(name), hint=hint, words=words,
        )
        for name, text, make, hint, words in ways
    )  # fmt: skip
    panel = Command(
        "edit.decoding", translate("Commands", "Decoding…"), lambda desk, _: desk.choose_decoding(),
        ("Ctrl+Shift+D",), has_sentence,
        hint=translate("Hints", "How the next token is chosen, with all its numbers: beam width, length penalty, stop "
                       "rule; temperature, top-k, top-p, seed."),
        words="decoding generation strategy beam width length penalty early stopping temperature seed 디코딩 생성 방법",
    )  # fmt: skip
    return within(translate("Commands", "Decoding"), *chosen, panel)


def _asking_for(make: Callable[[Snapshot], Decoding]) -> Act:
    return asking(lambda now: SetDecoding(make(now)))


def _can_decode(name: str) -> Callable[[Snapshot], bool]:
    return lambda now: has_sentence(now) and (name != "edit.own_search" or own_search(now) is not None)


def _is_decoded(name: str) -> Callable[[Snapshot], bool]:
    kinds = {"edit.greedy": type(None), "edit.beam": SearchRules, "edit.sampling": Sampling}
    if name not in kinds:
        return lambda now: now.decoding is not None and now.decoding == own_search(now)
    return lambda now: isinstance(now.decoding, kinds[name])


def own_search(now: Snapshot) -> SearchRules | None:
    """The beam that the open checkpoint's files ask for."""
    return None if now.checkpoint is None else rules_of({"beam": now.checkpoint.own_search})


def _batch() -> Section:
    return (
        Command(
            "edit.shorter", translate("Commands", "Add a shorter sentence"), asking(lambda _: AddSentence()), (),
            has_trace,
            hint=translate("Hints", "A second, shorter sentence makes a batch: it is filled with <pad>, and its mask "
                           "hides them."),
            words="shorter add sentence batch padding 짧은 문장 배치 패딩",
        ),
        Command(
            "edit.pad", translate("Commands", "Add 4 <pad>"),
            asking(lambda now: AddPadding(now.padding + MORE_PADDING)), (), has_trace,
            hint=translate("Hints", "A batch fills short sentences with <pad>; the padding mask makes their scores −∞, "
                           "or nearly, before softmax: weight 0."),
            words="padding pad batch mask <pad> 패딩 추가",
        ),
        Command(
            "edit.unpad", translate("Commands", "Remove padding"), asking(lambda _: AddPadding(0)), (),
            lambda now: now.padding > 0,
            hint=translate("Hints", "Runs the sentence again without <pad>; where the padding mask works, no other "
                           "weight changes."),
            words="padding pad remove 패딩 제거 빼기",
        ),
    )  # fmt: skip


def _notes() -> Section:
    return (
        Command(
            "edit.note", translate("Commands", "Note this place"), asking(lambda _: NotePlace()), ("Ctrl+M",),
            has_trace, more=True,
            hint=translate("Hints", "A note tied to what is selected (kind, layer, head, step, cell), with a button "
                           "that comes back here."),
            words="note this place comment annotate bookmark remark 메모 주석 자리",
        ),
    )  # fmt: skip


def _leaving() -> Section:
    return (
        Command(
            "edit.leave", translate("Commands", "Cancel or dismiss"), leave, ("Esc",),
            hint=translate("Hints", "Stops playing, then closes an answer, then stops work, closes the message, and "
                           "clears the selected cell."),
            words="cancel dismiss stop escape close 취소 닫기 멈추기",
        ),
        Command(
            "edit.settings", translate("Commands", "Settings…"), lambda desk, _: desk.show_settings(), ("Ctrl+,",),
            more=True,
            hint=translate("Hints", "Everything that can be set, in plain words; it applies at once."),
            words="settings preferences options configuration 설정 환경설정 옵션",
        ),
    )  # fmt: skip
