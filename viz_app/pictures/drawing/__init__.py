"""What several pictures share: maps, labels, legends, colours of cells, pages."""
