"""Every file passes here first: what it is, what its header says, whether it is whole. Never runs what it reads.

:mod:`model.files.gate` is the one way in. Recognition and refusal need no torch; only
:func:`model.files.tensors.load` does.
"""
