"""Mutants of what the shape analysis does with lists, and with memory that is lost."""

from __future__ import annotations

from shape_mutant import ShapeMutant

LISTS: tuple[ShapeMutant, ...] = (
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
)

LEAKS: tuple[ShapeMutant, ...] = (
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
