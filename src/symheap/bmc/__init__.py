"""Is an abstract error real?  Bounded model checking with a flat memory (004, section 4)."""
