"""C: from source files to the memory IR."""
