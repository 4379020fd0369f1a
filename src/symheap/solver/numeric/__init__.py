"""Reasoning about numbers without a back end: intervals, enclosures, search for values."""
