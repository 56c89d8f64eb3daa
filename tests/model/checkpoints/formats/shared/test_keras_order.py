"""Keras' layers by the order of their counts, whatever they begin with; what the order does not tell is no model."""

from __future__ import annotations

from model.checkpoints.formats.shared.keras_order import by_order

LAYERS = 12  #: so that dense_9 and dense_10 stand in another order as text


def counted(first: int = 7, ending: str = ":0") -> dict[str, str]:
    """Names of the chatbot tutorial as Keras 2 counts them, and what each is."""
    count, norm, made = first, first, {}
    for side, blocks in (("encoder", ("attention",)), ("decoder", ("attention", "cross"))):
        made[f"{side}/embedding_{count}/embeddings"] = (
            f"{'source' if side == 'encoder' else 'target'}_embedding.token.weight"
        )
        for layer in range(LAYERS):
            for place, block in enumerate(blocks):
                holder = f"{side}/attention" + (f"_{place + 1}" if side == "decoder" else "")
                for part in ("query", "key", "value", "output"):
                    made[f"{holder}/dense_{count}/kernel"] = f"{side}_layers.{layer}.{block}.{part}.weight"
                    count += 1
            for part in ("expand", "contract"):
                made[f"{side}/dense_{count}/bias"] = f"{side}_layers.{layer}.feed_forward.{part}.bias"
                count += 1
            for block in (*blocks, "feed_forward"):
                made[f"{side}/layer_normalization_{norm}/gamma"] = f"{side}_layers.{layer}.{block}_residual.norm.weight"
                norm += 1
    made["outputs/outputs/kernel"] = "vocabulary.weight"
    return {f"{name}{ending}": ours for name, ours in made.items()}


def test_each_layer_is_found_by_its_count() -> None:
    wanted = counted()
    assert by_order(sorted(wanted), named=False) == wanted
    whole = {f"model_weights/{name}": ours for name, ours in counted(0, "").items()}
    assert by_order([*sorted(whole), "optimizer_weights/adam/encoder/dense_1/kernel"], named=False) == whole


def test_keras_own_attention_names_its_parts() -> None:
    names = {}
    for place in (9, 10):
        holder = f"encoder/transformer/encoder/layer_{place}/multi_head_attention_{place}"
        for part, ours in (("query", "query"), ("attention_output", "output"), ("key", "key"), ("value", "value")):
            names[f"{holder}/{part}/kernel:0"] = f"encoder_layers.{place - 9}.attention.{ours}.weight"
    assert by_order(reversed(names), named=True) == names


def test_what_the_order_does_not_tell_is_no_model() -> None:
    names = list(counted())
    assert by_order([*names, "encoder/lstm/kernel:0"], named=False) == {}
    assert by_order([*names, "head/dense/kernel:0"], named=False) == {}  # two heads
    moved = [name.replace("attention_1/dense_80/", "attention_2/dense_80/") for name in names]
    assert moved != names
    assert by_order(moved, named=False) == {}
    assert by_order(["encoder/a/vars/0", "decoder/a/vars/0"], named=False) == {}
