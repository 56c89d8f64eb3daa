"""Going through the snapshots of a training: what comes of it, and the runs that are kept."""
