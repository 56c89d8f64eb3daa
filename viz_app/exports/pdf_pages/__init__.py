"""Pages of a PDF file: true vectors, exact cells, text that is found and copied."""
