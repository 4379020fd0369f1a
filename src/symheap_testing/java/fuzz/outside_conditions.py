"""Random conditions on what a program does not compute itself: clocks, properties, random numbers, stack traces."""

from __future__ import annotations

from symheap_testing.java.fuzz.scope import Scope, tagged
from symheap_testing.java.fuzz.syntax import Condition

ANY_VALUE = frozenset({"identity hash", "random", "clock", "property", "environment"})


def identity_hash(scope: Scope) -> Condition | None:
    expressions = scope.ways("C0") + scope.ways("Object", narrow=True)
    way = scope.random.choice(expressions) if expressions else "new Object()"
    other = scope.reference("C0")
    asked = (
        f"System.identityHashCode({way}) == System.identityHashCode({other})",
        f"System.identityHashCode({way}) {scope.pick('<', '>')} System.identityHashCode(new Object())",
        f"(new Object().hashCode() & {scope.number(1, 3)}) == 0",
        "new Object().hashCode() == new Object().hashCode()",
        f"(System.identityHashCode(new C0()) % {scope.number(2, 3)}) == {scope.number(0, 1)}",
        f"new C0().hashCode() {scope.pick('<', '>')} new C0().hashCode()",
        "new Object().toString().equals(new Object().toString())",
    )
    return tagged(scope.random.choice(asked), "identity hash")


def random_numbers(scope: Scope) -> Condition | None:
    asked = (
        f"new java.util.Random().nextInt() {scope.pick('<', '>')} {scope.number(0, 5)}",
        f"new java.util.Random().nextInt({scope.number(2, 3)}) == {scope.number(0, 1)}",
        "new java.util.Random().nextBoolean()",
        f"(new java.util.Random().nextLong() & 1L) == {scope.number(0, 1)}",
        f"Math.random() {scope.pick('<', '>')} 0.5",
        "new java.util.Random().nextDouble() < 0.5",
        "java.util.concurrent.ThreadLocalRandom.current().nextBoolean()",
    )
    return tagged(scope.random.choice(asked), "random")


def clock(scope: Scope) -> Condition | None:
    asked = (
        f"(System.nanoTime() & {scope.number(64, 1024)}) == 0",
        f"System.nanoTime() % 100 < {scope.number(50)}",
        f"(System.currentTimeMillis() & {scope.number(1, 2)}) == 0",
        f"System.currentTimeMillis() {scope.pick('<', '>')} {scope.pick('1000000000000L', '0L')}",
        "(new java.util.Date().getTime() & 1) == 0",
        "System.nanoTime() == System.nanoTime()",
    )
    return tagged(scope.random.choice(asked), "clock")


def properties(scope: Scope) -> Condition | None:
    name, sign = scope.pick("fuzz.a", "fuzz.b"), scope.pick("==", "!=")
    asked = (
        f'System.getProperty("{name}") {sign} null',
        f'System.getProperty("{name}", "true").equals("true")',
        f'Integer.getInteger("{name}", 3) > {scope.number(5)}',
        f'Boolean.getBoolean("{name}")',
    )
    return tagged(scope.random.choice(asked), "property")


def environment(scope: Scope) -> Condition | None:
    name, sign = scope.pick("FUZZ_SET", "FUZZ_UNSET"), scope.pick("==", "!=")
    asked = (f'System.getenv("{name}") {sign} null', f'"1".equals(System.getenv("{name}"))')
    return tagged(scope.random.choice(asked), "environment")


def stack_traces(scope: Scope) -> Condition | None:
    name = scope.pick("m0", "m1", "f")
    made = scope.pick("new Throwable()", "new RuntimeException()", "new Oops(1)", 'new IllegalStateException("a")')
    asked = (
        f"{made}.getStackTrace().length {scope.pick('>', '==')} 0",
        f"{made}.getStackTrace()[0] {scope.pick('!=', '==')} null",
        f'{made}.getStackTrace()[0].getMethodName().equals("{name}")',
        "Thread.currentThread().getStackTrace().length > 1",
        "U.where().getStackTrace().length > 1",
    )
    return tagged(scope.random.choice(asked), "stack trace")
