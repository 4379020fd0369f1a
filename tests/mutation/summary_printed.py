"""Mutants that restore the printed errors of [Uber-lazy], [Uber-lazy draft] and [Summaries] in the heap summaries."""

from __future__ import annotations

from mutant import Mutant

FILE = "heap/summary/model.py"
RULES = "heap/summary/rules.py"

_SUMMARIZE_LOOP = """    for _, at in holders:
        uninitialized = UN(heap, at, field)
        if uninitialized is False or ((at, field) in heap.R and field.type.sort is not REF):
            continue
        heap, more = summarize_field(heap, at, field, uninitialized)
"""
_SUMMARIZE_UNDER_THE_RECEIVER = """    for guard, at in holders:
        uninitialized = UN(heap, at, field)
        if uninitialized is False or ((at, field) in heap.R and field.type.sort is not REF):
            continue
        heap, more = summarize_field(heap, at, field, guard)
"""
_SUMMARIZE_IN_STEPS = _SUMMARIZE_UNDER_THE_RECEIVER.replace("field, guard)", "field, and_(guard, uninitialized))")
_KEPT = "if t != L_UN]\n    locations = merged("
_KEPT_UNINITIALIZED = "]\n    locations = merged("
_SAME = "        if not self.consistency:\n"
_SAME_OF_001 = """        if not self.consistency:
            left, right = ({at: guard for guard, at in heap.locations(ref)} for ref in (a, b))
            shared = [and_(left[at], right[at]) for at in left if at in right]
            apart = [g for at, g in left.items() if at not in right] + [g for at, g in right.items() if at not in left]
            unequal = and_(not_(disjunction(shared)), disjunction(apart))
            return (Ok(equal, (), heap, True), Ok(unequal, (), heap, False))
        if not self.consistency:
"""
_WRITTEN = "        heap = replace(heap, R=heap.R.set((at, field), target))\n    return heap\n"
_EXISTENCE_OF_THE_WRITTEN = """        heap = replace(heap, R=heap.R.set((at, field), target))
        made = {t for t, c in heap.creators.items() if c.op is Op.SYM and c.origin.field == field.name}
        mine = {t for t in made if heap.creators[t].origin.parent is heap.creators[at].payload}
        left = dict_of(heap.L[target])
        heap = replace(heap, exists=heap.exists.update({t: left.get(t, False) for t in mine}))
    return heap
"""

SUMMARY_PRINTED = (
    Mutant(
        "summarize-loses-writes",
        RULES,
        _SUMMARIZE_LOOP,
        _SUMMARIZE_UNDER_THE_RECEIVER,
        "[Summaries] section 4, UN; Fig. 8, Summarize (φ_x)",
        "printed error",
        "φ_x is the guard of the receiver's location, not: that location and uninitialized",
        "lost_write.jl",
    ),
    Mutant(
        "summarize-names-anew",
        RULES,
        _SUMMARIZE_LOOP,
        _SUMMARIZE_IN_STEPS,
        "[Summaries] Fig. 8, Summarize (r_f = init_r())",
        "printed error",
        "a field that is initialized in two steps gets two symbols; needs φ_x = φ ∧ φ_un and θ_orig to keep l_un, "
        "so that there are steps, and the origin of the symbol to count them",
        "second_look.jl",
        (
            (RULES, _KEPT, _KEPT_UNINITIALIZED),
            (
                "heap/input.py",
                "place = owner.origin.then(self.table.step(field, self.given.get(owner, self.bounds[owner])))",
                "again = sum(b.owner is owner and b.field is field for b in self.bindings)\n"
                '        place = owner.origin.then(field.name + "\'" * again)',
            ),
        ),
    ),
    Mutant(
        "theta-new-has-gaps",
        RULES,
        "*(not_(guard) for guard, _ in aliases)])",
        "*(not_(eq(ref, heap.creators[at])) for _, at in aliases)])",
        "[Summaries] Fig. 8, Summarize (θ_new)",
        "printed error",
        "r_f differs from every candidate, also from those that do not exist",
        "ghost_candidate.jl",
    ),
    Mutant(
        "theta-alias-excludes-all-others",
        RULES,
        "aliases.append((and_(heap.exists[at], eq(ref, creator)), at))",
        "others = [c for t, c in heap.creators.items() if t != at and c.op is Op.SYM]\n"
        "            differs = [not_(eq(ref, c)) for c in others if heap.inputs.compatible(ref, c)]\n"
        "            aliases.append((and_(heap.exists[at], eq(ref, creator), *differs), at))",
        "[Summaries] Fig. 8, Summarize (θ_alias)",
        "printed error",
        "(r'_a ≠ r_a) → r_f ≠ r'_a, read as a filter on the set of candidates",
        "three_aliases.jl",
    ),
    Mutant(
        "existence-read-off-the-field",
        RULES,
        _WRITTEN,
        _EXISTENCE_OF_THE_WRITTEN,
        "[Summaries] Fig. 8, Summarize (ρ, φ_a)",
        "printed error",
        "φ_a is looked up in L(R(l, f)), where a write has replaced it; here the write replaces `exists`",
        "overwritten_owner.jl",
    ),
    Mutant(
        "phantoms-name-inputs",
        FILE,
        "lambda binding: binding.owner in real",
        "lambda binding: True",
        "[Summaries] section 6 (a witness of φ_g), silent",
        "printed error",
        "the fields of a location that does not exist are taken for those of the initial heap",
        "phantom.jl",
    ),
    Mutant(
        "unequal-needs-unshared",
        FILE,
        _SAME,
        _SAME_OF_001,
        "[Uber-lazy draft] Fig. 3, Equals (references-false)",
        "printed error",
        "conjoins that one reference takes a location which the other lacks",
        "shared_locations.jl",
    ),
    Mutant(
        "summary-sticks-at-null",
        FILE,
        "        if value is not None:\n            answer.append(Ok(and_(not_(is_null), fits)",
        "        if value is not None and is_null is False:\n            answer.append(Ok(and_(not_(is_null), fits)",
        "[Summaries] Fig. 9, Field access, Field write (first premise)",
        "printed error",
        "no successor where null is merely possible",
        "possible_null.jl",
    ),
    Mutant(
        "invocation-ignores-class",
        FILE,
        "Ok(guard, (), heap, provider) for provider, guard in bodies",
        "Ok(not_(is_null), (), heap, provider) for provider, guard in bodies[:1]",
        "[Summaries] Fig. 5, Method invocation (lookup(m))",
        "printed error",
        "lookup(m) knows no class: always the same body",
        "call_on_input.jl",
    ),
    Mutant(
        "invocation-ignores-null",
        FILE,
        "answer.append(Fault(is_null, (), heap, ErrorKind.NULL))\n        answer.append(Fault(no_body",
        "answer.append(Fault(no_body",
        "[Summaries] Fig. 5, Method invocation",
        "printed error",
        "a call on null is no end of its own",
        "call_on_input.jl",
    ),
    Mutant(
        "new-fields-uninitialized",
        FILE,
        "R_NULL if f.type.sort is REF else f.type.default",
        "R_UN if f.type.sort is REF else f.type.default",
        "[Uber-lazy draft] Fig. 3, New",
        "printed error",
        "the fields of a new object are fresh references without locations",
        "new_fields.jl",
    ),
    Mutant(
        "inputs-never-alias",
        RULES,
        "if creator.op is Op.SYM and heap.inputs.compatible(ref, creator):",
        "if creator is ref:",
        "[Uber-lazy draft] Fig. 3, Field access (non-null)",
        "printed error",
        "an input is null or a new location",
        "three_aliases.jl",
    ),
    Mutant(
        "write-tests-the-value",
        FILE,
        "return self._access(heap, ref, field, after, facts + more, value if holders else None)",
        "tested = value if value is NULL or not isinstance(value, int | Term) else ref\n"
        "        return self._access(heap, tested, field, after, facts + more, value if holders else None)",
        "[Uber-lazy draft] Fig. 4, Field write (null), (non-null)",
        "printed error",
        "the conditions are those of the value r instead of the receiver r_x",
        "null_value.jl",
    ),
    Mutant(
        "init-looks-at-the-value",
        RULES,
        "        current = handle_of(heap.R.get((at, field), R_UN))\n",
        "        if (at, field) not in heap.R:\n            continue\n"
        "        current = handle_of(heap.R.get((at, field), R_UN))\n",
        "[Uber-lazy] Fig. 3, Field write (eval); Fig. 5, Field write (Ψ_x)",
        "printed error",
        "`init` initializes the value's field; the receiver's, where R(l, f) = ∅, is in no Ψ_x and is not written",
        "written_value.jl",
    ),
    Mutant(
        "scalars-are-default",
        RULES,
        "return replace(heap, R=heap.R.set((at, field), named)), facts",
        "return replace(heap, R=heap.R.set((at, field), field.type.default)), facts",
        "[Summaries] Fig. 8, Summarize, silent",
        "printed error",
        "closest to having no rule: scalar fields of input objects are 0 and false",
        "input_scalars.jl",
    ),
)
