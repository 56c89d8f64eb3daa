"""Vocabularies in the forms that are in use: read as data, checked, never run.

Start with ``reading.py``; which vocabulary belongs to which side is :mod:`model.checkpoints.companions`'s business.
"""
