"""A tokenizer.json of unknown origin takes so much memory and time, and no more; and nothing of it is printed."""

from __future__ import annotations

import gc
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from model.checkpoints import tokenizer_process
from model.checkpoints.hf_tokenizer import JsonTokenizer
from model.checkpoints.tokenizer_process import NAME, TokenizerProcess
from model.common.problems import Problem
from tests.source_tree import PROJECT

PIECES = ["<unk>", "a", "b", "n"]
THIRTYFOLD = {"type": "Replace", "pattern": {"String": "a"}, "content": "a" * 30}
needs_limit = pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the memory of a process")


def written(**parts: Any) -> bytes:
    """A small tokenizer.json with other parts."""
    model = {"type": "Unigram", "unk_id": 0, "vocab": [[piece, -float(n)] for n, piece in enumerate(PIECES)]}
    return json.dumps({"version": "1.0", "added_tokens": [], "model": model, **parts}).encode()


def test_it_answers_as_the_library_does() -> None:
    library = pytest.importorskip("tokenizers")
    after = {
        "type": "TemplateProcessing", "pair": [],
        "single": [{"SpecialToken": {"id": "b", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}],
        "special_tokens": {"b": {"id": "b", "ids": [2], "tokens": ["b"]}},
    }  # fmt: skip
    content = written(post_processor=after)
    direct = library.Tokenizer.from_str(content.decode())
    child = TokenizerProcess(content)
    assert child.description == {"vocabulary": direct.get_vocab(), "special": []}
    for text in ("banana", "", "한 국 a", "\0 x"):
        plain, whole = direct.encode(text, add_special_tokens=False), direct.encode(text)
        assert child.encode(text) == (plain.ids, plain.offsets)
        assert child.encode(text, around=True)[0] == whole.ids
        assert child.decode(plain.ids) == direct.decode(plain.ids)


EXPLOSIONS: dict[str, dict[str, Any]] = {
    "normaliser": {"normalizer": {"type": "Sequence", "normalizers": [THIRTYFOLD] * 7}},
    "normaliser, nested": {
        "normalizer": {"type": "Sequence", "normalizers": [{"type": "Sequence", "normalizers": [THIRTYFOLD] * 2}] * 3}
    },
    "empty pattern": {
        "normalizer": {
            "type": "Sequence",
            "normalizers": [{"type": "Replace", "pattern": {"Regex": "."}, "content": "x" * 2_000}] * 3,
        }
    },
    "pieces": {"normalizer": {"type": "Sequence", "normalizers": [{"type": "Prepend", "prepend": "ab" * 4_000_000}]}},
}


@pytest.fixture
def little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """A quarter of what it may have: filling all of it takes seconds."""
    monkeypatch.setattr(tokenizer_process, "MEMORY", tokenizer_process.MEMORY // 4)


@needs_limit
def test_what_explodes_meets_the_usual_limit() -> None:
    with pytest.raises(Problem, match=r"its rules take more than 1\.1 GB of memory"):
        JsonTokenizer(written(**EXPLOSIONS["empty pattern"]), 4).encode("banana")


@needs_limit
@pytest.mark.usefixtures("little_memory")
@pytest.mark.parametrize("name", EXPLOSIONS)
def test_what_explodes_is_one_sentence_and_the_next_text_is_read(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    tokenizer = JsonTokenizer(written(**EXPLOSIONS[name]), 4)
    with pytest.raises(Problem, match="its rules take more than"):
        tokenizer.encode("banana")
    assert capfd.readouterr() == ("", "")
    if "ormaliser" in name:  # those leave a text without an a alone
        assert tokenizer.encode("bn").ids == (2, 3)


@needs_limit
@pytest.mark.usefixtures("little_memory")
def test_a_decoder_that_explodes() -> None:
    tokenizer = JsonTokenizer(written(decoder={"type": "Sequence", "decoders": [THIRTYFOLD] * 7}), 4)
    ids = tokenizer.encode("ba").ids
    with pytest.raises(Problem, match="its rules take more than"):
        tokenizer.decode(ids)


def test_rules_without_end_are_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that looks at all that follows, at every letter: a quarter of an hour for this text."""
    monkeypatch.setattr(tokenizer_process, "SECONDS", 0.5)
    search = {"type": "Replace", "pattern": {"Regex": "a+(?=b|c)"}, "content": "x"}
    tokenizer = TokenizerProcess(written(normalizer=search))
    with pytest.raises(Problem, match="or 0 seconds with a text") as caught:
        tokenizer.encode("a" * 500_000)
    assert caught.value.what == NAME


def test_a_panic_prints_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    tokenizer = TokenizerProcess(
        written(normalizer={"type": "Replace", "pattern": {"Regex": "(a+)+c"}, "content": "x"})
    )
    with pytest.raises(Problem, match="cannot read this text"):
        tokenizer.encode("a" * 5_000)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("extra", [b'"x": ' + b"[" * 100_000, b'"x": ' + b"9" * 5_000])
def test_what_only_its_library_takes_for_json_is_refused(extra: bytes) -> None:
    with pytest.raises(Problem, match=r"damaged|not valid JSON"):
        JsonTokenizer(written()[:-1] + b", " + extra + b"}", 4)


@pytest.mark.skipif(os.name == "nt", reason="signals are another thing on Windows")
def test_a_process_that_was_killed_is_started_again() -> None:
    tokenizer = TokenizerProcess(written())
    assert tokenizer._process is not None
    os.kill(tokenizer._process.pid, signal.SIGKILL)
    tokenizer._process.wait()
    with pytest.raises(Problem, match=r"tokenizer\.json"):
        tokenizer.encode("ab")
    assert tokenizer.encode("ab")[0] == [1, 2]


def test_it_ends_with_the_tokenizer_and_with_a_refusal() -> None:
    tokenizer = TokenizerProcess(written())
    process = tokenizer._process
    assert process is not None
    assert process.poll() is None
    del tokenizer
    gc.collect()
    assert process.returncode == 0
    with pytest.raises(Problem, match="damaged"):
        TokenizerProcess(b"{}")


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="processes are counted in /proc, which is not here")
def test_it_ends_with_the_program_however_that_ends(tmp_path: Path) -> None:
    (tmp_path / "tokenizer.json").write_bytes(written())
    code = (
        "import os, sys; from pathlib import Path; from model.checkpoints.tokenizer_process import TokenizerProcess\n"
        "one = TokenizerProcess(Path(sys.argv[1]).read_bytes())\n"
        "print(one._process.pid, flush=True); os.kill(os.getpid(), 9)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "tokenizer.json")], cwd=PROJECT, stdout=subprocess.PIPE, check=False
    )  # its output ends when the child has gone, which holds nothing of it
    place = Path(f"/proc/{int(done.stdout)}")
    for _ in range(6000):  # a minute: a bound, not a measurement
        if not place.is_dir() or "State:\tZ" in (place / "status").read_text(encoding="ascii"):
            return
        signal.sigtimedwait([], 0.01)
    raise AssertionError("it runs on")


def test_a_persons_own_modules_are_not_its_modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("json.py", "tokenizers.py", "faulthandler.py"):
        (tmp_path / name).write_text("raise SystemExit(7)\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert TokenizerProcess(written()).encode("ab")[0] == [1, 2]
