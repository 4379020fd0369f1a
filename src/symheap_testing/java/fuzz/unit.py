"""A random unit: its classes and methods, and the members that its classes choose from."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from symheap_testing.java.fuzz.syntax import Condition, Method, Printer


@dataclass(frozen=True, slots=True)
class Part:
    """A class other than the entry. `@` is a recorded place; `binary` is its name for the machine."""

    binary: str
    lines: tuple[str, ...]
    nested: bool = False

    def smaller(self) -> Iterator[Part]:
        """Yield the class without its initialiser block, or without one of its static or instance fields."""
        if "  static {" in self.lines:
            start = self.lines.index("  static {")
            end = self.lines.index("  }", start)
            yield replace(self, lines=self.lines[:start] + self.lines[end + 1 :])
        for at, line in enumerate(self.lines):
            if line.startswith("  ") and not line.startswith("   ") and line.endswith(";"):
                yield replace(self, lines=self.lines[:at] + self.lines[at + 1 :])


@dataclass(frozen=True)
class Unit:
    """A unit. `order` are the classes that may be initialised before a call, `inputs` the possible classes of
    inputs.
    """

    seed: int
    parts: tuple[Part, ...]
    methods: tuple[Method, ...]
    order: tuple[str, ...]
    inputs: tuple[str, ...]
    named: tuple[str, ...]
    numbers: tuple[int, ...]

    def source(self, *, woven: bool) -> Printer:
        mentioned = self._mentioned()
        printer = Printer(woven)
        printer.line("public class U {")
        printer.depth = 1
        for name, lines in MEMBERS:
            if name in mentioned:
                print_all(printer, lines)
        for part in self.parts:
            if part.nested:
                print_all(printer, part.lines)
        for each in self.methods:
            printer.method(each)
        printer.depth = 0
        printer.line("}")
        for part in (*self.parts, *(support for support in SUPPORT if support.binary in mentioned)):
            if not part.nested:
                print_all(printer, part.lines)
        return printer

    def _mentioned(self) -> set[str]:
        """Return the words of methods and classes."""
        printer = Printer(woven=False)
        for each in self.methods:
            printer.method(each)
        lines = [*printer.lines, *(line for part in self.parts for line in part.lines)]
        words = {word for line in lines for word in re.findall(r"\w+", line)}
        return words | ({"cnt"} if "bump" in words else set())

    def only(self, chosen: Method) -> Unit:
        return replace(self, methods=(chosen,))

    def without(self, part: Part) -> Unit:
        """Return the unit without one class."""
        gone = part.binary
        return replace(
            self,
            parts=tuple(p for p in self.parts if p is not part),
            order=tuple(name for name in self.order if name != gone),
            inputs=tuple(name for name in self.inputs if name.partition("$")[0] != gone and name != gone),
            named=tuple(name for name in self.named if name != gone),
        )


SUPPORT = (
    Part("Pair", ("record Pair(Object first, int number) {", "}")),
    Part(
        "Oops",
        (
            "class Oops extends RuntimeException {",
            "  final int code;",
            "  Oops(int code) { this.code = code; }",
            "  Oops(int code, Throwable cause) { super(cause); this.code = code; }",
            "}",
        ),
    ),
    Part(
        "Res",
        (
            "class Res implements AutoCloseable {",
            "  final boolean bad;",
            "  Res(boolean bad) { this.bad = bad; }",
            "  public void close() {",
            "    if (bad) {",
            "      throw new IllegalStateException();",
            "    }",
            "  }",
            "}",
        ),
    ),
)
"""Classes that are included if they are mentioned."""


MEMBERS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("x", ("int x;",)),
    ("mine", ("C0 mine;",)),
    ("cnt", ("static int cnt;",)),
    ("log", ("static int log = 1;",)),
    ("yes", ("static boolean yes = true;",)),
    ("zero", ("static int zero;",)),
    ("last", ("static C0 last;",)),
    ("over", ("static int over(Object o) {", "  @", "  return 1;", "}")),
    ("over", ("static int over(C0 o) {", "  @", "  return 2;", "}")),
    ("over", ("static int over(C1 o) {", "  @", "  return 3;", "}")),
    ("bump", ("static int bump(int k) {", "  cnt += k;", "  return cnt;", "}")),
    ("where", ("static Throwable where() {", "  return new Throwable();", "}")),
    (
        "down",
        (
            "static int down(int n, C0 c) {",
            "  ?n <= 0",
            "    return 0;",
            "  }",
            "  return 1 + down(n - 1, c.next);",
            "}",
        ),
    ),
)
"""Members of the entry class that are included if their name is mentioned."""


def _line(printer: Printer, line: str) -> None:
    """Print a line. `@` records a place, `?` begins an `if` with a recorded condition."""
    text = line.strip()
    from_left = "  " * ((len(line) - len(text)) // 2)
    if text == "@":
        printer.enter()
    elif text.startswith("?"):
        printer.line(f"{from_left}if ({printer.condition(Condition(text[1:]))}) {{")
    else:
        printer.line(line)


def print_all(printer: Printer, lines: tuple[str, ...]) -> None:
    for line in lines:
        _line(printer, line)
