"""What the person with only the accessibility tree does, one task after the other in one window."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

import numpy as np
from access_person import SENTENCE, Missed, Reader, Thing

NUMBER = re.compile(r"\d\.\d+")
LONG = 60  #: letters that a map says of itself at least
NAMED = 5  #: hidden tokens that a mask names


def _open(reader: Reader) -> str:
    """Another shipped checkpoint, from the checkpoint's own menu, and back to the first."""
    for wanted in ("classic", "everyday"):
        reader.choose(reader.find("button menu", reader.word("Checkpoint")), wanted)
        reader.until(partial(_is_open, reader, wanted), f"the checkpoint {wanted}")
    return _checkpoint(reader)


def _is_open(reader: Reader, wanted: str) -> bool:
    return wanted in _checkpoint(reader)


def _checkpoint(reader: Reader) -> str:
    return reader.find("button menu", reader.word("Checkpoint")).name


def _translate(reader: Reader) -> str:
    reader.find("text", reader.word("Source sentence")).write(SENTENCE)
    reader.press("push button", reader.word("Translate"))
    return reader.until(lambda: reader.said("", f"{SENTENCE} → "), "the translation")


def _menus_of_buttons(reader: Reader) -> str:
    """A sentence translated before, and the device: an answer comes while the menu is open."""
    reader.choose(reader.find("button menu", reader.word("Earlier sentences")), SENTENCE)
    said = reader.until(lambda: reader.said("", f"{SENTENCE} → "), "the translation")
    reader.choose(reader.find("button menu", reader.word("Device: %1")), "CPU")
    return f"{said}; {reader.find('button menu', reader.word('Device: %1')).name}"


def _step(reader: Reader) -> str:
    """Each press of a button is answered by the sentence of the row, without being asked for."""
    reader.press("push button", reader.word("First step"))
    reader.silence()
    reader.press("push button", reader.word("Next step"))
    return reader.announced(part="2 / ")


def _strongest(reader: Reader) -> str:
    """Of every row, from the table of the map: what is heard is what another process computed."""
    reader.press("push button", reader.word("Last step"))  # rows that are still to come have no numbers
    run, place = reader.arrays(SENTENCE), _place(reader)
    reader.menu("View", "Tables and plots", "Show as table…")
    table = reader.find("table", "")
    weights, rows = run["cross_attention"][place], []
    for row in range(len(weights)):
        heard = [_spoken(_cell(table, row, column).name) for column in range(weights.shape[1])]
        if not np.allclose(heard, weights[row], atol=1e-5):
            raise Missed(f"row {row} is told as {heard}")
        rows.append(str(run["source_tokens"][int(np.argmax(heard))]))
    reader.press("push button", reader.word("Close"))
    return " ".join(rows)


def _cell(table: Thing, row: int, column: int) -> Thing:
    owner, path = table.ask("Table", "GetAccessibleAt", "ii", row, column)[0]
    return Thing(table.bus, owner, path)


def _spoken(name: str) -> float:
    return float(NUMBER.findall(name)[-1])


def _rows(reader: Reader) -> str:
    """The same by stepping alone: each row's sentence names the word and its weight."""
    run, place = reader.arrays(SENTENCE), _place(reader)
    weights = run["cross_attention"][place]
    slider = reader.find("slider", reader.word("Step"))
    heard = ""
    for row, of_row in enumerate(weights):
        slider.set_value(row)
        key = int(np.argmax(of_row))
        word = str(run["source_tokens"][key]).replace("▁", "").replace("Ġ", "")
        parts = (f"{row + 1} / {len(weights)}", f"{word}” {of_row[key]:.2f}")
        heard = reader.until(partial(reader.said, "label", *parts), str(parts), 10)
    return heard


def _place(reader: Reader) -> tuple[int, int]:
    """Layer and head of the map on screen, from what the map says of itself."""
    told = _picture(reader)
    layer, head = (int(number) for number in re.findall(r"·\D*(\d+)", told)[:2])
    return layer - 1, head - 1


def _picture(reader: Reader) -> str:
    """What the picture on screen says of itself."""

    def told() -> str:
        names = (each.name for each in reader.everything() if each.role == "graphic")
        return next((name for name in names if len(name) > LONG and not name.startswith(strips)), "")

    strips = reader.word("source"), reader.word("target")
    return reader.until(told, "a picture with words")


def _switch(reader: Reader) -> str:
    """Kind, layer and head, each by its own button; the picture says what it is then."""
    for kind in ("Encoder", "Decoder", "Cross"):
        reader.press("check box", reader.word(kind), _kinds(reader))
        reader.until(partial(_shows, reader, reader.word(f"{kind} attention")[:6]), f"the kind {kind}")
    first = reader.phrase("%1, layer %2", "", "1")
    boxes = (each for each in reader.look("check box", reader.word("Cross")) if each.name.endswith(first))
    next(boxes).act("Press", "Toggle")
    reader.until(lambda: _place(reader)[0] == 0, "layer 1")
    buttons = list(reader.look("push button", reader.word("Head %1 of %2")))
    buttons[1].act("Press")
    reader.until(lambda: _place(reader) == (0, 1), "head 2")
    return _picture(reader)[:60]


def _shows(reader: Reader, part: str) -> bool:
    return part in _picture(reader)


def _kinds(reader: Reader) -> Thing:
    return reader.find("filler", reader.word("Kind of attention"))


def _masks(reader: Reader) -> str:
    """The look-ahead mask of the row on screen: how many tokens it hides, and which."""
    run = reader.arrays(SENTENCE)
    reader.press("page tab", reader.word("Masks"))
    reader.press("check box", reader.word("Decoder"), _kinds(reader))
    slider = reader.find("slider", reader.word("Step"))
    count, said = len(run["consumed_tokens"]), ""
    for row in (1, count - 1 - NAMED):  # of many, the first ones are named and the others counted
        slider.set_value(row)
        later = [str(token).lstrip("▁·") for token in run["consumed_tokens"][row + 1 :]]
        said = reader.until(partial(_told_of, reader, later), f"that {later} are hidden", 10)
    return said[:150]


def _told_of(reader: Reader, later: list[str]) -> str:
    """The sentence of the picture that counts the hidden tokens and names them, in the order of the target."""
    for sentence in re.split(r"(?<=\.) ", _picture(reader)):
        places = [sentence.find(f"“{token}”") for token in later[:NAMED]]
        if str(len(later)) in sentence and -1 not in places and places == sorted(places):
            return sentence
    return ""


def _mask_off(reader: Reader) -> str:
    """From the menu of changes; the change is in the list, and the run says so."""
    reader.menu("View", "Panes", "What if")
    reader.choose(reader.find("button menu", reader.word("Add")), reader.word("Look-ahead mask off"))
    return reader.until(lambda: reader.said("check box", reader.word("look-ahead mask off")), "the change")


def _file_dialog(reader: Reader) -> tuple[Thing, Thing] | None:
    """Qt's own, and its button that saves."""
    for dialog in reader.look("dialog", ""):
        for button in reader.look("push button", "", dialog):
            if button.name.replace("&", "").startswith(("Save", "저장")):
                return dialog, button
    return None


def _export(reader: Reader) -> str:
    """A picture, by the dialog, into a file."""
    place = reader.home / "picture.png"
    reader.menu("File", "Export…")
    dialog = reader.find("dialog", reader.word("Export"))
    reader.press("push button", reader.word("Export…"), dialog)
    asking, save = reader.until(partial(_file_dialog, reader), "the dialog for a file")
    reader.find("text", "", asking).write(str(place))
    save.act("Press")
    reader.until(place.exists, "the file")
    return place.name


TASKS: dict[str, Callable[[Reader], str]] = {
    "open a checkpoint": _open,
    "translate": _translate,
    "history and device": _menus_of_buttons,
    "step": _step,
    "strongest weight, table": _strongest,
    "strongest weight, row by row": _rows,
    "switch kind, layer, head": _switch,
    "read the masks": _masks,
    "switch a mask off": _mask_off,
    "export": _export,
}
