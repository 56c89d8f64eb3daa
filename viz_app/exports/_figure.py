"""A picture as a figure: on paper, with its caption below, ready for a slide. The title is the picture's own."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import QCoreApplication, QRect, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter

from model.trace import Trace
from model.version import VERSION
from viz_app.pictures import _words, all_pictures
from viz_app.pictures._link_heads import heads_name, shown_heads
from viz_app.pictures._picture import Style, style_for
from viz_app.state import Snapshot
from viz_app.theme import font as theme_font

translate = QCoreApplication.translate
MARGIN = 16  #: logical pixels around everything
GAP = 8  #: between picture and caption
TABLE = "teacher_forcing"  #: the view that shows tokens and their probabilities
WITHOUT_WEIGHTS = (TABLE,)  #: views that show none
VECTORS = "embeddings_layers"  #: the view that shows the run's vectors, not its maps


@dataclass(frozen=True)
class Figure:
    """The paper that a picture is put on. Lengths are logical pixels."""

    width: int = 1200
    height: int = 800
    ratio: float = 2.0  #: device pixels per logical pixel
    dark: bool = False
    caption: bool = True  #: say below where the numbers come from and what they are not


def draw(snapshot: Snapshot, figure: Figure) -> QImage:
    """The visible view of ``snapshot`` as an image of ``width × ratio`` by ``height × ratio`` pixels."""
    style = style_for(snapshot.settings, figure.dark, figure.ratio)
    image = QImage(round(figure.width * figure.ratio), round(figure.height * figure.ratio), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(figure.ratio)
    image.fill(QColor(style.palette.paper))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
    try:
        _compose(painter, snapshot, figure, style)
    finally:
        painter.end()
    return image


def _compose(painter: QPainter, snapshot: Snapshot, figure: Figure, style: Style) -> None:
    inner = figure.width - 2 * MARGIN
    caption = "\n".join(caption_lines(snapshot)) if figure.caption else ""
    below = _text_height(painter, style, inner, caption) + GAP if caption else 0
    room = max(40, figure.height - 2 * MARGIN - below)
    picture = all_pictures()[snapshot.view].picture(snapshot, inner, room, style)
    painter.save()
    painter.translate(MARGIN, MARGIN)
    picture.paint(painter)
    painter.restore()
    if caption:
        painter.setFont(_small(style))
        painter.setPen(QColor(style.palette.muted))
        painter.drawText(QRect(MARGIN, MARGIN + room + GAP, inner, below), _FLAGS, caption)


def caption_lines(snapshot: Snapshot) -> list[str]:
    """What must travel with the figure: what it is not, then where it comes from."""
    if snapshot.view == VECTORS:  # it shows the run itself, however that is read
        snapshot = replace(snapshot, trace=snapshot.run, unread=None, selection=snapshot.run_selection)
    trace = snapshot.trace
    honest = [] if snapshot.view in WITHOUT_WEIGHTS else [_honest_words(snapshot, trace)]
    return honest if trace is None else [*honest, provenance_line(snapshot, trace)]


def _honest_words(snapshot: Snapshot, trace: Trace | None) -> str:
    view = snapshot.view
    if view == VECTORS:
        return translate(
            "Figure",
            "Vectors inside the network on one sentence; not a measure of how much each word influenced the output.",
        )
    done = None if trace is None else trace.meta.reading
    if done is not None and (done.quantity != "weight" or done.aggregate != "none"):
        return _of_reading()[done.aggregate if done.quantity == "weight" else done.quantity]
    if view in ("one_head", "links", "masks") and not _several(snapshot):
        return translate(
            "Figure",
            "Attention weights of one head on one sentence; not a measure of how much each word influenced the output.",
        )
    return translate(
        "Figure", "Attention weights on one sentence; not a measure of how much each word influenced the output."
    )


def _of_reading() -> dict[str, str]:
    """What a figure is not, by what its numbers are."""
    mean = translate(
        "Figure",
        "Mean of attention weights on one sentence; not a measure of how much each word influenced the output.",
    )
    return {
        "heads": mean,
        "layers": mean,
        "all": mean,
        "rollout": translate(
            "Figure",
            "Attention rollout on one sentence, from weights alone; not a measure of how much each word influenced the "
            "output.",
        ),
        "score": translate(
            "Figure",
            "Attention scores before mask and softmax on one sentence; not a measure of how much each word influenced "
            "the output.",
        ),
        "norm": translate(
            "Figure",
            "Attention weights times the length of what they weigh, on one sentence; not a measure of how much each "
            "word influenced the output.",
        ),
    }


def provenance_line(snapshot: Snapshot, trace: Trace) -> str:
    """Checkpoint and its hash, kind, layer, head, step, scale, program version; all counted from 1."""
    chosen, meta = snapshot.selection, trace.meta
    checkpoint = f"{meta.checkpoint} ({meta.checkpoint_sha256[:12]})" if meta.checkpoint_sha256 else meta.checkpoint
    origin = translate("Figure", "Checkpoint {0}")
    if meta.recorded:
        origin = translate("Figure", "{0}, recorded from your own code")
    scale = translate("Figure", "√ scale") if snapshot.settings.scale == "sqrt" else translate("Figure", "linear scale")
    step = translate("Figure", "step {0} / {1}").format(chosen.step + 1, trace.steps)
    if snapshot.view == TABLE:
        return " · ".join([origin.format(checkpoint), step, f"Headscope {VERSION}"])
    parts = [
        origin.format(checkpoint),
        kind_name(chosen.kind),
        *_place(snapshot, trace),
        step,
        _words.how_read(meta.reading, chosen.kind),
        scale,
        f"Headscope {VERSION}",
    ]
    return " · ".join(part for part in parts if part)


def _place(snapshot: Snapshot, trace: Trace) -> list[str]:
    """Layer and head, or what stands for them."""
    chosen, done = snapshot.selection, trace.meta.reading
    if done is not None and done.aggregate == "rollout":
        return [_words.place_name(done, chosen.kind, chosen.layer, chosen.head)]
    over = "" if done is None else done.aggregate
    layer = translate("Figure", "layer {0}").format(chosen.layer + 1)
    head = translate("Figure", "head {0}").format(chosen.head + 1)
    head = heads_name(shown_heads(snapshot)) if _several(snapshot) else head
    return [
        _words.layer_of(done, chosen.kind, 0) if over in ("layers", "all") else layer,
        _words.head_of(done, chosen.kind, 0) if over in ("heads", "all") else head,
    ]


def _several(snapshot: Snapshot) -> bool:
    """Are there lines of several heads?"""
    return snapshot.view == "links" and len(shown_heads(snapshot)) > 1


def kind_name(kind: str) -> str:
    """An attention kind in words."""
    return {
        "encoder": translate("Figure", "encoder self-attention"),
        "decoder": translate("Figure", "decoder self-attention"),
        "cross": translate("Figure", "cross attention"),
    }[kind]


def _small(style: Style) -> QFont:
    return theme_font(round(style.font_points * 4 / 3))


_FLAGS = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap)


def _text_height(painter: QPainter, style: Style, width: int, text: str) -> int:
    painter.setFont(_small(style))
    return painter.boundingRect(QRect(0, 0, width, 10_000), _FLAGS, text).height()
