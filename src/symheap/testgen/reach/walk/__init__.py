"""A walk through every path of a method, with the fields of its object as terms."""
