"""Random conditions on values: numbers, texts, boxes, arrays and enums."""

from __future__ import annotations

from symheap_testing.java.fuzz.scope import RELATIONS, TEXTS, Scope
from symheap_testing.java.fuzz.syntax import Condition


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
