"""Clients: which exist, what they call and what they assume."""

from __future__ import annotations

import pytest
from c_clients import DOUBLE, MEMORY, NODE, RING, client_of, clients_of, library

from symheap.lang.c.client.groups import frees, groups
from symheap.lang.c.client.shapes import Spine, container, is_ring, last_members, spine_of
from symheap.lang.c.front.types import Record
from symheap.memory.ir import Call, Program, Refuse

QUEUE = (
    NODE
    + MEMORY
    + """
struct queue { struct node *head, *tail; };
struct queue *queue_new(void) { struct queue *q = malloc(sizeof *q); q->head = q->tail = 0; return q; }
void queue_put(struct queue *q, int value) {
    struct node *n = malloc(sizeof *n);
    n->value = value; n->next = 0;
    if (q->head) q->tail->next = n; else q->head = n;
    q->tail = n;
}
static void give_back(struct queue *q) { struct queue *same = q; free(same); }
void queue_free(struct queue *q) {
    struct node *n = q->head;
    while (n) { struct node *next = n->next; free(n); n = next; }
    give_back(q);
}
int twice(int n) { return 2 * n; }
"""
)


def record(source: str, tag: str) -> tuple[Record, Spine | None]:
    result = library(source + "int f(void) { return 0; }")
    (wanted,) = [each for each in result.records if each.tag == tag]
    return wanted, spine_of(result.types, wanted)


def refusals(program: Program) -> list[str]:
    blocks = program.functions[program.entry].blocks.values()
    return [command.reason for block in blocks for command in block.commands if isinstance(command, Refuse)]


def called(program: Program) -> set[str]:
    blocks = program.functions[program.entry].blocks.values()
    calls = [command for block in blocks for command in block.commands if isinstance(command, Call)]
    return {str(command.function) for command in calls}


# Shapes ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "spine"),
    [
        ("struct s { struct s *rest; int x; };", (0, None)),
        ("struct s { int x; struct s *prev; struct s *next; };", (16, 8)),
        ("struct s { struct s *down, *next; };", (8, None)),
        ("struct s { struct s *left, *right; };", None),
        ("struct s { int x; };", None),
    ],
)
def test_links_by_their_names(source: str, spine: tuple[int, int | None] | None) -> None:
    _, found = record(source, "s")
    assert (None if found is None else (found.link, found.back)) == spine


def test_a_struct_of_links_is_embedded_in_its_nodes() -> None:
    result = library(RING + "void f(struct link *head) { }")
    link, item = result.records
    assert is_ring(result.types, link)
    assert not is_ring(result.types, item)
    assert container(result.types, result.records, link) == Spine(item, 0, 8, entry=8)


def test_which_of_two_containers_is_not_told() -> None:
    result = library(RING + "struct other { struct link link; }; void f(struct link *head) { }")
    assert container(result.types, result.records, result.records[0]) is None
    spine = container(result.types, result.records, result.records[0], without=result.records[1])
    assert spine is not None
    assert spine.node.tag == "other"


def test_front_and_last_node_by_their_names() -> None:
    result = library(NODE + "struct q { struct node *first, *last; struct node *spare; }; int f(void) { return 0; }")
    (queue,) = [each for each in result.records if each.tag == "q"]
    lasts = last_members(result.types, result.types.layout(queue).fields)
    assert {front: last.name for front, last in lasts.items()} == {"first": "last"}


# Groups ---------------------------------------------------------------------------------------------------------------


def test_functions_of_a_handle_are_called_together() -> None:
    sequence, alone = clients_of(QUEUE)
    assert sequence.functions == ("queue_new", "queue_put", "queue_free")
    assert sequence.name == "calls of queue_new, queue_put, queue_free"
    assert called(sequence.program) == set(sequence.functions)
    assert alone.name == "twice"
    assert called(alone.program) == {"twice"}


def test_functions_of_a_changing_global_are_called_together() -> None:
    source = (
        "static int n; const int c = 3; void up(void) { n++; } int get(void) { return n; } int k(void) { return c; }"
    )
    together, alone = clients_of(source)
    assert together.functions == ("up", "get")
    assert alone.functions == ("k",)
    assert "globals are as they were initialised, and only these files change them" not in alone.assumptions


def test_lists_are_no_handles() -> None:
    source = NODE + "struct node *make(void) { return 0; } int f(struct node *x) { return x != 0; }"
    assert groups(library(source)) == ()


def test_a_precondition_takes_a_function_out_of_its_group() -> None:
    clients = clients_of(QUEUE, "function queue_put\n object(q)\n null(q->head)\n null(q->tail)")
    assert [client.name for client in clients] == ["calls of queue_new, queue_free", "queue_put", "twice"]
    assert "queue_put, which has a precondition, is not among the calls" in clients[0].assumptions


def test_a_free_is_seen_through_copies_and_calls() -> None:
    program = library(QUEUE).program
    assert frees(program, "queue_free", 0)
    assert not frees(program, "queue_put", 0)


def test_what_is_found_in_a_handle_is_no_handle() -> None:
    makes = "struct table *make(void) { return malloc(sizeof(struct table)); }"
    table = "struct entry { int v; }; struct table { struct entry one; };"
    users = "struct entry *find(struct table *t) { return &t->one; } void use(struct entry *e) { }"
    result = groups(library(f"{MEMORY} {table} {makes} {users}"))
    assert [[export.name for export in group.exports] for group in result] == [["make", "find"]]


def test_what_a_destructor_had_is_not_used_again() -> None:
    assert "queue_free: what q led to is not used again" in clients_of(QUEUE)[0].assumptions


# Entries --------------------------------------------------------------------------------------------------------------


def test_a_program_with_a_main_is_its_own_client() -> None:
    client = client_of("int main(void) { return 0; }")
    assert (client.name, client.program.entry, client.assumptions) == ("main", "main", ())


def test_arguments_of_main_are_not_made_by_a_client() -> None:
    client = client_of("int main(int argc, char **argv) { return 0; }")
    assert (client.name, client.program.entry) == ("main", "_start")


def test_an_entry_is_called_alone_even_if_static() -> None:
    client = client_of("static int f(int x) { return x; } int main(void) { return f(0); }", entry="f")
    assert (client.name, called(client.program)) == ("f", {"f"})


def test_static_functions_have_no_client() -> None:
    assert client_of("static int f(int x) { return x; } int g(void) { return f(0); }").name == "g"


def test_the_client_has_a_name_of_its_own() -> None:
    client = client_of("int client(int x) { return x; }")
    assert client.program.entry == "client_"


# Assumptions ----------------------------------------------------------------------------------------------------------


def test_what_is_assumed_is_said() -> None:
    client = client_of(DOUBLE + "void f(struct node *x, char *s, int **p, int n) { }")
    assert client.assumptions == (
        "f: x is null or an acyclic, null-terminated, doubly linked list of struct node",
        "f: s is not null",
        "f: s is a string in 1 or 4 bytes",
        "f: p is not null",
        "f: different pointers lead to different objects",
    )
    assert client.program.assumptions[-5:] == client.assumptions


def test_functions_are_those_of_the_type() -> None:
    source = "int a(int x) { return x; } int b(int x) { return -x; } int f(int (*g)(int)) { return g(1); }"
    assert "f: g is one of a, b" in clients_of(source)[-1].assumptions


def test_a_function_of_no_known_type_is_refused_by_name() -> None:
    client = client_of("void f(void (*g)(double)) { g(1); }")
    assert refusals(client.program) == ["f: g is a function: no exported one has its type"]


def test_links_that_cannot_be_told_apart_are_refused_by_name() -> None:
    client = client_of("struct t { struct t *left, *right; }; int f(struct t *t) { return t == 0; }")
    assert refusals(client.program) == ["f: t: which link of struct t makes a list is for --pre to say"]


def test_records_by_value_and_as_results() -> None:
    client = client_of("struct p { int x; char *s; }; struct p f(struct p p) { return p; }")
    (function,) = [client.program.functions["f"]]
    assert len(function.parameters) == 2
    assert "f: p->s is a string in 4 bytes, or null" in client.assumptions


def test_a_struct_of_many_pointers_has_a_client_of_some_size() -> None:
    inner = "struct a { int *p[3]; " + " ".join(f"int *q{n};" for n in range(30)) + " };\n"
    outer = "struct b { " + " ".join(f"struct a *a{n};" for n in range(30)) + " };\n"
    client = client_of(inner + outer + "void f(struct b *b) { }")
    assert "f: b->a0->q20 is not null" in client.assumptions
    assert "f: b->a29 is null" in client.assumptions
    assert "f: b->a0->p has only null in it" in client.assumptions
    assert len(client.program.functions[client.program.entry].blocks) < 100
