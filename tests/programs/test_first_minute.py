"""Everyday bugs: each is the first finding of its class, and crashes on the JVM; the twins have no errors."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from symheap.engine.bounds import Bounds
from symheap.lang.java.files.jdk import Jdk
from symheap.lang.java.options import JavaOptions
from symheap.lang.target import Loaded, load_all
from symheap.report.explore.explored import notation_of
from symheap.session.rounds import InRounds
from symheap.session.run import start
from symheap.solver.chain import default_chain
from symheap.testgen.reach.rank import Reachability, method_of
from symheap.testgen.reach.ranked import Rank, Ranked
from symheap_testing.java.corpus import jdk_for

FOLDER = Path(__file__).parent / "first_minute"
SOURCES = sorted(FOLDER.glob("*.java"))
BUGS = [source for source in SOURCES if not source.stem.endswith("Fixed")]
FEATURE = 17


@dataclass(frozen=True)
class Header:
    """The machine-readable lines at the top of a program."""

    bug: str
    calls: str


def header(source: Path) -> Header:
    text = source.read_text(encoding="utf-8")
    found = [re.search(rf"^// {name}: (.*)$", text, re.MULTILINE) for name in ("bug", "calls")]
    assert all(found), source
    return Header(*(each[1] for each in found if each is not None))


def jdk() -> Jdk:
    jdk = jdk_for(FEATURE)
    if jdk is None:
        pytest.skip("no JDK of that version with javac")
    return jdk


@pytest.fixture(scope="module")
def classes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All programs, compiled."""
    folder = tmp_path_factory.mktemp("classes")
    compiled(folder, SOURCES)
    return folder


def compiled(folder: Path, files: Sequence[Path]) -> None:
    command: list[str | Path] = [jdk().home / "bin" / "javac", "-g", "-nowarn", "-d", folder, "-cp", folder, *files]
    subprocess.run(command, check=True, capture_output=True, timeout=120)


def examined(classes: Path, name: str, *, explores: bool) -> tuple[Ranked, ...]:
    options = JavaOptions(jdk=str(jdk().home), environ=os.environ)
    reachability: Reachability | None = None
    for loaded in load_all(str(classes / f"{name}.class"), options).members:
        assert isinstance(loaded, Loaded)
        assert loaded.java is not None
        if reachability is None:
            reachability = Reachability(loaded.java, notation_of(loaded).is_own)
        if not explores:
            break
        explore_method(loaded, reachability)
    assert reachability is not None
    return reachability.ranked()


def explore_method(loaded: Loaded, reachability: Reachability) -> None:
    run = start(loaded, "pose", default_chain(), Bounds(max_loop=32), in_rounds=InRounds(while_new=True, methods=10))
    for path in run:
        reachability.note(run.exploration, path.trace, loaded.java)


def spelled(found: Ranked) -> str:
    return f"{found.key.line} {found.key.exception} {method_of(found.place)}"


def on_the_jvm(classes: Path, folder: Path, calls: dict[str, str]) -> dict[str, str]:
    """Return how statements end, by the file that they are about: the innermost place in it, or ``returns``."""
    lines = [
        f'try {{ {code} System.out.println("{name} returns"); }} catch (Throwable t) {{ say("{name}", t); }}'
        for name, code in calls.items()
    ]
    say = """static boolean isImplicit(StackTraceElement e) {
        return e.getMethodName().equals("valueOf") && e.getClassName().contains("$");
    }
    static void say(String name, Throwable t) {
        for (StackTraceElement e : t.getStackTrace())
            if (e.getFileName() != null && e.getFileName().equals(name + ".java") && !isImplicit(e)) {
                String where = e.getLineNumber() + " " + t.getClass().getName() + " " + e.getMethodName();
                System.out.println(name + " " + where);
                return;
            }
    }"""
    main = "import java.util.*;\npublic class Main {\n" + say + "\npublic static void main(String[] a) {\n"
    (folder / "Main.java").write_text(main + "\n".join(lines) + "\n}}\n", encoding="utf-8")
    shutil.copytree(classes, folder, dirs_exist_ok=True)
    compiled(folder, [folder / "Main.java"])
    command: list[str | Path] = [jdk().home / "bin" / "java", "-cp", folder, "Main"]
    run = subprocess.run(command, check=True, capture_output=True, text=True, timeout=120)
    ends = dict(line.split(" ", 1) for line in run.stdout.splitlines())
    return {name: with_line(name, end) for name, end in ends.items()}


def with_line(name: str, end: str) -> str:
    """An end with the line of the header where only its method is certain: a stack overflows in any line."""
    bug = header(FOLDER / f"{name}.java").bug
    is_same = end.split()[1:] == bug.split()[1:] and "java.lang.StackOverflowError" in end
    return bug if is_same else end


def test_every_bug_has_a_twin() -> None:
    assert len(BUGS) >= 20
    assert {f"{source.stem}Fixed" for source in BUGS} == {source.stem for source in SOURCES} - {b.stem for b in BUGS}


def test_the_headers_are_true(classes: Path, tmp_path: Path) -> None:
    """The bug throws where the header says; a twin returns from the same calls, or throws on purpose."""
    ends = on_the_jvm(classes, tmp_path, {source.stem: header(source).calls for source in SOURCES})
    for source in SOURCES:
        end = ends[source.stem]
        if source in BUGS:
            assert end == header(source).bug
        elif end != "returns":
            assert "throw new" in source.read_text(encoding="utf-8").splitlines()[int(end.split()[0]) - 1], end


def test_the_bug_is_the_first_finding_and_crashes_on_the_jvm(classes: Path, tmp_path: Path) -> None:
    found = {}
    for source in BUGS:
        ranked = examined(classes, source.stem, explores=False) or examined(classes, source.stem, explores=True)
        assert ranked, source
        assert ranked[0].rank is Rank.ERROR, source
        assert spelled(ranked[0]) == header(source).bug
        assert sum(each.rank is Rank.ERROR for each in ranked) == 1
        found[source.stem] = " ".join(ranked[0].statements)
    ends = on_the_jvm(classes, tmp_path, found)
    assert ends == {source.stem: header(source).bug for source in BUGS}


@pytest.mark.slow
def test_the_twins_have_no_errors(classes: Path) -> None:
    for source in SOURCES:
        if source not in BUGS:
            assert not [each for each in examined(classes, source.stem, explores=False) if each.rank is Rank.ERROR], (
                source
            )
    for name in ("HashIndexFixed", "SimpleDateFixed"):
        ranked = examined(classes, name, explores=True)
        assert ranked
        assert not [each for each in ranked if each.rank is Rank.ERROR]


@pytest.mark.parametrize("name", ["LinkedQueueFixed", "PriorityFixed", "RangeFixed", "TaskStatesFixed", "TokensFixed"])
def test_a_twin_without_loops_has_neither_errors_nor_warnings(classes: Path, name: str) -> None:
    """A crash only in states that no object reaches is a note."""
    assert {each.rank for each in examined(classes, name, explores=True)} <= {Rank.NOTE}
