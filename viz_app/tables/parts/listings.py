"""The tokens of a run and the candidates of a step as lines of texts: what the strip and the list show, to be read."""

from __future__ import annotations

from model.common.lazy_dataclass import dataclass
from viz_app.pictures.drawing.glosses.run_glosses import glosses_of
from viz_app.pictures.drawing.tokens import Token, tokens_of
from viz_app.platform.text import decimal, fill, translate
from viz_app.state.state import Snapshot
from viz_app.tables.parts.candidates import candidates_of, others


@dataclass(frozen=True)
class Listing:
    """Lines under headings; ``current`` is the one of the step on screen."""

    title: str
    headings: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...]
    current: int = 0


def token_listing(now: Snapshot) -> Listing:
    """Both rows of the strip: where each token stands, what it means, and how probable the model took it for."""
    headings = (
        translate("Listing", "Side"), translate("Listing", "Position"), translate("Listing", "Token"),
        translate("Listing", "Meaning"), translate("Listing", "Probability"),
    )  # fmt: skip
    title, trace = translate("Listing", "Tokens of the source and the target"), now.trace
    if trace is None:
        return Listing(title, headings, ())
    run, meant = tokens_of(trace), glosses_of(now)
    source = translate("Listing", "source")
    lines = [(source, str(at), token.text, _at(meant.source, at), _role(token)) for at, token in enumerate(run.source)]
    produced, shares = run.produced, trace.produced_probability
    target, first = translate("Listing", "target"), bool(produced)
    current = len(lines) + now.selection.step + first
    lines += [(target, "0", token.text, "", _role(token)) for token in run.consumed[: 1 if first else 0]]
    written, glosses = (produced, meant.produced) if first else (run.consumed, meant.consumed)
    for at, token in enumerate(written):
        known = shares is not None and first
        share = decimal(float(shares[at])) if known else _role(token)  # type: ignore[index]  # known says so
        lines.append((target, str(at + first), token.text, _at(glosses, at), share))
    return Listing(title, headings, tuple(lines), current if now.selection.kind != "encoder" else 0)


def candidate_listing(now: Snapshot) -> Listing:
    """What could follow at the step on screen, the likeliest first."""
    headings = translate("Listing", "Rank"), translate("Listing", "Token"), translate("Listing", "Probability"), ""
    trace, step = now.trace, now.selection.step
    title = fill(translate("Listing", "Candidates of step %1"), step + 1)
    if trace is None or step >= trace.steps:
        return Listing(title, headings, ())
    found = candidates_of(trace, step)
    follows = translate("Listing", "follows in this run")
    lines = [
        (str(rank), each.label, decimal(each.probability), follows if each.produced else "")
        for rank, each in enumerate(found, start=1)
    ]
    if found:
        lines.append(("", translate("Listing", "all others"), decimal(others(found)), ""))
    current = next((at for at, each in enumerate(found) if each.produced), 0)
    return Listing(title, headings, tuple(lines), current)


def _at(texts: tuple[str, ...], place: int) -> str:
    return texts[place] if place < len(texts) else ""


def _role(token: Token) -> str:
    """In place of a probability: padding has none."""
    return translate("Listing", "padding") if token.role == "padding" else ""
