"""Entailments between formulas of separation logic, in the format of SL-COMP."""
