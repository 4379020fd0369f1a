"""Proving memory safety with separation logic: symbolic heaps, entailment, abstraction, abstract transition systems."""
