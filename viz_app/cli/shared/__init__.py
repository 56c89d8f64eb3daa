"""What several commands share: options, names of files, opening a checkpoint."""
