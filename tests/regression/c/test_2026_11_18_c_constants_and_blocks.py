"""2026-11-18: constants were rounded twice, blocks without braces were none, and qualifiers decided no selection."""

from __future__ import annotations

import subprocess
from fractions import Fraction
from pathlib import Path

import pytest

from symheap.core.source import SourceError
from symheap.lang.c.entry import load, load_text
from symheap.lang.c.front.floats import encode, parse_float
from symheap.lang.c.front.types import Types
from symheap.lang.c.options import COptions
from symheap.memory.ir import DataModel
from symheap.refinement.algorithm import decide
from symheap.refinement.decision import Decision, Settings
from symheap.separation.proof.verdict import Word

CRASH = "*(int *)0 = 1;"
HEAD = "int nondet(void); void *malloc(unsigned long); void free(void *); "
FLOATS = Types(DataModel.LP64).floats


def decided(text: str) -> Decision:
    return decide(load_text(HEAD + text, "program.c", COptions()), Settings(seconds=20.0))


def body(text: str) -> Decision:
    return decided(f"int main(void) {{ {text} }}")


def refusals(found: Decision) -> set[str]:
    return {gap.reason for gap in found.system.gaps if gap.reason.startswith("refused: ")}


def holds(condition: str) -> str:
    return f"if (!({condition})) {CRASH} return 0;"


RIGHT = {
    "a float is rounded once": holds("1.00000017881393432617187499f != 1.000000178813934326171875f"),
    "an integer as a float": holds("(float)0x8000008000000001UL != (float)0x8000008000000000UL"),
    "a large integer as a long double": holds("(long)(long double)0x7fffffffffffffffL == 0x7fffffffffffffffL"),
    "a constant as a double": holds("(double)0.1L == 0.1"),
    "a constant of float.h": holds("((double)2.2204460492503131e-16L) < 1e-15"),
    "the escape of a wide character": holds("L'\\xff' == 255 && u'\\xffff' == 65535"),
    "the letter E": holds("'\\E' == 27"),
    "a range without numbers": (
        f"int n = nondet(); switch (n) {{ case 5 ... 3: {CRASH} }} switch ((unsigned)n) {{ case -1 ... 5: {CRASH} }}"
    ),
    "literals that are still there": (
        "int *p = 0, n = nondet(); if ((p = (int[]){1, 2}, n)) *p = 3; else p[1] = 2;"
        "for (p = (int[]){1}; n > 0; n--) (*p)++; return 0;"
    ),
    "a selection without qualifiers": "char b[2], *t = b; return _Generic(t, const char *: *(int *)0, char *: 0);",
    "qualifiers of a value": holds(
        "_Generic((const int)1, const int: 0, int: 1) && __builtin_types_compatible_p(const int, int)"
    ),
    "arrays that fit": holds(
        "__builtin_types_compatible_p(int[], int[3]) && !__builtin_types_compatible_p(int *, int[])"
    ),
    "what no execution comes to": (
        "switch (nondet() & 1) { case 0: case 1: return 0; default: __builtin_unreachable(); }"
    ),
    "the address behind a part": (
        "struct s { int a[2], b; } x = {{0}}; int m[2][3] = {{0}};"
        "for (int *p = x.a, *e = &x.a[2]; p < e; p++) *p = 1; return m[1][(unsigned)nondet() & 1];"
    ),
    "a last member of any length": (
        "struct s { int n; char d[1]; } *p = malloc(20); p->d[(unsigned)nondet() & 7] = 1; free(p); return 0;"
    ),
}
WRONG = {
    "a literal in the body of an if": "int *p, n = nondet(); if (n) p = (int[]){1}; else p = &n; return *p;",
    "a literal in a condition": "int *p, n = nondet(); if ((p = (int[]){1}, n)) n = 3; return *p;",
    "a literal in the body of a loop": "int *p = 0, n = 3; while (n-- > 0) p = &(int){n}; return *p;",
    "a literal in the body of a do": "int *p = 0, n = 3; do p = (int[]){1}; while (*p > 0 && n-- > 0); return 0;",
    "a literal in the body of a switch": "int *p = 0; switch (nondet()) case 3: p = (int[]){1}; return p ? *p : 0;",
    "a record that overlaps its copy": (
        "struct t { int a[4]; }; int b[8] = {0}; struct t *p = (void *)b, *q = (void *)(b + 1); *p = *q; return 0;"
    ),
}
REFUSED = {
    "a selection by qualifiers": (
        "const char *s = 0; return _Generic(s, char *: 0, const char *: *(int *)0);",
        "by qualifiers",
    ),
    "types that may differ in qualifiers": (
        "const char *s = 0; int a[1] = {0}; return a[!__builtin_types_compatible_p(__typeof__(s), char *)];",
        "may differ in qualifiers",
    ),
    "an index beyond a member": (
        "struct s { char a[4], b[4]; } x = {{0}}; return x.a[(unsigned)nondet() & 7];",
        "inside the object that it is a part of",
    ),
    "an index beyond a row": (
        "int m[2][3] = {{0}}; return m[0][(unsigned)nondet() & 3];",
        "inside the object that it is a part of",
    ),
    "what is not to be reached": ("if (nondet() == 3) __builtin_unreachable(); return 0;", "__builtin_unreachable"),
}


@pytest.mark.parametrize("name", RIGHT)
def test_it_is_safe(name: str) -> None:
    commands = body(RIGHT[name])
    assert commands.word is Word.SAFE, commands.reason


@pytest.mark.parametrize("name", WRONG)
def test_it_is_unsafe(name: str) -> None:
    assert body(WRONG[name]).word is Word.UNSAFE


@pytest.mark.parametrize("name", REFUSED)
def test_it_is_refused_by_name(name: str) -> None:
    text, reason = REFUSED[name]
    commands = body(text)
    assert commands.word is Word.UNKNOWN
    assert any(reason in each for each in refusals(commands))


def test_an_old_style_parameter_may_be_a_float() -> None:
    decision = decided(f"int f(x) float x; {{ return x > 0.5f; }} int main(void) {{ {holds('f(1.0) == 1')} }}")
    assert decision.word is Word.SAFE


@pytest.mark.parametrize(
    "parameters", ["int n, int a[n][n]", "int n, int (*a)[n]", "int a[*][*], int n", "int n, int a[n++]"]
)
def test_a_parameter_that_depends_on_another_is_refused(parameters: str) -> None:
    decision = decided(f"int f({parameters}); int main(void) {{ return f(1, 0); }}")
    assert decision.word is Word.UNKNOWN
    assert refusals(decision)


@pytest.mark.parametrize(
    ("text", "construct"),
    [
        ("void *t[] = {&&a}; a: return 0;", "the address of a label"),
        ("int g(int k) { return k; } return g(1);", "functions inside functions"),
        ("__label__ a; a: return 0;", "__label__"),
        ("_Complex double z = 0; return __real__ z == 0;", "__real__"),
        ("return u8'a';", "the prefix u8"),
    ],
)
def test_a_construct_is_named(text: str, construct: str) -> None:
    try:
        refused = " ".join(refusals(body(text)))
    except SourceError as error:
        refused = str(error)
    assert construct in refused


def two_files(folder: Path, one: str, two: str) -> Decision:
    paths = [folder / "one.c", folder / "two.c"]
    for path, text in zip(paths, (one, two), strict=True):
        path.write_text(text)
    return decide(load(paths, COptions()), Settings(seconds=20.0))


MAIN = "int main(void) { int a[3] = {0}; return a[f()]; }"
TWO_BODIES = {
    "inline": f"inline int f(void) {{ return 5; }} {MAIN}",
    "extern inline, as GNU C had it": f"extern inline __attribute__((gnu_inline)) int f(void) {{ return 1; }} {MAIN}",
}


@pytest.mark.parametrize("name", TWO_BODIES)
def test_of_two_definitions_none_is_chosen(name: str, tmp_path: Path) -> None:
    decision = two_files(tmp_path, TWO_BODIES[name], "int f(void) { return 2; }")
    assert decision.word is Word.UNKNOWN
    assert refusals(decision)


def test_one_definition_in_a_header_is_one(tmp_path: Path) -> None:
    (tmp_path / "f.h").write_text("inline int f(void) { return 2; }\n")
    decision = two_files(tmp_path, f'#include "f.h"\n{MAIN}', '#include "f.h"\nextern inline int f(void);')
    assert decision.word is Word.SAFE


@pytest.mark.parametrize(
    "text",
    [
        'char b[40]; sprintf(b, "%g", nondet_double()); sprintf(b, "%e", nondet_double()); return 0;',
        'char *e; if (strtol("077", &e, 0) != 63 || *e) *(int *)0 = 1; return 0;',
    ],
)
def test_what_rests_on_a_model_is_not_claimed(text: str) -> None:
    head = (
        "double nondet_double(void); int sprintf(char *, const char *, ...); long strtol(const char *, char **, int);"
    )
    assert decided(f"{head} int main(void) {{ {text} }}").word is not Word.UNSAFE


LITERALS = (
    *("0.1", "1.00000017881393432617187499", "3.4028235677973366e38", "3.4028236e38", "4.9e-324", "1e-320", "1e4932"),
    *("0x1.8p3", "0x.8p-1", ".5", "5.", "0x1p-16445", "1e5000", "0e99999999", "1e99999999", "0x1p-99999999", "1e-46"),
)


def test_constants_have_the_bits_of_gcc(tmp_path: Path) -> None:
    shown = 'memset(b, 0, 16); memcpy(b, &{0}, {1}); printf("%lu %lu ", w[0], w[1]);'
    lines = (
        f"f = {each}f; d = {each}; l = {each}L; {shown.format('f', 4)} {shown.format('d', 8)} {shown.format('l', 10)}"
        for each in LITERALS
    )
    source, made = tmp_path / "bits.c", tmp_path / "bits"
    source.write_text(
        "#include <stdio.h>\n#include <string.h>\nint main(void) { float f; double d; long double l;"
        f"unsigned long w[2]; char *b = (char *)w;\n{chr(10).join(lines)}\nreturn 0; }}\n"
    )
    subprocess.run(["gcc", "-w", "-o", made, source], check=True, timeout=60)
    numbers = map(int, subprocess.run([made], check=True, capture_output=True, timeout=60).stdout.split())
    for each in LITERALS:
        for name in ("float", "double", "long double"):
            ctype = FLOATS[name]
            expected = next(numbers) | next(numbers) << 64
            assert encode(parse_float(each), ctype).value & ((1 << 8 * ctype.size) - 1) == expected, (each, name)


def test_the_exact_value_of_a_constant() -> None:
    assert parse_float("1.5f") == parse_float("0x1.8p0f") == parse_float("1'5e-1L") == Fraction(3, 2)
