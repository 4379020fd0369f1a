"""Back ends: z3 and bitwuzla, and translations to what they read."""
