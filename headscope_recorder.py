"""Record the attention and the masks of your own Transformer, for Headscope. One file; needs only PyTorch.

Put this file beside your notebook (or paste it into a cell) and run your model once inside ``record``::

    from headscope_recorder import record

    with record("run.npz", source=src, target=trg, pad=1, source_words=SRC.vocab.itos, target_words=TRG.vocab.itos):
        model(src, trg)

- ``source`` and ``target`` are the tensors of ids that your model gets, [sentences, positions] or the other way
  round, as you have them. ``target`` may be the whole sentence where your decoder gets all but its last token.
- ``pad`` is the id of padding; ``target_pad`` too if the target has another one.
- ``source_words`` and ``target_words`` are your vocabularies: a list of words, a dictionary, or a tokenizer.
- ``heads`` is only needed where every head has a softmax of its own: how many there are.

Use sentences *with padding* (two of different lengths in one batch), because a padding mask hides nothing without
it, and a source and a target of different lengths. Call your model once, and do not compile it. Dropout is off
inside. One file is written for each sentence. Open it in Headscope, or run ``python main.py check FOLDER``.

Your code is not changed and nothing is sent anywhere: PyTorch tells this file which functions your model calls
(softmax, masked_fill, where, additions, scaled_dot_product_attention, MultiheadAttention). The lines of your code that
make scores, masks and weights are written into the file, so that a fault can name the line to look at.

한국어: 이 파일을 노트북 옆에 두고(또는 셀에 붙여 넣고) 위와 같이 ``with record(...)`` 안에서 모델을 한 번만 실행하면,
직접 작성한 코드의 어텐션 가중치와 마스크가 ``run.npz`` 실행 기록으로 저장됩니다. 패딩이 있는 문장을 사용하고,
소스와 타겟의 길이를 다르게 하세요. 저장된 파일은 Headscope에서 열거나 ``python main.py check 폴더``로 검사합니다.
"""

from __future__ import annotations

import inspect
import io
import json
import linecache
import struct
import zipfile
from array import array
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor
from torch.overrides import TorchFunctionMode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

FAMILY = "recorded from your own code"
VERSION = 1  #: of what this file writes into ``meta.recorded``
KINDS = ("encoder", "decoder", "cross")
#: Operations that only rearrange cells: what belongs to a tensor is rearranged with it.
SHAPING = frozenset((
    "view", "reshape", "transpose", "permute", "unsqueeze", "squeeze", "flatten", "unflatten", "expand", "expand_as",
    "view_as", "movedim", "moveaxis", "swapaxes", "swapdims", "t", "getitem", "get", "contiguous", "repeat_interleave",
))  # fmt: skip
PRODUCTS = frozenset(("matmul", "rmatmul", "bmm", "einsum", "baddbmm"))
SUMS = frozenset(("add", "radd", "sub", "subtract"))
MULTIPLICATIONS = frozenset(("mul", "multiply", "rmul"))
DIVISIONS = frozenset(("div", "divide", "truediv", "true_divide"))
JOINS = frozenset(("cat", "concat", "concatenate", "stack"))
#: Operators that change their left side, as the operation that they are.
IN_PLACE = {"iadd": "add", "isub": "sub", "imul": "mul", "itruediv": "div", "idiv": "div", "setitem": "setitem"}
DROPOUTS = frozenset(("dropout", "alpha_dropout", "feature_dropout", "dropout1d", "dropout2d"))
MAKERS = frozenset(("tril", "triu", "eq", "ne"))  #: of masks
MOST_LINES, LONGEST_LINE = 12, 160  #: of your code that are named, and letters of one
TORCH = str(Path(torch.__file__).parent)
FAR_BELOW = -1e3  #: an added number below this blocks a cell, whatever else is added elsewhere
WHERE = (("condition",), ("input", "self"), ("other",))
#: What a step that was not foreseen may raise here; then its tensor is followed no further, and the model runs on.
NOT_UNDERSTOOD = (RuntimeError, TypeError, ValueError, IndexError, AttributeError)


class RecordError(ValueError):
    """What was seen is not the attention of an encoder-decoder run; the message says what to do."""


@dataclass
class Masks:
    """The masks that have taken effect on one tensor."""

    blocked: Tensor | None = None  #: True where any of them blocks
    given: list[Tensor] = field(default_factory=list)  #: as they were passed
    fills: list[float] = field(default_factory=list)
    how: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)  #: of your code, see :func:`_line`

    def __add__(self, other: Masks) -> Masks:
        parts = [each.blocked for each in (self, other) if each.blocked is not None]
        blocked = parts[0] | parts[-1] if parts else None
        how, lines = self.how + other.how, self.lines + other.lines
        return Masks(blocked, self.given + other.given, self.fills + other.fills, how, lines)


@dataclass
class Attention:
    """One softmax over scores: one block, or one head of it. Tensors are [..., Q, K]."""

    weights: Tensor  #: as the softmax gave them
    axis: int  #: that the softmax sums to 1, from the left
    scores: Tensor | None  #: before any mask
    masks: Masks
    scale: float | None
    width: int  #: of a head, 0 where it is not known
    itself: bool | None  #: queries and keys come from the same tensor
    after: bool = False  #: a mask was applied to the weights
    used: Tensor | None = None  #: what was multiplied with the values, where it is not ``weights``
    met: bool = False  #: the weights were multiplied with something
    keys: int | None = None  #: the axis that this product sums over, from the left
    rows: tuple[Tensor | None, Tensor | None] = (None, None)  #: of queries and of keys, see :func:`_rows`
    turned_over: bool = False  #: the scores were [..., K, Q]
    line: str = ""  #: of the softmax in your code
    product: str = ""  #: that of the scores

    def turned(self, *order: int) -> Attention:
        """The same with its axes in another order."""

        def turn(tensor: Tensor | None) -> Tensor | None:
            return None if tensor is None else tensor.permute(order)

        masks = replace(self.masks, blocked=turn(self.masks.blocked))
        return replace(
            self, weights=self.weights.permute(order), axis=order.index(self.axis), masks=masks,
            scores=turn(self.scores), used=turn(self.used), keys=None if self.keys is None else order.index(self.keys),
        )  # fmt: skip

    def keys_last(self) -> Attention:
        """The same as [..., Q, K], where it was [..., K, Q]."""
        last = self.weights.dim() - 1
        if last < 1 or self.keys != last - 1:
            return self
        return replace(self.turned(*range(last - 1), last, last - 1), rows=self.rows[::-1], turned_over=True)


@dataclass
class Known:
    """What is known of a tensor on its way from a projection to the weights."""

    tensor: Tensor  #: kept, so that its id stays its own
    stage: str  #: projected, scores, exponents or weights
    places: Tensor | None = None  #: which cell of the projection, or of the weights, each cell was
    features: int = 0  #: of one position of that projection
    origin: int = 0  #: id of the tensor that was projected
    factor: float = 1.0  #: all plain numbers that it was multiplied with
    width: int = 0
    itself: bool | None = None
    scores: Tensor | None = None
    rows: tuple[Tensor | None, Tensor | None] = (None, None)
    masks: Masks = field(default_factory=Masks)
    attention: Attention | None = None
    line: str = ""  #: of the product


class Watcher(TorchFunctionMode):
    """Sees every function that PyTorch is asked for, and follows scores from their product to the values."""

    def __init__(self) -> None:
        super().__init__()
        self.attentions: list[Attention] = []
        self.compared: list[tuple[Tensor, float]] = []  #: ids, and what they were compared with
        self.lines: dict[str, list[str]] = {}  #: of your code that make masks: ``triangle``, ``compared=1``
        self._known: dict[int, Known] = {}
        self._kept: list[Tensor] = []

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        kwargs = dict(kwargs or {})
        called = getattr(func, "__name__", "")
        name = called.strip("_")
        if name == "multi_head_attention_forward":
            return self._multi_head(func, args, kwargs)
        if name == "scaled_dot_product_attention":
            return self._scaled_dot_product(func, args, kwargs)
        if not args and "input" in kwargs:
            args = (kwargs.pop("input"),)
        if name in DROPOUTS:
            return args[0]
        before = self._before(args, called, name)
        out = func(*args, **kwargs)
        if args:
            result = args[0] if name == "setitem" else out
            try:
                with torch.no_grad():
                    self._follow(IN_PLACE.get(name, name), func, args, kwargs, result, before)
            except NOT_UNDERSTOOD:
                self._known.pop(id(result), None)
        return out

    def _before(self, args: Any, called: str, name: str) -> Tensor | None:
        """A copy of what a call is about to change in place."""
        if name not in IN_PLACE and (called.endswith("__") or not called.endswith("_")):
            return None
        followed = name in ("masked_fill", "setitem") or (args and id(args[0]) in self._known)
        return args[0].detach().clone() if followed and isinstance(args[0], Tensor) else None

    def _follow(self, name: str, func: Any, args: Any, kwargs: Any, out: Any, before: Tensor | None) -> None:
        """Note what one call did to the tensors that are followed. ``before`` is what it changed in place."""
        known = self._known.get(id(args[0]))
        if not isinstance(out, Tensor):
            self._taken_apart(func, args, kwargs, out, known)
        elif name in JOINS:
            self._joined(func, args, kwargs, out)
        elif name in MAKERS:
            self._made_of(name, args, kwargs)
        elif name in ("linear", "conv1d"):
            self._projected(args[0], out, plain=name == "linear")
        elif name in PRODUCTS:
            self._product(name, args, out)
        elif name == "softmax" and (known is None or known.stage != "projected"):  # that one is of the vocabulary
            self._softmax(args[0], out, _softmax_axis(args, kwargs), known)
        elif name == "exp" and known is not None and known.stage == "scores":
            before_exp = known.tensor if known.scores is None else known.scores  # some of which e to the power of is 0
            self._known[id(out)] = replace(known, tensor=out, stage="exponents", scores=before_exp.detach().clone())
        elif self._follow_mask(name, args, kwargs, out, before) or known is None:
            return
        elif name in SHAPING or out.shape == known.tensor.shape:
            self._rearranged(func, args, kwargs, out, known, moved=name in SHAPING)

    def _follow_mask(self, name: str, args: Any, kwargs: Any, out: Tensor, before: Tensor | None) -> bool:
        """As :meth:`_follow`, for what may be a mask; whether it may be one."""
        other = _argument(args, kwargs, 1, "other")
        if name == "masked_fill":
            self._filled(args[0], _argument(args, kwargs, 1, "mask"), _argument(args, kwargs, 2, "value"), out, before)
        elif name == "where":
            self._chosen(args, kwargs, out)
        elif name == "setitem" and before is not None:
            self._filled(out, (out != before).expand(out.shape), args[2], out, before)
        elif name in SUMS:
            self._added(args[0], other, out, before, -1.0 if "sub" in name else 1.0)
        elif name in MULTIPLICATIONS or name in DIVISIONS:
            self._scaled(args[0], other, out, before, name in DIVISIONS)
        else:
            return False
        return True

    # --- the way of a tensor ---

    def _rearranged(self, func: Any, args: Any, kwargs: Any, out: Tensor, known: Known, moved: bool) -> None:
        def along(companion: Tensor | None) -> Tensor | None:
            return func(companion, *args[1:], **kwargs) if moved and companion is not None else companion

        if out.is_floating_point():
            masks = replace(known.masks, blocked=along(known.masks.blocked))
            places = along(known.places)
            self._known[id(out)] = replace(known, tensor=out, scores=along(known.scores), masks=masks, places=places)

    def _taken_apart(self, func: Any, args: Any, kwargs: Any, out: Any, known: Known | None) -> None:
        """Query, key and value out of one projection."""
        parts = [part for part in out if isinstance(part, Tensor)] if isinstance(out, (tuple, list)) else []
        if parts and known is not None and known.stage == "projected":  # a shape is a tuple too
            places = [None] * len(parts) if known.places is None else func(known.places, *args[1:], **kwargs)
            for part, its_places in zip(parts, places):  # noqa: B905 - Python 3.8 too
                self._known[id(part)] = replace(known, tensor=part, places=its_places)

    def _joined(self, func: Any, args: Any, kwargs: Any, out: Tensor) -> None:
        """Heads of one projection, one after the other."""
        parts = [self._known.get(id(part)) for part in args[0]]
        first = parts[0] if parts else None
        if first is None or any(part is None or part.stage != "projected" for part in parts):
            return
        places = [part.places for part in parts if part is not None and part.origin == first.origin]
        whole = len(places) == len(parts) and all(each is not None for each in places)
        joined = func(places, *args[1:], **kwargs) if whole else None
        self._known[id(out)] = replace(first, tensor=out, places=joined, origin=first.origin if whole else 0)

    def _made_of(self, name: str, args: Any, kwargs: Any) -> None:
        """A triangle, or ids compared with a number."""
        if name in ("tril", "triu"):
            self._made("triangle")
            return
        ids, number = args[0], _number(_argument(args, kwargs, 1, "other"))
        if number is not None and not ids.is_floating_point() and ids.dtype != torch.bool:
            self.compared.append((ids.detach().clone().cpu(), number))
            self._made(f"compared={number:g}")

    def _made(self, what: str) -> None:
        line = _line()
        if line and sum(map(len, self.lines.values())) < MOST_LINES and line not in self.lines.get(what, ()):
            self.lines.setdefault(what, []).append(line)

    def _projected(self, source: Tensor, out: Tensor, plain: bool) -> None:
        """``plain``: each position of ``out`` is its last axis alone."""
        self._kept.append(source)  # so that its id stays its own
        places = torch.arange(out.numel()).view(out.shape) if plain and out.dim() in (2, 3) else None
        self._known[id(out)] = Known(out, "projected", places, out.shape[-1] if out.dim() else 0, id(source))

    def _product(self, name: str, args: Any, out: Tensor) -> None:
        operands = args[1] if name == "einsum" and isinstance(args[1], (list, tuple)) else args
        operands = [item for item in operands if isinstance(item, Tensor)]
        for place, operand in enumerate(operands):
            known = self._known.get(id(operand))
            if known is not None and known.attention is not None:
                self._use(known, _summed_axis(name, args, place - len(operands)))
                return
        query, key = operands[-2:]
        if isinstance(key, torch.nn.Parameter) or key.dim() < min(query.dim(), 3):
            self._projected(query, out, plain=name == "matmul" and key.dim() == 2)
            return
        left, right = self._known.get(id(query)), self._known.get(id(key))
        made = self._known[id(out)] = Known(out, "scores", itself=_same(left, right), line=_line())
        if left is not None and right is not None:  # else nobody knows what they were scaled by before
            made.factor, made.width = left.factor * right.factor, query.shape[-1]
            axes = _summed_axis(name, args, -2), _summed_axis(name, args, -1)
            if name != "einsum" or out.dim() == 3:
                made.rows = _rows(left, axes[0]), _rows(right, axes[1])
        if name == "baddbmm" and len(operands) == 3:
            self._block(made, out, operands[0], out - operands[0])

    def _softmax(self, scores: Tensor, out: Tensor, axis: int, known: Known | None) -> None:
        if known is None:  # a mask or a product that was not seen as one; the shape decides later
            known = Known(scores, "scores")
        attention = Attention(
            out.detach().clone(), axis % max(1, out.dim()),
            scores.detach().clone() if known.scores is None else known.scores.detach().clone(),
            known.masks, known.factor if known.width else None, known.width, known.itself, rows=known.rows,
            line=_line(), product=known.line,
        )  # fmt: skip
        self.attentions.append(attention)
        places = torch.arange(out.numel(), device=out.device).view(out.shape)
        self._known[id(out)] = Known(out, "weights", places, attention=attention)

    def _use(self, known: Known, axis: int | None) -> None:
        """The weights meet the values: these count, with what was done to them since the softmax.

        ``axis``, from the right, is the one that the product sums over: it is that of the keys.
        """
        attention, places = known.attention, known.places
        assert attention is not None
        assert places is not None
        attention.met = True
        shape = attention.weights.shape
        if places.numel() != attention.weights.numel():
            return

        def back(tensor: Tensor) -> Tensor:
            """As the softmax had it: the cells may have been moved since."""
            return torch.empty_like(tensor.flatten()).scatter_(0, places.flatten(), tensor.flatten()).view(shape)

        attention.used = back(known.tensor.detach())
        if axis is not None and places.shape[axis] > 1:
            step = int((places.select(axis, 1) - places.select(axis, 0)).flatten()[0])
            fits = [i for i in range(len(shape)) if shape[i] == places.shape[axis] and shape[i + 1 :].numel() == step]
            attention.keys = fits[0] if fits else None
        if known.masks.blocked is not None:
            attention.after = True
            attention.masks += replace(known.masks, blocked=back(known.masks.blocked))

    # --- masks ---

    def _filled(self, scores: Any, mask: Any, value: Any, out: Tensor, before: Tensor | None) -> None:
        number = _number(value)
        if number is None or not isinstance(mask, Tensor) or mask.dtype not in (torch.bool, torch.uint8):
            return
        known = self._known.get(id(scores))
        if known is None or known.stage == "projected":
            known = Known(out, "scores")
        self._note(known, out, scores if before is None else before, mask.bool(), number, mask, "filled")

    def _chosen(self, args: Any, kwargs: Any, out: Tensor) -> None:
        """``torch.where(mask, scores, fill)``, the other way round, and ``scores.where(mask, fill)``."""
        mask, one, other = (_argument(args, kwargs, i, *names) for i, names in enumerate(WHERE))
        if isinstance(mask, Tensor) and mask.dtype != torch.bool:
            mask, one = one, mask
        if isinstance(mask, Tensor) and mask.dtype == torch.bool:
            if _number(one) is None:
                self._filled(one, ~mask, other, out, None)
            else:
                self._filled(other, mask, one, out, None)

    def _added(self, first: Any, other: Any, out: Tensor, before: Tensor | None, sign: float) -> None:
        known = self._followed(first)
        if known is None and sign > 0:
            first, other, before = other, first, None
            known = self._followed(first)
        if known is None or out.shape != first.shape:
            return
        self._known[id(out)] = made = replace(known, tensor=out)
        if isinstance(other, Tensor) and (sign > 0 or (other.dim() and other.shape[-1] > 1)):
            self._block(made, out, other * sign, first if before is None else before)

    def _block(self, known: Known, out: Tensor, addend: Tensor, before: Tensor) -> None:
        low = _lowered(addend)
        if low is not None:
            self._note(known, out, before, low, float(addend[low].max()) if bool(low.any()) else 0.0, addend, "added")

    def _scaled(self, first: Any, other: Any, out: Tensor, before: Tensor | None, divides: bool) -> None:
        known, number = self._known.get(id(first)), _number(other)
        if known is None and not divides:
            first, other, before = other, first, None
            known, number = self._known.get(id(first)), _number(other)
        if known is None:
            return
        made = self._known[id(out)] = replace(known, tensor=out)
        if number is not None:
            factor = 1.0 / number if divides and number else number
            made.factor *= factor
            made.scores = None if known.scores is None else known.scores * factor
        elif divides and known.stage == "exponents" and other.dim() == out.dim():
            narrow = [axis for axis in range(out.dim()) if other.shape[axis] == 1 and out.shape[axis] > 1]
            self._softmax(known.tensor.log(), out, narrow[-1] if narrow else -1, known)
        elif not divides and out.shape == first.shape and bool(((other == 0) | (other == 1)).all()):
            fill = float("-inf") if known.stage == "exponents" else 0.0
            self._note(made, out, first if before is None else before, other == 0, fill, other, "multiplied")

    def _note(
        self, known: Known, out: Tensor, before: Tensor, blocked: Tensor, fill: float, given: Tensor, how: str
    ) -> None:
        """One mask took effect on ``known``: ``out`` came of it."""
        blocked = blocked.expand(out.shape).clone()
        masks = known.masks + Masks(blocked, [given.detach().clone()], [fill], [how], [_line()])
        scores = before.detach().clone() if known.scores is None else known.scores
        self._known[id(out)] = replace(known, tensor=out, scores=scores, masks=masks)

    def _followed(self, tensor: Any) -> Known | None:
        """What is known of scores, exponents or weights."""
        known = self._known.get(id(tensor))
        return None if known is None or known.stage == "projected" else known

    # --- fused attention: the functions hide their softmax, so their arguments tell ---

    def _multi_head(self, func: Any, args: Any, kwargs: Any) -> Any:
        bound = inspect.signature(func).bind(*args, **kwargs)
        bound.apply_defaults()
        asked = bound.arguments
        wanted, mean = asked["need_weights"], asked["average_attn_weights"]
        asked.update(need_weights=True, average_attn_weights=False, training=False, dropout_p=0.0)
        output, weights = func(*bound.args, **bound.kwargs)
        with torch.no_grad():
            known = Known(weights, "scores", itself=asked["query"] is asked["key"])
            self._fused_mask(known, weights, asked["attn_mask"], "attn_mask")
            padding = asked["key_padding_mask"]
            if padding is not None:
                padding = padding.reshape(-1, *(1,) * (weights.dim() - 2), padding.shape[-1])
                self._fused_mask(known, weights, padding, "key_padding_mask")
            self._finish(known, weights, None)
        if not wanted:
            return output, None
        return output, weights.mean(dim=-3) if mean else weights

    def _scaled_dot_product(self, func: Any, args: Any, kwargs: Any) -> Any:
        names = ("query", "key", "value", "attn_mask", "dropout_p", "is_causal")
        asked = {name: _argument(args, kwargs, place, name) for place, name in enumerate(names)}
        query, key, mask = asked["query"], asked["key"], asked["attn_mask"]
        with torch.no_grad():
            if query.dim() > 3 and key.shape[-3] != query.shape[-3]:  # grouped heads
                key = key.repeat_interleave(query.shape[-3] // key.shape[-3], dim=-3)
            scale = kwargs.get("scale") or query.shape[-1] ** -0.5
            scores = query.detach() @ key.detach().transpose(-2, -1) * scale
            left, right = self._known.get(id(query)), self._known.get(id(asked["key"]))
            known = Known(scores, "scores", factor=scale, width=query.shape[-1], itself=_same(left, right))
            known.rows = _rows(left, -1), _rows(right, -1)
            if asked["is_causal"]:
                mask = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).tril()
            if mask is not None:
                self._fused_mask(known, scores, ~mask if mask.dtype == torch.bool else mask, "attn_mask", mask)
            masked = scores
            if mask is not None:
                masked = scores + mask if mask.is_floating_point() else scores.masked_fill(~mask, float("-inf"))
            self._finish(known, masked.softmax(-1), scores)
        kwargs = {name: value for name, value in kwargs.items() if name != "dropout_p"}
        return func(*(args if len(args) < 5 else (*args[:4], 0.0, *args[5:])), **kwargs)

    def _fused_mask(
        self, known: Known, like: Tensor, mask: Tensor | None, how: str, given: Tensor | None = None
    ) -> None:  # fmt: skip
        """``mask`` is True, or far below zero, where it blocks; [Q,K], [B·H,Q,K] or [B,1,1,K]."""
        blocked = mask if mask is None or mask.dtype == torch.bool else _lowered(mask)
        if mask is None or blocked is None:
            return
        if blocked.dim() == 3 and like.dim() == 4:
            blocked = blocked.reshape(like.shape)
        low = float("-inf") if mask.dtype == torch.bool or not bool(blocked.any()) else float(mask.min())
        given = mask if given is None else given
        known.masks += Masks(blocked.expand(like.shape).clone(), [given.detach().clone()], [low], [how], [_line()])

    def _finish(self, known: Known, weights: Tensor, scores: Tensor | None) -> None:
        self._softmax(weights, weights, -1, replace(known, scores=weights))
        seen = self.attentions[-1]
        seen.scores, seen.met, seen.keys = scores, True, weights.dim() - 1


def _line() -> str:
    """``model.py:41: energy = energy.masked_fill(…)``: the innermost line of your code. Its folder is not said."""
    own, frame = _line.__code__.co_filename, inspect.currentframe()
    while frame is not None and (frame.f_code.co_filename == own or frame.f_code.co_filename.startswith(TORCH)):
        frame = frame.f_back
    if frame is None:
        return ""
    file = frame.f_code.co_filename
    name = "cell" if file.startswith("<") or "ipykernel" in file else Path(file).name
    text = " ".join(linecache.getline(file, frame.f_lineno).split())
    return f"{name}:{frame.f_lineno}: {text}"[:LONGEST_LINE].rstrip(": ")


def _same(query: Known | None, key: Known | None) -> bool | None:
    """Whether both are projections of one tensor; None where that is not known."""
    return query.origin == key.origin if query and key and query.origin and key.origin else None


def _rows(known: Known | None, axis: int | None) -> Tensor | None:
    """Which row of its projection [rows, features] each query or key [..., N] is; -1 where it is of several.

    ``axis`` is that of its numbers.
    """
    if known is None or known.places is None or axis is None or known.places.dim() < 3:
        return None
    rows = known.places.movedim(axis, -1) // known.features
    return torch.where((rows == rows[..., :1]).all(-1), rows[..., 0], torch.tensor(-1))


def _summed_axis(name: str, args: Any, place: int) -> int | None:
    """The axis, from the right, that a product sums over in its operand ``place``, -2 or -1."""
    if name != "einsum":
        left = place == -2
        return -1 if left != (name == "rmatmul") else -2
    if not isinstance(args[0], str):
        return None
    inputs, _, result = args[0].replace(" ", "").partition("->")
    term, summed = inputs.split(",")[place], [letter for letter in inputs.split(",")[place] if letter not in result]
    return term.index(summed[0]) - len(term) if len(summed) == 1 and not term.endswith("...") else None


def _lowered(addend: Tensor) -> Tensor | None:
    """Where an added tensor blocks: far below zero, or where it has one value beside zero. None: it is no mask."""
    low = addend <= FAR_BELOW
    if bool(low.any()) or not bool(addend.any()):  # all zero, it is a mask that blocks nothing
        return low
    values = torch.unique(addend)
    return addend != 0 if len(values) == 2 and bool((values == 0).any()) else None


def _argument(args: Any, kwargs: Any, place: int, *names: str) -> Any:
    if len(args) > place:
        return args[place]
    return next((kwargs[name] for name in names if name in kwargs), None)


def _number(value: Any) -> float | None:
    """A plain number, or a tensor that holds one."""
    if isinstance(value, Tensor):
        return float(value.reshape(-1)[0]) if value.numel() == 1 else None
    return float(value) if isinstance(value, (int, float)) else None


def _softmax_axis(args: Any, kwargs: Any) -> int:
    axis = _argument(args, kwargs, 1, "dim")
    if axis is not None:
        return int(axis)
    return 0 if args[0].dim() in (0, 1, 3) else 1  # what PyTorch takes where none is given


# --- from what was seen to a file ---


@dataclass
class Sides:
    """The ids of one reading of the arguments: [B,S] and [B,T]."""

    source: Tensor
    target: Tensor

    def fitting(self, attentions: Sequence[Attention]) -> list[Attention]:
        """Those that can be of these sentences, as [..., Q, K]; some code has [Q, K, B, H]."""
        turned = [
            each.turned(2, 3, 0, 1) if each.weights.dim() == 4 and not self.shape_of(each) else each
            for each in attentions
        ]
        return [each.keys_last() for each in turned if self.shape_of(each)]

    def shape_of(self, attention: Attention) -> tuple[int, int] | None:
        """(Q, K) where they are lengths of this reading and the rest of the shape fits its sentences."""
        *rest, queries, keys = attention.weights.shape if attention.weights.dim() > 1 else (0, 0)
        lengths = (self.source.shape[1], self.target.shape[1])
        if queries not in lengths or keys not in lengths or len(rest) > 2:
            return None
        sentences = len(self.source)
        fits = rest[0] == sentences if len(rest) == 2 else sentences in (1, *rest) or not rest[0] % sentences
        return (queries, keys) if fits else None

    def compared(self, name: str, seen: Sequence[tuple[Tensor, float]]) -> list[int]:
        """What the ids of one side were compared with: what a padding mask takes for padding."""
        ids = getattr(self, name)
        same = {int(number) for tensor, number in seen if _holds(tensor, ids)}
        return sorted(same)


def _holds(tensor: Tensor, ids: Tensor) -> bool:
    """Whether ``tensor`` is ``ids``, or has the positions first."""
    tensor = tensor.reshape(-1, tensor.shape[-1]) if tensor.dim() else tensor.reshape(1, 1)
    return any(tensor.shape == each.shape and bool((tensor == each).all()) for each in (ids, ids.t()))


@dataclass
class Recording:
    """What :func:`record` hands out: after the block, the files that it wrote."""

    files: list[Path] = field(default_factory=list)


@contextmanager
def record(  # noqa: PLR0913 - each is a fact that only its user knows
    path: str | Path, source: Any, target: Any, pad: int, *, source_words: Any = None, target_words: Any = None,
    heads: int | None = None, target_pad: int | None = None,
) -> Iterator[Recording]:  # fmt: skip
    """Record what runs inside the ``with`` block; see the head of this file. Raises :class:`RecordError`."""
    watcher, recording, fast = Watcher(), Recording(), _fast_path(False)
    try:
        with watcher:
            yield recording
    finally:
        _fast_path(fast)
    sides, found = _best_reading(watcher.attentions, source, target)
    compared = {name: sides.compared(name, watcher.compared) for name in ("source", "target")}
    met = {each.weights.shape[-2:] for each in found if each.met}
    found, seen = [each for each in found if each.met or each.weights.shape[-2:] not in met], found
    kinds = _kinds(found, sides, heads or 1)
    kept = _told_apart(found, kinds, heads or 1)
    layers = [found[i] for i in kept]
    blocks = _in_layers(layers, [kinds[i] for i in kept], heads or 1, len(sides.source))
    aside = [list(each.weights.shape) for each in seen if not any(each is layer for layer in layers)]
    pads = (pad, pad if target_pad is None else target_pad)
    words = (_speller(source_words), _speller(target_words))
    for number in range(len(sides.source)):
        file = Path(path if str(path).endswith(".npz") else f"{path}.npz")
        file = file if len(sides.source) == 1 else file.with_name(f"{file.stem}-{number + 1}.npz")
        recorded = {
            "version": VERSION, "padding_id": pads[0], "target_padding_id": pads[1], "compared": compared,
            "sentence": number, "set_aside": aside, "lines": watcher.lines,
        }  # fmt: skip
        _write(file, _arrays(blocks, number, sides, pads, words, {"checkpoint": file.stem, "recorded": recorded}))
        recording.files.append(file)
    counts = ", ".join(f"{kind} {len(blocks[kind])}" for kind in KINDS if blocks[kind])
    rest = f"; set aside, as no layer's attention: softmax of {', '.join(map(str, aside))}" if aside else ""
    print("Headscope:", ", ".join(map(str, recording.files)), f"– layers: {counts}{rest}")  # noqa: T201 - a notebook


def _fast_path(on: bool) -> bool:
    """Switch PyTorch's fused encoder layer, which calls no softmax; returns how it was."""
    switch = getattr(torch.backends, "mha", None)
    if switch is None:  # an older PyTorch leaves that path by itself where functions are watched
        return True
    before = bool(switch.get_fastpath_enabled())
    switch.set_fastpath_enabled(on)
    return before


def _best_reading(attentions: Sequence[Attention], source: Any, target: Any) -> tuple[Sides, list[Attention]]:
    """Sentences first or positions first, all of the target or all but its last: what most attentions fit."""
    source, target = (torch.as_tensor(ids).detach().cpu() for ids in (source, target))
    source, target = (ids.reshape(-1, ids.shape[-1]) for ids in (source, target))
    readings = [Sides(source, target[:, : target.shape[1] - cut]) for cut in (0, 1)]
    readings += [Sides(source.t(), target[: target.shape[0] - cut].t()) for cut in (0, 1)]
    fitting = [side for side in readings if len(side.source) == len(side.target)]
    found = [side.fitting(attentions) for side in fitting]

    def worth(place: int) -> tuple[int, bool, int]:
        lengths = {length for each in found[place] for length in each.weights.shape[-2:]}
        side = fitting[place]
        return len(found[place]), {side.source.shape[1], side.target.shape[1]} <= lengths, -place

    best = max(range(len(fitting)), key=worth, default=None)
    if best is None or not found[best]:
        shapes = ", ".join(sorted({str(list(each.weights.shape)) for each in attentions})) or "none"
        raise RecordError(
            f"No attention of this source {list(source.shape)} and target {list(target.shape)} was seen "
            f"(softmax was taken of: {shapes}). Call your model inside the with block, once and not compiled, "
            "and give record the ids that it gets."
        )
    return fitting[best], found[best]


def _kinds(found: Sequence[Attention], sides: Sides, heads: int) -> list[str]:
    """encoder, decoder or cross for each: by its shape, else by where its keys come from and its place.

    "" is what has the shape of an attention, and no place among the layers.
    """
    lengths = source, target = sides.source.shape[1], sides.target.shape[1]
    if source != target:
        names = {(source, source): "encoder", (target, target): "decoder", (target, source): "cross"}
        seen = [names.get((each.weights.shape[-2], each.weights.shape[-1]), "") for each in found]
        if "" in seen and "cross" not in seen:
            raise RecordError(f"The scores of one attention are {list(lengths)}: its queries and keys are exchanged.")
        end = len(seen) - seen[::-1].index("cross") if "cross" in seen else len(seen)
        return [*seen[:end], *("" if kind == "encoder" else kind for kind in seen[end:])]  # no encoder comes after
    kinds = ["" if each.itself is None else "encoder" if each.itself else "cross" for each in found]
    if "cross" not in kinds and "" in kinds:
        if len(found) % (3 * heads):
            raise RecordError("Source and target have the same length: choose two of different lengths.")
        third = len(found) // 3
        kinds = ["encoder"] * third + (["decoder"] * heads + ["cross"] * heads) * (third // heads)
    for place, kind in enumerate(kinds):
        if kind == "cross" and kinds[place - 1] != "cross":  # the decoder's own attention comes right before it
            before = [i for i in range(place) if kinds[i] == "encoder" and "cross" not in kinds[i:place]]
            behind = _own_of(before, found) + 1 if before and heads == 1 else place
            kinds[max(0, behind - heads) : behind] = ["decoder"] * min(heads, behind)
            kinds[behind:place] = [""] * (place - behind)
    first = kinds.index("decoder") if "decoder" in kinds else len(kinds)
    return [*kinds[:first], *("" if kind == "encoder" else kind for kind in kinds[first:])]


def _own_of(candidates: Sequence[int], found: Sequence[Attention]) -> int:
    """Which is the decoder's own attention, of those before a cross attention: the last with a look-ahead mask."""

    def looks_back(place: int) -> bool:
        blocked = found[place].masks.blocked
        return blocked is not None and bool(blocked[..., 0, -1].all()) and not bool(blocked[..., -1, 0].any())

    return next((place for place in reversed(candidates) if looks_back(place)), candidates[-1])


def _told_apart(found: Sequence[Attention], kinds: Sequence[str], heads: int) -> list[int]:
    """The places of those that are a layer's attention; others of that shape (a pointer's, a pool's) are not.

    A layer's weights meet values, its queries and keys are projected, its heads are as many as those of the other
    layers, and every layer of a decoder that has both has one attention of its own right before its cross attention.
    """

    def many(each: Attention) -> int:
        return each.weights.shape[:-2].numel()

    kept = [place for place, kind in enumerate(kinds) if kind]
    for stack in (("encoder",), ("decoder", "cross")):
        for kind in stack:
            fits = [i for i in kept if kinds[i] == kind and found[i].itself is not None]
            kept = [i for i in kept if kinds[i] != kind or i in fits or not fits]
        counts = [many(found[i]) for i in kept if kinds[i] in stack]
        usual = max(counts, key=lambda count: (counts.count(count), count), default=0)
        kept = [i for i in kept if kinds[i] not in stack or many(found[i]) == usual]
    order = [kinds[i] for i in kept]
    if heads > 1 or order.count("decoder") == order.count("cross") or not {"decoder", "cross"} <= set(order):
        return kept
    paired, before = [i for i in kept if kinds[i] == "encoder"], []
    for i in kept:
        if kinds[i] == "decoder":
            before.append(i)
        elif kinds[i] == "cross" and before:
            paired += [_own_of(before, found), i]
            before = []
    return sorted(paired)


@dataclass
class Block:
    """One attention with all heads, [B,H,Q,K]."""

    seen: Attention
    weights: Tensor
    blocked: Tensor | None
    scores: Tensor | None
    axis: str
    sentences: Tensor | None = None  #: whose each slice of [B·H,Q,K] is, where that was seen
    mixed: bool = False  #: queries of one sentence meet keys of another
    scrambled: bool = False  #: a row of a head is not one position


def _in_layers(
    found: Sequence[Attention], kinds: Sequence[str], heads: int, sentences: int
) -> dict[str, list[Block]]:  # fmt: skip
    layers: dict[str, list[Block]] = {}
    for kind in KINDS:
        of_kind = [each for each, its_kind in zip(found, kinds) if its_kind == kind]  # noqa: B905 - Python 3.8 too
        groups = [of_kind[start : start + heads] for start in range(0, len(of_kind), heads)]
        layers[kind] = [_block_of(group, sentences) for group in groups]
        if len({block.weights.shape for block in layers[kind]}) > 1:
            raise RecordError(f"The layers' {kind} attentions have different numbers of heads.")
    return layers


def _block_of(group: Sequence[Attention], sentences: int) -> Block:
    first, names = group[0], ("keys", "queries", "heads", "sentences")
    like = first.weights

    def joined(parts: Sequence[Tensor | None]) -> Tensor | None:
        whole = [part.reshape(like.shape) for part in parts if part is not None]
        shaped = [part.reshape(part.shape[0] if part.dim() > 2 else 1, -1, *like.shape[-2:]) for part in whole]
        return torch.cat(shaped, dim=1) if len(shaped) == len(group) else None

    weights = joined([item.weights if item.used is None else item.used for item in group])
    assert weights is not None
    axis = names[min(like.dim() - 1 - first.axis, 3)]
    whose = [_whose(rows, sentences) if like.dim() == 3 and like.shape[0] > sentences else None for rows in first.rows]
    mixed = whose[0] is not None and whose[1] is not None and not torch.equal(whose[0], whose[1])
    scrambled = any(rows is not None and _repeats(rows) for rows in first.rows)
    blocked, scores = joined([item.masks.blocked for item in group]), joined([item.scores for item in group])
    return Block(first, weights, blocked, scores, axis, whose[0], mixed, scrambled)


def _whose(rows: Tensor | None, sentences: int) -> Tensor | None:
    """Which sentence each slice of ``rows`` [B·H,N] is of; None where that cannot be seen."""
    if rows is None or bool((rows < 0).any()):
        return None
    of, ranks = torch.unique(rows[:, 0], return_inverse=True)
    return ranks if len(of) == sentences else None


def _repeats(rows: Tensor) -> bool:
    """Whether one head [..., N] has a row of the projection twice, or a row of several: it was split by a bare view."""
    ordered = rows.sort(-1).values
    return bool((rows < 0).any() or (ordered[..., 1:] == ordered[..., :-1]).any())


def _arrays(
    blocks: dict[str, list[Block]], number: int, sides: Sides, pads: tuple[int, int], words: Sequence[Any],
    known: dict[str, Any],
) -> dict[str, Any]:  # fmt: skip
    """Everything about one sentence, as a Headscope trace has it. ``known`` goes into ``meta``."""
    source, target = sides.source[number], sides.target[number]
    consumed, look_ahead = target != pads[1], torch.ones(len(target), len(target), dtype=torch.bool).tril()
    consumed[:1] = True  # some models start with padding
    tokens = [[_word(speller, int(index)) for index in ids] for speller, ids in zip(words, (source, target))]  # noqa: B905
    text = [" ".join(word for word, index in zip(tokens[i], (source, target)[i]) if index != pads[i]) for i in (0, 1)]  # noqa: B905
    arrays: dict[str, Any] = {
        "source_ids": source, "source_tokens": tokens[0], "consumed_ids": target, "consumed_tokens": tokens[1],
        "padding_mask": source != pads[0], "look_ahead_mask": look_ahead, "target_mask": look_ahead & consumed,
        "activations/recorded/source_visible": sides.source != pads[0],
        "activations/recorded/target_visible": sides.target != pads[1],
    }  # fmt: skip
    facts: list[dict[str, Any]] = []
    blind: dict[str, list[int]] = {}
    leaky = False
    visible = {"encoder": sides.source != pads[0], "decoder": sides.target != pads[1], "cross": sides.source != pads[0]}
    every = [(block, visible[kind]) for kind in KINDS for block in blocks[kind]]
    order = next((block.sentences for block, _ in every if block.sentences is not None), None)
    guessed = [None if order is not None else _heads_first(block, keys) for block, keys in every]
    for kind in (kind for kind in KINDS if blocks[kind]):
        own = [_sentence(block, len(sides.source), number, order, True in guessed) for block in blocks[kind]]
        arrays.update(_of_kind(kind, own, blocks[kind][0].seen.masks.given))
        masks = [
            _sentence(blocks[kind][0], len(sides.source), i, order, True in guessed)[1]
            for i in range(len(sides.source))
        ]
        arrays[f"activations/recorded/{kind}_last_rows"] = torch.stack([may[0, -1] for may in masks])
        facts += [_facts(kind, layer, block, own[layer][0]) for layer, block in enumerate(blocks[kind])]
        weights, may = arrays[f"{kind}_attention"], arrays[f"activations/recorded/{kind}_mask"]
        leaky = leaky or bool((weights * (may.any(-1, keepdim=True) & ~may)).any())
        rows = torch.nonzero(~may[0, 0].any(-1)).flatten().tolist()
        blind.update({kind: rows} if rows else {})
    meta = {
        "format": "headscope-trace", "version": 1, "checkpoint": known["checkpoint"], "checkpoint_sha256": "",
        "family": FAMILY, "device": "cpu", "decoding": {"method": "teacher forcing"},
        "stop_reason": "end of the given target", "translation": text[1], "program_version": f"recorder {VERSION}",
        "source_text": text[0], "leaky_mask": leaky, "fully_masked_rows": blind,
        "recorded": {**known["recorded"], "blocks": facts, "order_guessed": any(each is not None for each in guessed)},
    }  # fmt: skip
    return {"meta": json.dumps(meta, ensure_ascii=False), **arrays}


def _of_kind(kind: str, own: Sequence[tuple[Tensor, Tensor, Tensor | None]], given: Sequence[Tensor]) -> dict[str, Any]:
    """The arrays of one kind: weights, masks and scores [L,H,Q,K], and the first layer's masks as they were passed."""
    may = torch.stack([each[1] for each in own])
    arrays: dict[str, Any] = {
        f"{kind}_attention": torch.stack([each[0] for each in own]).nan_to_num(0.0),
        f"{kind}_mask": may[0, 0],
        f"activations/recorded/{kind}_mask": may,
    }
    scores = [each[2] for each in own if each[2] is not None]
    if len(scores) == len(own):
        arrays[f"activations/recorded/{kind}_scores"] = torch.stack(scores)
    arrays.update({f"activations/recorded/{kind}_given_{place + 1}": mask for place, mask in enumerate(given)})
    return arrays


def _sentence(
    block: Block, sentences: int, number: int, order: Tensor | None, heads_first: bool
) -> tuple[Tensor, Tensor, Tensor | None]:  # fmt: skip
    """One sentence's weights, mask (True = may attend) and scores, [H,Q,K].

    ``order`` says whose each slice of [B·H,Q,K] is; without it, ``heads_first`` does.
    """
    own = block.sentences if block.sentences is not None else order
    apart = block.seen.weights.dim() == 3 and block.seen.weights.shape[0] > sentences

    def of(tensor: Tensor) -> Tensor:
        if apart and own is not None and len(own) == len(block.seen.weights):
            return tensor.reshape(-1, *tensor.shape[-2:])[own.to(tensor.device) == number].detach().cpu()
        whole = tensor.reshape(-1, sentences, *tensor.shape[-2:]).transpose(0, 1) if apart and heads_first else tensor
        return whole.reshape(sentences, -1, *tensor.shape[-2:])[number].detach().cpu()

    may = torch.ones_like(of(block.weights), dtype=torch.bool) if block.blocked is None else ~of(block.blocked)
    return of(block.weights).float(), may, None if block.scores is None else of(block.scores).float()


def _heads_first(block: Block, keys: Tensor) -> bool | None:
    """Whether [H·B,Q,K] weights hold all sentences of the first head, then all of the second. None: either would do.

    Shapes cannot tell, and how the heads were folded was not seen. The mask can: in the order that is right, each
    sentence's own padding is blocked. ``keys`` [B,K] is False at padding.
    """
    sentences, weights = len(keys), block.seen.weights
    if weights.dim() != 3 or block.blocked is None or sentences == 1 or weights.shape[0] == sentences:
        return None
    last = block.blocked.reshape(-1, *block.blocked.shape[-2:])[:, -1].cpu()  # [B·H,K] what the last row may not see
    if last.shape[0] % sentences:
        return None
    hidden, heads = ~keys.cpu(), last.shape[0] // sentences
    fits = [(last == hidden.repeat_interleave(heads, 0)).all(-1).sum(), (last == hidden.repeat(heads, 1)).all(-1).sum()]
    return None if fits[0] == fits[1] else bool(fits[1] > fits[0])


def _facts(kind: str, layer: int, block: Block, weights: Tensor) -> dict[str, Any]:
    """What the arrays do not say of one block. Numbers that JSON lacks are text."""
    seen = block.seen
    empty = torch.nonzero(torch.isnan(weights).any(0).any(-1)).flatten().tolist()
    fills = [f"{fill:g}" for fill in seen.masks.fills]
    shapes = [list(given.shape) for given in seen.masks.given]
    folds = [each for each in (seen.weights, *seen.masks.given) if each.dim() == 3]
    if seen.turned_over:  # as if the keys were last
        shapes = [[*shape[:-2], shape[-1], shape[-2]] if len(shape) > 1 else shape for shape in shapes]
    return {
        "kind": kind, "layer": layer, "axis": block.axis, "how": seen.masks.how, "fills": fills, "shapes": shapes,
        "after": seen.after, "scale": seen.scale, "width": seen.width, "not_numbers": empty,
        "turned_over": seen.turned_over, "mixed": block.mixed, "scrambled": block.scrambled,
        "folded": len(weights) > 1 and any(len(each) % len(weights) == 0 for each in folds),
        "precision": max(torch.finfo(each.dtype).eps for each in (seen.weights, block.weights)),
        "lines": {
            "mask": list(dict.fromkeys(filter(None, seen.masks.lines))), "softmax": seen.line, "scores": seen.product,
        },
    }  # fmt: skip


def _speller(words: Any) -> Callable[[int], str]:
    """From whatever holds a vocabulary to a function from an id to its token."""
    if words is None:
        return str
    for name in ("lookup_token", "id_to_token", "id_to_piece", "convert_ids_to_tokens"):
        if hasattr(words, name):
            return lambda index: str(getattr(words, name)(index))
    if hasattr(words, "vocab") and not isinstance(words, (dict, list, tuple)):
        return _speller(words.vocab)
    words = words.get_itos() if hasattr(words, "get_itos") else getattr(words, "itos", words)
    if isinstance(words, dict):
        turned = {index: word for word, index in words.items()} if all(isinstance(key, str) for key in words) else words
        return lambda index: str(turned.get(index, index))
    if callable(words):
        return lambda index: str(words(index))
    return lambda index: str(words[index]) if 0 <= index < len(words) else str(index)


def _word(speller: Callable[[int], str], index: int) -> str:
    """A token, or its id where the vocabulary does not know it."""
    try:
        return speller(index)
    except (LookupError, ValueError, TypeError, RuntimeError):
        return str(index)


def _write(path: Path, arrays: dict[str, Any]) -> None:
    """An ``.npz`` file, without numpy: old notebooks may have one that does not fit their PyTorch."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, value in arrays.items():
            archive.writestr(f"{name}.npy", _npy(value))
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(path.name + ".part")
    temporary.write_bytes(data.getvalue())
    temporary.replace(path)


def _npy(value: Any) -> bytes:
    """One tensor, list of words or text as numpy's file format, version 1."""
    if isinstance(value, Tensor):
        shape, flat = tuple(value.shape), value.detach().cpu().flatten()
        code, letter = (
            ("<f4", "f") if flat.is_floating_point() else ("|b1", "b") if flat.dtype == torch.bool else ("<i8", "q")
        )
        content = array(letter, flat.to(torch.int64 if letter != "f" else torch.float32).tolist()).tobytes()
    else:
        words = [value] if isinstance(value, str) else value
        size = max(1, *map(len, words)) if words else 1
        shape, code = () if isinstance(value, str) else (len(words),), f"<U{size}"
        content = b"".join(word.encode("utf-32-le", "replace").ljust(4 * size, b"\0") for word in words)
    header = f"{{'descr': '{code}', 'fortran_order': False, 'shape': {shape}, }}".encode()
    header += b" " * (-(len(header) + 11) % 64) + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header + content
