"""Toolkits whose checkpoints are known and not drawn: the classes in their pickles, and advice. stdlib only.

A file names the classes that it holds before anything else is known of it, so that even a refusal
names its toolkit. :mod:`model.checkpoints.formats.toolkits` recognises what opens, by its keys.
"""

from __future__ import annotations

from dataclasses import dataclass

from model.common.text import Text

RECORD = Text("Record a run in your own code with headscope_recorder.py and open that trace")


@dataclass(frozen=True)
class Toolkit:
    """One training toolkit."""

    name: str
    modules: tuple[str, ...]  #: packages whose classes only its checkpoints hold
    lacks: str  #: why its network cannot be drawn faithfully
    next_step: str

    def why(self, layers: tuple[int, int] | None = None) -> str:
        """The cause of a refusal: ``it is a fairseq model with 6 + 6 layers, and …``."""
        what = (
            Text("it is an %1 model", self.name) if self.name[0] in "AEIOaeio" else Text("it is a %1 model", self.name)
        )
        if layers:
            what = Text("%1 with %2 + %3 layers", what, *layers)
        return Text("%1, and %2", what, self.lacks)


TOOLKITS = {
    "fairseq": Toolkit(
        "fairseq",
        ("fairseq", "omegaconf", "hydra_plugins"),
        Text(
            "its positions, padding on the left and order of norms stand in fairseq's own settings, which Headscope "
            "does not read yet"
        ),
        Text("Convert it for Hugging Face if it is BART, mBART or M2M-100, or record a run with headscope_recorder.py"),
    ),
    "opennmt": Toolkit(
        "OpenNMT-py",
        ("onmt",),
        Text(
            "its kind of positions, norms and attention stands in OpenNMT-py's own options, which Headscope does not "
            "read yet"
        ),
        RECORD,
    ),
    "joeynmt": Toolkit(
        "JoeyNMT",
        ("joeynmt",),
        Text(
            "its heads, order of norms and residual scale stand in the config.yaml of its training, which Headscope "
            "does not read yet"
        ),
        RECORD,
    ),
}


def toolkit_of(name: str) -> Toolkit | None:
    """The toolkit of a class: ``fairseq.data.dictionary.Dictionary`` → fairseq; None where no toolkit's."""
    package = name.partition(".")[0]
    return next((toolkit for toolkit in TOOLKITS.values() if package in toolkit.modules), None)
