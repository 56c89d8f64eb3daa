"""A file's kind by its first bytes: weights to read, or something else, called by its name. stdlib only."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Literal

from model.checkpoints.files.pickles import UnreadableError, read_pickle
from model.common.problems import Problem, unreadable
from model.common.text import Text

Kind = Literal["folder", "safetensors", "zip", "pickle", "hdf5"]
HEAD = 4096
HDF5 = b"\x89HDF"
SHORT = 9  #: bytes before the first one of a safetensors header
PICKLED = (".pt", ".pth", ".bin", ".ckpt", ".pkl", ".pickle")
AGAIN = Text("Copy or download it again")
WEIGHTS = Text("Choose the file of weights (.pt, .safetensors, .bin) or its folder")
PYTORCH = Text("Use a PyTorch version of the model")
UNPACK = Text("Unpack it and open the weights inside")
PICTURE = Text("it is a picture")
VOCABULARY = Text("Open the weights, and leave this one beside them")
#: TensorFlow brings h5py along. What is no float32 is no weight.
CONVERSION = (
    'import h5py, safetensors.numpy; d = {}; h5py.File("model.weights.h5").visititems('
    'lambda n, x: d.update({n: x[()]}) if getattr(x, "dtype", "") == "float32" else None); '
    'safetensors.numpy.save_file(d, "model.safetensors")'
)
#: ``scores`` are what ``MultiHeadAttention(…)(…, return_attention_scores=True)`` gives, [B,H,Q,K].
RECORDED = 'import headscope; headscope.from_arrays(scores[0], target_words, source_words).save("run.npz")'
#: What is said of a Keras model whose layers have no tutorial's names.
FROM_KERAS = Text(
    "If it is TensorFlow's translation tutorial or the Keras chatbot tutorial, save it by "
    "model.save_weights(\"model.weights.h5\") and open that. Of another model, save the weights of an attention in its "
    "notebook and open those: %1", RECORDED,
)  # fmt: skip
#: A ``.keras`` file holds what ``model.save_weights`` would write: its notebook is not needed.
UNPACKED = f'import zipfile; zipfile.ZipFile("model.keras").extract("model.weights.h5"); {CONVERSION}'
#: First bytes → what such a file is, and what to do.
STARTS: tuple[tuple[bytes, str, str], ...] = (
    (b"version https://git-lfs", Text("it is a Git LFS pointer: the weights themselves were never downloaded"),
     Text("Run git lfs pull in its folder, or download the file itself")),
    (b"\x89PNG", PICTURE, WEIGHTS),
    (b"\xff\xd8\xff", PICTURE, WEIGHTS),
    (b"GIF8", PICTURE, WEIGHTS),
    (b"RIFF", Text("it is a picture, a sound or a film"), WEIGHTS),
    (b"%PDF", Text("it is a PDF document"), WEIGHTS),
    (b"%!PS", Text("it is a PostScript document"), WEIGHTS),
    (b"\xd0\xcf\x11\xe0", Text("it is a document of an old Office"), WEIGHTS),
    (b"\x1f\x8b", Text("it is packed with gzip"), UNPACK),
    (b"BZh", Text("it is packed with bzip2"), UNPACK),
    (b"\xfd7zXZ", Text("it is packed with xz"), UNPACK),
    (b"\x28\xb5\x2f\xfd", Text("it is packed with zstandard"), UNPACK),
    (b"7z\xbc\xaf", Text("it is a 7z archive"), UNPACK),
    (b"Rar!", Text("it is a RAR archive"), UNPACK),
    (b"GGUF", Text("it is a model for llama.cpp (GGUF)"), PYTORCH),
    (b"ggjt", Text("it is a model for llama.cpp (GGML)"), PYTORCH),
    (b"\x93NUMPY", Text("it is a single numpy array"), WEIGHTS),
    (b"SQLite", Text("it is a database"), WEIGHTS),
    (b"\x7fELF", Text("it is a program"), WEIGHTS),
    (b"#!", Text("it is a program"), WEIGHTS),
)  # fmt: skip
TRAINED = Text("Run it, save the weights (torch.save), and open the saved file")
#: Ends of names, for what has no first bytes of its own.
ENDINGS: dict[str, tuple[str, str]] = {
    ".onnx": (Text("it is an ONNX model"), PYTORCH),
    ".tflite": (Text("it is a TensorFlow Lite model"), PYTORCH),
    ".pb": (Text("it is a TensorFlow model"), PYTORCH),
    ".msgpack": (Text("it holds weights of Flax"), PYTORCH),
    ".ot": (Text("it holds weights for Rust"), PYTORCH),
    ".spm": (
        Text("it is a SentencePiece model, a vocabulary without weights"),
        VOCABULARY,
    ),
    ".py": (Text("it is a program in Python"), TRAINED),
}


def sniff(path: Path) -> Kind:
    """The reader for a file. Raises :class:`Problem` that says what the file is where there is none.

    Only what is an ordinary file is ever opened: a pipe would wait for ever.
    """
    mode = _status(path).st_mode
    if stat.S_ISDIR(mode):
        return "folder"
    if not stat.S_ISREG(mode):
        raise Problem(str(path), Text("it is a device or a pipe, not a file"), WEIGHTS)
    try:
        with path.open("rb") as stream:
            head = stream.read(HEAD)
            size = stream.seek(0, 2)
    except OSError as error:
        raise unreadable(path, error) from error
    if not head:
        raise Problem(str(path), Text("it is empty"), AGAIN)
    kind = _kind(path, head, size)
    if kind is None:
        raise Problem(str(path), *_impostor(path, head))
    return kind


def _status(path: Path) -> os.stat_result:
    try:
        return path.stat()
    except PermissionError as error:
        raise Problem(
            str(path), Text("it cannot be read (%1)", "Permission denied"), Text("Check permissions")
        ) from error
    except FileNotFoundError as error:
        why = (
            Text("it is a link to a file that is gone")
            if path.is_symlink()
            else Text("there is no such file or folder")
        )
        raise Problem(str(path), why, Text("Check the path")) from error
    except (OSError, ValueError) as error:  # too long, with NUL in it, a link to itself
        raise Problem(str(path), Text("there is no such file or folder"), Text("Check the path")) from error


def _kind(path: Path, head: bytes, size: int) -> Kind | None:
    """By first bytes; a name only decides what the bytes leave open."""
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return "zip"
    if head.startswith(HDF5):
        return "hdf5"
    length = int.from_bytes(head[:8], "little")
    if head[8:9] == b"{" and length <= size:  # first: a header of 640 or 896 bytes begins as a pickle does
        return "safetensors"
    if head[:1] == b"\x80" and head[1:2] in b"\x02\x03\x04\x05":
        return "pickle"
    if path.suffix.lower() in PICKLED and head[:1] in b"c(}]" and _is_pickle(head):
        return "pickle"
    return "safetensors" if head[8:9] == b"{" and path.suffix == ".safetensors" else None


def _impostor(path: Path, head: bytes) -> tuple[str, str]:
    """The kind that it is instead, and the next step."""
    ending = path.suffix.lower()
    short = len(head) < SHORT and ending in (*PICKLED, ".safetensors") and not head.decode("latin1").isprintable()
    if short or b"PK\x03\x04".startswith(head):
        many = Text("it is cut short: it has only %1 bytes", len(head))
        return many if len(head) > 1 else Text("it is cut short: it has only 1 byte"), AGAIN
    for start, why, step in STARTS:
        if head.startswith(start):
            return why, step
    if head[257:262] == b"ustar":
        return Text("it is a tar archive"), UNPACK
    if not head.strip(b"\0"):
        return Text("it begins with zeros only: a download that was never finished"), AGAIN
    if _is_pieces(head) or ending in ENDINGS:
        return ENDINGS[".spm" if _is_pieces(head) else ending]
    text = _text(head)
    if text is not None:
        return _kind_of_text(path, text)
    if ending == ".safetensors":
        return Text("it is damaged, or no safetensors file: it has no header"), AGAIN
    return Text("it is no file of weights that Headscope knows"), Text(
        "Use .safetensors, or save the weights with torch.save"
    )


def _is_pickle(head: bytes) -> bool:
    """The oldest pickles are text and begin with anything."""
    try:
        read_pickle(head)
    except UnreadableError:
        return False
    return True


def _is_pieces(head: bytes) -> bool:
    """A SentencePiece model is a list of records, each a piece with its score; one of the first is <unk>."""
    return head[:1] == b"\n" and head[2:3] == b"\n" and b"<unk>" in head[:200]


def _text(head: bytes) -> str | None:
    """The beginning as text; None where it is none."""
    for encoding in ("utf-8-sig", "utf-16") if head[:2] in (b"\xff\xfe", b"\xfe\xff") else ("utf-8-sig",):
        try:
            text = head.decode(encoding)
        except UnicodeDecodeError as error:
            if len(head) < HEAD or error.start < HEAD - 4:  # only the last character may be cut
                continue
            text = head[: error.start].decode(encoding)
        if all(one.isprintable() or one in "\t\r\n\f" or ord(one) >= 128 for one in text):
            return text
    return None


def _kind_of_text(path: Path, text: str) -> tuple[str, str]:
    start = text.lstrip().lower()
    if start.startswith(("<!doctype html", "<html", "<head", "<body")):
        return Text("it is a web page: the download failed or asked for a login"), Text("Download the file itself")
    if start.startswith(("<?xml", "<svg")):
        return Text("it is an XML file"), WEIGHTS
    if start.startswith("{") and ('"nbformat"' in text or '"cells"' in text or path.suffix == ".ipynb"):
        return Text("it is a notebook"), TRAINED
    if path.name.endswith(".index.json"):
        return Text("it lists the parts of a model that is stored in several files"), Text("Open its folder")
    if path.name == "config.json":
        return Text("it is the configuration of a model, without weights"), Text("Open its folder")
    if start.startswith(("{", "[")):
        return Text("it is a JSON file (a vocabulary or settings), without weights"), VOCABULARY
    return Text("it is text (a vocabulary, settings or code), without weights"), VOCABULARY
