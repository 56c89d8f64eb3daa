"""Every file passes here first: what it is, what its header says, whether it is whole. Never runs what it reads.

:mod:`model.files.gate` is the one way in. Reading order: :mod:`~model.files.sniff` says what a file is,
:mod:`~model.files.folders` which files of a folder count; :mod:`~model.files.safetensors_header` and
:mod:`~model.files.torch_container` read the two kinds of weights, the second through
:mod:`~model.files.zip_container`, :mod:`~model.files.pickles` and :mod:`~model.files.torch_header`.
Recognition and refusal need no torch; only :func:`model.files.tensors.load` does.
"""
