"""The call, and what is asserted of its end."""
