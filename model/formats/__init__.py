"""One file per checkpoint format. Each defines ``recognise(path) -> bool`` and ``read(path) -> Checkpoint``.

A file whose name starts with an underscore is a shared helper.
"""
