"""Decides entailments between symbolic heaps of lists by cases, with a counterexample where one does not hold."""
