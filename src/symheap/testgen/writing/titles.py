"""Names of tests: ``<method>_<outcome>[_when<special fact about the input>]``.

The special fact is found by comparing the inputs of tests that would otherwise have equal names: it is about an access
path, and true for one of them only.  Short facts are preferred, and facts that the path condition mentions.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import combinations, groupby
from operator import and_

from symheap.core.origin import IndexStep
from symheap.core.terms import Op, Term
from symheap.core.walk import symbols
from symheap.lang.java.classes import INIT
from symheap.lang.java.classfile.descriptors import method_type
from symheap.lang.java.values.types import source_name
from symheap.testgen.cases import Test
from symheap.testgen.writing.facts import Fact, facts_of
from symheap.testgen.writing.naming import simple_name, word
from symheap.testgen.writing.outcomes import outcome

LONGEST = 60
_LAST_WORD = re.compile(r"(?:_[a-z]?|(?<=[a-z0-9])[A-Z])[a-z0-9]*$")
_ALIKE = 3
"""So many equal types in a row are counted in a name: ``of3Ints``."""
_MOST_FACTS = (60, 24, 12)
"""The number of facts that are tried one by one, in pairs and in threes."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A test and the parts of its name: the method, the outcome, and facts, the most informative first."""

    test: Test
    base: str
    facts: tuple[Fact, ...]


def titled(tests: Sequence[Test]) -> tuple[Test, ...]:
    """Return the tests of a class with their names, which are unique and the same in every run."""
    methods = _method_names(tests)
    drafts = [_draft(test, method) for test, method in zip(tests, methods, strict=True)]
    groups: defaultdict[str, Group] = defaultdict(Group)
    for draft in drafts:
        groups[draft.base].add(draft)
    proposed = [groups[draft.base].name(draft) for draft in drafts]
    return tuple(replace(test, name=name) for test, name in zip(tests, _unique(proposed), strict=True))


def _draft(test: Test, method: str) -> Draft:
    heap, java = test.built.heap, test.candidate.java
    trace = test.candidate.trace
    conjuncts = trace.path.conjuncts(facts=False) if trace is not None else ()
    mentioned = {_steps(each) for term in conjuncts for each in symbols(term) if each.op is Op.SYM}
    all_facts = facts_of(java, heap)
    ranked = sorted(all_facts, key=lambda fact: (not fact.concerns(mentioned), fact.weight, fact.path, fact.words))
    return Draft(test, f"{method}_{outcome(test)}", tuple(ranked))


def _steps(symbol: Term) -> tuple[str, ...]:
    """Return the access path of an input symbol."""
    root, steps = symbol.origin.steps()
    return (root, *(f"[{step.index}]" if isinstance(step, IndexStep) else step for step in steps))


# Methods --------------------------------------------------------------------------------------------------------------


def _method_names(tests: Sequence[Test]) -> list[str]:
    """Return the name of each test's method; overloads are distinguished by their parameter types."""
    methods = [test.candidate.java.subject.method for test in tests]
    keys = {(method.name, method.descriptor) for method in methods}
    counts = Counter(name for name, _ in keys)
    names: list[str] = []
    for test, method in zip(tests, methods, strict=True):
        simple = simple_name(test.candidate.java.subject.class_name)
        name = f"new{word(simple, 'Object')}" if method.name == INIT else word(method.name, "method")
        types = [source_name(p.descriptor, simple=True) for p in method_type(method.descriptor).parameters]
        type_words = "".join(_type_words(types)) or "NoArguments"
        names.append(f"{name}{type_words}" if counts[method.name] > 1 else name)
    return names


def _type_words(types: Sequence[str]) -> Iterator[str]:
    """Yield a word for each type; many equal ones in a row are counted."""
    for name, alike in groupby(types):
        count = len(list(alike))
        yield f"{count}{_type_word(name)}s" if count >= _ALIKE else _type_word(name) * count


def _type_word(name: str) -> str:
    plain = word(name.replace("[]", "Array"), "Type")
    return plain[:1].upper() + plain[1:]


# Special facts --------------------------------------------------------------------------------------------------------


class Group:
    """Tests that would have equal names.  The set of tests for which a fact holds is a bit set."""

    def __init__(self) -> None:
        self._drafts: list[Draft] = []
        self._holding: dict[Fact, int] = {}

    def add(self, draft: Draft) -> None:
        for fact in draft.facts:
            self._holding[fact] = self._holding.get(fact, 0) | 1 << len(self._drafts)
        self._drafts.append(draft)

    def name(self, draft: Draft) -> str:
        if len(self._drafts) == 1:
            return draft.base if len(draft.base) <= LONGEST else _short(_without_exception(draft.base))
        chosen = self._special(draft.facts)
        words, short = ("".join(_joined(each)) for each in ((f.words for f in chosen), (f.short for f in chosen)))
        plain = _without_exception(draft.base)
        every = (draft.base + words, draft.base + short, plain + words, plain + short)
        return next((name for name in every if len(name) <= LONGEST), _short(plain))

    def _special(self, facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
        """Return the first fact that no other test has, or else the first two or three, or else the rarest one."""
        for count, most in enumerate(_MOST_FACTS, 1):
            for chosen in combinations(facts[:most], count):
                if self._count(chosen) == 1:
                    return chosen
        return min(((fact,) for fact in facts[: _MOST_FACTS[0]]), key=self._count, default=())

    def _count(self, chosen: tuple[Fact, ...]) -> int:
        """Return the number of tests for which all of these facts hold."""
        return reduce(and_, (self._holding[fact] for fact in chosen)).bit_count()


def _joined(words: Iterable[str]) -> Iterator[str]:
    for i, each in enumerate(words):
        text = each[:1].upper() + each[1:]
        yield f"_when{text}" if i == 0 else f"And{text}"


def _without_exception(base: str) -> str:
    """Return ``at_throwsIllegalArgument`` for ``at_throwsIllegalArgumentException``."""
    return base.removesuffix("Exception") if "_throws" in base and not base.endswith("_throwsException") else base


def _short(name: str, most: int = LONGEST) -> str:
    """Return a name that is not too long, without parts of words at its end."""
    if len(name) <= most:
        return name
    whole_words = _LAST_WORD.sub("", name[: most + 1]).removesuffix("_when").rstrip("_")
    return whole_words or name[:most]


def _unique(wanted: list[str]) -> list[str]:
    taken: set[str] = set()
    names: list[str] = []
    for name in wanted:
        numbered = (name, *(f"{_short(name, LONGEST - 4)}_{i}" for i in range(2, len(wanted) + 2)))
        free = next(each for each in numbered if each not in taken)
        taken.add(free)
        names.append(free)
    return names
