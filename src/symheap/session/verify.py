"""Verify a property of a Java program that begins with `main` and whose inputs are results of `nondet` methods.

Laws: *true* is said only if every path was followed to its end and no assertion failed on any of them; *false* only if
a JVM has run the program to the violation, with the inputs of a path.  Everything else is *unknown*, with a reason.
See `docs/adr/035-verdicts-for-java.md`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from symheap.core.deadline import Deadline, within
from symheap.core.outcome import Bound, Cut, Threw, Unsupported
from symheap.core.source import Position
from symheap.engine.rounds import Rounds, deepening
from symheap.engine.search import Alternating, Search
from symheap.engine.state import Trace
from symheap.lang.java.classfile.descriptors import method_type
from symheap.lang.java.entry import program_of
from symheap.lang.java.files.child import CannotRun
from symheap.lang.java.mains import MainProgram, open_main
from symheap.lang.java.natives.nondet import is_input
from symheap.lang.java.reading import reading
from symheap.lang.java_programs import loaded
from symheap.lang.target import Loaded, Target
from symheap.lang.task import ENDING, read_task
from symheap.report.verify.verdict import TEXT, CallResult, Open, Verdict, Violation, Word
from symheap.session.rounds import InRounds
from symheap.session.run import Run, start
from symheap.session.settings import Settings
from symheap.session.status import Status, WrongUse
from symheap.session.tasks import only_property
from symheap.session.verifying import NAMES, Verifying
from symheap.session.watching import Watcher, last_moment
from symheap.testgen.building.strings import text_of
from symheap.testgen.verifier.replay import SECONDS, Replay

PROPERTIES: Final = {"valid-assert": "assert", "no-runtime-exception": "no-runtime-exception"}
"""Maps the properties of the competition, by the names of their files, to the names used here."""
_ASSERTION, _RUNTIME = "java.lang.AssertionError", "java.lang.RuntimeException"
_VIOLATIONS: Final = {"assert": _ASSERTION, "no-runtime-exception": _RUNTIME}
assert tuple(_VIOLATIONS) == NAMES
_INITIALIZER: Final = "java.lang.ExceptionInInitializerError"
"""It wraps exceptions that are no errors: whether they leave the program is a matter of definition."""
ASSUMED: Final = (
    "input strings are Latin-1; main gets no arguments",
    "there is one thread; output and log entries are ignored, and log messages are not formatted (no toString is "
    "called); loggers have level INFO, and formatters work",
    "assertions are enabled; there is always room for another object, and for another call within the bounds",
    "no class beyond those given exists, and private and final fields are not changed by reflection; effects of "
    "initialisers inside the JDK are ignored",
    "the default locale is en_US, the default charset UTF-8, and a line ends in \\n",
)
"""The assumptions that a verdict *true* rests on."""
_LONGEST: Final = 1_000_000
"""A longer string is not built on a JVM."""
_REPLAYS: Final = 20
"""The number of executions on a JVM that do not confirm a violation before no more are tried."""
_DEEP_LOOP: Final = 150
_DEEP_CALLS: Final = 200
"""The bounds of the second exploration, depth first.  It looks for violations that many shallow paths hide."""
_FOR_REPLAYS: Final = 5.0
"""Seconds at the end that are left for running a violation that is found late."""
_PLACE: Final = re.compile(r"(?P<method>[\w$]+\.[\w$]+)\(\)@(?P<file>.*):(?P<line>\d+)#(?P<number>\d+)")


@dataclass(frozen=True)
class VerifyRequest:
    """A request to verify a target, which may be a task definition of SV-COMP."""

    target: str
    wanted: Verifying
    settings: Settings


def status_of(result: Verdict) -> Status:
    """Return the exit status of a verdict.  Unknown never looks like true."""
    if result.run.stopped is Bound.INTERRUPTED:
        return Status.INTERRUPTED
    return {Word.TRUE: Status.CLEAN, Word.FALSE: Status.FINDINGS, Word.UNKNOWN: Status.INCONCLUSIVE}[result.word]


class Endless(InRounds):
    """Rounds that double the bounds up to the last ones, whatever they bring."""

    def order(self) -> Search[Any]:
        return Alternating()

    def rounds(self, last: Any, measure: Callable[[], object]) -> Rounds:
        return deepening(last, (1 << n for n in range(1, last.max_loop.bit_length())))


def verify(request: VerifyRequest, watcher: Watcher) -> Verdict:
    """Explore the program until a violation has been run on a JVM, or every path was followed, or the time is over.

    The first half of the time is for rounds; what they leave open is looked for depth first.
    """
    request, files = _of_task(request)
    settings = request.settings
    deadline = watcher.until(settings.timeout)
    watcher.show(lambda: f"symheap: verifying {request.target}")
    opened = watcher.call(lambda: within(last_moment(deadline), lambda: _opened(request, files)))
    if opened is None:
        raise KeyboardInterrupt
    program, ready = opened
    replays = _Replays(request, program, deadline)
    in_rounds = settings.deepen != "no"
    deadline = deadline.later(-min(_FOR_REPLAYS, (settings.timeout or 0.0) / 10))
    first_until = deadline.share(2) if in_rounds else deadline
    run = _started(ready, settings.for_unit(first_until), Endless(while_new=False) if in_rounds else None)
    verdict = _Verifying(request, program, run, watcher, replays).verify()
    if verdict.word is not Word.UNKNOWN or run.stopped is not Bound.TIME or first_until is deadline:
        return verdict
    deep = replace(settings, search="dfs", max_loop=min(settings.max_loop, _DEEP_LOOP))
    run = _started(ready, replace(deep, max_calls=min(settings.max_calls, _DEEP_CALLS)).for_unit(deadline), None)
    second = _Verifying(request, program, run, watcher, replays).verify()
    return second if second.word is not Word.UNKNOWN or run.stopped is Bound.INTERRUPTED else verdict


def _started(ready: Loaded, settings: Settings, in_rounds: InRounds | None) -> Run:
    bounds, search = settings.bounds(), settings.search
    chain = settings.chain()
    return start(ready, settings.heap, chain, bounds, search=search, seed=settings.seed, in_rounds=in_rounds)


def _of_task(request: VerifyRequest) -> tuple[VerifyRequest, tuple[Path, ...]]:
    """Replace a task definition by its first file or folder, and the others.  A given property wins."""
    wanted, file = request.wanted, Path(request.target)
    more = tuple(map(Path, wanted.sources))
    if file.suffix == ENDING and file.is_file():
        task = read_task(file)
        if task.language not in ("", "java"):
            raise WrongUse(f"{file} is a task in {task.language.upper()}, and verify is for Java")
        if not wanted.property:
            wanted = replace(wanted, property=only_property(file, task, PROPERTIES))
        *others, last = task.files
        return replace(request, target=str(last), wanted=wanted), (*others, *more)
    if not wanted.property:
        raise WrongUse(f"name a property: --property {' or '.join(_VIOLATIONS)}")
    return request, more


def _opened(request: VerifyRequest, more: Sequence[Path]) -> tuple[MainProgram, Loaded]:
    target = Target.parse(request.target)
    options = replace(request.settings.java(), verifier=request.wanted.verifier, first_use=True)
    with reading(target):
        program = open_main(target, more, options)
        ready = loaded(target, program_of(target, program.subject, options))
        return program, replace(ready, assumptions=ASSUMED)


class _Verifying:
    """One exploration, whose violations are run on a JVM as they are found."""

    def __init__(
        self, request: VerifyRequest, program: MainProgram, run: Run, watcher: Watcher, replays: _Replays
    ) -> None:
        self._request = request
        self._program = program
        self._run = run
        self._watcher = watcher
        self._replays = replays
        self._open: dict[Open, None] = {}

    def verify(self) -> Verdict:
        violation = None
        for trace in self._watcher.each(self._run.exploration):
            self._run.note(trace)
            violation = self._judged(trace)
            if violation is not None:
                break
        self._run.finish(Bound.INTERRUPTED if self._watcher.seen else None)
        if violation is not None:
            return self._result(Word.FALSE, violation)
        reasons = (*self._open, *self._bounds())
        return self._result(Word.UNKNOWN if reasons else Word.TRUE, None, reasons)

    def _result(self, word: Word, violation: Violation | None, reasons: tuple[Open, ...] = ()) -> Verdict:
        wanted = self._request.wanted
        target, sources = self._request.target, self._program.sources
        return Verdict(target, wanted.property, word, reasons, violation, self._run, sources)

    def _judged(self, trace: Trace[Any]) -> Violation | None:
        """Return the violation that a trace ends in, if a JVM confirms it; note what stays open otherwise.

        A path that no solver confirmed has been followed all the same: it matters only if it ends in a violation.
        """
        end = trace.end
        if isinstance(end, Unsupported):
            self._note("unsupported", f"{end.what} is not supported ({_place(end.position)})")
        elif isinstance(end, Cut):
            self._note(end.bound.value, f"a path was cut at {_place(end.position)} (--{end.bound.value})")
        elif isinstance(end, Threw):
            return self._of_exception(trace, end)
        return None

    def _of_exception(self, trace: Trace[Any], end: Threw) -> Violation | None:
        at = f"{end.exception} at {_place(end.position)}"
        if not self._program.subject.world.exists(end.exception):
            self._note("unsupported", f"an error that is no exception ({end.detail} at {_place(end.position)})")
        elif end.exception == _INITIALIZER and self._request.wanted.property != "assert":
            self._note("initializer", f"an initialiser fails: {at}")
        elif self._replays.violates(end.exception):
            if not trace.confirmed:
                self._note("solver", f"no solver knows whether some input leads to {at}")
                return None
            replayed = self._replays.run(self._run, trace, end)
            if isinstance(replayed, Violation):
                return replayed
            self._open.setdefault(replayed)
        return None

    def _note(self, kind: str, text: str) -> None:
        self._open.setdefault(Open(kind, text))

    def _bounds(self) -> Iterator[Open]:
        """Yield what keeps the whole run from being complete."""
        stopped = self._run.stopped
        if stopped is Bound.TIME:
            left = self._run.frontier + self._run.exploration.progress.parked
            yield Open("timeout", f"out of time, with {left} states left to explore")
        elif stopped is not None:
            yield Open(stopped.value, f"the run was stopped ({stopped.value})")
        elif self._request.wanted.property == "assert" and self._made_assertion_error():
            yield Open("caught", "an AssertionError is made on some path, and does not leave the program there")

    def _made_assertion_error(self) -> bool:
        """Whether a path creates an AssertionError, itself or in an initialiser that all paths share."""
        machine, world = self._run.exploration.machine, self._program.subject.world
        return any(
            method.owner == _ASSERTION and method.key.startswith("<init>") for method in machine.entered()
        ) or any(world.exists(name) and world.is_subtype(name, _ASSERTION) for name in machine.initializers.created)


class _Replays:
    """Executions on a JVM of the violations that explorations of a program have found."""

    def __init__(self, request: VerifyRequest, program: MainProgram, deadline: Deadline) -> None:
        self._request = request
        self._program = program
        self._deadline = deadline
        self._replay = Replay(program, request.wanted.verifier)
        self._failed = 0
        self._kinds = self._kinds_of_inputs()

    def violates(self, exception: str) -> bool:
        """Whether an exception violates the property if it leaves the program."""
        world = self._program.subject.world
        return world.exists(exception) and world.is_subtype(exception, _VIOLATIONS[self._request.wanted.property])

    def run(self, run: Run, trace: Trace[Any], end: Threw) -> Violation | Open:
        """Return the violation that a trace ends in; if no JVM confirms it, the reason."""
        what = f"{end.exception} at {_place(end.position)}"
        inputs = self._inputs(run, trace)
        if inputs is None:
            return Open("not-replayed", f"{what} was found, and its inputs cannot be built")
        if self._failed == _REPLAYS:
            return Open("not-replayed", f"{what} was found, after {_REPLAYS} violations that no JVM confirmed")
        try:
            ended = self._replay.run(inputs, min(SECONDS, max(1.0, self._deadline.left)))
        except CannotRun as error:
            return Open("not-replayed", f"{what} was found, and could not be run: {error}")
        thrown = ended.exceptions[0] if ended.exceptions else ""
        if ended.how == "threw" and self.violates(thrown):
            return Violation(thrown, _own_place(run, end), inputs)
        self._failed += 1
        said = f"ended with {thrown}" if thrown else ended.how
        return Open("not-confirmed", f"{what} was found, and a JVM did not confirm it: the execution {said}")

    def _kinds_of_inputs(self) -> dict[str, str]:
        """Return the kinds of the methods that return inputs, as `CallResult` names them."""
        world, name = self._program.subject.world, self._request.wanted.verifier
        if not world.exists(name):
            return {}
        kinds = {}
        for method in world.find(name).methods.values():
            if is_input(method):
                kind = method_type(method.descriptor).result.descriptor
                kinds[f"{name.rpartition('.')[2]}.{method.name}"] = TEXT if kind.startswith("L") else kind
        return kinds

    def _inputs(self, run: Run, trace: Trace[Any]) -> tuple[CallResult, ...] | None:
        """Return the inputs of a path, in order; None if one of them cannot be built."""
        heap = run.exploration.witness(trace)
        if heap is None:
            return None
        numbered: list[tuple[int, CallResult]] = []
        for name, value in heap.roots.items():
            match = _PLACE.fullmatch(name)
            if match is None or match["method"] not in self._kinds:
                continue
            kind = self._kinds[match["method"]]
            shown: Any = value
            if kind == TEXT:
                shown = text_of(heap, int(value), _LONGEST)
                if shown is None:
                    return None
            given = CallResult(f"{match['method']}()", match["file"], int(match["line"]), kind, shown)
            numbered.append((int(match["number"]), given))
        return tuple(given for _, given in sorted(numbered, key=lambda each: each[0]))


def _own_place(run: Run, end: Threw) -> Position:
    """Return the innermost position in the program's own code."""
    is_own = run.notation.is_own
    return next((at for at in (end.position, *end.stack) if is_own(at)), end.position)


def _place(position: Position) -> str:
    return f"{position.file}:{position.line}"
