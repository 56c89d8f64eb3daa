"""Toolkits whose checkpoints are known and not drawn: the classes in their pickles, and advice. stdlib only.

A file names the classes that it holds before anything else is known of it, so that even a refusal
names its toolkit. :mod:`model.checkpoints.formats.toolkits` recognises what opens, by its keys.
"""

from __future__ import annotations

from dataclasses import dataclass

RECORD = "Record a run in your own code with headscope_recorder.py and open that trace"


@dataclass(frozen=True)
class Toolkit:
    """One training toolkit."""

    name: str
    modules: tuple[str, ...]  #: packages whose classes only its checkpoints hold
    lacks: str  #: why its network cannot be drawn faithfully
    next_step: str

    def why(self, layers: tuple[int, int] | None = None) -> str:
        """The cause of a refusal: ``it is a fairseq model with 6 + 6 layers, and …``."""
        article = "an" if self.name[0] in "AEIOaeio" else "a"
        size = f" with {layers[0]} + {layers[1]} layers" if layers else ""
        return f"it is {article} {self.name} model{size}, and {self.lacks}"


TOOLKITS = {
    "fairseq": Toolkit(
        "fairseq",
        ("fairseq", "omegaconf", "hydra_plugins"),
        "its positions, padding on the left and order of norms stand in fairseq's own settings, which Headscope "
        "does not read yet",
        "Convert it for Hugging Face if it is BART, mBART or M2M-100, or record a run with headscope_recorder.py",
    ),
    "opennmt": Toolkit(
        "OpenNMT-py",
        ("onmt",),
        "its kind of positions, norms and attention stands in OpenNMT-py's own options, which Headscope does not "
        "read yet",
        RECORD,
    ),
    "joeynmt": Toolkit(
        "JoeyNMT",
        ("joeynmt",),
        "its heads, order of norms and residual scale stand in the config.yaml of its training, which Headscope "
        "does not read yet",
        RECORD,
    ),
}


def toolkit_of(name: str) -> Toolkit | None:
    """The toolkit of a class: ``fairseq.data.dictionary.Dictionary`` → fairseq; None where no toolkit's."""
    package = name.partition(".")[0]
    return next((toolkit for toolkit in TOOLKITS.values() if package in toolkit.modules), None)
