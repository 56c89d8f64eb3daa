"""The one place that holds the program's version."""

VERSION = "0.3.0"
