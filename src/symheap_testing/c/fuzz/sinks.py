# ruff: noqa: E501
"""Sinks of values: paths through variables, calls and memory to an error for some of the values."""

from __future__ import annotations

import re
from random import Random
from typing import Final

from symheap_testing.c.fuzz.templates import drawn

_SINKS: Final = (
    "{\nint *z@ = 0;\nif (E R K) *z@ = 1;\n}",
    "{\nint *z@ = 0;\nif (E R K) *z@ = 1;\n}",
    "{\nint y@ = 1, *z@ = E R K ? 0 : &y@;\n*z@ = 2;\n}",
    "{\nchar *z@ = malloc(4);\nif (!z@) return 0;\nif (E R K) free(z@);\nfree(z@);\n}",
    "{\nchar *z@ = malloc(4);\nif (E R K) z@ = 0;\nfree(z@);\n}",
    "{\nchar z@[4] = { 0 };\nif (E R K) z@[4] = 1;\n}",
    "if (E R K) assert(0);",
    "assert(!(E R K));",
    "{\nchar z@[4] = { 0 };\nlong y@ = E;\nif (y@ >= 0 && y@ < 16) z@[y@ - K < 0 ? 0 : y@ - K] = 1;\n}",
    "{\nlong y@ = E;\nif (y@ > 0 && y@ < 64) {\nchar *z@ = malloc(y@);\nif (!z@) return 0;\nz@[K < 0 ? 0 : K] = 1;\nfree(z@);\n}\n}",
    "{\nlong y@ = E;\nif (y@ > 0 && y@ < 64) {\nchar z@[64] = { 0 };\nchar *x@ = malloc(K > 0 ? K : 1);\nif (!x@) return 0;\nmemcpy(x@, z@, y@);\nfree(x@);\n}\n}",
    "{\nstruct { int a; int *p; } z@ = { 1, 0 };\nif (E R K) z@.a = *z@.p;\n}",
)
_RELATIONS: Final = ("==", "==", "==", "!=", ">", "<", ">=", "<=")
_CARRIERS: Final = (
    ("", "«long|int|$int» cw@ = V;\n", "cw@"),
    ("static «long|int» cw@;\n", "cw@ = V;\n", "cw@"),
    ("static long pass@(«long|int» x) { return x; }\n", "long cw@ = pass@(V);\n", "cw@"),
    (
        "struct W@ { char c; «long|int|short|unsigned char» w; };\n",
        "struct W@ s_cw@ = { 0 };\ns_cw@.w = V;\n",
        "s_cw@.w",
    ),
    ("struct W@ { int w; };\n", "struct W@ s_cw@, *p_w@ = &s_cw@;\np_w@->w = V;\n", "p_w@->w"),
    ("static void put@(«long|int» *to, long x) { *to = x; }\n", "«long|int» cw@ = 0;\nput@((void *)&cw@, V);\n", "cw@"),
    ("", "«int|short|long» cw@[2] = { 0, V };\n", "cw@[1]"),
    ("static long add@(long x) { return x + 1; }\n", "long (*f_w@)(long) = add@;\nlong cw@ = f_w@(V) - 1;\n", "cw@"),
    ("union W@ { long l; int i; };\n", "union W@ u_w@ = { 0 };\nu_w@.i = V;\n", "u_w@.i"),
    ("static long down@(int n, long x) { return n <= 0 ? x : down@(n - 1, x); }\n", "long cw@ = down@(2, V);\n", "cw@"),
    (
        "",
        "long *h_w@ = malloc(sizeof *h_w@);\nif (!h_w@) return 0;\n*h_w@ = V;\nlong cw@ = *h_w@;\nfree(h_w@);\n",
        "cw@",
    ),
)


def sink(random: Random, value: str, near: str) -> str:
    """Return statements that fail if the value has a certain relation to one of the numbers of `near`."""
    text = random.choice(_SINKS)
    number = random.choice(near.split(",")).strip()
    relation = random.choice(_RELATIONS)
    out = []
    for part in _tokens(text):
        out.append(
            {"E": f"({value})", "R": relation, "K": number if not number.startswith("-") else f"({number})"}.get(
                part, part
            )
        )
    return "".join(out) + "\n"


def carried(random: Random, value: str) -> tuple[str, str, str]:
    """Return declarations and statements that move the value elsewhere, and the expression that reads it there."""
    top, main, result = random.choice(_CARRIERS)
    names: dict[str, str] = {}
    return drawn(random, top, names), drawn(random, main, names).replace("V", f"({value})", 1), result


def _tokens(text: str) -> list[str]:
    return re.split(r"\b(?=[ERK]\b)|(?<=\b[ERK])\b", text)
