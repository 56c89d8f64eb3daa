"""The Transformer itself, and everything that runs, records and explains it. Never Qt.

Shape letters: B batch, S source length, T target length, L layers, H heads, M model width
(d_model), D head width (d_k), F feed-forward width, V vocabulary; Q and K stand for the number
of queries (rows) and keys (columns) of an attention; e and d subscripts where the stacks differ.

Words: *query = row, key = column*, always. A *weight* is a softmax output, a *score* the scaled
dot product before masking and softmax. A mask is True where a query may attend. A decoder row is
computed at the *consumed* token and predicts the *produced* one.

Reading order: ``config`` (what can vary), ``masks``, ``transformer`` (the whole network),
``tokenizer``, ``decoding`` (one step at a time), ``trace`` (the record of a run).
"""
