"""The memory IR that C is lowered to (bytes, addresses with provenance, lifetimes), and its interpreter."""
