"""Names available to a random method, and random expressions of each type."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import TypeVar

from symheap_testing.java.fuzz.syntax import Condition

X = TypeVar("X")

INTEGRAL = ("int", "long", "short", "byte", "char")
PRIMITIVE = (*INTEGRAL, "boolean", "float", "double")
TEXTS = ("", "a", "b", "ab", "abc", "k", "P", "Q")


@dataclass(frozen=True, slots=True)
class StaticField:
    """A static field: its text, its type, and whether an interface declares it."""

    text: str
    type: str
    of_interface: bool = False

    @property
    def form(self) -> str:
        """The kind of object that it holds."""
        if self.type.endswith("[]"):
            return "array"
        return {"String": "string", "Integer": "box", "Long": "box"}.get(self.type, "object")


@dataclass
class World:
    """The classes of a unit as its methods see them; `below` maps a class to its subclasses, itself included."""

    fields: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    below: dict[str, list[str]] = field(default_factory=dict)
    constants: list[StaticField] = field(default_factory=list)
    counters: list[str] = field(default_factory=list)
    callable: list[str] = field(default_factory=list)
    """Classes and interfaces with a method `f(int)`, their own or inherited."""
    interfaces: list[str] = field(default_factory=list)
    enums: dict[str, list[str]] = field(default_factory=dict)
    inner: list[tuple[str, str]] = field(default_factory=list)
    """Inner classes, each with its outer class."""
    failing: list[str] = field(default_factory=list)
    plain_constants: list[str] = field(default_factory=list)
    """Constants that a compiler inlines: reading one initialises nothing."""

    @property
    def classes(self) -> list[str]:
        return [name for name in self.below if name.startswith("C")]

    def supertypes(self, name: str) -> set[str]:
        return {"Object"} | {above for above, all_below in self.below.items() if name in all_below}

    def fits(self, declared: str, actual: str) -> bool:
        return declared == actual or (
            declared not in PRIMITIVE and actual not in PRIMITIVE and declared in self.supertypes(actual)
        )


@dataclass
class Scope:
    """Random choices, and the variables in scope.

    `numbers` are the literals used so far; `without` are the forbidden tags.
    """

    random: Random
    world: World
    variables: list[tuple[str, str]]
    numbers: set[int] = field(default_factory=set)
    without: frozenset[str] = frozenset()
    used: int = 0

    def fresh(self, prefix: str) -> str:
        self.used += 1
        return f"{prefix}{self.used}"

    def mark(self) -> str:
        """Return a statement that makes the value of the method depend on the path taken."""
        self.used += 1
        return f"w = w * 31 + {self.used};"

    def pick(self, *choices: X) -> X:
        return self.random.choice(choices)

    def chance(self, percent: int) -> bool:
        return self.random.randrange(100) < percent

    def number(self, *choices: int) -> str:
        chosen = self.random.choice(choices or (0, 1, 2, 3, 5, 7, 10, 100, 127, 128, 1000, -1))
        self.numbers.add(chosen)
        return str(chosen) if chosen >= 0 else f"({chosen})"

    def ways(self, wanted: str, *, narrow: bool = False) -> list[str]:
        """Return variables of a type, and fields of variables; with `narrow` no subtypes."""
        fits = (lambda kind: kind == wanted) if narrow else (lambda kind: self.world.fits(wanted, kind))
        expressions = [name for kind, name in self.variables if fits(kind)]
        for kind, name in self.variables:
            for inner, member in self.world.fields.get(kind, ()):
                if fits(inner):
                    expressions.append(f"{name}.{member}")
                if inner.endswith("[]") and fits(inner[:-2]):
                    expressions.append(f"{name}.{member}[{self.pick('0', '1')}]")
            if kind.endswith("[]") and fits(kind[:-2]):
                expressions.append(f"{name}[{self.pick('0', '1')}]")
        return expressions

    def input(self, wanted: str) -> str | None:
        """Return an expression of a type that depends on the inputs, if there is one."""
        expressions = self.ways(wanted)
        return self.random.choice(expressions) if expressions else None

    def reference(self, wanted: str) -> str:
        """Return an expression of a reference type."""
        expressions = self.ways(wanted)
        if expressions and self.chance(75):
            return self.random.choice(expressions)
        known = [c.text for c in self.world.constants if self.world.fits(wanted, c.type)]
        if known and self.chance(60):
            return self.random.choice(known)
        return self.created(wanted) if self.chance(60) or not expressions else self.random.choice(expressions)

    def created(self, wanted: str) -> str:
        """Return a new object, or null if none can be created in one expression."""
        match wanted:
            case "String":
                return self.pick(f'"{self.pick(*TEXTS)}"', f'new String("{self.pick(*TEXTS)}")')
            case "Integer":
                return self.pick(f"Integer.valueOf({self.integer(0)})", f"(Integer) {self.number(5, 127, 128, 1000)}")
            case "Long":
                return f"Long.valueOf({self.number(1, 5, 127, 128)})"
            case "Boolean":
                return self.pick("Boolean.TRUE", "Boolean.FALSE")
            case "Object":
                return self.pick("new Object()", '"a"', f"(Object) {self.number(3, 200)}", "new int[1]")
        if wanted.endswith("[]"):
            return (
                f"new {wanted[:-2]}[{self.number(0, 1, 2)}]"
                if not wanted.endswith("[][]")
                else f"new {wanted[:-4]}[2][1]"
            )
        below = [name for name in self.world.below.get(wanted, ()) if name in self.world.fields]
        if wanted in self.world.enums:
            return f"{wanted}.{self.random.choice(self.world.enums[wanted])}"
        return f"new {self.random.choice(below)}()" if below else "null"

    def integer(self, depth: int = 2) -> str:
        """Return an expression of type int."""
        leaves = self.ways("int")
        if depth <= 0 or self.chance(35):
            return self.random.choice(leaves) if leaves and self.chance(80) else self.number()
        left, right = self.integer(depth - 1), self.integer(depth - 1)
        match self.random.randrange(14):
            case 0 | 1:
                return f"({left} + {right})"
            case 2:
                return f"({left} - {right})"
            case 3:
                return f"({left} * {self.number(2, 3, -1, 31)})"
            case 4:
                return f"({left} {self.pick('/', '%')} {self.pick(right, self.number(2, 3, 10))})"
            case 5:
                return f"({left} {self.pick('&', '|', '^')} {right})"
            case 6:
                return f"({left} {self.pick('<<', '>>', '>>>')} {self.pick(self.number(1, 31, 32, 33), right)})"
            case 7:
                return f"(~{left})" if self.chance(50) else f"(-{left})"
            case 8:
                return f"({self.pick('byte', 'short', 'char')}) ({left})"
            case 9:
                return f"(int) ({self.long(depth - 1)})"
            case 10:
                return f"(int) ({self.real(depth - 1)})"
            case 11:
                other = self.input(self.pick("short", "byte", "char"))
                return f"({other} + {right})" if other else left
            case 12:
                return (
                    f"Math.{self.pick('abs', 'negateExact')}({left})"
                    if self.chance(50)
                    else f"Math.max({left}, {right})"
                )
            case _:
                array = self.input("int[]")
                return self.pick(f"{array}.length", f"{array}[{self.pick('0', left)}]") if array else left

    def long(self, depth: int = 1) -> str:
        leaf = self.input("long")
        if depth <= 0 or leaf is None or self.chance(40):
            return leaf or f"(long) ({self.integer(0)})"
        other = self.pick(f"(long) ({self.integer(depth - 1)})", f"{self.number(1, 3, 1000)}L", leaf)
        return self.pick(
            f"({leaf} {self.pick('+', '-', '^', '&')} {other})",
            f"({leaf} {self.pick('<<', '>>', '>>>')} {self.number(1, 32, 63, 64)})",
        )

    def real(self, depth: int = 1) -> str:
        """Return an expression of type float or double."""
        leaf = self.input("double") or self.input("float")
        if leaf is None:
            return self.pick(f"(double) ({self.integer(0)})", f"(float) ({self.integer(0)})")
        if depth <= 0 or self.chance(60):
            return leaf
        return f"({leaf} {self.pick('+', '-', '*')} {self.pick('0.5', '2.0', '1.0f')})"


RELATIONS = ("==", "!=", "<", "<=", ">", ">=")


Maker = Callable[[Scope], Condition | None]


def tagged(text: str, *tags: str) -> Condition:
    return Condition(text, frozenset(tags))
