"""Files and folders that are whole or not there: the old one stays until the new one is complete. stdlib only."""

from __future__ import annotations

import secrets
from pathlib import Path

from model.problems import Problem


def write_atomically(path: Path, data: bytes) -> None:
    """Replace ``path`` by ``data`` or leave it untouched. Raises :class:`Problem`."""
    temporary = path.with_name(f".headscope-{secrets.token_hex(8)}")
    try:
        try:
            with temporary.open("xb") as file:
                file.write(data)
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    except OSError as error:
        reason = error.strerror or "the system refused"
        raise Problem(str(path), f"it cannot be written ({reason})", "Choose another folder") from error


def unfinished(folder: Path) -> Path:
    """Where a folder is made until it is whole, in the same place. Whoever ends the maker removes it."""
    return folder.with_name(f".{folder.name}.headscope-part")
