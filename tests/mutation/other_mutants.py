"""Mutants of lazy initialization, of equality, of the reference machine and of the engine."""

from __future__ import annotations

from mutant import Mutant

LAZY = "heap/lazy/initialization.py"
CHOOSING = "heap/lazy/choosing.py"
REFERENCES = "core/theories/references.py"
EQUALITY_FILE = "core/theories/equality.py"
RULES = "lang/javalite/rules.py"
HEAP_RULES = "lang/javalite/heap_rules.py"
STEP = "engine/instructions/step.py"
CALLS = "engine/instructions/calls.py"
MACHINE_FILE = "engine/machine.py"

LAZY_INITIALIZATION = (
    Mutant(
        "lazy-write-of-the-receiver",
        LAZY,
        "case.heap.with_slot(case.ref, field, value), value))",
        "case.heap.with_slot(case.ref, field, case.ref if field.type.sort is REF else value), value))",
        "[Summaries] Fig. 7, Field write (θ = L(r_x))",
        "printed error",
        "the field gets the receiver's location",
        "written_value.jl",
    ),
    Mutant(
        "lazier-waits",
        "heap/lazy/lazier.py",
        "    def on_read(self, heap: LazyHeap, ref: Term) -> Iterator[ChoiceOutcome]:\n"
        "        return choose_null(heap, ref)",
        "    def on_read(self, heap: LazyHeap, ref: Term) -> Iterator[ChoiceOutcome]:\n"
        "        yield ChoiceOutcome(True, (), heap, ref)",
        "[POSE] section II (lazier), in words only",
        "printed error",
        "nothing is chosen at the read: another reading of the words; exact, so only the counts tell",
        "compared_with_null.jl",
    ),
    Mutant(
        "lazier-sharp-hurries",
        "heap/lazy/lazier_sharp.py",
        "        return choose_null(heap, ref)",
        "        from symheap.heap.lazy.choosing import choose\n\n        return choose(heap, ref)",
        "[POSE] section II, Lazier# initialization",
        "printed error",
        "an alias is chosen at the comparison with null: another reading; exact, so only the counts tell",
        "compared_with_null.jl",
    ),
    Mutant(
        "compare-unresolved",
        LAZY,
        "            for first in choose(heap, left)\n            for both in (first.then(second)"
        " for second in choose(first.heap, right))",
        "            for first in choose_null(heap, left)\n            for both in (first.then(second)"
        " for second in choose_null(first.heap, right))",
        "[Uber-lazy] section II, [POSE] section II (lazier#), in words only",
        "printed error",
        "two references that are not null, and not resolved, are compared by name",
        "two_unresolved.jl",
        also=((LAZY, "import choose, initialize_new", "import choose, choose_null, initialize_new"),),
    ),
    Mutant(
        "call-unresolved",
        LAZY,
        "        for case in choose(heap, reference(ref)):\n            if case.ref is NULL:\n"
        "                answer.append",
        "        for case in choose_null(heap, reference(ref)):\n            if case.ref is NULL:\n"
        "                answer.append",
        "[Uber-lazy] section II, [POSE] section II (lazier#), in words only",
        "printed error",
        "a call leaves its receiver unresolved: another reading; exact, so only the counts tell",
        "unresolved_call.jl",
        also=((LAZY, "import choose, initialize_new", "import choose, choose_null, initialize_new"),),
    ),
    Mutant(
        "initialize-null-missing",
        CHOOSING,
        "    if ref not in heap.known:\n        yield initialize_null(heap, ref)",
        "    if ref in heap.known:\n        yield initialize_null(heap, ref)",
        "[Summaries] Fig. 6, Initialize (null)",
        "broken rule",
        "null is chosen where it is excluded, and not where it is possible",
        "possible_null.jl",
    ),
    Mutant(
        "initialize-alias-first-only",
        CHOOSING,
        "    for other in candidates:\n        if other not in excluded:",
        "    for other in candidates[:1]:\n        if other not in excluded:",
        "[Summaries] Fig. 6, Initialize (alias)",
        "broken rule",
        "only the oldest object is an alias",
        "three_aliases.jl",
    ),
    Mutant(
        "initialize-new-may-alias",
        CHOOSING,
        "guard = and_(not_(eq(ref, NULL)), *(not_(eq(ref, other)) for other in others))",
        "guard = not_(eq(ref, NULL))",
        "[Summaries] Fig. 6, Initialize (new)",
        "broken rule",
        "a new object is not said to differ from the old ones",
        "three_aliases.jl",
    ),
    Mutant(
        "initialize-alias-unguarded",
        CHOOSING,
        "return ChoiceOutcome(eq(ref, other), (), replace(heap, inputs=inputs).knowing(ref, other), other)",
        "return ChoiceOutcome(not_(eq(ref, NULL)), (), replace(heap, inputs=inputs).knowing(ref, other), other)",
        "[Summaries] Fig. 6, Initialize (alias) (r' = r_a)",
        "broken rule",
        "the alias is not stated",
        "three_aliases.jl",
    ),
    Mutant(
        "lazy-equal-by-nullness",
        LAZY,
        "both.heap, first.ref is both.ref)",
        "both.heap, (first.ref is NULL) == (both.ref is NULL))",
        "[Summaries] Fig. 7, Equals (reference-true)",
        "broken rule",
        "L(r_0) = L(r_1) where both are null or both are not",
        "parameters.jl",
    ),
)

EQUALITY = (
    Mutant(
        "eq-c1-symbols-differ",
        REFERENCES,
        "        if other.op is Op.LOC and not other.location.initial:\n            return False",
        "        if other.op is not Op.NULL:\n            return False",
        "[POSE] Fig. 10, Eq (c6), Eq (c7)",
        "broken rule",
        "two input references are never equal",
        "parameters.jl",
    ),
    Mutant(
        "eq-c4-null-is-new",
        REFERENCES,
        "ordered(a, b))\n    return False\n",
        "ordered(a, b))\n    return Op.NULL in (a.op, b.op)\n",
        "[POSE] Fig. 10, Eq (c4), Eq (c5)",
        "broken rule",
        "a new object is null",
        "new_object.jl",
    ),
    Mutant(
        "eq-c3-all-new-equal",
        REFERENCES,
        "ordered(a, b))\n    return False\n",
        "ordered(a, b))\n    return Op.NULL not in (a.op, b.op)\n",
        "[POSE] Fig. 10, Eq (c3)",
        "broken rule",
        "all new objects are one",
        "maybe_new.jl",
    ),
    Mutant(
        "eq-c6-input-may-be-new",
        REFERENCES,
        "if other.op is Op.LOC and not other.location.initial:",
        "if other.op is Op.LOC and other.location.initial:",
        "[POSE] Fig. 10, Eq (c6), Eq (c7)",
        "broken rule",
        "an input may be an object that the run made",
        "fresh_input.pose",
    ),
    Mutant(
        "eq-c2-booleans",
        EQUALITY_FILE,
        "            return a if b else not_(a)",
        "            return a",
        "[POSE] Fig. 10, Eq (c2); [Summaries] Fig. 5, Equals (bool)",
        "broken rule",
        "a symbolic boolean equals false where it is true",
        "booleans.jl",
    ),
)

MACHINE = (
    Mutant(
        "pop-restores-all",
        RULES,
        'return inside.evaluate("VARIABLE DECLARATION", e.body, k.PopVariable(e.name.text, frame.k))',
        "inside = replace(inside, calls=inside.calls + 1)\n"
        '    return inside.evaluate("VARIABLE DECLARATION", e.body, k.Pop(state.environment, frame.k))',
        "[Summaries] Fig. 5, Variable declaration, Pop",
        "printed error",
        "the end of a scope restores the whole environment",
        "inner_assignment.jl",
    ),
    Mutant(
        "begin-has-no-value",
        RULES,
        'return state.give("BEGIN (NO ARGS)", UNIT, state.kontinuation)',
        "return ()",
        "[Summaries] Fig. 5, Begin (no args)",
        "printed error",
        "the successor has no control, so no rule applies to it",
        "empty_begin.jl",
    ),
    Mutant(
        "declaration-binds-an-object",
        RULES,
        "    inside = replace(state, environment=state.environment.set(e.name.text, v))\n",
        "    from symheap.lang.javalite.state import reference\n\n"
        "    if reference(v) is not None:\n"
        "        heap, v = m.model.alloc(state.heap, e.type.text)\n"
        "        state = replace(state, heap=heap)\n"
        "    inside = replace(state, environment=state.environment.set(e.name.text, v))\n",
        "[Uber-lazy draft] Fig. 4, Variable declaration",
        "printed error",
        "a variable of class type is bound to a new object",
        "declared_value.jl",
    ),
    Mutant(
        "pop-keeps-the-callee",
        RULES,
        "returned = replace(state, environment=frame.environment, calls=state.calls - 1)",
        "returned = replace(state, calls=state.calls - 1)",
        "[Summaries] Fig. 5, Pop, Method invocation (η_m)",
        "printed error",
        "closest to one environment for caller and callee: as printed, η_m only adds names that no checked body uses",
        "own_variables.jl",
    ),
    Mutant(
        "machine-writes-before-the-value",
        HEAP_RULES,
        'lambda taken, _: taken.give("FIELD WRITE", v, frame.k)',
        'lambda taken, _: replace(taken, heap=state.heap).give("FIELD WRITE", v, frame.k)',
        "[Summaries] Fig. 9, Field write",
        "broken rule",
        "the machine goes on with the old heap",
        "written_value.jl",
    ),
    Mutant(
        "machine-if-false",
        RULES,
        'return state.evaluate("IF-THEN-ELSE (FALSE)", frame.expression.other, frame.k)',
        'return state.evaluate("IF-THEN-ELSE (FALSE)", frame.expression.then, frame.k)',
        "[Summaries] Fig. 5, If-then-else (false)",
        "broken rule",
        "both rules take the same branch",
        "parameters.jl",
    ),
)

ENGINE = (
    Mutant(
        "parameters-are-objects",
        "engine/explore.py",
        "nullable=declared.nullable",
        "nullable=False",
        "[Summaries] Def. 2, silent",
        "printed error",
        "one reading of the silence: parameters are initialized as `this` is",
        "parameters.jl",
    ),
    Mutant(
        "if-c4-not-negated",
        MACHINE_FILE,
        "for guard in (condition, not_(condition))]",
        "for guard in (condition, True)]",
        "[POSE] Fig. 11, If (c4)",
        "broken rule",
        "the false branch is not under ¬σ",
        "parameters.jl",
    ),
    Mutant(
        "if-c1-other-arm",
        STEP,
        "target = i.then if condition else i.other",
        "target = i.other if condition else i.then",
        "[POSE] Fig. 11, If (c1), If (c2)",
        "broken rule",
        "a known condition takes the other arm",
        "new_object.jl",
    ),
    Mutant(
        "facts-not-learned",
        MACHINE_FILE,
        "        if facts:\n            path, doubtful = self._learn(path, and_(*facts), doubtful)",
        "        if not facts:\n            path, doubtful = self._learn(path, and_(*facts), doubtful)",
        "[POSE] Fig. 12 (Σ')",
        "broken rule",
        "what a model says of its symbols is dropped",
        "typed_field.pose",
    ),
    Mutant(
        "calls-one-too-few",
        CALLS,
        "if caller.depth + 1 > machine.bounds.max_calls:",
        "if caller.depth + 1 >= machine.bounds.max_calls:",
        "none: the bound on nested calls",
        "broken rule",
        "a call is cut one level too early",
        "hasnull.jl",
    ),
    Mutant(
        "cast-refuses-null",
        STEP,
        "machine.split(s, or_(scalar(null.value), fits), passed, failed)",
        "machine.split(s, fits, passed, failed)",
        "Javalite, typecast",
        "broken rule",
        "null does not pass a cast",
        "casts.jl",
    ),
    Mutant(
        "heap-of-the-branch-lost",
        MACHINE_FILE,
        "self.assume(state, branch.guard, branch.facts, branch.heap)",
        "self.assume(state, branch.guard, branch.facts)",
        "[POSE] Fig. 9, Step (H')",
        "broken rule",
        "the engine goes on with the heap from before the access",
        "three_aliases.jl",
    ),
)

OTHER = LAZY_INITIALIZATION + EQUALITY + MACHINE + ENGINE
