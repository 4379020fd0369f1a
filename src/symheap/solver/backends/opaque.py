"""Terms without function applications: an unconstrained constant replaces each one.

If a term is unsatisfiable in this form, it is unsatisfiable. The constant of an application is always the same, so back
ends recognise terms that they have already translated.
"""

from __future__ import annotations

from symheap.core.origin import Origin
from symheap.core.terms import Op, Term, make, symbol
from symheap.core.theories.functions import function_of
from symheap.solver.features import features
from symheap.solver.fold import fold

_constants: dict[Term, Term] = {}
_opaque: dict[Term, Term] = {}
_applications: dict[Term, frozenset[Term]] = {}
_NO_APPLICATIONS: frozenset[Term] = frozenset()


def constant_of(application: Term) -> Term:
    """Return the constant that replaces an application. No input has such a name."""
    constant = _constants.get(application)
    if constant is None:
        origin = Origin.root(f"{function_of(application).name}#{len(_constants)}")
        constant = _constants[application] = symbol(origin, application.sort)
    return constant


def opaque(term: Term) -> Term:
    """Return a term with constants in place of its outermost applications."""
    return fold(term, _opaque, _build) if features(term).applications else term


def _build(term: Term) -> Term:
    if term.op is Op.APPLY:
        return constant_of(term)
    if term.sort.element is not None:
        return term
    args = tuple(_opaque[arg] if isinstance(arg, Term) else arg for arg in term.args)
    return make(term.op, term.sort, args, term.payload)


def outermost(terms: tuple[Term, ...]) -> tuple[Term, ...]:
    """Return the applications that have constants in the opaque forms of `terms`, by age."""
    applications: set[Term] = set()
    for term in terms:
        if features(term).applications:
            inside: frozenset[Term] = fold(term, _applications, _applications_in)
            applications |= inside
    return tuple(sorted(applications, key=lambda application: application.id))


def _applications_in(term: Term) -> frozenset[Term]:
    """Return the outermost applications in a term whose arguments are done. Equal sets are shared."""
    if term.op is Op.APPLY:
        return frozenset((term,))
    applications: frozenset[Term] = _NO_APPLICATIONS
    for arg in term.args:
        of_arg = _applications[arg] if isinstance(arg, Term) else applications
        if not of_arg <= applications:
            applications = of_arg if applications <= of_arg else applications | of_arg
    return applications
