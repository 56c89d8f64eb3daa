"""SVG files: cells as shapes, letters as letters."""
