"""Calls that run no code of a program, or only code that touches objects of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from symheap.core.types import Field
from symheap.lang.java.classes import INIT, JavaField
from symheap.lang.java.entry import JavaProgram
from symheap.objects import ir

_LANG: Final = ("Math", "Integer", "Long", "Character", "Double", "Boolean")
_STRING: Final = (
    *("length", "charAt", "codePointAt", "isEmpty", "substring", "indexOf", "equals", "trim", "compareTo"),
    *("startsWith", "endsWith", "toLowerCase", "toUpperCase", "toCharArray"),
)
_TEXTS: Final = ("substring", "trim", "toLowerCase", "toUpperCase", "toCharArray")
_NEW: Final = ("java.lang.StringBuilder", "java.util.ArrayList", "java.util.HashMap", "java.util.ArrayDeque")
_WITHOUT_EFFECT: Final = (
    *(f"java.lang.{name}." for name in _LANG),
    *(f"java.lang.String.{name}(" for name in _STRING),
    *(f"{name}.<init>()" for name in (*_NEW, "java.util.LinkedList")),
    *(f"java.lang.{name}.<init>(" for name in ("Object", "Enum", "Record")),
    *("java.lang.System.arraycopy(", "java.lang.Object.clone(", "java.util.Arrays.copyOf", "java.util.Arrays.fill("),
    "java.util.Objects.requireNonNull(",
)
"""Methods of the JDK that call no code of a program."""
_QUERIES: Final = frozenset(
    (
        *("size()I", "isEmpty()Z", "get(I)Ljava/lang/Object;", "remove(I)Ljava/lang/Object;", "clear()V", "hasNext()Z"),
        *("next()Ljava/lang/Object;", "iterator()Ljava/util/Iterator;", "peek()Ljava/lang/Object;", "length()I"),
        *("getFirst()Ljava/lang/Object;", "getLast()Ljava/lang/Object;", "removeFirst()Ljava/lang/Object;"),
        *("removeLast()Ljava/lang/Object;", "addFirst(Ljava/lang/Object;)V", "addLast(Ljava/lang/Object;)V"),
        *("intValue()I", "longValue()J", "charAt(I)C", "ordinal()I", "name()Ljava/lang/String;"),
    )
)
"""Methods of collections and values of the JDK that call no code of a program."""


@dataclass(frozen=True, slots=True)
class Effects:
    """Tells which instructions leave the tracked fields of a class alone."""

    java: JavaProgram
    tracked: Mapping[Field, JavaField]
    _declared: dict[str, bool] = field(default_factory=dict)

    def has_none(self, i: ir.Invoke | ir.Call, depth: int = 2) -> bool:
        """Whether a call runs no code of the program, or code that only touches objects of its own."""
        if not isinstance(i, ir.Invoke):
            return i.method in _QUERIES and not self.is_declared_by_user(i.method)
        if called_name(i).startswith(_WITHOUT_EFFECT):
            return True
        if i.owner.startswith("java.lang.") and i.owner.endswith(("Exception", "Error")):
            return i.method.startswith((f"{INIT}()", f"{INIT}(Ljava/lang/String;)"))
        body = self.java.program.methods.get((i.owner, i.method))
        if not depth or body is None or not self.java.table.world.class_path.is_user(i.owner):
            return False
        return all(self._is_harmless(each, depth) for block in body.blocks for each in block)

    def _is_harmless(self, i: ir.Instruction, depth: int) -> bool:
        if isinstance(i, ir.Invoke | ir.Call):
            return self.has_none(i, depth - 1)
        if isinstance(i, ir.Put):
            return not any(f in self.tracked for f in i.fields)
        return not isinstance(i, ir.Initialize | ir.Refuse)

    def is_declared_by_user(self, key: str) -> bool:
        """Whether a known class of the user has a method of its own under a key."""
        if key not in self._declared:
            table = self.java.table
            own = (table.world.find(name) for name in table.universe if table.world.class_path.is_user(name))
            self._declared[key] = any(key in each.methods for each in own)
        return self._declared[key]


def gives_object(name: str) -> bool:
    """Whether a method of the JDK that returns a reference never returns null."""
    is_text = name.startswith("java.lang.String.") and name.rpartition(".")[2] in _TEXTS
    return is_text or name.startswith("java.util.Arrays.copyOf") or name == "java.lang.Object.clone"


def called_name(i: ir.Invoke | ir.Call) -> str:
    """Return class, method and descriptor, without the caller that keys of models begin with."""
    return f"{i.owner}.{i.method.rpartition(': ')[2]}" if isinstance(i, ir.Invoke) else i.method
