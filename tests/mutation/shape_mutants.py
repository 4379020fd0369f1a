"""Unsound mutants of the shape analysis: each one proves a program that crashes, or that leaks.

The proof checker has to reject every one of these proofs.
"""

from __future__ import annotations

from shape_mutant import Edit, ShapeMutant
from shape_mutants_of_commands import COMMANDS
from shape_mutants_of_lists import LEAKS, LISTS

_WIDTHS: tuple[Edit, ...] = (
    ("separation/abstraction/join.py", "if known.width != pair.width or x is not p", "if x is not p"),
    ("separation/abstraction/join.py", "or pair == known:", "or (pair.p, pair.q) == (known.p, known.q):"),
    (
        "separation/abstraction/join.py",
        "return bitvector(Op.BVADD, pair.width, stands, c - m)",
        "return bitvector(Op.BVADD, stands.sort.width, stands, c - m)",
    ),
    (
        "separation/abstraction/join.py",
        "if len(widths) > 1 or 0 in widths or (size is not None and widths != {8 * size}):",
        "if 0 in widths:",
    ),
    ("separation/entailment/entail.py", "isinstance(ours, Term) and theirs.sort is not ours.sort:", "False:"),
    ("core/signatures.py", "    if actual is not expected:", "    if False:"),
    ("core/signatures.py", "    if rule is not None and not rule(sort, operands, payload):", "    if False:"),
)

CONTROL: tuple[ShapeMutant, ...] = (
    ShapeMutant(
        "a branch is taken only if its condition holds",
        "if (nondet()) return 0; *null = 1;",
        (
            (
                "separation/proof/analysis.py",
                "in ((end.then, condition), (end.other, not_(condition))):",
                "in ((end.then, condition),):",
            ),
        ),
    ),
    ShapeMutant(
        "a call through a pointer calls the first function",
        "void (*f)(void) = &second; void (*g)(void) = &first; if (nondet()) f = &second; f(); g();",
        (
            (
                "separation/proof/analysis.py",
                "atom.lifetime is ir.Lifetime.FUNCTION and atom.base is address:",
                "atom.lifetime is ir.Lifetime.FUNCTION:",
            ),
        ),
        before="static void first(void) {} static void second(void) { *null = 1; }",
    ),
    ShapeMutant(
        "loops are not entered",
        "int i = 0; while (nondet()) i++; *null = 1;",
        (
            (
                "separation/proof/analysis.py",
                "        if not self.logic.is_consistent(heap):\n            return\n        for case in opened",
                "        if True:\n            return\n        for case in opened",
            ),
        ),
    ),
    ShapeMutant(
        "one heap at a point covers all",
        "int i = 0; while (nondet()) i++; if (i == 1) *null = 1;",
        (
            (
                "separation/proof/analysis.py",
                "            if self._entails(heap, self.system.vertices[number].heap):\n                self._edge(source, number",
                "            if True:\n                self._edge(source, number",
            ),
        ),
    ),
    ShapeMutant(
        "two heaps at a point are one",
        "int x = 1; int *p; if (nondet()) p = &x; else p = 0; *p = 1;",
        (
            (
                "separation/proof/analysis.py",
                "key = (point, replace(heap, gone=immutables.Map()))",
                "key = (point, SymbolicHeap())",
            ),
        ),
    ),
    ShapeMutant(
        "only the first exit of a recursive function counts",
        "int *p = made(nondet()); *p = 1; free(p);",
        (
            (
                "separation/proof/analysis.py",
                "        if any(self._entails(heap, known) for known in summary.exits):\n",
                "        if summary.exits:\n",
            ),
        ),
        before="static int *made(int n) { if (n == 0) return malloc(4); if (n == 1) return 0; return made(n - 2); }",
    ),
    ShapeMutant(
        "any summary of a function will do",
        "int x = 0; set(&x, 1); set(0, 1);",
        (
            (
                "separation/proof/analysis.py",
                "next((each for each in known if self._entails(entry, each.entry)), None)",
                "next(iter(known), None)",
            ),
        ),
        before="static void set(int *p, int n) { if (n > 0) set(p, n - 1); *p = n; }",
    ),
)

LOGIC: tuple[ShapeMutant, ...] = (
    ShapeMutant(
        "what may be false is false",
        "if (nondet() > 5) *null = 1;",
        (
            (
                "separation/entailment/logic.py",
                "return Truth.NO if self._refuted(facts, goal) else Truth.MAYBE",
                "return Truth.NO",
            ),
        ),
    ),
    ShapeMutant(
        "numbers that are not known to be equal differ",
        "int a = nondet(), b = nondet(); if (a == b) *null = 1;",
        (
            (
                "separation/heaps/addresses.py",
                "    if here is None or there is None:\n        return False\n",
                "    if here is None or there is None:\n        return True\n",
            ),
        ),
    ),
    ShapeMutant(
        "symbols of one width are one",
        "int a = nondet(), b = nondet(); if (nondet()) a = b + 0; if (a != b) *null = 1;",
        (
            (
                "separation/heaps/canonical.py",
                "variable(number, symbol.sort.width // 8) for",
                "variable(0 if symbol.sort.width == 32 else number, symbol.sort.width // 8) for",
            ),
        ),
    ),
    ShapeMutant(
        "numbers of different widths are one",
        "unsigned char c = 0; int k, n = nondet(), *p = 0; for (k = 0; k < n; k++) c++; if (k > 300) *p = 1;",
        _WIDTHS,
    ),
    ShapeMutant(
        "entailment does not look at facts",
        "int i = 0; while (nondet()) i++; if (i > 20) *null = 1;",
        (
            (
                "separation/entailment/entail.py",
                "return all(_is_bound(match, fact) and self._follows(match, substituted(fact, match.binding)) for fact in facts)",
                "return True",
            ),
        ),
    ),
    ShapeMutant(
        "entailment does not compare values",
        "int i = 0; while (nondet()) i = 1; if (i) *null = 1;",
        (
            (
                "separation/entailment/entail.py",
                "return match if self._logic.follows(match.whole, eq(bound, ours)) else None",
                "return match",
            ),
        ),
    ),
)

MUTANTS = (*COMMANDS, *CONTROL, *LOGIC, *LISTS, *LEAKS)
