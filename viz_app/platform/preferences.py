"""Preferences that survive the program, one row for each setting; and what was opened and translated.

The settings dialog, the undo menu, the palette, the settings file, session files and the options of ``export`` are made
from the rows: see :mod:`viz_app.platform.settings_table`. Values and English texts only, without Qt.
"""

from __future__ import annotations

from dataclasses import field
from typing import Literal, NamedTuple, TypeVar

from model.common.languages import LANGUAGES
from model.common.lazy_dataclass import dataclass
from model.common.text import Text

PanePlace = Literal["left", "right", "window"]
Scale = Literal["linear", "sqrt"]
Theme = Literal["system", "light", "dark"]
AlignedBy = Literal["held_out", "focus", "effect"]
Answer = Literal[
    "",
    "prediction",
    "projections",
    "masking",
    "first_input",
    "feed_forward",
    "logits",
    "norm_order",
    "training",
    "parameters",
    "cost",
]
GlossChoice = Literal["auto", "on", "off"]
HeadOrder = Literal["model", "entropy", "focus", "distance", "diagonal", "previous", "similar"]
Value = TypeVar("Value")
#: Pages of the settings dialog, in its order.
PICTURE, INSPECTOR = Text("Picture"), Text("Inspector")
WINDOW, MEMORY = Text("Window"), Text("Memory")


class Range(NamedTuple):
    """What a number may be, and its unit."""

    least: int
    most: int
    unit: str = ""
    places: int = 0  #: decimals: with 2, 5 is shown as 0.05


@dataclass(frozen=True)
class CommandOption:
    """A setting as an option of ``export``."""

    group: str = ""  #: of options that stand together in ``--help``; without one there is no option
    help: str = ""
    flag: str = ""  #: where it is not the setting's name, with ``no`` before it for what is on by default


NO_OPTION = CommandOption()


def setting(
    default: Value,
    page: str,
    label: str,
    sentence: str,
    values: Range | tuple[tuple[Value, str], ...] = (),
    session: int = 0,
    option: CommandOption = NO_OPTION,
) -> Value:
    """A row: how it is called and what it does, in plain words, and what it may be where it is no switch.

    ``values`` are choices with their words, or a range. ``session`` is its place among the settings in a session file,
    which holds those that belong to the picture; 0 for what is the person's who opens it.
    """
    row = {
        "page": page, "label": label, "sentence": sentence, "values": values, "session": session, "option": option,
    }  # fmt: skip
    return field(default=default, metadata=row)


PLACES: tuple[tuple[PanePlace, str], ...] = (
    ("left", Text("left of the views")),
    ("right", Text("right of the views")),
    ("window", Text("in a window of its own")),
)


@dataclass(frozen=True)
class Settings:
    """What a person prefers; survives the program. In the order of the dialog."""

    scale: Scale = setting(
        "linear", PICTURE, Text("Scale of colours"),
        Text("Linear: a colour twice as far along is twice the weight. √: colour follows "
                     "the square root, so that a weight of 0.04 is seen as 0.2."),
        (
            ("linear", Text("linear scale")),
            ("sqrt", Text("√ scale")),
        ),
        session=1, option=CommandOption("colours", Text("of the colours (linear)")),
    )  # fmt: skip
    per_map_scale: bool = setting(
        False, PICTURE, Text("Each map’s own maximum as full colour"),
        Text("Faint maps become readable, but colours of two maps cannot be compared then."),
        session=2, option=CommandOption("cells", Text("each map's own maximum as full colour"), "--per-map"),
    )  # fmt: skip
    values: bool = setting(
        True, PICTURE, Text("Numbers in cells"),
        Text("The weight is printed where a cell has room for it."),
        session=3, option=CommandOption("cells", Text("no numbers in cells")),
    )  # fmt: skip
    dots: bool = setting(
        True, PICTURE, Text("A dot on each row’s maximum"),
        Text("The largest weight of a row is found without telling colours apart."),
        session=4, option=CommandOption("cells", Text("no dot on each row's maximum")),
    )  # fmt: skip
    row_totals: bool = setting(
        False, PICTURE, Text("Row totals in One head"),
        Text("The sum of each row’s weights, right of it: 1 after softmax."),
        session=6, option=CommandOption("cells", Text("the sum of each row, in one_head")),
    )  # fmt: skip
    squares: bool = setting(
        False, PICTURE, Text("Square size = weight"),
        Text("Each cell is a square whose area is the weight, so that colour is not needed."),
        session=5, option=CommandOption("cells", Text("squares whose area is the weight")),
    )  # fmt: skip
    glosses: GlossChoice = setting(
        "auto", PICTURE, Text("Glosses"),
        Text("What each word means, under the tokens and beside the labels of maps, in the language of the interface."),
        (
            ("auto", Text("glosses where the interface is Korean")),
            ("on", Text("glosses shown")),
            ("off", Text("no glosses")),
        ),
        session=25, option=CommandOption("cells", Text("what words mean, after the labels of maps (auto)")),
    )  # fmt: skip
    masks_as_in_code: bool = setting(
        False, PICTURE, Text("Masks as in your code"),
        Text("With the names and values of your code: in some True means blocked."),
        session=7, option=CommandOption("cells", Text("masks with the names and values of your code")),
    )  # fmt: skip
    head_order: HeadOrder = setting(
        "model", PICTURE, Text("Order of heads in All layers"),
        Text("In the model’s own order, or by a statistic of each head: on this sentence, or over a table’s file."),
        (
            ("model", Text("heads in the model’s order")),
            ("entropy", Text("heads by entropy")),
            ("focus", Text("heads by focus")),
            ("distance", Text("heads by mean distance")),
            ("diagonal", Text("heads by likeness to the diagonal")),
            ("previous", Text("heads by weight on the previous token")),
            ("similar", Text("heads by likeness to the selected one")),
        ),
        session=11, option=CommandOption("all_layers", Text("order of heads in all_layers (model)"), "--heads-by"),
    )  # fmt: skip
    link_threshold: int = setting(
        5, PICTURE, Text("Links: weakest weight drawn"),
        Text("In Links, a weight below this has no line."),
        Range(0, 100, places=2),
        session=9, option=CommandOption("links", Text("smallest weight drawn, in hundredths (5)"), "--weakest-line"),
    )  # fmt: skip
    link_count: int = setting(
        0, PICTURE, Text("Links: strongest of each row"),
        Text("In Links, at most this many lines leave each row; 0 draws all of them."),
        Range(0, 20),
        session=10, option=CommandOption("links", Text("links of each row, the strongest (all)"), "--lines"),
    )  # fmt: skip
    compare_common: bool = setting(
        False, PICTURE, Text("Compare only layers and heads that both have"),
        Text("In Compare, where two networks have other numbers of layers or heads: the others are left out."),
        session=24,
    )  # fmt: skip
    captions: bool = setting(
        True, PICTURE, Text("Caption in exported pictures"),
        Text("Below every exported picture: attention weights are no measure of influence."),
        session=8,
    )  # fmt: skip
    computation: bool = setting(
        False, INSPECTOR, Text("How the selected number is computed"),
        Text("Opens over the views: the way from query and key to the weight and on, step by step "
             "(Attention Is All You Need, 3.2.1)."),
        session=13,
    )  # fmt: skip
    effects: bool = setting(
        False, INSPECTOR, Text("What happens without each word"),
        Text("Opens over the views: the change in log-probability when a token is replaced."),
        session=14,
    )  # fmt: skip
    effects_by_size: bool = setting(
        False, INSPECTOR, Text("Largest change first"),
        Text("In that answer source tokens are sorted by their effect, not by their place in the sentence."),
        session=15,
    )  # fmt: skip
    early_guesses: bool = setting(
        False, INSPECTOR, Text("What each layer would say"),
        Text("Opens over the views: the vocabulary head applied to every decoder layer."),
        session=16,
    )  # fmt: skip
    head_facts: bool = setting(
        False, INSPECTOR, Text("What the selected head does"),
        Text("Opens over the views: entropy, focus, distance and more, on this sentence and over a table’s file."),
        session=17,
    )  # fmt: skip
    best_heads: bool = setting(
        False, INSPECTOR, Text("Which head aligns best"),
        Text("Opens over the views: the heads of cross attention ranked, with the measure and what it stands on."),
        session=18,
    )  # fmt: skip
    aligned_by: AlignedBy = setting(
        "held_out", INSPECTOR, Text("Heads align best by"),
        Text("Word links of other sentences, how clearly a head points both ways, or agreement with effects."),
        (
            ("held_out", Text("held-out sentences")),
            ("focus", Text("two-way focus")),
            ("effect", Text("agreement with effects")),
        ),
        session=12,
    )  # fmt: skip
    answer: Answer = setting(
        "", INSPECTOR, Text("Another question answered"),
        Text("Its answer lies over the views, like those above: one at a time."),
        (
            ("", Text("none")),
            ("prediction", Text("why this word")),
            ("projections", Text("where q, k and v come from")),
            ("masking", Text("why −∞")),
            ("first_input", Text("the decoder’s first input")),
            ("feed_forward", Text("what the feed-forward computes")),
            ("logits", Text("the logits of the candidates")),
            ("norm_order", Text("norm before or after")),
            ("training", Text("what is different in training")),
            ("parameters", Text("parameters of each block")),
            ("cost", Text("what length costs")),
        ),
        session=22,
    )  # fmt: skip
    theme: Theme = setting(
        "system", WINDOW, Text("Theme"),
        Text("Of the window; exported pictures stay light, as paper is."),
        (
            ("system", Text("colours as the system")),
            ("light", Text("light")), ("dark", Text("dark")),
        ),
    )  # fmt: skip
    text_size: int = setting(
        0, WINDOW, Text("Size of text"),
        Text("Points added to the system’s size, which grows on a large screen; for a projector, 4 or more."),
        Range(-3, 14, Text("pt")),
    )  # fmt: skip
    language: str = setting(
        "system", WINDOW, Text("Language"),
        Text("Of the interface; a change takes effect at once."),
        (("system", Text("as the system")), *LANGUAGES.items()),
    )  # fmt: skip
    map_shown: bool = setting(
        True, WINDOW, Text("Map of the model"),
        Text("Left: Figure 1 of the paper; each attention block is a button."),
        session=19,
    )  # fmt: skip
    map_place: PanePlace = setting(
        "left", WINDOW, Text("Place of the map"),
        Text("Left or right of the views, or in a window of its own, on another screen too."),
        PLACES,
    )  # fmt: skip
    inspector_shown: bool = setting(
        True, WINDOW, Text("Inspector"),
        Text("Right: the selected number, the candidates, and the questions that can be asked."),
        session=20,
    )  # fmt: skip
    inspector_place: PanePlace = setting(
        "right", WINDOW, Text("Place of the inspector"),
        Text("Left or right of the views, or in a window of its own, on another screen too."),
        PLACES,
    )  # fmt: skip
    notes_shown: bool = setting(
        False, WINDOW, Text("Notes"),
        Text("Right, below: what you write about runs and places; saved in session files."),
        session=21,
    )  # fmt: skip
    notes_place: PanePlace = setting(
        "right", WINDOW, Text("Place of the notes"),
        Text("Left or right of the views, or in a window of its own, on another screen too."),
        PLACES,
    )  # fmt: skip
    what_if_shown: bool = setting(
        False, WINDOW, Text("What if"),
        Text("Right, under the inspector: what is changed in the network, and what that does."),
        session=23,
    )  # fmt: skip
    what_if_place: PanePlace = setting(
        "right", WINDOW, Text("Place of What if"),
        Text("Left or right of the views, or in a window of its own, on another screen too."),
        PLACES,
    )  # fmt: skip
    play_milliseconds: int = setting(
        700, WINDOW, Text("Playing: time per step"),
        Text("How long each step stays while the run is played."),
        Range(100, 5_000, Text("ms")),
        option=CommandOption("animation", Text("a step of an animation is shown (700)"), "--milliseconds"),
    )  # fmt: skip
    remember_files: bool = setting(
        True, MEMORY, Text("Remember what was opened"),
        Text("The last ten checkpoints and traces, by path. Switching it off forgets them."),
    )  # fmt: skip
    remember_sentences: bool = setting(
        True, MEMORY, Text("Remember sentences"),
        Text("The last fifty that were translated, in the settings file on this computer "
                     "and nowhere else. Switching it off forgets them."),
    )  # fmt: skip
    begin_there: bool = setting(
        True, MEMORY, Text("Begin where you left off"),
        Text("With the last sentence, checkpoint, view and step, or with the example if they are gone. "
                     "Kept in the settings file on this computer, and only with remembered sentences. "
                     "Switching it off forgets them."),
    )  # fmt: skip
    keep_unsaved: bool = setting(
        True, MEMORY, Text("Keep a copy of unsaved work"),
        Text("Notes and sessions that are not saved survive a crash: every 30 seconds a "
                     "copy is written on this computer, and deleted on leaving. Without remembered sentences none "
                     "is written."),
    )  # fmt: skip
    keys_off: tuple[str, ...] = ()  #: names of commands whose keys do nothing; a page of its own


@dataclass(frozen=True)
class Memory:
    """What was opened and translated in this program, the newest first; survives it."""

    files: tuple[str, ...] = ()  #: full paths of checkpoints and traces
    sentences: tuple[str, ...] = ()
    export: tuple[str, ...] = ()  #: what was taken away last and how, see :mod:`viz_app.state.export_choices`
    place: tuple[str, ...] = ()  #: where the program ended, see :class:`viz_app.state.start.LastPlace`
    lessons: tuple[str, ...] = ()  #: names of those that were gone through
