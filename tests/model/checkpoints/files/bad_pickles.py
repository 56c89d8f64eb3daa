"""Files of torch.save with something in them that is no weights, or weights that cannot be: hazards 1 to 4, 8, 13."""

from __future__ import annotations

import builtins
import io
import os
import pickle
import runpy
import subprocess
import warnings

import numpy as np
import torch

from model.checkpoints.files.toolkits import TOOLKITS
from tests.model.checkpoints.files import forge
from tests.model.checkpoints.files.bad import (
    AGAIN,
    DENSE,
    GET,
    NOTEBOOK,
    OLD,
    STRANGE,
    Bad,
    file,
    payload,
    pt,
    pt_of,
    saved,
)
from tests.model.checkpoints.files.forge import (
    WHOLE,
    call,
    mapping,
    name,
    number,
    several,
    storage,
    tensor,
    text,
    write,
)


class Seq2Seq(torch.nn.Module):
    """A student's own model."""

    def __init__(self) -> None:
        super().__init__()
        self.encoder = torch.nn.Linear(2, 3)


def scripted() -> bytes:
    buffer = io.BytesIO()
    with warnings.catch_warnings(action="ignore"):  # that it is going to be removed
        torch.jit.save(torch.jit.script(torch.nn.Linear(2, 3)), buffer)
    return buffer.getvalue()


def laughs(depth: int) -> bytes:
    """A list that holds the one before it twice, which holds the one before it twice, and so on."""
    doubled = (b"](" + 2 * (b"h" + bytes([level])) + b"eq" + bytes([level + 1]) + b"0" for level in range(depth))
    return b"]q\x000" + b"".join(doubled) + b"h" + bytes([depth])


FLOAT64 = call("numpy", "dtype", text("f8"), b"\x89", b"\x88")
FLOAT64 += several(number(3), text("<"), b"N", b"N", b"N", number(-1), number(-1), number(0)) + b"b"
REFERS = "it refers to {}, which is neither weights nor plain data; nothing of it was run"
REFER = "it refers to {}, which are neither weights nor plain data; nothing of it was run"
WHOLE_MODEL = "it holds a whole model with its Python classes ({}), and opening that would run their code"
UNTORCH = "it is damaged: weight is described in no way that torch writes"
# fmt: off
TABLE = (
    Bad(1, "os.system", payload(os.system, "echo caught > {}", lambda trap: trap),
        REFERS.format(f"{os.name}.system"), GET),
    Bad(1, "beside good weights",
        payload(os.system, "echo caught > {}", lambda trap: {"weight": torch.ones(2), "note": trap}),
        REFERS.format(f"{os.name}.system"), GET),
    Bad(1, "before torch 1.6", payload(os.system, "echo caught > {}", lambda trap: [trap], **OLD),
        REFERS.format(f"{os.name}.system"), GET),
    Bad(1, "a call of eval",
        payload(builtins.eval, "open({!r}, 'w')", lambda trap: {"state_dict": {"weight": torch.ones(2)},
            "epoch": trap}),
        REFERS.format("builtins.eval"), GET),
    Bad(1, "a program by name", payload(subprocess.Popen, "touch {}", lambda trap: trap),
        REFERS.format("subprocess.Popen"), GET),
    Bad(1, "a file that is run", payload(runpy.run_path, "{}", lambda trap: trap),
        REFERS.format("runpy.run_path"), GET),
    Bad(1, "a plain pickle",
        lambda folder, canary: write(folder / "file.pt", pickle.dumps(forge.Payload(canary, os.system,
            "echo > {}"), 4)),
        REFERS.format(f"{os.name}.system"), GET),
    Bad(1, "a pickle in letters", file(".pkl", b"cos\nsystem\n(S'echo > canary'\ntR."),
        REFERS.format("os.system"), GET),
    Bad(1, "thrown away again", pt(name("os", "system") + b"0" + mapping({"weight": WHOLE})),
        REFERS.format("os.system"), GET),
    Bad(1, "a name on the stack", pt(text("nt") + text("system") + b"\x93" + text("dir") + b"\x85R"),
        REFERS.format("nt.system"), GET),
    Bad(1, "in what is set on a dictionary",
        pt(call("collections", "OrderedDict") + mapping({"_metadata": call("os", "system", text("x"))}) + b"b"),
        REFERS.format("os.system"), GET),
    Bad(1, "four names", pt(several(*(name("shop", item) for item in "abcd"))),
        REFER.format("shop.a, shop.b, shop.c and 1 more"), GET),
    Bad(2, "torch.load inside", pt(call("torch", "load", text("other.pt"))),
        REFERS.format("torch.load"), GET),
    Bad(2, "numpy.load inside", pt(call("numpy", "load", text("other.npy"))),
        REFERS.format("numpy.load"), GET),
    Bad(3, "a whole module", saved(torch.nn.Linear(2, 3)),
        WHOLE_MODEL.format("torch.nn.modules.linear.Linear"), NOTEBOOK),
    Bad(3, "a whole module before torch 1.6", saved(torch.nn.Linear(2, 3), **OLD),
        WHOLE_MODEL.format("torch.nn.modules.linear.Linear"), NOTEBOOK),
    Bad(3, "somebody's own class", saved(Seq2Seq()),
        WHOLE_MODEL.format(f"{__name__}.Seq2Seq"), NOTEBOOK),
    Bad(3, "a module in a dictionary", saved({"epoch": 3, "model": torch.nn.Linear(2, 3)}),
        WHOLE_MODEL.format("torch.nn.modules.linear.Linear"), NOTEBOOK),
    Bad(3, "TorchScript", lambda folder, _: write(folder / "file.pt", scripted()),
        "it is a TorchScript program, code and weights together",
        "From Python, save the weights alone: torch.save(model.state_dict(), 'weights.pt')"),
    Bad(3, "a class of a toolkit",
        pt(mapping({"task": call("fairseq.data.dictionary", "Dictionary"), "weight": WHOLE})),
        TOOLKITS["fairseq"].why, TOOLKITS["fairseq"].next_step),
    Bad(3, "a vocabulary of torchtext", pt(call("torchtext.vocab", "Vocab")),
        "it holds a vocabulary of torchtext (torchtext.vocab.Vocab), not weights alone",
        "Open the file of weights and leave this one beside it"),
    Bad(4, "a numpy array", saved({"weight": torch.ones(2), "loss": np.ones(3)}),
        REFER.format("numpy._core.multiarray._reconstruct, numpy.ndarray"), GET),
    Bad(4, "a numpy number that is an object",
        pt(call("numpy.core.multiarray", "scalar", call("numpy", "dtype", text("O8"), b"\x89", b"\x88"), text("x"))),
        "it holds the numpy type O8, which is no plain number", GET),
    Bad(4, "a numpy number of too many bytes",
        pt(call("numpy.core.multiarray", "scalar", FLOAT64, call("_codecs", "encode", text("\x00" * 9),
            text("latin1")))),
        "it is damaged: it has a numpy number in no way that numpy writes", AGAIN),
    Bad(4, "a numpy date", saved({"weight": torch.ones(2), "day": np.datetime64("2020-01-01")}),
        "it holds the numpy type M8, which is no plain number", GET),
    Bad(8, "ten to the twelve values from one", pt_of(weight=tensor((10**6, 10**6), (0, 0))),
        "weight is a view of [1000000, 1000000] whose values lie on top of each other", DENSE),
    Bad(8, "rows on top of each other", pt_of(weight=tensor((3, 3), (1, 1))),
        "weight is a view of [3, 3] whose values lie on top of each other", DENSE),
    Bad(8, "more values than are stored", pt_of(weight=tensor((2, 4), (4, 1))),
        "weight is [2, 4] of float32, and only 6 values are stored for it", AGAIN),
    Bad(8, "beyond the end by its offset", pt_of(weight=tensor((2, 3), (3, 1), offset=1)),
        "weight is [2, 3] of float32, and only 6 values are stored for it", AGAIN),
    Bad(8, "a negative stride", pt_of(weight=tensor((2, 3), (-3, 1))),
        UNTORCH, AGAIN),
    Bad(8, "a size that is no number",
        pt_of(weight=call("torch._utils", "_rebuild_tensor_v2", storage(), number(0), several(text("2")),
            several(number(1)))),
        UNTORCH, AGAIN),
    Bad(8, "a storage shorter than it says", pt(mapping({"weight": WHOLE}), forge.VALUES[:20]),
        "it is damaged: storage 0 should have 24 bytes and has 20", AGAIN),
    Bad(8, "a storage of two sizes", pt_of(a=WHOLE, b=tensor((2,), (1,), held=storage(2))),
        "it is damaged: storage 0 has two sizes", AGAIN),
    Bad(8, "a storage that is missing", pt_of(a=tensor((2,), (1,), held=storage(key="7"))),
        "it is damaged: the values of storage 7 are missing", AGAIN),
    Bad(8, "a storage of a name like a path", pt_of(a=tensor((2,), (1,), held=storage(key="../../x"))),
        "it is damaged: the values of storage ../../x are missing", AGAIN),
    Bad(8, "a giant before torch 1.6", file(".pt", forge.legacy(mapping({"weight": tensor((10**9,), (0,))}))),
        "weight is a view of [1000000000] whose values lie on top of each other", DENSE),
    Bad(10, "protocol 4", saved({"weight": torch.ones(2)}, pickle_protocol=4),
        "it was saved with pickle_protocol=4, which torch does not read as plain weights",
        "Save it again with torch.save's own protocol, 2"),
    Bad(10, "a plain pickle of numbers", lambda folder, _: write(folder / "file.pkl", pickle.dumps({"a": 1}, 2)),
        "it is a Python pickle that torch.save did not write",
        "Open the file of weights, or save the weights with torch.save"),
    Bad(10, "a big machine", file(".pt", forge.legacy(mapping({"weight": WHOLE}), little=False)),
        "it was written by a torch, or on a machine, that Headscope does not know", AGAIN),
    Bad(12, "no byte order",
        file(".pt", forge.archive({**forge.members(mapping({"weight": WHOLE})), "archive/byteorder": b"middle"})),
        "it is damaged: it says no order of bytes", AGAIN),
    Bad(12, "without its pickle", file(".pt", forge.archive({"archive/data/0": b"x", "archive/sub/data.pkl": b"x"})),
        "its list of tensors is missing or far larger than any network's", GET),
    Bad(13, "complex numbers", saved({"weight": torch.zeros(2, dtype=torch.complex64)}),
        "weight is complex", DENSE),
    Bad(13, "a sparse tensor", saved({"weight": torch.eye(2).to_sparse()}),
        "weight is sparse", DENSE),
    Bad(13, "quantised numbers",
        pt(mapping({"weight": call("torch._utils", "_rebuild_qtensor", storage(kind="QInt8Storage"))})),
        "weight is quantised", DENSE),
    Bad(13, "eight bits", saved({"weight": torch.zeros(2).to(torch.float8_e4m3fn)}),
        "weight is of a type that no network computes with", DENSE),
    Bad(13, "no values", saved({"weight": torch.empty(2, device="meta")}),
        "weight is without values", DENSE),
    Bad(14, "a million words", pt(b"]" + b"(" + b"N" * 1_000_001 + b"e"),
        "its pickle takes more than 1,000,000 operations", AGAIN),
    Bad(14, "twenty thousand tensors and one",
        pt(WHOLE + b"q\x000" + mapping({str(index): b"h\x00" for index in range(20_001)})),
        "it has 20,001 tensors, and no model has more than 20,000", STRANGE),
    Bad(14, "a list in itself", pt(b"]q\x00h\x00a"),
        "it is damaged: its data is nested too deeply", AGAIN),
    Bad(14, "a billion laughs", pt(laughs(35)),
        "it is damaged: its data repeats itself without end", AGAIN),
    Bad(14, "deep", pt(b"]" * 1000 + b"a" * 999),
        "it is damaged: its data is nested too deeply", AGAIN),
    Bad(15, "the same in a .pt", pt_of(**{"../../x\0\u202e": tensor((7,), (1,))}),
        "../../x\\x00\\u202e is [7] of float32, and only 6 values are stored for it", AGAIN),
    Bad(15, "a name twice in a .pt", pt(b"}(" + (text("weight") + WHOLE) * 2 + b"u"),
        "its pickle sets a dictionary's entry twice", AGAIN),
)
