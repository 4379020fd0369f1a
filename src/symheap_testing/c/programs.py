"""Random C programs over a few lists, right ones and slightly wrong ones, from a seed.

A program is a sequence of operations on lists (make, insert, delete, move, reverse, walk, free, …), some under
conditions and in loops, some through functions with pointers to pointers, some recursive; then up to two lines are
dropped, doubled or get another variable.  Whether the result is right is not known: runs and proofs must agree on it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import Final

_TYPES: Final = """\
typedef unsigned long size_t;
void *malloc(size_t);
void free(void *);
int nondet(void);
struct node { struct node *next; struct node *prev; int value; };
"""
_FUNCTIONS: Final = """\
void push(struct node **list) {
    struct node *n = malloc(sizeof(struct node));
    n->next = *list;
    n->prev = 0;
    n->value = nondet();
    *list = n;
}
void pop(struct node **list) {
    struct node *n = *list;
    if (n) {
        *list = n->next;
        free(n);
    }
}
struct node *build(int length) {
    struct node *n;
    if (length <= 0) return 0;
    n = malloc(sizeof(struct node));
    n->value = length;
    n->next = build(length - 1);
    return n;
}
void release(struct node *list) {
    if (list) {
        release(list->next);
        free(list);
    }
}
int total(struct node *list) {
    int sum = 0;
    if (list) sum = list->value + total(list->next);
    return sum;
}
struct node **end_of(struct node **at) {
    while (*at) {
        at = &(*at)->next;
    }
    return at;
}
"""

_SINGLY: Final = (
    "X = 0;",
    "T = malloc(sizeof(struct node));\nT->next = X;\nT->value = nondet();\nX = T;",
    "while (nondet()) {\nT = malloc(sizeof(struct node));\nT->next = X;\nT->value = nondet();\nX = T;\n}",
    "if (X) {\nT = X->next;\nfree(X);\nX = T;\n}",
    "T = X;\nwhile (T) {\nT->value = nondet();\nT = T->next;\n}",
    "T = X;\nwhile (T) {\nif (T->value == 3) {\nbreak;\n}\nT = T->next;\n}\nif (T) {\nT->value = 4;\n}",
    "T = 0;\nwhile (X) {\nU = X->next;\nX->next = T;\nT = X;\nX = U;\n}\nX = T;",
    "while (X) {\nT = X->next;\nfree(X);\nX = T;\n}",
    "T = X;\nwhile (T && T->next && nondet()) {\nT = T->next;\n}\nif (T && T->next) {\nU = T->next;\n"
    "T->next = U->next;\nfree(U);\n}",
    "T = X;\nwhile (T && nondet()) {\nT = T->next;\n}\nif (T) {\nU = malloc(sizeof(struct node));\n"
    "U->next = T->next;\nU->value = 0;\nT->next = U;\n}",
    "if (X) {\nT = X->next;\nX->next = Y;\nY = X;\nX = T;\n}",
    "while (X) {\nT = X->next;\nX->next = Y;\nY = X;\nX = T;\n}",
    "if (X) {\nT = X;\nwhile (T->next) {\nT = T->next;\n}\nT->next = Y;\nY = 0;\n}",
    "if (X) {\nT = X;\nwhile (T->next) {\nT = T->next;\n}\nT->next = malloc(sizeof(struct node));\nT = T->next;\n"
    "T->next = 0;\nT->value = 1;\n}",
    "T = X;\nX = Y;\nY = T;",
    "push(&X);",
    "while (nondet()) {\npush(&X);\n}",
    "pop(&X);",
    "if (!X) {\nX = build(nondet());\n}",
    "release(X);\nX = 0;",
    "total(X);",
    "*end_of(&X) = Y;\nY = 0;",
    "P = &X;\nwhile (*P) {\nU = *P;\nif (U->value == 2) {\n*P = U->next;\nfree(U);\n} else {\nP = &U->next;\n}\n}",
    "T = X;\nwhile (T) {\nU = T->next;\nif (U) {\nU->prev = T;\n}\nT = U;\n}\nif (X) {\nX->prev = 0;\n}",
    "if (X && X->next) {\nT = X->next;\nX->next = T->next;\nT->next = X;\nX = T;\n}",
    "T = 0;\nU = X;\nwhile (U) {\nT = U;\nU = U->next;\n}\nif (T) {\nT->value = 7;\n}",
    "if (Y) {\nT = X;\nU = Y;\nwhile (T && U) {\nT = T->next;\nU = U->next;\n}\n}",
    "W.head = X;\nW.length = 0;\nT = W.head;\nwhile (T) {\nW.length = W.length + 1;\nT = T->next;\n}",
    "if (X) {\nT = X;\nwhile (T->next) {\nT = T->next;\n}\nT->next = X;\nU = X->next;\n"
    "while (U != X) {\nU = U->next;\n}\nT->next = 0;\n}",
)
_DOUBLY: Final = (
    "T = malloc(sizeof(struct node));\nT->next = X;\nT->prev = 0;\nif (X) {\nX->prev = T;\n}\nX = T;",
    "while (nondet()) {\nT = malloc(sizeof(struct node));\nT->prev = 0;\nT->next = X;\n"
    "if (X) {\nX->prev = T;\n}\nX = T;\n}",
    "T = X;\nwhile (T && nondet()) {\nT = T->next;\n}\nif (T) {\nif (T->prev) {\nT->prev->next = T->next;\n} else {\n"
    "X = T->next;\n}\nif (T->next) {\nT->next->prev = T->prev;\n}\nfree(T);\n}",
    "if (X) {\nT = X;\nwhile (T->next) {\nT = T->next;\n}\nwhile (T->prev) {\nT = T->prev;\n}\nX = T;\n}",
    "if (X) {\nT = X;\nwhile (T->next) {\nT = T->next;\n}\nwhile (T) {\nU = T->prev;\nfree(T);\nT = U;\n}\nX = 0;\n}",
    "T = X;\nwhile (T && nondet()) {\nT = T->next;\n}\nif (T) {\nU = malloc(sizeof(struct node));\nU->next = T->next;\n"
    "U->prev = T;\nif (U->next) {\nU->next->prev = U;\n}\nT->next = U;\n}",
    "if (X) {\nT = X;\nX = T->next;\nif (X) {\nX->prev = 0;\n}\nT->next = Y;\nif (Y) {\nY->prev = T;\n}\nY = T;\n}",
    "if (X) {\nT = X;\nwhile (T->next) {\nT = T->next;\n}\nT->next = Y;\nif (Y) {\nY->prev = T;\n}\nY = 0;\n}",
    "T = X;\nX = Y;\nY = T;",
    "T = X;\nU = 0;\nwhile (T) {\nU = T->next;\nT->next = T->prev;\nT->prev = U;\nX = T;\nT = U;\n}",
)
_OWNING: Final = (
    "T = malloc(sizeof(struct node));\nT->prev = malloc(sizeof(struct node));\nT->next = X;\nX = T;",
    "while (nondet()) {\nT = malloc(sizeof(struct node));\nT->prev = malloc(sizeof(struct node));\n"
    "T->prev->value = nondet();\nT->next = X;\nX = T;\n}",
    "while (nondet()) {\nT = malloc(sizeof(struct node));\nT->prev = 0;\nif (nondet()) {\n"
    "T->prev = malloc(sizeof(struct node));\n}\nT->next = X;\nX = T;\n}",
    "T = X;\nwhile (T) {\nif (T->prev) {\nT->prev->value = 2;\n}\nT = T->next;\n}",
    "T = X;\nwhile (T) {\nif (T->prev && nondet()) {\nfree(T->prev);\nT->prev = 0;\n}\nT = T->next;\n}",
    "if (X) {\nT = X;\nX = X->next;\nif (T->prev) {\nfree(T->prev);\n}\nfree(T);\n}",
    "if (X && Y) {\nT = X->prev;\nX->prev = Y->prev;\nY->prev = T;\n}",
    "while (X) {\nT = X->next;\nX->next = Y;\nY = X;\nX = T;\n}",
    "T = X;\nX = Y;\nY = T;",
    "T = 0;\nwhile (X) {\nU = X->next;\nX->next = T;\nT = X;\nX = U;\n}\nX = T;",
)
_FREE: Final = "while (X) {\nT = X->next;\nfree(X);\nX = T;\n}"
_FREE_BOTH: Final = "while (X) {\nT = X->next;\nif (X->prev) {\nfree(X->prev);\n}\nfree(X);\nX = T;\n}"
_FAMILIES: Final = ((_SINGLY, _FREE), (_DOUBLY, _FREE), (_OWNING, _FREE_BOTH))
"""Operations on lists of one kind, and the code that frees them: ``prev`` is a back link or an object of the node."""
_LISTS: Final = ("a", "b", "c")
_HEAD: Final = """\
int main(void) {
    struct node *a = 0, *b = 0, *t = 0, *u = 0, **p = 0;
    struct { struct node *head; int length; } w;
    w.head = 0;
    w.length = 0;
"""


def random_lists(seed: int, mistakes: int | None = None) -> str:
    """Return the program of a seed, with this many lines changed; None: a random number."""
    random = Random(seed)
    operations, ending = random.choice(_FAMILIES)
    body = [line for _ in range(random.randint(2, 5)) for line in _operation(random, operations)]
    body += [line for name in _LISTS for line in _written(ending, name, name).split("\n")]
    for _ in range(random.choice((0, 1, 1, 2)) if mistakes is None else mistakes):
        _mistake(random, body)
    lines = "".join(f"    {line}\n" for line in body)
    return f"{_TYPES}struct node *c;\n{_FUNCTIONS}{_HEAD}{lines}    return 0;\n}}\n"


def _operation(random: Random, operations: Sequence[str]) -> list[str]:
    here, there = random.sample(_LISTS, 2)
    lines = _written(random.choice(operations), here, there).split("\n")
    around = random.random()
    if around < 0.15:
        return ["if (nondet()) {", *lines, "}"]
    return ["while (nondet()) {", *lines, "}"] if around < 0.25 else lines


def _written(operation: str, here: str, there: str) -> str:
    names = {"X": here, "Y": there, "T": "t", "U": "u", "P": "p", "W": "w"}
    return re.sub(r"\b[XYTUPW]\b", lambda match: names[match.group()], operation)


def _mistake(random: Random, body: list[str]) -> None:
    """Drop, double or change a line in place."""
    plain = [at for at, line in enumerate(body) if line.endswith(";")]
    at = random.choice(plain)
    kind = random.randrange(5)
    if kind == 0:
        del body[at]
    elif kind == 1:
        body.insert(at, body[at])
    elif kind == 2:
        other = random.choice(plain)
        body[at], body[other] = body[other], body[at]
    elif kind == 3:
        candidates = [line for line in range(len(body)) if re.search(r"\b[abctu]\b", body[line])]
        at = random.choice(candidates)
        wrong = random.choice("abctu")
        body[at] = re.sub(r"\b[abctu]\b", wrong, body[at], count=1)
    else:
        candidates = [line for line in range(len(body)) if body[line].startswith(("if (", "while ("))]
        at = random.choice(candidates)
        body[at] = re.sub(r"\(.*\)", "(nondet())", body[at])
