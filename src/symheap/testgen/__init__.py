"""Generate JUnit tests: from the model of a path to a heap, to JUnit code, to a replay on a JVM."""
