"""Headers that are found before or after those of the system, or instead of them."""
