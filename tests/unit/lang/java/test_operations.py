"""Every operation against the JVM itself, and on terms against itself on plain values."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final

import pytest

from symheap.core.model import Model, Plain
from symheap.core.origin import Origin
from symheap.core.terms import BOOL, BV8, BV16, BV32, BV64, F32, F64, Op, Sort, Term, Value, canonical, eq, ite, symbol
from symheap.lang.java.values import operations
from symheap.objects.ir import Operation
from symheap_testing.java.sources import some_jdk

BINARY: Final = {
    "I": "IADD + ISUB - IMUL * IDIV / IREM % IAND & IOR | IXOR ^ ISHL << ISHR >> IUSHR >>>",
    "J": "LADD + LSUB - LMUL * LDIV / LREM % LAND & LOR | LXOR ^",
    "F": "FADD + FSUB - FMUL * FDIV / FREM %",
    "D": "DADD + DSUB - DMUL * DDIV / DREM %",
}
SHIFTS: Final = {"LSHL": "<<", "LSHR": ">>", "LUSHR": ">>>"}
RELATIONS: Final = {"EQ": "==", "NE": "!=", "LT": "<", "GE": ">=", "GT": ">", "LE": "<="}
TYPES: Final = {
    "I": "int",
    "J": "long",
    "F": "float",
    "D": "double",
    "Z": "boolean",
    "B": "byte",
    "S": "short",
    "C": "char",
}
SORTS: Final = {"I": BV32, "J": BV64, "F": F32, "D": F64, "Z": BOOL, "B": BV8, "S": BV16, "C": BV16}
CASTS: Final = {
    "I2L": "IJ", "I2F": "IF", "I2D": "ID", "L2I": "JI", "L2F": "JF", "L2D": "JD", "F2I": "FI", "F2L": "FJ", "F2D": "FD",
    "D2I": "DI", "D2L": "DJ", "D2F": "DF", "I2B": "IB", "I2C": "IC", "I2S": "IS",
}  # fmt: skip
FUNCTIONS: Final = {
    "INEG": ("II", "-a"),
    "LNEG": ("JJ", "-a"),
    "FNEG": ("FF", "-a"),
    "DNEG": ("DD", "-a"),
    "SQRT_D": ("DD", "Math.sqrt(a)"),
    "ABS_F": ("FF", "Math.abs(a)"),
    "ABS_D": ("DD", "Math.abs(a)"),
    "FLOOR_D": ("DD", "Math.floor(a)"),
    "CEIL_D": ("DD", "Math.ceil(a)"),
    "RINT_D": ("DD", "Math.rint(a)"),
    "FLOAT_TO_BITS": ("FI", "Float.floatToRawIntBits(a)"),
    "BITS_TO_FLOAT": ("IF", "Float.intBitsToFloat(a)"),
    "DOUBLE_TO_BITS": ("DJ", "Double.doubleToRawLongBits(a)"),
    "BITS_TO_DOUBLE": ("JD", "Double.longBitsToDouble(a)"),
    "NONZERO_I": ("IZ", "a != 0"),
    "NONZERO_L": ("JZ", "a != 0"),
    "I2Z": ("IZ", "(a & 1) != 0"),
}
PAIRS: Final = {
    "LCMP": ("JJI", "Long.compare(a, b)"),
    "FCMPL": ("FFI", "a > b ? 1 : a == b ? 0 : -1"),
    "FCMPG": ("FFI", "a < b ? -1 : a == b ? 0 : 1"),
    "DCMPL": ("DDI", "a > b ? 1 : a == b ? 0 : -1"),
    "DCMPG": ("DDI", "a < b ? -1 : a == b ? 0 : 1"),
    "MIN_F": ("FFF", "Math.min(a, b)"),
    "MAX_F": ("FFF", "Math.max(a, b)"),
    "MIN_D": ("DDD", "Math.min(a, b)"),
    "MAX_D": ("DDD", "Math.max(a, b)"),
}


def every() -> dict[str, tuple[str, str]]:
    """Map each operation to the letters of its operands and its result, and to its Java expression."""
    found: dict[str, tuple[str, str]] = {}
    for letter, text in BINARY.items():
        words = text.split()
        found.update({name: (letter * 3, f"a {op} b") for name, op in zip(words[::2], words[1::2], strict=True)})
    found.update({name: ("JIJ", f"a {op} b") for name, op in SHIFTS.items()})
    found.update({f"ICMP_{name}": ("IIZ", f"a {op} b") for name, op in RELATIONS.items()})
    found.update({f"I{name}0": ("IZ", f"a {op} 0") for name, op in RELATIONS.items()})
    found.update({name: (kinds, f"({TYPES[kinds[1]]}) a") for name, kinds in CASTS.items()})
    return {**found, **FUNCTIONS, **PAIRS}


EVERY: Final = every()
STORED: Final = {"I2B8": "IB", "I2S16": "IS", "I2C16": "IC", "B8I": "BI", "S16I": "SI", "C16I": "CI", "Z2I": "ZI"}


def test_no_operation_is_forgotten() -> None:
    made = {name for name, value in vars(operations).items() if isinstance(value, Operation)}
    assert made == {*EVERY, *STORED, "I2Z_BIT", "EITHER"}
    assert all(operation(name).name == name for name in made - {"I2Z_BIT"})


def operation(name: str) -> Operation:
    result: Operation = getattr(operations, name)
    return result


# Operands -------------------------------------------------------------------------------------------------------------

EDGES: Final = {
    "I": (0, 1, -1, 2, 31, 32, 33, 127, 128, 255, -128, 65535, 2**31 - 1, -(2**31), 46341),
    "J": (0, 1, -1, 63, 64, 2**31, -(2**31) - 1, 2**53, 2**53 + 1, 2**63 - 1, -(2**63), 2**62 + 2**38 + 1, 2**24 + 1),
    "F": (
        *(0, -(2**31), 1, 2, 0x7FFFFF, 0x800000, 0x3F800000, 0x3F000000, 0x3FC00000, 0x7F7FFFFF, 0x7F800000),
        *(0x7F800000 - 2**31, 0x7FC00000, 0x7FA00001, 0x4F000000, 0x4EFFFFFF, 0xCF000000 - 2**32, 0x5F000000),
    ),
    "D": (
        *(0, -(2**63), 1, 2, 0xFFFFFFFFFFFFF, 1 << 52, 0x3FF << 52, 0x3FE << 52, 0x3FF8 << 48, 0x7FEFFFFFFFFFFFFF),
        *(0x7FF << 52, (0x7FF << 52) - 2**63, 0xFFF << 51, 0x7FF0000000000001, 0x41DFFFFFFFC00000, 0x41E << 52),
        *(0xC1E0000000000000 - 2**64, 0x43E << 52, 0x36A << 52, 0x369 << 52, 0x4330000000000001),
    ),
}


def operands(kinds: str, random: Random, count: int) -> Iterator[tuple[int, ...]]:
    """Yield all pairs of some edges, then random ones, a third of which are close to one another or to an edge."""
    if len(kinds) == 1:
        yield from ((a,) for a in EDGES[kinds])
    else:
        yield from ((a, b) for a in EDGES[kinds[0]] for b in EDGES[kinds[1]])
    for _ in range(count):
        yield tuple(_number(kind, random) for kind in kinds)


def _number(kind: str, random: Random) -> int:
    width = 32 if kind in "IF" else 64
    limit = 1 << (width - 1)
    if random.random() < 0.4:
        return max(-limit, min(limit - 1, random.choice(EDGES[kind]) + random.randrange(-3, 4)))
    number = random.randrange(-limit, limit)
    return number if kind in "FD" else number >> random.randrange(width)


def skipped(name: str, args: tuple[int, ...]) -> bool:
    """Whether a case is skipped: division by zero is checked before the operation."""
    return name[1:] in ("DIV", "REM") and name[0] in "IL" and args[1] == 0


# Java ---------------------------------------------------------------------------------------------------------------

_HEAD: Final = """
import java.io.*;
public class Oracle {
    static long bits(int a) { return a; }
    static long bits(long a) { return a; }
    static long bits(boolean a) { return a ? 1 : 0; }
    static long bits(float a) { return Float.floatToIntBits(a); }
    static long bits(double a) { return Double.doubleToLongBits(a); }
"""
_MAIN: Final = """
    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        StringBuilder out = new StringBuilder();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.split(" ");
            long x = Long.parseLong(words[1]), y = Long.parseLong(words[2]);
            out.append(apply(Integer.parseInt(words[0]), x, y)).append('\\n');
        }
        System.out.print(out);
    }
}
"""
_OPERANDS: Final = {
    "I": "(int) {}",
    "J": "{}",
    "F": "Float.intBitsToFloat((int) {})",
    "D": "Double.longBitsToDouble({})",
}


def program() -> str:
    methods, cases = [], []
    for number, (kinds, expression) in enumerate(EVERY.values()):
        names = "ab"[: len(kinds) - 1]
        parameters = ", ".join(f"{TYPES[kind]} {name}" for kind, name in zip(kinds[:-1], names, strict=True))
        methods.append(f"    static {TYPES[kinds[-1]]} f{number}({parameters}) {{ return {expression}; }}")
        given = ", ".join(_OPERANDS[kind].format(name) for kind, name in zip(kinds[:-1], "xy", strict=False))
        raw = {"BITS_TO_FLOAT": "x", "BITS_TO_DOUBLE": "x"}.get(list(EVERY)[number])
        cases.append(f"            case {number}: return {raw or f'bits(f{number}({given}))'};")
    switch = "    static long apply(int f, long x, long y) {\n        switch (f) {\n"
    rest = "\n            default: throw new Error();\n        }\n    }"
    return _HEAD + "\n".join(methods) + "\n" + switch + "\n".join(cases) + rest + _MAIN


@pytest.fixture(scope="module")
def oracle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    jdk = some_jdk()
    if jdk is None:
        pytest.skip("no JDK with javac")
    folder = tmp_path_factory.mktemp("oracle")
    (folder / "Oracle.java").write_text(program())
    subprocess.run([str(jdk.javac()), "-d", str(folder), str(folder / "Oracle.java")], check=True)
    return folder


def test_plain_values_are_java_s(oracle: Path) -> None:
    """Java only guarantees that NaN is one; the bits of a negated NaN depend on the machine."""
    random = Random(17)
    asked: list[tuple[str, tuple[int, ...]]] = []
    for name, (kinds, _) in EVERY.items():
        asked += [(name, args) for args in operands(kinds[:-1], random, 400) if not skipped(name, args)]
    numbers = {name: number for number, name in enumerate(EVERY)}
    lines = "".join(f"{numbers[name]} {args[0]} {args[-1]}\n" for name, args in asked)
    jdk = some_jdk()
    assert jdk is not None
    java = str(jdk.java())
    done = subprocess.run([java, "-cp", str(oracle), "Oracle"], input=lines, capture_output=True, text=True, check=True)
    answers = done.stdout.split()
    assert len(answers) == len(asked)
    wrong = []
    for (name, args), answer in zip(asked, answers, strict=True):
        computed = operation(name).apply(*args)
        result = EVERY[name][0][-1]
        assert isinstance(computed, bool) is (result == "Z")
        if result in "FD" and not name.startswith("BITS"):
            computed = canonical(computed, SORTS[result])
        if int(known(computed)) != int(answer):
            wrong.append((name, args, computed, answer))
    assert wrong == []


def test_a_negated_nan_keeps_its_bits_but_for_the_sign() -> None:
    assert operations.FNEG.apply(0x7FC00001) == 0x7FC00001 - 2**31
    assert operations.DNEG.apply(0x7FF8000000000001 - 2**63) == 0x7FF8000000000001


# Terms ----------------------------------------------------------------------------------------------------------------


def a_symbol(name: str, kind: str) -> Term:
    return symbol(Origin.root(f"{name}_{kind}"), SORTS[kind])


@pytest.mark.parametrize("name", EVERY)
def test_terms_mean_what_plain_values_do(name: str) -> None:
    """With a symbol for one operand and for both, and with a choice between two plain operands without a sort."""
    kinds = EVERY[name][0]
    operation_ = operation(name)
    p = a_symbol("p", "Z")
    for args in operands(kinds[:-1], Random(name), 40):
        if skipped(name, args):
            continue
        args = tuple(known(canonical(a, SORTS[k])) if k in "FD" else a for a, k in zip(args, kinds, strict=False))
        names = [a_symbol(n, k) for n, k in zip("ab", kinds[:-1], strict=False)]
        model = Model({**dict(zip(names, args, strict=True)), p: True}, {})
        expected = normal(operation_.apply(*args), kinds[-1])
        choices = [ite(p, a, a ^ 1 if k in "IJ" else a, None) for a, k in zip(args, kinds, strict=False)]
        sides: list[list[Value]] = [list(names), list(choices)]
        sides += [[*args[:i], names[i], *args[i + 1 :]] for i in range(len(args))]
        for given in sides:
            assert normal(model.evaluate(operation_.apply(*given)), kinds[-1]) == expected, given


def known(value: Value) -> int:
    assert not isinstance(value, Term)
    return value


def normal(value: Value, kind: str) -> Plain:
    return known(canonical(value, SORTS[kind])) if kind in "FD" else known(value)


@pytest.mark.parametrize("name", STORED)
def test_what_is_stored_and_loaded_again(name: str) -> None:
    kinds = STORED[name]
    x = a_symbol("x", kinds[0])
    values = {"I": range(-70000, 70000, 37), "B": range(-128, 128), "S": range(-(2**15), 2**15, 11), "Z": (False, True)}
    for value in values.get(kinds[0], values["S"]):
        result = operation(name).apply(value)
        wide = value & 0xFFFF if name == "C16I" else ((value + 128) & 255) - 128 if name == "I2B8" else value
        wide = ((wide + 2**15) & 0xFFFF) - 2**15 if name in ("I2S16", "I2C16") else wide
        assert result == wide
        assert type(result) is int
        assert Model({x: value}, {}).evaluate(operation(name).apply(x)) == result


@pytest.mark.parametrize(
    ("store", "load", "kind"), [("I2B8", "B8I", "B"), ("I2S16", "S16I", "S"), ("I2C16", "C16I", "C")]
)
def test_a_loaded_value_is_stored_as_it_was(store: str, load: str, kind: str) -> None:
    x = a_symbol("x", kind)
    assert operation(store).apply(operation(load).apply(x)) is x


def test_a_boolean_survives_being_an_int() -> None:
    p, q = a_symbol("p", "Z"), a_symbol("q", "Z")
    wide = operations.Z2I.apply(p)
    assert operations.I2Z.apply(wide) is p
    assert operations.INE0.apply(wide) is p
    assert operations.ICMP_EQ.apply(wide, operations.Z2I.apply(q)) is eq(p, q)
    assert operations.IEQ0.apply(operations.IXOR.apply(wide, 1)) is p


@pytest.mark.parametrize(
    ("compare", "kind", "order"), [("LCMP", "J", Op.BVSLT), ("FCMPL", "F", Op.FPLT), ("FCMPG", "F", Op.FPLT)]
)
@pytest.mark.parametrize("relation", RELATIONS)
def test_a_three_way_comparison_with_zero_is_one_predicate(compare: str, kind: str, order: Op, relation: str) -> None:
    a, b = a_symbol("a", kind), a_symbol("b", kind)
    result = operation(f"I{relation}0").apply(operation(compare).apply(a, b))
    assert isinstance(result, Term)
    inner = result.args[0] if result.op is Op.NOT else result
    assert isinstance(inner, Term)
    assert inner.op in (order, Op.EQ, Op.FPEQ, Op.FPLE)
    assert set(inner.args) == {a, b}


def test_masks_and_casts_of_bytes_are_extensions() -> None:
    x = a_symbol("x", "B")
    byte = operations.B8I.apply(x)
    masked = operations.IAND.apply(byte, 255)
    assert isinstance(masked, Term)
    assert masked.op is Op.ZEROEXT
    assert operations.I2B.apply(masked) is byte
    assert operations.I2B.apply(byte) is byte
    assert sort(operations.I2B8.apply(operations.IADD.apply(byte, 1))) is BV8


def sort(value: Value) -> Sort:
    assert isinstance(value, Term)
    return value.sort
