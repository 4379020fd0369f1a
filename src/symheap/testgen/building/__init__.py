"""Turn heaps into code: search for statements that build an input, running them in the concrete interpreter."""
