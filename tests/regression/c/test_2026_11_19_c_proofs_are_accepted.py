"""2026-11-19: proofs that the checker did not accept, since a part of the certificate was not found."""

from __future__ import annotations

from pathlib import Path

import pytest

from sampling import sample
from symheap import prove

RECURSIVE = """
#include <stdlib.h>
extern int symheap_nondet_int(void);
struct node { struct node *next; };
static struct node *turned(struct node *list, struct node *done)
{
    if (!list)
        return done;
    struct node *next = list->next;
    list->next = done;
    return turned(next, list);
}
int main(void)
{
    struct node *list = 0;
    while (symheap_nondet_int()) {
        struct node *new = malloc(sizeof *new);
        new->next = list;
        list = new;
    }
    list = turned(list, 0);
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
"""
CHECKSUM = """
#include <stdlib.h>
extern int symheap_nondet_int(void);
extern long symheap_nondet_long(void);
struct record { struct record *next; ITEM value; };
int main(void)
{
    struct record *list = 0, *at;
    SUM sum = 0;
    while (symheap_nondet_int()) {
        at = malloc(sizeof *at);
        at->next = list;
        at->value = symheap_nondet_long();
        list = at;
    }
    for (at = list; at; at = at->next)
        sum OPERATION= at->value;
    while (list) {
        at = list->next;
        free(list);
        list = at;
    }
    return sum > 3;
}
"""
CHECKSUMS = [
    (total, item, operation)
    for total in ("unsigned char", "char", "short", "int", "unsigned", "long")
    for item in ("char", "unsigned short", "int", "long")
    for operation in "+-^"
]


STACK = """
extern int symheap_nondet_int(void);
int main(void)
{
    int stack[16], top = 0, sum = 0;
    while (symheap_nondet_int())
        if (top < 16)
            stack[top++] = symheap_nondet_int();
    while (top > 0)
        sum += stack[--top];
    return sum;
}
"""
LOOP = """
#include <stdlib.h>
extern int symheap_nondet_int(void);
struct record { struct record *next; int value; };
int main(void)
{
    struct record *list = 0, *at;
    DECLARED
    while (symheap_nondet_int()) {
        at = malloc(sizeof *at);
        at->next = list;
        at->value = symheap_nondet_int();
        list = at;
    }
    for (at = list; at; at = at->next) {
        BODY
    }
    int result = RESULT;
    while (list) {
        at = list->next;
        free(list);
        list = at;
    }
    return result;
}
"""


def test_an_argument_alone_leads_to_the_list(tmp_path: Path) -> None:
    """The variable that is passed is dead at the call, and nothing else leads to the list."""
    source = tmp_path / "turned.c"
    source.write_text(RECURSIVE)
    proof = prove(source)
    assert (proof.verdict, proof.reason, proof.leak) == ("safe", "", "none")


@pytest.mark.parametrize(("total", "item", "operation"), sample(CHECKSUMS, 9, first=6))
def test_sums_that_are_cut_to_their_width(total: str, item: str, operation: str, tmp_path: Path) -> None:
    source = tmp_path / "checksum.c"
    source.write_text(CHECKSUM.replace("ITEM", item).replace("SUM", total).replace("OPERATION", operation))
    proof = prove(source)
    assert (proof.verdict, proof.reason, proof.leak) == ("safe", "", "none")


def test_all_elements_of_an_array_are_named(tmp_path: Path) -> None:
    source = tmp_path / "stack.c"
    source.write_text(STACK)
    proof = prove(source)
    assert (proof.verdict, proof.reason, proof.leak) == ("safe", "", "none")


@pytest.mark.parametrize(
    ("declared", "body", "result"),
    [
        ("unsigned long h = 5381;", "h = ((h << 5) + h) ^ (unsigned char)at->value;", "h > 3"),
        ("unsigned mask = 0;", "mask |= 1u << (at->value & 31);", "mask != 0"),
        ("int counts[4] = {0};", "counts[(unsigned)at->value % 4]++;", "counts[1]"),
        ("struct record *before = 0;", "before = at;", "before != 0"),
    ],
    ids=["hash", "mask", "histogram", "freed before"],
)
def test_values_that_both_heaps_write_in_their_own_way(declared: str, body: str, result: str, tmp_path: Path) -> None:
    """The last: after the list is freed, only a number says whether there was one."""
    source = tmp_path / "loop.c"
    source.write_text(LOOP.replace("DECLARED", declared).replace("BODY", body).replace("RESULT", result))
    proof = prove(source)
    assert (proof.verdict, proof.reason, proof.leak) == ("safe", "", "none")
