"""Bounded model checking with a flat memory: find out whether an abstract error is real ([SLAyer] section 4)."""
