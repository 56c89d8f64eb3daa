"""Every door through which bytes come in, and every thread and child, with what bounds it.

A new one that is not in the table fails: its bound is decided, and not left to chance. What bounds it is tested where
the row says, or beside the file.
"""

from __future__ import annotations

import ast

import pytest

from tests import source_tree

#: Calls that open or read something, or begin a thread or a process.
CALLS = frozenset((
    "open", "os.open", "os.fdopen", "gzip.open", "np.load", "np.fromfile", "np.memmap", "torch.load", "safe_open",
    "load_file", "zipfile.ZipFile", "tarfile.open", "sys.stdin.read", "read_plain", "QLockFile", "QFile", "QSettings",
    "QFontDatabase.addApplicationFont", "translator.load", "shelve.open", "sqlite3.connect", "mmap.mmap",
    "Thread", "threading.Thread", "Timer", "QThread", "QProcess", "QProcess.startDetached", "QThreadPool",
    "subprocess.Popen", "subprocess.run", "subprocess.check_output", "os.system", "os.popen", "Process", "Pool",
    "ThreadPoolExecutor", "ProcessPoolExecutor", "QUdpSocket", "QTcpSocket", "urlopen",
))  # fmt: skip
METHODS = frozenset(("read_text", "read_bytes"))
LAST = {name.rpartition(".")[2] for name in CALLS} | METHODS

PLAIN = "read_plain: a plain file of so many bytes"
SHIPPED = "a file that ships with the program"
OWN = "a file that this program has just made"
HEADER = "an ordinary file (sniff), so many bytes of header, then what the header says and memory allows (gate)"
#: Module → what comes in there, and its bound.
DOORS = {
    "headscope._export": "the exporting child: its end without a file is a Problem",
    "model.analysis.aligning_head": SHIPPED,
    "model.checkpoints.checkpoint": "the hash of weights: an ordinary file (gate), in pieces",
    "model.checkpoints.files.folders": PLAIN,
    "model.checkpoints.files.hdf5_child": "an HDF5 file: memory and seconds of the process, entries, depth, no values",
    "model.checkpoints.files.hdf5_header": "its child: no answer is a Problem; an archive's member with its checksum",
    "model.checkpoints.files.safetensors_header": HEADER,
    "model.checkpoints.files.sniff": "the first bytes of an ordinary file",
    "model.checkpoints.files.tensors": "weights after the gate: memory by the header, stored members, no pickle",
    "model.checkpoints.files.torch_container": HEADER,
    "model.checkpoints.formats.headscope": PLAIN + ", so many files in tokenizer/",
    "model.checkpoints.formats.shared.headscope_write": "writes",
    "model.checkpoints.formats.shared.hf_settings": PLAIN,
    "model.checkpoints.formats.shared.hf_tokenizer_files": "hf_settings.read_bytes: " + PLAIN,
    "model.checkpoints.hyperparameters": PLAIN + ", so many lines",
    "model.checkpoints.plain_yaml": PLAIN + ", so many lines, so deep",
    "model.checkpoints.sidecar": PLAIN + "; the hash of weights in pieces",
    "model.checkpoints.tokenizer_child": "a foreign tokenizer.json: memory of the process, seconds for each text",
    "model.checkpoints.tokenizer_process": "its child: no answer in time is a Problem; ends with the tokenizer",
    "model.checkpoints.vocabularies.pickled": "bytes of vocabulary_file: stored members, operations, parts looked at",
    "model.checkpoints.vocabularies.vocabulary_file": PLAIN + ", entries, letters; companions: bytes together",
    "model.common.assets": SHIPPED,
    "model.common.atomic": "writes",
    "model.common.hub_cache": "names of folders; " + PLAIN + " of at most 1 MB",
    "model.lessons.lesson_file": PLAIN + " of TOML; every key and value by a table",
    "model.common.memory_budget": "a number of the system",
    "model.common.plain_file": "the one way to read a small foreign file",
    "model.common.scratch_folder": "locks the mark of a folder of ours, no link",
    "model.common.zip_container": "members, bytes of their list; nothing compressed, nothing extracted",
    "model.corpus.corpus_heads": PLAIN,
    "model.corpus.executors": "processes: one that dies costs its piece, asked again thrice; all end with this one",
    "model.corpus.sentences": "plain files: letters of a line, each line looked at before anything opens",
    "model.common.installed": SHIPPED,
    "model.record.learning_run": "the curve of a training: a plain file, so many bytes, points kept",
    "model.record.session_file": "an ordinary file, zip_container, memory of all runs",
    "model.record.trace_file": "an ordinary file, memory of its arrays as they become",
    "model.training.data": "letters of a line, lines",
    "model.training.recipe": PLAIN + ", ranges of every number",
    "model.training.saved_state": "a resumed run: an archive of torch as strict as a checkpoint's",
    "model.training.snapshots": "writes; the curve of a resumed run: " + PLAIN,
    "model.training.subword_draws": "a thread for a batch of pairs that were read; it is waited for",
    "viz_app.cli.batch_jobs.crew": "children: an end or a fault of any kind is a Problem of their sentence",
    "viz_app.cli.batch_jobs.journal": PLAIN,
    "viz_app.cli.batch_jobs.worker": "hashes of its own files; lines of its parent, of which an odd one is the end",
    "viz_app.cli.doctor": "one line of a child of ours, with a limit of time",
    "viz_app.cli.shared.judges": "children: bytes of an answer, a limit of time and memory; any end is a row",
    "viz_app.cli.shared.help": PLAIN + "; " + SHIPPED,
    "viz_app.cli.shared.common": "sentences: letters; a pipe is allowed",
    "viz_app.cli.shared.stop_wish": "one byte, or the end, of what the window writes to its child",
    "viz_app.cli.shared.window_export": "what the window has just made for this child",
    "viz_app.engine.connection": "the line's thread: frames of bounded size; any fault ends the line, which is told",
    "viz_app.engine.log": "writes; a pipe without a reader is not waited for",
    "viz_app.engine.batch": "one pass in a thread: whatever it raises is raised where it is waited for",
    "viz_app.engine.client": "the engine: its death is one notice; two or three in a row and it stays down",
    "viz_app.engine.files": "the opening thread: whatever it raises is raised where it is waited for",
    "viz_app.engine.process": "the reading thread: any fault ends the process, which the window tells",
    "viz_app.dialogs.manual": SHIPPED,
    "viz_app.example": SHIPPED,
    "viz_app.exports.data.web_page": SHIPPED,
    "viz_app.exports.figures.citation": PLAIN,
    "viz_app.handlers.head_facts": "the first bytes of an ordinary file",
    "viz_app.handlers.background": "threads: unforeseen() is their last catch",
    "viz_app.handlers.clipboard": OWN,
    "viz_app.handlers.export_job": "the exporting child: its end without a file is one notice; " + OWN,
    "viz_app.handlers.files": "a program of the system's, for a file that was made; it is let go",
    "viz_app.handlers.recovery": "locks: a plain file of so many bytes; copies are sessions",
    "viz_app.platform.one_window": PLAIN + " of so many bytes, and what is no absolute path is left",
    "viz_app.platform.display": "one line of a linker, before Qt starts, with a limit of time",
    "viz_app.platform.settings_store": PLAIN + ", texts, letters; Qt reads nothing of it",
    "viz_app.platform.theme": SHIPPED,
    "viz_app.state.classroom.glosses": SHIPPED,
    "viz_app.platform.translations": SHIPPED + ", or Qt's own",
}


def doors(code: ast.Module) -> set[str]:
    """What a module opens, reads or begins, as it is spelled there."""
    found = set()
    for node in source_tree.nodes(code):
        if isinstance(node, ast.Attribute) and node.attr == "open" and ast.unparse(node) == "gzip.open":
            found.add("gzip.open")
        if not isinstance(node, ast.Call) or source_tree.called(node) not in LAST:
            continue
        spelled = ast.unparse(node.func)
        last = spelled.rpartition(".")[2]
        if spelled in CALLS or last in METHODS or (last == "open" and _is_of_a_file(node)):
            found.add(spelled)
    return found


def _is_of_a_file(call: ast.Call) -> bool:
    """``path.open("rb")`` or ``path.open(encoding=…)``; dialogs and buffers are opened otherwise."""
    mode = call.args[0].value if call.args and isinstance(call.args[0], ast.Constant) else None
    return (isinstance(mode, str) and mode[:1] in tuple("rwax")) or any(
        word.arg == "encoding" for word in call.keywords
    )


def test_every_door_is_in_the_table_and_no_row_is_left_over() -> None:
    files = source_tree.python_files(*source_tree.PROGRAM, "headscope")
    found = {source_tree.module_name(path) for path in files if doors(source_tree.tree(path))}
    assert len(files) > 200
    assert sorted(found - DOORS.keys()) == [], "a new door: say in the table what bounds it"
    assert sorted(DOORS.keys() - found) == [], "no door any more"


def test_every_row_says_something() -> None:
    assert all(len(bound.split()) >= 1 for bound in DOORS.values())


@pytest.mark.parametrize(
    "line",
    [
        "open(name)", "path.read_bytes()", "path.open('rb')", "path.open(encoding='utf-8')", "np.load(file)",
        "QSettings(name)", "subprocess.run(command)", "Thread(target=job)", "opener = gzip.open if packed else open",
    ],
)  # fmt: skip
def test_a_new_door_is_seen(line: str) -> None:
    assert doors(ast.parse(line))


@pytest.mark.parametrize("line", ["dialog.open()", "buffer.open(QIODevice.OpenModeFlag.WriteOnly)", "model.load(x)"])
def test_what_is_no_door(line: str) -> None:
    assert not doors(ast.parse(line))
