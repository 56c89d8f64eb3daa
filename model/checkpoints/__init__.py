"""From files to an open checkpoint: formats, tokenizers, what a file does not say."""
