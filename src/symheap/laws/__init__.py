"""The laws that every heap model satisfies, checked on a program: what `symheap check` runs."""
