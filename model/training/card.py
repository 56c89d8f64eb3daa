"""The model card: a ``README.md`` beside the weights that says what they are."""

from __future__ import annotations

from model.network.config import TransformerConfig
from model.training.recipe import Recipe

_TEMPLATE = """# {name}

An encoder-decoder Transformer, {source} → {target}, with {parameters:,} parameters, trained by
Headscope. Open it with `main.py {name}` or `main.py inspect {name}`.

## Data, licence and attribution

{provenance}

## Training

{epochs:.2f} epochs, validation loss {loss:.4f} nats per token ({reason}). Best weights, stored in half precision.

## How to make it again

Prepare the data as its source says, save the recipe below as `{name}.toml`, then
`main.py train {name}.toml --data DIR --out OUT{options}`.

```toml
{recipe}
```

## Limits

It was trained on short everyday sentences and is for learning, not for relying on. Attention
weights are not a measure of how much each word influenced the output.
"""


def model_card(recipe: Recipe, config: TransformerConfig, epochs: float, loss: float, reason: str) -> str:
    """The card as Markdown; ``loss`` in nats per token."""
    provenance = "\n".join(f"- {name}: {value}" for name, value in recipe.provenance.items())
    return _TEMPLATE.format(
        name=recipe.name,
        source=recipe.data.source_language,
        target=recipe.data.target_language,
        parameters=config.parameters,
        provenance=provenance or "- not stated in the recipe",
        epochs=epochs,
        loss=loss,
        reason=reason,
        recipe=recipe.text.strip(),
        options="".join(f" --{name} {value}" for name, value in recipe.options.items()),
    )
