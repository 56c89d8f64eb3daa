"""Names for files that every system can store, made from names and sentences that none might."""

from __future__ import annotations

import re
import unicodedata

LONGEST = 120  #: bytes of UTF-8 with the suffix; 255 is the limit, and folders are often synchronised elsewhere
RESERVED = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\..*)?")


def safe_name(text: str, suffix: str) -> str:
    """``text`` as a file name with ``suffix`` (``.png``): no separators, control characters or reserved names."""
    plain = unicodedata.normalize("NFC", text)
    plain = "".join(" " if unicodedata.category(character)[0] == "C" else character for character in plain)
    plain = re.sub(r'[<>:"/\\|?*\s]+', " ", plain)
    room = LONGEST - len(suffix.encode())
    plain = plain.encode()[:room].decode(errors="ignore").strip(" .")
    if not plain or RESERVED.fullmatch(plain):
        plain = f"headscope {plain}".strip()
    return plain + suffix
