"""Write symbolic heaps readably: with names from the source, and without parts that every heap has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from symheap.core.origin import Origin
from symheap.core.terms import Term, Value, symbol
from symheap.memory.ir import Function, Lifetime, Program
from symheap.separation.execution.liveness import register_sizes
from symheap.separation.heaps.formula import Object, SymbolicHeap
from symheap.separation.heaps.renaming import renamed
from symheap.separation.heaps.show import Names, heap_text
from symheap.separation.proof.transition import Point

_CONSTANT = frozenset({Lifetime.FUNCTION, Lifetime.STRING, Lifetime.CONSTANT})


def frames(point: Point) -> tuple[str, ...]:
    """Return the functions of the active calls, from depth 0 on; below a summary they are unknown."""
    return (*("" if site.index < 0 else site.function for site in point.stack), point.function)


def spelled(program: Program) -> Mapping[str, str]:
    """Return the source names of the roots in the entry; other roots are shown by their registers."""
    entry = program.functions.get(program.entry)
    names = entry.names if entry is not None else {}
    return {
        **{f"0:{register}": name for register, name in names.items()},
        **{f"0:&{local}": f"&{name}" for local, name in names.items()},
    }


class Reader:
    """Writes the heaps of one program."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._sizes: dict[str, Mapping[str, int]] = {}

    def line(self, point: Point, heap: SymbolicHeap, names: Names, *, temporaries: bool = True) -> str:
        """Return a heap in one line.

        The address of a global or local ``x`` is ``&x``; functions and string literals are left out.  Without
        `temporaries`, registers that the source does not name are left out as well.
        """
        roots = {root: _Root(self._program, point, root) for root in heap.roots}
        if not temporaries:
            heap = heap.without_roots(name for name, root in roots.items() if not root.is_named)
        spelled = {name: root.spelled for name, root in roots.items()}
        shown = _without_constants(_with_addresses(heap, spelled))
        numbers = {name for name in shown.roots if shown.roots[name] == 0 and self._is_number(roots[name])}
        return heap_text(shown, names, spelled, numbers).replace("\n ", "").removeprefix("true ∧ ")

    def _is_number(self, root: _Root) -> bool:
        """Whether a register differs in size from a pointer."""
        if root.function is None:
            return False
        name = root.function.name
        if name not in self._sizes:
            self._sizes[name] = register_sizes(root.function)
        pointer = self._program.model.pointer
        return self._sizes[name].get(root.register, pointer) != pointer


class _Root:
    """A root of a heap at a point: a register or the address of a local of some call, or another root."""

    def __init__(self, program: Program, point: Point, name: str) -> None:
        calls = frames(point)
        depth, colon, register = name.partition(":")
        self.is_local = bool(colon) and depth.isdigit() and int(depth) < len(calls)
        self.function: Function | None = program.functions.get(calls[int(depth)]) if self.is_local else None
        self.is_outer = self.is_local and int(depth) < len(calls) - 1
        self.register = register if self.is_local else name

    @property
    def is_named(self) -> bool:
        if self.function is None:
            return not self.register.startswith("!")
        return self.register.removeprefix("&") in self.function.names

    @property
    def spelled(self) -> str:
        """The name in the source, with its function if it belongs to an outer call."""
        if self.function is None:
            return self.register
        address, register = ("&", self.register[1:]) if self.register.startswith("&") else ("", self.register)
        written = self.function.names.get(register, register)
        return f"{address}{self.function.name}::{written}" if self.is_outer else f"{address}{written}"


def _with_addresses(heap: SymbolicHeap, spelled: Mapping[str, str]) -> SymbolicHeap:
    """Return the heap with named objects at ``&name`` instead of at a symbol."""
    bases = {atom.base for atom in heap.atoms if isinstance(atom, Object)}
    addresses: dict[Term, Value] = {}
    gone: list[str] = []
    for root, written in sorted(spelled.items()):
        base = heap.roots.get(root)
        if written.startswith("&") and isinstance(base, Term) and base in bases and base not in addresses:
            addresses[base] = symbol(Origin.root(written), base.sort)
            gone.append(root)
    named = renamed(heap, addresses)
    return heap if named is None else named.without_roots(gone)


def _without_constants(heap: SymbolicHeap) -> SymbolicHeap:
    atoms = (atom for atom in heap.atoms if not (isinstance(atom, Object) and atom.lifetime in _CONSTANT))
    return replace(heap, atoms=tuple(atoms))
