"""Runs of small programs: commands, calls, outcomes."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from interpreted import DECLARATIONS, error, main, outcome, program, result

from symheap.memory.errors import MemoryErrorKind
from symheap.memory.execution.closures import InterpreterFrame
from symheap.memory.execution.interpreter import InterpreterLimits, run
from symheap.memory.execution.oracle import RandomOracle, Script, ScriptedOracle, ZeroOracle
from symheap.memory.execution.store import Memory
from symheap.memory.outcome import AssumptionFailed, Exited, Failed, Finished, Limit, Refused, Stopped


def test_nondet_is_what_the_oracle_says() -> None:
    assert result("return symheap_nondet_int() - symheap_nondet_int();", 9, 2) == 7


@pytest.mark.parametrize(
    ("body", "values"),
    [
        ("symheap_assume(symheap_nondet_int() > 3); return 0;", (3,)),
        ("return 5 / symheap_nondet_int();", (0,)),
        ("return 5 % symheap_nondet_int();", (0,)),
        ("return 5u / (unsigned)symheap_nondet_int();", (0,)),
    ],
)
def test_what_has_no_meaning_is_no_execution(body: str, values: tuple[int, ...]) -> None:
    result = outcome(main(body), ScriptedOracle(Script(values=values)))
    assert isinstance(result, AssumptionFailed)


def test_the_least_integer_divided_by_minus_one_wraps() -> None:
    assert result("return symheap_nondet_int() / symheap_nondet_int();", -(1 << 31), -1) == 1 << 31
    assert result("return symheap_nondet_int() % symheap_nondet_int();", -(1 << 31), -1) == 0


def test_uninitialised_bytes_stay_what_they_were_said_to_be() -> None:
    source = main("int *p = malloc(8), a = *p, c[2]; memcpy(c, p, 8); return a == *p && c[1] == p[1] ? c[1] : -1;")
    result = outcome(source, ScriptedOracle(Script(contents=b"\1\0\0\0\2\0\0\0")))
    assert isinstance(result, Finished)
    assert result.result == 2


def test_a_local_is_anything_whenever_its_scope_is_entered() -> None:
    body = "int s = 0; for (int i = 0; i < 3; i++) { int a[1]; s = 10 * s + *a; *a = 7; } return s;"
    result = outcome(main(body), ScriptedOracle(Script(contents=b"\1\0\0\0\2\0\0\0\3\0\0\0")))
    assert isinstance(result, Finished)
    assert result.result == 123


def test_allocation_fails_if_it_may_and_the_oracle_says_so() -> None:
    body = main("char *p = malloc(1), *q = malloc(1); int r = !p + 2 * !q; free(p); free(q); return r;")
    result = outcome(body, ScriptedOracle(Script(failures=(False, True))), may_fail=True)
    assert isinstance(result, Finished)
    assert result.result == 2


def test_realloc_that_fails_leaves_the_old_object() -> None:
    body = main(
        "int *p = malloc(4), *q; *p = 5; q = realloc(p, 8); if (!q) { int r = *p; free(p); return r; } return 0;"
    )
    result = outcome(body, ScriptedOracle(Script(failures=(False, True))), may_fail=True)
    assert isinstance(result, Finished)
    assert result.result == 5
    assert not result.leaks


# Errors ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("int *p = 0; return p[2];", MemoryErrorKind.NULL),
        ("int *p = malloc(4); free(p); *p = 1; return 0;", MemoryErrorKind.DANGLING),
        ("int *p = malloc(4); realloc(p, 8); *p = 1; return 0;", MemoryErrorKind.DANGLING),
        ("int *p; { int a; p = &a; } return *p;", MemoryErrorKind.SCOPE),
        ("char *p = malloc(4); return p[4];", MemoryErrorKind.BOUNDS),
        ("char *p = malloc(4); return p[-1];", MemoryErrorKind.BOUNDS),
        ("char *p = malloc(4); return *(int *)(p + 1);", MemoryErrorKind.BOUNDS),
        ("char *p = malloc(4), *q = malloc(4); memcpy(p, q, 5); return 0;", MemoryErrorKind.BOUNDS),
        ("char *p = malloc(4); memset(p + 1, 0, 4); return 0;", MemoryErrorKind.BOUNDS),
        ("char *p = malloc(0); return *p;", MemoryErrorKind.BOUNDS),
        ("int *p = (int *)77777777L; return *p;", MemoryErrorKind.INVALID),
        ("int (*f)(void) = main; return *(int *)f;", MemoryErrorKind.INVALID),
        ("int *p = malloc(4); free(p); free(p); return 0;", MemoryErrorKind.DOUBLE_FREE),
        ("int *p = malloc(4); free(p); realloc(p, 4); return 0;", MemoryErrorKind.DOUBLE_FREE),
        ("int a[2]; free(a); return 0;", MemoryErrorKind.INVALID_FREE),
        ("int *p = alloca(4); free(p); return 0;", MemoryErrorKind.INVALID_FREE),
        ("char *p = malloc(4); free(p + 4); return 0;", MemoryErrorKind.INVALID_FREE),
        ("free((void *)77777777L); return 0;", MemoryErrorKind.INVALID_FREE),
        ('char *p = "a"; *p = 1; return 0;', MemoryErrorKind.READ_ONLY),
        ('char *p = "a"; memset(p, 0, 1); return 0;', MemoryErrorKind.READ_ONLY),
        ("symheap_assert(symheap_nondet_int()); return 0;", MemoryErrorKind.ASSERTION),
        ("int (*f)(void) = 0; return f();", MemoryErrorKind.BAD_CALL),
        ("int a; int (*f)(void) = (int (*)(void))&a; return f();", MemoryErrorKind.BAD_CALL),
        ("int (*f)(void) = (int (*)(void))((char *)main + 1); return f();", MemoryErrorKind.BAD_CALL),
    ],
)
def test_errors(body: str, kind: MemoryErrorKind) -> None:
    assert error(body) is kind


def test_an_object_beside_is_out_of_bounds_all_the_same() -> None:
    body = main("int *p = malloc(16), *q = malloc(16); *q = 3; if (p + 4 != q) return 1; return *(p + 4);")
    result = outcome(body, ScriptedOracle(Script(places=(0x20000, 0x20010))))
    assert isinstance(result, Failed)
    assert result.kind is MemoryErrorKind.BOUNDS


def test_a_new_object_does_not_revive_an_old_pointer() -> None:
    body = main("int *p = malloc(16), *q; free(p); q = malloc(16); *q = 3; if (p != q) return 1; return *p;")
    result = outcome(body, ScriptedOracle(Script(places=(0x20000, 0x20000))))
    assert isinstance(result, Failed)
    assert result.kind is MemoryErrorKind.DANGLING


def test_an_address_without_provenance_is_one_of_what_is_there() -> None:
    body = main("int *p = malloc(4), *q = symheap_nondet_pointer(); *p = 3; symheap_assume(p == q); return *q;")
    oracle = ScriptedOracle(Script(values=(0x20000,), places=(0x20000,)))
    result = outcome(body, oracle)
    assert isinstance(result, Finished)
    assert result.result == 3


def test_an_error_says_where_it_is_and_who_called() -> None:
    source = "static int f(int *p) {\n return *p; }\nstatic int g(void) {\n return f(0); }\n" + main("\nreturn g();")
    result = outcome(source)
    assert isinstance(result, Failed)
    first = DECLARATIONS.count("\n") + 2
    assert result.position.line == first
    assert [(site.function, site.position.line - first) for site in result.stack] == [("main", 4), ("g", 2), ("f", 0)]
    assert result.why == "the address is 0"


# Other ends -----------------------------------------------------------------------------------------------------------


def test_a_program_may_exit_from_any_depth() -> None:
    result = outcome("static void f(int n) { if (n) f(n - 1); else exit(1); }" + main("f(3); return 0;"))
    assert isinstance(result, Exited)
    assert result.how == "exit"


def test_limits_stop_a_run() -> None:
    endless = outcome(main("for (;;) ; return 0;"), limits=InterpreterLimits(steps=100))
    assert isinstance(endless, Stopped)
    assert endless.limit is Limit.STEPS
    deep = outcome(
        "static int f(int n) { return f(n + 1); }" + main("return f(0);"), limits=InterpreterLimits(depth=50)
    )
    assert isinstance(deep, Stopped)
    assert deep.limit is Limit.DEPTH
    large = outcome(main("char *p = malloc(2000); p[0] = 1; return p[0];"), limits=InterpreterLimits(bytes=1000))
    assert isinstance(large, Stopped)
    assert large.limit is Limit.BYTES


def test_an_allocation_that_may_fail_fails_where_there_is_no_room() -> None:
    result = outcome(main("return malloc(2000) == 0;"), limits=InterpreterLimits(bytes=1000), may_fail=True)
    assert isinstance(result, Finished)
    assert result.result == 1


def test_what_is_refused_is_refused_where_it_is_reached() -> None:
    source = "int unknown(int);" + main("if (symheap_nondet_int()) return unknown(1); return 4;")
    assert isinstance(outcome(source), Finished)
    result = outcome(source, ScriptedOracle(Script(values=(1,))))
    assert isinstance(result, Refused)
    assert "unknown" in result.reason


def test_long_doubles_are_refused() -> None:
    result = outcome(main("long double a = symheap_nondet_int(); return a + a > 1;"))
    assert isinstance(result, Refused)
    assert "floating-point" in result.reason


# Leaks ----------------------------------------------------------------------------------------------------------------


def leaked(source: str) -> tuple[int, int]:
    """Return how many objects are lost at the end of the program, and how many are not released."""
    result = outcome(source)
    assert isinstance(result, (Finished, Exited))
    return len(result.leaks.lost) + len(result.leaks.leaving), len(result.leaks.unreleased)


def test_leaks() -> None:
    assert leaked(main("free(malloc(4)); return 0;")) == (0, 0)
    assert leaked("int *g;" + main("g = malloc(4); return 0;")) == (0, 1)
    assert leaked("int *g;" + main("g = malloc(4); g = 0; int *p = malloc(4); p = 0; return 0;")) == (2, 0)
    assert leaked(main("int *p = malloc(4); *p = 0; return 0;")) == (1, 0)
    assert leaked(main("int *p = malloc(4); *p = 0; exit(0);")) == (0, 1)
    assert leaked("int **g;" + main("g = malloc(8); *g = malloc(4); return 0;")) == (0, 2)
    assert leaked("static void f(void) { int *p = malloc(4); p[0] = 1; }" + main("f(); return 0;")) == (1, 0)
    assert leaked("static void f(void) { int *p = malloc(4); p[0] = 1; exit(0); }" + main("f(); return 0;")) == (0, 1)


# Observers ------------------------------------------------------------------------------------------------------------


def test_an_observer_sees_every_block_with_its_calls_and_memory() -> None:
    seen: list[tuple[list[str], list[object], int]] = []

    def observe(frames: Sequence[InterpreterFrame], memory: Memory) -> None:
        locals_ = [thing.peek(0, 4) for frame in frames for thing in frame.locals.values()]
        seen.append(([frame.function.name for frame in frames], list(locals_), len(memory.space.objects())))

    source = "int g; static void f(int *p) { if (*p) *p = 5; }" + main("int a[1] = {3}; f(a); return a[0];")
    result = outcome(source, observer=observe)
    assert isinstance(result, Finished)
    assert result.result == 5
    assert seen[0] == (["main"], [], 0)
    assert (["main", "f"], [3], 1) in seen


def test_a_caller_stands_at_its_call() -> None:
    stands: set[tuple[str, int]] = set()

    def observe(frames: Sequence[InterpreterFrame], memory: Memory) -> None:
        for frame in frames[:-1]:
            stands.add((type(frame.function.blocks[frame.label].commands[frame.index]).__name__, len(frames)))

    outcome("static int f(int n) { return n ? f(n - 1) : 0; }" + main("return f(2);"), observer=observe)
    assert stands == {("Call", 2), ("Call", 3), ("Call", 4)}


def test_safe_programs_are_safe_wherever_objects_are() -> None:
    built = program(
        "struct n { struct n *next; };"
        + main(
            "struct n *l = 0, *r = 0;"
            "while (symheap_nondet_int()) { struct n *n = malloc(sizeof *n); n->next = l; l = n; }"
            "while (l) { struct n *n = l->next; l->next = r; r = l; l = n; }"
            "while (r) { struct n *n = r->next; free(r); r = n; } return 0;"
        )
    )
    ends = [run(built, RandomOracle(seed)) for seed in range(200)]
    assert all(isinstance(end, Finished) and not end.leaks for end in ends)


def test_the_order_of_runs_does_not_matter() -> None:
    built = program(main("static int n; return n++;"))
    assert [str(run(built, ZeroOracle())) for _ in range(3)] == [str(run(built, ZeroOracle()))] * 3
