"""The parts of a method known before its code is read: parameters, names and positions."""

from __future__ import annotations

from dataclasses import dataclass

from symheap.core.source import CodePosition
from symheap.core.types import Type
from symheap.lang.java.classes import JavaClass, JavaMethod
from symheap.lang.java.classfile.code import Code
from symheap.lang.java.lower.kinds import OBJECT, TOP, WIDE, Kind, kind_of, signature
from symheap.lang.java.values.types import type_of
from symheap.objects import ir


@dataclass(frozen=True, slots=True, eq=False)
class MethodHeader:
    """The header of a method. `argument_slots` are the local variables with arguments, with their registers.

    `source` is the source file, `file` the class file.
    """

    method: JavaMethod
    code: Code | None
    file: str
    source: str
    member: str
    argument_slots: dict[int, ir.Reg]
    argument_kinds: tuple[Kind, ...]
    """One kind for each local variable that an argument takes."""

    def position(self, pc: int) -> CodePosition:
        line = None if self.code is None else self.code.lines.line(pc)
        return CodePosition(self.source, line or 0, pc, self.member)

    def parameters(self) -> tuple[tuple[str, Type], ...]:
        """Return the parameters without the receiver; a nameless one is called ``arg0`` and so on, as in Java."""
        static = self.method.is_static
        slots = [slot for slot in self.argument_slots if static or slot]
        types = signature(self.method.descriptor)[0]
        named = zip(slots, types, strict=True)
        return tuple((self._name(slot) or f"arg{i}", type_of(t)) for i, (slot, t) in enumerate(named))

    def _name(self, slot: int) -> str | None:
        return None if self.code is None else self.code.locals.name(slot, 0)

    def names(self, registers: dict[int, ir.Reg]) -> dict[ir.Reg, str]:
        """Return the names of variables by register; if several share one, the first."""
        if self.code is None:
            return {}
        by_register: dict[ir.Reg, str] = {}
        for entry in self.code.locals.entries:
            if entry.slot in registers:
                by_register.setdefault(registers[entry.slot], entry.name)
        return by_register


def source_of(java_class: JavaClass) -> str:
    """Return the name of the source file, as recorded by the compiler, else the usual one for the class."""
    if java_class.file is not None and java_class.file.source_file:
        return java_class.file.source_file
    return java_class.name.rpartition(".")[2].partition("$")[0] + ".java"


def header(java_class: JavaClass, method: JavaMethod) -> MethodHeader:
    slots: dict[int, ir.Reg] = {}
    kinds: list[Kind] = []
    parameters = [kind_of(p) for p in signature(method.descriptor)[0]]
    for register, kind in enumerate(parameters if method.is_static else [OBJECT, *parameters]):
        slots[len(kinds)] = register
        kinds.extend((kind, TOP) if kind in WIDE else (kind,))
    file = java_class.file.file if java_class.file is not None else java_class.name
    member = f"{java_class.name}.{method.key}"
    return MethodHeader(method, method.code, file, source_of(java_class), member, slots, tuple(kinds))
