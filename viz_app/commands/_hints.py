"""One sentence per command that teaches: menus, tabs and the palette show it. Formula and source where there is one."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from viz_app.pictures.embeddings_layers.texts import TOPICS, teaching

translate = QCoreApplication.translate


def hints() -> dict[str, str]:
    """By the command's name."""
    topics = {f"topic.{topic}": teaching(topic) for topic in TOPICS}
    return {
        **_file(),
        **_sessions(),
        **_copies(),
        **_edit(),
        **_views(),
        **topics,
        **_places(),
        **_looks(),
        **_window(),
        **_steps_and_help(),
    }


def _file() -> dict[str, str]:
    return {
        "file.open": translate(
            "Hints",
            "A checkpoint of your own, with its vocabularies if they lie apart, a trace or a session; dropping "
            "it on the window does the same.",
        ),
        "file.open_folder": translate(
            "Hints",
            "A folder of Hugging Face (Marian, BART, M2M100, T5) or one that Headscope wrote.",
        ),
        "file.forget": translate("Hints", "Empties this list; the files themselves stay."),
        "file.inspect": translate(
            "Hints",
            "Says what a file is, what is in it and whether it opens, and runs nothing from it.",
        ),
        "file.export": translate(
            "Hints",
            "What is on screen as a picture, a table, a page or a handout; the picture is the same drawing, light and "
            "with its caption.",
        ),
        "file.handout": translate(
            "Hints",
            "A PDF of the whole decoding to print or project: sentence and tokens, masks, a page for each step.",
        ),
        "file.page": translate(
            "Hints",
            "One .html file that any browser opens without a network: steps, layers, heads and their numbers.",
        ),
        "file.save_trace": translate(
            "Hints",
            "The complete run as .npz: numpy.load(path) gives every weight, mask and candidate.",
        ),
        "file.save_checkpoint": translate(
            "Hints",
            "Weights as safetensors with config and vocabularies in one folder, to be opened anywhere.",
        ),
        "file.answers": translate(
            "Hints",
            "What a file does not say (number of heads, norm, languages) was assumed: look at it and correct it.",
        ),
        "file.about": translate("Hints", "Shapes, vocabularies and provenance of the open checkpoint."),
        "file.quit": translate("Hints", "Closes the window; layout and settings are kept for the next time."),
    }


def _sessions() -> dict[str, str]:
    return {
        "file.save_session": translate(
            "Hints",
            "Runs, place, reading, notes and layout in one .headscope file: it opens without the model, as a replay.",
        ),
        "file.save_session_as": translate("Hints", "The session in another file; the first one stays as it is."),
        "file.locate": translate(
            "Hints",
            "A run that was recorded with another checkpoint can be looked at; to change it, that one must be open.",
        ),
        "edit.note": translate(
            "Hints",
            "A note tied to what is selected (kind, layer, head, step, cell), with a button that comes back here.",
        ),
        "pane.notes": translate(
            "Hints", "What you write about the run and its places; it is saved with the session (Ctrl+S)."
        ),
    }


def _copies() -> dict[str, str]:
    return {
        "edit.copy_picture": translate(
            "Hints",
            "As pixels and as lines (PNG, SVG, PDF), with its numbers as a table: each program takes what it can.",
        ),
        "edit.copy_citation": translate(
            "Hints", "A sentence and BibTeX for a paper: the program with its version, the checkpoint with its hash."
        ),
        "edit.copy_number": translate(
            "Hints", "The selected cell’s number with every digit that the run holds; right click a cell to find this."
        ),
        "edit.copy_image": translate(
            "Hints", "Without its numbers, for programs that would paste the table in place of the picture."
        ),
        "edit.copy_numbers": translate(
            "Hints", "What the picture shows as a table, ready to be pasted into a spreadsheet."
        ),
        "edit.copy_translation": translate("Hints", "The target sentence as plain text."),
    }


def _edit() -> dict[str, str]:
    return {
        "edit.undo": translate(
            "Hints",
            "Takes back the last change of the run or of how it is shown; where you look stays.",
        ),
        "edit.redo": translate("Hints", "Makes the change again that was taken back."),
        "edit.sentence": translate("Hints", "Puts the cursor into the source sentence; Enter translates it."),
        "edit.translate": translate(
            "Hints",
            "Encodes the source once, then writes the target token by token, each time the most probable one (greedy).",
        ),
        "edit.earlier": translate("Hints", "Brings back what was translated before this one; Enter runs it."),
        "edit.later": translate("Hints", "Towards the newest sentence, and back to what you were typing."),
        "edit.forget": translate("Hints", "Empties the list of sentences; it was kept on this computer only."),
        "edit.begin": translate(
            "Hints",
            "The first tokens of the target are yours, the rest the model’s: log p of what follows changes with them.",
        ),
        "edit.given": translate(
            "Hints",
            "Teacher forcing: all positions of a given target in one pass, as in training; loss = −log p(given token).",
        ),
        "edit.shorter": translate(
            "Hints", "A second, shorter sentence makes a batch: it is filled with <pad>, and its mask hides them."
        ),
        "edit.pad": translate(
            "Hints",
            "A batch fills short sentences with <pad>; the padding mask makes their scores −∞, or nearly, before "
            "softmax: weight 0.",
        ),
        "edit.unpad": translate(
            "Hints", "Runs the sentence again without <pad>; where the padding mask works, no other weight changes."
        ),
        "edit.leave": translate(
            "Hints",
            "Stops playing, then work, then closes the message, then clears the selected cell.",
        ),
    }


def _views() -> dict[str, str]:
    return {
        "view.one_head": translate(
            "Hints",
            "One map: row = query, column = key, cell = softmax(q·k / √d_k + mask); each row sums to "
            "1 (Attention Is All You Need, 3.2.1).",
        ),
        "view.one_layer": translate(
            "Hints",
            "All heads of a layer side by side: each has its own W_Q, W_K and W_V (multi-head attention, 3.2.2).",
        ),
        "view.all_layers": translate(
            "Hints",
            "Every head of every layer, sorted as you like, to find those that do something special on this sentence.",
        ),
        "view.links": translate(
            "Hints",
            "The same weights as lines from query to key token; the stronger the line, the larger the weight.",
        ),
        "view.masks": translate(
            "Hints",
            "Which cells may be attended to: padding mask, look-ahead mask, and both together in the decoder (3.2.3).",
        ),
        "view.embeddings_layers": translate(
            "Hints",
            "What a token becomes: embedding + positional encoding (3.4, 3.5), then x + sublayer(x) layer by layer.",
        ),
        "view.teacher_forcing": translate(
            "Hints",
            "The given and the predicted token of each position with −log p: the decoder’s input is the target shifted "
            "right by one (3.1).",
        ),
        "view.diagnose": translate(
            "Hints",
            "Compares the masks that were used with what the architecture asks for, and says what is wrong.",
        ),
    }


def _places() -> dict[str, str]:
    head = translate("Hints", "Another head of this layer: the same tokens, other projections W_Q, W_K and W_V.")
    return {
        "reading.each": translate("Hints", "One map per head, as the model computes them; nothing is averaged."),
        "reading.weight": translate("Hints", "softmax(q·k / √d_k + mask): how much of each value is mixed in (3.2.1)."),
        "reading.plain": translate("Hints", "Every head, every column, every token piece, as recorded."),
        "kind.encoder": translate("Hints", "Source tokens to source tokens, in both directions: [S,S] weights."),
        "kind.decoder": translate(
            "Hints",
            "Target tokens to earlier target tokens only; the look-ahead mask hides the future: [T,T] weights.",
        ),
        "kind.cross": translate(
            "Hints",
            "Target tokens to source tokens: queries from the decoder, keys and values from the "
            "encoder’s output (memory): [T,S] weights.",
        ),
        "layer.above": translate(
            "Hints",
            "The next layer that reads what this one wrote; in All layers, the one drawn above.",
        ),
        "layer.below": translate(
            "Hints",
            "The layer whose output this one reads; in All layers, the one drawn below.",
        ),
        "head.previous": head,
        "head.next": head,
        "zoom.in": translate(
            "Hints", "Larger cells, so that numbers have room; the wheel does the same, and a drag moves the map."
        ),
        "zoom.out": translate("Hints", "Smaller cells, so that more of the map is seen."),
        "zoom.fit": translate("Hints", "Every row and column of the map again."),
        "view.table": translate(
            "Hints", "Every number of the map with its tokens, for the keyboard, screen readers and spreadsheets."
        ),
    }


def _looks() -> dict[str, str]:
    return {
        "look.sqrt": translate(
            "Hints",
            "Colour follows √weight: 0.04 looks like 0.2. The colour bar says so; numbers stay as they are.",
        ),
        "look.per_map": translate(
            "Hints",
            "Full colour = largest weight of that map; colours of two maps cannot be compared then.",
        ),
        "look.squares": translate("Hints", "Area ∝ weight, so that colour is not needed to compare."),
        "look.masks_in_code": translate(
            "Hints", "Names and values of the masks in the code of this model’s family: in some True means blocked."
        ),
        "look.row_totals": translate(
            "Hints",
            "Σ of a row’s weights: 1 after softmax, other only where weights were set aside.",
        ),
        "look.values": translate("Hints", "Each weight with two decimals, where a cell has room for it."),
        "look.dots": translate(
            "Hints",
            "Marks the largest weight of each row without colour; it is no statement about influence.",
        ),
        "look.computation": translate(
            "Hints",
            "q·k → ÷ √d_k → + mask → softmax → weights · V → W_O, with the model’s own numbers (3.2.1 and 3.2.2).",
        ),
        "look.captions": translate(
            "Hints",
            "“Attention weights of one head on one sentence; not a measure of influence” below each export.",
        ),
        "theme.system": translate("Hints", "Light or dark as the rest of your desktop."),
        "theme.light": translate("Hints", "White paper: weight 0 is white, as in print."),
        "theme.dark": translate("Hints", "For dark rooms; exported pictures stay light."),
        "text.larger": translate("Hints", "All text of the window; for a projector press it a few times."),
        "text.smaller": translate("Hints", "All text of the window, so that more of the picture has room."),
        "text.normal": translate("Hints", "The size that your system uses."),
    }


def _window() -> dict[str, str]:
    again = translate("Hints", "Language of the interface; it changes when Headscope starts again.")
    return {
        "language.system": again,
        "language.en": again,
        "language.ko": again,
        "language.ko+en": again,
        "pane.map": translate(
            "Hints",
            "Figure 1 of the paper with this model’s layers; every attention block is a button.",
        ),
        "pane.inspector": translate(
            "Hints",
            "The selected number and its row, how it is computed, and the candidates of the step.",
        ),
        "pane.next": translate("Hints", "Gives the keyboard to the next visible pane."),
        "pane.previous": translate("Hints", "Gives the keyboard to the visible pane before."),
        "pane.reset": translate("Hints", "Every pane back, each as wide as on the first day."),
    }


def _steps_and_help() -> dict[str, str]:
    sentence = translate(
        "Hints", "Sentences of a batch run together, padded to the same length; each has its own maps."
    )
    return {
        "step.next": translate("Hints", "At step t the decoder has read tokens 0 … t and writes token t + 1."),
        "step.previous": translate(
            "Hints",
            "One step back; earlier rows of the decoder never change, since the future is hidden from them.",
        ),
        "step.first": translate("Hints", "The decoder has read the start token only."),
        "step.last": translate("Hints", "The decoder writes the end token here, unless a limit stopped it."),
        "step.next_sentence": sentence,
        "step.previous_sentence": sentence,
        "step.play": translate("Hints", "Shows one step after the other; the time per step is a setting."),
        "help.find": translate(
            "Hints",
            "Finds every command, layer, head, step, sentence and file by a few letters, also by names from code.",
        ),
        "edit.settings": translate("Hints", "Everything that can be set, in plain words; it applies at once."),
        "help.keys": translate("Hints", "Every key on one page; single ones can be switched off in the settings."),
        "help.cell": translate(
            "Hints",
            "A notebook cell that saves your own model with all that its weights do not say.",
        ),
        "help.about": translate("Hints", "Version, and what a weight does not tell."),
    }
