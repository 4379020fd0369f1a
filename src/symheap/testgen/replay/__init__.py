"""Generated tests on the real JVM: compiled, run in a child process, and compared with what was predicted."""
