"""What is no file of weights at all, and configurations that are none: hazards 10 and 11."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import Any

import numpy as np
import torch

from tests.model.checkpoints.files import forge
from tests.model.checkpoints.files.bad import (
    AGAIN,
    BESIDE,
    CHOOSE,
    COPY,
    GOOD,
    PATH,
    PLACE,
    PYTORCH,
    RUN,
    SAVE,
    UNPACK,
    WEIGHTS,
    Bad,
    file,
    folder_of,
    link_to,
    pipe,
    pipe_in_a_folder,
    saved,
)
from tests.model.checkpoints.files.forge import write


def numpy_archive(**arrays: Any) -> bytes:
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)
    return buffer.getvalue()


PIPE = "it is a device or a pipe, not a file"
NOWHERE = "there is no such file or folder"
NONE = "it holds no weights by name"
# fmt: off
TABLE = (
    Bad(10, "empty", file(".pt", b""),
        "it is empty", AGAIN),
    Bad(10, "text", file(".pt", "hello"),
        "it is text (a vocabulary, settings or code), without weights", BESIDE),
    Bad(10, "a web page", file(".pt", "<!DOCTYPE html>\n<html><title>Sign in</title></html>"),
        "it is a web page: the download failed or asked for a login", "Download the file itself"),
    Bad(10, "a Git LFS pointer",
        file(".safetensors", "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 5\n"),
        "it is a Git LFS pointer: the weights themselves were never downloaded",
        "Run git lfs pull in its folder, or download the file itself"),
    Bad(10, "a PNG", file(".pt", b"\x89PNG\r\n\x1a\n" + bytes(20)),
        "it is a picture", CHOOSE),
    Bad(10, "a JPEG", file(".bin", b"\xff\xd8\xff\xe0" + bytes(20)),
        "it is a picture", CHOOSE),
    Bad(10, "a PDF", file(".pt", b"%PDF-1.7\n\xe2\xe3"),
        "it is a PDF document", CHOOSE),
    Bad(10, "zeros", file(".pt", bytes(5000)),
        "it begins with zeros only: a download that was never finished", AGAIN),
    Bad(10, "noise", file(".pt", bytes(range(255, 0, -1))),
        "it is no file of weights that Headscope knows", "Use .safetensors, or save the weights with torch.save"),
    Bad(10, "gzip", file(".pt.gz", b"\x1f\x8b\x08\x00rest"),
        "it is packed with gzip", UNPACK),
    Bad(10, "a tar archive", file(".tar", bytes(257) + b"ustar" + bytes(250)),
        "it is a tar archive", UNPACK),
    Bad(10, "llama.cpp", file(".gguf", b"GGUF\x03\x00\x00\x00" + bytes(20)),
        "it is a model for llama.cpp (GGUF)", PYTORCH),
    Bad(10, "ONNX", file(".onnx", b"\x08\x07\x12\x07pytorch\x00"),
        "it is an ONNX model", PYTORCH),
    Bad(10, "a notebook", file(".ipynb", '{"cells": [], "nbformat": 4}'),
        "it is a notebook", RUN),
    Bad(10, "a Python file", file(".py", "import torch\n"),
        "it is a program in Python", RUN),
    Bad(10, "a vocabulary in JSON", file(".json", '["<unk>", "a"]'),
        "it is a JSON file (a vocabulary or settings), without weights", BESIDE),
    Bad(10, "a configuration", lambda folder, _: write(folder / "config.json", '{"model_type": "marian"}'),
        "it is the configuration of a model, without weights", "Open its folder"),
    Bad(10, "a list of parts", lambda folder, _: write(folder / "model.safetensors.index.json", '{"weight_map": {}}'),
        "it lists the parts of a model that is stored in several files", "Open its folder"),
    Bad(10, "a SentencePiece model", file(".model", b"\n\x0e\n\x05<unk>\x15\x00\x00\x00\x00\x18\x02"),
        "it is a SentencePiece model, a vocabulary without weights", BESIDE),
    Bad(10, "a plain zip", file(".zip", forge.archive({"notes/a.txt": b"hello"})),
        "it is a zip archive without weights", WEIGHTS),
    Bad(10, "an empty zip", file(".zip", forge.archive({})),
        "it is an empty zip archive", WEIGHTS),
    Bad(10, "a Word document", file(".docx", forge.archive({"word/document.xml": b"<w>"})),
        "it is a Word document", WEIGHTS),
    Bad(10, "a zip with weights in it", file(".zip", forge.archive({"run/best.pt": b"x"})),
        "it is a zip archive with weights inside", "Unpack it and open the file"),
    Bad(10, "numpy arrays", file(".npz", numpy_archive(weight=np.ones(3))),
        "it is an archive of numpy arrays", WEIGHTS),
    Bad(10, "a trace", file(".npz", numpy_archive(meta=np.ones(3), encoder=np.ones(3))),
        "it is a saved trace, not a checkpoint", "Open it as a trace: it needs no checkpoint"),
    Bad(10, "an empty folder", folder_of(),
        "it is an empty folder", PLACE),
    Bad(10, "a folder without weights", folder_of(README__md="hello"),
        "it is a folder without a checkpoint", PLACE),
    Bad(10, "a folder of TensorFlow", folder_of(config__json="{}", tf_model__h5=b"\x89HDF"),
        "it holds weights for TensorFlow only", PYTORCH),
    Bad(10, "a folder of two models", folder_of(a__pt=b"x", b__pt=b"x"),
        "it holds 2 files of weights (a.pt, b.pt)", "Open one of them"),
    Bad(10, "a folder with a configuration alone", folder_of(config__json="{}"),
        "model.safetensors is missing", COPY),
    Bad(10, "an unpacked .pt", folder_of(data__pkl=b"x", version=b"3"),
        "it is a .pt file that was unpacked", "Open the .pt file itself; download it again"),
    Bad(10, "nothing", lambda folder, _: folder / "nowhere.pt",
        NOWHERE, PATH),
    Bad(10, "a name that no system takes", lambda folder, _: folder / ("long" * 100),
        NOWHERE, PATH),
    Bad(10, "a name with NUL", lambda folder, _: folder / "a\0b.pt",
        NOWHERE, PATH),
    Bad(10, "a link to nothing", link_to("gone.pt"),
        "it is a link to a file that is gone", PATH),
    Bad(10, "a link to itself", link_to("file.pt"),
        NOWHERE, PATH),
    Bad(10, "a pipe", pipe,
        PIPE, CHOOSE),
    Bad(10, "a device", lambda folder, _: Path(os.devnull),
        PIPE, CHOOSE),
    Bad(10, "a pipe in a folder", pipe_in_a_folder,
        PIPE, CHOOSE, inside="model.safetensors"),
    Bad(10, "nothing but settings", saved({"epoch": 3, "loss": 1.5}),
        "it holds epoch, loss, but no weights by name", SAVE),
    Bad(10, "one tensor", saved(torch.ones(3)),
        NONE, SAVE),
    Bad(10, "a list of tensors", saved([torch.ones(3)]),
        NONE, SAVE),
    Bad(11, "a config.json that is none", folder_of(config__json="{", model__safetensors=GOOD),
        "it is not valid JSON (line 1)", AGAIN, inside="config.json"),
    Bad(11, "a config.json that is a list", folder_of(config__json="[1]", model__safetensors=GOOD),
        "it is not a JSON object", AGAIN, inside="config.json"),
    Bad(11, "a config.json of a hundred thousand brackets",
        folder_of(config__json="[" * 100_000, model__safetensors=GOOD),
        "it is not valid JSON", AGAIN, inside="config.json"),
    Bad(11, "a number of ten thousand digits",
        folder_of(config__json='{"d_model": ' + "9" * 10_000 + "}", model__safetensors=GOOD),
        "it is not valid JSON", AGAIN, inside="config.json"),
)
