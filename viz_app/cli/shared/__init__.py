"""Shared by the commands: options, names of files, opening a checkpoint."""
