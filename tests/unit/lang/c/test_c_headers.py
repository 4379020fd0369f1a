"""Programs with real headers: those of the system, sys/queue.h, and lists in the style of Linux."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from symheap.lang.c.entry import COptions, load
from symheap.memory.check import check
from symheap.memory.ir import DataModel, Program, Refuse

COMPILER = shutil.which("gcc") or shutil.which("cc") or shutil.which("clang")
pytestmark = pytest.mark.skipif(COMPILER is None, reason="no C compiler, and so no headers of its own")

COMMON = [
    "assert",
    "ctype",
    "errno",
    "fcntl",
    "float",
    "inttypes",
    "limits",
    "locale",
    "math",
    "setjmp",
    "signal",
    "stdarg",
    "stdbool",
    "stddef",
    "stdint",
    "stdio",
    "stdlib",
    "string",
    "strings",
    "sys/types",
    "sys/stat",
    "sys/time",
    "time",
    "unistd",
    "wchar",
    "pthread",
]


def loaded(path: Path, source: str, model: DataModel = DataModel.LP64) -> Program:
    path.write_text(source)
    program = load([path], COptions(model=model))
    assert check(program) == []
    return program


def refusals(program: Program) -> list[str]:
    blocks = [block for function in program.functions.values() for block in function.blocks.values()]
    return [command.reason for block in blocks for command in block.commands if isinstance(command, Refuse)]


@pytest.mark.parametrize("model", list(DataModel))
@pytest.mark.parametrize("header", COMMON)
def test_a_header_of_the_system_is_read(header: str, model: DataModel, tmp_path: Path) -> None:
    program = loaded(tmp_path / "one.c", f"#include <{header}.h>\nint main(void) {{ return 0; }}\n", model)
    assert set(program.functions) == {"main"}


@pytest.mark.parametrize("model", list(DataModel))
def test_all_headers_at_once(model: DataModel, tmp_path: Path) -> None:
    includes = "".join(f"#include <{header}.h>\n" for header in COMMON)
    source = (
        includes
        + "int main(void) { int *p = malloc(sizeof *p); assert(p); errno = 0; free(p); return isalpha('x'); }\n"
    )
    program = loaded(tmp_path / "all.c", source, model)
    assert refusals(program) == []
    assert program.functions["main"].position.line == len(COMMON) + 1


QUEUE = """#include <stdlib.h>
#include <sys/queue.h>
struct item {
    int value;
    LIST_ENTRY(item) list;
    TAILQ_ENTRY(item) tail;
    SLIST_ENTRY(item) single;
    STAILQ_ENTRY(item) queue;
};
LIST_HEAD(list, item) list = LIST_HEAD_INITIALIZER(list);
TAILQ_HEAD(tail, item) tail = TAILQ_HEAD_INITIALIZER(tail);
SLIST_HEAD(single, item) single;
STAILQ_HEAD(queue, item) queue;
int main(void)
{
    struct item *item;
    int sum = 0;
    SLIST_INIT(&single);
    STAILQ_INIT(&queue);
    for (int i = 0; i < 3; i++) {
        item = malloc(sizeof *item);
        item->value = i;
        LIST_INSERT_HEAD(&list, item, list);
        TAILQ_INSERT_TAIL(&tail, item, tail);
        SLIST_INSERT_HEAD(&single, item, single);
        STAILQ_INSERT_TAIL(&queue, item, queue);
    }
    LIST_FOREACH(item, &list, list)
        sum += item->value;
    while (!TAILQ_EMPTY(&tail)) {
        item = TAILQ_FIRST(&tail);
        TAILQ_REMOVE(&tail, item, tail);
        LIST_REMOVE(item, list);
        free(item);
    }
    return sum;
}
"""


@pytest.mark.parametrize("model", list(DataModel))
def test_the_lists_of_sys_queue(model: DataModel, tmp_path: Path) -> None:
    program = loaded(tmp_path / "queue.c", QUEUE, model)
    assert refusals(program) == []
    assert set(program.globals) == {"list", "tail", "single", "queue"}


LINUX = """#include <stddef.h>
#include <stdlib.h>
struct list_head { struct list_head *next, *prev; };
#define LIST_HEAD(name) struct list_head name = { &(name), &(name) }
#define READ_ONCE(x) (*(const volatile typeof(x) *)&(x))
#define WRITE_ONCE(x, value) do { *(volatile typeof(x) *)&(x) = (value); } while (0)
#define same_type(a, b) __builtin_types_compatible_p(typeof(a), typeof(b))
#define container_of(pointer, type, member) ({ \\
    void *at = (void *)(pointer); \\
    _Static_assert(same_type(*(pointer), ((type *)0)->member) || same_type(*(pointer), void), "types"); \\
    ((type *)(at - offsetof(type, member))); })
#define list_for_each_entry(p, head, member) \\
    for (p = container_of((head)->next, typeof(*p), member); &p->member != (head); \\
         p = container_of(p->member.next, typeof(*p), member))
static inline __attribute__((always_inline)) void list_add(struct list_head *added, struct list_head *head)
{
    added->next = head->next;
    added->prev = head;
    head->next->prev = added;
    WRITE_ONCE(head->next, added);
    asm volatile("" ::: "memory");
}
struct thing { int value; struct list_head link; } __attribute__((packed, aligned(4)));
static LIST_HEAD(things);
int main(void)
{
    struct thing *thing;
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        thing = malloc(sizeof(*thing));
        if (__builtin_expect(!thing, 0))
            return 1;
        thing->value = i;
        list_add(&thing->link, &things);
    }
    list_for_each_entry(thing, &things, link)
        sum += thing->value;
    return READ_ONCE(things.next) == &things ? 0 : sum;
}
"""


def test_lists_in_the_style_of_linux(tmp_path: Path) -> None:
    program = loaded(tmp_path / "linux.c", LINUX)
    assert refusals(program) == []
    text = str(program.functions["main"].blocks)
    assert "Number(value=-4, size=8)" in text  # the link is at offset 4, and container_of goes back by it
    assert "%" in text


def test_places_are_those_of_the_file_and_not_of_what_is_included(tmp_path: Path) -> None:
    (tmp_path / "own.h").write_text("static int twice(int n)\n{\n    return 2 * n;\n}\n")
    program = loaded(tmp_path / "own.c", '#include <stdio.h>\n#include "own.h"\nint main(void)\n{ return twice(1); }\n')
    assert str(program.functions["twice"].position) == f"{tmp_path / 'own.h'}:1:12"
    assert program.functions["main"].position.line == 3
