"""Terms without applications: in the place of each stands a constant, about which nothing is known.

What is unsatisfiable without knowing is so with knowing.  The constant of an application is always the same one, so
back ends that keep what they have translated meet it again.
"""

from __future__ import annotations

from symheap.core.functions import function_of
from symheap.core.origin import Origin
from symheap.core.terms import Op, Term, make, symbol
from symheap.solver.features import features
from symheap.solver.fold import fold

_constants: dict[Term, Term] = {}
_opaque: dict[Term, Term] = {}
_applications: dict[Term, frozenset[Term]] = {}
_NO_APPLICATIONS: frozenset[Term] = frozenset()


def constant_of(application: Term) -> Term:
    """The constant that stands for an application.  No input has such a name."""
    found = _constants.get(application)
    if found is None:
        origin = Origin.root(f"{function_of(application).name}#{len(_constants)}")
        found = _constants[application] = symbol(origin, application.sort)
    return found


def opaque(term: Term) -> Term:
    """A term with constants for its outermost applications."""
    return fold(term, _opaque, _build) if features(term).applications else term


def _build(term: Term) -> Term:
    if term.op is Op.APPLY:
        return constant_of(term)
    if term.sort.element is not None:
        return term
    args = tuple(_opaque[arg] if isinstance(arg, Term) else arg for arg in term.args)
    return make(term.op, term.sort, args, term.payload)


def outermost(terms: tuple[Term, ...]) -> tuple[Term, ...]:
    """The applications that have their constants in the opaque forms of terms, in the order of their age."""
    found: set[Term] = set()
    for term in terms:
        if features(term).applications:
            inside: frozenset[Term] = fold(term, _applications, _applications_in)
            found |= inside
    return tuple(sorted(found, key=lambda application: application.id))


def _applications_in(term: Term) -> frozenset[Term]:
    """The outermost ones, of a term whose arguments are known; a set that several terms have is one."""
    if term.op is Op.APPLY:
        return frozenset((term,))
    found: frozenset[Term] = _NO_APPLICATIONS
    for arg in term.args:
        of_arg = _applications[arg] if isinstance(arg, Term) else found
        if not of_arg <= found:
            found = of_arg if found <= of_arg else found | of_arg
    return found
