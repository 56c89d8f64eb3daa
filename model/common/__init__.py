"""What every part of the program may use: problems, whole files, fields, versions. stdlib only."""
