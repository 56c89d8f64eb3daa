"""How the workers of a parallel run share the work: whose tests stay together, and who reads which file first."""

from __future__ import annotations

import importlib
from contextlib import suppress
from pathlib import Path

import pytest
from xdist.scheduler import LoadFileScheduling

HERE = Path(__file__).resolve().parent
#: Files that need the same thing, which takes seconds and which only the worker that has made it can use. None of e2e:
#: its window would be made again for the files after it.
TOGETHER = {
    "the whole source, parsed": (
        "tests/test_doors.py", "tests/test_house.py", "tests/test_rules.py", "tests/test_words.py",
        "tests/scripts/test_translations.py",
    ),
    "transformers": (
        "tests/model/checkpoints/formats/shared/test_hf.py",
        "tests/model/checkpoints/formats/shared/test_hf_speech.py",
        "tests/model/checkpoints/formats/shared/test_hf_tokenizer_files.py",
        "tests/model/checkpoints/formats/shared/test_structure.py",
        "tests/model/checkpoints/formats/test_every_bundle.py",
        "tests/model/checkpoints/formats/test_every_change.py",
        "tests/model/checkpoints/formats/test_every_explanation.py",
        "tests/model/checkpoints/formats/test_every_format.py",
        "tests/model/checkpoints/formats/test_every_prefix.py",
        "tests/model/checkpoints/files/test_run_folder.py",
        "tests/model/checkpoints/test_hf_tokenizer.py",
        "tests/model/decoding/test_beam_tree.py",
        "tests/viz_app/cli/test_every_command.py",
        "tests/viz_app/cli/test_every_sample.py",
        "tests/viz_app/engine/test_files_opening.py",
        "tests/viz_app/engine/test_measurements_effects_every_format.py",
        "tests/viz_app/pictures/drawing/test_code_names.py",
    ),
}  # fmt: skip
SHARED = {file: group for group, files in TOGETHER.items() for file in files}


class Together(LoadFileScheduling):  # type: ignore[misc]  # it has no types
    """A worker gets a whole file, and with it the others of its group."""

    def _split_scope(self, nodeid: str) -> str:
        file: str = super()._split_scope(nodeid)
        return SHARED.get(file, file)


def import_own_share_first(worker: int, workers: int) -> None:
    """Every file of tests, beginning with this worker's: what it compiles, the others find compiled on their way."""
    files = sorted(HERE.rglob("test_*.py"))
    first = len(files) * worker // workers
    for path in (*files[first:], *files[:first]):
        with suppress(Exception, pytest.skip.Exception):  # collecting it says why
            importlib.import_module(".".join((HERE.name, *path.relative_to(HERE).with_suffix("").parts)))
