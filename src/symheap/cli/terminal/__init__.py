"""The terminal and the process: streams, Ctrl-C, the line of progress, the time limit."""
