"""One page for a class: who has which fault, and of each submission the masks, the fault and the line of code.

HTML and SVG without anything that a browser could run or fetch; every text of a file is escaped. numpy only.
"""

from __future__ import annotations

import html
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial

from model.analysis.attention_blocks import AttentionBlock, Bools, blocks_of
from model.analysis.findings import TEXTS, Finding, kinds_with
from model.common.problems import Problem, shown
from model.common.text import Text, fill
from model.common.version import VERSION
from model.record.code_lines import code_lines
from model.record.trace import Trace
from viz_app.cli.shared.help import korean

CELL, MOST, LONGEST = 15, 24, 9  #: pixels of a cell, tokens of a side, letters of a token
NAMED = 40  #: other files whose names are told
MOST_SHEETS = 1000
Say = Callable[[str], str]
KINDS = {
    "encoder": Text("Encoder self-attention"),
    "decoder": Text("Decoder self-attention"),
    "cross": Text("Cross attention"),
}
VERDICTS = {
    "right": Text("no fault"), "1 fault": Text("1 fault"), "not readable": Text("not readable"),
    "partly judged": Text("partly judged"),
}  # fmt: skip
STYLE = """
:root { color-scheme: light dark; --paper: #fff; --ink: #1b1f25; --muted: #5c6571; --line: #c3c9d2; --open: #85c78a;
  --shut: #e6e8ec; --wrong: #b3261e; --right: #1e6b30; }
@media (prefers-color-scheme: dark) { :root { --paper: #131518; --ink: #e9ebef; --muted: #a3abb7; --line: #4a505a;
  --open: #4f8f58; --shut: #2a2e34; --wrong: #ff8f84; --right: #7fd493; } }
body { margin: 0 auto; padding: 16px 24px; max-width: 1100px; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, "Segoe UI", "Malgun Gothic", "Apple SD Gothic Neo", "Noto Sans KR", sans-serif; }
h1 { font-size: 1.5rem; margin: 0; } h2 { font-size: 1.1rem; margin: 0 0 8px; overflow-wrap: anywhere; }
.quiet { color: var(--muted); } .wrong { color: var(--wrong); } .right { color: var(--right); }
table { border-collapse: collapse; width: 100%; margin: 12px 0; }
td, th { text-align: left; padding: 4px 12px 4px 0; border-bottom: 1px solid var(--line); vertical-align: top;
  overflow-wrap: anywhere; }
section { border-top: 2px solid var(--line); padding: 14px 0; margin-top: 14px; break-inside: avoid; }
li { margin-bottom: 10px; } p { margin: 2px 0; } a { color: inherit; }
code { font: 13px/1.5 ui-monospace, Consolas, monospace; background: var(--shut); padding: 1px 5px;
  overflow-wrap: anywhere; }
.masks { display: flex; flex-wrap: wrap; gap: 8px 28px; } figure { margin: 6px 0; max-width: 100%; overflow-x: auto; }
figcaption { font-weight: 600; } svg { display: block; } svg text { fill: var(--ink); font-size: 11px; }
.key i { display: inline-block; width: 12px; height: 12px; margin: 0 5px -1px 14px; border: 1px solid var(--line); }
"""


def speaker(language: str) -> Say:
    """How a marked text is said; any other, such as a name, as it is."""
    return partial(_said, korean() if language == "ko" else {})


def _said(catalogue: dict[tuple[str, str], str], text: str) -> str:
    if not isinstance(text, Text):
        return text
    found = catalogue.get((text.context, text.template), text.template)
    return fill(found, *(_said(catalogue, value) for value in text.values))


# --- one submission ---


def sheet(trace: Trace, findings: Sequence[Finding], language: str) -> str:
    """What is wrong, in words with the line of code, beside the masks of the first layer that shows it."""
    say = speaker(language)
    items = "".join(_finding(finding, trace, say, kinds_with(finding, findings)) for finding in findings)
    right = say(Text("The masks are as the architecture defines them."))
    told = f"<ol>{items}</ol>" if items else f"<p>{_safe(right)}"
    if not trace.meta.recorded:
        computed = Text("These masks are computed by Headscope and not recorded from somebody’s own code.")
        told += f'<p class="quiet">{_safe(say(computed))}</p>'
    first = {finding.kind: finding.layer for finding in reversed(findings) if finding.severity == "fault"}
    blocks = [block for block in blocks_of(trace) if block.layer == (first.get(block.kind) or 0)]
    heads = {finding.kind: finding.evidence.head for finding in reversed(findings) if finding.evidence is not None}
    figures = "".join(_figure(block, heads.get(block.kind, 0), say) for block in blocks)
    return f'{told}<div class="masks">{figures}</div>'


def sheet_of_problem(problem: Problem, language: str) -> str:
    """Of a file that cannot be read."""
    say = speaker(language)
    return f'<p class="wrong">{_safe(say(problem.why))}. {_safe(say(problem.next_step))}.</p>'


def _finding(finding: Finding, trace: Trace, say: Say, kinds: Collection[str | None]) -> str:
    severity = Text("Fault") if finding.severity == "fault" else Text("Remark")
    where = ""
    if finding.kind is not None:
        layers = ", ".join(str(layer + 1) for layer in finding.layers)
        named = say(Text("layers %1", layers) if len(finding.layers) > 1 else Text("layer %1", layers))
        where = f": {say(KINDS[finding.kind])}, {named}"
    sentence, remedy = (say(text.filled(*map(shown, finding.facts))) for text in finding.texts[1:])
    lines = code_lines(trace, finding.code, finding.kind, finding.layer, kinds)
    code = "".join(f"<br><code>{_safe(shown(line, 200))}</code>" for line in lines)
    if code:
        line = say(Text("Line of code to look at:"))
        code = f"<p>{_safe(line)}{code}</p>"
    elif finding.severity == "fault":
        none = Text("Which line it is was not recorded; a newer headscope_recorder.py writes it down.")
        code = f'<p class="quiet">{_safe(say(none))}</p>'
    look = "wrong" if finding.severity == "fault" else "quiet"
    head = f'<b class="{look}">{_safe(say(severity) + where)}</b>'
    return f"<li>{head}<p>{_safe(sentence)}</p><p>{_safe(remedy)}</p>{code}</li>"


def _figure(block: AttentionBlock, head: int, say: Say) -> str:
    mask = block.mask[min(head, len(block.mask) - 1)]
    wrong = (mask != block.expected) & block.queries.visible[:, None] & block.certain
    caption = say(KINDS[block.kind]) + ", " + say(Text("layer %1", block.layer + 1))
    if wrong.any():
        caption += ", " + say(Text("%1 cells are wrong", int(wrong.sum())))
    cut = max(mask.shape) > MOST
    first = say(Text("The first %1 tokens of each side.", MOST))
    rest = f'<p class="quiet">{_safe(first)}</p>' if cut else ""
    rows, columns = (tuple(side.tokens[:MOST]) for side in (block.queries, block.keys))
    drawing = _svg(mask[:MOST, :MOST], wrong[:MOST, :MOST], rows, columns, caption)
    return f"<figure><figcaption>{_safe(caption)}</figcaption>{drawing}{rest}</figure>"


def _svg(mask: Bools, wrong: Bools, rows: Sequence[str], columns: Sequence[str], alt: str) -> str:
    """Rows of queries, columns of keys; a wrong cell is crossed out, so that no colour is needed."""
    left, top = 8 + 7 * LONGEST, 6 + 7 * LONGEST
    wide, high = left + CELL * len(columns) + 6, top + CELL * len(rows) + 6
    parts = [f'<svg role="img" aria-label="{_safe(alt)}" width="{wide}" height="{high}" viewBox="0 0 {wide} {high}">']
    for at, token in enumerate(columns):
        x = left + CELL * at + CELL * 0.7
        parts.append(f'<text transform="translate({x:g} {top - 4}) rotate(-90)">{_token(token)}</text>')
    for at, token in enumerate(rows):
        parts.append(f'<text x="{left - 5}" y="{top + CELL * at + 11}" text-anchor="end">{_token(token)}</text>')
    for name, cells in (("--shut", ~mask), ("--open", mask)):
        parts.append(f'<path fill="var({name})" d="{_squares(cells, left, top)}"/>')
    places = ((left + CELL * column + 3, top + CELL * row + 3) for row, column in zip(*wrong.nonzero(), strict=True))
    crosses = "".join(f"M{x} {y}l8 8m0 -8l-8 8" for x, y in places)
    if crosses:
        parts.append(f'<path stroke="var(--wrong)" stroke-width="2" fill="none" d="{crosses}"/>')
    return "".join((*parts, "</svg>"))


def _squares(cells: Bools, left: int, top: int) -> str:
    side = CELL - 1
    places = ((left + CELL * column, top + CELL * row) for row, column in zip(*cells.nonzero(), strict=True))
    return "".join(f"M{x} {y}h{side}v{side}h-{side}z" for x, y in places)


# --- the class ---


#: File, verdict, codes of faults, codes of remarks.
Row = tuple[str, str, str, str]


def some_of(names: Sequence[str]) -> str:
    """The first of them in one line."""
    return ", ".join(names[:NAMED]) + (" …" if len(names) > NAMED else "")


def page(rows: Sequence[Row], sheets: Sequence[str], language: str, others: Sequence[str] = ()) -> str:
    """One row and one sheet for each submission, in the same order; ``others`` were not looked at."""
    say = speaker(language)
    title = _safe(say(Text("Masks of a class: %1 submissions", len(rows))))
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    head = (
        f'<!doctype html><html lang="{_safe(language)}"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        f'<meta name="viewport" content="width=device-width"><title>{title}</title><style>{STYLE}</style></head>'
    )
    told = [f"<h1>{title}</h1>", f'<p class="quiet">Headscope {VERSION}. {_safe(_counted(rows, say))}</p>']
    if others:
        none = Text("Other files in the folder: %1. They were not looked at, and no code is run: %2")
        told.append(f'<p class="quiet">{_safe(say(none.filled(len(others), some_of(others))))}</p>')
    told += [_key(say), _faults(rows, say), _table(rows, say)]
    kept = zip(rows[:MOST_SHEETS], sheets, strict=False)
    told += [
        f'<section id="s{number}"><h2>{_safe(shown(name, 200))} – {_verdict(verdict, say)}</h2>{body}</section>'
        for number, ((name, verdict, *_), body) in enumerate(kept, start=1)
    ]
    return f"{head}<body>{''.join(told)}</body></html>\n"


def _key(say: Say) -> str:
    means = (("--open", Text("may attend")), ("--shut", Text("blocked")))
    squares = "".join(f'<i style="background: var({name})"></i>{_safe(say(text))}' for name, text in means)
    wrong = _safe(say(Text("× differs from the definition")))
    axes = say(Text("Rows are queries, columns are keys."))
    return f'<p class="key">{_safe(axes)}{squares} &nbsp; {wrong}</p>'


def _faults(rows: Iterable[Row], say: Say) -> str:
    """Each fault and how many submissions have it, the commonest first: what to say to all."""
    counts = Counter(code for _, _, codes, _ in rows for code in codes.split())
    lines = "".join(
        f"<tr><td>{count}</td><td>{_sentence(code, say)}</td></tr>"
        for code, count in counts.most_common()
        if code in TEXTS
    )
    many, fault = _safe(say(Text("Submissions"))), _safe(say(Text("Fault")))
    return f"<table><tr><th>{many}</th><th>{fault}</th></tr>{lines}</table>" if lines else ""


def _sentence(code: str, say: Say) -> str:
    return _safe(say(TEXTS[code].sentence.filled("…", "…", "…")))


def _table(rows: Sequence[Row], say: Say) -> str:
    """Each submission and its verdict; where no fault is, what there is to remark stands with it."""
    names = (Text("Submission"), Text("Verdict"))
    heads = "".join(f"<th>{_safe(say(name))}</th>" for name in names)
    lines = "".join(
        f'<tr><td><a href="#s{number}">{_safe(shown(name, 200))}</a></td><td>{_verdict(verdict, say)}'
        f"{_remarks(remarks, say) if verdict == 'right' else ''}</td></tr>"
        for number, (name, verdict, _, remarks) in enumerate(rows, start=1)
    )
    return f"<table><tr>{heads}</tr>{lines}</table>"


def _remarks(codes: str, say: Say) -> str:
    return "".join(f'<p class="quiet">{_sentence(code, say)}</p>' for code in codes.split() if code in TEXTS)


def _counted(rows: Sequence[Row], say: Say) -> str:
    verdicts = [verdict for _, verdict, *_ in rows]
    right = verdicts.count("right")
    unread = verdicts.count("not readable")
    wrong = sum("fault" in verdict for verdict in verdicts)
    partly = len(rows) - right - unread - wrong
    return say(
        Text("%1 without a fault, %2 with faults, %3 partly judged, %4 not readable.", right, wrong, partly, unread)
    )


def _verdict(verdict: str, say: Say) -> str:
    count = verdict.partition(" ")[0]
    text = VERDICTS.get(verdict) or Text("%1 faults", count)
    look = {"right": "right", "partly judged": "quiet"}.get(verdict, "wrong")
    return f'<span class="{look}">{_safe(say(text))}</span>'


def _token(token: str) -> str:
    return _safe(shown(token, LONGEST))


def _safe(text: str) -> str:
    return html.escape(str(text).encode("utf-8", "replace").decode())
