"""Words for recorded steps in both languages, to begin with: what to do, and what is to be seen then.

They are content of a lesson's file, which its writer goes on writing; so they are said in both languages at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from model.common.text import fill
from model.lessons.lesson import Bilingual

PRESS = Bilingual("Press the ringed button.", "표시된 버튼을 누르세요.")
CLOSE = Bilingual("Close the answer.", "설명을 닫으세요.")
#: Condition that came true → what to do; %1 is its value.
ASKED: Mapping[str, Bilingual] = {
    "source": Bilingual("Type “%1” and press Enter.", "“%1”을(를) 입력하고 Enter를 누르세요."),
    "sentences": Bilingual("Add a shorter sentence.", "더 짧은 문장을 추가하세요."),
    "sentence": Bilingual("Go to sentence %1.", "%1번째 문장으로 가세요."),
    "decoding": Bilingual("Choose “%1” in the ringed list.", "표시된 목록에서 “%1”을(를) 고르세요."),
    "changed": Bilingual("Choose the change under Add.", "‘추가’에서 바꿀 것을 고르세요."),
    "unchanged": Bilingual("Take the changes back.", "바꾼 것을 되돌리세요."),
    "forced": Bilingual("Press another candidate.", "다른 후보 토큰을 누르세요."),
    "view": Bilingual("Open the ringed view.", "표시된 보기를 여세요."),
    "topic": Bilingual("Open the ringed page.", "표시된 페이지를 여세요."),
    "kind": Bilingual("Choose the ringed kind of attention.", "표시된 어텐션 종류를 고르세요."),
    "row": Bilingual("Click the row “%1”.", "“%1” 행을 클릭하세요."),
    "column": Bilingual("Click the ringed cell.", "표시된 칸을 클릭하세요."),
    "head": Bilingual("Choose head %1.", "%1번 헤드를 고르세요."),
    "layer": Bilingual("Choose layer %1.", "%1번 레이어를 고르세요."),
    "step": Bilingual("Go to step %1.", "%1번째 시점으로 가세요."),
    "what_if": Bilingual("Open What if …", "‘만약에 …’ 패널을 여세요."),
    "answer": Bilingual("Press the ringed question.", "표시된 질문을 누르세요."),
    "pinned": Bilingual("Pin this run.", "이 실행을 고정하세요."),
}
LARGEST = Bilingual("“{largest}” has most weight: {largest_weight}.",
                    "어텐션 가중치가 가장 큰 열은 “{largest}”({largest_weight})예요.")  # fmt: skip
CHANGED = Bilingual("Before: {translation_before} Now: {translation}", "전: {translation_before} 후: {translation}")
#: Condition that came true → what is to be seen then, read off the run.
SEEN: Mapping[str, Bilingual] = {
    "row": LARGEST, "column": LARGEST, "head": LARGEST,
    "step": Bilingual("The next token is “{token}” ({probability}).", "다음 토큰은 “{token}”({probability})이에요."),
    "source": Bilingual("The translation: {translation}", "번역: {translation}"),
    "decoding": Bilingual("The translation: {translation}", "번역: {translation}"),
    "changed": CHANGED,
    "forced": Bilingual("The translation: {translation}", "번역: {translation}"),
}  # fmt: skip
PREDICT = Bilingual("Predict, then reveal", "예측하고 확인하기")
EXPECTED: Mapping[str, Bilingual] = {
    "cell": Bilingual("Which column of this row has the largest weight? Take everybody’s answer on the curtain, "
                      "then lift it.",
                      "이 행에서 어텐션 가중치가 가장 큰 열은 무엇일까요? 가림막에 모두의 답을 받은 다음 걷으세요."),
    "word": Bilingual("Which word comes next? Take everybody’s answer on the curtain, then lift it.",
                      "다음에 올 단어는 무엇일까요? 가림막에 모두의 답을 받은 다음 걷으세요."),
}  # fmt: skip
READ = Bilingual("Words of the lesson.", "학습 길잡이의 설명이에요.")


def asked_words(first: str, goal: Mapping[str, Any]) -> Bilingual:
    """What to do so that a condition comes true. Braces of a value are none of ours."""
    asked = CLOSE if first == "answer" and goal[first] == "none" else ASKED.get(first, PRESS)
    value = str(goal.get(first, "")).replace("{", "(").replace("}", ")")
    return Bilingual(fill(asked.en, value), fill(asked.ko, value))


def seen_words(first: str, goal: Mapping[str, Any]) -> Bilingual:
    """What is to be seen once it has come true; nothing where the next step may begin at once."""
    return Bilingual() if goal.get("answer") == "none" and first == "answer" else SEEN.get(first, Bilingual())
