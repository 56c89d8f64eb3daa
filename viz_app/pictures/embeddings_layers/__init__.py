"""*Embeddings & layers*: what happens around the attentions, a page for each topic."""
