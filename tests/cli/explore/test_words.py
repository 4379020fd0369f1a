"""No text shows internals to a user: descriptors, operators of bit-vectors, numbers for offsets."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest
from cli_runner import ROOT, symheap

from sampling import sample
from symheap.report.formats.descriptors import without_descriptors
from symheap_testing.java.corpus import jdk_for

PROGRAMS: Final = ROOT / "tests" / "programs"
JAVA: Final = sorted((*(PROGRAMS / "java").glob("*.java"), *(PROGRAMS / "first_minute").glob("*.java")))
TUTORIAL: Final = sorted((ROOT / "examples" / "tutorial").rglob("*.java"))
C: Final = sorted((*PROGRAMS.glob("c*/*.c"), *(ROOT / "examples").glob("c/*.c")))
EXAMPLES: Final = sorted((*(ROOT / "examples").glob("javalite/*.jl"), *(ROOT / "examples").glob("pose/*.pose")))

_TYPE = r"\[*(?:[BCDFIJSZ]|L[\w$]+(?:/[\w$]+)+;)"
FORBIDDEN: Final = {
    "a descriptor of a method": re.compile(rf"\((?:{_TYPE})*\)(?:V|{_TYPE})(?![\w(])"),
    "a descriptor of a class": re.compile(r"\bL[a-z]\w*(?:/[\w$]+)+;"),
    "an operator of bit vectors": re.compile(r"\b(?:extract|zero_extend|sign_extend|concat|bv[a-z]+)\("),
    "a negative number as a large one": re.compile(r"\boffset \d{12,}|\b1844674407\d{10}\b"),
    "a type without its name": re.compile(r"<anonymous \d+>"),
    "a jump of the bytecode": re.compile(r"\.java:\d+: branch |\bline \d+: branch "),
    "an error of symheap": re.compile(r"symheap: internal error|Traceback"),
}


def forbidden(text: str) -> list[str]:
    return [
        f"{what}: {line.strip()}"
        for line in text.splitlines()
        for what, pattern in FORBIDDEN.items()
        if pattern.search(line)
    ]


def test_the_patterns_find_what_they_are_for() -> None:
    shown = (
        "throws X (out-of-bounds, pop()Ljava/lang/Object;)",
        "null has no 'charAt(I)C'",
        "of Ljava/lang/String;",
        "extract(x, 31, 0) == 3",
        "at offset 18446744072007035116",
        "struct <anonymous 29>",
        "  decides  Stack.java:23: branch true",
    )
    assert all(forbidden(line) for line in shown)
    assert not forbidden("line 23: i < size  yes\nreturns (int) x & 0xff at offset -8\n(1 path) Z\n")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("null has no 'equals(Ljava/lang/Object;)Z'", "null has no 'equals(Object)'"),
        ("shop.Till.put([[ILjava/util/Map$Entry;J)V", "shop.Till.put(int[][],Entry,long)"),
        ("main", "main"),
        ("f(I) is (I)", "f(I) is (I)"),
    ],
)
def test_descriptors_become_types_of_java(text: str, shown: str) -> None:
    assert without_descriptors(text) == shown


@pytest.mark.parametrize("form", ["json", "sarif", "junit-xml"])
@pytest.mark.parametrize("name", ["first_minute/LinkedQueue", "java/LinkedStack"])
def test_forms_for_machines_show_no_internals(form: str, name: str) -> None:
    if jdk_for(17) is None:
        pytest.skip("no JDK of that version with javac")
    assert not forbidden(said("explore", PROGRAMS / f"{name}.java", "-q", "--no-store", "--format", form))


def said(*arguments: str | Path) -> str:
    """Return all output of a command, which must neither fail nor be used wrongly."""
    result = symheap(*arguments)
    assert result.status in (0, 1, 3), result.err
    return result.out + result.err


needs_jdk = pytest.mark.skipif(jdk_for(17) is None, reason="no JDK of that version with javac")


@needs_jdk
@pytest.mark.parametrize("source", sample([*JAVA, *TUTORIAL], 16), ids=lambda source: source.stem)
def test_explore_speaks_java(source: Path) -> None:
    limits = ("--max-traces", "12", "--max-loop", "2", "--timeout", "4")
    assert forbidden(said("explore", source, "--paths", "--no-store", "--assumptions", *limits)) == []


@needs_jdk
@pytest.mark.parametrize("source", sample(JAVA[::12], 12), ids=lambda source: source.stem)
@pytest.mark.parametrize("command", ["test", "compare", "check"])
def test_other_commands_speak_java(command: str, source: Path, tmp_path: Path) -> None:
    own = {"test": ("-o", tmp_path, "--no-replay", "--no-store", "--assumptions", "--max-traces", "12")}.get(
        command, ()
    )
    assert forbidden(said(command, source, *own, "--timeout", "6")) == []


@pytest.mark.parametrize("source", sample(C, 40), ids=lambda source: f"{source.parent.name}-{source.stem}")
def test_prove_speaks_c(source: Path) -> None:
    assert (
        forbidden(
            said(
                "prove",
                source,
                "-I",
                ROOT / "tests" / "programs" / "c" / "include",
                "--no-store",
                "--graph",
                "-v",
                "--assumptions",
                "--timeout",
                "1",
            )
        )
        == []
    )


@pytest.mark.parametrize("source", sample(EXAMPLES, 16), ids=lambda source: source.name)
def test_the_small_languages_speak_for_themselves(source: Path) -> None:
    assert forbidden(said("explore", source, "--no-store", "--max-traces", "50", "--timeout", "5")) == []
    assert forbidden(said("compare", source, "--max-traces", "50", "--timeout", "5")) == []


def test_a_struct_without_a_tag_has_the_name_of_its_typedef(tmp_path: Path) -> None:
    source = tmp_path / "points.c"
    source.write_text("typedef struct { int a; } Point;\nint f(Point p) { struct { int b; } o; o = p; return o.b; }\n")
    result = symheap("prove", source, "--no-store")
    assert "a value of type Point where struct without a name is needed" in result.err
