"""The use cases, called as any caller may: with a request, a listener and a watcher of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest

import symheap
from symheap.report.explore.derived import kept_paths
from symheap.report.explore.explored import Explored
from symheap.report.explore.explored import Path as FoundPath
from symheap.session.compare import Compared, compare
from symheap.session.explore import ExploreListener, ExploreRequest, ExploreResult, explore
from symheap.session.kept.keeping import UNKEPT, Keep
from symheap.session.settings import Settings
from symheap.session.status import Status
from symheap.session.subjects import Subjects
from symheap.session.watching import Alone
from symheap.store.file import RunFile
from symheap.store.folder import find
from symheap.store.records import KeptPath, RunState

T = TypeVar("T")
EXAMPLES = Path(__file__).parents[3] / "examples" / "javalite"
SWAP, SUM, TREE = (str(EXAMPLES / name) for name in ("swap.jl", "sum.jl", "tree.jl"))


class Heard:
    """Records what it hears."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self.result: ExploreResult | None = None

    def listener(self, subjects: Subjects) -> ExploreListener:
        self.words.append("several" if subjects.several else "one")
        return self

    def begin(self, run: Explored) -> None:
        self.words.append("begin")

    def add(self, record: KeptPath, path: FoundPath | None) -> None:
        self.words.append(f"{record.number}{'' if path is not None else ' from before'}")

    def pause(self) -> None:
        pass

    def end(self, run: Explored) -> None:
        self.words.append("end")

    def close(self, result: ExploreResult) -> None:
        self.result = result


class StopsAfter(Alone):
    """A caller that stops the work after this many items."""

    def __init__(self, items: int) -> None:
        self._left = items
        self.notes: list[str] = []

    def each(self, items: Iterable[T], /) -> Iterator[T]:
        iterator = iter(items)
        while not self.seen and (found := next(iterator, None)) is not None:
            yield found
            self._left -= 1
            self.seen = self._left <= 0

    def note(self, message: str) -> None:
        self.notes.append(message)


def test_a_listener_hears_of_every_path_once_and_in_order() -> None:
    heard = Heard()
    result = explore(ExploreRequest(SWAP, keep=UNKEPT), heard, Alone())
    assert heard.words == ["one", "begin", "0", "1", "end"]
    assert heard.result is result
    assert (result.status, [run.complete for run in result.runs]) == (Status.CLEAN, [True])


def test_a_run_that_the_caller_stops_is_kept_and_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SYMHEAP_RUNS", str(tmp_path / "runs"))
    settings = Settings(max_calls=2)
    whole = explore(ExploreRequest(TREE, settings, UNKEPT), Heard(), Alone())
    stopped = explore(ExploreRequest(TREE, settings, Keep(arguments=("explore", TREE))), Heard(), StopsAfter(5))
    assert stopped.status is Status.INTERRUPTED
    resumed = symheap.resume("")
    with RunFile.read(find(tmp_path / "runs", "")) as run:
        assert run.standing().state is RunState.FINISHED
        [subject] = run.subjects()
        paths = [(path.key, path.place) for path in kept_paths(run, subject.number)]
    assert len(paths) == len(set(paths)) == whole.runs[0].tally.total > 5
    assert resumed.status == int(whole.status)
    assert resumed.documents[0]["paths"] == whole.runs[0].tally.paths


class HeardOfModels:
    def __init__(self) -> None:
        self.agreeing: list[bool | None] = []

    def begin(self, subjects: Subjects) -> None:
        assert not subjects.several

    def add(self, compared: Compared) -> None:
        self.agreeing.append(compared.status is Status.CLEAN)


def test_models_are_compared_without_a_terminal() -> None:
    heard = HeardOfModels()
    result = compare(SUM, Settings(heaps=("pose", "lazy")), heard, Alone())
    assert heard.agreeing == [True]
    assert [run.heap for run in result.compared[0].runs] == ["pose", "lazy"]


def test_the_python_interface_takes_the_options_of_the_commands() -> None:
    short = symheap.explore(TREE, max_calls=1)
    assert short.paths()
    assert (short.complete, short.tally.cut > 0) == (False, True)
    with pytest.raises(TypeError, match="no option 'max_cals'; did you mean max_calls"):
        symheap.explore(TREE, max_cals=1)
    with pytest.raises(ValueError, match="max_calls must be an integer of at least 1"):
        symheap.explore(TREE, max_calls=0)
    with pytest.raises(ValueError, match="acyclic must be a list of names of fields"):
        symheap.explore(TREE, acyclic="next")


def test_tests_are_written_by_a_call(tmp_path: Path) -> None:
    source = tmp_path / "Sign.java"
    source.write_text("class Sign { static int of(int x) { return x > 0 ? 1 : x < 0 ? -1 : 0; } }")
    tests = symheap.test(str(source), tmp_path / "out", replay=False, minimize="none")
    assert (tests.tests, tests.paths, tests.complete, tests.crashes) == (3, 3, True, False)
    [file] = tests.files
    assert file.read_text(encoding="utf-8").count("@Test") == 3
    assert "Sign" in str(tests)


def test_a_class_is_explored_by_a_call(tmp_path: Path) -> None:
    source = tmp_path / "Two.java"
    source.write_text("class Two { static int a(int x) { return x; } static int b(boolean y) { return y ? 1 : 2; } }")
    path_counts = {
        run.target.rpartition("::")[2]: len(run.paths()) for run in symheap.explore_all(str(source), max_loop=2)
    }
    assert path_counts == {"a(int)": 1, "b(boolean)": 2}
