"""Mutants of the rules of [SLAyer]: each breaks one rule, and a test of that rule must notice."""

from __future__ import annotations

from rule_mutant import RuleMutant

_DIAGNOSES = "unit/refinement/test_diagnose_failures.py"
_UFBV = "bmc/quantified/ufbv.py"

SLAYER = (
    RuleMutant(
        "slayer-free-keeps-the-object",
        "[SLAyer] section 2, Programs",
        "a freed object can still be read",
        (
            (
                "separation/execution/execute.py",
                "return replace(heap.replaced(thing, Object(thing.base, 1, lifetime=Lifetime.ENDED)), gone=gone)",
                "return heap",
            ),
        ),
        "programs/test_c_corpus.py::test_broken_twins_are_unsafe_with_an_input[array_of_pointers_broken]",
    ),
    RuleMutant(
        "slayer-states-keep-their-names",
        "[SLAyer] section 2, Abstract States",
        "equal symbolic heaps with other names of variables differ",
        (
            (
                "separation/heaps/canonical.py",
                "renaming = {symbol: variable(number, symbol.sort.width // 8) for symbol, number in numbers.items()}",
                "renaming = {symbol: symbol for symbol in numbers}",
            ),
        ),
        "unit/separation/test_shape_calls.py::test_canonical_forms_forget_names_order_and_what_separation_says",
    ),
    RuleMutant(
        "slayer-ls-stays-as-long",
        "[SLAyer] section 2, ls",
        "what is left of a list after its first item is as long as before",
        (
            (
                "separation/execution/unfolding.py",
                "        least=max(segment.least - 1, 0),\n        front=following",
                "        least=segment.least,\n        front=following",
            ),
        ),
        "unit/separation/test_shape_calls.py::test_unfolding_makes_an_item_and_a_shorter_segment",
    ),
    RuleMutant(
        "slayer-nothing-is-folded",
        "[SLAyer] section 2, Pattern-based Abstraction",
        "no item becomes part of a list",
        (("separation/abstraction/fold.py", "            new = self._once(heap)\n", "            new = None\n"),),
        "unit/separation/test_shape_folding.py::test_what_items_own_is_part_of_the_pattern",
    ),
    RuleMutant(
        "slayer-all-patterns-are-one",
        "[SLAyer] section 2, Pattern-based Abstraction",
        "a pattern entails every other with the same links",
        (
            (
                "separation/entailment/entail.py",
                "        known = entails(logic, as_heap(stronger), as_heap(weaker))\n",
                "        known = True\n",
            ),
        ),
        "unit/separation/test_shape_entail.py::test_patterns_from_strong_to_weak",
    ),
    RuleMutant(
        "slayer-vertices-without-their-heap",
        "[SLAyer] section 2, Abstract Transition Systems and Failed Proofs",
        "a vertex has the empty heap, which no heap before it entails",
        (
            (
                "separation/proof/transition.py",
                "vertex = Vertex(len(self.vertices), point, heap, before)",
                "vertex = Vertex(len(self.vertices), point, SymbolicHeap(), before)",
            ),
        ),
        "unit/separation/test_checking.py::test_every_abstraction_of_an_analysis_holds",
    ),
    RuleMutant(
        "slayer-analyze-stops-at-once",
        "[SLAyer] section 3, analyze",
        "no state is expanded",
        (("separation/proof/analysis.py", "            self._expand(number)\n", "            break\n"),),
        "unit/separation/test_checking.py::test_every_abstraction_of_an_analysis_holds",
    ),
    RuleMutant(
        "slayer-slice-goes-forwards",
        "[SLAyer] section 3, slice",
        "the slice is what a failure leads to, not what leads to it",
        (
            (
                "separation/proof/slicing.py",
                "before = _neighbours((edge.target, edge.source) for edge in system.edges)",
                "before = _neighbours((edge.source, edge.target) for edge in system.edges)",
            ),
        ),
        "unit/separation/test_shape_slicing.py::test_runs_to_a_failure_stay_in_the_slice",
    ),
    RuleMutant(
        "slayer-starts-over-as-before",
        "[SLAyer] section 3, abstraction_refinement",
        "the printed error: Algorithm 1 calls itself with the old abstraction",
        (("refinement/algorithm.py", "            precision = self._hastened(done).precision\n", ""),),
        "unit/refinement/test_decide_rounds.py::test_coarse_patterns_are_refined_until_there_is_a_proof",
    ),
    RuleMutant(
        "slayer-feasible-enters-no-block",
        "[SLAyer] section 4, feasible",
        "no execution of the slice is searched",
        (
            (
                "bmc/check.py",
                "return ENCODINGS[encoding](program, goals, allowed, limits, starts)",
                "return ENCODINGS[encoding](program, goals, frozenset(), limits, starts)",
            ),
        ),
        "unit/bmc/test_feasible_twins.py::test_the_error_is_found_by_search",
    ),
    RuleMutant(
        "slayer-tr-swaps-the-branches",
        "[SLAyer] section 4.2, tr",
        "a branch goes to the other vertex",
        ((_UFBV, "then, other = (_goes(", "other, then = (_goes("),),
        "unit/bmc/test_ufbv.py::test_both_encodings_agree",
    ),
    RuleMutant(
        "slayer-malloc-anywhere",
        "[SLAyer] section 4.2, malloc",
        "a new object may lie on an old one",
        ((_UFBV, """    yield _for_all(names, f"(=> {begun} (not ({now('alloc')} a)))")\n""", ""),),
        "unit/bmc/test_ufbv.py::test_two_objects_are_never_at_one_place",
    ),
    RuleMutant(
        "slayer-free-ends-nothing",
        "[SLAyer] section 4.2, free",
        "a freed object stays allocated",
        (
            (
                _UFBV,
                "    done = _goes(names, _Effect({}, ended=(at, size)), to)\n",
                "    done = _goes(names, _Effect({}), to)\n",
            ),
        ),
        "unit/bmc/test_ufbv.py::test_what_is_freed_may_be_given_out_again",
    ),
    RuleMutant(
        "slayer-store-anywhere",
        "[SLAyer] section 4.2, store",
        "a store succeeds at every address",
        (
            (
                _UFBV,
                'return f"(ite {_allocated(names, at, size)} {_guarded(names, (value,), done)} {error})"',
                "return _guarded(names, (value,), done)",
            ),
        ),
        "unit/bmc/test_ufbv.py::test_an_error_is_found_and_confirmed",
    ),
    RuleMutant(
        "slayer-inherited-imprecision-is-blamed",
        "[SLAyer] section 5, diagnose",
        "an edge is a discontinuity if the doomed state was there before it",
        (
            (
                "refinement/diagnose.py",
                "        if not satisfies(doomed.state, before):\n",
                "        if satisfies(doomed.state, before):\n",
            ),
        ),
        f"{_DIAGNOSES}::test_the_example_of_the_paper_has_a_list_whose_data_pointer_is_invalid",
    ),
    RuleMutant(
        "slayer-prefix-assumes-nothing",
        "[SLAyer] section 5, prefix",
        "the code for a pure formula is nop",
        (("refinement/prefix.py", "            self._writer.assume(spelled(fact, scope, 4))\n", "            pass\n"),),
        "unit/refinement/test_prefix_code.py::test_lemma_1_every_state_that_is_generated_is_a_model",
    ),
    RuleMutant(
        "slayer-refine-lets-the-state-in",
        "[SLAyer] section 6, refine",
        "an abstraction is chosen that admits the doomed state",
        (
            (
                "refinement/refine.py",
                "            if not meeting.admits(candidate.precision, states):\n",
                "            if meeting.admits(candidate.precision, states):\n",
            ),
        ),
        f"{_DIAGNOSES}::test_refinement_keeps_the_data_object_and_nothing_else",
    ),
)
