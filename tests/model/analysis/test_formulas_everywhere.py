"""What a network does not do, no hint, tooltip, caption or description may say; what it does, they say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, get_args

import pytest

from model.analysis.formulas import Conventions, conventions_of
from model.record.trace import KINDS
from tests.model.every_network import NETWORKS, every_network, run
from tests.viz_app.controls.inspector.test_computation_truth import parts_of, shown
from tests.viz_app.controls.parts import ready
from viz_app.commands import all_commands, all_menus
from viz_app.controls.model_map.figure import figure
from viz_app.controls.model_map.layout import Role, architecture_of
from viz_app.controls.model_map.model_map import explain_part
from viz_app.pictures import all_pictures, titles
from viz_app.pictures.drawing.picture import style_for
from viz_app.pictures.embeddings_layers.texts import TOPICS, stream_meaning, teaching
from viz_app.pictures.embeddings_layers.topic_page import side_of
from viz_app.state.state import Selection

pytestmark = pytest.mark.usefixtures("qapp")


@cache
def said_everywhere(name: str) -> tuple[tuple[str, str], ...]:
    return tuple(_said_everywhere(name))


def _said_everywhere(name: str) -> Iterator[tuple[str, str]]:
    """(where, text): every hint, tooltip, caption and description that depends on how the network computes."""
    _, trace = run(name)
    known = conventions_of(trace)
    for kind in KINDS:
        cell = (kind, 1, 1, 2, 1)
        now = shown(trace, cell)
        for command in all_commands(all_menus(tuple(titles().items()))):
            if command.name != "ask.diagnose":
                yield command.name, command.hint_now(now)
        for part in parts_of(trace, cell):
            if part.title != "Score":  # there it says that it does not divide
                yield f"cell: {part.title}", part.as_text()
        if kind != KINDS[list(NETWORKS).index(name) % len(KINDS)]:
            continue  # what a picture says of the network is drawn by turns
        for view in titles():
            for topic in TOPICS if view == "embeddings_layers" else TOPICS[:1]:
                chosen = Selection(kind, 1, 1, trace.steps - 1, 2, 1, topic)
                style = style_for(now.settings, dark=False, ratio=1)
                picture = all_pictures()[view].picture(ready(trace, checkpoint=None, selection=chosen), 900, 600, style)
                yield f"{view} {topic} {side_of(chosen)}", picture.alt
    yield from ((f"topic {topic}", teaching(topic, known)) for topic in TOPICS)
    yield "stream", stream_meaning(known)
    architecture = architecture_of(ready(trace, checkpoint=None))
    assert architecture is not None
    drawn = {box.role for box in figure(architecture, Selection("cross", 1), 300, 900, 12).boxes}
    assert drawn <= set(get_args(Role))
    yield from ((f"map: {role}", explain_part(role, known)) for role in drawn)
    yield "map: drawn", " ".join(sorted(drawn))


def forbidden(known: Conventions, config: Any) -> dict[str, str]:
    """Pattern → why it would be untrue of this network."""
    rules = {
        r"(?<!/ )(?<!divided by )√M": "" if config.scale_embeddings else "token embeddings are not scaled",
        r"/ √M\)": "" if config.scale_logits else "logits are not scaled",
        r"√d_k|÷ √": "" if config.scale_scores else "scores are not divided",
        r"LayerNorm": "it has RMSNorm" if config.norm == "rms" else "",
        r"RMSNorm": "it has LayerNorm" if config.norm != "rms" else "",
        r"− μ|mean μ|\+ β|adds β": "RMSNorm subtracts and adds nothing" if config.norm == "rms" else "",
        r"\+ PE\b": "it adds no PE" if config.positions in ("relative", "learned") else "",
        r"\+ P\[": "" if config.positions == "learned" else "its positions are not learned",
        r"\bpositions\b(?= softmax)": "nothing is added" if config.positions == "relative" else "",
        r"\+ bias": "" if config.positions == "relative" else "no bias is added to scores",
        r"x \+ \w+\((?:Layer|RMS)Norm\(x\)\)": "it norms the sum" if config.norm_order == "post" else "",
        r"Norm\(x \+ \w+\(x\)\)": "it norms what a sub-layer reads" if config.norm_order == "pre" else "",
        r"head\((?:Layer|RMS)Norm": "" if config.final_norm else "there is no final norm",
        r"One more \w+Norm|Final \w+Norm|final_norm": "" if config.final_norm else "there is no final norm",
        r"cos the angle": "cos is the cosine of it",
        r"W₃|⊙": "" if config.gated else "it is not gated",
    }
    return {pattern: why for pattern, why in rules.items() if why}


@every_network
def test_no_text_says_what_the_network_does_not_do(name: str) -> None:
    config, known = run(name)[0].transformer.config, conventions_of(run(name)[1])
    wrong = [
        f"{where}: {why}: {text[:160]}"
        for where, text in said_everywhere(name)
        for pattern, why in forbidden(known, config).items()
        if re.search(pattern, text)
    ]
    assert wrong == []


@every_network
def test_what_it_does_is_said(name: str) -> None:
    """The other way round: a text without any formula would pass the test above."""
    known, told = conventions_of(run(name)[1]), dict(said_everywhere(name))
    texts = "\n".join(told.values())
    assert known.weight("cross") in told["view.one_head"]
    assert known.way("cross") in told["look.computation"]
    assert known.embedding in told["topic embedding"]
    assert known.sub_layer() in told["topic stream"]
    assert known.norm_formula in told["stream"]
    assert known.feed_forward in texts
    assert "cosine of the angle" in told["stream"]
