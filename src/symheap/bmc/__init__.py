"""Bounded model checking with a flat memory: find out whether an abstract error is real (004, section 4)."""
