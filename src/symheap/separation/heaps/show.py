"""Symbolic heaps as text, in the notation of the paper."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from symheap.core.printing import infix
from symheap.core.terms import Term, Value
from symheap.separation.heaps.formula import Atom, Object, Segment, SymbolicHeap
from symheap.separation.heaps.pattern import Pattern


class Names:
    """Gives patterns short names in the order in which they are first shown: Λ1, Λ2, …

    `members` returns known names for offsets of an object; other offsets are written as ``+8``.
    """

    def __init__(self, members: Callable[[Object], Mapping[int, str]] | None = None) -> None:
        self._known: dict[Pattern, str] = {}
        self._members = members

    def offset(self, thing: Object, offset: int) -> str:
        members = self._members(thing) if self._members is not None else {}
        return members.get(offset, f"+{offset}")

    def of(self, pattern: Pattern) -> str:
        return self._known.setdefault(pattern, f"Λ{len(self._known) + 1}")

    def definitions(self) -> list[str]:
        """Return the definitions of the patterns shown so far, including those of inner lists."""
        shown: list[str] = []
        done = 0
        while done < len(self._known):
            pattern, name = list(self._known.items())[done]
            shown.append(f"{name}({_parameters(pattern)}) = {pattern_text(pattern, self)}")
            done += 1
        return shown


def _parameters(pattern: Pattern) -> str:
    names = ["base", "next"] + (["prev"] if pattern.back is not None else [])
    return ", ".join([*names, *(f"shared{number}" for number in range(pattern.shared))])


def value_text(value: Value) -> str:
    return infix(value).replace("Λ.", "") if isinstance(value, Term) else "null" if value == 0 else str(value)


def _sized(value: Value, size: int, pointer: int) -> str:
    """Return a value of `size` bytes as text: "null" only for zero of the size of a pointer."""
    return value_text(value) if size == pointer or value != 0 else "0"


def pattern_text(pattern: Pattern, names: Names) -> str:
    body = " * ".join(atom_text(atom, names) for atom in pattern.atoms)
    facts = [value_text(fact) for fact in sorted(pattern.pure, key=str)]
    node = pattern.atoms[0]
    assert isinstance(node, Object)
    links = f"link {names.offset(node, pattern.link)}" + (f" to +{pattern.entry}" if pattern.entry else "")
    if pattern.back is not None:
        links += f", back {names.offset(node, pattern.back)}"
        links += f" to +{pattern.back_entry}" if pattern.back_entry else ""
    return f"{' ∧ '.join([*facts, body])}  [{links}]"


def atom_text(atom: Atom, names: Names) -> str:
    """Return an atom as text.

    A list without back links is ``ls(Λ, k, front, next)``, without prev and back.
    """
    if isinstance(atom, Segment):
        ends = [atom.prev, atom.front, atom.back, atom.next]
        shown = ", ".join(value_text(end) for end in ends if end is not None)
        shared = "".join(f", {value_text(value)}" for value in atom.shared)
        least = f"≥{atom.least}" if atom.least or atom.length is None else ""
        length = "" if atom.length is None else _sized(atom.length, 0, atom.pattern.pointer)
        return f"ls({names.of(atom.pattern)}, {f'{length} {least}'.strip()}, {shown}{shared})"
    pointer = atom.base.sort.width // 8
    cells = [
        f"{names.offset(atom, offset)}: {_sized(atom.cells[offset].value, atom.cells[offset].size, pointer)}"
        for offset in sorted(atom.cells)
    ]
    if atom.zero and sum(cell.size for cell in atom.cells.values()) != atom.size:
        cells.append("rest: 0")
    what = "" if atom.lifetime.value == "heap" else f"{atom.lifetime.value} "
    arrow = "↦?" if atom.optional else "↦"
    return f"{value_text(atom.base)} {arrow} {what}[{', '.join(cells)}] ({value_text(atom.size)} bytes)"


def heap_text(
    heap: SymbolicHeap, names: Names, spelled: Mapping[str, str] | None = None, numbers: Collection[str] = ()
) -> str:
    """Return roots, pure facts and atoms as text.

    `spelled` maps roots to their spelling in the source, `numbers` are the roots that are no pointers.
    """
    values = {name: "0" if name in numbers and value == 0 else value_text(value) for name, value in heap.roots.items()}
    roots = [f"{(spelled or {}).get(name, name)} = {values[name]}" for name in sorted(heap.roots)]
    facts = [value_text(fact) for fact in sorted(heap.pure, key=lambda fact: infix(fact))]
    pure = " ∧ ".join([*roots, *facts]) or "true"
    spatial = " * ".join(atom_text(atom, names) for atom in heap.atoms) or "emp"
    return f"{pure}\n  ∧ {spatial}"


def as_text(heap: SymbolicHeap, spelled: Mapping[str, str] | None = None) -> str:
    """Return a heap as text, with the definitions of its patterns."""
    names = Names()
    shown = [heap_text(heap, names, spelled)]
    return "\n".join(shown + [f"  where {line}" for line in names.definitions()])
