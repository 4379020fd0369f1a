"""Mutants of the commands of the shape analysis: memory that changes otherwise than a program changes it."""

from __future__ import annotations

from shape_mutant import ShapeMutant

COMMANDS: tuple[ShapeMutant, ...] = (
    ShapeMutant(
        "a store at an unknown place changes nothing",
        "int a[100] = {0}; int i = nondet(); if (i < 0 || i >= 100) return 0; a[i] = 1; if (a[5]) *null = 1;",
        (
            (
                "separation/heaps/places.py",
                "return place.heap.replaced(place.target, replace(place.target, cells=immutables.Map(), zero=False))",
                "return place.heap",
            ),
        ),
    ),
    ShapeMutant(
        "bytes stay zero after a store at an unknown place",
        "int *a = calloc(100, 4); int i = nondet(); if (i < 0 || i >= 100) return 0; a[i] = 1; if (a[5]) *null = 1; free(a);",
        (("separation/heaps/places.py", "cells=immutables.Map(), zero=False))", "cells=immutables.Map()))"),),
    ),
    ShapeMutant(
        "a load gives the neighbour",
        "int a[2]; a[0] = 1; a[1] = 0; if (a[0]) *null = 1;",
        (
            (
                "separation/heaps/places.py",
                "value = read(target, place.offset, size)",
                "value = read(target, 4 if target.size == 8 else place.offset, size)",
            ),
        ),
    ),
    ShapeMutant(
        "free keeps the object",
        "int *p = malloc(4); *p = 1; free(p); return *p;",
        (
            (
                "separation/execution/execute.py",
                "return replace(heap.replaced(thing, Object(thing.base, 1, lifetime=Lifetime.ENDED)), gone=gone)",
                "return heap",
            ),
        ),
    ),
    ShapeMutant(
        "a local can be freed",
        "int x = 1; int *p = &x; free(p);",
        (("separation/execution/execute.py", "if case.target.lifetime is not Lifetime.HEAP:", "if False:"),),
    ),
    ShapeMutant(
        "the middle of an object can be freed",
        "char *p = malloc(4); free(p + 1);",
        (("separation/execution/execute.py", "if case.offset != 0:", "if False:"),),
    ),
    ShapeMutant(
        "an access may begin where the object ends",
        "int a[2]; a[2] = 0;",
        (
            (
                "separation/execution/exposing.py",
                "return offset >= 0 and offset + size <= limit",
                "return offset >= 0 and offset <= limit",
            ),
        ),
    ),
    ShapeMutant(
        "an unknown offset has no upper bound",
        "char a[100]; unsigned i = nondet(); if (i < 1000) a[i] = 0;",
        (("separation/execution/exposing.py", "        not_(bitvector(Op.BVULT, width, room, offset)),\n", ""),),
    ),
    ShapeMutant(
        "what was freed is never allocated again",
        "int *p = malloc(4); free(p); int *q = malloc(4); if (p == q) *null = 1; free(q);",
        (
            (
                "separation/execution/execute.py",
                "    heap = without_ended(heap)\n    target = frame.register(command.target)",
                "    target = frame.register(command.target)",
            ),
        ),
    ),
    ShapeMutant(
        "allocation never fails",
        "int *p = malloc(4); *p = 1; free(p);",
        (("separation/execution/execute.py", "    if command.may_fail:\n", "    if False:\n"),),
        malloc_may_fail=True,
    ),
    ShapeMutant(
        "a block keeps its locals",
        "int *p; { int x = 1; p = &x; *p = 2; } return *p;",
        (
            (
                "separation/execution/execute.py",
                "    return heap if thing is None else ended(heap, thing)",
                "    return heap",
            ),
        ),
    ),
    ShapeMutant(
        "a function keeps its locals",
        "return *escaped();",
        (
            (
                "separation/execution/activations.py",
                "                    heap = ended(heap, atom)",
                "                    pass",
            ),
            (
                "separation/execution/execute.py",
                "    return heap if thing is None else ended(heap, thing)",
                "    return heap",
            ),
        ),
        before="static int *escaped(void) { int x = 1; int *p = &x; *p = 2; return p; }",
    ),
    ShapeMutant(
        "realloc keeps the old object",
        "int *p = malloc(4); int *q; *p = 1; q = realloc(p, 8); *p = 2; free(q);",
        (("separation/execution/reallocation.py", "    if old is not None:\n        heap = ended(heap, old)\n", ""),),
    ),
    ShapeMutant(
        "a copy copies nothing",
        "int x = 1; struct s { int *p; int q; } s, t; s.p = 0; s.q = 1; t.p = &x; t.q = 2; t = s; *t.p = 1;",
        (("separation/execution/copying.py", "    return [heap.replaced(target, new)]", "    return [heap]"),),
    ),
    ShapeMutant(
        "string constants can be written",
        'char *s = "text"; s[0] = 1;',
        (
            (
                "separation/execution/execute.py",
                "elif case.target.lifetime.is_read_only and not command.initial:",
                "elif False:",
            ),
        ),
    ),
    ShapeMutant(
        "assertions hold",
        "__VERIFIER_assert(nondet());",
        (
            (
                "separation/execution/execute.py",
                "    for new in frame.logic.assume(evaluation.heap, not_(condition)):\n        results.append(Fault(",
                "    for new in ():\n        results.append(Fault(",
            ),
        ),
        before="extern void __VERIFIER_assert(int);",
    ),
    ShapeMutant(
        "any value is zero",
        "if (nondet()) *null = 1;",
        (
            (
                "separation/execution/execute.py",
                "    heap, symbol = heap.fresh(command.target.size)\n",
                "    symbol = 0\n",
            ),
        ),
    ),
    ShapeMutant(
        "signed comparisons are unsigned",
        "char a[10]; int i = nondet(); if (i < 10) a[i] = 0;",
        (
            (
                "memory/terms.py",
                "Operator.SLT: lambda width, a, b: bitvector(Op.BVSLT, width, a, b)",
                "Operator.SLT: lambda width, a, b: bitvector(Op.BVULT, width, a, b)",
            ),
        ),
    ),
    ShapeMutant(
        "unsigned characters are signed",
        "unsigned char c = nondet(); int k = c; if (k > 127) *null = 1;",
        (
            (
                "memory/terms.py",
                "extend(bits, 8 * size, 8 * to, signed=False)",
                "extend(bits, 8 * size, 8 * to, signed=True)",
            ),
        ),
    ),
    ShapeMutant(
        "objects defined elsewhere are zero",
        "if (elsewhere) *null = 1;",
        (("separation/heaps/start.py", "    if not known.extern:\n", "    if True:\n"),),
        before="extern int elsewhere;",
    ),
)
