"""The terminal and the process: streams, Ctrl-C, progress, time limit."""
