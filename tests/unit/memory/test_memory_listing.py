"""Listings of the memory IR."""

from __future__ import annotations

from symheap.lang.c.entry import COptions, load_text
from symheap.memory.listing import listing

SOURCE = """\
struct node { struct node *next; };
int count = 2;
int length(struct node *at) {
    int n = 0;
    while (at) {
        at = at->next;
        n = n + 1;
    }
    return n;
}
int main(void) { return length(0) + count; }
"""
GOLDEN = """\
global count:4 = {0: 2:4}                         ; list.c:2:5

function length(at:8) -> 4                        ; list.c:3:5
entry:
    n = 0                                         ; list.c:4:9
    goto while.1                                  ; list.c:5:5
while.1:
    if (at != 0) goto body.1 else done.1          ; list.c:5:12
body.1:
    at = load8 at                                 ; list.c:6:14
    n = (n + 1)                                   ; list.c:7:9
    goto while.1                                  ; list.c:5:5
done.1:
    return n                                      ; list.c:9:5

function main() -> 4                              ; list.c:11:5
entry:
    %1 = call length(0:8)                         ; list.c:11:25
    %2 = load4 &count                             ; list.c:11:37
    return (%1 + %2)                              ; list.c:11:18

assuming operands are evaluated in the order of gcc, arguments from right to left
assuming signed integers wrap around
"""


def test_a_program() -> None:
    assert listing(load_text(SOURCE, "list.c", COptions())) == GOLDEN
