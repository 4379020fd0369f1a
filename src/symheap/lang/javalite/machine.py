"""The reference machine: Javalite as defined in the papers, over any heap model.

States are ``(L R φ_g η e k)``; `JavaliteMachine.step` returns all successors of a state, each with its rule's name.
The engine's results for the lowered program (`symheap.lang.javalite.lower`) are compared with those of this machine.
"""

from __future__ import annotations

from typing import Generic, TypeVar

import immutables

from symheap.core.origin import Origin
from symheap.core.terms import REF, Value, symbol
from symheap.heap.api import Cell, HeapModel
from symheap.heap.initializing import is_initializing
from symheap.lang.javalite import heap_rules, rules
from symheap.lang.javalite import kontinuation as k
from symheap.lang.javalite import syntax as s
from symheap.lang.javalite.check import CheckedProgram
from symheap.lang.javalite.entry import entry
from symheap.lang.javalite.state import Computed, Ended, MachineState, Setting, Successors, reference
from symheap.lang.stepping import Feasible
from symheap.objects.decisions import NO_DECISIONS
from symheap.solver.path import EMPTY_PATH

H = TypeVar("H")


class JavaliteMachine(Generic[H]):
    """A program, a heap model and a solver. It holds no state of a path.

    If it `shows_initialization`, the initialization of fields is a sequence of steps before each access.
    """

    def __init__(
        self,
        program: CheckedProgram,
        model: HeapModel[H],
        feasible: Feasible,
        max_calls: int = 80,
        class_name: str | None = None,
        method: str | None = None,
        *,
        shows_initialization: bool = False,
    ) -> None:
        self.entry = entry(program, class_name, method)
        self.setting = Setting(program, model, feasible, max_calls, shows_initialization and is_initializing(model))

    def initial(self) -> MachineState[H]:
        """Return the entry's body with its inputs: ``this`` is an object, every parameter an uninitialized input.

        Rule: [Summaries] Def. 2
        """
        heap = self.setting.model.empty()
        environment: dict[str, Cell] = {}
        facts: list[Value] = []
        for declared in self.entry.inputs:
            origin = Origin.root(declared.name)
            if declared.type.sort is REF:
                heap, ref, about = self.setting.model.symbolic(heap, origin, declared.types, nullable=declared.nullable)
                environment[declared.name] = ref
                facts.extend(about)
            else:
                environment[declared.name] = symbol(origin, declared.type.sort)
        body = self.entry.signature.syntax.body
        state = MachineState(heap, EMPTY_PATH, immutables.Map(environment), body, k.End(), NO_DECISIONS)
        started = self.setting.assume(state, True, tuple(facts))
        assert started is not None
        return started

    def step(self, state: MachineState[H]) -> Successors[H]:
        """Return all successors of a state with their rules; none for a state that has ended."""
        control = state.control
        if isinstance(control, Ended):
            return ()
        if isinstance(control, Computed):
            return _apply_frame(self.setting, state, control.value)
        return _apply_expression(self.setting, state, control)

    def run(self) -> list[MachineState[H]]:
        """Return every end of the program, depth first."""
        ends: list[MachineState[H]] = []
        pending = [self.initial()]
        while pending:
            state = pending.pop()
            if state.end is not None:
                ends.append(state)
            pending.extend(successor for _, successor in reversed(self.step(state)))
        return ends


def run(program: CheckedProgram, model: HeapModel[H], feasible: Feasible, max_calls: int = 80) -> list[MachineState[H]]:
    """Return every end of a program's main method, depth first; a call nested deeper than `max_calls` is cut."""
    return JavaliteMachine(program, model, feasible, max_calls).run()


def _apply_expression(m: Setting[H], state: MachineState[H], e: s.Expression) -> Successors[H]:
    """Apply a rule to an expression in control, selected by its form."""
    match e:
        case s.Variable():
            return rules.variable_lookup(m, state, e)
        case s.Null():
            return rules.null(m, state, e)
        case s.Constant() | s.Unit():
            return rules.constant(m, state, e)
        case s.New():
            return heap_rules.new(m, state, e)
        case s.FieldAccess():
            return heap_rules.field_access_eval(m, state, e)
        case s.FieldWrite():
            return heap_rules.field_write_eval(m, state, e)
        case s.Equals():
            return rules.equals_l_operand_eval(m, state, e)
        case s.If():
            return rules.if_then_else_eval(m, state, e)
        case s.VariableDeclaration():
            return rules.variable_declaration_eval(m, state, e)
        case s.MethodInvocation():
            return heap_rules.method_invocation_object_eval(m, state, e)
        case s.VariableAssignment():
            return rules.variable_assignment_eval(m, state, e)
        case s.Begin():
            return rules.begin_arg0_eval(m, state, e) if e.body else rules.begin_no_args(m, state, e)
        case s.Typecast():
            return heap_rules.typecast_eval(m, state, e)
        case s.InstanceOf():
            return heap_rules.instanceof_eval(m, state, e)
        case s.Binary():
            return rules.binary_l_operand_eval(m, state, e)
        case s.Not():
            return rules.not_eval(m, state, e)


def _apply_frame(m: Setting[H], state: MachineState[H], v: Cell) -> Successors[H]:
    """Apply a rule to a value in control, selected by the frame that awaits it."""
    frame = state.kontinuation
    match frame:
        case k.End():
            return ()
        case k.FieldAccess():
            return heap_rules.field_access(m, state, v, frame)
        case k.Init():
            return heap_rules.initialize(m, state, v, frame)
        case k.FieldWrite():
            return heap_rules.field_write(m, state, v, frame)
        case k.EqualsLeft():
            return rules.equals_r_operand_eval(m, state, v, frame)
        case k.EqualsRight():
            return _equals(m, state, v, frame)
        case k.If():
            return rules.if_then_else(m, state, v, frame)
        case k.VariableDeclaration():
            return rules.variable_declaration(m, state, v, frame)
        case k.InvocationObject() | k.InvocationArgument():
            return _invocation(m, state, v, frame)
        case k.VariableAssignment():
            return rules.variable_assignment(m, state, v, frame)
        case k.Begin():
            return _begin(m, state, v, frame)
        case k.Pop():
            return rules.pop(m, state, v, frame)
        case k.PopVariable():
            return rules.pop_variable(m, state, v, frame)
        case k.Typecast():
            return heap_rules.typecast(m, state, v, frame)
        case k.InstanceOf():
            return heap_rules.instanceof(m, state, v, frame)
        case k.BinaryLeft():
            return rules.binary_r_operand_eval(m, state, v, frame)
        case k.BinaryRight():
            return rules.binary(m, state, v, frame)
        case k.Not():
            return rules.negation(m, state, v, frame)


def _equals(m: Setting[H], state: MachineState[H], v: Cell, frame: k.EqualsRight) -> Successors[H]:
    if reference(v) is not None:
        return heap_rules.equals_references(m, state, v, frame)
    return rules.equals_bool(m, state, v, frame)


def _begin(m: Setting[H], state: MachineState[H], v: Cell, frame: k.Begin) -> Successors[H]:
    if not frame.rest:
        return rules.begin(m, state, v, frame)
    if len(frame.rest) == 1:
        return rules.begin_argn_eval(m, state, v, frame)
    return rules.begin_argi_eval(m, state, v, frame)


def _invocation(
    m: Setting[H], state: MachineState[H], v: Cell, frame: k.InvocationObject | k.InvocationArgument
) -> Successors[H]:
    """Evaluate the receiver and the arguments from left to right, then call the method."""
    arguments = len(frame.expression.arguments)
    if isinstance(frame, k.InvocationObject):
        if arguments == 0:
            return heap_rules.method_invocation(m, state, v, (), frame)
    elif len(frame.values) + 1 == arguments:
        return heap_rules.method_invocation(m, state, frame.receiver, (*frame.values, v), frame)
    return heap_rules.method_invocation_arg_eval(m, state, v, frame)
