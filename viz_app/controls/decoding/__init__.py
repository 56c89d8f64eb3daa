"""How tokens are chosen: a button beside the translation, and what it opens."""
