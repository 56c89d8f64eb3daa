"""One file per checkpoint format. Each defines ``recognise(file)`` and ``read(file, answers, loading) -> Checkpoint``.

``file`` is a :class:`model.checkpoints.files.model_file.ModelFile`: names and shapes, already checked. ``answers``
settle what it does not say, and ``loading`` is how its weights come (:mod:`model.checkpoints.assumptions`). Exactly
one format may recognise a file.
"""
