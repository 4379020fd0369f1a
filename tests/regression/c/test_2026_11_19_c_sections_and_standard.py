"""2026-11-19: the attribute `section` was called harmless, and files were read as C11 where gcc reads C17.

A variable in `.rodata` cannot be written, a pointer in `.init_array` is called before `main`, and a function in `.data`
is no code: all three were skipped.  `#if __STDC_VERSION__ >= 201710L` chose the other branch than gcc does.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import symheap
from symheap.lang.c.front.attribute_table import CODE_SECTION, DATA_SECTION, name_of_section

REFUSED = {
    "a variable that cannot be written": 'static int x __attribute__((section(".rodata"))) = 1;',
    "a variable among the code": 'int x __attribute__((section(".text"))) = 1;',
    "a variable with a name in two parts": '__attribute__((__section__(".ro" "data.x"))) int x = 1;',
    "a pointer that is called": "static void f(void) {} static int x;"
    ' static void (*p)(void) __attribute__((section(".init_array"), used)) = f;',
    "a standard attribute": 'int x [[gnu::section(".rodata")]] = 1;',
}
"""Definitions of `x` with a section that is not known to be harmless."""


def prove(text: str, folder: Path) -> symheap.Proof:
    file = folder / "program.c"
    file.write_text(text)
    return symheap.prove(file)


@pytest.mark.parametrize("definition", REFUSED.values(), ids=REFUSED)
def test_a_section_that_is_not_known_is_refused_by_name(definition: str, tmp_path: Path) -> None:
    proof = prove(definition + "\nint main(void) { x = 2; return x; }\n", tmp_path)
    assert (proof.verdict, proof.reason) == ("unknown", "refused")
    assert "the attribute section" in str(proof)


def test_a_function_outside_of_the_code_is_refused(tmp_path: Path) -> None:
    proof = prove('__attribute__((section(".data"))) static void f(void) {}\nint main(void) { f(); }\n', tmp_path)
    assert (proof.verdict, proof.reason) == ("unknown", "refused")


def test_sections_for_data_and_code_are_harmless(tmp_path: Path) -> None:
    text = """static int a __attribute__((section(".data.mine"))) = 1, b __attribute__((section("mine")));
__attribute__((section(".text.hot"))) static int f(void) {
  static int k __attribute__((section(".bss.k")));
  return ++k;
}
int main(void) { a = b = f(); return *(a == 1 ? &a : (int *)0); }
"""
    assert prove(text, tmp_path).verdict == "safe"


def test_names_of_sections() -> None:
    assert name_of_section('"mine"') == ""
    assert name_of_section('".data.rel"') == name_of_section('".tbss"') == DATA_SECTION
    assert name_of_section('".text"') == CODE_SECTION
    assert name_of_section('".database"') == 'section(".database")'


@pytest.mark.parametrize(("test", "verdict"), [("== 201710L", "unsafe"), ("< 201710L", "safe")])
def test_the_standard_is_that_of_gcc(test: str, verdict: str, tmp_path: Path) -> None:
    text = f"""#if __STDC_VERSION__ {test}
#define P (int *)0
#else
#define P &x
#endif
int main(void) {{ int x = 0; return *(P); }}
"""
    assert prove(text, tmp_path).verdict == verdict


def test_a_program_that_asks_for_the_sanitizer_is_refused(tmp_path: Path) -> None:
    text = "#ifdef __SANITIZE_ADDRESS__\n#endif\nint main(void) { return 0; }\n"
    assert prove(text, tmp_path).reason == "refused"
