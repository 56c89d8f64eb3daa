"""The lines of the table of the residual stream from bottom to top, and its columns. It draws nothing."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QCoreApplication

from model.analysis.stream import Normed, Side, Stream, SubLayer, embedded
from model.common.lazy_dataclass import dataclass
from model.record.trace import Trace
from viz_app.pictures.drawing import quantities
from viz_app.pictures.drawing.signed import Numbers, signed
from viz_app.pictures.embeddings_layers import texts as names
from viz_app.platform.text import equation

translate = QCoreApplication.translate


APART = "   "  #: between two facts of a line
MEAN = 3.4  #: font heights of a column of means


@dataclass(frozen=True, eq=False)
class StreamLine:
    """One line of the table."""

    name: str
    layer: int | None  #: None for the embedding and the final norm
    sub_layer: SubLayer | None
    norm: Normed | None
    words: str = ""  #: in place of the numbers of a sub-layer


@dataclass(frozen=True)
class StreamColumn:
    """A column of numbers: what stands above it, how wide it is in font heights, and what it tells of a line."""

    name: str
    wide: float
    read: Callable[[StreamLine], str]
    of_norm: bool = False
    detail: Callable[[StreamLine], str] = lambda _: ""  #: in a second, quiet line where there is room
    plain: float = math.inf  #: how wide it is without that line, at most


def lines_of(trace: Trace, side: Side, position: int, found: Stream) -> list[StreamLine]:
    """All lines, from bottom to top."""
    lines = [StreamLine(translate("pictures", "Embedding"), None, None, found.embedding, _entry(trace, side, position))]
    for layer, parts in enumerate(found.layers):
        lines += [StreamLine(names.part_name(part.part), layer, part, part.norm) for part in parts]
    if found.final is not None:
        name = translate("pictures", "Final {norm}").format(norm=quantities.norm_word(found.kind))
        lines.append(StreamLine(name, None, None, found.final))
    return lines


def _entry(trace: Trace, side: Side, position: int) -> str:
    """How large what enters is."""
    parts = embedded(trace, side)
    if parts is None:
        return ""
    named = (
        (translate("pictures", "‖token‖"), parts.token),
        (translate("pictures", "‖position‖"), parts.position),
        (translate("pictures", "‖sum‖"), parts.total),
    )
    told = [f"{name} {_length(array[position])}" for name, array in named if array is not None]
    return APART.join(told[:1] if parts.position is None else told)


def _length(vector: Numbers) -> str:
    return signed(float(np.linalg.norm(vector.astype(np.float64))), 2)


def columns_of(found: Stream) -> tuple[StreamColumn, ...]:
    """The numbers of a line, in the order of the computation."""

    def of(read: Callable[[SubLayer], float], decimals: int = 2) -> Callable[[StreamLine], str]:
        return lambda line: "" if line.sub_layer is None else _number(read(line.sub_layer), decimals)

    def length(which: int) -> Callable[[StreamLine], str]:
        return lambda line: "" if line.sub_layer is None else _lengths(line.sub_layer)[which]

    def norm(read: Callable[[Normed], str]) -> Callable[[StreamLine], str]:
        return lambda line: "" if line.norm is None else read(line.norm)

    columns = (
        StreamColumn("‖x‖", 3.6, length(0)),
        StreamColumn("‖f(x)‖", 3.6, length(1)),
        StreamColumn("‖f(x)‖/‖x‖", 5.4, length(2)),
        StreamColumn("cos", 3.2, of(lambda part: part.cosine)),
        StreamColumn("μ", 3.4, norm(lambda found: _number(found.mean, 3)), True),
        StreamColumn("RMS" if found.kind == "rms" else "σ", 3.8, norm(lambda found: _number(found.deviation, 2)), True),
        StreamColumn(
            "γ", 5.8, norm(lambda found: _mean(found.gain)), True, norm(lambda found: _range(found.gain)), MEAN
        ),
        StreamColumn(
            "β", 5.8, norm(lambda found: _mean(found.shift)), True, norm(lambda found: _range(found.shift)), MEAN
        ),
    )
    absent = ("μ", "β") if found.kind == "rms" else ()  # it subtracts and adds nothing
    return tuple(column for column in columns if found.kind or not column.of_norm if column.name not in absent)


def _lengths(part: SubLayer) -> tuple[str, str, str]:
    """‖x‖, ‖f(x)‖ and their ratio, in digits that it follows from."""
    told = equation(lambda stream, added: added / stream, (part.stream, part.added), part.ratio, 2)
    if told.sign != "=" or np.isnan(part.ratio):
        return _number(part.stream, 2), _number(part.added, 2), _number(part.ratio, 2)
    return *told.given, told.result  # type: ignore[return-value]  # two are given


def _number(value: float, decimals: int) -> str:
    return "–" if np.isnan(value) else signed(value, decimals)


def _mean(vector: Numbers | None) -> str:
    return "" if vector is None else _number(float(vector.astype(np.float64).mean()), 2)


def _range(vector: Numbers | None) -> str:
    """From where to where."""
    return "" if vector is None else f"{_number(float(vector.min()), 2)}…{_number(float(vector.max()), 2)}"
