"""Problems in the interface's language. The engine and ``model/`` speak English; the window knows what they say most.

A template has places (``%1``) for names and numbers, which pass as they are. What no template fits is shown in
English. A test compares the templates with the sentences in the code.
"""

from __future__ import annotations

import re
from functools import lru_cache

from PySide6.QtCore import QCoreApplication

from model.findings import fill, translatable

translate = QCoreApplication.translate
PLACE = re.compile("%[1-9]")
#: What failed, why, and what to do: for opening files, vocabularies, sentences and devices; what a file carries.
TEMPLATES = (
    translatable("Problems", "source sentence"),
    translatable("Problems", "target sentence"),
    translatable("Problems", "sentence"),
    translatable("Problems", "memory"),
    translatable("Problems", "answers"),
    translatable("Problems", "padding"),
    translatable("Problems", "device %1"),
    translatable("Problems", "it has no words"),
    translatable("Problems", "it has %1 tokens and %2 has positions for %3"),
    translatable("Problems", "%1 tokens are asked for and %2 has positions for %3"),
    translatable("Problems", "with its start it has %1 tokens and %2 has positions for %3"),
    translatable("Problems", "it has a token that the network does not know"),
    translatable("Problems", "it has no vocabulary head, so there is no next token"),
    translatable("Problems", "there is no such file or folder"),
    translatable("Problems", "there is no such file"),
    translatable("Problems", "it is a link to a file that is gone"),
    translatable("Problems", "it cannot be read (%1)"),
    translatable("Problems", "it cannot be written (%1)"),
    translatable("Problems", "it is empty"),
    translatable("Problems", "it is cut short: it has only %1 bytes"),
    translatable("Problems", "it is a picture"),
    translatable("Problems", "it is a PDF document"),
    translatable("Problems", "it is a notebook"),
    translatable("Problems", "it is a program in Python"),
    translatable("Problems", "it is a web page: the download failed or asked for a login"),
    translatable("Problems", "it is a Git LFS pointer: the weights themselves were never downloaded"),
    translatable("Problems", "it is an ONNX model"),
    translatable("Problems", "it is a SentencePiece model, a vocabulary without weights"),
    translatable("Problems", "it is the configuration of a model, without weights"),
    translatable("Problems", "it is a JSON file (a vocabulary or settings), without weights"),
    translatable("Problems", "it is text (a vocabulary, settings or code), without weights"),
    translatable("Problems", "it is no file of weights that Headscope knows"),
    translatable(
        "Problems", "it holds a whole model with its Python classes (%1), and opening that would run their code"
    ),
    translatable("Problems", "it holds a vocabulary of torchtext (%1), not weights alone"),
    translatable("Problems", "it holds no weights by name"),
    translatable("Problems", "it is damaged, or no safetensors file: it has no header"),
    translatable("Problems", "it cannot be read, though its header is whole"),
    translatable("Problems", "it is damaged or no trace file"),
    translatable("Problems", "it is not a Headscope trace"),
    translatable("Problems", "it is not a Headscope session"),
    translatable("Problems", "it has session version %1, and this Headscope reads version %2"),
    translatable("Problems", "its field %1 is %2, which cannot be"),
    translatable("Problems", "its %1 is damaged"),
    translatable("Problems", "it has no %1"),
    translatable("Problems", "one of its runs is damaged"),
    translatable("Problems", "it is damaged: the checksum of %1 is wrong"),
    translatable("Problems", "it is cut short: its end is missing"),
    translatable("Problems", "its member %1 occurs twice"),
    translatable("Problems", "its member %1 is not one of a session"),
    translatable("Problems", "it is a saved session, not a checkpoint"),
    translatable("Problems", "Save the session again"),
    translatable("Problems", "Update Headscope"),
    translatable("Problems", "Give its name the ending .headscope and open it"),
    translatable("Problems", "there is not enough memory for it"),
    translatable("Problems", "there is not enough for this"),
    translatable("Problems", "the GPU has not enough for this"),
    translatable("Problems", "opening it takes %1 GB of memory, and this machine has %2 GB"),
    translatable("Problems", "%1 is missing"),
    translatable("Problems", "it has %1 entries and the network %2"),
    translatable("Problems", "it has no entry for the %1 token, such as %2"),
    translatable("Problems", "line %1 is not UTF-8"),
    translatable("Problems", "splitting its words needs spaCy, which is missing"),
    translatable("Problems", "there is no such device"),
    translatable("Problems", "it reported an error"),
    translatable("Problems", "no checkpoint is open"),
    translatable("Problems", "Type a sentence"),
    translatable("Problems", "Leave out %1 of them"),
    translatable("Problems", "Leave it out"),
    translatable("Problems", "Pad to %1 at most"),
    translatable("Problems", "Give a target to read its attention maps"),
    translatable("Problems", "Check the path"),
    translatable("Problems", "Check who may read it"),
    translatable("Problems", "Copy or download it again"),
    translatable("Problems", "Download the file itself"),
    translatable("Problems", "Download the folder again"),
    translatable("Problems", "Copy the checkpoint folder again"),
    translatable("Problems", "Record it again"),
    translatable("Problems", "Choose a file made by Headscope"),
    translatable("Problems", "Choose the file of weights (.pt, .safetensors, .bin) or its folder"),
    translatable("Problems", "Open the weights, and leave this one beside them"),
    translatable("Problems", "Open the file of weights and leave this one beside it"),
    translatable("Problems", "Open its folder"),
    translatable("Problems", "Unpack it and open the weights inside"),
    translatable("Problems", "Use a PyTorch version of the model"),
    translatable("Problems", "Use .safetensors, or save the weights with torch.save"),
    translatable("Problems", "Run it, save the weights (torch.save), and open the saved file"),
    translatable(
        "Problems", "In the notebook that made it, save the weights alone: torch.save(model.state_dict(), 'weights.pt')"
    ),
    translatable("Problems", "Save the weights alone: torch.save(model.state_dict(), 'weights.pt')"),
    translatable("Problems", "Choose the vocabulary of this checkpoint"),
    translatable("Problems", "Correct the file, or take it away to go on with ids"),
    translatable("Problems", "Compare your code with that family's"),
    translatable("Problems", "Inspect it to see every difference, and compare your code with that family's"),
    translatable("Problems", "Use a smaller model, or a machine with more memory"),
    translatable("Problems", "Close other programs"),
    translatable("Problems", "Close other programs or choose a smaller checkpoint"),
    translatable("Problems", "Close other programs or shorten the sentence"),
    translatable("Problems", "Go on with the CPU or choose a smaller checkpoint"),
    translatable("Problems", "Go on with the CPU or shorten the sentence"),
    translatable("Problems", "Go on with the CPU"),
    translatable("Problems", "Choose the CPU"),
    translatable("Problems", "Install spaCy"),
    translatable("Problems", "Open a checkpoint first"),
    translatable("Problems", "it lacks %1"),
    translatable("Problems", "it is like %1, but it lacks %2"),
    translatable("Problems", "it is like %1, but it has unexpected %2"),
    translatable("Problems", "%1 is another mask than the look-ahead mask that is drawn here"),
    translatable("Problems", "%1 is %2 where %3 is %4, so the network computes something else"),
    translatable("Problems", "What is stored in %1?"),
    translatable("Problems", "a mask of one batch, not used"),
    translatable("Problems", "the look-ahead mask, as here"),
    translatable("Problems", "a mask that blocks nothing, as here"),
    translatable("Problems", "positions from 0, as here"),
    translatable("Problems", "%1 rows, used as they are"),
    translatable("Problems", "1, so nothing is scaled by %1"),
    translatable("Problems", "this view"),
    translatable("Problems", "this page"),
    translatable("Problems", "encoder attention"),
    translatable("Problems", "decoder attention"),
    translatable("Problems", "cross attention"),
    translatable("Problems", "there is no run to show"),
    translatable("Problems", "there is no run to save"),
    translatable("Problems", "this run holds no weights of this kind"),
    translatable("Problems", "there are no masks to show"),
    translatable("Problems", "it needs the probability of every token"),
    translatable("Problems", "this run does not hold its numbers"),
    translatable("Problems", "it would have %1 rows, and a file of text has %2 at most"),
    translatable("Problems", "Translate a sentence first"),
    translatable("Problems", "Translate the sentence again"),
    translatable("Problems", "Choose another kind"),
    translatable("Problems", "Choose one layer or one head, or a file that ends in .npz"),
    translatable("Problems", "%1 of its tensors hold values that are no numbers (NaN or ∞), first %2"),
)


def in_their_language(text: str) -> str:
    """``text``, one part of a problem, in the interface's language where a template fits it."""
    for template, pattern in _patterns():
        found = pattern.fullmatch(text)
        if found is not None:
            return fill(translate("Problems", template), found.groups())
    return text


@lru_cache(maxsize=1)
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Each template and what it fits; the one with the most words of its own first."""
    longest = sorted(TEMPLATES, key=lambda template: len(PLACE.sub("", template)), reverse=True)
    return tuple(
        (template, re.compile("(.+)".join(map(re.escape, PLACE.split(template))), re.DOTALL)) for template in longest
    )
