"""Strings of characters: facts known by evaluation, and one path per case, not per length."""

from __future__ import annotations

import os
import subprocess
from itertools import product
from pathlib import Path

import pytest
from native_calls import jdks

from symheap.api import JavaOptions, load
from symheap.core.contents import element_symbol
from symheap.core.model import Model, Plain
from symheap.core.origin import Origin
from symheap.core.outcome import Returned
from symheap.core.terms import BV16, BV32, REF, Term, symbol
from symheap.core.theories.arrays import contents, copy, filled, store
from symheap.core.theories.functions import ELEMENT, apply, bounded_form, expansion
from symheap.engine.bounds import Bounds
from symheap.engine.explore import Exploration
from symheap.heap.registry import MODELS, heap_model
from symheap.lang.java.files.jdk import Jdk
from symheap.lang.java.values.characters import FIRST_WIDE, are_latin1
from symheap.solver.chain import default_chain

ARRAY = contents(symbol(Origin.root("a"), REF), BV16)
LENGTH, INDEX = (symbol(Origin.root(name), BV32) for name in "ni")
MOST = 3


def models() -> list[Model]:
    """Return models with all characters up to a number, among some that barely are or are not Latin-1."""
    found = []
    for length in range(MOST + 1):
        for characters in product((0, 0xFF, 0x100, -1), repeat=MOST):
            values: dict[Term, Plain] = {element_symbol(ARRAY, at): held for at, held in enumerate(characters)}
            found.append(Model({**values, LENGTH: length}, {}))
    return found


def elements(model: Model) -> list[int]:
    return [int(model[element_symbol(ARRAY, at)]) for at in range(int(model[LENGTH]))]


def test_a_formula_is_the_value() -> None:
    application = apply(FIRST_WIDE, ARRAY, LENGTH)
    assert isinstance(application, Term)
    form = bounded_form(application, MOST)
    assert form is not None
    for model in models():
        wide = [at for at, held in enumerate(elements(model)) if not 0 <= held < 256]
        expected = min(wide, default=-1)
        assert model.satisfies(form[0])
        told = (application, form[1], expansion(FIRST_WIDE, (ARRAY, int(model[LENGTH]))))
        assert [model.evaluate(value) for value in told] == [expected] * 3
        for length in (LENGTH, int(model[LENGTH])):
            assert model.evaluate(are_latin1(ARRAY, length)) == (not wide)
    assert not Model({LENGTH: MOST + 1}, {}).satisfies(form[0])


@pytest.mark.parametrize("length", range(MOST + 1))
def test_what_is_filled_with_wide_characters_is_wide(length: int) -> None:
    array = store(filled(0x20AC, BV16), 0, 65)
    wide = [at for at in range(length) if at]
    assert apply(FIRST_WIDE, array, length) == min(wide, default=-1)


@pytest.mark.parametrize("at", range(-1, MOST + 1))
def test_laws_are_true(at: int) -> None:
    copied = copy(filled(0, BV16), 0, ARRAY, 1, LENGTH)
    element = apply(ELEMENT[BV16], ARRAY, INDEX)
    assert isinstance(element, Term)
    held = 0
    for array in (ARRAY, copied):
        search = apply(FIRST_WIDE, array, LENGTH)
        assert isinstance(search, Term)
        assert FIRST_WIDE.law is not None
        assert FIRST_WIDE.between is not None
        laws = (FIRST_WIDE.law(search, array, LENGTH), FIRST_WIDE.between(search, element))
        for model in models():
            held += 1
            assert all(Model({**model.values, INDEX: at}, {}).evaluate(law) is True for law in laws)
    assert held


SOURCE = """
class Made {
    static String whole(char[] a) { return new String(a); }
    static String part(char[] a, int from, int count) { return new String(a, from, count); }
    static boolean same(char x, char y) { String s = new String(new char[] {x, y});
        return s.length() == 2 && s.charAt(0) == x && s.charAt(1) == y; }
}
"""
NULL, BOUNDS, MEMORY = "NullPointerException", "StringIndexOutOfBoundsException", "OutOfMemoryError"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not jdks():
        pytest.skip("no JDK with javac")
    made = tmp_path_factory.mktemp("made")
    (made / "Made.java").write_text(SOURCE)
    javac = str(jdks()[0].javac())
    subprocess.run([javac, "-proc:none", "--release", "17", "-d", str(made), str(made / "Made.java")], check=True)
    return made


def ends(folder: Path, method: str, heap: str, jdk: Jdk) -> list[str]:
    environ = {"SYMHEAP_CACHE": str(folder / "cache"), **os.environ}
    java = load(f"{folder / 'Made.class'}::{method}", JavaOptions(jdk=str(jdk.home), environ=environ))
    items = list(Exploration(java.program, heap_model(heap, java.program.table), *default_chain(), Bounds()))
    assert all(trace.confirmed for trace in items)
    return sorted(_name(trace.end) for trace in items)


def _name(end: object) -> str:
    if isinstance(end, Returned):
        return f"return {end.value}" if isinstance(end.value, bool) else "return"
    return str(getattr(end, "exception", end)).rpartition(".")[2]


@pytest.mark.parametrize("heap", sorted(MODELS))
@pytest.mark.parametrize(
    ("method", "expected"),
    [
        ("whole", [NULL, MEMORY, "return", "return", "return"]),
        ("part", [NULL, MEMORY, "return", "return", "return"]),
        ("same", ["return True", "return True"]),
    ],
)
def test_empty_and_narrow_and_wide_strings_are_a_path_each(
    folder: Path, method: str, expected: list[str], heap: str
) -> None:
    """The JDKs check bounds in more steps or fewer."""
    for jdk in jdks():
        outcomes = ends(folder, method, heap, jdk)
        assert [name for name in outcomes if name != BOUNDS] == sorted(expected), jdk.feature
        assert (BOUNDS in outcomes) == (method == "part")


@pytest.mark.parametrize("character", [0, 0xFF, 0x100, -1])
def test_of_one_character_that_is_repeated_no_search_is_left(character: int) -> None:
    whole = filled(character, BV16)
    for characters in (whole, copy(filled(0, BV16), 0, whole, INDEX, LENGTH)):
        told = are_latin1(characters, LENGTH)
        assert "wide" not in str(told)
        for length in range(3):
            expected = length == 0 or 0 <= character < 256
            assert Model({LENGTH: length, INDEX: 0}, {}).evaluate(told) == expected
