"""Oracles, random programs, mutants and laws for C."""
