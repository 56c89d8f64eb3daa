"""The keys that masks hide in a run: in which block there is something to see, and how much. numpy only."""

from __future__ import annotations

import numpy as np

from model.common.lazy_dataclass import dataclass
from model.record.changed_places import unflipped
from model.record.trace import KINDS, Kind, Trace


@dataclass(frozen=True)
class HiddenKeys:
    """What the mask of one block hides."""

    future: int = 0  #: cells of later tokens
    padding: int = 0  #: columns of padding
    columns: int = 0  #: of padding that there are, hidden or not


def hidden_keys(run: Trace, kind: Kind) -> HiddenKeys | None:
    """Of a kind's own mask, without what was changed by hand; None where the run has none, or no map to it."""
    mask, attention = run.mask(kind), run.attention(kind)
    if mask is None or attention is None or 0 in mask.shape:
        return None
    mask = unflipped(run, kind, mask)
    source = run.padding_mask if kind != "decoder" else None
    columns = 0 if source is None else int((~source).sum())
    if kind != "decoder":
        return HiddenKeys(0, int((~mask.any(axis=0)).sum()), columns)
    later = np.arange(mask.shape[0])[:, np.newaxis] < np.arange(mask.shape[1])
    padded = int((~mask & ~later).any(axis=0).sum())
    return HiddenKeys(int((~mask & later).sum()), padded, padded)


def telling_block(run: Trace) -> Kind | None:
    """The block whose mask has something to show: padding where there is any, else the look-ahead mask's.

    None where no mask hides anything.
    """
    found = {kind: hidden for kind in KINDS if (hidden := hidden_keys(run, kind)) is not None}
    padded = next((kind for kind in ("encoder", "cross") if kind in found and found[kind].padding), None)
    if padded is not None:
        return padded
    return "decoder" if "decoder" in found and (found["decoder"].future or found["decoder"].padding) else None
