"""Edit, its second half: changes of the network at what is selected. Each runs the sentence again."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication

from model.common.text import fill
from model.network.interventions import Intervention
from viz_app.commands.command import Command, Desk, Section, within
from viz_app.pictures.drawing import picture_texts
from viz_app.state.change_here import cell_here, head_here, row_here
from viz_app.state.state import Snapshot
from viz_app.state.what_if import FlipChange

translate = QCoreApplication.translate


def section() -> Section:
    """Also in the menu of a cell; checked where the change is on."""
    return within(
        translate("Commands", "Change it: what if …"),
        _change(
            "change.cell", translate("Commands", "Flip this cell of the mask"), "C", cell_here,
            translate("Hints", "What may attend is blocked, what is blocked may attend, in every layer and head; once "
                      "more takes it back."),
            "what if flip mask cell block allow attend intervention 마스크 셀 뒤집기 막기 만약",
        ),
        _change(
            "change.head_off", translate("Commands", "This head off: result set to 0"), "K",
            lambda now: head_here(now, "zero"),
            translate("Hints", "The head adds nothing to the output; its weights are still shown. Once more puts it "
                      "back."),
            "what if head off result ablate ablation zero switch knock out prune intervention 헤드 끄기 제거 절제 만약",
        ),
        _change(
            "change.head_even", translate("Commands", "This head made even: equal weights"), "Shift+K",
            lambda now: head_here(now, "uniform"),
            translate("Hints", "Every key that the row may attend to gets the same weight. Once more puts it back."),
            "what if head even uniform equal weights average ablate ablation intervention 헤드 균등 평균 절제 만약",
        ),
        _give_row(),
    )  # fmt: skip


def _change(
    name: str, text: str, key: str, here: Callable[[Snapshot], Intervention | None], hint: str, words: str,
    naming: Callable[[Snapshot], str] | None = None,
) -> Command:  # fmt: skip
    def act(desk: Desk, now: Snapshot) -> None:
        change = here(now)
        if change is not None:
            desk.request(FlipChange(change))

    return Command(
        name, text, act, (key,) if key else (), lambda now: here(now) is not None,
        checked=lambda now: here(now) in now.what_if.active, of_cell=True, naming=naming, hint=hint, words=words,
    )  # fmt: skip


def _give_row() -> Command:
    """Named by the word that gets it."""
    plain = translate("Commands", "Give this row to the selected column")

    def naming(now: Snapshot) -> str:
        change, run = row_here(now), now.run
        if change is None or run is None:
            return plain
        columns = picture_texts.column_labels(run, change.kind, run.maps(change.kind).shape[-1])
        return fill(translate("Commands", "Give this row to “%1”"), columns[len(change.weights) - 1].text)

    return _change(
        "change.row", plain, "", row_here,
        translate("Hints", "Weight 1 at the selected column, 0 at all others, in this row of this head alone."),
        "what if give row selected word move weight set one key intervention 행 옮기기 가중치 몰아주기 만약", naming,
    )  # fmt: skip
