"""Choose the input of a test: the smallest heap that takes a path, with values that are informative for readers."""
