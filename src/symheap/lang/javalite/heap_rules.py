"""The rewrite rules that access the heap.

They are the same for every heap model: a model answers with guarded branches, each `Ok` is a successor and each `Fault`
an end. So one function implements both the rule of [Summaries] Fig. 7 (lazy) and its namesake of Fig. 9 (summaries). As
printed, the machine gets stuck if null is possible; here null is an end of its own, besides the branch where it is not
null.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

import immutables

from symheap.core.outcome import Bound, Cut, ErrorKind, Threw
from symheap.core.terms import NULL, not_, or_
from symheap.core.types import Field
from symheap.heap.api import Cell
from symheap.heap.initializing import end_of, next_initializations
from symheap.lang.javalite import kontinuation as k
from symheap.lang.javalite import syntax as s
from symheap.lang.javalite.state import MachineState, Setting, Successors, cell_of, ref_of, scalar
from symheap.objects.decisions import Decision
from symheap.objects.ir import method_key

H = TypeVar("H")


def new(m: Setting[H], state: MachineState[H], e: s.New) -> Successors[H]:
    """Allocate an object whose fields are null, false or 0.

    Rule: [Summaries] Fig. 5, "NEW"
    """
    heap, ref = m.model.alloc(state.heap, e.class_name.text)
    return replace(state, heap=heap).give("NEW", ref, state.kontinuation)


# Fields ---------------------------------------------------------------------------------------------------------------


def field_access_eval(m: Setting[H], state: MachineState[H], e: s.FieldAccess) -> Successors[H]:
    """Evaluate the receiver. Its field is initialized next, in steps of their own if the machine shows them.

    Rule: [Summaries] Fig. 5, "FIELD ACCESS (EVAL)"; [Uber-lazy] Fig. 3, "FIELD ACCESS (EVAL)" (init)
    """
    frame = k.FieldAccess(e, state.kontinuation)
    return state.evaluate("FIELD ACCESS (EVAL)", e.object, k.Init(frame) if m.shows_initialization else frame)


def initialize(m: Setting[H], state: MachineState[H], v: Cell, frame: k.Init) -> Successors[H]:
    """Initialize the field of the receiver, one choice or location a step, until nothing is left.

    The receiver of an access is the awaited value, that of a write the variable on the left.  Before a write lazy
    initialization chooses the receiver only: the value of the field is overwritten.

    Rule: [Summaries] Fig. 6, "Initialize (end)", and Fig. 8, "Summarize (end)"; [Uber-lazy] Fig. 3, "Lazy
    initialization (end)"
    """
    into = frame.k
    field: Field = m.program.fields[into.expression]
    writes = isinstance(into, k.FieldWrite)
    receiver = state.environment[into.expression.variable.text] if isinstance(into, k.FieldWrite) else v
    steps = next_initializations(m.model, state.heap, ref_of(receiver), field, m.view(state), is_write=writes)
    if not steps:
        return state.give(end_of(m.model), v, frame.k)
    successors: list[tuple[str, MachineState[H]]] = []
    for rule, chosen in steps:
        taken = m.assume(state, chosen.guard, chosen.facts)
        if taken is not None:
            successors.append((rule, replace(taken, heap=chosen.heap)))
    return tuple(successors)


def field_access(m: Setting[H], state: MachineState[H], v: Cell, frame: k.FieldAccess) -> Successors[H]:
    """(L R φ η r (* $ f → k)) → (L' R' φ' η r' k), once for each value that the model distinguishes.

    Rule: [Summaries] Fig. 7 and Fig. 9, "FIELD ACCESS"
    """
    e = frame.expression
    field: Field = m.program.fields[e]
    answer = m.model.load(state.heap, ref_of(v), field, m.view(state))
    return m.follow(
        state,
        "FIELD ACCESS",
        answer,
        (e.position, field.name),
        lambda taken, value: taken.give("FIELD ACCESS", cell_of(value), frame.k),
    )


def field_write_eval(m: Setting[H], state: MachineState[H], e: s.FieldWrite) -> Successors[H]:
    """Evaluate the value. The receiver's field is initialized next, in steps of their own if the machine shows them.

    As printed, `init` looks at the value.

    Rule: [Summaries] Fig. 5, "FIELD WRITE (EVAL)"; [Uber-lazy] Fig. 3, "FIELD WRITE (EVAL)" (init), corrected
    """
    frame = k.FieldWrite(e, state.kontinuation)
    return state.evaluate("FIELD WRITE (EVAL)", e.value, k.Init(frame) if m.shows_initialization else frame)


def field_write(m: Setting[H], state: MachineState[H], v: Cell, frame: k.FieldWrite) -> Successors[H]:
    """(L R φ η r (x $ f := * → k)) → (L' R' φ η r k) with r_x = η(x): x is looked up after the value is computed.

    Rule: [Summaries] Fig. 7 and Fig. 9, "FIELD WRITE"
    """
    e = frame.expression
    field: Field = m.program.fields[e]
    receiver = ref_of(state.environment[e.variable.text])
    answer = m.model.store(state.heap, receiver, field, v, m.view(state))
    return m.follow(
        state,
        "FIELD WRITE",
        answer,
        (e.position, field.name),
        lambda taken, _: taken.give("FIELD WRITE", v, frame.k),
    )


# Equality of references, type tests -----------------------------------------------------------------------------------


def equals_references(m: Setting[H], state: MachineState[H], v: Cell, frame: k.EqualsRight) -> Successors[H]:
    """Decide equality: the true successor has φ_g and equality, the false one φ_g and its negation.

    Rule: [Summaries] Fig. 7 and Fig. 9, "EQUALS (REFERENCES-TRUE)", "EQUALS (REFERENCES-FALSE)"
    """

    def choose(taken: MachineState[H], choice: bool) -> Successors[H]:
        rule = "EQUALS (REFERENCES-TRUE)" if choice else "EQUALS (REFERENCES-FALSE)"
        return taken.give(rule, choice, frame.k)

    position = frame.expression.position
    answer = m.model.same(state.heap, ref_of(frame.left), ref_of(v), m.view(state))
    return m.follow(
        state,
        "EQUALS",
        answer,
        (position, ""),
        lambda taken, same: m.branch(taken, cell_of(same), position, choose),
    )


def instanceof_eval(m: Setting[H], state: MachineState[H], e: s.InstanceOf) -> Successors[H]:
    """Rule: Javalite, "instanceof - object eval" """
    return state.evaluate("INSTANCEOF (EVAL)", e.object, k.InstanceOf(e, state.kontinuation))


def instanceof(m: Setting[H], state: MachineState[H], v: Cell, frame: k.InstanceOf) -> Successors[H]:
    """Decide a type test; null is of no class.

    Rule: Javalite, "instanceof"
    """

    def choose(taken: MachineState[H], choice: bool) -> Successors[H]:
        return taken.give("INSTANCEOF (TRUE)" if choice else "INSTANCEOF (FALSE)", choice, frame.k)

    e = frame.expression
    types = m.program.classes.table.subtypes(e.class_name.text)
    answer = m.model.is_a(state.heap, ref_of(v), types, m.view(state))
    return m.follow(
        state,
        "INSTANCEOF",
        answer,
        (e.position, types.text),
        lambda taken, fits: m.branch(taken, cell_of(fits), e.position, choose),
    )


def typecast_eval(m: Setting[H], state: MachineState[H], e: s.Typecast) -> Successors[H]:
    """Rule: Javalite, "typecast - object eval" """
    return state.evaluate("TYPECAST (EVAL)", e.object, k.Typecast(e, state.kontinuation))


def typecast(m: Setting[H], state: MachineState[H], v: Cell, frame: k.Typecast) -> Successors[H]:
    """Check a cast: null and objects of the class pass unchanged; any other object is an end.

    Rule: Javalite, "typecast"
    """
    e = frame.expression
    types = m.program.classes.table.subtypes(e.class_name.text)
    place = (e.position, types.text)

    def with_class(state: MachineState[H], fits: Cell | str) -> Successors[H]:
        null_answer = m.model.same(state.heap, ref_of(v), NULL, m.view(state))
        return m.follow(state, "TYPECAST", null_answer, place, lambda taken, null: pass_or_fail(taken, fits, null))

    def pass_or_fail(state: MachineState[H], fits: Cell | str, is_null: Cell | str) -> Successors[H]:
        passes = or_(scalar(is_null), scalar(fits))
        passed, failed = m.assume(state, passes), m.assume(state, not_(passes))
        good = passed.give("TYPECAST", v, frame.k) if passed is not None else ()
        threw = Threw(ErrorKind.CAST, types.text, e.position)
        return good + (failed.stop("TYPECAST (BAD-CAST)", threw) if failed is not None else ())

    answer = m.model.is_a(state.heap, ref_of(v), types, m.view(state))
    return m.follow(state, "TYPECAST", answer, place, with_class)


# Calls ----------------------------------------------------------------------------------------------------------------


def method_invocation_object_eval(m: Setting[H], state: MachineState[H], e: s.MethodInvocation) -> Successors[H]:
    """Rule: [Summaries] Fig. 5, "METHOD INVOCATION (OBJECT EVAL)" """
    frame = k.InvocationObject(e, state.kontinuation)
    return state.evaluate("METHOD INVOCATION (OBJECT EVAL)", e.object, frame)


def method_invocation_arg_eval(
    m: Setting[H], state: MachineState[H], v: Cell, frame: k.InvocationObject | k.InvocationArgument
) -> Successors[H]:
    """Evaluate the next argument; in the full language there may be several.

    Rule: [Summaries] Fig. 5, "METHOD INVOCATION (ARG EVAL)"
    """
    e = frame.expression
    if isinstance(frame, k.InvocationObject):
        following = k.InvocationArgument(v, (), e, frame.k)
    else:
        following = k.InvocationArgument(frame.receiver, (*frame.values, v), e, frame.k)
    return state.evaluate("METHOD INVOCATION (ARG EVAL)", e.arguments[len(following.values)], following)


def method_invocation(
    m: Setting[H],
    state: MachineState[H],
    receiver: Cell,
    arguments: tuple[Cell, ...],
    frame: k.InvocationObject | k.InvocationArgument,
) -> Successors[H]:
    """Return one successor for each body that the receiver's class may select, with parameters bound.

    As printed, η_m extends the caller's environment and lookup(m) depends on no class. Here a body sees its own
    variables only.

    Rule: [Summaries] Fig. 5, "METHOD INVOCATION", corrected
    """
    e = frame.expression
    key = method_key(e.method.text, len(e.arguments))

    def enter(taken: MachineState[H], provider: Cell | str) -> Successors[H]:
        assert isinstance(provider, str)
        taken = taken.decided(Decision("call", provider, e.position))
        if taken.calls + 1 > m.max_calls:
            return taken.stop("METHOD INVOCATION (CUT)", Cut(Bound.CALLS, e.position))
        method = m.program.classes.methods[provider, key]
        names = ("this", *(name for name, _ in method.parameters))
        environment: k.Environment = immutables.Map(zip(names, (receiver, *arguments), strict=True))
        entered = replace(taken, environment=environment, calls=taken.calls + 1)
        return entered.evaluate("METHOD INVOCATION", method.syntax.body, k.Pop(state.environment, frame.k))

    answer = m.model.targets(state.heap, ref_of(receiver), key, m.view(state))
    return m.follow(state, "METHOD INVOCATION", answer, (e.position, key), enter)
