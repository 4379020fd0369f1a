"""Folders of projects: what their builds say about classes, sources and class paths."""
