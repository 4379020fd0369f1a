"""Mutants of POSE: heap/pose.py, and what it shares with the other models in heap/input.py and core."""

from __future__ import annotations

from mutant import Mutant

FILE = "heap/pose.py"
INPUT = "heap/input.py"
TERMS = "core/terms.py"

_REFINE_FOR_A_WRITE = "    heap, facts = refine_leaves(heap, receiver, field)\n    for leaf in leaves(receiver):\n"
_BARE_SYMBOLS = """    facts: tuple[Value, ...] = ()
    for leaf in leaves(receiver):
        if leaf.op is Op.SYM and heap.inputs.fits(leaf, heap.inputs.table.subtypes(field.owner)) is not False:
            heap = bind(heap, leaf, field)
            if heap.slot(leaf, field) is None:
                inputs, fresh, more = heap.inputs.bind(leaf, field)
                heap = replace(heap, inputs=inputs).with_slot(leaf, field, fresh)
                facts += more
    for leaf in leaves(receiver):
"""
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

PRINTED = (
    Mutant(
        "merge-hpf-bare-symbol",
        FILE,
        _REFINE_FOR_A_WRITE,
        _BARE_SYMBOLS,
        "003, Appendix, mergeHPf (1b, 2b, 4)",
        "printed error",
        "the other branch's value is a fresh Z instead of assume(H, Y, f, Z)",
        "bare_symbol.pose",
    ),
    Mutant(
        "merge-hgf-refines-apart",
        FILE,
        _REFINE,
        _REFINE_APART,
        "003, Appendix, mergeHGf (1, 2)",
        "printed error",
        "both branches are refined from H, so neither knows the other",
        "refined_apart.pose",
        ((FILE, _BEFORE_REFINING, "    before = heap\n" + _BEFORE_REFINING),),
    ),
    Mutant(
        "bound-means-not-null",
        FILE,
        "is_null = eq(receiver, NULL)\n        fits",
        "is_null = False if receiver in heap.objects else eq(receiver, NULL)\n        fits",
        "003, Fig. 10, Getfield (c1); Fig. 12, Getfield (r1)",
        "printed error",
        "¬Y = null is stated when Y is bound only, though that may be under a guard",
        "bound_under_guard.pose",
    ),
    Mutant(
        "facts-are-guarded",
        FILE,
        "            facts += more\n    return heap, facts\n",
        "            facts += tuple(not_(and_(eq(receiver, leaf), not_(fact))) for fact in more)\n"
        "    return heap, facts\n",
        "003, Appendix, mergePC",
        "printed error",
        "what is true of the initial heap is stated under the branch only",
        "guarded_fact.pose",
    ),
    Mutant(
        "facts-are-negated",
        FILE,
        "answer.append(Ok(and_(not_(is_null), fits), facts, after, value))",
        "answer.append(Ok(and_(not_(is_null), fits, *facts), (), after, value))",
        "003, Fig. 12, Getfield (r2) (Σ, Y.f = Z)",
        "printed error",
        "the clause is part of the path condition like a decision",
        "typed_field.pose",
    ),
    Mutant(
        "field-without-type",
        INPUT,
        "facts: tuple[Value, ...] = (or_(eq(value, NULL), isa(value, types)),)",
        "facts: tuple[Value, ...] = ()",
        "003, Fig. 12, Getfield (r2)",
        "printed error",
        "Z = null ∨ Z <: type(f) is missing",
        "typed_field.pose",
    ),
    Mutant(
        "eq-location-ite-false",
        TERMS,
        "    key = (a, b)\n    found = _eq_ref_memo.get(key)\n",
        "    if Op.LOC in (a.op, b.op):\n        return False\n    key = (a, b)\n    found = _eq_ref_memo.get(key)\n",
        "003, Fig. 10, Eq (c6), Eq (c7)",
        "printed error",
        "l = ite(…) is false, though the object may have been stored and read back",
        "stored_object.jl",
    ),
    Mutant(
        "eq-sticks-at-ite",
        FILE,
        "return (Ok(True, (), heap, eq(reference(a), reference(b))),)",
        "return () if Op.ITE in (reference(a).op, reference(b).op) else (Ok(True, (), heap, eq(a, b)),)",
        "003, Fig. 10, Eq (c1) to Eq (c7)",
        "printed error",
        "there is no rule for an ite operand",
        "no_case_for_ite.pose",
    ),
    Mutant(
        "null-instance-of-anything",
        TERMS,
        "if ref.op is Op.NULL or not types:\n        return False",
        "if ref.op is Op.NULL or not types:\n        return bool(types)",
        "003, Fig. 8 (Y <: c), silent",
        "printed error",
        "null is below every class",
        "null_test.jl",
    ),
    Mutant(
        "declared-means-instance",
        INPUT,
        "            if not bound.mask & ~types.mask:\n                return not_(eq(leaf, NULL))",
        "            if not bound.mask & ~types.mask:\n                return True",
        "003, Fig. 8 (Y <: c), silent",
        "printed error",
        "as null-instance-of-anything, for an input whose declared type says yes",
        "null_test.jl",
    ),
    Mutant(
        "invoke-this-is-l",
        "engine/step.py",
        "arguments = tuple(caller.registers[r] for r in (i.obj, *i.args))",
        "heap, made = machine.model.alloc(at.heap, ok.value, Epoch.RUN)\n"
        "        at = at.with_heap(heap)\n"
        "        arguments = (made, *(caller.registers[r] for r in i.args))",
        "003, Fig. 11, Invoke (c2)",
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
        "003, Fig. 11, Invoke (c3), Invoke (c4)",
        "printed error",
        "one successor for each branch of the ite",
        "one_body.pose",
    ),
    Mutant(
        "invoke-without-body-sticks",
        FILE,
        "answer.append(Fault(nobody, (), heap, ErrorKind.NO_METHOD))",
        "pass",
        "003, Fig. 11, Invoke (c1), Invoke (c2) (recv, method), silent",
        "printed error",
        "no successor where no class provides the method",
        "no_method.pose",
    ),
    Mutant(
        "first-declared-field",
        "engine/step.py",
        "    if len(i.fields) == 1:\n        return access(state, i.fields[0])",
        "    if i.fields:\n        return access(state, i.fields[0])",
        "003, Fig. 12, class(f), silent",
        "printed error",
        "class(f) is taken to be one class where several declare f",
        "repeated_field.pose",
    ),
    Mutant(
        "alias-of-the-same-type-only",
        INPUT,
        "return bool(self.bounds[a].mask & self.bounds[b].mask)",
        "return self.bounds[a].mask == self.bounds[b].mask",
        "002, Fig. 6 and Fig. 8, ρ (type(l_a) = C)",
        "printed error",
        "an object of a subclass is no candidate; 002's classes have no superclasses",
        "subclass_alias.jl",
    ),
    Mutant(
        "new-of-the-declared-class",
        INPUT,
        "types = self.table.subtypes(field.type.class_name)\n        facts",
        "types = self.table.subtypes(field.type.class_name)\n"
        "        below = [c for c in self.table.universe if types.contains(c) and c != field.type.class_name]\n"
        "        for name in below:\n            types = types - self.table.subtypes(name)\n        facts",
        "002, Fig. 6 and Fig. 8, fresh_l(C)",
        "printed error",
        "an input object is of the declared class itself",
        "subclass_input.jl",
    ),
)

BROKEN = (
    Mutant(
        "getfield-c1-initial",
        FILE,
        "    return heap.slot(leaf, field)\n",
        "    if leaf.op is Op.SYM and heap.slot(leaf, field) is not None:\n"
        "        return next((b.value for b in heap.inputs.bindings if (b.owner, b.field) == (leaf, field)), None)\n"
        "    return heap.slot(leaf, field)\n",
        "003, Fig. 10, Getfield (c1)",
        "broken rule",
        "reads the initial value, whatever was written",
        "written_value.jl",
    ),
    Mutant(
        "getfield-c2-one-leaf",
        FILE,
        "return heap, facts, map_some_leaves(receiver, lambda leaf: getfield_c1(heap, leaf, field))",
        "found = [getfield_c1(heap, leaf, field) for leaf in leaves(receiver)]\n"
        "    return heap, facts, next((value for value in found if value is not None), None)",
        "003, Fig. 10, Getfield (c2)",
        "broken rule",
        "the value of the first leaf",
        "both_branches.pose",
    ),
    Mutant(
        "getfield-c3-c4-stick",
        "core/walk.py",
        "done[term] = other if then is None else then if other is None else ite(term.args[0], then, other)",
        "done[term] = None if then is None or other is None else ite(term.args[0], then, other)",
        "003, Fig. 10, Getfield (c3), Getfield (c4)",
        "broken rule",
        "no value where one branch has none",
        "null_branch.pose",
    ),
    Mutant(
        "getfield-c5-default",
        FILE,
        "    return heap.slot(leaf, field)\n",
        "    held = heap.slot(leaf, field)\n"
        "    return field.type.default if leaf.op is Op.LOC and held is not None else held\n",
        "003, Fig. 10, Getfield (c5)",
        "broken rule",
        "a new object's field is always its default",
        "new_object.jl",
    ),
    Mutant(
        "refine-first-leaf-only",
        FILE,
        _BEFORE_REFINING,
        _BEFORE_REFINING.replace("leaves(receiver)", "leaves(receiver)[:1]"),
        "003, Fig. 9, Step",
        "broken rule",
        "the other leaves stay unbound",
        "both_branches.pose",
    ),
    Mutant(
        "bind-with-defaults",
        FILE,
        "empty: Object = immutables.Map(dict.fromkeys(heap.inputs.table.fields(field.owner)))",
        "empty: Object = immutables.Map({f: f.type.default for f in heap.inputs.table.fields(field.owner)})",
        "003, Fig. 12, Getfield (r1)",
        "broken rule",
        "a symbolic object starts with default fields",
        "input_scalars.jl",
    ),
    Mutant(
        "bind-forgets-fields",
        FILE,
        "obj.update(dict.fromkeys(missing))",
        "obj.update(dict.fromkeys(heap.inputs.table.fields(field.owner)))",
        "003, Fig. 12, Getfield (r1.b)",
        "broken rule",
        "finding out about a subclass empties the fields known before",
        "more_specific.jl",
    ),
    Mutant(
        "initialize-again",
        FILE,
        "    if heap.slot(ref, field) is not None:\n        return heap, ()",
        "    if heap.slot(ref, field) is True:\n        return heap, ()",
        "003, Fig. 12, Getfield (r2) (H(Y)(f) = ⊥)",
        "broken rule",
        "a slot that has a value is initialized once more",
        "written_value.jl",
    ),
    Mutant(
        "assume-nothing",
        FILE,
        "value = ite(eq(ref, other), held, value)",
        "value = fresh",
        "003, section III-B, assume",
        "broken rule",
        "no alias is considered",
        "lost_write.jl",
    ),
    Mutant(
        "assume-oldest-only",
        FILE,
        "    for other in heap.initialized.get(field, ()):\n        if other is not ref",
        "    for other in heap.initialized.get(field, ())[:1]:\n        if other is not ref",
        "003, section III-B, assume",
        "broken rule",
        "only the first reference of the alias set is considered",
        "four_aliases.jl",
    ),
    Mutant(
        "putfield-c1-alone",
        FILE,
        "heap = update(bind(heap, ref, field), ref, field, value)",
        "heap = bind(heap, ref, field)",
        "003, Fig. 10, Putfield (c1) (H_r)",
        "broken rule",
        "the references that alias the receiver do not see the write",
        "three_aliases.jl",
    ),
    Mutant(
        "putfield-c1-value-lost",
        FILE,
        "heap = update(bind(heap, ref, field), ref, field, value)\n    return heap.with_slot(ref, field, value)",
        "return update(bind(heap, ref, field), ref, field, value)",
        "003, Fig. 10, Putfield (c1)",
        "broken rule",
        "a slot that is bottom stays so",
        "written_value.jl",
    ),
    Mutant(
        "putfield-c2-strong",
        FILE,
        "heap = heap.with_slot(leaf, field, ite(eq(receiver, leaf), value, held))",
        "heap = heap.with_slot(leaf, field, value)",
        "003, Appendix, mergeHPf (4f)",
        "broken rule",
        "a new object that the receiver may be is overwritten in any case",
        "maybe_new.jl",
    ),
    Mutant(
        "putfield-c2-inputs-only",
        FILE,
        "        if leaf.op is Op.LOC:\n            held = heap.slot(leaf, field)",
        "        if leaf.op is Op.ITE:\n            held = heap.slot(leaf, field)",
        "003, Fig. 10, Putfield (c2)",
        "broken rule",
        "a new object that the receiver may be is not written",
        "maybe_new.jl",
    ),
    Mutant(
        "putfield-c5-lost",
        FILE,
        'which no input reference can be.  Rule: 003, Fig. 10, "Putfield (c5)" """\n'
        "    return heap.with_slot(ref, field, value)",
        'which no input reference can be.  Rule: 003, Fig. 10, "Putfield (c5)" """\n    return heap',
        "003, Fig. 10, Putfield (c5)",
        "broken rule",
        "a write to a new object is lost",
        "new_object.jl",
    ),
    Mutant(
        "update-always",
        FILE,
        "heap = heap.with_slot(other, field, ite(eq(receiver, other), value, held))",
        "heap = heap.with_slot(other, field, value)",
        "003, section III-B, update",
        "broken rule",
        "every input reference is taken for the receiver",
        "three_aliases.jl",
    ),
    Mutant(
        "update-swapped",
        FILE,
        "heap = heap.with_slot(other, field, ite(eq(receiver, other), value, held))",
        "heap = heap.with_slot(other, field, ite(eq(receiver, other), held, value))",
        "003, section III-B, update",
        "broken rule",
        "the new value where it is not the receiver",
        "three_aliases.jl",
    ),
    Mutant(
        "access-ignores-class",
        FILE,
        "fits = heap.inputs.fits(receiver, self.table.subtypes(field.owner))",
        "fits = not_(is_null)",
        "003, Fig. 12, Getfield (r1) (Y <: c)",
        "broken rule",
        "an access succeeds on an object without the field",
        "repeated_field.pose",
    ),
    Mutant(
        "access-ignores-null",
        FILE,
        "is_null = eq(receiver, NULL)\n        fits",
        "is_null = False\n        fits",
        "003, Fig. 12, Getfield (r1) (¬Y = null)",
        "broken rule",
        "null is a missing field",
        "possible_null.jl",
    ),
    Mutant(
        "overriders-not-excluded",
        "core/types.py",
        "yield provider, cone if mask == cone.mask else TypeSet(mask, self.universe, text)",
        "yield provider, cone",
        "003, Fig. 11, Invoke (c2) (¬Y <: c for c in O)",
        "broken rule",
        "a body also serves the classes that override it",
        "call_on_input.jl",
    ),
    Mutant(
        "invoke-c1-any-class",
        TERMS,
        "return types.contains(ref.location.class_name)",
        "return True",
        "003, Fig. 11, Invoke (c1) (recv(c, m))",
        "broken rule",
        "a new object is of every class",
        "new_receiver.jl",
    ),
    Mutant(
        "nobody-means-null",
        INPUT,
        "nobody = and_(not_(is_null), *(not_(guard) for _, guard in bodies))",
        "nobody = and_(*(not_(guard) for _, guard in bodies))",
        "003, Fig. 11, Invoke (c2)",
        "broken rule",
        "a call on null also counts as one without a body",
        "no_method.pose",
    ),
)

POSE = PRINTED + BROKEN
