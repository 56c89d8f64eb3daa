"""Headscope in Python and in notebooks: open a checkpoint, run a sentence, step, force, read labelled maps.

>>> import headscope
>>> model = headscope.open("everyday")
>>> run = model.run("Zwei Hunde spielen im Schnee.")
>>> run.translation
'Two dogs are playing in the snow.'
>>> cross = run.map("cross", layer=2, head=0)
>>> cross.rows[1], cross.columns[int(cross.values[1].argmax())]
('▁dogs', '▁Hunde')

Layers, heads, steps, rows and columns count from 0 here, as everywhere in Python; people see them from 1.
A failure that its user can mend is a :class:`Problem` with three parts: what, why, next_step. Nothing here
needs a display or Qt.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from headscope._arguments import check_answers, check_reading, check_texts, check_whole
from headscope._arrays import as_bertviz, as_pandas, as_xarray, trace_of
from headscope._export import page_of
from headscope._heads import HeadStatistics, heads
from headscope._session import Session
from model.analysis.explanation import Explanation, explain
from model.analysis.head_facts import HeadFacts, head_facts
from model.common.installed import needing_models
from model.common.problems import Problem
from model.common.version import VERSION
from model.corpus.word_alignment import WordAlignment, align
from model.record.labelled_matrix import LabelledMatrix, check_index
from model.record.session_file import read_session
from model.record.session_name import is_session
from model.record.trace import KINDS, Kind, Quantity, Step, Trace
from model.record.trace_file import load_trace, save_trace
from model.transforms.aggregates import Aggregate
from model.transforms.set_aside import Aside
from model.transforms.view_transform import PLAIN, ViewTransform, read

if TYPE_CHECKING:
    from model.checkpoints.checkpoint import Checkpoint

__version__ = VERSION
__all__ = [
    "KINDS", "HeadStatistics", "LabelledMatrix", "Model", "Problem", "Run", "Session", "Step", "WordAlignment",
    "__version__", "from_arrays", "heads", "load", "open",
]  # fmt: skip


@needing_models()
def open(  # noqa: A001 (headscope.open reads best)
    model: str | Path | Any = "everyday",
    tokenizer: Any = None,
    *,
    device: str = "cpu",
    answers: Mapping[str, Any] | None = None,
) -> Model:
    """Open a checkpoint: a file, a folder, or the name of one that ships (``everyday``, ``classic``) or was downloaded.

    Or a model that is loaded: one of Hugging Face with its ``tokenizer``; a torch module of a family that opens, or
    its state dict, with the words of source and target in the order of their ids: ``(["<unk>", …], ["<unk>", …])``.
    It is copied: what becomes of the model afterwards changes nothing here. ``device`` is auto, cpu, cuda or mps;
    ``answers`` tell what the file does not, by name, as in ``{"heads": 8}`` (``main.py inspect`` lists them).
    Raises :class:`Problem`.
    """
    if not isinstance(model, str | Path):
        from headscope._objects import open_object

        return open_object(model, tokenizer, device, dict(answers or {}))
    if tokenizer is not None:
        raise Problem("tokenizer", "it belongs to a loaded model, and this is a file", "Leave it out")
    from model.checkpoints.checkpoint import open_checkpoint
    from model.common.assets import find_checkpoint
    from viz_app.engine.devices import pick_device

    checkpoint = open_checkpoint(find_checkpoint(str(model)), dict(answers or {}))
    check_answers(checkpoint, answers or {})
    checkpoint.transformer.to(pick_device(device))
    return Model(checkpoint, answers or {})


def load(path: str | Path) -> Run:
    """A trace file, or the run that a session (``.headscope``) shows. Needs no torch. Raises :class:`Problem`."""
    file = Path(path)
    if not is_session(file):
        return Run(load_trace(file))
    from viz_app.handlers.session_fields import run_shown

    return Run(run_shown(read_session(file)))


def from_arrays(  # noqa: PLR0913 (numbers, their words, and what they are of)
    weights: Any,
    rows: Sequence[str],
    columns: Sequence[str],
    *,
    kind: Kind = "cross",
    mask: Any = None,
    sentence: str = "",
    translation: str = "",
    name: str = "arrays",
) -> Run:
    """Anybody's weights as a run: [L,H,Q,K], [H,Q,K] or [Q,K], their rows and columns as words.

    ``kind`` says what they are of: encoder, decoder or cross attention; ``mask`` is [Q,K], True = may attend.
    ``sentence`` and ``translation`` are texts for titles and for words that were split. Needs no torch. Raises
    :class:`Problem`, which names the argument and what it may be.
    """
    return Run(trace_of(weights, rows, columns, kind, mask, (sentence, translation, name)))


class Model:
    """An open checkpoint."""

    def __init__(self, checkpoint: Checkpoint, answers: Mapping[str, Any] = MappingProxyType({})) -> None:
        self.checkpoint = checkpoint  #: the network, the tokenizers, what was assumed
        self.answers = dict(answers)  #: with which it was opened, for others that open it too

    def __repr__(self) -> str:
        config = self.checkpoint.transformer.config
        encoder, decoder = config.encoder, config.decoder
        return (
            f"<{self.checkpoint.name}: {self.checkpoint.family}, {config.parameters:,} parameters, "
            f"{encoder.layers} × {encoder.heads} encoder and {decoder.layers} × {decoder.heads} decoder heads>"
        )

    def run(  # noqa: PLR0913 (what a run may be told)
        self,
        sentence: str,
        *,
        target: str | None = None,
        prefix: str = "",
        pad_to: int = 0,
        beam: int = 1,
        max_length: int = 0,
        activations: bool = True,
        sure: bool = False,
    ) -> Run:
        """Run ``sentence``: greedy; after ``prefix``; over a given ``target`` (teacher forcing); or by ``beam`` search.

        ``activations`` keeps what :meth:`Run.explain` needs. Raises :class:`Problem`; of a run that takes more memory
        than there is, too, unless one is ``sure``.
        """
        from model.decoding.run import run_sentence

        check_texts(sentence=sentence, prefix=prefix, target="" if target is None else target)
        check_whole(0, pad_to=pad_to, max_length=max_length)
        check_whole(1, beam=beam)
        return Run(
            run_sentence(
                self.checkpoint,
                sentence,
                target=target,
                prefix=prefix,
                pad_to=pad_to,
                beam=beam,
                max_length=max_length,
                activations=activations,
                sure=sure,
            )
        )

    def start(self, sentence: str, *, pad_to: int = 0, max_length: int = 0) -> Session:
        """A run that waits before every token. Raises :class:`Problem`."""
        from model.decoding.session import DecodingSession
        from model.network.transformer import Keep

        check_texts(sentence=sentence)
        check_whole(0, pad_to=pad_to, max_length=max_length)
        source = self.checkpoint.source(sentence, pad_to)
        return Session(
            DecodingSession(self.checkpoint, source, max_length=max_length, keep=Keep.ACTIVATIONS, text=sentence)
        )


class Run:
    """One recorded run: tokens, labelled maps, masks, candidates. ``trace`` holds the arrays themselves."""

    def __init__(self, trace: Trace, recorded: Trace | None = None, reading: ViewTransform = PLAIN) -> None:
        self.trace = trace
        self.recorded = trace if recorded is None else recorded  #: what ``trace`` was read from; itself where not
        self.reading = reading

    def __repr__(self) -> str:
        meta = self.trace.meta
        doubt = f", not certain: {', '.join(meta.uncertain)}" if meta.uncertain else ""
        doubt += f", what if: {'; '.join(meta.changes)}" if meta.changes else ""
        told = f"“{meta.source_text}” → “{meta.translation}”, {self.trace.steps} steps{doubt}"
        return f"<run of {meta.checkpoint}: {told}>"

    @property
    def translation(self) -> str:
        """Detokenised; "" where the network produces none."""
        return self.trace.meta.translation

    @property
    def source(self) -> tuple[str, ...]:
        """[S] source tokens, specials and padding too: the vocabulary's own (``▁Zwei``), or as they were typed where a
        tokenizer that changes words has kept that."""
        return self.trace.source_labels

    @property
    def consumed(self) -> tuple[str, ...]:
        """[T] what the decoder read; the first is the start token."""
        return self.trace.consumed_labels

    @property
    def produced(self) -> tuple[str, ...]:
        """[T] what followed at each step."""
        tokens = self.trace.produced_tokens
        return () if tokens is None else tuple(tokens.tolist())

    def attention(self, kind: Kind) -> NDArray[np.float32]:
        """[L,H,Q,K] of ``encoder``, ``decoder`` or ``cross``; read-only. Raises :class:`Problem`."""
        found = self.trace.attention(kind) if kind in KINDS else None
        if found is None:
            kinds = ", ".join(name for name in KINDS if self.trace.attention(name) is not None) or "none"
            raise Problem(f"attention {kind!r}", "this run has none of it", f"Use one of: {kinds}")
        return found

    def map(self, kind: Kind, layer: int, head: int, step: int | None = None) -> LabelledMatrix:
        """One head's map with its mask, words and axis titles; up to ``step``, as it was then.

        ``masked`` of it shows ``--`` where a cell is blocked, where ``values`` holds 0. Raises :class:`Problem` for a
        kind, and IndexError for a place, that the run does not have.
        """
        self.attention(kind)
        return self.trace.matrix(kind, layer, head, step)

    def read(
        self,
        *,
        quantity: Quantity = "weight",
        aggregate: Aggregate = "none",
        words: bool = False,
        aside: Aside = "nothing",
        source_columns: tuple[int, ...] = (),
        target_columns: tuple[int, ...] = (),
        renormalise: bool = False,
    ) -> Run:
        """The run read otherwise; without arguments as it was recorded. Raises :class:`Problem`.

        ``quantity`` weight, score or norm; ``aggregate`` heads, layers, all or rollout; ``words`` merges sub-words;
        ``aside`` sets specials or punctuation aside, ``source_columns`` and ``target_columns`` positions besides, and
        ``renormalise`` brings what is left of each row back to 1.
        """
        reading = ViewTransform(quantity, aggregate, words, aside, source_columns, target_columns, renormalise)
        check_reading(self.recorded, reading)
        return Run(read(self.recorded, reading), self.recorded, reading)

    def explain(self, kind: Kind, layer: int, head: int, query: int, key: int) -> Explanation:
        """How one weight is computed, from query and key to the sub-layer's output.

        Raises :class:`Problem`, and IndexError for a place that the run does not have.
        """
        if self.trace is not self.recorded:
            raise Problem("this run", "its maps are read otherwise", "Explain a weight of run.read(), the run itself")
        places = zip(("layer", "head", "row", "column"), self.attention(kind).shape, strict=True)
        for (name, count), index in zip(places, (layer, head, query, key), strict=True):
            check_index(name, index, count)
        found = explain(self.trace, kind, layer, head, query, key)
        if found is None:
            raise Problem("this run", "it holds no activations", "Run the sentence with activations=True")
        return found

    def facts(self, kind: Kind) -> HeadFacts:
        """Entropy, focus, distance and so on of every head, on this sentence. Raises :class:`Problem`."""
        self.attention(kind)
        found = head_facts(self.trace, kind)
        if found is None:
            raise Problem("this run", "its maps are empty", "Run another sentence")
        return found

    def alignment(self, layer: int | None = None, head: int | None = None) -> WordAlignment:
        """Words linked by a head of cross attention, or by the one that aligns best where none is named.

        ``pharaoh`` of it is ``0-0 1-2``, source before target; ``weights`` are [target words, source words]. Raises
        :class:`Problem`, and IndexError for a head that the run does not have.
        """
        if (layer is None) != (head is None):
            raise Problem("layer, head", "one of them is missing", "Give both, or neither for the best head")
        if layer is None or head is None:
            return align(self.recorded)
        for name, index, count in zip(("layer", "head"), (layer, head), self.attention("cross").shape, strict=False):
            check_index(name, index, count)
        return align(self.recorded, (int(layer), int(head)))

    def to_xarray(self, kind: Kind) -> Any:
        """[L,H,Q,K] of a kind as an ``xarray.DataArray``; words are the coordinates ``row`` and ``column``.

        Layers, heads and positions count from 0. Raises :class:`Problem` where xarray is not installed.
        """
        return as_xarray(self.trace, kind, self.attention(kind))

    def to_pandas(self, kind: Kind, layer: int, head: int) -> Any:
        """One head's map as a ``pandas.DataFrame``: words are its index and columns.

        Raises :class:`Problem` where pandas is not installed, and IndexError for a place that the run does not have.
        """
        return as_pandas(self.map(kind, layer, head))

    def save(self, path: str | Path) -> None:
        """Write the run, however it is read, as a trace file (.npz): the window, the command line and :func:`load`
        open it. Raises :class:`Problem`."""
        save_trace(self.recorded, Path(path))

    def page(self, path: str | Path, *, language: str = "en") -> None:
        """Write the interactive page (.html), in English (en) or Korean (ko); it shows weights.

        Raises :class:`Problem`.
        """
        from model.common.atomic import write_atomically

        write_atomically(Path(path), page_of(self, language).encode("utf-8"))

    def export(self, path: str | Path, view: str = "one_head", **options: Any) -> list[Path]:
        """Write what the window would: a picture of ``view``, or its numbers, by the ending of ``path``.

        ``options`` are those of ``main.py export``, with underscores, layers, heads and steps from 0, and True for
        one without a value: ``run.export("f.svg", layer=2, head="all", preset="paper-column", no_title=True)``.
        Returns the files. It starts a process of its own, which needs Qt. Raises :class:`Problem`.
        """
        from headscope._export import export

        return export(self.recorded, self.reading, Path(path), {"view": view, **options})

    def to_bertviz(self) -> dict[str, Any]:
        """The arguments of BertViz's ``model_view`` and ``head_view``, as in ``model_view(**run.to_bertviz())``.

        For each kind a tuple with one tensor [1,H,Q,K] a layer, rows = queries, and the tokens of both sides. Cross
        rows are its *decoder tokens*, so the consumed ones; which token a row writes is one place later.
        """
        return as_bertviz(self.trace, self.source, self.consumed)

    def _repr_html_(self) -> str:
        """What a notebook shows: the interactive page in a frame of its own, so that neither reaches into the other."""
        import html

        try:
            page = html.escape(page_of(self, "en"), quote=True)
        except Problem as problem:  # too large, or read as no weights: a notebook shows why
            return f"<p>{html.escape(repr(self))}</p><p>{html.escape(str(problem))}</p>"
        return f'<iframe srcdoc="{page}" width="100%" height="760" style="border:0" sandbox="allow-scripts"></iframe>'
