"""Sizes and offsets, compared with those of gcc."""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path

import pytest
from c_lowered import ILP32, LP64, lowered

from symheap.lang.c.entry import COptions, load
from symheap.lang.c.front.layouts import Member, lay_out
from symheap.lang.c.front.types import Types
from symheap.memory.ir import DataModel

GCC = shutil.which("gcc")
BASIC = [
    "char",
    "short",
    "int",
    "long",
    "long long",
    "float",
    "double",
    "void *",
    "unsigned char",
    "_Bool",
    "long double",
]


def random_record(rng: random.Random, name: str, known: list[str]) -> str:
    """Return the source of a struct or union with members of all kinds."""
    members: list[str] = []
    for number in range(rng.randint(1, 7)):
        kind = rng.random()
        if kind < 0.45:
            base = rng.choice(["char", "short", "int", "long", "unsigned", "long long", "_Bool"])
            most = {"char": 8, "short": 16, "int": 32, "unsigned": 32, "_Bool": 1}.get(base, 32)
            width = rng.randint(0, most)
            members.append(f"{base} {f'm{number}' if width else ''} : {width};")
        elif kind < 0.6 and known:
            members.append(f"{rng.choice(known)} m{number};")
        else:
            suffix = f"[{rng.randint(1, 3)}]" if rng.random() < 0.3 else ""
            members.append(f"{rng.choice(BASIC)} m{number}{suffix};")
    attribute = rng.choice(["", "", "", " __attribute__((packed))", " __attribute__((aligned(16)))"])
    return f"{rng.choice(['struct', 'struct', 'union'])} {name} {{ {' '.join(members)} char end; }}{attribute};"


def asserted(declarations: list[str], names: list[str], options: COptions) -> str:
    """Return the declarations, and the sizes that symheap computes as assertions for a compiler."""
    checks = []
    for number, name in enumerate(names):
        program = lowered(
            "\n".join(declarations) + f"unsigned long long r[3] = {{ sizeof({name}), __alignof__({name}), "
            f"__builtin_offsetof({name}, end) }}; int main(void) {{ return r[0]; }}",
            options,
        )
        given = {piece.offset: int(str(piece.value)) for piece in program.globals["r"].pieces}
        checks.append(f'_Static_assert(sizeof({name}) == {given.get(0, 0)}, "size {number}");')
        checks.append(f'_Static_assert(_Alignof({name}) == {given.get(8, 0)}, "alignment {number}");')
        checks.append(f'_Static_assert(__builtin_offsetof({name}, end) == {given.get(16, 0)}, "offset {number}");')
    return "\n".join([*declarations, *checks])


@pytest.mark.skipif(GCC is None, reason="no gcc")
@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize(("flag", "options"), [("-m64", LP64), ("-m32", ILP32)])
def test_random_records_have_the_layout_of_gcc(seed: int, flag: str, options: COptions, tmp_path: Path) -> None:
    rng = random.Random(seed)
    declarations: list[str] = []
    names: list[str] = []
    for number in range(6):
        source = random_record(rng, f"r{number}", names)
        declarations.append(source)
        names.append(" ".join(source.split()[:2]))
    file = tmp_path / "layout.c"
    file.write_text(asserted(declarations, names, options))
    assert GCC is not None
    done = subprocess.run([GCC, flag, "-w", "-fsyntax-only", str(file)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


BITS = """
struct a { unsigned x : 3; int y : 7; unsigned : 0; short z : 9; char t; int u : 20; };
struct b { char c; int x : 4; long y : 40; _Bool z : 1; int t : 31; };
struct c { int x : 5; int y : 11; long long z : 33; char t : 3; } __attribute__((packed));
union d { int x : 7; unsigned y : 30; char z : 3; short t; };
"""


@pytest.mark.skipif(GCC is None, reason="no gcc")
@pytest.mark.parametrize("record", ["struct a", "struct b", "struct c", "union d"])
@pytest.mark.parametrize("member", ["x", "y", "z", "t"])
def test_bits_of_a_bit_field_are_those_of_gcc(record: str, member: str, tmp_path: Path) -> None:
    """All ones in one member: the bytes that gcc writes are the pieces of our initial value."""
    source = f"{BITS}\n{record} v = {{ .{member} = -1 }};\n"
    loop = f"for (unsigned i = 0; i < sizeof v; i++) {_PRINT}"
    dump = f"int printf(const char *, ...);\nint main(void) {{ {loop} return 0; }}"
    file, program_file = tmp_path / "bits.c", tmp_path / "bits"
    file.write_text(source + dump)
    assert GCC is not None
    subprocess.run([GCC, "-m64", "-w", "-o", str(program_file), str(file)], check=True)
    expected = bytes.fromhex(subprocess.run([str(program_file)], capture_output=True, text=True, check=True).stdout)
    program = lowered(source + "int main(void) { return sizeof(v) + *(char *)&v; }")
    result = bytearray(program.globals["v"].size)
    for piece in program.globals["v"].pieces:
        size = piece.value.size
        result[piece.offset : piece.offset + size] = int(str(piece.value)).to_bytes(size, "little", signed=True)
    assert bytes(result) == expected


_PRINT = 'printf("%02x", ((unsigned char *)&v)[i]);'


@pytest.mark.parametrize(("model", "expected"), [(DataModel.LP64, (24, 8)), (DataModel.ILP32, (16, 4))])
def test_alignment_follows_the_data_model(model: DataModel, expected: tuple[int, int]) -> None:
    types = Types(model)
    layout = lay_out(
        types,
        [Member("c", types.char), Member("d", types.double), Member("p", types.pointer(types.int))],
        union=False,
    )
    assert (layout.size, layout.alignment) == expected


def test_a_flexible_array_member_has_no_size() -> None:
    program = lowered("struct s { int n; char data[]; }; int a = sizeof(struct s); int main(void) { return a; }")
    assert str(program.globals["a"].pieces[0].value) == "4"


def test_pragma_pack(tmp_path: Path) -> None:
    file = tmp_path / "pack.c"
    file.write_text(
        "#pragma pack(push, 1)\nstruct s { char c; int i; };\n#pragma pack(pop)\nstruct t { char c; int i; };\n"
        "int main(void) { return 10 * sizeof(struct s) + sizeof(struct t); }\n"
    )
    program = load([file], LP64)
    assert "value=58" in str(program.functions["main"].blocks["entry"].end)
