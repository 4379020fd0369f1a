"""Random conditions, one function for each feature that a program may test.

A function returns None if the scope has nothing to test. Tags describe the subject of a condition, so that wrong
answers can be counted by kind; those in `ANY_VALUE` are for values that no input determines.
"""

from __future__ import annotations

import re
from dataclasses import replace

from symheap_testing.java.fuzz.outside_conditions import (
    clock,
    environment,
    identity_hash,
    properties,
    random_numbers,
    stack_traces,
)
from symheap_testing.java.fuzz.scope import RELATIONS, Maker, Scope, tagged
from symheap_testing.java.fuzz.syntax import NONE, Condition, Tags, topic, unwanted
from symheap_testing.java.fuzz.value_conditions import (
    arrays,
    booleans,
    boxes,
    enums,
    integers,
    longs,
    other_boxes,
    reals,
    small_numbers,
    texts,
)


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
