"""The parts of the command ``batch``: its processes and its journal."""
