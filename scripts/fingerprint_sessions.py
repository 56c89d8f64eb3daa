"""Session files that ``fingerprints.py`` opens: in which view, at which place and with which settings each stands.

The fields are those of ``docs/sessions.md``. A window's snapshot of each, and some exports, are fingerprints.
"""

from __future__ import annotations

from typing import Any

#: Every field as it usually is.
FIELDS: dict[str, Any] = {
    "format": "headscope-session", "version": 1, "program": "0.0.0",
    "place": {"kind": "cross", "layer": 2, "head": 0, "step": 5, "query": None, "key": None, "topic": "embedding",
              "dimension": 0, "sentence": 0},
    "view": "one_head",
    "reading": {"quantity": "weight", "aggregate": "none", "words": False, "aside": "nothing", "source_columns": [],
                "target_columns": [], "renormalise": False},
    "zoom": None, "link_heads": [], "choice": None, "settings": {}, "target_text": "", "target_use": "",
    "milliseconds_per_step": 1.5, "notes": {"text": "", "places": []}, "columns": [],
}  # fmt: skip

NOTES = {
    "text": "한국어 notes\n<b>not bold</b> &amp;",
    "places": [
        {"text": "look here", "view": "links", "sentence": "Ein Hund schläft.", "kind": "decoder", "layer": 1,
         "head": 1, "step": 3, "query": 2, "key": 0},
        {"text": "", "view": "", "sentence": "", "kind": "cross", "layer": 0, "head": 0, "step": 0, "query": None,
         "key": None},
    ],
}  # fmt: skip
CHOICE = {"kind": "cross", "layer": 2, "head": 0, "step": 5, "measure": "word alignment", "sentences": 180}
BATCH = "batch-1 batch-2 batch-3"


def at(kind: str, layer: int, head: int, step: int, **more: Any) -> dict[str, Any]:
    """A place."""
    return {"kind": kind, "layer": layer, "head": head, "step": step, **more}


def _of(runs: str, view: str, place: dict[str, Any], **more: Any) -> tuple[str, dict[str, Any]]:
    return runs, {"view": view, "place": place, **more}


#: Name → its runs, and its fields where they are not as usual; ``pinned`` names a run beside them.
SESSIONS: dict[str, tuple[str, dict[str, Any]]] = {
    "head": _of("tier", "one_head", at("cross", 2, 0, 5), choice=CHOICE),
    "head-selected": _of("tier", "one_head", at("cross", 2, 0, 9, query=4, key=2),
                         settings={"computation": True, "head_facts": True}),
    "head-encoder": _of("tier", "one_head", at("encoder", 1, 3, 5, query=3, key=6), settings={"computation": True}),
    "head-decoder": _of("padded", "one_head", at("decoder", 0, 2, 6, query=5, key=1),
                        settings={"row_totals": True, "computation": True}),
    "head-zoomed": _of("tier", "one_head", at("cross", 1, 1, 12, query=5, key=3),
                       zoom={"row": 2, "column": 1, "rows": 8, "columns": 6}, settings={"scale": "sqrt"}),
    "head-squares": _of("classic", "one_head", at("cross", 1, 6, 4), settings={"squares": True, "dots": False}),
    "head-bare": _of("tier", "one_head", at("decoder", 2, 2, 16), settings={
        "values": False, "map_shown": False, "inspector_shown": False, "captions": False}),
    "head-words": _of("tier", "one_head", at("cross", 2, 0, 8), reading={"words": True}),
    "head-rollout": _of("tier", "one_head", at("encoder", 2, 0, 8), reading={"aggregate": "rollout"}),
    "head-mean": _of("classic", "one_head", at("cross", 1, 0, 6), reading={"aggregate": "heads"}),
    "head-aside": _of("tier", "one_head", at("cross", 2, 0, 8, query=3, key=3),
                      reading={"aside": "specials", "source_columns": [1], "renormalise": True}),
    "head-score": _of("padded", "one_head", at("encoder", 0, 1, 3, query=2, key=8), reading={"quantity": "score"}),
    "head-norm": _of("tier", "one_head", at("cross", 2, 0, 9), reading={"quantity": "norm"}),
    "head-aligned": _of("early", "one_head", at("cross", 2, 0, 7, query=6, key=2), settings={
        "best_heads": True, "aligned_by": "effect", "effects": True, "effects_by_size": True}),
    "head-guesses": _of("early", "one_head", at("cross", 2, 1, 7, query=6, key=2), settings={
        "early_guesses": True, "effects": True, "best_heads": True, "head_facts": True}),
    "head-forced": _of("forced", "one_head", at("cross", 2, 0, 4), target_use="given",
                       target_text="The animal did not cross the road because it was tired."),
    "head-notes": _of(BATCH, "one_head", at("cross", 2, 0, 3, sentence=1), notes=NOTES,
                      settings={"notes_shown": True}, columns=[0.15, 0.55, 0.3]),
    "head-recorded": _of("recorded-wrong-2", "one_head", at("decoder", 1, 1, 2, query=1, key=2)),
    "head-plain": _of("plain", "one_head", at("cross", 0, 0, 0), settings={"computation": True}),
    "head-beam": _of("beam", "one_head", at("cross", 1, 2, 3, query=2, key=2)),
    "head-odd": _of("odd", "one_head", at("cross", 2, 0, 3, query=2, key=2), settings={"computation": True}),
    "layer": _of("tier", "one_layer", at("cross", 2, 0, 16)),
    "layer-encoder": _of("classic", "one_layer", at("encoder", 1, 4, 3, query=2, key=1),
                         settings={"per_map_scale": True}),
    "layer-decoder": _of(BATCH, "one_layer", at("decoder", 2, 1, 3), settings={"scale": "sqrt"}),
    "layers": _of("tier", "all_layers", at("cross", 1, 2, 16, query=3, key=3)),
    "layers-order": _of("classic", "all_layers", at("encoder", 1, 4, 6), settings={"head_order": "focus"}),
    "layers-decoder": _of("padded", "all_layers", at("decoder", 0, 0, 7), settings={"head_order": "similar"}),
    "links": _of("tier", "links", at("cross", 2, 0, 12)),
    "links-heads": _of("tier", "links", at("cross", 2, 0, 12, query=5), link_heads=[1, 3],
                       settings={"link_threshold": 12, "link_count": 2}),
    "links-encoder": _of("classic", "links", at("encoder", 0, 2, 3, query=2, key=4), settings={"link_threshold": 0}),
    "links-decoder": _of("padded", "links", at("decoder", 2, 3, 7)),
    "masks": _of("padded", "masks", at("encoder", 0, 1, 7)),
    "masks-decoder": _of("tier", "masks", at("decoder", 1, 1, 9, query=4, key=6)),
    "masks-cross": _of("padded-classic", "masks", at("cross", 1, 1, 5, query=3, key=9)),
    "masks-batch": _of(BATCH, "masks", at("encoder", 1, 1, 3, sentence=2), settings={"computation": True}),
    "masks-code": _of("recorded-wrong-1", "masks", at("decoder", 0, 0, 3), settings={"masks_as_in_code": True}),
    "stream-embedding": _of("tier", "embeddings_layers", at("cross", 2, 0, 5, topic="embedding", dimension=3)),
    "stream-position": _of("tier", "embeddings_layers", at("decoder", 2, 0, 5, topic="position", dimension=20)),
    "stream-stream": _of("classic", "embeddings_layers", at("encoder", 1, 0, 5, topic="stream", query=2)),
    "stream-heads": _of("padded", "embeddings_layers", at("cross", 1, 2, 5, topic="heads", query=2, key=3)),
    "stream-guesses": _of("early", "embeddings_layers", at("cross", 1, 2, 5, topic="guesses")),
    "forcing": _of("tier", "teacher_forcing", at("cross", 2, 0, 16)),
    "forcing-given": _of("forced", "teacher_forcing", at("decoder", 1, 1, 7), target_use="given",
                         target_text="The animal did not cross the road because it was tired."),
    "forcing-begin": _of("forced-classic", "teacher_forcing", at("cross", 1, 1, 4), target_use="begin",
                         target_text="i read"),
    "tree": _of("beam", "beam_tree", at("cross", 1, 2, 3)),
    "compare": _of("tier", "compare", at("cross", 2, 0, 14, query=10, key=8), pinned="other"),
    "compare-encoder": _of("tier", "compare", at("encoder", 0, 0, 14), pinned="other"),
    "compare-changed": _of("changed", "compare", at("cross", 2, 0, 11), pinned="tier"),
    "head-changed": _of("changed", "one_head", at("cross", 2, 0, 11), settings={"what_if_shown": True}),
}  # fmt: skip

#: One of each view; a window of each is looked at light and dark, in both languages.
EACH_VIEW = (
    "head", "layer", "layers", "links", "masks", "stream-embedding", "forcing", "tree", "compare",
)  # fmt: skip
