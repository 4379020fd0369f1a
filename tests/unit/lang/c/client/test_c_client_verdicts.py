"""Verdicts on the clients of libraries, and on those of broken twins."""

from __future__ import annotations

import pytest
from c_clients import DOUBLE, MEMORY, NODE, RING, client_of, clients_of

from symheap.lang.c.client.most_general import OWN, Client
from symheap.memory.execution import interpreter
from symheap.memory.execution.oracle import RandomOracle
from symheap.memory.outcome import Failed
from symheap.separation.abstraction.fold import Abstraction
from symheap.separation.entailment.logic import Logic
from symheap.separation.proof.analysis import Analysis, AnalysisLimits
from symheap.separation.proof.transition import System
from symheap.separation.proof.verdict import Leak, Verdict, Word, judged
from symheap.solver.chain import default_chain


def analysed(client: Client) -> System:
    solver, _ = default_chain(timeout_ms=2000)
    logic = Logic(solver)
    abstraction = Abstraction(logic, client.program.model.pointer)
    system = Analysis(client.program, logic, abstraction, AnalysisLimits(seconds=30)).run()
    system.losses[:] = [loss for loss in system.losses if loss.position.file != OWN]
    return system


def verdict(client: Client) -> Verdict:
    """Return the verdict on a client that reaches its functions."""
    system = analysed(client)
    assert set(client.functions) <= {vertex.point.function for vertex in system.vertices}
    return judged(system)


def word(source: str, pre: str = "") -> Word:
    """Return the conjunction of the verdicts on all clients of a library."""
    words = {verdict(client).word for client in clients_of(source, pre)}
    return Word.SAFE if words == {Word.SAFE} else Word.UNKNOWN


QUEUE = (
    NODE
    + MEMORY
    + """
struct queue { struct node *head, *tail; int size; };
struct queue *queue_new(void) {
    struct queue *q = malloc(sizeof *q); q->head = q->tail = 0; q->size = 0; return q;
}
void queue_put(struct queue *q, int value) {
    struct node *n = malloc(sizeof *n);
    n->value = value; n->next = 0;
    if (q->head) q->tail->next = n; else q->head = n;
    q->tail = n; q->size++;
}
int queue_get(struct queue *q) {
    struct node *n = q->head;
    if (!n) return -1;
    int value = n->value;
    q->head = n->next; q->size--;
    free(n);
    return value;
}
void queue_free(struct queue *q) { while (q->head) queue_get(q); free(q); }
"""
)
STACK = (
    NODE
    + MEMORY
    + """
struct stack { struct node *top; };
void stack_init(struct stack *s) { s->top = 0; }
void stack_push(struct stack *s, int value) {
    struct node *n = malloc(sizeof *n); n->value = value; n->next = s->top; s->top = n;
}
void stack_destroy(struct stack *s) { while (s->top) { struct node *n = s->top; s->top = n->next; free(n); } }
"""
)
GLOBAL = (
    NODE
    + MEMORY
    + """
static struct node *all;
void add(int value) { struct node *n = malloc(sizeof *n); n->value = value; n->next = all; all = n; }
void reset(void) { while (all) { struct node *next = all->next; free(all); all = next; } }
"""
)
APPEND = (
    NODE
    + """
struct node *append(struct node *x, struct node *y) {
    struct node *p = x;
    if (!x) return y;
    while (p->next) p = p->next;
    p->next = y;
    return x;
}
"""
)
REMOVE = (
    DOUBLE
    + MEMORY
    + """
struct node *drop(struct node *list, int value) {
    struct node *p = list;
    while (p && p->value != value) p = p->next;
    if (!p) return list;
    if (p->prev) p->prev->next = p->next; else list = p->next;
    if (p->next) p->next->prev = p->prev;
    free(p);
    return list;
}
"""
)
CLEAR = (
    RING
    + MEMORY
    + """
void clear(struct link *head) {
    struct link *p = head->next;
    while (p != head) { struct link *next = p->next; free((char *)p - 8); p = next; }
    head->next = head->prev = head;
}
"""
)
UNLINK = (
    RING
    + MEMORY
    + """
void unlink(struct item *i) { i->link.prev->next = i->link.next; i->link.next->prev = i->link.prev; free(i); }
"""
)

PAIRS = {
    "append": (APPEND, "if (!x) return y;", ""),
    "remove": (REMOVE, "if (p->next) p->next->prev", "p->next->prev"),
    "ring": (
        CLEAR,
        "struct link *next = p->next; free((char *)p - 8);",
        "free((char *)p - 8); struct link *next = p->next;",
    ),
    "unlink": (UNLINK, "free(i)", "free(&i->link)"),
    "stack": (STACK, "s->top = 0;", ""),
    "global": (GLOBAL, "all = next;", "if (next) all = next; else return;"),
}


@pytest.mark.parametrize("name", PAIRS)
def test_a_library_is_safe_and_its_broken_twin_is_not(name: str) -> None:
    source, right, wrong = PAIRS[name]
    assert right in source
    assert word(source) is Word.SAFE
    assert word(source.replace(right, wrong)) is Word.UNKNOWN


def failures(source: str, runs: int) -> int:
    """Count the random runs of the clients of a library that end with a memory error."""
    limits = interpreter.InterpreterLimits(steps=1500)
    outcomes = (
        interpreter.run(client.program, RandomOracle(seed), limits)
        for client in clients_of(source)
        for seed in range(runs)
    )
    return sum(isinstance(outcome, Failed) for outcome in outcomes)


@pytest.mark.parametrize("name", PAIRS)
def test_runs_of_a_client_fail_for_the_broken_twin_only(name: str) -> None:
    source, right, wrong = PAIRS[name]
    assert failures(source, 100) == 0
    assert failures(source.replace(right, wrong), 100) > 0


def test_a_handle_is_in_no_state_but_those_its_functions_make() -> None:
    """With an emptied queue, ``tail`` is dangling, and no function uses it."""
    client = client_of(QUEUE)
    answer = verdict(client)
    assert (answer.word, answer.leak) == (Word.SAFE, Leak.NONE)


def test_a_call_in_the_wrong_state_is_found() -> None:
    broken = QUEUE.replace("if (q->head) q->tail->next", "if (q->tail) q->tail->next")
    answer = verdict(client_of(broken))
    assert answer.word is Word.UNKNOWN
    assert answer.findings[0].position.line == 12


def test_what_a_destructor_forgets_is_lost() -> None:
    broken = QUEUE.replace("while (q->head) queue_get(q); free(q);", "free(q);")
    answer = verdict(client_of(broken))
    assert (answer.word, answer.leak) == (Word.SAFE, Leak.LOST)


def test_what_a_function_unlinks_is_lost() -> None:
    source = NODE + "void cut(struct node *x) { if (x) x->next = 0; }"
    assert verdict(client_of(source)).leak is Leak.LOST


def test_what_a_function_gives_back_is_not() -> None:
    source = NODE + MEMORY + "struct node *one(struct node *x) { struct node *n = malloc(16); n->next = x; return n; }"
    answer = verdict(client_of(source))
    assert (answer.word, answer.leak) == (Word.SAFE, Leak.NONE)


def test_a_function_that_frees_is_given_what_can_be_freed() -> None:
    client = client_of(MEMORY + "void release(void *p) { void *q = p; free(q); }")
    assert "release: p is null or leads to one byte of the heap" in client.assumptions
    assert verdict(client).word is Word.SAFE


def test_what_a_function_is_given_and_does_not_free_is_not_of_the_heap() -> None:
    source = MEMORY + "struct s { void *me; }; void set(struct s *s) { s->me = s; free(s->me); }"
    assert verdict(client_of(source)).reason == "possible-invalid-free"


PRECONDITIONS = [
    ("int f(struct node *x) { return x->value; }", "list(x)\n x != null"),
    ("int f(int i) { int a[3] = {1, 2, 3}; return a[i]; }", "i >= 0\n i < 3"),
    ("int f(int *a) { return a[3]; }", "array(a, 4)"),
    ("void f(struct node *x, struct node *y) { if (x != y) *(int *)0 = 1; }", "list(x)\n y == x"),
    (
        "struct q { struct node *a, *b; }; void f(struct q *q) { if (q->a) q->b->value = 1; }",
        "object(q)\n list(q->a, last=q->b)",
    ),
    ("struct t { struct t *l, *r; }; int f(struct t *t) { while (t) t = t->l; return 0; }", "list(t, link=l)"),
    ("void f(struct node *x) { struct node *p = x->next; while (p != x) p = p->next; }", "cyclic(x)"),
    ("struct p { struct node *n; }; int f(struct p *p) { return p->n->value; }", "object(p)\n object(p->n)"),
]


@pytest.mark.parametrize(("source", "pre"), PRECONDITIONS)
def test_a_precondition_makes_a_function_safe(source: str, pre: str) -> None:
    assert word(NODE + source, f"function f\n {pre}") is Word.SAFE


@pytest.mark.parametrize("source", [source for source, _ in PRECONDITIONS if "struct t *" not in source])
def test_without_it_the_function_is_not(source: str) -> None:
    assert word(NODE + source) is Word.UNKNOWN


def test_inputs_that_contradict_each_other_reach_nothing() -> None:
    client = client_of("int f(int n) { return n; }", "function f\n n > 0\n n < 0")
    assert not any(vertex.point.function == "f" for vertex in analysed(client).vertices)
