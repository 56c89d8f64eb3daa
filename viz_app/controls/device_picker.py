"""The device of the model: automatic, or one of the list. Those that cannot be used are listed with the reason."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QSizePolicy, QWidget

from viz_app.engine.messages import Device
from viz_app.platform.text import fill, localised, tooltip, translate
from viz_app.state.intents import SetDevice
from viz_app.state.state import Snapshot

NAME = Qt.ItemDataRole.UserRole
Entry = tuple[str, str, bool, str]  # name, text, available, reason


class DevicePicker(QWidget):
    """A combo box. What it shows is always what the snapshot says, never what was asked for."""

    requested = Signal(object)
    shows = ("devices", "device", "checkpoint")

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._snapshot = Snapshot()
        self._entries: tuple[Entry, ...] = ()
        self.items = QStandardItemModel(self)
        self.box = QComboBox(self)
        self.box.setModel(self.items)
        self.box.setAccessibleName(translate("DevicePicker", "Device"))
        self.box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.box.setMinimumContentsLength(10)
        self.box.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.box.activated.connect(self._choose)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.box)
        self.display(self._snapshot)

    def display(self, snapshot: Snapshot) -> None:
        """List the snapshot's devices and mark the chosen one."""
        self._snapshot = Snapshot(devices=snapshot.devices, device=snapshot.device, checkpoint=snapshot.checkpoint)
        entries = _entries(snapshot)
        if entries != self._entries:
            self._entries = entries
            self._fill(entries)
        self.box.setCurrentIndex(max(0, self.box.findData(snapshot.device, NAME)))
        self.box.setToolTip(
            tooltip(translate("DevicePicker", "Where the model runs"), _where(snapshot), *_reasons(entries))
        )

    def _fill(self, entries: tuple[Entry, ...]) -> None:
        self.items.clear()
        for name, text, available, reason in entries:
            item = QStandardItem(text)
            item.setData(name, NAME)
            item.setEnabled(available)
            item.setToolTip(tooltip(reason) if reason else "")
            self.items.appendRow(item)
        widest = max((self.box.fontMetrics().horizontalAdvance(text) for _, text, _, _ in entries), default=0)
        self.box.view().setMinimumWidth(widest + 40)  # the list may be wider than the box

    def _choose(self, index: int) -> None:
        name = str(self.box.itemData(index, NAME))
        self.display(self._snapshot)
        if name != self._snapshot.device:  # a click on a disabled line "activates" the current one
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


def _where(snapshot: Snapshot) -> str:
    if snapshot.checkpoint is None:
        return ""
    return fill(translate("DevicePicker", "Now: %1"), snapshot.checkpoint.device.upper())


def _reasons(entries: tuple[Entry, ...]) -> list[str]:
    return [text for _, text, available, _ in entries if not available]
