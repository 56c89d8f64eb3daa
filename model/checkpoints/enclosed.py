"""Settings of a training and vocabularies that lie in a model's own file beside its tensors. stdlib only.

Both are plain data by now (:mod:`model.checkpoints.files.torch_header`); whatever class they were of, none was
imported. Settings become answers whose origin is the file itself. Where a file says two things, it says nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from model.checkpoints.files.model_file import ModelFile
from model.checkpoints.hyperparameters import ACTIVATION, NAMES, NORM_ORDER, Facts, activation, agreed, norm_order
from model.checkpoints.vocabularies.entries import Vocabulary, WordEntry, in_order
from model.checkpoints.vocabularies.name_parts import SIDE_NAMES, parts
from model.checkpoints.vocabularies.nested import nested
from model.common.problems import Problem, shown
from model.common.text import Text

MAX_DEPTH, MAX_ENTRIES = 4, 200  #: of a dictionary of settings; a vocabulary has more
LONGEST = 10**6  #: positions
#: Words of a name that promise settings: ``hyper_parameters``, ``model_args``.
SETTINGS = frozenset((
    "args", "arguments", "cfg", "conf", "config", "configuration", "hparams", "hyper", "hyperparameters", "hyperparams",
    "kwargs", "model", "opt", "options", "opts", "parameters", "params", "settings", "transformer",
))  # fmt: skip
#: Words of a name for a vocabulary; what is named otherwise is used where it fits and not spoken of.
MEANT = frozenset(("vocab", "vocabs", "vocabulary", "itos", "stoi", "src", "trg", "tgt", "word", "idx"))
#: What we call it ← what people's code calls it, beside the names that notebooks have too.
MORE: Mapping[str, tuple[str, ...]] = {
    "norm_order": (*NORM_ORDER, "norm_order", "norm_position", "layer_norm_position"),
    "activation": ACTIVATION,
    "scale_embeddings": ("scale_embedding", "scale_embeddings", "scale_emb"),
    "max_length": ("max_len", "max_length", "max_seq_len", "max_seq_length", "max_position_embeddings", "n_positions"),
    "padding_id": ("pad_idx", "pad_id", "pad_index", "pad_token_id", "padding_idx", "src_pad_idx", "trg_pad_idx",
                   "tgt_pad_idx", "src_pad_id", "trg_pad_id", "tgt_pad_id"),
    "start_id": ("sos_idx", "sos_id", "bos_idx", "bos_id", "sos_token_id", "bos_token_id", "trg_sos_idx",
                 "tgt_sos_idx", "trg_bos_idx", "tgt_bos_idx"),
    "end_id": ("eos_idx", "eos_id", "eos_token_id", "trg_eos_idx", "tgt_eos_idx"),
    "unknown_id": ("unk_idx", "unk_id", "unk_token_id"),
    "dropout": ("dropout", "drop_prob", "p_drop", "dropout_rate", "drop_rate", "dropout_p"),
    "norm_eps": ("norm_eps", "layer_norm_eps", "layer_norm_epsilon"),
}  # fmt: skip
_OURS = {theirs: ours for names in (NAMES, MORE) for ours, listed in names.items() for theirs in listed}


def settings_in(file: ModelFile) -> Facts:
    """Answers by name, as the file's own settings say them; those of another network are left out."""
    said: dict[str, set[Any]] = {}
    for name, value, side in _told(file.extras):
        ours = _OURS.get(name.lower(), "")
        ours = "decoder_heads" if ours == "heads" and side == "target" else ours
        plain = _plain(ours, name.lower(), value) if ours else None
        if plain is not None:
            said.setdefault(ours, set()).add(plain)
    facts = agreed(said)
    widths = {length for info in file.tensors.values() for length in info.shape}
    return facts if facts.pop("width", None) in (None, *widths) else {}


def vocabularies_in(file: ModelFile) -> tuple[list[Vocabulary], list[str]]:
    """The vocabularies beside the tensors, and one sentence for each that has a fault."""
    found: list[Vocabulary] = []
    faults: list[str] = []
    for one in nested(file.extras):
        entries = [WordEntry(word, f"entry {number} of {shown(one.name)}") for number, word in enumerate(one.words)]
        try:
            words = in_order(entries, file.path)
        except Problem as problem:
            if is_meant(one.name):
                faults.append(Text("%1 in the file is not used: %2", shown(one.name), problem.why))
            continue
        found.append(Vocabulary(words, file.path, one.side, one.language, one.name))
    return found, faults


def is_meant(name: str) -> bool:
    """Whether a name inside a file says that it is a vocabulary's."""
    return bool(MEANT & parts(name))


def _told(extras: Mapping[str, Any]) -> Iterator[tuple[str, Any, str]]:
    """(name, value, side of a stack) of every single setting: beside the tensors, and in what promises settings."""
    level: list[tuple[Mapping[Any, Any], str]] = [(extras, "")]
    for depth in range(MAX_DEPTH):
        following = []
        for values, side in level:
            if len(values) > MAX_ENTRIES:
                continue
            for name, value in values.items():
                if not isinstance(name, str):
                    continue
                words = parts(name)
                inner = next((one for one, names in SIDE_NAMES.items() if names & words), side)
                if not isinstance(value, Mapping):
                    yield name, value, side
                elif depth or SETTINGS & words:
                    following.append((value, inner))
        level = following


def _plain(ours: str, theirs: str, value: Any) -> Any:
    """One setting as the answer of our name; None where it is none."""
    return READERS[ours](theirs, value) if ours in READERS else value if isinstance(value, bool | int | str) else None


def _activation(_: str, value: Any) -> str | None:
    return activation(value)


def _count(least: int) -> Callable[[str, Any], int | None]:
    return lambda _, value: value if type(value) is int and least <= value <= LONGEST else None


def _rate(_: str, value: Any) -> float | None:
    return float(value) if type(value) in (int, float) and 0 <= value < 1 else None


def _flag(_: str, value: Any) -> bool | None:
    return value if isinstance(value, bool) else None


READERS: Mapping[str, Callable[[str, Any], Any]] = {
    "norm_order": norm_order, "activation": _activation, "scale_embeddings": _flag, "max_length": _count(1),
    "dropout": _rate, "norm_eps": _rate, **dict.fromkeys(("padding_id", "start_id", "end_id", "unknown_id"), _count(0)),
}  # fmt: skip
