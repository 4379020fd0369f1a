"""Map the external inputs of a run to the functions through which the user's own binary asks for them.

The user's files are compiled unchanged, so they do not read the script.  Functions that they only declare are defined
in an additional file, and library functions with relevant answers are replaced at link time (``--wrap``).  The n-th
call of a function gets the n-th answer that the interpreter gave to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import Final

from pycparser import c_ast

from symheap.core.source import Position
from symheap.lang.c.client.exports import Library
from symheap.lang.c.front.nodes import children, place
from symheap.lang.c.library import LIBRARY
from symheap.lang.c.modelled import FILE
from symheap.lang.c.start import START
from symheap.memory.execution.interpreter import run
from symheap.memory.execution.journal import Journal
from symheap.memory.execution.oracle import Script, ScriptedOracle
from symheap.memory.ir import Allocate, Enter, Program, Reallocate
from symheap.memory.outcome import Failed
from symheap.testgen.c.sites import Sites
from symheap.testgen.c.source import units_of

ALLOCATORS: Final = ("malloc", "calloc", "realloc")
_ALLOCATES: Final = {"malloc": "malloc", "calloc": "calloc", "kzalloc": "calloc", "realloc": "realloc"}
"""The allocator that the functions of a model family correspond to."""
_OTHER_VALUES: Final = (0, 1, 0x5A5A5A5A5A5A5A5A)
_MOST_ARGUMENTS: Final = 64
_NOWHERE: Final = Position("", 1, 1)


@dataclass(frozen=True, slots=True)
class Supply:
    """How to supply the answers.

    `values` and `allocations` are the sites of the calls of each function, in order.  `models` are the library
    functions replaced by their models.  `arguments` is the number of command line arguments besides the program name.
    `missing` describes what the run read and cannot be given; if there is any, a different run refutes nothing.
    """

    values: Mapping[str, Sequence[int]]
    allocations: Mapping[str, Sequence[int]]
    models: tuple[str, ...]
    arguments: int
    missing: tuple[str, ...]

    @property
    def wrapped(self) -> tuple[str, ...]:
        """The functions that the linker replaces."""
        return (*self.values, *(ALLOCATORS if self.allocations else ()), *self.models)


def allocator(name: str) -> str:
    """Return the C library allocator that a function corresponds to, as ``kmalloc`` to ``malloc``; empty for others."""
    model = LIBRARY.get(name)
    return "" if model is None else _ALLOCATES.get(model.emit.__name__, "")


def supply(library: Library, program: Program, book: Journal, sites: Sites, script: Script) -> Supply:
    """Return how the answers in a journal, which come from `script`, reach the user's own files."""
    units = units_of(library, program)
    written = {symbol for unit in units for symbol, _ in unit.symbols.values()}
    calls = {at: name for parsed in library.trees for at, name in _calls(parsed.tree)}
    return _Planning(program, book, sites, script, written, calls).plan()


class _Planning:
    """Computes a `Supply`.

    `written` are the functions that the user's files define, `calls` their calls by position.
    """

    def __init__(
        self,
        program: Program,
        book: Journal,
        sites: Sites,
        script: Script,
        written: Set[str],
        calls: Mapping[Position, str],
    ) -> None:
        self._script = script
        self._program = program
        self._book = book
        self._sites = sites
        self._calls = calls
        self._written = written
        self._missing: dict[str, None] = {}
        self._models: dict[str, None] = {}

    def plan(self) -> Supply:
        values = self._values()
        self._bytes()
        allocations = self._allocations()
        self._objects()
        return Supply(values, allocations, tuple(self._models), self._arguments(), tuple(self._missing))

    def _is_library(self, function: str) -> bool:
        return self._program.functions[function].position.file == FILE

    def _values(self) -> dict[str, list[int]]:
        sites: dict[str, list[int]] = {}
        for number, answer in enumerate(self._book.answers):
            at = answer.command.position
            if self._is_library(answer.function):
                self._models.setdefault(answer.function)
            elif answer.function not in self._written:
                continue
            elif at in self._calls:
                sites.setdefault(self._calls[at], []).append(self._sites.values.number(answer.function, at))
            elif self._matters(number):
                self._missing.setdefault(f"a variable without a value at line {at.line}")
        return sites

    def _matters(self, number: int) -> bool:
        """Whether the run changes if one answer is replaced by other values."""
        for value in _OTHER_VALUES:
            values = (*self._script.values[:number], value, *self._script.values[number + 1 :])
            try:
                outcome = run(self._program, ScriptedOracle(replace(self._script, values=values)))
            except ValueError:
                return True
            same = self._book.outcome
            if not isinstance(outcome, Failed) or not isinstance(same, Failed):
                return True
            if (outcome.kind, outcome.position) != (same.kind, same.position):
                return True
        return False

    def _bytes(self) -> None:
        for havoc in self._book.havocs:
            at = havoc.command.position
            if not havoc.fresh:
                continue
            if self._is_library(havoc.function):
                self._models.setdefault(havoc.function)
            elif havoc.function in self._written:
                source = self._calls.get(at)
                self._missing.setdefault(
                    f"a variable without a value at line {at.line}" if source is None else f"what {source} stores"
                )

    def _allocations(self) -> dict[str, list[int]]:
        """Return all calls of allocators, if one of them fails or returns bytes that are read before they are set."""
        matters = False
        sites: dict[str, list[int]] = {}
        for each in self._book.allocations:
            command = each.command
            is_special = each.thing is None or (bool(self._book.objects[each.thing].fresh) and not _is_zero(command))
            if self._is_library(each.function):
                if is_special:
                    self._models.setdefault(each.function)
                continue
            name = self._calls.get(command.position, "")
            if allocator(name):
                matters = matters or is_special
                site = self._sites.allocations.number(each.function, command.position)
                sites.setdefault(allocator(name), []).append(site)
            elif is_special and each.function in self._written:
                self._missing.setdefault(f"what {name or 'an allocation'} gives at line {command.position.line}")
        return sites if matters else {}

    def _objects(self) -> None:
        """Record locals and globals of which the run read uninitialised bytes."""
        for made in self._book.objects:
            is_local = isinstance(made.command, Enter) and made.function in self._written
            if made.fresh and made.name and (is_local or made.command is None):
                self._missing.setdefault(f"the bytes of {made.name}, which has no value")

    def _arguments(self) -> int:
        """Return the number of arguments of ``main``; their contents are not known."""
        for made in self._book.objects:
            if made.function == START and made.fresh:
                self._missing.setdefault("what the command line says")
        for answer in self._book.answers:
            if answer.function == START:
                if answer.word.bits > _MOST_ARGUMENTS:
                    self._missing.setdefault(f"a command line of {answer.word.bits} words")
                return max(0, min(answer.word.bits, _MOST_ARGUMENTS) - 1)
        return 0


def _is_zero(command: Allocate | Reallocate) -> bool:
    return isinstance(command, Allocate) and command.zero


def _calls(tree: c_ast.FileAST) -> Iterator[tuple[Position, str]]:
    """Yield the calls by name in a file."""
    waiting: list[c_ast.Node] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, c_ast.FuncCall) and isinstance(node.name, c_ast.ID):
            yield place(node, _NOWHERE), str(node.name.name)
        waiting += children(node)
