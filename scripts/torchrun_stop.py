"""A training in two processes that is told to stop: ``python scripts/torchrun_stop.py [--out FOLDER]``.

PyTorch's launcher is sent SIGINT (a Ctrl+C), then SIGTERM; each time the run must say that it stopped after an update,
leave a checkpoint that opens, and be gone on with by the same command. The exit code is the number of signals that
failed. It takes half a minute, most of it for importing torch in every process.
"""

from __future__ import annotations

import argparse
import re
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(PROJECT))
PATIENCE = 120  #: seconds for one run; a bound, not a measurement
STOPPED = re.compile(r"^stopped after update (\d+), ", re.MULTILINE)
GOES_ON = re.compile(r"2 processes, .*; goes on after update (\d+)$", re.MULTILINE)


def run(out: Path, recipe: Path, sent: signal.Signals) -> str:
    """What two processes print until they have ended; they are told to stop after their first evaluation."""
    launcher = [sys.executable, "-m", "torch.distributed.run", "--nproc-per-node", "2"]
    words = [str(PROJECT / "main.py"), "train", str(recipe), "--data", str(recipe.parent), "--out", str(out)]
    with subprocess.Popen([*launcher, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as running:
        assert running.stdout is not None
        said = ""
        for line in running.stdout:
            said += line
            if "validation loss" in line:
                running.send_signal(sent)
                break
        rest, _ = running.communicate(timeout=PATIENCE)
    return said + rest


def missed(folder: Path, sent: signal.Signals) -> str:
    """What is wrong with how a run ends that gets this signal, and goes on; "" where nothing is."""
    from model.checkpoints.checkpoint import open_checkpoint

    recipe, out = folder / "tiny.toml", folder / sent.name
    first = run(out, recipe, sent)
    stopped = STOPPED.search(first)
    if stopped is None:
        return f"it does not say where it stopped:\n{first}"
    open_checkpoint(out)
    again = run(out, recipe, sent)
    goes_on = GOES_ON.search(again)
    if goes_on is None or goes_on[1] != stopped[1]:
        return f"it stopped after update {stopped[1]} and does not go on there:\n{again}"
    return ""


def main(arguments: list[str] | None = None) -> int:
    """Try both signals; returns the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--out", type=Path, help="a new folder for what is trained")
    given = parser.parse_args(arguments)
    from tests.viz_app.handlers.training.test_trainings import OFTEN, PAIRS, RECIPE

    failed = 0
    with tempfile.TemporaryDirectory() as scratch:
        folder = given.out or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "tiny.toml").write_text(RECIPE, encoding="utf-8")
        (folder / "pairs.tsv").write_text(PAIRS * OFTEN, encoding="utf-8")
        for sent in (signal.SIGINT, signal.SIGTERM):
            told = missed(folder, sent)
            failed += bool(told)
            print(f"{sent.name}: {told or 'stopped, kept, and went on'}", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main())
