"""What survives the program: what a person prefers, and what was opened and translated. Values only.

Where they are stored is :mod:`viz_app.platform.settings_store`; :mod:`viz_app.state.state` hands them on under its
own name.
"""

from __future__ import annotations

from typing import Literal

from model.common.lazy_dataclass import dataclass

Scale = Literal["linear", "sqrt"]
Theme = Literal["system", "light", "dark"]
Language = Literal["system", "en", "ko", "ko+en"]
AlignedBy = Literal["focus", "effect"]
HeadOrder = Literal["model", "entropy", "focus", "distance", "diagonal", "previous", "similar"]


@dataclass(frozen=True)
class Settings:
    """What a person prefers; survives the program."""

    scale: Scale = "linear"
    per_map_scale: bool = False  #: each map's own maximum instead of 1
    values: bool = True  #: numbers in cells where they fit
    dots: bool = True  #: a dot on each row's maximum
    theme: Theme = "system"
    captions: bool = True  #: the honest-words line in exports
    play_milliseconds: int = 700
    text_size: int = 0  #: points added to the system's text size
    language: Language = "system"  #: of the interface, from the next start on
    link_threshold: int = 5  #: hundredths of weight; a weaker link is not drawn
    link_count: int = 0  #: links of each row, the strongest; 0 = all
    computation: bool = False  #: in the inspector: how the selected number is computed
    effects: bool = False  #: there: what happens without each word
    effects_by_size: bool = False  #: there: the largest change first
    early_guesses: bool = False  #: there: what each decoder layer would say
    head_facts: bool = False  #: there: what the selected head does
    best_heads: bool = False  #: there: which head aligns best
    aligned_by: AlignedBy = "focus"  #: by what measure
    head_order: HeadOrder = "model"  #: in all layers: heads beside each other, by a fact of theirs
    row_totals: bool = False  #: one head: the sum of each row's weights, right of it
    squares: bool = False  #: each cell is a square whose area is the weight
    masks_as_in_code: bool = False  #: masks: with the names and values of the user's own code
    map_shown: bool = True  #: the map of the model, left
    inspector_shown: bool = True  #: the inspector, right
    notes_shown: bool = False  #: the notes, below it
    keys_off: tuple[str, ...] = ()  #: names of commands whose keys do nothing
    remember_files: bool = True
    remember_sentences: bool = True
    keep_unsaved: bool = True  #: of what is not saved a copy, for the case that the program is ended


@dataclass(frozen=True)
class Memory:
    """What was opened and translated in this program, the newest first; survives it."""

    files: tuple[str, ...] = ()  #: full paths of checkpoints and traces
    sentences: tuple[str, ...] = ()
    export: tuple[str, ...] = ()  #: what was taken away last and how, see :mod:`viz_app.state.export_choices`
