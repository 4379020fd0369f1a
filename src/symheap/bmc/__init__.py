"""Is an abstract error real?  Bounded model checking with a flat memory ([SLAyer] section 4)."""
