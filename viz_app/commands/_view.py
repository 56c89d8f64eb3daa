"""View: what is shown and how it looks."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from model.record.trace import Kind
from viz_app.commands.command import (
    Command,
    Desk,
    Menu,
    Section,
    asking,
    has_head,
    has_layer,
    has_map,
    has_trace,
    is_zoomed,
    layer_above,
    layer_below,
)
from viz_app.pictures.embeddings_layers.texts import TOPICS, topic_name
from viz_app.platform.preferences import Language, Theme
from viz_app.state.intents import ChangeSettings, Select, SetView, ShowPart, Topic, ZoomBy
from viz_app.state.state import Snapshot

translate = QCoreApplication.translate
SMALLEST_TEXT, LARGEST_TEXT = -2, 12  #: points beside the system's size
CLOSER = 1.5  #: how much larger a map's cells become


def menu(views: tuple[tuple[str, str], ...]) -> Menu:
    """``views`` are (name, title) in the order of the tabs."""
    sections = (
        _views(views), _topics(), _kinds(), _heads(), _zoom(), _looks(), _themes(), _text_sizes(), _languages(),
        _panes(), _diagnosis(),
    )  # fmt: skip
    return Menu("view", translate("Commands", "&View"), sections)


def _views(views: tuple[tuple[str, str], ...]) -> Section:
    return tuple(_view(name, title, f"Ctrl+{number}") for number, (name, title) in enumerate(views, start=1))


def _view(name: str, title: str, key: str) -> Command:
    show = asking(lambda _: SetView(name))
    return Command(f"view.{name}", title, show, (key,), checked=lambda now: now.view == name, one_of="view")


def _topics() -> Section:
    """The pages of *Embeddings & layers*."""
    return tuple(_topic(topic) for topic in TOPICS)


def _topic(topic: Topic) -> Command:
    def show(desk: Desk, _: Snapshot) -> None:
        desk.request(SetView("embeddings_layers"))
        desk.request(Select(topic=topic))

    def on(now: Snapshot) -> bool:
        return now.view == "embeddings_layers" and now.selection.topic == topic

    return Command(f"topic.{topic}", topic_name(topic), show, enabled=has_trace, checked=on)


def _kinds() -> Section:
    return (
        _kind("encoder", translate("Commands", "Encoder attention"), "1"),
        _kind("decoder", translate("Commands", "Decoder attention"), "2"),
        _kind("cross", translate("Commands", "Cross attention"), "3"),
    )


def _kind(kind: Kind, text: str, key: str) -> Command:
    return Command(
        f"kind.{kind}",
        text,
        asking(lambda _: Select(kind=kind)),
        (key,),
        lambda now: now.trace is not None and now.trace.attention(kind) is not None,
        checked=lambda now: now.selection.kind == kind,
        one_of="kind",
    )


def _heads() -> Section:
    above, below = translate("Commands", "Layer above"), translate("Commands", "Layer below")
    before, after = translate("Commands", "Previous head"), translate("Commands", "Next head")
    return (
        Command(
            "layer.above", above, asking(lambda now: Select(layer=layer_above(now))), ("Up",),
            lambda now: has_layer(now, layer_above(now)),
        ),
        Command(
            "layer.below", below, asking(lambda now: Select(layer=layer_below(now))), ("Down",),
            lambda now: has_layer(now, layer_below(now)),
        ),
        Command(
            "head.previous", before, asking(lambda now: Select(head=now.selection.head - 1)), ("[", "Alt+Up"),
            lambda now: has_head(now, now.selection.head - 1),
        ),
        Command(
            "head.next", after, asking(lambda now: Select(head=now.selection.head + 1)), ("]", "Alt+Down"),
            lambda now: has_head(now, now.selection.head + 1),
        ),
    )  # fmt: skip


def _zoom() -> Section:
    """The map, not the text: without Ctrl. Numbers on the keypad count too."""
    closer, wider = translate("Commands", "Zoom into the map"), translate("Commands", "Zoom out of the map")
    whole, table = translate("Commands", "Show the whole map"), translate("Commands", "Show as table…")
    return (
        Command("zoom.in", closer, asking(lambda _: ZoomBy(CLOSER)), ("+", "="), has_map),
        Command("zoom.out", wider, asking(lambda _: ZoomBy(1 / CLOSER)), ("-",), is_zoomed),
        Command("zoom.fit", whole, asking(lambda _: ShowPart(None)), ("0",), is_zoomed),
        Command("view.table", table, lambda desk, _: desk.show_table(), ("Shift+T",), has_trace, more=True),
    )


def _looks() -> Section:
    return (
        Command(
            "look.sqrt",
            translate("Commands", "√ scale: small weights become visible"),
            asking(lambda now: ChangeSettings({"scale": "linear" if now.settings.scale == "sqrt" else "sqrt"})),
            ("R",),
            checked=lambda now: now.settings.scale == "sqrt",
            more=True,
        ),
        _switch("look.per_map", translate("Commands", "Each map’s own maximum as full colour"), "per_map_scale", "M"),
        _switch("look.values", translate("Commands", "Numbers in cells"), "values", "N"),
        _switch("look.dots", translate("Commands", "A dot on each row’s maximum"), "dots", "D"),
        _switch("look.squares", translate("Commands", "Squares: their area is the weight"), "squares", "Q"),
        _switch("look.row_totals", translate("Commands", "Row totals beside one head"), "row_totals", "T"),
        _switch("look.masks_in_code", translate("Commands", "Masks as in your code"), "masks_as_in_code", ""),
        _computation(),
        _switch("look.captions", translate("Commands", "Caption in exported pictures"), "captions", ""),
    )


def _switch(name: str, text: str, setting: str, key: str) -> Command:
    turn = asking(lambda now: ChangeSettings({setting: not getattr(now.settings, setting)}))
    keys = (key,) if key else ()
    return Command(name, text, turn, keys, checked=lambda now: bool(getattr(now.settings, setting)), more=True)


def _computation() -> Command:
    """It stands in the inspector, which opens for it."""

    def turned(now: Snapshot) -> ChangeSettings:
        on = not (now.settings.computation and now.settings.inspector_shown)
        return ChangeSettings({"computation": on, "inspector_shown": True})

    return Command(
        "look.computation", translate("Commands", "How the selected number is computed"), asking(turned), ("H",),
        checked=lambda now: now.settings.computation, more=True, of_cell=True,
    )  # fmt: skip


def _themes() -> Section:
    return (
        _theme("system", translate("Commands", "Light or dark as the system")),
        _theme("light", translate("Commands", "Light")),
        _theme("dark", translate("Commands", "Dark")),
    )


def _theme(theme: Theme, text: str) -> Command:
    return Command(
        f"theme.{theme}",
        text,
        asking(lambda _: ChangeSettings({"theme": theme})),
        checked=lambda now: now.settings.theme == theme,
        more=True,
        one_of="theme",
    )


def _text_sizes() -> Section:
    normal = translate("Commands", "Normal text size")
    reset = asking(lambda _: ChangeSettings({"text_size": 0}))
    return (
        _text_size("text.larger", translate("Commands", "Larger text"), 1, ("Ctrl++", "Ctrl+=")),
        _text_size("text.smaller", translate("Commands", "Smaller text"), -1, ("Ctrl+-",)),
        Command("text.normal", normal, reset, ("Ctrl+0",), lambda now: now.settings.text_size != 0),
    )


def _text_size(name: str, text: str, by: int, keys: tuple[str, ...]) -> Command:
    return Command(
        name,
        text,
        asking(lambda now: ChangeSettings({"text_size": now.settings.text_size + by})),
        keys,
        lambda now: SMALLEST_TEXT <= now.settings.text_size + by <= LARGEST_TEXT,
    )


def _languages() -> Section:
    """Each in its own words, for those who cannot read the others. A choice counts from the next start."""
    return (
        _language("system", translate("Commands", "Language as the system")),
        _language("en", "English"),
        _language("ko", "한국어"),
        _language("ko+en", "한국어 + English terms"),
    )


def _language(language: Language, text: str) -> Command:
    return Command(
        f"language.{language}",
        text,
        asking(lambda _: ChangeSettings({"language": language})),
        checked=lambda now: now.settings.language == language,
        one_of="language",
    )


def _panes() -> Section:
    after, before = translate("Commands", "Next pane"), translate("Commands", "Previous pane")
    return (
        _switch("pane.map", translate("Commands", "Map of the model"), "map_shown", "Ctrl+Shift+M"),
        _switch("pane.inspector", translate("Commands", "Inspector"), "inspector_shown", "Ctrl+Shift+I"),
        _switch("pane.notes", translate("Commands", "Notes"), "notes_shown", "Ctrl+Shift+N"),
        Command("pane.next", after, lambda desk, _: desk.next_pane(), ("F6",)),
        Command("pane.previous", before, lambda desk, _: desk.previous_pane(), ("Shift+F6",)),
        Command("pane.reset", translate("Commands", "Reset the layout"), _reset_layout),
    )


def _reset_layout(desk: Desk, _: Snapshot) -> None:
    """Every pane, each as wide as on the first day."""
    desk.request(ChangeSettings({"map_shown": True, "inspector_shown": True}))
    desk.reset_layout()


def _diagnosis() -> Section:
    text = translate("Commands", "Diagnose the masks…")
    return (Command("view.diagnose", text, lambda desk, _: desk.diagnose(), ("Ctrl+D",), has_trace, more=True),)
