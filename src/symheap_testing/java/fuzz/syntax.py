"""The statements of random methods, printed with calls that record branches, or without.

Both texts have the same lines, so a branch is identified by its line in both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

Tags = frozenset[str]
NONE: Tags = frozenset()


def topic(tag: str) -> str:
    """Return a tag without its details in parentheses."""
    return tag.partition(" (")[0]


def unwanted(tags: Tags, without: Tags) -> bool:
    return any(topic(tag) in without for tag in tags)


@dataclass(frozen=True, slots=True)
class Condition:
    """A boolean expression. `simple`: javac compiles it to one conditional jump, on its own line."""

    text: str
    tags: Tags = NONE
    simple: bool = True


@dataclass(frozen=True, slots=True)
class Plain:
    """Lines without branches."""

    lines: tuple[str, ...]
    tags: Tags = NONE


@dataclass(frozen=True, slots=True)
class Choose:
    """`type name = condition ? yes : no;`"""

    declared: str
    condition: Condition
    yes: str
    no: str


@dataclass(frozen=True, slots=True)
class If:
    condition: Condition
    then: Block
    otherwise: Block = ()


@dataclass(frozen=True, slots=True)
class Loop:
    """A loop with a counter and a small bound."""

    counter: str
    bound: str
    body: Block
    label: str = ""


@dataclass(frozen=True, slots=True)
class Switch:
    head: str
    arms: tuple[tuple[str, Block], ...]
    tags: Tags = NONE


@dataclass(frozen=True, slots=True)
class Try:
    """`opening` is `try {` or one with a resource; an ending is `catch (…)` or `finally`."""

    opening: str
    body: Block
    endings: tuple[tuple[str, Block], ...]
    tags: Tags = NONE


@dataclass(frozen=True, slots=True)
class Nested:
    """A block with a head, such as `synchronized (x)`."""

    head: str
    body: Block
    tags: Tags = NONE


Statement = Plain | Choose | If | Loop | Switch | Try | Nested
Block = tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Method:
    """A method of the entry class; `parameters` are pairs of type and name."""

    name: str
    parameters: tuple[tuple[str, str], ...]
    body: Block
    is_static: bool = True

    @property
    def tags(self) -> Tags:
        """The tags of its statements; a parameter of a class `F…` has a failing initialiser."""
        fails = any(kind.startswith("F") for kind, _ in self.parameters)
        return tags_of(self.body) | (frozenset({"failing initialiser"}) if fails else NONE)


@dataclass
class Printer:
    """The lines of a source file.

    `simple` are the lines with one recorded conditional jump. Lines inside a `try` are not included: if an exception
    leaves such a line, a report also lists the handlers that were tried there.
    """

    woven: bool
    lines: list[str] = field(default_factory=list)
    simple: set[int] = field(default_factory=set)
    depth: int = 0
    attempts: int = 0

    @property
    def here(self) -> int:
        """The number of the next line."""
        return len(self.lines) + 1

    def line(self, text: str) -> None:
        self.lines.append("  " * self.depth + text)

    def enter(self) -> None:
        """Record that this place was reached."""
        self.line(f"T.a({self.here});" if self.woven else "")

    def condition(self, condition: Condition) -> str:
        if condition.simple and not self.attempts:
            self.simple.add(self.here)
        return f"T.b({self.here}, {condition.text})" if self.woven else condition.text

    def indented(self, block: Block) -> None:
        self.depth += 1
        for statement in block:
            self.statement(statement)
        self.depth -= 1

    def statement(self, statement: Statement) -> None:
        match statement:
            case Plain(lines):
                for line in lines:
                    self.line(line)
            case Choose(declared, condition, yes, no):
                self.line(f"{declared} = {self.condition(condition)} ? {yes} : {no};")
            case If(condition, then, otherwise):
                self.line(f"if ({self.condition(condition)}) {{")
                self.indented(then or (Plain(("w++;",)),))
                if otherwise:
                    self.line("} else {")
                    self.indented(otherwise)
                self.line("}")
            case Loop(counter, bound, body, label):
                self.line(f"int {counter} = 0;")
                opening = f"{label}: while" if label else "while"
                self.line(f"{opening} ({self.condition(Condition(f'{counter} < {bound}'))}) {{")
                self.indented((Plain((f"{counter}++;",)), *body))
                self.line("}")
            case Switch():
                self.switch(statement)
            case Try():
                self.attempt(statement)
            case Nested(head, body):
                self.line(f"{head} {{")
                self.indented(body)
                self.line("}")

    def switch(self, statement: Switch) -> None:
        self.line(f"switch ({statement.head}) {{")
        for label, block in statement.arms:
            self.line(f"{label}:")
            self.depth += 1
            self.enter()
            self.depth -= 1
            self.indented(block)
        self.line("}")

    def attempt(self, statement: Try) -> None:
        self.attempts += 1
        self.line(statement.opening)
        self.indented(statement.body)
        for ending, block in statement.endings:
            self.line(f"}} {ending} {{")
            self.indented(block)
        self.line("}")
        self.attempts -= 1

    def method(self, method: Method) -> None:
        parameters = ", ".join(f"{kind} {name}" for kind, name in method.parameters)
        self.line(f"{'static ' if method.is_static else ''}int {method.name}({parameters}) throws Exception {{")
        self.indented((Plain(("int w = 1;",)), *method.body, Plain(("return w;",))))
        self.line("}")


def blocks_of(statement: Statement) -> tuple[Block, ...]:
    match statement:
        case If(_, then, otherwise):
            return then, otherwise
        case Loop(_, _, body) | Nested(_, body):
            return (body,)
        case Switch(_, arms):
            return tuple(block for _, block in arms)
        case Try(_, body, endings):
            return body, *(block for _, block in endings)
        case _:
            return ()


def with_blocks(statement: Statement, blocks: tuple[Block, ...]) -> Statement:
    match statement:
        case If():
            return replace(statement, then=blocks[0], otherwise=blocks[1])
        case Loop() | Nested():
            return replace(statement, body=blocks[0])
        case Switch(_, arms):
            labels = tuple(label for label, _ in arms)
            return replace(statement, arms=tuple(zip(labels, blocks, strict=True)))
        case Try(_, _, endings):
            labels = tuple(label for label, _ in endings)
            return replace(statement, body=blocks[0], endings=tuple(zip(labels, blocks[1:], strict=True)))
        case _:
            return statement


def statements(block: Block) -> Iterator[Statement]:
    """Yield all statements, outer ones first."""
    for statement in block:
        yield statement
        for inner in blocks_of(statement):
            yield from statements(inner)


def tags_of(block: Block) -> Tags:
    tags_found: set[str] = set()
    for statement in statements(block):
        match statement:
            case If(condition) | Choose(_, condition):
                tags_found |= condition.tags
            case Plain(_, tags) | Nested(_, _, tags) | Switch(_, _, tags) | Try(_, _, _, tags):
                tags_found |= tags
            case _:
                pass
    return frozenset(tags_found)


def smaller(block: Block) -> Iterator[Block]:
    """Yield the block with one statement removed, or replaced by its contents: the largest cuts first."""
    for at, statement in enumerate(block):
        yield block[:at] + block[at + 1 :]
        for inner in blocks_of(statement):
            if inner:
                yield block[:at] + inner + block[at + 1 :]
    for at, statement in enumerate(block):
        yield from ((*block[:at], changed, *block[at + 1 :]) for changed in _smaller_inside(statement))


def _smaller_inside(statement: Statement) -> Iterable[Statement]:
    inner = blocks_of(statement)
    for at, block in enumerate(inner):
        for changed in smaller(block):
            yield with_blocks(statement, (*inner[:at], changed, *inner[at + 1 :]))
