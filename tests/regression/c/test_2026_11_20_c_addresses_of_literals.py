"""2026-11-20: the difference of addresses of two string literals was taken from their layout.

gcc stores "lo" inside "hello", so that `a - b == 3` holds; the proof by exhaustion knew only that both are apart.
Comparisons for equality had been mended before, other operators not.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from symheap import prove

HEAD = '#include <assert.h>\nconst char *name = "llo";\n'
LITERALS = 'const char *a = "lo", *b = "hello";'


def verdict_on(body: str, folder: Path) -> str:
    (folder / "program.c").write_text(f"{HEAD}int main(void)\n{{\n{body}\nreturn 0;\n}}\n")
    return prove(folder / "program.c").verdict


@pytest.mark.parametrize(
    "body",
    [
        f"{LITERALS} assert(a - b != 3);",
        f"{LITERALS} assert((long)a - (long)b != 3);",
        f"{LITERALS} long d = a - b; d = d * 2; assert(d != 6);",
        f"{LITERALS} assert(a < b || a > b + 5);",
        f"{LITERALS} assert(((long)a ^ (long)b) != 3);",
        f"{LITERALS} assert(2 * (long)a - 2 * (long)b != 6);",
        f"{LITERALS} int cells[6] = {{0}}; long d = a - b; assert(d < 0 || d > 5 || cells[d]);",
        f"{LITERALS} assert(name - b != 2);",
        'assert((long)"lo" + 1 != (long)"hello" + 4);',
    ],
)
def test_the_layout_of_literals_is_not_known(body: str, tmp_path: Path) -> None:
    assert verdict_on(body, tmp_path) != "safe"


@pytest.mark.parametrize(
    "body",
    [
        'const char *s = "hello", *p = s + 3; assert(p - s == 3 && s < p);',
        'char a[] = "lo", b[] = "hello"; assert(a != b && a + 1 != b + 4);',
        'const char *s = "x", *t = "y"; assert(s != 0 && t != 0 && *s != *t);',
        'const char *s = name ? "yes" : "no"; assert(s != 0);',
    ],
)
def test_other_addresses_are_as_before(body: str, tmp_path: Path) -> None:
    assert verdict_on(body, tmp_path) == "safe"
