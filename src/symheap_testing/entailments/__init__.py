"""Random entailments of lists, and heaps that satisfy their left sides."""
