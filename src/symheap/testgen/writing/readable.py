"""Check whether a generated test file is readable, line by line.

It checks what the text shows: names, lengths, formatting, imports, unused variables, and that every test asserts
something.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

WIDTH = 120
LONGEST_METHOD = 25
LONGEST_NAME = 80

_NAME = re.compile(r"[a-z][A-Za-z0-9]*(_[a-z][A-Za-z0-9]*)?(_when[A-Z0-9][A-Za-z0-9]*)?(_[0-9]+)?")
_IMPORT = re.compile(r"import (?P<static>static )?(?P<name>[\w.]+(?:\.\*)?);")
_HEAD = re.compile(r"(?P<indent> *)(?:public )?void (?P<name>\w+)\(\)(?: throws [\w., ]+)? \{")
_LOCAL = re.compile(r"\s*(?P<type>[A-Za-z_][\w.]*(?:<[^=]*>)?(?:\[\])*) (?P<name>\w+) = ")
_LITERAL = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'')


@dataclass(frozen=True, slots=True)
class _Method:
    """A method: its lines from head to closing brace, without literals and comments; `line` is that of its head."""

    name: str
    line: int
    lines: tuple[str, ...]
    is_test: bool


def problems(text: str) -> list[str]:
    """Return one sentence per problem, with its line number; empty for a readable file."""
    lines = text.split("\n")
    bare = [_bare(line) for line in lines]
    methods = list(_methods(bare))
    sentences = [*_format(lines), *_indentation(bare), *_imports(bare)]
    for method in methods:
        sentences += _method(method)
    if not any(method.is_test for method in methods):
        sentences.append("1: there is no test")
    return sorted(sentences, key=lambda each: int(each.partition(":")[0]))


def _bare(line: str) -> str:
    """Return a line without the contents of literals, and without its comment."""
    return _LITERAL.sub('""', line).partition("//")[0].rstrip()


# Format ---------------------------------------------------------------------------------------------------------------


def _format(lines: list[str]) -> Iterator[str]:
    if lines[-1:] != [""] or lines[-2:-1] == [""]:
        yield f"{len(lines)}: the file does not end with one line end"
    for number, line in enumerate(lines, 1):
        if len(line) > WIDTH:
            yield f"{number}: {len(line)} characters"
        if line != line.rstrip():
            yield f"{number}: blanks at the end"
        if "\t" in line or not line.isascii():
            yield f"{number}: a tab, or a character beyond ASCII"
        if not line and lines[number : number + 1] == [""] and number + 1 < len(lines):
            yield f"{number}: two blank lines"


def _indentation(lines: list[str]) -> Iterator[str]:
    """Check for four spaces per level, and eight more for continued statements."""
    depth = 0
    goes_on = False
    for number, line in enumerate(lines, 1):
        code = line.strip()
        if not code:
            continue
        expected = 4 * (depth - code.startswith("}")) + 8 * goes_on
        if len(line) - len(line.lstrip()) != expected:
            yield f"{number}: indented by {len(line) - len(line.lstrip())}, not by {expected}"
        depth += code.count("{") - code.count("}")
        goes_on = not code.endswith((";", "{", "}")) and not code.startswith("@")


# Imports --------------------------------------------------------------------------------------------------------------


def _imports(lines: list[str]) -> Iterator[str]:
    matches = [(n, match) for n, line in enumerate(lines, 1) if (match := _IMPORT.fullmatch(line)) is not None]
    rest = "\n".join(line for line in lines if not line.startswith("import "))
    before: tuple[bool, str] | None = None
    for number, match in matches:
        simple = match["name"].rpartition(".")[2]
        if simple == "*":
            yield f"{number}: an import of everything"
        elif not re.search(rf"(?<![\w.]){simple}\b", rest):
            yield f"{number}: {simple} is not used"
        order = (match["static"] is None, match["name"])
        if before is not None and order <= before:
            yield f"{number}: imports are not in order"
        before = order


# Methods --------------------------------------------------------------------------------------------------------------


def _methods(lines: list[str]) -> Iterator[_Method]:
    for number, line in enumerate(lines, 1):
        head = _HEAD.fullmatch(line)
        if head is not None:
            end = next(i for i in range(number, len(lines) + 1) if lines[i - 1] == f"{head['indent']}}}")
            annotations = [each.strip() for each in lines[max(0, number - 4) : number - 1] if each.strip()[:1] == "@"]
            is_test = any(re.fullmatch(r"@([\w.]+\.)?Test", each) for each in annotations)
            yield _Method(head["name"], number, tuple(lines[number - 1 : end]), is_test)


def _method(method: _Method) -> Iterator[str]:
    body = method.lines[1:-1]
    if len(method.lines) > LONGEST_METHOD:
        yield f"{method.line}: {method.name} has {len(method.lines)} lines"
    if body and not (body[0] and body[-1]):
        yield f"{method.line}: {method.name} begins or ends with a blank line"
    yield from _unused(method)
    if not method.is_test:
        return
    if not _NAME.fullmatch(method.name) or len(method.name) > LONGEST_NAME:
        yield f"{method.line}: {method.name} is no name for a test"
    if not any(re.search(r"\bassert[A-Z]\w*\(", line) for line in body):
        yield f"{method.line}: {method.name} asserts nothing"


def _unused(method: _Method) -> Iterator[str]:
    for i, line in enumerate(method.lines):
        local = _LOCAL.match(line)
        if local is None or local["type"] in ("return", "throw", "new"):
            continue
        name = local["name"]
        behind = (line[local.end() :], *method.lines[i + 1 :])
        if not any(re.search(rf"(?<![\w.]){name}\b", each) for each in behind):
            yield f"{method.line + i}: {name} is not used"
