"""How the workers of a parallel run share the work: whose tests stay together, and who reads which file first."""

from __future__ import annotations

import importlib
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from xdist.scheduler import LoadFileScheduling

HERE = Path(__file__).resolve().parent
LONG = 0.5  #: seconds; what a test is made of that takes so long may be one of the slowest that are named in the end
#: Files that need the same thing, which takes seconds and which only the worker that has made it can use. Of e2e only
#: what needs transformers: its window, half a second, is made again for the files after it.
TOGETHER = {
    "the whole source, parsed": (
        "tests/test_doors.py", "tests/test_house.py", "tests/test_rules.py", "tests/test_words.py",
        "tests/scripts/test_translations.py",
    ),
    "transformers": (
        "tests/e2e/test_every_format_opens.py",
        "tests/model/checkpoints/formats/shared/test_hf.py",
        "tests/model/checkpoints/formats/shared/test_hf_speech.py",
        "tests/model/checkpoints/formats/shared/test_hf_tokenizer_files.py",
        "tests/model/checkpoints/formats/shared/test_kinds.py",
        "tests/model/checkpoints/formats/shared/test_structure.py",
        "tests/model/checkpoints/formats/test_every_bundle.py",
        "tests/model/checkpoints/formats/test_every_change.py",
        "tests/model/checkpoints/formats/test_every_explanation.py",
        "tests/model/checkpoints/formats/test_every_format.py",
        "tests/model/checkpoints/formats/test_every_prefix.py",
        "tests/model/checkpoints/files/test_run_folder.py",
        "tests/model/checkpoints/test_end_of_word_pieces.py",
        "tests/model/checkpoints/test_hf_tokenizer.py",
        "tests/model/decoding/test_beam_tree.py",
        "tests/viz_app/cli/test_every_command.py",
        "tests/viz_app/cli/test_every_sample.py",
        "tests/viz_app/engine/test_files_opening.py",
        "tests/viz_app/engine/test_measurements_effects_every_format.py",
        "tests/viz_app/pictures/drawing/test_code_names.py",
        "tests/viz_app/pictures/drawing/test_code_names_code_parts.py",
    ),
}  # fmt: skip
SHARED = {file: group for group, files in TOGETHER.items() for file in files}


class Together(LoadFileScheduling):  # type: ignore[misc]  # it has no types
    """A worker gets a whole file, and with it the others of its group."""

    def _split_scope(self, nodeid: str) -> str:
        file: str = super()._split_scope(nodeid)
        return SHARED.get(file, file)


def tell_less(worker: Any) -> None:
    """The controller hears of a test that passed once, not five times; of what fails or takes long it hears all."""
    send = worker.sendevent

    def sendevent(name: str, **more: Any) -> None:
        report = more.get("data", {})
        dull = name == "testreport" and report["when"] != "call" and report["outcome"] == "passed"
        if name not in ("logstart", "logfinish") and not (dull and report["duration"] < LONG):
            send(name, **more)

    worker.sendevent = sendevent


def import_own_share_first(worker: int, workers: int) -> None:
    """Every file of tests, beginning with this worker's: what it compiles, the others find compiled on their way."""
    files = sorted(HERE.rglob("test_*.py"))
    first = len(files) * worker // workers
    for path in (*files[first:], *files[:first]):
        with suppress(Exception, pytest.skip.Exception):  # collecting it says why
            importlib.import_module(".".join((HERE.name, *path.relative_to(HERE).with_suffix("").parts)))
