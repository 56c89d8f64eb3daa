"""One small file or folder of every format that opens, for the tests that run over all of them.

Any module of this folder may define ``SAMPLES``, by name: the format's module name, and where there
are several a blank and the variant (``tut6``, ``tut6 shared norm``). They are found here by
themselves, so that a new format registers its samples in its own file. What is heavy to import is
imported when a sample is written.
"""

from __future__ import annotations

import atexit
import pkgutil
import shutil
import tempfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from model.network.config import TransformerConfig


@dataclass(frozen=True)
class Sample:
    """How to make a file of one format, and what may be asked of it."""

    write: Callable[[Path], Path]  #: into an empty folder → what a person would open
    sentence: str = "4 5 6"  #: for its source; numbers where no vocabulary lies beside it
    opens: bool = True  #: False: it is recognised and named, and opening it is refused
    translates: bool = True  #: False: it opens, but has no vocabulary head


@cache
def all_samples() -> Mapping[str, Sample]:
    """Every registered sample by its name."""
    package = __name__.rpartition(".")[0]
    names = [item.name for item in pkgutil.iter_modules([str(Path(__file__).parent)])]
    found: dict[str, Sample] = {}
    for name in sorted(names):
        if not name.startswith(("test_", "conftest", "samples")):
            found |= getattr(import_module(f"{package}.{name}"), "SAMPLES", {})
    return found


@cache
def written(name: str) -> Path:
    """What :attr:`Sample.write` makes, once for all tests that only read it."""
    folder = Path(tempfile.mkdtemp(prefix="sample"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return all_samples()[name].write(folder)


class Read(NamedTuple):
    """What is read of a sample; not the checkpoint, whose tokenizer may be a process."""

    path: Path | None
    family: str
    config: TransformerConfig
    tensors: tuple[str, ...]  #: as its file calls them


@cache
def opened(name: str) -> Read:
    """A sample opened as it is, once for all tests that ask no more of it."""
    from model.checkpoints.checkpoint import open_checkpoint
    from model.checkpoints.files.gate import examine

    checkpoint = open_checkpoint(written(name))
    tensors = tuple(examine(written(name)).tensors)
    return Read(checkpoint.path, checkpoint.family, checkpoint.transformer.config, tensors)


#: Of samples, those whose networks have every two switches that meet in any; tests/…/test_every_format.py holds it.
NETWORKS = (
    "annotated", "aladdinpersson", "d2l", "fairseq learned", "family_a", "gordicaleksa", "hf_blenderbot_small",
    "hf_encoder_decoder", "hf_encoder_decoder roberta", "hf_fsmt", "hf_led", "hf_m2m100", "hf_pegasus blenderbot",
    "hf_t5 1.1", "hf_t5 mt5", "hf_umt5", "hkproj", "hyunwoongko", "jadore shared tables", "joeynmt post-norm",
    "keras_translation",
    "nlp_tutorial wmathor", "nn_transformer", "nn_transformer two stacks", "opennmt", "opennmt rms", "paul_hyun",
    "tut6", "tut6 shared norm",
)  # fmt: skip


def of_every_format(names: Iterable[str]) -> list[str]:
    """The first sample of each format."""
    return list({format_of(name): name for name in reversed(list(names))}.values())[::-1]


def format_of(name: str) -> str:
    """The module name of the format that a sample belongs to."""
    return name.partition(" ")[0]
