"""From a path's model to a heap, to JUnit, to a replay on a JVM."""
