"""POSE's machine: the small-step semantics of [POSE], Fig. 8 to Fig. 12, over the heap model ``pose``.

`PoseMachine.step` returns all successors of a configuration, each with its rule's name. The engine's results for the
lowered program (`symheap.lang.pose.lower`) are compared with those of this machine.
"""

from __future__ import annotations

from symheap.core.origin import Origin
from symheap.core.terms import REF, Value, symbol
from symheap.heap.pose.model import Pose
from symheap.lang.pose import syntax as s
from symheap.lang.pose.classes import class_table, key_of
from symheap.lang.pose.inputs import inputs_of
from symheap.lang.pose.machine import fields, rules
from symheap.lang.pose.machine.setting import Setting
from symheap.lang.pose.machine.state import EMPTY_SCOPE, Configuration, Place, Successors
from symheap.lang.stepping import Feasible
from symheap.solver.path import EMPTY_PATH


class PoseMachine:
    """A program and a solver. It holds no state of a path."""

    def __init__(
        self, source: s.Source, feasible: Feasible, max_calls: int = 80, acyclic: frozenset[str] = frozenset()
    ) -> None:
        self.source = source
        table = class_table(source)
        methods = {(c.name, key_of(method)): method for c in source.classes for method in c.methods}
        self.setting = Setting(methods, Pose(table, acyclic), feasible, max_calls)

    def initial(self) -> Configuration:
        """Return the main expression in an empty heap: every Y is unbound."""
        heap = self.setting.model.empty()
        symbols: dict[str, Value] = {}
        facts: list[Value] = []
        for declared in inputs_of(self.source, self.setting.model.table):
            origin = Origin.root(declared.name)
            if declared.type.sort is REF:
                heap, ref, about = self.setting.model.symbolic(heap, origin, declared.types, nullable=declared.nullable)
                symbols[declared.name] = ref
                facts.extend(about)
            else:
                symbols[declared.name] = symbol(origin, declared.type.sort)
        main = self.source.main
        nothing = Place(main, (), EMPTY_SCOPE, 0)
        state = Configuration(heap, EMPTY_PATH, nothing, None, EMPTY_SCOPE.update(symbols))
        started = self.setting.assume(state, True, tuple(facts))
        assert started is not None
        return started.evaluating(main, EMPTY_SCOPE, 0)

    def step(self, at: Configuration) -> Successors:
        """Return all successors of a configuration with their rules; none for one that has ended."""
        place = at.at
        if not isinstance(place, Place):
            return ()
        m, e = self.setting, place.expression
        match e:
            case s.New():
                return rules.new(m, at, place, e)
            case s.Let():
                return rules.let(m, at, place, e)
            case s.BinaryOperation():
                return rules.binary(m, at, place, e)
            case s.Not():
                return rules.negation(m, at, place, e)
            case s.InstanceOf():
                return rules.instance_of(m, at, place, e)
            case s.If():
                return rules.if_(m, at, place, e)
            case s.Invoke():
                return rules.invoke(m, at, place, e)
            case s.GetField() | s.PutField():
                return fields.access(m, at, place, e)
        raise AssertionError(f"{type(e).__name__} is a value")

    def run(self) -> list[Configuration]:
        """Return every end of the program, depth first."""
        ends: list[Configuration] = []
        pending = [self.initial()]
        while pending:
            at = pending.pop()
            if at.end is not None:
                ends.append(at)
            pending.extend(successor for _, successor in reversed(self.step(at)))
        return ends
