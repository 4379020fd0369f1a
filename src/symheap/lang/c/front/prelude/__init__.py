"""Headers that stand before or behind those of the system, or in their place."""
