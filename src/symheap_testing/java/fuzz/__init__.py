"""A differential fuzzer for Java: compares symheap's paths of random classes with runs on a JVM.

The modules here import nothing else of symheap, which a contract of import-linter checks. Programs record their own
branches on the JVM, by calls that their generator writes into the source. symheap reads the same source without these
calls, and is run as a command.
"""
