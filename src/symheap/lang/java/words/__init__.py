"""Java expressions as a programmer would write them: from bytecode, and from the source if available."""
