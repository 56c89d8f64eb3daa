"""From files to an open checkpoint: formats, tokenizers, answers to what a file leaves open."""
