"""One word for one thing: wordings that were corrected once come back in no string of the program, in no language."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from html import unescape

import pytest

from tests.source_tree import PROJECT, called, nodes, project_files, python_files, relative, tree

#: What no English text says → what it says instead, or why.
ENGLISH = {
    r"\b[Cc]onsumed (→|token|word|by)|\bproduced (token|word|by)|decoder consumes": "input → next token",
    r"\b(reads|writes) (“|%[1-9](?!\()|\{)|\blabel \(own\)|consumes the input": "input → next token",
    r"Input, label|input, label": "input → next token",
    r"\b[Ee]arly guess(es)?\b(?! logit| intermediate)": "logit lens",
    r"^p of it$": "probability",
    r"[Hh]onest words(?!,| and)": "disclaimer",
    r"[Qq]uery times key": "dot product q·k",
    r"Told of|reading it another way": "computed on the recorded run, not on the current display",
    r"\b[Ff]acts? (are told|of (the|each|a) (selected )?head)": "statistics",
    r"run on itself|given = produced": "the model's own output as target",
    r"[Ww]hat is left of (a|the|each) row|is left of this row": "the remaining weights",
    r"brought back to 1|Bring rows back|Rows to 1": "renormalise",
    r"what of each token is where": "how much of each token reached each position",
    r"weight gathers|that says? nothing[;:,.]|when there is nothing to say": "attention sinks",
    r"had a say": "1 after softmax",
    r"on the first day": "defaults",
    r"the keyboard to": "moves focus to",
    r"[Tt]ake this note away|throw it away": "delete, discard",
    r"Nothing is called|what is called this|that are called this": "no match; shows matching entries",
    r"lines count not": "are ignored",
    r"which cannot be$": "invalid value: %1 = %2",
    r"Check who may": "check permissions",
    r"head and table are one": "with tied output embedding",
    r"Prove it": "check",
    r"\b(in|how) (this|the run is) read(ing)?\b|[Tt]his reading|Being read|Read tokens": "display",
    r"\bhundredths\b(?! \(5\))": "as it is read on the map: 0.05",
    r"\bsisters\b|its favourite|what it thinks|the model thinks": "a head is no person",
}  # fmt: skip
#: The same of Korean.
KOREAN = {
    "시점 t|t \\+ 1을 생성": "시점은 1부터: 시점 n, 토큰 0 … n−1",
    "놓인가요": "놓이나요",
    "사실은|의 사실": "수치",
    "사이의 각도": "각의 코사인",
    "에서 앞선 타겟 토큰으로만": "자기 자신과 앞선 토큰으로만",
    "이전 스코어|이후 어텐션 가중치": "마스크 전, 마스크 후",
    "학습된 표|한 표를|자체 표|자신의 표|표의 행|같은 표": "행렬",
    "실행 취소|^다시 실행": "되돌리기, 되돌리기 취소",
    "밝기": "화면 테마",
    r"^읽기\(|읽기 방식|읽는 방식|이 읽기": "표시 방식",
    "어휘 사전 선형 변환|예측 층|어휘 사전에 대한 예측": "출력층(Linear)",
    "마지막 선형 변환": "출력 선형 변환(W_O)",
    "백만 개": "만",
    r"\(\d+ cores?\)|‖(token|position|sum)‖": "번역",
    "고르게 고르": "균등하게 뽑을 때만큼",
    "이른 추측|^추측$|추측할": "레이어별 예측(로짓 렌즈)",
    "^포싱$": "티처 포싱",
    "키보드를": "키보드 포커스를",
    "대화형 페이지": "인터랙티브 페이지",
    "√ 척도|띠마다 척도": "√ 눈금",
    "까닭": "이유",
    "직접 작성한 코드|자기 코드": "내 코드",
    "(?<!피드 포워드 )신경망|네트워크": "모델; the other one is 인터넷",
    "움직일 실행": "애니메이션으로 만들 실행 기록",
    "헤드를 고른 척도로": "고른 척도로 헤드의",
    "이름이 붙은 척도": "정해진 척도",
    "짧은 밸류에 준": "밸류가 짧으면",
    "할 말이 없을 때": "마땅한 곳이 없을 때",
    "백분의|/100": "0.05",
    "띄울": "인쇄·발표용",
    "십시오": "-세요",
    r"(쓰|적으|적어 넣으)세요|문장을 쓰고": "입력하세요",
    r"%\d (로|을|를|은|는) |\} 만큼": "no space before a particle",
    "낱말": "단어",
    "교차": "크로스",
    "트랜스포머": "Transformer",
}  # fmt: skip


def english() -> Iterator[tuple[str, str]]:
    """Every string of the program but docstrings, with its place; the page's words; what people read of it."""
    for path in (*python_files("viz_app", "model", "headscope"), PROJECT / "headscope_recorder.py"):
        documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
        pages = {id(node.body[0].value) for node in nodes(tree(path)) if isinstance(node, documented) and node.body
                 and isinstance(node.body[0], ast.Expr)}  # fmt: skip
        for node in nodes(tree(path)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in pages:
                yield f"{relative(path)}:{node.lineno}", node.value
    words = json.loads((PROJECT / "assets" / "web" / "words.json").read_text(encoding="utf-8"))
    yield from (("words.json", text) for text in words["en"].values())
    texts = [PROJECT / "README.md", *(PROJECT / "docs").glob("*.md"), *(PROJECT / "docs").glob("*.ipynb")]
    for path in texts:
        yield from ((relative(path), line) for line in path.read_text(encoding="utf-8").splitlines())


@cache
def korean() -> tuple[tuple[str, str], ...]:
    """Every Korean text, with where it is."""
    words = json.loads((PROJECT / "assets" / "web" / "words.json").read_text(encoding="utf-8"))
    catalogue = (PROJECT / "assets" / "translations" / "headscope_ko.ts").read_text(encoding="utf-8")
    told = [unescape(text) for text in re.findall("<translation>([^<]*)</translation>", catalogue)]
    return (*(("words.json", text) for text in words["ko"].values()), *(("headscope_ko.ts", text) for text in told))


@cache
def all_english() -> tuple[tuple[str, str], ...]:
    return tuple(english())


@pytest.mark.parametrize("pattern", ENGLISH)
def test_no_english_text_goes_back(pattern: str) -> None:
    found = [(place, text) for place, text in all_english() if re.search(pattern, text)]
    assert not found, f"better: {ENGLISH[pattern]}"


@pytest.mark.parametrize("pattern", KOREAN)
def test_no_korean_text_goes_back(pattern: str) -> None:
    found = [(place, text) for place, text in korean() if re.search(pattern, text)]
    assert not found, f"better: {KOREAN[pattern]}"


@pytest.mark.parametrize(
    ("table", "text"),
    [
        (ENGLISH, "query: consumed → produced token"), (ENGLISH, "%1: reads %2"), (ENGLISH, "The early guesses"),
        (ENGLISH, "What is left of a row still sums to 1."), (ENGLISH, "its field %1, which cannot be"),
        (KOREAN, "이 값 %1 로 바뀝니다"), (KOREAN, "실행 취소"), (KOREAN, "대화형 페이지 (HTML)"),
        (KOREAN, "어휘 사전 선형 변환"), (KOREAN, "문장을 적어 넣으세요"), (KOREAN, "최대 {weight} 만큼"),
        (KOREAN, "읽기(&R)"),
    ],
)  # fmt: skip
def test_what_is_corrected_is_recognised(table: dict[str, str], text: str) -> None:
    assert any(re.search(pattern, text) for pattern in table)


# --- refusals ---

#: Calls that end in a refusal → which of their arguments are sentences for people.
REFUSALS = {
    "Problem": (0, 1, 2), "refuse": (1,), "_refuse": (1, 2), "self.refuse": (0, 1), "DamagedError": (0,),
    "UnreadableError": (0,), "ForeignError": (0,),
}  # fmt: skip
#: What a refusal may be about as it is: an option, a file, a program.
A_NAME = re.compile(r"-.*|[\w.]+\.\w+|Qt|Headscope")
LAST = {name.rpartition(".")[2] for name in REFUSALS}


def told_of_refusals() -> Iterator[tuple[str, ast.expr]]:
    """Every expression that a refusal says, names followed to what was assigned to them in their function or module."""
    for path in python_files("model", "viz_app"):
        module = tree(path)
        for scope in [each for each in nodes(module) if isinstance(each, ast.FunctionDef)]:
            for call in [each for each in ast.walk(scope) if isinstance(each, ast.Call) and called(each) in LAST]:
                for place in REFUSALS.get(ast.unparse(call.func), ()):
                    for said in branches(call.args[place]) if place < len(call.args) else ():
                        where = f"{relative(path)}:{call.lineno}"
                        if place == 0 and ast.unparse(call.func) == "Problem":
                            yield from ((where, said) for _ in [0] if not is_a_name(said))
                        else:
                            yield where, said
                            yield from ((where, each) for each in assigned(said, scope) or assigned(said, module))


def branches(expression: ast.expr) -> list[ast.expr]:
    """``a if b else c`` is a or c."""
    if isinstance(expression, ast.IfExp):
        return [*branches(expression.body), *branches(expression.orelse)]
    return [expression]


def assigned(expression: ast.expr, scope: ast.AST) -> list[ast.expr]:
    if not isinstance(expression, ast.Name):
        return []
    assignments = (each for each in ast.walk(scope) if isinstance(each, ast.Assign))
    return [
        value for each in assignments for target in each.targets for value in branches(each.value)
        if isinstance(target, ast.Name) and target.id == expression.id
    ]  # fmt: skip


def is_a_name(said: ast.expr) -> bool:
    """A path, an option or a file, as it is typed."""
    if isinstance(said, ast.JoinedStr):
        first = said.values[0]
        return isinstance(first, ast.Constant) and str(first.value).startswith("-")
    return not isinstance(said, ast.Constant) or bool(A_NAME.fullmatch(str(said.value)))


def test_every_refusal_can_be_said_in_korean() -> None:
    """Its cause and its next step are texts of the catalogue, wherever they were put together."""
    said = list(told_of_refusals())
    plain = [
        (place, ast.unparse(each))
        for place, each in said
        if isinstance(each, ast.JoinedStr) or (isinstance(each, ast.Constant) and isinstance(each.value, str))
    ]
    assert not [each for each in plain if each[1] not in ("''", "'cell'")], "write Text(…)"
    assert len(said) > 600


def test_everything_is_looked_at() -> None:
    assert len(all_english()) > 8_000
    assert len(korean()) > 1_800
    assert {place for place, _ in korean()} == {"words.json", "headscope_ko.ts"}
    assert "README.md" in map(relative, project_files())
