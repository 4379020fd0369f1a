"""The members of structs that may link nodes."""

from __future__ import annotations

import pytest

from symheap.lang.c.entry import load_text
from symheap.lang.c.options import COptions

HEAD = "void *malloc(unsigned long);\n"


@pytest.mark.parametrize(
    ("text", "links"),
    [
        ("struct n { int v; struct n *next; }; int main(void) { struct n a; a.v = 1; return a.v; }", {16: {8}}),
        (
            "struct box { int *data; struct box *next; }; struct shelf { struct box *boxes; struct shelf *next; };"
            "int main(void) { struct shelf s; struct box b; s.boxes = &b; b.data = 0; return 0; }",
            {16: {8}},
        ),
        (
            "struct link { struct link *next, *prev; }; struct task { int id; struct link all; };"
            "int main(void) { struct task t; t.all.next = 0; return 0; }",
            {16: {0, 8}, 24: {8, 16}},
        ),
        ("struct any { void *next; long v; }; int main(void) { struct any a; a.v = 1; return 0; }", {16: {0}}),
        (
            "struct skip { struct skip *next[2]; }; int main(void) { struct skip s; s.next[0] = 0; return 0; }",
            {16: {0, 8}},
        ),
        ("struct pair { int *a; int b; }; int main(void) { struct pair p; p.b = 1; return 0; }", {}),
        ("struct n { struct n *next; }; int main(void) { return sizeof(struct n); }", {}),
    ],
)
def test_links_are_found_by_type(text: str, links: dict[int, set[int]]) -> None:
    program = load_text(HEAD + text, "program.c", COptions())
    assert program.links == links
