"""Reports of answers about entailments."""
