"""Explore the classes of a target in worker processes: each method is a unit of work.

A unit is a plain value, and its results are plain data.  One process alone writes the run file and tells the listener,
in the order in which one job would: see `docs/adr/033-units-of-work.md`.
"""
