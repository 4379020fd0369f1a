"""Mutants that restore the printed errors of [POSE], and those about types, in POSE and in shared code."""

from __future__ import annotations

from mutant import Mutant

FILE = "heap/pose/model.py"
RULES = "heap/pose/rules.py"

_TERMS = "from symheap.core.terms import Op, Term, Value, eq, ite\n"
RULES = "heap/pose/rules.py"
INPUT = "heap/input.py"
REFERENCES = "core/theories/references.py"

_REFINE_FOR_A_WRITE = (
    "    heap, facts = expose(heap, receiver, field)\n    for leaf in leaves(receiver):\n        if leaf.op is Op.LOC"
)
_BARE_SYMBOLS = """    facts: tuple[Value, ...] = ()
    for leaf in leaves(receiver):
        if leaf.op is Op.SYM and heap.inputs.fits(leaf, heap.inputs.table.holders(field)) is not False:
            heap = bind(heap, leaf, field)
            if heap.slot(leaf, field) is None:
                inputs, fresh, more = heap.inputs.bind(leaf, field)
                heap = replace(heap, inputs=inputs).with_slot(leaf, field, fresh)
                facts += more
    for leaf in leaves(receiver):
        if leaf.op is Op.LOC"""
_REFINE = """            heap = bind(heap, leaf, field)
            heap, more = initialize(heap, leaf, field)
            facts += more
"""
_REFINE_APART = """            if heap.slot(leaf, field) is None:
                apart, more = initialize(bind(before, leaf, field), leaf, field)
                value = apart.slot(leaf, field)
                assert value is not None
                added = [b for b in apart.inputs.bindings if b not in heap.inputs.bindings]
                bounds = heap.inputs.bounds.update(dict(apart.inputs.bounds))
                inputs = replace(heap.inputs, bounds=bounds, bindings=(*heap.inputs.bindings, *added))
                heap = replace(bind(heap, leaf, field), inputs=inputs).with_slot(leaf, field, value)
                facts += more
"""
_BEFORE_REFINING = (
    "    facts: tuple[Value, ...] = ()\n    for leaf in leaves(receiver):\n        if leaf.op is Op.SYM and"
)

POSE_PRINTED = (
    Mutant(
        "merge-hpf-bare-symbol",
        RULES,
        _REFINE_FOR_A_WRITE,
        _BARE_SYMBOLS,
        "[POSE] Appendix, mergeHPf (1b, 2b, 4)",
        "printed error",
        "the other branch's value is a fresh Z instead of assume(H, Y, f, Z)",
        "bare_symbol.pose",
    ),
    Mutant(
        "merge-hgf-refines-apart",
        RULES,
        _REFINE,
        _REFINE_APART,
        "[POSE] Appendix, mergeHGf (1, 2)",
        "printed error",
        "both branches are refined from H, so neither knows the other",
        "refined_apart.pose",
        ((RULES, _BEFORE_REFINING, "    before = heap\n" + _BEFORE_REFINING),),
    ),
    Mutant(
        "bound-means-not-null",
        FILE,
        "is_null = eq(receiver, NULL)\n        fits",
        "is_null = False if receiver in heap.objects else eq(receiver, NULL)\n        fits",
        "[POSE] Fig. 10, Getfield (c1); Fig. 12, Getfield (r1)",
        "printed error",
        "¬Y = null is stated when Y is bound only, though that may be under a guard",
        "bound_under_guard.pose",
    ),
    Mutant(
        "facts-are-guarded",
        RULES,
        "            facts += more\n        elif is_initial(leaf):\n",
        "            facts += tuple(not_(and_(eq(receiver, leaf), not_(fact))) for fact in more)\n"
        "        elif is_initial(leaf):\n",
        "[POSE] Appendix, mergePC",
        "printed error",
        "what is true of the initial heap is stated under the branch only",
        "guarded_fact.pose",
        ((RULES, _TERMS, _TERMS.replace(", eq", ", and_, eq").replace("ite", "ite, not_")),),
    ),
    Mutant(
        "facts-are-negated",
        FILE,
        "answer.append(Ok(and_(not_(is_null), fits), facts, after, value))",
        "answer.append(Ok(and_(not_(is_null), fits, *facts), (), after, value))",
        "[POSE] Fig. 12, Getfield (r2) (Σ, Y.f = Z)",
        "printed error",
        "the clause is part of the path condition like a decision",
        "typed_field.pose",
    ),
    Mutant(
        "field-without-type",
        INPUT,
        "facts: tuple[Value, ...] = (or_(eq(value, NULL), isa(value, types)),)",
        "facts: tuple[Value, ...] = ()",
        "[POSE] Fig. 12, Getfield (r2)",
        "printed error",
        "Z = null ∨ Z <: type(f) is missing",
        "typed_field.pose",
    ),
    Mutant(
        "eq-location-ite-false",
        REFERENCES,
        "    key = (a, b)\n    equality = _eq_ref_memo.get(key)\n",
        "    if Op.LOC in (a.op, b.op):\n        return False\n"
        "    key = (a, b)\n    equality = _eq_ref_memo.get(key)\n",
        "[POSE] Fig. 10, Eq (c6), Eq (c7)",
        "printed error",
        "l = ite(…) is false, though the object may have been stored and read back",
        "stored_object.jl",
    ),
    Mutant(
        "eq-sticks-at-ite",
        FILE,
        "return (Ok(True, facts, after, inputs.equal(reference(a), reference(b))),)",
        "return () if Op.ITE in (reference(a).op, reference(b).op) else (Ok(True, (), heap, eq(a, b)),)",
        "[POSE] Fig. 10, Eq (c1) to Eq (c7)",
        "printed error",
        "there is no rule for an ite operand",
        "no_case_for_ite.pose",
    ),
    Mutant(
        "null-instance-of-anything",
        INPUT,
        "return not_(eq(ref, NULL)) if self._surely_fits(ref, types) else",
        "return (ref is NULL or not_(eq(ref, NULL))) if self._surely_fits(ref, types) else",
        "[POSE] Fig. 8 (Y <: c), silent",
        "printed error",
        "null is below every class",
        "null_test.jl",
    ),
    Mutant(
        "declared-means-instance",
        INPUT,
        "return not_(eq(ref, NULL)) if self._surely_fits(ref, types) else",
        "return (ref.op is Op.SYM or not_(eq(ref, NULL))) if self._surely_fits(ref, types) else",
        "[POSE] Fig. 8 (Y <: c), silent",
        "printed error",
        "as null-instance-of-anything, for an input whose declared type says yes",
        "null_test.jl",
    ),
    Mutant(
        "invoke-this-is-l",
        "engine/instructions/calls.py",
        '    state = state.decided(Decision("call", provider, i.position))\n',
        '    state = state.decided(Decision("call", provider, i.position))\n'
        "    heap, made = machine.model.alloc(state.heap, provider)\n"
        "    state = state.with_heap(heap)\n"
        "    frame = state.frame.set(i.obj, made)._replace(offset=state.frame.offset)\n"
        "    state = state.with_frame(frame)\n",
        "[POSE] Fig. 11, Invoke (c2)",
        "printed error",
        "`l` is bound nowhere in the rule; the closest is a location that is not the receiver's",
        "receiver.pose",
    ),
    Mutant(
        "invoke-forks-on-leaves",
        FILE,
        "[Ok(guard, (), heap, provider) for provider, guard in bodies]",
        "[\n            Ok(and_(side, guard), (), heap, provider)\n"
        "            for side in ((receiver.args[0], not_(receiver.args[0])) if receiver.op is Op.ITE else (True,))\n"
        "            for provider, guard in bodies\n        ]",
        "[POSE] Fig. 11, Invoke (c3), Invoke (c4)",
        "printed error",
        "one successor for each branch of the ite",
        "one_body.pose",
    ),
    Mutant(
        "invoke-without-body-sticks",
        FILE,
        "answer.append(Fault(no_body, (), heap, ErrorKind.NO_METHOD))",
        "pass",
        "[POSE] Fig. 11, Invoke (c1), Invoke (c2) (recv, method), silent",
        "printed error",
        "no successor where no class provides the method",
        "no_method.pose",
    ),
    Mutant(
        "first-declared-field",
        "engine/instructions/step.py",
        "    if len(i.fields) == 1:\n        return access(state, i.fields[0])",
        "    if i.fields:\n        return access(state, i.fields[0])",
        "[POSE] Fig. 12, class(f), silent",
        "printed error",
        "class(f) is taken to be one class where several declare f",
        "repeated_field.pose",
    ),
    Mutant(
        "alias-of-the-same-type-only",
        INPUT,
        "return bool(self.bounds[a].mask & self.bounds[b].mask)",
        "return self.bounds[a].mask == self.bounds[b].mask",
        "[Summaries] Fig. 6 and Fig. 8, ρ (type(l_a) = C)",
        "printed error",
        "an object of a subclass is no candidate; [Summaries]'s classes have no superclasses",
        "subclass_alias.jl",
    ),
    Mutant(
        "new-of-the-declared-class",
        INPUT,
        "types = self._present(self.table.held(field, self.bounds[owner]))\n        facts",
        "types = self._present(self.table.held(field, self.bounds[owner]))\n"
        "        below = [c for c in self.table.universe if types.contains(c) and c != field.type.class_name]\n"
        "        for name in below:\n            types = types - self.table.subtypes(name)\n        facts",
        "[Summaries] Fig. 6 and Fig. 8, fresh_l(C)",
        "printed error",
        "an input object is of the declared class itself",
        "subclass_input.jl",
    ),
)
