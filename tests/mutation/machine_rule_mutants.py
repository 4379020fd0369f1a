"""Mutants of the rules of the two machines, and of rules that the mutants of `mutants.py` leave out."""

from __future__ import annotations

from rule_mutant import RuleMutant

_RULES = "lang/javalite/rules.py"
_HEAP = "lang/javalite/heap_rules.py"
_LAZY = "heap/lazy/initialization.py"
_POSE = "lang/pose/machine/rules.py"
_FIELDS = "lang/pose/machine/fields.py"
_LOWER = "lang/pose/lower.py"
_STEP = "engine/instructions/step.py"

_JAVALITE = "unit/lang/javalite/test_javalite_machine.py"
_COUNTS = "unit/lang/javalite/test_javalite_agreement.py::test_the_machine_gives_the_trace_counts_of_003"
_MACHINE = "unit/lang/pose/test_pose_machine.py"
_VALUES = "unit/lang/pose/test_pose_lower.py::test_values"


def _mutant(name: str, rule: str, note: str, file: str, old: str, new: str, test: str) -> RuleMutant:
    return RuleMutant(name, rule, note, ((file, old, new),), test)


JAVALITE = tuple(
    _mutant(f"javalite-{name}", f"[Summaries] Fig. 5, {rule}", note, file, old, new, _JAVALITE)
    for name, rule, note, file, old, new in (
        ("lookup-this", "Variable lookup", "every variable is this", _RULES, '"VARIABLE LOOKUP", state.environment[e.name]', '"VARIABLE LOOKUP", state.environment["this"]'),
        ("null-is-this", "Null", "null is this", _RULES, 'state.give("NULL", NULL,', 'state.give("NULL", state.environment["this"],'),
        ("equals-right-first", "Equals (l-operand eval)", "the right operand is evaluated twice", _RULES, '"EQUALS (L-OPERAND EVAL)", e.left', '"EQUALS (L-OPERAND EVAL)", e.right'),
        ("equals-left-twice", "Equals (r-operand eval)", "the left operand is evaluated twice", _RULES, '"EQUALS (R-OPERAND EVAL)", e.right', '"EQUALS (R-OPERAND EVAL)", e.left'),
        ("if-forgets-the-rest", "If-then-else (eval)", "nothing follows an if", _RULES, "k.If(e, state.kontinuation)", "k.If(e, k.End())"),
        ("if-true-other", "If-then-else (true)", "both rules take the else branch", _RULES, '"IF-THEN-ELSE (TRUE)", frame.expression.then', '"IF-THEN-ELSE (TRUE)", frame.expression.other'),
        ("declaration-forgets-the-body", "Variable declaration (eval)", "the value of the variable is the result", _RULES, "frame = k.VariableDeclaration(e, state.kontinuation)", "frame = k.End()"),
        ("assignment-ends", "Variable assignment (eval)", "nothing follows an assignment", _RULES, "k.VariableAssignment(e, state.kontinuation)", "k.End()"),
        ("assignment-assigns-nothing", "Variable assignment", "the variable keeps its value", _RULES, "assigned = replace(state, environment=state.environment.set(frame.expression.name.text, v))", "assigned = state"),
        ("begin-runs-one", "Begin (arg0 eval)", "only the first expression runs", _RULES, "k.Begin(e.body[1:], state.kontinuation)", "k.Begin((), state.kontinuation)"),
        ("begin-repeats", "Begin (argi eval)", "the second of three expressions is left out", _RULES, '"BEGIN (ARGI EVAL)", frame.rest[0]', '"BEGIN (ARGI EVAL)", frame.rest[1]'),
        ("begin-ends", "Begin (argn eval)", "nothing follows a block", _RULES, 'frame.rest[0], k.Begin((), frame.k)', 'frame.rest[0], k.End()'),
        ("begin-is-unit", "Begin", "the value of a block is unit", _RULES, 'state.give("BEGIN", v, frame.k)', 'state.give("BEGIN", UNIT, frame.k)'),
        ("new-is-null", "New", "a new object is null", _HEAP, 'give("NEW", ref,', 'give("NEW", NULL,'),
        ("access-is-its-receiver", "Field access (eval)", "the receiver is the result", _HEAP, "e.object, k.Init(frame) if m.shows_initialization else frame)", "e.object, state.kontinuation)"),
        ("write-writes-nothing", "Field write (eval)", "the value is computed and not written", _HEAP, "e.value, k.Init(frame) if m.shows_initialization else frame)", "e.value, state.kontinuation)"),
        ("call-calls-nothing", "Method invocation (object eval)", "the receiver is the result", _HEAP, "frame = k.InvocationObject(e, state.kontinuation)", "frame = state.kontinuation"),
        ("argument-before", "Method invocation (arg eval)", "each argument is the first one", _HEAP, "e.arguments[len(following.values)]", "e.arguments[0]"),
        ("callee-sees-the-caller", "Method invocation", "a body sees its caller's variables only", _HEAP, "replace(taken, environment=environment, calls", "replace(taken, environment=state.environment, calls"),
    )
)  # fmt: skip

OTHERS = (
    _mutant("initialize-end-goes-on", "[Summaries] Fig. 6, Initialize (end)", "a resolved reference is chosen once more", "heap/lazy/choosing.py", "        yield ChoiceOutcome(True, (), heap, known)\n        return\n    if ref not", "        yield ChoiceOutcome(True, (), heap, known)\n    if ref not", _COUNTS),
    _mutant("lazy-access-of-nothing", "[Summaries] Fig. 7, Field access", "a receiver that has the field has no value", _LAZY, "            if fits is not False:\n                taken", "            if fits is False:\n                taken", _COUNTS),
    _mutant("pose-new-without-fields", "[POSE] Fig. 10, New", "a new object has no fields", "heap/term_state.py", "{f: f.type.default for f in self.inputs.table.fields(class_name)}", "{}", f"{_MACHINE}::test_values"),
    _mutant("pose-let-binds-nothing", "[POSE] Fig. 10, Let", "the body does not see the variable", _LOWER, "return scope.set(name, value)", "return scope", _VALUES),
    _mutant("pose-op-swaps-operands", "[POSE] Fig. 10, Op (c1)", "the operands change places", _STEP, "return state.set(i.dst, apply(a, b))", "return state.set(i.dst, apply(b, a))", f"{_MACHINE}::test_operators_in_both"),
    _mutant("pose-not-is-nothing", "[POSE] Fig. 10, Op (c2)", "a negation is its operand", _STEP, "return state.set(i.dst, not_(a))", "return state.set(i.dst, a)", f"{_MACHINE}::test_operators_in_both"),
    _mutant("pose-context-takes-then", "[POSE] Fig. 11, Ctx (c); Fig. 12, Ctx (r)", "the value of an inner if is that of its first branch", _LOWER, "return (yield self._if(at, scope))", "return (yield self._value(at.then, scope))", _VALUES),
)  # fmt: skip

POSE_MACHINE = tuple(
    _mutant(f"pose-machine-{name}", f"[POSE] {rule}", note, file, old, new, f"{_MACHINE}::{test}")
    for name, rule, note, file, old, new, test in (
        ("never-refines", "Fig. 9, Step; Fig. 12, Getfield (r1-r2), Putfield (r1)", "no leaf is refined", _FIELDS, "if leaf.op is not Op.SYM or heap.inputs.fits(leaf, holders) is False:", "if leaf.op is Op.SYM:", "test_rules_by_name"),
        ("new-is-null", "Fig. 10, New", "a new object is null", _POSE, 'replace(at, heap=heap).giving(ref)', 'replace(at, heap=heap).giving(NULL)', "test_values"),
        ("keeps-the-heap", "Fig. 10, Getfield (c1-c5), Putfield (c1-c5)", "a write leaves the heap as it was", _FIELDS, "replace(taken, heap=heap).giving(value)", "taken.giving(value)", "test_figure_3_d"),
        ("let-binds-nothing", "Fig. 10, Let", "the body does not see the variable", _POSE, "place.scope.set(e.name, place.values[0])", "place.scope", "test_values"),
        ("op-swaps-operands", "Fig. 10, Op (c1)", "the operands change places", _POSE, "at.giving(apply(a, b))", "at.giving(apply(b, a))", "test_values"),
        ("not-is-nothing", "Fig. 10, Op (c2)", "a negation is its operand", _POSE, "at.giving(not_(a))", "at.giving(a)", "test_values"),
        ("eq-has-one-rule", "Fig. 10, Eq (c1-c7)", "no comparison has a rule", _POSE, "_EQUALITIES.get((a.op, b.op), VALUE)", "VALUE", "test_rules_by_name"),
        ("if-other-arm", "Fig. 11, If (c1-c4)", "a true condition takes the other arm", _POSE, "decided.evaluating(e.then, place", "decided.evaluating(e.other, place", "test_values"),
        ("body-sees-the-caller", "Fig. 11, Invoke (c1-c4)", "a body does not see its parameters", _POSE, "scope = EMPTY_SCOPE.update(dict(zip(names, place.values, strict=True)))", "scope = place.scope", "test_values"),
        ("last-operand-first", "Fig. 11, Ctx (c); Fig. 12, Ctx (r)", "the last operand is evaluated in place of the first", "lang/pose/machine/state.py", "expression = operands(expression)[0]", "expression = operands(expression)[-1]", "test_values"),
    )
)  # fmt: skip
