"""The input of a test: the smallest heap that takes a path, and values that tell a reader something."""
