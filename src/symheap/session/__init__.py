"""The use cases: explore, compare, check, step, test, prove and study, one module each.

A use case takes a plain request and returns a plain result.  It reports its progress to a `Watcher`, hands each result
to a listener and stores it in a run file.  The command line, the Python interface, the server and the studies call
these modules.  Nothing here reads an option or writes to a terminal.
"""
