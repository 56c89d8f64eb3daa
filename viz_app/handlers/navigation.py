"""The selection, the visible view, playing, settings, the part of a map on screen, the pinned run. It runs nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal

from model.analysis.baseline import baseline_of
from model.record.trace import Trace
from model.transforms.places import Place, in_reading
from model.transforms.run_tree import run_tree
from viz_app.handlers.undo import Undoing
from viz_app.state.comparison import COMPARE, PinRun
from viz_app.state.decoding import PointAtNode
from viz_app.state.intents import ChangeSettings, Play, Present, Select, SetView, ShowFullScreen, ShowHeads
from viz_app.state.masks_block import choice_changes, view_changes
from viz_app.state.questions import closed, one_at_a_time, opened, with_row
from viz_app.state.state import Notice, Selection, Snapshot, State, map_shape, select, within
from viz_app.state.zoom import ShowPart, Zoom, ZoomBy, fitted, zoomed

translate = QCoreApplication.translate


class Looking(QObject):
    """Handlers of these Intents. ``settings_changed`` carries the new Settings, to be stored and applied."""

    settings_changed = Signal(object)

    def __init__(self, state: State, undoing: Undoing, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self._undoing = undoing
        self._clock = QTimer(self)
        self._clock.timeout.connect(self._tick)
        self._settings = state.snapshot.settings
        state.follow(("playing",), self._follow_playing)
        state.follow(("settings",), self._follow_settings)
        self.handlers: dict[type, Callable[[Any], None]] = {
            Select: self._select,
            SetView: self._set_view,
            ShowFullScreen: lambda intent: state.update(full_screen=intent.on),
            Present: lambda intent: state.update(presentation=intent.presentation),
            ShowHeads: lambda intent: state.update(link_heads=intent.heads),
            ChangeSettings: self._change_settings,
            PointAtNode: self._point_at_node,
            Play: self._play,
        }

    def stop(self) -> None:
        """Play no more, and say nothing."""
        self._clock.stop()

    def _follow_playing(self, now: Snapshot) -> None:
        if now.playing:
            self._clock.start(now.settings.play_milliseconds)
        else:
            self._clock.stop()

    def _set_view(self, intent: SetView) -> None:
        """A view that is asked for is seen: an answer that lies over it closes."""
        now = self._state.snapshot
        self._state.update(settings=closed(now.settings), **view_changes(now, intent.name))

    def _select(self, change: Select) -> None:
        now = self._state.snapshot
        selection = _selected(now, change)
        selection = within(selection, now.trace) if now.trace is not None else selection
        selection = with_row(now, opened(now.settings), selection)
        playing, chosen = now.playing and change.step is None, choice_changes(now, change)
        if chosen or (selection, playing) != (now.selection, now.playing):
            still = {} if change.follow else {"zoom": now.zoom}
            still |= {"node": None} if selection.step != now.selection.step else {}
            self._state.update(playing=playing, selection=selection, **still, **_touched(now, selection.step), **chosen)

    def _point_at_node(self, intent: PointAtNode) -> None:
        now = self._state.snapshot
        tree = None if now.run is None else run_tree(now.run)
        if tree is None or not 0 <= intent.node < len(tree.step_of):
            return
        if intent.node in tree.own:
            done, step = None if now.trace is None else now.trace.meta.reading, tree.step_of[intent.node]
            self._state.update(node=None)
            self._select(Select(step=step if done is None else in_reading(done, now.selection.kind, Place(step)).step))
        else:
            self._state.update(node=intent.node)

    def _play(self, intent: Play) -> None:
        """From the first step where one stands at the last, or where the run was opened; else from here."""
        now = self._state.snapshot
        if now.trace is None or intent.on == now.playing:
            return
        begins = now.selection.step >= now.trace.steps - 1 or (now.landed is not None and now.landed.untouched)
        selection = _selected(now, Select(step=0)) if intent.on and begins else now.selection
        playing = intent.on and now.trace.steps > 1
        self._state.update(playing=playing, selection=selection, **_touched(now, -1))

    def _tick(self) -> None:
        now = self._state.snapshot
        last = 0 if now.trace is None else now.trace.steps - 1
        step = min(now.selection.step + 1, last)
        self._state.update(playing=step < last, selection=_selected(now, Select(step=step)))

    def _change_settings(self, intent: ChangeSettings) -> None:
        before = self._state.snapshot.settings
        settings = replace(before, **one_at_a_time(intent.changes))
        if settings != before:
            self._state.update(**self._undoing.remember({"settings": settings}))

    def _follow_settings(self, now: Snapshot) -> None:
        """What a change of the settings brings with it, wherever it came from."""
        if now.settings != self._settings:
            self._settings = now.settings
            self._clock.setInterval(now.settings.play_milliseconds)
            self.settings_changed.emit(now.settings)


def _selected(now: Snapshot, change: Select) -> Selection:
    """The selection after ``change``. A mark that a question has set goes with the step that it was about."""
    selection = select(now.selection, change)
    if opened(now.settings) != "effects" or change.key is not None or selection.step == now.selection.step:
        return selection
    from viz_app.tables.parts.left_out import without_old_mark  # no first picture has an answer open

    return without_old_mark(now, selection)


def _touched(now: Snapshot, step: int) -> dict[str, Any]:
    """The change of the state when somebody goes to ``step``: playing does not begin at the first one then."""
    if now.landed is None or not now.landed.untouched or step == now.selection.step:
        return {}
    return {"landed": replace(now.landed, untouched=False)}


class Zooming:
    """Handlers of these Intents."""

    def __init__(self, state: State) -> None:
        self._state = state
        self.handlers: dict[type, Callable[[Any], None]] = {ZoomBy: self._zoom, ShowPart: self._show}

    def _show(self, intent: ShowPart) -> None:
        now = self._state.snapshot
        zoom = fitted(intent.zoom, map_shape(now))
        if zoom != now.zoom:
            self._state.update(zoom=zoom)

    def _zoom(self, intent: ZoomBy) -> None:
        now = self._state.snapshot
        shape, chosen = map_shape(now), now.selection
        if 0 in shape:
            return
        part = now.zoom or Zoom(0, 0, *shape)
        query = chosen.query
        if query is None and chosen.kind != "encoder":
            query = chosen.step  # rows below it do not exist yet
        centre = _point(query, part.row, part.rows), _point(chosen.key, part.column, part.columns)
        self._show(ShowPart(zoomed(now.zoom, shape, intent.factor, *centre)))


def _point(index: int | None, first: int, count: int) -> float:
    """The middle of a cell; of the part where it does not show the cell."""
    return first + count / 2 if index is None or index not in range(first, first + count) else index + 0.5


class Pinning:
    """Handler of this Intent; undo takes a pin back."""

    def __init__(self, state: State, undoing: Undoing) -> None:
        self._state = state
        self._undoing = undoing
        self.handlers: dict[type, Callable[[Any], None]] = {PinRun: self._pin}

    def _pin(self, intent: PinRun) -> None:
        now = self._state.snapshot
        if intent.which != "before":
            self._keep(now.run if intent.which == "shown" else None)
        elif (run := self._before(now)) is None:
            self._state.update(problem=_nothing_before())
        else:
            self._keep(run)
            self._state.update(settings=closed(now.settings), **view_changes(now, COMPARE))

    def _keep(self, run: Trace | None) -> None:
        if run is not self._state.snapshot.pinned:
            self._state.update(**self._undoing.remember({"pinned": run}))

    def _before(self, now: Snapshot) -> Trace | None:
        """Without the changes of the network, or of the padding; else whatever run was on screen before this one."""
        if now.run is None:
            return None
        original = baseline_of(now.run) if now.run.meta.interventions else None
        unpadded = None if now.padded is None else now.padded.before()
        return original or unpadded or self._undoing.run_before()


def _nothing_before() -> Notice:
    why = translate("Controller", "no other run was on screen before this one")
    step = translate("Controller", "Change something, or pin this run and translate another sentence")
    return Notice(translate("Controller", "this comparison"), why, step, calm=True)
