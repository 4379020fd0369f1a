"""Entailment between symbolic heaps, and the pure facts that follow from one."""
