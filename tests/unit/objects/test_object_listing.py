"""Listings of the object IR."""

from __future__ import annotations

from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any, get_args

import pytest

from symheap.core.outcome import ErrorKind
from symheap.core.sorts import BV32
from symheap.core.source import Position
from symheap.core.types import INT_TYPE
from symheap.core.typeset import TypeSet
from symheap.lang.target import load
from symheap.objects import ir
from symheap.objects.host import HostFunction
from symheap.objects.listing import instruction_text, listing, method_listing

EXAMPLES = Path(__file__).parents[3] / "examples"
AT = Position("a.jl", 3, 4)
GOLDEN = """\
input this: Sample, not null
input s: Sample

method Sample.swap/1(s: Sample)                   ; swap.jl:5:6
b0:
    r4 = null                                     ; swap.jl:6:17
    r3 = r1 == r4                                 ; swap.jl:6:12
    if r3 goto b1 else b2                         ; swap.jl:6:12
b1:
    r3 = True                                     ; swap.jl:6:12
    goto b3                                       ; swap.jl:6:12
b2:
    r3 = False                                    ; swap.jl:6:12
    goto b3                                       ; swap.jl:6:12
b3:
    if r3 goto b4 else b5                         ; swap.jl:6:8
b4:
    r2 = 0                                        ; swap.jl:7:12
    goto b6                                       ; swap.jl:6:8
b5:
    r4 = r0.data                                  ; swap.jl:9:29
    r2 = r1.data                                  ; swap.jl:11:32
    r0.data <- r2                                 ; swap.jl:11:16
    r2 = r4                                       ; swap.jl:12:29
    r1.data <- r2                                 ; swap.jl:12:16
    r2 = 0                                        ; swap.jl:13:16
    goto b6                                       ; swap.jl:6:8
b6:
    return r2                                     ; swap.jl:6:8
"""
SAMPLES: dict[str, Any] = {
    "Reg": 7,
    "int": 8,
    "str": "name",
    "bool": True,
    "Value": 5,
    "Type": INT_TYPE,
    "Sort": BV32,
    "Position": AT,
    "Operator": ir.Operator.ADD,
    "Operation": ir.Operation("IADD", lambda a, b: a),
    "TypeSet": TypeSet(1, ("Node",), "Node"),
    "ErrorKind": ErrorKind.NULL,
    "HostFunction": HostFunction("Math.sin", lambda *_: None),
    "frozenset[str]": frozenset(),
    "tuple[Reg, ...]": (7, 9),
    "tuple[Field, ...]": (),
    "tuple[tuple[int, int], ...]": ((1, 2),),
}


def test_a_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(EXAMPLES / "javalite")
    assert listing(load("swap.jl").program) == GOLDEN


@pytest.mark.parametrize("kind", get_args(ir.Instruction), ids=lambda kind: kind.__name__)
def test_every_instruction_has_a_text_that_names_its_registers(kind: type[Any]) -> None:
    each = kind(**{field.name: SAMPLES[str(field.type)] for field in fields(kind)})
    text = instruction_text(each)
    registers = [field for field in fields(kind) if field.type == "Reg" and field.default is MISSING]
    assert text.count("r7") >= len(registers)
    assert "Position" not in text


def test_a_result_that_is_discarded_is_not_named() -> None:
    assert instruction_text(ir.Call(ir.DISCARD, "get/0", 1, (2,), AT)) == "call r1.get/0(r2)"
    assert instruction_text(ir.Call(3, "get/0", 1, (), AT)) == "r3 = call r1.get/0()"


def test_handlers_stand_at_the_head_of_their_block() -> None:
    handlers = ((ir.Handler(TypeSet(1, ("Oops",), "Oops"), 1, 4), ir.Handler(None, 1, 5)), ())
    method = ir.Method("A", "m/0", (), 6, ((ir.Jump(1, AT),), (ir.Return(4, AT),)), AT, handlers=handlers)
    assert method_listing(method).splitlines()[1:4] == [
        "b0:",
        "    catch Oops -> b1 with r4",
        "    catch anything -> b1 with r5",
    ]


@pytest.mark.parametrize("file", sorted([*EXAMPLES.glob("*/*.jl"), *EXAMPLES.glob("*/*.pose")]), ids=lambda f: f.name)
def test_every_method_of_the_examples_is_listed(file: Path) -> None:
    program = load(str(file)).program
    text = listing(program)
    for method in {program.entry, *program.methods.values()}:
        assert text.count(method_listing(method)) == 1
