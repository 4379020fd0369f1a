"""The obligations of the C library's functions: every pointer has a declaration, and each is checked."""

from __future__ import annotations

import time

import pytest
from c_library_calls import CALLS, program
from pycparser import c_ast

from symheap.lang.c.entry import load_text
from symheap.lang.c.library import LIBRARY
from symheap.lang.c.library.checks_in_c import parameter_names
from symheap.lang.c.library.in_c import DOCUMENTATION, models
from symheap.lang.c.library.parameters import Obligation, description, is_variadic, obligations
from symheap.lang.c.library.signatures import SIGNATURES
from symheap.lang.c.options import COptions
from symheap.memory.ir import DataModel
from symheap.separation.abstraction.fold import Abstraction
from symheap.separation.entailment.logic import Logic
from symheap.separation.proof.analysis import Analysis, AnalysisLimits
from symheap.separation.proof.verdict import Word, judged
from symheap.solver.chain import default_chain

UNUSED = {"__assert_fail", "__assert", "_wassert", "__assert_rtn", "__assert_func"}
"""An assertion has failed: the values of its arguments do not matter."""
REFUSED = {"gets", "vprintf", "vfprintf", "vsprintf", "vsnprintf"}
_FILLED = ("null", "freed", "dangling")
ERRORS = {
    "string": (*_FILLED, "unterminated"),
    "text": (*_FILLED, "unterminated"),
    "reads": (*_FILLED, "small"),
    "writes": (*_FILLED, "small", "constant"),
    "copies": (*_FILLED, "small", "constant"),
    "prints": (*_FILLED, "small", "constant"),
    "appends": (*_FILLED, "unterminated", "constant"),
    "edits": (*_FILLED, "unterminated"),
    "stream": (*_FILLED, "small", "unterminated", "constant"),
    "frees": ("freed", "dangling", "constant"),
    "format": (*_FILLED, "unterminated"),
    "scans": (*_FILLED, "small", "unterminated", "constant"),
    "kept": ("freed", "dangling", "small"),
    "calls": (*_FILLED, "small", "unterminated", "constant"),
    "ignored": (),
    "value": (),
}
"""For each kind of obligation, the pointers that violate it."""
LAZY = {("atoi", 0), ("atol", 0)}
"""Strings that are read only up to the last digit."""


def test_every_model_declares_its_parameters() -> None:
    assert set(SIGNATURES) == set(LIBRARY) | set(DOCUMENTATION)


def test_no_pointer_of_a_model_in_c_is_without_a_declaration() -> None:
    for node in models(DataModel.LP64).tree.ext:
        if not isinstance(node, c_ast.FuncDef):
            continue
        name = node.decl.name
        declared = obligations(name)
        assert len(declared) == len(parameter_names(node)), name
        parameters = node.decl.type.args.params if node.decl.type.args is not None else []
        for parameter, obligation in zip(parameters, declared, strict=False):
            assert isinstance(parameter.type, c_ast.PtrDecl) == obligation.is_pointer, (name, parameter.name)


def test_every_function_with_a_pointer_is_tried() -> None:
    wanted = {name for name in SIGNATURES if any(each.is_pointer for each in obligations(name))}
    own = {name for name in wanted if name.startswith("__symheap_")}
    assert wanted - own == set(CALLS) | UNUSED | REFUSED


@pytest.mark.parametrize("name", sorted(CALLS))
def test_the_declaration_has_the_shape_of_the_prototype(name: str) -> None:
    prototype, arguments = CALLS[name]
    inner = prototype[prototype.index("(") + 1 : prototype.rindex(")")].replace("(const void *, const void *)", "")
    types = [part.strip() for part in inner.split(",") if part.strip() != "..."]
    assert ["*" in each for each in types] == [each.is_pointer for each in obligations(name)]
    assert is_variadic(name) == ("..." in prototype)
    assert len(arguments) >= len(types)


def _word(text: str) -> Word:
    loaded = load_text(text, "test.c", COptions())
    logic = Logic(default_chain(timeout_ms=2000)[0])
    abstraction = Abstraction(logic, loaded.model.pointer, coarse=False)
    return judged(Analysis(loaded, logic, abstraction, AnalysisLimits(seconds=10.0), time.process_time).run()).word


def _arguments(name: str) -> list[tuple[int, Obligation]]:
    """Return the arguments of the call with their obligations, including those of a format."""
    items = list(enumerate(obligations(name)))
    kinds = [each.kind for _, each in items]
    if "format" in kinds:
        items.append((kinds.index("format") + 1, Obligation("string")))
    if "scans" in kinds:
        items.append((kinds.index("scans") + 1, Obligation("writes")))
    return items


@pytest.mark.parametrize("name", sorted(CALLS))
def test_no_bad_pointer_is_safe(name: str) -> None:
    for slot, obligation in _arguments(name):
        for bad in ERRORS[obligation.kind]:
            if (obligation.or_null and bad == "null") or ((name, slot) in LAZY and bad == "unterminated"):
                continue
            assert _word(program(name, slot, bad)) is not Word.SAFE, (name, slot, bad)


PROVED_BY_SEARCH = {"fread", "read", "fgets", "scanf", "fscanf", "sscanf"}
"""Functions that write an uncertain length, which the shape analysis alone does not bound."""


@pytest.mark.parametrize("name", sorted(set(CALLS) - PROVED_BY_SEARCH))
def test_good_pointers_are_safe(name: str) -> None:
    assert _word(program(name, None, "constant")) is Word.SAFE


def test_a_declaration_reads_like_a_sentence() -> None:
    assert description("fread") == "1: writes #2·#3 bytes; 4: an open stream"
    assert description("time") == "1: writes 8 bytes, or null"


def test_a_word_that_is_none_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SIGNATURES, "no_model", "string reads(#x)")
    with pytest.raises(ValueError, match="is no obligation"):
        obligations("no_model")
