"""The gate for every file: its kind, its header, whether it is whole. Nothing in a file is ever run.

:mod:`model.checkpoints.files.gate` is the one way in. Reading order: :mod:`~model.checkpoints.files.sniff` says
what a file is, :mod:`~model.checkpoints.files.folders` which files of a folder count;
:mod:`~model.checkpoints.files.safetensors_header` and :mod:`~model.checkpoints.files.torch_container` read the two
kinds of weights, the second through :mod:`~model.common.zip_container`,
:mod:`~model.checkpoints.files.pickles` and :mod:`~model.checkpoints.files.torch_header`;
:mod:`~model.checkpoints.files.hdf5_header` those of Keras. Recognition and refusal
need no torch; only :func:`model.checkpoints.files.tensors.load` does.
"""
