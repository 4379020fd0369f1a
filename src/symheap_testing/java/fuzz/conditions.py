"""Random conditions, one function for each feature that a program may test.

A function returns None if the scope has nothing to test. Tags describe the subject of a condition, so that wrong
answers can be counted by kind; those in `ANY_VALUE` are for values that no input determines.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from symheap_testing.java.fuzz.scope import TEXTS, Scope
from symheap_testing.java.fuzz.syntax import NONE, Condition, Tags, topic, unwanted

ANY_VALUE = frozenset({"identity hash", "random", "clock", "property", "environment"})
RELATIONS = ("==", "!=", "<", "<=", ">", ">=")

Maker = Callable[[Scope], Condition | None]


def tagged(text: str, *tags: str) -> Condition:
    return Condition(text, frozenset(tags))


def static_object(scope: Scope) -> Condition | None:
    """Test whether an input is an object that an initialiser made."""
    constant = scope.pick(*scope.world.constants) if scope.world.constants else None
    if constant is None:
        return None
    expressions = scope.ways(constant.type) + scope.ways("Object", narrow=True)
    if not expressions:
        return None
    left = scope.random.choice(expressions)
    sign = scope.pick("==", "==", "!=")
    place = "in a field" if left.strip("p0123456789") else "as a parameter"
    holder = "interface" if constant.of_interface else "class"
    return tagged(f"{left} {sign} {constant.text}", f"static object ({constant.form} of {holder}, {place})")


def same_reference(scope: Scope) -> Condition | None:
    kind = scope.pick("Object", "String", "Integer", "int[]", *scope.world.classes, *scope.world.classes)
    expressions = scope.ways(kind)
    if len(set(expressions)) < 2:
        return None
    left, right = scope.random.sample(sorted(set(expressions)), 2)
    asked = (
        f"(Object) {left} {scope.pick('==', '!=')} {right}",
        f"java.util.Objects.equals({left}, {right})",
        f"{left}.equals({right})",
    )
    return Condition(scope.random.choices(asked, (6, 1, 1))[0])


def is_null(scope: Scope) -> Condition | None:
    kind = scope.pick("Object", "String", "Integer", "int[]", *scope.world.classes)
    way = scope.input(kind)
    return Condition(f"{way} {scope.pick('==', '!=')} null") if way else None


def counter(scope: Scope) -> Condition | None:
    """Test which initialisers have run."""
    if not scope.world.counters:
        return None
    name = scope.pick(*scope.world.counters)
    return tagged(f"{name} {scope.pick('==', '>', '!=')} {scope.number(0, 0, 1, 2, 3)}", "counter")


def static_slot(scope: Scope) -> Condition | None:
    """Test whether an initialiser stored an object elsewhere."""
    return tagged(f"U.last {scope.pick('==', '!=')} {scope.pick('null', scope.input('C0') or 'null')}", "counter")


def class_test(scope: Scope) -> Condition | None:
    kind = scope.pick("Object", *scope.world.classes)
    way = scope.input(kind)
    if way is None:
        return None
    known = [*scope.world.classes, *scope.world.interfaces]
    below = [name for name in known if scope.world.fits(kind, name)] or ["C0"]
    target = scope.random.choice([*below, "String", "Integer", "int[]"] if kind == "Object" else below)
    if scope.chance(50):
        return Condition(f"(Object) {way} instanceof {target}")
    if target in scope.world.interfaces or (kind not in ("Object", target) and not scope.world.fits(kind, target)):
        return None
    asked = (
        f"((Object) {way}).getClass() {scope.pick('==', '!=')} {target}.class",
        f'((Object) {way}).getClass().getName().equals("{target}")',
        f"{target}.class.isInstance({way})",
        f"{target}.class.isAssignableFrom(((Object) {way}).getClass())",
        f"((Object) {way}).getClass().getSuperclass() == {target}.class",
        f"((Object) {way}).getClass() == {scope.reference('C0')}.getClass()",
    )
    return tagged(scope.random.choices(asked, (6, 1, 1, 1, 1, 2))[0], "exact class")


def cast(scope: Scope) -> Condition | None:
    way = scope.input("Object")
    name = scope.pick(*scope.world.classes)
    return Condition(f"(({name}) (Object) {way}).x {scope.pick(*RELATIONS)} {scope.number()}") if way else None


def integers(scope: Scope) -> Condition | None:
    return Condition(f"{scope.integer()} {scope.pick(*RELATIONS)} {scope.pick(scope.number(), scope.integer(1))}")


def longs(scope: Scope) -> Condition | None:
    return Condition(f"{scope.long()} {scope.pick(*RELATIONS)} {scope.pick(scope.number(), scope.long())}")


def reals(scope: Scope) -> Condition | None:
    other = scope.pick("0.0", "1.5", "Double.NaN", scope.real(), f"(float) ({scope.integer(0)})")
    return Condition(f"{scope.real()} {scope.pick(*RELATIONS)} {other}")


def small_numbers(scope: Scope) -> Condition | None:
    way = scope.input(scope.pick("short", "byte", "char"))
    if way is None:
        return None
    changed = scope.pick(way, f"(byte) ({way} + 1)", f"(char) ({way} - 1)", f"(short) ({way} << 1)", f"({way} >>> 2)")
    other = scope.pick(scope.number(), "'a'", "-1")
    return Condition(f"{changed} {scope.pick(*RELATIONS)} {other}")


def booleans(scope: Scope) -> Condition | None:
    way = scope.input("boolean")
    return Condition(scope.pick(way, f"!{way}")) if way else None


def texts(scope: Scope) -> Condition | None:
    way = scope.input("String")
    if way is None:
        return None
    other = scope.pick(f'"{scope.pick(*TEXTS)}"', scope.reference("String"))
    asked = (
        f"{way}.equals({other})",
        f"{way}.equals({other})",
        f"{way} == {other}",
        f"{way} == {other}.intern()",
        f"{way}.intern() == {other}",
        f"{way}.length() {scope.pick(*RELATIONS)} {scope.number(0, 1, 2, 3)}",
        f"{way}.charAt({scope.pick('0', '1', scope.integer(0))}) == 'a'",
        f"{way}.isEmpty()",
        f'("k" + {way}).equals("kab")',
        f"({way} + {other}).length() > 2",
        f"{way}.startsWith({other})",
        f'new StringBuilder({way}).append({other}).toString().equals("ak")',
        f'{way}.substring(1).equals("b")',
        f"{way}.indexOf('b') {scope.pick(*RELATIONS)} {scope.number(-1, 0, 1)}",
        f"{way}.compareTo({other}) < 0",
        f"{way}.hashCode() == {scope.number(0, 97, 3105)}",
        f'{way}.equalsIgnoreCase("AB")',
        f'{way}.concat("b") == "ab"',
        f"{way} + {other} == {way}",
    )
    return Condition(scope.random.choice(asked))


def boxes(scope: Scope) -> Condition | None:
    way = scope.input("Integer")
    if way is None:
        return None
    number = scope.number(0, 5, 127, 128, 1000)
    asked = (
        f"{way} {scope.pick(*RELATIONS)} {number}",
        f"{way} == {scope.reference('Integer')}",
        f"{way} == Integer.valueOf({scope.integer(1)})",
        f"{way} == (Integer) {number}",
        f"{way}.equals({number})",
        f"{way}.equals((long) {number})",
        f"(Object) {way} == (Object) Integer.valueOf({way})",
        f"{way} + 1 > {number}",
        f"{way}.compareTo({number}) > 0",
        f"{way}.hashCode() == {number}",
        f"Integer.valueOf({scope.integer(1)}) == Integer.valueOf({scope.integer(1)})",
        f'{way}.toString().equals("{number}")',
        f"(byte) (int) {way} == {scope.number(0, 1, -1)}",
    )
    return Condition(scope.random.choice(asked))


def other_boxes(scope: Scope) -> Condition | None:
    long_way, truth = scope.input("Long"), scope.input("Boolean")
    asked = []
    letter, small = scope.input("Character"), scope.input(scope.pick("Short", "Byte"))
    if letter:
        asked += [
            f"{letter} == 'a'",
            f"{letter} == (Character) 'a'",
            f"{letter}.equals('b')",
            f"{letter} > {scope.integer(0)}",
        ]
    if small:
        asked += [
            f"{small} == {scope.number(0, 1, -1)}",
            f"{small}.equals({scope.number(1)})",
            f"{small} + 1 > {scope.number(1, 127)}",
        ]
    if long_way:
        asked += [
            f"{long_way} == {scope.number(0, 5, 127, 128)}L",
            f"{long_way} == Long.valueOf({scope.integer(0)})",
            f"{long_way}.equals({scope.number()})",
        ]
    if truth:
        asked += [truth, f"{truth} == Boolean.TRUE", f"{truth}.equals(true)", f"Boolean.valueOf({truth}) == {truth}"]
    return Condition(scope.random.choice(asked)) if asked else None


def arrays(scope: Scope) -> Condition | None:
    kind = scope.pick("int[]", "Object[]", "C0[]", "int[][]", "String[]")
    way = scope.input(kind)
    if way is None:
        return None
    asked = [
        f"{way}.length {scope.pick(*RELATIONS)} {scope.number(0, 1, 2)}",
        f"{way}.clone() == {way}",
        f"{way}.clone().length == 1",
    ]
    match kind:
        case "int[]":
            asked += [
                f"{way}[{scope.integer(1)}] {scope.pick(*RELATIONS)} {scope.number()}",
                f"{way}.clone()[0] == {way}[0]",
                f"({way}[0] += 2) > 3",
            ]
        case "int[][]":
            asked += [
                f"{way}[0][{scope.integer(0)}] > 1",
                f"{way}[0] == {way}[1]",
                f"{way}[1].length == 0",
                f"{way}.clone()[0] == {way}[0]",
            ]
        case "C0[]":
            asked += [
                f"{way}[0] == {scope.reference('C0')}",
                f"{way}[0].x > 2",
                f"{way}[{scope.integer(0)}] == {way}[0]",
                f"((Object[]) {way})[0] == {way}[1]",
            ]
        case _:
            asked += [
                f"(Object) {way}[0] == {scope.reference('Object')}",
                f"(Object) {way}[0] == {way}",
                f"{way}[0] instanceof Object",
            ]
    return Condition(scope.random.choice(asked))


def enums(scope: Scope) -> Condition | None:
    name = scope.pick(*scope.world.enums) if scope.world.enums else None
    if name is None:
        return None
    constants = scope.world.enums[name]
    way, text = scope.input(name), scope.input("String")
    constant = f"{name}.{scope.random.choice(constants)}"
    asked = [f"{name}.values().length == {len(constants)}", f"{name}.values()[{scope.integer(1)}] == {constant}"]
    if way:
        asked += [f"{way} == {constant}"] * 3
        asked += [
            f"{way}.ordinal() {scope.pick(*RELATIONS)} {scope.number(0, 1)}",
            f"{way}.v {scope.pick(*RELATIONS)} {scope.number(0, 1, 3)}",
            f"{way}.compareTo({constant}) > 0",
            f'{way}.name().equals("{scope.random.choice(constants)}")',
            f"{way}.getClass() == {name}.class",
            f"{way}.getDeclaringClass() == {name}.class",
            f"{name}.values()[{way}.ordinal()] == {way}",
            f"{way}.f({scope.number(0, 1)}) > 1",
            f"{name}.valueOf({way}.name()) == {way}",
        ]
    if text:
        asked += [f"{name}.valueOf({text}) == {constant}"]
    return Condition(scope.random.choice(asked))


def calls(scope: Scope) -> Condition | None:
    kind = scope.pick(*scope.world.callable)
    way = scope.input(kind)
    if way is None:
        return None
    asked = [f"{way}.f({scope.integer(0)}) {scope.pick(*RELATIONS)} {scope.number()}"]
    if kind in scope.world.interfaces:
        asked += [f"{way}.h({scope.integer(0)}) {scope.pick(*RELATIONS)} {scope.number()}"]
    asked += [
        f"U.over({way}) == {scope.number(1, 2, 3)}",
        f"U.over((Object) {way}) == {scope.number(1, 2, 3)}",
        f"U.down({scope.integer(0)} & 3, {scope.reference('C0')}) > {scope.number(0, 1, 2, 5)}",
    ]
    return Condition(scope.random.choice(asked))


def inner_classes(scope: Scope) -> Condition | None:
    name, outer = scope.pick(*scope.world.inner) if scope.world.inner else (None, None)
    if name is None or outer is None:
        return None
    way, owner = scope.input(name), scope.input(outer)
    asked = []
    if way:
        asked += [
            f"{way}.get() > {scope.number(0, 3)}",
            f"{way}.own() == {scope.reference(outer)}",
            f"{way}.own().x == {way}.z",
        ]
    if owner:
        asked += [f"{owner}.new In().get() > 2", f"{owner}.new In().own() == {scope.reference(outer)}"]
    return Condition(scope.random.choice(asked)) if asked else None


def functions(scope: Scope) -> Condition | None:
    """Call lambdas, method references and anonymous classes that capture parameters."""
    number = next((name for kind, name in scope.variables if kind == "int" and name.startswith("p")), None)
    way = next((name for kind, name in scope.variables if kind == "C0" and name.startswith("p")), None)
    asked = []
    if number:
        asked += [
            f"((java.util.function.IntSupplier) () -> {number} + 1).getAsInt() > {scope.number()}",
            f"((java.util.function.IntUnaryOperator) q -> q * {number}).applyAsInt(3) == {scope.number()}",
            f"new Object() {{ int z = {number}; int twice() {{ return z + {number}; }} }}.twice() > {scope.number()}",
        ]
    if way:
        asked += [
            f"((java.util.function.Supplier<Object>) () -> {way}).get() == {scope.reference('C0')}",
            f"((java.util.function.IntUnaryOperator) {way}::f).applyAsInt(2) > {scope.number()}",
            f"new C0() {{ public int f(int k) {{ return {way} == this ? 1 : k; }} }}.f(5) > 2",
        ]
    chosen = scope.random.choice(asked) if asked else None
    return None if chosen is None else Condition(chosen, simple="?" not in chosen)


def library(scope: Scope) -> Condition | None:
    """Make small calls of the library."""
    way, text, number = scope.input("Object"), scope.input("String"), scope.integer(1)
    asked = [
        f"Integer.compare({number}, {scope.integer(0)}) > 0",
        f"Math.floorMod({number}, {scope.number(2, 3)}) == 1",
    ]
    asked += [f"Integer.bitCount({number}) == {scope.number(1, 2)}", f"Character.isDigit((char) ({number} & 127))"]
    if way:
        asked += [
            f"java.util.Optional.ofNullable({way}).isPresent()",
            f"java.util.Objects.requireNonNull({way}) == {way}",
            f"java.util.Arrays.asList({way}, {scope.reference('Object')}).contains({scope.reference('C0')})",
            f"java.util.List.of({way}, {way}).size() == 2",
            f"new Pair({way}, 1).equals(new Pair({scope.reference('Object')}, 1))",
            f"new Pair({way}, {number}).number() == {scope.number(1)}",
        ]
    if text:
        asked += [f"Integer.parseInt({text}) == {scope.number(1, 7)}", f"String.valueOf((Object) {text}).isEmpty()"]
        asked += [f"new java.util.ArrayList<>(java.util.List.of({text})).indexOf({scope.reference('String')}) == 0"]
    return Condition(scope.random.choice(asked))


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


COMMON: tuple[tuple[int, Maker], ...] = (
    (14, static_object),
    (5, same_reference),
    (3, is_null),
    (6, counter),
    (2, static_slot),
    (6, class_test),
    (3, cast),
    (6, integers),
    (3, longs),
    (3, reals),
    (3, small_numbers),
    (2, booleans),
    (7, texts),
    (6, boxes),
    (3, other_boxes),
    (6, arrays),
    (6, enums),
    (7, calls),
    (4, inner_classes),
    (3, functions),
    (4, library),
    (2, identity_hash),
    (1, random_numbers),
    (1, clock),
    (1, properties),
    (1, environment),
    (1, stack_traces),
)


def condition(scope: Scope) -> Condition:
    """Return a random condition that no compiler can decide."""
    weights = [weight for weight, _ in COMMON]
    while True:
        maker = scope.random.choices(COMMON, weights)[0][1]
        made = maker(scope)
        if made is not None:
            made = replace(made, tags=made.tags | mentioned(scope, made.text, made.tags))
        if made is not None and not unwanted(made.tags, scope.without) and _depends(scope, made):
            return made


def mentioned(scope: Scope, text: str, tags: Tags = NONE) -> Tags:
    """Return the tag of a text that names an object of a static field, unless it already has one."""
    named = any(constant.text in text for constant in scope.world.constants)
    if not named or any(topic(tag) == "static object" for tag in tags):
        return NONE
    return frozenset({"static object (somewhere)"})


def _depends(scope: Scope, condition: Condition) -> bool:
    if condition.tags or "E0." in condition.text:
        return True
    names = {name for _, name in scope.variables}
    return any(word in names for word in re.findall(r"[A-Za-z_]\w*", condition.text))
