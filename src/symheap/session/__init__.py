"""The use cases: explore, compare, check, step, test, prove and study, each in one module.

A use case takes a plain request, tells a `Watcher` how far it is, hands results to a listener as they are found, keeps
them in a run file, and returns a plain result.  The command line, the Python interface, the server and the studies call
these modules; nothing here reads an option or writes to a terminal.
"""
