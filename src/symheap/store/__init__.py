"""The run store: every run is one SQLite file that grows as results arrive.

It holds plain data only and knows nothing of the engines.
"""
