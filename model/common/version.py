"""The one place that holds the program's version, and the day it is of."""

VERSION = "0.4.0"
DATE = "2026-11-21"
