"""Studies: many methods of published programs, explored one by one, beside what a paper printed."""
