"""Bytecode that runs outside the path, on the concrete machine.

This is for methods on numbers and strings that are long and full of decisions, such as the text of a double, or a
power. For plain arguments their own bytecode computes the answer, and its decisions are not decisions of the path.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import cast
from weakref import WeakKeyDictionary

from symheap.core.contents import Unreadable
from symheap.core.model import Plain, object_number
from symheap.core.outcome import Returned, Threw, Unsupported
from symheap.core.terms import REF, Value
from symheap.core.theories import ieee
from symheap.core.theories.functions import Function, Guess, apply
from symheap.core.types import ClassTable
from symheap.lang.java.classes import JavaMethod
from symheap.lang.java.classfile.descriptors import method_type
from symheap.lang.java.lower import lower
from symheap.lang.java.lower.emitter import Emitter
from symheap.lang.java.lower.linking import Linker
from symheap.lang.java.natives.model import Args, Build, full_name, result_sort, user_name
from symheap.lang.java.table import JavaTable
from symheap.lang.java.values.pseudo import DEFERRED
from symheap.lang.java.values.types import STRING
from symheap.objects import ir
from symheap.objects.concrete import ConcreteHeap
from symheap.objects.host import Cell, Host, HostFunction, Refused, Symbolic, Throws
from symheap.objects.interpreter import Pointer, call
from symheap.objects.ir import Reg

_STRING = "Ljava/lang/String;"
_programs: WeakKeyDictionary[ClassTable, ir.Program] = WeakKeyDictionary()
"""The program in which a table's methods run: a cache that no path observes."""


def concretely(target: str, otherwise: Callable[..., float] | None = None, hints: Hints | None = None) -> Build:
    """Return a body that runs the bytecode of a static method.

    `otherwise` replaces a native method on doubles. The string of a symbolic number is deferred. With `hints` the
    method becomes a function of numbers known by evaluation, so it accepts symbolic ones.
    """

    def build(e: Emitter, args: Args) -> Reg:
        owner, key = full_name(target)
        method = e.link.world.find(owner).methods[key]
        if hints is not None and (method.code is not None or otherwise is not None):
            function = _by_evaluation(e.link, method, otherwise, hints)
        elif method.code is None and otherwise is not None:
            function = _on_doubles(otherwise)
        else:
            function = _in_bytecode(e.link, method)
        dst = e.register()
        e.emit(ir.HostCall(dst, HostFunction(user_name(method), function, result_sort(method.descriptor)), args, e.at))
        return dst

    return build


@dataclass(frozen=True, slots=True)
class Hints:
    """Help for reasoning about a function of doubles: its law, and guesses of arguments for a result."""

    law: Callable[..., Value] | None = None
    guesses: Callable[[Plain], Iterable[Guess]] | None = None


def _by_evaluation(
    link: Linker, method: JavaMethod, otherwise: Callable[..., float] | None, hints: Hints
) -> Callable[[Host, tuple[Cell, ...]], Cell]:
    """Return a function of numbers, plain or symbolic."""
    body: list[ir.Method] = []

    def evaluate(*args: Plain) -> Plain:
        if method.code is None:
            assert otherwise is not None
            return ieee.double_bits(otherwise(*map(ieee.double, args)))
        if not body:
            body.append(lower(link.world, link.initial, link.table, method))
        program = program_apart(link)
        assert program.initial is not None
        end = call(program, program.initial, body[0], args).end
        if not isinstance(end, Returned):
            raise Unreadable
        return end.value

    result = result_sort(method.descriptor)
    assert result is not None
    function = Function(method.name, result, evaluate, law=hints.law, guesses=hints.guesses)

    def run(host: Host, cells: tuple[Cell, ...]) -> Cell:
        try:
            return apply(function, *cast("tuple[Value, ...]", cells))
        except Unreadable:
            raise Refused(user_name(method)) from None

    return run


def _on_doubles(function: Callable[..., float]) -> Callable[[Host, tuple[Cell, ...]], Cell]:
    return lambda host, cells: ieee.double_bits(function(*(ieee.double(host.plain(cell)) for cell in cells)))


def _in_bytecode(link: Linker, method: JavaMethod) -> Callable[[Host, tuple[Cell, ...]], Cell]:
    body: list[ir.Method] = []
    kinds = [parameter.descriptor for parameter in method_type(method.descriptor).parameters]
    gives_text = method.descriptor.endswith(_STRING)

    def run(host: Host, cells: tuple[Cell, ...]) -> Cell:
        try:
            arguments = [_argument(link, host, cell, kind) for cell, kind in zip(cells, kinds, strict=True)]
        except Symbolic:
            if not gives_text:
                raise
            return host.new(DEFERRED)
        if not body:
            body.append(lower(link.world, link.initial, link.table, method))
        program = program_apart(link)
        assert program.initial is not None
        done = call(program, program.initial, body[0], arguments)
        if isinstance(done.end, Threw):
            raise Throws(done.end.exception, _message(done.heap, done.thrown))
        if not isinstance(done.end, Returned):
            raise Refused(done.end.what if isinstance(done.end, Unsupported) else user_name(method))
        value = done.end.value
        if result_sort(method.descriptor) is not REF:
            return value
        return host.string(text_of(done.heap, int(value))) if value else host.null()

    return run


def _argument(link: Linker, host: Host, cell: Cell, kind: str) -> Plain:
    if kind != _STRING:
        return host.plain(cell)
    return Pointer(0) if host.is_null(cell) else Pointer(object_number(link.initial.literal(host.text(cell))))


def program_apart(link: Linker) -> ir.Program:
    """Return the program for code that runs outside the path."""
    from symheap.lang.java.past.boot import booting

    program = _programs.get(link.table)
    if program is None:
        assert isinstance(link.table, JavaTable)
        program = _programs[link.table] = booting(link.table)
    return program


def _message(heap: ConcreteHeap, exception: int) -> str | None:
    message = heap.find(exception).fields.get("detailMessage", 0) if exception else 0
    return text_of(heap, int(message)) if message else None


def text_of(heap: ConcreteHeap, number: int) -> str:
    """Return the characters of a String object."""
    string = heap.find(number)
    assert string.class_name == STRING
    value = heap.find(int(string.fields["value"]))
    units = [int(value.elements.get(i, 0)) for i in range(value.length or 0)]
    if value.class_name == "[C":
        return "".join(chr(unit & 0xFFFF) for unit in units)
    if not string.fields.get("coder", 0):
        return "".join(chr(unit & 0xFF) for unit in units)
    pairs = zip(units[::2], units[1::2], strict=True)
    return "".join(chr(low & 0xFF | (high & 0xFF) << 8) for low, high in pairs)
