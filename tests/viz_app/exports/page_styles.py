"""Which of the page's styles win for an element, by plain reading of its style sheet: no browser is asked."""

from __future__ import annotations

import re

Place = tuple[str, ...]  #: from the outside in, each as ``tag#id.class``
Rule = tuple[str, str, dict[str, str]]  #: media, selector, declarations
COUNTED = r"#[\w-]+", r"\.[\w-]+|\[", r"(?<![\w#.-])[a-z]"  #: what makes a selector strong, the strongest first


def rules_of(sheet: str) -> list[Rule]:
    """Every rule in its order. Media blocks are one level deep."""
    sheet = re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)
    found: list[Rule] = []
    for part in re.finditer(r"@media ([^{]+)\{((?:[^{}]*\{[^{}]*\})*)\s*\}|([^{}@]+)\{([^{}]*)\}", sheet):
        media, inside, selector, body = part.groups()
        blocks = re.findall(r"([^{}]+)\{([^{}]*)\}", inside) if media else [(selector, body)]
        for selectors, declared in blocks:
            pairs = (one.partition(":") for one in declared.split(";") if ":" in one)
            held = {name.strip(): value.strip() for name, _, value in pairs}
            found += [((media or "").strip(), each.strip(), held) for each in selectors.split(",")]
    return found


def style(sheet: str, place: Place, name: str, paper: bool = False, width: int = 1280) -> str:
    """The value that a property has for an element; "" where no rule says it."""
    best: tuple[tuple[bool, int, int, int, int], str] | None = None
    for order, (media, selector, held) in enumerate(rules_of(sheet)):
        if name in held and _applies(media, paper, width) and _matches(selector.split(), place):
            ids, classes, tags = (len(re.findall(pattern, selector)) for pattern in COUNTED)
            rank = ("!important" in held[name], ids, classes, tags, order)
            if best is None or rank > best[0]:
                best = (rank, held[name].replace("!important", "").strip())
    return "" if best is None else best[1]


def _applies(media: str, paper: bool, width: int) -> bool:
    most = re.search(r"max-width: (\d+)px", media)
    return width <= int(most[1]) if most else paper if media == "print" else not media


def _matches(selector: list[str], place: Place) -> bool:
    """Descendants only: the page's sheet has no other relation."""
    if not _fits(selector[-1], place[-1]):
        return False
    outside = list(place[:-1])
    for each in reversed(selector[:-1]):
        while outside and not _fits(each, outside[-1]):
            outside.pop()
        if not outside:
            return False
        outside.pop()
    return True


def _fits(part: str, element: str) -> bool:
    asked, held = (set(re.findall(r"[#.]?[\w-]+", text)) for text in (part, element))
    return "[" not in part and ":" not in part and (part == "*" or asked <= held)
