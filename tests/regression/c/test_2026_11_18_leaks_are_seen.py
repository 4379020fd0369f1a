"""2026-11-18: leaks were reported that no execution has.

Memory dropped by the abstraction, or still held by a variable in scope at an abort, was called lost.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_runner import symheap

from symheap_testing.c.fuzz.oracle import has_sanitizers

HEAD = """#include <stdlib.h>
extern int nondet(void);
extern void __VERIFIER_error(void);
struct node { struct node *next; };
"""
MAKE = "struct node *list = 0; while (nondet()) { struct node *n = malloc(sizeof *n); n->next = list; list = n; }"
DROP = "while (list) { struct node *n = list->next; free(list); list = n; }"
RELEASED = HEAD + f"int main(void) {{ {MAKE} {DROP} return 0; }}"
IN_SCOPE = HEAD + "int main(void) { int *p = malloc(4); if (nondet()) abort(); free(p); return 0; }"
BY_A_LOCAL = HEAD + "int main(void) { int *p = malloc(4), **q = &p; if (nondet()) exit(1); free(*q); return 0; }"
KEPT = HEAD + "struct node *top; int main(void) { top = malloc(sizeof *top); return 0; }"
RETURNS = HEAD + f"int main(void) {{ {MAKE} return 0; }}"
OVERWRITTEN = HEAD + "int main(void) { int *p = malloc(4); p = malloc(4); if (nondet()) abort(); free(p); return 0; }"
CALLED = HEAD + "void f(void) { int *p = malloc(4); *p = 1; } int main(void) { f(); if (nondet()) abort(); return 0; }"
FAILS = HEAD + "int main(void) { int *p = malloc(4); if (nondet() > 7) __VERIFIER_error(); free(p); return 0; }"


def run(text: str, prop: str, folder: Path) -> tuple[int, dict[str, object]]:
    (folder / "x.c").write_text(text)
    result = symheap("prove", "x.c", "--no-store", "--property", prop, "--format", "json", folder=folder)
    return result.status, json.loads(result.out)


@pytest.mark.parametrize(
    ("text", "leak", "tracked", "cleaned"),
    [
        (RELEASED, "none", 0, 0),
        (IN_SCOPE, "unreleased", 0, 1),
        (BY_A_LOCAL, "unreleased", 0, 1),
        (KEPT, "unreleased", 0, 1),
        (RETURNS, "lost", 1, 1),
        (OVERWRITTEN, "lost", 1, 1),
        (CALLED, "lost", 1, 1),
        (FAILS, "unreleased", 0, 1),
    ],
)
def test_what_is_lost_and_what_is_left(text: str, leak: str, tracked: int, cleaned: int, tmp_path: Path) -> None:
    status, document = run(text, "memtrack", tmp_path)
    assert (status, document["leak"]) == (tracked, leak)
    assert document["verdict"] == ("unsafe" if tracked else "safe")
    assert run(text, "memcleanup", tmp_path)[0] == cleaned


@pytest.mark.parametrize("text", [RETURNS, OVERWRITTEN, CALLED])
def test_a_leak_is_told_as_seen(text: str, tmp_path: Path) -> None:
    status, document = run(text, "leak", tmp_path)
    assert status == 1
    assert document["findings"]
    assert all(each["replayed"] == ["interpreter"] for each in document["findings"])  # type: ignore[attr-defined]


def test_a_leak_that_is_not_seen_is_unknown(tmp_path: Path) -> None:
    """Whatever the search finds, status 1 has a finding."""
    text = (
        HEAD
        + "int main(void) { int i, *p = malloc(4); for (i = 0; i < 30000; i++) if (nondet()) i++; p = 0; return 0; }"
    )
    status, document = run(text, "leak", tmp_path)
    assert status in (1, 3)
    assert bool(document["findings"]) == (status == 1)


def test_assertions_do_not_count_for_memory_alone(tmp_path: Path) -> None:
    assert run(FAILS, "memory", tmp_path)[0] == 0
    assert run(FAILS, "memsafety", tmp_path)[0] == 1


@pytest.mark.skipif(not has_sanitizers(), reason="no gcc with AddressSanitizer and UBSan")
def test_a_leak_is_run_under_the_sanitizer(tmp_path: Path) -> None:
    (tmp_path / "x.c").write_text(CALLED)
    result = symheap("prove", "x.c", "--no-store", "--property", "memtrack", "--replay", "-q", folder=tmp_path)
    assert result.status == 1
    assert "(replayed: interpreter, lsan)" in result.out


def test_a_task_definition_says_what_is_asked(tmp_path: Path) -> None:
    (tmp_path / "x.c").write_text(OVERWRITTEN)
    text = "input_files: x.c\nproperties:\n  - property_file: ../properties/valid-memsafety.prp\n"
    (tmp_path / "x.yml").write_text(text + "options:\n  data_model: ILP32\n")
    result = symheap("prove", "x.yml", "--no-store", "--format", "json", folder=tmp_path)
    document = json.loads(result.out)
    assert (result.status, document["property"], document["model"]) == (1, "memtrack", "ilp32")
    (tmp_path / "x.yml").write_text(text + "  - property_file: ../properties/valid-memcleanup.prp\n")
    several = symheap("prove", "x.yml", "--no-store", folder=tmp_path)
    assert several.status == 2
    assert "choose one" in several.err
