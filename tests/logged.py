"""What the program logs while a test runs."""

from __future__ import annotations

import logging


class Logged(logging.Handler):
    """Everything that was logged: the records, and the text that a person would read, with tracebacks."""

    def __init__(self) -> None:
        super().__init__()
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)

    @property
    def text(self) -> str:
        return "\n".join(map(self.format, self.records))
