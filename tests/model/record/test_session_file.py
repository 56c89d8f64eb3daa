"""The container of a session: what goes in comes out, and what nobody of ours wrote is one clear sentence."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from model.common.problems import Problem
from model.record import session_file
from model.record.session_file import FACTS, read_facts, read_session, save_session
from model.record.trace import ARRAYS, Trace
from model.record.trace_file import trace_bytes
from tests.model.checkpoints.files.forge import archive, write
from tests.model.traces import META, make_trace
from tests.source_tree import PROJECT

FROZEN = replace(META, decoding={"method": "greedy", "forced": (5, 6)})
TOKENS = np.array(["</script>", "<b>&amp;", "\u202eok 한국", "👩‍👩‍👧"])
RUN = make_trace(source_tokens=TOKENS, meta=FROZEN)
OTHER = make_trace(meta=FROZEN, produced_probability=np.array([0.75, 0.5, 0.25], dtype=np.float32))
SAID = {"view": "links", "notes": {"text": "한국어 🙂\n</script>", "places": []}}
SMALL = Trace(meta=RUN.meta, source_ids=RUN.source_ids, source_tokens=RUN.source_tokens)
HEAD = {"format": "headscope-session", "version": 1, "runs": 1}


def same(one: Trace, other: Trace) -> None:
    """Byte for byte."""
    assert one.meta == other.meta
    pairs = {name: (getattr(one, name), getattr(other, name)) for name in ARRAYS}
    pairs |= {name: (one.activations.get(name), other.activations.get(name)) for name in one.activations}
    for name, (first, second) in pairs.items():
        assert (first.dtype, first.shape, first.tobytes()) == (second.dtype, second.shape, second.tobytes()), name
    assert one.activations.keys() == other.activations.keys()


@pytest.mark.parametrize("compress", [True, False])
def test_what_is_saved_is_read_back_byte_for_byte(tmp_path: Path, compress: bool) -> None:
    path = tmp_path / "수업.headscope"
    save_session(path, SAID, [RUN, OTHER], compress)
    found = read_session(path)
    assert {name: found.facts[name] for name in SAID} == SAID
    assert (found.facts["version"], found.facts["runs"]) == (1, 2)
    same(RUN, found.runs[0])
    same(OTHER, found.runs[1])
    assert read_facts(path) == found.facts
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]


def test_any_reader_of_zip_archives_and_of_numpy_reads_it(tmp_path: Path) -> None:
    save_session(tmp_path / "a.headscope", SAID, [RUN, OTHER])
    with zipfile.ZipFile(tmp_path / "a.headscope") as found:
        assert found.namelist() == ["session.json", "runs/1.npz", "runs/2.npz"]
        assert {entry.compress_type for entry in found.infolist()} == {zipfile.ZIP_STORED}
        assert found.testzip() is None
        assert json.loads(found.read("session.json"))["notes"] == SAID["notes"]
        arrays = np.load(io.BytesIO(found.read("runs/1.npz")), allow_pickle=False)
        np.testing.assert_array_equal(arrays["cross_attention"], RUN.cross_attention)


def saved(path: Path) -> bytes:
    """A small session file, and its content."""
    save_session(path, SAID, [SMALL])
    return path.read_bytes()


def test_the_same_session_is_the_same_facts(tmp_path: Path) -> None:
    assert saved(tmp_path / "a.headscope")[:400] == saved(tmp_path / "b.headscope")[:400]


def test_a_reading_is_no_run(tmp_path: Path) -> None:
    from model.transforms.view_transform import ViewTransform, read

    with pytest.raises(ValueError, match="no run"):
        save_session(tmp_path / "a.headscope", {}, [read(RUN, ViewTransform(aggregate="heads"))])


def refused(path: Path) -> str:
    content = path.read_bytes() if path.is_file() else b""
    with pytest.raises(Problem) as caught:
        read_session(path)
    assert caught.value.what == str(path)
    assert "\n" not in str(caught.value)
    assert not path.is_file() or path.read_bytes() == content
    return caught.value.why


def test_what_is_no_file(tmp_path: Path) -> None:
    assert refused(tmp_path / "none.headscope") == "there is no such file"
    assert refused(tmp_path) == "there is no such file"
    os.mkfifo(tmp_path / "pipe.headscope")
    assert refused(tmp_path / "pipe.headscope") == "there is no such file"


def facts(**changes: Any) -> bytes:
    return json.dumps(HEAD | changes).encode()


def members(said: bytes | None = None, **more: bytes) -> dict[str, bytes]:
    """A session of one run, and what else is in it."""
    return {FACTS: facts() if said is None else said, "runs/1.npz": trace_bytes(SMALL)} | more


def twice(content: bytes) -> bytes:
    """A second list of members behind the first."""
    return content + content[content.rindex(b"PK\x05\x06") :]


BAD: dict[str, tuple[Callable[[], bytes], str]] = {
    "empty": (lambda: b"", "it is empty"),
    "text": (lambda: b"hello", "it is not a Headscope session"),
    "a web page": (lambda: b"<html>", "it is not a Headscope session"),
    "an empty archive": (lambda: archive({}), "it is not a Headscope session"),
    "another archive": (lambda: archive({"word/document.xml": b"x"}), "it is not a Headscope session"),
    "a trace": (lambda: trace_bytes(SMALL), "it is not a Headscope session"),
    "a comment": (lambda: archive(members())[:-2] + b"\x05\0hello", "it has a comment or other bytes after its end"),
    "two lists": (lambda: twice(archive(members())), "its end and its list of members do not fit together"),
    "compressed": (lambda: archive(members(), zipfile.ZIP_DEFLATED), "is compressed, which Headscope never does"),
    "a name twice": (lambda: archive([*members().items(), (FACTS, facts())]), "its member session.json occurs twice"),
    "a name twice in other letters": (
        lambda: archive([*members().items(), ("Session.json", facts())]), "its member Session.json occurs twice",
    ),
    "a way out": (lambda: archive(members(**{"../../x.npz": b"x"})), "has the name of a place outside of it"),
    "an absolute way": (lambda: archive(members(**{"/etc/passwd": b"x"})), "/etc/passwd"),
    "a drive": (lambda: archive(members(**{"C:x": b"x"})), "has the name of a place outside of it"),
    "something else": (lambda: archive(members(**{"virus.exe": b"x"})), "its member virus.exe is not one of a session"),
    "a run too many": (lambda: archive(members(**{"runs/2.npz": b""})), "its member runs/2.npz is not one of"),
    "a run too few": (lambda: archive(members(facts(runs=2))), "it has no runs/2.npz"),
    "no number of runs": (lambda: archive(members(facts(runs="1"))), "its member runs/1.npz is not one of a session"),
    "a great many runs": (lambda: archive(members(facts(runs=10**9))), "its member runs/1.npz is not one of"),
    "no JSON": (lambda: archive(members(b"{")), "its session.json is damaged"),
    "no UTF-8": (lambda: archive(members(b'{"format": "\xff"}')), "its session.json is damaged"),
    "a field twice": (lambda: archive(members(b'{"format": "a", "format": "b"}')), "its session.json is damaged"),
    "NaN": (lambda: archive(members(b'{"format": NaN}')), "its session.json is damaged"),
    "very deep": (lambda: archive(members(b"[" * 100_000)), "its session.json is damaged"),
    "a long number": (lambda: archive(members(b'{"a": ' + b"1" * 5000 + b"}")), "its session.json is damaged"),
    "a list": (lambda: archive(members(b"[]")), "it is not a Headscope session"),
    "another format": (lambda: archive(members(facts(format="x"))), "it is not a Headscope session"),
    "a newer one": (
        lambda: archive(members(facts(version=2))), "it has session version 2, and this Headscope reads version 1",
    ),
    "no version": (lambda: archive(members(facts(version=None))), "it has session version None, and this Headscope"),
    "version true": (lambda: archive(members(facts(version=True))), "it has session version True, and this Headscope"),
    "a long version": (lambda: archive(members(facts(version="x" * 999))), "it has session version xxxxxxxxxxxxxxx"),
    "no run in it": (lambda: archive(members() | {"runs/1.npz": b"hello"}), "one of its runs is damaged"),
    "half a run": (lambda: archive(members() | {"runs/1.npz": trace_bytes(SMALL)[:-9]}), "one of its runs is damaged"),
    "a run that is no trace": (
        lambda: archive(members() | {"runs/1.npz": archive({"a.npy": b"x"})}), "runs/1.npz: it is not a Headscope",
    ),
    "arrays twice": (
        lambda: archive(members() | {"runs/1.npz": twice_an_array()}), "runs/1.npz: it is damaged or no trace file",
    ),
}  # fmt: skip


def twice_an_array() -> bytes:
    with zipfile.ZipFile(io.BytesIO(trace_bytes(SMALL))) as run:
        parts = [(name, run.read(name)) for name in run.namelist()]
    return archive([*parts, parts[-1]])


@pytest.mark.parametrize("name", BAD)
def test_it_gets_its_sentence(tmp_path: Path, name: str) -> None:
    content, sentence = BAD[name]
    assert sentence in refused(write(tmp_path / "a.headscope", content()))
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.headscope"]


def test_a_bomb_is_refused_before_it_goes_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The run's own list says how large its arrays are, and readers never read beyond that."""
    content = trace_bytes(RUN)
    size = sum(entry.file_size for entry in zipfile.ZipFile(io.BytesIO(content)).infolist())
    path = write(tmp_path / "a.headscope", archive(members() | {"runs/1.npz": content}))
    monkeypatch.setattr(session_file, "machine_memory", lambda: size - 1)
    assert "of memory, and this machine has" in refused(path)
    monkeypatch.setattr(session_file, "machine_memory", lambda: size)
    assert len(read_session(path).runs) == 1


def test_what_session_json_says_is_not_read_where_it_is_far_too_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_file, "MAX_FACTS", 100)
    path = write(tmp_path / "a.headscope", archive(members(facts(more="x" * 100))))
    assert refused(path) == "its session.json is far larger than any session's"


def test_truncated_at_every_byte(tmp_path: Path) -> None:
    path = tmp_path / "a.headscope"
    content = saved(path)
    assert len(content) < 4_000
    for length in range(len(content)):
        path.write_bytes(content[:length])
        refused(path)


def test_a_flipped_bit_is_noticed_or_harmless(tmp_path: Path) -> None:
    """Harmless: a time stamp, or a spare field of the archive."""
    path = tmp_path / "a.headscope"
    content = saved(path)
    path.write_bytes(content)
    whole, harmless = read_session(path), 0
    for place in range(0, len(content), 3):
        damaged = bytearray(content)
        damaged[place] ^= 1 << place % 8
        path.write_bytes(damaged)
        try:
            found = read_session(path)
        except Problem:
            continue
        harmless += 1
        assert found.facts == whole.facts
        assert found.runs[0].meta == SMALL.meta
        np.testing.assert_array_equal(found.runs[0].source_tokens, SMALL.source_tokens)
    assert harmless < len(content) // 30


WRITER = """
import sys
from pathlib import Path
from dataclasses import replace
import numpy as np
from model.record.session_file import save_session
from tests.model.traces import make_trace
from tests.source_tree import PROJECT
run = replace(make_trace(), activations={"memory": np.random.default_rng(0).random((3_000_000,), dtype=np.float32)})
print("ready", flush=True)
for number in range(1000):
    save_session(Path(sys.argv[1]), {"number": number}, [run], compress=False)
    print(number, flush=True)
"""


@pytest.mark.parametrize("written", [1, 2, 3])
def test_a_writer_that_is_killed_leaves_the_old_file_or_the_new_one(tmp_path: Path, written: int) -> None:
    path = tmp_path / "a.headscope"
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True, cwd=PROJECT
    ) as child:
        assert child.stdout is not None
        for _ in range(written + 1):
            child.stdout.readline()
        child.kill()
    assert read_session(path).facts["number"] >= written - 1
    left = [entry.name for entry in tmp_path.iterdir()]
    assert left == [path.name] or not sys.platform.startswith("linux")


@pytest.mark.parametrize("obstacle", ["missing folder", "a folder in its place"])
def test_where_nothing_can_be_written_the_old_file_stays(tmp_path: Path, obstacle: str) -> None:
    path = tmp_path / "nowhere" / "a.headscope" if obstacle == "missing folder" else tmp_path
    with pytest.raises(Problem, match="it cannot be written"):
        save_session(path, SAID, [SMALL])
    assert not list(tmp_path.iterdir())


def test_what_a_later_program_adds_to_this_version_is_kept_apart(tmp_path: Path) -> None:
    path = write(tmp_path / "a.headscope", archive(members(facts(weather="sunny"))))
    assert read_session(path).facts["weather"] == "sunny"
    assert replace(read_session(path).runs[0], activations={}).meta == SMALL.meta
