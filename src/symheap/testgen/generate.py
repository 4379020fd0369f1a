"""Generate the tests of a class: collect them from its methods, run them, and minimise the suite."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from symheap.core.deadline import NEVER, Deadline
from symheap.testgen.access import Access
from symheap.testgen.attempts import without_duplicates
from symheap.testgen.building.helper import HELPER, helper_source
from symheap.testgen.cases import NoTest, Test
from symheap.testgen.confirm import Confirmed, Jvm, confirm
from symheap.testgen.goals import Outcome, outcome_of
from symheap.testgen.jumps import Jumps
from symheap.testgen.minimize import Minimize, minimized
from symheap.testgen.paths import OwnPaths
from symheap.testgen.places import places_in
from symheap.testgen.replay.coverage import Coverage
from symheap.testgen.replay.sources import Source
from symheap.testgen.results import Generated, MethodTests
from symheap.testgen.writing.stamp import stamped
from symheap.testgen.writing.suite import class_name_for, test_file
from symheap.testgen.writing.titles import titled


@dataclass(frozen=True, slots=True)
class Plan:
    """How to make the suite of a class.  Without a `jvm` the tests are not run.

    A test that was not run by `until` is withheld.
    """

    target: str
    class_name: str
    access: Access
    junit: int = 5
    minimize: Minimize = Minimize.NONE
    jvm: Jvm | None = None
    until: Deadline = NEVER


@dataclass(frozen=True, slots=True)
class Suite:
    """The result for a class, and the files to write, the test class first."""

    generated: Generated
    sources: tuple[Source, ...]

    @property
    def files(self) -> dict[str, str]:
        """The texts by class name."""
        return {each.class_name: each.text for each in self.sources}

    def text_of(self, test: Test) -> str:
        """Return the method of a test, with the lines above it."""
        [place] = [place for each in self.sources for place in each.tests if place.name == test.name]
        lines = self.sources[0].text.split("\n")[place.first - 1 : place.last]
        return textwrap.dedent("\n".join(lines))


def generate(plan: Plan, found: Sequence[MethodTests], progress: Callable[[int], None] = lambda run: None) -> Suite:
    """Make one suite from the tests of all methods.  Raises `CannotRun` if there is no JVM to run them."""
    methods = _titled(tuple(map(without_duplicates, found)))
    tests = tuple(test for method in methods for test in method.tests)
    confirmed = Confirmed(tests)
    if plan.jvm is not None and tests:
        confirmed = confirm(plan.jvm, tests, lambda some: sources(plan, some), progress, plan.until)
    kept = minimized(confirmed.tests, plan.minimize, _covers(plan, confirmed))
    generated = Generated(
        target=plan.target,
        class_name=plan.class_name,
        test_class=class_name_for(plan.access, plan.class_name),
        methods=tuple(_settled(method, kept, confirmed.withheld) for method in methods),
        replayed=plan.jvm is not None,
        coverage=_coverage(plan, confirmed, kept),
        left_out=len(confirmed.tests) - len(kept) + sum(method.left_out for method in methods),
    )
    return Suite(generated, sources(plan, kept) if kept else ())


def _titled(methods: tuple[MethodTests, ...]) -> tuple[MethodTests, ...]:
    """Name all tests together, because names must be unique in the class."""
    named = iter(titled([test for method in methods for test in method.tests]))
    return tuple(replace(method, tests=tuple(islice(named, len(method.tests)))) for method in methods)


def sources(plan: Plan, tests: Sequence[Test]) -> tuple[Source, ...]:
    """Return the file of some tests, and the helper if one of them uses it."""
    file = test_file(plan.class_name, tests, plan.access, plan.junit)
    own = Source(file.package, file.class_name, file.text, places_in(file))
    return (own, Source(file.package, HELPER, _helper(file.package))) if file.uses_helper else (own,)


def _helper(package: str) -> str:
    return stamped(f"// For the tests that symheap generates beside it.\n{helper_source(package)}")


def _settled(method: MethodTests, kept: Sequence[Test], withheld: Mapping[str, NoTest]) -> MethodTests:
    names = {test.name for test in kept}
    own = [withheld[test.name] for test in method.tests if test.name in withheld]
    return replace(
        method,
        tests=tuple(test for test in method.tests if test.name in names),
        without=(*method.without, *own),
    )


def _covers(plan: Plan, confirmed: Confirmed) -> Callable[[Test], frozenset[Hashable]]:
    """Return a function from tests to branches and outcomes: as measured on the JVM, or else as predicted."""
    if plan.jvm is None:
        return lambda test: frozenset((*OwnPaths(test.candidate.java).of(test.run).events, _outcome(test)))
    measured = confirmed.reached(Jumps(plan.access.world.class_path)) if confirmed.seen else {}
    return lambda test: measured[test.name] | {_outcome(test)}


def _outcome(test: Test) -> Outcome:
    return outcome_of(test.candidate.java.subject.method, test.run)


def _coverage(plan: Plan, confirmed: Confirmed, kept: Sequence[Test]) -> Coverage | None:
    if plan.jvm is None:
        return None
    class_path = plan.access.world.class_path
    nested = [name for name in class_path.user_names() if name.startswith(f"{plan.class_name}$")]
    return confirmed.coverage(class_path, (plan.class_name, *nested), kept)
