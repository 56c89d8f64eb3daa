"""An opened checkpoint: the network, its two tokenizers, and the rules around a sentence.

Which files open is decided in ``formats/``, one file per format; this module finds the format and
holds what they all produce.
"""

from __future__ import annotations

import hashlib
import pkgutil
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import torch

from model.checkpoints import formats
from model.checkpoints.assumptions import ANSWER, Answers, Assumption, Loading, uncounted
from model.checkpoints.changed_tokens import changed_source, forced_tokens, joined
from model.checkpoints.companions import known
from model.checkpoints.files.gate import examine
from model.checkpoints.files.model_file import ModelFile
from model.checkpoints.formats.shared.buffers import told
from model.checkpoints.notebook_bundle import read_cell
from model.checkpoints.tokenizer import Encoded, Tokenizer
from model.common.problems import Problem
from model.common.text import Text
from model.decoding.beam_tree import SearchRules
from model.network.interventions import Intervention
from model.network.transformer import Transformer

CHUNK = 4 * 2**20  #: bytes hashed at once
STAGES = 3  #: reading, putting into place, hashing
#: Our words for what families name in their code.
IN_CODE = {
    str(text): text
    for text in (
        Text("source"), Text("target"), Text("padding mask"), Text("look-ahead mask"), Text("target mask"),
        Text("cross mask"), Text("score"), Text("weight"), Text("memory", context="Facts"), Text("query"), Text("key"),
        Text("value"), Text("model width"), Text("head width"), Text("feed-forward width"), Text("output projection"),
        Text("vocabulary head"),
    )
}  # fmt: skip


@dataclass(frozen=True)
class Special:
    """The ids with a role, and what stands around a sentence."""

    source_padding: int
    target_padding: int
    start: int  #: first token the decoder consumes
    ends: tuple[int, ...]  #: producing one of these stops the run
    source_prefix: tuple[int, ...] = ()  #: before every source, ``<sos>`` in tut6
    source_suffix: tuple[int, ...] = ()  #: after every source, ``</s>``
    forced: tuple[int, ...] = ()  #: produced first, whatever the model thinks (a language token)
    suppressed: tuple[int, ...] = ()  #: never produced
    last: tuple[int, ...] = ()  #: produced where the run reaches its limit, whatever the model thinks (BART)
    least: int = 0  #: tokens that come before any of ``ends`` may (1 in fairseq and JoeyNMT)

    def withheld(self, position: int) -> list[int]:
        """The ids that are not produced at a step, counted from 0."""
        return [*self.suppressed, *(self.ends if position < self.least else ())]


@dataclass(frozen=True)
class LanguageTokens:
    """The tokens that tell a model of many languages one of them."""

    ids: Mapping[str, int]  #: code, as people choose it → token id
    place: str  #: the field of :class:`Special` that holds the token

    def told(self, special: Special, code: str) -> Special:
        """``special`` with the token of ``code`` in place of another language's."""
        held, new, spoken = getattr(special, self.place), self.ids[code], set(self.ids.values())
        changed: Any = tuple(new if one in spoken else one for one in held) if isinstance(held, tuple) else new
        return replace(special, **{self.place: changed})


@dataclass(frozen=True, eq=False)
class Checkpoint:
    """Everything that a run needs."""

    name: str
    path: Path | None
    sha256: str  #: of the weights file, "" where it was never saved
    family: str  #: whose conventions it follows, for people: ``Headscope``, ``tut6`` …
    transformer: Transformer
    source_tokenizer: Tokenizer
    target_tokenizer: Tokenizer
    special: Special
    languages: tuple[str, str] = ("", "")
    provenance: Mapping[str, Any] = field(default_factory=dict)
    assumptions: tuple[Assumption, ...] = ()  #: what the file does not say, and where each value comes from
    warnings: tuple[str, ...] = ()  #: one sentence each: non-finite weights …
    code_names: Mapping[str, str] = field(default_factory=dict)  #: our word → the name in the family's code
    dtypes: Mapping[str, torch.dtype] = field(default_factory=dict)  #: of each parameter in the file; () = unknown
    tokenizer_files: Mapping[str, bytes] = field(default_factory=dict)  #: as they lay beside the weights, by name
    language_tokens: Mapping[str, LanguageTokens] = field(default_factory=dict)  #: by side, where there is a choice
    own_search: SearchRules | None = None  #: the beam that its own files ask for

    @property
    def changes(self) -> tuple[Intervention, ...]:
        """What its network is asked *What if*: see :func:`model.network.what_if.changed`."""
        what_if = self.transformer.what_if
        return () if what_if is None else what_if.interventions

    @property
    def forced(self) -> dict[int, int]:
        """Step, from 0 → id that is produced there, where a change forces one. Raises :class:`Problem`."""
        return forced_tokens(self.target_tokenizer, self.changes)

    @property
    def conventions(self) -> dict[str, Any]:
        """What a run tells of the network: how it computes, and of its training what formulas name."""
        return self.transformer.config.conventions(self.provenance)

    def source(self, text: str, pad_to: int = 0) -> Encoded:
        """The encoder's input: the text's tokens between prefix and suffix, then padding.

        Raises :class:`Problem` for a text without any token and for one that exceeds the position
        table.
        """
        encoded = self.source_tokenizer.encode(text)
        if not encoded.ids:
            raise Problem(Text("source sentence"), Text("it has no words"), Text("Type a sentence"))
        return self.wrap(encoded, pad_to)

    def wrap(self, encoded: Encoded, pad_to: int = 0) -> Encoded:
        """Add prefix, suffix and padding to a tokenised source; see :meth:`source`. Here its tokens are changed."""
        whole = changed_source(self.source_tokenizer, self.surround(encoded), self.changes)
        used = len(whole.ids)
        limit = self.transformer.config.max_length
        if used > limit:
            raise Problem(
                Text("source sentence"),
                Text("it has %1 tokens and %2 has positions for %3", f"{used:,}", self.name, f"{limit:,}"),
                Text("Leave out %1 of them", f"{used - limit:,}"),
            )
        if pad_to > limit:
            why = Text("%1 tokens are asked for and %2 has positions for %3", f"{pad_to:,}", self.name, f"{limit:,}")
            raise Problem(Text("padding"), why, Text("Pad to %1 at most", f"{limit:,}"))
        return joined([whole, self._specials((self.special.source_padding,) * max(0, pad_to - used))])

    def surround(self, encoded: Encoded, padding: int = 0) -> Encoded:
        """Prefix, ``encoded``, suffix and ``padding`` padding tokens, however many that are."""
        special = self.special
        before = self._specials(self._prefix(encoded))
        after = self._specials(special.source_suffix + (special.source_padding,) * padding)
        return joined([before, encoded, after])

    def _prefix(self, encoded: Encoded) -> tuple[int, ...]:
        """The prefix of a source; () where it begins with a typed language token (``>>fra<<``)."""
        tokens = self.language_tokens.get("target")
        typed = tokens is not None and tokens.place == "source_prefix" and encoded.ids[0] in tokens.ids.values()
        return () if typed else self.special.source_prefix

    def _specials(self, ids: tuple[int, ...]) -> Encoded:
        tokens = tuple(self.source_tokenizer.token(index) for index in ids)
        return Encoded(ids, tokens, tokens, (False,) * len(ids))

    @property
    def language_choices(self) -> dict[str, tuple[str, ...]]:
        """Side → the codes to choose from; no entry where there is no choice."""
        return {side: tuple(tokens.ids) for side, tokens in self.language_tokens.items()}

    def with_languages(self, source: str = "", target: str = "") -> Checkpoint:
        """The same checkpoint, told other languages; "" leaves one as it is.

        Raises :class:`Problem` for a language that there is no token for.
        """
        special, wanted = self.special, (source or self.languages[0], target or self.languages[1])
        for side, now, code in zip(("source", "target"), self.languages, wanted, strict=True):
            if code == now:
                continue
            tokens = self.language_tokens.get(side)
            if tokens is None or code not in tokens.ids:
                codes = ", ".join(tokens.ids) if tokens else now or Text("the one it was trained for")
                raise Problem(
                    self.name, Text("it has no %1 language %2", side, repr(code[:40])), Text("Use one of: %1", codes)
                )
            special = tokens.told(special, code)
        told = {"source_language": wanted[0], "target_language": wanted[1]}

        def answered(one: Assumption) -> Assumption:
            same = told.get(one.name, one.value) == one.value
            return one if same else replace(one, value=told[one.name], origin=ANSWER, certain=True)

        return replace(self, special=special, languages=wanted, assumptions=tuple(map(answered, self.assumptions)))

    def require_head(self) -> None:
        """Raises :class:`Problem` where there is no vocabulary head, and so no next token."""
        if not self.transformer.config.vocabulary_head:
            why = Text("it has no vocabulary head, so there is no next token")
            raise Problem(self.name, why, Text("Give a target to read its attention maps"))

    @property
    def questions(self) -> tuple[Assumption, ...]:
        """The assumptions to ask about before the first run."""
        return tuple(one for one in self.assumptions if one.open)

    def require_names(self, names: Iterable[str]) -> None:
        """Raises :class:`Problem` for an answer to what was never asked, with all that there is."""
        known = [one.name for one in self.assumptions if not one.fixed and not one.in_file]
        for name in names:
            if name not in known:
                there = Text("Use one of: %1", ", ".join(known)) if known else Text("Leave it out")
                why = Text("nothing that this file leaves open is called so")
                raise Problem(f"--answer {name[:40]}", why, there)


def all_formats() -> dict[str, ModuleType]:
    """Every format by its module name: whatever file lies in ``formats/``."""
    names = sorted(item.name for item in pkgutil.iter_modules(formats.__path__) if not item.ispkg)
    return {name: import_module(f"{formats.__name__}.{name}") for name in names}


def open_checkpoint(
    path: Path,
    answers: Mapping[str, Any] | None = None,
    *,
    ask: bool = False,
    report: Callable[[float], None] | None = None,
) -> Checkpoint:
    """Open a file or folder in whichever format recognises it. Raises :class:`Problem`.

    ``answers`` settle what the file does not say, by the names of :attr:`Checkpoint.assumptions`; what is
    missing there is taken from earlier answers and from files beside it (:mod:`model.checkpoints.companions`). With
    ``ask`` a checkpoint that has :attr:`Checkpoint.questions` may come without its weights (torch's ``meta``).
    ``report`` is told the share that is done, 0…1, after every tensor; what it raises stops the opening.
    """
    try:
        exists = path.exists()
    except OSError:  # a name too long for any file
        exists = False
    if not exists:
        raise Problem(str(path), Text("there is no such file or folder"), Text("Check the path"))
    file = examine(path)
    for candidate in all_formats().values():
        if candidate.recognise(file):
            said = told(file, getattr(candidate, "TABLE", {})) if "heads" not in (answers or {}) else {}
            everything = known(file, answers or {}, {**said, **(cell.answers if (cell := read_cell(file)) else {})})
            loading = Loading(ask, uncounted if report is None else counted(file, report))
            checkpoint = _read(candidate, file, everything, loading)
            checkpoint.transformer.store_by_columns()
            return replace(checkpoint, warnings=file.notes + checkpoint.warnings + everything.warnings)
    from model.checkpoints.formats.shared.nearest import refuse

    raise refuse(file, tables(), structures())


def counted(file: ModelFile, report: Callable[[float], None]) -> Callable[[int], None]:
    """From bytes to a share: every byte is read, put into its place and hashed."""
    total, done = max(1, STAGES * sum(info.bytes for info in file.tensors.values())), 0

    def advance(count: int) -> None:
        nonlocal done
        done += count
        report(min(1.0, done / total))

    return advance


def _read(candidate: ModuleType, file: ModelFile, answers: Answers, loading: Loading) -> Checkpoint:
    """The checkpoint that a format makes of a file.

    A size that no network can have is told of the file, if no config.json says it.
    """
    try:
        checkpoint: Checkpoint = candidate.read(file, answers, loading)
    except Problem as problem:
        if problem.what != "config.json" or file.config is not None:
            raise
        advice = Text("Correct the answers, or compare your code with that family's")
        raise Problem(str(file.path), problem.why, advice) from problem
    return checkpoint


def tables() -> dict[str, Mapping[str, str | tuple[str, ...]]]:
    """The key table of every format that has one, by the family's name."""
    return _by_family("TABLE")


def structures() -> dict[str, Any]:
    """The same for what a format's shapes tell (:class:`model.checkpoints.formats.shared.structure.Structure`)."""
    return _by_family("STRUCTURE")


def _by_family(constant: str) -> dict[str, Any]:
    return {
        getattr(module, "FAMILY", name.replace("hf_", "Hugging Face ").replace("_", " ")): getattr(module, constant)
        for name, module in all_formats().items()
        if hasattr(module, constant)
    }


def file_hash(path: Path, advance: Callable[[int], None] = uncounted) -> str:
    """SHA-256 of a file, hexadecimal. ``advance`` is told of the bytes, and may raise to stop."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while part := file.read(CHUNK):
            digest.update(part)
            advance(len(part))
    return digest.hexdigest()
