"""Runs what the guides say: ``python scripts/page_blocks.py [PAGE …]``, without a display, in a folder of its own.

Every fenced block of the README and of ``docs/`` is a command, Python, JSON, TOML, or the site's own; each line is run
in the order of its page, or has its reason in ``ELSEWHERE``. ``--pictures`` keeps what the tutorial's commands make,
with ``--korean`` its Korean ones, as its pictures. The exit code is the number of lines that failed.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import tomllib
import traceback
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

DOCS = ROOT / "docs"
PICTURES = DOCS / "images" / "tutorial"
BLOCK = re.compile(r"^```([\w{}-]*)[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)
SHELL = ("", "bash")
#: Where a line begins so, who runs it.
ELSEWHERE = {
    "python3 scripts/run.py": "tests/scripts/test_run.py",
    "python3 scripts/test.py": "CI",
    "python -m build": "needs packages, see CONTRIBUTING",
    "python -m pip": "installs",
    "pip install": "installs",
    "uv tool": "installs",
    "pipx": "installs",
    "dask": "tests/model/corpus/test_executors.py, with a cluster of its own",
    "kill": "tests/model/corpus/test_work_file.py",
    "python packaging/bundle.py": "tests/packaging/test_bundle.py, and minutes by hand",
    "python benchmarks/": "a measurement of minutes, with texts that do not ship",
    "python scripts/survey": "a measurement of minutes",
    "torchrun": "scripts/torchrun_stop.py",
}
#: What a line asks for that not every machine has, and who runs such lines.
ASKS = {"--cluster tcp": "tests/model/corpus/test_executors.py", ".parquet": "needs the extra parquet"}


class PageBlock(NamedTuple):
    """One fenced block: its page as a path in the project, its language, its text."""

    page: str
    language: str
    text: str

    def lines(self) -> list[str]:
        """The commands of a block of the shell, each in one line and without its comment."""
        joined = self.text.replace("\\\n", " ").splitlines()
        lines = (re.sub(r"(^|\s)#.*", "", re.sub(r"\s+", " ", line)).strip() for line in joined)
        return [line for line in lines if line]


def pages(korean: bool = False) -> list[Path]:
    """The guides: the README first, then ``docs/`` as its folders have them."""
    folder, readme = (DOCS / "ko", "README.ko.md") if korean else (DOCS, "README.md")
    found = [path for path in sorted(folder.rglob("*.md")) if korean or DOCS / "ko" not in path.parents]
    return [ROOT / readme, *found]


def blocks(path: Path) -> list[PageBlock]:
    """The fenced blocks of a page, in their order."""
    page = path.relative_to(ROOT).as_posix()
    return [PageBlock(page, language, text) for language, text in BLOCK.findall(path.read_text(encoding="utf-8"))]


def elsewhere(line: str) -> str:
    """Who runs this line, where it is not this script."""
    found = next((who for start, who in ELSEWHERE.items() if line.startswith(start)), "")
    return found or next((who for part, who in ASKS.items() if part in line), "")


def words_of(line: str) -> tuple[list[str], str]:
    """The arguments of our command line, and the file that it reads in place of a keyboard."""
    given, _, read = line.partition(" < ")
    words = shlex.split(given)
    start = 2 if words[0] == "python" else 1
    if words[start - 1] not in ("main.py", "headscope"):
        raise ValueError(f"neither ours nor in ELSEWHERE: {line}")
    return words[start:], read.strip()


def run_line(line: str) -> None:
    """One command, in this process; raises where it fails."""
    from viz_app.cli import command_names, main

    words, read = words_of(line)
    if words[0] not in command_names() or words[0] == "window":  # a window has a process of its own
        subprocess.run([sys.executable, "main.py", *words], check=True, capture_output=True)
        return
    before, sys.stdin = sys.stdin, Path(read).open(encoding="utf-8") if read else sys.stdin  # noqa: SIM115
    try:
        code = main(words)
    finally:
        sys.stdin = before
    if code and words[0] != "doctor":  # which says that there is no display, as is the case
        raise RuntimeError(f"exit code {code}")


def run_data(block: PageBlock) -> None:
    """JSON and TOML are read; a lesson's claims are looked at in its own run."""
    if block.language == "json":
        json.loads(block.text)
    elif "steps" in tomllib.loads(block.text):
        Path("block.toml").write_text(block.text, encoding="utf-8")
        run_line("main.py lesson block.toml --check")


def run_page(path: Path, names: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Every line or block of a page → what became of it: nothing, who runs it, or how it failed."""
    for block in blocks(path):
        if block.language in SHELL:
            for line in block.lines():
                who = elsewhere(line)
                yield line, f"({who})" if who else _failure(run_line, line)
        elif block.language == "python" and "headscope_save(" in block.text:
            yield "notebook cell", "(tests/model/checkpoints/test_notebook_bundle.py)"
        elif block.language == "python":
            yield (
                block.text.splitlines()[0] + " …",
                _failure(exec, compile(block.text, block.page, "exec"), dict(names)),
            )
        elif not block.language.startswith("{"):
            yield block.text.splitlines()[0] + " …", _failure(run_data, block)


def _failure(run: Any, *given: Any) -> str:
    try:
        with redirect_stdout(StringIO()):
            run(*given)
    except BaseException as error:  # noqa: BLE001 (argparse ends the process; whatever it is, the next line runs)
        return "FAILED " + "".join(traceback.format_exception_only(error)).strip()
    return ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pages", nargs="*", help="parts of their paths; none: all")
    parser.add_argument("--pictures", action="store_true", help="keep the pictures of the tutorial")
    parser.add_argument("--korean", action="store_true", help="the Korean pages")
    arguments = parser.parse_args()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    failed = 0
    for path in pages(arguments.korean):
        page = path.relative_to(ROOT).as_posix()
        if arguments.pages and not any(part in page for part in arguments.pages):
            continue
        with tempfile.TemporaryDirectory() as folder:
            for line, told in in_folder(path, Path(folder)):
                failed += told.startswith("FAILED")
                print(f"{page}: {line}  {told}", flush=True)
            if arguments.pictures and path.name == "tutorial.md":
                _keep(Path(folder), PICTURES / ("ko" if arguments.korean else "en"))
    print(f"{failed} failed")
    return failed


def in_folder(path: Path, folder: Path) -> Iterator[tuple[str, str]]:
    """A page's blocks, run in ``folder``, with the files that it speaks of."""
    from family_pages import families

    from tests import page_inputs

    page_inputs.lay(folder)
    family = next((each for each in families() if each["name"] == path.stem), None)
    if family is not None:
        page_inputs.family_file(family["format"], folder / family["file"])
    page_inputs.recordings(folder)
    names, before = page_inputs.names(), Path.cwd()
    os.chdir(folder)
    try:
        yield from run_page(path, names)
    finally:
        os.chdir(before)


def _keep(folder: Path, place: Path) -> None:
    place.mkdir(parents=True, exist_ok=True)
    for path in sorted(folder.glob("*.png")):
        shutil.copy(path, place / path.name)


if __name__ == "__main__":
    raise SystemExit(main())
