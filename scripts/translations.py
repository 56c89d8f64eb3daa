"""The catalogues of the interface: ``python scripts/translations.py update``, then ``compile``.

``update`` brings every string of viz_app, and every :class:`model.common.text.Text` of viz_app and model, into each
``headscope_XX.ts``; new ones wait there, unfinished. An empty file of that name becomes a new language's catalogue.
``compile`` makes the ``.qm`` files that ship: one each, and of the Korean one more with the English terms beside it.
Both use Qt's own tools, which PySide6 installs beside the interpreter.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "assets" / "translations"
CATALOGUES = "headscope_??.ts"

#: What a first-class term is called in English; the longest that fits counts, once per message.
TERMS = {
    "인코더 셀프 어텐션": "encoder self-attention",
    "디코더 셀프 어텐션 (마스크드)": "masked self-attention",
    "인코더-디코더 어텐션 (크로스 어텐션)": "cross attention",
    "크로스 어텐션": "cross attention",
    "어텐션 가중치": "weight",
    "어텐션 스코어": "score",
    "스코어": "score",
    "쿼리": "query",
    "키": "key",
    "밸류": "value",
    "헤드": "head",
    "레이어": "layer",
    "서브 레이어": "sub-layer",
    "시점": "step",
    "소스": "source",
    "타겟": "target",
    "디코더 입력 토큰": "input token",
    "생성 토큰": "next token",
    "후보 토큰": "candidates",
    "미등록 토큰": "unknown token",
    "특수 토큰": "special token",
    "패딩 토큰": "padding token",
    "어휘 사전": "vocabulary",
    "마스크": "mask",
    "패딩 마스크": "padding mask",
    "룩어헤드 마스크": "look-ahead",  # no mask: it stands over the smallest picture
    "타겟 마스크": "target mask",
    "볼 수 있음": "may attend",
    "가려짐": "blocked",
    "잔차 연결": "residual connection",
    "잔차 스트림": "residual stream",
    "층 정규화": "layer normalisation",
    "로짓": "logit",
    "실행 기록": "trace",
}
#: Contexts of sentences that are read again and again, and of what has no room.
PLAIN_CONTEXTS = (
    "RowSentence", "Figure", "StatusLine", "SourceBox", "Work", "Engine", "Controller", "Desk", "Translations",
)  # fmt: skip
#: Labels that have no room for more: rows of tokens, what a mask means, beside a picture's title or maps, along it.
_PLAIN = re.compile(
    r"소스|타겟|모든 헤드|단어 정렬이 .*가장 좋은 헤드 .*|\[[ST, ]+\] .*"
    r"|시점 \{step\} / \{steps\}|쿼리: 이 토큰을 생성하는 행|마스크 [전후] .*"
)
#: What may follow a term without making it a longer word, as 키보드 is one.
_PARTICLE = "가|이|는|은|를|을|의|에|로|와|과|도|마다|에서|부터|까지"
_LONGEST_FIRST = "|".join(sorted(map(re.escape, TERMS), key=len, reverse=True))
_JOINT = "\0"  #: behind our bracket where another follows it
_BRACKET, _DOUBLED = re.compile(r" ?\("), re.compile(rf"\){_JOINT} ?\(")
_TERM = re.compile(f"(?<![가-힣])({_LONGEST_FIRST})(?=({_PARTICLE})?(?![가-힣]))")


def update(folder: Path = FOLDER) -> None:
    """Extract the strings; keep the translations of those that are still there."""
    windows, others = (sorted((ROOT / name).rglob("*.py")) for name in ("viz_app", "model"))
    options = "-locations none -no-obsolete -sort-messages -source-language en"
    with tempfile.TemporaryDirectory() as made:
        texts = Path(made) / "texts.py"  # lupdate reads no marks of ours
        found = {each for path in (*windows, *others) for each in marked(path.read_text(encoding="utf-8"))}
        write(texts, "".join(f"QT_TRANSLATE_NOOP({context!r}, {text!r})\n" for context, text in sorted(found)))
        sources = [path.relative_to(ROOT).as_posix() for path in windows]
        for catalogue in sorted(folder.glob(CATALOGUES)):
            if not catalogue.stat().st_size:
                catalogue.unlink()  # lupdate makes one where there is none
            language = ("-target-language", catalogue.stem.removeprefix("headscope_"))
            run_tool("pyside6-lupdate", *options.split(), *language, *sources, str(texts), "-ts", str(catalogue))
            write(catalogue, without_comments(catalogue.read_text(encoding="utf-8")))


def compile_all(folder: Path = FOLDER) -> None:
    """Make every ``.qm`` file."""
    written = {path.stem: path.read_text(encoding="utf-8") for path in sorted(folder.glob(CATALOGUES))}
    written["headscope_ko_en"] = with_english(written["headscope_ko"])
    with tempfile.TemporaryDirectory() as made:
        for name, text in written.items():
            catalogue = Path(made) / f"{name}.ts"
            write(catalogue, text)
            new = folder / f"{name}.new"
            run_tool("pyside6-lrelease", "-silent", str(catalogue), "-qm", str(new))
            new.replace(new.with_suffix(".qm"))  # never in place: a window that runs has mapped the old one


def marked(code: str) -> Iterator[tuple[str, str]]:
    """Context and template of every ``Text("…")`` in a Python source."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Text":
            named = {each.arg: each.value for each in node.keywords}
            parts = (named.get("context", ast.Constant("Text")), *node.args[:1])
            words = [part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)]
            if len(words) == 2:
                yield words[0], words[1]


def with_english(catalogue: str) -> str:
    """The catalogue of Korean with English terms, from the Korean one."""
    parts = re.split(r"(?<=</context>\n)", catalogue)
    return "".join(_context_with_english(part) for part in parts)


def bilingual(korean: str) -> str:
    """``쿼리: 소스 토큰`` → ``쿼리(query): 소스(source) 토큰``; each term once, at its first place.

    Brackets are never nested nor doubled: ``가려짐(패딩 마스크)`` → ``가려짐(blocked; 패딩 마스크, padding mask)``, and
    inside a bracket only its last word is explained, after a comma.
    """
    if _PLAIN.fullmatch(korean):
        return korean
    seen: set[str] = set()

    def explain(found: re.Match[str]) -> str:
        term, english = found[0], TERMS[found[0]]
        before, after = korean[: found.start()], korean[found.end() :]
        inside = before.count("(") > before.count(")")
        ends = after.startswith(")")
        if english in seen or (inside and not ends) or after.lstrip(" ").startswith(f"({english})"):
            return term
        seen.add(english)
        if term.endswith(")"):
            return f"{term[:-1]}, {english})"
        return f"{term}, {english}" if inside else f"{term}({english})" + _JOINT * bool(_BRACKET.match(after))

    return _DOUBLED.sub("; ", _TERM.sub(explain, korean))


def without_comments(catalogue: str) -> str:
    """A catalogue without the remarks that lupdate takes from comments near a string by chance."""
    return re.sub(r" *<extracomment>.*?</extracomment>\n", "", catalogue, flags=re.DOTALL)


def write(path: Path, text: str) -> None:
    """UTF-8 with line feeds, on every system."""
    path.write_text(text, encoding="utf-8", newline="\n")


def run_tool(name: str, *arguments: str) -> None:
    """Run one of Qt's tools in the project's folder; stop with its complaint where it fails."""
    program = Path(sysconfig.get_path("scripts")) / name
    done = subprocess.run([str(program), *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"error: {name}: it failed. It said: {(done.stderr or done.stdout).strip()}")


def _context_with_english(context: str) -> str:
    name = re.search("<name>(.*?)</name>", context)
    if name is None or name[1] in PLAIN_CONTEXTS:
        return context.replace("<translation>ko<", "<translation>ko+en<")
    return re.sub("(?<=<translation>)[^|<]*(?=</translation>)", lambda text: bilingual(text[0]), context)


if __name__ == "__main__":
    commands = {"update": update, "compile": compile_all}
    if sys.argv[1:] not in ([name] for name in commands):
        sys.exit("usage: translations.py update|compile")
    commands[sys.argv[1]]()
