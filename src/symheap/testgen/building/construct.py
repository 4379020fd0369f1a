"""Turn a heap into code: statements that build the heap of a path, each verified in the concrete interpreter."""

from __future__ import annotations

from symheap.lang.java.entry import JavaProgram
from symheap.lang.java.values.types import descriptor_of, source_name
from symheap.testgen.access import Access
from symheap.testgen.building.build import Builder
from symheap.testgen.building.context import BuildBudget, Context, Mode
from symheap.testgen.building.finish import OTHER_PATH, Finish
from symheap.testgen.building.known import KnownNames
from symheap.testgen.building.library import LibraryObjects
from symheap.testgen.building.members import Members
from symheap.testgen.building.steps import Operand, Workshop
from symheap.testgen.building.stubs.stubs import stubs_of
from symheap.testgen.building.target import is_input, is_value, target_of
from symheap.testgen.cases import Built, Candidate, Unconstructible
from symheap.testgen.paths import OwnPaths
from symheap.testgen.writing.naming import Names

__all__ = ["BuildBudget", "construct"]


_LOOSE = 3
"""The number of approximations to try for what cannot be built exactly."""


def construct(
    candidate: Candidate,
    access: Access,
    names: Names,
    budget: BuildBudget = BuildBudget(),  # noqa: B008
) -> Built | Unconstructible:
    """Return statements for the inputs of a path.

    The first attempt is exact, by accessible constructors, methods and fields.  The next one is approximate, and is
    accepted if the path is taken.  Then both are repeated with the helper class.
    """
    work = _Work(candidate, access, names, budget)
    for helper in (False, True):
        built = work.built(helper=helper)
        if built is not None:
            return built
    return Unconstructible(work.reason)


class _Work:
    """The attempts at one candidate.  `reason` is why the last exact one failed."""

    def __init__(self, candidate: Candidate, access: Access, names: Names, budget: BuildBudget) -> None:
        self._candidate = candidate
        self._access = access
        self._names = names
        self._budget = budget
        self._members, self._known, self._paths = _shared(candidate.java, access)
        self._hopeless: set[int] = set()
        self.reason = ""

    def built(self, *, helper: bool) -> Built | None:
        """Try with strings and boxes as literals first.

        If the path distinguishes equal ones, each becomes a new object.
        """
        context = self._context(Mode(helper=helper))
        result = self._attempt(context)
        if isinstance(result, Built):
            return result
        self.reason = _told(context) if result.reason == OTHER_PATH and context.target.opaque else result.reason
        if result.reason == OTHER_PATH and any(is_value(context.target.class_of(n)) for n in context.target.paths):
            result = self._attempt(self._context(Mode(exact=True, helper=helper)))
            if isinstance(result, Built):
                return result
        is_loose = bool(context.reasons or context.target.opaque)
        for nth in range(_LOOSE) if is_loose else ():
            result = self._attempt(self._context(Mode(helper=helper, loose=nth)))
            if isinstance(result, Built):
                return result
        return None

    def _context(self, mode: Mode) -> Context:
        java = self._candidate.java
        target = target_of(java, self._candidate.witness)
        stubs = stubs_of(self._candidate, target, self._access, self._known)
        workshop, library = Workshop(java.program, self._budget.runs), LibraryObjects(target, java.program)
        context = Context(target, self._members, workshop, self._known, stubs, library, self._paths, self._budget, mode)
        context.hopeless = self._hopeless
        return context

    def _attempt(self, context: Context) -> Built | Unconstructible:
        builder = Builder(context, context.workshop.start())
        values: dict[str, Operand] = {}
        for name, (descriptor, value) in context.target.roots.items():
            if descriptor[0] not in "L[":
                values[name] = context.members.scalar(descriptor, value)
                continue
            if is_input(value):
                builder.ensure(int(value))
            operand = context.reference(int(value))
            if operand is None:
                return Unconstructible(context.reasons.get(int(value), f"a test has no name for what {name} is"))
            values[name] = operand
        unanswered = builder.answer()
        if unanswered is not None:
            return Unconstructible(unanswered)
        return Finish(self._candidate, context, builder.state, values, self._names).finish()


def _told(context: Context) -> str:
    """Describe which JDK objects are in a state that their own methods do not produce."""
    number = min(context.target.opaque)
    fields = ", ".join(context.target.find(number).fields)
    name = source_name(descriptor_of(context.target.class_of(number)))
    return f"the path needs a {name} in a state that its own methods do not lead to ({fields})"


_KEPT = 4
_recent: list[tuple[JavaProgram, Members, KnownNames, OwnPaths]] = []
"""Cached data about classes and known objects, for recent programs."""


def _shared(java: JavaProgram, access: Access) -> tuple[Members, KnownNames, OwnPaths]:
    for known, members, names, paths in _recent:
        if known is java and members.access.package == access.package:
            return members, names, paths
    del _recent[_KEPT - 1 :]
    _recent.insert(0, (java, Members(java.table, access), KnownNames(java.table.initial, access), OwnPaths(java)))
    return _recent[0][1:]
