"""Print statements and methods as Java source: four spaces, lines of at most 120 characters, plain ASCII."""

from __future__ import annotations

import re
from collections.abc import Iterator

from symheap.report.draw.labels import printable
from symheap.testgen.code import CONSTRUCTOR, Declare, Statement, StubClass
from symheap.testgen.writing.imports import Imports

WIDTH = 120
INDENT = "    "
_CONTINUED = 8
_TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|, | = | -> |\(|.')
_UNIT = re.compile(r"\\u[0-9a-f]{4}|\\.|.")
_PART_OF_ESCAPE = re.compile(r"\\+(u[0-9a-f]{0,3})?$")
_BEHIND = (", ", " = ", " -> ")


def statement(imports: Imports, each: Statement) -> str:
    if isinstance(each, Declare):
        return f"{imports.name(each.type)} {each.variable} = {imports.text(each.value)};"
    return f"{imports.text(each.code)};"


def method(annotations: tuple[str, ...], head: str, groups: tuple[tuple[str, ...], ...], indent: int = 4) -> list[str]:
    """Return a method, with a blank line between groups of statements; empty groups are left out."""
    outer, inner = " " * indent, indent + 4
    lines = [outer + annotation for annotation in annotations]
    lines += wrapped(f"{head} {{", indent)
    for i, group in enumerate(group for group in groups if group):
        lines += [""] if i else []
        lines += [line for text in group for line in wrapped(text, inner)]
    return [*lines, f"{outer}}}"]


def stub(imports: Imports, made: StubClass) -> list[str]:
    """Return a class nested in the test class, with only the members that the test needs."""
    relation = "implements" if made.is_interface else "extends"
    lines = [f"{INDENT}private static final class {made.name} {relation} {imports.name(made.above)} {{"]
    for field in made.fields:
        lines += wrapped(statement(imports, field), 8)
    for each in made.methods:
        lines += [""] if len(lines) > 1 else []
        body = tuple(statement(imports, s) for s in each.body)
        if each.declaration == CONSTRUCTOR:
            lines += method((), f"{made.name}()", (body,), 8)
        else:
            lines += method(("@Override",), f"public {imports.text(each.declaration)}", (body,), 8)
    return [*lines, f"{INDENT}}}"]


def ascii_source(text: str) -> str:
    """Escape every non-ASCII character; Java reads such escapes anywhere in a file.  Rule: JLS 3.3"""
    return text if text.isascii() else "".join(c if c.isascii() else _escaped(c) for c in text)


def _escaped(c: str) -> str:
    raw = c.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{raw[i]:02x}{raw[i + 1]:02x}" for i in range(0, len(raw), 2))


def comment(text: str, indent: int) -> str:
    """Return a comment of one line.  It contains no escapes: a doubled backslash starts none.  Rule: JLS 3.3"""
    line = ascii_source(printable(" ".join(text.split())).replace("\\", "\\\\"))
    room = WIDTH - indent - 3
    if len(line) > room:
        line = _PART_OF_ESCAPE.sub("", line[: room - 4]) + " ..."
    return f"{' ' * indent}// {line}"


# Long lines -----------------------------------------------------------------------------------------------------------


def wrapped(text: str, indent: int) -> list[str]:
    """Wrap a statement to lines that fit, after a comma, an arrow, an equals sign or an opening parenthesis."""
    text = ascii_source(text)
    if indent + len(text) <= WIDTH:
        return [" " * indent + text]
    lines, line, room = [], "", WIDTH - indent
    for piece in _pieces(text, WIDTH - indent - _CONTINUED):
        if line.strip() and len(line) + len(piece.rstrip()) > room:
            lines.append(line.rstrip())
            line, room = "", WIDTH - indent - _CONTINUED
        line += piece
    lines.append(line.rstrip())
    first, *rest = lines
    return [" " * indent + first, *(" " * (indent + _CONTINUED) + each.lstrip() for each in rest)]


def _pieces(text: str, room: int) -> Iterator[str]:
    """Yield unbreakable pieces; long string literals are composed of shorter ones."""
    piece = ""
    for token in _TOKEN.findall(text):
        is_long = token.startswith('"') and len(token) > room // 2
        if is_long:
            yield from _broken(piece, token, room // 2)
            piece = ""
            continue
        piece += token
        if token in _BEHIND or (token == "(" and len(piece) > room // 2):
            yield piece
            piece = ""
    if piece:
        yield piece


def _broken(before: str, token: str, room: int) -> Iterator[str]:
    units = _UNIT.findall(token[1:-1])
    yield before
    chunk = ""
    for unit in units:
        if len(chunk) + len(unit) > room:
            yield f'"{chunk}" + '
            chunk = ""
        chunk += unit
    yield f'"{chunk}"'
