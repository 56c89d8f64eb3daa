"""The part of a map that a picture shows, in words: zooming and a hall leave rows and columns out."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from viz_app.state.zoom import Shape, Zoom


def told(zoom: Zoom | None, shape: Shape) -> str:
    """``rows 11–40 of 128, columns 1–30 of 96``; nothing where all is shown. People count from 1."""
    if zoom is None:
        return ""
    translate = QCoreApplication.translate
    parts = (
        (translate("pictures", "rows {first}–{last} of {count}"), zoom.row, zoom.rows, shape[0]),
        (translate("pictures", "columns {first}–{last} of {count}"), zoom.column, zoom.columns, shape[1]),
    )
    return ", ".join(
        words.format(first=first + 1, last=first + shown, count=count)
        for words, first, shown, count in parts
        if shown < count
    )


def rows_of(zoom: Zoom | None) -> range | None:
    """The rows of a part that has all columns; None where all is shown."""
    return None if zoom is None else range(zoom.row, zoom.row + zoom.rows)
