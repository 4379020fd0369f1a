"""The language of memory that C is lowered to (bytes, addresses with provenance, lifetimes) and its interpreter."""
