"""A differential fuzzer for Java: random classes, symheap's paths of them, and what a JVM does.

The modules here import nothing else of symheap, and a contract of import-linter holds that.  Programs record their own
branches on the JVM, by calls that their generator writes into the source; symheap sees the same source without these
calls, and is asked as a command.
"""
