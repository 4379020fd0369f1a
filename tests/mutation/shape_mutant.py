"""An unsound mutant of the shape analysis.

An edit is (file below src/symheap, old, new); `old` occurs there once.
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
