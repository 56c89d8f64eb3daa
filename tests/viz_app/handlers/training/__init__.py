"""Tests of what comes of going through a training."""
