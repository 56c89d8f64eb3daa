"""For every part of the program: problems, whole files, fields, versions. stdlib only."""
