"""2026-11-18: a file without ``main`` was called safe although only some of its inputs had been tried.

Only the list of assumptions said that strings had 1 or 4 bytes, that only one handle existed at a time, or that a fifth
pointer member was not null.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_runner import symheap

STRING_H = "#include <string.h>\n#include <stdlib.h>\n"
BOUNDED = {
    "a string that is copied": "void f(const char *s) { char b[8]; strcpy(b, s); }",
    "the length of a string": "int f(const char *s) { char b[4]; b[strlen(s)] = 0; return b[0]; }",
    "a string in a member": (
        "struct s { char *name; }; void f(struct s *s) { char b[4]; if (s->name) strcpy(b, s->name); }"
    ),
    "a fifth pointer member": (
        "struct s { int *a, *b, *c, *d, *e; }; int f(struct s *s) { return s->a || s->b || s->c || s->d ? 0 : *s->e; }"
    ),
    "a pointer too deep": (
        "struct d { int *p; }; struct c { struct d *d; }; struct b { struct c *c; }; struct a { struct b *b; };\n"
        "int f(struct a *a) { return a->b && a->b->c && a->b->c->d ? *a->b->c->d->p : 0; }"
    ),
    "elements of an array of pointers": (
        "struct s { int *a[3]; }; int f(struct s *s) { return s->a[1] ? s->a[1][5] : 0; }"
    ),
    "memory of no type": "void f(void *p) { if (p) ((char *)p)[0] = 1; free(p); }",
    "two handles and a global": """
        struct h { int n; }; static struct h *last;
        struct h *make(void) { return last = calloc(1, sizeof(struct h)); }
        void drop(struct h *h) { if (h == last) last = 0; free(h); }
        int first(void) { return last ? last->n : 0; }""",
}


def proved(file: Path, *more: str) -> dict[str, object]:
    result = symheap("prove", str(file), "--no-store", "--format", "json", "--timeout", "20", *more)
    document = json.loads(result.out)
    return {"status": result.status, "verdict": document["verdict"], "reason": document["reason"]}


@pytest.mark.parametrize("name", BOUNDED)
def test_what_holds_within_bounds_is_unknown(name: str, tmp_path: Path) -> None:
    file = tmp_path / "library.c"
    file.write_text(STRING_H + BOUNDED[name])
    assert proved(file)["verdict"] != "safe"


def test_the_bounds_are_told_and_can_be_accepted(tmp_path: Path) -> None:
    file = tmp_path / "library.c"
    file.write_text(STRING_H + BOUNDED["a string that is copied"])
    assert proved(file) == {"status": 3, "verdict": "unknown", "reason": "safe-within-bounds"}
    assert proved(file, "--accept-bounds") == {"status": 0, "verdict": "safe", "reason": ""}
    told = symheap("prove", str(file), "--no-store")
    assert "    f: s is a string in 1 or 4 bytes\n" in told.out
    assert "--accept-bounds" in told.out


def test_a_string_of_a_precondition_is_of_any_length(tmp_path: Path) -> None:
    file, pre = tmp_path / "library.c", tmp_path / "library.pre"
    file.write_text(STRING_H + BOUNDED["a string that is copied"])
    pre.write_text("function f\n  string(s)\n")
    assert proved(file, "--pre", str(pre))["reason"] == "safe-within-bounds"


def test_one_handle_stands_for_many_that_have_nothing_to_do_with_each_other(tmp_path: Path) -> None:
    file = tmp_path / "library.c"
    file.write_text(
        STRING_H
        + """
        struct h { int n; };
        struct h *make(void) { return calloc(1, sizeof(struct h)); }
        void drop(struct h *h) { free(h); }
        int first(struct h *h) { return h->n; }"""
    )
    assert proved(file) == {"status": 0, "verdict": "safe", "reason": ""}
