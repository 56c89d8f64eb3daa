"""The catalogues: complete, current, with the same placeholders, and in the words that are agreed on."""

from __future__ import annotations

import ast
import re
import shutil
from collections.abc import Iterator
from functools import cache
from html import unescape
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree as ET

import pytest
import translations
from PySide6.QtCore import QTranslator

from tests.source_tree import nodes, python_files, relative, tree

KOREAN = (translations.FOLDER / "headscope_ko.ts").read_text(encoding="utf-8")
CATALOGUES = {"headscope_ko": KOREAN, "headscope_ko_en": translations.with_english(KOREAN)}
PLACEHOLDER = re.compile(r"%[1-9]|\{\w*\}")
HANGUL = re.compile("[가-힣]")
MARKS = ("Text", "QT_TRANSLATE_NOOP")  #: only mark a text; it is translated when it is shown
#: Complete translations without Hangul, and why that is right.
NO_HANGUL = {
    ("Translations", "en"): "the catalogue's own name",
    ("DevicePicker", "%1 – %2"): "a device and its reason",
    ("ModelMap", "%1 × %2"): "a stack and its layers",
    ("ModelMap", "Softmax"): "said in English",
    **{("QShortcut", name): "an arrow" for name in ("Left", "Right", "Up", "Down")},
    ("KeySheet", "Enter"): "the name of a key",
    ("KeySheet", "Tab"): "the name of a key",
    ("pictures", "−ln p"): "a formula",
    ("TargetLine", "%1, in %2"): "a text and where it is",
    ("Text", "%1 %2"): "a name and what is wrong with it",
    ("Text", "%1, top-k %2"): "the usual name, in both languages",
    ("Text", "%1, top-p %2"): "the usual name, in both languages",
    ("plots", "%1 %2"): "a layer and its part",
    ("Text", "%1: %2"): "a part and what is wrong with it",
    ("Text", "%1, and %2"): "two sentences",
    ("Text", "%1 (everyday)"): "a name",
    ("Text", "ms"): "a unit",
    ("Text", "true"): "a word of lesson files",
    ("Text", "%1 and %2"): "two things",
    ("Text", "%1, %2"): "two things",
    ("Training", "BLEU"): "the usual name, in both languages",
    ("Decoding", "Top-k"): "the usual name, in both languages",
    ("Decoding", "Top-p"): "the usual name, in both languages",
    ("HeadFacts", "n = %1"): "a formula",
    ("HeadFacts", "n = 1"): "a formula",
    ("MapPane", "to"): "a sign between two numbers",
    ("plots", "BLEU"): "a name",
    ("Text", "pt"): "a unit",
}
#: What no translation may say, with what it would mistake.
FORBIDDEN = {
    "주의": "attention is 어텐션",
    "훈련": "training is 학습",
    "스텝": "a step is 시점, its buttons 단계",
    "소비": "the consumed token is 디코더 입력 토큰",
    "추적": "a trace is 실행 기록",
    "(?<!%[1-9])개입": "an intervention is 실험",
    "배치": "that is a batch",
    "점수": "a score is 어텐션 스코어",
    "타깃": "one spelling: 타겟",
    "(?<!디코더 )입력(?!하| 중|함)": "the source is 소스",
    "(?<!인코더 )출력(?!에 미친 영향|층| 선형 변환| 폴더)": "the target is 타겟",
    "(?<!인코더-)디코더 어텐션": "it is 디코더 셀프 어텐션 or 크로스 어텐션",
    "(?<!단어 )정렬": "that is sorting",
    r"교차(?!$)": "only the shortest name of the cross block",
    "본다|봅니다|바라": "a row gives weight, it does not look",
    "때문": "nothing is because of attention",
    r"(?<!어텐션 )가중치(?!(\([a-z]+\))?를 (가장 많이 )?(준|줍|주))": "bare 가중치 are parameters",
}
BEAM = re.compile("[Bb]eam|Decoding|log p|goes on scores")  #: a hypothesis has a score too, which is 점수
#: Particles whose form depends on the sound before them, which a placeholder hides.
AFTER_PLACEHOLDER = re.compile(r"(%[1-9]|\{\w*\})[”\"]?(은|는|이|가|을|를|과|와|으로|로|아|야|이나|나)(?![가-힣])")


class Message(NamedTuple):
    context: str
    source: str
    korean: str


class Call(NamedTuple):
    """A call that asks for a translation; None stands for what only the running program knows."""

    place: str
    context: str | None
    source: str | None
    when_imported: bool
    inside_f_string: bool


@pytest.fixture(params=CATALOGUES)
def messages(request: pytest.FixtureRequest) -> list[Message]:
    """Everything in one catalogue."""
    return read(CATALOGUES[request.param])


@cache
def read(catalogue: str) -> list[Message]:
    root = ET.fromstring(catalogue)
    return [
        Message(str(context.findtext("name")), str(found.findtext("source")), found.findtext("translation") or "")
        for context in root.iter("context")
        for found in context.iter("message")
    ]


def calls(node: ast.AST, place: str, scope: tuple[ast.AST, ...] = ()) -> Iterator[Call]:
    """Calls of ``translate(context, text)``, ``Text(text)`` and ``self.tr(text)``."""
    if isinstance(node, ast.Call) and wants_words(node):
        classes = [each.name for each in scope if isinstance(each, ast.ClassDef)]
        words = [text_of(argument) for argument in node.args]
        if ast.unparse(node.func) == "Text":
            named = [text_of(each.value) for each in node.keywords if each.arg == "context"]
            words = [*(named or ["Text"]), *words]
        context, source = (classes[-1], words[0]) if ast.unparse(node.func) == "self.tr" else words[:2]
        late = any(isinstance(each, ast.FunctionDef | ast.Lambda) for each in scope)
        hidden = any(isinstance(each, ast.JoinedStr) for each in scope)
        early = not late and ast.unparse(node.func) not in MARKS
        yield Call(f"{place}:{node.lineno}", context, source, early, hidden)
    for child in ast.iter_child_nodes(node):
        yield from calls(child, place, (*scope, node))


def wants_words(call: ast.Call) -> bool:
    """A painter's ``translate`` has numbers, the controller's has nothing."""
    last = getattr(call.func, "attr", getattr(call.func, "id", ""))
    if last not in ("tr", "translate", *MARKS):  # most calls; writing their names out takes long
        return False
    name = ast.unparse(call.func)
    asks = name in ("self.tr", "translate", "QCoreApplication.translate")
    return bool(call.args) and (asks or name in MARKS)


def text_of(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


@cache
def all_calls() -> list[Call]:
    asking = re.compile(rf"\b(tr|translate|{'|'.join(MARKS)})\(")
    files = [path for path in python_files("viz_app", "model") if asking.search(path.read_text(encoding="utf-8"))]
    return [call for path in files for call in calls(tree(path), relative(path))]


def test_every_string_of_the_program_is_in_the_catalogue_and_no_other(messages: list[Message]) -> None:
    asked = {(call.context, call.source) for call in all_calls() if call.source is not None}
    assert {(message.context, message.source) for message in messages} == asked


def test_what_is_translated_can_be_found_and_is_asked_for_late_enough() -> None:
    """A literal, because tools read the source; in a function, because no language is chosen on import."""
    found = all_calls()
    odd = {call.place.partition(":")[0] for call in found if call.source is None}
    passing_on = {"model/checkpoints/formats/headscope.py", "model/common/text.py", "viz_app/platform/text.py"}
    assert odd == passing_on, "these pass on what a text, the engine or a folder of ours says"
    early = [call.place for call in found if call.when_imported]
    assert not early, early
    hidden = [call.place for call in found if call.inside_f_string]
    assert not hidden, f"lupdate does not look into f-strings: {hidden}"


@pytest.mark.parametrize(
    ("code", "call"),
    [
        ('NAME = translate("View", "key")', Call(":1", "View", "key", True, False)),
        ("def name():\n    return f\"{translate('View', 'key')}\"", Call(":2", "View", "key", False, True)),
        (
            'class Engine:\n    def end(self):\n        self.tr("it ended")',
            Call(":3", "Engine", "it ended", False, False),
        ),
        ('OPENING = Text("Opening", context="Engine")', Call(":1", "Engine", "Opening", False, False)),
        ('why = Text("it has %1 tokens", count)', Call(":1", "Text", "it has %1 tokens", False, False)),
        ('later = lambda: QCoreApplication.translate("View", name)', Call(":1", "View", None, False, False)),
    ],
)
def test_calls_are_found_as_they_are(code: str, call: Call) -> None:
    assert list(calls(ast.parse(code), "")) == [call]


def test_every_question_of_a_format_is_marked() -> None:
    marked = {call.source for call in all_calls()}
    asked = set()
    for path in python_files("model"):
        documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
        pages = {ast.get_docstring(node, clean=False) for node in nodes(tree(path)) if isinstance(node, documented)}
        texts = {text for node in nodes(tree(path)) if isinstance(node, ast.expr) and (text := text_of(node))}
        asked |= {text for text in texts - pages if re.fullmatch(r"[A-Z].* .*\?", text)}
    assert asked <= marked and len(asked) > 20


def test_nothing_is_unfinished_or_left_over() -> None:
    for catalogue in CATALOGUES.values():
        root = ET.fromstring(catalogue)
        assert not [found.get("type") for found in root.iter("translation") if found.get("type")]
        assert not list(root.iter("location"))
        assert not list(root.iter("extracomment"))


def test_every_message_is_korean(messages: list[Message]) -> None:
    without = {(each.context, each.source) for each in messages if not HANGUL.search(each.korean)}
    assert without == set(NO_HANGUL)


def test_placeholders_and_line_breaks_are_the_same(messages: list[Message]) -> None:
    for message in messages:
        assert sorted(PLACEHOLDER.findall(message.korean)) == sorted(PLACEHOLDER.findall(message.source)), message
        assert message.korean.count("\n") == message.source.count("\n"), message
        assert message.korean == message.korean.strip(), message


def test_keys_of_menus_stay_where_they_were(messages: list[Message]) -> None:
    """``&File`` → ``파일(&F)``: Korean letters cannot be pressed with Alt."""
    keyed = [message for message in messages if re.search(r"&\w", message.source)]
    assert len(keyed) == 7
    for message in keyed:
        assert message.korean.endswith(f"({re.findall(r'&[A-Z]', message.source)[0]})"), message


def test_names_in_the_code_stay_as_they_are(messages: list[Message]) -> None:
    for message in messages:
        for word in re.findall(r"<\w+>|√|\[[ST, ]+\]|config\.json|\*\.npz|\(\*\)", message.source):
            assert word in message.korean, message


def test_no_particle_depends_on_what_is_inserted(messages: list[Message]) -> None:
    assert not [message for message in messages if AFTER_PLACEHOLDER.search(message.korean)]


@pytest.mark.parametrize("pattern", FORBIDDEN)
def test_no_word_is_used_that_means_something_else(messages: list[Message], pattern: str) -> None:
    found = [message for message in messages if re.search(pattern, message.korean)]
    found = [message for message in found if pattern != "배치" or "batch" not in message.source.lower()]
    found = [message for message in found if pattern != "점수" or not BEAM.search(message.context + message.source)]
    assert not found, f"{FORBIDDEN[pattern]}: {found}"


@pytest.mark.parametrize("korean", ["이 행의 가중치", "훈련 중", "입력 문장", "교차 어텐션", "디코더 어텐션"])
def test_a_forbidden_word_is_recognised(korean: str) -> None:
    assert any(re.search(pattern, korean) for pattern in FORBIDDEN)


@pytest.mark.parametrize(
    ("context", "source", "korean"),
    [
        ("pictures", "Encoder self-attention", "인코더 셀프 어텐션"),
        ("pictures", "Decoder self-attention (masked)", "디코더 셀프 어텐션 (마스크드)"),
        ("pictures", "Cross attention", "인코더-디코더 어텐션 (크로스 어텐션)"),
        ("pictures", "Look-ahead mask", "룩어헤드 마스크"),
        ("Inspector", "weight", "어텐션 가중치"),
        ("Inspector", "key", "키"),
        ("TokenStrip", "input of step %1", "시점 %1의 디코더 입력 토큰"),
        ("Commands", "Next step", "다음 단계"),
        (
            "Figure",
            "Attention weights of one head on one sentence; not a measure of how much each word influenced the output.",
            "한 문장, 한 헤드의 어텐션 가중치입니다. 각 단어가 출력에 미친 영향의 크기는 아닙니다.",
        ),
    ],
)
def test_the_agreed_words(context: str, source: str, korean: str) -> None:
    assert Message(context, source, korean) in read(KOREAN)


@pytest.mark.parametrize("name", CATALOGUES)
def test_what_ships_says_what_the_catalogue_says(name: str) -> None:
    translator = QTranslator()
    assert translator.load(str(translations.FOLDER / f"{name}.qm"))
    for message in read(CATALOGUES[name]):
        assert translator.translate(message.context, message.source) == message.korean


@pytest.mark.parametrize(
    ("korean", "expected"),
    [
        ("어텐션 가중치", "어텐션 가중치(weight)"),
        ("쿼리: 소스 토큰", "쿼리(query): 소스(source) 토큰"),
        ("레이어 2부터 키는 위치", "레이어(layer) 2부터 키(key)는 위치"),
        ("키보드, 단축키, 키", "키보드, 단축키, 키(key)"),
        ("패딩 마스크와 마스크", "패딩 마스크(padding mask)와 마스크(mask)"),
        ("헤드 1, 헤드 2", "헤드(head) 1, 헤드 2"),
        ("미래 (룩어헤드 마스크)", "미래 (룩어헤드 마스크, look-ahead)"),
        ("인코더-디코더 어텐션 (크로스 어텐션)", "인코더-디코더 어텐션 (크로스 어텐션, cross attention)"),
        ("소스", "소스"),
        ("밸류의 가중합", "밸류(value)의 가중합"),
        ("어텐션 스코어와 스코어", "어텐션 스코어(score)와 스코어"),
        ("가려짐(패딩 마스크)", "가려짐(blocked; 패딩 마스크, padding mask)"),
        ("가려짐 (룩어헤드 마스크)", "가려짐(blocked; 룩어헤드 마스크, look-ahead)"),
        ("파라미터 (키 조각은 합), 키", "파라미터 (키 조각은 합), 키(key)"),
        ("로짓(logit)", "로짓(logit)"),
        ("실행 기록 (trace)", "실행 기록 (trace)"),
    ],
)
def test_english_beside_korean(korean: str, expected: str) -> None:
    assert translations.bilingual(korean) == expected


def test_brackets_are_neither_doubled_nor_nested() -> None:
    """Of any text: formulas such as ``softmax(view(…))`` keep what they have, and nothing is added to it."""

    def depth(text: str) -> int:
        level, deepest = 0, 0
        for letter in text:
            level += {"(": 1, ")": -1}.get(letter, 0)
            deepest = max(deepest, level)
        return deepest

    def doubled(text: str) -> int:
        return len(re.findall(r"\)\s*\(", text))

    korean, both = (
        [found.findtext("translation") or "" for found in ET.fromstring(catalogue).iter("message")]
        for catalogue in CATALOGUES.values()
    )
    assert len(korean) == len(both) > 1_700
    for plain, explained in zip(korean, both, strict=True):
        assert depth(explained) <= max(1, depth(plain)), explained
        assert doubled(explained) <= doubled(plain), explained
        assert explained.count("(") == explained.count(")") + plain.count("(") - plain.count(")"), explained
    for term in translations.TERMS:  # whatever anybody will write around a term
        for other in translations.TERMS:
            for text in (f"{term}({other})", f"{term} ({other})", f"({term} {other})", f"{other}({term} %1)"):
                told = translations.bilingual(text)
                assert depth(told) <= max(1, depth(text)) and doubled(told) <= doubled(text), told


def test_no_korean_text_is_the_english_one(messages: list[Message]) -> None:
    same = {(each.context, each.source) for each in messages if each.korean == each.source}
    assert same <= set(NO_HANGUL)


def test_names_on_the_map_stay_short() -> None:
    korean, both = map(read, CATALOGUES.values())
    wordings = [message for message in korean if "|" in message.source]
    assert wordings
    assert set(wordings) <= set(both)


def test_the_tool_finds_the_same_strings(tmp_path: Path) -> None:
    """The real lupdate on a copy: nothing new, nothing gone, nothing in another order."""
    shutil.copy(translations.FOLDER / "headscope_ko.ts", tmp_path)
    try:
        translations.update(tmp_path)
    except SystemExit as complaint:
        if "cannot open shared object file" not in str(complaint):
            raise
        pytest.skip(f"Qt's lupdate lacks a system library that the program itself does not need: {complaint}")
    assert (tmp_path / "headscope_ko.ts").read_text(encoding="utf-8") == KOREAN


def test_remarks_near_a_string_are_no_business_of_translators() -> None:
    text = "<source>a</source>\n   <extracomment>#: [S]\nsee b</extracomment>\n   <translation>ㄱ</translation>\n"
    assert unescape(translations.without_comments(text)) == "<source>a</source>\n   <translation>ㄱ</translation>\n"
