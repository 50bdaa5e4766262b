"""The command line: a file for each command, one sink for results, one place for errors."""
