"""The twenty questions of a lecturer, as in ``tests/e2e``, by clicks and keys before the real window.

Each begins at a fresh start and takes at most three actions; choosing from a list is two clicks. What is looked for on
the screen is computed here from the run's arrays; whether those are right is asked by ``tests/e2e``.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QPoint
from tasks_hands import Hands, Missed
from tasks_questions import found, run_of

from model.analysis.aligning_head import held_out
from model.record.trace import Trace
from viz_app.pictures.drawing.quantities import figure
from viz_app.pictures.drawing.sheet import MapSheet
from viz_app.pictures.drawing.tokens import tokens_of
from viz_app.pictures.embeddings_layers.texts import TOPICS
from viz_app.platform.text import decimal, fill, quoted, translate
from viz_app.views.embeddings_layers import EmbeddingsLayersView
from viz_app.views.masks import MasksView

OTHER = 1, 2  #: layer and head that are asked about, from 0
LATER = 1, 3  #: a row of the decoder and a later key
OWN = "The animal was tired."


def effects(hands: Hands) -> str:
    """Without the word that the row gives most weight to."""
    hands.chord("E")
    hands.until(lambda: hands.now.effects is not None, "the runs without each word")
    hands.settle()
    step, measured = hands.now.selection.step, hands.now.effects
    assert measured is not None, "it has been waited for"
    changes = measured.change[step]
    most = int(np.nanargmax(np.abs(changes)))
    return found(hands, (tokens_of(run_of(hands)).source[most].text, f"{changes[most]:.2f}".replace("-", "−")))


def head(hands: Hands) -> str:
    """Entropy, focus, and more, of a head that is clicked on among all."""
    hands.tab("all_layers")
    hands.click(hands.view.canvas, place(hands, layer=OTHER[0], head=OTHER[1]), "the map of head 3 of layer 2")
    hands.chord("F")
    rows = run_of(hands).maps("cross")[OTHER].astype(np.float64)
    entropy = -np.where(rows > 0, rows * np.log2(np.where(rows > 0, rows, 1)), 0).sum(axis=1).mean()
    return hands.see(f"{entropy:.2f}", f"{rows.max(axis=1).mean():.2f}")


def place(hands: Hands, **wanted: int) -> QPoint:
    """Of the picture, where such a cell is in sight."""
    places = [where for where, cell in hands.cells()
              if all(getattr(cell, name) == value for name, value in wanted.items())]  # fmt: skip
    if not places:
        raise Missed(f"no such cell is in sight: {wanted}")
    return places[len(places) // 2]


def previous(hands: Hands) -> str:
    """Heads of the decoder, sorted by the weight that they give the token before; found by that name."""
    hands.chord("2")
    hands.chord("Ctrl+Shift+P")
    hands.sentence("heads previous")
    picture = hands.view.canvas.picture
    assert isinstance(picture, MapSheet), "it shows maps"
    firsts = []
    for layer, heads in enumerate(run_of(hands).maps("decoder").astype(np.float64)):
        shares = [np.mean([rows[row, row - 1] for row in range(1, len(rows))]) for rows in heads]
        shown = sorted((panel for panel in picture.plan.panels if panel.layer == layer), key=lambda panel: panel.left)
        if [panel.head for panel in shown] != np.argsort([-share for share in shares], kind="stable").tolist():
            raise Missed(f"layer {layer + 1} is sorted otherwise")
        firsts.append(f"{layer + 1}.{shown[0].head + 1} {max(shares):.2f}")
    return ", ".join(firsts)


def aligned(hands: Hands) -> str:
    """The best of the table that was measured on other sentences."""
    hands.chord("B")
    known = held_out(run_of(hands))
    assert known is not None, "it ships"
    layer, number = known.best
    return hands.see(str(layer + 1), str(number + 1), f"{known.share:.2f}")


def zero(hands: Hands) -> str:
    """A later token's: what is said of it, and that it has no number."""
    hands.chord("2")
    hands.click(hands.view.canvas, place(hands, query=LATER[0], key=LATER[1]), "a cell above the diagonal")
    if run_of(hands).maps("decoder")[:, :, LATER[0], LATER[1]].any():
        raise Missed("it has weight")
    token = quoted(tokens_of(run_of(hands)).consumed[LATER[1]].text)
    told = "%1 came later: not there when this row was computed, it has no score"
    return hands.see(fill(translate("RowSentence", told), token))


def scores(hands: Hands) -> str:
    """q · k / √d_k of the cell with most weight, recomputed."""
    hands.chord("S")
    return hands.see(figure(_score(hands), "score"))


def _row(hands: Hands) -> tuple[np.ndarray, int]:
    """[K] products q · k of the row on screen in float64, and the key with most weight."""
    run, now = run_of(hands), hands.now.run_selection
    q, k = (run.activations[f"cross_{name}"][now.layer, now.head].astype(np.float64) for name in ("query", "key"))
    key = int(run.maps("cross")[now.layer, now.head, now.step].argmax()) if now.key is None else now.key
    return k @ q[now.step], key


def _score(hands: Hands) -> float:
    products, key = _row(hands)
    depth = run_of(hands).activations["cross_query"].shape[-1]
    return float(products[key] / math.sqrt(depth))


def dividing(hands: Hands) -> str:
    """The weight that the cell would have had without it."""
    hands.chord("H")
    products, key = _row(hands)
    shares = np.exp(products - products.max())
    return found(hands, ("√", f"{float(shares[key] / shares.sum()):.4f}"))


def alternatives(hands: Hands) -> str:
    """They stand there from the start: two of them with their probability, and the entropy."""
    run, step = run_of(hands), hands.now.selection.step
    assert run.candidate_tokens is not None, "they are recorded"
    assert run.candidate_probabilities is not None, "they are recorded"
    assert run.candidate_entropy is not None, "it is recorded"
    for rank in (0, 1):
        hands.see(str(run.candidate_tokens[step, rank]).lstrip("▁"), f"{run.candidate_probabilities[step, rank]:.4f}")
    return hands.see(f"{float(run.candidate_entropy[step]):.2f}")


def stop(hands: Hands) -> str:
    """The last step predicts the end token, and says so."""
    hands.chord("End")
    if hands.now.selection.step != run_of(hands).steps - 1:
        raise Missed("another step is on screen")
    return hands.see(translate("RowSentence", ": the translation ends here"))


def positions(hands: Hands) -> str:
    """sin(pos / 10000^(0/d)), recomputed."""
    hands.tab("embeddings_layers")
    view = hands.view
    assert isinstance(view, EmbeddingsLayersView), "it was clicked on"
    hands.click(view.topics, view.topics.tabRect(TOPICS.index("position")).center(), "tab position")
    return hands.told(f"{math.sin(hands.now.selection.step):.4f}".replace("-", "−"))


def similar(hands: Hands) -> str:
    """The head whose rows are nearest to those of the one on screen, by Jensen–Shannon divergence."""
    hands.chord("F")
    now, maps = hands.now.selection, run_of(hands).maps("cross").astype(np.float64)
    own = maps[now.layer, now.head]
    apart = {at: _divergence(own, maps[at]) for at in np.ndindex(maps.shape[:2]) if at != (now.layer, now.head)}
    layer, number = min(apart, key=lambda at: apart[at])
    return found(hands, (str(layer + 1), str(number + 1), f"{apart[layer, number]:.2f}"))


def _divergence(one: np.ndarray, other: np.ndarray) -> float:
    """Bits, the mean over rows."""
    middle = (one + other) / 2
    told = [np.where(each > 0, each * np.log2(np.where(each > 0, each / middle, 1)), 0).sum(axis=1) / 2
            for each in (one, other)]  # fmt: skip
    return float((told[0] + told[1]).mean())


def layers(hands: Hands) -> str:
    """What each layer would predict; the last says what the run has."""
    hands.chord("G")
    hands.until(lambda: hands.now.early_guesses is not None, "what each layer would say")
    hands.settle()
    run, step = run_of(hands), hands.now.selection.step
    assert run.produced_probability is not None, "it has next tokens"
    return hands.see(f"{float(run.produced_probability[step]):.2f}", tokens_of(run).produced[step].text)


def nothing(hands: Hands) -> str:
    """What the end token has of the row: what is missing in its total once the column is set aside."""
    hands.chord("1")
    hands.chord("X")
    hands.chord("T")
    if not hands.now.settings.row_totals or hands.now.selection.kind != "encoder":
        raise Missed("no totals stand beside the rows of the encoder")
    return hands.told(translate("pictures", "without special tokens"))


def translation(hands: Hands) -> str:
    """Σ ln p of a translation of one's own, given as a whole."""
    hands.chord("Ctrl+Shift+T")
    hands.sentence(OWN)
    run = run_of(hands)
    if run.meta.translation != OWN or run.produced_probability is None:
        raise Missed(f"“{run.meta.translation}” is on screen")
    return hands.told(f"Σ ln p = {decimal(sum(math.log(share) for share in run.produced_probability.tolist()), 3)}")


def batch(hands: Hands) -> str:
    """A shorter sentence beside it: its padding is counted."""
    hands.tab("masks")
    view = hands.view
    assert isinstance(view, MasksView), "it was clicked on"
    hands.click(view.shorter)
    run = run_of(hands)
    if len(hands.now.batch) != 2 or run.padding_mask is None or run.padding_mask.all():
        raise Missed("nothing is padded")
    return hands.told(str(int((~run.padding_mask).sum())), "<pad>")


def words(hands: Hands) -> str:
    """Rows are words then, and it is said how the weights of their pieces were put together."""
    hands.chord("W")
    shown: Trace | None = hands.now.trace
    if shown is None or shown.meta.reading is None or shown.steps >= run_of(hands).steps:
        raise Missed("there are as many rows as before")
    return hands.told(translate("pictures", "in words: sum over key pieces, mean over query pieces"))


def lecturers(
    padding: Callable[[Hands], str],
    look_ahead: Callable[[Hands], str],
    computed: Callable[[Hands], str],
    force: Callable[[Hands], str],
) -> tuple[tuple[str, str, Callable[[Hands], str]], ...]:
    """Name, words, and how it is asked; four are among the eight tasks as well."""
    return (
        ("effects", "what happens to this word’s probability without each source word", effects),
        ("head", "what head 3 of layer 2 does on this sentence", head),
        ("previous", "which heads point at the previous token", previous),
        ("aligned", "which head aligns best, and by what measure", aligned),
        ("padding-hides", "what the padding mask hides", padding),
        ("later-hidden", "what the look-ahead mask hides", look_ahead),
        ("zero", "why this weight is 0", zero),
        ("number", "how this number is computed", computed),
        ("scores", "what the scores before softmax were", scores),
        ("dividing", "what dividing by √d_k changes", dividing),
        ("alternatives", "the alternatives, and how sure the model was", alternatives),
        ("another", "what if it had written this other word", force),
        ("stop", "how the model knows to stop", stop),
        ("positions", "what the positional encoding looks like", positions),
        ("similar", "whether two heads do the same here", similar),
        ("layers", "what the last layer does that the first does not", layers),
        ("nothing", "where weight goes when there is nothing to say", nothing),
        ("translation", "how probable my translation is", translation),
        ("batch", "what a batch of unequal sentences looks like", batch),
        ("words", "what this sub-word model looks like in words", words),
    )
