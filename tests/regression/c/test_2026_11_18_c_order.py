"""2026-11-18: arguments were evaluated from left to right, while gcc evaluates from right to left.

And an object that an expression changes and uses in an undefined order had the value of one of the orders.
"""

from __future__ import annotations

import shutil
import subprocess
import time
from pathlib import Path

import pytest

from symheap.lang.c.entry import load_text
from symheap.lang.c.options import COptions
from symheap.memory.ir import DataModel
from symheap.refinement.algorithm import Tools, decide
from symheap.refinement.decision import Decision, Settings
from symheap.separation.proof.verdict import Word

GCC = shutil.which("gcc")
OPTIONS = COptions(model=DataModel.LP64)
HEAD = """
char trace[8]; int n, g = 1, array[8]; long wide[8]; struct s { int a[4]; } kept; struct q { int x; } qs[8], *at = qs;
int t(int c) { trace[n++] = c; return 0; } int *tp(int c) { trace[n++] = c; return array; }
int id(int x) { return x; } int two(int a, int b) { return 10 * a + b; }
int (*tf(int c))(int, int) { t(c); return two; }
int set(int v) { g = v; kept.a[0] = v; at = qs + v; return 3 * v; }
int of(struct s a, int b) { return 10 * a.a[0] + b; } int behind(int b, struct s a) { return 10 * a.a[0] + b; }
int digest(int r) { int h = r;
    for (int i = 0; i < 8; i++) h = 7 * h + trace[i] + 3 * array[i] + 5 * (int)wide[i] + qs[i].x;
    return (h + g) & 0xffff; }
"""
ORDERS = """two(t('a'), t('b'))|t('a') + t('b')|*tp('a') = t('b')|*tp('a') = t('b') + 1|tf('a')(t('b'), t('c'))
*tp('a') += t('b')|two(t('a') + t('b'), t('c'))|two(two(t('a'), t('b')), two(t('c'), t('d')))|*tp('a') = *tp('b')
g - set(5)|g + set(5)|g < set(5)|7 * g + set(5)|set(5) - g|two(g, set(5))|two(set(5), g)|g += set(5)|array[g] = set(5)
array[g] = set(5) + 1|array[id(g)] = set(5)|wide[g] = set(5)|of(kept, set(5))|behind(set(5), kept)|at->x = set(5)
at->x += set(5)|two(at->x, set(2))|(g + set(5)) * (g + set(2))""".replace("\n", "|").split("|")


def decided(text: str) -> Decision:
    return decide(
        load_text(HEAD + text, "program.c", OPTIONS), Settings(seconds=20.0), tools=Tools(clock=time.process_time)
    )


@pytest.fixture(scope="module")
def of_gcc(tmp_path_factory: pytest.TempPathFactory) -> dict[str, int]:
    """Return what the program compiled by gcc computes for each expression."""
    assert GCC is not None
    folder = tmp_path_factory.mktemp("order")
    results: dict[str, int] = {}
    for number, expression in enumerate(ORDERS):
        main = f'int printf(const char *, ...); int main(void) {{ printf("%d", digest({expression})); return 0; }}'
        (folder / f"{number}.c").write_text(HEAD + main)
        subprocess.run([GCC, "-w", "-o", str(folder / "x"), str(folder / f"{number}.c")], check=True)
        results[expression] = int(
            subprocess.run([str(folder / "x")], capture_output=True, text=True, check=True).stdout
        )
    return results


@pytest.mark.skipif(GCC is None, reason="no gcc")
@pytest.mark.parametrize("expression", ORDERS)
def test_the_order_is_that_of_gcc(expression: str, of_gcc: dict[str, int]) -> None:
    text = "int main(void) { if (digest(%s) != %d) *(int *)0 = 1; return 0; }"
    assert decided(text % (expression, of_gcc[expression])).word is Word.SAFE


UNDEFINED = [
    "int i = 0, a[3]; a[i] = i++;",
    "int i = 0; i = i++;",
    "int i = 0; i = i++ + 1;",
    "int i = 0; two(i++, i++);",
    "int i = 0; two(i, ++i);",
    "int i = 0; int k = i++ + i;",
    "int i = 0; i += i++;",
    "array[g++] = g;",
    "at->x = at->x++;",
    "int *p = array; *p = (*p)++;",
    "array[0] = two(array[1] = 2, array[1]);",
    "int i = 1; if (i == i--) i = 0;",
]
DEFINED = [
    "int i = 0; i = (i++, 5);",
    "int i = 0; i = id(i++);",
    "int *p = array, *q = array + 2; *p++ = *q++;",
    "int i = 0, a[3] = {0}; a[i++] = 4; i = i + 1; a[i] = a[i] + 1;",
    "int i = 0; int k = i++ && i; k = i ? i++ : 2;",
    "at->x = at->x + 1; array[0] = array[1] = 2;",
    "int i = 0, k = sizeof(i++) + i;",
]


@pytest.mark.parametrize("body", UNDEFINED)
def test_what_has_no_order_is_refused(body: str) -> None:
    answer = decided(f"int main(void) {{ {body} return 0; }}")
    assert answer.word is Word.UNKNOWN
    assert any("is changed and used in one expression" in gap.reason for gap in answer.system.gaps)


@pytest.mark.parametrize("body", DEFINED)
def test_what_has_an_order_is_not_refused(body: str) -> None:
    assert decided(f"int main(void) {{ {body} return 0; }}").word is Word.SAFE


def test_a_callee_may_change_what_is_passed_before(tmp_path: Path) -> None:
    text = "int x, *p; int *reset(void) { p = 0; return &x; } int use(int *a, int *b) { return *a + *b; }"
    assert decided(f"{text} int main(void) {{ p = &x; return use(p, reset()); }}").word is Word.UNSAFE
    assert decided(f"{text} int main(void) {{ p = &x; return use(reset(), p); }}").word is Word.SAFE


FLOATS = """
double zero; int main(void) { double nan = zero / zero, large = 1e300; int *p = 0;
if ((int)nan == -2147483647 - 1 && (int)large == (int)nan && (unsigned char)(300.5 + zero) == 44) *p = 1; return 0; }
"""


def test_a_number_that_fits_no_integer_ends_no_execution() -> None:
    assert decided(FLOATS).word is Word.UNSAFE


@pytest.mark.parametrize("condition", ['"ab" == "ab"', '"b" == "ab" + 1', 'p != "ab"', '(char *)"ab" < p'])
def test_whether_string_constants_share_an_address_is_not_known(condition: str) -> None:
    answer = decided(f'int main(void) {{ const char *p = "ab"; if ({condition}) *(int *)0 = 1; return 0; }}')
    assert answer.word is Word.UNKNOWN
    assert "refused: a comparison of the address of a string constant" in {gap.reason for gap in answer.system.gaps}


def test_a_string_constant_is_not_null() -> None:
    assert decided('int main(void) { const char *p = "ab"; return "ab" == 0 || p == 0 || !"ab"; }').word is Word.SAFE
