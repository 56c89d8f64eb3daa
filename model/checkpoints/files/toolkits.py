"""Toolkits whose files may hold objects of their own classes: the packages of these, and the lines without them.

Their checkpoints open where settings and vocabularies are plain data, as they mostly are. stdlib only.
"""

from __future__ import annotations

from dataclasses import dataclass

from model.common.text import Text

CONVERT = Text("In the Python of that toolkit, save it as plain data: %1")
LOAD = 'import torch; s = torch.load("MODEL", weights_only=False, map_location="cpu")'


@dataclass(frozen=True)
class Toolkit:
    """One training toolkit."""

    name: str
    modules: tuple[str, ...]  #: packages whose classes only its checkpoints hold
    lines: str  #: that save its file without objects

    @property
    def why(self) -> str:
        """The cause of a refusal: ``it is a fairseq model with Python objects of …``."""
        vowel = self.name[0] in "AEIOaeio"
        what = Text("it is an %1 model", self.name) if vowel else Text("it is a %1 model", self.name)
        return Text(
            "%1 whose settings or vocabularies are Python objects, and opening those would run their code", what
        )

    @property
    def next_step(self) -> str:
        return CONVERT.filled(f"{LOAD}; {self.lines}")


TOOLKITS = {
    "fairseq": Toolkit(
        "fairseq", ("fairseq", "omegaconf", "hydra_plugins"),
        'import omegaconf; O = omegaconf.OmegaConf; c = s.get("cfg"); torch.save({"model": s["model"], '
        '"args": s.get("args"), "cfg": c and O.to_container(O.create(c), enum_to_str=True)}, "plain.pt")',
    ),
    "opennmt": Toolkit(
        "OpenNMT-py", ("onmt",),
        'v = s["vocab"]; torch.save({"model": s["model"], "generator": s["generator"], "opt": s["opt"], "vocab": '
        '{one: v[one].base_field.vocab.itos for one in ("src", "tgt")}}, "plain.pt")',
    ),
    "joeynmt": Toolkit(
        "JoeyNMT", ("joeynmt",), 'torch.save({"model_state": s["model_state"]}, "plain.ckpt")',
    ),
}  # fmt: skip


def toolkit_of(name: str) -> Toolkit | None:
    """The toolkit of a class: ``fairseq.data.dictionary.Dictionary`` → fairseq; None where no toolkit's."""
    package = name.partition(".")[0]
    return next((toolkit for toolkit in TOOLKITS.values() if package in toolkit.modules), None)
