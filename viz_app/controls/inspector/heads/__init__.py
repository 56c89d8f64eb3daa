"""Answers about heads: what the selected one does, and which aligns best."""
