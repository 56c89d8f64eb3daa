"""What the palette finds: commands by any name, places, tokens, files, sentences; and what each of them asks for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from model.common.assets import CHECKPOINTS, shipped_checkpoints
from model.common.languages import LANGUAGES
from tests.viz_app.commands.test_command import INFO
from tests.viz_app.recorder import EMPTY, MIDDLE, Recorder
from viz_app.commands import all_commands, all_menus
from viz_app.commands.search import SearchHit
from viz_app.dialogs.palette.entries import found
from viz_app.engine.messages import Device
from viz_app.platform.translations import speak
from viz_app.state.intents import ChangeSettings, Intent, OpenPath, Select, SetDevice, SetSource, SetView, Translate
from viz_app.state.questions import opening
from viz_app.state.recent import FilesLooked
from viz_app.state.state import Memory, Selection, Settings, Snapshot

VIEWS = (("one_head", "One head"), ("links", "Links"), ("masks", "Masks"), ("embeddings_layers", "Embeddings & layers"))
FULL = replace(
    MIDDLE,
    checkpoint=replace(INFO, samples=("Ein Hund schläft.",)),
    engine_ready=True,
    memory=Memory(("/a/run.npz", "/b/model.pt"), ("Zwei Katzen.",)),
    devices=(Device("cuda:0", "GeForce", True), Device("mps", "Apple GPU", False, "not on this computer")),
    looked=FilesLooked(frozenset({"/b/model.pt"}), (("some/opus-mt-de-en", "/hub/one"),)),
)


@pytest.fixture(autouse=True)
def english(qapp: QApplication) -> Iterator[None]:
    speak(qapp, "en")
    yield
    speak(qapp, "en")


def ask(query: str, now: Snapshot = FULL) -> tuple[SearchHit, ...]:
    return found(all_menus(VIEWS), Recorder(), lambda: now, query)  # type: ignore[arg-type]  # it answers to every name


def asked(query: str, now: Snapshot = FULL) -> list[Intent | str]:
    """What the best line for ``query`` does."""
    desk = Recorder()
    found(all_menus(VIEWS), desk, lambda: now, query)[0].entry.run()  # type: ignore[arg-type]
    return desk.asked


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("query", "intent"),
    [
        ("heatmap", SetView("one_head")),
        ("히트맵", SetView("one_head")),
        ("causal", SetView("masks")),
        ("subsequent", SetView("masks")),
        ("look-ahead", SetView("masks")),
        ("룩어헤드", SetView("masks")),
        ("src_mask", SetView("masks")),
        ("trg_mask", SetView("masks")),
        ("no_peak", SetView("masks")),
        ("energy", ChangeSettings(opening("computation"))),
        ("attn_prob", ChangeSettings(opening("computation"))),
        ("유사도", ChangeSettings(opening("computation"))),
        ("memory", Select(kind="cross")),
        ("교차", Select(kind="cross")),
        ("slf_attn", Select(kind="encoder")),
        ("dark", ChangeSettings({"theme": "dark"})),
        ("단축키", "show_keys"),
        ("2.3", Select(layer=1, head=2)),
        ("레이어 2 헤드 3", Select(layer=1, head=2)),
    ],
)
def test_in_every_language_it_is_found_by_what_people_call_it(
    qapp: QApplication, language: str, query: str, intent: Intent | str
) -> None:
    speak(qapp, language)
    assert asked(query) == [intent]


@pytest.mark.parametrize(
    ("query", "intents"),
    [
        ("step 5", [Select(step=4)]),
        ("encoder 1.2", [Select(kind="encoder", layer=0, head=1)]),
        ("snow", [Select(step=5)]),
        ("gpu geforce", [SetDevice("cuda:0")]),
        ("최근 run", [OpenPath(Path("/a/run.npz"))]),
        ("time per step", ["show_settings play_milliseconds"]),
        ("run.npz", [OpenPath(Path("/a/run.npz"))]),
        ("heads diagonal", [ChangeSettings({"head_order": "diagonal"}), SetView("all_layers")]),
        ("katzen", [SetSource("Zwei Katzen."), Translate()]),
        ("schlaft", [SetSource("Ein Hund schläft."), Translate()]),
        (shipped_checkpoints()[1], [OpenPath(CHECKPOINTS / shipped_checkpoints()[1])]),
    ],
)
def test_places_tokens_files_sentences_devices_and_settings(query: str, intents: list[Intent | str]) -> None:
    assert asked(query) == intents


def test_undo_is_no_sentence_with_the_same_letters() -> None:
    """Enter on the first line would have replaced the work."""
    old = "Am frühen Morgen sang der Hund oben und Otto hörte zu."
    lines = ask("undo", replace(FULL, memory=Memory((), (old,))))
    assert (lines[0].entry.text, lines[0].entry.enabled) == ("Undo", False)
    assert not any(old in line.entry.text for line in lines)


@pytest.mark.parametrize("now", [FULL, EMPTY], ids=["run", "nothing"])
@pytest.mark.parametrize(
    ("query", "text"), [("perplexity", "Give the target…"), ("tokenizer", "About this checkpoint"),
                        ("tokeniser", "About this checkpoint"), ("토크나이저", "About this checkpoint")],
)  # fmt: skip
def test_what_the_program_says_is_found_by_the_words_of_the_field(query: str, text: str, now: Snapshot) -> None:
    assert text in [line.entry.text for line in ask(query, now)]


def test_colour_is_found_however_it_is_spelled() -> None:
    american, british = ([line.entry.text for line in ask(query)] for query in ("color", "colour"))
    assert american == british
    assert len(british) > 3


def test_a_place_that_is_not_there_says_what_there_is() -> None:
    entry = ask("layer 9 head 1")[0].entry
    assert not entry.enabled
    assert entry.hint == "This run has 3 layers, 4 heads and 8 steps."
    assert ask("2.3", EMPTY)[0].entry.hint == "There is no run yet."


def test_a_device_that_cannot_be_used_says_why() -> None:
    entry = ask("apple gpu")[0].entry
    assert (entry.enabled, entry.hint) == (False, "not on this computer")


def test_what_is_impossible_stays_findable_and_does_nothing() -> None:
    line = ask("next step", EMPTY)[0]
    assert (line.entry.text, line.entry.enabled) == ("Next step", False)
    assert asked("next step", EMPTY) == []
    assert not next(found.entry for found in ask("model.pt") if found.entry.text.startswith("Open")).enabled


def test_it_acts_on_what_is_true_when_it_acts() -> None:
    now, desk = [FULL], Recorder()
    line = found(all_menus(VIEWS), desk, lambda: now[0], "next step")[0]  # type: ignore[arg-type]
    now[0] = replace(FULL, selection=Selection(step=6))
    line.entry.run()
    now[0] = replace(FULL, selection=Selection(step=7))
    line.entry.run()
    assert desk.asked == [Select(step=7)]


def test_without_a_query_every_command_is_listed_with_its_keys() -> None:
    lines = ask("")
    assert lines[0].entry.text == "Open…"
    assert any(line.entry.keys == "→   Alt+→" for line in lines)
    assert not any(line.entry.text.startswith("Translate “") for line in lines)


def test_keys_that_are_off_are_not_shown() -> None:
    off = replace(FULL, settings=Settings(keys_off=("look.sqrt",)))
    assert ask("sqrt")[0].entry.keys == "R"
    assert ask("sqrt", off)[0].entry.keys == ""


@pytest.mark.parametrize("language", ["ko", "ko+en"])
def test_in_korean_every_command_is_found_by_its_english_name_too(qapp: QApplication, language: str) -> None:
    english = {command.name: command.text for command in all_commands(all_menus(VIEWS))}
    speak(qapp, language)
    menus = all_menus(VIEWS)
    texts = {command.name: command.text for command in all_commands(menus)}
    lost = []
    for name, text in list(english.items())[language == "ko" :: 2]:  # each in one of the two
        word = max(re.findall(r"[A-Za-z]+", text) or [text], key=len)
        lines = found(menus, Recorder(), lambda: FULL, word)  # type: ignore[arg-type]
        if texts[name] not in [line.entry.text for line in lines]:
            lost.append((name, word))
    assert not lost, str(lost)
