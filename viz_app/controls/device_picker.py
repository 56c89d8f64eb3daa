"""The device of the model, in the status line: automatic, or one of a menu. Those that cannot be used say why."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from viz_app.controls.menu_button import MenuButton
from viz_app.engine.messages import Device
from viz_app.platform.text import fill, in_menu, localised, tooltip, translate
from viz_app.state.intents import SetDevice
from viz_app.state.state import Snapshot

Entry = tuple[str, str, bool, str]  # name, text, available, reason


class DevicePicker(MenuButton):
    """A flat button with a menu. What it shows is always what the snapshot says, never what was asked for."""

    requested = Signal(object)
    shows = ("devices", "device", "checkpoint")

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._snapshot = Snapshot()
        self._entries: tuple[Entry, ...] = ()
        self.list = QMenu(self)
        self.list.setToolTipsVisible(True)
        self._group = QActionGroup(self)
        self.setMenu(self.list)
        self.display(self._snapshot)

    def display(self, snapshot: Snapshot) -> None:
        """Name the device that is used, list all and mark the chosen one."""
        self._snapshot = Snapshot(devices=snapshot.devices, device=snapshot.device, checkpoint=snapshot.checkpoint)
        entries = _entries(snapshot)
        if entries != self._entries:
            self._entries = entries
            self._fill(entries)
        known = any(action.data() == snapshot.device for action in self.list.actions())
        for action in self.list.actions():
            action.setChecked(action.data() == (snapshot.device if known else "auto"))
        device = _running(snapshot)
        self.setText(in_menu(device))
        self.setAccessibleName(fill(translate("DevicePicker", "Device: %1"), device))
        self.setToolTip(
            tooltip(translate("DevicePicker", "Where the model runs"), _where(snapshot), *_reasons(entries))
        )

    def ask(self) -> None:
        """Open the menu over the button, with the keyboard on what is chosen."""
        chosen = self._group.checkedAction()
        self.list.popup(self.mapToGlobal(QPoint(0, -self.list.sizeHint().height())))
        if chosen is not None:
            self.list.setActiveAction(chosen)

    def _fill(self, entries: tuple[Entry, ...]) -> None:
        self.list.clear()
        for name, text, available, reason in entries:
            action = QAction(in_menu(text), self._group)
            action.setData(name)
            action.setCheckable(True)
            action.setEnabled(available)
            action.setToolTip(tooltip(reason) if reason else tooltip(text))
            action.triggered.connect(lambda _=False, name=name: self._choose(name))
            self.list.addAction(action)

    def _choose(self, name: str) -> None:
        self.display(self._snapshot)  # until the state says otherwise
        if name != self._snapshot.device:
            self.requested.emit(SetDevice(name))


def _entries(snapshot: Snapshot) -> tuple[Entry, ...]:
    running = None if snapshot.checkpoint is None else snapshot.checkpoint.device
    automatic = translate("DevicePicker", "Automatic")
    if running is not None and snapshot.device == "auto":
        automatic = fill(translate("DevicePicker", "Automatic (%1)"), running.upper())
    return (("auto", automatic, True, ""), *(_entry(device) for device in snapshot.devices))


def _entry(device: Device) -> Entry:
    if device.available:
        return device.name, localised(device.label), True, ""
    reason = localised(device.reason) if device.reason else translate("DevicePicker", "not available")
    return device.name, fill(translate("DevicePicker", "%1 – %2"), localised(device.label), reason), False, reason


def _running(snapshot: Snapshot) -> str:
    """The device that the open checkpoint uses; else the one that is wanted."""
    info = snapshot.checkpoint
    name = snapshot.device if info is None else info.device
    if name == "auto":
        return translate("DevicePicker", "Device")
    return next((localised(device.label) for device in snapshot.devices if device.name == name), name.upper())


def _where(snapshot: Snapshot) -> str:
    if snapshot.checkpoint is None:
        return ""
    return fill(translate("DevicePicker", "Now: %1"), snapshot.checkpoint.device.upper())


def _reasons(entries: tuple[Entry, ...]) -> list[str]:
    return [text for _, text, available, _ in entries if not available]
