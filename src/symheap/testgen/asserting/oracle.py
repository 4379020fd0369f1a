"""Convert a predicted run to a test: the call, and assertions about its end and its changes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from symheap.core.outcome import Cut, ErrorKind, Returned, Threw, Unsupported
from symheap.core.source import CodePosition
from symheap.lang.java.classfile.descriptors import method_type
from symheap.lang.java.inputs.declared import THIS
from symheap.lang.java.values.types import class_named_by, descriptor_of
from symheap.objects.concrete import ConcreteHeap
from symheap.objects.interpreter import ConcreteRun
from symheap.objects.interpreter import run as run_concretely
from symheap.report.explore.crashes import is_crash
from symheap.report.java.notation import own_code
from symheap.testgen.access import Access
from symheap.testgen.asserting.assertions import Asserts, Setting
from symheap.testgen.asserting.calling import CannotCall, TestedCall, call_of
from symheap.testgen.asserting.changes import Changes, Source, exists
from symheap.testgen.asserting.environment import elsewhere, rehashed
from symheap.testgen.asserting.library import Observations
from symheap.testgen.asserting.observe import ANY, Observer, View, declares_checked, uses_helper
from symheap.testgen.asserting.shared import Shared, Statics
from symheap.testgen.building.known import KnownNames
from symheap.testgen.building.literals import NULL
from symheap.testgen.cases import Built, Candidate, NoTest, Test, Why
from symheap.testgen.code import Code, Declare, Do, Statement, TypeName
from symheap.testgen.paths import own_path
from symheap.testgen.writing.naming import Names

MOST_ASSERTS = 8
LONGEST_TEST = 25
_FRAME = 6
_CALLS = 600
_STEPS = 2_000_000
_ASSIGNED = re.compile(r"(\w+) = ")


def test_of(
    candidate: Candidate,
    built: Built,
    run: ConcreteRun,
    access: Access,
    names: Names,
    name: str = "",
    note: str = "",
    *,
    junit: int = 5,
) -> Test | NoTest:
    """Return the test of a path; `run` is the concrete run of the method on the objects in `built`.

    It asserts how the call ends, then the changes of existing objects, the most informative ones first.
    """
    if not isinstance(run.end, Returned | Threw):
        why = {Cut: Why.CUT, Unsupported: Why.UNSUPPORTED}.get(type(run.end), Why.UNKNOWN)
        return NoTest(candidate.path, why, f"the run on what the test builds ends otherwise: {run.end.kind}")
    failed = failed_initializer(run)
    if failed is not None:
        return NoTest(candidate.path, Why.INITIALIZER, failed)
    try:
        again = _elsewhere(candidate, built, run)
        other = None if again is None else _Oracle(candidate, built, again, access, names.copy(), junit)
        confirmed = None if other is None else frozenset(other.test(name, note).asserts)
        return _Oracle(candidate, built, run, access, names, junit, confirmed).test(name, note)
    except OfTheMachine as reason:
        return NoTest(candidate.path, Why.ENVIRONMENT, str(reason))
    except CannotCall as reason:
        return NoTest(candidate.path, Why.UNCONSTRUCTIBLE, str(reason))
    except Shared as reason:
        return NoTest(candidate.path, Why.SHARED_STATE, str(reason))


class OfTheMachine(Exception):
    """The path differs on another machine."""


def _elsewhere(candidate: Candidate, built: Built, run: ConcreteRun) -> ConcreteRun | None:
    """Repeat the run as on another machine, if it may differ.  Raises `OfTheMachine` if the path differs."""
    program = elsewhere(built.program, built.heap)
    if program is None:
        return None
    again = run_concretely(program, rehashed(built.heap), max_calls=_CALLS, max_steps=_STEPS)
    if own_path(again, candidate.java) != own_path(run, candidate.java):
        raise OfTheMachine("the path depends on identity hash codes, on the time or on the machine")
    return again


def failed_initializer(run: ConcreteRun) -> str | None:
    """Return a message if a static initialiser throws in a run, since that happens only once in a JVM; else None."""
    ends = [run.end] if isinstance(run.end, Threw) else []
    through = any("<clinit>" in at.member for end in ends for at in end.stack if isinstance(at, CodePosition))
    errors = {decision.choice for decision in run.decisions if decision.kind == "error"}
    failed = through or ErrorKind.INITIALIZER.value in errors or any(e.error is ErrorKind.INITIALIZER for e in ends)
    return "a static initialiser throws on this path: later tests would find the class unusable" if failed else None


class _Oracle:
    """A test in progress.  `confirmed` are the assertions that also hold on another machine, if that was checked."""

    def __init__(
        self,
        candidate: Candidate,
        built: Built,
        run: ConcreteRun,
        access: Access,
        names: Names,
        junit: int,
        confirmed: frozenset[Statement] | None = None,
    ) -> None:
        self._confirmed = confirmed
        java = candidate.java
        self._candidate, self._built, self._run = candidate, built, run
        self._access, self._names, self._java = access, names, java
        known = KnownNames(java.table.initial, access)
        program = replace(built.program, initialized=run.initialized | built.program.initialized)
        after = Observations(program, access.world, _over(program.initial, run.heap.copy()))
        before = Observations(built.program, access.world, _over(program.initial, built.heap.copy()))
        self._before, self._after = before.heap, after.heap
        self._changes = Changes(access, before, after)
        self._setting = Setting(Observer(access), after, known, names, junit)
        self._statics = Statics(java.program, access, known)
        self._declared = {s.variable: s.type.descriptor for s in built.statements if isinstance(s, Declare)}
        self._arrange = list(built.statements)

    # Inputs -----------------------------------------------------------------------------------------------------------

    def _kinds(self) -> dict[str, str]:
        """Return the descriptors of the inputs by name: receiver, parameters, static fields."""
        method, subject = self._java.subject.method, self._java.subject
        own = [p.descriptor for p in method_type(method.descriptor).parameters]
        names = [declared.name for declared in self._java.program.inputs]
        this = [descriptor_of(subject.class_name)] if THIS in names else []
        return dict(zip(names, (*this, *own), strict=False))

    def _inputs(self) -> dict[str, View]:
        kinds = self._kinds()
        return {name: self._view(self._built.values[name], kind, name) for name, kind in kinds.items()}

    def _view(self, code: Code, kind: str, name: str) -> View:
        if len(code) == 1 and code[0] in self._declared:
            return self._final(View(code, self._declared[str(code[0])]))
        if kind[0] not in "L[" or code == NULL:
            return View(code, kind)
        number = int(self._before.roots.get(name, 0))
        return View(code, self._access.type_of(self._before.class_of(number)).descriptor if number else kind)

    def _final(self, view: View) -> View:
        """Return a variable that a lambda may use: a reassigned variable gets a second name.  Rule: JLS 15.27.2"""
        name = str(view.code[0])
        codes = (s.code for s in self._arrange if isinstance(s, Do))
        texts = (part for code in codes for part in code[:1] if isinstance(part, str))
        if not isinstance(self._run.end, Threw) or all(_assigned(text) != name for text in texts):
            return view
        second = self._names.fresh(f"final{name[:1].upper()}{name[1:]}")
        self._arrange.append(Declare(TypeName(view.descriptor), second, view.code))
        self._declared[second] = view.descriptor
        return View((second,), view.descriptor)

    def _variables(self) -> dict[int, View]:
        """Return expressions for objects that the test built."""
        views: dict[int, View] = {}
        for number, code in self._built.names.items():
            declared = self._declared.get(str(code[0])) if len(code) == 1 else None
            if exists(self._before, number):
                class_name = self._before.class_of(number)
                views[number] = View(code, declared or self._access.type_of(class_name).descriptor)
        return views

    def _objects(self, inputs: Mapping[str, View]) -> dict[str, Source]:
        """Return the inputs that are objects."""
        kinds = self._kinds()
        sources: dict[str, Source] = {}
        for name, view in inputs.items():
            number = int(self._before.roots.get(name, 0)) if kinds[name][0] in "L[" else 0
            if number:
                sources[name] = (view, number, (name,))
        return sources

    def _sources(self, inputs: Mapping[str, View], asserts: Asserts) -> Iterator[Source]:
        for view, number, path in self._objects(inputs).values():
            yield asserts.variable(number) or view, number, path
        for number, view in self._variables().items():
            yield view, number, (str(view.code[0]),)

    # The test ---------------------------------------------------------------------------------------------------------

    def test(self, name: str, note: str) -> Test:
        inputs = self._inputs()
        receiver = self._before.class_of(int(self._before.roots[THIS])) if THIS in inputs else ""
        call = call_of(self._java, self._access, inputs, receiver)
        changed = self._statics.changed(self._run.heap)
        limit = max(2, min(MOST_ASSERTS, LONGEST_TEST - _FRAME - len(self._arrange)))
        asserts = Asserts(self._setting, self._variables(), limit, self._confirmed)
        act = self._act(call, asserts)
        self._changes.objects(self._sources(inputs, asserts), asserts)
        self._changes.statics(changed, asserts)
        act = self._settled(act, call, asserts, inputs)
        statements = asserts.statements()
        end = self._run.end
        throws = self._exception() if isinstance(end, Threw) else None
        restores = tuple(each.restore for each in changed)
        written: tuple[Statement, ...] = (*self._arrange, act, *statements, *restores)
        return Test(
            candidate=self._candidate,
            built=self._built,
            run=self._run,
            name=name,
            note=note,
            arrange=tuple(self._arrange),
            act=act,
            asserts=statements,
            throws=throws,
            crash=isinstance(end, Threw) and is_crash(end, own_code(self._java)),
            restores=restores,
            uses_helper=self._built.uses_helper or any(uses_helper(_code(each)) for each in written),
            checked=self._built.checked or (throws is None and self._declares_checked()),
        )

    def _declares_checked(self) -> bool:
        return declares_checked(self._access.world, self._java.subject.method)

    def _exception(self) -> str:
        end = self._run.end
        assert isinstance(end, Threw)
        return end.exception or self._after.class_of(self._run.thrown)

    def _act(self, call: TestedCall, asserts: Asserts) -> Statement:
        end = self._run.end
        if isinstance(end, Threw):
            return self._thrown(call, asserts)
        assert isinstance(end, Returned)
        if call.descriptor == "V":
            return Do(call.code)
        result = self._names.reserve("result") if "result" not in self._declared else self._names.fresh("actual")
        kind = call.descriptor
        seen = kind if kind[0] not in "L[" else self._access.type_of(class_named_by(kind)).descriptor
        view = View((result,), seen)
        asserts.check(view, kind, end.value, ("result",))
        if kind[0] in "L[" and end.value and not asserts.count:
            asserts.exists(view)
        if kind[0] in "L[" and end.value:
            asserts.name(int(end.value), view)
        return Declare(TypeName(seen, open=True), result, call.code)

    def _thrown(self, call: TestedCall, asserts: Asserts) -> Statement:
        """Return the call in an assertion of its exception.

        The exception's class is asserted, and its identity if the test created it.
        """
        type_name = self._access.type_of(self._exception())
        code = ("assertThrows(", type_name, ".class, () -> ", *call.code, ")")
        if asserts.variable(self._run.thrown) is None:
            return Do(code)
        name = self._names.reserve("thrown") if "thrown" not in self._declared else self._names.fresh("exception")
        asserts.check(View((name,), type_name.descriptor), ANY, self._run.thrown, ("thrown",))
        return Declare(type_name, name, code)

    def _settled(self, act: Statement, call: TestedCall, asserts: Asserts, inputs: Mapping[str, View]) -> Statement:
        """Return the call without an unused result variable.

        A test without assertions asserts that nothing is thrown.
        """
        if isinstance(act, Declare) and not any(_mentions(s, act.variable) for s in asserts.statements()):
            act = Do(act.value)
        if not asserts.statements() and isinstance(self._run.end, Returned):
            self._changes.nothing(self._objects(inputs), asserts)
        if asserts.statements() or self._setting.junit == 4 or not isinstance(self._run.end, Returned):
            return act
        return Do(("assertDoesNotThrow(() -> ", *call.code, ")"))


def _over(initial: ConcreteHeap | None, heap: ConcreteHeap) -> ConcreteHeap:
    """Add the objects from before the call to a heap."""
    if initial is not None and not heap.base:
        heap.base = initial.shared()
    return heap


def _assigned(text: str) -> str | None:
    match = _ASSIGNED.match(text)
    return None if match is None else match[1]


def _code(statement: Statement) -> Code:
    return statement.value if isinstance(statement, Declare) else statement.code


def _mentions(statement: Statement, variable: str) -> bool:
    return any(isinstance(part, str) and re.search(rf"\b{variable}\b", part) for part in _code(statement))
