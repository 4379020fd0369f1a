"""Back ends: z3 and bitwuzla, and the translations to their input."""
