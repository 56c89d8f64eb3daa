"""The inspector: one cell, how it is computed, the candidates, and questions about the run."""
