"""Random small entailments, as files state them.

Half of the problems fold a path of cells and lists on the left into one list on the right, perhaps with one argument
changed, so that valid ones and nearly valid ones are frequent.  The others are unrelated atoms.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Final

NIL: Final = "(as nil L)"
_ONE_FIELD: Final = "(declare-sort L 0) (declare-datatypes ((C 0)) (((c (n L))))) (declare-heap (L C))"
_TWO_FIELDS: Final = "(declare-sort L 0) (declare-datatypes ((C 0)) (((c (n L) (m L))))) (declare-heap (L C))"


def _list(name: str, bound: str, item: str, parameters: str = "in out", apart: str = "(distinct in out)") -> str:
    """Return a list predicate: empty if `in` is `out`, else an item that satisfies `apart`."""
    declared = " ".join(f"({each} L)" for each in parameters.split())
    quantified = " ".join(f"({each} L)" for each in bound.split())
    step = f"(exists ({quantified}) (and {apart} (sep {item})))"
    return f"(define-fun-rec {name} ({declared}) Bool (or (and (= in out) (_ emp L C)) {step}))"


_ACYCLIC: Final = _list("ls", "u", "(pto in (c u)) (ls u out)")
_CYCLIC: Final = _list("ls", "u", "(pto in (c u)) (ls u out)", apart="")
_AVOIDING: Final = _list("ls", "u", "(pto in (c u)) (ls u out no)", "in out no", "(distinct in out) (distinct in no)")
_INNER: Final = _list("one", "u", "(pto in (c u nil)) (one u out)")
_SKIPPING: Final = _list("two", "u z", "(pto in (c z u)) (one z u) (two u out)")
_NESTED: Final = _list("two", "u z", "(pto in (c u z)) (one z b) (two u out b)", "in out b")
_DOUBLE: Final = (
    "(define-fun-rec dl ((f L) (b L) (p L) (x L)) Bool (or (and (= f x) (= b p) (_ emp L C)) (exists ((u L))"
    " (and (distinct f x) (distinct b p) (sep (pto f (c u p)) (dl u b f x))))))"
)


@dataclass(frozen=True, slots=True)
class Kind:
    """A family of problems: the declarations, the number of fields of a cell, and the predicates with their arity."""

    declarations: str
    fields: int
    predicates: tuple[tuple[str, int], ...]


KINDS: Final = {
    "acyclic": Kind(_ONE_FIELD + _ACYCLIC, 1, (("ls", 2),)),
    "avoiding": Kind(_ONE_FIELD + _AVOIDING, 1, (("ls", 3),)),
    "cyclic": Kind(_ONE_FIELD + _CYCLIC, 1, (("ls", 2),)),
    "skipping": Kind(_TWO_FIELDS + _INNER + _SKIPPING, 2, (("one", 2), ("two", 2))),
    "nested": Kind(_TWO_FIELDS + _INNER + _NESTED, 2, (("one", 2), ("two", 3))),
    "double": Kind(_TWO_FIELDS + _DOUBLE, 2, (("dl", 4),)),
}

Atom = tuple[str, ...]


def random_problem(kind: str, seed: int) -> str:
    """Return the text of a problem of a kind."""
    random = Random(f"{kind} {seed}")
    names = [f"x{number}" for number in range(random.randint(2, 6))]
    values = [*names, NIL]
    family = KINDS[kind]
    if random.random() < 0.3:
        left, right = ([_atom(random, family, values) for _ in range(random.randint(0, 3))] for _ in range(2))
    else:
        left, right = _folded(random, kind, values)
        if random.random() < 0.4:
            _change(random, left if random.random() < 0.5 else right, values)
    pure = [_comparison(random, values) for _ in range(random.choice((0, 0, 0, 1, 2, 3)))]
    declared = " ".join(f"(declare-const {name} L)" for name in names)
    goal = [_comparison(random, values)] if random.random() < 0.1 else []
    return f"{family.declarations} {declared} (assert {_text(left, pure)}) (assert (not {_text(right, goal)}))"


def _comparison(random: Random, values: Sequence[str]) -> str:
    one, other = random.sample(values, 2)
    return f"({random.choice(('=', 'distinct', 'distinct'))} {one} {other})"


def _atom(random: Random, family: Kind, values: Sequence[str]) -> Atom:
    """Return a cell, or a predicate, with any arguments."""
    name, arity = ("pto", 1 + family.fields) if random.random() < 0.4 else random.choice(family.predicates)
    return name, *random.choices(values, k=arity)


def _folded(random: Random, kind: str, values: Sequence[str]) -> tuple[list[Atom], list[Atom]]:
    """Return a path on the left, and the list that it may be on the right."""
    length = random.randint(1, 4)
    distinct = length < len(values) and random.random() < 0.8
    path = random.sample(values, length + 1) if distinct else random.choices(values, k=length + 1)
    left: list[Atom] = []
    boundary = random.choice(values)
    prev = first = random.choice(values)
    for one, other in pairwise(path):
        is_cell = random.random() < 0.5
        if kind == "double":
            back = one if is_cell or random.random() < 0.5 else random.choice(values)
            left.append(("pto", one, other, prev) if is_cell else ("dl", one, back, prev, other))
            prev = back
        elif kind == "nested":
            inner = random.choice(values)
            left += [("pto", one, other, inner), ("one", inner, boundary)] if is_cell else []
            left += [] if is_cell else [("two", one, other, boundary)]
        elif kind == "avoiding":
            left.append(("pto", one, other) if is_cell else ("ls", one, other, random.choice((boundary, *values))))
        elif is_cell:
            left.append(("pto", one, other, *random.choices(values, k=KINDS[kind].fields - 1)))
        else:
            left.append((random.choice(KINDS[kind].predicates)[0], one, other))
    if kind == "double":
        return left, [("dl", path[0], prev, first, path[-1])]
    if kind == "avoiding":
        return left, [("ls", path[0], path[-1], boundary)]
    name = KINDS[kind].predicates[-1][0] if random.random() < 0.7 or kind == "nested" else KINDS[kind].predicates[0][0]
    return left, [(name, path[0], path[-1], *([boundary] if kind == "nested" else []))]


def _change(random: Random, atoms: list[Atom], values: Sequence[str]) -> None:
    """Replace one argument of one atom."""
    number = random.randrange(len(atoms))
    at = random.randrange(1, len(atoms[number]))
    atoms[number] = (*atoms[number][:at], random.choice(values), *atoms[number][at + 1 :])


def _text(atoms: Sequence[Atom], pure: Sequence[str]) -> str:
    spatial = [_atom_text(atom) for atom in atoms]
    whole = f"(sep {' '.join(spatial)})" if len(spatial) > 1 else "".join(spatial) or "(_ emp L C)"
    return f"(and {' '.join(pure)} {whole})" if pure else whole


def _atom_text(atom: Atom) -> str:
    name, *arguments = atom
    if name == "pto":
        return f"(pto {arguments[0]} (c {' '.join(arguments[1:])}))"
    return f"({name} {' '.join(arguments)})"
