"""Tests of the beam tree."""
