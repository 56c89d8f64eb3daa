"""Ask: questions about the run on screen. The answers stand in the inspector, which opens for them, or in a view."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from model.analysis.loss import is_taught
from viz_app.commands.command import Act, Command, Desk, Menu, Question, Section
from viz_app.state.intents import (
    ChangeSettings,
    Intent,
    MeasureEarlyGuesses,
    MeasureEffects,
    MeasureExtension,
    Select,
    SetView,
)
from viz_app.state.state import Snapshot

translate = QCoreApplication.translate


def menu() -> Menu:
    return Menu("ask", translate("Commands", "&Ask"), (_about_the_run(), _about_heads(), _about_masks()))


def _about_the_run() -> Section:
    return (
        Command(
            "ask.effects", translate("Commands", "What happens without each word?"),
            _opening("effects", MeasureEffects(), lambda now: now.effects is not None), ("E",), _has_next_tokens,
            checked=lambda now: now.settings.effects,
            hint=translate("Commands", "The change in log-probability of each next token when a source token is "
                           "replaced, beside its weight."),
            words="effect influence ablation leave one out occlusion perturbation unk importance "
                  "영향 효과 제거 중요도 happens without erase replace log-probability 빼면",
        ),
        Command(
            "ask.layers", translate("Commands", "What would each layer say?"),
            _opening("early_guesses", MeasureEarlyGuesses(), lambda now: now.early_guesses is not None), ("G",),
            _has_next_tokens,
            checked=lambda now: now.settings.early_guesses,
            hint=translate("Commands", "The vocabulary head applied after every decoder layer (nostalgebraist 2020)."),
            words="early guess logit lens intermediate prediction last layer 로짓 렌즈 중간 예측 마지막 레이어 would",
        ),
    )  # fmt: skip


def _about_heads() -> Section:
    return (
        Command(
            "ask.head", translate("Commands", "What does this head do?"),
            _opening("head_facts"), ("F",), _has_maps,
            checked=lambda now: now.settings.head_facts, of_cell=True,
            hint=translate("Commands", "Entropy, focus, distance, share on specials and more; one sentence, n = 1."),
            words="facts statistics entropy focus distance specials diagonal previous similar same alike "
                  "엔트로피 집중도 거리 헤드 비슷한 what does head",
        ),
        Command(
            "ask.align", translate("Commands", "Which head aligns best?"),
            _opening("best_heads"), ("B",), _has_cross,
            checked=lambda now: now.settings.best_heads,
            hint=translate("Commands", "Ranks the heads of cross attention by a named measure; a click selects one."),
            words="alignment align best rank heads two-way focus spearman 단어 정렬 최고 헤드 순위 aligns head which "
                  "단어정렬",
        ),
    )  # fmt: skip


def _about_masks() -> Section:
    return (
        Command(
            "ask.future", translate("Commands", "Do later tokens change earlier rows?"), _proving,
            enabled=lambda now: _has_next_tokens(now) and now.run is not None and not is_taught(now.run),
            hint=translate("Commands", "One pass over the whole target, compared with the rows as they were decoded, "
                           "one by one (paper, 3.1)."),
            words="earlier rows later tokens causal prove proof future revise extend target look-ahead cache "
                  "미래 확인 증명 인과 룩어헤드 캐시",
        ),
    )  # fmt: skip


def _proving(desk: Desk, now: Snapshot) -> None:
    """Show the masks of the decoder, and what has been found of its rows."""
    desk.request(Select(kind="decoder"))
    desk.request(SetView("masks"))
    if now.extension is None:
        desk.request(MeasureExtension())


def _opening(part: str, asking: Intent | None = None, answered: Question | None = None) -> Act:
    """Open a part of the inspector, and ask what it shows unless it is known; a second time closes it."""

    def act(desk: Desk, now: Snapshot) -> None:
        on = not getattr(now.settings, part) or not now.settings.inspector_shown
        desk.request(ChangeSettings({part: on, "inspector_shown": True}))
        if on and asking is not None and answered is not None and not answered(now):
            desk.request(asking)

    return act


def _has_maps(now: Snapshot) -> bool:
    return now.trace is not None and now.trace.attention(now.selection.kind) is not None


def _has_cross(now: Snapshot) -> bool:
    return now.trace is not None and now.trace.cross_attention is not None


def _has_next_tokens(now: Snapshot) -> bool:
    return now.run is not None and now.run.produced_ids is not None
