"""One file per checkpoint format. Each defines ``recognise(file) -> bool`` and ``read(file, answers) -> Checkpoint``.

``file`` is a :class:`model.checkpoints.files.model_file.ModelFile`: names and shapes, already checked. ``answers``
settle what it does not say (:mod:`model.checkpoints.assumptions`). Exactly one format may recognise a file. A

"""
