"""The front end of C: from source text to a syntax tree, and the types that it declares."""
