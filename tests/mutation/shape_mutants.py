"""Unsound mutants of the shape analysis: each one proves a program that crashes, or that leaks.

The proof checker has to reject every one of these proofs.  An edit is (file below src/symheap, old, new); `old` occurs
there once.
"""

from __future__ import annotations

from dataclasses import dataclass

Edit = tuple[str, str, str]

_HEAD = """
extern int symheap_nondet_int(void);
extern void *malloc(unsigned long); extern void *calloc(unsigned long, unsigned long);
extern void *realloc(void *, unsigned long); extern void free(void *); extern void abort(void);
#define nondet symheap_nondet_int
struct node { int value; struct node *next; };
static int *null = 0;
static struct node *pushed(struct node *rest) {
  struct node *n = malloc(sizeof *n); n->value = 0; n->next = rest; return n;
}
static void released(struct node *n) { while (n) { struct node *next = n->next; free(n); n = next; } }
"""


@dataclass(frozen=True, slots=True)
class ShapeMutant:
    """A mutant with its program: `body` is that of ``main``, `before` the code before it.

    `leaks`: the program does not crash but leak.
    """

    id: str
    body: str
    edits: tuple[Edit, ...]
    before: str = ""
    leaks: bool = False
    malloc_may_fail: bool = False
    coarse: bool = False

    @property
    def program(self) -> str:
        return f"{_HEAD}{self.before}\nint main(void) {{\n{self.body}\nreturn 0; }}\n"


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

MUTANTS: tuple[ShapeMutant, ...] = (
    # Commands
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
    # Control
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
    # Logic
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
    # Lists
    ShapeMutant(
        "a list that may be empty is not",
        "struct node *list = 0; while (nondet()) list = pushed(list); list->value = 1; released(list);",
        (
            (
                "separation/execution/exposing.py",
                "return [*logic.filled(heap, spot.atom), *logic.emptied(heap, spot.atom)]",
                "return logic.filled(heap, spot.atom)",
            ),
        ),
    ),
    ShapeMutant(
        "a folded list has one item more",
        "struct node *list = pushed(pushed(0)); while (nondet()) list = pushed(list); list->next->next->value = 1; released(list);",
        (
            (
                "separation/entailment/items.py",
                "        wanted.least,\n        bound(wanted.front)",
                "        wanted.least + 1,\n        bound(wanted.front)",
            ),
        ),
    ),
    ShapeMutant(
        "what is left of an unfolded list is as long",
        "struct node *list = pushed(0); while (nondet()) list = pushed(list); list->next->value = 1; released(list);",
        (
            (
                "separation/execution/unfolding.py",
                "        least=max(segment.least - 1, 0),\n        front=following",
                "        least=segment.least,\n        front=following",
            ),
        ),
    ),
    ShapeMutant(
        "a list whose end is not known to be its beginning has items",
        "struct node *list = 0; while (nondet()) list = pushed(list); list->value = 1; released(list);",
        (
            (
                "separation/entailment/logic.py",
                "if is_empty is Truth.NO and segment.least == 0:",
                "if is_empty is not Truth.YES and segment.least == 0:",
            ),
        ),
    ),
    # Leaks
    ShapeMutant(
        "memory that is lost is not told",
        "struct node *n = pushed(0); n = 0;",
        (
            (
                "separation/proof/analysis.py",
                "            self._loss(Loss(position, True, -1 if source is None else source))",
                "            pass",
            ),
            ("separation/proof/analysis.py", "            self._loss(replace(loss, is_lost=True))", "            pass"),
        ),
        leaks=True,
    ),
    ShapeMutant(
        "memory that is not released is not told",
        "kept = pushed(0);",
        (("separation/proof/analysis.py", "        if _heap_atoms(heap) > lost:\n", "        if False:\n"),),
        before="static struct node *kept;",
        leaks=True,
    ),
    ShapeMutant(
        "folding forgets memory and does not tell",
        "struct item *list = made(made(0)); while (nondet()) list = made(list);\n"
        "while (list) { struct item *next = list->next; free(list); list = next; }",
        (("separation/proof/analysis.py", "            self.system.has_forgotten = True", "            pass"),),
        before="""struct item { int *data; struct item *next; };
static struct item *made(struct item *rest) {
  struct item *n = malloc(sizeof *n); n->data = malloc(4); n->next = rest; return n;
}""",
        leaks=True,
        coarse=True,
    ),
)
