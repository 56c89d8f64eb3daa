"""Shared by the pictures: maps, labels, legends, colours of cells, pages."""
