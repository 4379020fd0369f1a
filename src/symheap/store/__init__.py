"""The run store: every run is one SQLite file that grows as results arrive.

Plain data only: no engine is known here.
"""
