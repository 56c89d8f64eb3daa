"""Things that people look for and the window has not: where they are, or what is nearest. Never a dead end.

Each is one entry of the palette: its text and hint say so in one sentence, and Enter does the nearest command that is
possible now. They are found by their own words only, and stand below what the window has, unless none of that is
possible now.
"""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication

from model.common.lazy_dataclass import dataclass
from viz_app.commands.search import SearchEntry, SearchHit, search

translate = QCoreApplication.translate


@dataclass(frozen=True)
class Elsewhere:
    """One thing that is not here."""

    text: str
    hint: str
    words: str  #: in both languages, as people write them
    nearest: tuple[str, ...]  #: names of commands, the best first; the last is always possible


def absent() -> tuple[Elsewhere, ...]:
    """All of them, in the language of the interface."""
    return (*_explaining(), *_training())


def _explaining() -> tuple[Elsewhere, ...]:
    """Why a token was written."""
    return (
        Elsewhere(
            translate("Elsewhere", "Delete a word: see what happens without it"),
            translate("Elsewhere", "Each source word is replaced in turn, and the change is measured. To translate the "
                      "sentence without it, edit the sentence."),
            "delete remove drop erase omit word words token 단어 삭제 지우기 제거 빼기",
            ("ask.effects", "edit.sentence", "help.keys"),
        ),
        Elsewhere(
            translate("Elsewhere", "Gradients, saliency: not computed; words are left out instead"),
            translate("Elsewhere", "Nothing is differentiated here. Nearest: how the probability changes when "
                      "a word is replaced, which is measured and no estimate."),
            "gradient gradients saliency attribution integrated lime shap captum relevance backward backprop "
            "그래디언트 기울기 현저성 기여도",
            ("ask.effects", "help.keys"),
        ),
    )  # fmt: skip


def _training() -> tuple[Elsewhere, ...]:
    """How a model came about, and how good it is."""
    return (
        Elsewhere(
            translate("Elsewhere", "Dropout: off while a model translates, unless What if has it on"),
            translate("Elsewhere", "It acts in training, so no number here depends on it by itself. What if lets it "
                      "act on this run, with a seed."),
            "dropout drop out regularisation regularization 드롭아웃 드롭 아웃", ("pane.what_if", "help.keys"),
        ),
        Elsewhere(
            translate("Elsewhere", "Training settings: in the recipe of a training"),
            translate("Elsewhere", "Learning rate, label smoothing and the rest are chosen for a training, in its "
                      "window or its recipe. About this checkpoint says what is known of this one’s."),
            "label smoothing learning rate lr warmup scheduler optimizer optimiser adam epoch epochs train training "
            "fine-tune finetune recipe batch size 학습률 라벨 레이블 스무딩 훈련 학습 옵티마이저 에폭",
            ("file.train", "file.about", "file.inspect"),
        ),
        Elsewhere(
            translate("Elsewhere", "BLEU: on the command line only"),
            translate("Elsewhere", "“headscope evaluate” measures it on many sentences. Nearest here: give "
                      "the target, and see how probable each of its tokens is."),
            "bleu sacrebleu rouge meteor comet chrf metric quality evaluate evaluation score 평가 점수 품질",
            ("edit.given", "help.keys"),
        ),
    )  # fmt: skip


def elsewhere(query: str, commands: Mapping[str, SearchEntry]) -> tuple[SearchHit, ...]:
    """Those that fit ``query`` by their words; ``commands`` are the entries of commands by their names."""
    by_words = {SearchEntry("", _nothing, words=each.words): each for each in absent()}
    return tuple(_hit(by_words[found.entry], found.word, commands) for found in search(tuple(by_words), query))


def _hit(each: Elsewhere, word: str, commands: Mapping[str, SearchEntry]) -> SearchHit:
    """It leads to the first of its commands that is possible now."""
    there = [commands[name] for name in each.nearest if name in commands]
    nearest = next((entry for entry in there if entry.enabled), there[-1])
    return SearchHit(SearchEntry(each.text, nearest.run, hint=each.hint), word)


def _nothing() -> None:
    """What is only looked for does nothing."""
