"""*Train a model*: recipe, text, where it goes and how; and what that would take, or what is wrong with it.

The engine looks at every change, and says so in sentences; only what it has found good can be started.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QSize, QStandardPaths, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QFrame,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QStyle,
    QVBoxLayout,
    QWidget,
)

from model.common.assets import shipped_recipes
from viz_app.dialogs.training.rows import combo, note, row, same_width
from viz_app.platform.appearance import without_icons
from viz_app.platform.file_dialog import FileDialog
from viz_app.platform.number_box import NumberBox
from viz_app.platform.text import localised, plain_tooltip
from viz_app.platform.theme import colours
from viz_app.platform.window_room import room_for
from viz_app.state.intents import CheckTraining, StartTraining
from viz_app.state.state import Snapshot
from viz_app.state.training import PlannedTraining, TrainingChoices
from viz_app.tables.parts.training_texts import plan_told, recipe_told

translate = QCoreApplication.translate
WIDTH, LINES, SPARE = 40, 5, 58  #: lines of text that it is wide; of what is told; pixels between
TYPING_MILLISECONDS = 400  #: since the last letter, before anybody looks
USUAL_SNAPSHOTS, MOST_SNAPSHOTS = 20, 10_000
LARGEST_SEED, MOST_EPOCHS = 2**31 - 1, 10_000
PRECISIONS = ("float32", "bfloat16", "float16", "float64")
PLACES = 1  #: decimals of epochs
NOTHING = -1  #: in a box of numbers: as the recipe says


class TrainDialog(QDialog):
    """Says CheckTraining whenever the choices have changed, and StartTraining once they are good."""

    requested = Signal(object)

    def __init__(self, now: Snapshot, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(translate("Training", "Train a model"))
        self._planned: PlannedTraining | None = None
        self._own_place = ""  # that we have proposed
        self._asked = False  # the engine looks at the choices
        self.recipe, self.about = combo(), note()
        for name, about in shipped_recipes().items():
            self.recipe.addItem(name, (name, about))
        self.recipe.addItem(translate("Training", "A file…"), ("", ""))
        self.data, self.out = QLineEdit(), QLineEdit()
        self.device, self.precision = combo(), combo()
        self.epochs, self.seed, self.snapshots = NumberBox(PLACES), NumberBox(), NumberBox()
        self.told = note()
        self.told.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.told.setMinimumHeight(self.told.fontMetrics().lineSpacing() * LINES)
        self.buttons = without_icons(QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel))
        self.begin: QPushButton = self.buttons.addButton(
            translate("Training", "Start"), QDialogButtonBox.ButtonRole.AcceptRole
        )
        self.begin.setDefault(True)
        self._arrange()
        self._typing = QTimer(self, singleShot=True, interval=TYPING_MILLISECONDS)
        self._typing.timeout.connect(self._check)
        self._chosen_recipe = 0
        self._take(now)
        self._connect()
        self.display(now)
        self._changed()
        self.fit(room_for(self))

    @property
    def choices(self) -> TrainingChoices:
        """What the controls say now."""
        asked: dict[str, Any] = {
            "seed": self.seed.value(),
            "precision": self.precision.currentData() or NOTHING,
            "snapshots": self.snapshots.value(),
            "epochs": self.epochs.value() / 10**PLACES if self.epochs.value() > 0 else NOTHING,
        }
        options = {name: value for name, value in asked.items() if value != NOTHING}
        name, _ = self.recipe.currentData()
        texts = name, self.data.text().strip(), self.out.text().strip()
        return TrainingChoices(*texts, self.device.currentData() or "auto", options)

    def display(self, snapshot: Snapshot) -> None:
        """The devices of this machine, and what the engine says of the choices."""
        self._fill_devices(snapshot)
        planned = snapshot.planned
        if planned is not None and planned.choices == self.choices:
            self._planned = planned
            self._asked = self._asked and planned.plan is None and planned.problem is None
            self._tell()

    # --- choosing ---

    def _take(self, now: Snapshot) -> None:
        """What was chosen last, else the usual."""
        self.snapshots.setValue(USUAL_SNAPSHOTS)
        last = None if now.training is None else now.training.choices
        if last is None:
            self._propose()
            return
        names = [self.recipe.itemData(at)[0] for at in range(self.recipe.count())]
        if last.recipe in names:
            self.recipe.setCurrentIndex(names.index(last.recipe))
        else:
            self._add_file(last.recipe)
        self._chosen_recipe = self.recipe.currentIndex()
        self.data.setText(last.data)
        self.out.setText(last.out)
        if Path(last.out).parent == proposed(Path(last.recipe).stem).parent:
            self._own_place = last.out  # as it was proposed: another recipe gets another folder
        options = last.options
        self.seed.setValue(options.get("seed", NOTHING))
        self.snapshots.setValue(options.get("snapshots", NOTHING))
        self.epochs.setValue(round(options.get("epochs", 0) * 10**PLACES))
        self.precision.setCurrentIndex(max(0, self.precision.findData(options.get("precision"))))

    def _connect(self) -> None:
        self.recipe.activated.connect(self._choose_recipe)
        self.data.textChanged.connect(lambda _: self._changed())
        self.out.textChanged.connect(lambda _: self._changed())
        for each in (self.device, self.precision):
            each.currentIndexChanged.connect(lambda _: self._changed())
        for box in (self.epochs, self.seed, self.snapshots):
            box.valueChanged.connect(lambda _: self._changed())
        self.buttons.accepted.connect(self._begin)
        self.buttons.rejected.connect(self.reject)
        self.rejected.connect(self._leave)

    def _choose_recipe(self, index: int) -> None:
        if self.recipe.itemData(index)[0]:
            self._chosen_recipe = index
            self._propose()
            self._changed()
            return
        self.recipe.setCurrentIndex(self._chosen_recipe)
        dialog = FileDialog(self, translate("Training", "Choose a recipe"), QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters([translate("Training", "Recipes (*.toml)"), translate("Training", "All files (*)")])
        dialog.fileSelected.connect(self._add_file)
        dialog.open()

    def _add_file(self, path: str) -> None:
        """A recipe of somebody's own, before the last entry."""
        at = self.recipe.count() - 1
        self.recipe.insertItem(at, Path(path).name, (path, path))
        self.recipe.setCurrentIndex(at)
        self._choose_recipe(at)

    def _propose(self) -> None:
        """A new folder, unless a person has named one."""
        if self.out.text() != self._own_place:
            return
        self._own_place = str(proposed(Path(self.recipe.currentData()[0]).stem))
        self.out.setText(self._own_place)

    def _browse(self, field: QLineEdit, title: str, new: bool) -> None:
        dialog = FileDialog(self, title, QFileDialog.FileMode.AnyFile if new else QFileDialog.FileMode.Directory)
        if new:
            dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
            dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)  # an unfinished run goes on, others are refused
            dialog.setNameFilters([translate("Training", "Folder (*)")])
        else:
            dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        place = Path(field.text() or ".")
        if place.parent.is_dir():
            dialog.setDirectory(str(place.parent))
            dialog.selectFile(place.name)
        dialog.fileSelected.connect(field.setText)
        dialog.open()

    # --- what comes of it ---

    def _changed(self) -> None:
        self.about.setText(recipe_told(self.recipe.currentData()[1]))
        self._planned = None
        self._tell()
        if self._missing():
            self._leave()
        else:
            self._typing.start()

    def _check(self) -> None:
        self._asked = True
        self.requested.emit(CheckTraining(self.choices))

    def _leave(self) -> None:
        """Nobody waits for what the engine reads, which may be long."""
        self._typing.stop()
        if self._asked:
            self._asked = False
            self.requested.emit(CheckTraining(None))

    def _missing(self) -> str:
        choices = self.choices
        if not choices.data:
            return translate("Training", "Choose the folder that holds the text.")
        return "" if choices.out else translate("Training", "Say where the result goes.")

    def _tell(self) -> None:
        planned = self._planned or PlannedTraining(self.choices)
        good = planned.plan is not None and planned.choices == self.choices
        goes_on = good and planned.plan is not None and planned.plan["update"] > 0
        self.told.setText(self._missing() or "\n".join(plan_told(planned)))
        palette = self.told.palette()
        palette.setColor(self.told.foregroundRole(), colours().error if planned.problem else colours().ink)
        self.told.setPalette(palette)
        self.begin.setText(translate("Training", "Go on") if goes_on else translate("Training", "Start"))
        self.begin.setEnabled(good)
        self.begin.setDefault(False)  # while it could not be pressed, Qt has made another the one for Enter
        self.begin.setDefault(True)

    def _begin(self) -> None:
        self.requested.emit(StartTraining(self.choices))
        self.accept()

    # --- placing ---

    def _arrange(self) -> None:
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.setHorizontalSpacing(14)
        recipe, text, result = (
            translate("Training", "Recipe"), translate("Training", "Text"), translate("Training", "Result"),
        )  # fmt: skip
        form.addRow(recipe, self.recipe)
        form.addRow("", self.about)
        form.addRow(text, self._place(self.data, text, new=False))
        expected = translate(
            "Training",
            "A folder with train.tsv.gz and dev.tsv.gz (a sentence, a tab, its translation), or with train.de and "
            "train.en line by line.",
        )
        form.addRow("", note(expected, quiet=True))
        form.addRow(result, self._place(self.out, result, new=True))
        for box, name in (
            (self.epochs, translate("Training", "Epochs")),
            (self.snapshots, translate("Training", "Snapshots")),
            (self.seed, translate("Training", "Seed")),
            (self.device, translate("Training", "Device")),
            (self.precision, translate("Training", "Precision")),
        ):
            box.setAccessibleName(name)
            form.addRow(name, row(box))
        self._describe(recipe)
        self._inside = QWidget()
        column = QVBoxLayout(self._inside)
        column.addLayout(form)
        column.addStretch(1)
        rolls = QScrollArea()  # where text is large and the screen low
        rolls.setWidget(self._inside)
        rolls.setWidgetResizable(True)
        rolls.setFrameShape(QFrame.Shape.NoFrame)
        rolls.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, column.contentsMargins().bottom())
        whole.addWidget(rolls)
        line = QFrame()  # where the choices go on below it
        line.setFrameStyle(QFrame.Shape.HLine | QFrame.Shadow.Sunken)
        line.hide()
        rolls.verticalScrollBar().rangeChanged.connect(lambda _, most: line.setVisible(most > 0))
        whole.addWidget(line)
        foot = QVBoxLayout()
        margins = column.contentsMargins()
        foot.setContentsMargins(margins.left(), 0, margins.right(), 0)
        foot.addWidget(self.told)
        foot.addWidget(self.buttons)
        whole.addLayout(foot)

    def fit(self, room: QSize) -> None:
        """As large as what is in it, where that has room."""
        bar = self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent)
        wide = max(WIDTH * self.fontMetrics().height(), self._inside.minimumSizeHint().width() + bar)
        foot = self.told.minimumHeight() + self.buttons.sizeHint().height()
        high = self._inside.heightForWidth(wide - bar) + foot + SPARE
        if high > room.height():  # the choices scroll: what is told takes its lines when there are some
            self.told.setMinimumHeight(2 * self.told.fontMetrics().lineSpacing())
        self.resize(QSize(wide, high).boundedTo(room))

    def _describe(self, recipe: str) -> None:
        as_written = translate("Training", "as in the recipe")
        for numbers, most, least in (
            (self.epochs, MOST_EPOCHS, 0), (self.snapshots, MOST_SNAPSHOTS, NOTHING), (self.seed, LARGEST_SEED, NOTHING)
        ):  # fmt: skip
            numbers.setRange(least, most)
            numbers.setSpecialValueText(as_written)
            numbers.setMinimumWidth(numbers.fontMetrics().horizontalAdvance(as_written) + 44)
        same_width(self.epochs, self.snapshots, self.seed)
        self.epochs.setValue(0)
        self.seed.setValue(NOTHING)
        self.precision.addItem(as_written, "")
        for name in PRECISIONS:
            self.precision.addItem(name, name)
        self.recipe.setAccessibleName(recipe)
        self.snapshots.setToolTip(
            plain_tooltip(
                translate(
                    "Training",
                    "The model is kept so many times while it learns, to be gone through afterwards: untrained, then "
                    "ever less often.",
                )
            )
        )

    def _place(self, field: QLineEdit, name: str, new: bool) -> QWidget:
        button = QPushButton(translate("Training", "Browse…"))
        button.setAutoDefault(False)
        button.clicked.connect(lambda: self._browse(field, name, new))
        field.setAccessibleName(name)
        return row(field, button, stretch=True)

    def _fill_devices(self, snapshot: Snapshot) -> None:
        """What this machine has; the choice stays."""
        found = [("auto", translate("Training", "the fastest here"))]
        found += [(each.name, localised(each.label)) for each in snapshot.devices if each.available]
        if [(self.device.itemData(at), self.device.itemText(at)) for at in range(self.device.count())] == found:
            return
        chosen = self.device.currentData()
        self.device.blockSignals(True)
        self.device.clear()
        for name, label in found:
            self.device.addItem(label, name)
        self.device.setCurrentIndex(max(0, self.device.findData(chosen)))
        self.device.blockSignals(False)


def proposed(name: str) -> Path:
    """A folder that is not there yet, among the person's documents."""
    home = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    place = Path(home) / "Headscope" / name
    again = 2
    while place.exists():
        place = place.with_name(f"{name}-{again}")
        again += 1
    return place
