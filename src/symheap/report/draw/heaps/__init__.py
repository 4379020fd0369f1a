"""Drawings of a concrete heap before and after a run, with the same objects at the same places."""
