"""All tests are compiled at once, and one that javac refuses does not affect the others."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from replay_subject import HEAD, classes, file_of, toolchain

from symheap.lang.java.files.child import CannotRun
from symheap.lang.java.files.jdk import Jdk
from symheap.testgen.replay.compile import Compiled, compile_tests
from symheap.testgen.replay.sources import LinesOfTest, Name, Source

MIXED = """
    @Test
    void good() {
        assertNull(null); // act
    }
    @Test
    void unknownName() {
        assertNull(nobody); // act
    }
    @Test
    void alsoGood() {
        assertEquals(1, Jumps.table(0)); // act
    }
    @Test
    void wrongType() {
        Stack stack = "text"; // act
    }
"""


def compiled(folder: Path, *sources: Source) -> Compiled:
    return compile_tests(toolchain(), [classes()], sources, folder)


def names(*tests: str, of: str = "MixedTest") -> set[Name]:
    return {Name(f"subject.{of}", test) for test in tests}


def test_a_test_that_does_not_compile_is_left_out_with_the_reason(tmp_path: Path) -> None:
    build = compiled(tmp_path, file_of("MixedTest", MIXED), file_of("OtherTest", MIXED.split("    @Test\n")[1]))
    assert set(build.refused) == names("unknownName", "wrongType")
    assert build.refused[Name("subject.MixedTest", "unknownName")] == "line 13: cannot find symbol"
    assert "incompatible types" in build.refused[Name("subject.MixedTest", "wrongType")]
    assert [[test.name for test in source.tests] for source in build.sources] == [["good", "alsoGood"], []]
    assert (build.folder / "subject" / "MixedTest.class").is_file()
    assert (build.folder / "subject" / "OtherTest.class").is_file()


IMPORTING = """
    @Test
    void hidden() {
        Node node = null; // act
    }
    @Test
    void plain() {
        assertNull(null); // act
    }
"""


def test_an_import_that_javac_refuses_loses_only_the_tests_that_need_it(tmp_path: Path) -> None:
    head = HEAD.replace("package subject;\n", "package subject;\nimport java.util.HashMap.Node;\n", 1)
    build = compiled(tmp_path, file_of("MixedTest", IMPORTING, head))
    assert set(build.refused) == names("hidden")
    assert [[test.name for test in each.tests] for each in build.sources] == [["plain"]]


def test_the_others_stay_at_their_lines(tmp_path: Path) -> None:
    source = file_of("MixedTest", MIXED)
    [kept] = compiled(tmp_path, source).sources
    assert kept.tests == tuple(test for test in source.tests if "ood" in test.name)
    assert len(kept.text.split("\n")) == len(source.text.split("\n"))
    assert "nobody" not in kept.text


def test_a_syntax_error_hides_no_other_error(tmp_path: Path) -> None:
    broken = MIXED.replace('"text"', "= = 3")
    assert set(compiled(tmp_path, file_of("MixedTest", broken)).refused) == names("unknownName", "wrongType")


def test_an_error_outside_of_tests_is_the_fault_of_the_whole_file(tmp_path: Path) -> None:
    good, _, _ = MIXED.partition("    @Test\n    void unknown")
    bad = file_of("MixedTest", f"{good}    Nobody field;\n")
    build = compiled(tmp_path, bad, file_of("OtherTest", MIXED.replace("nobody", "null").replace('"text"', "null")))
    assert set(build.refused) == names("good")
    assert len(build.sources[0].tests) == 4
    assert not (build.folder / "subject" / "MixedTest.class").exists()


def test_without_the_helper_nothing_compiles(tmp_path: Path) -> None:
    helper = Source("subject", "TestObjects", "package subject;\nclass TestObjects { int x = nobody; }\n")
    build = compiled(tmp_path, file_of("MixedTest", MIXED), helper)
    assert set(build.refused) == names("good", "unknownName", "alsoGood", "wrongType")
    assert build.sources == ()


def test_source_beyond_ascii_is_read_as_utf_8(tmp_path: Path) -> None:
    body = '    @Test\n    void good() {\n        assertEquals(1, "é".length()); // act\n    }\n'
    build = compiled(tmp_path, file_of("MixedTest", body))
    assert not build.refused
    assert "é".encode() in (build.folder / "subject" / "MixedTest.class").read_bytes()


def test_a_place_without_a_test_has_no_line() -> None:
    source = Source("", "A", "one\ntwo\nthree\n", (LinesOfTest("b", 2, 2, (2, 2)),))
    assert source.without(frozenset({"b"})).text == "one\n\nthree\n"
    assert source.path == "A.java"
    assert str(Name("p.A", "b")) == "p.A.b"


def test_there_may_be_no_compiler_that_runs(tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "javac").write_text("no program")
    broken = replace(toolchain(), jdk=Jdk(tmp_path, 17, "17"))
    with pytest.raises(CannotRun, match="cannot be run"):
        compile_tests(broken, [classes()], [file_of("MixedTest", MIXED)], tmp_path)
