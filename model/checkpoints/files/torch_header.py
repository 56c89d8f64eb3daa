"""The header of a file of ``torch.save``, from its inert pickle: tensors by name, shape and type. stdlib only.

The exact list of what may occur is the tables below. Anything else is refused by its name, and nothing
is ever looked up or called by a name from a file.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from model.checkpoints.files.model_file import MAX_DIMENSIONS, MAX_SIZE, MAX_TENSORS, SIZES, TensorInfo
from model.checkpoints.files.pickles import Call, Name, Persistent, Pickle
from model.checkpoints.files.plain_calls import BUILDERS, FILLED, DamagedError, ForeignError, hashable
from model.checkpoints.files.toolkits import toolkit_of
from model.common.problems import Problem, shown
from model.common.text import Text

MAX_DEPTH = 40
MAX_PARTS = 2_000_000  #: values beside the tensors, each as often as it would be printed
STATE_DICT = Text("Get or save the weights alone: torch.save(model.state_dict(), 'weights.pt')")
IN_NOTEBOOK = Text("In the notebook that made it, save the weights alone: torch.save(model.state_dict(), 'weights.pt')")
AGAIN = Text("Copy or download it again")
DENSE = Text("Save it as a dense tensor of its own, in float32")
#: torch's storage classes → the type of their values.
STORAGES = {
    f"torch.{name}Storage": dtype
    for name, dtype in {
        "Double": "float64", "Float": "float32", "Half": "float16", "BFloat16": "bfloat16", "Long": "int64",
        "Int": "int32", "Short": "int16", "Char": "int8", "Byte": "uint8", "Bool": "bool",
    }.items()
}  # fmt: skip
COMPLEX, QUANTISED = Text("complex"), Text("quantised")
UNUSUAL = Text("of a type that no network computes with")
#: Tensors that no attention map is computed with: by the name that only they need.
STRANGE_TENSORS = {
    "torch.ComplexFloatStorage": COMPLEX, "torch.ComplexDoubleStorage": COMPLEX,
    "torch._utils._rebuild_sparse_tensor": Text("sparse"), "torch._utils._rebuild_sparse_csr_tensor": Text("sparse"),
    "torch.serialization._get_layout": Text("sparse"), "torch._utils._rebuild_nested_tensor": Text("nested"),
    "torch._utils._rebuild_qtensor": QUANTISED,
    "torch.QInt8Storage": QUANTISED, "torch.QUInt8Storage": QUANTISED, "torch.QInt32Storage": QUANTISED,
    "torch.QUInt4x2Storage": QUANTISED, "torch.QUInt2x4Storage": QUANTISED,
    "torch._utils._rebuild_tensor_v3": UNUSUAL, "torch.storage.UntypedStorage": UNUSUAL,
    **{f"torch.{dtype}": UNUSUAL for dtype in (
        "float8_e4m3fn", "float8_e5m2", "float8_e4m3fnuz", "float8_e5m2fnuz", "uint16", "uint32", "uint64",
    )},
    "torch._utils._rebuild_meta_tensor_no_storage": Text("without values"),
}  # fmt: skip
TENSORS = frozenset(("torch._utils._rebuild_tensor", "torch._utils._rebuild_tensor_v2"))
BLOCKED = frozenset(("os", "nt", "posix", "sys", "builtins"))  #: whose classes hold no settings of anybody's
ALLOWED = TENSORS | frozenset(STORAGES) | frozenset(BUILDERS) | {f"torch.{name}" for name in SIZES}


@dataclass(frozen=True)
class Storage:
    """The values that one or more tensors share."""

    key: str
    dtype: str
    numel: int

    @property
    def bytes(self) -> int:
        return self.numel * SIZES[self.dtype]


@dataclass(frozen=True)
class PlainTree:
    """A pickle as plain data."""

    value: Any  #: each tensor a :class:`TensorInfo`, each object of somebody's class its attributes
    storages: dict[str, Storage]  #: every one that its tensors need
    inert: dict[str, bool]  #: those classes: :attr:`model.checkpoints.files.model_file.ModelFile.inert`


def read_tree(path: Path, pickle: Pickle, storage_parts: int) -> PlainTree:
    """The pickle as plain data.

    Raises :class:`Problem` for anything that is not on the list, and for a tensor that its storage is too
    small for or whose values lie on top of each other.
    """
    check_names(path, pickle)
    reader = _Reader(path, storage_parts, {str(name) for name in inert_classes(pickle)})
    try:
        value = reader.plain(pickle.value)
        return PlainTree(value, reader.storages, {**dict.fromkeys(map(str, _strangers(pickle)), False), **reader.inert})
    except ForeignError as error:
        raise Problem(str(path), error.args[0], STATE_DICT) from error
    except DamagedError as error:
        raise Problem(str(path), Text("it is damaged: %1", error.args[0]), AGAIN) from error


def check_names(path: Path, pickle: Pickle) -> None:
    """Raise :class:`Problem` for a pickle with a name in it that is neither on the list nor left inert."""
    strangers = _strangers(pickle)
    inert = inert_classes(pickle)
    kin = {name.module for name in inert}
    if all(name in inert or (name.module in kin and name not in pickle.called) for name in strangers):
        return
    own = [shown(str(name)) for name in strangers if not name.module.startswith("torch.nn.modules")]
    listed = own or [shown(str(name)) for name in strangers]
    names = ", ".join(listed[:3]) + (f" and {len(listed) - 3:,} more" if len(listed) > 3 else "")
    toolkit = next(filter(None, (toolkit_of(name.module) for name in strangers)), None)
    if toolkit is not None:
        raise Problem(str(path), toolkit.why, toolkit.next_step)
    if any(name.module.partition(".")[0] == "torchtext" for name in strangers):
        why = Text("it holds a vocabulary of torchtext (%1), not weights alone", names)
        raise Problem(str(path), why, Text("Open the file of weights and leave this one beside it"))
    if len(own) < len(strangers) or _holds_model(pickle.value):
        why = Text("it holds a whole model with its Python classes (%1), and opening that would run their code", names)
        raise Problem(str(path), why, IN_NOTEBOOK, "cell")
    reason = Text("it refers to %1, which are neither weights nor plain data; nothing of it was run", names)
    if len(listed) == 1:
        reason = Text("it refers to %1, which is neither weights nor plain data; nothing of it was run", names)
    raise Problem(str(path), reason, STATE_DICT)


def _strangers(pickle: Pickle) -> list[Name]:
    return [name for name in pickle.names if str(name) not in ALLOWED and str(name) not in STRANGE_TENSORS]


def inert_classes(pickle: Pickle) -> frozenset[Name]:
    """Classes whose objects lie beside weights (a vocabulary, settings) and may stay there as their attributes.

    Only of what no argument is handed to, which is how Python stores plain objects. A whole model is none, and where
    there are no weights there is nothing beside them.
    """
    if not any(str(name) in TENSORS for name in pickle.names) or _holds_model(pickle.value):
        return frozenset()
    return frozenset(
        name
        for name in _strangers(pickle)
        if name in pickle.made
        and not name.module.startswith("torch.")
        and name.module not in BLOCKED
        and toolkit_of(name.module) is None
    )


def _holds_model(value: Any) -> bool:
    """A module of torch, or a dictionary with one in it."""
    parts = (value, *value.values()) if isinstance(value, dict) else (value,)
    return any(isinstance(one, Call) and isinstance(one.state, dict) and "_parameters" in one.state for one in parts)


class _Reader:
    """Walks a tree once; what occurs twice is converted once."""

    def __init__(self, path: Path, storage_parts: int, classes: set[str]) -> None:
        self.path, self.storage_parts, self.classes = path, storage_parts, classes
        self.inert: dict[str, bool] = {}
        self.storages: dict[str, Storage] = {}
        self.done: dict[int, tuple[Any, int]] = {}  #: by identity: the tree lives as long as its reader
        self.parts = 0
        self.tensors = 0
        self.key: str = Text("a tensor")  #: innermost name on the way, for messages

    def plain(self, value: Any, depth: int = 0) -> Any:
        """Plain data; parts that occur in several places count each time, as they would when printed."""
        before = self.parts
        if isinstance(value, Call | Persistent | Name | list | tuple | dict | set | frozenset):
            if id(value) not in self.done:
                if depth > MAX_DEPTH:
                    raise DamagedError(Text("its data is nested too deeply"))
                plain = self._plain(value, depth + 1)
                self.done[id(value)] = plain, self.parts - before
                self.parts = before
            value, parts = self.done[id(value)]
            self.parts += parts
        self.parts += 1
        if self.parts > MAX_PARTS:
            raise DamagedError(Text("its data repeats itself without end"))
        return value

    def _plain(self, value: Any, depth: int) -> Any:
        if isinstance(value, Call):
            return self.build(value, depth)
        if isinstance(value, Name):
            return str(value).removeprefix("torch.")
        if isinstance(value, Persistent):
            return self.storage(value.value)
        if isinstance(value, dict):
            return self.entries(value.items(), depth)
        if isinstance(value, set | frozenset):
            return {hashable(item) for item in value}
        return type(value)(self.plain(item, depth) for item in value)

    def build(self, call: Call, depth: int) -> Any:
        """The value that a call stands for. Everything that it is given is looked at, also where it does not matter."""
        name = str(call.function) if isinstance(call.function, Name) else ""
        if name in STRANGE_TENSORS:
            self.refuse(Text("is %1", STRANGE_TENSORS[name]), DENSE)
        arguments, state = self.plain(call.arguments, depth), self.plain(call.state, depth)
        if name in self.classes and not call.items:
            return self.attributes(name, state, self.entries(call.entries, depth))
        if call.keywords or call.items or (call.entries and name not in FILLED):
            raise DamagedError(Text("it builds what cannot be built"))
        if name in TENSORS:
            return self.tensor(arguments)
        if name not in BUILDERS:
            raise DamagedError(Text("it builds what cannot be built"))
        built = BUILDERS[name](arguments, state)
        return built | self.entries(call.entries, depth) if name in FILLED else built

    def attributes(self, name: str, state: Any, entries: dict[Any, Any]) -> Any:
        """What is stored of an object: its attributes and, of a dict of somebody's own class, its entries."""
        mapped = isinstance(state, dict | None)
        self.inert[name] = self.inert.get(name, False) or not mapped
        return {**entries, **(state or {})} if mapped else state

    def entries(self, pairs: Iterable[tuple[Any, Any]], depth: int) -> dict[Any, Any]:
        """A dict, whose names may occur once."""
        found: dict[Any, Any] = {}
        for name, value in pairs:
            key = hashable(name)
            if key in found:
                raise DamagedError(Text("%1 occurs twice", shown(str(key))))
            self.key = shown(key) if isinstance(key, str) else self.key
            found[key] = self.plain(value, depth)
        return found

    def storage(self, parts: Any) -> Storage:
        """From ``("storage", class, key, place, numel)``, before torch 1.6 with a None behind it."""
        if not isinstance(parts, tuple) or len(parts) != self.storage_parts or parts[0] != "storage":
            raise DamagedError(Text("it refers to an object that is no storage"))
        kind, key, _, numel = parts[1:5]
        name = str(kind) if isinstance(kind, Name) else ""
        if name in STRANGE_TENSORS:
            self.refuse(Text("is %1", STRANGE_TENSORS[name]), DENSE)
        if name not in STORAGES or not isinstance(key, str) or not _is_count(numel) or parts[5:] not in ((), (None,)):
            raise DamagedError(Text("it describes a storage in no way that torch writes"))
        found = Storage(key, STORAGES[name], numel)
        if self.storages.setdefault(key, found).bytes != found.bytes:
            raise DamagedError(Text("storage %1 has two sizes", shown(key)))
        return found

    def tensor(self, arguments: tuple[Any, ...]) -> TensorInfo:
        """From ``(storage, offset, size, stride, …)``: inside of its storage, no value on top of another."""
        storage, offset, shape, strides = (*arguments, *(None,) * 4)[:4]
        self.tensors += 1
        if self.tensors > MAX_TENSORS:
            self.refuse(
                Text("is one of more than %1 tensors, and no model has so many", f"{MAX_TENSORS:,}"),
                STATE_DICT,
            )
        whole = all(isinstance(part, tuple) and all(map(_is_count, part)) for part in (shape, strides))
        if not isinstance(storage, Storage) or not whole or not _is_count(offset) or len(shape) != len(strides):
            raise DamagedError(Text("%1 is described in no way that torch writes", self.key))
        if len(shape) > MAX_DIMENSIONS:
            self.refuse(Text("has %1 dimensions", len(shape)), DENSE)
        info = TensorInfo(shape, storage.dtype)
        if info.numel:
            self.check_view(info, storage, offset, strides)
        return info

    def check_view(self, info: TensorInfo, storage: Storage, offset: int, strides: tuple[int, ...]) -> None:
        extent = 1  #: from the first value to the last, along the dimensions so far
        for stride, size in sorted(zip(strides, info.shape, strict=True)):
            if size > 1 and stride < extent:
                self.refuse(Text("is a view of %1 whose values lie on top of each other", list(info.shape)), DENSE)
            extent += stride * (size - 1)
        if offset + extent > storage.numel:
            what = Text(
                "is %1 of %2, and only %3 values are stored for it", list(info.shape), info.dtype, f"{storage.numel:,}"
            )
            self.refuse(what, AGAIN)

    def refuse(self, what: str, next_step: str) -> NoReturn:
        """Raise :class:`Problem` about the tensor that is being read."""
        raise Problem(str(self.path), Text("%1 %2", self.key, what), next_step)


def _is_count(value: Any) -> bool:
    return type(value) is int and 0 <= value < MAX_SIZE
