"""The proof checker of ``prove``: it verifies certificates, step by step, without any search.

It shares the data types of formulas and of programs with the analysis, and no other code.  A `safe` that it accepts
relies on this package, on z3 and on the translation of C, not on `symheap.separation` or `symheap.solver`.
"""
