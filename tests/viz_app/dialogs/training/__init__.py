"""Tests of the dialogs about trainings."""
